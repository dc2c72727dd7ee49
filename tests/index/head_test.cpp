// A view of the head is a moment: what came later must not be seen through it, whichever way a find goes.
#include "neardup/index/head.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/index/fingerprint_sets.h"

namespace neardup::index {
namespace {

/// Fills a head; the id of an entry is its place.
class HeadTest : public testing::TestWithParam<SearchWay> {
 protected:
  void add(std::uint64_t word) {
    const IdRef id(next_id_++);
    head_.stage_add(word, id, hash_of(id, 0));
  }
  [[nodiscard]] std::vector<std::uint32_t> find(Head<std::uint64_t>::View view, std::uint64_t query) const {
    std::vector<simd::ScanHit> hits;
    static_cast<void>(head_.find(view, query, 3, hits));
    std::vector<std::uint32_t> places;
    for (const simd::ScanHit& hit : hits) places.push_back(hit.index);
    std::ranges::sort(places);
    return places;
  }

  Head<std::uint64_t> head_{Plan::choose({.expected_size = 4096, .blocks = 4, .way = GetParam()}),
                            MemoryPool(), IdKind::number, 4096};
  std::uint64_t next_id_ = 0;
};

TEST_P(HeadTest, AFindSeesOnlyWhatItsViewHas) {
  FingerprintSets sets(64, 5);
  const std::uint64_t query = sets.number();
  for (int i = 0; i < 2000; ++i) add(sets.number());
  add(query ^ 1);
  head_.stage_remove({Location::kHead, 7});
  head_.commit();
  const auto before = head_.view();
  add(query ^ 2);
  head_.stage_remove({Location::kHead, 2000});
  EXPECT_EQ(find(head_.view(), query), (std::vector<std::uint32_t>{2000}));  // staged only
  head_.commit();
  const auto after = head_.view();
  EXPECT_EQ(find(before, query), (std::vector<std::uint32_t>{2000}));
  EXPECT_EQ(find(after, query), (std::vector<std::uint32_t>{2000, 2001}));
  EXPECT_FALSE(head_.is_removed(before, {Location::kHead, 2000}));
  EXPECT_TRUE(head_.is_removed(after, {Location::kHead, 2000}));
  const IdRef newest(std::uint64_t{2001});
  EXPECT_EQ(head_.find_id(before, newest, hash_of(newest, 0)), std::nullopt);
  EXPECT_EQ(head_.find_id(after, newest, hash_of(newest, 0)), 2001U);
}

INSTANTIATE_TEST_SUITE_P(ByChainsAndByAScan, HeadTest, testing::Values(SearchWay::probe, SearchWay::scan));

}  // namespace
}  // namespace neardup::index
