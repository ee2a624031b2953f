#!/bin/sh
# Makes sure that what the build needs is there: isl is C with an autotools build.
# Installs it with apt-get where that is allowed; otherwise says once what to install.
set -eu

packages=""
need() { # program, package
    command -v "$1" >/dev/null 2>&1 || packages="$packages $2"
}
need autoconf autoconf
need automake automake
need libtoolize libtool
need gcc gcc
need make make
echo '#include <stdlib.h>' | gcc -E - >/dev/null 2>&1 || packages="$packages libc6-dev"

if ! command -v cargo >/dev/null 2>&1; then
    echo "setup: cargo is missing: install Rust 1.88 or later from https://rustup.rs" >&2
    exit 1
fi
[ -n "$packages" ] || exit 0

root=""
if [ "$(id -u)" != 0 ]; then root="sudo -n"; fi
if command -v apt-get >/dev/null 2>&1 && $root true 2>/dev/null; then
    echo "setup: installing$packages"
    # shellcheck disable=SC2086
    if $root apt-get update -qq && $root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends $packages >/dev/null; then
        exit 0
    fi
fi
echo "setup: building isl needs these packages, which are missing:$packages" >&2
echo "setup: install them and run this again; on Debian or Ubuntu: sudo apt-get install$packages" >&2
exit 1
