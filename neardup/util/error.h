// The only exception type of the library. The library throws it only at the edges: files, formats, options.
// A missing value is an empty result or std::optional; an assert catches bugs in the library itself.
#pragma once

#include <stdexcept>
#include <string>

namespace neardup {

enum class ErrorCode {
  invalid_argument,  // an invalid option or recipe
  io,                // the operating system reported an error
  corrupt,           // the file is not what it claims to be
  unavailable,       // this build of the library lacks an optional part
  reader_left,       // the other end of the pipe was closed; not a fault
  no_text,           // none of the records has a text field
  no_idf_table,      // the recipe weighs by IDF and has no table
  needs_folder,      // these files can only be written to a folder, not to one file
  temporary_file,    // the operating system refuses a temporary file
  stopped,           // the caller requested a stop
};

class Error : public std::runtime_error {
 public:
  /// The message gives the place, the fault and what was found instead: "a.jsonl: line 7: not a JSON object".
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace neardup
