// One line of JSON on its way through the parser: the bytes as they came, and the bytes that the parser may
// see.
//
// Both have the same length, so a token of the one is found in the other by its offset. They differ only for
// a line with malformed UTF-8, where the parser sees an 'x' for each non-ASCII byte.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "neardup/corpus/corpus_reader.h"

namespace neardup {

/// Thrown by the JSON reader and caught by it: why this line gives no document.
struct BrokenLine {
  std::optional<std::size_t> byte;
  std::string message;
};

class JsonLine {
 public:
  /// REQUIRES: RawBuffer::kPadding bytes may be read behind `bytes`
  JsonLine(std::string_view bytes, InvalidBytes invalid)
      : bytes_(bytes), visible_(bytes), invalid_(invalid) {}
  JsonLine(const JsonLine&) = delete;
  JsonLine& operator=(const JsonLine&) = delete;

  /// What the parser may see, with padding behind it. All tokens below are parts of it.
  [[nodiscard]] std::string_view visible() const noexcept { return visible_; }
  /// Hides all non-ASCII bytes from the parser.
  void mask();

  /// The text of a string token: it begins with a quote, and only blanks follow the closing one.
  [[nodiscard]] std::string unescape_token(std::string_view token);
  /// The text of a name that begins here, behind its quote.
  [[nodiscard]] std::string unescape_name(const char* begin);

  /// Throws BrokenLine with the place of the token.
  [[noreturn]] void fail(std::string_view token, std::string message) const;
  /// Where the token begins; nothing when that is outside the line.
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

}  // namespace neardup
