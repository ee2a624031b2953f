//! The choice.

use polyvet_analysis::{Rewrite, Scop};
use polyvet_ir::{Module, OpId};
use polyvet_poly::DimKind;
use polyvet_transforms::{apply_script, parse_script};
use polyvet_verify::legality::Checker;
use polyvet_verify::{Strength, Verdict, check_rewrite};

use crate::candidates::{Search, Sizes, blocks};
use crate::cost::{Costs, Traffic};
use crate::error::{Result, TilerError};
use crate::legal::{self, Band};
use crate::nest::Nest;
use crate::program::Program;

/// Loops whose sizes and order are looked for, at most; the longest.
const ACTIVE_MAX: usize = 5;
/// Orders whose sizes are looked for again near the best.
const REFINED_MAX: usize = 3;
/// How often.
const ROUNDS_MAX: usize = 4;
/// Orders that are looked at with several memories, beside the best for the smallest.
const ORDERS_MAX: usize = 6;
/// Answers of the program that are evaluated exactly.
const FINALISTS_MAX: usize = 6;

/// What is best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// The least traffic in the whole run, where data of one tile stays until the next.
    #[default]
    Traffic,
    /// The most operations for each byte that a tile touches: the least traffic if nothing stays between tiles.
    Intensity,
    /// The least traffic with tiles of nearly one size: the last block of each loop is at least three quarters of the others.
    Balanced,
}

/// What to look for.
#[derive(Clone, Debug)]
pub struct Options {
    /// Names of memories and their bytes, the smallest first.
    pub capacities: Vec<(String, u64)>,
    /// Bytes of a line, to count whole lines.
    pub line: Option<u64>,
    /// What is best.
    pub objective: Objective,
    /// Sizes are multiples of it, or the whole loop.
    pub multiple_of: i64,
    /// Whether a reduction may run in another order.
    pub reassociate: bool,
}

/// Sizes by loop; `None` for loops that are not cut.
pub type LoopSizes = Vec<(String, Option<i64>)>;

/// One way to tile a nest.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Sizes, the nest's loops in program order.
    pub sizes: LoopSizes,
    /// The loops that are cut, in the order in which their tiles run, outermost first.
    pub order: Vec<String>,
    /// Bytes that the largest tile touches.
    pub footprint: u64,
    /// By array, as [`Choice::arrays`].
    pub footprints: Vec<u64>,
    /// What moves in the whole run.
    pub traffic: Traffic,
    /// How many tiles there are, where all loops are independent.
    pub tiles: u64,
    /// The largest tile was looked for at the corners and in the middle only.
    pub sampled: bool,
}

/// The tiles for one memory.
#[derive(Clone, Debug)]
pub struct Level {
    /// The memory.
    pub memory: String,
    /// Its bytes.
    pub capacity: u64,
    /// What was chosen, evaluated exactly.
    pub chosen: Candidate,
    /// What else was looked at, by traffic, what does not fit among it.
    pub candidates: Vec<Candidate>,
}

/// What was chosen for a nest.
#[derive(Debug)]
pub struct Choice {
    /// The loops that can be tiled.
    pub nest: Nest,
    /// Arrays: indices into [`Scop::arrays`].
    pub arrays: Vec<usize>,
    /// What counts of lines take for granted.
    pub assumes: Vec<String>,
    /// Memory by memory, the smallest first.
    pub levels: Vec<Level>,
    /// Each element once: no tiles move less.
    pub compulsory: Traffic,
    /// Arithmetic operations in the whole run.
    pub ops: u64,
    /// Why some loops of the nest are not cut.
    pub held: Option<String>,
    /// The rewrite, as `polyvet transform` takes it; empty if nothing is cut.
    pub script: String,
    /// What the checker says of it.
    pub verdict: Verdict,
}

/// Sizes and order of the tiles of one nest.
///
/// # Errors
/// Why there are none: [`TilerError`].
pub fn choose(
    checker: &Checker<'_>,
    program: Option<(&Module, OpId)>,
    nest: &Nest,
    options: &Options,
) -> Result<Choice> {
    let before = checker.scop();
    fixed(before, nest)?;
    let mut band = legal::band(before, nest, checker.dependences(), options.reassociate)?;
    let mut held = band.held.as_ref().map(ToString::to_string);
    loop {
        match choose_in(checker, program, &band, held.clone(), options) {
            // With the innermost loop whole, tiles are simpler.
            Err(TilerError::Amount { array, reason }) if band.nest.loops.len() > 2 => {
                let mut fewer = band.nest.clone();
                let whole = fewer.loops.pop().unwrap_or_default();
                band = legal::band(before, &fewer, checker.dependences(), options.reassociate)?;
                held = Some(format!(
                    "what tiles of `{whole}` touch of `{array}` is too much to count ({reason})"
                ));
            }
            answer => return answer,
        }
    }
}

/// Sizes and order of the tiles in a band.
fn choose_in(
    checker: &Checker<'_>,
    program: Option<(&Module, OpId)>,
    band: &Band,
    held: Option<String>,
    options: &Options,
) -> Result<Choice> {
    let before = checker.scop();
    let module = program.map(|program| program.0);
    let mut costs = Costs::new(&band.scop, module, &band.nest, options.line, !band.skews.is_empty())?;
    let whole = vec![None; costs.ranges.len()];
    let order: Vec<usize> = (0..costs.ranges.len()).collect();
    let compulsory = costs.exact(&order, &[whole])?.traffic;
    let mut tiler = Tiler {
        costs: &mut costs,
        options,
    };
    let mut refused = Vec::new();
    loop {
        let mut best = tiler.levels(None, &refused)?;
        if options.capacities.len() > 1 {
            // What is best for the smallest memory may not be for all together.
            for order in tiler.orders(&refused).into_iter().take(ORDERS_MAX) {
                if let Ok(other) = tiler.levels(Some(&order), &refused)
                    && other.moved() < best.moved()
                {
                    best = other;
                }
            }
        }
        let Hierarchy {
            levels,
            order,
            sizes: inner,
        } = best;
        let script = script(&band.skews, &band.nest, &order, &inner);
        let verdict = verdict(checker, program, &script)?;
        let proved = match verdict {
            Verdict::Proved(strength) => strength == Strength::Bitwise || options.reassociate,
            _ => false,
        };
        if proved {
            let arrays = tiler.costs.operands.iter().map(|operand| operand.array).collect();
            return Ok(Choice {
                arrays,
                assumes: tiler
                    .costs
                    .operands
                    .iter()
                    .filter_map(|one| one.assumes.clone())
                    .collect(),
                levels,
                compulsory,
                ops: operations(before, &band.nest)?,
                script,
                verdict,
                held,
                nest: band.nest.clone(),
            });
        }
        refused.push(order);
        if refused.len() > FINALISTS_MAX {
            let reason = match verdict {
                Verdict::Unknown(reason) => reason.message,
                Verdict::Refuted(_) => "it is refuted".to_owned(),
                _ => "it is not proved bitwise".to_owned(),
            };
            return Err(TilerError::NotProved { script, reason });
        }
    }
}

/// Refuses a program with sizes that are not known.
fn fixed(scop: &Scop, nest: &Nest) -> Result<()> {
    let context = scop.context.clone().intersect(scop.valid.clone())?;
    let mut symbols = Vec::new();
    for (pos, param) in scop.params.iter().enumerate() {
        // The extent of an array may be anything, if no bound and no subscript depends on it.
        let mut used = false;
        for stmt in nest.stmts.iter().map(|stmt| &scop.stmts[*stmt]) {
            used |= stmt.domain.involves_dims(DimKind::Param, pos, 1)?;
            for access in &stmt.accesses {
                used |= access.relation.involves_dims(DimKind::Param, pos, 1)?;
            }
        }
        if !used {
            continue;
        }
        let value = context.clone().move_dims(DimKind::Set, 0, DimKind::Param, pos, 1)?;
        let value = value.project_out_all_params()?;
        let (low, high) = (value.clone().dim_min_val(0)?, value.dim_max_val(0)?);
        if !(low.is_int()? && low.eq(&high)?) {
            symbols.push(param.name.clone());
        }
    }
    match symbols.is_empty() {
        true => Ok(()),
        false => Err(TilerError::Symbolic(symbols)),
    }
}

fn verdict(checker: &Checker<'_>, program: Option<(&Module, OpId)>, script: &str) -> Result<Verdict> {
    let steps = parse_script(script).map_err(|errors| {
        let messages: Vec<String> = errors.into_iter().map(|error| error.message).collect();
        TilerError::Layout(messages.join("; "))
    })?;
    let rewrite: Rewrite = apply_script(checker.scop(), &steps).map_err(|(_, why)| why)?;
    Ok(match program {
        Some((module, func)) => check_rewrite(module, func, checker, &rewrite)?,
        None => checker.check(&rewrite.scop.schedule)?,
    })
}

/// The rewrite as text: skews, tiles from the outermost level, the tile loops of each level in order.
fn script(skews: &[String], nest: &Nest, order: &[usize], levels: &[Vec<Option<i64>>]) -> String {
    let all = nest.all();
    let mut calls = skews.to_vec();
    for (at, sizes) in levels.iter().enumerate() {
        let cut = |place: &usize| *place >= nest.outer.len() && sizes[*place].is_some();
        let places: Vec<usize> = (0..all.len()).filter(cut).collect();
        if places.is_empty() {
            continue;
        }
        let size = |place: &usize| format!("{}={}", all[*place], sizes[*place].unwrap_or(1));
        calls.push(format!("tile({})", joined(&places, size)));
        // A second level finds the names taken.
        let earlier = |place: usize| levels[..at].iter().filter(|sizes| sizes[place].is_some()).count();
        let name = |place: &usize| match earlier(*place) {
            0 => format!("{}_t", all[*place]),
            earlier => format!("{}_t_{earlier}", all[*place]),
        };
        let ordered: Vec<usize> = order.iter().copied().filter(|place| places.contains(place)).collect();
        if ordered != places {
            calls.push(format!(
                "interchange({} -> {})",
                joined(&places, name),
                joined(&ordered, name)
            ));
        }
    }
    calls.join("; ")
}

fn joined(places: &[usize], text: impl Fn(&usize) -> String) -> String {
    places.iter().map(text).collect::<Vec<_>>().join(", ")
}

fn operations(scop: &Scop, nest: &Nest) -> Result<u64> {
    let mut all = 0u64;
    for stmt in &nest.stmts {
        let domain = scop.stmts[*stmt]
            .domain
            .clone()
            .intersect_params(scop.context.clone())?;
        let instances = polyvet_count::count_at(&domain.project_out_all_params()?, &[], &Default::default())?;
        let instances = num_traits::ToPrimitive::to_u64(&instances).unwrap_or(u64::MAX);
        all = all.saturating_add(instances.saturating_mul(polyvet_footprint::ops(scop, *stmt)));
    }
    Ok(all)
}

/// Traffic by the program, the order of all loops, their sizes.
type Found = (u64, Vec<usize>, Vec<Option<i64>>);
/// Whether it is too large, what the objective says, and what it is about.
type Evaluated = (bool, u64, Candidate, Vec<usize>, Vec<Option<i64>>);

/// Tiles for all memories, in one order.
struct Hierarchy {
    /// The smallest memory first.
    levels: Vec<Level>,
    order: Vec<usize>,
    /// The largest memory first.
    sizes: Vec<Vec<Option<i64>>>,
}

impl Hierarchy {
    /// The bytes that move between all memories.
    fn moved(&self) -> u64 {
        let each = self.levels.iter().map(|level| level.chosen.traffic.total());
        each.fold(0, u64::saturating_add)
    }
}

/// The search in one nest.
struct Tiler<'c, 'a> {
    costs: &'c mut Costs<'a>,
    options: &'c Options,
}

impl Tiler<'_, '_> {
    /// The best tiles for all memories, from the smallest: in the order `given`, or the best one for the smallest memory.
    fn levels(&mut self, given: Option<&[usize]>, refused: &[Vec<usize>]) -> Result<Hierarchy> {
        let mut levels: Vec<Level> = Vec::new();
        let mut sizes: Vec<Vec<Option<i64>>> = Vec::new();
        let mut order = given.map(<[usize]>::to_vec);
        for (memory, capacity) in &self.options.capacities {
            let (level, of_level, around) = self.level(memory, *capacity, sizes.first(), order.as_deref(), refused)?;
            levels.push(level);
            sizes.insert(0, around);
            order = Some(of_level);
        }
        let order = order.unwrap_or_default();
        // With tiles of a larger memory around them, tiles of the smaller one run in another order.
        for (at, level) in levels.iter_mut().enumerate() {
            if at + 1 < sizes.len() {
                level.chosen.traffic = self.costs.exact(&order, &sizes[..sizes.len() - at])?.traffic;
            }
        }
        Ok(Hierarchy { levels, order, sizes })
    }

    /// The longest loops that may be cut.
    fn active(&self) -> Vec<usize> {
        let ranges = &self.costs.ranges;
        let extent = |place: usize| ranges[place].1 - ranges[place].0 + 1;
        let mut active: Vec<usize> = (self.costs.nest.outer.len()..ranges.len())
            .filter(|place| extent(*place) > 1)
            .collect();
        active.sort_by_key(|place| (std::cmp::Reverse(extent(*place)), *place));
        active.truncate(ACTIVE_MAX);
        active.sort_unstable();
        active
    }

    /// The orders of all loops that may differ in costs.
    fn orders(&self, refused: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let (active, outer, count) = (self.active(), self.costs.nest.outer.len(), self.costs.ranges.len());
        let idle = (outer..count).filter(|place| !active.contains(place));
        let (before, after): (Vec<usize>, Vec<usize>) = ((0..outer).collect(), idle.collect());
        let all = permutations(&active).into_iter();
        let mut all: Vec<Vec<usize>> = all.map(|active| [&before[..], &active, &after].concat()).collect();
        all.retain(|order| !refused.contains(order));
        self.costs.distinct(all)
    }

    /// The best tiles that fit `capacity`: multiples of `inner`, if there are any, in the order `given`, if there is one,
    /// and not in an order of `refused`.
    fn level(
        &mut self,
        memory: &str,
        capacity: u64,
        inner: Option<&Vec<Option<i64>>>,
        given: Option<&[usize]>,
        refused: &[Vec<usize>],
    ) -> Result<(Level, Vec<usize>, Vec<Option<i64>>)> {
        let ranges = self.costs.ranges.clone();
        let outer = self.costs.nest.outer.len();
        let active = self.active();
        let search = Search {
            multiple_of: self.options.multiple_of,
            even: self.options.objective == Objective::Balanced,
            count_max: self.costs.sizes_max(active.len()),
        };
        let sizes = |of: &dyn Fn(usize) -> Sizes| -> Vec<Sizes> {
            let one = |place: usize| match () {
                () if place < outer => vec![Some(1)],
                () if active.contains(&place) => of(place),
                () => vec![None],
            };
            (0..ranges.len()).map(one).collect()
        };
        let coarse = match inner {
            Some(inner) => sizes(&|place| search.around(inner[place], ranges[place])),
            None => sizes(&|place| search.coarse(ranges[place])),
        };
        let orders = match given {
            Some(order) => vec![order.to_vec()],
            None => self.orders(refused),
        };
        let mut found: Vec<Found> = Vec::new();
        for order in &orders {
            found.extend(self.solve(order, &coarse, capacity)?);
        }
        if found.is_empty() {
            return Err(self.nothing_fits(&coarse, capacity)?);
        }
        found.sort();
        if inner.is_none() {
            // Again and again near the best, while that helps.
            for (mut traffic, order, mut near) in found.iter().take(REFINED_MAX).cloned().collect::<Vec<_>>() {
                for _ in 0..ROUNDS_MAX {
                    let fine = sizes(&|place| search.fine(near[place], ranges[place]));
                    let Some(better) = self.solve(&order, &fine, capacity)? else {
                        break;
                    };
                    near.clone_from(&better.2);
                    let gain = better.0 < traffic;
                    traffic = traffic.min(better.0);
                    found.push(better);
                    if !gain {
                        break;
                    }
                }
            }
        }
        found.sort();
        let mut exact: Vec<Evaluated> = Vec::new();
        for (_, order, sizes) in found {
            let fits = exact.iter().any(|one| !one.0);
            if exact.len() >= FINALISTS_MAX && (fits || exact.len() >= 4 * FINALISTS_MAX) {
                break;
            }
            let option = self.evaluate(&order, &sizes)?;
            // Where a loop that is not cut stands makes no difference.
            if exact
                .iter()
                .any(|(_, _, known, ..)| (&known.sizes, &known.order) == (&option.sizes, &option.order))
            {
                continue;
            }
            let key = match self.options.objective {
                Objective::Intensity => option.footprint.saturating_mul(option.tiles),
                _ => option.traffic.total(),
            };
            exact.push((option.footprint > capacity, key, option, order, sizes));
        }
        exact.sort_by(|a, b| {
            let key = |one: &Evaluated| (one.0, one.1, one.2.traffic.total(), one.2.tiles);
            (key(a), &a.3, &a.4).cmp(&(key(b), &b.3, &b.4))
        });
        let Some((false, _, chosen, order, sizes)) = exact.first().cloned() else {
            return Err(self.nothing_fits(&coarse, capacity)?);
        };
        let level = Level {
            memory: memory.to_owned(),
            capacity,
            chosen,
            candidates: exact.into_iter().skip(1).map(|one| one.2).collect(),
        };
        Ok((level, order, sizes))
    }

    /// The best sizes in one order, by the program.
    fn solve(&mut self, order: &[usize], candidates: &[Sizes], capacity: u64) -> Result<Option<Found>> {
        let reuse = self.options.objective != Objective::Intensity;
        let count: Vec<Vec<i64>> = (candidates.iter().zip(&self.costs.ranges))
            .map(|(sizes, range)| sizes.iter().map(|size| blocks(*size, *range)).collect())
            .collect();
        let mut tables = Vec::new();
        for operand in 0..self.costs.operands.len() {
            tables.push(self.costs.table(operand, order, candidates, reuse)?);
        }
        let program = Program {
            blocks: &count,
            tables,
            capacity,
            forbidden: &[],
        };
        let Some(choice) = program.best()? else {
            return Ok(None);
        };
        let sizes = (0..candidates.len())
            .map(|place| candidates[place][choice[place]])
            .collect();
        Ok(Some((program.costs(&choice).1, order.to_vec(), sizes)))
    }

    fn evaluate(&self, order: &[usize], sizes: &[Option<i64>]) -> Result<Candidate> {
        let exact = self.costs.exact(order, &[sizes.to_vec()])?;
        let names = self.costs.nest.all();
        let outer = self.costs.nest.outer.len();
        let cut = |place: &&usize| **place >= outer && sizes[**place].is_some();
        let number = |place: usize| blocks(sizes[place], self.costs.ranges[place]) as u64;
        Ok(Candidate {
            sizes: (outer..names.len())
                .map(|place| (names[place].clone(), sizes[place]))
                .collect(),
            order: order.iter().filter(cut).map(|place| names[*place].clone()).collect(),
            footprint: exact.footprints.iter().sum(),
            footprints: exact.footprints,
            traffic: exact.traffic,
            sampled: exact.sampled,
            tiles: (0..names.len()).map(number).fold(1, u64::saturating_mul),
        })
    }

    fn nothing_fits(&mut self, candidates: &[Sizes], capacity: u64) -> Result<TilerError> {
        let sizes: Vec<Option<i64>> = candidates.iter().map(|sizes| sizes[0]).collect();
        let order: Vec<usize> = (0..sizes.len()).collect();
        let smallest = self.evaluate(&order, &sizes)?;
        let size = |(name, size): &(String, Option<i64>)| match size {
            Some(size) => format!("{name}={size}"),
            None => format!("all of {name}"),
        };
        Ok(TilerError::NothingFits {
            capacity,
            tile: smallest.sizes.iter().map(size).collect::<Vec<_>>().join(", "),
            bytes: smallest.footprint,
        })
    }
}

fn permutations(of: &[usize]) -> Vec<Vec<usize>> {
    if of.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, first) in of.iter().enumerate() {
        let rest = [&of[..at], &of[at + 1..]].concat();
        all.extend(
            permutations(&rest)
                .into_iter()
                .map(|rest| [&[*first], rest.as_slice()].concat()),
        );
    }
    all
}
