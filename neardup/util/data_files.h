// Where the dictionaries are. They are made by the build, are too big to link in, and move with the command.
#pragma once

#include <string>
#include <string_view>

namespace neardup {

/// The path of a file that ships with neardup, e.g. "python-jieba/dict.txt". Looks in the folder that the
/// environment variable NEARDUP_DATA names, then in ../share/neardup and share/neardup beside the running
/// command, then where this build put and installs its data. Throws Error that says where it looked.
[[nodiscard]] std::string find_data_file(std::string_view name);

}  // namespace neardup
