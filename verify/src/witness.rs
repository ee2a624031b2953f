//! From a set of broken pairs to one concrete counterexample with small numbers.

use crate::call;
use crate::legality::Violation;
use crate::{Replay, Witness, WitnessInstance, WitnessKind};
use polyvet_analysis::dependence::{self, Dependence};
use polyvet_analysis::formula::FormulaAtom;
use polyvet_analysis::ids::StmtId;
use polyvet_analysis::{ParamOrigin, Scop};
use polyvet_interp::{ChosenSize, Sizes};
use polyvet_poly::{DimKind, Map, PolyError, Result, Schedule, Set, Val};
use std::cmp::Ordering;

/// Which parameters a witness should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedWitness {
    /// The smallest sum that is at least this; of several the lexicographically smallest.
    Sum(i64),
    /// One after the other, as near to this as possible: large in all directions at once.
    Near(i64),
}

/// A pair of instances that `violation` breaks, with parameters as `wanted`; `None` if there is none.
///
/// # Errors
/// Budgets.
pub fn of(
    scop: &Scop,
    dependence: &Dependence,
    violation: &Violation,
    schedule: &Schedule,
    wanted: WantedWitness,
) -> Result<Option<Witness>> {
    let pairs = violation.pairs.clone().intersect_params(scop.valid.clone())?;
    // What comes from the user's schedule may have parameters in another order.
    let pairs = pairs.align_params(scop.context.space()?)?;
    let params = pairs.clone().params()?;
    let params = match wanted {
        WantedWitness::Sum(min) => match smallest_params(params.clone(), min)? {
            Some(found) if !call::is_possible(scop, &found) => Some(some_call(scop, &params, min)?.unwrap_or(found)),
            found => found,
        },
        WantedWitness::Near(value) => params_near(scop, params, &|_| value)?,
    };
    let Some(params) = params else {
        return Ok(None);
    };
    let fixed = fix_params(pairs, &params)?;
    let (source, sink) = first_pair(fixed)?;
    let array = &scop.arrays[dependence.array];
    let element = touched(scop, dependence, &params, &source, &sink)?;
    let instance = |end: dependence::DependenceEnd, at: Vec<i64>| {
        let stmt = &scop.stmts[end.stmt];
        let access = &stmt.accesses[end.access];
        let span = if access.span.is_none() { stmt.span } else { access.span };
        WitnessInstance {
            stmt: stmt.name.clone(),
            dims: stmt.dims.clone(),
            at,
            span,
            writes: access.kind.is_write(),
            computes: None,
        }
    };
    let replay = order_replay(scop, dependence, violation.kind, schedule, &params, &source, &sink)?;
    Ok(Some(Witness {
        kind: violation.kind,
        params: scop.params.iter().map(|p| p.label.clone()).zip(params).collect(),
        array: array.name.clone(),
        element,
        source: instance(dependence.source, source),
        sink: instance(dependence.sink, sink),
        workers: { scop.loops.iter() }
            .find(|one| Some(&one.name) == violation.loop_name.as_ref())
            .and_then(|one| one.workers),
        loop_name: violation.loop_name.clone(),
        replay,
        holds_when: None,
    }))
}

/// The values of all parameters with the smallest sum of at least `sum_min`, none negative if that
/// is possible; then the lexicographically smallest.
pub(crate) fn smallest_params(params: Set, sum_min: i64) -> Result<Option<Vec<i64>>> {
    let count = params.dim(DimKind::Param)?;
    if params.is_empty()? {
        return Ok(None);
    }
    let mut points = params.clone().add_dims(DimKind::Set, count + 1)?;
    for at in 0..count {
        points = points.equate(DimKind::Set, at + 1, DimKind::Param, at)?;
    }
    let mut points = points.project_out(DimKind::Param, 0, count)?;
    // Dimension 0 becomes the sum.
    let names: Vec<_> = (0..=count).map(|at| format!("x{at}")).collect();
    let sum = if count == 0 {
        "0".to_owned()
    } else {
        names[1..].join(" + ")
    };
    let space = format!("{{ [{}] : x0 = {sum} }}", names.join(", "));
    let any = points.intersect(Set::parse(params.ctx(), &space)?)?;
    points = any
        .clone()
        .lower_bound_val(DimKind::Set, 0, Val::from_i64(params.ctx(), sum_min)?)?;
    if points.is_empty()? {
        if sum_min > 0 {
            return Ok(None);
        }
        // Only sums below zero: the greatest.
        let sum = any.clone().dim_max_val(0)?;
        let data = any.fix_val(DimKind::Set, 0, sum)?.sample_point()?.to_data()?;
        return Ok(Some(data.coords[1..].to_vec()));
    }
    let mut small = points.clone();
    for at in 1..=count {
        small = small.lower_bound_si(DimKind::Set, at, 0)?;
    }
    let point = if small.is_empty()? {
        points.sample_point()?.to_data()?.coords
    } else {
        lexmin(small)?
    };
    Ok(Some(point[1..].to_vec()))
}

/// Values of parameters that a call has, with at least this sum.
fn some_call(scop: &Scop, params: &Set, sum_min: i64) -> Result<Option<Vec<i64>>> {
    for near in [0, 1, 2, 3, 4, 5, 8, 12, -1, -2] {
        if let Some(found) = params_near(scop, params.clone(), &|_| near)?
            && found.iter().sum::<i64>() >= sum_min
        {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Values of all parameters, each as near to what is `wanted` of it as those before it allow, and not
/// negative unless just that is wanted: bounds of loops first, then extents, which follow from them.
pub(crate) fn params_near(scop: &Scop, params: Set, wanted: &dyn Fn(usize) -> i64) -> Result<Option<Vec<i64>>> {
    let mut order: Vec<usize> = (0..scop.params.len()).collect();
    order.sort_by_key(|at| rank(scop, *at));
    let mut rest = params;
    let mut found = vec![0; order.len()];
    let mut sizes = Sizes::default();
    for at in order {
        if let Some(value) = call::follows(&scop.params[at], &sizes) {
            rest = rest.fix_val(DimKind::Param, at, Val::from_i64(&scop.ctx, value)?)?;
            found[at] = value;
            if rest.is_empty()? {
                return Ok(None);
            }
            continue;
        }
        let wanted = wanted(at);
        // wanted, wanted + 1, wanted - 1, ..
        let near = (0..4 * wanted.abs() + 8).map(|n| if n % 2 == 0 { wanted - n / 2 } else { wanted + n / 2 + 1 });
        let near = near.filter(|value| *value >= 0 || *value == wanted);
        let mut fits = None;
        for value in near {
            let number = Val::from_i64(&scop.ctx, value)?;
            let fixed = rest.clone().fix_val(DimKind::Param, at, number)?;
            if !fixed.is_empty()? {
                fits = Some((value, fixed));
                break;
            }
        }
        // Of an extent that has to be larger than what was looked at, the least one.
        if fits.is_none() && wanted >= 0 {
            fits = least(&rest, at)?
                .map(|(value, number)| {
                    Ok::<_, polyvet_poly::PolyError>((value, rest.clone().fix_val(DimKind::Param, at, number)?))
                })
                .transpose()?;
        }
        let Some((value, fixed)) = fits else {
            return Ok(None);
        };
        found[at] = value;
        rest = fixed;
        if let Some(size) = call::size_of(scop, &scop.params[at]) {
            sizes.set(size, value);
        }
    }
    Ok((!rest.is_empty()?).then_some(found))
}

/// The least value of one parameter, if that is not negative.
fn least(params: &Set, at: usize) -> Result<Option<(i64, Val)>> {
    let count = params.dim(DimKind::Param)?;
    let one = params.clone().project_out(DimKind::Param, at + 1, count - at - 1)?;
    let one = one
        .project_out(DimKind::Param, 0, at)?
        .move_dims(DimKind::Set, 0, DimKind::Param, 0, 1)?;
    let found = one.dim_min_val(0)?;
    if !found.is_int()? {
        return Ok(None);
    }
    let value = found.to_i64()?;
    Ok((value >= 0).then_some((value, found)))
}

/// In which order parameters are chosen: arguments, extents that something is computed from, that, other extents.
fn rank(scop: &Scop, at: usize) -> usize {
    let param = &scop.params[at];
    if param.formula.is_some() {
        return 2;
    }
    let Some(ChosenSize::Extent(arg, dim)) = call::size_of(scop, param) else {
        return usize::from(matches!(param.origin, ParamOrigin::Extent { .. })) * 3;
    };
    let mut used = false;
    for formula in scop.params.iter().filter_map(|param| param.formula.as_ref()) {
        formula.each_leaf(&mut |leaf| used |= *leaf == FormulaAtom::Extent(arg, dim));
    }
    if used { 1 } else { 3 }
}

/// The lexicographically smallest point of a set that is bounded below, one dimension after the
/// other: `isl_set_lexmin` is faster, but isl 0.27 fails on some sets with divisions ("affine
/// expression involves some of the domain dimensions").
fn lexmin(set: Set) -> Result<Vec<i64>> {
    let mut rest = set;
    let mut point = Vec::new();
    for at in 0..rest.dim(DimKind::Set)? {
        let least = rest.clone().dim_min_val(at)?;
        point.push(least.to_i64()?);
        rest = rest.fix_val(DimKind::Set, at, least)?;
    }
    Ok(point)
}

/// `pairs` at one value of the parameters.
pub(crate) fn fix_params(pairs: Map, params: &[i64]) -> Result<Map> {
    let ctx = pairs.ctx().clone();
    let mut fixed = pairs;
    for (at, value) in params.iter().enumerate() {
        fixed = fixed.fix_val(DimKind::Param, at, Val::from_i64(&ctx, *value)?)?;
    }
    Ok(fixed)
}

/// The first pair, by source, then sink.
fn first_pair(pairs: Map) -> Result<(Vec<i64>, Vec<i64>)> {
    let split = pairs.dim(DimKind::In)?;
    let pairs = pairs.project_out_all_params()?.wrap()?;
    let coords = match pairs.is_bounded()? {
        true => lexmin(pairs)?,
        false => pairs.sample_point()?.to_data()?.coords,
    };
    Ok((coords[..split].to_vec(), coords[split..].to_vec()))
}

/// `map` at one point of its domain, and of its range if given.
fn at_point(map: Map, params: &[i64], source: &[i64], sink: Option<&[i64]>) -> Result<Map> {
    let mut map = fix_params(map, params)?;
    let ctx = map.ctx().clone();
    for (kind, values) in [(DimKind::In, Some(source)), (DimKind::Out, sink)] {
        for (at, value) in values.unwrap_or_default().iter().enumerate() {
            map = map.fix_val(kind, at, Val::from_i64(&ctx, *value)?)?;
        }
    }
    map.project_out_all_params()
}

/// The element that both ends of a dependence touch.
fn touched(scop: &Scop, dependence: &Dependence, params: &[i64], source: &[i64], sink: &[i64]) -> Result<Vec<i64>> {
    let elements = |end: dependence::DependenceEnd, at: &[i64]| -> Result<Set> {
        at_point(scop.access(end.stmt, end.access)?, params, at, None)?.range()
    };
    let both = elements(dependence.source, source)?.intersect(elements(dependence.sink, sink)?)?;
    if both.is_empty()? {
        return Err(PolyError::Internal {
            message: "the ends of a dependence touch no common element".to_owned(),
            at: "witness".to_owned(),
        });
    }
    Ok(both.sample_point()?.to_data()?.coords)
}

/// The time of an instance.
pub(crate) fn time(times: &Map, params: &[i64], at: &[i64]) -> Result<Vec<i64>> {
    Ok(at_point(times.clone(), params, at, None)?
        .range()?
        .sample_point()?
        .to_data()?
        .coords)
}

/// Runs both orders on the two instances: the source must come first in the old order, and must not
/// in the new one (or only by chance: a race, or the children of a set, which have no order).
fn order_replay(
    scop: &Scop,
    dependence: &Dependence,
    kind: WitnessKind,
    schedule: &Schedule,
    params: &[i64],
    source: &[i64],
    sink: &[i64],
) -> Result<Replay> {
    let (s, t) = (dependence.source.stmt, dependence.sink.stmt);
    let show = |stmt: StmtId, at: &[i64]| {
        let values = at.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        format!("{}({values})", scop.stmts[stmt].name)
    };
    let order = |schedule: &Schedule| -> Result<Ordering> {
        let times = dependence::times(scop, &schedule.map()?)?;
        Ok(time(&times[s], params, source)?.cmp(&time(&times[t], params, sink)?))
    };
    let describe = |order: Ordering| match order {
        Ordering::Less => format!("{}, then {}", show(s, source), show(t, sink)),
        Ordering::Greater => format!("{}, then {}", show(t, sink), show(s, source)),
        Ordering::Equal => format!("{} and {} at the same time", show(s, source), show(t, sink)),
    };
    let (old, new) = (order(&scop.schedule)?, order(schedule)?);
    let (after, wrong) = match kind {
        WitnessKind::Unordered(_) if new == Ordering::Equal => (describe(new), true),
        WitnessKind::Race(_) | WitnessKind::Unordered(_) => {
            (format!("{} and {} in any order", show(s, source), show(t, sink)), true)
        }
        _ => (describe(new), new != Ordering::Less),
    };
    Ok(Replay {
        confirmed: old == Ordering::Less && wrong,
        before: Some(describe(old)),
        after: Some(after),
        ..Replay::default()
    })
}
