// Loads the module that reads and writes Parquet, when it is first needed. See parquet_module.h.
#pragma once

#include "neardup/corpus/parquet/parquet_module.h"

namespace neardup::internal {

/// Returns the module. Looks for it beside the data files (util/data_files.h): in the folder of libraries that
/// belongs to the same prefix. Throws Error if it is not there. Thread-safe.
[[nodiscard]] const parquet::Module& parquet_module();

}  // namespace neardup::internal
