//! Tiles as sets of instances.
//!
//! With `v_l(x)` the time of instance `x` in the tiled loop `l`, the tile at the coordinates `t` is
//!
//! ```text
//! tile(t) = { x : for all l: T_l t_l <= v_l(x) < T_l t_l + T_l }    T_l a number; t_l counts tiles
//! tile(t) = { x : for all l: t_l <= v_l(x) < t_l + T_l }            T_l a symbol; t_l is where the tile begins
//! ```
//!
//! as `polyvet transform --transform "tile(..)"` makes them. The second form is Presburger where `T_l t_l` is not. At
//! an inner level a loop has the coordinates of the levels around it too, unless those follow from its own.
//!
//! Loops outside all tiled ones have a coordinate of their own, their value: a tile is run once for each.
//!
//! Statements with the same tiled loops around them are fused: they share tiles. A statement under some of the tiled
//! loops only has tiles of its own.

use polyvet_analysis::ids::StmtId;
use std::collections::HashSet;

use polyvet_analysis::Scop;
use polyvet_analysis::loops::{bands, is_renamed, loop_name, one_loop_per_band, reserved};
use polyvet_poly::{DimKind, Map, Set, UnionMap};

use crate::error::{FootprintError, Result};
use crate::tiling::{TileSize, Tiling, TilingLevel};

/// One coordinate of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// The loop.
    pub loop_name: String,
    /// How many times of the loop a tile has.
    pub size: TileSize,
    /// The level, from 0.
    pub level: usize,
    /// The name that formulas use: `ti`, the number of the tile, or `i0`, where it begins; `t` for an outer loop.
    pub name: String,
    /// The loop is not tiled, but is outside those that are.
    pub outer: bool,
}

impl Coordinate {
    /// The first time of the tile: `32*ti`, `i0`.
    pub fn origin(&self) -> String {
        match &self.size {
            TileSize::Const(1) => self.name.clone(),
            TileSize::Const(size) => format!("{size}*{}", self.name),
            TileSize::Param(_) => self.name.clone(),
        }
    }
}

/// The tiles of some fused statements at one level.
#[derive(Clone, Debug)]
pub struct FusedTiles {
    /// Which level this is, from 0, the outermost.
    pub level: usize,
    /// Statements, in program order; indices into [`Scop::stmts`].
    pub stmts: Vec<StmtId>,
    /// What tells tiles apart, in the order in which tiles run. Names of inputs of all maps here.
    pub coordinates: Vec<Coordinate>,
    /// The parameters for which the formulas hold: the program is defined, something runs in the tiled loops, symbolic
    /// sizes are at least 1.
    pub context: Set,
    /// `{ [t] }`: the tiles that have an instance.
    pub all: Set,
    /// For each of `stmts`: `{ [t] -> S[i] }`, cut to the domain and the context.
    pub instances: Vec<Map>,
    /// `{ [t] -> [v] }`: the times in these loops that lie in a tile, whether anything runs then or not. The loops
    /// are those of `loops`.
    pub grid: Map,
    /// For each of `stmts`: `{ S[i] -> [v] }`, cut to the domain and the context.
    pub times: Vec<Map>,
    /// The tiled loops and those around them, outermost first.
    pub loops: Vec<String>,
    /// `{ [t] -> [o] }`: tiles run in the lexicographic order of `o`. It is that of `t` but where a coordinate of an
    /// outer level is left out of `t`, because it follows from an inner one.
    pub order: Map,
}

/// The tiles of a tiling: for each level, from the outermost, one [`FusedTiles`] for each group of fused statements.
///
/// Statements that are in none of the loops are in no tile.
///
/// # Errors
/// A tiling that does not fit the program; isl's own.
pub fn tiles(scop: &Scop, tiling: &Tiling) -> Result<Vec<FusedTiles>> {
    Tileable::of(scop)?.tiles(tiling)
}

/// A program whose tiles are computed for many sizes: what does not depend on the sizes is found once.
pub struct Tileable<'a> {
    scop: &'a Scop,
    program: ScheduleLoops,
    /// What is known of the parameters.
    known: Set,
}

impl<'a> Tileable<'a> {
    /// Finds the loops of a program.
    ///
    /// # Errors
    /// isl's.
    pub fn of(scop: &'a Scop) -> Result<Tileable<'a>> {
        Ok(Tileable {
            scop,
            program: ScheduleLoops::of(scop)?,
            known: known(scop)?,
        })
    }

    /// As [`tiles`](tiles()).
    ///
    /// # Errors
    /// As there.
    pub fn tiles(&self, tiling: &Tiling) -> Result<Vec<FusedTiles>> {
        tiling.check()?;
        if tiling.levels.is_empty() {
            return Err(FootprintError::Empty);
        }
        let (scop, program) = (self.scop, &self.program);
        let stmts = match &tiling.stmt {
            None => scop.stmts.keys().collect(),
            Some(name) => vec![scop.stmt_named(name).ok_or_else(|| FootprintError::UnknownStatement {
                name: name.clone(),
                known: scop.stmts.iter().map(|stmt| stmt.name.clone()).collect(),
            })?],
        };
        let mut named = Vec::new();
        for level in &tiling.levels {
            named.push(program.find_all(scop, level, tiling.stmt.as_deref(), &stmts)?);
        }
        let whole: TilingLevel = (tiling.whole.iter().cloned())
            .map(|name| (name, TileSize::Const(1)))
            .collect();
        let whole = program.find_all(scop, &whole, tiling.stmt.as_deref(), &stmts)?;
        // Fused statements have the same tiled loops.
        let mut groups: Vec<(Vec<usize>, Vec<StmtId>)> = Vec::new();
        for &stmt in &stmts {
            let tiled = |at: &usize| named.iter().flatten().chain(&whole).any(|(one, _)| one == at);
            let around: Vec<usize> = program.around(stmt).collect();
            let Some(first) = around.iter().position(tiled) else {
                continue;
            };
            let around: Vec<usize> = (around[..first]
                .iter()
                .chain(around[first..].iter().filter(|at| tiled(at))))
            .copied()
            .collect();
            match groups.iter_mut().find(|(loops, _)| *loops == around) {
                Some((_, members)) => members.push(stmt),
                None => groups.push((around, vec![stmt])),
            }
        }
        if groups.is_empty() {
            return Err(FootprintError::NoStatements);
        }
        let mut found = Vec::new();
        for (loops, members) in groups {
            let mut named = named.clone();
            let is_tiled = |at: &usize| named.iter().flatten().chain(&whole).any(|(one, _)| one == at);
            let outer: Vec<usize> = loops.iter().copied().take_while(|at| !is_tiled(at)).collect();
            named[0].extend(outer.iter().map(|at| (*at, TileSize::Const(1))));
            for level in 0..tiling.levels.len() {
                found.extend(self.group(&loops, &members, outer.len(), &named[..=level])?);
            }
        }
        found.sort_by_key(|tiles| tiles.level);
        Ok(found)
    }

    /// The tiles of `stmts` in `loops`.
    fn group(
        &self,
        loops: &[usize],
        stmts: &[StmtId],
        outer: usize,
        named: &[Vec<(usize, TileSize)>],
    ) -> Result<Option<FusedTiles>> {
        let (scop, program) = (self.scop, &self.program);
        let coordinates = coordinates(scop, program, loops, outer, named);
        if coordinates.len() == outer {
            return Ok(None);
        }
        let level = named.len() - 1;
        let mut symbols: Vec<&str> = Vec::new();
        let mut conditions = Vec::new();
        for (t, (place, coordinate)) in coordinates.iter().enumerate() {
            conditions.push(match &coordinate.size {
                TileSize::Const(size) => format!("{size} t{t} <= v{place} < {size} t{t} + {size}"),
                TileSize::Param(name) => {
                    if !symbols.contains(&name.as_str()) {
                        symbols.push(name);
                    }
                    format!("t{t} <= v{place} < t{t} + {name}")
                }
            });
        }
        let list = |letter: &str, count: usize| -> String {
            let all: Vec<String> = (0..count).map(|at| format!("{letter}{at}")).collect();
            all.join(", ")
        };
        let header = symbols.join(", ");
        let grid = format!(
            "[{header}] -> {{ [{}] -> [{}] : {} }}",
            list("t", coordinates.len()),
            list("v", loops.len()),
            conditions.join(" and ")
        );
        let mut grid = Map::parse(&scop.ctx, &grid)?;
        let positive: Vec<String> = symbols.iter().map(|name| format!("{name} >= 1")).collect();
        let mut context = self.known.clone();
        if !positive.is_empty() {
            let sizes = format!("[{header}] -> {{ : {} }}", positive.join(" and "));
            context = context.intersect(Set::parse(&scop.ctx, &sizes)?)?;
        }
        let context = context.coalesce()?;
        for (t, (_, coordinate)) in coordinates.iter().enumerate() {
            grid = grid.set_dim_name(DimKind::In, t, &coordinate.name)?;
        }
        let order = program.order(scop, loops, named, &coordinates)?;
        let mut times = Vec::new();
        for &stmt in stmts {
            let domain = scop.stmts[stmt].domain.clone().intersect_params(context.clone())?;
            times.push(program.time(stmt, loops)?.intersect_domain(domain)?);
        }
        let grid = not_before_zero(grid, &times, &coordinates)?;
        let mut all: Option<Set> = None;
        let mut instances = Vec::new();
        for time in &times {
            let tile = grid.clone().apply_range(time.clone().reverse()?)?.coalesce()?;
            let here = tile.clone().domain()?;
            all = Some(match all {
                None => here,
                Some(before) => before.union(here)?,
            });
            instances.push(tile);
        }
        let all = all.ok_or(FootprintError::NoStatements)?.coalesce()?;
        // Where nothing runs all is 0; to know that something runs makes formulas shorter.
        let context = simple(context, all.clone().params()?)?;
        Ok(Some(FusedTiles {
            level,
            stmts: stmts.to_vec(),
            coordinates: coordinates.into_iter().map(|(_, coordinate)| coordinate).collect(),
            context,
            all,
            instances,
            grid,
            times,
            loops: loops.iter().map(|at| program.0[*at].name.clone()).collect(),
            order,
        }))
    }
}

impl FusedTiles {
    /// All instances of a program as one tile, which has no coordinates.
    ///
    /// # Errors
    /// isl's; a program without statements.
    pub fn whole(scop: &Scop) -> Result<FusedTiles> {
        let point = Map::parse(&scop.ctx, "{ [] -> [] }")?;
        let context = known(scop)?;
        let (mut times, mut instances) = (Vec::new(), Vec::new());
        let mut all = Set::empty(point.space()?.domain()?)?;
        for stmt in &scop.stmts {
            let domain = stmt.domain.clone().intersect_params(context.clone())?;
            let time = Map::from_domain_and_range(domain, point.clone().range()?)?;
            all = all.union(time.clone().range()?)?;
            instances.push(time.clone().reverse()?);
            times.push(time);
        }
        if scop.stmts.is_empty() {
            return Err(FootprintError::NoStatements);
        }
        let all = all.coalesce()?;
        Ok(FusedTiles {
            level: 0,
            stmts: scop.stmts.keys().collect(),
            coordinates: Vec::new(),
            context: simple(context, all.clone().params()?)?,
            all,
            instances,
            grid: point.clone(),
            times,
            loops: Vec::new(),
            order: point,
        })
    }
}

/// A loop of the schedule.
struct ScheduleLoop {
    name: String,
    /// For each statement below it: `{ S[i] -> [v] }`.
    times: Vec<(StmtId, Map)>,
}

/// The loops of a program, outer before inner.
struct ScheduleLoops(Vec<ScheduleLoop>);

impl ScheduleLoops {
    fn of(scop: &Scop) -> Result<ScheduleLoops> {
        let schedule = one_loop_per_band(scop.schedule.clone(), &reserved(scop))?;
        let mut found = Vec::new();
        for node in bands(&schedule)? {
            let Some(name) = loop_name(&node)? else { continue };
            let below = UnionMap::from_union_pw_aff(node.band_get_partial_schedule()?.at(0)?)?;
            let mut times = Vec::new();
            for map in below.intersect_domain(node.domain()?)?.maps()? {
                let stmt = map.tuple_name(DimKind::In)?.and_then(|name| scop.stmt_named(&name));
                times.extend(stmt.map(|stmt| (stmt, map)));
            }
            times.sort_by_key(|(stmt, _)| *stmt);
            found.push(ScheduleLoop { name, times });
        }
        Ok(ScheduleLoops(found))
    }

    /// The loops above a statement, outermost first.
    fn around(&self, stmt: StmtId) -> impl Iterator<Item = usize> {
        let has = move |one: &ScheduleLoop| one.times.iter().any(|(below, _)| *below == stmt);
        self.0
            .iter()
            .enumerate()
            .filter(move |(_, one)| has(one))
            .map(|(at, _)| at)
    }

    /// The loops that a level names, with their sizes; a name may stand for loops in several places.
    fn find_all(
        &self,
        scop: &Scop,
        level: &TilingLevel,
        above: Option<&str>,
        stmts: &[StmtId],
    ) -> Result<Vec<(usize, TileSize)>> {
        let mut found = Vec::new();
        for (name, size) in level {
            let mut candidates: Vec<usize> = stmts.iter().flat_map(|stmt| self.around(*stmt)).collect();
            candidates.sort_unstable();
            candidates.dedup();
            let mut same: Vec<usize> = candidates.clone();
            same.retain(|at| self.0[*at].name == *name);
            if same.is_empty() && above.is_some() {
                // `d0` of a structured op may be the loop `d0_1`: dimensions are named anew in each.
                same = candidates;
                same.retain(|at| is_renamed(&self.0[*at].name, name));
                same.truncate(usize::from(same.len() == 1));
            }
            let idle = scop.loops.iter().any(|one| one.name == *name);
            if same.is_empty() && !idle {
                let mut known: Vec<String> = scop.loops.iter().map(|one| one.name.clone()).collect();
                known.extend(self.0.iter().map(|one| one.name.clone()));
                let mut seen = HashSet::new();
                known.retain(|name| seen.insert(name.clone()));
                return Err(FootprintError::UnknownLoop {
                    name: name.clone(),
                    above: above.map(str::to_owned),
                    known,
                });
            }
            found.extend(same.into_iter().map(|at| (at, size.clone())));
        }
        Ok(found)
    }

    /// `{ [t] -> [o] }`: level by level, outer loops first.
    fn order(
        &self,
        scop: &Scop,
        loops: &[usize],
        named: &[Vec<(usize, TileSize)>],
        coordinates: &[(usize, Coordinate)],
    ) -> Result<Map> {
        let mut order = Vec::new();
        for (level, sizes) in named.iter().enumerate() {
            for (place, at) in loops.iter().enumerate() {
                let Some((_, size)) = sizes.iter().find(|(one, _)| one == at) else {
                    continue;
                };
                let own = |other: &(usize, Coordinate)| other.0 == place && other.1.level >= level;
                let Some(t) = coordinates.iter().position(own) else {
                    continue;
                };
                order.push(match (&coordinates[t].1.size, size) {
                    (TileSize::Const(inner), TileSize::Const(outer)) if coordinates[t].1.level > level => {
                        format!("floor({inner} t{t} / {outer})")
                    }
                    _ => format!("t{t}"),
                });
            }
        }
        let inputs: Vec<String> = (0..coordinates.len()).map(|t| format!("t{t}")).collect();
        let map = format!("{{ [{}] -> [{}] }}", inputs.join(", "), order.join(", "));
        Ok(Map::parse(&scop.ctx, &map)?)
    }

    /// `{ S[i] -> [v] }`: when an instance runs in each of `loops`.
    fn time(&self, stmt: StmtId, loops: &[usize]) -> Result<Map> {
        let mut all: Option<Map> = None;
        for at in loops {
            let times = &self.0[*at].times;
            let (_, one) = times
                .iter()
                .find(|(below, _)| *below == stmt)
                .ok_or(FootprintError::NoStatements)?;
            all = Some(match all {
                None => one.clone(),
                Some(before) => before.flat_range_product(one.clone())?,
            });
        }
        all.ok_or(FootprintError::NoStatements)
    }
}

/// What is known of the parameters: that the program is defined, as far as that is simple.
fn known(scop: &Scop) -> Result<Set> {
    simple(scop.context.clone(), scop.valid.clone())
}

/// `context`, and `more` too if that together is one conjunction without divisions: to know more in a complicated way
/// makes formulas longer, not shorter.
fn simple(context: Set, more: Set) -> Result<Set> {
    let both = context.clone().intersect(more)?.coalesce()?.remove_redundancies()?;
    let is_simple = both.n_basic_set()? == 1 && !both.involves_locals()?;
    Ok(if is_simple { both } else { context })
}

/// Tiles of symbolic size that begin at multiples of their size begin at 0 or later, if the loop does.
fn not_before_zero(grid: Map, times: &[Map], coordinates: &[(usize, Coordinate)]) -> Result<Map> {
    let mut grid = grid;
    for (t, (place, coordinate)) in coordinates.iter().enumerate() {
        if matches!(coordinate.size, TileSize::Const(_)) {
            continue;
        }
        let mut later = true;
        for time in times {
            let values = only(time.clone(), *place)?.range()?;
            later &= values.is_subset(&Set::parse(values.ctx(), "{ [v] : v >= 0 }")?)?;
        }
        if later {
            grid = grid.lower_bound_si(DimKind::In, t, 0)?;
        }
    }
    Ok(grid)
}

/// One output of a map.
pub(crate) fn only(map: Map, place: usize) -> Result<Map> {
    let rank = map.dim(DimKind::Out)?;
    let before = map.project_out(DimKind::Out, place + 1, rank - place - 1)?;
    Ok(before.project_out(DimKind::Out, 0, place)?)
}

/// The coordinates of tiles at the last of `levels`, in the order in which tiles run: level by level, outer loops
/// first. With each the place of its loop in `loops`.
fn coordinates(
    scop: &Scop,
    program: &ScheduleLoops,
    loops: &[usize],
    outer: usize,
    levels: &[Vec<(usize, TileSize)>],
) -> Vec<(usize, Coordinate)> {
    let mut taken: HashSet<String> = scop.params.iter().map(|param| param.name.clone()).collect();
    for (_, size) in levels.iter().flatten() {
        if let TileSize::Param(name) = size {
            taken.insert(name.clone());
        }
    }
    let mut found: Vec<(usize, Coordinate)> = Vec::new();
    for (level, sizes) in levels.iter().enumerate() {
        for (place, at) in loops.iter().enumerate() {
            let Some((_, size)) = sizes.iter().find(|(one, _)| one == at) else {
                continue;
            };
            // A tile that never reaches over the end of the one around it says by itself which that is.
            found.retain(|(other, around)| *other != place || !divides(size, &around.size));
            let name = &program.0[*at].name;
            let level_name = if levels.len() > 1 {
                format!("{}", level + 1)
            } else {
                String::new()
            };
            let wish = match size {
                TileSize::Const(_) if place < outer => name.clone(),
                TileSize::Const(_) => format!("t{name}{level_name}"),
                TileSize::Param(_) if level > 0 => format!("{name}_{level}"),
                TileSize::Param(_) if name.ends_with(|c: char| c.is_ascii_digit()) => format!("{name}_0"),
                TileSize::Param(_) => format!("{name}0"),
            };
            let mut name_of = wish;
            while !taken.insert(name_of.clone()) {
                name_of.push('_');
            }
            found.push((
                place,
                Coordinate {
                    loop_name: name.clone(),
                    size: size.clone(),
                    level,
                    name: name_of,
                    outer: place < outer,
                },
            ));
        }
    }
    found
}

fn divides(inner: &TileSize, outer: &TileSize) -> bool {
    matches!((inner, outer), (TileSize::Const(inner), TileSize::Const(outer)) if outer % inner == 0)
}
