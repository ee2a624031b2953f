//! What a tile of a program touches: exact sets and formulas, per operand.
//!
//! [`tiles`] cuts a program into tiles ([`FusedTiles`]: sets of instances, by the coordinates of the tile).
//! [`FusedTiles::data`] is what an array's accesses in a tile touch, `{ [t] -> A[x] }`; [`Amount`] counts it, [`DataSlice`] is
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
pub use footprint::{
    AccessFilter, Footprint, FootprintOptions, KindVolume, OperandFootprint, Volume, footprint, ops, sum,
};
pub use kinds::TileKind;
pub use layout::{ArrayLines, ElementLayout};
pub use live::Peak;
pub use lru::{BlockLines, Misses, misses};
pub use slice::{Behind, DataSlice, Dense, SliceDim, SliceFrame, as_image, iterations};
pub use tile::{Coordinate, FusedTiles, Tileable, tiles};
pub use tiling::{TileSize, Tiling, TilingLevel};
