//! Claims of a schedule: every memory dependence of the program keeps its order, and nothing that depends on something else
//! may run at the same time.
//!
//! Two instances depend on each other if they touch one element, one of them writing, and one runs first in the program.
//! That is stated from domains, accesses and the program's own schedule; no dependence that was computed is used.

use super::formula::IntegerCondition;
use super::model::CertifiedModel;
use super::time::{ScheduleOrder, ScheduleTimes, TimedInstance};
use super::{Claim, ClaimKind, ProofPart, Stated, WhichProgram};
use crate::Strength;
use polyvet_analysis::Scop;
use polyvet_analysis::dependence::DepKind;
use polyvet_analysis::ids::{AccessId, StmtId};
use polyvet_poly::Schedule;

/// Two accesses that may depend on each other.
#[derive(Clone, Copy)]
pub(super) struct AccessPair {
    pub source: (StmtId, AccessId),
    pub sink: (StmtId, AccessId),
    /// Both are accumulations of one reduction.
    pub reduction: bool,
}

/// The claims that `schedule` keeps the dependences of `scop`; `strength` says whether accumulations may change places.
pub(crate) fn of_schedule(scop: &Scop, schedule: &Schedule, strength: Strength) -> ProofPart {
    let mut part = ProofPart::way(format!("the new schedule of @{} keeps every dependence", scop.name));
    let model = CertifiedModel::of(scop, WhichProgram::Before);
    match (ScheduleTimes::of(&scop.schedule), ScheduleTimes::of(schedule)) {
        (Ok(old), Ok(new)) => {
            let order = |x: &TimedInstance<'_>, y: &TimedInstance<'_>| new.compare(x, y);
            state(&mut part, model, &old, strength, &order);
        }
        (Err(why), _) | (_, Err(why)) => part.trust("order", why.0),
    }
    part
}

/// The claims that iterations which marks of the second program's own schedule let run at the same time are independent.
pub(crate) fn of_marks(before: &Scop, scop: &Scop) -> ProofPart {
    let mut part = ProofPart::new(format!("parallel iterations of @{} are independent", scop.name));
    let model = CertifiedModel {
        scop,
        program: WhichProgram::After,
        valid: &before.valid,
    };
    match ScheduleTimes::of(&scop.schedule) {
        Ok(times) => {
            let order = |x: &TimedInstance<'_>, y: &TimedInstance<'_>| times.compare(x, y);
            state(&mut part, model, &times, Strength::Bitwise, &order);
            part.claims.retain(|claim| claim.kind == ClaimKind::Mark);
        }
        Err(why) => part.trust("marks", why.0),
    }
    part
}

/// How two instances of the first program are ordered in the second.
pub(super) type NewOrder<'f> = dyn Fn(&TimedInstance<'_>, &TimedInstance<'_>) -> Stated<ScheduleOrder> + 'f;

/// States all pairs of accesses of a program.
pub(super) fn state(
    part: &mut ProofPart,
    model: CertifiedModel<'_>,
    old: &ScheduleTimes,
    strength: Strength,
    new: &NewOrder<'_>,
) {
    for pair in pairs(model.scop) {
        let relaxed = pair.reduction && strength == Strength::Reassociated;
        if relaxed && are_atomic(model.scop, pair) {
            let why = "updates of an element as a whole may run in any order, and at the same time";
            part.trust(
                &format!("updates of {}", model.array(pair.source.0, pair.source.1)),
                why,
            );
            continue;
        }
        match claims(model, old, (pair, relaxed), new) {
            Ok(claims) => claims.into_iter().for_each(|claim| part.claim(claim)),
            Err(why) if why.is_no_time() => match never(model, pair) {
                Ok(claim) => part.claim(claim),
                Err(why) => part.trust("order", why.0),
            },
            Err(why) => {
                let (x, y) = (&model.stmt(pair.source.0).name, &model.stmt(pair.sink.0).name);
                let what = format!(
                    "order of {x} and {y} through {}",
                    model.array(pair.source.0, pair.source.1)
                );
                part.trust(&what, why.0);
            }
        }
    }
}

/// The claim that a statement without a time never runs together with another.
fn never(model: CertifiedModel<'_>, pair: AccessPair) -> Stated<Claim> {
    let ((s, a), (t, b)) = (pair.source, pair.sink);
    let (x, y) = (model.coordinates(s, "source"), model.coordinates(t, "sink"));
    let (source, sink) = (&model.stmt(s).name, &model.stmt(t).name);
    Ok(Claim {
        kind: ClaimKind::Order,
        name: format!("{source} or {sink} never runs"),
        says: "a statement that the order leaves out has no instances".to_owned(),
        places: vec![model.place(s, a), model.place(t, b)],
        conditions: vec![
            ("the program is defined".to_owned(), model.defined()?),
            (
                format!("instances of {source} (source) and {sink} (sink) that run"),
                IntegerCondition::all([model.runs(s, &x)?, model.runs(t, &y)?]),
            ),
        ],
    })
}

/// All pairs of accesses to one array of which one writes.
pub(super) fn pairs(scop: &Scop) -> Vec<AccessPair> {
    let all = || {
        let of = |(s, stmt): (StmtId, &polyvet_analysis::Stmt)| {
            stmt.accesses.keys().map(move |a| (s, a)).collect::<Vec<_>>()
        };
        scop.stmts.iter_enumerated().flat_map(of)
    };
    let access = |(s, a): (StmtId, AccessId)| &scop.stmts[s].accesses[a];
    let mut found = Vec::new();
    for source in all() {
        for sink in all().filter(|sink| access(*sink).array == access(source).array) {
            if DepKind::of(access(source).kind, access(sink).kind).is_none() {
                continue;
            }
            let reduction = is_reduction(scop, source, sink);
            found.push(AccessPair {
                source,
                sink,
                reduction,
            });
        }
    }
    found
}

/// Whether both ends are the accumulators of reductions with one combiner.
fn is_reduction(scop: &Scop, source: (StmtId, AccessId), sink: (StmtId, AccessId)) -> bool {
    let combiner = |(s, a): (StmtId, AccessId)| {
        let reduction = scop.stmts[s].reduction?;
        [reduction.read, reduction.write]
            .contains(&a)
            .then_some(reduction.combiner)
    };
    combiner(source).is_some() && combiner(source) == combiner(sink)
}

/// Whether both ends update elements as a whole.
fn are_atomic(scop: &Scop, pair: AccessPair) -> bool {
    let atomic = |stmt: StmtId| scop.stmts[stmt].reduction.is_some_and(|one| one.atomic);
    atomic(pair.source.0) && atomic(pair.sink.0)
}

fn claims(
    model: CertifiedModel<'_>,
    old: &ScheduleTimes,
    (pair, relaxed): (AccessPair, bool),
    new: &NewOrder<'_>,
) -> Stated<Vec<Claim>> {
    let ((s, a), (t, b)) = (pair.source, pair.sink);
    let (x, y) = (model.coordinates(s, "source"), model.coordinates(t, "sink"));
    let element = model.element(s, a, "element")?;
    let (first, second) = (model.instance(s, &x), model.instance(t, &y));
    let was = old.before(&first, &second)?;
    if was == IntegerCondition::False {
        return Ok(Vec::new());
    }
    let runs = IntegerCondition::all([model.defined()?, model.runs(s, &x)?, model.runs(t, &y)?]);
    let touch = IntegerCondition::all([model.touches(s, a, &x, &element)?, model.touches(t, b, &y, &element)?]);
    let is = new(&first, &second)?;
    let (source, sink, array) = (&model.stmt(s).name, &model.stmt(t).name, model.array(s, a));
    let claim = |kind, says: String, broken: (String, IntegerCondition)| Claim {
        kind,
        name: format!("{source} to {sink} through {array}"),
        says,
        places: vec![model.place(s, a), model.place(t, b)],
        conditions: [
            (
                format!("instances of {source} (source) and {sink} (sink) that run"),
                runs.clone(),
            ),
            (format!("touch one element of {array}"), touch.clone()),
            ("the source runs first in the program".to_owned(), was.clone()),
            broken,
        ]
        .into(),
    };
    let order = match relaxed {
        true => {
            let turned = new(&second, &first)?;
            claim(
                ClaimKind::Order,
                "of two accumulations of one reduction one still runs before the other".to_owned(),
                (
                    "and the new order has neither of the two first".to_owned(),
                    IntegerCondition::all([is.before.negated(), turned.before.negated()]),
                ),
            )
        }
        false => claim(
            ClaimKind::Order,
            "the source of every dependence still runs before its sink".to_owned(),
            (
                "and the new order does not have the source first".to_owned(),
                is.before.negated(),
            ),
        ),
    };
    let mark = claim(
        ClaimKind::Mark,
        "iterations that may run at the same time do not depend on each other".to_owned(),
        ("and a mark lets them run at the same time".to_owned(), is.race),
    );
    Ok(vec![order, mark])
}
