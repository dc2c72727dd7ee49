#include "neardup/util/data_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class DataFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const fs::path& folder : {first_, second_}) fs::create_directories(folder / "some");
    set_data_folder("");
  }
  void TearDown() override {
    unsetenv("NEARDUP_DATA");
    set_data_folder(NEARDUP_BUILT_DATA);  // as tests/built_data.cpp left it
    fs::remove_all(folder_);
  }
  static void write(const fs::path& folder) { std::ofstream(folder / "some/table.txt") << "x"; }

  fs::path folder_ = fs::path(testing::TempDir()) / "neardup_data_files_test";
  fs::path first_ = folder_ / "first";
  fs::path second_ = folder_ / "second";
};

TEST_F(DataFilesTest, AProgramCanNameTheFolder) {
  write(first_);
  EXPECT_THROW((void)find_data_file("some/table.txt"), Error);
  set_data_folder(first_.string());
  EXPECT_EQ(find_data_file("some/table.txt"), (first_ / "some/table.txt").string());
}

TEST_F(DataFilesTest, TheEnvironmentComesBeforeTheFolderOfTheProgram) {
  write(first_);
  write(second_);
  setenv("NEARDUP_DATA", first_.c_str(), 1);
  set_data_folder(second_.string());
  EXPECT_EQ(find_data_file("some/table.txt"), (first_ / "some/table.txt").string());
}

TEST_F(DataFilesTest, AFileThatTheFirstFolderLacksIsFoundInTheNext) {
  write(second_);
  setenv("NEARDUP_DATA", first_.c_str(), 1);
  set_data_folder(second_.string());
  EXPECT_EQ(find_data_file("some/table.txt"), (second_ / "some/table.txt").string());
}

TEST_F(DataFilesTest, AMissingFileIsNamedWithThePlacesAndTheRemedy) {
  setenv("NEARDUP_DATA", first_.c_str(), 1);
  set_data_folder(second_.string());
  try {
    (void)find_data_file("some/nothing.txt");
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("some/nothing.txt"));
    EXPECT_THAT(error.what(), HasSubstr(first_.string()));
    EXPECT_THAT(error.what(), HasSubstr(second_.string()));
    EXPECT_THAT(error.what(), HasSubstr("share/neardup"));
    EXPECT_THAT(error.what(), HasSubstr("NEARDUP_DATA"));
  }
}

TEST_F(DataFilesTest, NeitherTheBuildTreeNorTheFolderOfTheProgramIsSearched) {
  try {
    (void)find_data_file("some/nothing.txt");
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), Not(HasSubstr(fs::read_symlink("/proc/self/exe").parent_path().string())));
    EXPECT_THAT(error.what(), Not(HasSubstr(fs::path(NEARDUP_BUILT_DATA).parent_path().string())));
  }
}

TEST_F(DataFilesTest, AFolderIsNoFile) {
  setenv("NEARDUP_DATA", first_.c_str(), 1);
  EXPECT_THROW((void)find_data_file("some"), Error);
}

}  // namespace
}  // namespace neardup::internal
