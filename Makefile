# make demo    build, and check a matmul and a stencil: one transform is proved, one refuted
# make test    all tests
# make lint    format and clippy, as CI does
# make bench   benchmarks
# make bench-interp    how fast programs run, as ratios to mlir-runner where that is installed

CARGO ?= cargo

.PHONY: demo build test lint bench bench-interp setup

demo: build
	@scripts/demo.sh

build: setup
	$(CARGO) build --package polyvet-cli

test: setup
	$(CARGO) test --workspace

lint: setup
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

bench: setup
	$(CARGO) bench --workspace

bench-interp:
	$(CARGO) run --release --package polyvet-interp --example executors

setup:
	@scripts/setup.sh
