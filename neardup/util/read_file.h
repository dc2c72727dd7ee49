// Reads a whole small file into a string: word lists and tables, not documents.
#pragma once

#include <string>

namespace neardup::internal {

/// Returns the content of the file. Throws Error with the path and the reason.
[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace neardup::internal
