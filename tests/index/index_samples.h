// Index files with fixed content, and what must be found in them.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/index/hamming_index.h"
#include "neardup/util/error.h"
#include "tests/index/fingerprint_sets.h"
#include "tests/reference/hamming_oracle.h"

namespace neardup::internal {

inline std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name)
      : path_(std::filesystem::temp_directory_path() /
              ("neardup-index-" + std::to_string(getpid()) + "-" + name)) {}
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

  [[nodiscard]] std::string read() const { return read_file(path_); }
  void write(std::string_view bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

 private:
  std::string path_;
};

struct Sample {
  IndexOptions options;
  bool text_ids;
  std::size_t size;
};

/// Fixed content: golden files are made of it.
inline std::vector<Fingerprint> sample_set(const Sample& sample) {
  FingerprintSets sets(sample.options.bits, 2024);
  std::vector<Fingerprint> set = sets.clustered(sample.size);
  set.resize(sample.size);
  return set;
}

inline std::string text_id(std::size_t i) { return "文档-" + std::to_string(i); }

inline HammingIndex make_sample(const Sample& sample) {
  HammingIndex index(sample.options);
  const std::vector<Fingerprint> set = sample_set(sample);
  for (std::size_t i = 0; i < set.size(); ++i) {
    sample.text_ids ? index.add(text_id(i), set[i]) : index.add(i * 1'000'003, set[i]);
  }
  return index;
}

inline reference::HammingOracle make_oracle(const Sample& sample) {
  reference::HammingOracle oracle;
  const std::vector<Fingerprint> set = sample_set(sample);
  for (std::size_t i = 0; i < set.size(); ++i) {
    sample.text_ids ? oracle.add(text_id(i), set[i]) : oracle.add(i * 1'000'003, set[i]);
  }
  return oracle;
}

inline void expect_sample(const HammingIndex& index, const Sample& sample) {
  const reference::HammingOracle oracle = make_oracle(sample);
  ASSERT_EQ(index.size(), oracle.size());
  for (const Fingerprint& query : sample_set(sample)) {
    ASSERT_EQ(index.find(query).hits, oracle.find(query, sample.options.max_distance));
  }
  for (std::size_t i = 0; i < sample.size; ++i) {
    ASSERT_TRUE(sample.text_ids ? index.contains(text_id(i)) : index.contains(i * 1'000'003));
  }
}

inline const Sample kNumbers{
    {.max_distance = 3, .expected_size = 300, .recipe = "text-1", .blocks = 4}, false, 300};
inline const Sample kTexts{
    {.bits = 128, .max_distance = 7, .expected_size = 100, .recipe = "text-1,bits=128", .blocks = 3},
    true,
    100};
inline const Sample kNarrow{{.bits = 32, .max_distance = 6, .recipe = "ascii-mt19937"}, false, 50};
inline const Sample kWide{
    {.bits = 128, .max_distance = 3, .expected_size = 200, .recipe = "text-1,bits=128", .blocks = 4},
    true,
    200};

inline const std::string kNothingThrown = "nothing was thrown";

template <typename Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return kNothingThrown;
}

}  // namespace neardup::internal
