// From a mapped file to the run in it.
#pragma once

#include <memory>
#include <string>

#include "neardup/index/index_file.h"
#include "neardup/index/mapped_index_file.h"

namespace neardup::index {

/// Throws Error when the header says what cannot be.
[[nodiscard]] FileContent read_content(const MappedIndexFile& file);

/// The run of the file, reading nothing of it yet; null for an empty index. Throws Error when the sections do
/// not fit together. REQUIRES: the width of the word is that of the file
template <FingerprintWord Word>
[[nodiscard]] std::shared_ptr<const Run<Word>> read_run(const std::shared_ptr<const MappedIndexFile>& file,
                                                        const Plan& plan);

}  // namespace neardup::index
