#include "cli/terminal/list_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/terminal/output.h"

namespace neardup::cli {

namespace {

bool is_terminal(const std::string& path) {
  if (path == "-") return output_is_terminal();
  struct stat found = {};
  if (stat(path.c_str(), &found) != 0 || !S_ISCHR(found.st_mode)) return false;
  const int descriptor = open(path.c_str(), O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool is = isatty(descriptor) == 1;
  close(descriptor);
  return is;
}

}  // namespace

OutputFormat format_of_name(const std::string& path) {
  std::string_view name = path;
  for (const std::string_view ending : {".gz", ".zst"}) {
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  }
  return name.ends_with(".jsonl") || name.ends_with(".json") ? OutputFormat::jsonl : OutputFormat::tsv;
}

ListFile::ListFile(const std::string& path) : is_terminal_(is_terminal(path)), out_(path) {}

void ListFile::write(std::string_view lines) {
  if (is_terminal_) {
    out_.write(escape_for_terminal(lines));
  } else {
    out_.write(lines);
  }
}

}  // namespace neardup::cli
