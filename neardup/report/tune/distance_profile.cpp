#include "neardup/report/tune/distance_profile.h"

#include <algorithm>
#include <array>
#include <utility>

#include "neardup/simd/hamming_kernels.h"
#include "neardup/util/parallel.h"

namespace neardup::internal {
namespace {

using Counts = std::vector<std::uint64_t>;

/// Counts the distances of one fingerprint to all after it, in blocks so that a SIMD kernel counts the bits.
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

/// The finaliser of SplitMix64, a bijection: no two fingerprints have the same hash.
std::uint64_t mixed(std::uint64_t word) {
  word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9;
  word = (word ^ word >> 27) * 0x94D049BB133111EB;
  return word ^ word >> 31;
}
std::pair<std::uint64_t, std::uint64_t> mixed(const Bits128& word) {
  return {mixed(word.low), mixed(word.high)};
}

/// Profiles a list of fingerprints: sorts the distinct ones by hash and takes the first as the sample,
/// so that the choice does not depend on how near they are.
template <typename Word>
DistanceProfile profile_words(std::span<const Word> all, int bits, std::size_t most, int threads) {
  std::vector<Word> words(all.begin(), all.end());
  std::ranges::sort(words, {}, [](const Word& word) { return mixed(word); });
  const auto repeats = std::ranges::unique(words);
  words.erase(repeats.begin(), repeats.end());
  DistanceProfile profile{.fingerprints = words.size()};
  profile.sampled = std::min(words.size(), most);
  profile.pairs = count_all(std::span<const Word>(words).first(profile.sampled), bits, threads);
  return profile;
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
  const int bits = collection.options().recipe.steps().bits;
  return collection.fingerprints().visit(
      [&](auto numbers) { return profile_words(numbers, bits, most, threads); });
}

}  // namespace neardup::internal
