#!/bin/sh
# Builds and runs a project that compiles the library as part of itself, without its optional libraries. Only one SIMD
# target and no optimisation: this is about the build. The folder stays, so that only changes are compiled next time.
# usage: fetched_by_cmake.sh BUILD_FOLDER
. "$(dirname "$0")/quietly.sh"
CXXFLAGS='-O0 -DHWY_COMPILE_ONLY_STATIC'
export CXXFLAGS
quietly cmake -S "$here/fetched" -B "$1" -G Ninja -DNEARDUP_SOURCE="$root"
quietly cmake --build "$1" --parallel "$(nproc)"
expect_output '^0 failures$' "$1/consumer"
