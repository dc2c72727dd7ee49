#!/bin/sh
# Installs into an empty folder, then builds and runs a project that finds the library there.
# usage: install_and_consume.sh BUILD_FOLDER COMPILER COMPILER_FLAGS
set -eu
here=$(cd "$(dirname "$0")" && pwd)
quick_start=$here/../compat
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$1" --prefix "$scratch/installed" > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
cmake -S "$here/consumer" -B "$scratch/build" -G Ninja -DCMAKE_CXX_COMPILER="$2" -DCMAKE_CXX_FLAGS="$3" \
  -DCMAKE_PREFIX_PATH="$scratch/installed" -DEXAMPLE="$here/../../examples/compare_two.cpp" \
  -DOLD_SOURCES="$quick_start/quick_start_build.cpp;$quick_start/quick_start_table.cpp;$quick_start/quick_start_main.cpp" > "$scratch/log" 2>&1 ||
  { cat "$scratch/log"; exit 1; }
cmake --build "$scratch/build" > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
"$scratch/build/consumer" | grep -q 'differ in [0-9]* bits'
"$scratch/build/old_program" | grep -q 'ans.size() = 2'
# The installed command finds its dictionaries beside itself.
printf '我们在图书馆学习中国历史' > "$scratch/text.txt"
"$scratch/installed/bin/neardup" fingerprint --recipe jieba-tfidf "$scratch/text.txt" | grep -Eq '[0-9a-f]{16}$'
