# make demo        build, and check a matmul and a stencil: one transform is proved, one refuted
# make test        all tests; random ones try fresh programs for a second each (docs/testing.md)
# make test-all    long ones in full, random ones for a minute each: for the night
# make wheel       the Python wheel, into target/wheels; needs Python 3.9 or later with venv, and fetches maturin
# make wheel-test  installs it into a fresh environment and runs python/tests
# make lint        format and clippy, of benchmarks too
# make coverage    lines and branches that the tests run; needs cargo-llvm-cov, takes 20 minutes and more
# make mutants     changes the code in places of a sample (SHARE=1/400) and runs the tests; needs cargo-mutants, takes hours
# make bench       benchmarks
# make bench-interp    how fast programs run, as ratios to mlir-runner where that is installed

CARGO ?= cargo

PYTHON ?= python3
# `dev` is built soonest; the one for others is `release`.
WHEEL_PROFILE ?= release
# `2.28` makes a wheel for systems with that glibc or a later one.
WHEEL_GLIBC ?=

.PHONY: demo build test test-all wheel wheel-test lint bench bench-interp coverage mutants setup

# Built once, as a rule: what a second build would reuse is not kept, which costs a tenth of the time.
demo: setup
	CARGO_INCREMENTAL=0 $(CARGO) build --package polyvet-cli
	@scripts/demo.sh

build: setup
	$(CARGO) build --package polyvet-cli

test: setup
	CARGO="$(CARGO)" scripts/test.sh --workspace

test-all: setup
	CARGO="$(CARGO)" POLYVET_TEST_ALL=1 POLYVET_RANDOM_BUDGET_MS=$${POLYVET_RANDOM_BUDGET_MS:-60000} \
		scripts/test.sh --workspace

wheel: setup
	PYTHON="$(PYTHON)" WHEEL_GLIBC="$(WHEEL_GLIBC)" scripts/wheel.sh $(WHEEL_PROFILE)

wheel-test: wheel
	PYTHON="$(PYTHON)" scripts/wheel.sh test

lint: setup
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

mutants:
	@scripts/mutants.sh $${SHARE:-1/400}

coverage:
	@scripts/coverage.sh

bench: setup
	$(CARGO) bench --workspace

bench-interp:
	$(CARGO) run --release --package polyvet-executors --example executors

setup:
	@scripts/setup.sh
