// One line of JSON on its way through the parser: the original bytes, and the bytes that the parser sees.
//
// Both have the same length, so the offset of a token in one is its offset in the other. They differ only if
// the line has malformed UTF-8; then the parser sees an 'x' for each non-ASCII byte.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "neardup/corpus/corpus_reader.h"

namespace neardup::internal {

/// Why a line gives no document. The JSON reader both throws and catches it.
struct BrokenLine {
  std::optional<std::size_t> byte;
  std::string message;
};

class JsonLine {
 public:
  /// REQUIRES: RawBuffer::kPadding bytes after `bytes` are readable
  JsonLine(std::string_view bytes, InvalidBytes invalid)
      : bytes_(bytes), visible_(bytes), invalid_(invalid) {}
  JsonLine(const JsonLine&) = delete;
  JsonLine& operator=(const JsonLine&) = delete;

  /// Returns what the parser sees, with readable padding after it. All tokens below are parts of it.
  [[nodiscard]] std::string_view visible() const noexcept { return visible_; }
  /// Hides all non-ASCII bytes from the parser.
  void mask();

  /// Returns the text of a string token, which begins with a quote and has only blanks after the closing one.
  [[nodiscard]] std::string unescape_token(std::string_view token);
  /// Returns the text of the name that begins at `begin`, after its opening quote.
  [[nodiscard]] std::string unescape_name(const char* begin);

  /// Throws BrokenLine with the offset of the token.
  [[noreturn]] void fail(std::string_view token, std::string message) const;
  /// Returns the offset at which the token begins; nullopt if that is outside the line.
  [[nodiscard]] std::optional<std::size_t> offset_of(std::string_view token) const noexcept;

  [[nodiscard]] std::size_t lone_surrogates() const noexcept { return lone_surrogates_; }
  [[nodiscard]] std::size_t first_lone_surrogate() const noexcept { return first_lone_surrogate_; }

 private:
  [[nodiscard]] std::string unescape(std::size_t begin, std::size_t end);

  std::string_view bytes_;
  std::string_view visible_;
  InvalidBytes invalid_;
  std::string masked_;
  std::size_t lone_surrogates_ = 0;
  std::size_t first_lone_surrogate_ = 0;
};

}  // namespace neardup::internal
