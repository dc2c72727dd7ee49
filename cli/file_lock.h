// One writer at a time, across processes. A file cannot lock itself here, because saving replaces it by
// another: the lock is on NAME.lock beside it, which the holder removes at the end. It is the kernel's lock
// (flock) that counts, not the existence of the file, so that one left behind by a killed program stops
// nobody.
#pragma once

#include <optional>
#include <string>

#include "neardup/util/temporary_name.h"

namespace neardup::cli {

class FileLock {
 public:
  /// Waits for the writer that has it, and says so on standard error unless `quiet`. Throws Error.
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
  std::optional<TemporaryName> listed_;  // once it is ours: an interrupt removes it
};

}  // namespace neardup::cli
