// python_word_characters: re.findall(r"[\w]+", text.lower()), joined, of Python 3.11 with Unicode 14.0.
//
// ICU knows Unicode 15.0; characters newer than 14.0 count as unassigned. The full lower-case mapping differs
// from the simple one only for İ, whose second half, U+0307, is not a word character, and for Σ, which
// becomes ς at the end of a word. Whether a word ends there depends on the neighbours, so Σ looks at the text
// around it.
#include <unicode/uchar.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "neardup/text/normal_runs.h"
#include "neardup/text/normal_writer.h"
#include "neardup/text/normalize.h"
#include "neardup/text/utf8.h"

namespace neardup::internal {
namespace {

constexpr char32_t kCapitalSigma = 0x3A3;
constexpr char32_t kSmallSigma = 0x3C3;
constexpr char32_t kFinalSigma = 0x3C2;
constexpr unsigned kPythonUnicodeMajor = 14;

constexpr normal::AsciiTable kAsciiWordCharacters = [] {
  normal::AsciiTable table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto c = static_cast<char>(i);
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_') table[i] = c;
    if (c >= 'A' && c <= 'Z') table[i] = static_cast<char>(c + ('a' - 'A'));
  }
  return table;
}();

bool python_knows(char32_t code_point) {
  UVersionInfo age;
  u_charAge(static_cast<UChar32>(code_point), age);
  return age[0] != 0 && age[0] <= kPythonUnicodeMajor;  // 0: unassigned
}

bool has_property(char32_t code_point, UProperty property) {
  return python_knows(code_point) && u_hasBinaryProperty(static_cast<UChar32>(code_point), property) != 0;
}

// Returns the code point before `position` and moves `position` to its start.
// REQUIRES: position > 0; valid UTF-8
char32_t previous_code_point(std::string_view text, std::size_t& position) {
  do {
    --position;
  } while ((static_cast<unsigned char>(text[position]) & 0xC0) == 0x80);
  std::size_t end = position;
  return next_code_point(text, end);
}

// Returns true if the Σ at begin..end ends a word. Skips apostrophes, marks and the like before `begin` and
// after `end`. Skips each character at most twice in all, because Σ itself stops the search.
bool is_final_sigma(std::string_view text, std::size_t begin, std::size_t end) {
  char32_t before = ' ';
  while (begin > 0 && has_property(before = previous_code_point(text, begin), UCHAR_CASE_IGNORABLE))
    before = ' ';
  if (!has_property(before, UCHAR_CASED)) return false;
  char32_t after = ' ';
  while (end < text.size() && has_property(after = next_code_point(text, end), UCHAR_CASE_IGNORABLE))
    after = ' ';
  return !has_property(after, UCHAR_CASED);
}

class PythonWordWriter {
 public:
  PythonWordWriter(std::string_view text, std::string& out) : text_(text), writer_(out, text.size()) {}

  void run() {
    while (position_ < text_.size()) {
      take_ascii();
      take_unified_han();
      if (position_ < text_.size()) take_character();
    }
  }

 private:
  void take_ascii() {
    const std::size_t end = normal::ascii_run_end(text_, position_);
    const std::string_view run = text_.substr(position_, end - position_);
    writer_.set_size(normal::keep_ascii(run, kAsciiWordCharacters, writer_.room(run.size()), writer_.size()));
    position_ = end;
  }

  void take_unified_han() {
    const std::size_t end = normal::unified_han_run_end(text_, position_);
    writer_.append(text_.substr(position_, end - position_));
    position_ = end;
  }

  void take_character() {
    const std::size_t begin = position_;
    const char32_t code_point = next_code_point(text_, position_);
    const char32_t lower = lower_case(code_point, begin);
    if (lower != '_' && !(is_token_character(lower) && python_knows(lower))) return;
    letter_.clear();
    append_utf8(letter_, lower);
    writer_.append(letter_);
  }

  [[nodiscard]] char32_t lower_case(char32_t code_point, std::size_t begin) const {
    if (code_point == kCapitalSigma)
      return is_final_sigma(text_, begin, position_) ? kFinalSigma : kSmallSigma;
    return python_knows(code_point) ? static_cast<char32_t>(u_tolower(static_cast<UChar32>(code_point)))
                                    : code_point;
  }

  std::string_view text_;
  std::size_t position_ = 0;
  normal::TextWriter writer_;
  std::string letter_;
};

}  // namespace

std::string python_word_characters(std::string_view text) {
  std::string result;
  if (find_malformed_utf8(text) == std::string_view::npos) {
    PythonWordWriter(text, result).run();
  } else {
    PythonWordWriter(repair_utf8(text).text, result).run();
  }
  return result;
}

}  // namespace neardup::internal
