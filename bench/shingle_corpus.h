// A generated collection as ready shingle sets: word frequencies as in text (Zipf), lengths spread as in
// news, every fifth document an edited copy of an earlier one. The same for a size and its doubles: the first
// documents of a larger collection are the smaller one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "bench/zipf_numbers.h"
#include "neardup/fingerprint/distinct_hashes.h"

namespace neardup::internal::bench {

/// Sets one after the other.
struct ShingleCorpus {
  std::vector<std::uint64_t> shingles;
  std::vector<std::uint64_t> ends;

  [[nodiscard]] std::size_t size() const noexcept { return ends.size(); }
  [[nodiscard]] std::span<const std::uint64_t> set(std::size_t document) const noexcept {
    const std::size_t begin = document == 0 ? 0 : ends[document - 1];
    return std::span(shingles).subspan(begin, ends[document] - begin);
  }
};

class CorpusMaker {
 public:
  explicit CorpusMaker(std::uint64_t seed) : random_(seed), words_(kVocabulary) {}

  ShingleCorpus make(std::size_t documents) {
    ShingleCorpus corpus;
    std::vector<std::vector<std::uint32_t>> recent(kRecent);  // texts that may still be copied
    for (std::size_t i = 0; i < documents; ++i) {
      std::vector<std::uint32_t>& text = recent[i % kRecent];
      const std::size_t source = random_() % kRecent;
      text = i > kRecent && random_() % 5 == 0 ? edited(recent[source]) : fresh();
      add(text, corpus);
    }
    return corpus;
  }

 private:
  static constexpr std::size_t kVocabulary = 200'000;
  static constexpr std::size_t kRecent = 5000;
  static constexpr int kShingle = 3;

  std::vector<std::uint32_t> fresh() {
    const double length = std::exp(5.0 + 0.6 * normal_(random_));  // median 148 words
    std::vector<std::uint32_t> text(static_cast<std::size_t>(std::clamp(length, 20.0, 2000.0)));
    for (std::uint32_t& next : text) next = words_(random_);
    return text;
  }

  std::vector<std::uint32_t> edited(const std::vector<std::uint32_t>& original) {
    constexpr double kShares[] = {0, 0.01, 0.02, 0.05, 0.1, 0.2};
    const double share = kShares[random_() % 6];
    return edit_words(original, share, words_, random_);
  }

  void add(const std::vector<std::uint32_t>& text, ShingleCorpus& corpus) {
    hashes_.low.clear();
    for (std::size_t i = 0; i + kShingle <= text.size(); ++i) {
      std::uint64_t hash = 0;
      for (std::size_t j = 0; j < kShingle; ++j) {
        hash = (hash + text[i + j] + 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9;
        hash ^= hash >> 31;
      }
      hashes_.low.push_back(hash * 0x94D049BB133111EB ^ hash >> 29);
    }
    distinct_.keep(hashes_);
    corpus.shingles.insert(corpus.shingles.end(), hashes_.low.begin(), hashes_.low.end());
    corpus.ends.push_back(corpus.shingles.size());
  }

  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  ZipfNumbers words_;
  HashLists hashes_;
  DistinctHashes distinct_;
};

}  // namespace neardup::internal::bench
