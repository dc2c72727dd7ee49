#include "neardup/util/temporary_name.h"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <set>
#include <utility>

namespace neardup::internal {
namespace {

struct NameList {
  std::mutex mutex;
  std::multiset<std::string> paths;
  WrittenOutput written;
  std::atomic<bool> is_streaming = false;
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

TemporaryName::TemporaryName(std::string path, const std::function<bool()>& create) {
  const std::scoped_lock lock(names().mutex);
  if (!create()) return;
  names().paths.insert(path);
  path_ = std::move(path);
}

TemporaryName::~TemporaryName() {
  if (path_.empty()) return;
  const std::scoped_lock lock(names().mutex);
  names().paths.erase(names().paths.find(path_));
}

bool TemporaryName::rename_to(const std::string& final_path) {
  const std::scoped_lock lock(names().mutex);  // so that what stop_writing() returns stays true
  if (std::rename(path_.c_str(), final_path.c_str()) != 0) return false;
  WrittenOutput& written = names().written;
  if (written.files++ == 0) written.first_file = final_path;
  names().paths.erase(names().paths.find(std::exchange(path_, {})));
  return true;
}

void note_streaming() noexcept { names().is_streaming = true; }

WrittenOutput stop_writing() noexcept {
  names().mutex.lock();  // and never unlocked
  WrittenOutput written = names().written;
  written.is_streaming = names().is_streaming;
  return written;
}

void remove_temporary_files() noexcept {
  for (const std::string& path : names().paths) ::unlink(path.c_str());
}

}  // namespace neardup::internal
