// Bytes of any encoding to UTF-8, as a stream, so that line-oriented files in UTF-16 or GB18030 work like
// others.
//
// "auto" believes a byte order mark (UTF-8, UTF-16, UTF-32) and otherwise passes the bytes on as UTF-8 that
// is not yet certain: each document is judged for itself later (invalid_bytes.h). Any other name is an ICU
// converter. What cannot be converted becomes the byte FF, which no UTF-8 contains: so one later place
// counts, replaces or refuses damage, whatever the encoding. A byte order mark is dropped: it marks the file
// and is not text.
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

namespace neardup {

/// Throws Error(invalid_argument) that names some valid encodings when `name` is neither "auto" nor known to
/// ICU.
void check_encoding_name(const std::string& name);

class Converter;

class TextSource {
 public:
  /// REQUIRES: check_encoding_name(encoding) does not throw
  TextSource(std::unique_ptr<ByteSource> bytes, const std::string& encoding);
  TextSource(TextSource&&) noexcept;
  TextSource(const TextSource&) = delete;
  TextSource& operator=(const TextSource&) = delete;
  TextSource& operator=(TextSource&&) = delete;
  ~TextSource();

  /// As ByteSource::read, in UTF-8.
  [[nodiscard]] std::size_t read(std::span<char> out);

  /// The beginning of the text, up to a few KiB; it will still be read.
  [[nodiscard]] std::string_view peek();

  [[nodiscard]] const std::optional<Problem>& problem() const noexcept { return bytes_->problem(); }
  [[nodiscard]] bool is_compressed() const noexcept { return bytes_->is_compressed(); }
  [[nodiscard]] std::uint64_t read_bytes() const noexcept { return bytes_->read_bytes(); }

  /// The encoding as the option or the byte order mark names it; "UTF-8" when nothing says so.
  [[nodiscard]] const std::string& encoding() const noexcept { return encoding_; }
  [[nodiscard]] bool encoding_is_certain() const noexcept { return encoding_is_certain_; }
  [[nodiscard]] bool is_converted() const noexcept { return converter_ != nullptr; }
  /// Length of the UTF-8 byte order mark that was dropped: what offsets in the text lack to be offsets in the
  /// file.
  [[nodiscard]] std::size_t dropped_bytes() const noexcept { return dropped_bytes_; }

 private:
  void recognise_mark();
  void fill_pending(std::size_t bytes);

  std::unique_ptr<ByteSource> bytes_;
  std::string encoding_;
  bool encoding_is_certain_ = false;
  std::unique_ptr<Converter> converter_;
  std::size_t dropped_bytes_ = 0;
  std::string pending_;  // read ahead, not yet handed out from pending_from_ on
  std::size_t pending_from_ = 0;
};

}  // namespace neardup
