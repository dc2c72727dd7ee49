// Versions of the index file: those that were published stay readable, and a file with right checksums and
// wrong content is refused or gives wrong answers, but never leads outside of its arrays.
//
// The golden files of the present version are made by this test: NEARDUP_WRITE_GOLDEN=1
// build/release/tests/index/index_test
// --gtest_filter=IndexVersionTest.GoldenFilesOfVersion2AreReadAndWrittenTheSame writes them anew into
// tests/golden. They hold what users have stored: a change that needs new ones needs a new version of the
// format as well. Those of version 1 were made by the program that wrote it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>

#include "neardup/index/index_file.h"
#include "neardup/util/checksum.h"
#include "tests/index/index_samples.h"

namespace neardup {
namespace {

using index::FileHeader;
using index::FileSection;
using index::SectionKind;
using testing::HasSubstr;

const std::string kGoldenFolder = NEARDUP_GOLDEN_DIR;

void expect_golden(const std::string& path, const Sample& sample) {
  HammingIndex::verify(path);
  expect_sample(HammingIndex::open(path, sample.options.recipe), sample);
}

TEST(IndexVersionTest, GoldenFilesOfVersion1AreRead) {
  expect_golden(kGoldenFolder + "/index_v1_numbers.ndx", kNumbers);
  expect_golden(kGoldenFolder + "/index_v1_texts.ndx", kTexts);
  expect_golden(kGoldenFolder + "/index_v1_narrow.ndx", kNarrow);
}

TEST(IndexVersionTest, GoldenFilesOfVersion2AreReadAndWrittenTheSame) {
  const std::pair<const char*, const Sample&> golden[] = {{"/index_v2_numbers.ndx", kNumbers},
                                                          {"/index_v2_texts.ndx", kTexts},
                                                          {"/index_v2_wide.ndx", kWide},
                                                          {"/index_v2_narrow.ndx", kNarrow}};
  for (const auto& [name, sample] : golden) {
    if (std::getenv("NEARDUP_WRITE_GOLDEN") != nullptr) make_sample(sample).save(kGoldenFolder + name);
    expect_golden(kGoldenFolder + name, sample);
    const TemporaryFile again("golden.ndx");
    make_sample(sample).save(again.path());
    EXPECT_EQ(again.read(), read_file(kGoldenFolder + name)) << name;
  }
}

/// The head of a file and its bytes, to be changed; `finish` makes the checksums right again.
struct OpenedFile {
  std::string bytes;
  FileHeader header{};
  std::vector<FileSection> sections;

  explicit OpenedFile(std::string content) : bytes(std::move(content)) {
    std::memcpy(&header, bytes.data(), sizeof(header));
    sections.resize(header.section_count);
    std::memcpy(sections.data(), bytes.data() + sizeof(header), sections.size() * sizeof(FileSection));
  }

  [[nodiscard]] FileSection& section(SectionKind kind, std::uint32_t table) {
    return *std::ranges::find_if(
        sections, [&](const FileSection& next) { return next.kind == kind && next.table == table; });
  }
  [[nodiscard]] bool has(SectionKind kind) const {
    return std::ranges::find(sections, kind, &FileSection::kind) != sections.end();
  }

  [[nodiscard]] std::string finish() {
    std::memcpy(bytes.data() + sizeof(header), sections.data(), sections.size() * sizeof(FileSection));
    const std::size_t pages = sizeof(header) + sections.size() * sizeof(FileSection) + header.recipe_length;
    for (std::size_t page = 0; header.data_start + page * index::kPageBytes < bytes.size(); ++page) {
      const std::string_view whole = bytes;
      const std::uint64_t sum =
          checksum(whole.substr(header.data_start + page * index::kPageBytes, index::kPageBytes));
      std::memcpy(bytes.data() + pages + page * sizeof(sum), &sum, sizeof(sum));
    }
    std::memcpy(bytes.data(), &header, sizeof(header));
    header.head_checksum = index::checksum_head({bytes.data(), header.data_start});
    std::memcpy(bytes.data(), &header, sizeof(header));
    return bytes;
  }
};

TEST(IndexVersionTest, AFileOfVersion1BecomesVersion2WithTagsOnceItIsAddedTo) {
  HammingIndex opened = HammingIndex::open(kGoldenFolder + "/index_v1_numbers.ndx");
  const TemporaryFile same("v1-same.ndx");
  opened.save(same.path());
  expect_golden(same.path(), kNumbers);
  EXPECT_FALSE(OpenedFile(same.read()).has(SectionKind::tags));
  opened.add(5, Fingerprint{5});
  EXPECT_EQ(opened.find(Fingerprint{5}).size(), 1U);
  EXPECT_EQ(opened.find(sample_set(kNumbers)[7]).hits,
            make_oracle(kNumbers).find(sample_set(kNumbers)[7], 3));
  const TemporaryFile added("v1-added.ndx");
  opened.save(added.path());
  EXPECT_EQ(OpenedFile(added.read()).header.version, 2U);
  EXPECT_TRUE(OpenedFile(added.read()).has(SectionKind::tags));
  EXPECT_TRUE(opened.remove(5));
  opened.save(added.path());
  expect_golden(added.path(), kNumbers);
}

/// What opening the changed file says, or what verifying says if it opens.
std::string refusal_of(const Sample& sample, const std::function<void(OpenedFile&)>& change) {
  const TemporaryFile file("changed.ndx");
  make_sample(sample).save(file.path());
  OpenedFile opened(file.read());
  change(opened);
  file.write(opened.finish());
  const std::string message = message_of([&] { static_cast<void>(HammingIndex::open(file.path())); });
  if (message != kNothingThrown) return message;
  return message_of([&] { HammingIndex::verify(file.path()); });
}

TEST(IndexVersionTest, SectionsThatDoNotFitTogetherAreRefused) {
  for (const Sample& sample : {kNumbers, kWide}) {
    EXPECT_EQ(refusal_of(sample, [](OpenedFile&) {}),
              kNothingThrown);  // the changes below are what is refused
    EXPECT_THAT(refusal_of(sample, [](OpenedFile& file) { file.header.version = 1; }), HasSubstr("kind"));
    EXPECT_THAT(refusal_of(sample, [](OpenedFile& file) { file.header.max_distance = 4; }),
                HasSubstr("kind"));
    EXPECT_THAT(refusal_of(sample, [](auto& file) { file.section(SectionKind::tags, 1).key_bits -= 1; }),
                HasSubstr("a tag that cannot be"));
    EXPECT_THAT(refusal_of(sample, [](auto& file) { file.section(SectionKind::tags, 3).key_rotation += 1; }),
                HasSubstr("a tag that cannot be"));
    EXPECT_THAT(refusal_of(sample, [](auto& file) { file.section(SectionKind::starts, 2).key_rotation = 1; }),
                HasSubstr("a key outside of its block"));
    EXPECT_THAT(refusal_of(sample, [](auto& file) { file.section(SectionKind::tags, 0).length -= 2; }),
                HasSubstr("as many tags as entries"));
    EXPECT_THAT(refusal_of(sample, [](auto& file) { file.section(SectionKind::tags, 2).length = 0; }),
                HasSubstr("without tags"));
    EXPECT_THAT(refusal_of(sample, [](auto& file) { file.section(SectionKind::places, 1).length -= 4; }),
                HasSubstr("another length"));
    EXPECT_THAT(
        refusal_of(sample,
                   [](auto& file) { file.section(SectionKind::places, 1).kind = SectionKind::entries; }),
        HasSubstr("another kind"));
  }
}

void fill(OpenedFile& file, SectionKind kind, std::uint32_t table, char byte) {
  const FileSection& section = file.section(kind, table);
  std::fill_n(file.bytes.begin() + static_cast<std::ptrdiff_t>(section.offset), section.length, byte);
}

TEST(IndexVersionTest, PlacesOutsideOfTheTableAreRefusedAtTheFindAndByVerify) {
  for (const Sample& sample : {kNumbers, kWide}) {
    const TemporaryFile file("places.ndx");
    make_sample(sample).save(file.path());
    OpenedFile changed(file.read());
    for (std::uint32_t table = 1; table < 4; ++table) fill(changed, SectionKind::places, table, '\xFF');
    file.write(changed.finish());
    const HammingIndex opened = HammingIndex::open(file.path());
    const Fingerprint member = sample_set(sample)[0];
    EXPECT_THAT(message_of([&] { static_cast<void>(opened.find(member)); }), HasSubstr("outside of table 0"));
    EXPECT_THAT(message_of([&] { HammingIndex::verify(file.path()); }),
                testing::AllOf(HasSubstr(file.path()), HasSubstr("outside of table 0")));
  }
}

TEST(IndexVersionTest, WrongPlacesAndTagsInsideOfTheTableBringNoStranger) {
  for (const SectionKind kind : {SectionKind::places, SectionKind::tags}) {
    const TemporaryFile file("inside.ndx");
    make_sample(kNumbers).save(file.path());
    OpenedFile changed(file.read());
    for (std::uint32_t table = 1; table < 4; ++table) fill(changed, kind, table, 0);
    file.write(changed.finish());
    HammingIndex::verify(file.path());
    const HammingIndex opened = HammingIndex::open(file.path());
    for (const Fingerprint& query : sample_set(kNumbers)) {
      for (const Hit& hit : opened.find(query)) {
        EXPECT_LE(hamming_distance(query, *opened.fingerprint(hit.id.number())), 3);
      }
    }
  }
}

}  // namespace
}  // namespace neardup
