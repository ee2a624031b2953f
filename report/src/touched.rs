//! `footprint --trace`: how much of each array one run touched, as a whole and tile by tile.

use crate::bytes_text;
use crate::text::{Screen, TextRole};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;

/// `footprint --trace`: what one run touched of the arrays that it follows.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct TouchedResult {
    /// The file of the function.
    pub file: String,
    /// The function.
    pub func: String,
    /// The file of the trace.
    pub trace: String,
    /// The tiles, as they were given; null for the whole run alone.
    pub tile: Option<String>,
    /// Tiles that touch anything; null without tiles.
    pub tiles: Option<u64>,
    /// The arrays, in the order of their first access.
    pub arrays: Vec<TouchedArray>,
}

/// Elements of one array.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct TouchedArray {
    /// The array.
    pub array: String,
    /// Bytes of one element, where its type says so.
    pub element_bytes: Option<u64>,
    /// Different elements that are read.
    pub read: u64,
    /// Different elements that are written.
    pub written: u64,
    /// Different elements that are read or written.
    pub touched: u64,
    /// Accesses, each counted.
    pub accesses: u64,
    /// The most different elements that one tile touches; null without tiles.
    pub tile_max: Option<u64>,
    /// The different elements that a tile touches, added up over the tiles; null without tiles.
    pub tile_sum: Option<u64>,
}

pub(crate) fn write_touched(out: &mut String, result: &TouchedResult, screen: &dyn Screen) -> std::fmt::Result {
    let func = screen.paint(TextRole::Strong, &format!("@{}", result.func));
    writeln!(out, "{func}: elements that the run in {} touched", result.trace)?;
    let width = result.arrays.iter().map(|one| one.array.len()).max().unwrap_or(0);
    let size = |one: &TouchedArray, elements: u64| match one.element_bytes {
        Some(bytes) => format!("{elements} ({})", bytes_text(elements.saturating_mul(bytes))),
        None => elements.to_string(),
    };
    for one in &result.arrays {
        let how = match (one.read, one.written) {
            (read, 0) => format!("reads {}", size(one, read)),
            (0, written) => format!("writes {}", size(one, written)),
            (read, written) => format!("touches {}: reads {read}, writes {written}", size(one, one.touched)),
        };
        let times = one.accesses as f64 / one.touched.max(1) as f64;
        writeln!(out, "  {:width$}  {how}; each {times:.1} times", one.array)?;
    }
    let (Some(tile), Some(tiles)) = (&result.tile, result.tiles) else {
        return Ok(());
    };
    writeln!(out, "  in {tiles} tiles of {tile}:")?;
    for one in &result.arrays {
        let (max, sum) = (one.tile_max.unwrap_or(0), one.tile_sum.unwrap_or(0));
        let mean = sum as f64 / tiles.max(1) as f64;
        writeln!(
            out,
            "  {:width$}  at most {} in a tile, {mean:.1} on average, {} in all tiles",
            one.array,
            size(one, max),
            size(one, sum)
        )?;
    }
    Ok(())
}
