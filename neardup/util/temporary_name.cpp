#include "neardup/util/temporary_name.h"

#include <unistd.h>

#include <mutex>
#include <set>
#include <utility>

namespace neardup {
namespace {

struct NameList {
  std::mutex mutex;
  std::multiset<std::string> paths;
};

/// Returns the list. It is never destroyed, because an interrupt may arrive while the program ends.
NameList& names() {
  static auto* const list = new NameList;  // NOLINT(cppcoreguidelines-owning-memory)
  return *list;
}

}  // namespace

TemporaryName::TemporaryName(std::string path) : path_(std::move(path)) {
  const std::scoped_lock lock(names().mutex);
  names().paths.insert(path_);
}

TemporaryName::~TemporaryName() {
  const std::scoped_lock lock(names().mutex);
  names().paths.erase(names().paths.find(path_));
}

void remove_temporary_files() noexcept {
  const std::scoped_lock lock(names().mutex);
  for (const std::string& path : names().paths) ::unlink(path.c_str());
}

}  // namespace neardup
