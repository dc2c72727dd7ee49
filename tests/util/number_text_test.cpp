#include "neardup/util/number_text.h"

#include <gtest/gtest.h>

namespace neardup::internal {
namespace {

TEST(NumberTextTest, SaysOneDocumentAndManyDocuments) {
  EXPECT_EQ(plural(0, "document"), "0 documents");
  EXPECT_EQ(plural(1, "document"), "1 document");
  EXPECT_EQ(plural(1234, "cluster"), "1,234 clusters");
}

TEST(NumberTextTest, RoundsSharesDown) {
  EXPECT_EQ(percent_text(0.997388, 2), "99.73 %");
  EXPECT_EQ(percent_text(0.999999, 2), "99.99 %");
  EXPECT_EQ(percent_text(1, 2), "100.00 %");
  EXPECT_EQ(percent_text(0.29, 0), "29 %");
  EXPECT_EQ(percent_text(0.95, 1), "95.0 %");
}

}  // namespace
}  // namespace neardup::internal
