#!/bin/sh
# Fails when a program contains the path of the source tree that it was built from.
set -eu
strings -a "$1" | grep -q "neardup/index/sorted_run.cpp" || { echo "no source is named in $1: nothing to check"; exit 1; }
found=$(strings -a "$1" | grep -F "$2/" | sort -u || true)
[ -z "$found" ] || { echo "$1 contains:"; echo "$found"; exit 1; }
