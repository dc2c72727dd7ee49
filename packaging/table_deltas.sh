#!/usr/bin/env bash
# table_deltas.sh FROM TO: writes the tables of python-jieba as differences from those of cppjieba. See
# neardup/util/shipped_table.h.
set -euo pipefail
from=$1 to=$2
# delta NAME BASE
delta() {
  mkdir -p "$to/python-jieba"
  { printf '../%s\n' "$2"; zstd -qq -19 --ultra --patch-from="$from/$2" --stdout "$from/python-jieba/$1"; } > "$to/python-jieba/$1.delta"
}
delta dict.txt cppjieba/jieba.dict.utf8
delta idf.txt cppjieba/idf.utf8
