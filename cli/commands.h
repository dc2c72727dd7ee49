// The commands of the program. Each function adds one command and its options to `app`, and returns
// the action to run when the command line chooses that command.
#pragma once

#include <functional>
#include <string>

#include "cli/command_line.h"

namespace neardup::cli {

/// Runs a command and returns the exit code.
using Action = std::function<int()>;

[[nodiscard]] Action add_fingerprint_command(const Command& app);
[[nodiscard]] Action add_compare_command(const Command& app);
/// `command_line` is quoted in the report.
[[nodiscard]] Action add_dedup_command(const Command& app, std::string command_line);
[[nodiscard]] Action add_explain_command(const Command& app);
[[nodiscard]] Action add_idf_command(const Command& app);
[[nodiscard]] Action add_index_command(const Command& app);
[[nodiscard]] Action add_pairs_command(const Command& app);
[[nodiscard]] Action add_recipes_command(const Command& app);
[[nodiscard]] Action add_seen_command(const Command& app);
[[nodiscard]] Action add_tune_command(const Command& app);

}  // namespace neardup::cli
