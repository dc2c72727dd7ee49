# Warnings for our own targets. The presets turn them into errors (CMAKE_COMPILE_WARNING_AS_ERROR); an ordinary build does
# not. Two exceptions: GCC 12 is wrong about `"x" + std::string` (-Wrestrict, bug 105651); clang's -Wconversion also
# complains of signs, which GCC's does not, and its headers are GCC's, where std::stable_sort uses a deprecated function.
add_library(neardup_warnings INTERFACE)
target_compile_options(neardup_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion -Wno-deprecated-declarations>)
