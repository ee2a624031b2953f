//! Claims of a program that runs the instances of another one in another order.
//!
//! What is proposed is a function from the instances of the first program to those of the second and one back. The claims: the
//! two are inverse to each other, so that each instance has exactly one partner; partners touch the same elements and compute
//! with the same index values; and dependences of the first program keep their order between partners. That partners apply the
//! same operations is no arithmetic and is compared in [`super::payload`].

use super::formula::{IntegerCondition, IntegerTerm};
use super::model::CertifiedModel;
use super::payload::{self, Common};
use super::read::{self, PieceFunction};
use super::time::{ScheduleOrder, ScheduleTimes, TimedInstance};
use super::{Claim, ClaimKind, ProofPart, Stated, Unstated, WhichProgram, obligations, order};
use crate::Strength;
use polyvet_analysis::ids::{ArrayId, StmtId};
use polyvet_analysis::{ArrayKind, Scop};
use std::collections::BTreeSet;

/// Where the instances of a statement go.
#[derive(Clone, Debug)]
pub struct Leg {
    /// Statement of the one program.
    pub from: StmtId,
    /// Statement of the other.
    pub to: StmtId,
    /// The function.
    pub pieces: PieceFunction,
}

/// Which instance stands for which.
#[derive(Clone, Debug)]
pub struct Partners {
    /// From the first program to the second.
    pub forward: Vec<Leg>,
    /// Back.
    pub backward: Vec<Leg>,
}

/// A piece of a leg at some instance.
struct LegStep<'l> {
    leg: &'l Leg,
    here: IntegerCondition,
    image: Vec<IntegerTerm>,
}

struct InstancePair<'p> {
    before: CertifiedModel<'p>,
    after: CertifiedModel<'p>,
    partners: &'p Partners,
}

/// The claims that `after` runs what `before` runs in an order that keeps its dependences.
pub fn of_reordering(before: &Scop, after: &Scop, partners: &Partners, strength: Strength) -> ProofPart {
    let mut part = ProofPart::way(format!("@{} runs the same instances in another order", before.name));
    let pair = InstancePair {
        before: CertifiedModel::of(before, WhichProgram::Before),
        after: CertifiedModel::of(after, WhichProgram::After),
        partners,
    };
    obligations::sizes(&mut part, pair.before, pair.after);
    let stated = pair.instances(&mut part).and_then(|()| pair.order(&mut part, strength));
    if let Err(why) = stated {
        part.trust("reordering", why.0);
    }
    part
}

fn steps<'l>(legs: &'l [Leg], from: StmtId, at: &[IntegerTerm]) -> Stated<Vec<LegStep<'l>>> {
    let mut steps = Vec::new();
    for leg in legs.iter().filter(|leg| leg.from == from) {
        for piece in &leg.pieces {
            steps.push(LegStep {
                leg,
                here: read::within(&piece.domain, at)?,
                image: read::image(piece, at)?,
            });
        }
    }
    Ok(steps)
}

/// No place has two images.
fn single(steps: &[LegStep<'_>]) -> IntegerCondition {
    let mut twice = Vec::new();
    for (number, x) in steps.iter().enumerate() {
        for y in &steps[number + 1..] {
            let differ = match x.leg.to == y.leg.to {
                true => IntegerCondition::same(&x.image, &y.image).negated(),
                false => IntegerCondition::True,
            };
            twice.push(IntegerCondition::all([x.here.clone(), y.here.clone(), differ]));
        }
    }
    IntegerCondition::any(twice)
}

impl InstancePair<'_> {
    fn instances(&self, part: &mut ProofPart) -> Stated<()> {
        let mut arrays = BTreeSet::new();
        for s in self.before.scop.stmts.keys() {
            self.forward(part, s, &mut arrays)?;
        }
        for t in self.after.scop.stmts.keys() {
            self.backward(part, t)?;
        }
        self.arrays(part, &arrays)
    }

    fn forward(&self, part: &mut ProofPart, s: StmtId, arrays: &mut BTreeSet<(ArrayId, ArrayId)>) -> Stated<()> {
        let x = self.before.coordinates(s, "instance");
        let runs = IntegerCondition::all([self.before.defined()?, self.before.runs(s, &x)?]);
        let steps = steps(&self.partners.forward, s, &x)?;
        let name = &self.before.stmt(s).name;
        let claim = |what: &str, says: &str, conditions: Vec<(String, IntegerCondition)>| Claim {
            kind: ClaimKind::Partner,
            name: format!("{name} {what}"),
            says: says.to_owned(),
            places: self.before.all_places(s),
            conditions: [
                vec![(format!("an instance of {name} that runs"), runs.clone())],
                conditions,
            ]
            .concat(),
        };
        let none = IntegerCondition::any(steps.iter().map(|step| step.here.clone())).negated();
        let says = "every instance of the first program has a partner in the second";
        part.claim(claim(
            "has a partner",
            says,
            vec![("and has no partner".to_owned(), none)],
        ));
        let says = "no instance of the first program has two partners";
        let two = vec![("and has two partners".to_owned(), single(&steps))];
        part.claim(claim("has one partner", says, two));
        for step in &steps {
            let (t, y) = (step.leg.to, &step.image);
            let other = &self.after.stmt(t).name;
            let here = || (format!("its partner is of {other}"), step.here.clone());
            let absent = self.after.runs(t, y)?.negated();
            let says = "partners run in the second program";
            let conditions = vec![here(), (format!("which {other} does not run"), absent)];
            part.claim(claim(&format!("to {other} runs"), says, conditions));
            let back = self::steps(&self.partners.backward, t, y)?
                .into_iter()
                .filter(|back| back.leg.to == s);
            let back = IntegerCondition::any(
                back.map(|back| IntegerCondition::all([back.here, IntegerCondition::same(&back.image, &x)])),
            );
            let says = "the partner of the partner is the instance itself";
            let conditions = vec![here(), ("and the way back leads elsewhere".to_owned(), back.negated())];
            part.claim(claim(&format!("to {other} and back"), says, conditions));
            match payload::common(self.before, s, self.after, t) {
                Ok(common) => self.same(part, (s, &x), step, &runs, &common, arrays)?,
                Err(payload::Differ::Operations(why)) => part.claim(payload::never(name, other, &why)),
                Err(payload::Differ::Unknown(why)) => return Err(Unstated(why)),
            }
        }
        Ok(())
    }

    /// Partners touch the same elements and have the same index values.
    fn same(
        &self,
        part: &mut ProofPart,
        (s, x): (StmtId, &[IntegerTerm]),
        step: &LegStep<'_>,
        runs: &IntegerCondition,
        common: &Common,
        arrays: &mut BTreeSet<(ArrayId, ArrayId)>,
    ) -> Stated<()> {
        let (t, y) = (step.leg.to, &step.image);
        let (name, other) = (&self.before.stmt(s).name, &self.after.stmt(t).name);
        let runs = || {
            (
                format!("an instance of {name} whose partner is of {other}"),
                IntegerCondition::all([runs.clone(), step.here.clone()]),
            )
        };
        for (a, b) in &common.accesses {
            arrays.insert((self.before.access(s, *a).array, self.after.access(t, *b).array));
            let element = self.before.element(s, *a, "element")?;
            if self.after.element(t, *b, "element")?.len() != element.len() {
                part.claim(payload::never(name, other, "they touch arrays of different ranks"));
                continue;
            }
            let (first, second) = (
                self.before.touches(s, *a, x, &element)?,
                self.after.touches(t, *b, y, &element)?,
            );
            let differ = IntegerCondition::any([
                IntegerCondition::all([first.clone(), second.clone().negated()]),
                IntegerCondition::all([first.negated(), second]),
            ]);
            part.claim(Claim {
                kind: ClaimKind::Element,
                name: format!(
                    "{name} and {other}, {} and {}",
                    self.before.array(s, *a),
                    self.after.array(t, *b)
                ),
                says: "partners touch the same element".to_owned(),
                places: vec![self.before.place(s, *a), self.after.place(t, *b)],
                conditions: vec![
                    runs(),
                    (
                        "one of them touches an element that the other does not".to_owned(),
                        differ,
                    ),
                ],
            });
        }
        for (m, n) in &common.indices {
            let (f, g) = (
                payload::index(self.before, s, *m, x)?,
                payload::index(self.after, t, *n, y)?,
            );
            part.claim(Claim {
                kind: ClaimKind::Index,
                name: format!("{name} and {other}"),
                says: "partners compute with the same index value".to_owned(),
                places: vec![payload::place(self.before, s, *m), payload::place(self.after, t, *n)],
                conditions: vec![runs(), ("the index values differ".to_owned(), payload::differ(&f, &g))],
            });
        }
        Ok(())
    }

    fn backward(&self, part: &mut ProofPart, t: StmtId) -> Stated<()> {
        let y = self.after.coordinates(t, "instance");
        let steps = steps(&self.partners.backward, t, &y)?;
        let mut ways = Vec::new();
        for step in &steps {
            let mut back = Vec::new();
            for forth in self::steps(&self.partners.forward, step.leg.to, &step.image)? {
                if forth.leg.to == t {
                    back.push(IntegerCondition::all([
                        forth.here,
                        IntegerCondition::same(&forth.image, &y),
                    ]));
                }
            }
            let runs = self.before.runs(step.leg.to, &step.image)?;
            ways.push(IntegerCondition::all([
                step.here.clone(),
                runs,
                IntegerCondition::any(back),
            ]));
        }
        let runs = IntegerCondition::all([self.before.defined()?, self.after.runs(t, &y)?]);
        let name = &self.after.stmt(t).name;
        let claim = |what: &str, says: &str, broken: (String, IntegerCondition)| Claim {
            kind: ClaimKind::Partner,
            name: format!("{name} {what}"),
            says: says.to_owned(),
            places: self.after.all_places(t),
            conditions: vec![(format!("an instance of {name} that runs"), runs.clone()), broken],
        };
        let none = (
            "and is the partner of no instance".to_owned(),
            IntegerCondition::any(ways).negated(),
        );
        part.claim(claim(
            "is a partner",
            "every instance of the second program is a partner",
            none,
        ));
        let two = ("and the way back leads to two instances".to_owned(), single(&steps));
        part.claim(claim(
            "is one partner",
            "no instance of the second program is the partner of two",
            two,
        ));
        Ok(())
    }

    /// Arrays have one counterpart, and what can be seen from outside is what it was.
    fn arrays(&self, part: &mut ProofPart, arrays: &BTreeSet<(ArrayId, ArrayId)>) -> Stated<()> {
        let (first, second) = (&self.before.scop.arrays, &self.after.scop.arrays);
        for (x, y) in arrays {
            let (p, q) = (&first[*x], &second[*y]);
            let twice = arrays.iter().any(|(m, n)| (m == x) != (n == y));
            let hidden = matches!(p.kind, ArrayKind::Local | ArrayKind::Register);
            let named = matches!(p.kind, ArrayKind::Input | ArrayKind::InOut);
            if twice || p.kind != q.kind || p.elem != q.elem || named && p.name != q.name {
                part.claim(payload::never(&p.name, &q.name, "the arrays are not one and the same"));
            } else if !hidden {
                obligations::same_extents(part, self.before, (*x, *y), self.after)?;
            }
        }
        let same = |(x, y): (&Option<ArrayId>, &Option<ArrayId>)| match (x, y) {
            (Some(x), Some(y)) => arrays.contains(&(*x, *y)),
            _ => false,
        };
        let (first, second) = (&self.before.scop.results, &self.after.scop.results);
        if first.len() != second.len() || !first.iter().zip(second).all(same) {
            part.claim(payload::never(
                "results",
                "results",
                "the functions return other arrays",
            ));
        }
        Ok(())
    }

    fn order(&self, part: &mut ProofPart, strength: Strength) -> Stated<()> {
        let (old, new) = (
            ScheduleTimes::of(&self.before.scop.schedule)?,
            ScheduleTimes::of(&self.after.scop.schedule)?,
        );
        let steps_of = |one: &TimedInstance<'_>| match self.before.scop.stmt_named(one.stmt) {
            Some(stmt) => steps(&self.partners.forward, stmt, one.at),
            None => Ok(Vec::new()),
        };
        let ordered = |x: &TimedInstance<'_>, y: &TimedInstance<'_>| {
            let (mut before, mut race) = (Vec::new(), Vec::new());
            let ends = steps_of(y)?;
            for start in steps_of(x)? {
                for end in &ends {
                    let order = new.compare(
                        &self.after.instance(start.leg.to, &start.image),
                        &self.after.instance(end.leg.to, &end.image),
                    )?;
                    let here = IntegerCondition::all([start.here.clone(), end.here.clone()]);
                    before.push(IntegerCondition::all([here.clone(), order.before]));
                    race.push(IntegerCondition::all([here, order.race]));
                }
            }
            let (before, race) = (IntegerCondition::any(before), IntegerCondition::any(race));
            Ok(ScheduleOrder { before, race })
        };
        order::state(part, self.before, &old, strength, &ordered);
        Ok(())
    }
}
