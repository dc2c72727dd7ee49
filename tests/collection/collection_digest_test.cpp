// Digests of contents are put off where fingerprints tell contents apart: they must say what the normal texts
// say, for every pair of documents.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "neardup/collection/collection.h"
#include "neardup/collection/repeated_words.h"
#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

/// The same text in other case, width, white space and punctuation, and texts that differ by a word or by
/// nothing but a sign.
std::vector<std::string> variants() {
  const std::vector<std::string> texts = {
      "The old bridge over the river is closed until the repairs of its second arch are done",
      "The old bridge over the river is open again since the repairs of its second arch are done",
      "河上的旧桥因第二个桥拱的维修而关闭，直到工程完成为止，请绕行",
      "河上的舊橋因第二個橋拱的維修而關閉，直到工程完成為止，請繞行",
      "two words",
      "two words!",
      "",
      " "};
  std::vector<std::string> all;
  for (const std::string& text : texts) {
    std::string upper = text;
    std::ranges::transform(upper, upper.begin(), [](char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; });
    std::string wide;
    for (const char c : text) wide += c == 'o' ? "ｏ" : std::string(1, c);
    std::string spaced;
    for (const char c : text) spaced += c == ' ' ? " \t " : std::string(1, c);
    all.insert(all.end(),
               {text, text, upper, wide, spaced + " ", text + ".", upper + ".", text + "。", text});
  }
  return all;
}

class CollectionDigestTest : public CorpusTest {};

TEST_F(CollectionDigestTest, AreEqualWhereNormalTextsAre) {
  std::string lines;
  std::vector<std::string> texts = variants();
  std::shuffle(texts.begin(), texts.end(), std::mt19937(5));
  for (const std::string& text : texts) {
    std::string escaped;
    for (const char c : text) escaped += c == '\t' ? std::string("\\t") : std::string(1, c);
    lines += "{\"text\":\"" + escaped + "\"}\n";
  }
  const std::string path = write("texts.jsonl", lines);
  const Recipe text = Recipe::named("text-1");
  const std::vector<Recipe> recipes = {text,
                                       Recipe::named("short-1"),
                                       Recipe::named("pypi-simhash"),
                                       Recipe::named("cppjieba-jenkins"),
                                       text.with("normalize", "simplified"),
                                       text.with("bits", "128"),

                                       text.with("tokens", "text:3"),
                                       text.with("tokens", "text:3").with("normalize", "none")};
  for (const Recipe& recipe : recipes) {
    const Collection collection({path}, {.recipe = recipe});
    ASSERT_EQ(collection.size(), texts.size());
    const RecipeSteps& steps = collection.options().recipe.steps();
    std::string a;
    std::string b;
    for (std::uint32_t i = 0; i < texts.size(); ++i) {
      for (std::uint32_t j = 0; j < i; ++j) {
        const bool equal =
            collection.has_text(i) &&  // a document without text equals no other
            normal_text(steps, {.text = texts[i]}, a) == normal_text(steps, {.text = texts[j]}, b);
        EXPECT_EQ(collection.digest(i) == collection.digest(j), equal)
            << recipe.written() << ": \"" << texts[i] << "\" and \"" << texts[j] << "\"";
      }
    }
  }
}

template <typename Word>
void expect_plain_answer(const std::vector<Word>& words) {
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    if (std::ranges::count(words, words[i]) > 1) expected.push_back(i);
  }
  std::ranges::sort(expected, {}, [&](std::uint32_t i) { return std::pair(words[i], i); });
  EXPECT_EQ(repeated_words(words), expected);
}

TEST(RepeatedWordsTest, AreThoseOfThePlainCount) {
  std::mt19937_64 random(7);
  for (const std::size_t size : {0, 1, 2, 3, 10, 100, 1000}) {
    for (const std::uint64_t values : {1, 2, 10, 500, 100'000'000}) {
      std::vector<std::uint64_t> words(size);
      std::vector<Bits128> wide(size);
      for (std::uint64_t& word : words) word = random() % values;
      for (Bits128& word : wide) word = {random() % 3, random() % values};
      expect_plain_answer(words);
      expect_plain_answer(wide);
    }
  }
}

}  // namespace
}  // namespace neardup::internal
