// A lock that lets only one process at a time write a file.
//
// The lock is not on the file itself, because saving replaces that file with a new one. It is on
// NAME.lock next to it, which the holder removes at the end. What counts is the kernel's lock
// (flock), not the existence of the lock file, so a lock file left by a killed program blocks no
// later run.
#pragma once

#include <optional>
#include <string>

#include "neardup/util/temporary_name.h"

namespace neardup::cli {

using namespace internal;

/// Holds the lock of a file for the lifetime of the object.
class FileLock {
 public:
  /// Takes the lock of the file `path`. If another process holds it, waits, and reports that on
  /// standard error unless `quiet`. Throws Error.
  FileLock(const std::string& path, bool quiet);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  void open();
  void wait(bool quiet);
  [[nodiscard]] bool is_still_there() const;
  [[noreturn]] void fail() const;

  std::string path_;
  std::string name_;
  int descriptor_ = -1;
  std::optional<TemporaryName> listed_;  // set while we hold the lock: an interrupt removes the file
};

}  // namespace neardup::cli
