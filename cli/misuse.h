// One line about a command line that cannot be understood: which command, which word, and what was meant.
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace neardup::cli {

/// What the user typed wrong, with the nearest right word if there is one, and where the help is.
[[nodiscard]] std::string describe_misuse(const CLI::App& app, const CLI::ParseError& error);

/// The same of one word that is no option or command of this command.
[[nodiscard]] std::string describe_unknown(const CLI::App& command, std::string_view word);

}  // namespace neardup::cli
