// Converts bytes of any encoding to UTF-8 as a stream, so that line-oriented files in UTF-16 or GB18030 work
// like any other.
//
// "auto" trusts a byte order mark (UTF-8, UTF-16, UTF-32). Without one, it passes ASCII on until the first other
// byte comes, looks at what follows, and then decides for the rest of the file: UTF-8 if it may be that (a later
// stage checks each document separately, see invalid_bytes.h), or the encoding that encoding_guess.h finds. So
// UTF-8 costs nothing, and it does not matter how much ASCII comes first. Any other name is an ICU converter. A sequence that cannot be converted becomes the byte FF, which UTF-8 never contains, so a single
// later stage counts, replaces or refuses damage, whatever the encoding. The byte order mark is dropped,
// because it marks the file and is not text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "neardup/corpus/byte_source.h"
#include "neardup/corpus/document.h"

namespace neardup::internal {

/// Throws Error(invalid_argument) that lists some valid encodings if ICU does not know `name` and it is not
/// "auto".
void check_encoding_name(const std::string& name);

inline constexpr std::size_t kPeekBytes = 4096;

class Converter;

class TextSource {
 public:
  enum class Guess { allowed, forbidden };
  /// REQUIRES: check_encoding_name(encoding) does not throw
  TextSource(std::unique_ptr<ByteSource> bytes, const std::string& encoding, Guess guess = Guess::allowed);
  TextSource(TextSource&&) noexcept;
  TextSource(const TextSource&) = delete;
  TextSource& operator=(const TextSource&) = delete;
  TextSource& operator=(TextSource&&) = delete;
  ~TextSource();

  /// Reads like ByteSource::read, but gives UTF-8.
  [[nodiscard]] std::size_t read(std::span<char> out);

  /// Returns the beginning of the text, without consuming it: less if the text is shorter or
  /// its writer pauses.
  [[nodiscard]] std::string_view peek(std::size_t bytes = kPeekBytes);

  /// Returns true if read() would wait for a writer.
  [[nodiscard]] bool is_waiting() const noexcept {
    return pending_from_ == pending_.size() && bytes_->is_waiting();
  }
  [[nodiscard]] const std::optional<Problem>& problem() const noexcept { return bytes_->problem(); }
  [[nodiscard]] bool is_compressed() const noexcept { return bytes_->is_compressed(); }
  [[nodiscard]] std::uint64_t read_bytes() const noexcept { return bytes_->read_bytes(); }

  /// Returns the encoding that the option or the byte order mark names, or that was guessed; else "UTF-8". A guess
  /// may come with any call of peek() or read(); what they have returned before it was ASCII.
  [[nodiscard]] const std::string& encoding() const noexcept { return encoding_; }
  [[nodiscard]] bool encoding_is_guessed() const noexcept { return is_guessed_; }
  [[nodiscard]] bool encoding_is_certain() const noexcept { return encoding_is_certain_; }
  [[nodiscard]] bool is_converted() const noexcept { return converter_ != nullptr; }
  /// Returns the length of the UTF-8 byte order mark that was dropped. Add it to an offset in the text to get
  /// an offset in the file.
  [[nodiscard]] std::size_t dropped_bytes() const noexcept { return dropped_bytes_; }
  /// Returns true if the file begins with a byte order mark.
  [[nodiscard]] bool has_mark() const noexcept { return has_mark_; }

 private:
  void recognise_mark();
  void fill_pending(std::size_t bytes);
  void read_pending(std::size_t bytes);
  void watch();
  [[nodiscard]] std::string_view look_ahead(std::size_t begin, std::size_t bytes);
  void decide(std::size_t first);
  [[nodiscard]] std::size_t read_plain(std::span<char> out);

  std::unique_ptr<ByteSource> bytes_;
  std::string encoding_;
  bool encoding_is_certain_ = false;
  bool is_guessed_ = false;
  bool is_watching_ = false;  // true until the first byte that is not ASCII
  bool is_at_beginning_ = true;
  bool has_mark_ = false;
  std::unique_ptr<Converter> converter_;
  std::size_t dropped_bytes_ = 0;
  std::string pending_;  // read ahead; the bytes from pending_from_ on are not yet handed out
  std::size_t pending_from_ = 0;
};

}  // namespace neardup::internal
