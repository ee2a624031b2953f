//! All integration tests of the crate in one program.

mod common;
mod executors;
mod memory;
mod races;
mod speed;
