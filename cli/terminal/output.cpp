#include "cli/terminal/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cli/hints.h"
#include "cli/terminal/progress.h"
#include "neardup/util/error.h"

namespace neardup::cli {

namespace {

void check_output(bool written) {
  if (written) return;
  if (errno == EPIPE) throw PipeClosed{};
  throw Error(ErrorCode::io, fmt::format("standard output: {}", std::strerror(errno)));
}

}  // namespace

void print(std::string_view text) {
  check_output(std::fwrite(text.data(), 1, text.size(), stdout) == text.size());
}

void flush_output() { check_output(std::fflush(stdout) == 0); }

void print_message(std::string_view message) {
  const std::string line = fmt::format("neardup: {}\n", escape_controls(message));
  hide_progress();
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void ProblemReport::add_after_writing(const Problem& problem) {
  const bool is_error = problem.severity == Problem::Severity::error;
  if (problem.is_said_once && !said_once_.insert(problem.message).second) return;
  ++(is_error ? errors_ : warnings_);
  if (is_error || !quiet_)
    print_message((is_error ? "" : "warning: ") + problem.describe().append(hint(problem.code)));
}

void ProblemReport::add(const Problem& problem) {
  const std::uint64_t before = errors_;
  add_after_writing(problem);
  if (errors_ != before && broken_ == BrokenInput::stop)
    throw Error(ErrorCode::io,
                "stopped at the first input that cannot be used; nothing is written (--broken stop)");
}

bool output_is_terminal() { return isatty(STDOUT_FILENO) == 1; }

bool colour_allowed() {
  const char* const terminal = std::getenv("TERM");
  const char* const no_colour = std::getenv("NO_COLOR");
  const bool refused = no_colour != nullptr && *no_colour != '\0';
  return !refused && terminal != nullptr && std::strcmp(terminal, "dumb") != 0;
}

bool colour_wanted() { return output_is_terminal() && colour_allowed(); }

std::string escape_tsv(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '\t':
        escaped += "\\t";
        break;
      case '\n':
        escaped += "\\n";
        break;
      case '\r':
        escaped += "\\r";
        break;
      case '\\':
        escaped += "\\\\";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string unescape_tsv(std::string_view text) {
  constexpr std::string_view kLetters = "tnr\\";
  constexpr std::string_view kMeant = "\t\n\r\\";
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t escape =
        text[i] == '\\' && i + 1 < text.size() ? kLetters.find(text[i + 1]) : std::string_view::npos;
    if (escape != std::string_view::npos) ++i;
    plain += escape == std::string_view::npos ? text[i] : kMeant[escape];
  }
  return plain;
}

std::string escape_controls(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_control = (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F;
    escaped += is_control ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return escaped;
}

}  // namespace neardup::cli
