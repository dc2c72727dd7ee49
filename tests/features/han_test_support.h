// What the tests of the Chinese segmenters share: golden files, features as lists, files for one test.
#pragma once

#include <gtest/gtest.h>
#include <simdjson.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "neardup/features/features.h"

namespace neardup::internal::testing_support {

using Words = std::vector<std::string>;
using Keywords = std::vector<std::pair<std::string, double>>;

inline Words words_of(const Features& features) {
  Words words;
  for (std::size_t i = 0; i < features.size(); ++i) words.emplace_back(features[i]);
  return words;
}

inline Keywords keywords_of(const Features& features) {
  Keywords keywords;
  for (std::size_t i = 0; i < features.size(); ++i)
    keywords.emplace_back(features[i], features.weights.at(i));
  return keywords;
}

inline std::string text_of(simdjson::dom::element element) {
  return std::string(std::string_view(element.get_string()));
}

inline Words words_of(simdjson::dom::array array) {
  Words words;
  for (const simdjson::dom::element word : array) words.push_back(text_of(word));
  return words;
}

/// From [[word, weight, …], …].
inline Keywords keywords_of(simdjson::dom::array array) {
  Keywords keywords;
  for (const simdjson::dom::element pair : array)
    keywords.emplace_back(text_of(pair.at(0)), pair.at(1).get_double());
  return keywords;
}

class GoldenFile {
 public:
  explicit GoldenFile(const std::string& name)
      : root_(parser_.load(std::string(NEARDUP_GOLDEN_DIR) + "/" + name)) {}
  [[nodiscard]] simdjson::dom::array list(std::string_view key) const& { return root_[key].get_array(); }
  simdjson::dom::array list(std::string_view key) && = delete;  // would dangle

 private:
  simdjson::dom::parser parser_;
  simdjson::dom::element root_;
};

/// A file with this content that lives as long as the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view content) : path_(unique_path()) {
    std::ofstream(path_, std::ios::binary)
        .write(content.data(), static_cast<std::streamsize>(content.size()));
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  static std::string unique_path() {
    static int number = 0;
    return ::testing::TempDir() + "neardup_" + std::to_string(getpid()) + "_" + std::to_string(++number);
  }
  std::string path_;
};

}  // namespace neardup::internal::testing_support
