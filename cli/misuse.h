// Explains in one line why a command line is invalid: which command, which word, and what the user probably
// meant.
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace neardup::cli {

/// Describes what the user typed wrong, suggests the nearest valid word if there is one, and says
/// where the help is.
[[nodiscard]] std::string describe_misuse(const CLI::App& app, const CLI::ParseError& error);

/// Describes one word that is not an option or subcommand of this command, with a suggestion if there is one.
[[nodiscard]] std::string describe_unknown(const CLI::App& command, std::string_view word);

}  // namespace neardup::cli
