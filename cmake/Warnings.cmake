# Warnings for our own targets only; -Werror so that none can creep in. -Wrestrict is wrong about `"x" + std::string` in
# GCC 12 (bug 105651), so it is off there.
add_library(neardup_warnings INTERFACE)
target_compile_options(neardup_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Werror
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
