// Appends to a string through plain stores: makes the string long enough in advance and cuts it to length at
// the end, so that the inner loops neither check nor count each byte. Private: not installed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace neardup::internal::normal {

class TextWriter {
 public:
  /// Appends to `out`; `expected` is a guess at the number of bytes to come.
  TextWriter(std::string& out, std::size_t expected) : out_(out), size_(out.size()) {
    out_.resize(size_ + expected + kSlack);
  }
  ~TextWriter() { out_.resize(size_); }  // never grows the string
  TextWriter(const TextWriter&) = delete;
  TextWriter& operator=(const TextWriter&) = delete;

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  void set_size(std::size_t size) noexcept { size_ = size; }

  /// Returns the beginning of the text and ensures room for `bytes` more after size().
  [[nodiscard]] char* room(std::size_t bytes) {
    if (out_.size() - size_ < bytes) out_.resize(std::max(size_ + bytes, 2 * out_.size()));
    return out_.data();
  }

  void append(std::string_view bytes) {
    std::memcpy(room(bytes.size()) + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
  }

 private:
  // Loops ask for more room than they use; the slack keeps the last iterations from reallocating.
  static constexpr std::size_t kSlack = 256;

  std::string& out_;
  std::size_t size_;
};

}  // namespace neardup::internal::normal
