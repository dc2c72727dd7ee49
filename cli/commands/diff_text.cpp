#include "cli/commands/diff_text.h"

#include <fmt/format.h>

#include "cli/terminal/output.h"
#include "neardup/report/page/word_diff.h"
#include "neardup/text/utf8.h"

namespace neardup::cli {

using namespace internal;

namespace {

constexpr std::size_t kContext = 60;  // bytes kept before and after a change

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

std::string_view head_of(std::string_view text, std::size_t length) {
  while (length < text.size() && !starts_character(text[length])) ++length;
  return text.substr(0, length);
}

std::string_view tail_of(std::string_view text, std::size_t length) {
  std::size_t start = text.size() - length;
  while (start > 0 && !starts_character(text[start])) --start;
  return text.substr(start);
}

std::string escaped(std::string_view text, const DiffStyle& style) {
  return style.is_terminal ? escape_for_terminal(text) : escape_controls(text);
}

/// Shortens a common stretch to the text next to the changes around it. The first and the last piece have a
/// change on one side only.
std::string shorten(std::string_view text, bool is_first, bool is_last, const DiffStyle& style) {
  const std::size_t wanted = (is_first ? 0 : kContext) + (is_last ? 0 : kContext);
  if (text.size() <= wanted + kContext / 2) return escaped(text, style);
  std::string out;
  if (!is_first) out += escaped(head_of(text, kContext), style);
  out += " … ";
  if (!is_last) out += escaped(tail_of(text, kContext), style);
  return out;
}

std::string mark(const DiffPiece& piece, const DiffStyle& style) {
  const bool added = piece.kind == DiffPiece::Kind::added;
  const std::string text = escaped(piece.text, style);
  if (style.has_colour) return fmt::format("\x1b[{}m{}\x1b[0m", added ? "32" : "31;9", text);
  return added ? "{+" + text + "+}" : "[-" + text + "-]";
}

}  // namespace

std::string diff_text(std::string_view first, std::string_view second, const DiffStyle& style) {
  const std::string left = repair_utf8(first).text;
  const std::string right = repair_utf8(second).text;
  const auto pieces = word_diff(left, right);
  if (!pieces) return "\nThe texts differ in too many words to show them.\n";
  std::string out = "\n";
  for (std::size_t i = 0; i < pieces->size(); ++i) {
    const DiffPiece& piece = (*pieces)[i];
    const bool common = piece.kind == DiffPiece::Kind::common;
    out += common ? shorten(piece.text, i == 0, i + 1 == pieces->size(), style) : mark(piece, style);
  }
  if (!out.ends_with('\n')) out += '\n';
  return out;
}

}  // namespace neardup::cli
