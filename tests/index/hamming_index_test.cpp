// The index against the oracle for every width, distance and plan, on every kind of set.
#include "neardup/index/hamming_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "neardup/util/error.h"
#include "tests/index/fingerprint_sets.h"
#include "tests/reference/hamming_oracle.h"

namespace neardup::internal {
namespace {

using reference::HammingOracle;
using testing::HasSubstr;
using testing::IsEmpty;

struct Case {
  int bits;
  int max_distance;
};

std::string name_of(const testing::TestParamInfo<Case>& info) {
  return std::to_string(info.param.bits) + "BitsWithin" + std::to_string(info.param.max_distance);
}

class HammingIndexOracleTest : public testing::TestWithParam<Case> {};

void expect_equal_answers(const HammingIndex& index, const HammingOracle& oracle, FingerprintSets& sets,
                          const std::vector<Fingerprint>& set) {
  const int most = index.options().max_distance;
  const std::vector<Fingerprint> queries = sets.queries(set, most, 8);
  for (const int distance : {most, most / 2, 0}) {
    const std::vector<FindResult> batch = index.find_batch(queries, distance);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const std::vector<Hit> expected = oracle.find(queries[i], distance);
      const FindResult found = index.find(queries[i], distance);
      ASSERT_EQ(found.hits, expected) << index.explain() << ", asked for " << distance;
      ASSERT_FALSE(found.truncated);
      ASSERT_EQ(batch[i], found);
      ASSERT_EQ(index.has(queries[i], distance), !expected.empty());
      const std::optional<Hit> nearest = index.find_nearest(queries[i], distance);
      ASSERT_EQ(nearest, expected.empty() ? std::nullopt : std::optional(expected[0]));
      const std::optional<Hit> first = index.find_first(queries[i], distance);
      ASSERT_EQ(first.has_value(), !expected.empty());
      ASSERT_TRUE(!first || std::ranges::count(expected, *first) == 1);
    }
  }
}

TEST_P(HammingIndexOracleTest, EveryPlanAnswersAsTheOracle) {
  const auto [bits, max_distance] = GetParam();
  FingerprintSets sets(bits, 7);
  for (const auto& [name, set] :
       sets.every_set(2600)) {  // more than the memtable holds, and enough for a second level
    SCOPED_TRACE(name);
    HammingOracle oracle;
    for (std::size_t i = 0; i < set.size(); ++i) oracle.add(i, set[i]);
    for (int blocks = 0; blocks <= (bits == 32 ? 0 : 16); ++blocks) {
      HammingIndex index(
          {.bits = bits, .max_distance = max_distance, .expected_size = set.size(), .blocks = blocks});
      for (std::size_t i = 0; i < set.size(); ++i) index.add(i, set[i]);
      if (blocks % 2 == 1) index.compact();
      ASSERT_EQ(index.size(), set.size());
      expect_equal_answers(index, oracle, sets, set);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(WidthsAndDistances, HammingIndexOracleTest,
                         testing::Values(Case{64, 0}, Case{64, 1}, Case{64, 2}, Case{64, 3}, Case{64, 4},
                                         Case{64, 5}, Case{64, 7}, Case{64, 10}, Case{64, 16}, Case{128, 0},
                                         Case{128, 3}, Case{128, 7}, Case{128, 20}, Case{128, 32},
                                         Case{32, 0}, Case{32, 3}, Case{32, 18}),
                         name_of);

TEST(HammingIndexTest, ANewcomersProgramWorks) {
  const Fingerprint page{0x84ea1afb2892f9de};
  HammingIndex index({.max_distance = 3});
  index.add("page-1", page);
  std::vector<std::string> seen;
  for (const auto& hit : index.find(Fingerprint{page.low ^ 5})) {
    seen.push_back(hit.id.text() + " " + std::to_string(hit.distance));
  }
  EXPECT_THAT(seen, testing::ElementsAre("page-1 2"));
}

TEST(HammingIndexTest, AnEmptyIndexFindsNothing) {
  const HammingIndex index({.max_distance = 3});
  EXPECT_THAT(index.find(Fingerprint{0}), IsEmpty());
  EXPECT_FALSE(index.has(Fingerprint{0}));
  EXPECT_EQ(index.find_first(Fingerprint{0}), std::nullopt);
  EXPECT_EQ(index.find_nearest(Fingerprint{0}), std::nullopt);
  EXPECT_FALSE(index.contains("a"));
  EXPECT_EQ(index.size(), 0U);
}

TEST(HammingIndexTest, HitsAreOrderedByDistanceThenId) {
  HammingIndex texts({.max_distance = 3});
  for (const char* id : {"b", "a", "文", "", "aa"}) texts.add(id, Fingerprint{0});
  texts.add("nearest last", Fingerprint{1});
  std::vector<std::string> order;
  for (const Hit& hit : texts.find(Fingerprint{1})) order.push_back(hit.id.text());
  EXPECT_THAT(order, testing::ElementsAre("nearest last", "", "a", "aa", "b", "文"));
  HammingIndex numbers({.max_distance = 3});
  for (std::uint64_t i = 0; i < 1000; ++i) numbers.add((i * 7919) % 1000, Fingerprint{i % 2});
  const FindResult found = numbers.find(Fingerprint{0});
  ASSERT_EQ(found.size(), 1000U);
  for (std::size_t i = 1; i < found.size(); ++i) {
    ASSERT_LT(std::tie(found[i - 1].distance, found[i - 1].id), std::tie(found[i].distance, found[i].id));
  }
}

TEST(HammingIndexTest, ManyHitsAreOrderedByDistanceThenIdWhateverTheIdsAre) {
  for (const bool text_ids : {false, true}) {
    FingerprintSets sets(64, 22);
    HammingIndex index({.max_distance = 3});
    HammingOracle oracle;
    for (std::uint64_t i = 0; i < 1000; ++i) {
      const std::uint64_t number = sets.number() >> (i % 64);  // of every size
      const std::string text = "page " + std::to_string(number);
      const IdRef id = text_ids ? IdRef(text) : IdRef(number);
      index.add(id, Fingerprint{i % 8});
      oracle.add(id, Fingerprint{i % 8});
    }
    EXPECT_EQ(index.find(Fingerprint{0}).hits, oracle.find(Fingerprint{0}, 3));
  }
}

TEST(HammingIndexTest, RemovedIdsAreGoneAndCanComeBack) {
  HammingIndex index({.max_distance = 3});
  for (std::uint64_t i = 0; i < 5000; ++i) index.add(i, Fingerprint{i << 40});
  for (std::uint64_t i = 0; i < 5000; i += 2) EXPECT_TRUE(index.remove(i));
  EXPECT_FALSE(index.remove(0));
  EXPECT_FALSE(index.remove(77777));
  EXPECT_EQ(index.size(), 2500U);
  EXPECT_FALSE(index.contains(4998));
  EXPECT_TRUE(index.contains(4999));
  index.add(4998, Fingerprint{1});
  EXPECT_EQ(index.fingerprint(4998), Fingerprint{1});
  EXPECT_EQ(index.find(Fingerprint{1}, 0).size(), 1U);
}

TEST(HammingIndexTest, TheKindOfIdsIsDecidedByTheFirst) {
  HammingIndex index({.max_distance = 3});
  EXPECT_EQ(index.id_kind(), std::nullopt);
  index.add("seven", Fingerprint{7});
  EXPECT_EQ(index.id_kind(), IdKind::text);
  EXPECT_FALSE(index.contains(7));
  EXPECT_FALSE(index.remove(7));
  EXPECT_THROW(index.add(7, Fingerprint{7}), Error);
  index.add("8", Fingerprint{7});
  EXPECT_EQ(index.size(), 2U);
}

TEST(HammingIndexTest, RefusesOptionsAndArgumentsThatCannotBeMeant) {
  EXPECT_THROW(HammingIndex({.bits = 65}), Error);
  EXPECT_THROW(HammingIndex({.max_distance = -1}), Error);
  EXPECT_THROW(HammingIndex({.max_distance = 65}), Error);
  EXPECT_THROW(HammingIndex({.blocks = 17}), Error);
  HammingIndex index({.max_distance = 3});
  EXPECT_THROW(index.add(1, Fingerprint{1, 0, 32}), Error);
  EXPECT_THROW(static_cast<void>(index.find(Fingerprint{1, 0, 128})), Error);
  EXPECT_THROW(static_cast<void>(index.find(Fingerprint{1}, 4)), Error);
  EXPECT_THROW(static_cast<void>(index.find(Fingerprint{1}, -1)), Error);
}

TEST(HammingIndexTest, ListsWhatItHoldsAndNothingThatWasRemovedOrReplaced) {
  FingerprintSets sets(64, 21);
  HammingIndex index;
  HammingOracle oracle;
  for (std::uint64_t i = 0; i < 5000; ++i) {  // some runs and a memtable
    const std::uint64_t id = sets.number() % 3000;
    const Fingerprint fingerprint = sets.fingerprint();
    index.add(id, fingerprint);
    oracle.add(id, fingerprint);
    const std::uint64_t gone = sets.number() % 3000;
    if (i % 3 == 0) {
      ASSERT_EQ(index.remove(gone), oracle.remove(gone));
    }
  }
  std::map<DocumentId, Fingerprint> listed;
  index.for_each([&](const IdRef& id, const Fingerprint& fingerprint) {
    EXPECT_TRUE(listed.emplace(DocumentId(id), fingerprint).second);
  });
  EXPECT_EQ(listed, oracle.entries());
}

TEST(HammingIndexTest, CopiesInAFloodedBucketAreFoundOnce) {
  FingerprintSets sets(64, 25);
  std::vector<Fingerprint> set = sets.random_set(20'000);
  for (std::size_t i = 0; i < 2000; ++i) {
    set[i].low = (set[i].low >> 16) | 0xABCD'0000'0000'0000;
    set[i + 2000] = set[i];
  }
  HammingIndex index({.max_distance = 3, .blocks = 4});
  HammingOracle oracle;
  for (std::uint64_t id = 0; id < set.size(); ++id) {
    index.add(id, set[id]);
    oracle.add(id, set[id]);
  }
  index.compact();
  for (std::size_t i = 0; i < 4000; i += 97) {
    const Fingerprint query = sets.flipped(set[i], static_cast<int>(i % 4));
    ASSERT_EQ(index.find(query).hits, oracle.find(query, 3)) << i;
  }
}

TEST(HammingIndexTest, ExplainsItsPlanInOneLine) {
  const std::string four =
      HammingIndex({.max_distance = 3, .expected_size = 1'000'000, .blocks = 4}).explain();
  EXPECT_THAT(four, HasSubstr("4 blocks"));
  EXPECT_THAT(four, testing::Not(HasSubstr("\n")));
  EXPECT_THAT(HammingIndex({.bits = 32, .max_distance = 3}).explain(), HasSubstr("scan"));
}

TEST(HammingIndexTest, ABatchMayBeOfAnySize) {
  FingerprintSets sets(64, 23);
  const std::vector<Fingerprint> members = sets.random_set(2000);
  HammingIndex index({.max_distance = 1, .blocks = 2});
  for (std::uint64_t id = 0; id < members.size(); ++id) index.add(id, members[id]);
  index.compact();
  std::vector<Fingerprint> queries;  // more than are looked at together
  for (std::size_t i = 0; i < (std::size_t{1} << 20) + 1000; ++i) {
    queries.push_back(members[i % members.size()]);
    queries.back().low ^= std::uint64_t{1} << (i % 61);
  }
  const std::vector<FindResult> batch = index.find_batch(queries);
  ASSERT_EQ(batch.size(), queries.size());
  for (std::size_t i = 0; i < batch.size(); ++i) {
    ASSERT_EQ(batch[i].size(), 1U) << i;
    ASSERT_EQ(batch[i][0], (Hit{DocumentId(IdRef(i % members.size())), 1})) << i;
  }
}

TEST(HammingIndexTest, ACandidateBudgetCountsRunsAndTheMemtable) {
  for (const int in_run : {500, 300, 0}) {  // the others are in the memtable
    for (const std::uint64_t budget : {499, 500}) {
      HammingIndex index({.bits = 32, .max_distance = 3, .candidate_budget = budget});  // scans all
      for (int i = 0; i < 500; ++i) {
        index.add(static_cast<std::uint64_t>(i), Fingerprint{static_cast<std::uint64_t>(i), 0, 32});
        if (i + 1 == in_run) index.compact();
      }
      const Fingerprint query{7, 0, 32};
      EXPECT_EQ(index.find(query).truncated, budget < 500) << in_run;
      EXPECT_EQ(index.find_batch(std::vector{query})[0].truncated, budget < 500) << in_run;
    }
  }
}

TEST(HammingIndexTest, ACandidateBudgetCountsWhatASecondLevelLeadsTo) {
  FingerprintSets sets(64, 24);
  std::vector<Fingerprint> set = sets.random_set(20'000);
  for (std::size_t i = 0; i < 4000; ++i) set[i].low = (set[i].low >> 16) | 0xABCD'0000'0000'0000;
  for (std::size_t i = 0; i < 1500; ++i)
    set[i].low = (set[i].low & 0xFFFF'00FF'FFFF'FFFF) | 0x0000'EF00'0000'0000;
  for (const std::uint64_t budget : {1000, 3000}) {  // less than those 1500; less than the 4000 of the bucket
    HammingIndex index({.max_distance = 3, .candidate_budget = budget, .blocks = 4});
    for (std::uint64_t id = 0; id < set.size(); ++id) index.add(id, set[id]);
    index.compact();
    EXPECT_EQ(index.find(set[0]).truncated, budget == 1000);
    EXPECT_EQ(index.find_batch(std::vector{set[0]})[0].truncated, budget == 1000);
  }
}

TEST(HammingIndexTest, ACandidateBudgetTruncatesAndSaysSo) {
  HammingIndex limited({.max_distance = 3, .candidate_budget = 100, .blocks = 4});
  HammingIndex unlimited({.max_distance = 3, .blocks = 4});
  for (std::uint64_t i = 0; i < 5000; ++i) {
    limited.add(i, Fingerprint{i});  // equal in three of four blocks
    unlimited.add(i, Fingerprint{i});
  }
  limited.compact();
  EXPECT_TRUE(limited.find(Fingerprint{7}).truncated);
  EXPECT_FALSE(unlimited.find(Fingerprint{7}).truncated);
  EXPECT_FALSE(limited.find(Fingerprint{0x1111'2222'3333'4444}).truncated);
  const std::vector<FindResult> batch =
      limited.find_batch(std::vector<Fingerprint>{{7}, {0x1111'2222'3333'4444}});
  EXPECT_TRUE(batch[0].truncated);
  EXPECT_FALSE(batch[1].truncated);
}

TEST(HammingIndexTest, AddsManyAtOnceAsOneByOne) {
  std::mt19937_64 random(1);
  HammingIndex one_by_one;
  HammingIndex at_once;
  for (int round = 0; round < 5; ++round) {
    std::vector<std::uint64_t> ids;
    std::vector<Fingerprint> fingerprints;
    for (std::uint64_t i = 0; i < 5000; ++i) {
      ids.push_back(static_cast<std::uint64_t>(round) * 3000 + i);  // replaces some of the last round
      fingerprints.push_back({random() & 0xFFFF});
      one_by_one.add(ids.back(), fingerprints.back());
    }
    at_once.add_all(ids, fingerprints);
    at_once.remove(ids[7]);
    one_by_one.remove(ids[7]);
  }
  ASSERT_EQ(at_once.size(), one_by_one.size());
  for (int i = 0; i < 300; ++i) {
    const Fingerprint query{random() & 0xFFFF};
    EXPECT_EQ(at_once.find(query), one_by_one.find(query));
  }
  EXPECT_THROW(at_once.add_all(std::vector<std::uint64_t>{1}, std::vector<Fingerprint>{{0, 0, 128}}), Error);
}

}  // namespace
}  // namespace neardup::internal
