#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "neardup/collection/rule.h"
#include "neardup/features/shingles.h"
#include "neardup/join/verify/text_similarity.h"
#include "neardup/text/utf8.h"
#include "neardup/util/error.h"
#include "tests/reference/feature_measures.h"
#include "tests/reference/text_similarity.h"

namespace neardup::internal {
namespace {

std::string to_utf8(std::u32string_view characters) {
  std::string text;
  for (const char32_t character : characters) append_utf8(text, character);
  return text;
}

void expect_equal_to_tables(std::u32string_view a, std::u32string_view b) {
  const auto longer = static_cast<double>(std::max<std::size_t>({a.size(), b.size(), 1}));
  const double edit = 1 - static_cast<double>(reference::edit_distance(a, b)) / longer;
  const double common = static_cast<double>(reference::longest_common_substring(a, b)) / longer;
  const std::string first = to_utf8(a);
  const std::string second = to_utf8(b);
  ASSERT_EQ(edit_similarity(first, second), edit) << first << " | " << second;
  for (const double least : {0.3, 0.5, 0.8, 1.0}) {
    const double bounded = edit_similarity(first, second, least);
    if (edit >= least) {
      ASSERT_EQ(bounded, edit) << first << " | " << second << " at least " << least;
    } else {
      ASSERT_LE(bounded, edit) << first << " | " << second << " at least " << least;
    }
  }
  ASSERT_EQ(substring_similarity(first, second), a.empty() && b.empty() ? 1 : common)
      << first << " | " << second;
}

TEST(TextSimilarityTest, EqualsTheTablesForAllShortTexts) {
  std::vector<std::u32string> texts = {U""};
  for (std::size_t i = 0; texts[i].size() < 4; ++i) {
    for (const char32_t character : std::u32string_view(U"a桥😀")) texts.push_back(texts[i] + character);
  }
  for (const auto& a : texts) {
    for (const auto& b : texts) expect_equal_to_tables(a, b);
  }
}

/// Few characters go to edlib, many to the plain table.
TEST(TextSimilarityTest, EqualsTheTablesForEditedTextsOfFewAndOfManyCharacters) {
  std::mt19937 random(5);
  for (int round = 0; round < 120; ++round) {
    const std::size_t alphabet = round % 2 == 0 ? 20 : 2000;
    std::u32string a(round % 2 == 0 ? random() % 80 : 500 + random() % 300, U'a');
    for (char32_t& character : a) character = static_cast<char32_t>(0x4E00 + random() % alphabet);
    std::u32string b = a;
    for (std::size_t edits = random() % 200; edits > 0 && !b.empty(); --edits) {
      const std::size_t position = random() % b.size();
      const auto character = static_cast<char32_t>(0x4E00 + random() % alphabet);
      if (edits % 3 == 0) b.erase(position, 1);
      if (edits % 3 == 1) b.insert(position, 1, character);
      if (edits % 3 == 2) b[position] = character;
    }
    expect_equal_to_tables(a, b);
  }
}

/// edlib is asked with bounds of 64, 128, ... in turn: distances on both sides of each.
TEST(TextSimilarityTest, EqualsTheTablesForLongTextsOfAnyDistance) {
  std::mt19937 random(7);
  std::u32string a(900, U'a');
  for (char32_t& character : a) character = static_cast<char32_t>(U'a' + random() % 20);
  for (const std::size_t distance : {0, 1, 63, 64, 65, 127, 128, 129, 255, 256, 257, 500, 899}) {
    std::u32string b = a;
    for (std::size_t i = 0; i < distance; ++i) b[i * a.size() / distance] = U'Z';  // at places of their own
    ASSERT_EQ(reference::edit_distance(a, b), distance);
    expect_equal_to_tables(a, b);
  }
}

TEST(VerificationTest, IsReadFromMeasureAndValue) {
  EXPECT_EQ(parse_verification("jaccard:0.75"), (Verification{Measure::jaccard, 0.75}));
  EXPECT_EQ(parse_verification("lcs:1"), (Verification{Measure::lcs, 1}));
  EXPECT_EQ(parse_verification("edit"), (Verification{Measure::edit, 0.8}));
  for (const Measure measure :
       {Measure::jaccard, Measure::containment, Measure::cosine, Measure::edit, Measure::lcs}) {
    EXPECT_EQ(parse_verification(name_of(measure)).measure, measure);
  }
}

TEST(VerificationTest, RefusesInvalidTexts) {
  for (const char* text : {"", "overlap:0.5", "jaccard:", "jaccard:0", "jaccard:1.1", "jaccard:nan",
                           "jaccard:0.5x", "Jaccard:0.5", ":0.5"}) {
    EXPECT_THROW(static_cast<void>(parse_verification(text)), Error) << text;
  }
}

TEST(VerificationTest, MeasuresFeaturesAndTexts) {
  Features a;
  Features b;
  take_normal_tokens("one two three three", a);
  take_normal_tokens("two three four five six", b);
  EXPECT_DOUBLE_EQ(reference::measure_features(Measure::jaccard, a, b), 2.0 / 6);
  EXPECT_DOUBLE_EQ(reference::measure_features(Measure::containment, a, b), 2.0 / 3);
  EXPECT_DOUBLE_EQ(reference::measure_features(Measure::cosine, a, b), 3 / std::sqrt(6.0 * 5.0));
  EXPECT_DOUBLE_EQ(measure_texts(Measure::edit, "kitten", "sitting"), 1 - 3.0 / 7);
  EXPECT_DOUBLE_EQ(measure_texts(Measure::lcs, "长江大桥", "南京大桥"), 0.5);
}

}  // namespace
}  // namespace neardup::internal
