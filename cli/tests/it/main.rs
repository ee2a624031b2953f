//! All integration tests of the crate in one program: one link, and one process that keeps the cores busy.

mod architecture;
mod bad_input;
mod browser;
mod cache;
mod codes;
mod common;
mod difftest;
mod formats;
mod front_ends;
mod fuzz;
mod lsp;
mod manual;
mod readme;
mod report;
mod results;
mod run;
mod schema;
mod shard;
mod sketch;
mod snapshot_ci;
mod steps;
mod tune;
mod undefined;
mod validate;
