//! From a function to its polyhedral model, and facts about it.

pub mod bands;
pub mod dependence;
pub mod extract;
pub mod model;
pub mod scop;
pub mod tiles;

pub use scop::{
    Access, AccessKind, Array, ArrayKind, Combiner, IteratorType, Loop, Node, NodeKind, PARALLEL, PREDICATED, Param,
    ParamOrigin, Payload, Reach, Reduction, Rewrite, Scop, Stmt, TILE_BY, UNROLL, VECTOR, View, tile_by,
};
