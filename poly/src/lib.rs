//! The safe fence around isl: the only crate that names isl-rs, and the only one with `unsafe`.
//!
//! isl-rs builds and links isl 0.27; its own wrappers are not used, for they let safe code crash. Instead `sys` declares the
//! functions that are called, written by `poly/gen/sys.py` from isl's headers with the ownership of each argument in its
//! type, and `obj` wraps them, one line a function.
//!
//! # Names
//! A method is named as isl's function without its prefix and without a leading `get_`, unless both are taken:
//! `isl_union_map_apply_range` is [`UnionMap::apply_range`], `isl_set_get_tuple_name` is [`Set::tuple_name`]. What isl takes
//! (`__isl_take`) is passed by value, what it keeps by reference; clone to keep what is taken: a clone counts one up.
//! isl lists are `Vec`s.
//!
//! # What holds
//! - An object keeps its [`Ctx`] alive, and neither is `Send`. Between threads pass text and plain data: [`PointData`],
//!   [`AffData`], [`ConstraintData`].
//! - Success is decided by what a function answers, and the error is then taken from the context: no error outlives its call,
//!   none is lost, nothing is printed.
//! - Objects of two contexts in one call are [`PolyError::MixedContexts`].
//! - Closures may fail and panic: both come out on this side, not inside isl.
//! - [`Ctx::within`] bounds a question by operations and, generously, by the clock.
//! - Text is capped in length and nesting, and read to its end: [`MAX_TEXT_BYTES`], [`MAX_TEXT_DEPTH`].
//! - Arguments isl does not check are checked here (`guard`).
//!
//! ```
//! use polyvet_poly::{Ctx, DimKind, Set};
//!
//! let ctx = Ctx::new();
//! let square = Set::parse(&ctx, "[N] -> { S[i, j] : 0 <= i, j < N }")?;
//! let row = square.fix_si(DimKind::Set, 0, 2)?.fix_si(DimKind::Param, 0, 4)?;
//! assert_eq!(row.points(10)?.map(|points| points.len()), Some(4));
//! # Ok::<(), polyvet_poly::PolyError>(())
//! ```
//!
//! Objects stay in their thread:
//! ```compile_fail,E0277
//! let ctx = polyvet_poly::Ctx::new();
//! std::thread::spawn(move || ctx.operations());
//! ```
//! ```compile_fail,E0277
//! fn send(_: impl Send) {}
//! let ctx = polyvet_poly::Ctx::new();
//! send(polyvet_poly::Val::one(&ctx).unwrap());
//! ```
// Here and nowhere else: each use gives its reason.
#![allow(unsafe_code)]

#[cfg(not(own_isl))] // `build.rs` links another one
use isl_rs as _; // builds isl and links it

mod aff;
mod ast;
mod build;
mod callback;
mod constraint;
mod ctx;
mod dim;
mod error;
mod flow;
mod guard;
mod map;
mod multi;
mod node;
mod obj;
mod schedule;
mod set;
mod space;
mod sys;
mod text;
mod union_aff;
mod val;
mod watchdog;

pub use aff::*;
pub use ast::*;
pub use build::AstBuild;
pub use constraint::*;
pub use ctx::{Ctx, DEFAULT_WALL};
pub use dim::DimKind;
pub use error::{PolyError, Result};
pub use flow::*;
pub use map::*;
pub use multi::*;
pub use node::*;
pub use obj::{InCtx, Obj};
pub use schedule::*;
pub use set::*;
pub use space::*;
pub use text::{MAX_TEXT_BYTES, MAX_TEXT_DEPTH};
pub use union_aff::*;
pub use val::*;
pub use watchdog::WithoutClock;
