#include "neardup/util/output_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "neardup/util/error.h"
#include "neardup/util/read_file.h"

namespace neardup::internal {
namespace {

class OutputFileTest : public testing::Test {
 protected:
  OutputFileTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "neardup_output_XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~OutputFileTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::size_t files() const {
    const std::filesystem::directory_iterator entries(folder_);
    return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
  }

  std::filesystem::path folder_;
};

TEST_F(OutputFileTest, AppearsOnlyWhenItIsComplete) {
  {
    OutputFile file(path("a"));
    file.write("half of it");
    EXPECT_FALSE(std::filesystem::exists(path("a")));
  }
  EXPECT_EQ(files(), 0U);
  OutputFile file(path("a"));
  file.write("all ");
  file.write("of it");
  file.commit();
  EXPECT_EQ(read_file(path("a")), "all of it");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFileTest, ReplacesTheOldFileAtTheEnd) {
  OutputFile first(path("a"));
  first.write("old");
  first.commit();
  OutputFile second(path("a"));
  second.write("new");
  EXPECT_EQ(read_file(path("a")), "old");
  second.commit();
  EXPECT_EQ(read_file(path("a")), "new");
}

TEST_F(OutputFileTest, AFullDiskLeavesTheOldFile) {
  OutputFile first(path("a"));
  first.write("old");
  first.commit();
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1 << 16, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(
      {
        OutputFile second(path("a"));
        second.write(std::string(std::size_t{8} << 20, 'x'));
        second.commit();
      },
      Error);
  ::setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(read_file(path("a")), "old");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFileTest, WritesMuchInManyPiecesInOrder) {
  std::string expected;
  OutputFile file(path("a"));
  for (int i = 0; expected.size() < (std::size_t{12} << 20); ++i) {
    const std::string piece = std::to_string(i) + std::string(static_cast<std::size_t>(i) % 5000, 'x');
    file.write(piece);
    expected += piece;
  }
  file.commit();
  EXPECT_TRUE(read_file(path("a")) == expected);
}

TEST_F(OutputFileTest, WhatCannotBeWrittenIsSaidSooner) {
  OutputFile file("/dev/full");
  const auto write_much = [&] {
    for (int i = 0; i < 64; ++i) file.write(std::string(std::size_t{1} << 20, 'x'));
  };
  EXPECT_THROW(write_much(), Error) << "and not only at the end";
}

TEST_F(OutputFileTest, CommitsManyTogether) {
  for (const std::size_t count : {1U, 3U, 20U}) {
    std::vector<OutputFile> all;
    for (std::size_t i = 0; i < count; ++i) {
      all.emplace_back(path(std::to_string(count) + "-" + std::to_string(i)));
      all.back().write(std::to_string(i));
      if (i % 2 == 0) all.back().finish();
    }
    const std::size_t before = files();
    OutputFile::commit_all(all);
    EXPECT_EQ(files(), before + count);
    for (std::size_t i = 0; i < count; ++i)
      EXPECT_EQ(read_file(path(std::to_string(count) + "-" + std::to_string(i))), std::to_string(i));
  }
}

TEST_F(OutputFileTest, AFolderThatIsNotThereIsAnError) {
  EXPECT_THROW(OutputFile(path("no/such/folder/a")), Error);
}

}  // namespace
}  // namespace neardup::internal
