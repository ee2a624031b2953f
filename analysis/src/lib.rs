//! From a function to its polyhedral model, and facts about it.

pub mod assume;
pub mod bands;
pub mod dependence;
pub mod extract;
pub mod formula;
pub mod loops;
pub mod model;
pub mod scop;
pub mod tiles;

pub use scop::{
    Access, AccessKind, Aligned, Array, ArrayKind, Buffers, Combiner, Condition, Demand, IteratorType, Loop, Node,
    NodeKind, Obligation, PARALLEL, PREDICATED, Param, ParamOrigin, Payload, Reduction, Returned, Rewrite, Root, Scop,
    Stmt, TILE_BY, UNROLL, VECTOR, View, tile_by,
};
