//! Random programs: affine loop nests and graphs of structured operations, as MLIR text.
//!
//! A program is a function of a list of numbers ([`choices`]), so it can be made again from a seed and
//! shrunk by shrinking the list. What it does is defined by construction: every access is in bounds, and
//! what is local is written before it is read. Nothing here knows another crate, so that nothing
//! that is tested with these programs has a part in making them.
//!
//! - [`program`]: affine programs as plain data; [`trace`] runs them in a few lines of Rust;
//! - [`affine`]: random ones, and scripts of transforms for them;
//! - [`structured`]: random programs of structured operations, as text;
//! - [`generics`]: random graphs of `linalg.generic` over all types of elements;
//! - [`weights`]: how often what is chosen;
//! - [`case`]: the program of a seed and a number.

pub mod affine;
pub mod case;
pub mod choices;
pub mod generics;
mod print;
pub mod program;
pub mod structured;
pub mod trace;
pub mod weights;

use std::collections::HashMap;

/// Extents and `index` arguments of a call, by the number of the argument.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallSizes {
    /// Arguments of type `index`.
    pub indices: HashMap<usize, i64>,
    /// Dynamic extents: argument and dimension.
    pub extents: HashMap<(usize, usize), i64>,
}
