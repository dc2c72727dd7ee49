// The whole command `neardup pairs --fingerprints FILE.u64`, starting, reading and writing included, against
// one std::sort of the same words in memory. What it prints is read back and checked first.
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "bench/planted_words.h"

namespace neardup::internal::bench {
namespace {

namespace fs = std::filesystem;

/// A folder of its own that is removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(fs::temp_directory_path() / fmt::format("neardup_pairs_bench_{}", getpid())) {
    fs::create_directory(path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { fs::remove_all(path_); }
  [[nodiscard]] std::string file(std::string_view name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

void write_words(const Words& words, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(words.data()),
             static_cast<std::streamsize>(words.size() * sizeof(std::uint64_t)));
  if (!file) fail("cannot write " + path);
}

std::vector<NearPair> read_pairs(const std::string& path) {
  std::ifstream file(path);
  std::vector<NearPair> pairs;
  NearPair pair;
  for (std::string similarity; file >> pair.first >> pair.second >> pair.distance >> similarity;) {
    if (similarity != "-") fail("no similarity was asked for");
    pairs.push_back(pair);
  }
  return pairs;
}

bool run() {
  const TemporaryFolder folder;
  const Words words = planted_words(10'000'000, 3, 7);
  write_words(words, folder.file("words.u64"));
  const std::string command =
      fmt::format("'{}' pairs --distance 3 --threads 2 --fingerprints '{}' > '{}'", NEARDUP_COMMAND,
                  folder.file("words.u64"), folder.file("pairs.tsv"));
  const auto run_command = [&] { return std::system(command.c_str()); };  // NOLINT(cert-env33-c): a bench
  if (run_command() != 0) fail("the command failed");
  const std::vector<NearPair> pairs = read_pairs(folder.file("pairs.tsv"));
  check_planted(words, pairs);
  check_sample(words, pairs, 3);
  const Timing timing =
      alternate(5, [&] { return seconds_of(run_command); }, [&] { return seconds_to_sort(words); });
  return report_at_most("neardup pairs on 10 M words, the whole command, against std::sort", timing, 1);
}

}  // namespace
}  // namespace neardup::internal::bench

int main() { return neardup::internal::bench::run() ? 0 : 1; }
