//! All integration tests of the crate in one program: one link, and one process that keeps the cores busy.

/// As in the program `polyvet`: isl allocates much.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod anchors;
mod api;
mod common;
mod peer;
mod random;
