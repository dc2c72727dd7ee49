// Help in three lengths, from the one table of options that parses the command line: `-h` for a glance,
// `--help` or `neardup help COMMAND` for everything, `--generate` for a manual page and for the completions
// of shells.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace neardup::cli {

/// Gives the app and all its commands both kinds of help. To be called when all commands have been added.
void add_help(CLI::App& app);

/// All of the help of the command that these words lead to; of the program when there are none. Throws Error
/// for a word that is no command.
[[nodiscard]] std::string help_of(const CLI::App& app, const std::vector<std::string>& words);

/// "man", "complete-bash", "complete-zsh" or "complete-fish". Throws Error for any other kind.
[[nodiscard]] std::string generate(const CLI::App& app, const std::string& kind);

}  // namespace neardup::cli
