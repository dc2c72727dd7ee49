// A file for a list of results or problems: what the options --removed, --pairs, --clusters, --errors and
// `pairs -o` write.
#pragma once

#include <string>
#include <string_view>

#include "neardup/util/output_file.h"

namespace neardup::cli {

enum class OutputFormat { text, tsv, jsonl, csv, parquet };

/// Returns the format that the name means (neardup/corpus/convert/output_kind.h), and TSV if it means none.
[[nodiscard]] OutputFormat format_of_name(const std::string& path);

/// If the path leads to a terminal, as - and /dev/stdout may, ids and texts in the list cannot control that terminal.
class ListFile {
 public:
  /// Throws Error, as OutputFile does.
  explicit ListFile(const std::string& path);

  /// Writes whole lines; to a terminal, as escape_for_terminal() returns them.
  void write(std::string_view lines);
  void commit() { out_.commit(); }

 private:
  bool is_terminal_;
  internal::OutputFile out_;
};

}  // namespace neardup::cli
