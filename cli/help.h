// Help in three lengths, from the one table of options that parses the command line: `-h` for a glance,
// `--help` for everything, `--generate` for a manual page and for the completions of shells.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace neardup::cli {

/// Gives the app and all its commands both kinds of help. To be called when all commands have been added.
void add_help(CLI::App& app);

/// "man", "complete-bash", "complete-zsh" or "complete-fish". Throws Error for any other kind.
[[nodiscard]] std::string generate(const CLI::App& app, const std::string& kind);

}  // namespace neardup::cli
