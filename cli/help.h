// Generates help in three lengths from the table of options that parses the command line: `-h` is a short
// overview, `--help` or `neardup help COMMAND` lists everything, and `--generate` prints a manual page or the
// completions for a shell.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace neardup::cli {

/// Adds -h and --help to the app and all its commands.
/// REQUIRES: all commands have been added
void add_help(CLI::App& app);

/// Returns the full help of the command that these words name, or of the program when there are no words.
/// Throws Error for a word that is not a command.
[[nodiscard]] std::string help_of(const CLI::App& app, const std::vector<std::string>& words);

/// Returns the manual page or the completions of a shell. `kind` is "man", "complete-bash", "complete-zsh" or
/// "complete-fish". Throws Error for any other kind.
[[nodiscard]] std::string generate(const CLI::App& app, const std::string& kind);

}  // namespace neardup::cli
