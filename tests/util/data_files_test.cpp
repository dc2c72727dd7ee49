#include "neardup/util/data_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "neardup/util/error.h"

namespace neardup {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class DataFilesTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_ / "some"); }
  void TearDown() override {
    unsetenv("NEARDUP_DATA");
    fs::remove_all(folder_);
  }
  fs::path folder_ = fs::path(testing::TempDir()) / "neardup_data_files_test";
};

TEST_F(DataFilesTest, TheEnvironmentComesFirst) {
  std::ofstream(folder_ / "some/table.txt") << "x";
  setenv("NEARDUP_DATA", folder_.c_str(), 1);
  EXPECT_EQ(find_data_file("some/table.txt"), (folder_ / "some/table.txt").string());
}

TEST_F(DataFilesTest, WhatTheBuildMadeIsFoundAlsoWhenTheEnvironmentNamesAnotherFolder) {
  setenv("NEARDUP_DATA", folder_.c_str(), 1);
  for (const std::string name :
       {"python-jieba/dict.txt", "python-jieba/hmm.txt", "cppjieba/jieba.dict.utf8"}) {
    EXPECT_TRUE(fs::is_regular_file(find_data_file(name))) << name;
  }
}

TEST_F(DataFilesTest, AMissingFileIsNamedWithThePlacesAndTheRemedy) {
  setenv("NEARDUP_DATA", folder_.c_str(), 1);
  try {
    (void)find_data_file("some/nothing.txt");
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("some/nothing.txt"));
    EXPECT_THAT(error.what(), HasSubstr(folder_.string()));
    EXPECT_THAT(error.what(), HasSubstr("share/neardup"));
    EXPECT_THAT(error.what(), HasSubstr("./dev setup"));
  }
}

TEST_F(DataFilesTest, AFolderIsNoFile) {
  setenv("NEARDUP_DATA", folder_.c_str(), 1);
  EXPECT_THROW((void)find_data_file("some"), Error);
}

}  // namespace
}  // namespace neardup
