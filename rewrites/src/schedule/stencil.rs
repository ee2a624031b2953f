//! Time tiles and diamond tiles of stencils: a time loop with space loops inside, in a perfect nest.
//!
//! `time_tile(t=4, i=32)`: each space loop is skewed by the least multiple of the time for which no dependence goes
//! backward in it (parallelograms); then all are cut into tiles. Source: Wolf and Lam, 1991; Song and Li, "New
//! tiling techniques to improve cache temporal locality", 1999.
//!
//! `diamond(t, i, 32)`: with `f` that multiple, the tiles are those of `a = floor((f*t + i) / 32)` and
//! `b = floor((f*t - i) / 32)`. Tiles of one front `a + b` run at the same time, and the first front has as many as
//! any other: all processors start at once. Source: Bondhugula, Bandishti and Pananilath, "Diamond tiling:
//! tiling techniques to maximize parallelism for stencil computations", 2016. Loops further inside stay as they are.
//!
//! The multiple is read off the dependences of the model; `verify` decides whether it is enough.

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::Mark;
use polyvet_analysis::dependence::memory_based;
use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::{UnionMap, UnionPwAff, Val};

use crate::schedule::nest::as_map;
use crate::schedule::size::positive;
use crate::schedule::tile::Tile;
use crate::schedule::transform::Above;
use crate::schedule::{Inapplicable, PerfectNest, TimesSize, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName, Spanned};
use polyvet_analysis::loops::LoopMarks;
use polyvet_analysis::loops::fresh;

/// The line in the registry.
pub static ENTRY_TIME: RegistryEntry = RegistryEntry {
    name: "time_tile",
    aliases: &[],
    summary: "Skews the space loops of a stencil by its time loop, listed first, as far as needed, and tiles all.",
    params: "[S,] i=SIZE, j=SIZE, ..",
    example: "time_tile(i=4, j=8)",
    build: Build::Schedule(parse_time),
};

/// The line in the registry.
pub static ENTRY_DIAMOND: RegistryEntry = RegistryEntry {
    name: "diamond",
    aliases: &[],
    summary: "Cuts the time loop `i` of a stencil and a space loop `j` into diamonds; those of one front run in parallel.",
    params: "[S,] i, j, SIZE",
    example: "diamond(i, j, 4)",
    build: Build::Schedule(parse_diamond),
};

/// Greatest multiple of the time that is tried.
const STEEPEST: i64 = 8;

/// Skewed tiles of a stencil.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeTile {
    /// Only loops above this statement are meant.
    pub stmt: Option<ScriptName>,
    /// The time loop first, then space loops, with the sizes of tiles.
    pub sizes: Vec<(ScriptName, Vec<Spanned<TimesSize>>)>,
}

/// Diamond tiles of a stencil.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diamond {
    /// Only loops above this statement are meant.
    pub stmt: Option<ScriptName>,
    /// The time loop.
    pub time: ScriptName,
    /// A space loop directly or further inside.
    pub space: ScriptName,
    /// Width of a diamond.
    pub size: Spanned<i64>,
}

impl TimeTile {
    /// Tiles of the time loop, which comes first, and space loops.
    pub fn new<N: Into<ScriptName>, S: Into<TimesSize>>(sizes: impl IntoIterator<Item = (N, S)>) -> TimeTile {
        TimeTile {
            stmt: None,
            sizes: Tile::new(sizes).sizes,
        }
    }
}

impl Diamond {
    /// Diamonds of width `size`.
    pub fn new(time: impl Into<ScriptName>, space: impl Into<ScriptName>, size: i64) -> Diamond {
        Diamond {
            stmt: None,
            time: time.into(),
            space: space.into(),
            size: size.into(),
        }
    }
}

impl Transform for TimeTile {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY_TIME
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        for (name, sizes) in &self.sizes {
            sizes.iter().try_for_each(|size| size.positive(name))?;
        }
        let loops: Vec<&ScriptName> = self.sizes.iter().map(|(name, _)| name).collect();
        let Some((time, space)) = loops.split_first() else {
            return unchanged(scop);
        };
        let Some(mut nest) = PerfectNest::take(scop, &loops, self.stmt.as_ref())? else {
            return unchanged(scop);
        };
        let pairs = pairs_at(scop, &nest)?;
        let clock = nest.levels[nest.place(time)].times.clone();
        for name in space {
            let level = nest.place(name);
            let times = nest.levels[level].times.clone();
            let factor = slope(&pairs, &clock, &times, false)?.ok_or_else(|| no_skew(name, time))?;
            nest.levels[level].times = times.add(clock.clone().scale_val(Val::int_from_si(&scop.ctx, factor)?)?)?;
        }
        let skewed = nest.put(scop)?.scop;
        let tile = Tile {
            stmt: self.stmt.clone(),
            sizes: self.sizes.clone(),
        };
        tile.apply(&skewed)
    }
}

impl Transform for Diamond {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY_DIAMOND
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        positive(&self.space, &self.size)?;
        let loops = [&self.time, &self.space];
        let Some(mut nest) = PerfectNest::take(scop, &loops, self.stmt.as_ref())? else {
            return unchanged(scop);
        };
        let pairs = pairs_at(scop, &nest)?;
        let level = |name: &ScriptName| nest.levels[nest.place(name)].clone();
        let (time, space) = (level(&self.time), level(&self.space));
        let factor = slope(&pairs, &time.times, &space.times, true)?;
        let factor = factor.ok_or_else(|| no_skew(&self.space, &self.time))?;
        let clock = time
            .times
            .clone()
            .scale_val(Val::int_from_si(&scop.ctx, factor.max(1))?)?;
        let size = Val::int_from_si(&scop.ctx, self.size.value)?;
        let strip = |times: UnionPwAff| times.scale_down_val(size.clone())?.floor();
        let rising = strip(clock.clone().add(space.times.clone())?)?;
        let falling = strip(clock.sub(space.times.clone())?)?;
        let front = fresh(&format!("{}_t", time.name), scop, &[])?;
        let along = fresh(&format!("{}_t", space.name), scop, std::slice::from_ref(&front))?;
        let tiles = [
            LoopMarks {
                name: front,
                marks: Vec::new(),
                times: rising.clone().add(falling)?,
            },
            LoopMarks {
                name: along,
                marks: vec![Mark::Parallel],
                times: rising,
            },
        ];
        nest.levels.splice(0..0, tiles);
        nest.put(scop)
    }
}

/// Dependences between instances below the nest that the loops around it do not carry.
fn pairs_at(scop: &Scop, nest: &PerfectNest) -> Result<UnionMap, Inapplicable> {
    let (around, instances) = nest.surroundings(scop, 0)?;
    let mut all = UnionMap::empty(scop.context.space()?)?;
    for dependence in memory_based(scop)?.list {
        all = all.union(UnionMap::from_map(dependence.map)?)?;
    }
    let all = all.intersect_domain(instances.clone())?.intersect_range(instances)?;
    let together = around.clone().apply_range(around.reverse()?)?;
    Ok(all.intersect(together)?.intersect_params(scop.valid.clone())?)
}

/// The least multiple of the time that makes all distances in space positive or zero; with `both` those of the
/// negated space as well.
fn slope(pairs: &UnionMap, time: &UnionPwAff, space: &UnionPwAff, both: bool) -> Result<Option<i64>, Inapplicable> {
    let number = |value| Val::int_from_si(pairs.ctx(), value);
    'factors: for factor in 0..=STEEPEST {
        let clock = time.clone().scale_val(number(factor)?)?;
        let mut sides = vec![clock.clone().add(space.clone())?];
        if both {
            sides.push(clock.sub(space.clone())?);
        }
        for side in sides {
            // { [source time] -> [sink time] }
            let times = as_map(&side)?;
            let moves = times
                .clone()
                .reverse()?
                .apply_range(pairs.clone())?
                .apply_range(times)?;
            for one in moves.maps()? {
                let backward = polyvet_poly::Map::lex_gt(one.space()?.domain()?)?;
                if !one.intersect(backward)?.is_empty()? {
                    continue 'factors;
                }
            }
        }
        return Ok(Some(factor));
    }
    Ok(None)
}

fn no_skew(space: &ScriptName, time: &ScriptName) -> Inapplicable {
    Inapplicable::NoSkew {
        name: space.value.clone(),
        time: time.value.clone(),
        tried: STEEPEST,
        span: space.span,
    }
}

fn parse_time(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = if args.next_is_plain() { Some(args.name()?) } else { None };
    let mut sizes = Vec::new();
    while !args.is_done() {
        sizes.push(args.sizes()?);
    }
    if sizes.len() < 2 {
        return Err(args.wrong("a time loop and space loops, with sizes"));
    }
    Ok(Box::new(TimeTile { stmt, sizes }))
}

fn parse_diamond(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = args.stmt_before(3)?;
    let (time, space, size) = (args.name()?, args.name()?, args.int()?);
    Ok(Box::new(Diamond {
        stmt,
        time,
        space,
        size,
    }))
}

impl fmt::Display for TimeTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "time_tile({}{})",
            Above(&self.stmt),
            crate::schedule::tile::size_list(&self.sizes)
        )
    }
}

impl fmt::Display for Diamond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stmt = Above(&self.stmt);
        write!(f, "diamond({stmt}{}, {}, {})", self.time, self.space, self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, outline, triangle};

    #[test]
    fn without_dependences_nothing_is_skewed() {
        let after = TimeTile::new([("i", 4), ("j", 8)]).apply(&triangle()).unwrap().scop;
        check_times(&after, "{ S0[i, j] -> [4*floor(i/4), 8*floor(j/8), i, j] }");
    }

    #[test]
    fn diamonds() {
        let after = Diamond::new("i", "j", 8).apply(&triangle()).unwrap().scop;
        check_times(
            &after,
            "{ S0[i, j] -> [floor((i + j)/8) + floor((i - j)/8), floor((i + j)/8), i, j] }",
        );
        assert_eq!(outline(&after), "domain i_t mark:parallel j_t i j");
    }
}
