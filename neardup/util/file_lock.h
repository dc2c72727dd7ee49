// One program at a time: whoever changes a file takes the lock of its path first. The lock is a file of its
// own beside it, because the file itself is replaced by another one when it is written. It is the kernel's: a
// program that dies lets go of it, and the empty lock file that stays behind means nothing.
#pragma once

#include <string>

namespace neardup {

class FileLock {
 public:
  /// Takes the lock of the path, "<path>.lock". Throws Error when another holds it or it cannot be made.
  explicit FileLock(const std::string& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace neardup
