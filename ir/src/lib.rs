//! MLIR text and the operations it stands for.
//!
//! The generic form is read completely: operations, types and attributes of unknown dialects stay
//! text. The custom form of the operations people write by hand is a convenience on top, kept per
//! dialect. Nothing here knows isl, files or the terminal.

mod affine;
mod attr;
mod diagnostic;
mod module;
mod span;
mod types;

pub use affine::{AffineExpr, AffineMap, AffineOp, IntegerSet, LeafPrinter};
pub use attr::{Attr, Attrs};
pub use diagnostic::{Diagnostic, Severity};
pub use module::{Block, BlockId, Def, Module, Op, OpId, OpSpec, Operand, Region, RegionId, Successor, Value, ValueId};
pub use span::Span;
pub use types::{Dim, FloatKind, Sign, Type};
