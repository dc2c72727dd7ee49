// One function for each command: registers its options and returns what to call when it was chosen.
#pragma once

#include <functional>
#include <string>

#include "cli/command_line.h"

namespace neardup::cli {

/// Returns the exit code.
using Action = std::function<int()>;

[[nodiscard]] Action add_fingerprint_command(const Command& app);
[[nodiscard]] Action add_compare_command(const Command& app);
/// The command line goes into the report.
[[nodiscard]] Action add_dedup_command(const Command& app, std::string command_line);
[[nodiscard]] Action add_explain_command(const Command& app);
[[nodiscard]] Action add_idf_command(const Command& app);
[[nodiscard]] Action add_index_command(const Command& app);
[[nodiscard]] Action add_pairs_command(const Command& app);
[[nodiscard]] Action add_recipes_command(const Command& app);
[[nodiscard]] Action add_tune_command(const Command& app);

}  // namespace neardup::cli
