// Reads and writes index files: a plan, a recipe and at most one sorted run. Reading checks that the parts
// fit together. The bytes are described in docs/index_format.md, their structs in mapped_index_file.h.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "neardup/index/document_id.h"
#include "neardup/index/mapped_index_file.h"
#include "neardup/index/plan.h"
#include "neardup/index/sorted_run.h"

namespace neardup::internal::lsm {

/// What a file contains besides the run.
struct FileContent {
  Plan plan;
  std::optional<IdKind> id_kind;
  std::string recipe;
};

/// Writes a run to a file atomically; null means an empty index. Throws Error.
template <FingerprintWord Word>
void write_index_file(const std::string& path, const FileContent& content, const SortedRun<Word>* run);

/// Returns what the file contains besides the run. Throws Error if the header holds invalid numbers.
[[nodiscard]] FileContent read_content(const MappedIndexFile& file);

/// Returns the run in the file without reading its data yet, or null for an empty index. Throws
/// Error if the sections do not fit together.
/// REQUIRES: `Word` has the width of the file
template <FingerprintWord Word>
[[nodiscard]] std::shared_ptr<const SortedRun<Word>> read_run(
    const std::shared_ptr<const MappedIndexFile>& file, const Plan& plan);

}  // namespace neardup::internal::lsm
