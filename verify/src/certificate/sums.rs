//! Claims of sums: values equal up to the order in which terms are combined.
//!
//! What is proposed of an operation that combines (an addition, say): its *terms*, which are a relation from its instances to
//! *tokens*, each with a value, so that a value can be a term several times. Two things are claimed.
//!
//! - The terms of an operation are those of its operands together: an operand that is itself computed by an operation with
//!   terms has these, any other is one term, and a neutral constant is none. As operands are computed earlier, terms are what
//!   the value is combined from, by induction.
//! - Related sums have the same terms: a function from the tokens of the one to those of the other and one back are inverse to
//!   each other, and the values of matched tokens are related, or one element at entry.
//!
//! Both are a *match* between two bags of tokens. Where combining a value twice is combining it once (a maximum), each term of
//! either only needs a counterpart in the other.

use super::apart;
use super::formula::{IntegerCondition, IntegerTerm as Number};
use super::model;
use super::read::{self, PieceFunction};
use super::values::{InstanceValue, SourceEnd, ValuePair};
use super::{Claim, ClaimKind, ProgramPlace, ProofPart, Stated, Unstated, payload};
use polyvet_analysis::ids::StmtId;
use polyvet_analysis::{Combiner, PayloadKind};
use polyvet_ir::{Attr, Type};
use polyvet_poly::Map;
use std::collections::BTreeSet;

/// A term of a sum, for all instances.
#[derive(Clone)]
pub struct SumTerm {
    /// What computed it.
    pub value: InstanceValue,
    /// It is subtracted.
    pub negative: bool,
    /// `{ instance of the sum -> token }`
    pub tokens: Map,
    /// The instance or element that a token stands for.
    pub at: PieceFunction,
}

/// An operation as a sum.
#[derive(Clone)]
pub struct CertifiedSum {
    /// How terms are combined.
    pub combiner: Combiner,
    /// The terms.
    pub terms: Vec<SumTerm>,
    /// Operands that count as one term though they are sums as well.
    pub whole: Vec<InstanceValue>,
    /// The terms of the operands, in the order that `unfolded` counts them in.
    pub parts: Vec<OfOperand>,
    /// Which term is which of the operands.
    pub unfolded: Match,
}

/// Terms that come from an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfOperand {
    /// Which operand.
    pub operand: usize,
    /// Where that comes from.
    pub value: InstanceValue,
    /// The term of it, if it is a sum.
    pub term: Option<usize>,
}

/// How many operations deep zeros are looked for.
const ZERO_DEPTH: usize = 4;

/// Which token is which.
#[derive(Clone, Default)]
pub struct Match {
    /// From the first to the second.
    pub forth: Vec<MatchLeg>,
    /// Back.
    pub back: Vec<MatchLeg>,
}

/// Where tokens of a term go.
#[derive(Clone)]
pub struct MatchLeg {
    /// A term.
    pub from: usize,
    /// A term of the other sum.
    pub to: usize,
    /// From instances and a token to a token.
    pub pieces: PieceFunction,
}

/// Whether a token is one of a term.
type TokenMember<'i> = dyn Fn(&[Number]) -> Stated<IntegerCondition> + 'i;

/// Tokens of one term.
struct Item<'i> {
    value: InstanceValue,
    negative: bool,
    rank: usize,
    member: Box<TokenMember<'i>>,
    /// `None` if a token is the instance or element itself.
    at: Option<&'i PieceFunction>,
}

impl Item<'_> {
    /// The instances or elements that a token may stand for, by cases.
    fn places(&self, token: &[Number]) -> Stated<Vec<(IntegerCondition, Vec<Number>)>> {
        let Some(pieces) = self.at else {
            return Ok(vec![(IntegerCondition::True, token.to_vec())]);
        };
        let place = |piece: &read::TuplePiece| Ok((read::within(&piece.domain, token)?, read::image(piece, token)?));
        pieces.iter().map(place).collect()
    }
}

/// Whether a value at some place is the same as another at another place.
type Same<'s> = dyn Fn(&InstanceValue, &[Number], &InstanceValue, &[Number]) -> Stated<IntegerCondition> + 's;

/// A match that is to be claimed.
struct Matching<'m> {
    name: String,
    says: String,
    places: Vec<ProgramPlace>,
    premise: (String, IntegerCondition),
    /// The instances that the legs start from.
    at: Vec<Number>,
    idempotent: bool,
    items: [Vec<Item<'m>>; 2],
    legs: [Vec<(usize, usize, &'m PieceFunction)>; 2],
    same: &'m Same<'m>,
}

struct SumStep {
    to: usize,
    here: IntegerCondition,
    token: Vec<Number>,
}

impl Matching<'_> {
    fn steps(&self, side: usize, from: usize, token: &[Number]) -> Stated<Vec<SumStep>> {
        let start: Vec<Number> = self.at.iter().chain(token).cloned().collect();
        let mut steps = Vec::new();
        for (_, to, pieces) in self.legs[side].iter().filter(|(one, ..)| *one == from) {
            let signs = [self.items[side][from].negative, self.items[1 - side][*to].negative];
            for piece in pieces.iter().filter(|_| signs[0] == signs[1]) {
                steps.push(SumStep {
                    to: *to,
                    here: read::within(&piece.domain, &start)?,
                    token: read::image(piece, &start)?,
                });
            }
        }
        Ok(steps)
    }

    fn same_value(
        &self,
        side: usize,
        (from, token): (usize, &[Number]),
        (to, other): (usize, &[Number]),
    ) -> Stated<IntegerCondition> {
        let (x, y) = (&self.items[side][from], &self.items[1 - side][to]);
        let mut ways = Vec::new();
        for (here, place) in x.places(token)? {
            for (there, other) in y.places(other)? {
                let same = match side {
                    0 => (self.same)(&x.value, &place, &y.value, &other)?,
                    _ => (self.same)(&y.value, &other, &x.value, &place)?,
                };
                ways.push(IntegerCondition::all([here.clone(), there, same]));
            }
        }
        Ok(IntegerCondition::any(ways))
    }

    fn state(&self, part: &mut ProofPart) -> Stated<()> {
        for side in [0, 1] {
            for from in 0..self.items[side].len() {
                self.counterpart(part, side, from)?;
            }
        }
        Ok(())
    }

    fn claim(&self, what: &str, conditions: Vec<(String, IntegerCondition)>) -> Claim {
        Claim {
            kind: ClaimKind::Sum,
            name: format!("{}, {what}", self.name),
            says: self.says.clone(),
            places: self.places.clone(),
            conditions: [vec![self.premise.clone()], conditions].concat(),
        }
    }

    /// Each token has a counterpart of the same value, whose counterpart it is.
    fn counterpart(&self, part: &mut ProofPart, side: usize, from: usize) -> Stated<()> {
        let item = &self.items[side][from];
        let token = model::element("token", item.rank);
        let member = (item.member)(&token)?;
        let steps = self.steps(side, from, &token)?;
        let mut ways = Vec::new();
        for step in &steps {
            let other = &self.items[1 - side][step.to];
            let mut all = vec![
                step.here.clone(),
                (other.member)(&step.token)?,
                self.same_value(side, (from, &token), (step.to, &step.token))?,
            ];
            if !self.idempotent {
                let back = self.steps(1 - side, step.to, &step.token)?.into_iter();
                let back = back.filter(|back| back.to == from);
                all.push(IntegerCondition::any(back.map(|back| {
                    IntegerCondition::all([back.here, IntegerCondition::same(&back.token, &token)])
                })));
            }
            ways.push(IntegerCondition::all(all));
        }
        let which = ["first", "second"][side];
        let is = || (format!("a term of the {which} sum"), member.clone());
        let none = (
            "that is none of the other".to_owned(),
            IntegerCondition::any(ways).negated(),
        );
        part.claim(self.claim(&format!("term {from} of the {which}"), vec![is(), none]));
        if self.idempotent {
            return Ok(());
        }
        let mut twice = Vec::new();
        for (number, one) in steps.iter().enumerate() {
            for other in &steps[number + 1..] {
                let differ = match one.to == other.to {
                    true => IntegerCondition::same(&one.token, &other.token).negated(),
                    false => IntegerCondition::True,
                };
                twice.push(IntegerCondition::all([one.here.clone(), other.here.clone(), differ]));
            }
        }
        let two = ("that is two of the other".to_owned(), IntegerCondition::any(twice));
        part.claim(self.claim(&format!("term {from} of the {which}, once"), vec![is(), two]));
        Ok(())
    }
}

impl ValuePair<'_> {
    /// The claims that the terms of all sums of a program are those of their operands.
    pub(super) fn unfold(&self, part: &mut ProofPart, second: bool) {
        let (model, side) = if second { self.after } else { self.before };
        let mut all: Vec<_> = side.sums.iter().collect();
        all.sort_by_key(|(node, _)| **node);
        for (node, sum) in all {
            if let Err(why) = self.unfold_one(part, second, *node, sum) {
                part.trust(&format!("sums of {}", model.stmt(node.0).name), why.0);
            }
        }
    }

    fn unfold_one(&self, part: &mut ProofPart, second: bool, node: (StmtId, usize), sum: &CertifiedSum) -> Stated<()> {
        let (model, side) = if second { self.after } else { self.before };
        let (stmt, _) = node;
        let name = &model.stmt(stmt).name;
        let payload = model.stmt(stmt).payload.as_ref();
        let Some(PayloadKind::Op {
            name: op,
            properties,
            operands,
        }) = payload.map(|payload| &payload.nodes[node.1].kind)
        else {
            return Err(Unstated("a sum is no operation".to_owned()));
        };
        if Combiner::of(op) != Some(sum.combiner) || operands.len() != 2 || !payload::may_reorder(properties) {
            part.claim(payload::never(name, op, "it is no sum"));
            return Ok(());
        }
        let x = model.coordinates(stmt, "instance");
        let (mut found, mut depth, mut places) = (Vec::new(), 0, Vec::new());
        let mut premise = vec![self.before.0.defined()?, model.runs(stmt, &x)?];
        for operand in operands {
            let ends = self.origins_after((model, side), (stmt, *operand), &x, &mut depth)?;
            premise.push(IntegerCondition::any(ends.iter().map(|end| end.guard.clone())));
            found.push(ends);
        }
        places.push(payload::place(model, stmt, node.1));
        let premise = (
            format!("an instance of {name}, and where its operands come from"),
            IntegerCondition::all(premise),
        );
        let nothing = found.iter().flatten().filter(|end| end.origin.value().is_none());
        part.claim(Claim {
            kind: ClaimKind::Sum,
            name: format!("{} operands of {name}", if second { "after," } else { "before," }),
            says: "the operands of a sum have been written".to_owned(),
            places: places.clone(),
            conditions: vec![
                premise.clone(),
                (
                    "and from where nobody wrote".to_owned(),
                    IntegerCondition::any(nothing.map(|end| end.guard.clone())),
                ),
            ],
        });
        let subtracts = matches!(op.as_str(), "arith.subf" | "arith.subi");
        let (mut right, mut keys) = (Vec::new(), Vec::new());
        for (operand, ends) in found.iter().enumerate() {
            let negative = operand == 1 && subtracts;
            self.items_of(second, sum, (operand, negative, ends), &mut right, &mut keys)?;
        }
        let left = { sum.terms.iter() }
            .map(|term| self.item(term, x.clone()))
            .collect::<Stated<Vec<_>>>()?;
        self.single_values(part, second, node, sum)?;
        let known = |number: usize| keys.iter().position(|key| sum.parts.get(number) == Some(key));
        let forth = sum.unfolded.forth.iter();
        let forth = forth.filter_map(|leg| Some((leg.from, known(leg.to)?, &leg.pieces)));
        let back = sum.unfolded.back.iter();
        let back = back.filter_map(|leg| Some((known(leg.from)?, leg.to, &leg.pieces)));
        let same = |u: &InstanceValue, x: &[Number], v: &InstanceValue, y: &[Number]| {
            Ok(match u == v && x.len() == y.len() {
                true => IntegerCondition::same(x, y),
                false => IntegerCondition::False,
            })
        };
        let matching = Matching {
            name: format!("{} terms of {name}", if second { "after," } else { "before," }),
            says: "the terms of an operation (first) are those of its operands (second)".to_owned(),
            places,
            premise,
            at: x.clone(),
            idempotent: is_idempotent(sum.combiner),
            legs: [forth.collect(), back.collect()],
            items: [left, right],
            same: &same,
        };
        matching.state(part)
    }

    /// A token stands for one value.
    fn single_values(
        &self,
        part: &mut ProofPart,
        second: bool,
        (stmt, _): (StmtId, usize),
        sum: &CertifiedSum,
    ) -> Stated<()> {
        let (model, _) = if second { self.after } else { self.before };
        for (number, term) in sum.terms.iter().enumerate() {
            let (_, rank) = read::ranks(&term.tokens)?;
            let token = model::element("token", rank);
            let item = self.item(term, Vec::new())?;
            let (places, mut twice) = (item.places(&token)?, Vec::new());
            for (at, (here, place)) in places.iter().enumerate() {
                for (there, other) in &places[at + 1..] {
                    let differ = IntegerCondition::same(place, other).negated();
                    twice.push(IntegerCondition::all([here.clone(), there.clone(), differ]));
                }
            }
            part.claim(Claim {
                kind: ClaimKind::Sum,
                name: format!("term {number} of {} has one value", model.stmt(stmt).name),
                says: "a term of a sum has one value".to_owned(),
                places: Vec::new(),
                conditions: vec![("a token that stands for two".to_owned(), IntegerCondition::any(twice))],
            });
        }
        Ok(())
    }

    fn item<'i>(&self, term: &'i SumTerm, at: Vec<Number>) -> Stated<Item<'i>> {
        let (_, rank) = read::ranks(&term.tokens)?;
        Ok(Item {
            value: term.value,
            negative: term.negative,
            rank,
            member: Box::new(move |token| read::related(&term.tokens, &at, token)),
            at: Some(&term.at),
        })
    }

    /// The terms that come from an operand.
    fn items_of<'i>(
        &'i self,
        second: bool,
        sum: &'i CertifiedSum,
        (operand, negative, ends): (usize, bool, &'i [SourceEnd]),
        items: &mut Vec<Item<'i>>,
        keys: &mut Vec<OfOperand>,
    ) -> Stated<()> {
        let (model, side) = if second { self.after } else { self.before };
        let mut seen = BTreeSet::new();
        for end in ends {
            let Some((value, at)) = end.origin.value() else {
                continue;
            };
            if !seen.insert(value) || neutral(model, value, sum.combiner) {
                continue;
            }
            let here = move || {
                let here = ends.iter().filter_map(|end| Some((&end.guard, end.origin.value()?)));
                here.filter(move |(_, (other, _))| *other == value)
            };
            let inner = match value {
                InstanceValue::Node(stmt, node) => side.sums.get(&(stmt, node)),
                InstanceValue::Entry(_) => None,
            };
            let inner = inner.filter(|inner| inner.combiner == sum.combiner && !sum.whole.contains(&value));
            let Some(inner) = inner else {
                keys.push(OfOperand {
                    operand,
                    value,
                    term: None,
                });
                let is_zero = move |at: &[Number]| match sum.combiner {
                    Combiner::Add => self.zero(second, value, at, ZERO_DEPTH),
                    _ => Ok(IntegerCondition::False),
                };
                items.push(Item {
                    value,
                    negative,
                    rank: at.len(),
                    member: Box::new(move |token| {
                        let mut ways = Vec::new();
                        for (guard, (_, at)) in here() {
                            let counts = is_zero(at)?.negated();
                            ways.push(IntegerCondition::all([
                                guard.clone(),
                                IntegerCondition::same(at, token),
                                counts,
                            ]));
                        }
                        Ok(IntegerCondition::any(ways))
                    }),
                    at: None,
                });
                continue;
            };
            for (number, term) in inner.terms.iter().enumerate() {
                keys.push(OfOperand {
                    operand,
                    value,
                    term: Some(number),
                });
                items.push(Item {
                    negative: negative != term.negative,
                    member: Box::new(move |token| {
                        let mut ways = Vec::new();
                        for (guard, (_, at)) in here() {
                            let term = read::related(&term.tokens, at, token)?;
                            ways.push(IntegerCondition::all([guard.clone(), term]));
                        }
                        Ok(IntegerCondition::any(ways))
                    }),
                    ..self.item(term, Vec::new())?
                });
            }
        }
        Ok(())
    }

    /// A value is surely zero, of either sign, in any arithmetic: a constant, or of operands that are.
    fn zero(&self, second: bool, value: InstanceValue, at: &[Number], depth: usize) -> Stated<IntegerCondition> {
        let (model, side) = if second { self.after } else { self.before };
        if neutral(model, value, Combiner::Add) {
            return Ok(IntegerCondition::True);
        }
        let InstanceValue::Node(stmt, node) = value else {
            return Ok(IntegerCondition::False);
        };
        let payload = model.stmt(stmt).payload.as_ref();
        let Some(PayloadKind::Op { name, operands, .. }) = payload.map(|payload| &payload.nodes[node].kind) else {
            return Ok(IntegerCondition::False);
        };
        // Zero times infinity is no zero.
        let all = ["mulf", "addf", "subf", "addi", "subi"]
            .iter()
            .any(|op| name.strip_prefix("arith.") == Some(op));
        if depth == 0 || operands.len() != 2 || !all && name != "arith.muli" {
            return Ok(IntegerCondition::False);
        }
        let mut zeros = Vec::new();
        for operand in operands {
            let mut ways = Vec::new();
            for end in self.origins((model, side), (stmt, *operand), at)? {
                let Some((value, place)) = end.origin.value() else {
                    continue;
                };
                let zero = self.zero(second, value, place, depth - 1)?;
                let here = IntegerCondition::all([end.guard, zero]);
                let elements = here.variables().into_iter().filter(|name| name.contains(" element "));
                let elements: Vec<_> = elements.collect();
                ways.push(match here == IntegerCondition::False || elements.is_empty() {
                    true => here,
                    false => IntegerCondition::Exists(elements, Box::new(here)),
                });
            }
            zeros.push(IntegerCondition::any(ways));
        }
        if !all {
            // The other factor is used all the same.
            for (zero, other) in zeros.iter_mut().zip(operands.iter().rev()) {
                if !apart::is_defined(model, stmt, *other)? {
                    *zero = IntegerCondition::False;
                }
            }
        }
        Ok(match all {
            true => IntegerCondition::all(zeros),
            false => IntegerCondition::any(zeros),
        })
    }

    /// The claims that two related values have the same terms.
    pub(super) fn balanced(
        &self,
        part: &mut ProofPart,
        (u, v): (InstanceValue, InstanceValue),
        (x, y): (&[Number], &[Number]),
        (related, places, name): (IntegerCondition, Vec<ProgramPlace>, String),
        (combiner, found): (Combiner, &Match),
    ) -> Stated<()> {
        let same =
            |u: &InstanceValue, x: &[Number], v: &InstanceValue, y: &[Number]| self.same(&u.origin(x), &v.origin(y));
        let matching = Matching {
            says: "related sums have the same terms".to_owned(),
            premise: ("related instances".to_owned(), related),
            places,
            name,
            at: x.iter().chain(y).cloned().collect(),
            idempotent: is_idempotent(combiner),
            legs: [&found.forth, &found.back]
                .map(|legs| legs.iter().map(|leg| (leg.from, leg.to, &leg.pieces)).collect()),
            items: [self.terms(false, u, x, combiner)?, self.terms(true, v, y, combiner)?],
            same: &same,
        };
        if matching.legs.iter().zip([0, 1]).any(|(legs, side)| {
            let (here, there) = (matching.items[side].len(), matching.items[1 - side].len());
            legs.iter().any(|(from, to, _)| *from >= here || *to >= there)
        }) {
            return Err(Unstated("a match is about terms that there are not".to_owned()));
        }
        matching.state(part)
    }

    /// The terms of a value; what is no sum is one term, or none if it is neutral.
    fn terms<'i>(
        &'i self,
        second: bool,
        value: InstanceValue,
        at: &[Number],
        combiner: Combiner,
    ) -> Stated<Vec<Item<'i>>> {
        let (model, side) = if second { self.after } else { self.before };
        if let InstanceValue::Node(stmt, node) = value
            && let Some(sum) = side.sums.get(&(stmt, node)).filter(|sum| sum.combiner == combiner)
        {
            return sum.terms.iter().map(|term| self.item(term, at.to_vec())).collect();
        }
        if neutral(model, value, combiner) {
            return Ok(Vec::new());
        }
        let place = at.to_vec();
        Ok(vec![Item {
            value,
            negative: false,
            rank: at.len(),
            member: Box::new(move |token| Ok(IntegerCondition::same(&place, token))),
            at: None,
        }])
    }
}

/// Whether combining a value twice is combining it once.
fn is_idempotent(combiner: Combiner) -> bool {
    !matches!(combiner, Combiner::Add | Combiner::Mul | Combiner::Xor)
}

/// Whether a value is a constant that changes nothing, the sign of a zero apart.
fn neutral(model: model::CertifiedModel<'_>, value: InstanceValue, combiner: Combiner) -> bool {
    let InstanceValue::Node(stmt, node) = value else {
        return false;
    };
    let payload = model.stmt(stmt).payload.as_ref();
    let Some(PayloadKind::Const(constant)) = payload.map(|payload| &payload.nodes[node].kind) else {
        return false;
    };
    match constant {
        Attr::Float {
            bits,
            ty: Type::Float(kind),
        } => {
            let (sign, one, Some(infinity)) = (kind.sign(), kind.one(), kind.infinity()) else {
                return false;
            };
            match combiner {
                Combiner::Add => bits & !sign == 0,
                Combiner::Mul => *bits == one,
                Combiner::MaximumF => *bits == infinity | sign,
                Combiner::MinimumF => *bits == infinity,
                _ => false,
            }
        }
        Attr::Int {
            value,
            ty: Type::Integer { width, .. },
        } if (2..=64).contains(width) => {
            let (all, top) = ((1i128 << width) - 1, 1i128 << (width - 1));
            let bits = *value & all;
            match combiner {
                Combiner::Add | Combiner::Or | Combiner::Xor | Combiner::MaxUI => bits == 0,
                Combiner::Mul => bits == 1,
                Combiner::And | Combiner::MinUI => bits == all,
                Combiner::MaxSI => bits == top,
                Combiner::MinSI => bits == top - 1,
                _ => false,
            }
        }
        // An index has 32 bits or 64.
        Attr::Int { value, ty: Type::Index } => match combiner {
            Combiner::Add | Combiner::Or | Combiner::Xor | Combiner::MaxUI => *value == 0,
            Combiner::Mul => *value == 1,
            Combiner::And => *value == -1,
            _ => false,
        },
        Attr::Bool(value) => match combiner {
            Combiner::Or | Combiner::Xor | Combiner::Add | Combiner::MaxUI => !value,
            Combiner::And | Combiner::Mul | Combiner::MinUI => *value,
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn exponents_of_floats() {
        let (sign, mantissa) = (1u64 << 31, 23);
        let infinity = sign - (1 << mantissa);
        assert_eq!(infinity, u64::from(f32::INFINITY.to_bits()));
        assert_eq!((infinity >> 1) & !((1 << mantissa) - 1), u64::from(1.0f32.to_bits()));
    }
}
