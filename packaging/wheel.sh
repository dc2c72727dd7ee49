#!/usr/bin/env bash
# wheel.sh BUILD OUTPUT: makes the wheel of the Python package, with the command in it, and lets auditwheel check and name
# the systems on which it runs. Arrow is not part of it: pyarrow has it.
set -euo pipefail
build=$(readlink -m "$1") output=$(readlink -m "$2")
python=$(readlink -e .deps/python-venv)/bin/python
tools=.deps/wheel-venv list=packaging/requirements.txt
cmp -s "$list" "$tools/requirements.txt" || {
  python3 -m venv --clear "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: --requirement "$list"
  cp "$list" "$tools/requirements.txt"
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
log=$scratch/log
# The compiler by the name that CMake finds: otherwise CMake starts anew, and ccache has none of the objects.
export CXX=/usr/bin/c++ CMAKE_BUILD_PARALLEL_LEVEL=$(nproc)
CMAKE_ARGS=--preset=portable "$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir "$scratch" \
  -C build-dir="$build" -C cmake.build-type=None -C cmake.define.NEARDUP_CLI=ON -C cmake.define.NEARDUP_INSTALL=ON \
  -C cmake.define.NEARDUP_STATIC=ON -C "build.targets=neardup_command;neardup_parquet;neardup_python;neardup_python_stub" \
  ./python > "$log" 2>&1 || { cat "$log" >&2; exit 2; }
rm -f "$output"/neardup-*.whl
PATH=$PATH:$(readlink -e "$tools/bin") "$tools/bin/python" -m auditwheel repair --plat manylinux_2_28_x86_64 --only-plat --strip --zip-compression-level 9 \
  --exclude 'libarrow.so.*' --exclude 'libparquet.so.*' --wheel-dir "$output" "$scratch"/*.whl > "$log" 2>&1 || { cat "$log" >&2; exit 2; }
du -h "$output"/*.whl >&2
