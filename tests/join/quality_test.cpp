// A guard of quality from text to pairs: texts with a known share of edited words, English and Chinese. Every
// answer is compared with the similarity of all planted pairs by definition, over several seeds, so that a
// change cannot lose recall unnoticed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "neardup/fingerprint/recipe.h"
#include "neardup/join/similarity/similarity_join.h"
#include "neardup/sketch/shingle_set.h"
#include "neardup/text/utf8.h"
#include "tests/join/shingle_sets.h"
#include "tests/reference/similar_pairs.h"

namespace neardup::internal {
namespace {

constexpr unsigned kOriginals = 120;
constexpr double kEdits[] = {0.01, 0.05, 0.10, 0.20};

/// Texts as lists of words; the words of Chinese are single characters.
class TextMaker {
 public:
  TextMaker(bool chinese, unsigned seed) : chinese_(chinese), random_(seed) {}

  std::vector<std::string> words() {
    std::vector<std::string> text(100 + random_() % 300);
    for (std::string& word : text) word = next_word();
    return text;
  }

  /// Each word is replaced, dropped or doubled by another one with this probability.
  std::vector<std::string> edited(const std::vector<std::string>& original, double share) {
    std::vector<std::string> text;
    for (const std::string& word : original) {
      const bool edits = static_cast<double>(random_() % 10'000) < 10'000 * share;
      const std::size_t kind = edits ? random_() % 3 : 3;
      if (kind != 0) text.push_back(kind == 1 ? next_word() : word);
      if (kind == 2) text.push_back(next_word());
    }
    return text;
  }

  [[nodiscard]] std::string join(const std::vector<std::string>& words) const {
    std::string text;
    for (const std::string& word : words) text.append(word).append(chinese_ ? "" : " ");
    return text;
  }

 private:
  std::string next_word() {
    const double uniform = static_cast<double>(random_()) / 0x1p32;
    const auto number = static_cast<unsigned>(std::exp(uniform * std::log(3000.0)));  // few are frequent
    std::string word;
    if (chinese_) {
      append_utf8(word, static_cast<char32_t>(0x4E00 + number));
    } else {
      word = "w" + std::to_string(number);
    }
    return word;
  }

  bool chinese_;
  std::mt19937 random_;
};

/// An original and one copy for each share of edits, one after the other.
ShingleLists planted_sets(bool chinese, unsigned seed) {
  RecipeSteps steps = Recipe::named("text-1").steps();
  steps.similarity_shingle = chinese ? 4 : 3;
  ShingleSetTaker taker(steps);
  TextMaker maker(chinese, seed);
  ShingleLists lists;
  const auto add = [&](const std::vector<std::string>& words) {
    const auto set = taker.take({.text = maker.join(words)});
    lists.emplace_back(set.begin(), set.end());
  };
  for (unsigned i = 0; i < kOriginals; ++i) {
    const auto original = maker.words();
    add(original);
    for (const double share : kEdits) add(maker.edited(original, share));
  }
  return lists;
}

class QualityTest : public testing::TestWithParam<bool> {};

TEST_P(QualityTest, FindsEditedTextsExactlyOrNearlySo) {
  const ShingleLists lists = planted_sets(GetParam(), 21);
  for (const double similarity : {0.5, 0.8}) {
    const SimilarityOptions options{.min_similarity = similarity, .threads = 1};
    const auto expected = reference::similar_pairs(lists, options, EqualPairs::star);
    ASSERT_GT(expected.size(), similarity == 0.8 ? kOriginals : 3 * kOriginals);
    const SketchTable sizes = summaries_of(lists);
    EXPECT_EQ(exact_join(sizes, source_of(lists), options).collect(EqualPairs::star), expected);
    std::size_t found = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const auto pairs = banded_join(sketches_of(lists, similarity, seed), source_of(lists), options)
                             .collect(EqualPairs::star);
      EXPECT_TRUE(std::ranges::includes(expected, pairs)) << "a wrong pair, seed " << seed;
      found += pairs.size();
    }
    EXPECT_GE(static_cast<double>(found), 0.998 * 10 * static_cast<double>(expected.size())) << similarity;
  }
}

/// What a share of edits means: 1 % keeps a text within 0.8, 5 % and 10 % within 0.5, in nearly all cases.
TEST_P(QualityTest, FindsTheCopiesThatAUserWouldExpect) {
  const ShingleLists lists = planted_sets(GetParam(), 22);
  const auto share_found = [&](double similarity, std::size_t edit) {
    const auto pairs = banded_join(sketches_of(lists, similarity), source_of(lists),
                                   {.min_similarity = similarity, .threads = 1})
                           .collect(EqualPairs::all);
    const auto planted = std::ranges::count_if(pairs, [edit](const SimilarPair& pair) {
      return pair.first % 5 == 0 && pair.second == pair.first + 1 + edit;
    });
    return static_cast<double>(planted) / kOriginals;
  };
  EXPECT_GE(share_found(0.8, 0), 0.99);
  EXPECT_GE(share_found(0.5, 1), 0.99);
  EXPECT_GE(share_found(0.5, 2), GetParam() ? 0.6 : 0.8);
}

/// An original and one copy for each share of edits, as texts.
std::vector<std::string> planted_texts(bool chinese, unsigned seed) {
  TextMaker maker(chinese, seed);
  std::vector<std::string> texts;
  for (unsigned i = 0; i < kOriginals; ++i) {
    const auto original = maker.words();
    texts.push_back(maker.join(original));
    for (const double share : kEdits) texts.push_back(maker.join(maker.edited(original, share)));
  }
  return texts;
}

/// What the distance of text-1 finds, and that it calls nothing else alike.
TEST_P(QualityTest, KeepsLightEditsWithinTheDistanceOfTheRecipe) {
  const Recipe recipe = Recipe::named("text-1");
  std::vector<Fingerprint> fingerprints;
  for (const std::string& text : planted_texts(GetParam(), 23))
    fingerprints.push_back(*recipe.fingerprint(text));
  std::vector<int> found(std::size(kEdits));
  for (std::size_t first = 0; first < fingerprints.size(); ++first) {
    for (std::size_t second = first + 1; second < fingerprints.size(); ++second) {
      if (hamming_distance(fingerprints[first], fingerprints[second]) > recipe.steps().max_distance) continue;
      EXPECT_EQ(first / 5, second / 5) << "unlike texts";
      if (first % 5 == 0) ++found[second % 5 - 1];
    }
  }
  EXPECT_GE(found[0], 0.85 * kOriginals);
  EXPECT_GE(found[1], 0.12 * kOriginals);
  EXPECT_LE(found[3], 0.05 * kOriginals);
}

/// Sets as texts make them: all equal, one shared frame, empty, one token. Bands find what the exact join
/// finds.
TEST(QualityTextTest, AdversarialTextsAreJoinedAsTheExactJoinDoes) {
  TextMaker maker(false, 24);
  const std::string frame = maker.join(maker.words());
  ShingleSetTaker taker(Recipe::named("text-1").steps());
  ShingleLists lists;
  const auto add = [&](const std::string& text) {
    const auto set = taker.take({.text = text});
    lists.emplace_back(set.begin(), set.end());
  };
  for (int i = 0; i < 60; ++i) {
    add(frame);
    add(frame + "own " + std::to_string(i));
    add("");
    add(i % 2 == 0 ? "token" : "Token.");
    add(maker.join(maker.words()));
  }
  for (const double similarity : {0.5, 0.8, 0.95}) {
    const SimilarityOptions options{.min_similarity = similarity, .threads = 1};
    const auto expected = exact_join(summaries_of(lists), source_of(lists), options).collect(EqualPairs::all);
    EXPECT_EQ(expected, reference::similar_pairs(lists, options, EqualPairs::all));
    EXPECT_EQ(banded_join(sketches_of(lists, similarity), source_of(lists), options).collect(EqualPairs::all),
              expected)
        << similarity;
  }
}

INSTANTIATE_TEST_SUITE_P(Languages, QualityTest, testing::Bool(),
                         [](const auto& instance) { return instance.param ? "Chinese" : "English"; });

}  // namespace
}  // namespace neardup::internal
