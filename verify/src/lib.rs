//! The only crate that says proved, refuted or unknown: a [`Proof`] cannot be made elsewhere.
//!
//! - [`check_rewrite`]: does another order of the same instances compute the same?
//! - [`validate::validate`]: does one function compute what another does?
//! - [`alias::validate_aliasing`]: the same where arguments may be one buffer.
//! - [`Verdict::followed_by`]: what two steps that follow each other are worth.
//!
//! It must not use `rewrites`: a checker that shares code with what it checks repeats its bugs.

pub mod alias;
pub mod assumptions;
mod buffers;
pub mod call;
pub mod certificate;
mod congruence;
mod constants;
mod convention;
mod cut;
pub mod dataflow;
mod debufferize;
mod equivalence;
mod events;
mod functions;
mod holds;
mod interface;
pub mod legality;
mod powers;
pub mod remembered;
mod reorder;
pub mod replay;
mod reroll;
pub mod rewrite;
mod runs;
mod scalable;
mod single;
mod sizes;
mod slice;
mod trace;
mod unchanged;
mod vacuous;
pub mod validate;
pub mod verdict;
mod walk;
mod warps;
pub mod witness;

pub use debufferize::on_tensors;
pub use equivalence::propose;
pub use rewrite::{check_rewrite, check_rewrite_recorded};
pub use unchanged::unchanged;
pub use verdict::{
    Assumption, Coverage, Equal, Proof, Reason, Replay, Strength, Vacuity, Verdict, Witness, WitnessInstance,
    WitnessKind,
};
