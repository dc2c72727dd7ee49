// Sets of fingerprints on which joins go wrong: random ones, clusters, copies, and those made by an attacker.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "neardup/util/bits128.h"

namespace neardup::internal {

class SetMaker {
 public:
  explicit SetMaker(std::uint64_t seed) : random_(seed) {}

  [[nodiscard]] std::uint64_t number() { return random_(); }
  [[nodiscard]] std::size_t below(std::size_t end) { return static_cast<std::size_t>(random_() % end); }

  template <typename Word>
  [[nodiscard]] Word random_word() {
    if constexpr (sizeof(Word) == 16) return {random_(), random_()};
    if constexpr (sizeof(Word) == 8) return random_();
  }

  /// The word with exactly `bits` different bits.
  template <typename Word>
  [[nodiscard]] Word flipped(Word word, int bits) {
    std::vector<std::size_t> positions;
    while (static_cast<int>(positions.size()) < bits) {
      const std::size_t position = below(sizeof(Word) * 8);
      if (std::find(positions.begin(), positions.end(), position) != positions.end()) continue;
      positions.push_back(position);
      flip(word, position);
    }
    return word;
  }

  static void flip(std::uint64_t& word, std::size_t bit) { word ^= std::uint64_t{1} << bit; }
  static void flip(Bits128& word, std::size_t bit) {
    (bit < 64 ? word.low : word.high) ^= std::uint64_t{1} << (bit % 64);
  }

  template <typename Word>
  [[nodiscard]] std::vector<Word> random_set(std::size_t size) {
    std::vector<Word> words;
    for (std::size_t i = 0; i < size; ++i) words.push_back(random_word<Word>());
    return words;
  }

  /// Few centres; every member is up to `spread` bits from one of them, so distances around the limit abound,
  /// and so do copies.
  template <typename Word>
  [[nodiscard]] std::vector<Word> clustered(std::size_t size, int spread) {
    const std::vector<Word> centres = random_set<Word>(size / 20 + 1);
    std::vector<Word> words;
    for (std::size_t i = 0; i < size; ++i) {
      const int bits = static_cast<int>(below(static_cast<std::size_t>(spread) + 1));
      words.push_back(flipped(centres[below(centres.size())], bits));
    }
    return words;
  }

  /// All words agree on the `bits` bits from `first` on.
  template <typename Word>
  [[nodiscard]] std::vector<Word> flood(std::size_t size, std::size_t first, std::size_t bits) {
    std::vector<Word> words = clustered<Word>(size, 6);
    for (Word& word : words) {
      for (std::size_t bit = first; bit < first + bits; ++bit) clear(word, bit);
    }
    return words;
  }

  /// All words at distance at most `radius` of a centre, in random order.
  template <typename Word>
  [[nodiscard]] std::vector<Word> full_ball(int radius) {
    const Word centre = random_word<Word>();
    std::vector<Word> words{centre};
    std::size_t begin = 0;
    for (int i = 0; i < radius; ++i) {
      for (const std::size_t end = words.size(); begin < end; ++begin) grow(words[begin], centre, words);
    }
    std::shuffle(words.begin(), words.end(), random_);
    return words;
  }

  /// `size` different words at distance at most 4 of a centre, of each distance as many as of the others if
  /// there are so many.
  template <typename Word>
  [[nodiscard]] std::vector<Word> ball(std::size_t size) {
    const Word centre = random_word<Word>();
    std::vector<Word> words;
    while (words.size() < size) {
      const Word word = flipped(centre, static_cast<int>(below(5)));
      if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
    }
    return words;
  }

 private:
  static bool has(std::uint64_t word, std::size_t bit) { return ((word >> bit) & 1) != 0; }
  static bool has(const Bits128& word, std::size_t bit) {
    return has(bit < 64 ? word.low : word.high, bit % 64);
  }
  template <typename Word>
  static void clear(Word& word, std::size_t bit) {
    if (has(word, bit)) flip(word, bit);
  }

  /// Appends the neighbours of the word that differ from the centre in one more, higher bit.
  template <typename Word>
  static void grow(const Word word, const Word& centre, std::vector<Word>& words) {
    for (std::size_t bit = sizeof(Word) * 8; bit-- > 0 && has(word, bit) == has(centre, bit);) {
      words.push_back(word);
      flip(words.back(), bit);
    }
  }

  std::mt19937_64 random_;
};

template <typename Word>
struct NamedSet {
  std::string name;
  std::vector<Word> words;
};

/// One of each kind, `size` words each.
template <typename Word>
[[nodiscard]] std::vector<NamedSet<Word>> all_kinds(std::size_t size, int max_distance, std::uint64_t seed) {
  SetMaker maker(seed);
  std::vector<NamedSet<Word>> sets;
  sets.push_back({"random", maker.random_set<Word>(size)});
  sets.push_back({"clustered", maker.clustered<Word>(size, max_distance + 2)});
  sets.push_back({"flood of the lowest block", maker.flood<Word>(size, 0, 16)});
  sets.push_back({"flood of the highest block", maker.flood<Word>(size, sizeof(Word) * 8 - 16, 16)});
  sets.push_back({"ball", maker.ball<Word>(size)});
  sets.push_back({"all equal", std::vector<Word>(size / 4, maker.random_word<Word>())});
  return sets;
}

}  // namespace neardup::internal
