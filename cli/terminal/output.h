// Writes to standard output and standard error by the usual conventions: results go to stdout,
// everything else to stderr; colour appears only on a terminal; a closed pipe ends the program
// quietly; a full disk is an error.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "cli/terminal/list_file.h"
#include "neardup/corpus/document.h"

namespace neardup::cli {

using namespace internal;

/// Thrown when the reader of standard output has closed the pipe, which is not an error.
struct PipeClosed {};

/// Writes to standard output; if that is a terminal, as escape_for_terminal() returns it. REQUIRES: the text
/// ends at the end of a character. Throws PipeClosed or Error.
void print(std::string_view text);
/// Writes text with colour codes to standard output as it is. REQUIRES: whatever comes from documents in it is
/// escaped. Throws PipeClosed or Error.
void print_styled(std::string_view text);
/// Flushes standard output. Throws PipeClosed or Error.
void flush_output();

/// Prints "neardup: message" on standard error, with control characters escaped; on a terminal, invisible
/// characters too.
void print_message(std::string_view message);

/// What to do with a broken file, line or record: skip it or stop the run (--broken).
enum class BrokenInput { skip, stop };

struct ProblemOptions {
  BrokenInput broken = BrokenInput::skip;
  std::string list = {};  // the file for all problems, as JSON lines (--errors); empty: none
  bool can_list = false;  // whether the command has --errors
};

/// Counts errors and warnings, and prints the first five of each kind in the order of the calls: a file with a
/// wrong encoding must not scroll everything else away.
class ProblemReport {
 public:
  /// Throws Error if the list cannot be written.
  explicit ProblemReport(bool quiet, const ProblemOptions& options = {});
  /// Calls finish(), and prints what went wrong with the list, if anything.
  ~ProblemReport();
  ProblemReport(const ProblemReport&) = delete;
  ProblemReport& operator=(const ProblemReport&) = delete;

  /// Prints and counts the problem; prints warnings unless `quiet`. Throws Error after an error if
  /// broken input stops the run.
  void add(const Problem& problem);
  /// Prints and counts a problem found after all output was written. Never stops the run.
  void add_after_writing(const Problem& problem);
  /// Prints how many problems of each kind were not printed, and completes the list. Throws Error.
  void finish();
  [[nodiscard]] std::uint64_t errors() const noexcept { return errors_; }
  [[nodiscard]] std::uint64_t warnings() const noexcept { return warnings_; }

 private:
  struct Kind {
    std::string message;  // of the last one printed
    std::uint64_t problems = 0;
    bool is_error = true;
  };
  bool quiet_;
  ProblemOptions options_;
  std::optional<ListFile> list_;
  std::set<std::string> said_once_;
  std::map<std::string, Kind> kinds_;
  std::uint64_t errors_ = 0;
  std::uint64_t warnings_ = 0;
};

[[nodiscard]] bool output_is_terminal();
/// Returns true if the environment (NO_COLOR and TERM) allows colours.
[[nodiscard]] bool colour_allowed();
/// Returns true if colours are allowed and standard output is a terminal.
[[nodiscard]] bool colour_wanted();

/// Escapes TAB, LF, CR and backslash with a backslash, for a column of TSV.
[[nodiscard]] std::string escape_tsv(std::string_view text);
/// Reverses escape_tsv(). Keeps a backslash before any other character as it is.
[[nodiscard]] std::string unescape_tsv(std::string_view text);
/// Replaces the control characters of ASCII, except LF and TAB, by visible escapes such as \x1b.
[[nodiscard]] std::string escape_controls(std::string_view text);
/// Does the same, and also replaces invisible characters (neardup/text/invisible.h) by escapes such as \u202e,
/// and bytes that are not UTF-8 by escapes such as \x9b, so that a text can neither control the terminal nor
/// look like another text.
[[nodiscard]] std::string escape_for_terminal(std::string_view text);

}  // namespace neardup::cli
