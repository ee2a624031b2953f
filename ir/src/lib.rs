//! MLIR text and the operations it stands for.
//!
//! The generic form is read completely: operations, types and attributes of unknown dialects stay
//! text. The custom form of the operations people write by hand is a convenience on top, kept per
//! dialect. Nothing here knows isl, files or the terminal.

mod affine;
mod attr;
mod block_args;
mod cases;
mod contraction;
mod counted;
mod deallocations;
mod dense;
mod diagnostic;
mod dialect;
pub mod edit;
pub mod effects;
mod elements;
mod flags;
mod float;
mod frees;
mod indices;
mod inline;
mod iree;
mod launches;
mod lift;
mod masks;
mod module;
pub mod opdsl;
pub mod ops;
mod parallel;
mod parse;
mod plain;
mod print;
mod same;
mod scalable;
mod scaling;
mod span;
mod splice;
mod switches;
mod symbols;
mod transfers;
mod types;
mod vector_lanes;
mod view;
mod warps;
mod well_formed;
pub mod winograd;
mod workshares;

pub use affine::{AffineExpr, AffineMap, AffineOp, IntegerSet, LeafPrinter};
pub use attr::{Attr, Attrs};
pub use block_args::plain_arguments;
pub use cases::by_cases;
pub use contraction::uncontracted;
pub use counted::{Counted, StepKind, counted_loops};
pub use deallocations::plain_deallocations;
pub use dense::{dense_items, splat};
pub use diagnostic::{Diagnostic, Severity};
pub use dialect::names as operation_names;
pub use flags::Flags;
pub use float::{FloatKind, FloatSpecials};
pub use frees::{Frees, without_frees};
pub use indices::plain_indices;
pub use inline::inline_calls;
pub use iree::plain_tensors;
pub use launches::{WORKERS, plain_launches};
pub use lift::plain_blocks;
pub use masks::plain_masks;
pub use module::{Block, BlockId, Def, Module, Op, OpId, OpSpec, Operand, Region, RegionId, Successor, Value, ValueId};
pub use parallel::{parallel_in_order, plain_foralls};
pub use parse::{AS_WRITTEN, DEPTH_MAX, ERRORS_MAX, TEXT_BYTES_MAX, parse, parse_attr, parse_relation, parse_type};
pub use plain::plain_operations;
pub use print::{PrintForm, PrintOptions, print, print_op};
pub use same::{attrs_key, same, same_attrs, same_op, same_op_given};
pub use scalable::{is_scalable, with_vector_scale};
pub use scaling::plain_scaling;
pub use span::Span;
pub use splice::splice_regions;
pub use switches::plain_switches;
pub use transfers::plain_transfers;
pub use types::{Dim, Sign, Type};
pub use vector_lanes::plain_lanes;
pub use view::{
    AffineAccess, AffineFor, AffineIf, AffineParallel, Func, ParallelBounds, UNWRITTEN, affine_access, affine_apply,
    affine_for, affine_if, affine_parallel, arg_attr, branches, data_space, declared_layout, func, func_named,
    has_strange_space, linalg, segments,
};
pub use warps::{LANE, Warp, forget_lanes, in_step, warp_of};
pub use well_formed::well_formed;
pub use workshares::plain_workshares;
