// Temporary files without a name: they vanish with the process, however it ends.
#pragma once

#include <string>

namespace neardup::internal {

/// Returns the folder; $TMPDIR or /tmp if it is empty.
[[nodiscard]] std::string temporary_folder(std::string folder);

/// Opens a new file in the folder for reading and writing. Throws Error (ErrorCode::temporary_file).
[[nodiscard]] int open_nameless_file(const std::string& folder);

}  // namespace neardup::internal
