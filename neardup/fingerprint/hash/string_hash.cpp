#include "neardup/fingerprint/hash/string_hash.h"

#include <cstddef>

#include "neardup/text/utf8.h"

namespace neardup::internal {

namespace {

/// Starts with the first unit times 128, then multiplies and xors every unit, including the first
/// again; xors the number of units last. The hash of the empty text is 0.
class MultiplyXor {
 public:
  void add(std::uint64_t unit) noexcept {
    if (units_ == 0) value_ = unit << 7;
    value_ = (value_ * 1000003) ^ unit;
    ++units_;
  }
  [[nodiscard]] std::uint64_t finish() const noexcept { return value_ ^ units_; }

 private:
  std::uint64_t value_ = 0;
  std::uint64_t units_ = 0;
};

}  // namespace

std::uint64_t python_string_hash(std::string_view utf8) noexcept {
  MultiplyXor hash;
  for (std::size_t position = 0; position < utf8.size();) hash.add(next_code_point(utf8, position));
  return hash.finish();
}

std::uint64_t java_string_hash(std::string_view utf8) noexcept {
  MultiplyXor hash;
  for (std::size_t position = 0; position < utf8.size();) {
    const char32_t code_point = next_code_point(utf8, position);
    if (code_point < 0x10000) {
      hash.add(code_point);
    } else {
      hash.add(0xD800 + ((code_point - 0x10000) >> 10));
      hash.add(0xDC00 + ((code_point - 0x10000) & 0x3FF));
    }
  }
  return hash.finish();
}

}  // namespace neardup::internal
