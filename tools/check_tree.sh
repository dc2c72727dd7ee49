#!/usr/bin/env bash
# Rules of CONTRIBUTING.md that need no compiler: a stage includes only earlier stages, simd/ and util/; no conflict
# markers; no path of somebody's machine; no link to a file or header that does not exist. Prints what breaks them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
stages=(util simd text corpus features fingerprint sketch collection index store join linkage report dedup)
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

# Headers that the walk through the code names, by their paths or the ends of their paths.
headers=$(git ls-files --cached --others --exclude-standard 'neardup/*.h')
for header in $(grep -oE '[a-z0-9_/-]+\.h\b' neardup/README.md | sort -u); do
  grep -qE "(^|/)$header\$" <<< "$headers" || { echo "neardup/README.md names a header that does not exist: $header"; found=1; }
done

# Links between pages, without their anchors.
links() {
  git ls-files --cached --others --exclude-standard '*.md' |
    xargs grep -oHE '\]\([^):# ]+(#[^) ]*)?\)' | sed -E 's/:\]\(/:/; s/\)$//'
}
while IFS=: read -r page link; do
  [ -e "$(dirname "$page")/${link%%#*}" ] ||
    { echo "$page links to a file that does not exist: $link"; found=1; }
done < <(links)
exit "$found"
