// A file for a list of results (--removed, --pairs, --clusters). If its path leads to a terminal, as
// /dev/stdout may, ids and texts in it cannot control that terminal.
#pragma once

#include <string>
#include <string_view>

#include "neardup/util/output_file.h"

namespace neardup::cli {

using namespace internal;

class ListFile {
 public:
  /// Throws Error, as OutputFile does.
  explicit ListFile(const std::string& path);

  /// Writes whole lines; to a terminal, as escape_for_terminal() returns them.
  void write(std::string_view lines);
  void commit() { out_.commit(); }

 private:
  bool is_terminal_;
  OutputFile out_;
};

}  // namespace neardup::cli
