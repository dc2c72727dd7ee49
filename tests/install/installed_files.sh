#!/bin/sh
# The installed tree has everything, and the command in it works without the build tree.
# usage: installed_files.sh INSTALLED HAS_PARQUET
. "$(dirname "$0")/quietly.sh"
share=$1/share
for file in "$1/bin/neardup" "$share/man/man1/neardup.1" "$share/bash-completion/completions/neardup" \
    "$share/zsh/site-functions/_neardup" "$share/fish/vendor_completions.d/neardup.fish" \
    "$share/neardup/python-jieba/dict.txt" "$share/neardup/cppjieba/jieba.dict.utf8"; do
  [ -s "$file" ] || { echo "missing or empty: $file"; exit 1; }
done
expect_output '^\.TH NEARDUP 1' cat "$share/man/man1/neardup.1"
expect_output '^#compdef neardup$' head -1 "$share/zsh/site-functions/_neardup"
expect_output '^complete -c neardup .* -a dedup ' cat "$share/fish/vendor_completions.d/neardup.fish"
expect_output '^--similarity$' bash -c '. "$0"; COMP_WORDS=(neardup dedup --sim); COMP_CWORD=2; _neardup; printf "%s\n" "${COMPREPLY[@]}"' \
  "$share/bash-completion/completions/neardup"
# The installed command finds its dictionaries near itself, and an environment variable comes first.
printf '我们在图书馆学习中国历史' > "$scratch/text.txt"
expect_output '[0-9a-f]{16}$' env -u NEARDUP_DATA "$1/bin/neardup" fingerprint --recipe jieba-tfidf "$scratch/text.txt"
mkdir -p "$scratch/data/python-jieba"
printf 'broken' > "$scratch/data/python-jieba/dict.txt"
expect_output "$scratch/data/python-jieba/dict.txt" sh -c 'NEARDUP_DATA=$1 "$2" fingerprint --recipe jieba-tfidf "$3" 2>&1 || true' - \
  "$scratch/data" "$1/bin/neardup" "$scratch/text.txt"
# A build with Arrow installs the module for Parquet, with Arrow beside it.
if [ "$2" = ON ]; then
  expect_output '^PAR1' sh -c 'printf "{\"text\":\"some words\"}\n" > "$1.jsonl" && env -u NEARDUP_DATA -u LD_LIBRARY_PATH \
    "$2" dedup -q "$1.jsonl" -o "$1.parquet" && head -c 4 "$1.parquet"' - "$scratch/rows" "$1/bin/neardup"
  expect_output '^1$' sh -c '"$2" fingerprint "$1.parquet" | wc -l' - "$scratch/rows" "$1/bin/neardup"
fi
