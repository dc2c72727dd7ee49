#include "cli/terminal/file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cli/terminal/output.h"
#include "neardup/util/error.h"

namespace neardup::cli {

FileLock::FileLock(const std::string& path, bool quiet) : path_(path), name_(path + ".lock") {
  listed_.emplace(name_, [this] {
    open();
    return flock(descriptor_, LOCK_EX | LOCK_NB) == 0 && is_still_there();
  });
  if (listed_->is_listed()) return;
  wait(quiet);
  // If the previous holder removed the lock file while we waited, our lock is on a file that has no name any
  // more, and the next writer would create and lock another. Try again with the file that has the name now.
  while (!is_still_there()) {
    ::close(descriptor_);
    open();
    wait(quiet);
  }
  listed_.emplace(name_);
}

FileLock::~FileLock() {
  ::unlink(name_.c_str());  // before releasing the lock: afterwards another process may hold this file
  ::close(descriptor_);
}

void FileLock::open() {
  descriptor_ = ::open(name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (descriptor_ < 0) fail();
}

void FileLock::wait(bool quiet) {
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  if (errno == EWOULDBLOCK && !quiet) print_message(path_ + ": another program is changing it; waiting");
  while (flock(descriptor_, LOCK_EX) != 0) {
    if (errno == EINTR) continue;
    const int error = errno;
    ::close(descriptor_);
    errno = error;
    fail();
  }
}

bool FileLock::is_still_there() const {
  struct stat locked{};
  struct stat named{};
  return fstat(descriptor_, &locked) == 0 && stat(name_.c_str(), &named) == 0 &&
         locked.st_dev == named.st_dev && locked.st_ino == named.st_ino;
}

void FileLock::fail() const {
  throw Error(ErrorCode::io, fmt::format("{}: cannot be locked: {}: {}", path_, name_, std::strerror(errno)));
}

}  // namespace neardup::cli
