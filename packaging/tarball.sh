#!/usr/bin/env bash
# tarball.sh BUILD OUTPUT: packs what a portable build installs: the command, its manual page and completions, the
# dictionaries, the module for Parquet with Arrow, and the licences.
set -euo pipefail
build=$1 output=$2
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=neardup-$version-$(uname -m)-linux
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$build" --strip --component Unspecified --prefix "$scratch/$name" > /dev/null
mkdir -p "$output"
tar -C "$scratch" --owner 0 --group 0 --sort name -cf - "$name" | gzip -9n > "$output/$name.tar.gz"
du -h "$output/$name.tar.gz" >&2
