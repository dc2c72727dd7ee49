#include "neardup/util/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "neardup/util/error.h"

namespace neardup {

FileLock::FileLock(const std::string& path) {
  const std::string name = path + ".lock";
  descriptor_ = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw Error(ErrorCode::io, name + ": cannot be made: " + std::strerror(errno));
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  const int error = errno;
  ::close(descriptor_);
  const char* const reason = error == EWOULDBLOCK ? "held by another program" : std::strerror(error);
  throw Error(ErrorCode::io, name + ": cannot be locked: " + reason);
}

FileLock::~FileLock() { ::close(descriptor_); }

}  // namespace neardup
