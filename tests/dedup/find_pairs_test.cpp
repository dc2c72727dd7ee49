#include "neardup/dedup/find_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "neardup/sketch/shingle_set.h"
#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

std::vector<Document> posts() {
  std::vector<Document> documents;
  for (int i = 0; i < 60; ++i) {
    std::string text = "report " + std::to_string(i / 4) + " of the harbour office on ships and their cargo";
    for (int word = 0; word < 20; ++word) text += " w" + std::to_string(i / 4 * 20 + word);
    if (i % 4 > 0) text += " note " + std::to_string(i % 4);
    documents.push_back({.id = "p" + std::to_string(i), .text = text});
  }
  return documents;
}

std::set<std::uint64_t> shingles_of(const Recipe& recipe, const Document& document) {
  ShingleSetTaker taker(recipe.steps());
  const auto set = taker.take(document);
  return {set.begin(), set.end()};
}

double jaccard(const std::set<std::uint64_t>& a, const std::set<std::uint64_t>& b) {
  std::vector<std::uint64_t> common;
  std::ranges::set_intersection(a, b, std::back_inserter(common));
  return static_cast<double>(common.size()) / static_cast<double>(a.size() + b.size() - common.size());
}

TEST(FindPairsTest, FindsThePairsThatComparingAllDocumentsFinds) {
  const std::vector<Document> documents = posts();
  const Recipe recipe = Recipe::named("text-1");
  for (const double similarity : {0.3, 0.7, 0.8}) {
    std::vector<std::pair<Ordinal, Ordinal>> expected;
    for (Ordinal i = 0; i < documents.size(); ++i) {
      for (Ordinal j = i + 1; j < documents.size(); ++j) {
        if (jaccard(shingles_of(recipe, documents[i]), shingles_of(recipe, documents[j])) >= similarity)
          expected.emplace_back(i, j);
      }
    }
    ASSERT_GT(expected.size(), 40U);
    const FoundPairs pairs = find_pairs(documents, {.rule = AtLeastSimilar{similarity, true}});
    std::vector<std::pair<Ordinal, Ordinal>> found;
    pairs.for_each([&](const DocumentPair& pair) {
      found.emplace_back(pair.first, pair.second);
      EXPECT_GE(pair.similarity, similarity);
    });
    EXPECT_EQ(found, expected);
    EXPECT_EQ(pairs.count(), expected.size());
    EXPECT_EQ(pairs.expected_recall(), 1);
    EXPECT_EQ(pairs.id(3), "p3");
    EXPECT_EQ(pairs.counts().documents, 60U);
  }
}

TEST(FindPairsTest, RefusesADistanceThatNoJoinSupportsBeforeReading) {
  EXPECT_THROW(static_cast<void>(find_pairs({"no such file"}, {.rule = WithinDistance{17}})), Error);
  const std::vector<Document> documents = posts();
  EXPECT_EQ(find_pairs(documents, {.rule = WithinDistance{16}}).counts().documents, 60U);
}

}  // namespace
}  // namespace neardup::internal
