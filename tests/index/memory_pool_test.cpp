#include "neardup/index/memory_pool.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

namespace neardup::internal::lsm {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

TEST(MemoryPoolTest, WhatWasGivenBackIsTakenAgain) {
  const MemoryPool pool;
  const void* first = nullptr;
  {
    const std::shared_ptr<void> piece = pool.take(3 * kMegabyte);
    std::memset(piece.get(), 1, 3 * kMegabyte);
    first = piece.get();
  }
  EXPECT_GE(pool.unused_bytes(), 3 * kMegabyte);
  EXPECT_EQ(pool.take(3 * kMegabyte - 100).get(), first);  // a length of the same step
}

TEST(MemoryPoolTest, KeepsNoMoreThanItsLimitAndNothingAfterTrimming) {
  const MemoryPool pool;
  std::vector<std::shared_ptr<void>> pieces;
  for (int i = 0; i < 40; ++i) pieces.push_back(pool.take(kMegabyte));
  pieces.clear();
  EXPECT_GT(pool.unused_bytes(), 0U);
  EXPECT_LE(pool.unused_bytes(), 20 * kMegabyte);
  pool.trim();
  EXPECT_EQ(pool.unused_bytes(), 0U);
}

TEST(MemoryPoolTest, ArraysAreClearedThoughThePieceWasUsed) {
  const MemoryPool pool;
  std::memset(pool.take(kMegabyte).get(), 0xFF, kMegabyte);
  const PoolArray<std::uint64_t> numbers(pool, kMegabyte / sizeof(std::uint64_t));
  for (std::size_t i = 0; i < kMegabyte / sizeof(std::uint64_t); ++i) ASSERT_EQ(numbers[i], 0U);
}

TEST(MemoryPoolTest, PiecesOutliveThePoolAndComeBackFromAnyThread) {
  std::shared_ptr<void> piece;
  {
    const MemoryPool pool;
    piece = pool.take(kMegabyte);
    std::thread([&] { static_cast<void>(pool.take(kMegabyte)); }).join();
  }
  std::memset(piece.get(), 1, kMegabyte);
}

}  // namespace
}  // namespace neardup::internal::lsm
