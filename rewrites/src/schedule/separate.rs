//! Full tiles apart from partial ones.
//!
//! A tile loop `i_t` runs over blocks of a loop `i` inside it: its times are `s * floor(t / s)` for the times `t`
//! of `i`. For each iteration of the loops around `i_t`, the tiles from the first to the last *full* one run in
//! a nest of their own, those before and after in others; the order stays. A tile is full if `i` runs through all
//! of it, for each iteration of the point loops of tile loops that are listed before. Inner tile loops are
//! separated where the outer ones are full.
//!
//! Source: Kim et al., "Multi-level tiling: M for the price of one", 2007; MLIR's
//! `affine-loop-tile{separate}`; isl manual, "AST Generation Options" (isolate).

use crate::registry::{Alias, Build};
use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::{UnionPwAff, UnionSet, Val};

use crate::schedule::nest::as_map;
use crate::schedule::split::before;
use crate::schedule::tile::block_starts;
use crate::schedule::transform::comma_list;
use crate::schedule::tree::{LoopPlace, ScheduleTree, range, stride};
use crate::schedule::{Inapplicable, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName};
use polyvet_analysis::loops::LoopMarks;

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "separate",
    aliases: &[Alias {
        name: "loop.peel",
        clauses: &["peel_front"],
    }],
    summary: "Runs full tiles of tile loops in a nest of their own, without bounds to check.",
    params: "i, ..",
    example: "separate(i_t)",
    build: Build::Schedule(parse),
};

/// Full tiles apart from partial ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separate {
    /// Tile loops, outermost first.
    pub tiles: Vec<ScriptName>,
}

impl Separate {
    /// Separates the full tiles of these loops.
    pub fn new<N: Into<ScriptName>>(tiles: impl IntoIterator<Item = N>) -> Separate {
        Separate {
            tiles: tiles.into_iter().map(Into::into).collect(),
        }
    }
}

impl Transform for Separate {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let mut done = unchanged(scop)?;
        let mut points: Vec<UnionPwAff> = Vec::new();
        for tile in &self.tiles {
            let Some(place) = LoopPlace::of(&done.scop, tile, None)? else {
                continue;
            };
            done = separate(place, tile, &mut points)?;
        }
        Ok(done)
    }
}

/// Separates one tile loop; its point loop joins `points`.
fn separate(mut place: LoopPlace, name: &ScriptName, points: &mut Vec<UnionPwAff>) -> Result<Rewrite, Inapplicable> {
    let (level, below) = place.take();
    let size = stride(&level.times, &place.instances)?;
    let Some(point) = point_loop(&level, &below, size, &place.instances)? else {
        return Err(Inapplicable::NotTileLoop {
            name: name.value.clone(),
            span: name.span,
        });
    };
    // { S[i] -> [o, t] }: the tile; and what tells its points apart besides the point loop.
    let tile = place.outer.clone().flat_range_product(as_map(&level.times)?)?;
    let tile = tile.intersect_domain(place.instances.clone())?;
    let mut column = tile.clone();
    for point in points.iter() {
        column = column.flat_range_product(as_map(point)?)?;
    }
    let (low, high) = range(&column, &place.instances, &point)?;
    let (first, last) = block_range(&point, &level.times, size, stride(&point, &place.instances)?)?;
    let covered = low.sub(first)?.zero_union_set()?;
    let covered = covered.intersect(high.sub(last)?.zero_union_set()?)?;
    let partial = place.instances.clone().subtract(covered)?.apply(tile.clone())?;
    let full = place
        .instances
        .clone()
        .subtract(tile.intersect_range(partial)?.domain()?)?;
    points.push(point);

    // Defined where there is a full tile.
    let (low, high) = range(&place.outer, &full.coalesce()?, &level.times)?;
    let inside = low.clone().domain()?.intersect(place.instances.clone())?;
    let early = before(&level.times, low, &inside)?;
    let late = before(&high, level.times.clone(), &inside)?;
    let middle = inside.subtract(early.clone())?.subtract(late)?.coalesce()?;
    let late = place.instances.clone().subtract(middle.clone())?;
    let late = late.subtract(early.clone())?.coalesce()?;
    let whole = ScheduleTree::Loop(Box::new(level), Box::new(below));
    let mut parts = Vec::new();
    for (instances, is_full) in [(early, middle.is_empty()?), (middle, true), (late, false)] {
        let tree = whole.restrict(&instances)?;
        let keeps = is_full || parts.is_empty() && instances.is_equal(&place.instances)?;
        parts.push((instances, if keeps { tree } else { tree.renamed(&mut place.names) }));
    }
    let tree = ScheduleTree::sequence(parts)?;
    place.put(tree)
}

/// The times of the loop that `tile` cuts into blocks of `size`.
fn point_loop(
    tile: &LoopMarks,
    below: &ScheduleTree,
    size: i64,
    instances: &UnionSet,
) -> Result<Option<UnionPwAff>, Inapplicable> {
    let mut tree = below;
    while let ScheduleTree::Loop(level, inner) = tree {
        let difference = block_starts(level.times.clone(), size)?.sub(tile.times.clone())?;
        if instances.is_subset(&difference.zero_union_set()?)? {
            return Ok(Some(level.times.clone()));
        }
        tree = inner;
    }
    Ok(None)
}

/// The first and last times that a loop with step `step` and the times `point` can have in its block of `size` from
/// `start`.
fn block_range(
    point: &UnionPwAff,
    start: &UnionPwAff,
    size: i64,
    step: i64,
) -> Result<(UnionPwAff, UnionPwAff), Inapplicable> {
    let number = |value| Val::int_from_si(point.ctx(), value);
    let residue = point.clone().sub(start.clone())?.mod_val(number(step)?)?;
    let all = UnionPwAff::val_on_domain(residue.clone().domain()?, number(size - 1)?)?;
    let first = start.clone().add(residue.clone())?;
    let steps = all.sub(residue)?.scale_down_val(number(step)?)?.floor()?;
    let last = first.clone().add(steps.scale_val(number(step)?)?)?;
    Ok((first, last))
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    if args.len() == 0 {
        return Err(args.wrong("no loops"));
    }
    Ok(Box::new(Separate { tiles: args.names()? }))
}

impl fmt::Display for Separate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "separate({})", comma_list(&self.tiles))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, refusal, triangle};
    use crate::schedule::tile::Tile;

    #[test]
    fn full_tiles_apart() {
        let tiled = Tile::new([("i", 4), ("j", 4)]).apply(&triangle()).unwrap().scop;
        let after = Separate::new(["i_t", "j_t"]).apply(&tiled).unwrap().scop;
        // The last block of rows is partial, the tile on the diagonal too.
        check_times(
            &after,
            "[n] -> { S0[i, j] -> [0, 4*floor(i/4), 0, 4*floor(j/4), i, j] : 4*floor(i/4) + 4 <= n and 4*floor(j/4) < 4*floor(i/4);
              S0[i, j] -> [0, 4*floor(i/4), 1, 4*floor(j/4), i, j] : 4*floor(i/4) + 4 <= n and 4*floor(j/4) >= 4*floor(i/4);
              S0[i, j] -> [1, 4*floor(i/4), 4*floor(j/4), i, j, 0] : 4*floor(i/4) + 4 > n }",
        );
    }

    #[test]
    fn refuses() {
        let help = "tile first: `tile(i=32)` makes the tile loop `i_t`";
        let message = "loop `i` is no tile loop of a loop inside it";
        assert_eq!(refusal(&triangle(), "separate(i)"), (message, "i", help).into());
    }
}
