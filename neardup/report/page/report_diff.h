// Shows two texts side by side, short enough for a page: what changed, with some words around it, and where
// their fingerprints differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "neardup/corpus/document.h"
#include "neardup/fingerprint/fingerprinter.h"

namespace neardup::internal {

/// A stretch of one side. `cut` marks text that was left out.
struct DiffStretch {
  enum class Kind { common, changed, cut };
  Kind kind = Kind::common;
  std::string text = {};
  friend bool operator==(const DiffStretch&, const DiffStretch&) = default;
};

struct DiffSide {
  std::vector<DiffStretch> stretches = {};
  std::size_t text_bytes = 0;        // size of the whole text
  std::vector<bool> bits = {};       // the fingerprint, most significant bit first; empty: no fingerprint
  std::vector<bool> weak_bits = {};  // bits won by less than a tenth of the votes: a small edit flips them
};

struct ReportDiff {
  DiffSide first;
  DiffSide second;
  bool is_marked = true;  // false: too much differs, and the sides show just the beginnings
};

/// The most bytes of each text that are shown, and the most bytes of its beginning that are compared.
inline constexpr std::size_t kMostShownBytes = 4096;
inline constexpr std::size_t kMostComparedBytes = std::size_t{1} << 16;

/// Returns what changed between the two texts, without fingerprint bits.
[[nodiscard]] ReportDiff diff_for_report(std::string_view first, std::string_view second);

/// Adds the bits of the document's fingerprint, if it has one.
void add_bits(DiffSide& side, Fingerprinter& fingerprinter, const Document& document);

}  // namespace neardup::internal
