// A list of the files that must not outlive the program: a handler that ends it early (an interrupt) removes
// them. The list is the only state that the whole process shares, because an interrupt hits all of it.
#pragma once

#include <string>

namespace neardup {

/// Keeps a path on the list for as long as the object lives. Thread-safe.
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
