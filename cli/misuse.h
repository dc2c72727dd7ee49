// One line about a command line that cannot be understood: which command, which word, and what was meant.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace neardup::cli {

/// What the user typed wrong, with the nearest right word if there is one, and where the help is.
[[nodiscard]] std::string describe_misuse(const CLI::App& app, const CLI::ParseError& error);

}  // namespace neardup::cli
