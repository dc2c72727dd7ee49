// The index file: what is saved comes back, and what is damaged is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "neardup/index/hamming_index.h"
#include "neardup/util/error.h"
#include "tests/index/fingerprint_sets.h"
#include "tests/index/index_samples.h"
#include "tests/reference/hamming_oracle.h"

namespace neardup::internal {
namespace {

using testing::HasSubstr;

TEST(IndexFileTest, WhatIsSavedComesBack) {
  for (const Sample& sample : {kNumbers, kTexts, kNarrow, kWide}) {
    const TemporaryFile file("round-trip.ndx");
    make_sample(sample).save(file.path());
    HammingIndex::verify(file.path());
    const HammingIndex opened = HammingIndex::open(file.path(), sample.options.recipe);
    EXPECT_EQ(opened.options().bits, sample.options.bits);
    EXPECT_EQ(opened.options().max_distance, sample.options.max_distance);
    expect_sample(opened, sample);
  }
}

TEST(IndexFileTest, AnEmptyIndexCanBeSavedAndAddedTo) {
  const TemporaryFile file("empty.ndx");
  HammingIndex({.max_distance = 2, .recipe = "text-1"}).save(file.path());
  HammingIndex opened = HammingIndex::open(file.path());
  EXPECT_EQ(opened.size(), 0U);
  opened.add("一", Fingerprint{1});
  EXPECT_EQ(opened.find(Fingerprint{1}).size(), 1U);
}

TEST(IndexFileTest, AnOpenedIndexIsAddedToAndSavedAgain) {
  const TemporaryFile file("again.ndx");
  make_sample(kNumbers).save(file.path());
  HammingIndex opened = HammingIndex::open(file.path());
  for (std::uint64_t i = 0; i < 3000; ++i) opened.add(i, Fingerprint{i});
  EXPECT_TRUE(opened.remove(1'000'003));
  opened.save(file.path());
  const HammingIndex again = HammingIndex::open(file.path());
  EXPECT_EQ(again.size(), 3000U + 300 - 1 - 1);  // the id 0 was in both
  EXPECT_FALSE(again.contains(1'000'003));
  EXPECT_EQ(again.fingerprint(0), Fingerprint{0});
  EXPECT_TRUE(again.contains(2'000'006));
}

TEST(IndexFileTest, AnIndexLoadedIntoMemoryAnswersAsTheFile) {
  for (const Sample& sample : {kNumbers, kTexts, kNarrow, kWide}) {
    const TemporaryFile file("loaded.ndx");
    make_sample(sample).save(file.path());
    HammingIndex opened = HammingIndex::open(file.path());
    opened.load_tables();
    expect_sample(opened, sample);
    // An id of the file is replaced, not added a second time.
    const Fingerprint first = sample_set(sample)[0];
    const Fingerprint other{.low = ~first.low & 0xFFFF'FFFF, .bits = sample.options.bits};
    const IdRef id = sample.text_ids ? IdRef("文档-0") : IdRef(0);
    opened.add(id, other);
    EXPECT_EQ(opened.size(), sample.size);
    opened.add(id, first);
    const TemporaryFile again("loaded-again.ndx");
    opened.save(again.path());
    HammingIndex::verify(again.path());
    expect_sample(HammingIndex::open(again.path()), sample);
  }
}

TEST(IndexFileTest, DamageIsFoundWhileAnIndexIsLoaded) {
  const TemporaryFile file("loaded-damage.ndx");
  make_sample(kNumbers).save(file.path());
  const std::string whole = file.read();
  for (std::size_t place = whole.size() - 1; place > 2048; place -= 97) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 16);
    file.write(damaged);
    EXPECT_THAT(message_of([&] { HammingIndex::open(file.path()).load_tables(); }), HasSubstr("checksum"));
  }
}

TEST(IndexFileTest, TheSecondLevelOfHotBucketsIsSaved) {
  const TemporaryFile file("hot.ndx");
  FingerprintSets sets(64, 8);
  HammingIndex index({.max_distance = 3, .blocks = 4});
  reference::HammingOracle oracle;
  const std::vector<Fingerprint> flood = sets.one_block_flood(4000);
  for (std::size_t i = 0; i < flood.size(); ++i) {
    index.add(i, flood[i]);
    oracle.add(i, flood[i]);
  }
  index.save(file.path());
  HammingIndex opened = HammingIndex::open(file.path());
  EXPECT_NEAR(static_cast<double>(opened.memory_bytes()), static_cast<double>(index.memory_bytes()), 1e6);
  const auto expect_found = [&] {
    for (std::size_t i = 0; i < flood.size(); i += 50) {
      const Fingerprint query = sets.flipped(flood[i], 3);
      ASSERT_EQ(opened.find(query).hits, oracle.find(query, 3));
    }
  };
  expect_found();
  opened.load_tables();
  expect_found();
}

TEST(IndexFileTest, AnotherRecipeIsRefused) {
  const TemporaryFile file("recipe.ndx");
  make_sample(kNumbers).save(file.path());
  const std::string message =
      message_of([&] { static_cast<void>(HammingIndex::open(file.path(), "code-1")); });
  EXPECT_THAT(message, HasSubstr(file.path()));
  EXPECT_THAT(message, HasSubstr("text-1"));
}

TEST(IndexFileTest, AFileThatIsReplacedKeepsItsPermissions) {
  const TemporaryFile file("permissions.ndx");
  HammingIndex index = make_sample(kNumbers);
  index.save(file.path());
  const auto shared = std::filesystem::perms::owner_read | std::filesystem::perms::owner_write |
                      std::filesystem::perms::group_read | std::filesystem::perms::group_write;
  std::filesystem::permissions(file.path(), shared);
  index.save(file.path());
  EXPECT_EQ(std::filesystem::status(file.path()).permissions(), shared);
}

TEST(IndexFileTest, AnotherVersionIsRefusedByItsNumber) {
  const TemporaryFile file("version.ndx");
  make_sample(kNumbers).save(file.path());
  std::string bytes = file.read();
  bytes[8] = 3;
  file.write(bytes);
  EXPECT_THAT(message_of([&] { static_cast<void>(HammingIndex::open(file.path())); }),
              HasSubstr("version 3"));
}

TEST(IndexFileTest, AFileThatIsNotThereIsNamed) {
  EXPECT_THAT(message_of([] { static_cast<void>(HammingIndex::open("no/such/file.ndx")); }),
              HasSubstr("no/such/file.ndx"));
  EXPECT_THAT(message_of([] { HammingIndex().save("no/such/folder.ndx"); }), HasSubstr("no/such/folder.ndx"));
}

/// Returns true if the file was refused, at opening or at a find, and false if every answer was right.
bool is_refused(const TemporaryFile& file, const Sample& sample) {
  try {
    expect_sample(HammingIndex::open(file.path()), sample);
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr(file.path()));
    EXPECT_THAT(error.what(), HasSubstr("offset"));
    return true;
  }
  return false;
}

// The checksums catch every flip. index_file_structure_test.cpp gets past them.
TEST(IndexFileTest, AFlippedBitInAnyByteIsRefused) {
  for (const Sample& big : {kNumbers, kTexts, kWide}) {
    Sample sample = big;
    sample.size = 20;
    const TemporaryFile file("flipped.ndx");
    make_sample(sample).save(file.path());
    const std::string bytes = file.read();
    for (std::size_t i = 0; i < bytes.size(); ++i) {  // one bit of each byte
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
      file.write(damaged);
      EXPECT_TRUE(is_refused(file, sample)) << "byte " << i;
      EXPECT_THROW(HammingIndex::verify(file.path()), Error) << "byte " << i;
    }
  }
}

TEST(IndexFileTest, Datatrove157EveryTruncationIsRefusedAtOpening) {
  Sample sample = kTexts;
  sample.size = 20;
  const TemporaryFile file("cut.ndx");
  make_sample(sample).save(file.path());
  const std::string bytes = file.read();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    file.write(bytes.substr(0, length));
    EXPECT_THAT(message_of([&] { static_cast<void>(HammingIndex::open(file.path())); }),
                HasSubstr(file.path()));
  }
  file.write(bytes + "x");
  EXPECT_THAT(message_of([&] { static_cast<void>(HammingIndex::open(file.path())); }), HasSubstr("extended"));
}

TEST(IndexFileTest, AFailedSaveLeavesTheOldFile) {
  const TemporaryFile file("kept.ndx");
  make_sample(kNumbers).save(file.path());
  const std::string before = file.read();
  std::string damaged = before;
  damaged[damaged.size() - 100] = static_cast<char>(damaged[damaged.size() - 100] ^ 1);
  file.write(damaged);
  HammingIndex opened = HammingIndex::open(file.path());
  const TemporaryFile target("target.ndx");
  target.write("what was there before");
  EXPECT_THROW(opened.save(target.path()), Error);
  EXPECT_EQ(target.read(), "what was there before");
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::temp_directory_path())) {
    EXPECT_THAT(entry.path().string(), testing::Not(HasSubstr(target.path() + ".new")));
  }
}

/// Files of this process may not grow beyond so many bytes, as on a full disk.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, SIG_DFL);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
};

TEST(IndexFileTest, Datatrove157AFullDiskLeavesTheOldFile) {
  const TemporaryFile file("full.ndx");
  HammingIndex index = make_sample(kNumbers);
  index.save(file.path());
  const std::string before = file.read();
  for (const std::size_t room : {std::size_t{0}, std::size_t{100}, before.size() / 2, before.size() - 1}) {
    const FullDisk disk(room);
    EXPECT_THAT(message_of([&] { index.save(file.path()); }), HasSubstr(file.path())) << room;
    EXPECT_EQ(file.read(), before);
  }
  index.save(file.path());  // and it works again afterwards
  EXPECT_EQ(file.read(), before);
}

// Opening takes the same time whatever the size, because it does not look at the data: with a flipped bit in
// every page the file still opens, and the first find says so.
TEST(IndexFileTest, OpeningReadsNothingButTheHead) {
  const TemporaryFile file("opening.ndx");
  HammingIndex index({.max_distance = 3, .blocks = 4});
  FingerprintSets sets(64, 9);
  for (std::uint64_t i = 0; i < 50'000; ++i) index.add(i, sets.fingerprint());
  index.save(file.path());
  std::string bytes = file.read();
  std::uint64_t data_start = 0;
  std::memcpy(&data_start, bytes.data() + 24, sizeof(data_start));
  EXPECT_LT(data_start, bytes.size() / 500);  // what opening reads is a small part of the file
  for (std::size_t i = data_start; i < bytes.size(); i += 65536) bytes[i] = static_cast<char>(bytes[i] ^ 1);
  file.write(bytes);
  const HammingIndex opened = HammingIndex::open(file.path());
  EXPECT_EQ(opened.size(), 50'000U);
  EXPECT_THROW(static_cast<void>(opened.find(Fingerprint{1})), Error);
  EXPECT_THROW(static_cast<void>(opened.contains(1)), Error);
}

TEST(IndexFileTest, TheSeedOfTheHashOfIdsIsKept) {
  const TemporaryFile plain("plain.ndx");
  const TemporaryFile seeded("seeded.ndx");
  Sample sample = kTexts;
  make_sample(sample).save(plain.path());
  sample.options.id_seed = 0x1234'5678'9ABC'DEF0;
  make_sample(sample).save(seeded.path());
  EXPECT_NE(plain.read(), seeded.read());
  const HammingIndex opened = HammingIndex::open(seeded.path());
  EXPECT_EQ(opened.options().id_seed, sample.options.id_seed);
  expect_sample(opened, sample);
}

}  // namespace
}  // namespace neardup::internal
