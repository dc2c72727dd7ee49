#include "cli/terminal/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <utility>

#include "cli/hints.h"
#include "cli/terminal/progress.h"
#include "neardup/corpus/convert/row_sink.h"
#include "neardup/corpus/json_text.h"
#include "neardup/text/invisible.h"
#include "neardup/text/utf8.h"
#include "neardup/util/error.h"
#include "neardup/util/number_text.h"
#include "neardup/util/temporary_name.h"

namespace neardup::cli {

using namespace internal;

namespace {

void check_output(bool written) {
  if (written) return;
  if (errno == EPIPE) throw PipeClosed{};
  throw Error(ErrorCode::io, fmt::format("standard output: {}", std::strerror(errno)));
}

constexpr std::uint64_t kShownOfAKind = 5;
constexpr std::size_t kMostKinds = 20;  // all further kinds count as one

/// Returns true if the message ends with the id or the value that is wrong, after a colon.
bool names_one(const Problem& problem) {
  return problem.code == ProblemCode::unknown_id || problem.code == ProblemCode::no_fingerprint;
}

/// Returns the message without what it says about one id or value only.
std::string common_part(const Problem& problem) {
  return names_one(problem) ? problem.message.substr(0, problem.message.find(": ")) : problem.message;
}

/// Returns the same text for problems that differ in their numbers only, or that have the same code.
std::string kind_of(const Problem& problem) {
  std::string kind = problem.severity == Problem::Severity::error ? "e" : "w";
  kind += std::to_string(static_cast<int>(problem.code));
  if (names_one(problem) || problem.code == ProblemCode::not_text) return kind + common_part(problem);
  if (problem.code != ProblemCode::other) return kind;
  for (const char c : problem.message) {
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit) kind += c;
    if (is_digit && kind.back() != '#') kind += '#';
  }
  return kind;
}

std::string as_json(const Problem& problem) {
  JsonObject json;
  json.text("severity", problem.severity == Problem::Severity::error ? "error" : "warning");
  json.text("path", problem.path);
  if (problem.line > 0) json.number("line", problem.line);
  if (problem.byte) json.number("byte", *problem.byte);
  json.text("message", problem.message);
  return json.line();
}

bool is_control(char32_t c) { return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F; }

void append_byte(std::string& out, char byte) {
  out += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
}

}  // namespace

void print(std::string_view text) {
  static const bool is_terminal = output_is_terminal();
  if (is_terminal) {
    print_styled(escape_for_terminal(text));
  } else {
    print_styled(text);
  }
}

void print_styled(std::string_view text) {
  if (text.empty()) return;
  note_streaming();
  check_output(std::fwrite(text.data(), 1, text.size(), stdout) == text.size());
}

void flush_output() { check_output(std::fflush(stdout) == 0); }

void print_message(std::string_view message) {
  const bool is_terminal = isatty(STDERR_FILENO) == 1;
  const std::string line =
      fmt::format("neardup: {}\n", is_terminal ? escape_for_terminal(message) : escape_controls(message));
  hide_progress();
  std::fwrite(line.data(), 1, line.size(), stderr);
}

ProblemReport::ProblemReport(bool quiet, const ProblemOptions& options) : quiet_(quiet), options_(options) {
  if (!options.list.empty()) list_.emplace(options.list);
}

ProblemReport::~ProblemReport() {
  try {
    finish();
  } catch (const std::exception& error) {
    print_message(error.what());
  }
}

void ProblemReport::add_after_writing(const Problem& problem) {
  const bool is_error = problem.severity == Problem::Severity::error;
  if (problem.is_said_once && !said_once_.insert(problem.message).second) return;
  ++(is_error ? errors_ : warnings_);
  if (list_) list_->write(as_json(problem));
  std::string name = kind_of(problem);
  if (kinds_.size() >= kMostKinds && !kinds_.contains(name)) name.clear();
  Kind& kind = kinds_[name];
  if (++kind.problems > kShownOfAKind) return;
  kind.is_error = is_error;
  kind.message = common_part(problem);
  if (is_error || !quiet_)
    print_message((is_error ? "" : "warning: ") + problem.describe().append(hint(problem.code)));
}

void ProblemReport::add(const Problem& problem) {
  const std::uint64_t before = errors_;
  add_after_writing(problem);
  if (errors_ != before && options_.broken == BrokenInput::stop)
    throw Error(ErrorCode::io,
                "stopped at the first input that cannot be used; nothing is written (--broken stop)");
}

void ProblemReport::finish() {
  std::string where;
  if (options_.can_list)
    where = options_.list.empty() ? " (--errors FILE lists them all)"
                                  : fmt::format(" ({} has them all)", options_.list);
  for (const auto& [name, kind] : std::exchange(kinds_, {})) {
    if (kind.problems <= kShownOfAKind || (quiet_ && !kind.is_error)) continue;
    print_message(fmt::format("{}and {} more like these: {}{}", kind.is_error ? "" : "warning: ",
                              grouped_number(kind.problems - kShownOfAKind), kind.message, where));
  }
  if (list_) list_->commit();
  list_.reset();
}

bool output_is_terminal() { return isatty(STDOUT_FILENO) == 1; }

bool colour_allowed() {
  const char* const terminal = std::getenv("TERM");
  const char* const no_colour = std::getenv("NO_COLOR");
  const bool refused = no_colour != nullptr && *no_colour != '\0';
  return !refused && terminal != nullptr && std::strcmp(terminal, "dumb") != 0;
}

bool colour_wanted() { return output_is_terminal() && colour_allowed(); }

std::string escape_tsv(std::string_view text) { return escape_cell(text); }

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
    if (is_control(static_cast<unsigned char>(c))) {
      append_byte(escaped, c);
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string escape_for_terminal(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (std::size_t position = 0; position < text.size();) {
    const DecodedUtf8 decoded = decode_utf8(text, position);
    const std::string_view bytes = text.substr(position, decoded.length);
    position += decoded.length;
    if (!decoded.well_formed || is_control(decoded.code_point)) {
      for (const char byte : bytes) append_byte(escaped, byte);
    } else if (is_invisible(decoded.code_point)) {
      const auto code = static_cast<std::uint32_t>(decoded.code_point);
      escaped += code > 0xFFFF ? fmt::format("\\U{:08x}", code) : fmt::format("\\u{:04x}", code);
    } else {
      escaped += bytes;
    }
  }
  return escaped;
}

}  // namespace neardup::cli
