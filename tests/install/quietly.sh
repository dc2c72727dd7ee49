# Sourced by the scripts of this folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# quietly COMMAND...: shows what it prints only if it fails.
quietly() {
  "$@" > "$scratch/log" 2>&1 || { cat "$scratch/log"; echo "failed: $*"; exit 1; }
}

# expect_output PATTERN COMMAND...: the command succeeds and prints a line that matches.
expect_output() {
  pattern=$1
  shift
  quietly "$@"
  grep -Eq "$pattern" "$scratch/log" || { cat "$scratch/log"; echo "no line matches '$pattern': $*"; exit 1; }
}
