//! How to rewrite a model, never whether it is allowed.
//!
//! A [`Transform`] takes a [`Scop`](polyvet_analysis::Scop) to a
//! [`Rewrite`](polyvet_analysis::Rewrite): the new model, and which instance of the old one each of
//! its instances computes. It refuses with [`Inapplicable`] where the model has no place to do it
//! ("there is no loop `k` here"); whether the result computes the same is for `verify` to say.
//!
//! - [`registry`]: the list of all transforms. Adding one is a file of its own and a line there;
//! - [`Script`]: the same, built in Rust;
//! - [`script`]: `tile(S0, i=32, j=32); interchange(i, j)` to transforms, with spans;
//! - [`schedule_from()`]: a whole schedule from the user instead of a transform.

pub mod affine;
mod args;
mod builder;
pub mod coalesce;
pub mod copies;
pub mod distance;
pub mod distribute;
mod error;
pub mod fuse;
pub mod handle;
pub mod interchange;
mod nest;
mod offset;
pub mod parallelize;
pub mod peel;
pub mod permute;
pub mod predicate;
pub mod registry;
pub mod reverse;
pub mod scale;
mod schedule;
pub mod script;
pub mod separate;
pub mod shift;
mod size;
pub mod skew;
pub mod split;
pub mod stencil;
pub mod strip_mine;
#[cfg(test)]
mod testing;
pub mod tile;
mod transform;
mod tree;
pub mod unimodular;
pub mod unroll;
pub mod vectorize;
pub mod wavefront;

pub use args::{Arg, Args};
pub use builder::Script;
pub use error::{Inapplicable, Instance};
pub use nest::{Level, Nest, bands, is_renamed, loop_name, loop_names, one_loop_per_band};
pub use offset::Offset;
pub use registry::{Entry, REGISTRY, Signature};
pub use schedule::{ScheduleReader, schedule_from};
pub use script::{Call, Step, apply_script, parse_script, read_calls};
pub use size::Size;
pub use transform::{Name, Spanned, Transform, apply_all, reschedule, unchanged, unnamed};
