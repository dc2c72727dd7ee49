// Writes values one after the other into bytes, and reads them again.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "neardup/util/error.h"

namespace neardup::internal::store {

static_assert(std::endian::native == std::endian::little, "records are copied from memory");

class ByteWriter {
 public:
  /// Makes room for `bytes`; writes into `memory`, which is emptied first.
  explicit ByteWriter(std::size_t bytes, std::string memory = {}) : out_(std::move(memory)) {
    out_.clear();
    out_.reserve(bytes);
  }

  template <typename Value>
  void put(Value value) {
    out_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  void put_text(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    out_.append(text);
  }
  void put_bytes(const void* bytes, std::size_t size) { out_.append(static_cast<const char*>(bytes), size); }
  [[nodiscard]] const std::string& bytes() const noexcept { return out_; }
  [[nodiscard]] std::string finish() { return std::move(out_); }

 private:
  std::string out_;
};

/// Throws Error if the bytes are too short or too long.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  template <typename Value>
  [[nodiscard]] Value get() {
    Value value{};
    std::memcpy(&value, take(sizeof(value)).data(), sizeof(value));
    return value;
  }
  [[nodiscard]] std::string_view get_text() { return take(get<std::uint32_t>()); }
  [[nodiscard]] std::string_view take(std::size_t size) {
    if (size > rest_.size()) throw Error(ErrorCode::corrupt, "live collection: a record is too short");
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  void finish() const {
    if (!rest_.empty()) throw Error(ErrorCode::corrupt, "live collection: a record is too long");
  }

 private:
  std::string_view rest_;
};

}  // namespace neardup::internal::store
