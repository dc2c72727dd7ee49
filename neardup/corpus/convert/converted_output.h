// Writes the clean corpus as another kind of file than the input: JSONL as CSV, Parquet as JSONL, and so on.
#pragma once

#include <cstdint>
#include <functional>

#include "neardup/corpus/record_writer.h"

namespace neardup::internal {

/// Returns true if the documents from `first` on are of other kinds than the name of the output means.
[[nodiscard]] bool needs_conversion(const RecordTable& records, std::uint32_t first,
                                    const std::string& output);

/// Writes the documents for which `keep` is true, as write_records does. Tables and Parquet get the columns that
/// the records have, which takes a first pass over JSON records. Throws Error.
void write_converted(const RecordTable& records, const ReadOptions& read,
                     const std::function<bool(std::uint32_t)>& keep, const CleanOutput& output,
                     const RecordEdit& edit);

}  // namespace neardup::internal
