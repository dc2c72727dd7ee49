// Windows, tokens and shingles against lists of strings that were made one code point at a time: on every
// code point, on all patterns of character lengths, on random texts and on damaged ones.
#include "neardup/features/shingles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/text/utf8.h"
#include "tests/reference/nasty_text.h"
#include "tests/reference/shingles.h"

namespace neardup::internal {
namespace {

using reference::damaged_text;
using reference::nasty_characters;
using reference::nasty_text;
using reference::to_utf8;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr int kMostWidth = 16;

std::vector<std::string> to_strings(const Features& features) {
  std::vector<std::string> result;
  result.reserve(features.size());
  for (std::size_t i = 0; i < features.size(); ++i) result.emplace_back(features[i]);
  return result;
}

std::vector<std::string> windows(std::string_view text, int width) {
  Features features;
  features.text = text;
  take_character_windows(features, width);
  return to_strings(features);
}

std::vector<std::string> tokens(std::string_view text) {
  Features features;
  take_normal_tokens(text, features);
  return to_strings(features);
}

void expect_tokens(const Features& features, const std::vector<std::string>& expected,
                   std::string_view text) {
  ASSERT_EQ(to_strings(features), expected) << "of " << testing::PrintToString(text);
  ASSERT_EQ(features.text, reference::join(expected, 0, expected.size()))
      << "of " << testing::PrintToString(text);
}

// Takes tokens into features that were used before.
void expect_all_tokens(std::string_view text, Features& features) {
  take_normal_tokens(text, features);
  expect_tokens(features, reference::tokens(reference::nfkc_casefold(text)), text);
}

TEST(CharacterWindowsTest, SlideByCodePoints) {
  EXPECT_THAT(windows("abcde", 4), ElementsAre("abcd", "bcde"));
  EXPECT_THAT(windows("a中é😀b", 2), ElementsAre("a中", "中é", "é😀", "😀b"));
  EXPECT_THAT(windows("近似文本", 1), ElementsAre("近", "似", "文", "本"));
}

TEST(CharacterWindowsTest, ShortTextIsOneWindow) {
  EXPECT_THAT(windows("", 4), IsEmpty());
  EXPECT_THAT(windows("中", 4), ElementsAre("中"));
  EXPECT_THAT(windows("中文ab", 4), ElementsAre("中文ab"));
}

TEST(CharacterWindowsTest, ReplaceWhatWasThere) {
  Features features;
  features.append("old feature");
  features.weights = {2.5};
  features.text = "abcde";
  take_character_windows(features, 4);
  EXPECT_THAT(to_strings(features), ElementsAre("abcd", "bcde"));
  EXPECT_THAT(features.weights, IsEmpty());
}

// Every text of up to eight characters whose lengths are 1, 2, 3 or 4 bytes.
TEST(CharacterWindowsTest, AllPatternsOfLengthsEqualTheReference) {
  const std::u32string alphabet = U"aé中😀";
  for (unsigned pattern = 0; pattern < 1U << 16; ++pattern) {
    std::u32string text;
    for (unsigned i = 0; i < 8; ++i) text += alphabet[pattern >> (2 * i) & 3];
    const std::string utf8 = to_utf8(text);
    const int width = 1 + static_cast<int>(pattern % 7);
    ASSERT_EQ(windows(utf8, width), reference::character_windows(utf8, static_cast<std::size_t>(width)))
        << utf8;
  }
}

TEST(CharacterWindowsTest, RandomRunsEqualTheReference) {
  const std::u32string alphabet = U"aé中😀";
  std::mt19937 random(5);
  for (int i = 0; i < 3000; ++i) {
    std::u32string text;
    for (std::size_t runs = random() % 8; runs > 0; --runs)
      text.append(random() % 60, alphabet[random() % 4]);
    const std::string utf8 = to_utf8(text);
    const int width = 1 + static_cast<int>(random() % kMostWidth);
    ASSERT_EQ(windows(utf8, width), reference::character_windows(utf8, static_cast<std::size_t>(width)))
        << utf8;
  }
}

TEST(TokensTest, HanStandsAloneAndOtherLettersRun) {
  EXPECT_THAT(tokens("2024年 v1.5_beta 发布！"), ElementsAre("2024", "年", "v1", "5", "beta", "发", "布"));
  EXPECT_THAT(tokens("it's naïve"), ElementsAre("it", "s", "naïve"));
  EXPECT_THAT(tokens("ひらがな한글"), ElementsAre("ひらがな한글"));
  EXPECT_THAT(tokens(" -- ，。"), IsEmpty());
  EXPECT_THAT(tokens(""), IsEmpty());
}

TEST(TokensTest, MarksAndIgnorableCharactersSeparate) {
  EXPECT_THAT(tokens("x\u0323y co\u00ADop zero\u200Bwidth"),
              ElementsAre("x", "y", "co", "op", "zero", "width"));
}

TEST(TokensTest, AreNormalised) { EXPECT_THAT(tokens("Ｈello WORLD"), ElementsAre("hello", "world")); }

TEST(TokensTest, EverySingleCodePointEqualsTheReference) {
  Features features;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    expect_all_tokens(to_utf8(std::u32string{U'a', c, U'中', c}), features);
    if (HasFatalFailure()) return;
  }
}

TEST(TokensTest, AllPairsOfNastyCharactersEqualTheReference) {
  Features features;
  for (const char32_t first : nasty_characters()) {
    for (const char32_t second : nasty_characters()) {
      expect_all_tokens(to_utf8(std::u32string{U'文', first, second, U'z'}), features);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(TokensTest, RandomTextsEqualTheReference) {
  std::mt19937 random(8);
  Features features;
  for (int i = 0; i < 30000 && !HasFatalFailure(); ++i) expect_all_tokens(nasty_text(random, 30), features);
  for (int i = 0; i < 20000 && !HasFatalFailure(); ++i) expect_all_tokens(damaged_text(random, 30), features);
  for (int i = 0; i < 50 && !HasFatalFailure(); ++i) expect_all_tokens(nasty_text(random, 20000), features);
}

TEST(TokensTest, LongRunsFindRoom) {
  Features features;
  std::string han;
  std::string words;
  for (int i = 0; i < 5000; ++i) han += "似";
  for (int i = 0; i < 5000; ++i) words += i % 7 == 0 ? "a-" : "a ";
  for (const std::string& text : {han, words, han + words, words + han}) {
    Features fresh;
    expect_all_tokens(text, fresh);
    expect_all_tokens(text, features);
  }
}

TEST(ShinglesTest, AreRunsOfTokens) {
  Features features;
  take_normal_tokens("one two 三四 five", features);
  join_to_shingles(features, 3);
  EXPECT_THAT(to_strings(features), ElementsAre("one two 三", "two 三 四", "三 四 five"));
}

TEST(ShinglesTest, TooFewTokensAreOneShingle) {
  Features features;
  take_normal_tokens("one two", features);
  join_to_shingles(features, 3);
  EXPECT_THAT(to_strings(features), ElementsAre("one two"));
  take_normal_tokens("", features);
  join_to_shingles(features, 3);
  EXPECT_THAT(to_strings(features), IsEmpty());
}

TEST(ShinglesTest, RandomTextsEqualTheReference) {
  std::mt19937 random(9);
  Features features;
  for (int i = 0; i < 5000; ++i) {
    const std::string text = nasty_text(random, 30);
    const int width = 1 + static_cast<int>(random() % 5);
    take_normal_tokens(text, features);
    join_to_shingles(features, width);
    ASSERT_EQ(to_strings(features), reference::shingles(reference::tokens(reference::nfkc_casefold(text)),
                                                        static_cast<std::size_t>(width)));
  }
}

}  // namespace
}  // namespace neardup::internal
