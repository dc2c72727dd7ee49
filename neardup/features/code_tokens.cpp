// Turns lexemes into tokens: replaces those that are normalised, copies the rest, and puts single
// spaces in between.
//
// Grows the text in large steps and writes through its own position: tokens are three bytes long on
// average, and growing string and vector for every token costs as much as finding it.
#include "neardup/features/code_tokens.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "neardup/features/code_languages.h"
#include "neardup/features/code_lexer.h"

namespace neardup::internal {
namespace {

constexpr std::string_view kAnyName = "$";
constexpr std::string_view kAnyNumber = "0";
constexpr std::string_view kAnyLiteral = "\"\"";
constexpr std::string_view kVisibleSpace = "\xE2\x90\xA3";  // U+2423 OPEN BOX

constexpr bool is_space(char byte) noexcept { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

constexpr char to_lower(char byte) noexcept {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

class TokenWriter {
 public:
  TokenWriter(Features& features, std::size_t source_size) : features_(features) {
    features_.clear();
    grow(source_size + source_size / 4 + 1, source_size / 4 + 1);
  }

  void write(std::string_view token) {
    char* const out = room_for(token.size());
    if (token.size() == 1) {
      *out = token[0];  // two of three tokens: worth a branch that saves the call
    } else {
      std::memcpy(out, token.data(), token.size());
    }
    end_token(token.size());
  }

  void write_lower_case(std::string_view token) {
    std::transform(token.begin(), token.end(), room_for(token.size()), to_lower);
    end_token(token.size());
  }

  /// Writes a visible character for each white space, which would otherwise split the token.
  void write_literal(std::string_view token) {
    char* const start = room_for(token.size() * kVisibleSpace.size());
    char* out = start;
    for (const char& byte : token) {
      const std::string_view shown = is_space(byte) ? kVisibleSpace : std::string_view(&byte, 1);
      out = std::copy(shown.begin(), shown.end(), out);
    }
    end_token(static_cast<std::size_t>(out - start));
  }

  void finish() {
    features_.text.resize(used_ > 0 ? used_ - 1 : 0);  // drops the last space
    features_.slices.resize(count_);
  }

 private:
  /// Returns where the token goes, with room for a space after it and for its slice.
  char* room_for(std::size_t most_bytes) {
    const std::size_t needed = used_ + most_bytes + 1;
    if (needed > text_size_ || count_ == most_slices_) [[unlikely]] {
      grow(std::max(needed, text_size_ * 2), most_slices_ * 2);
    }
    return text_ + used_;
  }

  void end_token(std::size_t length) noexcept {
    slices_[count_++] = {static_cast<std::uint32_t>(used_), static_cast<std::uint32_t>(length)};
    text_[used_ + length] = ' ';
    used_ += length + 1;
  }

  [[gnu::noinline]] void grow(std::size_t text_size, std::size_t slices) {
    features_.text.resize(text_size);
    features_.slices.resize(slices);
    text_ = features_.text.data();
    slices_ = features_.slices.data();
    text_size_ = text_size;
    most_slices_ = slices;
  }

  Features& features_;
  char* text_ = nullptr;
  Slice* slices_ = nullptr;
  std::size_t text_size_ = 0;
  std::size_t most_slices_ = 0;
  std::size_t used_ = 0;   // bytes of text written
  std::size_t count_ = 0;  // slices written
};

bool is_keyword(std::string_view word, const CodeRules& rules) noexcept {
  if (!rules.ignores_case) return rules.keywords.contains(word);
  std::array<char, KeywordSet::kLongest> lower{};
  if (word.size() > lower.size()) return false;
  std::transform(word.begin(), word.end(), lower.begin(), to_lower);
  return rules.keywords.contains({lower.data(), word.size()});
}

void write_name(std::string_view name, const CodeRules& rules, bool normalize, TokenWriter& writer) {
  if (normalize && !is_keyword(name, rules)) {
    writer.write(kAnyName);
  } else if (rules.ignores_case) {
    writer.write_lower_case(name);
  } else {
    writer.write(name);
  }
}

void write_lexeme(const Lexeme& lexeme, const CodeRules& rules, const CodeTokenOptions& options,
                  TokenWriter& writer) {
  switch (lexeme.kind) {
    case LexemeKind::name:
      return write_name(lexeme.text, rules, options.normalize_identifiers, writer);
    case LexemeKind::number:
      return writer.write(options.normalize_numbers ? kAnyNumber : lexeme.text);
    case LexemeKind::literal:
      return options.normalize_strings ? writer.write(kAnyLiteral) : writer.write_literal(lexeme.text);
    case LexemeKind::directive:
    case LexemeKind::symbol:
      return writer.write(lexeme.text);
  }
}

}  // namespace

void take_code_tokens(std::string_view source, const CodeTokenOptions& options, Features& features) {
  const CodeRules& rules = rules_of(options.language);
  CodeLexer lexer(source, rules);
  TokenWriter writer(features, source.size());
  while (true) {
    const Lexeme& lexeme = lexer.next();
    if (lexeme.text.empty()) break;
    write_lexeme(lexeme, rules, options, writer);
  }
  writer.finish();
}

}  // namespace neardup::internal
