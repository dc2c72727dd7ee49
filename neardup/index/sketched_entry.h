// An entry as a SimilarityIndex keeps it: the keys of its bands and its set of 32-bit hashes. A text without
// shingles gets the set of the four parts of its content digest: equal digests have similarity 1, and two
// different ones have the three parts in common that 0.5 needs with probability below 2^-89.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/collection/content_digest.h"
#include "neardup/index/packed_sets.h"
#include "neardup/index/similarity_entry.h"
#include "neardup/sketch/sketch.h"

namespace neardup::internal::lsm {

inline constexpr std::size_t kMostBands = 64;
using BandKeys = std::array<std::uint32_t, kMostBands>;  // only the first ones are used

/// Returns two words that look random, one to one: callers may give digests that do not.
[[nodiscard]] inline std::array<std::uint64_t, 2> spread_content(const ContentDigest& content) noexcept {
  const auto mix = [](std::uint64_t word) {
    word = (word ^ word >> 32) * kGoldenRatio;
    return (word ^ word >> 29) * kGoldenRatio;
  };
  std::uint64_t low = content.low + kGoldenRatio;
  std::uint64_t high = content.high;
  for (int round = 0; round < 2; ++round) {  // a Feistel network
    high += mix(low);
    low += mix(high);
  }
  return {low, high};
}

[[nodiscard]] inline BandKeys band_keys(const Sketcher& sketcher, const SimilarityEntry& entry) noexcept {
  BandKeys keys;  // filled below
  const std::span<std::uint32_t> used =
      std::span(keys).first(static_cast<std::size_t>(sketcher.plan().bands));
  if (entry.bands.size() == used.size()) {
    std::ranges::copy(entry.bands, used.begin());
  } else if (entry.shingles.empty()) {
    sketcher.band_keys(spread_content(entry.content), used);
  } else {
    sketcher.band_keys(entry.shingles, used);
  }
  return keys;
}

/// Returns whether the entry comes with its set in packed form.
[[nodiscard]] inline bool is_packed(const SimilarityEntry& entry) noexcept {
  return !entry.packed.empty() && !entry.bands.empty();
}

/// Returns the values of the set, in no particular order.
[[nodiscard]] inline std::vector<std::uint32_t> short_hashes(const SimilarityEntry& entry) {
  if (is_packed(entry)) return parse_set(entry.packed).values();
  std::vector<std::uint32_t> values(entry.shingles.size());
  std::ranges::transform(entry.shingles, values.begin(), short_hash);
  if (!values.empty()) return values;
  for (const std::uint64_t half : spread_content(entry.content)) {
    for (const int shift : {0, 32}) values.push_back(std::max(1U, static_cast<std::uint32_t>(half >> shift)));
  }
  return values;
}

struct SketchedEntry {
  BandKeys keys;
  std::string made = {};        // the packed set, if it had to be made
  std::string_view given = {};  // the caller's, if it has one

  [[nodiscard]] std::string_view set() const noexcept { return given.empty() ? made : given; }
};

/// Throws Error if the entry comes with a packed set that is not valid.
[[nodiscard]] inline SketchedEntry sketch_entry(const Sketcher& sketcher, const SimilarityEntry& entry) {
  SketchedEntry sketched{.keys = band_keys(sketcher, entry)};
  if (is_packed(entry)) {
    static_cast<void>(parse_set(entry.packed));
    sketched.given = entry.packed;
    return sketched;
  }
  std::vector<std::uint32_t> values = short_hashes(entry);
  append_packed(values, sketched.made);
  return sketched;
}

}  // namespace neardup::internal::lsm
