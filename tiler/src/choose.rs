//! The choice.

use polyvet_analysis::ids::ArrayId;
use polyvet_analysis::{Rewrite, Scop};
use polyvet_ir::{Module, OpId};
use polyvet_poly::DimKind;
use polyvet_rewrites::{apply_script, parse_script};
use polyvet_verify::legality::Checker;
use polyvet_verify::{Strength, Verdict, check_rewrite};

use crate::bound;
use crate::chain::{self, Chain};
use crate::cost::{Costs, Traffic};
use crate::error::{Result, TilerError};
use crate::legal::{self, TilableBand};
use crate::nest::TiledNest;
use crate::search::{Finder, Hierarchy};

/// Orders that the checker may refuse.
const REFUSED_MAX: usize = 6;

/// What is best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// The least traffic in the whole run, where data of one tile stays until the next.
    #[default]
    Traffic,
    /// The most operations for each byte that a tile touches: the least traffic if nothing stays between tiles.
    Intensity,
    /// The least traffic with tiles of nearly one size: the last block of each loop is at least three quarters of the
    /// others.
    Balanced,
}

/// What to look for.
#[derive(Clone, Debug)]
pub struct TilerOptions {
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
    /// By array, as [`TilingChoice::arrays`].
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
pub struct MemoryLevel {
    /// The memory.
    pub memory: String,
    /// Its bytes.
    pub capacity: u64,
    /// What was chosen, evaluated exactly.
    pub chosen: Candidate,
    /// What else was looked at, by traffic, what does not fit among it.
    pub candidates: Vec<Candidate>,
    /// Bytes that any order of the instances moves at least.
    pub least: u64,
}

/// What was chosen for a nest.
#[derive(Debug)]
pub struct TilingChoice {
    /// The loops that can be tiled.
    pub nest: TiledNest,
    /// Arrays: indices into [`Scop::arrays`].
    pub arrays: Vec<ArrayId>,
    /// What counts of lines take for granted.
    pub assumes: Vec<String>,
    /// Memory by memory, the smallest first.
    pub levels: Vec<MemoryLevel>,
    /// Each element once: no tiles move less.
    pub compulsory: Traffic,
    /// Arithmetic operations in the whole run.
    pub ops: u64,
    /// Why some loops of the nest are not cut.
    pub held: Option<String>,
    /// They are not cut for the order of a reduction only: what moves if that does not matter.
    pub reassociated: Option<u64>,
    /// The rewrite, as `polyvet transform` takes it; empty if nothing is cut.
    pub script: String,
    /// What the checker says about it.
    pub verdict: Verdict,
}

impl TilingChoice {
    /// The bytes that move between all memories.
    pub fn moved(&self) -> u64 {
        let each = self.levels.iter().map(|level| level.chosen.traffic.total());
        each.fold(0, u64::saturating_add)
    }
}

/// What was chosen for the nests of a chain.
#[derive(Debug)]
pub struct ChainChoice {
    /// For the fused nest if that moves less, else for each nest.
    pub choices: Vec<Result<TilingChoice>>,
    /// It is the fused nest.
    pub is_fused: bool,
    /// What moves one by one, in bytes.
    pub apart: u64,
    /// What moves fused, in bytes; the error says why that is not known. `None` if it was not looked at.
    pub fused: Option<Result<u64>>,
}

/// Sizes and order of the tiles of a chain: of its `nests` one by one, or fused, whichever moves less.
pub fn choose_chain(
    checker: &Checker<'_>,
    program: Option<(&Module, OpId)>,
    nests: &[&TiledNest],
    chain: Option<&Chain>,
    options: &TilerOptions,
) -> ChainChoice {
    let each = nests.iter().map(|nest| choose(checker, program, nest, options));
    let choices: Vec<Result<TilingChoice>> = each.collect();
    let apart = choices.iter().flatten().map(TilingChoice::moved).sum();
    let mut found = ChainChoice {
        choices,
        is_fused: false,
        apart,
        fused: None,
    };
    // Where sizes are not known or memories too small, fused nests fare no better.
    if let Some(chain) = chain.filter(|_| found.choices.iter().any(Result::is_ok)) {
        found.fused = Some(match choose_fused(checker, program, chain, options) {
            Ok(fused) => {
                let moved = fused.moved();
                if moved < apart {
                    found.choices = vec![Ok(fused)];
                    found.is_fused = true;
                }
                Ok(moved)
            }
            Err(error) => Err(error),
        });
    }
    found
}

/// Sizes and order of the tiles of one nest.
///
/// # Errors
/// Why there are none: [`TilerError`].
pub fn choose(
    checker: &Checker<'_>,
    program: Option<(&Module, OpId)>,
    nest: &TiledNest,
    options: &TilerOptions,
) -> Result<TilingChoice> {
    choose_after(checker, program, checker.scop(), &[], nest, options)
}

/// Sizes and order of the tiles of a chain, its nests fused.
///
/// # Errors
/// Why there are none: [`TilerError`].
fn choose_fused(
    checker: &Checker<'_>,
    program: Option<(&Module, OpId)>,
    chain: &Chain,
    options: &TilerOptions,
) -> Result<TilingChoice> {
    let fused = chain::fused(checker.scop(), &chain.calls)?.ok_or(TilerError::NoNest)?;
    let mut nest = chain.nest.clone();
    loop {
        let answer = choose_after(checker, program, &fused, &chain.calls, &nest, options);
        match answer {
            // Fewer loops may be legal to tile together.
            Err(TilerError::NoLegalTiling { .. }) if nest.loops.len() > 1 => nest.loops.truncate(nest.loops.len() - 1),
            answer => return answer,
        }
    }
}

/// Sizes and order of the tiles of a nest of `before`, which is the program after `calls`.
fn choose_after(
    checker: &Checker<'_>,
    program: Option<(&Module, OpId)>,
    before: &Scop,
    calls: &[String],
    nest: &TiledNest,
    options: &TilerOptions,
) -> Result<TilingChoice> {
    fixed(before, nest)?;
    let mut band = legal::band(before, calls, nest, checker.dependences(), options.reassociate)?;
    let mut held = band.held.as_ref().map(ToString::to_string);
    let reduction = band.held.as_ref().is_some_and(|held| held.reduction);
    loop {
        match choose_in(checker, program, &band, held.clone(), options) {
            Ok(mut choice) if reduction && !options.reassociate => {
                let any_order = TilerOptions {
                    reassociate: true,
                    ..options.clone()
                };
                let other = choose_after(checker, program, before, calls, nest, &any_order);
                choice.reassociated = other.ok().map(|other| other.moved());
                return Ok(choice);
            }
            // With the innermost loop whole, tiles are simpler.
            Err(TilerError::Amount { array, reason }) if band.nest.loops.len() > 2 => {
                let mut fewer = band.nest.clone();
                let whole = fewer.loops.pop().unwrap_or_default();
                band = legal::band(before, calls, &fewer, checker.dependences(), options.reassociate)?;
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
    band: &TilableBand,
    held: Option<String>,
    options: &TilerOptions,
) -> Result<TilingChoice> {
    let before = checker.scop();
    let module = program.map(|program| program.0);
    let mut costs = Costs::new(&band.scop, module, &band.nest, options.line, band.skewed)?;
    let whole = vec![None; costs.ranges.len()];
    let order: Vec<usize> = (0..costs.ranges.len()).collect();
    let compulsory = costs.exact(&order, &[whole])?.traffic;
    let mut finder = Finder::new(&mut costs, options);
    let mut refused = Vec::new();
    loop {
        let Hierarchy { levels, order, sizes } = finder.best(&refused)?;
        let inner: Vec<Vec<Option<i64>>> = sizes.into_iter().rev().collect();
        let script = script(&band.calls, &band.nest, &order, &inner);
        let verdict = verdict(checker, program, &script)?;
        let proved = match &verdict {
            Verdict::Proved(proof) => proof.strength == Strength::Bitwise || options.reassociate,
            _ => false,
        };
        if proved {
            let mut levels = levels;
            for level in &mut levels {
                let loads = bound::loads(&band.scop, &band.nest, level.capacity)?;
                level.least = compulsory.total().max(loads.saturating_add(compulsory.write));
                let moved = level.chosen.traffic.total();
                debug_assert!(
                    level.least <= moved,
                    "{} is less than any order moves, {}",
                    moved,
                    level.least
                );
            }
            let arrays = finder.operands().iter().map(|operand| operand.array).collect();
            return Ok(TilingChoice {
                arrays,
                assumes: finder.operands().iter().filter_map(|one| one.assumes.clone()).collect(),
                levels,
                compulsory,
                ops: operations(before, &band.nest)?,
                script,
                verdict,
                held,
                reassociated: None,
                nest: band.nest.clone(),
            });
        }
        refused.push(order);
        if refused.len() > REFUSED_MAX {
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
fn fixed(scop: &Scop, nest: &TiledNest) -> Result<()> {
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

/// The rewrite as text: what comes first, tiles from the outermost level, the tile loops of each level in order.
fn script(first: &[String], nest: &TiledNest, order: &[usize], levels: &[Vec<Option<i64>>]) -> String {
    let all = nest.all();
    let mut calls = first.to_vec();
    for (at, sizes) in levels.iter().enumerate() {
        // A tile as large as the one around it is no tile of its own.
        let is_cut = |at: usize, place: usize| {
            levels[at][place].is_some() && (at == 0 || levels[at - 1][place] != levels[at][place])
        };
        let cut = |place: &usize| *place >= nest.outer.len() && is_cut(at, *place);
        let places: Vec<usize> = (0..all.len()).filter(cut).collect();
        if places.is_empty() {
            continue;
        }
        let size = |place: &usize| format!("{}={}", all[*place], sizes[*place].unwrap_or(1));
        calls.push(format!("tile({})", joined(&places, size)));
        // A second level finds the names taken.
        let earlier = |place: usize| (0..at).filter(|level| is_cut(*level, place)).count();
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

fn operations(scop: &Scop, nest: &TiledNest) -> Result<u64> {
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
