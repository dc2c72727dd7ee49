// Which new documents an archive has: the nearest archived document of each, as a comparison with every archived
// document finds it.
#include "neardup/linkage/archive_hits.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "neardup/fingerprint/fingerprinter.h"
#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

std::string random_words(std::mt19937& random, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "w" + std::to_string(random() % 400) + " ";
  return text;
}

/// Archived texts, and new ones of which every other one is an edited or exact copy of an archived one.
struct Texts {
  std::vector<std::string> archived;
  std::vector<Document> fresh;
};

Texts make_texts(std::size_t archived, std::size_t fresh) {
  std::mt19937 random(17);
  Texts texts;
  for (std::size_t i = 0; i < archived; ++i) texts.archived.push_back(random_words(random, 40));
  for (std::size_t i = 0; i < archived / 10; ++i) texts.archived.push_back(texts.archived[i]);  // equal ones
  for (std::size_t i = 0; i < fresh; ++i) {
    std::string text = texts.archived[random() % texts.archived.size()];
    if (i % 4 == 1) text += random_words(random, 1 + random() % 3);
    if (i % 4 >= 2) text = random_words(random, 40);
    if (i % 50 == 7) text = "short";
    texts.fresh.push_back({.text = text});
  }
  return texts;
}

HammingIndex archive_of(const std::vector<std::string>& texts, int max_distance) {
  HammingIndex index({.max_distance = max_distance});
  Fingerprinter fingerprinter(Recipe::named("text-1"));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string id = "old-" + std::to_string(i);
    index.add(std::string_view(id), *fingerprinter.fingerprint(texts[i]));
  }
  return index;
}

Collection collect(const std::vector<Document>& documents) {
  CollectionOptions options{.recipe = Recipe::named("text-1")};
  options.rule = WithinDistance{6};
  return Collection(documents, options);
}

TEST(ArchiveHitsTest, FindTheNearestAndAmongEquallyNearTheSmallestId) {
  constexpr int kDistance = 6;
  const Texts texts = make_texts(300, 5000);  // more new ones than a task takes
  const HammingIndex index = archive_of(texts.archived, kDistance);
  const Collection collection = collect(texts.fresh);
  Fingerprinter fingerprinter(Recipe::named("text-1"));
  std::vector<Fingerprint> archived;
  for (const std::string& text : texts.archived) archived.push_back(*fingerprinter.fingerprint(text));

  std::vector<ArchiveHit> expected;
  std::vector<std::string> ids;
  std::unordered_map<std::string, std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < texts.fresh.size(); ++i) {
    const FingerprintResult own = fingerprinter.fingerprint(texts.fresh[i].text);
    std::optional<std::pair<int, std::string>> best;
    for (std::size_t old = 0; own && old < archived.size(); ++old) {
      const std::pair found(hamming_distance(*own, archived[old]), "old-" + std::to_string(old));
      if (found.first <= kDistance && (!best || found < *best)) best = found;
    }
    if (!best) continue;
    const auto [known, is_new] = numbers.try_emplace(best->second, static_cast<std::uint32_t>(ids.size()));
    if (is_new) ids.push_back(best->second);
    expected.push_back({i, known->second, static_cast<double>(best->first)});
  }
  ASSERT_GT(expected.size(), 2000U);
  ASSERT_LT(expected.size(), 4000U);
  for (const int threads : {1, 3}) {
    const ArchiveHits found = find_in_archive(collection, index, kDistance, {.threads = threads});
    EXPECT_EQ(found.hits, expected) << threads;
    EXPECT_EQ(found.ids, ids) << threads;
  }
}

class ArchiveFilesTest : public CorpusTest {};

TEST_F(ArchiveFilesTest, ReferenceDocumentsAreNotLookedUp) {
  const Texts texts = make_texts(20, 0);
  const HammingIndex index = archive_of(texts.archived, 3);
  CollectionOptions options{.recipe = Recipe::named("text-1")};
  options.rule = WithinDistance{3};
  options.reference = {write("old.txt", texts.archived[5])};
  const Collection collection({write("new.txt", texts.archived[7])}, options);
  ASSERT_EQ(collection.reference_documents(), 1U);
  const ArchiveHits found = find_in_archive(collection, index, 3);
  EXPECT_EQ(found.hits, (std::vector<ArchiveHit>{{.document = 1, .entry = 0, .score = 0}}));
  EXPECT_EQ(found.ids, std::vector<std::string>{"old-7"});
}

TEST(ArchiveHitsTest, AnEmptyArchiveAndAnEmptyCollectionHaveNoHits) {
  const Texts texts = make_texts(20, 20);
  EXPECT_TRUE(find_in_archive(collect(texts.fresh), HammingIndex({.max_distance = 3}), 3).hits.empty());
  EXPECT_TRUE(find_in_archive(collect({}), archive_of(texts.archived, 3), 3).hits.empty());
}

}  // namespace
}  // namespace neardup::internal
