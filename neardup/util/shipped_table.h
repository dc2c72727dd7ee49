// Tables that ship with neardup, whole or as the difference from another one. The wheel has two pairs of tables that are
// nearly the same, and little room.
//
// A difference is a file NAME.delta: a line with the path of the other table, relative to its own folder, then one zstd
// frame that has the other table as its prefix (`zstd --patch-from`).
#pragma once

#include <string>
#include <string_view>

namespace neardup::internal {

/// Returns the path of a table or of its difference. Throws Error if neither is there, as find_data_file does.
[[nodiscard]] std::string find_shipped_table(std::string_view name);

/// Returns the content of the table at the path, which may be that of a difference. Throws Error.
[[nodiscard]] std::string read_shipped_table(const std::string& path);

}  // namespace neardup::internal
