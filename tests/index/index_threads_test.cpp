// Readers and writers at the same time; run under ThreadSanitizer by `./dev check`. (hutool#305: a race on
// bucket lists.)
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "neardup/index/hamming_index.h"
#include "tests/index/fingerprint_sets.h"

namespace neardup::internal {
namespace {

// Every id stays near one centre whatever is added or replaced, so each find must see each id exactly once. A
// reader that saw half of a replacement would see it twice or not at all.
TEST(IndexThreadsTest, ReadersNeverSeeHalfOfAReplacement) {
  constexpr std::uint64_t kIds = 300;
  HammingIndex index({.max_distance = 4, .blocks = 4});
  for (std::uint64_t id = 0; id < kIds; ++id) index.add(id, Fingerprint{0});
  constexpr int kReaders = 3;
  constexpr int kFinds = 50;  // by each reader, while the writer goes on
  std::atomic<int> working = kReaders;
  std::vector<std::thread> readers;
  for (int i = 0; i < kReaders; ++i) {
    readers.emplace_back([&] {
      for (int find = 0; find < kFinds; ++find) {
        const FindResult found = index.find(Fingerprint{0});
        EXPECT_EQ(found.size(), kIds);
        EXPECT_TRUE(index.contains(7));
      }
      --working;
    });
  }
  FingerprintSets sets(64, 1);
  for (int i = 0; i < 12'000 || working > 0; ++i) {
    const std::uint64_t id = sets.number() % kIds;
    index.add(id, sets.flipped(Fingerprint{0}, static_cast<int>(sets.number() % 4)));
  }
  for (std::thread& reader : readers) reader.join();
}

TEST(IndexThreadsTest, ManyWritersAndReadersEndInTheSameState) {
  HammingIndex index({.max_distance = 3, .blocks = 4});
  std::atomic<bool> reader_is_done = false;  // the writers go on until then
  std::vector<std::thread> writers;
  for (std::uint64_t writer = 0; writer < 3; ++writer) {
    writers.emplace_back([&index, &reader_is_done, writer] {
      FingerprintSets sets(64, writer);
      for (std::uint64_t i = 0; i < 4000; ++i) index.add(writer * 10'000 + i, sets.fingerprint());
      for (std::uint64_t i = 0; i < 4000; i += 2) ASSERT_TRUE(index.remove(writer * 10'000 + i));
      while (!reader_is_done) index.add(writer * 10'000 + 3999, sets.fingerprint());
    });
  }
  std::thread reader([&] {
    FingerprintSets sets(64, 99);
    for (int find = 0; find < 50; ++find) {
      static_cast<void>(index.find(sets.fingerprint()));
      static_cast<void>(index.find_batch(sets.random_set(20)));
      static_cast<void>(index.memory_bytes());
      static_cast<void>(index.size());
    }
    reader_is_done = true;
  });
  for (std::thread& writer : writers) writer.join();
  reader.join();
  EXPECT_EQ(index.size(), 6000U);
  for (std::uint64_t writer = 0; writer < 3; ++writer) {
    EXPECT_TRUE(index.contains(writer * 10'000 + 3999));
    EXPECT_FALSE(index.contains(writer * 10'000 + 3998));
  }
}

}  // namespace
}  // namespace neardup::internal
