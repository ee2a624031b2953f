//! Claims that what structured operations call parallel is.
//!
//! The claim of a dimension is about all orders of its iterations, while the loops around the operation stand still: no two
//! instances that differ in the dimension, and are equal in the loops around, touch one element of which one writes it.

use super::formula::IntegerCondition;
use super::model::CertifiedModel;
use super::order::pairs;
use super::time::ScheduleTimes;
use super::{Claim, ClaimKind, ProofPart, Stated, WhichProgram};
use polyvet_analysis::ids::LoopId;
use polyvet_analysis::{IteratorType, Loop, Scop};

/// The claims of all dimensions that structured operations of the second program call parallel.
pub(crate) fn of_claims(before: &Scop, after: &Scop) -> ProofPart {
    let mut part = ProofPart::new(format!(
        "what structured operations of @{} call parallel is independent",
        after.name
    ));
    let model = CertifiedModel {
        scop: after,
        program: WhichProgram::After,
        valid: &before.valid,
    };
    match ScheduleTimes::of(&after.schedule) {
        Ok(times) => {
            let loops = after.loops.iter_enumerated();
            for (number, _) in loops.filter(|(_, one)| is_claimed(one)) {
                if let Err(why) = state(&mut part, model, &times, number) {
                    part.trust(&format!("parallel dimension {}", after.loops[number].name), why.0);
                }
            }
        }
        Err(why) => part.trust("parallel dimensions", why.0),
    }
    part
}

fn is_claimed(one: &Loop) -> bool {
    one.induction.is_none() && one.claim == Some(IteratorType::Parallel)
}

fn state(part: &mut ProofPart, model: CertifiedModel<'_>, times: &ScheduleTimes, number: LoopId) -> Stated<()> {
    let all = pairs(model.scop);
    for pair in all.iter().filter(|pair| pair.source.0 == pair.sink.0) {
        let ((s, a), (_, b)) = (pair.source, pair.sink);
        let loops = &model.stmt(s).loops;
        let Some(at) = loops.iter().position(|one| *one == number) else {
            continue;
        };
        let (x, y) = (model.coordinates(s, "source"), model.coordinates(s, "sink"));
        let element = model.element(s, a, "element")?;
        let of = |number: LoopId| model.scop.loops[number].op;
        let around = loops.iter().enumerate().filter(|(_, one)| of(**one) != of(number));
        let still = around.map(|(outer, _)| IntegerCondition::equal(x[outer].clone(), y[outer].clone()));
        let name = &model.stmt(s).name;
        part.claim(Claim {
            kind: ClaimKind::Mark,
            name: format!(
                "{} of {name} through {}",
                model.scop.loops[number].name,
                model.array(s, a)
            ),
            says: "iterations of a dimension that is called parallel do not depend on each other".to_owned(),
            places: vec![model.place(s, a), model.place(s, b)],
            conditions: vec![
                (
                    format!("two instances of {name} that run"),
                    IntegerCondition::all([model.defined()?, model.runs(s, &x)?, model.runs(s, &y)?]),
                ),
                (
                    format!("touch one element of {}", model.array(s, a)),
                    IntegerCondition::all([model.touches(s, a, &x, &element)?, model.touches(s, b, &y, &element)?]),
                ),
                (
                    "the source runs first in the program".to_owned(),
                    times.before(&model.instance(s, &x), &model.instance(s, &y))?,
                ),
                (
                    "in one iteration of the loops around, and not of this one".to_owned(),
                    IntegerCondition::all(
                        still.chain([IntegerCondition::equal(x[at].clone(), y[at].clone()).negated()]),
                    ),
                ),
            ],
        });
    }
    Ok(())
}
