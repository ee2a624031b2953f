//! How to rewrite the operations of a program, never whether it is allowed.
//!
//! A [`Structured`] transform takes structured operations to others: tiles of them in loops, generic ones, fused
//! ones, loops. It refuses where there is no place for it; whether the result computes the same is for
//! `verify::validate` to say, which compares the two programs and knows nothing of the step between them.
//!
//! - [`REGISTRY`]: the list of all; adding one is a file of its own and a line there;
//! - [`parse_script`]: scripts of these and, after them, of the transforms that rewrite the order of instances; or of
//!   MLIR's transform dialect.

pub mod bufferize;
mod builder;
pub mod call;
pub mod collapse;
pub mod data_copy;
pub mod decompose;
pub mod destination;
mod dialect;
mod forms;
pub mod fuse;
pub mod fuse_into;
pub mod generalize;
pub mod im2col;
pub mod instances;
pub mod interchange;
pub mod layout;
pub mod lower;
pub mod lower_pack;
mod operation;
pub mod pack;
pub mod pad;
mod program;
pub mod promote;
pub mod reduction;
mod registry;
pub mod reshape;
mod script;
mod slices;
pub mod specialize;
pub mod split;
pub mod tile;
pub mod tile_reduction;
pub mod transpose;
pub mod unpack;
pub mod vectorize;

pub use program::Program;
pub use registry::{Entry, REGISTRY, Structured, entry_named};
pub use script::{Applied, Script, Step, apply_steps, parse_script};
