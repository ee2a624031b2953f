//! All integration tests of the crate in one program: one link, and one process that keeps the cores busy.

mod branches;
mod cases;
mod common;
mod complete;
mod complex;
mod errors;
mod field;
mod kernels;
mod laws;
mod peer;
mod peer_tables;
mod programs;
mod properties;
mod races;
mod tables;
mod terms;
mod vector_lanes;
mod vectors;
