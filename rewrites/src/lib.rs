//! How to rewrite a program, never whether it is allowed.
//!
//! A [`Script`] is a list of steps. Each calls a transform of the [`REGISTRY`], which is one of two kinds:
//!
//! - a [`schedule::Transform`] rewrites the order of instances: it takes a model
//!   ([`Scop`](polyvet_analysis::Scop)) to a [`Rewrite`](polyvet_analysis::Rewrite), the new model and which instance of
//!   the old one each of its instances computes;
//! - an [`operations::OperationTransform`] rewrites operations: structured operations become others, tiles of them in loops, or
//!   loops.
//!
//! Steps of both kinds may follow each other in any order. A program is operations or loops, and [`run`] converts it
//! as the steps need: a model is extracted for steps on loops, and code is generated from it for steps on operations.
//!
//! A transform refuses where the program has no place for it ("there is no loop `k` here"); whether the result computes
//! the same is for `verify` to say, which knows nothing of this crate.
//!
//! Adding a transform is a file of its own and a line in `registry.rs`.

pub mod moves;
mod name;
pub mod operations;
mod program;
mod registry;
pub mod schedule;
mod script;

pub use name::{ScriptName, Spanned};
pub use program::ScriptedProgram;
pub use registry::{Alias, Build, REGISTRY, RegistryEntry, entries, entry_named};
pub use script::args::{Arg, Args};
pub use script::dialect;
pub use script::read::ScriptCall;
pub use script::run::{Applied, MadeProgram, Models, OtherOrder, Stretch, run};
pub use script::{Action, IntoAction, Script, ScriptStep, apply_script, parse_script};
