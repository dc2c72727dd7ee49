// The one exception type of the library. It is thrown only at the edges: files, formats, options. Absence is
// an empty result or std::optional; a bug of our own is an assert.
#pragma once

#include <stdexcept>
#include <string>

namespace neardup {

enum class ErrorCode {
  invalid_argument,  // an option or a written recipe that cannot be meant
  io,                // the operating system said no
  corrupt,           // a file that is not what it claims to be
  reader_left,       // the other end of a pipe was closed: not a fault
};

class Error : public std::runtime_error {
 public:
  /// The message says where, what, and what was found instead: "a.jsonl: line 7: not a JSON object".
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace neardup
