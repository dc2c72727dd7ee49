// One function for each command: registers its options and returns what to call when it was chosen.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace neardup::cli {

/// Returns the exit code.
using Action = std::function<int()>;

[[nodiscard]] Action add_fingerprint_command(CLI::App& app);
[[nodiscard]] Action add_compare_command(CLI::App& app);
[[nodiscard]] Action add_dedup_command(CLI::App& app);
[[nodiscard]] Action add_explain_command(CLI::App& app);
[[nodiscard]] Action add_idf_command(CLI::App& app);
[[nodiscard]] Action add_index_command(CLI::App& app);
[[nodiscard]] Action add_pairs_command(CLI::App& app);
[[nodiscard]] Action add_recipes_command(CLI::App& app);

}  // namespace neardup::cli
