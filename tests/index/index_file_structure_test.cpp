// Files with right checksums and wrong content: they are refused or give wrong answers, but never lead
// outside of their arrays, and never to more hits than there are entries. tests/fuzz/index_file_fuzz.cpp
// looks for more.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tests/index/index_file_editor.h"
#include "tests/index/index_samples.h"

namespace neardup::internal {
namespace {

using lsm::SectionKind;
using testing::HasSubstr;

/// What opening the changed file says, or what verifying says if it opens.
std::string refusal_of(const Sample& sample, const std::function<void(IndexFileEditor&)>& change) {
  const TemporaryFile file("changed.ndx");
  make_sample(sample).save(file.path());
  IndexFileEditor opened(file.read());
  change(opened);
  file.write(opened.finish());
  const std::string message = message_of([&] { static_cast<void>(HammingIndex::open(file.path())); });
  if (message != kNothingThrown) return message;
  return message_of([&] { HammingIndex::verify(file.path()); });
}

TEST(IndexFileStructureTest, SectionsThatDoNotFitTogetherAreRefused) {
  for (const Sample& sample : {kNumbers, kWide}) {
    EXPECT_EQ(refusal_of(sample, [](IndexFileEditor&) {}),
              kNothingThrown);  // the changes below are what is refused
    EXPECT_THAT(refusal_of(sample, [](IndexFileEditor& file) { file.header.version = 1; }),
                HasSubstr("kind"));
    EXPECT_THAT(refusal_of(sample, [](IndexFileEditor& file) { file.header.max_distance = 4; }),
                HasSubstr("kind"));
    EXPECT_THAT(refusal_of(sample, [](auto& file) { file.section(SectionKind::tags, 1).key_bits -= 1; }),
                HasSubstr("the bits of a tag do not fit the plan"));
    EXPECT_THAT(refusal_of(sample, [](auto& file) { file.section(SectionKind::tags, 3).key_rotation += 1; }),
                HasSubstr("the bits of a tag do not fit the plan"));
    EXPECT_THAT(refusal_of(sample, [](auto& file) { file.section(SectionKind::starts, 2).key_rotation = 1; }),
                HasSubstr("a key lies outside its block"));
    EXPECT_THAT(refusal_of(sample, [](auto& file) { file.section(SectionKind::tags, 0).length -= 2; }),
                HasSubstr("the numbers of tags and entries differ"));
    EXPECT_THAT(refusal_of(sample, [](auto& file) { file.section(SectionKind::tags, 2).length = 0; }),
                HasSubstr("without tags"));
    EXPECT_THAT(refusal_of(sample, [](auto& file) { file.section(SectionKind::places, 1).length -= 4; }),
                HasSubstr("the wrong length"));
    EXPECT_THAT(
        refusal_of(sample,
                   [](auto& file) { file.section(SectionKind::places, 1).kind = SectionKind::entries; }),
        HasSubstr("the wrong kind"));
  }
}

// Reads outside of a mapped array mostly land in the same mapping, so only the AddressSanitizer build could
// see one; this test sees the Error that comes instead of it.
TEST(IndexFileStructureTest, PlacesOutsideOfTheTableAreRefusedAtTheFindAndByVerify) {
  for (const Sample& sample : {kNumbers, kWide}) {
    const TemporaryFile file("places.ndx");
    make_sample(sample).save(file.path());
    IndexFileEditor changed(file.read());
    for (std::uint32_t table = 1; table < 4; ++table) changed.fill(SectionKind::places, table, '\xFF');
    file.write(changed.finish());
    const HammingIndex opened = HammingIndex::open(file.path());
    const Fingerprint member = sample_set(sample)[0];
    EXPECT_THAT(message_of([&] { static_cast<void>(opened.find(member)); }), HasSubstr("outside table 0"));
    EXPECT_THAT(message_of([&] { HammingIndex::verify(file.path()); }),
                testing::AllOf(HasSubstr(file.path()), HasSubstr("outside table 0")));
  }
}

TEST(IndexFileStructureTest, WrongPlacesAndTagsInsideOfTheTableBringNoStranger) {
  for (const SectionKind kind : {SectionKind::places, SectionKind::tags}) {
    const TemporaryFile file("inside.ndx");
    make_sample(kNumbers).save(file.path());
    IndexFileEditor changed(file.read());
    for (std::uint32_t table = 1; table < 4; ++table) changed.fill(kind, table, 0);
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

// Every entry of a table leads to the first of many equal fingerprints. Without a limit, each would report
// all of them, and a small file would make a find run out of memory.
TEST(IndexFileStructureTest, EntriesThatAllLeadToTheSamePlaceDoNotMultiplyTheHits) {
  constexpr std::uint64_t kEntries = 900;
  for (const int max_distance : {3, 5}) {  // tables of tags and of whole fingerprints
    const TemporaryFile file("multiplied.ndx");
    HammingIndex index({.max_distance = max_distance, .blocks = 4});
    for (std::uint64_t id = 0; id < kEntries; ++id) index.add(id, Fingerprint{id});
    index.save(file.path());
    IndexFileEditor changed(file.read());
    changed.fill(SectionKind::entries, 0, 0);
    for (std::uint32_t table = 1; table < 4; ++table) {
      if (changed.has(SectionKind::tags)) {
        changed.fill(SectionKind::tags, table, 0);
        changed.fill(SectionKind::places, table, 0);
      } else {
        changed.fill(SectionKind::entries, table, 0);
      }
    }
    file.write(changed.finish());
    const HammingIndex opened = HammingIndex::open(file.path());
    // Differs in block 0 only, by more than the allowance of table 0: table 1 reports.
    const Fingerprint query{max_distance == 3 ? 0x8000'0000'0000'0000 : 0xC000'0000'0000'0000};
    EXPECT_THAT(message_of([&] { static_cast<void>(opened.find(query)); }), HasSubstr("more hits than"));
    EXPECT_THAT(message_of([&] { static_cast<void>(opened.find_batch(std::vector{query})); }),
                HasSubstr("more hits than"));
  }
}

}  // namespace
}  // namespace neardup::internal
