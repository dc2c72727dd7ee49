#include "neardup/util/data_files.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "neardup/util/error.h"

namespace neardup {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> data_folders() {
  std::vector<fs::path> folders;
  // Nothing in the library changes the environment, so reading it from several threads is safe.
  const char* chosen = std::getenv("NEARDUP_DATA");
  if (chosen != nullptr && *chosen != '\0') folders.emplace_back(chosen);
  std::error_code problem;
  const fs::path command = fs::read_symlink("/proc/self/exe", problem);
  if (!problem) {
    folders.push_back(command.parent_path().parent_path() / "share/neardup");
    folders.push_back(command.parent_path() / "share/neardup");
  }
  folders.emplace_back(NEARDUP_BUILT_DATA);
  folders.emplace_back(NEARDUP_INSTALLED_DATA);
  return folders;
}

}  // namespace

std::string find_data_file(std::string_view name) {
  const std::vector<fs::path> folders = data_folders();
  for (const fs::path& folder : folders) {
    std::error_code problem;
    if (fs::is_regular_file(folder / name, problem)) return (folder / name).string();
  }
  std::string places;
  for (const fs::path& folder : folders) places.append(places.empty() ? "" : ", ").append(folder.string());
  throw Error(ErrorCode::io,
              fmt::format("{}: not found in {}; `./dev setup` and a build provide it, and NEARDUP_DATA "
                          "can name another folder",
                          name, places));
}

}  // namespace neardup
