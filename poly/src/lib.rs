//! The safe fence around isl.
#![allow(unsafe_code)]

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
