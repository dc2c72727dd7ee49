#!/bin/sh
# Builds and runs a project that finds the installed library with find_package.
# usage: found_by_cmake.sh INSTALLED
. "$(dirname "$0")/quietly.sh"
old=$root/tests/compat
quietly cmake -S "$here/found" -B "$scratch/build" -G Ninja -DCMAKE_PREFIX_PATH="$1" \
  -DEXAMPLE="$root/examples/compare_two.cpp" -DDICTIONARIES="$here/dictionaries.cpp" \
  -DOLD_SOURCES="$old/quick_start_build.cpp;$old/quick_start_table.cpp;$old/quick_start_main.cpp"
quietly cmake --build "$scratch/build"
expect_output 'differ in [0-9]* bits' "$scratch/build/consumer"
expect_output 'ans.size\(\) = 2' "$scratch/build/old_program"
expect_output '^cppjieba-jenkins [0-9a-f]{16}$' env -u NEARDUP_DATA "$scratch/build/dictionaries" "$(cat "$scratch/build/data_folder")"
