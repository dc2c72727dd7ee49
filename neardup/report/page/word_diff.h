// Finds what changed between two texts, word by word.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace neardup::internal {

struct DiffPiece {
  enum class Kind { common, removed, added };
  Kind kind = Kind::common;
  std::string_view text;  // part of the first text, or of the second for added pieces

  friend bool operator==(const DiffPiece&, const DiffPiece&) = default;
};

/// Returns the pieces that turn the first text into the second with the fewest words removed and added (Myers
/// 1986). Words are runs of letters and numbers, single Han characters, runs of white space, and single other
/// characters. Adjacent pieces of one kind are joined. All white space compares equal. Returns no value if
/// more than `most_changes` words changed.
[[nodiscard]] std::optional<std::vector<DiffPiece>> word_diff(std::string_view first, std::string_view second,
                                                              int most_changes = 2000);

}  // namespace neardup::internal
