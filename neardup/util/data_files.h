// Finds the dictionaries. They are too big to link in, so they are installed as files: <prefix>/share/neardup.
#pragma once

#include <string>
#include <string_view>

namespace neardup {

/// Names the folder of the data files, for programs that carry them along instead of installing the library.
/// The empty string takes that back. What is already loaded stays loaded. Safe from any thread.
void set_data_folder(std::string folder);

/// Returns the path of a file that ships with neardup, e.g. "python-jieba/dict.txt". Searches the folder that
/// the environment variable NEARDUP_DATA names, then the folder of set_data_folder, then the folder to which
/// this build of the library installs its data. Throws Error that lists the folders it searched.
[[nodiscard]] std::string find_data_file(std::string_view name);

}  // namespace neardup
