#!/bin/sh
# Every installed header compiles on its own, so none includes a private header or relies on what others include.
# usage: headers_compile_alone.sh INSTALLED
. "$(dirname "$0")/quietly.sh"
cd "$1/include"
find neardup -name '*.h' | sort > "$scratch/headers"
[ -s "$scratch/headers" ] || { echo "no header is installed"; exit 1; }
while read -r header; do
  printf '#include "%s"\n#include "%s"\n' "$header" "$header" > "$scratch/$(printf '%s' "$header" | tr / _).cpp"
done < "$scratch/headers"
cd "$scratch"
find . -name '*.cpp' -print0 | quietly xargs -0 -n 4 -P "$(nproc)" "$CXX" -std=c++20 -fsyntax-only -I"$1/include"
