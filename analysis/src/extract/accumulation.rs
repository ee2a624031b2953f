//! Recognises accumulations by what they compute: `A[x] = A[x] op e op f`, also under a selection that keeps `A[x]` on
//! its other side, and minima and maxima by comparison and selection.

use super::Fallible;
use crate::scop::{Access, Combiner, NodeKind, Payload, Reduction};
use polyvet_ir::{Attr, Attrs, Flags};

/// Other elements of `A` that the payload reads are accesses of their own, whose dependences stay strict.
pub(super) fn find_reduction(accesses: &[Access], payload: &Payload) -> Fallible<Option<Reduction>> {
    let [(write, root)] = payload.stores[..] else {
        return Ok(None);
    };
    let target = &accesses[write];
    for (read, access) in accesses.iter().enumerate() {
        if access.kind.is_write() || access.array != target.array {
            continue;
        }
        let Part::Accumulates(combiner) = Parts::of(payload, read).at(root) else {
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
enum Part {
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
struct Parts<'p> {
    payload: &'p Payload,
    parts: Vec<Part>,
}

impl Parts<'_> {
    /// `read` is the access that reads the accumulator.
    fn of(payload: &Payload, read: usize) -> Parts<'_> {
        let mut found = Parts {
            payload,
            parts: Vec::with_capacity(payload.nodes.len()),
        };
        for node in &payload.nodes {
            let part = match &node.kind {
                NodeKind::Read(access) if *access == read => Part::Kept,
                NodeKind::Op {
                    name,
                    operands,
                    properties,
                } if operands.iter().any(|operand| found.at(*operand) != Part::Other) => {
                    found.accumulation(name, operands, properties).unwrap_or(Part::Uses)
                }
                _ => Part::Other,
            };
            found.parts.push(part);
        }
        found
    }

    fn at(&self, node: usize) -> Part {
        self.parts[node]
    }

    /// What an operation on the accumulator is; [`None`] if it is neither it nor an accumulation.
    fn accumulation(&self, name: &str, operands: &[usize], properties: &Attrs) -> Option<Part> {
        match (name, operands) {
            ("arith.select", [condition, yes, no]) if self.at(*condition) == Part::Other => {
                join(self.at(*yes), self.at(*no))
            }
            ("arith.select", [condition, yes, no]) => self.extremum(*condition, *yes, *no),
            (_, [lhs, rhs]) if may_reorder(properties) => self.combined(name, *lhs, *rhs),
            _ => None,
        }
    }

    fn combined(&self, name: &str, lhs: usize, rhs: usize) -> Option<Part> {
        let combiner = Combiner::of(name)?;
        let subtracts = matches!(name, "arith.subf" | "arith.subi");
        match (self.at(lhs), self.at(rhs)) {
            (chain, Part::Other) => join(chain, Part::Accumulates(combiner)),
            (Part::Other, chain) if !subtracts => join(chain, Part::Accumulates(combiner)),
            _ => None,
        }
    }

    /// The greater or less of the accumulator and another value.
    fn extremum(&self, condition: usize, yes: usize, no: usize) -> Option<Part> {
        let NodeKind::Op {
            name,
            operands,
            properties,
        } = &self.payload.nodes[condition].kind
        else {
            return None;
        };
        let predicate = properties.get("predicate").and_then(Attr::as_i64)?;
        let order = match name.as_str() {
            "arith.cmpi" => Order::of_integers(predicate)?,
            "arith.cmpf" if may_reorder(properties) => Order::of_floats(predicate)?,
            _ => return None,
        };
        let kept_if = match (self.at(yes), self.at(no)) {
            (Part::Kept, Part::Other) => true,
            (Part::Other, Part::Kept) => false,
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
        Some(Part::Accumulates(order.combiner(keeps_greater)))
    }
}

/// A value that is one of two, or one after the other: both have one combiner.
fn join(first: Part, second: Part) -> Option<Part> {
    match (first, second) {
        (Part::Other | Part::Uses, _) | (_, Part::Other | Part::Uses) => None,
        (Part::Kept, other) | (other, Part::Kept) => Some(other),
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
struct Order {
    /// True where the first operand is greater.
    greater: bool,
    signed: bool,
    of_floats: bool,
    /// True where an operand is no number.
    unordered: bool,
}

impl Order {
    fn of_integers(predicate: i64) -> Option<Order> {
        let (greater, signed) = match predicate {
            2 | 3 => (false, true),
            4 | 5 => (true, true),
            6 | 7 => (false, false),
            8 | 9 => (true, false),
            _ => return None,
        };
        Some(Order {
            greater,
            signed,
            of_floats: false,
            unordered: false,
        })
    }

    fn of_floats(predicate: i64) -> Option<Order> {
        let (greater, unordered) = match predicate {
            2 | 3 => (true, false),
            4 | 5 => (false, false),
            9 | 10 => (true, true),
            11 | 12 => (false, true),
            _ => return None,
        };
        Some(Order {
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
