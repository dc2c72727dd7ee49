// A view of the memtable is a moment: what came later must not be seen through it, whichever way a find goes.
#include "neardup/index/memtable.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/index/fingerprint_sets.h"

namespace neardup::internal::lsm {
namespace {

/// Fills a memtable; the id of an entry is its place.
class MemtableTest : public testing::TestWithParam<SearchWay> {
 protected:
  void add(std::uint64_t word) {
    const IdRef id(next_id_++);
    memtable_.stage_add(word, id, hash_of(id, 0));
  }
  [[nodiscard]] std::vector<std::uint32_t> find(Memtable<std::uint64_t>::View view,
                                                std::uint64_t query) const {
    std::vector<simd::ScanHit> hits;
    static_cast<void>(memtable_.find(view, query, 3, hits));
    std::vector<std::uint32_t> places;
    for (const simd::ScanHit& hit : hits) places.push_back(hit.index);
    std::ranges::sort(places);
    return places;
  }

  Memtable<std::uint64_t> memtable_{Plan::choose({.expected_size = 4096, .blocks = 4, .way = GetParam()}),
                                    MemoryPool(), IdKind::number, 4096};
  std::uint64_t next_id_ = 0;
};

TEST_P(MemtableTest, AFindSeesOnlyWhatItsViewHas) {
  FingerprintSets sets(64, 5);
  const std::uint64_t query = sets.number();
  for (int i = 0; i < 2000; ++i) add(sets.number());
  add(query ^ 1);
  memtable_.stage_remove({Location::kMemtable, 7});
  memtable_.commit();
  const auto before = memtable_.view();
  add(query ^ 2);
  memtable_.stage_remove({Location::kMemtable, 2000});
  EXPECT_EQ(find(memtable_.view(), query), (std::vector<std::uint32_t>{2000}));  // staged only
  memtable_.commit();
  const auto after = memtable_.view();
  EXPECT_EQ(find(before, query), (std::vector<std::uint32_t>{2000}));
  EXPECT_EQ(find(after, query), (std::vector<std::uint32_t>{2000, 2001}));
  EXPECT_FALSE(memtable_.is_removed(before, {Location::kMemtable, 2000}));
  EXPECT_TRUE(memtable_.is_removed(after, {Location::kMemtable, 2000}));
  const IdRef newest(std::uint64_t{2001});
  EXPECT_EQ(memtable_.find_id(before, newest, hash_of(newest, 0)), std::nullopt);
  EXPECT_EQ(memtable_.find_id(after, newest, hash_of(newest, 0)), 2001U);
}

INSTANTIATE_TEST_SUITE_P(ByChainsAndByAScan, MemtableTest,
                         testing::Values(SearchWay::probe, SearchWay::scan));

}  // namespace
}  // namespace neardup::internal::lsm
