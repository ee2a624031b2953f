//! How to rewrite a model, never whether it is allowed.
//!
//! A [`Transform`] takes a [`Scop`](polyvet_analysis::Scop) to a
//! [`Rewrite`](polyvet_analysis::Rewrite): the new model, and which instance of the old one each of
//! its instances computes. It refuses with [`Inapplicable`] where the model has no place to do it
//! ("there is no loop `k` here"); whether the result computes the same is for `verify` to say.
//!
//! - [`registry`]: the list of all transforms. Adding one is a file of its own and a line there;
//! - [`script`]: `tile(S0, i=32, j=32); interchange(i, j)` to transforms, with spans;
//! - [`schedule_from()`]: a whole schedule from the user instead of a transform.

mod args;
mod error;
pub mod interchange;
mod nest;
pub mod parallelize;
pub mod registry;
pub mod reverse;
mod schedule;
pub mod script;
pub mod shift;
pub mod skew;
#[cfg(test)]
mod testing;
pub mod tile;
mod transform;
pub mod vectorize;

pub use args::{Arg, Args};
pub use error::{Inapplicable, Instance};
pub use nest::{Level, Nest, bands, is_renamed, loop_name, loop_names, one_loop_per_band};
pub use registry::{Entry, REGISTRY};
pub use schedule::{ScheduleReader, schedule_from};
pub use script::{Step, apply_script, parse_script};
pub use transform::{Name, Spanned, Transform, apply_all, reschedule, unchanged};
