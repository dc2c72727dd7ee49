// A test with a folder of its own, which is removed at the end.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace neardup::cli {

class TemporaryFolder : public testing::Test {
 protected:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "neardup_terminal_XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~TemporaryFolder() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

  /// Writes a file, makes the folders above it, and returns its path.
  std::string write(const std::string& name, std::string_view content = "text\n") const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << content;
    return path(name);
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace neardup::cli
