#include "neardup/util/paged_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <numeric>
#include <vector>

#include "neardup/util/error.h"
#include "neardup/util/growing_column.h"
#include "neardup/util/huge_array.h"

namespace neardup::internal {
namespace {

constexpr std::uint64_t kAlmostNothing = 1;  // a limit that sends all but little pieces to the file

TEST(PagedMemoryTest, WithoutLimitIsOrdinaryMemory) {
  PagedMemory memory;
  std::pmr::vector<std::uint64_t> numbers(std::size_t{1} << 20, &memory);
  EXPECT_EQ(memory.file_bytes(), 0U);
  EXPECT_FALSE(memory.pages(std::size_t{1} << 40));
  memory.breathe();
}

TEST(PagedMemoryTest, UsesTheFileOnlyForWhatExceedsTheShareOfTheLimit) {
  PagedMemory memory(std::uint64_t{1} << 30, "");
  const std::pmr::vector<char> fits(std::size_t{64} << 20, &memory);
  EXPECT_EQ(memory.file_bytes(), 0U);
  {
    const std::pmr::vector<char> exceeds(std::size_t{1} << 30, &memory);
    EXPECT_GE(memory.file_bytes(), std::uint64_t{1} << 30);
  }
  EXPECT_EQ(memory.file_bytes(), 0U) << "large pieces are returned";
}

TEST(PagedMemoryTest, PagesThatWereHandedBackKeepTheirContents) {
  PagedMemory memory(kAlmostNothing, "");
  std::pmr::vector<std::uint64_t> large(std::size_t{1} << 20, &memory);
  GrowingColumn<std::uint32_t> column(&memory);
  HugeArray<std::uint64_t> array(std::size_t{1} << 20, &memory);
  ASSERT_GT(memory.file_bytes(), 0U);
  std::iota(large.begin(), large.end(), std::uint64_t{7});
  for (std::uint32_t i = 0; i < 200'000; ++i) column.push_back(i * 3);
  std::iota(array.span().begin(), array.span().end(), std::uint64_t{11});
  for (int round = 0; round < 3; ++round) {
    memory.breathe();
    for (std::size_t i = 0; i < large.size(); ++i) ASSERT_EQ(large[i], i + 7);
    for (std::uint32_t i = 0; i < column.size(); ++i) ASSERT_EQ(column[i], i * 3);
    for (std::size_t i = 0; i < array.size(); ++i) ASSERT_EQ(array.data()[i], i + 11);
  }
}

TEST(PagedMemoryTest, SaysWhichFolderHasNoRoomForTheFile) {
  PagedMemory memory(kAlmostNothing, "/no/such/folder");
  try {
    const std::pmr::vector<char> numbers(std::size_t{1} << 20, &memory);
    FAIL() << "there is no such folder";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::temporary_file);
    EXPECT_THAT(error.what(), testing::HasSubstr("/no/such/folder: cannot create a temporary file"));
  }
}

TEST(PagedMemoryTest, KnowsWhatIsFree) {
  const auto limit = default_memory_limit();
  ASSERT_TRUE(limit.has_value());
  EXPECT_GT(*limit, std::uint64_t{1} << 20);
}

TEST(GrowingColumnTest, GrowsAcrossChunks) {
  GrowingColumn<std::uint32_t> column;
  std::vector<std::uint32_t> values(100'000);
  std::iota(values.begin(), values.end(), 5U);
  column.append(values);
  column.push_back(9);
  ASSERT_EQ(column.size(), values.size() + 1);
  for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(column[i], values[i]);
  EXPECT_EQ(column[values.size()], 9U);
}

}  // namespace
}  // namespace neardup::internal
