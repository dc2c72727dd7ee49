// Members of archives are files like any others; damage, passwords and bombs cost only what is behind them.
#include "neardup/corpus/archive_reader.h"

#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using Members = std::vector<std::pair<std::string, std::string>>;

class ArchiveTest : public CorpusTest {
 protected:
  static la_ssize_t append(archive* /*handle*/, void* out, const void* bytes, std::size_t size) {
    static_cast<std::string*>(out)->append(static_cast<const char*>(bytes), size);
    return static_cast<la_ssize_t>(size);
  }

  /// Returns an archive: "zip", "tar", or "raw" for a stream of one member; packed with the filter unless it is null.
  static std::string pack(const Members& members, const char* format, const char* filter = nullptr) {
    std::string out;
    archive* const handle = archive_write_new();
    archive_write_set_bytes_per_block(handle, 0);
    if (std::string_view(format) == "tar") {
      archive_write_set_format_pax_restricted(handle);
    } else if (std::string_view(format) == "raw") {
      archive_write_set_format_raw(handle);
    } else {
      archive_write_set_format_zip(handle);
    }
    if (filter != nullptr) {
      EXPECT_EQ(archive_write_add_filter_by_name(handle, filter), ARCHIVE_OK) << filter;
    }
    EXPECT_EQ(archive_write_open(handle, &out, nullptr, &ArchiveTest::append, nullptr), ARCHIVE_OK);
    for (const auto& [name, content] : members) {
      archive_entry* const entry = archive_entry_new();
      archive_entry_set_pathname_utf8(entry, name.c_str());
      archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
      archive_entry_set_filetype(entry, AE_IFREG);
      archive_entry_set_perm(entry, 0644);
      archive_write_header(handle, entry);
      archive_write_data(handle, content.data(), content.size());
      archive_entry_free(entry);
    }
    archive_write_free(handle);
    return out;
  }

  const Members members_ = {
      {"a.txt", "the first"},           {"./deep/b.txt", "the second"},
      {".hidden", "not this"},          {"deep/.git/config", "nor this"},
      {"../../escape.txt", "nor this"}, {"c.jsonl", "{\"id\": 7, \"text\": \"the third\"}\n"}};
};

TEST_F(ArchiveTest, MembersAreFilesNamedAfterTheArchive) {
  const std::vector<std::pair<std::string, std::string>> archives = {
      {"a.zip", pack(members_, "zip")},
      {"a.tar", pack(members_, "tar")},
      {"a.tar.gz", pack(members_, "tar", "gzip")},
      {"a.tar.zst", zstd(pack(members_, "tar"))},
      {"a.tar.bz2", pack(members_, "tar", "bzip2")},
      {"a.tar.xz", pack(members_, "tar", "xz")},
      {"any.name", pack(members_, "zip")}};
  for (const auto& [name, bytes] : archives) {
    const std::string file = write(name, bytes);
    const DocumentBatch batch = read({file}, {.keep_records = true});
    EXPECT_THAT(texts(batch), ElementsAre("the first", "the second", "the third")) << name;
    EXPECT_THAT(ids(batch), ElementsAre(file + "/a.txt", file + "/deep/b.txt", "7")) << name;
    EXPECT_THAT(complaints(batch), IsEmpty()) << name;
  }
}

TEST_F(ArchiveTest, StreamsOfBzip2AndXzAreDecompressedWhateverTheName) {
  std::string lines;
  for (int i = 0; i < 30000; ++i) lines += "{\"id\": " + std::to_string(i) + ", \"text\": \"一行\"}\n";
  for (const char* const filter : {"bzip2", "xz"}) {
    const std::string packed = pack({{"data", lines}}, "raw", filter);
    ASSERT_LT(packed.size(), lines.size());
    for (const char* const name : {"a.jsonl.bz2", "a"}) {
      EXPECT_THAT(read({write(name, packed)}).documents, SizeIs(30000)) << filter;
      const DocumentBatch twice = read({write(name, packed + packed)});
      EXPECT_THAT(twice.documents, SizeIs(60000)) << filter;
    }
    const DocumentBatch cut = read({write("cut", std::string_view(packed).substr(0, packed.size() - 10))});
    EXPECT_LT(cut.documents.size(), 30001U);
    EXPECT_THAT(complaints(cut), ElementsAre(testing::StartsWith("cut: byte "))) << filter;
  }
}

TEST_F(ArchiveTest, CompressedMembersAreDecompressedToo) {
  const Members members = {{"a.txt.gz", gzip("packed twice")}, {"b.txt.zst", zstd("this too")}};
  EXPECT_THAT(texts(read({write("a.tar", pack(members, "tar"))})), ElementsAre("packed twice", "this too"));
}

TEST_F(ArchiveTest, ArchivesInFoldersAreReadInTheirPlaceAndGlobsChooseMembers) {
  write("in/a.txt", "before");
  write("in/b.zip", pack(members_, "zip"));
  write("in/c.txt", "after");
  EXPECT_THAT(texts(read({path("in")})),
              ElementsAre("before", "the first", "the second", "the third", "after"));
  EXPECT_THAT(texts(read({path("in")}, {.globs = {"*.jsonl"}})), ElementsAre("the third"));
  EXPECT_THAT(texts(read({path("in")}, {.globs = {"b.zip/deep/*"}})), ElementsAre("the second"));
  EXPECT_THAT(texts(read({path("in")}, {.globs = {"*.zip"}})), SizeIs(3));
  EXPECT_THAT(texts(read({path("in/b.zip")}, {.globs = {"b.txt"}})), ElementsAre("the second"));
}

TEST_F(ArchiveTest, EveryCutLeavesTheMembersBeforeItAndOneMessage) {
  std::mt19937 random(5);
  Members members;
  for (int i = 0; i < 20; ++i) {
    std::string text;
    for (int word = 0; word < 200; ++word) text += std::to_string(random()) + " ";
    members.emplace_back(std::to_string(100 + i) + ".txt", text);
  }
  for (const char* const format : {"zip", "tar"}) {
    const std::string whole = pack(members, format);
    for (std::size_t size = 600; size + 3000 < whole.size(); size += 977) {
      const DocumentBatch batch = read({write("cut", std::string_view(whole).substr(0, size))});
      const std::vector<std::string> found = texts(batch);
      for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], members[i].second);
      if (batch.problems.empty()) {
        EXPECT_EQ(size % 512, 0U) << "tar may end after any member";
      }
      EXPECT_LT(batch.problems.size(), 3U);
    }
    EXPECT_THAT(read({write("whole", whole)}).documents, SizeIs(20));
  }
}

TEST_F(ArchiveTest, AnEncryptedMemberIsReportedAndTheOthersAreRead) {
  std::string zip = pack({{"a.txt", "in the clear"}, {"b.txt", "a secret of many words"}}, "zip");
  const std::size_t second = zip.find(std::string("PK\3\4", 4), 4);
  ASSERT_NE(second, std::string::npos);
  zip[second + 6] = static_cast<char>(zip[second + 6] | 1);  // the flag in the local header
  const DocumentBatch batch = read({write("a.zip", zip)});
  EXPECT_THAT(texts(batch), ElementsAre("in the clear"));
  EXPECT_THAT(complaints(batch)[0], HasSubstr("a.zip/b.txt: encrypted; skipped"));
}

TEST_F(ArchiveTest, OfficeFilesAreNoArchives) {
  const Members office = {{"[Content_Types].xml", "<Types/>"}, {"word/document.xml", "<w:p>text</w:p>"}};
  const DocumentBatch batch = read({write("a.docx", pack(office, "zip"))});
  EXPECT_THAT(batch.documents, IsEmpty());
  EXPECT_THAT(complaints(batch),
              ElementsAre(HasSubstr("as .docx, .xlsx, .odt and .epub files are, not text")));
}

TEST_F(ArchiveTest, AnArchiveOfNothingIsAWarning) {
  for (const char* const format : {"zip", "tar"}) {
    const DocumentBatch batch = read({write("a.zip", pack({{".hidden", "x"}}, format))});
    EXPECT_THAT(complaints(batch),
                ElementsAre("warning: a.zip: no file in this archive (hidden ones do not count)"));
  }
}

TEST_F(ArchiveTest, AMemberThatExpandsWithoutEndIsGivenUp) {
  const Members members = {
      {"a.txt", "fine"}, {"bomb.txt", std::string(std::size_t{8} << 20, 'a')}, {"c.txt", "fine too"}};
  const DocumentBatch batch = read({write("a.zip", pack(members, "zip"))}, {.max_document = 1000});
  EXPECT_THAT(texts(batch), ElementsAre("fine", "fine too"));
  EXPECT_THAT(complaints(batch), ElementsAre(HasSubstr("a.zip/bomb.txt: longer than 1000 bytes")));
}

TEST_F(ArchiveTest, ATextThatBeginsLikeAnArchiveIsAText) {
  for (const char* const text : {"PK is short for Phil Katz.", "BZh91AY&SY begins a file of bzip2."})
    EXPECT_THAT(texts(read({write("a.txt", text)})), ElementsAre(text));
}

}  // namespace
}  // namespace neardup::internal
