//! All integration tests of the crate in one program: one link, and one process that keeps the cores busy.

mod block_args;
mod definitions;
mod diagnostics;
mod elements;
mod flags;
mod inline;
mod named;
mod old;
mod opdsl;
mod ops;
mod plain;
mod robust;
mod roundtrip;
mod splice;
mod switches;
mod symbols;
mod views;
mod written;
