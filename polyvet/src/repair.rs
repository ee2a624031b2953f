//! What to change in a script that is refused: which step is to blame, which distances it turns around, and the
//! smallest change of the script that is proved.
//!
//! A change has unknown whole numbers: factors of skews, offsets of shifts. Each distance `d` of a dependence over the
//! loops of the step asks for one inequality, which is linear in them:
//!
//! - `tile`, `interchange`, `permute`, `wavefront`: after `skew(j, i, f_ij)` every loop has
//!   `d_j + sum f_ij * d_i >= 0`;
//! - `fuse` with offset `c`: `d + c >= 0` for what the second loop needs of the first, `c < d` the other way round;
//! - `parallelize` with shifts `c_S`: `d + c_T - c_S = 0`.
//!
//! Iterations of a reduction over a tensor may run at the same time once they have accumulators of their own:
//! `split_reduction` first.
//!
//! There are infinitely many distances, so those that the last solution gets wrong are added one by one: the solver
//! finds the least numbers for the distances so far, isl a distance that they get wrong. What is found is a proposal
//! only: the changed script is parsed, applied and checked like any other, and told only if it is proved.

use crate::given::Given;
use crate::structured;
use polyvet_analysis::Scop;
use polyvet_analysis::ids::StmtId;
use polyvet_analysis::loops::loop_names;
use polyvet_ir::{Module, OpId};
use polyvet_poly::{Aff, DimKind, Id, LocalSpace, Map, PwAff, Set, Val};
use polyvet_report::RepairResult;
use polyvet_rewrites::ScriptStep;
use polyvet_rewrites::schedule::distance::LoopTimes;
use polyvet_rewrites::schedule::fuse::Fuse;
use polyvet_rewrites::schedule::interchange::Interchange;
use polyvet_rewrites::schedule::parallelize::Parallelize;
use polyvet_rewrites::schedule::permute::Permute;
use polyvet_rewrites::schedule::reverse::Reverse;
use polyvet_rewrites::schedule::tile::Tile;
use polyvet_rewrites::schedule::wavefront::Wavefront;
use polyvet_rewrites::schedule::{Inapplicable, ParameterOffset, unnamed};
use polyvet_rewrites::{ScriptName, apply_script, parse_script};
use polyvet_verify::legality::{Checker, Violation};
use polyvet_verify::{Strength, Verdict};

use good_lp::{Expression, ProblemVariables, Solution, SolverModel, Variable, constraint, microlp, variable};

/// Greatest factor and offset that is proposed.
const MOST: i32 = 16;
/// Distances that are tried before giving up.
const ROUNDS: usize = 40;

/// A repair was not looked for to the end, because of isl or a change that has no place; it is then not told.
struct RepairStop;

impl From<Inapplicable> for RepairStop {
    fn from(_: Inapplicable) -> RepairStop {
        RepairStop
    }
}

impl From<polyvet_poly::PolyError> for RepairStop {
    fn from(_: polyvet_poly::PolyError) -> RepairStop {
        RepairStop
    }
}

type Attempt<T> = Result<T, RepairStop>;

/// What is reported of a refused script, as far as something is known.
pub fn advise<'a>(checker: &'a Checker<'a>, steps: &[ScriptStep], text: &str) -> Option<RepairResult> {
    let scop = checker.scop();
    let found = scop
        .ctx
        .within(checker.budget(), None, || Ok(Advice::of(checker, steps, text)));
    match found {
        Ok(Ok(advice)) => advice,
        Ok(Err(RepairStop)) | Err(_) => None,
    }
}

/// Numbers of accumulators that are proposed.
const ACCUMULATORS: [i64; 4] = [4, 8, 2, 16];

/// The script with several accumulators for the reduction whose iterations its first step wants to run at the same
/// time, and the step over these; [`None`] unless it is proved.
pub fn with_accumulators(
    (module, func): (&Module, OpId),
    scop: &Scop,
    steps: &[ScriptStep],
    text: &str,
    args: &Given,
) -> Option<(String, Strength)> {
    let (first, rest) = steps.split_first()?;
    let parallel = unnamed(first.transform()?).downcast_ref::<Parallelize>()?;
    let at = scop.loops.position(|one| one.name == parallel.name.value)?;
    let stmt = scop
        .stmts
        .iter()
        .find(|stmt| stmt.loops.contains(&at) && parallel.stmt.as_ref().is_none_or(|name| name.value == stmt.name))?;
    let dim = &stmt.dims[stmt.loops.iter().position(|one| *one == at)?];
    for size in ACCUMULATORS {
        let split = format!("split_reduction({}, {dim}={size})", stmt.name);
        let rank = stmt.loops.len() + 1;
        // The accumulators are its last loop.
        let loops = structured::new_loops((module, func), &split, rank, args);
        for name in loops.iter().flatten().rev().take(1) {
            let steps = [split.clone(), format!("parallelize({name})")].into_iter();
            let rest = rest.iter().map(|step| step.span.of(text).to_owned());
            let script = steps.chain(rest).collect::<Vec<_>>().join("; ");
            if let Some(strength) = structured::proved(module, func, &script, args) {
                return Some((script, strength));
            }
        }
    }
    None
}

struct Advice<'a> {
    checker: &'a Checker<'a>,
    /// The calls as written.
    calls: Vec<String>,
    /// Which one is to blame.
    culprit: usize,
    /// The model before it.
    before: Scop,
}

impl<'a> Advice<'a> {
    fn of(checker: &'a Checker<'a>, steps: &[ScriptStep], text: &str) -> Attempt<Option<RepairResult>> {
        let scop = checker.scop();
        let mut blamed = None;
        for count in 1..=steps.len() {
            let after = apply_script(scop, &steps[..count]).map_err(|(_, why)| why)?;
            if let Some(violation) = checker.findings(&after.scop.schedule)?.violation {
                blamed = Some((count - 1, violation));
                break;
            }
        }
        let Some((culprit, violation)) = blamed else {
            return Ok(None);
        };
        let before = apply_script(scop, &steps[..culprit]).map_err(|(_, why)| why)?.scop;
        let words = |step: &ScriptStep| step.span.of(text).split_whitespace().collect::<Vec<_>>().join(" ");
        let advice = Advice {
            checker,
            calls: steps.iter().map(words).collect(),
            culprit,
            before,
        };
        let step = &steps[culprit];
        let distance = advice.distance(step, &violation)?;
        // The blame is known all the same.
        let script = advice.repair(step).unwrap_or_default();
        let dependence = &checker.dependences().list[violation.dependence];
        Ok(Some(RepairResult {
            step: culprit + 1,
            call: advice.calls[culprit].clone(),
            dependence: dependence.kind.name(),
            array: scop.arrays[dependence.array].name.clone(),
            loops: distance.as_ref().map_or(Vec::new(), |(loops, _)| loops.clone()),
            distance: distance.map_or(Vec::new(), |(_, distance)| distance),
            strength: script.as_ref().map(|(_, strength)| strength.name()),
            script: script.map(|(script, _)| script),
        }))
    }

    /// A distance that the step turns around, over the loops that it names.
    fn distance(&self, step: &ScriptStep, violation: &Violation) -> Attempt<Option<(Vec<String>, Vec<i64>)>> {
        let Some(times) = self.times(step)? else {
            return Ok(None);
        };
        let Some(distances) = times.distances(&violation.pairs)? else {
            return Ok(None);
        };
        let distances = distances.intersect_params(self.before.valid.clone())?;
        let point = distances.sample_data()?;
        Ok(point.map(|point| (times.names, point.coords)))
    }

    /// The loops of a step that something is known of.
    fn times(&self, step: &ScriptStep) -> Attempt<Option<LoopTimes>> {
        let of = |loops: &[&ScriptName], stmt: Option<&ScriptName>| LoopTimes::of(&self.before, loops, stmt);
        let Some(what) = step.transform().map(unnamed) else {
            return Ok(None);
        };
        if let Some(fuse) = what.downcast_ref::<Fuse>() {
            let (Some(first), Some(second)) = (of(&[&fuse.first], None)?, of(&[&fuse.second], None)?) else {
                return Ok(None);
            };
            return Ok(Some(first.beside(second)?));
        }
        Ok(match nest_of(step) {
            Some((loops, stmt)) if !loops.is_empty() => of(&loops, stmt)?,
            _ => None,
        })
    }

    /// The smallest change that is proved.
    fn repair(&self, step: &ScriptStep) -> Attempt<Option<(String, Strength)>> {
        let Some(times) = self.times(step)? else {
            return Ok(None);
        };
        let Some(what) = step.transform().map(unnamed) else {
            return Ok(None);
        };
        if let Some(fuse) = what.downcast_ref::<Fuse>() {
            return self.shifted_fusion(fuse, &times);
        }
        if let Some(parallel) = what.downcast_ref::<Parallelize>() {
            return self.other_parallelism(parallel, &times);
        }
        if what.is::<Reverse>() {
            return Ok(None);
        }
        let stmt = nest_of(step).and_then(|(_, stmt)| stmt);
        let mut proposals = Vec::new();
        if let Some(skews) = self.skews(&times, stmt)? {
            proposals.push(skews);
        }
        for name in &times.names {
            proposals.push(vec![call("reverse", stmt, std::slice::from_ref(name))]);
        }
        proposals.sort_by_key(Vec::len);
        for proposal in proposals {
            if let Some(found) = self.confirmed(&proposal, &self.calls[self.culprit])? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Skews after which no distance goes backward in any of the loops.
    fn skews(&self, times: &LoopTimes, stmt: Option<&ScriptName>) -> Attempt<Option<Vec<String>>> {
        let distances = self.distances(times)?;
        let count = times.names.len();
        let mut steps = Vec::new();
        // From the inside, so that the loops outside still have the times that distances are given in.
        for inner in (1..count).rev() {
            let Some(factors) = solve(inner, false, |factors| {
                let mut terms = vec![0; count];
                terms[..inner].copy_from_slice(factors);
                terms[inner] = 1;
                for set in &distances {
                    if let Some(point) = negative(set, &terms, 0)? {
                        let d = point.coords;
                        return Ok(Some((d[..inner].to_vec(), -d[inner])));
                    }
                }
                Ok(None)
            })?
            else {
                return Ok(None);
            };
            for (outer, factor) in factors.into_iter().enumerate().filter(|(_, factor)| *factor != 0) {
                let args = [
                    times.names[inner].clone(),
                    times.names[outer].clone(),
                    factor.to_string(),
                ];
                steps.push(call("skew", stmt, &args));
            }
        }
        Ok(if steps.is_empty() { None } else { Some(steps) })
    }

    /// The least offset of the second loop.
    fn shifted_fusion(&self, fuse: &Fuse, times: &LoopTimes) -> Attempt<Option<(String, Strength)>> {
        let (Some(first), Some(second)) = (
            LoopTimes::of(&self.before, &[&fuse.first], None)?,
            LoopTimes::of(&self.before, &[&fuse.second], None)?,
        ) else {
            return Ok(None);
        };
        let (mut forward, mut backward) = (Vec::new(), Vec::new());
        for dependence in &self.checker.dependences().list {
            let crosses = |source: &LoopTimes, sink: &LoopTimes| -> Attempt<Option<Map>> {
                let map = polyvet_poly::UnionMap::from_map(dependence.map.clone())?;
                let map = map.intersect_domain(source.times.clone().domain()?)?;
                let map = map.intersect_range(sink.times.clone().domain()?)?;
                Ok(map.maps()?.into_iter().next())
            };
            if let Some(map) = crosses(&first, &second)? {
                forward.extend(times.distances(&map)?);
            }
            if let Some(map) = crosses(&second, &first)? {
                backward.extend(times.distances(&map)?);
            }
        }
        let valid = &self.before.valid;
        let params: Vec<&str> = self.before.params.iter().map(|param| param.name.as_str()).collect();
        // A number first, then one with multiples of parameters.
        for with_params in [false, true] {
            let unknowns = 1 + if with_params { params.len() } else { 0 };
            let found = solve(unknowns, true, |offset| {
                for set in &forward {
                    let set = set.clone().intersect_params(valid.clone())?;
                    if let Some(point) = negative_with(&set, 1, &offset[1..], &params, offset[0])? {
                        let d = point.coords[0];
                        return Ok(Some((row(&point.params, &params[..unknowns - 1]), -d)));
                    }
                }
                for set in &backward {
                    let set = set.clone().intersect_params(valid.clone())?;
                    let turned: Vec<i64> = offset[1..].iter().map(|factor| -factor).collect();
                    if let Some(point) = negative_with(&set, 1, &turned, &params, -offset[0] - 1)? {
                        let row = row(&point.params, &params[..unknowns - 1]);
                        return Ok(Some((row.iter().map(|x| -x).collect(), 1 - point.coords[0])));
                    }
                }
                Ok(None)
            })?;
            let Some(offset) = found else { continue };
            let terms = offset[1..].iter().zip(&self.before.params);
            let terms = terms.filter(|(factor, _)| **factor != 0);
            let fused = Fuse {
                first: fuse.first.clone(),
                second: fuse.second.clone(),
                offset: ParameterOffset {
                    constant: offset[0],
                    terms: terms
                        .map(|(factor, param)| (*factor, ScriptName::from(param.label.as_str())))
                        .collect(),
                },
            };
            let shifted = fused.to_string();
            if let Some(found) = self.confirmed(&[], &shifted)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Shifts that leave no distance in the loop; else another loop, or diagonals.
    fn other_parallelism(&self, parallel: &Parallelize, times: &LoopTimes) -> Attempt<Option<(String, Strength)>> {
        if let Some(shifts) = self.aligning_shifts(parallel, times)?
            && let Some(found) = self.confirmed(&shifts, &self.calls[self.culprit])?
        {
            return Ok(Some(found));
        }
        let loops = loop_names(&self.before.schedule)?;
        let below = times.times.clone().domain()?;
        for other in loops.iter().filter(|other| **other != parallel.name.value) {
            // Only loops of the same statements are an answer.
            let Ok(Some(others)) = LoopTimes::of(&self.before, &[&other.as_str().into()], parallel.stmt.as_ref())
            else {
                continue;
            };
            if others.times.domain()?.intersect(below.clone())?.is_empty()? {
                continue;
            }
            let there = call("parallelize", parallel.stmt.as_ref(), std::slice::from_ref(other));
            if let Some(found) = self.confirmed(&[], &there)? {
                return Ok(Some(found));
            }
        }
        for other in &loops {
            let other = ScriptName::from(other.as_str());
            let nest = [&parallel.name, &other];
            let Ok(Some(times)) = LoopTimes::of(&self.before, &nest, parallel.stmt.as_ref()) else {
                continue;
            };
            let [outer, inner] = &times.names[..] else { continue };
            let skews = self.skews(&times, parallel.stmt.as_ref())?.unwrap_or_default();
            let diagonals = call("wavefront", parallel.stmt.as_ref(), &[outer.clone(), inner.clone()]);
            if let Some(found) = self.confirmed(&skews, &diagonals)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Shifts of statements after which dependences stay within an iteration.
    fn aligning_shifts(&self, parallel: &Parallelize, times: &LoopTimes) -> Attempt<Option<Vec<String>>> {
        let mut all = Vec::new();
        let mut stmts: Vec<StmtId> = Vec::new();
        for dependence in &self.checker.dependences().list {
            let Some(set) = times.distances(&dependence.map)? else {
                continue;
            };
            let ends = [dependence.source.stmt, dependence.sink.stmt];
            let mut at = [0; 2];
            for (at, stmt) in at.iter_mut().zip(ends) {
                *at = stmts.iter().position(|known| *known == stmt).unwrap_or_else(|| {
                    stmts.push(stmt);
                    stmts.len() - 1
                });
            }
            all.push((at, set.intersect_params(self.before.valid.clone())?));
        }
        let count = stmts.len();
        let shifts = solve(count, true, |shifts| {
            for ([source, sink], set) in &all {
                let moved = shifts[*sink] - shifts[*source];
                for sign in [1, -1] {
                    if let Some(point) = negative(set, &[sign], sign * moved)? {
                        let mut row = vec![0; count];
                        row[*sink] += sign;
                        row[*source] -= sign;
                        return Ok(Some((row, -sign * point.coords[0])));
                    }
                }
            }
            Ok(None)
        })?;
        let Some(shifts) = shifts else { return Ok(None) };
        let name = |at: usize| self.before.stmts[stmts[at]].name.clone();
        let moved = shifts.iter().enumerate().filter(|(_, shift)| **shift != 0);
        let steps = moved.map(|(at, shift)| format!("shift({}, {}, {shift})", name(at), parallel.name));
        Ok(Some(steps.collect()))
    }

    /// The distances of all dependences over the loops.
    fn distances(&self, times: &LoopTimes) -> Attempt<Vec<Set>> {
        let mut all = Vec::new();
        for dependence in &self.checker.dependences().list {
            if let Some(set) = times.distances(&dependence.map)? {
                all.push(set.intersect_params(self.before.valid.clone())?);
            }
        }
        Ok(all)
    }

    /// The script with `more` before the step, which becomes `instead`; [`None`] unless it is proved.
    fn confirmed(&self, more: &[String], instead: &str) -> Attempt<Option<(String, Strength)>> {
        let (before, rest) = self.calls.split_at(self.culprit);
        let calls = before.iter().map(String::as_str).chain(more.iter().map(String::as_str));
        let calls: Vec<&str> = calls
            .chain([instead])
            .chain(rest[1..].iter().map(String::as_str))
            .collect();
        let script = calls.join("; ");
        let Ok(steps) = parse_script(&script) else {
            return Ok(None);
        };
        let Ok(rewrite) = apply_script(self.checker.scop(), &steps) else {
            return Ok(None);
        };
        Ok(match self.checker.check(&rewrite.scop.schedule)? {
            Verdict::Proved(proof) => Some((script, proof.strength)),
            _ => None,
        })
    }
}

/// The loops whose order a step changes, and the statement that tells them apart.
fn nest_of(step: &ScriptStep) -> Option<(Vec<&ScriptName>, Option<&ScriptName>)> {
    let what = unnamed(step.transform()?);
    if let Some(one) = what.downcast_ref::<Tile>() {
        return Some((one.sizes.iter().map(|(name, _)| name).collect(), one.stmt.as_ref()));
    }
    if let Some(one) = what.downcast_ref::<Interchange>() {
        return Some((one.from.iter().collect(), one.stmt.as_ref()));
    }
    if let Some(one) = what.downcast_ref::<Permute>() {
        return Some((one.order.iter().collect(), None));
    }
    if let Some(one) = what.downcast_ref::<Wavefront>() {
        return Some((vec![&one.outer, &one.inner], one.stmt.as_ref()));
    }
    if let Some(one) = what.downcast_ref::<Reverse>() {
        return Some((vec![&one.name], one.stmt.as_ref()));
    }
    let one = what.downcast_ref::<Parallelize>()?;
    Some((vec![&one.name], one.stmt.as_ref()))
}

fn call(name: &str, stmt: Option<&ScriptName>, args: &[String]) -> String {
    let stmt = stmt.map_or(String::new(), |stmt| format!("{stmt}, "));
    format!("{name}({stmt}{})", args.join(", "))
}

/// `1` for the constant, then the values of the parameters.
fn row(values: &[(String, i64)], params: &[&str]) -> Vec<i64> {
    let value = |name: &&str| {
        values
            .iter()
            .find(|(known, _)| known == name)
            .map_or(0, |(_, value)| *value)
    };
    std::iter::once(1).chain(params.iter().map(value)).collect()
}

/// A point of `set` where `sum terms * d + constant` is negative.
fn negative(set: &Set, terms: &[i64], constant: i64) -> Attempt<Option<polyvet_poly::PointData>> {
    below_zero(set, terms, &[], constant)
}

/// As [`negative`], of one coordinate times `factor`, with multiples of parameters added.
fn negative_with(
    set: &Set,
    factor: i64,
    multiples: &[i64],
    params: &[&str],
    constant: i64,
) -> Attempt<Option<polyvet_poly::PointData>> {
    let multiples: Vec<(&str, i64)> = params.iter().copied().zip(multiples.iter().copied()).collect();
    below_zero(set, &[factor], &multiples, constant)
}

fn below_zero(
    set: &Set,
    terms: &[i64],
    params: &[(&str, i64)],
    constant: i64,
) -> Attempt<Option<polyvet_poly::PointData>> {
    let space = set.space()?;
    let local = LocalSpace::from_space(space.clone())?;
    let ctx = set.ctx();
    // -1 - value
    let mut value = Aff::val_on_domain(local.clone(), Val::from_i64(ctx, -1 - constant)?)?;
    for (at, factor) in terms.iter().enumerate() {
        let term = Aff::var_on_domain(local.clone(), DimKind::Set, at)?;
        value = value.add(term.scale_val(Val::from_i64(ctx, -factor)?)?)?;
    }
    for (name, factor) in params {
        let term = Aff::param_on_domain_space_id(space.clone(), Id::named(ctx, name)?)?;
        value = value.add(term.scale_val(Val::from_i64(ctx, -factor)?)?)?;
    }
    let wrong = PwAff::from_aff(value)?.nonneg_set()?.intersect(set.clone())?;
    Ok(wrong.sample_data()?)
}

/// The least whole numbers `x` (by the sum of their sizes) for which `wrong` finds nothing: it gives a row `a` and a
/// bound `b`, and `a * x >= b` is required from then on. [`None`] if there are none up to [`MOST`].
fn solve(
    count: usize,
    signed: bool,
    mut wrong: impl FnMut(&[i64]) -> Attempt<Option<(Vec<i64>, i64)>>,
) -> Attempt<Option<Vec<i64>>> {
    let mut rows: Vec<(Vec<i64>, i64)> = Vec::new();
    let mut numbers = vec![0; count];
    for _ in 0..ROUNDS {
        match wrong(&numbers)? {
            None => return Ok(Some(numbers)),
            Some(row) => rows.push(row),
        }
        match least(count, signed, &rows) {
            Some(found) => numbers = found,
            None => return Ok(None),
        }
    }
    Ok(None)
}

fn least(count: usize, signed: bool, rows: &[(Vec<i64>, i64)]) -> Option<Vec<i64>> {
    let mut variables = ProblemVariables::new();
    let part = || variable().integer().min(0).max(MOST);
    // A number is the difference of its two parts.
    let plus: Vec<Variable> = (0..count).map(|_| variables.add(part())).collect();
    let minus: Vec<Variable> = match signed {
        true => (0..count).map(|_| variables.add(part())).collect(),
        false => Vec::new(),
    };
    let cost: Expression = plus.iter().chain(&minus).sum();
    let mut model = variables.minimise(cost).using(microlp);
    for (row, bound) in rows {
        let mut sum = Expression::default();
        for (at, factor) in row.iter().enumerate() {
            sum += *factor as f64 * plus[at];
            if signed {
                sum -= *factor as f64 * minus[at];
            }
        }
        model.add_constraint(constraint!(sum >= *bound as f64));
    }
    let solution = model.solve().ok()?;
    let whole = |at: &Variable| solution.value(*at).round() as i64;
    let number = |at: usize| whole(&plus[at]) - minus.get(at).map_or(0, whole);
    Some((0..count).map(number).collect())
}
