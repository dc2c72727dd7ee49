// Pairs by fingerprint and then by an exact measure, against the comparison of every pair.
#include "neardup/join/verify/verified_join.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "neardup/join/document_pairs.h"
#include "neardup/linkage/deduplication.h"
#include "tests/corpus/corpus_fixture.h"
#include "tests/reference/linkage.h"
#include "tests/reference/verified_pairs.h"

namespace neardup::internal {
namespace {

using Row = std::tuple<std::uint32_t, std::uint32_t, double>;

/// Texts of one line that are often near each other, often have one fingerprint (other punctuation, words
/// repeated) and are sometimes equal.
std::vector<std::string> posts(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  const std::vector<std::string> words = {"river", "stone", "bridge", "closed", "桥", "修", "好", "today"};
  std::vector<std::string> texts;
  while (texts.size() < count) {
    std::string text;
    switch (texts.empty() ? 0 : random() % 6) {
      case 0:
      case 1:
        for (std::size_t i = 2 + random() % 12; i > 0; --i) text += words[random() % words.size()] + " ";
        break;
      case 2:
        text = texts[random() % texts.size()];
        break;
      case 3:
        text = texts[random() % texts.size()] + "!";
        break;
      case 4:
        text = texts[random() % texts.size()];
        text += " " + text;
        break;
      default:
        text = texts[random() % texts.size()] + words[random() % words.size()];
        break;
    }
    if (text.size() < 400) texts.push_back(text);
  }
  return texts;
}

class VerifiedJoinTest : public CorpusTest {
 protected:
  /// The lines as a collection, the first `reference` of them as its reference.
  Collection collect(const std::vector<std::string>& texts, const Recipe& recipe, const Rule& rule,
                     std::size_t reference, int threads) {
    std::string first;
    std::string rest;
    for (std::size_t i = 0; i < texts.size(); ++i) (i < reference ? first : rest) += texts[i] + "\n";
    CollectionOptions options{.recipe = recipe, .threads = threads};
    options.rule = rule;
    options.read.format = InputFormat::lines;
    if (reference > 0) options.reference = {write("first.txt", first)};
    return Collection({write("rest.txt", rest)}, options);
  }

  static std::vector<Row> rows(const DocumentPairs& pairs, EqualPairs equal) {
    std::vector<Row> found;
    pairs.for_each(equal, [&](const DocumentPair& pair) {
      found.emplace_back(pair.first, pair.second, pair.similarity.value_or(-1));
    });
    return found;
  }
};

std::vector<reference::JudgedDocument> judge_all(const std::vector<std::string>& texts,
                                                 const Recipe& recipe) {
  std::vector<reference::JudgedDocument> judged;
  for (const std::string& text : texts) judged.push_back(reference::judge(recipe, {.text = text}));
  return judged;
}

std::vector<Row> all_pairs(const std::vector<reference::JudgedDocument>& documents, const Verified& rule,
                           std::size_t reference) {
  std::vector<Row> expected;
  for (std::uint32_t i = 0; i < documents.size(); ++i) {
    for (std::uint32_t j = i + 1; j < documents.size(); ++j) {
      const auto score = reference::verified_score(rule, documents[i], documents[j]);
      if (score && j >= reference) expected.emplace_back(i, j, *score);
    }
  }
  return expected;
}

std::vector<Verification> all_verifications() {
  std::vector<Verification> all;
  for (const Measure measure :
       {Measure::jaccard, Measure::containment, Measure::cosine, Measure::edit, Measure::lcs}) {
    all.push_back({.measure = measure, .min_similarity = 0.7});
    if (!compares_texts(measure))
      all.push_back({.measure = measure, .min_similarity = 0.7, .on_shingles = true});
  }
  all.push_back({.measure = Measure::containment, .min_similarity = 1});
  return all;
}

TEST_F(VerifiedJoinTest, EqualsTheComparisonOfAllPairs) {
  for (const char* name : {"text-1", "short-1", "text-1,bits=128"}) {
    const Recipe recipe = Recipe::parse(name);
    const std::vector<std::string> texts = posts(220, 7);
    const std::vector<reference::JudgedDocument> judged = judge_all(texts, recipe);
    for (const std::size_t reference : {0, 90}) {
      for (const int threads : {1, 4}) {
        for (const Verification& verification : all_verifications()) {
          const Verified rule{.max_distance = 12, .verification = verification};
          const Collection collection = collect(texts, recipe, rule, reference, threads);
          const std::vector<Row> expected = all_pairs(judged, rule, reference);
          const DocumentPairs pairs = find_document_pairs(collection, {.threads = threads});
          ASSERT_GT(expected.size(), 100U);
          ASSERT_EQ(rows(pairs, EqualPairs::all), expected)
              << name << ", " << describe(rule) << ", " << reference << " reference documents";
        }
      }
    }
  }
}

TEST_F(VerifiedJoinTest, GivesTheSameOnAnyNumberOfThreads) {
  const std::vector<std::string> texts = posts(150, 9);
  for (const Measure measure : {Measure::cosine, Measure::edit}) {
    const Rule rule = Verified{12, {measure, 0.6}};
    const Collection collection = collect(texts, Recipe::named("text-1"), rule, 0, 2);
    const std::vector<Row> expected = rows(find_document_pairs(collection, {.threads = 1}), EqualPairs::star);
    ASSERT_GT(expected.size(), 50U);
    for (const int threads : {2, 5})
      EXPECT_EQ(rows(find_document_pairs(collection, {.threads = threads}), EqualPairs::star), expected);
  }
}

TEST_F(VerifiedJoinTest, MeasuresMoreCandidatesThanItHoldsAtATime) {
  std::vector<std::string> texts;  // other punctuation: one fingerprint, and every pair is a candidate
  for (int i = 0; i < 2900; ++i) {
    texts.emplace_back("the old stone bridge is closed ");
    for (int bit = 0; bit < 12; ++bit) texts.back() += ((i >> bit) & 1) == 0 ? '!' : '?';
  }
  const Rule rule = Verified{0, {Measure::jaccard, 1}};
  const Collection collection = collect(texts, Recipe::named("text-1"), rule, 0, 2);
  std::size_t count = 0;
  find_document_pairs(collection).for_each(EqualPairs::all, [&](const DocumentPair&) { ++count; });
  EXPECT_EQ(count, 2900U * 2899 / 2);
}

TEST_F(VerifiedJoinTest, TakesNoFingerprintForAProof) {
  const std::vector<std::string> texts = {
      "the old stone bridge is closed", "the old, stone bridge is closed!", "The old stone bridge is closed"};
  const Rule rule = Verified{0, {Measure::edit, 0.99}};
  const Collection collection = collect(texts, Recipe::named("text-1"), rule, 0, 1);
  EXPECT_EQ(rows(find_document_pairs(collection), EqualPairs::all), (std::vector<Row>{{0, 2, 1}}));
}

TEST_F(VerifiedJoinTest, LinksEachDocumentToTheKeptOneOfTheHighestScore) {
  for (const std::uint32_t seed : {1, 2, 3}) {
    const Recipe recipe = Recipe::named("short-1");
    const std::vector<std::string> texts = posts(150, seed);
    const std::vector<reference::JudgedDocument> judged = judge_all(texts, recipe);
    for (const Verification& verification : all_verifications()) {
      const Verified rule{.max_distance = 12, .verification = verification};
      const Collection collection = collect(texts, recipe, rule, 0, 1);
      reference::ScoreTable table{.scores = {}};
      table.scores.assign(texts.size(), std::vector<std::optional<double>>(texts.size()));
      for (const auto& [i, j, score] : all_pairs(judged, rule, 0))
        table.scores[i][j] = table.scores[j][i] = score;
      const DocumentPairs pairs = find_document_pairs(collection);
      for (const LinkKind link : {LinkKind::star, LinkKind::components}) {
        const Deduplication result(collection, pairs, {.link = link});
        const std::vector<std::uint32_t> expected =
            link == LinkKind::star ? reference::star(table, {}) : reference::components(table, {});
        EXPECT_THAT(result.linkage().kept_of, testing::ElementsAreArray(expected))
            << describe(rule) << ", seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace neardup::internal
