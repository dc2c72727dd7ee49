#include "neardup/util/data_files.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include "neardup/util/error.h"

namespace neardup {

namespace {

namespace fs = std::filesystem;

/// The folder of set_data_folder. The mutex lets one thread set it while others look for files.
struct ChosenFolder {
  std::mutex mutex;
  fs::path path;
};

ChosenFolder& chosen_folder() {
  static ChosenFolder folder;
  return folder;
}

std::vector<fs::path> data_folders() {
  std::vector<fs::path> folders;
  // Nothing in the library changes the environment, so reading it from several threads is safe.
  const char* named = std::getenv("NEARDUP_DATA");
  if (named != nullptr && *named != '\0') folders.emplace_back(named);
  {
    ChosenFolder& chosen = chosen_folder();
    const std::lock_guard lock(chosen.mutex);
    if (!chosen.path.empty()) folders.push_back(chosen.path);
  }
  folders.emplace_back(NEARDUP_INSTALLED_DATA);
  return folders;
}

}  // namespace

void set_data_folder(std::string folder) {
  ChosenFolder& chosen = chosen_folder();
  const std::lock_guard lock(chosen.mutex);
  chosen.path = std::move(folder);
}

std::string find_data_file(std::string_view name) {
  const std::vector<fs::path> folders = data_folders();
  for (const fs::path& folder : folders) {
    std::error_code problem;
    if (fs::is_regular_file(folder / name, problem)) return (folder / name).string();
  }
  std::string searched;
  for (const fs::path& folder : folders)
    searched.append(searched.empty() ? "" : ", ").append(folder.string());
  throw Error(ErrorCode::io, fmt::format("the data file {} is missing; searched {} (the environment variable "
                                         "NEARDUP_DATA can name another folder)",
                                         name, searched));
}

}  // namespace neardup
