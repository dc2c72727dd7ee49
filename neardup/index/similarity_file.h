// Reads and writes the index files of a SimilarityIndex: a sketch plan, a recipe and at most one run. The bytes
// are described in docs/index_format.md.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "neardup/index/document_id.h"
#include "neardup/index/mapped_index_file.h"
#include "neardup/index/similarity_index.h"
#include "neardup/index/similarity_run.h"
#include "neardup/sketch/sketch_plan.h"

namespace neardup::internal::lsm {

/// What a file contains.
struct SimilarityContent {
  SimilarityIndexOptions options;
  SketchPlan plan;
  std::optional<IdKind> id_kind;
  std::shared_ptr<const SimilarityRun> run;  // null for an empty index
};

/// Writes a file atomically. Throws Error.
void write_similarity_file(const std::string& path, const SimilarityContent& content);

/// Returns what the file contains without reading the data of the run yet. Throws Error if the file is of
/// another kind, or if its sections do not fit together.
[[nodiscard]] SimilarityContent read_similarity_file(const std::shared_ptr<const MappedIndexFile>& file);

}  // namespace neardup::internal::lsm
