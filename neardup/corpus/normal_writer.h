// Appends to a string through plain stores: the string is made long enough ahead and cut to length at the
// end, so that the inner loops neither check nor count for every byte. Private: not installed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace neardup::normal {

class TextWriter {
 public:
  /// Appends to `out`, probably about `expected` bytes.
  TextWriter(std::string& out, std::size_t expected) : out_(out), size_(out.size()) {
    out_.resize(size_ + expected + kSlack);
  }
  ~TextWriter() { out_.resize(size_); }  // only shortens
  TextWriter(const TextWriter&) = delete;
  TextWriter& operator=(const TextWriter&) = delete;

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  void set_size(std::size_t size) noexcept { size_ = size; }

  /// The beginning of the text; from size() on there is room for `bytes` more.
  [[nodiscard]] char* room(std::size_t bytes) {
    if (out_.size() - size_ < bytes) out_.resize(std::max(size_ + bytes, 2 * out_.size()));
    return out_.data();
  }

  void append(std::string_view bytes) {
    std::memcpy(room(bytes.size()) + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
  }

 private:
  static constexpr std::size_t kSlack = 256;  // loops ask for more than they use; the last ones shall find it

  std::string& out_;
  std::size_t size_;
};

}  // namespace neardup::normal
