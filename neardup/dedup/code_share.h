// Finds out, before the inputs are read, whether they are source code, for which there is a recipe of its own.
// Under a recipe for prose, a copied program with other names looks like another text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/inputs.h"

namespace neardup::internal {

/// How many of the documents that were looked at are source code.
struct CodeShare {
  std::size_t documents = 0;
  std::size_t code = 0;

  /// Returns true if nearly all are: at least nine of ten.
  [[nodiscard]] bool is_code() const noexcept { return code > 0 && 10 * code >= 9 * documents; }
  /// Returns true if many are, but not nearly all: at least three of ten.
  [[nodiscard]] bool is_mixed() const noexcept {
    return !is_code() && code > 0 && 10 * code >= 3 * documents;
  }
};

/// Looks at the names of the first 1,000 files. Those that name no language are judged by their beginning, the first
/// 50 of them; a file of records is judged by the names and texts of its first records. Standard input and pipes,
/// which can be read only once, count as prose, and so does everything if each line is a document.
[[nodiscard]] CodeShare estimate_code(const std::vector<std::string>& inputs, const ReadOptions& options);

/// Returns true if the text looks like source code: at least half of its lines end, begin or are built as
/// statements are, and signs such as = ( ) { } ; make up a part of it that prose never has.
[[nodiscard]] bool looks_like_code(std::string_view text) noexcept;

}  // namespace neardup::internal
