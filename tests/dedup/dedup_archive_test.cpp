// dedup() against an archive: an index of similarity gives what the documents themselves give, and remembers what
// a run kept.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "neardup/dedup/dedup.h"
#include "neardup/index/hamming_index.h"
#include "neardup/index/similarity_index.h"
#include "neardup/util/error.h"
#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

enum class Script { latin, han };

/// Makes texts, and later versions of them with a share of the words exchanged.
class Writer {
 public:
  Writer(Script script, unsigned seed) : script_(script), random_(seed) {}

  std::vector<std::string> draft() {
    std::vector<std::string> words(random_() % 20 == 0 ? random_() % 4 : 30 + random_() % 90);
    for (std::string& each : words) each = word();
    return words;
  }
  std::vector<std::string> edited(std::vector<std::string> words) {
    if (words.empty()) return words;
    for (std::size_t i = random_() % (1 + words.size() / 10); i > 0; --i)
      words[random_() % words.size()] = word();
    return words;
  }
  [[nodiscard]] std::string joined(const std::vector<std::string>& words) const {
    std::string text;
    for (const std::string& each : words) text += script_ == Script::latin ? each + " " : each;
    return text;
  }
  std::size_t below(std::size_t end) { return random_() % end; }

 private:
  std::string word() {
    const auto number = static_cast<unsigned>(random_() % 900);
    if (script_ == Script::latin) return fmt::format("word{}", number);
    const unsigned han = 0x4E00 + number;
    return {static_cast<char>(0xE0 | han >> 12), static_cast<char>(0x80 | (han >> 6 & 0x3F)),
            static_cast<char>(0x80 | (han & 0x3F))};
  }

  Script script_;
  std::mt19937 random_;
};

/// Texts of which about half repeat an earlier one, with few or many changes; some are too short for shingles. Ids
/// ascend with the place, so that the smallest id is the first one.
std::vector<Document> make_corpus(Script script, unsigned seed, std::size_t count) {
  Writer writer(script, seed);
  std::vector<std::vector<std::string>> drafts;
  std::vector<Document> documents;
  for (std::size_t i = 0; i < count; ++i) {
    const bool repeats = i > 10 && writer.below(2) == 0;
    drafts.push_back(repeats ? writer.edited(drafts[writer.below(i)]) : writer.draft());
    documents.push_back({.id = fmt::format("d{:05}", i), .text = writer.joined(drafts.back())});
  }
  return documents;
}

std::string json_lines(const std::vector<Document>& documents) {
  std::string lines;
  for (const Document& document : documents)
    lines += fmt::format("{{\"id\":\"{}\",\"text\":\"{}\"}}\n", document.id, document.text);
  return lines;
}

SimilarityIndex index_of(const std::vector<Document>& documents, double min_similarity) {
  SimilarityIndex index({.min_similarity = min_similarity, .recipe = "text-1"});
  SimilarityEntryTaker taker(Recipe::named("text-1"));
  for (const Document& document : documents) index.add(document.id, taker.take(document));
  return index;
}

/// What an archive can know of a removed document: not the distance, nor whether it is an exact copy.
using ArchiveDecision = std::tuple<std::string, std::string, std::optional<double>>;

std::vector<ArchiveDecision> archive_decisions(const DedupResult& result) {
  std::vector<ArchiveDecision> all;
  for (const Removed& removed : result.removed())
    all.emplace_back(removed.id, removed.kept_id, removed.similarity);
  return all;
}

class DedupArchiveTest : public CorpusTest {};

class ScriptTest : public DedupArchiveTest, public testing::WithParamInterface<Script> {};
INSTANTIATE_TEST_SUITE_P(Scripts, ScriptTest, testing::Values(Script::latin, Script::han));

TEST_P(ScriptTest, AnIndexOfSimilarityGivesWhatItsDocumentsGive) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    const std::vector<Document> all = make_corpus(GetParam(), seed, 900);
    const std::vector<Document> old(all.begin(), all.begin() + 400);
    const std::vector<Document> fresh(all.begin() + 400, all.end());
    const std::string reference = write("old.jsonl", json_lines(old));
    for (const double similarity : {0.5, 0.65, 0.8, 0.95, 1.0}) {
      const SimilarityIndex archive = index_of(old, similarity);
      for (const LinkKind link : {LinkKind::star, LinkKind::components}) {
        DedupOptions options{.find = {.rule = AtLeastSimilar{similarity}}, .link = link};
        options.find.against = {reference};
        const std::vector<ArchiveDecision> expected = archive_decisions(dedup(fresh, options));
        ASSERT_GT(expected.size(), 30U);
        options.find.against.clear();
        options.archive = &archive;
        for (const int threads : {1, 3}) {
          options.find.threads = threads;
          const std::vector<ArchiveDecision> found = archive_decisions(dedup(fresh, options));
          if (link == LinkKind::star) {
            EXPECT_EQ(found, expected) << seed << " " << similarity << " " << threads;
          } else {  // which archived document stands for a component may differ, not what is removed
            ASSERT_EQ(found.size(), expected.size()) << seed << " " << similarity << " " << threads;
            for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(get<0>(found[i]), get<0>(expected[i]));
          }
        }
      }
    }
  }
}

TEST_P(ScriptTest, EverythingThatWasRemovedIsFoundAmongWhatWasKept) {
  for (const double similarity : {0.6, 0.8, 0.9}) {
    const std::vector<Document> documents = make_corpus(GetParam(), 4, 1500);
    const DedupResult result = dedup(documents, {.find = {.rule = AtLeastSimilar{similarity}}});
    SimilarityIndex archive({.min_similarity = similarity, .recipe = "text-1"});
    EXPECT_EQ(add_kept(result, archive).added, result.counts().kept - result.counts().without_text);
    // Some drafts are empty, and so are their later versions. Texts without a word are nobody's duplicates.
    ASSERT_GT(result.removed().size() + result.counts().without_text, 200U);
    ASSERT_GT(result.removed().size(), 150U);
    SimilarityEntryTaker taker(Recipe::named("text-1"));
    for (const Removed& removed : result.removed())
      EXPECT_TRUE(archive.has(taker.take(documents[removed.document]))) << similarity << " " << removed.id;
  }
}

TEST_P(ScriptTest, ASecondRunRemovesEverything) {
  const std::string input = write("in.jsonl", json_lines(make_corpus(GetParam(), 5, 1300)));
  SimilarityIndex archive({.recipe = "text-1"});
  const DedupResult first = dedup({input}, {.archive = &archive});
  EXPECT_EQ(first.rule(), Rule(AtLeastSimilar{0.8}));
  for (const int threads : {1, 3}) {
    SimilarityIndex again({.recipe = "text-1"});
    const DedupResult same = dedup({input}, {.find = {.threads = threads}, .archive = &again});
    EXPECT_EQ(add_kept(same, again).added, first.counts().kept - first.counts().without_text);
  }
  const IndexAdditions added = add_kept(first, archive);
  EXPECT_EQ(added.added, first.counts().kept - first.counts().without_text);
  EXPECT_EQ(added.renamed + added.left_out, 0U);
  EXPECT_EQ(add_kept(first, archive).added, 0U);  // they are there
  const DedupResult second = dedup({input}, {.archive = &archive});
  EXPECT_EQ(second.kept().size(), second.counts().without_text) << "these are nobody's duplicates";
  EXPECT_THROW(second.write_report(path("r.html")), Error);
}

TEST_F(DedupArchiveTest, NeverReplacesAnEntryOfAnIndexOfSimilarity) {
  const std::string text = "the first text has words of its own to compare";
  const std::vector<Document> one = {{.id = "same", .text = text}};
  const std::vector<Document> two = {{.id = "same", .text = "apples and pears are harvested late in autumn"},
                                     {.id = "same", .text = "!"},
                                     {.id = "same", .text = text}};
  SimilarityIndex archive({.recipe = "text-1"});
  static_cast<void>(add_kept(dedup(one), archive));
  const IndexAdditions added = add_kept(dedup(two), archive);
  EXPECT_EQ(added.added, 2U);
  EXPECT_EQ(added.renamed, 2U);
  EXPECT_EQ(add_kept(dedup(two), archive).added, 0U);
  EXPECT_EQ(archive.size(), 3U);
  SimilarityIndex numbers({.recipe = "text-1"});
  SimilarityEntryTaker taker(Recipe::named("text-1"));
  numbers.add(7, taker.take("another text that has the number seven already"));
  EXPECT_EQ(add_kept(dedup(one), numbers).first_not_number, "same");
  const std::vector<Document> seven = {{.id = "7", .text = text}};
  EXPECT_EQ(add_kept(dedup(seven), numbers).first_clashing, "7");
}

TEST_F(DedupArchiveTest, RefusesWhatAnArchiveCannotJudgeBeforeReadingAnything) {
  const HammingIndex fingerprints({.max_distance = 8, .recipe = "text-1"});
  const SimilarityIndex shingles({.min_similarity = 0.8, .recipe = "text-1"});
  const auto refused = [](const FindOptions& find, Archive archive) -> std::string {
    try {  // the input does not exist, so reading it would say something else
      static_cast<void>(dedup({"missing.jsonl"}, {.find = find, .archive = archive}));
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  const Recipe other = Recipe::named("short-1");
  EXPECT_THAT(refused({.recipe = other}, &shingles), HasSubstr("cannot be compared with short-1"));
  EXPECT_THAT(refused({.recipe = other}, &fingerprints), HasSubstr("cannot be compared with short-1"));
  EXPECT_THAT(refused({.rule = WithinDistance{3}}, &shingles), HasSubstr("only a similarity"));
  EXPECT_THAT(refused({.rule = Verified{}}, &shingles), HasSubstr("only a similarity"));
  EXPECT_THAT(refused({.rule = EqualSentences{}}, &shingles), HasSubstr("only a similarity"));
  EXPECT_THAT(refused({.rule = AtLeastSimilar{0.7}}, &shingles), HasSubstr("from 0.8, got 0.7"));
  EXPECT_THAT(refused({.rule = AtLeastSimilar{0.9, true}}, &shingles), HasSubstr("exact"));
  EXPECT_THAT(refused({.rule = AtLeastSimilar{}}, &fingerprints), HasSubstr("only a distance"));
  EXPECT_THAT(refused({.rule = WithinDistance{9}}, &fingerprints), HasSubstr("up to 8, got 9"));
  EXPECT_THAT(refused({.within = "site"}, &shingles), HasSubstr("within"));
  EXPECT_THAT(refused({.templates = {"frame.txt"}}, &shingles), HasSubstr("templates"));
  SimilarityIndex short_texts({.min_similarity = 0.8, .recipe = "short-1"});
  const std::vector<Document> documents = {{.id = "a", .text = "a text of some words"}};
  EXPECT_THROW(add_kept(dedup(documents), short_texts), Error);
}

TEST_F(DedupArchiveTest, AStricterSimilarityThanThatOfTheIndexWillDo) {
  const std::vector<Document> all = make_corpus(Script::latin, 6, 800);
  const std::vector<Document> old(all.begin(), all.begin() + 400);
  const std::vector<Document> fresh(all.begin() + 400, all.end());
  const SimilarityIndex archive = index_of(old, 0.6);
  const DedupResult strict = dedup(fresh, {.find = {.rule = AtLeastSimilar{0.9}}, .archive = &archive});
  EXPECT_LT(strict.removed().size(), dedup(fresh, {.archive = &archive}).removed().size());
  for (const Removed& removed : strict.removed()) EXPECT_GE(removed.similarity, 0.9);
}

}  // namespace
}  // namespace neardup::internal
