// Runs the command `neardup` for benches, in a folder for corpora and outputs.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "bench/planted_words.h"

namespace neardup::internal::bench {

namespace fs = std::filesystem;

/// A folder of its own that is removed at the end, or the one that the environment names.
class CorpusFolder {
 public:
  CorpusFolder() {
    const char* const kept = std::getenv("NEARDUP_BENCH_FOLDER");
    is_kept_ = kept != nullptr;
    path_ = is_kept_ ? fs::path(kept) : fs::temp_directory_path() / fmt::format("neardup_bench_{}", getpid());
    fs::create_directories(path_);
  }
  CorpusFolder(const CorpusFolder&) = delete;
  CorpusFolder& operator=(const CorpusFolder&) = delete;
  ~CorpusFolder() {
    if (!is_kept_) fs::remove_all(path_);
  }
  [[nodiscard]] std::string file(std::string_view name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
  bool is_kept_;
};

inline std::string read_all(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void run_command(const std::string& command) {
  if (std::system(command.c_str()) != 0) fail(command);  // NOLINT(cert-env33-c): a bench
}

/// The number after "name": in a line of --stats.
inline double number_of(const std::string& stats, std::string_view name) {
  const std::size_t position = stats.find(fmt::format("\"{}\":", name));
  if (position == std::string::npos) fail("no " + std::string(name) + " in the statistics");
  return std::stod(stats.substr(position + name.size() + 3));
}

struct Measured {
  double seconds = 0;
  double memory = 0;       // bytes at the peak
  std::string stats = {};  // the line of --stats
};

/// `neardup dedup`, JSONL to clean JSONL.
inline Measured run_dedup(const CorpusFolder& folder, const std::string& corpus, const std::string& rule) {
  const std::string stats_file = folder.file("stats.json");
  const std::string command = fmt::format("'{}' dedup '{}' {} -o '{}' --stats 2> '{}'", NEARDUP_COMMAND,
                                          corpus, rule, folder.file("clean.jsonl"), stats_file);
  Measured measured;
  fs::remove(folder.file("clean.jsonl"));  // freeing the pages of the last run is no part of this one
  measured.seconds = seconds_of([&] {
    run_command(command);
    return 0;
  });
  measured.stats = read_all(stats_file);
  measured.memory = number_of(measured.stats, "peak_memory_bytes");
  return measured;
}

}  // namespace neardup::internal::bench
