// Reads the plan and the run out of a mapped index file, checking that the parts fit together.
#pragma once

#include <memory>
#include <string>

#include "neardup/index/index_file.h"
#include "neardup/index/mapped_index_file.h"

namespace neardup::index {

/// Returns what the file contains besides the run. Throws Error if the header holds invalid numbers.
[[nodiscard]] FileContent read_content(const MappedIndexFile& file);

/// Returns the run in the file without reading its data yet, or null for an empty index. Throws
/// Error if the sections do not fit together.
/// REQUIRES: `Word` has the width of the file
template <FingerprintWord Word>
[[nodiscard]] std::shared_ptr<const Run<Word>> read_run(const std::shared_ptr<const MappedIndexFile>& file,
                                                        const Plan& plan);

}  // namespace neardup::index
