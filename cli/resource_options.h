// The options that say what a run may use and where it may put it: --memory and --temp-dir.
// Shared by `pairs` and `dedup`.
#pragma once

#include <cstddef>
#include <string>

#include "cli/command_line.h"
#include "neardup/dedup/find_pairs.h"

namespace neardup::cli {

struct ResourceOptions {
  std::size_t memory = 0;  // 0: three quarters of what is free
  std::string temporary_folder;

  /// Adds the options under this heading of the help.
  void add_to(const Command& command, const std::string& group);
  void apply_to(FindOptions& options) const;
};

}  // namespace neardup::cli
