#include "neardup/store/time_text.h"

#include <gtest/gtest.h>

namespace neardup::internal {
namespace {

TEST(TimeTextTest, ReadsTimesAsPeopleWriteThem) {
  EXPECT_EQ(parse_time("0"), 0);
  EXPECT_EQ(parse_time("1700000000"), 1'700'000'000);
  EXPECT_EQ(parse_time("1970-01-02"), 86'400);
  EXPECT_EQ(parse_time("2026-11-18T02:00:00Z"), 1'794'967'200);
  EXPECT_EQ(parse_time("2026-11-18 02:00:00.75+01:00"), 1'794'967'200 - 3'600);
  EXPECT_EQ(parse_time("2026-11-18T02:00-0130"), 1'794'967'200 + 5'400);
  for (const char* text : {"", "soon", "2026-13-01", "2026-02-30", "2026-1-1", "2026-11-18T",
                           "2026-11-18T25:00", "2026-11-18T02:00:00X", "-2026-11-18", "12.5"})
    EXPECT_EQ(parse_time(text), std::nullopt) << text;
}

TEST(TimeTextTest, WritesWhatItReads) {
  for (const std::int64_t seconds : {std::int64_t{0}, std::int64_t{951'827'696}, std::int64_t{4'294'967'295}})
    EXPECT_EQ(parse_time(time_text(seconds)), seconds) << time_text(seconds);
}

TEST(TimeTextTest, ReadsAndWritesSpans) {
  EXPECT_EQ(parse_span("14d"), 14 * 86'400);
  EXPECT_EQ(parse_span("2w"), 14 * 86'400);
  EXPECT_EQ(parse_span("90m"), 5'400);
  EXPECT_EQ(parse_span("0s"), 0);
  EXPECT_EQ(span_text(14 * 86'400), "14d");
  EXPECT_EQ(span_text(5'400), "90m");
  for (const char* text : {"", "14", "d", "-1d", "1.5h", "14 d", "99999999999w"})
    EXPECT_EQ(parse_span(text), std::nullopt) << text;
}

}  // namespace
}  // namespace neardup::internal
