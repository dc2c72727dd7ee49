// Readers and writers of a SimilarityIndex at the same time; run under ThreadSanitizer by `./dev check`.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "neardup/index/similarity_index.h"
#include "tests/index/shingle_sets.h"

namespace neardup::internal {
namespace {

// Every id keeps a set equal to the query in all but one shingle whatever is replaced, so each find must see
// each id exactly once. A reader that saw half of a replacement would see it twice or not at all.
TEST(SimilarityThreadsTest, ReadersNeverSeeHalfOfAReplacement) {
  constexpr std::uint64_t kIds = 200;
  ShingleSets sets(1);
  const ShingleList centre = sets.set(60);
  SimilarityIndex index;
  for (std::uint64_t id = 0; id < kIds; ++id) index.add(id, entry_of(centre));
  constexpr int kReaders = 3;
  std::atomic<int> working = kReaders;
  std::vector<std::thread> readers;
  for (int i = 0; i < kReaders; ++i) {
    readers.emplace_back([&] {
      for (int find = 0; find < 40; ++find) {
        EXPECT_EQ(index.find(entry_of(centre)).size(), kIds);
        EXPECT_TRUE(index.has(entry_of(centre)));
        EXPECT_TRUE(index.contains(7));
      }
      --working;
    });
  }
  for (int i = 0; i < 6000 || working > 0; ++i)
    index.add(sets.number() % kIds, entry_of(sets.changed(centre, 1)));
  for (std::thread& reader : readers) reader.join();
}

TEST(SimilarityThreadsTest, ManyWritersAndReadersEndInTheSameState) {
  SimilarityIndex index;
  std::atomic<bool> reader_is_done = false;  // the writers go on until then
  std::vector<std::thread> writers;
  for (std::uint64_t writer = 0; writer < 3; ++writer) {
    writers.emplace_back([&index, &reader_is_done, writer] {
      ShingleSets sets(writer);
      std::vector<ShingleList> lists;
      std::vector<NamedEntry> many;
      for (std::uint64_t i = 0; i < 500; ++i) lists.push_back(sets.set(20));
      for (std::uint64_t i = 0; i < 500; ++i) many.push_back({writer * 10'000 + i, entry_of(lists[i])});
      index.add_all(many, 2);
      for (std::uint64_t i = 500; i < 2000; ++i) index.add(writer * 10'000 + i, entry_of(sets.set(20)));
      for (std::uint64_t i = 0; i < 2000; i += 2) ASSERT_TRUE(index.remove(writer * 10'000 + i));
      while (!reader_is_done) index.add(writer * 10'000 + 1999, entry_of(sets.set(20)));
    });
  }
  std::thread reader([&] {
    ShingleSets sets(99);
    for (int find = 0; find < 50; ++find) {
      const ShingleList query = sets.set(20);
      static_cast<void>(index.find(entry_of(query)));
      static_cast<void>(index.find_batch(std::vector{entry_of(query), entry_of(query)}));
      static_cast<void>(index.memory_bytes());
      static_cast<void>(index.size());
    }
    reader_is_done = true;
  });
  for (std::thread& writer : writers) writer.join();
  reader.join();
  EXPECT_EQ(index.size(), 3000U);
  for (std::uint64_t writer = 0; writer < 3; ++writer) {
    EXPECT_TRUE(index.contains(writer * 10'000 + 1999));
    EXPECT_FALSE(index.contains(writer * 10'000 + 1998));
  }
}

}  // namespace
}  // namespace neardup::internal
