// The examples at the end of the help of each command.
#pragma once

#include <string>
#include <string_view>

namespace neardup::cli {

/// Returns the examples for a command, followed by the exit codes. `command` is a name such as "dedup" or
/// "index build", or "" for the program.
[[nodiscard]] std::string examples_of(std::string_view command);

}  // namespace neardup::cli
