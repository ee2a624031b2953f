//! What a tile of a program touches: exact sets and formulas, per operand.
//!
//! [`tiles`] cuts a program into tiles ([`Tiles`]: sets of instances, by the coordinates of the tile).
//! [`Tiles::data`] is what an array's accesses in a tile touch, `{ [t] -> A[x] }`; [`Amount`] counts it, [`Slice`] is
//! the slice around it and back. [`footprint`] puts it all together for every operand.

pub mod amount;
mod blocks;
mod error;
mod footprint;
mod kinds;
mod layout;
mod live;
mod lru;
mod measure;
pub mod regions;
mod slice;
mod symbolic;
mod tile;
mod tiling;

pub use amount::{Amount, Budget};
pub use blocks::{Grain, blocks};
pub use error::{FootprintError, Result};
pub use footprint::{Case, Footprint, Operand, Options, Touch, Volume, footprint, ops, sum};
pub use kinds::Kind;
pub use layout::{Layout, Lines};
pub use live::Peak;
pub use lru::{Block, Misses, misses};
pub use slice::{Behind, Dense, Frame, Slice, SliceDim, as_image, iterations};
pub use tile::{Coordinate, Tileable, Tiles, tiles};
pub use tiling::{Level, Size, Tiling};
