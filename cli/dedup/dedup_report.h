// Writes the HTML page of `dedup --report`, and declares the options that shape it.
#pragma once

#include <optional>
#include <string>

#include "cli/command_line.h"
#include "neardup/dedup/dedup.h"

namespace neardup::cli {

struct ReportFileOptions {
  std::string path;
  std::string command_line;  // as shell_line() returns it
  bool no_timestamp = false;
  bool anonymise = false;
  std::optional<ReportLanguage> language = {};  // empty: that of the locale

  void add_to(const Command& command);
  [[nodiscard]] bool wanted() const noexcept { return !path.empty(); }
};

/// Writes the page, after completing `page` from the options. With --no-timestamp the page contains
/// nothing that varies between two runs on the same input; with --anonymise it contains nothing
/// that names the input. Throws Error.
void write_report(const ReportFileOptions& options, const DedupResult& result, ReportOptions page);

/// Returns the language of the messages of this process's locale, by LC_ALL, LC_MESSAGES and LANG: Chinese if the first
/// of them that is set says so, else English.
[[nodiscard]] ReportLanguage language_of_locale();

/// Returns the arguments as one line, quoted so that a shell splits it into the same arguments.
[[nodiscard]] std::string shell_line(int argc, const char* const* argv);

}  // namespace neardup::cli
