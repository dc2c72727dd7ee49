// Sets of fingerprints on which indexes go wrong in different ways, the same on every machine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "neardup/fingerprint/fingerprint.h"

namespace neardup::internal {

class FingerprintSets {
 public:
  FingerprintSets(int bits, std::uint64_t seed) : bits_(bits), random_(seed) {}

  [[nodiscard]] std::uint64_t number() { return random_(); }

  [[nodiscard]] Fingerprint fingerprint() {
    Fingerprint made{random_(), bits_ == 128 ? random_() : 0, bits_};
    if (bits_ == 32) made.low &= 0xFFFF'FFFF;
    return made;
  }

  /// With exactly `distance` bits turned over.
  [[nodiscard]] Fingerprint flipped(Fingerprint fingerprint, int distance) {
    std::vector<int> bits(static_cast<std::size_t>(bits_));
    for (int i = 0; i < bits_; ++i) bits[static_cast<std::size_t>(i)] = i;
    std::ranges::shuffle(bits, random_);
    for (int i = 0; i < distance; ++i) flip(fingerprint, bits[static_cast<std::size_t>(i)]);
    return fingerprint;
  }

  [[nodiscard]] std::vector<Fingerprint> random_set(std::size_t size) {
    std::vector<Fingerprint> set;
    while (set.size() < size) set.push_back(fingerprint());
    return set;
  }

  [[nodiscard]] std::vector<Fingerprint> clustered(std::size_t size) {
    std::vector<Fingerprint> set;
    while (set.size() < size) {
      const Fingerprint centre = fingerprint();
      for (int i = 0; i < 20; ++i) set.push_back(flipped(centre, static_cast<int>(random_() % 12)));
    }
    return set;
  }

  /// All with the same 16 leading bits, different elsewhere.
  [[nodiscard]] std::vector<Fingerprint> one_block_flood(std::size_t size) {
    std::vector<Fingerprint> set = random_set(size);
    for (Fingerprint& next : set) {
      std::uint64_t& top = bits_ == 128 ? next.high : next.low;
      top = (top & 0x0000'FFFF'FFFF'FFFF) | 0xABCD'0000'0000'0000;
      if (bits_ == 32) top &= 0x0000'FFFF;
    }
    return set;
  }

  /// Everything within distance 2 of one centre.
  [[nodiscard]] std::vector<Fingerprint> dense_ball() {
    const Fingerprint centre = fingerprint();
    std::vector<Fingerprint> set{centre};
    for (int i = 0; i < bits_; ++i) {
      Fingerprint one = centre;
      flip(one, i);
      set.push_back(one);
      for (int j = i + 1; j < bits_; ++j) {
        Fingerprint two = one;
        flip(two, j);
        set.push_back(two);
      }
    }
    return set;
  }

  [[nodiscard]] std::vector<Fingerprint> all_equal(std::size_t size) {
    return std::vector<Fingerprint>(size, fingerprint());
  }

  /// All of them, with their names.
  [[nodiscard]] std::vector<std::pair<std::string, std::vector<Fingerprint>>> every_set(std::size_t size) {
    return {{"random", random_set(size)},
            {"clustered", clustered(size)},
            {"one-block flood", one_block_flood(size)},
            {"dense ball", dense_ball()},
            {"all equal", all_equal(size)}};
  }

  /// Members, neighbours of members at every distance around max_distance, and strangers.
  [[nodiscard]] std::vector<Fingerprint> queries(const std::vector<Fingerprint>& set, int max_distance,
                                                 int count) {
    std::vector<Fingerprint> made{fingerprint(), set[0]};
    for (int i = 0; i < count; ++i) {
      const int distance = std::min(bits_, max_distance - 2 + i % 4);
      made.push_back(flipped(set[random_() % set.size()], std::max(0, distance)));
    }
    return made;
  }

 private:
  static void flip(Fingerprint& fingerprint, int bit) {
    (bit < 64 ? fingerprint.low : fingerprint.high) ^= std::uint64_t{1} << (bit % 64);
  }

  int bits_;
  std::mt19937_64 random_;
};

}  // namespace neardup::internal
