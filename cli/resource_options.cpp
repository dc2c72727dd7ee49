#include "cli/resource_options.h"

namespace neardup::cli {

void ResourceOptions::add_to(const Command& command, const std::string& group) {
  constexpr double kLeast = 256 << 20;
  constexpr double kMost = 1e15;
  command
      .add_option(
          "--memory", memory,
          "Use about this much memory at most, and keep the rest of what is known of the documents in a "
          "temporary file; K, M and G are units (default: three quarters of what is free)")
      .type_name("BYTES")
      .bytes()
      .range(kLeast, kMost)
      .group(group);
  command
      .add_option("--temp-dir", temporary_folder,
                  "Directory for temporary files: input that cannot be read twice, such as pipes, and what "
                  "exceeds --memory (default: $TMPDIR or /tmp)")
      .type_name("DIR")
      .not_empty()
      .group(group);
}

void ResourceOptions::apply_to(FindOptions& options) const {
  options.memory = memory;
  options.read.temporary_folder = temporary_folder;
}

}  // namespace neardup::cli
