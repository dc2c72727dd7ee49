// An archive of similarity finds of new documents what a join of old and new ones finds.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "neardup/join/document_pairs.h"
#include "neardup/linkage/archive_hits.h"

namespace neardup::internal {
namespace {

class TextFile {
 public:
  TextFile(const std::string& name, const std::vector<std::string>& lines)
      : path_(std::filesystem::temp_directory_path() /
              ("neardup-archive-" + std::to_string(getpid()) + "-" + name + ".jsonl")) {
    std::ofstream file(path_);
    for (std::size_t i = 0; i < lines.size(); ++i)
      file << "{\"id\":\"" << name << i << "\",\"text\":\"" << lines[i] << "\"}\n";
  }
  ~TextFile() { std::filesystem::remove(path_); }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  [[nodiscard]] std::string path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string random_text(std::mt19937& random, std::size_t words) {
  std::string text;
  for (std::size_t i = 0; i < words; ++i) text += "w" + std::to_string(random() % 500) + " ";
  return text;
}

/// Replaces a few words of a text.
std::string edited(std::mt19937& random, std::string text) {
  for (std::size_t i = random() % 4; i > 0; --i) {
    const std::size_t gap = text.find(' ', random() % text.size());
    if (gap != std::string::npos) text.replace(gap, 1, " new ");
  }
  return text;
}

TEST(SimilarArchiveTest, FindsWhatAJoinOfOldAndNewDocumentsFinds) {
  std::mt19937 random(1);
  std::vector<std::string> old_texts = {"!", "??", "one"};
  for (int i = 0; i < 300; ++i) old_texts.push_back(random_text(random, 10 + random() % 40));
  std::vector<std::string> new_texts = {"!", "...", "one", "two"};
  for (int i = 0; i < 1200; ++i) {
    new_texts.push_back(i % 2 == 0 ? random_text(random, 30)
                                   : edited(random, old_texts[3 + random() % (old_texts.size() - 3)]));
  }
  const TextFile old_file("old", old_texts);
  const TextFile new_file("new", new_texts);
  const Recipe recipe = Recipe::named("text-1");

  CollectionOptions options{.recipe = recipe};
  options.rule = AtLeastSimilar{0.8};
  options.reference = {old_file.path()};
  const Collection both({new_file.path()}, options);
  std::map<std::uint32_t, double> expected;  // new document, counted without the old ones: best similarity
  const std::uint32_t old_count = both.reference_documents();
  find_document_pairs(both, {.threads = 2}).for_each(EqualPairs::all, [&](const DocumentPair& pair) {
    if (pair.first >= old_count || pair.second < old_count) return;
    double& best = expected[pair.second - old_count];
    best = std::max(best, pair.similarity.value_or(1));
  });
  ASSERT_GT(expected.size(), 200U);

  SimilarityIndex index({.min_similarity = 0.8, .recipe = recipe.written()});
  SimilarityEntryTaker taker(recipe);
  for (std::size_t i = 0; i < old_texts.size(); ++i)
    index.add("old" + std::to_string(i), taker.take(old_texts[i]));
  const Collection fresh({new_file.path()}, {.recipe = recipe});
  const ArchiveHits found = find_in_archive(fresh, index, 0.8, {.threads = 2});
  std::map<std::uint32_t, double> similarities;
  for (const ArchiveHit& hit : found.hits) similarities[hit.document] = hit.score;
  EXPECT_EQ(similarities, expected);
  EXPECT_EQ(found.ids[found.hits[0].entry], "old0");  // the text without shingles, by its content
  EXPECT_EQ(find_in_archive(fresh, index, 0.8, {.threads = 1}).hits, found.hits);
}

}  // namespace
}  // namespace neardup::internal
