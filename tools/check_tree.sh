#!/usr/bin/env bash
# Rules of CONTRIBUTING.md that need no compiler: a stage includes only earlier stages, simd/ and util/; no conflict
# markers; no path of somebody's machine. Prints what breaks them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
stages=(util simd text corpus features fingerprint sketch collection index join linkage report)
found=0

# report MESSAGE PATTERN PATHS...
report() {
  local lines
  lines=$(git grep --untracked -nIE "$2" -- "${@:3}") || return 0
  printf '%s:\n%s\n' "$1" "$lines"
  found=1
}

for ((i = 0; i < ${#stages[@]}; ++i)); do
  later=$(IFS='|'; printf '%s' "${stages[*]:i + 1}")
  report "a stage includes a later one" "#include \"(neardup/(${later:-none})|cli|tests|bench|compat)/" "neardup/${stages[i]}"
done
report "the command line includes tests or benches" '#include "(tests|bench)/' cli compat
report "conflict marker" '^(<<<<<<<|>>>>>>>)( |$)' .
report "path of a machine" '/(home|root)/[a-z]' . ':!tools/check_tree.sh'
exit "$found"
