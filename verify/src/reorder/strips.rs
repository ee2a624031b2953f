//! Tiles whose size is a parameter: loops of the second program with a symbolic step ([`polyvet_analysis::LoopStrip`]).
//!
//! Which values such a loop takes is not affine, so the domain of a statement `T` in it has all values between the
//! bounds: more instances than there are. Let `f` map them to instances of the first program. For each such loop `v`, with
//! first value `L` and step `s`, let `p` be the place that is cut into strips, one dimension of `f` less the strips around
//! it. If
//!
//! - `0 <= p - v < s` in the whole domain, and `L <= p` where the loops around it are as they must be,
//! - `L`, `s` and `p` depend only on `f` and on the strips around, and `f` and the strips together tell one instance from
//!   another, and leave out no tuple of integers,
//! - every instance that `f` maps into the first program, with `L <= v` and `0 <= p - v < s`, is in the domain,
//!
//! then for each instance of the first program there is one of `T` with `v = L + s * floor((p - L) / s)` for every strip,
//! and no other one that the loops take. For two instances in one strip loop with the same `L`, `v` and `v'` are equal or `s`
//! or more apart; that is all the order needs: dependences of the first program become pairs of instances of the second,
//! cut to those. There are more pairs than there are in the program, so this can prove an order, not refute it.

use super::{Pairing, Programs, ReorderJudge, Reordered, parts};
use crate::legality::group;
use crate::walk::{LiveDependences, ScheduleWalk};
use polyvet_analysis::dependence;
use polyvet_analysis::ids::{LoopId, StmtId};
use polyvet_analysis::{IteratorType, Scop};
use polyvet_poly::{Aff, DimKind, LocalSpace, Map, MultiAff, PwAff, PwMultiAff, Result, Set, Space, UnionMap};

/// Levels of tiles of one dimension. More are not seen in programs, and each doubles what is tried.
const LEVELS_MAX: usize = 6;

/// A loop with a symbolic step, by the instances of one statement in it.
struct StripLoop {
    number: LoopId,
    /// The dimension of the statement.
    at: usize,
    lower: PwAff,
    step: PwAff,
}

/// As [`Programs::check`], where loops of the second program have symbolic steps.
pub(super) fn check(programs: &Programs<'_>, related: &[Pairing]) -> Result<Option<Reordered>> {
    let (before, after) = (programs.before, programs.after);
    if !each_is_one(programs, related)? {
        return Ok(None);
    }
    let params = parameters(programs)?;
    let mut live = Vec::new();
    for pairs in group(&dependence::memory_based(before)?.list)? {
        let (sources, sinks) = (related.iter(), || related.iter().filter(|one| one.before == pairs.sink));
        for source in sources.filter(|one| one.before == pairs.source) {
            for sink in sinks() {
                let from = source.instances.clone().apply_range(pairs.map.clone())?;
                let mut map = from.apply_range(sink.instances.clone().reverse()?)?;
                for common in common_strips(after, source.after, sink.after, &params)? {
                    map = map.intersect(common)?;
                }
                if !map.is_empty()? {
                    live.push(LiveDependences {
                        source: source.after,
                        sink: sink.after,
                        map,
                        ..pairs.clone()
                    });
                }
            }
        }
    }
    let claims_hold = claims_hold(after, &live)?;
    let mut judge = ReorderJudge::default();
    let mut walk = ScheduleWalk {
        scop: after,
        observer: &mut judge,
    };
    walk.node(&after.schedule.root()?, live)?;
    let Some(strength) = judge.strength() else {
        return Ok(None);
    };
    Ok(Some(Reordered { strength, claims_hold }))
}

/// Whether each instance of either program, as its loops take them, has one partner in the other.
fn each_is_one(programs: &Programs<'_>, related: &[Pairing]) -> Result<bool> {
    let (before, after) = (programs.before, programs.after);
    let valid = |scop: &Scop| scop.domain()?.intersect_params(before.valid.clone());
    let all = parts::union(before, related)?;
    if !valid(after)?.is_subset(&all.clone().domain()?)?
        || !valid(before)?.is_subset(&all.clone().range()?)?
        || !all.is_single_valued()?
    {
        return Ok(false);
    }
    let params = parameters(programs)?;
    let mut others = UnionMap::empty(before.context.space()?)?;
    for pairing in related {
        let strips = strips_of(after, pairing.after, &params)?;
        if strips.is_empty() {
            others = others.add_map(pairing.instances.clone())?;
            continue;
        }
        let shares = |one: &&Pairing| one.before == pairing.before || one.after == pairing.after;
        if related.iter().filter(shares).count() != 1 || !is_tiling(programs, pairing, &strips, &params)? {
            return Ok(false);
        }
    }
    others.is_injective()
}

/// What the module's text asks of one statement.
fn is_tiling(programs: &Programs<'_>, pairing: &Pairing, strips: &[StripLoop], params: &Space) -> Result<bool> {
    let domain = { programs.instances(programs.after, pairing.after)? }.align_params(params.clone())?;
    let image = programs.instances(programs.before, pairing.before)?;
    // By pieces of the domain the same function: that of one of them holds everywhere.
    let mut pieces = PwMultiAff::from_map(pairing.instances.clone())?.pieces()?;
    let Some((_, function)) = pieces.pop() else {
        return Ok(false);
    };
    let function = function.align_params(params.clone())?;
    let graph = Map::from_multi_aff(function.clone())?;
    if !pairing.instances.is_subset(&graph)? {
        return Ok(false);
    }
    let space = domain.space()?;
    let place = |at: usize| PwAff::from_aff(variable(&space, at)?);
    // All that the statement's instances are told by.
    let mut told = Vec::new();
    for strip in strips {
        told.push(variable(&space, strip.at)?);
    }
    let outs = function.dim(DimKind::Out)?;
    for at in 0..outs {
        told.push(function.at(at)?);
    }
    let target = space.clone().params()?.add_unnamed_tuple_ui(told.len())?;
    let (dims, count) = (space.dim(DimKind::Set)?, told.len());
    let told = Map::from_multi_aff(MultiAff::from_aff_list(
        space.clone().map_from_domain_and_range(target.clone())?,
        told,
    )?)?;
    if dims != count || !told.is_injective()? || !Set::universe(target)?.is_subset(&told.range()?)? {
        return Ok(false);
    }
    // Which dimension of the first program each strip cuts.
    let mut cutters = Vec::new();
    let mut inside = image.preimage_multi_aff(function.clone())?;
    for (k, strip) in strips.iter().enumerate() {
        let around = &strips[..k];
        let depends = |value: &PwAff| -> Result<bool> {
            for at in (0..dims).filter(|at| around.iter().all(|one| one.at != *at)) {
                if value.involves_dims(DimKind::In, at, 1)? {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        if depends(&strip.lower)? || depends(&strip.step)? {
            return Ok(false);
        }
        let value = place(strip.at)?;
        let Some((at, cut, fits)) = cut_by(strip, &cutters, &function, &domain)? else {
            return Ok(false);
        };
        cutters.push((at, value.clone()));
        if !inside.is_subset(&cut.ge_set(strip.lower.clone())?)? {
            return Ok(false);
        }
        inside = inside.intersect(fits)?.intersect(value.ge_set(strip.lower.clone())?)?;
    }
    inside.is_subset(&domain)
}

/// The dimension that a strip cuts, the place in it, and where the strip has that place. Strips within strips count from the
/// begin of the outer one, or from where that began.
fn cut_by(
    strip: &StripLoop,
    around: &[(usize, PwAff)],
    function: &MultiAff,
    domain: &Set,
) -> Result<Option<(usize, PwAff, Set)>> {
    let value = PwAff::from_aff(variable(&domain.space()?, strip.at)?)?;
    let zero = value.clone().sub(value.clone())?;
    for at in 0..function.dim(DimKind::Out)? {
        let outer: Vec<&PwAff> = around
            .iter()
            .filter(|(cut, _)| *cut == at)
            .map(|(_, value)| value)
            .collect();
        if outer.len() > LEVELS_MAX {
            return Ok(None);
        }
        for chosen in 0..1_usize << outer.len() {
            let mut cut = PwAff::from_aff(function.at(at)?)?;
            for (_, begin) in outer.iter().enumerate().filter(|(level, _)| chosen >> level & 1 == 1) {
                cut = cut.sub(PwAff::clone(begin))?;
            }
            let rest = cut.clone().sub(value.clone())?;
            let fits = rest
                .clone()
                .ge_set(zero.clone())?
                .intersect(rest.lt_set(strip.step.clone())?)?;
            if domain.is_subset(&fits)? {
                return Ok(Some((at, cut, fits)));
            }
        }
    }
    Ok(None)
}

/// The parameters of both programs: what is put together by its parts needs the same ones everywhere.
fn parameters(programs: &Programs<'_>) -> Result<Space> {
    let first = programs.before.context.space()?;
    first.align_params(programs.after.context.space()?)
}

/// Dimension `at` of a set.
fn variable(space: &Space, at: usize) -> Result<Aff> {
    Aff::var_on_domain(LocalSpace::from_space(space.clone())?, DimKind::Set, at)
}

/// The loops with symbolic steps around a statement, outer ones first.
fn strips_of(scop: &Scop, stmt: StmtId, params: &Space) -> Result<Vec<StripLoop>> {
    let data = &scop.stmts[stmt];
    let space = data.domain.space()?.align_params(params.clone())?;
    let loops = data.loops.iter().enumerate();
    let strips = loops.filter_map(|(at, number)| Some((at, *number, scop.loops[*number].strip.as_ref()?)));
    strips
        .map(|(at, number, strip)| {
            // A function of the loops around, on all that are around the statement.
            let names = (0..at)
                .map(|outer| variable(&space, outer))
                .collect::<Result<Vec<_>>>()?;
            let aligned = |value: &PwAff| value.clone().align_params(params.clone());
            let (lower, step) = (aligned(&strip.lower)?, aligned(&strip.step)?);
            let outer = lower.domain_space()?;
            let on_all = MultiAff::from_aff_list(space.clone().map_from_domain_and_range(outer)?, names)?;
            Ok(StripLoop {
                number,
                at,
                lower: lower.pullback_multi_aff(on_all.clone())?,
                step: step.pullback_multi_aff(on_all)?,
            })
        })
        .collect()
}

/// For each loop with a symbolic step that is around both statements the pairs of instances that can be: the same value,
/// or values a step or more apart, if they count from the same first value by the same step.
fn common_strips(scop: &Scop, source: StmtId, sink: StmtId, params: &Space) -> Result<Vec<Map>> {
    let (first, second) = (strips_of(scop, source, params)?, strips_of(scop, sink, params)?);
    let space = |stmt: StmtId| scop.stmts[stmt].domain.space()?.align_params(params.clone());
    let spaces = [space(source)?, space(sink)?];
    let mut all = Vec::new();
    for x in &first {
        let Some(y) = second.iter().find(|y| y.number == x.number) else {
            continue;
        };
        let value = |side: usize, at: usize| PwAff::from_aff(variable(&spaces[side], at)?);
        let (v, w) = (value(0, x.at)?, value(1, y.at)?);
        let alike = x.lower.clone().eq_map(y.lower.clone())?;
        let alike = alike.intersect(x.step.clone().eq_map(y.step.clone())?)?;
        let other = Map::universe(alike.space()?)?.subtract(alike)?;
        let less = v.clone().add(x.step.clone())?.le_map(w.clone())?;
        let more = v.clone().ge_map(w.clone().add(y.step.clone())?)?;
        all.push(v.eq_map(w)?.union(less)?.union(more)?.union(other)?);
    }
    Ok(all)
}

/// Whether no two iterations of a dimension that a structured operation calls parallel depend on each other, while the
/// loops around the operation stand still.
fn claims_hold(scop: &Scop, live: &[LiveDependences]) -> Result<bool> {
    for (t, stmt) in scop.stmts.iter_enumerated() {
        for (at, number) in stmt.loops.iter().enumerate() {
            let one = &scop.loops[*number];
            if one.induction.is_some() || one.claim != Some(IteratorType::Parallel) {
                continue;
            }
            for pairs in live.iter().filter(|pairs| pairs.source == t && pairs.sink == t) {
                let mut together = pairs.map.clone();
                for (outer, _) in { stmt.loops.iter().enumerate() }.filter(|(_, l)| scop.loops[**l].op != one.op) {
                    together = together.equate(DimKind::In, outer, DimKind::Out, outer)?;
                }
                let same = together.clone().equate(DimKind::In, at, DimKind::Out, at)?;
                if !together.is_subset(&same)? {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}
