#!/bin/sh
# Runs cargo test with the arguments given; afterwards says which tests were skipped and which ten took longest.
set -u
cd "$(dirname "$0")/.."

# Cargo starts each test program through this script.
if [ "${1:-}" = --timed ]; then
    shift
    case $1 in
    */deps/corpus-*) ;; # measures by itself
    */deps/*)
        echo "package: ${CARGO_PKG_NAME:-}"
        # Times of tests are an unstable option of libtest, which this variable allows.
        RUSTC_BOOTSTRAP=1 exec "$@" -Zunstable-options --report-time
        ;;
    esac
    exec "$@"
fi

# proptest tries 256 cases of everything; so many take minutes where isl counts points.
[ -n "${POLYVET_TEST_ALL:-}" ] || export PROPTEST_CASES="${PROPTEST_CASES:-32}"

folder="${CARGO_TARGET_DIR:-target}"
mkdir -p "$folder"
log="$folder/test.log"
status="$folder/test.status"
{
    ${CARGO:-cargo} test --no-fail-fast --config "target.'cfg(all())'.runner = ['$PWD/scripts/test.sh', '--timed']" "$@"
    echo $? >"$status"
} 2>&1 | tee "$log"

grep '^skipped: ' "$log" | sort -u
echo "the slowest tests, in seconds:"
awk '
    /^package: / { package = $2 }
    /^test .* <[0-9.]+s>$/ { gsub(/[<>s]/, "", $NF); print $NF, package, $2 }
    /^slow: .* <[0-9.]+s>$/ { gsub(/[<>s]/, "", $NF); print $NF, $2, $3 }
' "$log" | sort -rn | head -n 10
exit "$(cat "$status")"
