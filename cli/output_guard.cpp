#include "cli/output_guard.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "neardup/corpus/input_list.h"
#include "neardup/corpus/record_writer.h"
#include "neardup/util/error.h"
#include "neardup/util/output_file.h"

namespace neardup::cli {

using namespace internal;

namespace {

namespace fs = std::filesystem;

using Inode = std::pair<dev_t, ino_t>;

std::optional<Inode> inode_of(const std::string& path) {
  struct stat status{};
  if (path.empty() || ::stat(path.c_str(), &status) != 0) return std::nullopt;
  return Inode(status.st_dev, status.st_ino);
}

/// Returns a key that is equal for paths of the same file, whether or not it exists: the inode of an existing
/// file, else the inode of the folder and the name in it.
std::tuple<std::optional<Inode>, std::string> identity_of(const std::string& path) {
  if (const std::optional<Inode> own = inode_of(path)) return {own, ""};
  const fs::path whole = fs::path(path);
  const std::string folder = whole.has_parent_path() ? whole.parent_path().string() : ".";
  return {inode_of(folder), whole.filename().string()};
}

/// Returns true for pipes and devices, which outputs are written into instead of replacing them.
bool is_stream(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

[[noreturn]] void refuse(const OutputPlan& plan, const std::string& what) {
  throw Error(ErrorCode::invalid_argument, plan.command + ": " + what);
}

void refuse_each_other(const OutputPlan& plan) {
  std::map<std::tuple<std::optional<Inode>, std::string>, std::string> options;
  std::vector<std::pair<std::string, std::string>> outputs = plan.files;
  if (!is_output_folder(plan.corpus)) outputs.emplace_back("--output", plan.corpus);
  for (const auto& [option, path] : outputs) {
    if (path.empty() || is_stream(path)) continue;
    const auto [known, is_new] = options.try_emplace(identity_of(path), option);
    if (!is_new) refuse(plan, known->second + " and " + option + " are the same file, " + path);
  }
}

/// Returns true for a folder at or below that of the clean corpus, which the run creates if it is missing.
bool will_be_made(const std::string& folder, const OutputPlan& plan) {
  if (plan.corpus.empty() || !is_output_folder(plan.corpus)) return false;
  const fs::path inside = fs::weakly_canonical(folder).lexically_relative(fs::weakly_canonical(plan.corpus));
  return !inside.empty() && *inside.begin() != "..";
}

/// Throws Error when no file can be created in the folder. Follows symbolic links; for a folder that does not
/// exist yet, checks the nearest existing folder above it.
void refuse_unwritable(const OutputPlan& plan, const std::string& output, fs::path folder) {
  folder = fs::weakly_canonical(fs::absolute(folder));
  while (!fs::exists(folder) && folder.has_relative_path()) folder = folder.parent_path();
  if (::access(folder.c_str(), W_OK | X_OK) == 0) return;
  const std::string reason = std::strerror(errno);
  refuse(plan, output + " cannot be written: " + folder.string() + ": " + reason);
}

/// Throws Error for missing or unwritable folders now, not after hours of work.
void refuse_unusable_folders(const OutputPlan& plan) {
  std::vector<std::pair<std::string, std::string>> outputs = plan.files;
  if (!is_output_folder(plan.corpus))
    outputs.emplace_back("--output", plan.corpus);
  else
    refuse_unwritable(plan, "--output " + plan.corpus, plan.corpus);
  for (const auto& [option, path] : outputs) {
    const std::string output = option + " " + path;
    const std::string folder = fs::path(path).parent_path().string();
    if (!folder.empty() && !fs::is_directory(folder) && !will_be_made(folder, plan))
      refuse(plan, output + " cannot be written: there is no folder " + folder);
    if (option != "--output" && fs::is_directory(path)) refuse(plan, output + " is a folder, not a file");
    if (!path.empty() && !is_output_stream(path))
      refuse_unwritable(plan, output, fs::weakly_canonical(fs::absolute(path)).parent_path());
  }
}

/// Returns every existing file that the run would replace, with the option that names it.
std::map<Inode, std::string> replaced_files(const OutputPlan& plan) {
  std::map<Inode, std::string> replaced;
  for (const auto& [option, path] : plan.files) {
    const auto inode = inode_of(path);
    if (inode && !is_stream(path)) replaced.try_emplace(*inode, option);
  }
  const auto inode = inode_of(plan.corpus);
  if (inode && !is_output_folder(plan.corpus) && !is_stream(plan.corpus))
    replaced.try_emplace(*inode, "--output");
  return replaced;
}

/// The names in the output folder, and the input of each. An input given twice is not a clash,
/// because `dedup` removes the repeated documents.
class FolderNames {
 public:
  explicit FolderNames(const OutputPlan& plan) : plan_(plan) {}

  void add(const std::string& name, const std::string& path) {
    const auto [known, is_new] = inputs_.try_emplace(name, path);
    if (!is_new && inode_of(path) != inode_of(known->second))
      refuse(plan_, path + " would be written to the same name as " + known->second + ", " +
                        (fs::path(plan_.corpus) / name).string() +
                        "; give the folder that has both as the input");
  }

 private:
  const OutputPlan& plan_;
  std::unordered_map<std::string, std::string> inputs_;
};

/// Adds the existing files in the output folder that have the name of an input. Throws Error when
/// two inputs, or an input and a list, would get the same name.
void add_files_of_folder(const OutputPlan& plan, std::map<Inode, std::string>& replaced) {
  FolderNames names(plan);
  std::map<std::string, std::string> lists;
  for (const auto& [option, path] : plan.files) {
    if (!path.empty()) lists.emplace(fs::weakly_canonical(path).string(), option);
  }
  InputList inputs(plan.inputs, plan.globs);
  while (const std::optional<InputItem> item = inputs.next()) {
    if (item->problem) continue;
    const std::string name = relative_name(item->path, plan.inputs);
    names.add(name, item->path);
    const fs::path target = fs::path(plan.corpus) / name;
    if (const auto list = lists.find(fs::weakly_canonical(target).string()); list != lists.end())
      refuse(plan, "--output and " + list->second + " are the same file, " + target.string());
    if (const std::optional<Inode> inode = inode_of(target.string()))
      replaced.try_emplace(*inode, "--output");
  }
}

}  // namespace

void refuse_destructive_outputs(const OutputPlan& plan) {
  refuse_unusable_folders(plan);
  refuse_each_other(plan);
  std::map<Inode, std::string> replaced = replaced_files(plan);
  if (!plan.corpus.empty() && is_output_folder(plan.corpus)) add_files_of_folder(plan, replaced);
  if (replaced.empty()) return;
  std::vector<std::string> kept = plan.inputs;
  kept.insert(kept.end(), plan.references.begin(), plan.references.end());
  InputList inputs(kept, plan.globs);
  while (const std::optional<InputItem> item = inputs.next()) {
    const std::optional<Inode> inode = item->problem ? std::nullopt : inode_of(item->path);
    if (!inode) continue;
    if (const auto found = replaced.find(*inode); found != replaced.end())
      refuse(plan, found->second + " would replace the input " + item->path);
  }
}

}  // namespace neardup::cli
