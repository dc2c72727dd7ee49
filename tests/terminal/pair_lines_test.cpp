#include "cli/pair_lines.h"

#include <gtest/gtest.h>

#include "neardup/util/error.h"

namespace neardup::cli {
namespace {

constexpr std::uint64_t kMany = 100'000'000;

CountLines counts(std::uint64_t all, std::uint64_t star) {
  return [=](EqualPairs equal) { return equal == EqualPairs::all ? all : star; };
}

TEST(PairLinesTest, UpToAHundredMillionLinesAreNotWorthAWarning) {
  EXPECT_EQ(check_line_count(counts(kMany, kMany), EqualPairs::all), std::nullopt);
  EXPECT_EQ(check_line_count(counts(5 * kMany, kMany), EqualPairs::star), std::nullopt);
}

TEST(PairLinesTest, MoreLinesAreAnnouncedWithAReadableNumber) {
  for (const EqualPairs equal : {EqualPairs::all, EqualPairs::star}) {
    const auto warning = check_line_count(counts(123'456'789, 123'456'789), equal);
    ASSERT_TRUE(warning);
    EXPECT_TRUE(warning->starts_with("about 123,456,789 pairs will be printed; ")) << *warning;
  }
  EXPECT_TRUE(check_line_count(counts(2 * kMany, kMany), EqualPairs::all));
}

TEST(PairLinesTest, CopiesAloneMustNotMakeMoreThanAHundredMillionLines) {
  try {
    static_cast<void>(check_line_count(counts(499'999'500'000, 999'999), EqualPairs::all));
    FAIL() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "pairs: equal documents alone would make 499,998,500,001 lines; --equal star gives one line for each "
        "copy");
  }
}

TEST(PairLinesTest, LinesLeaveInTheOrderOfThePairs) {
  const auto id_of = [](std::uint32_t ordinal) { return "id\t" + std::to_string(ordinal); };
  const auto written = [&](OutputFormat format, bool has_header = false) {
    std::string text;
    PairLines lines(id_of, {.format = format, .has_header = has_header},
                    [&text](std::string_view piece) { text += piece; });
    lines.add({.first = 1, .second = 2, .distance = 3, .similarity = 0.5});
    lines.add({.first = 0, .second = 4});
    lines.finish();
    EXPECT_EQ(lines.lines(), 2U);
    return text;
  };
  EXPECT_EQ(written(OutputFormat::tsv), "id\\t1\tid\\t2\t3\t0.500000\nid\\t0\tid\\t4\t-\t-\n");
  EXPECT_EQ(written(OutputFormat::tsv, true),
            "id1\tid2\tdistance\tsimilarity\nid\\t1\tid\\t2\t3\t0.500000\nid\\t0\tid\\t4\t-\t-\n");
  EXPECT_EQ(written(OutputFormat::csv),
            "id1,id2,distance,similarity\nid\t1,id\t2,3,0.500000\nid\t0,id\t4,,\n");
  EXPECT_EQ(written(OutputFormat::jsonl),
            R"({"id1":"id\t1","id2":"id\t2","distance":3,"similarity":0.500000})"
            "\n"
            R"({"id1":"id\t0","id2":"id\t4","distance":null,"similarity":null})"
            "\n");
}

}  // namespace
}  // namespace neardup::cli
