// Walks through the source: the class of a byte says which form may begin there, and the form says
// where it ends. The class alone decides words, numbers and plain symbols; bytes that can begin several
// things (`/`, `#`, `{`, …) go through take_special.
#include "neardup/features/code_lexer.h"

#include <algorithm>
#include <utility>

namespace neardup::internal {
namespace {

constexpr KeywordSet kOrdinaryPrefixesOfC("u8");
constexpr KeywordSet kRawPrefixes("LR uR UR u8R");
constexpr KeywordSet kTwoLetterPrefixesOfPython("br rb fr rf tr rt");
constexpr KeywordSet kHeaderDirectives("include include_next import embed");
constexpr KeywordSet kWordsBeforeExpressions(
    "await case delete do else in instanceof new of return throw typeof void yield");

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr bool ends_line(char byte) noexcept { return byte == '\n' || byte == '\r'; }

constexpr bool is_one_of(std::string_view bytes, std::string_view text) noexcept {
  return text.size() == 1 && bytes.find(text[0]) != std::string_view::npos;
}

bool is_ordinary_prefix(std::string_view word, StringPrefixes prefixes) noexcept {
  if (prefixes == StringPrefixes::none || prefixes == StringPrefixes::csharp) return false;
  if (prefixes == StringPrefixes::python) {
    if (word.size() != 2) return is_one_of("rRbBuUfFtT", word);
    const std::array<char, 2> lower{static_cast<char>(word[0] | 0x20), static_cast<char>(word[1] | 0x20)};
    return kTwoLetterPrefixesOfPython.contains({lower.data(), lower.size()});
  }
  return is_one_of("LuU", word) || kOrdinaryPrefixesOfC.contains(word);
}

bool is_raw_prefix(std::string_view word, StringPrefixes prefixes) noexcept {
  return prefixes == StringPrefixes::cpp && (is_one_of("R", word) || kRawPrefixes.contains(word));
}

/// Applies C#'s marks: every further `$` requires one more
/// brace to open a hole, `@` makes the string verbatim.
StringForm with_csharp_marks(StringForm form, std::size_t dollars, bool verbatim) noexcept {
  form.hole = dollars > 0 ? Hole::braces : Hole::none;
  form.hole_width = std::max<std::size_t>(dollars, 1);
  form.escapes = !verbatim;
  form.doubled = verbatim;
  form.multi_line = verbatim;
  return form;
}

}  // namespace

CodeLexer::CodeLexer(std::string_view source, const CodeRules& rules) noexcept
    : begin_(source.data()), next_(begin_), end_(begin_ + source.size()), rules_(rules) {
  if (source.starts_with(kByteOrderMark)) next_ += kByteOrderMark.size();
  if (rest().starts_with("#!")) skip_line();
}

const Lexeme& CodeLexer::next() noexcept {
  while (pending_ != Pending::nothing) {
    take_pending();
    if (!lexeme_.text.empty()) return lexeme_;
  }
  while (true) {
    skip_space();
    if (next_ == end_) return lexeme_ = {};
    const ByteClass byte_class = rules_.class_of(*next_);
    if (byte_class == ByteClass::special && skip_ignored()) continue;
    take_next(byte_class);
    return lexeme_;
  }
}

/// Takes the next lexeme. REQUIRES: not at white space, a comment or the end of the text
void CodeLexer::take_next(ByteClass byte_class) noexcept {
  if (byte_class == ByteClass::symbol) return take_symbol();
  if (byte_class == ByteClass::word) return take_word();
  if (byte_class == ByteClass::digit) return take(number_length(rest(), rules_), LexemeKind::number);
  if (byte_class == ByteClass::quote) return take_string(0, rules_.string_of(*next_));
  take_special();
}

void CodeLexer::take(std::size_t length, LexemeKind kind) noexcept {
  lexeme_ = {.text = {next_, length}, .kind = kind};
  next_ += length;
}

void CodeLexer::take_pending() noexcept {
  switch (std::exchange(pending_, Pending::nothing)) {
    case Pending::directive_name:
      return take_directive_name();
    case Pending::header_name:
      return take_header_name();
    case Pending::hole_mark:
      return take_hole_mark();
    case Pending::string_piece:
      return take_string_piece();
    case Pending::nothing:
      return;
  }
}

void CodeLexer::take_directive_name() noexcept {
  skip_blanks();
  std::size_t length = 0;
  while (rules_.in_word(ahead(length))) ++length;
  take(length, LexemeKind::directive);
  if (kHeaderDirectives.contains(lexeme_.text)) pending_ = Pending::header_name;
}

void CodeLexer::take_header_name() noexcept {
  skip_blanks();
  if (ahead(0) != '<') return take(0, LexemeKind::literal);
  std::size_t length = 1;
  while (length < left() && ahead(length) != '>' && !ends_line(ahead(length))) ++length;
  if (ahead(length) == '>') ++length;
  return take(length, LexemeKind::literal);
}

void CodeLexer::take_hole_mark() noexcept {
  holes_[open_holes_++] = {.string = string_};
  return take(string_.hole == Hole::dollar_brace ? 2 : string_.hole_width, LexemeKind::symbol);
}

/// Takes the text after a hole; takes nothing if the next hole follows immediately.
void CodeLexer::take_string_piece() noexcept {
  const StringPiece piece = string_piece(rest(), 0, string_);
  if (piece.before_hole) pending_ = Pending::hole_mark;
  return take(piece.length, LexemeKind::literal);
}

void CodeLexer::take_word() noexcept {
  const char* word_end = next_ + 1;
  while (word_end < end_ && rules_.in_word(*word_end)) ++word_end;
  const auto length = static_cast<std::size_t>(word_end - next_);
  const bool before_quote = word_end < end_ && rules_.class_of(*word_end) == ByteClass::quote;
  if (before_quote && take_prefixed_string(length)) return;
  take(length, LexemeKind::name);
}

/// Returns false, and takes nothing, if the word before the quote is not a string prefix.
bool CodeLexer::take_prefixed_string(std::size_t prefix) noexcept {
  const std::string_view word = rest().substr(0, prefix);
  const StringForm& form = rules_.string_of(ahead(prefix));
  if (is_raw_prefix(word, rules_.prefixes) && form.quote == '"') {
    take(prefix + raw_string_length(rest().substr(prefix), form), LexemeKind::literal);
    return true;
  }
  if (!is_ordinary_prefix(word, rules_.prefixes)) return false;
  take_string(prefix, form);
  return true;
}

void CodeLexer::take_string(std::size_t prefix, StringForm form) noexcept {
  const std::string_view text = rest().substr(prefix);
  if (rules_.has_character_codes) return take(character_code_string_length(text, form), LexemeKind::literal);
  form = opened_string(text, form);
  if (open_holes_ == kMostOpenHoles) form.hole = Hole::none;
  const StringPiece piece = string_piece(text, form.quotes, form);
  if (piece.before_hole) {
    string_ = form;
    pending_ = Pending::hole_mark;
  }
  return take(prefix + piece.length, LexemeKind::literal);
}

void CodeLexer::take_symbol() noexcept {
  return take(rules_.operators.longest_at(rest()), LexemeKind::symbol);
}

/// Takes a lexeme that starts with a special byte. REQUIRES: not at a comment or a continued line
void CodeLexer::take_special() noexcept {
  switch (ahead(0)) {
    case '.':
      if (rules_.class_of(ahead(1)) != ByteClass::digit || rules_.number.needs_integer_part) break;
      return take(number_length(rest(), rules_), LexemeKind::number);
    case '/':
      if (!rules_.has_regular_expressions || slash_divides()) break;
      return take(regular_expression_length(rest(), rules_), LexemeKind::literal);
    case '#':
      return take_hash();
    case '{':
      return take_opening_brace();
    case '}':
      return take_closing_brace();
    case '@':
    case '$':
    case '%':
    case '&':
      return rules_.prefixes == StringPrefixes::csharp ? take_csharp_mark() : take_radix_number();
    default:
      break;
  }
  return take_symbol();
}

void CodeLexer::take_hash() noexcept {
  if (rules_.has_character_codes) {
    const std::size_t length = character_code_string_length(rest(), rules_.strings[0]);
    if (length > 0) return take(length, LexemeKind::literal);
  }
  if (rules_.has_directives && ahead(1) != '#' && at_line_start()) {
    pending_ = Pending::directive_name;
    return take(1, LexemeKind::symbol);
  }
  return take_symbol();
}

/// Takes a string with marks, a name such as @class, or else the whole run of marks as one symbol:
/// splitting the run into single marks would scan the rest of it again for each of them.
void CodeLexer::take_csharp_mark() noexcept {
  std::size_t marks = 0;
  std::size_t dollars = 0;
  for (; ahead(marks) == '@' || ahead(marks) == '$'; ++marks) dollars += ahead(marks) == '$' ? 1 : 0;
  if (ahead(marks) == '"') {
    return take_string(marks, with_csharp_marks(rules_.string_of('"'), dollars, marks > dollars));
  }
  std::size_t length = marks;
  const bool is_name = marks == 1 && dollars == 0 && rules_.class_of(ahead(1)) == ByteClass::word;
  while (is_name && rules_.in_word(ahead(length))) ++length;
  return take(length, is_name ? LexemeKind::name : LexemeKind::symbol);
}

void CodeLexer::take_radix_number() noexcept {
  const std::size_t length = radix_number_length(rest());
  return length > 0 ? take(length, LexemeKind::number) : take_symbol();
}

void CodeLexer::take_opening_brace() noexcept {
  if (open_holes_ > 0) ++holes_[open_holes_ - 1].braces;
  return take_symbol();
}

void CodeLexer::take_closing_brace() noexcept {
  if (open_holes_ == 0) return take_symbol();
  OpenHole& hole = holes_[open_holes_ - 1];
  if (hole.braces > 0) {
    --hole.braces;
    return take_symbol();
  }
  --open_holes_;
  string_ = hole.string;
  pending_ = Pending::string_piece;
  const std::size_t width = string_.hole == Hole::dollar_brace ? 1 : string_.hole_width;
  std::size_t length = 1;
  while (length < width && ahead(length) == '}') ++length;
  return take(length, LexemeKind::symbol);
}

bool CodeLexer::at_line_start() const noexcept {
  const char* at = next_;
  while (at > begin_ && (at[-1] == ' ' || at[-1] == '\t')) --at;
  return at == begin_ || ends_line(at[-1]) || std::string_view(begin_, at) == kByteOrderMark;
}

bool CodeLexer::slash_divides() const noexcept {
  switch (lexeme_.kind) {
    case LexemeKind::name:
      return !kWordsBeforeExpressions.contains(lexeme_.text);
    case LexemeKind::symbol:
      return is_one_of(")]}<", lexeme_.text) || lexeme_.text == "++" || lexeme_.text == "--";
    default:
      return true;
  }
}

/// Skips a comment, or a backslash at the end of a line.
bool CodeLexer::skip_ignored() noexcept {
  if (ahead(0) == '\\' && ends_line(ahead(1))) {
    next_ += 2;  // if the line end has a second byte, it is white space
    return true;
  }
  return std::ranges::any_of(rules_.comments,
                             [this](const CommentForm& comment) { return skip_comment(comment); });
}

bool CodeLexer::skip_comment(const CommentForm& comment) noexcept {
  if (comment.open.empty() || !rest().starts_with(comment.open)) return false;
  if (comment.only_at_line_start && !at_line_start()) return false;
  if (comment.close.empty()) {
    skip_line();
    return true;
  }
  const std::size_t close = rest().find(comment.close, comment.open.size());
  next_ += close == std::string_view::npos ? left() : close + comment.close.size();
  return true;
}

/// Skips to the end of the line, or of the lines that backslashes join.
void CodeLexer::skip_line() noexcept {
  for (; next_ < end_; ++next_) {
    if (!ends_line(*next_)) continue;
    if (!rules_.continues_line_comments || next_[-1] != '\\') return;
    if (*next_ == '\r' && ahead(1) == '\n') ++next_;
  }
}

void CodeLexer::skip_space() noexcept {
  const char* at = next_;
  while (at < end_ && rules_.class_of(*at) == ByteClass::space) ++at;
  next_ = at;
}

void CodeLexer::skip_blanks() noexcept {
  while (ahead(0) == ' ' || ahead(0) == '\t') ++next_;
}

}  // namespace neardup::internal
