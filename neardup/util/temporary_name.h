// The names of files that must not outlive the program: whoever ends it early (an interrupt) removes them.
// The list is the one thing that all of the process shares, because an interrupt comes to all of it.
#pragma once

#include <string>

namespace neardup {

/// On the list while it lives. Thread-safe.
class TemporaryName {
 public:
  explicit TemporaryName(std::string path);
  ~TemporaryName();
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;

 private:
  std::string path_;
};

/// Removes all files on the list. The program must end afterwards.
void remove_temporary_files() noexcept;

}  // namespace neardup
