//! Which tile sizes, in which order: the least data moved among those that fit.
//!
//! For a perfect nest of loops with candidate sizes for each, [`choose`] solves a mixed-integer program over tables of exact
//! footprints (`program`), re-evaluates the best answers exactly, and has the winner checked by `verify`.
//!
//! - capacity: the elements that a tile touches, of all arrays together, fit at once; each array's largest tile counts;
//! - traffic: with `D(t)` what tile `t` reads (writes) of an array and `t'` the tile that ran before, the sum over all tiles
//!   of `|D(t) \ D(t')|`, in bytes: what is moved if the data of one tile stays until the next;
//! - numbers come from sums over boxes where tiles touch boxes (`separable`), else from formulas, or, where tiles are
//!   skewed, from running one tile of each shape (`numeric`);
//! - several memories: sizes for all of them are chosen together, tiles within tiles, the sum of what moves between them least;
//! - chains: nests of which one reads what another wrote are fused first (`chain`) where that moves less;
//! - bound: what any order at all moves at least, from the projections of the accesses (`bound`);
//! - order: tiles run in any order of the tile loops that `verify` accepts; loops are skewed first where that makes all
//!   orders legal.

mod bound;
mod boxes;
mod candidates;
mod chain;
mod choose;
mod cost;
mod error;
mod forms;
mod legal;
mod nest;
mod numeric;
mod program;
mod ranges;
mod search;
mod separable;

pub use chain::{Chain, chains};
pub use choose::{
    Candidate, ChainChoice, LoopSizes, MemoryLevel, Objective, TilerOptions, TilingChoice, choose, choose_chain,
};
pub use cost::{TiledOperand, Traffic};
pub use error::{Result, TilerError};
pub use legal::Held;
pub use nest::{TiledNest, nests};
