//! Conditions on sizes under which what is refuted is proved all the same.
//!
//! Let `V` be the parameters for which a program is defined, and `B` those for which something is wrong. A condition `H`
//! is wanted that is simple, leaves nothing of `B` in `V`, and under which something still runs. Whoever asks proves
//! it again under `H`; what fails there joins `B`. Only what was proved is said.

use crate::legality::Checker;
use polyvet_analysis::Scop;
use polyvet_poly::{Constraint, ConstraintData, DimKind, PolyError, Result, Schedule, Set};

/// How often a condition is made stricter.
pub(crate) const ROUNDS: usize = 4;
/// How many alternatives a condition has.
const PARTS_MAX: usize = 2;
/// How many pieces of a set of parameters are looked at.
const PIECES_MAX: usize = 16;
/// How many constraints one alternative has.
const CONSTRAINTS_MAX: usize = 3;

/// A condition under which a schedule that breaks dependences breaks none.
///
/// # Errors
/// Budgets.
pub(crate) fn of_schedule(checker: &Checker<'_>, schedule: &Schedule) -> Result<Option<String>> {
    let scop = checker.scop();
    let mut found: Option<ParameterCondition> = None;
    let mut bad: Option<Set> = None;
    for _ in 0..ROUNDS {
        let mut cut = scop.clone();
        if let Some(condition) = &found {
            cut.valid = cut.valid.intersect(condition.set.clone())?;
        }
        let inner = Checker::with(&cut, checker.dependences().clone(), checker.budget())?;
        let findings = inner.findings(schedule)?;
        let Some(violation) = findings.violation else {
            return Ok(found.filter(|_| !findings.reassociates).map(|condition| condition.text));
        };
        let set = violation.pairs.params()?;
        let all = match bad.take() {
            Some(bad) => bad.union(set)?.coalesce()?,
            None => set,
        };
        let Some(condition) = simplest(scop, &all)? else {
            return Ok(None);
        };
        (found, bad) = (Some(condition), Some(all));
    }
    Ok(None)
}

/// A condition on parameters.
#[derive(Clone)]
pub(crate) struct ParameterCondition {
    /// The parameters.
    pub set: Set,
    /// As an assumption is written.
    pub text: String,
}

/// A simple condition under which no parameter is `bad`; [`None`] if nothing would run under any.
pub(crate) fn simplest(scop: &Scop, bad: &Set) -> Result<Option<ParameterCondition>> {
    let space = scop.valid.space()?.align_params(bad.space()?)?;
    let valid = scop.valid.clone().align_params(space.clone())?;
    let bad = bad.clone().align_params(space)?.intersect(valid.clone())?;
    let good = valid.clone().subtract(bad.clone())?.coalesce()?;
    if bad.is_empty()? || good.is_empty()? {
        return Ok(None);
    }
    let pieces = good.gist(valid)?.coalesce()?.basic_sets()?;
    let (mut single, mut several) = (Vec::new(), Vec::new());
    for piece in pieces.into_iter().take(PIECES_MAX) {
        if piece.dim(DimKind::Div)? > 0 {
            continue;
        }
        let constraints = piece.constraints()?;
        for constraint in &constraints {
            single.extend(useful(scop, &bad, std::slice::from_ref(constraint))?);
        }
        if single.is_empty() {
            let needed = needed(&bad, constraints)?;
            if needed.len() <= CONSTRAINTS_MAX {
                several.extend(useful(scop, &bad, &needed)?);
            }
        }
    }
    let found = if single.is_empty() { several } else { single };
    let wide = widest(scop, found)?;
    if wide.is_empty() {
        return Ok(None);
    }
    either(wide).map(Some)
}

/// The parameters for which all `constraints` hold, with the parameters of `like`.
fn all_hold(constraints: &[Constraint], like: &Set) -> Result<Set> {
    let mut all = Set::universe(like.space()?)?;
    for constraint in constraints {
        all = all.add_constraint(constraint.clone())?;
    }
    Ok(all)
}

/// Those of the constraints without which something bad is left; long ones go first.
fn needed(bad: &Set, constraints: Vec<Constraint>) -> Result<Vec<Constraint>> {
    let mut needed = Vec::new();
    for constraint in constraints {
        let terms = constraint.to_data().map_or(usize::MAX, |data| data.aff.terms.len());
        needed.push((terms, constraint));
    }
    needed.sort_by_key(|(terms, _)| usize::MAX - terms);
    let mut needed: Vec<Constraint> = needed.into_iter().map(|(_, constraint)| constraint).collect();
    let mut at = 0;
    while at < needed.len() {
        let constraint = needed.remove(at);
        if !all_hold(&needed, bad)?.intersect(bad.clone())?.is_empty()? {
            needed.insert(at, constraint);
            at += 1;
        }
    }
    Ok(needed)
}

/// The condition, if no parameter is bad under it and something runs.
fn useful(scop: &Scop, bad: &Set, constraints: &[Constraint]) -> Result<Option<ParameterCondition>> {
    let set = all_hold(constraints, bad)?;
    if !set.clone().intersect(bad.clone())?.is_empty()? {
        return Ok(None);
    }
    let valid = scop.valid.clone().intersect(set.clone())?;
    let mut runs = false;
    let conditions = scop.obligation_stmts();
    for stmt in scop.stmts.keys().filter(|stmt| !conditions.contains(stmt)) {
        let instances = scop.stmts[stmt].domain.clone().intersect_params(valid.clone())?;
        if !instances.is_empty()? {
            runs = true;
            break;
        }
    }
    // An assumption can only be about what the program has, and the language of assumptions has no products.
    let known = |name: &Option<String>| {
        let mut named = scop.params.iter().filter(|param| Some(&param.name) == name.as_ref());
        named.any(|param| param.formula.is_none())
    };
    for constraint in constraints {
        let terms = constraint.to_data().map_or(Vec::new(), |data| data.aff.terms);
        if !terms.iter().all(|(dim, _)| known(&dim.name)) {
            return Ok(None);
        }
    }
    let texts = constraints
        .iter()
        .map(|constraint| sentence(scop, &constraint.to_data()?));
    let texts: Vec<String> = match texts.collect() {
        Err(PolyError::OutOfRange(_)) => return Ok(None),
        texts => texts?,
    };
    Ok(runs.then(|| ParameterCondition {
        set,
        text: texts.join(" and "),
    }))
}

/// Those that no other one is wider than.
fn widest(scop: &Scop, all: Vec<ParameterCondition>) -> Result<Vec<ParameterCondition>> {
    let within = |condition: &ParameterCondition| scop.valid.clone().intersect(condition.set.clone());
    let mut wide: Vec<ParameterCondition> = Vec::new();
    for condition in all {
        let covered = within(&condition)?;
        let mut keep = true;
        for other in &wide {
            keep &= !covered.is_subset(&within(other)?)?;
        }
        if keep {
            let mut kept = Vec::new();
            for other in wide {
                if !within(&other)?.is_subset(&covered)? {
                    kept.push(other);
                }
            }
            kept.push(condition);
            wide = kept;
        }
    }
    wide.sort_by_key(|condition| condition.text.len());
    wide.truncate(PARTS_MAX);
    Ok(wide)
}

fn either(parts: Vec<ParameterCondition>) -> Result<ParameterCondition> {
    let mut parts = parts.into_iter();
    let mut all = parts.next().expect("there is a part");
    for part in parts {
        all.set = all.set.union(part.set)?;
        all.text = format!("{} or {}", all.text, part.text);
    }
    Ok(all)
}

/// `m >= 1`: what is added on the left, what is subtracted on the right.
fn sentence(scop: &Scop, constraint: &ConstraintData) -> Result<String> {
    let label = |name: &str| {
        let param = scop.params.iter().find(|param| param.name == name);
        param.map_or_else(|| name.to_owned(), |param| param.label.clone())
    };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (dim, coefficient) in &constraint.aff.terms {
        let name = label(dim.name.as_deref().unwrap_or_default());
        let side = if *coefficient > 0 { &mut left } else { &mut right };
        side.push(match coefficient.unsigned_abs() {
            1 => name,
            times => format!("{times}*{name}"),
        });
    }
    let constant = constraint.aff.constant;
    // The constant stands where nothing else does, or where it is positive.
    let on_left = left.is_empty() || !right.is_empty() && constant > 0;
    match (constant, on_left) {
        (0, _) => {}
        (_, true) => left.push(constant.to_string()),
        (_, false) => right.push((-constant).to_string()),
    }
    let show = |parts: &[String]| match parts {
        [] => "0".to_owned(),
        parts => parts.join(" + "),
    };
    let relation = match (constraint.equality, constraint.aff.terms.iter().all(|(_, c)| *c < 0)) {
        (true, _) => "=",
        (false, true) => return Ok(format!("{} <= {}", show(&right), show(&left))),
        (false, false) => ">=",
    };
    Ok(format!("{} {relation} {}", show(&left), show(&right)))
}
