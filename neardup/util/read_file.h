// A whole small file as a string: word lists and tables, not documents.
#pragma once

#include <string>

namespace neardup {

/// Throws Error with the path and the reason.
[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace neardup
