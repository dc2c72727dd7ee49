// What the help of a command ends with: how it is used, in a few lines.
#pragma once

#include <string>
#include <string_view>

namespace neardup::cli {

/// `command` as in "dedup" or "index build"; "" for the program. Ends with the exit codes.
[[nodiscard]] std::string examples_of(std::string_view command);

}  // namespace neardup::cli
