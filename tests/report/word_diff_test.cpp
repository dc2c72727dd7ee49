#include "neardup/report/page/word_diff.h"

#include <gmock/gmock.h>

#include <random>
#include <string>

namespace neardup::internal {
namespace {

using Kind = DiffPiece::Kind;
using testing::ElementsAre;

std::string rebuilt(const std::vector<DiffPiece>& pieces, Kind left_out) {
  std::string text;
  for (const DiffPiece& piece : pieces) {
    if (piece.kind != left_out) text += piece.text;
  }
  return text;
}

std::size_t changed_words(const std::vector<DiffPiece>& pieces) {
  std::size_t changes = 0;  // in texts of single letters every character is a word
  for (const DiffPiece& piece : pieces) changes += piece.kind == Kind::common ? 0 : piece.text.size();
  return changes;
}

/// Longest common subsequence by the table of the textbook.
std::size_t fewest_changes(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1, 0));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      table[i][j] =
          a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1 : std::max(table[i - 1][j], table[i][j - 1]);
    }
  }
  return a.size() + b.size() - 2 * table[a.size()][b.size()];
}

TEST(WordDiffTest, ShowsAChangedWord) {
  const auto pieces = word_diff("the red house", "the blue house");
  EXPECT_THAT(*pieces, ElementsAre(DiffPiece{Kind::common, "the "}, DiffPiece{Kind::removed, "red"},
                                   DiffPiece{Kind::added, "blue"}, DiffPiece{Kind::common, " house"}));
}

TEST(WordDiffTest, TakesHanCharactersOneByOne) {
  const auto pieces = word_diff("今天下雨", "今天下雪");
  EXPECT_THAT(*pieces, ElementsAre(DiffPiece{Kind::common, "今天下"}, DiffPiece{Kind::removed, "雨"},
                                   DiffPiece{Kind::added, "雪"}));
}

TEST(WordDiffTest, EqualAndEmptyTextsHaveNoChanges) {
  EXPECT_THAT(*word_diff("", ""), ElementsAre());
  EXPECT_THAT(*word_diff("a b", "a b"), ElementsAre(DiffPiece{Kind::common, "a b"}));
  EXPECT_THAT(*word_diff("", "a"), ElementsAre(DiffPiece{Kind::added, "a"}));
  EXPECT_THAT(*word_diff("a", ""), ElementsAre(DiffPiece{Kind::removed, "a"}));
}

TEST(WordDiffTest, NewLineBreaksAreNoChange) {
  EXPECT_THAT(*word_diff("one two\nthree", "one\n\ntwo three"),
              ElementsAre(DiffPiece{Kind::common, "one two\nthree"}));
}

TEST(WordDiffTest, GivesUpPastTheLimit) {
  EXPECT_FALSE(word_diff("a, b", "c; d", 3).has_value());
  EXPECT_TRUE(word_diff("a, b", "a; b", 3).has_value());
}

TEST(WordDiffTest, IsMinimalAndRebuildsBothTextsOnRandomPunctuation) {
  std::mt19937 random(11);
  for (int round = 0; round < 3000; ++round) {
    std::string texts[2];
    for (std::string& text : texts) {
      const std::size_t size = random() % 14;
      for (std::size_t i = 0; i < size; ++i) text += "!?.,"[random() % 4];  // each is a word of its own
    }
    const auto pieces = word_diff(texts[0], texts[1]);
    ASSERT_TRUE(pieces.has_value());
    EXPECT_EQ(rebuilt(*pieces, Kind::added), texts[0]);
    EXPECT_EQ(rebuilt(*pieces, Kind::removed), texts[1]);
    EXPECT_EQ(changed_words(*pieces), fewest_changes(texts[0], texts[1])) << texts[0] << " / " << texts[1];
  }
}

}  // namespace
}  // namespace neardup::internal
