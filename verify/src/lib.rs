//! The only crate that says proved, refuted or unknown.
//!
//! It must not use `transforms`: a checker that shares code with what it checks repeats its bugs.

pub mod legality;
pub mod verdict;
pub mod witness;

pub use verdict::{Coverage, Instance, Reason, Replay, Strength, Verdict, Witness, WitnessKind};
