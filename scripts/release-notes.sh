#!/bin/sh
# release-notes.sh VERSION    prints the section of CHANGELOG.md for that version, which must be that of the workspace
set -eu
cd "$(dirname "$0")/.."
version="$1"
grep -qx "version = \"$version\"" Cargo.toml || {
    echo "release-notes: the version in Cargo.toml is not $version" >&2
    exit 1
}
notes="$(awk -v head="## $version" 'index($0, "## ") == 1 { inside = ($0 == head || index($0, head " ") == 1); next } inside' CHANGELOG.md)"
[ -n "$(printf %s "$notes" | tr -d '[:space:]')" ] || {
    echo "release-notes: CHANGELOG.md has no section \`## $version\`" >&2
    exit 1
}
printf '%s\n' "$notes"
