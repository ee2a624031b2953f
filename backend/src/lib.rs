//! Other compilers and interpreters: how to give them programs and inputs, and what comes back.
//!
//! A [`Backend`] is described by a small TOML file ([`Description`]); a [`BackendJob`] is one call of one function.
//! [`Backend::run`] takes many jobs at once and starts each program of the backend once for all of them. What
//! went wrong is an [`JobOutcome`] of its own kind, never an output.

mod backend;
mod batch;
mod c;
mod compare;
mod description;
mod files;
mod guard;
mod job;
mod mlir;
mod printed;
pub mod process;
mod reference;
mod settle;
pub mod solver;
mod tools;

pub use backend::{Backend, LoadError, SHIPPED};
pub use c::{Lowering, timing};
pub use compare::{Disagreement, OutputComparison, compare};
pub use description::{
    CommandStep, Description, Exact, Exception, JobForm, PrePass, Promise, RequiredTool, StepLimits, Supports, Variant,
    Without,
};
pub use guard::write_whole;
pub use job::{BackendJob, JobOutcome};
pub use reference::{ReferenceOutputs, reference};
