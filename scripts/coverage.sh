#!/bin/sh
# Which lines and branches the tests run: builds everything once more with counters, runs all tests, and prints a table by
# crate. Takes 20 minutes on 2 cores. Needs cargo-llvm-cov and `rustup component add llvm-tools`.
set -eu
cd "$(dirname "$0")/.."
command -v cargo-llvm-cov >/dev/null || {
    echo "coverage: cargo-llvm-cov is missing: cargo install cargo-llvm-cov; rustup component add llvm-tools" >&2
    exit 2
}
scripts/setup.sh
# Counting of branches is unstable in rustc, reading it is not.
export RUSTC_BOOTSTRAP=1
# One file of counters per program, however many processes the tests start.
export LLVM_PROFILE_FILE_NAME='polyvet-%4m.profraw'
# Random programs of the fixed sets alone, so that the figures repeat.
export POLYVET_RANDOM_BUDGET_MS=0
# A test that fails, as one of time may under counters, is no reason to have no table.
cargo llvm-cov --branch --workspace --no-report --ignore-run-fail "$@"
cargo llvm-cov report --branch --json --summary-only | python3 scripts/coverage.py
