#include <filesystem>
#include <system_error>
#include <vector>

#include "cli/run.h"
#include "neardup/util/data_files.h"

namespace {

namespace fs = std::filesystem;

/// Returns the folders of packages that may belong to a Python whose programs are in `prefix`/bin.
std::vector<fs::path> python_packages(const fs::path& prefix) {
  std::vector<fs::path> folders = {prefix};  // pip install --target
  std::error_code problem;
  for (const fs::path& libraries : {prefix / "lib", prefix / "lib64"}) {
    for (const fs::directory_entry& python : fs::directory_iterator(libraries, problem)) {
      if (!python.path().filename().string().starts_with("python3")) continue;
      folders.push_back(python.path() / "site-packages");
      folders.push_back(python.path() / "dist-packages");
    }
  }
  return folders;
}

/// Lets the library find the dictionaries relative to this program: in ../share/neardup once it is installed,
/// in share/neardup where it was built, or in the Python package that it was installed with.
void use_data_near_the_program() {
  std::error_code problem;
  const fs::path folder = fs::read_symlink("/proc/self/exe", problem).parent_path();
  if (problem) return;
  std::vector<fs::path> candidates = {folder.parent_path() / "share/neardup", folder / "share/neardup"};
  for (const fs::path& packages : python_packages(folder.parent_path()))
    candidates.push_back(packages / "neardup/share/neardup");
  for (const fs::path& data : candidates) {
    if (fs::is_directory(data, problem)) return neardup::set_data_folder(data.string());
  }
}

}  // namespace

int main(int argc, char** argv) {
  use_data_near_the_program();
  return neardup::cli::run(argc, argv);
}
