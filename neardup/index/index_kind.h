// Says what an index file holds, so that a program can open it with the right class.
#pragma once

#include <string>

namespace neardup {

enum class IndexKind {
  distance,   // HammingIndex
  similarity  // SimilarityIndex
};

/// Returns the kind of an index file. Throws Error if it is not an index file, or if its head is damaged.
[[nodiscard]] IndexKind index_kind(const std::string& path);

/// Returns true for a regular file that is an index by its name (.ndx) or by its first bytes. A truncated
/// index counts, even one cut off inside the magic bytes: read as text, it would be a file without documents.
[[nodiscard]] bool is_index_file(const std::string& path);

}  // namespace neardup
