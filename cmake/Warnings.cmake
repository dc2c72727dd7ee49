# Warnings for our own targets. The presets turn them into errors (CMAKE_COMPILE_WARNING_AS_ERROR); an ordinary build does
# not. Two exceptions: GCC 12 is wrong about `"x" + std::string` (-Wrestrict, bug 105651); clang's -Wconversion also
# complains of signs, which GCC's does not, and its headers are GCC's, where std::stable_sort uses a deprecated function.
add_library(neardup_warnings INTERFACE)
target_compile_options(neardup_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion -Wno-deprecated-declarations>)

# Assertions and debug information of what we ship name sources relative to the project, not to somebody's home.
add_library(neardup_relative_paths INTERFACE)
target_compile_options(neardup_relative_paths INTERFACE
  -fmacro-prefix-map=${PROJECT_SOURCE_DIR}=. -fdebug-prefix-map=${PROJECT_SOURCE_DIR}=.)
