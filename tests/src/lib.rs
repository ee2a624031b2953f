//! What the tests share: an independent account of what they do, judges that are
//! right and judges that are known to be wrong. Random programs are made by `polyvet-generate`.
//!
//! - [`model`], [`runs`]: one program with its model; what the interpreter makes of it;
//! - [`nests`]: all small nests, and what is true of them by enumeration;
//! - [`judge`], [`broken`]: `verify`, and checkers and transforms with one fault each;
//! - [`catalogue`]: random scripts over all transforms, and what must hold of them;
//! - [`operations`]: the same over the transforms of operations;
//! - [`cases`]: files of `corpus/`;
//! - [`pairs`], [`mutate`]: pairs of programs that are equal, and faults put into the second;
//! - [`redteam`]: what real passes made, changed in one place of its text;
//! - [`mlir_opt`]: LLVM's tools where they are installed.

pub mod broken;
pub mod cases;
pub mod catalogue;
pub mod judge;
pub mod long;
pub mod mlir_opt;
pub mod model;
pub mod mutate;
pub mod nests;
pub mod operations;
pub mod padded;
pub mod pairs;
pub mod property;
pub mod random;
pub mod redteam;
pub mod runs;
