//! Kinds of tiles: full ones, and those cut off by the ends of loops.
//!
//! With `R_l` the range of times of loop `l`, from the first to the last, a tile is *partial* in `l` if some of its times
//! lie outside `R_l`. A tile that is partial in no loop is *full* if every one of its iterations is run, and *cut* if not:
//! by a bound that depends on other loops. Times that a stride leaves out are no iterations.

use polyvet_poly::{DimKind, Map, Set};

use crate::error::Result;
use crate::tile::{FusedTiles, only};

/// Tiles of one kind.
#[derive(Clone, Debug)]
pub struct TileKind {
    /// The loops in which the tiles are partial: places in [`FusedTiles::loops`].
    pub partial: Vec<usize>,
    /// The tiles are partial in two or more of these loops, not in all.
    pub several: bool,
    /// All iterations are run. Only with `partial` empty.
    pub full: bool,
    /// `{ [t] }`, not empty.
    pub tiles: Set,
}

/// Loops in which tiles may be partial, up to which each choice of them is a kind of its own: 2^n kinds.
const CHOICES_MAX: usize = 4;

/// The tiles in and out of one loop's range.
struct TileEnds {
    place: usize,
    partial: Set,
    inside: Set,
}

impl FusedTiles {
    /// The tiles by kind, full ones first, looking only at the loops in `places` (a tile that is partial in another one
    /// counts as what it is in these). Kinds without tiles are left out. Where tiles may be partial in many loops, those
    /// partial in two or more are one kind.
    ///
    /// # Errors
    /// isl's.
    pub fn kinds(&self, places: &[usize]) -> Result<Vec<TileKind>> {
        let (mut ends, mut inside) = (Vec::new(), self.all.clone());
        for place in places {
            let end = self.ends(*place)?;
            match end.partial.is_empty()? {
                true => inside = inside.intersect(end.inside)?,
                false => ends.push(end),
            }
        }
        let cut = self.cut(places)?;
        let mut found = Vec::new();
        let mut add = |partial: Vec<usize>, several: bool, full: bool, tiles: Set| -> Result<()> {
            if !tiles.is_empty()? {
                found.push(TileKind {
                    partial,
                    several,
                    full,
                    tiles: tiles.coalesce()?,
                });
            }
            Ok(())
        };
        let grouped = ends.len() > CHOICES_MAX;
        let mut several = inside.clone();
        let choices = (0..1u64 << ends.len().min(63)).filter(|choice| !grouped || choice.count_ones() < 2);
        for choice in choices {
            let mut tiles = inside.clone();
            let mut partial = Vec::new();
            for (bit, end) in ends.iter().enumerate() {
                let is_partial = choice >> bit & 1 == 1;
                if is_partial {
                    partial.push(end.place);
                }
                let side = if is_partial { &end.partial } else { &end.inside };
                tiles = tiles.intersect(side.clone())?;
            }
            if grouped {
                several = several.subtract(tiles.clone())?;
            }
            if choice == 0 {
                add(Vec::new(), false, true, tiles.clone().subtract(cut.clone())?)?;
                add(Vec::new(), false, false, tiles.intersect(cut.clone())?)?;
            } else {
                add(partial, false, false, tiles)?;
            }
        }
        if grouped {
            add(ends.iter().map(|end| end.place).collect(), true, false, several)?;
        }
        found.sort_by_key(|kind: &TileKind| (!kind.full, kind.partial.len()));
        Ok(found)
    }

    /// The full tiles, looking only at the loops in `places`; `None` if there are none.
    ///
    /// # Errors
    /// isl's.
    pub fn full(&self, places: &[usize]) -> Result<Option<TileKind>> {
        let mut tiles = self.all.clone().subtract(self.cut(places)?)?;
        for place in places {
            tiles = tiles.intersect(self.ends(*place)?.inside)?;
        }
        let kind = TileKind {
            partial: Vec::new(),
            several: false,
            full: true,
            tiles: tiles.coalesce()?,
        };
        Ok(if kind.tiles.is_empty()? { None } else { Some(kind) })
    }

    fn ends(&self, place: usize) -> Result<TileEnds> {
        let mut times: Option<Set> = None;
        for map in &self.times {
            let here = only(map.clone(), place)?.range()?;
            times = Some(match times {
                None => here,
                Some(before) => before.union(here)?,
            });
        }
        let Some(times) = times else {
            let inside = self.all.clone();
            let partial = Set::empty(inside.space()?)?;
            return Ok(TileEnds { place, partial, inside });
        };
        let map = |text: &str| Map::parse(times.ctx(), text);
        let range = times.clone().apply(map("{ [x] -> [y] : y >= x }")?)?;
        let range = range
            .intersect(times.clone().apply(map("{ [x] -> [y] : y <= x }")?)?)?
            .coalesce()?;
        // Of a strided loop the last times of a tile may be none of its times.
        let stride = times.stride(0)?;
        let lattice = match stride.is_int()? && !stride.is_one()? {
            true => times.clone().apply(map(&format!(
                "{{ [x] -> [y] : (y - x) mod {} = 0 }}",
                stride.to_i64()?
            ))?)?,
            false => Set::universe(times.space()?)?.intersect_params(times.clone().params()?)?,
        };
        let outside = lattice.subtract(range)?;
        let beyond = only(self.grid.clone(), place)?.intersect_range(outside)?.domain()?;
        let partial = self.all.clone().intersect(beyond)?.coalesce()?;
        let inside = self.all.clone().subtract(partial.clone())?.coalesce()?;
        Ok(TileEnds { place, partial, inside })
    }

    /// The tiles in which some iteration is not run, of those that the loops in `places` have.
    fn cut(&self, places: &[usize]) -> Result<Set> {
        let mut cut = Set::empty(self.all.space()?)?;
        for times in &self.times {
            let mut run = times.clone();
            let mut grid = self.grid.clone();
            let rank = self.loops.len();
            for place in (0..rank).rev().filter(|place| !places.contains(place)) {
                run = run.project_out(DimKind::Out, place, 1)?;
                grid = grid.project_out(DimKind::Out, place, 1)?;
            }
            let run = run.range()?.coalesce()?;
            let mut box_times: Option<Set> = None;
            for at in 0..places.len() {
                let values = run
                    .clone()
                    .project_out(DimKind::Set, at + 1, places.len() - at - 1)?
                    .project_out(DimKind::Set, 0, at)?;
                let stride = values.stride(0)?;
                let values = match stride.is_int()? && !stride.is_one()? {
                    true => {
                        let text = format!("{{ [x] -> [y] : (y - x) mod {} = 0 }}", stride.to_i64()?);
                        values.clone().apply(Map::parse(values.ctx(), &text)?)?
                    }
                    false => Set::universe(values.space()?)?.intersect_params(values.params()?)?,
                };
                box_times = Some(match box_times {
                    None => values,
                    Some(before) => before.flat_product(values)?,
                });
            }
            let Some(box_times) = box_times else { continue };
            let missing = box_times.subtract(run)?;
            cut = cut.union(grid.intersect_range(missing)?.domain()?)?;
        }
        Ok(cut.intersect(self.all.clone())?.coalesce()?)
    }
}
