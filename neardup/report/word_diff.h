// What changed between two texts, word by word.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace neardup {

struct DiffPiece {
  enum class Kind { common, removed, added };
  Kind kind = Kind::common;
  std::string_view text;  // of the first text, or of the second for added pieces

  friend bool operator==(const DiffPiece&, const DiffPiece&) = default;
};

/// Turns the first text into the second with the fewest words removed and added (Myers 1986). Words are runs
/// of letters and numbers, single Han characters, runs of white space, and single other characters;
/// neighbouring pieces of one kind are joined. White space is equal to any other. No value when more than
/// `most_changes` words changed.
[[nodiscard]] std::optional<std::vector<DiffPiece>> word_diff(std::string_view first, std::string_view second,
                                                              int most_changes = 2000);

}  // namespace neardup
