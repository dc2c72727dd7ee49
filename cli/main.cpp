#include <filesystem>
#include <system_error>

#include "cli/run.h"
#include "neardup/util/data_files.h"

namespace {

/// Lets the library find the dictionaries relative to this program: in ../share/neardup once it is installed,
/// in share/neardup where it was built.
void use_data_near_the_program() {
  namespace fs = std::filesystem;
  std::error_code problem;
  const fs::path folder = fs::read_symlink("/proc/self/exe", problem).parent_path();
  if (problem) return;
  for (const fs::path& data : {folder.parent_path() / "share/neardup", folder / "share/neardup"}) {
    if (fs::is_directory(data, problem)) return neardup::set_data_folder(data.string());
  }
}

}  // namespace

int main(int argc, char** argv) {
  use_data_near_the_program();
  return neardup::cli::run(argc, argv);
}
