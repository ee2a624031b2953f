//! What the tests share: random programs, an independent account of what they do, judges that are
//! right and judges that are known to be wrong.
//!
//! - [`choices`], [`program`], [`generate`]: random affine programs and scripts as plain data, printed
//!   as MLIR and run in a few lines of Rust;
//! - [`model`], [`runs`]: one program with its model; what the interpreter makes of it;
//! - [`nests`]: all small nests, and what is true of them by enumeration;
//! - [`judge`], [`broken`]: `verify`, and checkers and transforms with one fault each;
//! - [`cases`]: files of `corpus/`.

pub mod broken;
pub mod cases;
pub mod choices;
pub mod generate;
pub mod judge;
pub mod model;
pub mod nests;
pub mod program;
pub mod property;
pub mod runs;
