#!/bin/sh
# Installs into an empty folder.
# usage: install.sh BUILD_FOLDER TARGET_FOLDER
. "$(dirname "$0")/quietly.sh"
rm -rf "$2"
quietly cmake --install "$1" --prefix "$2"
