#include "neardup/util/nameless_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "neardup/util/error.h"

namespace neardup::internal {

std::string temporary_folder(std::string folder) {
  if (!folder.empty()) return folder;
  const char* const named = std::getenv("TMPDIR");
  return named != nullptr && *named != '\0' ? named : "/tmp";
}

int open_nameless_file(const std::string& folder) {
  // Without a name from the start, if the file system supports that.
  int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
    std::string path = folder + "/neardup-XXXXXX";
    descriptor = ::mkostemp(path.data(), O_CLOEXEC);
    if (descriptor >= 0) ::unlink(path.c_str());
  }
  if (descriptor < 0)
    throw Error(ErrorCode::temporary_file,
                folder + ": cannot create a temporary file: " + std::strerror(errno));
  return descriptor;
}

}  // namespace neardup::internal
