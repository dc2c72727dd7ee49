// Every rule inside compartments and beside a reference, against the comparison of every pair.
#include "neardup/join/document_pairs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "neardup/collection/sentence_signature.h"
#include "neardup/linkage/deduplication.h"
#include "tests/corpus/corpus_fixture.h"
#include "tests/reference/verified_pairs.h"

namespace neardup::internal {
namespace {

struct Record {
  std::string site;
  std::string text;
};

std::vector<Record> records(std::size_t count, std::uint32_t seed, std::uint32_t sites) {
  std::mt19937 random(seed);
  const std::vector<std::string> words = {"river", "stone", "bridge", "closed", "桥", "修", "好", "today"};
  std::vector<Record> all;
  while (all.size() < count) {
    std::string text = all.empty() ? "" : all[random() % all.size()].text;
    if (all.empty() || random() % 3 == 0) {
      text.clear();
      for (std::size_t i = random() % 12; i > 0; --i)
        text += words[random() % words.size()] + (random() % 5 == 0 ? ". " : " ");
    }
    if (random() % 3 == 0) text += words[random() % words.size()];
    const auto site = static_cast<std::uint32_t>(random() % (sites + 1));
    all.push_back({site == 0 ? "" : fmt::format("site{}", site), text});
  }
  return all;
}

using Pair = std::pair<std::uint32_t, std::uint32_t>;

class DocumentPairsTest : public CorpusTest {
 protected:
  Collection collect(const std::vector<Record>& all, const Rule& rule, const Within& within,
                     std::size_t reference) {
    std::string first;
    std::string rest;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string& site = all[i].site;
      (i < reference ? first : rest) += fmt::format("{{\"id\":\"{}{}\",\"site\":\"{}\",\"text\":\"{}\"}}\n",
                                                    site.empty() ? "" : site + "/", i, site, all[i].text);
    }
    CollectionOptions options{.recipe = Recipe::named("text-1")};
    options.rule = rule;
    options.within = within;
    options.reference = {write("first.jsonl", first)};
    return Collection({write("rest.jsonl", rest)}, options);
  }
};

struct Judged {
  std::string site;
  bool has_text;
  reference::JudgedDocument document;
  std::optional<ContentDigest> signature;
};

std::vector<Judged> judge_all(const std::vector<Record>& all, const Rule& rule) {
  const Recipe recipe = Recipe::named("text-1");
  const auto* const equal = std::get_if<EqualSentences>(&rule);
  SentenceSigner signer(recipe.steps(), equal != nullptr ? equal->sentences : 1);
  std::vector<Judged> judged;
  for (const Record& record : all) {
    const Document document{.text = record.text};
    const bool has_text = record.text.find_first_not_of(' ') != std::string::npos;
    judged.push_back({record.site, has_text, reference::judge(recipe, document), signer.sign(document)});
  }
  return judged;
}

/// Whether two documents are a pair, by the words of the rule.
bool is_pair(const Rule& rule, const Judged& a, const Judged& b) {
  if (a.site != b.site || !a.has_text || !b.has_text) return false;
  const bool same_content = a.document.digest == b.document.digest;
  if (std::holds_alternative<EqualSentences>(rule))
    return a.signature == b.signature && (a.signature || same_content);
  if (const auto* const similar = std::get_if<AtLeastSimilar>(&rule)) {
    const double similarity =
        reference::measure_features(Measure::jaccard, a.document.shingles, b.document.shingles);
    const bool without = a.document.shingles.size() == 0 && b.document.shingles.size() == 0;
    return without ? same_content : similarity >= similar->min_similarity;
  }
  if (const auto* const verified = std::get_if<Verified>(&rule))
    return reference::verified_score(*verified, a.document, b.document).has_value();
  if (!a.document.fingerprint || !b.document.fingerprint)
    return !a.document.fingerprint && !b.document.fingerprint && same_content;
  return hamming_distance(*a.document.fingerprint, *b.document.fingerprint) <=
         std::get<WithinDistance>(rule).max_distance;
}

std::vector<Pair> all_pairs(const std::vector<Record>& all, const Rule& rule, std::size_t reference) {
  const std::vector<Judged> judged = judge_all(all, rule);
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    for (std::uint32_t j = i + 1; j < all.size(); ++j) {
      if (j >= reference && is_pair(rule, judged[i], judged[j])) pairs.emplace_back(i, j);
    }
  }
  return pairs;
}

TEST_F(DocumentPairsTest, EveryRuleStaysInsideItsCompartment) {
  const std::vector<Rule> rules = {WithinDistance{8}, Verified{12, {Measure::containment, 0.8}},
                                   AtLeastSimilar{0.6, true}, AtLeastSimilar{0.3}, EqualSentences{2}};
  for (const std::uint32_t sites : {2U, 40U}) {
    const std::vector<Record> all = records(200, sites, sites);
    for (const Rule& rule : rules) {
      for (const std::size_t reference : {0, 60}) {
        const std::vector<Pair> expected = all_pairs(all, rule, reference);
        ASSERT_GT(expected.size(), 3U);
        for (const Within& within : {Within{.field = "site"}, Within{.sign = "/"}}) {
          const Collection collection = collect(all, rule, within, reference);
          for (const int threads : {1, 4}) {
            std::vector<Pair> found;
            find_document_pairs(collection, {.threads = threads})
                .for_each(EqualPairs::all,
                          [&](const DocumentPair& pair) { found.emplace_back(pair.first, pair.second); });
            ASSERT_EQ(found, expected)
                << describe(rule) << ", " << sites << " sites, " << reference << " reference documents";
          }
        }
      }
    }
  }
}

/// Signatures are equal or not, so whoever has one that a kept document has goes.
TEST_F(DocumentPairsTest, SentencesKeepOneOfEachSignature) {
  const std::vector<Record> all = records(200, 8, 0);
  const Rule rule = EqualSentences{3};
  const Collection collection = collect(all, rule, {.field = "site"}, 0);
  const DocumentPairs pairs = find_document_pairs(collection);
  const Deduplication result(collection, pairs, {});
  const std::vector<Judged> judged = judge_all(all, rule);
  std::uint32_t near = 0;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    std::uint32_t first = 0;
    while (first != i && !is_pair(rule, judged[first], judged[i])) ++first;
    ASSERT_EQ(result.linkage().kept_of[i], first);
    const DocumentPair link = result.link_of(i);
    EXPECT_EQ(link.similarity.has_value(), result.is_exact_copy(i));
    near += result.is_exact_copy(i) ? 0 : 1;
  }
  EXPECT_GT(near, 0U);
}

/// One content in three languages is three kinds of copies, and some kinds have several.
TEST_F(DocumentPairsTest, CountsCopiesThatTheRuleTellsApartAndThoseItDoesNot) {
  const std::string program =
      "def total(prices):\n  sum = 0\n  for price in prices:\n    sum += price\n  return sum\n";
  std::vector<std::string> files;
  for (const char* name : {"a.py", "b.java", "c.py", "d.c", "e.java", "f.py"})
    files.push_back(write(name, program));
  for (const Rule& rule : {Rule(WithinDistance{3}), Rule(AtLeastSimilar{0.9})}) {
    CollectionOptions options{.recipe = Recipe::named("code-1")};
    options.rule = rule;
    const Collection collection(files, options);
    const DocumentPairs pairs = find_document_pairs(collection);
    EXPECT_EQ(pairs.count(EqualPairs::all), 15U) << describe(rule);
    EXPECT_EQ(pairs.count(EqualPairs::star), 5U) << describe(rule);
  }
}

}  // namespace
}  // namespace neardup::internal
