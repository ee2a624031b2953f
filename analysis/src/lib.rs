//! From a function to its polyhedral model, and facts about it.

pub mod assume;
pub mod bands;
pub mod dependence;
pub mod extract;
pub mod formula;
pub mod ids;
pub mod loops;
pub mod marks;
pub mod model;
pub mod scop;
pub mod tiles;

pub use ids::{AccessId, ArrayId, LoopId, StmtId};
pub use marks::Mark;
pub use scop::{
    Access, AccessKind, Aligned, Array, ArrayKind, ArrayView, Buffers, Combiner, Condition, Demand, IteratorType, Loop,
    LoopStrip, Obligation, Param, ParamOrigin, Payload, PayloadKind, PayloadNode, Reduction, ReturnedBuffer, Rewrite,
    Root, Scop, Stmt, Workers,
};
