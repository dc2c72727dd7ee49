#!/bin/sh
# Fails when an object of the library refers to a function that prints, exits or aborts. Third-party headers that do are
# wrapped in one file, neardup/features/cppjieba_quiet.h, which replaces their logging; __assert_fail of our own asserts and
# of the standard library's checks is the only way out that is allowed.
set -eu
test -n "$(nm -C --undefined-only "$1" 2>/dev/null)" || { echo "no symbols in $1"; exit 1; }
found=$(nm -C --undefined-only "$1" 2>/dev/null | grep -E ' (abort|exit|_exit|printf|puts|putchar|perror|stdout|stderr|std::cout|std::cerr|std::clog)(@|$)' || true)
[ -z "$found" ] || { echo "the library refers to:"; echo "$found"; exit 1; }
