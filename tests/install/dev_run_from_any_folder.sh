#!/bin/sh
# ./dev run takes paths relative to where the caller is.
. "$(dirname "$0")/quietly.sh"
cd "$scratch"
cp "$root/examples/bridge.txt" here.txt
expect_output '^here.txt	[0-9a-f]{16}$' "$root/dev" run fingerprint here.txt
ln -s "$root/dev" linked
expect_output '^here.txt	[0-9a-f]{16}$' ./linked run fingerprint here.txt
