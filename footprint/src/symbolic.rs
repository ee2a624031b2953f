//! Totals over all tiles where sizes are symbols.
//!
//! A tile index times a symbolic size is not Presburger, so the sum over all tiles cannot be counted as a set. But where
//! the iterations are a box, and what a full tile touches depends on its sizes alone, not on where it lies, a tile cut off
//! by the end of a loop is a full tile of a smaller size: the formula for full tiles, summed over the blocks of each loop
//! ([`CountFormula::over_blocks`]), is the total.

use polyvet_count::CountFormula;
use polyvet_poly::{DimKind, Map, Set};

use crate::amount::{Amount, Budget};
use crate::error::Result;
use crate::tile::{FusedTiles, only};
use crate::tiling::TileSize;

/// The times of a loop: all from the first to the last.
struct TimeRange {
    times: Set,
    low: CountFormula,
    extent: CountFormula,
}

impl FusedTiles {
    /// How many tiles there are, where sizes are symbols.
    ///
    /// # Errors
    /// isl's.
    pub(crate) fn symbolic_count(&self, budget: &Budget) -> Result<Amount> {
        self.symbolic_total(&Amount::constant(1), &[], budget)
    }

    /// The sum over all tiles of what they count, where `of_full` is what full tiles count, and depends on the loops in
    /// `own`. Unknown, and why, if it is not of the form above.
    ///
    /// # Errors
    /// isl's.
    pub(crate) fn symbolic_total(&self, of_full: &Amount, own: &[usize], budget: &Budget) -> Result<Amount> {
        let unknown = |why: String| Ok(Amount::Unknown(why));
        let Some(full) = of_full.formula() else {
            return Ok(of_full.clone());
        };
        let names: Vec<&str> = self.coordinates.iter().map(|one| one.name.as_str()).collect();
        if let Some(name) = full.params().into_iter().find(|name| names.contains(name)) {
            return unknown(format!("full tiles differ with `{name}`; give sizes values"));
        }
        let mut ranges = Vec::new();
        for (place, name) in self.loops.iter().enumerate() {
            match self.range(place, budget)? {
                Some(range) => ranges.push(range),
                None => return unknown(format!("`{name}` has no simple range; give sizes values")),
            }
        }
        if !self.are_all_run(&ranges)? {
            return unknown("the ends of loops depend on other loops; give sizes values".to_owned());
        }
        let mut total = full.clone();
        for (at, coordinate) in self.coordinates.iter().enumerate() {
            let others = || self.coordinates[..at].iter();
            let name = &coordinate.loop_name;
            if others().any(|other| other.loop_name == *name) {
                return unknown(format!("`{name}` has symbolic sizes at two levels; give them values"));
            }
            let place = self.loops.iter().position(|one| one == name).unwrap_or_default();
            match &coordinate.size {
                TileSize::Param(size) => {
                    if others().any(|other| other.size == coordinate.size) {
                        return unknown(format!(
                            "two loops have the size `{size}`; give them symbols of their own"
                        ));
                    }
                    let range = &ranges[place];
                    match total.over_blocks(size, &range.low, &range.extent) {
                        Some(sum) => total = sum,
                        None => {
                            return unknown(format!(
                                "the sum over the tiles of `{name}` is not simple; give sizes values"
                            ));
                        }
                    }
                }
                TileSize::Const(size) if *size == 1 || !own.contains(&place) => {
                    let values = self
                        .all
                        .clone()
                        .project_out(DimKind::Set, at + 1, self.coordinates.len() - at - 1)?;
                    let values = values.project_out(DimKind::Set, 0, at)?;
                    match Amount::of(&values, &self.context, budget)? {
                        Amount::Exact(blocks) => total = &total * &blocks,
                        other => return Ok(other),
                    }
                }
                TileSize::Const(_) => {
                    return unknown(format!(
                        "`{name}` has a number for its size, others have symbols; give all values"
                    ));
                }
            }
        }
        Ok(Amount::Exact(total))
    }

    /// The range of a loop: the same for all statements, without holes, from 0 or later.
    fn range(&self, place: usize, budget: &Budget) -> Result<Option<TimeRange>> {
        let mut times: Option<Set> = None;
        for map in &self.times {
            let here = only(map.clone(), place)?.range()?;
            match &times {
                Some(known) if !known.is_equal(&here)? => return Ok(None),
                _ => times = Some(here),
            }
        }
        let Some(times) = times else { return Ok(None) };
        let closed = |condition: &str| -> Result<Set> {
            let map = Map::parse(times.ctx(), &format!("{{ [x] -> [y] : {condition} }}"))?;
            Ok(times.clone().apply(map)?)
        };
        let is_whole = closed("y >= x")?.intersect(closed("y <= x")?)?.is_subset(&times)?;
        if !is_whole || !times.is_subset(&Set::parse(times.ctx(), "{ [y] : y >= 0 }")?)? {
            return Ok(None);
        }
        let before = closed("0 <= y < x")?.subtract(closed("y >= x")?)?;
        let low = Amount::of(&before, &self.context, budget)?;
        let extent = Amount::of(&times, &self.context, budget)?;
        let ends = low.formula().cloned().zip(extent.formula().cloned());
        Ok(ends.map(|(low, extent)| TimeRange { times, low, extent }))
    }

    /// Whether every statement runs at all times in the box of the ranges.
    fn are_all_run(&self, ranges: &[TimeRange]) -> Result<bool> {
        let mut all: Option<Set> = None;
        for range in ranges {
            let times = range.times.clone();
            all = Some(match all {
                None => times,
                Some(before) => before.flat_product(times)?,
            });
        }
        let Some(all) = all else { return Ok(true) };
        for times in &self.times {
            if !all.is_subset(&times.clone().range()?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
