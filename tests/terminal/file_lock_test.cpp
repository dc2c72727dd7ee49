#include "cli/terminal/file_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "neardup/util/error.h"
#include "tests/terminal/temporary_folder.h"

namespace neardup::cli {
namespace {

class FileLockTest : public TemporaryFolder {};

TEST_F(FileLockTest, TheLockFileIsThereOnlyWhileTheLockIsHeld) {
  {
    const FileLock lock(path("a.ndx"), true);
    EXPECT_TRUE(std::filesystem::exists(path("a.ndx.lock")));
  }
  EXPECT_FALSE(std::filesystem::exists(path("a.ndx.lock")));
  EXPECT_FALSE(std::filesystem::exists(path("a.ndx")));
}

TEST_F(FileLockTest, ALockFileLeftByAKilledProgramBlocksNobody) {
  std::ofstream(path("a.ndx.lock")) << "left over";
  const FileLock lock(path("a.ndx"), true);
  SUCCEED();
}

TEST_F(FileLockTest, LocksOfDifferentFilesDoNotWaitForEachOther) {
  const FileLock first(path("a.ndx"), true);
  const FileLock second(path("b.ndx"), true);
  EXPECT_TRUE(std::filesystem::exists(path("b.ndx.lock")));
}

TEST_F(FileLockTest, OnlyOneHolderHasTheLockAtATime) {
  std::atomic<int> inside = 0;
  std::atomic<int> entries = 0;
  std::atomic<bool> overlapped = false;
  const auto enter_often = [&] {
    for (int i = 0; i < 50; ++i) {
      const FileLock lock(path("a.ndx"), true);
      if (++inside > 1) overlapped = true;
      std::this_thread::yield();
      ++entries;
      --inside;
    }
  };
  {
    const std::jthread first(enter_often);
    const std::jthread second(enter_often);
    const std::jthread third(enter_often);
  }
  EXPECT_EQ(entries, 150);
  EXPECT_FALSE(overlapped);
}

TEST_F(FileLockTest, AMissingFolderIsAnErrorThatNamesTheFile) {
  EXPECT_THAT([this] { const FileLock lock(path("missing/a.ndx"), true); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("missing/a.ndx: cannot be locked")));
}

TEST_F(FileLockTest, ALinkInPlaceOfTheLockFileIsRefused) {
  std::filesystem::create_symlink(path("precious"), path("a.ndx.lock"));
  EXPECT_THROW(FileLock(path("a.ndx"), true), Error);
  EXPECT_FALSE(std::filesystem::exists(path("precious")));
}

}  // namespace
}  // namespace neardup::cli
