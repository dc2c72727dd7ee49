// Standard output and standard error, with manners: results on stdout, everything else on stderr; colour only
// on a terminal; a closed pipe ends the program quietly; a full disk is an error.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "neardup/corpus/document.h"

namespace neardup::cli {

/// Thrown when the reader of standard output went away: not an error.
struct PipeClosed {};

/// Writes to standard output. Throws PipeClosed or Error.
void print(std::string_view text);
/// Writes what is buffered. Throws PipeClosed or Error.
void flush_output();

/// "neardup: message" on standard error.
void print_message(std::string_view message);

/// Whether a broken file, line or record is skipped, or ends the run: --broken.
enum class BrokenInput { skip, stop };

/// Prints problems in order and remembers whether any was an error.
class ProblemReport {
 public:
  explicit ProblemReport(bool quiet, BrokenInput broken = BrokenInput::skip)
      : quiet_(quiet), broken_(broken) {}
  /// Throws Error for an error when it shall stop the run.
  void add(const Problem& problem);
  /// The same for what was found when all was written already: it stops nothing.
  void add_after_writing(const Problem& problem);
  [[nodiscard]] std::uint64_t errors() const noexcept { return errors_; }
  [[nodiscard]] std::uint64_t warnings() const noexcept { return warnings_; }

 private:
  bool quiet_;
  BrokenInput broken_;
  std::set<std::string> said_once_;
  std::uint64_t errors_ = 0;
  std::uint64_t warnings_ = 0;
};

[[nodiscard]] bool output_is_terminal();
/// Whether the environment lets colours be: NO_COLOR and TERM.
[[nodiscard]] bool colour_allowed();
/// The same, and standard output is a terminal.
[[nodiscard]] bool colour_wanted();

/// TAB, LF, CR and backslash escaped with a backslash, for columns of TSV.
[[nodiscard]] std::string escape_tsv(std::string_view text);
/// What escape_tsv made of a text, undone. A backslash before any other character stands for itself.
[[nodiscard]] std::string unescape_tsv(std::string_view text);
/// Control characters made visible, so that a text cannot drive the terminal.
[[nodiscard]] std::string escape_controls(std::string_view text);

}  // namespace neardup::cli
