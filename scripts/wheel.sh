#!/bin/sh
# wheel.sh PROFILE    builds the Python wheel into wheels/ of the target directory
#                     WHEEL_GLIBC=2.28: for systems with that glibc or a later one, by zig as the linker
# wheel.sh test       installs the newest one into a fresh environment and runs python/tests there
set -eu
cd "$(dirname "$0")/.."

target="$(pwd)/target"
target="${CARGO_TARGET_DIR:-$target}"
wheels="$target/wheels"
python="${PYTHON:-python3}"

if ! "$python" -c 'import sys, venv; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
    echo "wheel: \`$python\` must be Python 3.9 or later with venv (Debian: python3-venv); PYTHON names another" >&2
    exit 1
fi

if [ "${1:-}" = test ]; then
    fresh="$(mktemp -d)"
    trap 'rm -rf "$fresh"' EXIT
    "$python" -m venv "$fresh"
    # shellcheck disable=SC2012
    "$fresh/bin/pip" install --quiet --disable-pip-version-check "$(ls -t "$wheels"/polyvet-*.whl | head -n 1)"
    # Neither is needed to use polyvet; what tests them is skipped, with a line, where they cannot be had.
    "$fresh/bin/pip" install --quiet --disable-pip-version-check numpy islpy mypy ||
        echo "skipped: numpy, islpy and mypy cannot be installed"
    "$fresh/bin/python" python/tests/run.py
    exit 0
fi

profile="${1:-release}"
tools="$target/wheel-tools"
if ! [ -x "$tools/bin/maturin" ]; then
    "$python" -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.9,<2'
fi
set --
if [ -n "${WHEEL_GLIBC:-}" ]; then
    "$tools/bin/python" -c 'import ziglang' 2>/dev/null ||
        "$tools/bin/pip" install --quiet --disable-pip-version-check 'ziglang>=0.13'
    set -- --zig --compatibility "manylinux_$(echo "$WHEEL_GLIBC" | tr . _)"
fi
PATH="$tools/bin:$PATH" CARGO_TARGET_DIR="$target" "$tools/bin/maturin" build --manifest-path python/Cargo.toml \
    --profile "$profile" --locked --strip --out "$wheels" "$@"
