// Compares two texts for a page: what changed, with some words around it, and where their fingerprints differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/document.h"
#include "neardup/fingerprint/fingerprinter.h"

namespace neardup::internal {

/// A stretch of two texts: in both, only in the first (removed), only in the second (added), or left out.
struct DiffStretch {
  enum class Kind { common, removed, added, cut };
  Kind kind = Kind::common;
  std::string text = {};
  friend bool operator==(const DiffStretch&, const DiffStretch&) = default;
};

struct DiffSide {
  std::size_t text_bytes = 0;        // size of the whole text
  std::vector<bool> bits = {};       // the fingerprint, most significant bit first; empty: no fingerprint
  std::vector<bool> weak_bits = {};  // bits won by less than a tenth of the votes: a small edit flips them
};

struct ReportDiff {
  DiffSide first;
  DiffSide second;
  /// Both texts in one: without the added stretches it is the first, without the removed ones the second.
  std::vector<DiffStretch> stretches = {};
  bool is_marked = true;  // false: too much differs, and the stretches are just the beginnings
};

/// The most bytes of each text that are shown, and the most bytes of its beginning that are compared.
inline constexpr std::size_t kMostShownBytes = 4096;
inline constexpr std::size_t kMostComparedBytes = std::size_t{1} << 16;

/// Returns what changed between the two texts, without fingerprint bits.
[[nodiscard]] ReportDiff diff_for_report(std::string_view first, std::string_view second);

/// Returns at most `most_bytes` of the text, in whole characters and valid UTF-8.
[[nodiscard]] std::string beginning_of(std::string_view text, std::size_t most_bytes);

/// Adds the bits of the document's fingerprint, if it has one.
void add_bits(DiffSide& side, Fingerprinter& fingerprinter, const Document& document);

}  // namespace neardup::internal
