// The clean corpus holds the records of its input byte for byte, in one file or in a folder of files.
#include "neardup/corpus/record_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "neardup/corpus/byte_source.h"
#include "neardup/util/error.h"
#include "tests/corpus/converted_text.h"
#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Property;
using testing::Throws;
using testing::ThrowsMessage;

class RecordWriterTest : public CorpusTest {
 protected:
  /// Reads the inputs so that their records can be written.
  void add(std::vector<std::string> inputs, ReadOptions options = {}) {
    options_ = std::move(options);
    options_.keep_records = true;
    inputs_ = inputs;
    CorpusReader reader(std::move(inputs), options_);
    while (const auto batch = reader.next()) table_.add(reader.parse(*batch));
  }

  void write_kept(const std::string& output, const std::set<std::uint32_t>& kept, const RecordEdit& edit = {},
                  const std::function<void(std::uint32_t)>& progress = {}) const {
    write_records(
        table_, options_, [&](std::uint32_t document) { return kept.contains(document); },
        {.path = output, .inputs = inputs_, .progress = progress}, edit);
  }

  void write_all(const std::string& output, const RecordEdit& edit = {}) const {
    std::set<std::uint32_t> kept;
    for (std::uint32_t i = 0; i < table_.size(); ++i) kept.insert(i);
    write_kept(output, kept, edit);
  }

  /// Returns the bytes of a file as they are on disk.
  [[nodiscard]] std::string on_disk(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    EXPECT_TRUE(file) << name;
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// Returns the bytes of a file, decompressed. Compression shows in the magic bytes on disk.
  [[nodiscard]] std::string content(const std::string& name) const {
    const auto source = open_byte_source(path(name));
    EXPECT_TRUE(source->is_compressed()) << name;
    std::string bytes;
    std::string buffer(1000, '\0');
    while (const std::size_t count = source->read(buffer)) bytes.append(buffer, 0, count);
    EXPECT_FALSE(source->problem()) << name;
    return bytes;
  }

  /// Returns the names of the files in a folder, sorted.
  [[nodiscard]] std::vector<std::string> names_in(const std::string& name) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_ / name))
      if (entry.is_regular_file())
        names.push_back(std::filesystem::relative(entry.path(), folder_ / name).string());
    std::ranges::sort(names);
    return names;
  }

  RecordTable table_;
  ReadOptions options_;
  std::vector<std::string> inputs_;
};

TEST_F(RecordWriterTest, CopiesRecordsByteForByte) {
  // Odd spacing, another order of fields, escapes, CR before LF, malformed bytes, and no LF at the end.
  const std::string a = R"({ "text" : "a\u00e9",   "id":"1" , "x": [1.0, 2e3]})";
  const std::string b = "{\"text\":\"b éééééééééé \xFF\"}\r";
  const std::string c = R"({"text":"c"})";
  add({write("in.jsonl", a + "\n" + b + "\n\n" + c)});
  ASSERT_EQ(table_.size(), 3U);
  write_all(path("all.jsonl"));
  EXPECT_EQ(on_disk("all.jsonl"), a + "\n" + b + "\n" + c + "\n");
  write_kept(path("some.jsonl"), {0, 2});
  EXPECT_EQ(on_disk("some.jsonl"), a + "\n" + c + "\n");
  write_kept(path("none.jsonl"), {});
  EXPECT_EQ(on_disk("none.jsonl"), "");
}

TEST_F(RecordWriterTest, JoinsFilesInTheOrderOfTheInput) {
  add({write("b.jsonl", "{\"text\":\"1\"}\n{\"text\":\"2\"}\n"), write("a.jsonl", "{\"text\":\"3\"}\n")});
  write_kept(path("out.jsonl"), {1, 2});
  EXPECT_EQ(on_disk("out.jsonl"), "{\"text\":\"2\"}\n{\"text\":\"3\"}\n");
}

TEST_F(RecordWriterTest, CopiesRunsThatExceedOneRead) {
  std::string lines;
  for (int i = 0; i < 3000; ++i)
    lines += "{\"id\":" + std::to_string(i) + ",\"text\":\"" + std::string(4000, 'x') + "\"}\n";
  add({write("in.jsonl", lines)});
  ASSERT_EQ(table_.size(), 3000U);
  write_all(path("out.jsonl"));
  EXPECT_TRUE(on_disk("out.jsonl") == lines);
}

TEST_F(RecordWriterTest, NameOfTheOutputDecidesItsCompression) {
  const std::string lines = "{\"text\":\"1\"}\n{\"text\":\"2\"}\n";
  add({write("in.jsonl", lines)});
  write_all(path("out.jsonl.gz"));
  write_all(path("out.jsonl.zst"));
  EXPECT_EQ(on_disk("out.jsonl.gz").substr(0, 2), "\x1f\x8b");
  EXPECT_EQ(on_disk("out.jsonl.zst").substr(0, 4), "\x28\xb5\x2f\xfd");
  EXPECT_EQ(content("out.jsonl.gz"), lines);
  EXPECT_EQ(content("out.jsonl.zst"), lines);
}

TEST_F(RecordWriterTest, ReadsCompressedAndConvertedInputsOnlyOnce) {
  const std::string utf16("\xFF\xFE{\0\"\0t\0e\0x\0t\0\"\0:\0\"\0u\0\"\0}\0\n\0", 28);
  add({write("a.jsonl.gz", gzip("{\"text\":\"1\"}\n")), write("b.jsonl.zst", zstd("{\"text\":\"2\"}\n")),
       write("c.jsonl", utf16)});
  for (const char* const name : {"a.jsonl.gz", "b.jsonl.zst", "c.jsonl"}) std::filesystem::remove(path(name));
  write_all(path("out.jsonl"));
  EXPECT_EQ(on_disk("out.jsonl"), "{\"text\":\"1\"}\n{\"text\":\"2\"}\n{\"text\":\"u\"}\n");
}

TEST_F(RecordWriterTest, AFolderGetsTheNamesAndTheCompressionOfTheInput) {
  write("in/a.jsonl", "{\"text\":\"1\"}\n{\"text\":\"2\"}\n");
  write("in/sub/b.jsonl.gz", gzip("{\"text\":\"3\"}\n"));
  write("in/note.txt", "a text\nwithout an end");
  write("in/dropped.txt", "gone");
  add({path("in"), write("other/c.csv", "id,text\n1,x\n2,y\n")});
  ASSERT_EQ(table_.size(), 7U);  // a: 0 and 1, dropped: 2, note: 3, sub/b: 4, c: 5 and 6
  write_kept(path("out/"), {1, 3, 4, 6});
  EXPECT_THAT(names_in("out"), ElementsAre("a.jsonl", "c.csv", "note.txt", "sub/b.jsonl.gz"));
  EXPECT_EQ(on_disk("out/a.jsonl"), "{\"text\":\"2\"}\n");
  EXPECT_EQ(on_disk("out/c.csv"), "id,text\n2,y\n");
  EXPECT_EQ(on_disk("out/note.txt"), "a text\nwithout an end");
  EXPECT_EQ(content("out/sub/b.jsonl.gz"), "{\"text\":\"3\"}\n");
}

TEST_F(RecordWriterTest, TwoInputsOfOneNameDoNotOverwriteEachOther) {
  add({write("x/a.jsonl", "{\"text\":\"1\"}\n"), write("y/a.jsonl", "{\"text\":\"2\"}\n")});
  EXPECT_THAT([&] { write_all(path("out/")); },
              ThrowsMessage<Error>(HasSubstr("would be written to the same name as")));
  std::filesystem::create_directories(path("out"));
  EXPECT_THAT(names_in("out"), IsEmpty());
}

TEST_F(RecordWriterTest, ATableKeepsItsHeaderAndItsQuotedRecords) {
  const std::string header = "id,\"text\"\r\n";
  const std::string first = "1,\"two\nlines, \"\"quoted\"\"\"\r\n";
  const std::string second = "2,plain\r\n";
  add({write("a.csv", header + first + second), write("b.csv", header + second)});
  write_kept(path("out.csv"), {0, 2});
  EXPECT_EQ(on_disk("out.csv"), header + first + second);
  write_kept(path("empty.csv"), {});
  EXPECT_EQ(on_disk("empty.csv"), header);
}

TEST_F(RecordWriterTest, FilesThatCannotShareOneFileAreRefusedBeforeAnythingIsWritten) {
  const auto needs_folder = Throws<Error>(Property(&Error::code, ErrorCode::needs_folder));
  const std::string lines = write("a.jsonl", "{\"text\":\"1\"}\n");
  const std::vector<std::string> others = {write("b.csv", "id,text\n1,x\n"), write("c.txt", "a text")};
  for (const std::string& other : others) {
    table_ = {};
    add({lines, other});
    EXPECT_THAT([&] { require_output_fits(table_, 0, path("out")); }, needs_folder);
    EXPECT_NO_THROW(require_output_fits(table_, 1, path("out/")));
    EXPECT_THAT([&] { write_all(path("out")); }, needs_folder);
    EXPECT_FALSE(std::filesystem::exists(path("out")));
  }
  table_ = {};
  add({write("d.csv", "id,text\n1,x\n"), write("e.csv", "text,id\nx,1\n")});
  EXPECT_THAT([&] { require_output_fits(table_, 0, path("out")); }, needs_folder);
  EXPECT_NO_THROW(require_output_fits(table_, 1, path("out")));  // only the second file is written
}

TEST_F(RecordWriterTest, AnEditReplacesTheRecordsOfItsDocuments) {
  add({write("in.jsonl", "{\"text\":\"1\"}\n{\"text\":\"2\"}\n{\"text\":\"3\"}\n")});
  const RecordEdit edit = [](std::uint32_t document, std::string_view record) {
    return std::string(record.substr(0, record.size() - 1)) + ",\"n\":" + std::to_string(document) + "}";
  };
  write_all(path("all.jsonl"), edit);
  EXPECT_EQ(on_disk("all.jsonl"),
            "{\"text\":\"1\",\"n\":0}\n{\"text\":\"2\",\"n\":1}\n{\"text\":\"3\",\"n\":2}\n");
  write_kept(path("some.jsonl"), {0, 2}, edit);
  EXPECT_EQ(on_disk("some.jsonl"), "{\"text\":\"1\",\"n\":0}\n{\"text\":\"3\",\"n\":2}\n");
}

TEST_F(RecordWriterTest, ProgressNamesTheLastDocumentOfEachRun) {
  add({write("in.jsonl", "{\"text\":\"1\"}\n{\"text\":\"2\"}\n{\"text\":\"3\"}\n{\"text\":\"4\"}\n")});
  std::vector<std::uint32_t> progress;
  write_kept(path("out.jsonl"), {0, 1, 3}, {}, [&](std::uint32_t last) { progress.push_back(last); });
  EXPECT_THAT(progress, ElementsAre(1, 3));
}

TEST_F(RecordWriterTest, AnInputThatChangedMeanwhileLeavesTheOldOutput) {
  const std::string input = write("in.jsonl", "{\"text\":\"1\"}\n{\"text\":\"2\"}\n");
  write("out.jsonl", "as it was\n");
  add({input});
  write("in.jsonl", "{\"text\":\"1\"}\n");
  EXPECT_THAT([&] { write_all(path("out.jsonl")); },
              ThrowsMessage<Error>(HasSubstr("the file changed during the run")));
  EXPECT_EQ(on_disk("out.jsonl"), "as it was\n");
  std::filesystem::remove(input);
  EXPECT_THAT([&] { write_all(path("out.jsonl")); }, ThrowsMessage<Error>(HasSubstr("cannot be read again")));
  EXPECT_EQ(on_disk("out.jsonl"), "as it was\n");
}

TEST_F(RecordWriterTest, TheOutputMayReplaceItsInput) {
  const std::string input = write("in.jsonl", "{\"text\":\"1\"}\n{\"text\":\"2\"}\n");
  add({input});
  write_kept(input, {1});
  EXPECT_EQ(on_disk("in.jsonl"), "{\"text\":\"2\"}\n");
}

TEST(RelativeNameTest, IsThePathBelowTheInputFolder) {
  EXPECT_EQ(relative_name("in/sub/a.txt", {"in"}), "sub/a.txt");
  EXPECT_EQ(relative_name("in/sub/a.txt", {"in//"}), "sub/a.txt");
  EXPECT_EQ(relative_name("in/sub/a.txt", {"other", "in/sub"}), "a.txt");
  EXPECT_EQ(relative_name("in/sub/a.txt", {"in/sub/a.txt"}), "a.txt");
  EXPECT_EQ(relative_name("inside/a.txt", {"in"}), "a.txt");
  EXPECT_EQ(relative_name("/a.txt", {"/"}), "a.txt");
  EXPECT_EQ(relative_name("-", {"-"}), "-");
}

TEST_F(RecordWriterTest, AJsonArrayStaysOneUnlessTheNameSaysLines) {
  add({write("a.json",
             "{\"rows\": [\n {\"id\": 1,\n  \"text\": \"a  b\"},\n {\"text\": \"c\"}, {\"text\": \"d\"}], "
             "\"n\": 3}")});
  write_kept(path("out.json"), {0, 2});
  EXPECT_EQ(on_disk("out.json"), "[\n{\"id\": 1,\n  \"text\": \"a  b\"},\n{\"text\": \"d\"}\n]\n");
  write_kept(path("out.jsonl"), {0, 2});
  EXPECT_EQ(on_disk("out.jsonl"), "{\"id\":1,\"text\":\"a  b\"}\n{\"text\":\"d\"}\n");
  write_kept(path("out.json.gz"), {});
  EXPECT_EQ(content("out.json.gz"), "[\n]\n");
  write_kept(path("out/"), {1});
  EXPECT_EQ(on_disk("out/a.json"), "[\n{\"text\": \"c\"}\n]\n");
}

TEST_F(RecordWriterTest, ATableKeepsItsByteOrderMark) {
  add({write("a.csv", "\xEF\xBB\xBFid;text\n1;one\n2;two\n")});
  write_kept(path("out.csv"), {1});
  EXPECT_EQ(on_disk("out.csv"), "\xEF\xBB\xBFid;text\n2;two\n");
}

TEST_F(RecordWriterTest, AFileWhoseEncodingIsFoundLateStaysOneFile) {
  std::string lines;
  for (int i = 0; i < 60000; ++i) lines += "{\"text\": \"an ordinary line of English\"}\n";
  const std::string last = "{\"text\": \"最后一行是中文，前面都是英文。\"}\n";
  add({write("in/a.jsonl", convert(lines + last, "GB18030"))});
  write_all(path("out/"));
  EXPECT_TRUE(on_disk("out/a.jsonl") == lines + last);
  write_all(path("out.jsonl"));
  EXPECT_TRUE(on_disk("out.jsonl") == lines + last);
}

}  // namespace
}  // namespace neardup::internal
