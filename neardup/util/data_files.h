// Finds the dictionaries. The build makes them; they are too big to link in, so they move with the command.
#pragma once

#include <string>
#include <string_view>

namespace neardup {

/// Returns the path of a file that ships with neardup, e.g. "python-jieba/dict.txt". Searches the folder that
/// the environment variable NEARDUP_DATA names, then ../share/neardup and share/neardup relative to the
/// folder of the running command, then the data folder of this build, then the folder it installs data to.
/// Throws Error that lists the folders it searched.
[[nodiscard]] std::string find_data_file(std::string_view name);

}  // namespace neardup
