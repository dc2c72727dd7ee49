// What the library does without Python, for bench/python: fingerprints the lines of a file on all cores, and prints the
// best time of several runs in seconds and the exclusive or of the fingerprints.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/util/parallel.h"

namespace {

std::vector<std::string> read_lines(const char* path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::vector<std::uint64_t> fingerprint_all(const std::vector<std::string>& lines) {
  constexpr std::size_t kTask = 256;
  const neardup::Recipe recipe = neardup::Recipe::named("text-1");
  const int threads = neardup::internal::thread_count(0);
  std::vector<neardup::Fingerprinter> fingerprinters(static_cast<std::size_t>(threads),
                                                     neardup::Fingerprinter(recipe));
  std::vector<std::uint64_t> values(lines.size());
  neardup::internal::run_tasks(
      threads, (lines.size() + kTask - 1) / kTask, [&](std::size_t task, int thread) {
        for (std::size_t i = task * kTask; i < std::min(lines.size(), (task + 1) * kTask); ++i) {
          const auto result = fingerprinters[static_cast<std::size_t>(thread)].fingerprint(lines[i]);
          if (result) values[i] = result->low;
        }
      });
  return values;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const std::vector<std::string> lines = read_lines(arguments[1]);
  double best = std::numeric_limits<double>::max();
  std::uint64_t sum = 0;
  for (int run = 0; run < 5; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const std::vector<std::uint64_t> values = fingerprint_all(lines);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    sum = 0;
    for (const std::uint64_t value : values) sum ^= value;
  }
  fmt::print("{} {}\n", best, sum);
}
