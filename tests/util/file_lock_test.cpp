#include "neardup/util/file_lock.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <string>

#include "neardup/util/error.h"

namespace neardup {
namespace {

TEST(FileLockTest, OneAtATimeAndFreeAgainAfterwards) {
  const std::string path =
      std::filesystem::temp_directory_path() / ("neardup-lock-" + std::to_string(getpid()));
  std::optional<FileLock> first(path);
  EXPECT_THROW(FileLock{path}, Error);
  EXPECT_NO_THROW(FileLock{path + "-other"});
  first.reset();
  EXPECT_NO_THROW(FileLock{path});
  std::filesystem::remove(path + ".lock");
  std::filesystem::remove(path + "-other.lock");
}

TEST(FileLockTest, AFolderThatIsNotThereIsNamed) {
  try {
    const FileLock lock("no/such/folder/file");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("no/such/folder/file.lock"), std::string::npos);
  }
}

}  // namespace
}  // namespace neardup
