//! The only crate that says proved, refuted or unknown.
//!
//! It must not use `transforms`: a checker that shares code with what it checks repeats its bugs.

pub mod alias;
pub mod dataflow;
mod equivalence;
mod interface;
pub mod legality;
mod reorder;
pub mod replay;
pub mod rewrite;
mod runs;
mod sizes;
mod trace;
pub mod validate;
pub mod verdict;
mod walk;
pub mod witness;

pub use rewrite::check_rewrite;
pub use verdict::{Coverage, Equal, Instance, Reason, Replay, Strength, Verdict, Witness, WitnessKind};
