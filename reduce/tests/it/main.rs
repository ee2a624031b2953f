//! All integration tests of the crate in one program: one link, and one process that keeps the cores busy.

mod reduce;
