//! Recognises accumulations by what they compute: `A[x] = A[x] op e op f`, also under a selection that keeps `A[x]` on
//! its other side, and minima and maxima by comparison and selection.

use super::Fallible;
use crate::ids::AccessId;
use crate::scop::{Access, Combiner, Payload, PayloadKind, Reduction};
use polyvet_ir::{Attr, Attrs, Flags};
use typed_index_collections::TiSlice;

/// Other elements of `A` that the payload reads are accesses of their own, whose dependences stay strict.
pub(super) fn find_reduction(accesses: &TiSlice<AccessId, Access>, payload: &Payload) -> Fallible<Option<Reduction>> {
    let [(write, root)] = payload.stores[..] else {
        return Ok(None);
    };
    let target = &accesses[write];
    for (read, access) in accesses.iter_enumerated() {
        if access.kind.is_write() || access.array != target.array {
            continue;
        }
        let AccumulatorPart::Accumulates(combiner) = AccumulatorParts::of(payload, read).at(root) else {
            continue;
        };
        if access.relation.is_equal(&target.relation)? {
            return Ok(Some(Reduction {
                combiner,
                read,
                write,
                atomic: false,
            }));
        }
    }
    Ok(None)
}

/// What a value is to an accumulator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AccumulatorPart {
    /// It does not depend on the accumulator.
    Other,
    /// The accumulator itself.
    Kept,
    /// The accumulator and what is added to it.
    Accumulates(Combiner),
    /// It depends on the accumulator in another way.
    Uses,
}

/// What each value of a payload is to the accumulator.
struct AccumulatorParts<'p> {
    payload: &'p Payload,
    parts: Vec<AccumulatorPart>,
}

impl AccumulatorParts<'_> {
    /// `read` is the access that reads the accumulator.
    fn of(payload: &Payload, read: AccessId) -> AccumulatorParts<'_> {
        let mut found = AccumulatorParts {
            payload,
            parts: Vec::with_capacity(payload.nodes.len()),
        };
        for node in &payload.nodes {
            let part = match &node.kind {
                PayloadKind::Read(access) if *access == read => AccumulatorPart::Kept,
                PayloadKind::Op {
                    name,
                    operands,
                    properties,
                } if operands
                    .iter()
                    .any(|operand| found.at(*operand) != AccumulatorPart::Other) =>
                {
                    found
                        .accumulation(name, operands, properties)
                        .unwrap_or(AccumulatorPart::Uses)
                }
                _ => AccumulatorPart::Other,
            };
            found.parts.push(part);
        }
        found
    }

    fn at(&self, node: usize) -> AccumulatorPart {
        self.parts[node]
    }

    /// What an operation on the accumulator is; [`None`] if it is neither it nor an accumulation.
    fn accumulation(&self, name: &str, operands: &[usize], properties: &Attrs) -> Option<AccumulatorPart> {
        match (name, operands) {
            ("arith.select", [condition, yes, no]) if self.at(*condition) == AccumulatorPart::Other => {
                join(self.at(*yes), self.at(*no))
            }
            ("arith.select", [condition, yes, no]) => self.extremum(*condition, *yes, *no),
            (_, [lhs, rhs]) if may_reorder(properties) => self.combined(name, *lhs, *rhs),
            _ => None,
        }
    }

    fn combined(&self, name: &str, lhs: usize, rhs: usize) -> Option<AccumulatorPart> {
        let combiner = Combiner::of(name)?;
        let subtracts = matches!(name, "arith.subf" | "arith.subi");
        match (self.at(lhs), self.at(rhs)) {
            (chain, AccumulatorPart::Other) => join(chain, AccumulatorPart::Accumulates(combiner)),
            (AccumulatorPart::Other, chain) if !subtracts => join(chain, AccumulatorPart::Accumulates(combiner)),
            _ => None,
        }
    }

    /// The greater or less of the accumulator and another value.
    fn extremum(&self, condition: usize, yes: usize, no: usize) -> Option<AccumulatorPart> {
        let PayloadKind::Op {
            name,
            operands,
            properties,
        } = &self.payload.nodes[condition].kind
        else {
            return None;
        };
        let predicate = properties.get("predicate").and_then(Attr::as_i64)?;
        let order = match name.as_str() {
            "arith.cmpi" => ComparisonOrder::of_integers(predicate)?,
            "arith.cmpf" if may_reorder(properties) => ComparisonOrder::of_floats(predicate)?,
            _ => return None,
        };
        let kept_if = match (self.at(yes), self.at(no)) {
            (AccumulatorPart::Kept, AccumulatorPart::Other) => true,
            (AccumulatorPart::Other, AccumulatorPart::Kept) => false,
            _ => return None,
        };
        let on_left = match operands[..] {
            [lhs, rhs] if [lhs, rhs] == [yes, no] => kept_if,
            [lhs, rhs] if [lhs, rhs] == [no, yes] => !kept_if,
            _ => return None,
        };
        // What is no number is not taken, in any order.
        if order.of_floats && order.unordered != kept_if {
            return None;
        }
        let keeps_greater = order.greater == (on_left == kept_if);
        Some(AccumulatorPart::Accumulates(order.combiner(keeps_greater)))
    }
}

/// A value that is one of two, or one after the other: both have one combiner.
fn join(first: AccumulatorPart, second: AccumulatorPart) -> Option<AccumulatorPart> {
    match (first, second) {
        (AccumulatorPart::Other | AccumulatorPart::Uses, _) | (_, AccumulatorPart::Other | AccumulatorPart::Uses) => {
            None
        }
        (AccumulatorPart::Kept, other) | (other, AccumulatorPart::Kept) => Some(other),
        (first, second) => (first == second).then_some(first),
    }
}

/// `nsw` and `ninf` speak of the partial results of one order, unless `reassoc` makes them speak of all.
fn may_reorder(properties: &Attrs) -> bool {
    let flags = Flags::of(properties);
    let of_numbers = Flags::NSZ.or(Flags::ARCP).or(Flags::CONTRACT).or(Flags::AFN);
    flags.within(of_numbers) || flags.has(Flags::REASSOC) && flags.within(Flags::FAST)
}

/// A comparison for more or less.
#[derive(Clone, Copy)]
struct ComparisonOrder {
    /// True where the first operand is greater.
    greater: bool,
    signed: bool,
    of_floats: bool,
    /// True where an operand is no number.
    unordered: bool,
}

impl ComparisonOrder {
    fn of_integers(predicate: i64) -> Option<ComparisonOrder> {
        let (greater, signed) = match predicate {
            2 | 3 => (false, true),
            4 | 5 => (true, true),
            6 | 7 => (false, false),
            8 | 9 => (true, false),
            _ => return None,
        };
        Some(ComparisonOrder {
            greater,
            signed,
            of_floats: false,
            unordered: false,
        })
    }

    fn of_floats(predicate: i64) -> Option<ComparisonOrder> {
        let (greater, unordered) = match predicate {
            2 | 3 => (true, false),
            4 | 5 => (false, false),
            9 | 10 => (true, true),
            11 | 12 => (false, true),
            _ => return None,
        };
        Some(ComparisonOrder {
            greater,
            signed: true,
            of_floats: true,
            unordered,
        })
    }

    fn combiner(self, keeps_greater: bool) -> Combiner {
        match (self.of_floats, self.signed, keeps_greater) {
            (true, _, true) => Combiner::GreaterF,
            (true, _, false) => Combiner::LessF,
            (false, true, true) => Combiner::MaxSI,
            (false, true, false) => Combiner::MinSI,
            (false, false, true) => Combiner::MaxUI,
            (false, false, false) => Combiner::MinUI,
        }
    }
}
