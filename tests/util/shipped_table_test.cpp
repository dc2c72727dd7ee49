#include "neardup/util/shipped_table.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

namespace fs = std::filesystem;

/// Returns a frame that has `base` as its prefix, as `zstd --patch-from` writes it.
std::string frame_of(const std::string& table, const std::string& base) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_refPrefix(context, base.data(), base.size());
  std::string frame(ZSTD_compressBound(table.size()), '\0');
  frame.resize(ZSTD_compress2(context, frame.data(), frame.size(), table.data(), table.size()));
  ZSTD_freeCCtx(context);
  return frame;
}

class ShippedTableTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& content) {
    std::ofstream(folder_ / name, std::ios::binary) << content;
    return (folder_ / name).string();
  }

  fs::path folder_ = fs::path(testing::TempDir()) / "neardup_shipped_table_test";
  std::string base_ = "apple 1\nbridge 2\nharvest 3\n";
  std::string table_ = "apple 1\nbridge 2\nharvest 3\nriver 4\n";
};

TEST_F(ShippedTableTest, AWholeTableIsReadAsItIs) {
  EXPECT_EQ(read_shipped_table(write("table.txt", table_)), table_);
}

TEST_F(ShippedTableTest, ADifferenceBecomesTheTable) {
  write("base.txt", base_);
  EXPECT_EQ(read_shipped_table(write("table.txt.delta", "base.txt\n" + frame_of(table_, base_))), table_);
}

TEST_F(ShippedTableTest, ADamagedDifferenceIsRefused) {
  write("base.txt", base_);
  const std::string whole = "base.txt\n" + frame_of(table_, base_);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_THROW((void)read_shipped_table(write("table.txt.delta", whole.substr(0, length))), Error)
        << length;
  }
}

TEST_F(ShippedTableTest, ADifferenceWithoutItsBaseIsRefused) {
  EXPECT_THROW((void)read_shipped_table(write("table.txt.delta", "base.txt\n" + frame_of(table_, base_))),
               Error);
}

}  // namespace
}  // namespace neardup::internal
