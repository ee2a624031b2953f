//! The only crate that says proved, refuted or unknown.
//!
//! It must not use `transforms`: a checker that shares code with what it checks repeats its bugs.

pub mod dataflow;
mod equivalence;
pub mod legality;
mod reorder;
pub mod replay;
pub mod rewrite;
pub mod validate;
pub mod verdict;
mod walk;
pub mod witness;

pub use rewrite::check_rewrite;
pub use verdict::{Coverage, Instance, Reason, Replay, Strength, Verdict, Witness, WitnessKind};
