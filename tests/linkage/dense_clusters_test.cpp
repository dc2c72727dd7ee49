// Linkage of dense clusters, which searches instead of listing pairs, against linkage of all pairs: the same
// answer for every rule, order, batch size and number of threads, and a number of comparisons that follows
// the documents.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "neardup/join/document_pairs.h"
#include "neardup/linkage/deduplication.h"
#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

struct Corpus {
  std::string reference;  // JSONL
  std::string documents;
};

struct ClusterShape {
  std::size_t documents = 0;
  std::size_t edits = 1;  // words changed in each document, at most
};

/// Clusters of near-equal documents, exact copies among them, in random order.
Corpus make_corpus(const std::vector<ClusterShape>& clusters, std::uint64_t seed, std::size_t reference = 0) {
  std::mt19937_64 random(seed);
  const auto word = [&random] { return "w" + std::to_string(random() % 5000); };
  std::vector<std::string> texts;
  for (const ClusterShape& cluster : clusters) {
    std::vector<std::string> base(60);
    std::ranges::generate(base, word);
    for (std::size_t i = 0; i < cluster.documents; ++i) {
      std::vector<std::string> words = base;
      for (std::size_t edit = random() % (cluster.edits + 1); edit > 0; --edit) words[random() % 60] = word();
      if (random() % 4 == 0) words.resize(60 - random() % 4);
      std::string& text = texts.emplace_back();
      for (const std::string& next : words) text += next + " ";
    }
  }
  std::shuffle(texts.begin(), texts.end(), random);
  Corpus corpus;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    (i < reference ? corpus.reference : corpus.documents) +=
        R"({"id":"d)" + std::to_string(i) + R"(","site":"s)" + std::to_string(random() % 3) +
        R"(","rank":")" + std::to_string(random() % 50) + R"(","text":")" + texts[i] + "\"}\n";
  }
  return corpus;
}

class DenseClustersTest : public CorpusTest {
 protected:
  Collection collect(const Corpus& corpus, const Rule& rule, const std::string& within = {},
                     const std::string& recipe = "text-1") {
    CollectionOptions options{.recipe = Recipe::parse(recipe)};
    options.read.fields = {"rank"};
    options.rule = rule;
    options.keep_lengths = true;
    options.memory = memory_;
    const std::string name = memory_ == 0 ? "documents" : "paged_documents";  // both are read again later
    if (!within.empty()) options.within = Within{.field = within};
    if (!corpus.reference.empty()) options.reference = {write(name + "_reference.jsonl", corpus.reference)};
    return Collection({write(name + ".jsonl", corpus.documents)}, options);
  }

  std::uint64_t memory_ = 0;  // CollectionOptions::memory

  struct TwoAnswers {
    const DocumentPairs& all;
    const DocumentPairs& bounded;
  };
  static void expect_same_components(const Collection& collection, const KeepPolicy& keep,
                                     const TwoAnswers& answers) {
    const Deduplication expected(collection, answers.all, {.link = LinkKind::components, .keep = keep});
    for (const int threads : {1, 3}) {
      DeduplicationOptions options{.link = LinkKind::components, .keep = keep};
      options.search.threads = threads;
      const Deduplication result(collection, answers.bounded, options);
      ASSERT_EQ(result.linkage().kept_of, expected.linkage().kept_of) << describe(collection.rule());
      ASSERT_THAT(result.linkage().scores,
                  testing::Pointwise(testing::NanSensitiveDoubleEq(), expected.linkage().scores))
          << describe(collection.rule());
      ASSERT_EQ(result.linkage().warning, expected.linkage().warning);
    }
  }

  /// Compares the pairs listed from memory with those listed a few documents at a time.
  static void expect_same_listing(const Collection& collection) {
    const DocumentPairs all = find_document_pairs(collection, {.threads = 1});
    for (const auto bound : {PairScope::Bound::listing, PairScope::Bound::documents}) {
      const DocumentPairs bounded = find_document_pairs(collection, {.threads = 2, .scope = {bound, 100}});
      ASSERT_FALSE(bounded.is_complete())
          << describe(collection.rule()) << ": nothing is dense enough for the test";
      for (const EqualPairs equal : {EqualPairs::star, EqualPairs::all}) {
        const std::vector<Line> expected = lines_of(all, equal);
        ASSERT_EQ(lines_of(bounded, equal), expected) << describe(collection.rule());
        const auto count = static_cast<double>(bounded.count(equal));
        EXPECT_GT(count, 0.5 * static_cast<double>(expected.size())) << describe(collection.rule());
        EXPECT_LT(count, 2.0 * static_cast<double>(expected.size()) + 100) << describe(collection.rule());
      }
    }
  }

  using Line = std::tuple<std::uint32_t, std::uint32_t, std::optional<int>, std::optional<double>>;
  static std::vector<Line> lines_of(const DocumentPairs& pairs, EqualPairs equal) {
    std::vector<Line> lines;
    pairs.for_each(equal, [&](const DocumentPair& pair) {
      lines.emplace_back(pair.first, pair.second, pair.distance, pair.similarity);
    });
    return lines;
  }

  /// Compares the search with all pairs, for several batch sizes and numbers of threads.
  static void expect_same_answer(const Collection& collection, const KeepPolicy& keep) {
    const DocumentPairs all = find_document_pairs(collection, {.threads = 1});
    const DocumentPairs bounded =
        find_document_pairs(collection, {.threads = 2, .scope = {PairScope::Bound::documents, 100}});
    ASSERT_TRUE(all.is_complete());
    ASSERT_FALSE(bounded.is_complete())
        << describe(collection.rule()) << ": nothing is dense enough for the test";
    expect_same_components(collection, keep, {all, bounded});
    const Deduplication expected(collection, all, {.keep = keep});
    for (const std::size_t batch : {0, 1, 37, 2000}) {
      DeduplicationOptions options{.keep = keep};
      options.search.threads = batch == 37 ? 3 : 1;
      options.search.batch = batch;
      const Deduplication result(collection, bounded, options);
      ASSERT_EQ(result.linkage().kept_of, expected.linkage().kept_of)
          << describe(collection.rule()) << ", batch " << batch;
      ASSERT_EQ(result.linkage().scores, expected.linkage().scores)
          << describe(collection.rule()) << ", batch " << batch;
    }
  }
};

/// Returns groups of many sizes, below and above those at which the join changes its ways.
std::vector<ClusterShape> mixed_shapes() {
  std::vector<ClusterShape> shapes(300, {.documents = 1});
  shapes.insert(shapes.end(), 300, {.documents = 2, .edits = 3});
  shapes.insert(shapes.end(), 30, {.documents = 11, .edits = 2});
  shapes.insert(shapes.end(), 10, {.documents = 40, .edits = 4});
  shapes.insert(shapes.end(), 3, {.documents = 300, .edits = 6});
  return shapes;
}

TEST_F(DenseClustersTest, AnswersTheSameFromPagedMemory) {
  const std::vector<Rule> rules = {AtLeastSimilar{.min_similarity = 0.9},
                                   AtLeastSimilar{.min_similarity = 0.8},
                                   AtLeastSimilar{.min_similarity = 0.5},
                                   AtLeastSimilar{.min_similarity = 0.7, .exact = true}, WithinDistance{3}};
  for (std::size_t round = 0; round < rules.size(); ++round) {
    const Corpus corpus = make_corpus(mixed_shapes(), round, round % 2 == 0 ? 0 : 500);
    memory_ = 0;
    const Collection plain = collect(corpus, rules[round], round % 2 == 0 ? "" : "site");
    memory_ = 1;
    const Collection paged = collect(corpus, rules[round], round % 2 == 0 ? "" : "site");
    ASSERT_EQ(plain.memory()->file_bytes(), 0U);
    ASSERT_GT(paged.memory()->file_bytes(), 0U);
    for (const auto bound : {PairScope::Bound::none, PairScope::Bound::documents}) {
      const DocumentPairs expected = find_document_pairs(plain, {.threads = 1, .scope = {bound}});
      const DocumentPairs pairs = find_document_pairs(paged, {.threads = 3, .scope = {bound}});
      ASSERT_EQ(lines_of(pairs, EqualPairs::all), lines_of(expected, EqualPairs::all))
          << describe(plain.rule());
      for (const LinkKind link : {LinkKind::star, LinkKind::components}) {
        const Deduplication expected_result(plain, expected, {.link = link});
        const Deduplication result(paged, pairs, {.link = link});
        ASSERT_EQ(result.linkage().kept_of, expected_result.linkage().kept_of) << describe(plain.rule());
      }
    }
  }
}

const std::vector<KeepPolicy> kPolicies = {{},
                                           {.kind = KeepPolicy::Kind::last},
                                           {.kind = KeepPolicy::Kind::longest},
                                           {.kind = KeepPolicy::Kind::shortest},
                                           {.kind = KeepPolicy::Kind::max, .field = "rank"},
                                           {.kind = KeepPolicy::Kind::min, .field = "rank"}};

TEST_F(DenseClustersTest, SimilarityGivesTheAnswerOfAllPairsForAnyBatchAndThreads) {
  const Corpus corpus = make_corpus({{400, 6}, {150, 12}, {40, 3}, {20, 2}, {300, 30}}, 1);
  for (const double similarity : {0.5, 0.6, 0.8, 0.9}) {
    const Rule rule = AtLeastSimilar{similarity};
    const Collection collection = collect(corpus, rule);
    for (const KeepPolicy& keep : kPolicies) expect_same_answer(collection, keep);
  }
}

TEST_F(DenseClustersTest, ExactSimilarityGivesTheAnswerOfAllPairs) {
  const Corpus corpus = make_corpus({{200, 6}, {60, 12}, {1, 0}, {1, 0}, {150, 40}}, 2);
  for (const double similarity : {0.2, 0.35, 0.7}) {
    const Rule rule = AtLeastSimilar{similarity, true};
    const Collection collection = collect(corpus, rule);
    for (const KeepPolicy& keep : kPolicies) expect_same_answer(collection, keep);
  }
}

TEST_F(DenseClustersTest, DistanceGivesTheAnswerOfAllPairsForAnyBatchAndThreads) {
  const Corpus corpus = make_corpus({{300, 2}, {100, 5}, {100, 20}, {3, 1}}, 3);
  for (const int distance : {8, 12, 16}) {
    const Rule rule = WithinDistance{distance};
    const Collection collection = collect(corpus, rule);
    for (const KeepPolicy& keep : kPolicies) expect_same_answer(collection, keep);
  }
}

TEST_F(DenseClustersTest, WideFingerprintsGiveTheAnswerOfAllPairs) {
  const Corpus corpus = make_corpus({{200, 2}, {60, 5}, {60, 20}}, 11);
  for (const Rule& rule : {Rule(WithinDistance{24}), Rule(Verified{24, {Measure::cosine, 0.93}})}) {
    const Collection collection = collect(corpus, rule, {}, "text-1,bits=128");
    expect_same_answer(collection, {});
    expect_same_listing(collection);
  }
}

TEST_F(DenseClustersTest, VerifiedPairsGiveTheAnswerOfAllPairs) {
  const Corpus corpus = make_corpus({{150, 2}, {60, 8}, {3, 1}}, 4);
  for (const Measure measure : {Measure::edit, Measure::cosine, Measure::containment}) {
    const Rule rule = Verified{16, {measure, 0.93}};
    expect_same_answer(collect(corpus, rule), {});
  }
}

TEST_F(DenseClustersTest, SearchesStayInsideTheirCompartmentAndKeepTheReference) {
  const Corpus corpus = make_corpus({{500, 2}, {60, 5}}, 5, 100);
  for (const Rule& rule : {Rule(WithinDistance{14}), Rule(AtLeastSimilar{0.7})}) {
    const Collection collection = collect(corpus, rule, "site");
    ASSERT_EQ(collection.reference_documents(), 100U);
    for (const KeepPolicy& keep : kPolicies) expect_same_answer(collection, keep);
  }
}

TEST_F(DenseClustersTest, ListsTheSamePairsAFewDocumentsAtATime) {
  const Corpus corpus = make_corpus({{200, 3}, {60, 8}, {20, 2}, {1, 0}, {100, 30}}, 9, 40);
  for (const Rule& rule : {Rule(AtLeastSimilar{0.8}), Rule(AtLeastSimilar{0.35, true}),
                           Rule(WithinDistance{10}), Rule(Verified{16, {Measure::cosine, 0.93}})}) {
    expect_same_listing(collect(corpus, rule));
    expect_same_listing(collect(corpus, rule, "site"));
  }
}

/// A chain: each document is like its neighbours only, and some of it are in many copies.
TEST_F(DenseClustersTest, ComponentsFollowChainsThroughDenseClusters) {
  std::mt19937_64 random(10);
  std::vector<std::string> words(60);
  for (std::string& word : words) word = "w" + std::to_string(random() % 5000);
  Corpus corpus;
  for (int step = 0; step < 40; ++step) {
    for (int variant = 0; variant < 20; ++variant) {
      std::vector<std::string> changed = words;
      changed[random() % 60] = "v" + std::to_string(random() % 5000);
      std::string text;
      for (const std::string& word : changed) text += word + " ";
      corpus.documents += R"({"text":")" + text + "\"}\n";
    }
    for (int i = 0; i < 2; ++i) words[random() % 60] = "x" + std::to_string(random() % 5000);
  }
  for (const Rule& rule :
       {Rule(AtLeastSimilar{0.75}), Rule(WithinDistance{9}), Rule(AtLeastSimilar{0.6, true})}) {
    const Collection collection = collect(corpus, rule);
    expect_same_answer(collection, {});
    const Deduplication result(
        collection,
        find_document_pairs(collection, {.threads = 1, .scope = {PairScope::Bound::documents, 100}}),
        {.link = LinkKind::components});
    EXPECT_LT(result.counts().clusters, 40U) << describe(rule) << ": no chain";
  }
}

/// Comparisons are counted, not seconds: at most one with each document that stays, or a few by
/// distance, where each half of the documents is joined with what stays of the other. All pairs of 4000 documents would be 8 million.
TEST_F(DenseClustersTest, ComparisonsFollowTheDocumentsAndNotTheirPairs) {
  const std::vector<Rule> rules = {AtLeastSimilar{0.8}, AtLeastSimilar{0.3}, WithinDistance{16},
                                   Verified{16, {Measure::edit, 0.9}}, Verified{16, {Measure::cosine, 0.9}}};
  for (const Rule& rule : rules) {
    for (const std::size_t size : {1000U, 2000U, 4000U}) {
      const Collection collection = collect(make_corpus({{size, 1}}, 6), rule);
      const DocumentPairs pairs =
          find_document_pairs(collection, {.threads = 1, .scope = {PairScope::Bound::documents, 100}});
      ASSERT_FALSE(pairs.is_complete());
      EXPECT_LT(pairs.candidates(), size) << describe(rule);
      const Deduplication result(collection, pairs, {});
      EXPECT_LT(result.counts().kept, 50U) << describe(rule);
      const std::uint64_t few = similarity_of(rule) ? 1 : 3;
      EXPECT_LE(result.compared(), few * result.counts().kept * size) << describe(rule);
      EXPECT_GT(result.compared(), size / 4) << describe(rule);
      const Deduplication components(collection, pairs, {.link = LinkKind::components});
      EXPECT_LE(components.compared(), 2 * few * result.counts().kept * size) << describe(rule);
    }
  }
}

/// All share half of their text, and nothing is like another: nearly nothing is compared.
TEST_F(DenseClustersTest, DocumentsOfOneTemplateAreNotComparedWithEachOther) {
  const Corpus corpus = make_corpus({{3000, 120}}, 7);
  const Rule rule = AtLeastSimilar{0.8};
  const Collection collection = collect(corpus, rule);
  const DocumentPairs pairs =
      find_document_pairs(collection, {.threads = 1, .scope = {PairScope::Bound::documents, 100}});
  const Deduplication result(collection, pairs, {});
  EXPECT_LT(pairs.candidates() + result.compared(), 10 * collection.size());
}

TEST_F(DenseClustersTest, LinksArePairsOfARemovedDocumentAndTheOneThatStays) {
  const Corpus corpus = make_corpus({{30, 3}, {5, 3}, {1, 0}}, 8);
  const Rule rule = AtLeastSimilar{0.7};
  const Collection collection = collect(corpus, rule);
  const Deduplication result(collection, find_document_pairs(collection),
                             {.keep = {.kind = KeepPolicy::Kind::last}});
  std::vector<std::pair<std::uint32_t, std::uint32_t>> links;
  result.for_each_link([&](const DocumentPair& pair) {
    EXPECT_LT(pair.first, pair.second);
    EXPECT_EQ(result.linkage().kept_of[pair.first], pair.second);  // the last one stays
    EXPECT_EQ(pair.similarity, result.linkage().score(pair.first));
    links.emplace_back(pair.first, pair.second);
  });
  EXPECT_TRUE(std::ranges::is_sorted(links));
  EXPECT_EQ(links.size(), result.counts().exact + result.counts().near);
}

}  // namespace
}  // namespace neardup::internal
