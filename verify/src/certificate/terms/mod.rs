//! Claims that two functions compute the same, by what each operation computes of what it is given.
//!
//! Nothing is known here of iterations or elements. A value is a number of the theories, or a thing of a sort that nobody
//! knows; an operation that no theory has is a function of its operands and of what memory was; what memory and the world are
//! is one more value, handed from operation to operation. That both programs give the same is a claim about these functions,
//! whatever they are. Loops are compared by induction: where carried values are the same before an iteration, they are after
//! it. The programs are read here, by themselves ([`reader`]), and not as the prover of terms does (`verify/src/congruence`);
//! `docs/theory.md` says why the claims suffice.

mod compare;
mod lanes;
mod ledger;
mod reader;
mod shapes;

use super::{ProofPart, WhichProgram, text};
use compare::TermComparison;
use ledger::{Ledger, What};
use polyvet_ir::{Module, OpId};
use reader::{LaneShape, NoClaims, TermRead, TermReader, unread};
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

/// More operations than this make no claim that a solver decides in time.
const OPS_MAX: usize = 20_000;

/// Claims that the first of some pairs of functions computes the same in both programs, as do all others that it refers to;
/// and that the words `beside` them are the same.
pub fn of_terms(
    name: &str,
    (first, second): (&Module, &Module),
    pairs: &[(OpId, OpId)],
    beside: &[(&str, Vec<String>, Vec<String>)],
) -> ProofPart {
    let mut part = ProofPart::new(format!(
        "@{name} computes the same of the same, whatever operations mean that no theory has"
    ));
    for (at, (x, y)) in pairs.iter().enumerate() {
        if at > 0 && text::same(first, *x, second, *y) {
            text::claim(&mut part, (first, *x), (second, *y));
            continue;
        }
        let before = part.clone();
        part = match compared(part, (first, *x), (second, *y)) {
            Ok(part) => part,
            Err(NoClaims(why)) => {
                let mut part = before;
                part.trust(
                    "terms",
                    format!("@{}: {why}", first.symbol_name(*x).unwrap_or_default()),
                );
                part
            }
        };
    }
    for (what, left, right) in beside {
        text::add(&mut part, what, left, right);
    }
    part
}

fn compared(part: ProofPart, (first, x): (&Module, OpId), (second, y): (&Module, OpId)) -> TermRead<ProofPart> {
    let (Some(one), Some(other)) = (polyvet_ir::func(first, x), polyvet_ir::func(second, y)) else {
        return unread("it is no function, and its text differs");
    };
    if one.inputs != other.inputs || one.results != other.results {
        return unread("its types differ");
    }
    for (module, func) in [(first, x), (second, y)] {
        let mut count = 0;
        module.walk(func, &mut |_, _| count += 1);
        if count > OPS_MAX {
            return unread("it is too long");
        }
    }
    let ledger = Rc::new(RefCell::new(Ledger::default()));
    let state = ["memory", "allocated"].map(|name| ledger.borrow_mut().argument(name, What::Memory));
    let reader = |module, program| {
        let [memory, allocated] = state.clone();
        TermReader::new(module, program, ledger.clone(), memory, allocated)
    };
    let (mut before, mut after) = (reader(first, WhichProgram::Before), reader(second, WhichProgram::After));
    for (a, b) in one.args.iter().zip(&other.args) {
        let (shape, name) = (LaneShape::of(first.ty(*a)), first.value_name(*a));
        let lane = |at| {
            ledger
                .borrow_mut()
                .argument(&reader::lane_name(&name, &shape, at), shape.what())
        };
        let lanes: Vec<_> = (0..shape.count()).map(lane).collect();
        before.bind(*a, lanes.clone());
        after.bind(*b, lanes);
    }
    // Regions that both programs have, word for word, are not looked into.
    let texts = texts(first, x)
        .intersection(&texts(second, y))
        .cloned()
        .collect::<HashSet<String>>();
    (before.texts, after.texts) = (texts.clone(), texts);
    let mut comparison = TermComparison::new(before, after, ledger, part);
    comparison.bodies(one.body, other.body)?;
    Ok(comparison.part)
}

/// The operations with regions of a function, as texts.
fn texts(module: &Module, func: OpId) -> HashSet<String> {
    let mut found = HashSet::new();
    module.walk(func, &mut |op, data| {
        if op != func && !data.regions.is_empty() {
            found.insert(text::whole(module, op));
        }
    });
    found
}
