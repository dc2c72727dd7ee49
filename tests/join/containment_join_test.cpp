#include "neardup/join/containment/containment_join.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/reference/contained.h"

namespace neardup::internal {
namespace {

using reference::Tokens;

constexpr std::size_t kShingle = 3;  // of text-1

Collection collect(const std::vector<Document>& documents, CollectionOptions options) {
  options.rule = Contained{};
  return {documents, std::move(options)};
}

std::vector<Document> to_documents(const std::vector<Tokens>& texts) {
  std::vector<Document> documents;
  for (const Tokens& tokens : texts) {
    std::string text;
    for (const std::string& token : tokens) text += (text.empty() ? "" : ", ") + token;
    documents.push_back({.text = text});
  }
  return documents;
}

std::map<std::size_t, std::size_t> containers(const ContainedDocuments& found) {
  std::map<std::size_t, std::size_t> all;
  for (const ContainedLink& link : found.links) all[link.document] = link.container;
  return all;
}

/// Texts over few words, so that many contain each other: random ones, and cut from, glued to or copied from
/// earlier ones.
std::vector<Tokens> random_texts(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto pick = [&](std::size_t limit) { return random() % limit; };
  std::vector<Tokens> texts;
  for (std::size_t i = 0; i < count; ++i) {
    Tokens tokens;
    if (i % 3 != 0) tokens = texts[pick(i)];
    if (i % 3 == 1 && !tokens.empty()) {
      const std::size_t begin = pick(tokens.size());
      tokens = Tokens(tokens.begin() + static_cast<std::ptrdiff_t>(begin),
                      tokens.begin() + static_cast<std::ptrdiff_t>(begin + 1 + pick(tokens.size() - begin)));
    }
    for (std::size_t more = i % 3 == 1 ? 0 : pick(i % 2 == 0 ? 12 : 2); more > 0; --more)
      tokens.push_back("w" + std::to_string(pick(4 + seed % 20)));
    texts.push_back(std::move(tokens));
  }
  return texts;
}

TEST(ContainmentJoinTest, FindsWhatComparingAllDocumentsFinds) {
  std::size_t found_at_all = 0;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const std::vector<Tokens> texts = random_texts(40 + seed, seed);
    const std::vector<Document> documents = to_documents(texts);
    const auto expected = reference::contained(texts, kShingle);
    for (const int threads : {1, 3}) {
      const Collection collection =
          collect(documents, {.recipe = Recipe::named("text-1"), .threads = threads});
      EXPECT_EQ(containers(find_contained(collection, {.threads = threads})), expected) << "seed " << seed;
    }
    found_at_all += expected.size();
  }
  EXPECT_GT(found_at_all, 500U);
}

TEST(ContainmentJoinTest, TheContainerIsContainedInNoOther) {
  const std::vector<Tokens> texts = random_texts(300, 7);
  const std::vector<Document> documents = to_documents(texts);
  const Collection collection = collect(documents, {.recipe = Recipe::named("text-1")});
  const auto found = containers(find_contained(collection, {}));
  for (const auto& [document, container] : found) EXPECT_FALSE(found.contains(container)) << document;
}

TEST(ContainmentJoinTest, CasePunctuationAndSpaceDoNotCountButOrderAndGapsDo) {
  const std::vector<Document> documents = {
      {.text = "Before. The old bridge, closed on Monday, is open again! After"},
      {.text = "the OLD bridge closed\n on monday is open AGAIN"},
      {.text = "the old bridge is open again"},
      {.text = "again the old bridge closed on Monday is open"},
      {.text = "老桥周一关闭，今天又开放了"},
      {.text = "周一关闭 今天"}};
  const Collection collection = collect(documents, {.recipe = Recipe::named("text-1")});
  EXPECT_EQ(containers(find_contained(collection, {})), (std::map<std::size_t, std::size_t>{{1, 0}, {5, 4}}));
}

TEST(ContainmentJoinTest, ALongerTextOfTheSameShinglesContainsTheShorterOne) {
  // Repeating a cycle of words adds no new shingle.
  const std::vector<Document> documents = {
      {.text = "a b c a b c"}, {.text = "a b c a b c a b c a"}, {.text = "b c a b c a"}};
  const Collection collection = collect(documents, {.recipe = Recipe::named("text-1")});
  EXPECT_EQ(containers(find_contained(collection, {})), (std::map<std::size_t, std::size_t>{{0, 1}, {2, 1}}));
}

TEST(ContainmentJoinTest, CompartmentsAndTheReferenceStayApart) {
  std::vector<Document> documents;
  for (const char* site : {"a", "b"}) {
    documents.push_back({.text = "one two three four five six", .fields = {site}});
    documents.push_back({.text = "two three four five", .fields = {site}});
  }
  CollectionOptions options{.recipe = Recipe::named("text-1"), .within = Within{.field = "site"}};
  options.document_fields = {"site"};
  const Collection collection = collect(documents, std::move(options));
  EXPECT_EQ(containers(find_contained(collection, {})), (std::map<std::size_t, std::size_t>{{1, 0}, {3, 2}}));
}

TEST(ContainmentJoinTest, AStoppedSearchFindsNothing) {
  const std::vector<Document> documents = to_documents(random_texts(100, 3));
  const Collection collection = collect(documents, {.recipe = Recipe::named("text-1")});
  std::stop_source source;
  source.request_stop();
  EXPECT_TRUE(find_contained(collection, {.stop = source.get_token()}).links.empty());
}

}  // namespace
}  // namespace neardup::internal
