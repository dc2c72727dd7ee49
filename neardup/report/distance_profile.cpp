#include "neardup/report/distance_profile.h"

#include <algorithm>
#include <array>

#include "neardup/simd/hamming_kernels.h"
#include "neardup/util/parallel.h"

namespace neardup {
namespace {

using Counts = std::vector<std::uint64_t>;

/// Distances of one word to all behind it, in blocks so that a kernel counts the bits.
template <typename Word>
void count_row(std::span<const Word> words, std::size_t row, Counts& counts) {
  constexpr std::size_t kBlock = 256;
  std::array<simd::ValuePair<Word>, kBlock> pairs;
  std::array<std::uint8_t, kBlock> distances;
  for (std::size_t begin = row + 1; begin < words.size(); begin += kBlock) {
    const std::size_t size = std::min(kBlock, words.size() - begin);
    for (std::size_t i = 0; i < size; ++i) pairs[i] = {words[row], words[begin + i]};
    simd::pair_distances(std::span<const simd::ValuePair<Word>>(pairs).first(size),
                         std::span(distances).first(size));
    for (std::size_t i = 0; i < size; ++i) ++counts[distances[i]];
  }
}

template <typename Word>
Counts count_all(std::span<const Word> words, int bits, int requested_threads) {
  const int threads = thread_count(requested_threads);
  const Counts none(static_cast<std::size_t>(bits) + 1);
  std::vector<Counts> by_thread(static_cast<std::size_t>(threads), none);
  run_tasks(threads, words.size(), [&](std::size_t row, int thread) {
    count_row(words, row, by_thread[static_cast<std::size_t>(thread)]);
  });
  Counts counts = none;
  for (const Counts& part : by_thread) std::ranges::transform(counts, part, counts.begin(), std::plus<>());
  return counts;
}

/// Every n-th word, equal ones once.
template <typename Word>
std::vector<Word> sample(std::span<const Word> words, std::size_t most) {
  const std::size_t step = std::max<std::size_t>(1, (words.size() + most - 1) / most);
  std::vector<Word> taken;
  for (std::size_t i = 0; i < words.size(); i += step) taken.push_back(words[i]);
  std::ranges::sort(taken);
  const auto repeats = std::ranges::unique(taken);
  taken.erase(repeats.begin(), repeats.end());
  return taken;
}

}  // namespace

double DistanceProfile::scale() const noexcept {
  if (sampled < 2) return 1;
  const auto all = static_cast<double>(fingerprints);
  const auto some = static_cast<double>(sampled);
  return all * (all - 1) / (some * (some - 1));
}

std::vector<std::uint64_t> count_distances(std::span<const std::uint64_t> words, int bits, int threads) {
  return count_all(words, bits, threads);
}

std::vector<std::uint64_t> count_distances(std::span<const Bits128> words, int threads) {
  return count_all(words, 128, threads);
}

DistanceProfile profile_distances(const Collection& collection, std::size_t most, int threads) {
  DistanceProfile profile{.fingerprints = collection.comparable().size()};
  const int bits = collection.options().recipe.steps().bits;
  if (bits == 128) {
    const std::vector<Bits128> words = sample(collection.wide_words(), most);
    profile.sampled = words.size();
    profile.pairs = count_distances(words, threads);
  } else {
    const std::vector<std::uint64_t> words = sample(collection.words(), most);
    profile.sampled = words.size();
    profile.pairs = count_distances(words, bits, threads);
  }
  return profile;
}

}  // namespace neardup
