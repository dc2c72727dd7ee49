// Numbers with the frequencies of words in text: the n-th comes about 1/n as often as the first (Zipf).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace neardup::internal::bench {

inline double uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

class ZipfNumbers {
 public:
  explicit ZipfNumbers(std::size_t vocabulary) : cumulative_(vocabulary), quick_(kQuick + 1) {
    double sum = 0;
    for (std::size_t i = 0; i < vocabulary; ++i)
      cumulative_[i] = sum += std::pow(static_cast<double>(i + 1), -1.05);
    for (double& value : cumulative_) value /= sum;
    for (std::size_t i = 0; i <= kQuick; ++i) {
      const double share = static_cast<double>(i) / kQuick;
      quick_[i] =
          static_cast<std::uint32_t>(std::ranges::lower_bound(cumulative_, share) - cumulative_.begin());
    }
  }

  /// The inverse of the distribution; a small table narrows the search.
  std::uint32_t operator()(std::mt19937_64& random) const {
    const double share = uniform(random);
    const auto slot = static_cast<std::size_t>(share * kQuick);
    const auto begin = cumulative_.begin() + quick_[slot];
    const auto end =
        cumulative_.begin() + std::min<std::ptrdiff_t>(quick_[slot + 1] + 1, std::ssize(cumulative_));
    return static_cast<std::uint32_t>(std::lower_bound(begin, end, share) - cumulative_.begin());
  }

 private:
  static constexpr std::size_t kQuick = 4096;
  std::vector<double> cumulative_;
  std::vector<std::uint32_t> quick_;
};

/// A text as numbers of words, with `share` of them left out, exchanged or doubled by another.
inline std::vector<std::uint32_t> edit_words(const std::vector<std::uint32_t>& original, double share,
                                             const ZipfNumbers& words, std::mt19937_64& random) {
  std::vector<std::uint32_t> text;
  for (const std::uint32_t kept : original) {
    const double chance = uniform(random);
    if (chance < share / 3) continue;
    text.push_back(chance < 2 * share / 3 ? words(random) : kept);
    if (chance >= 2 * share / 3 && chance < share) text.push_back(words(random));
  }
  return text;
}

}  // namespace neardup::internal::bench
