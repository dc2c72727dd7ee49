#include "neardup/report/page/report_diff.h"

#include <gmock/gmock.h>

#include <string>

namespace neardup::internal {
namespace {

using Kind = DiffStretch::Kind;
using testing::ElementsAre;

std::string filler(std::size_t words) {
  std::string text;
  for (std::size_t i = 0; i < words; ++i) text += "word" + std::to_string(i) + " ";
  return text;
}

/// Counts the bytes of one text that are shown: all but what only the other one has.
std::size_t shown_bytes(const ReportDiff& diff, Kind of_the_other) {
  std::size_t bytes = 0;
  for (const DiffStretch& stretch : diff.stretches)
    bytes += stretch.kind == of_the_other ? 0 : stretch.text.size();
  return bytes;
}

TEST(ReportDiffTest, MarksWhatOnlyOneTextHas) {
  const ReportDiff diff = diff_for_report("the red house", "the blue house");
  EXPECT_THAT(diff.stretches,
              ElementsAre(DiffStretch{Kind::common, "the "}, DiffStretch{Kind::removed, "red"},
                          DiffStretch{Kind::added, "blue"}, DiffStretch{Kind::common, " house"}));
  EXPECT_TRUE(diff.is_marked);
}

TEST(ReportDiffTest, LeavesOutLongCommonStretchesButNoChange) {
  const std::string text = filler(3000);
  const ReportDiff diff = diff_for_report(text + "red " + text + "end", text + "blue " + text + "end");
  EXPECT_LT(shown_bytes(diff, Kind::added), 500U);
  ASSERT_EQ(diff.stretches.size(), 6U);
  EXPECT_EQ(diff.stretches.front().kind, Kind::cut);
  EXPECT_EQ(diff.stretches[2], (DiffStretch{Kind::removed, "red"}));
  EXPECT_EQ(diff.stretches.back().kind, Kind::cut);
  EXPECT_EQ(diff.first.text_bytes, 2 * text.size() + 7);
}

TEST(ReportDiffTest, NeverShowsMoreThanAllowed) {
  for (const std::string word : {"春", "🙂", "x ", "a"}) {
    std::string first;
    std::string second;
    for (int i = 0; i < 4000; ++i) {
      first += word + (i % 7 == 0 ? "!" : "");
      second += word + (i % 5 == 0 ? "?" : "");
    }
    const ReportDiff diff = diff_for_report(first, second);
    EXPECT_LE(shown_bytes(diff, Kind::added), kMostShownBytes);
    EXPECT_LE(shown_bytes(diff, Kind::removed), kMostShownBytes);
    EXPECT_EQ(diff.stretches.back().kind, Kind::cut);
  }
}

TEST(ReportDiffTest, ShowsTheBeginningsWhenTooMuchDiffers) {
  std::string first;
  std::string second;
  for (int i = 0; i < 3000; ++i) {
    first += std::to_string(i) + ";";
    second += std::to_string(-i - 5000) + ",";
  }
  const ReportDiff diff = diff_for_report(first, second);
  EXPECT_FALSE(diff.is_marked);
  EXPECT_EQ(diff.stretches.front().kind, Kind::removed);
  EXPECT_LE(shown_bytes(diff, Kind::added), kMostShownBytes);
}

TEST(ReportDiffTest, BitsAreThoseOfTheFingerprintMostSignificantFirst) {
  const Recipe recipe = Recipe::named("text-1");
  Fingerprinter fingerprinter(recipe);
  const Document document{.text = "The old stone bridge over the river was closed on Monday"};
  DiffSide side;
  add_bits(side, fingerprinter, document);
  ASSERT_EQ(side.bits.size(), 64U);
  ASSERT_EQ(side.weak_bits.size(), 64U);
  std::uint64_t value = 0;
  for (const bool bit : side.bits) value = value << 1 | (bit ? 1U : 0U);
  EXPECT_EQ(value, recipe.fingerprint(document.text)->low);

  DiffSide empty;
  add_bits(empty, fingerprinter, {.text = "no"});
  EXPECT_TRUE(empty.bits.empty());
}

}  // namespace
}  // namespace neardup::internal
