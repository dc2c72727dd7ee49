// Fingerprints for the benches of the join: random words among which some pairs are known, the check that a
// join found them, and wall-clock time, because a join works on all cores.
#pragma once

#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string_view>
#include <vector>

#include "bench/ratio_report.h"
#include "neardup/join/hamming_join.h"

namespace neardup::internal::bench {

using Words = std::vector<std::uint64_t>;

[[noreturn]] inline void fail(std::string_view what) {
  fmt::print("WRONG: {}\n", what);
  std::exit(1);
}

/// Random words; word n - 1 - i is word i with up to `distance` bits flipped, for one word in a hundred.
inline Words planted_words(std::size_t size, int distance, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Words words(size);
  for (std::uint64_t& word : words) word = random();
  for (std::size_t i = 0; i < size / 100; ++i) {
    std::uint64_t flips = 0;
    const int bits = static_cast<int>(random() % (static_cast<unsigned>(distance) + 1));
    while (std::popcount(flips) < bits) flips |= std::uint64_t{1} << (random() % 64);
    words[size - 1 - i] = words[i] ^ flips;
  }
  return words;
}

inline void check_planted(const Words& words, const std::vector<NearPair>& pairs) {
  for (std::size_t i = 0; i < words.size() / 100; ++i) {
    const std::size_t other = words.size() - 1 - i;
    const NearPair planted{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(other),
                           std::popcount(words[i] ^ words[other])};
    if (!std::binary_search(pairs.begin(), pairs.end(), planted)) fail("a planted pair is missing");
  }
}

/// Some documents against all others, one by one.
inline void check_sample(const Words& words, const std::vector<NearPair>& pairs, int distance) {
  std::vector<NearPair> expected;
  std::vector<NearPair> found;
  const std::size_t step = words.size() / 20 + 1;
  for (std::size_t i = 0; i < words.size(); i += step) {
    for (std::size_t j = i + 1; j < words.size(); ++j) {
      const int bits = std::popcount(words[i] ^ words[j]);
      if (bits <= distance)
        expected.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), bits});
    }
  }
  for (const NearPair& pair : pairs) {
    if (pair.first % step == 0) found.push_back(pair);
  }
  if (found != expected) fail("a sampled document has other neighbours than the comparison of all pairs");
}

/// Wall-clock seconds of one call.
template <typename Work>
double seconds_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  benchmark::DoNotOptimize(work());
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count();
}

/// Of a copy, which is made outside of the clock.
inline double seconds_to_sort(const Words& words) {
  Words copy = words;
  return seconds_of([&copy] {
    std::sort(copy.begin(), copy.end());
    return copy.front();
  });
}

/// Medians of `repetitions` alternating runs of functions that return seconds.
template <typename Ours, typename Baseline>
Timing alternate(int repetitions, const Ours& ours, const Baseline& baseline) {
  std::vector<double> our_times;
  std::vector<double> baseline_times;
  for (int i = 0; i < repetitions; ++i) {
    our_times.push_back(ours());
    baseline_times.push_back(baseline());
  }
  return {internal::median(our_times), internal::median(baseline_times)};
}

}  // namespace neardup::internal::bench
