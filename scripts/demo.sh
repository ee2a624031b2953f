#!/bin/sh
# Shows one proved and one refuted transform; fails if the verdicts are not these.
set -u
cd "$(dirname "$0")/.."
PATH="${CARGO_TARGET_DIR:-target}/debug:$PATH"

wrong=0
show() { # expected exit status, file, script
    printf '\n$ polyvet check %s --transform "%s"\n' "$2" "$3"
    polyvet check "$2" --transform "$3"
    status=$?
    if [ "$status" != "$1" ]; then
        printf 'demo: exit status %s, but %s was expected\n' "$status" "$1" >&2
        wrong=1
    fi
}
show 0 examples/matmul.mlir "tile(i=32, j=32, k=8); interchange(j, k)"
show 1 examples/stencil.mlir "tile(t=4, i=4)"
exit $wrong
