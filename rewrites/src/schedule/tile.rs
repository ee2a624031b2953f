//! Blocks of iterations of a perfect nest.
//!
//! With `t` the times of loop `i` and `s` its size, the tile loop `i_t` runs at `s * floor(t / s)`,
//! the first time of the tile, and the point loop keeps the name `i` and the times `t`. All tile
//! loops are outside all point loops, both in the order of the nest. A loop between the named ones is
//! not cut into blocks and stays among the point loops.
//!
//! A size may be a parameter `T` of the program. No isl function is `T * floor(t / T)`, so the tile loop then has the
//! times `t` and a mark that says the rest ([`Mark::TileBy`]).
//!
//! Marks stay with the point loop: what was claimed of `i` holds of the iterations of one tile, but
//! need not hold of the tiles. That it is to be one loop is asked of both.

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::marks::Mark;
use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_footprint::FusedTiles;
use polyvet_ir::Diagnostic;
use polyvet_poly::{UnionPwAff, Val};

use crate::schedule::size::param;
use crate::schedule::transform::Above;
use crate::schedule::{Inapplicable, PerfectNest, TimesSize, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName, Spanned};
use polyvet_analysis::loops::LoopMarks;
use polyvet_analysis::loops::fresh;

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "tile",
    aliases: &[],
    summary: "Runs the loops of a perfect nest block by block: tile loops `i_t` outside, point loops inside.",
    params: "[S,] i=SIZE, ..  |  [S,] i=SIZE:SIZE, ..  |  [S,] i=PARAM, ..",
    example: "tile(i=32, j=32)",
    build: Build::Schedule(parse),
};

/// Blocks of iterations of a perfect nest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Only loops above this statement are meant.
    pub stmt: Option<ScriptName>,
    /// Loops, in any order, and how many iterations of each a tile has; further sizes are those of tiles in the
    /// tile.
    pub sizes: Vec<(ScriptName, Vec<Spanned<TimesSize>>)>,
}

impl Tile {
    /// Tiles of the given sizes.
    pub fn new<N: Into<ScriptName>, S: Into<TimesSize>>(sizes: impl IntoIterator<Item = (N, S)>) -> Tile {
        Tile::levels(sizes.into_iter().map(|(name, size)| (name, [size])))
    }

    /// Tiles in tiles: the sizes of each loop, the largest first.
    pub fn levels<N: Into<ScriptName>, S: IntoIterator<Item: Into<TimesSize>>>(
        sizes: impl IntoIterator<Item = (N, S)>,
    ) -> Tile {
        let spanned = |sizes: S| sizes.into_iter().map(|size| Spanned::from(size.into())).collect();
        let sizes = sizes
            .into_iter()
            .map(|(name, sizes)| (name.into(), spanned(sizes)))
            .collect();
        Tile { stmt: None, sizes }
    }

    /// Means the loops above `stmt`.
    pub fn above(mut self, stmt: impl Into<ScriptName>) -> Tile {
        self.stmt = Some(stmt.into());
        self
    }
}

/// The program with its loops tiled like this.
///
/// # Errors
/// Loops that do not form a perfect nest.
pub fn tile_as(scop: &Scop, tiles: &[FusedTiles]) -> Result<Scop, Inapplicable> {
    let mut scop = scop.clone();
    for tiles in tiles {
        // A loop that this level does not cut has one tile in each of those around it: so all tile loops of a level
        // stand outside those of the next.
        let mut sizes: Vec<(&str, i64)> = Vec::new();
        for one in tiles.coordinates.iter().filter(|one| !one.outer) {
            let polyvet_footprint::TileSize::Const(size) = one.size else {
                continue;
            };
            sizes.retain(|(name, _)| *name != one.loop_name);
            sizes.push((&one.loop_name, size));
        }
        scop = Tile::new(sizes).apply(&scop)?.scop;
    }
    Ok(scop)
}

impl Transform for Tile {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        if self.sizes.is_empty() {
            return unchanged(scop);
        }
        for (name, sizes) in &self.sizes {
            sizes.iter().try_for_each(|size| size.positive(name))?;
        }
        let loops: Vec<&ScriptName> = self.sizes.iter().map(|(name, _)| name).collect();
        let Some(mut nest) = PerfectNest::take(scop, &loops, self.stmt.as_ref())? else {
            return unchanged(scop);
        };
        let mut tiles: Vec<LoopMarks> = Vec::new();
        let depth = self.sizes.iter().map(|(_, sizes)| sizes.len()).max().unwrap_or(0);
        for depth in 0..depth {
            for (place, level) in nest.levels.iter().enumerate() {
                let loops = || {
                    self.sizes
                        .iter()
                        .filter(|(name, _)| nest.position(&name.value) == Some(place))
                };
                let Some(size) = loops().find_map(|(_, sizes)| sizes.get(depth)) else {
                    continue;
                };
                let taken: Vec<String> = tiles.iter().map(|tile| tile.name.clone()).collect();
                let times = level.times.clone();
                let (marks, times) = match &size.value {
                    TimesSize::Number(size) => {
                        let own = |mark: &&Mark| **mark == Mark::Predicated;
                        let marks = level.marks.iter().filter(own).cloned().collect();
                        (marks, block_starts(times, *size)?)
                    }
                    TimesSize::Param(name) => {
                        let name = Spanned::new(name.clone(), size.span);
                        (vec![Mark::TileBy(param(scop, &name)?.to_owned())], times)
                    }
                };
                tiles.push(LoopMarks {
                    name: fresh(&format!("{}_t", level.name), scop, &taken)?,
                    marks,
                    times,
                });
            }
        }
        nest.levels.splice(0..0, tiles);
        nest.put(scop)
    }
}

/// `size * floor(t / size)` for the times `t`.
pub(crate) fn block_starts(times: UnionPwAff, size: i64) -> polyvet_poly::Result<UnionPwAff> {
    let size = Val::int_from_si(times.ctx(), size)?;
    times.scale_down_val(size.clone())?.floor()?.scale_val(size)
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = if args.next_is_plain() { Some(args.name()?) } else { None };
    if args.is_done() {
        return Err(match &stmt {
            Some(name) => args.no_size(name),
            None => args.wrong("no loops"),
        });
    }
    let mut sizes = Vec::new();
    while !args.is_done() {
        sizes.push(args.sizes()?);
    }
    Ok(Box::new(Tile { stmt, sizes }))
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile({}{})", Above(&self.stmt), size_list(&self.sizes))
    }
}

/// `i=32, j=32:8`
pub(crate) fn size_list(sizes: &[(ScriptName, Vec<Spanned<TimesSize>>)]) -> String {
    let one = |(name, sizes): &(ScriptName, Vec<Spanned<TimesSize>>)| {
        let sizes: Vec<String> = sizes.iter().map(Spanned::to_string).collect();
        format!("{name}={}", sizes.join(":"))
    };
    sizes.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::interchange::Interchange;
    use crate::schedule::testing::{check_times, matmul, outline, refusal, scop, triangle, two_in_i};
    use polyvet_analysis::tiles::with_sizes;

    #[test]
    fn tiles() {
        let tile = Tile::new([("i", 32), ("j", 8)]);
        let after = tile.apply(&triangle()).unwrap().scop;
        check_times(&after, "[n] -> { S0[i, j] -> [32*floor(i/32), 8*floor(j/8), i, j] }");
        assert_eq!(
            polyvet_analysis::loops::loop_names(&after.schedule).unwrap(),
            ["i_t", "j_t", "i", "j"]
        );
        let listed_otherwise = Tile::new([("j", 8), ("i", 32)]).apply(&triangle()).unwrap().scop;
        assert_eq!(listed_otherwise.schedule.to_string(), after.schedule.to_string());
    }

    #[test]
    fn a_loop_between_stays_a_point_loop() {
        let after = Tile::new([("i", 4), ("k", 4)]).apply(&matmul()).unwrap().scop;
        check_times(
            &after,
            "[n] -> { S0[i, j, k] -> [4*floor(i/4), 4*floor(k/4), i, j, k] }",
        );
    }

    #[test]
    fn above_a_statement_the_number_may_be_left_out() {
        let renamed = scop(
            "{ S0[i, j] : 0 <= i, j < 9 }",
            r#"{ domain: "{ S0[i, j] : 0 <= i, j < 9 }", child: { schedule: "d0_1[{ S0[i, j] -> [(i)] }]",
            child: { schedule: "d1_1[{ S0[i, j] -> [(j)] }]" } } }"#,
        );
        let after = Tile::new([("d0", 2), ("d1", 4)])
            .above("S0")
            .apply(&renamed)
            .unwrap()
            .scop;
        check_times(&after, "{ S0[i, j] -> [2*floor(i/2), 4*floor(j/4), i, j] }");
        assert_eq!(
            polyvet_analysis::loops::loop_names(&after.schedule).unwrap(),
            ["d0_1_t", "d1_1_t", "d0_1", "d1_1"]
        );
        let why = refusal(&renamed, "tile(d0=2)");
        assert_eq!(
            why,
            ("there is no loop `d0` here", "d0", "loops: `d0_1`, `d1_1`").into()
        );
        let why = refusal(&renamed, "tile(S0, d0=2, d0_1=2)");
        assert_eq!(why, ("loop `d0_1` is named twice", "d0_1", "").into());
    }

    #[test]
    fn tiles_all_statements_below() {
        let after = Tile::new([("i", 4)]).above("S0").apply(&two_in_i()).unwrap().scop;
        check_times(
            &after,
            "[n] -> { S0[i, j] -> [4*floor(i/4), i, 0, j]; S1[i, k] -> [4*floor(i/4), i, 1, k] }",
        );
    }

    #[test]
    fn names_stay_unique() {
        let once = Tile::new([("i", 32)]).apply(&triangle()).unwrap().scop;
        let twice = Tile::new([("i", 8)]).apply(&once).unwrap().scop;
        assert_eq!(
            polyvet_analysis::loops::loop_names(&twice.schedule).unwrap(),
            ["i_t", "i_t_1", "i", "j"]
        );
        check_times(&twice, "[n] -> { S0[i, j] -> [32*floor(i/32), 8*floor(i/8), i, j] }");
    }

    #[test]
    fn tiles_in_tiles() {
        let tile = Tile::levels([("i", vec![32, 4]), ("j", vec![8])]);
        let after = tile.apply(&triangle()).unwrap().scop;
        check_times(
            &after,
            "[n] -> { S0[i, j] -> [32*floor(i/32), 8*floor(j/8), 4*floor(i/4), i, j] }",
        );
        let names = polyvet_analysis::loops::loop_names(&after.schedule).unwrap();
        assert_eq!(names, ["i_t", "j_t", "i_t_1", "i", "j"]);
    }

    #[test]
    fn tiles_of_a_size_that_is_a_parameter() {
        let after = Tile::new([("i", "n"), ("j", "n")]).apply(&triangle()).unwrap().scop;
        // What the schedule can say; the marks say the rest.
        check_times(&after, "[n] -> { S0[i, j] -> [i, j, i, j] }");
        assert_eq!(outline(&after), "domain mark:tile by n i_t mark:tile by n j_t i j");
        let sized = |n| with_sizes(after.schedule.clone(), &|_| Some(n)).unwrap();
        let five = Tile::new([("i", 5), ("j", 5)]).apply(&triangle()).unwrap().scop;
        assert_eq!(sized(5).to_string(), five.schedule.to_string());
        let one = Tile::new([("i", 1), ("j", 1)]).apply(&triangle()).unwrap().scop;
        assert_eq!(
            sized(-3).map().unwrap().to_string(),
            one.schedule.map().unwrap().to_string()
        );
        let moved = Interchange::new("i_t", "j_t").apply(&after).unwrap().scop;
        assert_eq!(outline(&moved), "domain mark:tile by n j_t mark:tile by n i_t i j");
        let help = "take this step before `tile`, or give the tiles a number";
        let message = "loop `i_t` is one over tiles whose size is the parameter `n`";
        assert_eq!(refusal(&after, "reverse(i_t)"), (message, "i_t", help).into());
        let message = "loop `j` is inside tiles whose size is the parameter `n`";
        assert_eq!(refusal(&after, "peel(j, 1)"), (message, "j", help).into());
        let why = refusal(&triangle(), "tile(i=m)");
        assert_eq!(why, ("there is no parameter `m` here", "m", "parameters: `n`").into());
    }

    #[test]
    fn tiles_the_times_not_the_indices() {
        let shifted = scop(
            "[n] -> { S0[i] : 0 <= i < n }",
            r#"{ domain: "[n] -> { S0[i] : 0 <= i < n }", child: { schedule: "i[{ S0[i] -> [(-3*i + 1)] }]" } }"#,
        );
        let after = Tile::new([("i", 5)]).apply(&shifted).unwrap().scop;
        check_times(&after, "{ S0[i] -> [5*floor((1 - 3i)/5), 1 - 3i] }");
    }

    #[test]
    fn refuses() {
        let why = refusal(&triangle(), "tile(i=0)");
        assert_eq!(
            why,
            (
                "size 0 of loop `i` is not positive",
                "0",
                "sizes are whole numbers from 1"
            )
                .into()
        );
        let why = refusal(&triangle(), "tile(i = 4, j = -2)");
        assert_eq!(
            why,
            (
                "size -2 of loop `j` is not positive",
                "-2",
                "sizes are whole numbers from 1"
            )
                .into()
        );
        let why = refusal(&triangle(), "tile(i=4, i=2)");
        assert_eq!(why, ("loop `i` is named twice", "i", "").into());
        let why = refusal(&two_in_i(), "tile(i=4, j=2)");
        assert_eq!(
            why,
            (
                "loops `i` and `j` are not perfectly nested: `S1` stands between them",
                "j",
                ""
            )
                .into()
        );
    }
}
