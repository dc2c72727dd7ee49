// The name of an output decides what it holds: clean.csv is a table, whatever the input is.
#pragma once

#include <string>

#include "neardup/corpus/inputs.h"

namespace neardup::internal {

enum class OutputKind {
  as_input,  // the name says nothing, or means a folder
  jsonl,     // .jsonl, .ndjson, .json
  tsv,       // .tsv
  csv,       // .csv
  parquet,   // .parquet, .pq
  warc,      // .warc, .wet: only for crawls, whose records stay as they are
};

/// Returns the kind that the extension means, ignoring .gz and .zst.
[[nodiscard]] OutputKind kind_of_output(const std::string& path);

/// Throws Error if nothing can be written under this name: Parquet without the module for it or compressed once more, and
/// kinds that other programs would expect under the name, such as .xlsx and .zip.
void require_possible_output(const std::string& path);

/// Returns true if records of this format are of this kind as they are.
[[nodiscard]] bool is_of_kind(InputFormat format, OutputKind kind) noexcept;

}  // namespace neardup::internal
