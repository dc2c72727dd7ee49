// SimilarityIndex against the oracle and against what the join of a collection finds.
#include "neardup/index/similarity_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "neardup/join/similarity/similarity_join.h"
#include "neardup/sketch/sketch_table.h"
#include "neardup/util/error.h"
#include "tests/index/shingle_sets.h"
#include "tests/reference/similarity_oracle.h"

namespace neardup::internal {
namespace {

using testing::HasSubstr;

TEST(SimilarityIndexTest, FindsWhatIsSimilarEnoughTheMostSimilarFirst) {
  ShingleSets sets(1);
  const ShingleList text = sets.set(100);
  SimilarityIndex index({.min_similarity = 0.8});
  index.add("far", entry_of(sets.changed(text, 30)));
  index.add("near", entry_of(sets.changed(text, 5)));
  index.add("same", entry_of(text));
  index.add("also the same", entry_of(text));
  const SimilarResult found = index.find(entry_of(text));
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0], (SimilarHit{DocumentId(std::string("also the same")), 1.0}));
  EXPECT_EQ(found[1], (SimilarHit{DocumentId(std::string("same")), 1.0}));
  EXPECT_EQ(found[2], (SimilarHit{DocumentId(std::string("near")), 95.0 / 105.0}));
  EXPECT_EQ(index.find(entry_of(text), 0.95).size(), 2U);
  EXPECT_TRUE(index.has(entry_of(text)));
  EXPECT_FALSE(index.has(entry_of(sets.set(100))));
}

// All sets over six shingles: every size, every overlap, all at once and in several runs.
TEST(SimilarityIndexTest, AllSubsetsOfSixShinglesAtManyThresholds) {
  ShingleSets sets(2);
  const ShingleList all = sets.set(6);
  std::vector<ShingleList> subsets;
  for (unsigned mask = 0; mask < 64; ++mask) {
    ShingleList subset;
    for (unsigned i = 0; i < 6; ++i) {
      if ((mask >> i & 1) != 0) subset.push_back(all[i]);
    }
    subsets.push_back(subset);
  }
  for (const double least : {0.5, 0.6, 2.0 / 3, 0.75, 0.8, 5.0 / 6, 1.0}) {
    SimilarityIndex index({.min_similarity = least});
    reference::SimilarityOracle oracle({.min_similarity = least});
    for (std::size_t i = 0; i < subsets.size(); ++i) {
      index.add(i, entry_of(subsets[i]));
      oracle.add(i, entry_of(subsets[i]));
      if (i == 40) index.compact();
    }
    for (const ShingleList& query : subsets) {
      ASSERT_EQ(index.find(entry_of(query)).hits, oracle.find(entry_of(query), least)) << least;
    }
    index.compact();
    for (const ShingleList& query : subsets) {
      ASSERT_EQ(index.find(entry_of(query)).hits, oracle.find(entry_of(query), least)) << least;
    }
  }
}

TEST(SimilarityIndexTest, TextsWithoutShinglesAreFoundByTheirContentOnly) {
  SimilarityIndex index;
  index.add(1, {{}, {5, 6}});
  index.add(2, {{}, {5, 6}});
  index.add(3, {{}, {5, 7}});
  index.add(4, {{}, {}});
  const ShingleList shingles = {7, 8, 9};
  index.add(5, {shingles, {5, 6}});
  const auto numbers = [&](const SimilarityEntry& entry) {
    std::vector<std::uint64_t> found;
    for (const SimilarHit& hit : index.find(entry)) {
      EXPECT_EQ(hit.similarity, 1);
      found.push_back(hit.id.number());
    }
    return found;
  };
  EXPECT_THAT(numbers({{}, {5, 6}}), testing::ElementsAre(1, 2));
  EXPECT_THAT(numbers({{}, {}}), testing::ElementsAre(4));
  EXPECT_THAT(numbers({shingles, {0, 0}}), testing::ElementsAre(5));
  index.compact();
  EXPECT_THAT(numbers({{}, {5, 6}}), testing::ElementsAre(1, 2));
  EXPECT_THAT(numbers({{}, {6, 5}}), testing::ElementsAre());
}

/// Sets of all sizes, half of them changed copies of earlier ones.
std::vector<ShingleList> make_collection(std::size_t size, std::uint64_t seed) {
  ShingleSets sets(seed);
  std::vector<ShingleList> collection;
  for (std::size_t i = 0; i < size; ++i) {
    if (i < 10 || sets.number() % 2 == 0) {
      collection.push_back(sets.set(1 + sets.number() % 200));
    } else {
      const ShingleList source = collection[sets.number() % collection.size()];
      collection.push_back(sets.changed(source, sets.number() % (1 + source.size() / 4)));
    }
  }
  return collection;
}

// 32 bits of every shingle are enough for the very numbers that 64 bits give.
TEST(SimilarityIndexTest, FindsThePairsOfTheBandedJoin) {
  for (const double least : {0.5, 0.6, 0.7, 0.8, 0.9, 1.0}) {
    const std::vector<ShingleList> collection = make_collection(6000, 3);
    const Sketcher sketcher(plan_sketch(least), 0);
    SketchTable sketches(sketcher.plan());
    SimilarityIndex index({.min_similarity = least});
    std::vector<SimilarPair> found;
    for (std::uint32_t i = 0; i < collection.size(); ++i) {
      sketches.add(collection[i], sketcher);
      for (const SimilarHit& hit : index.find(entry_of(collection[i])))
        found.push_back({static_cast<std::uint32_t>(hit.id.number()), i, hit.similarity});
      index.add(i, entry_of(collection[i]));
    }
    std::ranges::sort(found);
    const auto source = [&](std::uint32_t document, std::vector<std::uint64_t>&) {
      return std::span<const std::uint64_t>(collection[document]);
    };
    const std::vector<SimilarPair> joined =
        banded_join(sketches, source, {.min_similarity = least}).collect(EqualPairs::all);
    EXPECT_GT(joined.size(), 100U);
    EXPECT_EQ(found, joined) << least;
  }
}

TEST(SimilarityIndexTest, FindsTheExpectedShareOfAllSimilarPairs) {
  const std::vector<ShingleList> collection = make_collection(1500, 4);
  SimilarityIndex index;
  reference::SimilarityOracle oracle;
  for (std::size_t i = 0; i < collection.size(); ++i) {
    index.add(i, entry_of(collection[i]));
    oracle.add(i, entry_of(collection[i]));
  }
  std::size_t found = 0;
  std::size_t similar = 0;
  for (std::size_t i = 0; i < collection.size(); i += 10) {
    found += index.find(entry_of(collection[i])).size();
    similar += oracle.find_without_bands(entry_of(collection[i]), 0.8).size();
  }
  EXPECT_GT(index.expected_recall(), 0.99);
  EXPECT_LT(index.expected_recall(), index.expected_recall(0.9));
  EXPECT_GE(static_cast<double>(found), 0.99 * static_cast<double>(similar));
}

TEST(SimilarityIndexTest, ManyAtOnceAreAddedAsOneByOneWouldBe) {
  const std::vector<ShingleList> collection = make_collection(5000, 5);
  SimilarityIndex one_by_one;
  SimilarityIndex at_once;
  std::vector<NamedEntry> entries;
  for (std::size_t i = 0; i < collection.size(); ++i) {
    const std::uint64_t id = i % 4000;  // the last thousand replace the first
    one_by_one.add(id, entry_of(collection[i]));
    entries.push_back({id, entry_of(collection[i])});
  }
  const std::span<const NamedEntry> all = entries;
  at_once.add_all(all.first(1500), 2);
  at_once.add(17, entry_of(collection[4999]));
  at_once.add_all(all.subspan(1500), 2);
  EXPECT_EQ(at_once.size(), one_by_one.size());
  for (const ShingleList& query : collection) {
    ASSERT_EQ(at_once.find(entry_of(query)), one_by_one.find(entry_of(query)));
  }
}

TEST(SimilarityIndexTest, AddsAllEntriesOfAnotherIndex) {
  const std::vector<ShingleList> collection = make_collection(4000, 6);
  SimilarityIndex first;
  SimilarityIndex second;
  SimilarityIndex both;
  for (std::size_t i = 0; i < 2500; ++i) first.add(std::to_string(i), entry_of(collection[i]));
  for (std::size_t i = 2000; i < 4000; ++i) second.add(std::to_string(i), entry_of(collection[3999 - i]));
  for (std::size_t i = 0; i < 2000; ++i) both.add(std::to_string(i), entry_of(collection[i]));
  for (std::size_t i = 2000; i < 4000; ++i) both.add(std::to_string(i), entry_of(collection[3999 - i]));
  EXPECT_TRUE(first.remove("7"));
  EXPECT_TRUE(both.remove("7"));
  first.merge_from(second);
  EXPECT_EQ(first.size(), both.size());
  for (const ShingleList& query : collection) {
    ASSERT_EQ(first.find(entry_of(query)), both.find(entry_of(query)));
  }
  SimilarityIndex other({.min_similarity = 0.9});
  EXPECT_THROW(first.merge_from(other), Error);
  SimilarityIndex numbers;
  numbers.add(1, entry_of(collection[0]));
  EXPECT_THROW(first.merge_from(numbers), Error);
}

// More matches than fit into one sort, in one run and in the memtable.
TEST(SimilarityIndexTest, AClusterOfThousandsIsFoundWhole) {
  ShingleSets sets(7);
  const ShingleList centre = sets.set(60);
  SimilarityIndex index({.min_similarity = 0.8});
  reference::SimilarityOracle oracle({.min_similarity = 0.8});
  for (std::size_t i = 0; i < 6000; ++i) {
    const ShingleList near = sets.changed(centre, sets.number() % 9);
    index.add(i, entry_of(near));
    oracle.add(i, entry_of(near));
  }
  const auto compare = [&] {
    for (int i = 0; i < 5; ++i) {
      const ShingleList query = sets.changed(centre, 2);
      const std::vector<SimilarHit> expected = oracle.find(entry_of(query), 0.8);
      ASSERT_GT(expected.size(), 1000U);
      ASSERT_EQ(index.find(entry_of(query)).hits, expected);
      ASSERT_EQ(std::ranges::count(expected, *index.find_first(entry_of(query))), 1);
    }
  };
  compare();
  index.compact();
  compare();
  for (std::size_t i = 0; i < 5999; ++i) {
    ASSERT_TRUE(index.remove(i));
    oracle.remove(i);
  }
  const std::vector<SimilarHit> last = oracle.find(entry_of(centre), 0.8);
  ASSERT_EQ(last.size(), 1U);
  EXPECT_EQ(index.find_first(entry_of(centre)), last[0]);
}

TEST(SimilarityIndexTest, ABudgetOfCandidatesTruncates) {
  ShingleSets sets(8);
  const ShingleList text = sets.set(50);
  SimilarityIndex index({.candidate_budget = 10});
  for (std::size_t i = 0; i < 10; ++i) index.add(i, entry_of(text));
  EXPECT_FALSE(index.find(entry_of(text)).truncated);
  EXPECT_EQ(index.find(entry_of(text)).size(), 10U);
  index.add(10, entry_of(text));
  EXPECT_TRUE(index.find(entry_of(text)).truncated);
  EXPECT_EQ(index.find(entry_of(text)).size(), 10U);
  index.compact();
  EXPECT_TRUE(index.find(entry_of(text)).truncated);
}

TEST(SimilarityIndexTest, RefusesWhatItWasNotMadeFor) {
  EXPECT_THROW(SimilarityIndex({.min_similarity = 0.4}), Error);
  EXPECT_THROW(SimilarityIndex({.min_similarity = 1.1}), Error);
  SimilarityIndex index({.min_similarity = 0.8});
  const ShingleList text = {1, 2, 3};
  EXPECT_THROW(static_cast<void>(index.find(entry_of(text), 0.7)), Error);
  EXPECT_THROW(static_cast<void>(index.find_first(entry_of(text), 1.01)), Error);
  index.add("text", entry_of(text));
  EXPECT_THROW(index.add(5, entry_of(text)), Error);
  EXPECT_THROW(index.add_all(std::vector<NamedEntry>{{"a", {}}, {5, {}}}), Error);
  EXPECT_EQ(index.size(), 1U);
  EXPECT_EQ(index.id_kind(), IdKind::text);
}

TEST(SimilarityIndexTest, VisitsEveryLiveIdOnce) {
  ShingleSets sets(9);
  SimilarityIndex index;
  for (std::size_t i = 0; i < 3000; ++i) index.add(i, entry_of(sets.set(5)));
  for (std::size_t i = 0; i < 3000; i += 3) EXPECT_TRUE(index.remove(i));
  for (std::size_t i = 1; i < 3000; i += 30) index.add(i, entry_of(sets.set(4)));
  std::vector<std::uint64_t> ids;
  index.for_each([&](const IdRef& id) { ids.push_back(id.number()); });
  EXPECT_EQ(ids.size(), 2000U);
  std::ranges::sort(ids);
  EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
  EXPECT_EQ(index.size(), 2000U);
}

TEST(SimilarityIndexTest, AnswersABatchAsOneByOne) {
  const std::vector<ShingleList> collection = make_collection(2000, 10);
  SimilarityIndex index;
  std::vector<SimilarityEntry> queries;
  for (std::size_t i = 0; i < collection.size(); ++i) {
    index.add(i, entry_of(collection[i]));
    queries.push_back(entry_of(collection[i]));
  }
  const std::vector<SimilarResult> results = index.find_batch(queries);
  for (std::size_t i = 0; i < queries.size(); ++i) ASSERT_EQ(results[i], index.find(queries[i]));
}

TEST(SimilarityIndexTest, TakesEntriesOfTexts) {
  SimilarityEntryTaker taker(Recipe::named("text-1"));
  SimilarityIndex index({.recipe = "text-1"});
  const std::string text = "The quick brown fox jumps over the lazy dog near the old mill by the river today";
  index.add("fox", taker.take(text));
  index.add("short", taker.take("!!"));
  EXPECT_TRUE(index.has(
      taker.take("the QUICK brown fox jumps over the lazy dog; near the old mill, by the river today")));
  EXPECT_FALSE(index.has(taker.take("an entirely different text about something else that nobody has seen")));
  ASSERT_EQ(index.find(taker.take("!!")).size(), 1U);
  EXPECT_FALSE(index.has(taker.take("??")));
}

}  // namespace
}  // namespace neardup::internal
