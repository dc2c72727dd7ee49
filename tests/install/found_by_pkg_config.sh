#!/bin/sh
# Compiles and runs a program with the flags that pkg-config gives.
# usage: found_by_pkg_config.sh INSTALLED
. "$(dirname "$0")/quietly.sh"
pc=$(find "$1" -name neardup.pc)
[ -n "$pc" ] || { echo "no neardup.pc in $1"; exit 1; }
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
flags=$(pkg-config --cflags --libs neardup)
data=$(pkg-config --variable=datadir neardup)
# shellcheck disable=SC2086  # flags are several words
quietly "$CXX" $CXXFLAGS -std=c++20 "$root/examples/compare_two.cpp" -o "$scratch/consumer" $flags
expect_output 'differ in [0-9]* bits' "$scratch/consumer"
[ -s "$data/python-jieba/dict.txt" ] || { echo "datadir of neardup.pc is $data, without dictionaries"; exit 1; }
