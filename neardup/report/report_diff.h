// Two texts side by side, short enough for a page: what changed, with some words around it, and where their
// fingerprints differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "neardup/corpus/document.h"
#include "neardup/fingerprint/fingerprinter.h"

namespace neardup {

/// A stretch of one side. `cut` stands for common words that were left out.
struct DiffStretch {
  enum class Kind { common, changed, cut };
  Kind kind = Kind::common;
  std::string text = {};
  friend bool operator==(const DiffStretch&, const DiffStretch&) = default;
};

struct DiffSide {
  std::vector<DiffStretch> stretches = {};
  std::size_t text_bytes = 0;        // of the whole text
  std::vector<bool> bits = {};       // of the fingerprint, most significant first; empty: none
  std::vector<bool> weak_bits = {};  // won by less than a tenth of the votes: a small edit flips them
};

struct ReportDiff {
  DiffSide first;
  DiffSide second;
  bool is_marked = true;  // false: too much differs, these are just the beginnings
};

/// At most so many bytes of each text are shown, and at most this much of its beginning is compared.
inline constexpr std::size_t kMostShownBytes = 4096;
inline constexpr std::size_t kMostComparedBytes = std::size_t{1} << 16;

/// What changed between the two texts, without bits.
[[nodiscard]] ReportDiff diff_for_report(std::string_view first, std::string_view second);

/// Adds the bits of the document's fingerprint.
void add_bits(DiffSide& side, Fingerprinter& fingerprinter, const Document& document);

}  // namespace neardup
