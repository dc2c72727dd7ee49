// What the tests of reading share: a folder that goes away, compressed files, and all documents of an input.
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "neardup/corpus/corpus_reader.h"

namespace neardup::internal {

class CorpusTest : public testing::Test {
 protected:
  CorpusTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "neardup_corpus_XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~CorpusTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::string write(const std::string& name, std::string_view bytes) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return path(name);
  }

  static DocumentBatch read(std::vector<std::string> inputs, ReadOptions options = {}) {
    CorpusReader reader(std::move(inputs), std::move(options));
    DocumentBatch all;
    while (const auto batch = reader.next()) {
      DocumentBatch parsed = reader.parse(*batch);
      std::ranges::move(parsed.documents, std::back_inserter(all.documents));
      std::ranges::move(parsed.problems, std::back_inserter(all.problems));
    }
    return all;
  }

  static std::vector<std::string> texts(const DocumentBatch& batch) {
    std::vector<std::string> all;
    all.reserve(batch.documents.size());
    for (const Document& document : batch.documents) all.push_back(document.text);
    return all;
  }
  static std::vector<std::string> ids(const DocumentBatch& batch) {
    std::vector<std::string> all;
    all.reserve(batch.documents.size());
    for (const Document& document : batch.documents) all.push_back(document.id);
    return all;
  }
  /// The problems as a user reads them, without the path of the temporary folder.
  [[nodiscard]] std::vector<std::string> complaints(const DocumentBatch& batch) const {
    std::vector<std::string> all;
    const std::string prefix = folder_.string() + "/";
    for (const Problem& problem : batch.problems) {
      std::string text = problem.describe();
      if (text.starts_with(prefix)) text.erase(0, prefix.size());
      all.push_back((problem.severity == Problem::Severity::warning ? "warning: " : "") + text);
    }
    return all;
  }

  static std::string gzip(std::string_view bytes) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, bytes.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
  }

  static std::string zstd(std::string_view bytes) {
    std::string out(ZSTD_compressBound(bytes.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
    return out;
  }

  std::filesystem::path folder_;
};

}  // namespace neardup::internal
