// Every kind of bad input: a clear message with file and place, and the other inputs still give their
// documents.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "neardup/util/error.h"
#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class BadInputTest : public CorpusTest {
 protected:
  /// Reads the file between two good ones, which must not notice.
  DocumentBatch read_between(const std::string& file, ReadOptions options = {}) const {
    DocumentBatch batch =
        read({write("good1.txt", "before"), file, write("good2.txt", "after")}, std::move(options));
    EXPECT_EQ(batch.documents.front().text, "before");
    EXPECT_EQ(batch.documents.back().text, "after");
    return batch;
  }
  static std::string lines(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
      text += "{\"id\": " + std::to_string(i) + ", \"text\": \"第几行\"}\n";
    return text;
  }
};

TEST_F(BadInputTest, AnEmptyTextFileIsAnEmptyDocument) {
  const DocumentBatch batch = read_between(write("empty.txt", ""));
  EXPECT_THAT(texts(batch), ElementsAre("before", "", "after"));
  EXPECT_THAT(complaints(batch), IsEmpty());
  EXPECT_THAT(texts(read({write("nothing", "")})), ElementsAre(""));
  EXPECT_THAT(texts(read({write("blank.gz", gzip(""))})), ElementsAre(""));
}

TEST_F(BadInputTest, EmptyLinesAreEmptyDocumentsInLinesSoThatNumbersStay) {
  EXPECT_THAT(texts(read({write("a", "x\n\ny")}, {.format = InputFormat::lines})), ElementsAre("x", "", "y"));
}

TEST_F(BadInputTest, AFileOfAKnownKindIsNamed) {
  const std::vector<std::pair<std::string, std::string>> kinds = {
      {std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16), "a PNG image"},
      {"%PDF-1.7\n%", "a PDF document"},
      {std::string("\xFF\xD8\xFF\xE0\0\x10JFIF", 10), "a JPEG image"},
      {std::string("RIFF\x10\0\0\0WEBPVP8 ", 16), "a WebP image"},
      {"PAR1\x15\x04", "a Parquet file"},
      {"7z\xBC\xAF\x27\x1C", "a 7z archive"},
  };
  for (const auto& [bytes, kind] : kinds) {
    for (const std::string name : {"file", "file.jsonl", "file.csv"}) {
      const DocumentBatch batch = read_between(write(name, bytes));
      EXPECT_EQ(batch.documents.size(), 2U) << kind;
      EXPECT_THAT(complaints(batch), ElementsAre(name + ": " + kind + ", not text; skipped"));
    }
  }
  for (const char* const text :
       {"PAR1 is a hole.", "The ftyp box names the brand.", "GIF89a is a version of GIF.",
        "BZh91AY&SY begins a file of bzip2.", "Rar! he said.", "IHDRtextWEBPVP8 is a word"}) {
    EXPECT_THAT(complaints(read_between(write("a.txt", text))), IsEmpty());
  }
}

TEST_F(BadInputTest, ABinaryFileIsReportedAndSkipped) {
  const std::string file = write("data.bin", std::string("\x89\x90\r\n\x1a\n\0\0\0\rIHDR", 14));
  DocumentBatch batch = read_between(file);
  EXPECT_EQ(batch.documents.size(), 2U);
  EXPECT_THAT(complaints(batch),
              ElementsAre("data.bin: byte 6: a NUL byte: binary data or UTF-16, not UTF-8 text; skipped"));
  EXPECT_EQ(read_between(file, {.invalid = InvalidBytes::keep}).documents.size(), 3U);
}

TEST_F(BadInputTest, NulInTextIsBinaryUnderAutoOnly) {
  const std::string file = write("nul.txt", std::string("one\0two", 7));
  EXPECT_THAT(complaints(read_between(file)), ElementsAre(HasSubstr("nul.txt: byte 3: a NUL byte")));
  EXPECT_EQ(read_between(file, {.encoding = "utf-8"}).documents[1].text, std::string("one\0two", 7));
}

TEST_F(BadInputTest, TruncatedUtf8IsRepairedWithAWarning) {
  const DocumentBatch batch = read_between(write("cut.txt", "截断的文\xE5\xAD"));
  EXPECT_EQ(batch.documents[1].text, "截断的文\uFFFD");
  EXPECT_THAT(complaints(batch),
              ElementsAre("warning: cut.txt: byte 12: not valid UTF-8; replaced by U+FFFD: 1 place"));
}

TEST_F(BadInputTest, ATruncatedCompressedFileGivesTheRecordsBeforeTheCut) {
  const std::string text = lines(50000);
  for (const std::string& compressed : {gzip(text), zstd(text)}) {
    const std::size_t cut = compressed.size() * 2 / 3;
    const DocumentBatch batch =
        read_between(write("cut.jsonl.x", std::string_view(compressed).substr(0, cut)));
    EXPECT_GT(batch.documents.size(), 10000U);
    EXPECT_LT(batch.documents.size(), 50000U);
    EXPECT_EQ(batch.documents[batch.documents.size() - 2].id, std::to_string(batch.documents.size() - 3));
    EXPECT_THAT(complaints(batch), ElementsAre("cut.jsonl.x: byte " + std::to_string(cut) +
                                               ": the compressed data ends too early (truncated file?)"));
  }
}

TEST_F(BadInputTest, ATruncatedTextIsNoDocument) {
  const std::string compressed = gzip("A text. " + lines(1000));
  const DocumentBatch batch = read_between(write("a.txt.gz", std::string_view(compressed).substr(0, 1000)));
  EXPECT_EQ(batch.documents.size(), 2U);
  EXPECT_THAT(complaints(batch), ElementsAre(HasSubstr("ends too early")));
}

TEST_F(BadInputTest, DocumentsOfExactlyTheLongestLengthPass) {
  for (const char* end : {"", "\n", "\r\n"}) {
    for (const std::size_t max_document : {std::size_t{10}, std::size_t{3} << 20}) {
      const std::string longest(max_document, 'a');
      ReadOptions options{.format = InputFormat::lines, .max_document = max_document};
      DocumentBatch batch = read({write("a", "b\n" + longest + end)}, options);
      EXPECT_THAT(complaints(batch), IsEmpty());
      EXPECT_EQ(batch.documents.size(), 2U);
      batch = read({write("a", "b\n" + longest + "a" + end)}, options);
      EXPECT_THAT(complaints(batch), ElementsAre(HasSubstr("a: line 2: longer than ")));
      EXPECT_EQ(batch.documents.size(), 1U);
    }
  }
}

TEST_F(BadInputTest, LongRecordsAreSkippedInEveryFormat) {
  const std::string words(100000, 'w');
  const ReadOptions options{.max_document = 50000};
  const std::string message = "longer than 50000 bytes; skipped";
  DocumentBatch batch = read_between(write("a.txt", words), options);
  EXPECT_EQ(batch.documents.size(), 2U);
  EXPECT_THAT(complaints(batch), ElementsAre("a.txt: " + message));
  batch = read_between(
      write("a.jsonl", "{\"text\": \"x\"}\n{\"text\": \"" + words + "\"}\n{\"text\": \"y\"}\n"), options);
  EXPECT_THAT(texts(batch), ElementsAre("before", "x", "y", "after"));
  EXPECT_THAT(complaints(batch), ElementsAre("a.jsonl: line 2: " + message));
  batch = read_between(write("a.tsv", "text\nx\n" + words + "\ny\n" + words), options);
  EXPECT_THAT(texts(batch), ElementsAre("before", "x", "y", "after"));
  EXPECT_THAT(complaints(batch), ElementsAre("a.tsv: line 3: " + message, "a.tsv: line 5: " + message));
}

TEST_F(BadInputTest, SeveralLongLinesInARowAreEachReported) {
  const std::string long_line(5000000, 'x');
  const DocumentBatch batch = read({write("a", long_line + "\n" + long_line + "\nshort\n" + long_line)},
                                   {.format = InputFormat::lines, .max_document = 1000});
  EXPECT_THAT(texts(batch), ElementsAre("short"));
  EXPECT_EQ(batch.documents[0].line, 3U);
  EXPECT_THAT(complaints(batch), ElementsAre(HasSubstr("line 1: longer"), HasSubstr("line 2: longer"),
                                             HasSubstr("line 4: longer")));
}

TEST_F(BadInputTest, ADecompressionBombIsGivenUpWhereTheMessageSays) {
  const std::string flood(std::size_t{20} << 20, 'z');
  const ReadOptions options{.format = InputFormat::lines, .max_document = std::size_t{1} << 20};
  for (const std::string& compressed :
       {gzip("first\n" + flood + "\nlast\n"), zstd("first\n" + flood + "\nlast\n")}) {
    const DocumentBatch batch = read_between(write("bomb", compressed), options);
    EXPECT_THAT(texts(batch), ElementsAre("before", "first", "after"));
    EXPECT_THAT(complaints(batch), ElementsAre(HasSubstr("bomb: line 2: one record goes on after 17")));
  }
  // The same record in a plain file is only long.
  const DocumentBatch plain = read_between(write("plain", "first\n" + flood + "\nlast\n"), options);
  EXPECT_THAT(texts(plain), ElementsAre("before", "first", "last", "after"));
}

#if defined(__has_feature)  // of clang; GCC has macros
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define NEARDUP_IS_SANITIZED
#endif
#endif
#if defined(NEARDUP_IS_SANITIZED) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kMemoryIsMeasurable = false;
#else
constexpr bool kMemoryIsMeasurable = true;
#endif

/// Peak memory of a child that runs the function, beyond what it has at the start, in MiB.
template <typename Function>
long extra_mebibytes(const Function& function) {
  const auto peak_kibibytes = [] {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const long before = peak_kibibytes();
    const long extra = function() ? (peak_kibibytes() - before) / 1024 : 1000000;
    const auto written = ::write(ends[1], &extra, sizeof extra);
    ::_exit(written == sizeof extra ? 0 : 1);
  }
  ::close(ends[1]);
  long extra = -1;
  EXPECT_EQ(::read(ends[0], &extra, sizeof extra), static_cast<ssize_t>(sizeof extra));
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  return extra;
}

TEST_F(BadInputTest, ALineOfThreeHundredMegabytesNeedsNoMoreMemoryThanTheLongestDocument) {
  if (!kMemoryIsMeasurable) GTEST_SKIP() << "a sanitizer holds memory back";
  const std::string member = gzip(std::string(std::size_t{10} << 20, 'y'));
  std::string file = gzip("first\n");
  for (int i = 0; i < 30; ++i) file += member;
  write("long.gz", file + gzip("\nlast\n"));
  const long extra = extra_mebibytes([this] {
    const ReadOptions options{.format = InputFormat::lines, .max_document = std::size_t{20} << 20};
    const DocumentBatch batch = read({path("long.gz")}, options);
    return texts(batch) == std::vector<std::string>{"first", "last"} && batch.problems.size() == 1;
  });
  EXPECT_LE(extra, 20 + 8);
}

TEST_F(BadInputTest, AStreamOfManyBatchesNeedsTheMemoryOfAFew) {
  if (!kMemoryIsMeasurable) GTEST_SKIP() << "a sanitizer holds memory back";
  std::string block;
  while (block.size() < (std::size_t{10} << 20))
    block += "{\"text\": \"一行又一行的文字, line after line of text\"}\n";
  std::string file;
  for (int i = 0; i < 6; ++i) file += zstd(block);
  write("many.jsonl.zst", file);
  const long extra = extra_mebibytes([this] {
    CorpusReader reader({path("many.jsonl.zst")}, {});
    std::size_t documents = 0;
    while (const auto batch = reader.next()) documents += reader.parse(*batch).documents.size();
    return documents > 900000;
  });
  EXPECT_LE(extra, 24);
}

TEST_F(BadInputTest, APipeIsReadLikeAFile) {
  const std::string pipe = path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] {
    std::ofstream out(pipe, std::ios::binary);
    for (const char c : lines(100)) out << c << std::flush;
  });
  const DocumentBatch batch = read({pipe});
  writer.join();
  EXPECT_EQ(batch.documents.size(), 100U);
}

TEST_F(BadInputTest, StandardInputIsCalledMinus) {
  const int saved = ::dup(STDIN_FILENO);
  const int file = ::open(write("in", zstd("{\"text\": \"从标准输入\"}\n")).c_str(), O_RDONLY);
  ::dup2(file, STDIN_FILENO);
  const DocumentBatch batch = read({"-"});
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  ::close(file);
  EXPECT_THAT(texts(batch), ElementsAre("从标准输入"));
  EXPECT_THAT(ids(batch), ElementsAre("-:1"));
}

TEST_F(BadInputTest, OptionsThatCannotBeMeantAreRefused) {
  EXPECT_THROW(CorpusReader({}, {.max_document = 0}), Error);
  EXPECT_THROW(CorpusReader({}, {.text_fields = {}}), Error);
  EXPECT_THROW(CorpusReader({}, {.text_fields = {"a", ""}}), Error);
  EXPECT_THROW(CorpusReader({}, {.id_field = ""}), Error);
}

TEST_F(BadInputTest, BatchesMayBeParsedInAnyOrderByAnyThread) {
  CorpusReader reader({write("a.jsonl", lines(200000))}, {});
  std::vector<std::shared_ptr<const RawBatch>> batches;
  while (auto batch = reader.next()) batches.push_back(std::move(batch));
  ASSERT_GT(batches.size(), 3U);
  std::vector<DocumentBatch> parsed(batches.size());
  std::vector<std::thread> threads;
  for (const std::size_t remainder : {0U, 1U})
    threads.emplace_back([&, remainder] {
      for (std::size_t i = batches.size(); i-- > 0;)
        if (i % 2 == remainder) parsed[i] = reader.parse(*batches[i]);
    });
  for (std::thread& thread : threads) thread.join();
  std::uint64_t next = 0;
  for (const DocumentBatch& batch : parsed)
    for (const Document& document : batch.documents) ASSERT_EQ(document.id, std::to_string(next++));
  EXPECT_EQ(next, 200000U);
}

TEST(ProblemTest, DescribesFromTheFileInwards) {
  EXPECT_EQ((Problem{.path = "notes/a.txt", .byte = 1042, .message = "not valid"}).describe(),
            "notes/a.txt: byte 1042: not valid");
  EXPECT_EQ((Problem{.path = "a", .line = 7, .byte = 3, .message = "x"}).describe(), "a: line 7: byte 3: x");
  EXPECT_EQ((Problem{.message = "x"}).describe(), "x");
}

}  // namespace
}  // namespace neardup::internal
