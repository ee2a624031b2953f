#!/bin/sh
# Changes the code in one place at a time and runs the tests, for a sample of all places: `scripts/mutants.sh 3/400` tries the
# fourth of 400 shares, about 50 changes, which takes hours. Needs cargo-mutants. Results: mutants.out/.
#
# What decides answers is changed: the model, the rewrites, counting and the provers. Its own tests run, then the corpus and
# the tests over several crates. A campaign that was stopped goes on with --iterate.
set -eu
cd "$(dirname "$0")/.."
share=${1:?"usage: scripts/mutants.sh SHARE/SHARES [options of cargo-mutants]"}
shift
command -v cargo-mutants >/dev/null || {
    echo "mutants: cargo-mutants is missing: cargo install cargo-mutants" >&2
    exit 2
}
scripts/setup.sh
# Random programs of the fixed sets alone: a change is found each time or never.
export POLYVET_RANDOM_BUDGET_MS=0
packages="polyvet-analysis polyvet-count polyvet-rewrites polyvet-verify"
chosen=""
for package in $packages; do chosen="$chosen --package $package"; done
# shellcheck disable=SC2086
exec cargo mutants $chosen --test-package "$(echo "$packages polyvet-tests" | tr ' ' ,)" \
    --shard "$share" --sharding round-robin --in-place --baseline skip --timeout 1800 "$@" \
    -- --lib --test it --test corpus
