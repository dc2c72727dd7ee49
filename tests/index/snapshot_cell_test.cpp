#include "neardup/index/snapshot_cell.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace neardup::internal::lsm {
namespace {

/// Counts those that exist.
class Counted {
 public:
  Counted(int number, int& count) : number_(number), count_(count) { ++count_; }
  ~Counted() { --count_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  [[nodiscard]] int number() const noexcept { return number_; }

 private:
  int number_;
  int& count_;
};

TEST(SnapshotCellTest, WhatReadersHoldLivesUntilTheLastOfThemIsGone) {
  int count = 0;
  SnapshotCell<Counted> cell(std::make_unique<Counted>(1, count));
  std::vector<std::unique_ptr<SnapshotCell<Counted>::Reader>> readers;  // more than one block of slots has
  for (int i = 0; i < 100; ++i) readers.push_back(std::make_unique<SnapshotCell<Counted>::Reader>(cell));
  cell.publish(std::make_unique<Counted>(2, count));
  for (auto& reader : readers) {  // the first block first
    ASSERT_EQ(count, 2);
    EXPECT_EQ((*reader)->number(), 1);
    reader.reset();
    cell.free_unused();
  }
  EXPECT_EQ(count, 1);
  EXPECT_EQ(SnapshotCell<Counted>::Reader(cell)->number(), 2);
}

TEST(SnapshotCellTest, WhatNobodyHoldsIsFreedWhenItIsReplaced) {
  int count = 0;
  SnapshotCell<Counted> cell(std::make_unique<Counted>(0, count));
  for (int i = 1; i < 10; ++i) {
    cell.publish(std::make_unique<Counted>(i, count));
    EXPECT_EQ(count, 1);
    EXPECT_EQ(cell.current().number(), i);
  }
}

}  // namespace
}  // namespace neardup::internal::lsm
