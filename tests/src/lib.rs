//! What the tests share: random programs, an independent account of what they do, judges that are
//! right and judges that are known to be wrong.
//!
//! - [`choices`], [`program`], [`generate`]: random affine programs and scripts as plain data, printed
//!   as MLIR and run in a few lines of Rust;
//! - [`model`], [`runs`]: one program with its model; what the interpreter makes of it;
//! - [`nests`]: all small nests, and what is true of them by enumeration;
//! - [`judge`], [`broken`]: `verify`, and checkers and transforms with one fault each;
//! - [`catalogue`]: random scripts over all transforms, and what must hold of them;
//! - [`cases`]: files of `corpus/`;
//! - [`structured`]: random programs of structured operations, as text;
//! - [`pairs`], [`mutate`]: pairs of programs that are equal, and faults put into the second;
//! - [`mlir_opt`], [`campaign`]: LLVM's tools where they are installed, and random programs through
//!   their passes.

pub mod broken;
pub mod campaign;
pub mod cases;
pub mod catalogue;
pub mod choices;
pub mod generate;
pub mod judge;
pub mod mlir_opt;
pub mod model;
pub mod mutate;
pub mod nests;
pub mod pairs;
pub mod program;
pub mod property;
pub mod runs;
pub mod structured;
