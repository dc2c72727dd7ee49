#include "cli/terminal/list_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/terminal/output.h"
#include "neardup/corpus/convert/output_kind.h"

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
  switch (internal::kind_of_output(path)) {
    case internal::OutputKind::jsonl:
      return OutputFormat::jsonl;
    case internal::OutputKind::csv:
      return OutputFormat::csv;
    case internal::OutputKind::parquet:
      return OutputFormat::parquet;
    case internal::OutputKind::tsv:
    case internal::OutputKind::warc:
    case internal::OutputKind::as_input:
      break;
  }
  return OutputFormat::tsv;
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
