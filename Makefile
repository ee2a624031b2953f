# make demo    build, and check a matmul and a stencil: one transform is proved, one refuted
# make test    all tests
# make lint    format and clippy, as CI does
# make bench   benchmarks

CARGO ?= cargo

.PHONY: demo build test lint bench setup

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

setup:
	@scripts/setup.sh
