#!/bin/sh
# On a machine without dpkg, ./dev says what it needs and exits with 2.
. "$(dirname "$0")/quietly.sh"
mkdir "$scratch/bin"
for tool in bash cat dirname env grep id readlink sed sh tr; do ln -s "$(command -v $tool)" "$scratch/bin/$tool"; done
for command in setup run test check; do
  code=0
  PATH=$scratch/bin "$root/dev" $command > "$scratch/out" 2>&1 || code=$?
  [ "$code" = 2 ] || { cat "$scratch/out"; echo "./dev $command: exit code $code instead of 2"; exit 1; }
  for word in dpkg libhwy-dev cppjieba 'cmake -B build'; do
    grep -q -e "$word" "$scratch/out" || { cat "$scratch/out"; echo "./dev $command does not say $word"; exit 1; }
  done
done
