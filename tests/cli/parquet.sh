#!/bin/sh
# Runs the tests of Parquet with the Python that has pyarrow, DuckDB and polars, or says why they are skipped.
# usage: parquet.sh PYTHON HAS_PARQUET
[ "$2" = ON ] || { echo "SKIPPED: this build has no Arrow (NEARDUP_PARQUET)"; exit 77; }
[ -x "$1" ] || { echo "SKIPPED: no pyarrow, duckdb and polars; ./dev installs them from PyPI"; exit 77; }
exec "$1" -B -m unittest test_parquet
