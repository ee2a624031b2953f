//! All integration tests of the crate in one program: one link, and one process that keeps the cores busy.

mod diagnostics;
mod named;
mod old;
mod opdsl;
mod plain;
mod robust;
mod roundtrip;
mod views;
mod written;
