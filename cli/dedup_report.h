// `dedup --report`: the page, and the options that concern it.
#pragma once

#include <string>

#include "cli/command_line.h"
#include "neardup/report/report_data.h"

namespace neardup::cli {

struct ReportFileOptions {
  std::string path;
  std::string command_line;  // as it was given
  bool no_timestamp = false;
  bool anonymise = false;

  void add_to(const Command& command);
  [[nodiscard]] bool wanted() const noexcept { return !path.empty(); }
};

/// Writes the page; completes `run` by what the options say: with --no-timestamp nothing that varies between
/// two runs on the same input, with --anonymise nothing that names it. Throws Error.
void write_report(const ReportFileOptions& options, const ReportInput& input, ReportRun run, int threads);

/// Arguments as one line that a shell reads the same way.
[[nodiscard]] std::string shell_line(int argc, const char* const* argv);

}  // namespace neardup::cli
