//! How to rewrite the order in which the instances of a model run.
//!
//! A [`Transform`] takes a [`Scop`](polyvet_analysis::Scop) to a
//! [`Rewrite`](polyvet_analysis::Rewrite): the new model, and which instance of the old one each of
//! its instances computes. It refuses with [`Inapplicable`] where the model has no place for it
//! ("there is no loop `k` here"); whether the result computes the same is for `verify` to say.
//!
//! [`schedule_from()`] reads a whole schedule from the user instead of a transform.

pub mod affine;
pub mod coalesce;
pub mod copies;
pub mod distance;
pub mod distribute;
mod error;
pub mod fuse;
mod given;
pub mod handle;
pub mod interchange;
mod nest;
mod offset;
pub mod parallelize;
pub mod peel;
pub mod permute;
pub mod pipeline;
pub mod predicate;
pub mod reverse;
pub mod scale;
pub mod separate;
pub mod shift;
mod size;
pub mod skew;
pub mod split;
pub mod stencil;
pub mod strip_mine;
#[cfg(test)]
pub(crate) mod testing;
pub mod tile;
mod transform;
mod tree;
pub mod unimodular;
pub mod unroll;
pub mod vectorize;
pub mod wavefront;

pub(crate) use error::nearest;
pub use error::{ErrorInstance, Inapplicable};
pub use given::{ScheduleReader, is_program, program_from, schedule_from};
pub use nest::PerfectNest;
pub use offset::ParameterOffset;
pub use size::TimesSize;
pub use transform::{Transform, apply_all, reschedule, unchanged, unnamed};
