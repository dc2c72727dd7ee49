// Walks with stat and readdir: the loop check needs device and inode, and the order needs whole listings.
#include "neardup/corpus/input_list.h"

#include <dirent.h>
#include <fnmatch.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

#include "neardup/corpus/archive_reader.h"

namespace neardup::internal {
namespace {

InputItem failed(std::string path, std::string message,
                 Problem::Severity severity = Problem::Severity::error) {
  Problem problem{.severity = severity, .path = path, .message = std::move(message)};
  return {.path = std::move(path), .problem = std::move(problem)};
}

InputItem found(std::string path, const struct stat& status) {
  return {.path = std::move(path),
          .bytes = static_cast<std::uint64_t>(status.st_size),
          .is_stream = !S_ISREG(status.st_mode)};
}

InputItem failed_by_system(std::string path, const std::string& what, int code) {
  if (code == ENOENT) return failed(std::move(path), "no such file or folder");
  return failed(std::move(path), what + ": " + std::generic_category().message(code));
}

struct CloseFolder {
  void operator()(DIR* folder) const noexcept { ::closedir(folder); }
};

/// Returns the names that are not hidden, in descending byte order, so that the next one is at the end.
/// Returns nullopt and sets errno on failure.
std::optional<std::vector<std::string>> list_folder(const std::string& path) {
  const std::unique_ptr<DIR, CloseFolder> folder(::opendir(path.c_str()));
  if (!folder) return std::nullopt;
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = ::readdir(folder.get()))
    if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
  if (errno != 0) return std::nullopt;
  std::ranges::sort(names, std::ranges::greater());
  return names;
}

std::string_view take_component(std::string_view& path) {
  const std::size_t end = std::min(path.find('/'), path.size());
  const std::string_view component = path.substr(0, end);
  path.remove_prefix(std::min(end + 1, path.size()));
  return component;
}

bool component_matches(std::string_view glob, std::string_view name) {
  return ::fnmatch(std::string(glob).c_str(), std::string(name).c_str(), 0) == 0;
}

bool path_matches(std::string_view glob, std::string_view path) {
  if (glob.empty() || path.empty()) return glob.empty() && path.empty();
  std::string_view rest_of_glob = glob;
  std::string_view rest_of_path = path;
  const std::string_view pattern = take_component(rest_of_glob);
  const std::string_view name = take_component(rest_of_path);
  if (pattern != "**") return component_matches(pattern, name) && path_matches(rest_of_glob, rest_of_path);
  if (rest_of_glob.empty()) return true;  // `folder/**` matches everything in the folder
  return path_matches(rest_of_glob, path) || path_matches(glob, rest_of_path);
}

std::string_view extension_of(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : name.substr(dot + 1);
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

// Files with these extensions are one text each, even if they begin with a brace.
constexpr auto kTextExtensions = std::to_array<std::string_view>(
    {"txt", "text", "md",  "markdown", "rst",  "adoc", "tex",   "xml",  "css",  "log", "c",   "h",   "cc",
     "cpp", "cxx",  "hpp", "hh",       "hxx",  "java", "cs",    "py",   "go",   "js",  "mjs", "cjs", "jsx",
     "ts",  "tsx",  "pas", "pp",       "dpr",  "rs",   "rb",    "php",  "sh",   "sql", "kt",  "lua", "pl",
     "r",   "m",    "mm",  "swift",    "dart", "hs",   "scala", "yaml", "toml", "yml", "ini"});

/// Returns the extension in lower case, not counting one that says how the file is compressed.
std::string format_extension(std::string_view path) {
  const std::string extension = lower_case(extension_of(path));
  const bool is_packed = extension == "gz" || extension == "zst" || extension == "bz2" || extension == "xz";
  return is_packed ? lower_case(extension_of(path.substr(0, path.size() - extension.size() - 1))) : extension;
}

InputFormat format_of_extension(std::string_view path) {
  const std::string extension = format_extension(path);
  if (extension == "jsonl" || extension == "ndjson" || extension == "json") return InputFormat::jsonl;
  if (extension == "tsv") return InputFormat::tsv;
  if (extension == "csv") return InputFormat::csv;
  if (extension == "parquet" || extension == "pq") return InputFormat::parquet;
  if (extension == "html" || extension == "htm" || extension == "xhtml") return InputFormat::html;
  if (extension == "warc" || extension == "wet") return InputFormat::warc;
  if (std::ranges::find(kTextExtensions, extension) != kTextExtensions.end()) return InputFormat::text;
  return InputFormat::automatic;
}

bool looks_like_crawl(std::string_view beginning) {
  return beginning.starts_with("WARC/1.") || beginning.starts_with("WARC/0.");
}

bool begins_like_page(std::string_view beginning) {
  const std::string head = lower_case(beginning.substr(0, 1024));
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string::npos || head[first] != '<') return false;
  const std::string_view start = std::string_view(head).substr(first);
  if (start.starts_with("<!doctype html") || start.starts_with("<html")) return true;
  const bool is_preamble = start.starts_with("<!--") || start.starts_with("<?xml");
  return is_preamble && start.find("<html") != std::string_view::npos;
}

}  // namespace

bool may_hold_any_json(std::string_view path) {
  return format_extension(path) == "json" || format_of_extension(path) == InputFormat::automatic;
}

bool glob_matches(std::string_view glob, std::string_view relative_path) {
  if (glob.find('/') == std::string_view::npos)
    return component_matches(glob, relative_path.substr(relative_path.rfind('/') + 1));
  return path_matches(glob, relative_path);
}

InputFormat choose_format(InputFormat asked, std::string_view path, std::string_view beginning) {
  if (asked != InputFormat::automatic) return asked;
  const InputFormat by_extension = format_of_extension(path);
  if (by_extension != InputFormat::automatic) return by_extension;
  const std::size_t first = beginning.find_first_not_of(" \t\r\n");
  if (looks_like_crawl(beginning)) return InputFormat::warc;
  if (begins_like_page(beginning)) return InputFormat::html;
  const bool is_object = first != std::string_view::npos && beginning[first] == '{';
  return is_object ? InputFormat::jsonl : InputFormat::text;
}

InputList::InputList(std::vector<std::string> inputs, std::vector<std::string> globs)
    : inputs_(std::move(inputs)), globs_(std::move(globs)) {}

std::uint64_t count_input_bytes(const std::vector<std::string>& inputs,
                                const std::vector<std::string>& globs) {
  InputList list(inputs, globs);
  std::uint64_t bytes = 0;
  while (const std::optional<InputItem> item = list.next()) {
    if (item->is_stream) return 0;
    bytes += item->bytes;
  }
  return bytes;
}

std::optional<InputItem> InputList::next() {
  while (true) {
    std::optional<InputItem> item;
    if (!folders_.empty()) {
      if (folders_.back().names.empty()) {
        item = leave();
        if (item) return item;
        continue;
      }
      const std::string name = std::move(folders_.back().names.back());
      folders_.back().names.pop_back();
      item = visit_found(name);
    } else if (next_input_ < inputs_.size()) {
      item = visit_named(inputs_[next_input_++]);
    } else {
      return std::nullopt;
    }
    if (item) {
      has_found_ = true;
      return item;
    }
  }
}

/// Leaves a folder. Reports a named folder that gave no files, because that is rarely intended.
std::optional<InputItem> InputList::leave() {
  std::string path = std::move(folders_.back().path);
  folders_.pop_back();
  if (!folders_.empty() || has_found_) return std::nullopt;
  std::string message =
      globs_.empty() ? "no file in this folder (hidden ones do not count)" : "no file in this folder matches";
  for (const std::string& glob : globs_) message += (&glob == &globs_.front() ? " " : ", ") + glob;
  InputItem item = failed(std::move(path), message, Problem::Severity::warning);
  if (!globs_.empty()) item.problem->code = ProblemCode::no_matching_file;
  return item;
}

std::optional<InputItem> InputList::visit_named(const std::string& path) {
  if (path == "-") return InputItem{.path = path, .is_stream = true};
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return failed_by_system(path, "cannot open", errno);
  entered_.clear();
  has_found_ = false;
  if (S_ISDIR(status.st_mode)) return enter(path, {status.st_dev, status.st_ino});
  InputItem item = found(path, status);
  item.root = path.size();
  item.filters_members = !globs_.empty() && has_archive_name(path);
  return item;
}

std::optional<InputItem> InputList::visit_found(const std::string& name) {
  const std::string& folder = folders_.back().path;
  std::string path = folder.ends_with('/') ? folder + name : folder + "/" + name;
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    const int code = errno;
    if (!is_wanted(path)) return std::nullopt;
    return failed_by_system(std::move(path), "cannot open", code);
  }
  if (S_ISDIR(status.st_mode)) return enter(std::move(path), {status.st_dev, status.st_ino});
  // Reading sockets, pipes and devices found in a folder could block or never end.
  const bool filters_members = !is_wanted(path) && has_archive_name(path);
  if (!S_ISREG(status.st_mode) || (!is_wanted(path) && !filters_members)) return std::nullopt;
  InputItem item = found(std::move(path), status);
  item.root = folders_.front().path.size();
  item.filters_members = filters_members;
  return item;
}

std::optional<InputItem> InputList::enter(std::string path, std::pair<dev_t, ino_t> identity) {
  if (!entered_.insert(identity).second)
    return failed(std::move(path),
                  "the same folder was already read by another path (symbolic link); left out",
                  Problem::Severity::warning);
  auto names = list_folder(path);
  if (!names) {
    const int code = errno;
    return failed_by_system(std::move(path), "cannot list the folder", code);
  }
  folders_.push_back({std::move(path), std::move(*names)});
  return std::nullopt;
}

bool InputList::is_wanted(std::string_view path) const {
  if (globs_.empty()) return true;
  std::string_view relative = path.substr(folders_.front().path.size());
  if (relative.starts_with('/')) relative.remove_prefix(1);
  return std::ranges::any_of(globs_,
                             [relative](const std::string& glob) { return glob_matches(glob, relative); });
}

}  // namespace neardup::internal
