//! How to rewrite the operations of a program.
//!
//! A [`OperationTransform`] transform takes structured operations to others: tiles of them in loops, generic ones,
//! fused ones, loops. It refuses where there is no place for it; whether the result computes the same is for
//! `verify::validate` to say, which compares the two programs and knows nothing of the step between them.

pub mod bufferize;
pub(crate) mod builder;
pub mod call;
pub mod collapse;
pub mod data_copy;
pub mod decompose;
pub mod destination;

mod forms;
pub mod fuse;
pub mod fuse_into;
pub mod generalize;
pub mod im2col;
pub mod instances;
pub mod interchange;
pub mod layout;
pub mod loops;
pub mod lower;
pub mod lower_pack;
pub(crate) mod operation;
pub mod pack;
pub mod pad;
pub mod private;
pub mod promote;
pub mod reduction;
pub mod reshape;
mod slices;
pub mod specialize;
pub mod split;
pub mod tile;
pub mod tile_reduction;
pub(crate) mod tileable;
pub mod transpose;
pub mod unpack;
pub mod vectorize;

use crate::ScriptedProgram;
use polyvet_ir::{Diagnostic, OpId};
use std::fmt;

/// One way to rewrite the operations of a program.
pub trait OperationTransform: fmt::Debug {
    /// How a script says it.
    fn text(&self) -> String;

    /// Rewrites `program`; the operations it is about from then on, the first of them in the place of the target.
    ///
    /// # Errors
    /// The program has no place for it; nothing is said about whether it is right.
    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic>;
}
