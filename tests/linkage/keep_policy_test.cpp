#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "neardup/linkage/keep_order.h"
#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using Kind = KeepPolicy::Kind;

TEST(KeepPolicyTest, IsReadFromItsName) {
  EXPECT_EQ(parse_keep_policy("first"), KeepPolicy{});
  EXPECT_EQ(parse_keep_policy("last").kind, Kind::last);
  EXPECT_EQ(parse_keep_policy("longest").kind, Kind::longest);
  EXPECT_EQ(parse_keep_policy("shortest").kind, Kind::shortest);
  EXPECT_EQ(parse_keep_policy("max:a.date"), (KeepPolicy{Kind::max, "a.date", {}}));
  EXPECT_EQ(parse_keep_policy("min:a:b"), (KeepPolicy{Kind::min, "a:b", {}}));
  EXPECT_EQ(parse_keep_policy("prefer:news/,old"), (KeepPolicy{Kind::prefer, "", {"news/", "old"}}));
}

TEST(KeepPolicyTest, RefusesWhatCannotBeMeant) {
  for (const char* text : {"", "best", "max", "max:", "prefer", "prefer:", "prefer:,", "first:x", "first:"}) {
    EXPECT_THROW(static_cast<void>(parse_keep_policy(text)), Error) << text;
  }
}

TEST(KeepPolicyTest, OrdersEquallyGoodDocumentsByOrdinal) {
  const std::vector<double> values = {2, 5, 5, 1};
  EXPECT_THAT(keep_order(parse_keep_policy("first"), 3), ElementsAre(0, 1, 2));
  EXPECT_THAT(keep_order(parse_keep_policy("last"), 3), ElementsAre(2, 1, 0));
  EXPECT_THAT(keep_order(parse_keep_policy("longest"), 4, values), ElementsAre(1, 2, 0, 3));
  EXPECT_THAT(keep_order(parse_keep_policy("shortest"), 4, values), ElementsAre(3, 0, 1, 2));
}

TEST(KeepPolicyTest, PutsDocumentsWithoutAValueLast) {
  const std::vector<double> values = {std::nan(""), 3, std::nan(""), 7};
  EXPECT_THAT(keep_order(parse_keep_policy("max:x"), 4, values), ElementsAre(3, 1, 0, 2));
  EXPECT_THAT(keep_order(parse_keep_policy("min:x"), 4, values), ElementsAre(1, 3, 0, 2));
}

TEST(KeepPolicyTest, ComparesFieldsAsNumbersWhenAllAre) {
  const std::vector<std::string> numbers = {"10", "9", "", "-1.5e2"};
  EXPECT_THAT(keep_order(parse_keep_policy("max:x"), 4, rank_values(numbers)), ElementsAre(0, 1, 3, 2));
  const std::vector<std::string> dates = {"2024-10-01", "2024-9", "", "2023-12-31"};
  EXPECT_THAT(keep_order(parse_keep_policy("max:x"), 4, rank_values(dates)), ElementsAre(1, 0, 3, 2));
}

TEST(KeepPolicyTest, PrefersTheSourceThatIsListedFirst) {
  const KeepPolicy policy = parse_keep_policy("prefer:best,news/agency,news/");
  EXPECT_EQ(preference(policy, "best"), 0);
  EXPECT_EQ(preference(policy, "best/a.txt"), 0);
  EXPECT_EQ(preference(policy, "bestseller.txt"), 3);
  EXPECT_EQ(preference(policy, "news/agency/1"), 1);
  EXPECT_EQ(preference(policy, "news/agency2/1"), 2);
  EXPECT_EQ(preference(policy, "other"), 3);
}

}  // namespace
}  // namespace neardup::internal
