//! Faults of a checker, as the certificate sees them: proposals that are right, changed as a wrong subset test, a forgotten
//! piece, a swapped operand or a lost term would leave them. A checker with such a fault says `proved`; a solver must refute
//! one of the claims.

use crate::certificate::{models, solver};
use polyvet_analysis::{PayloadKind, Scop};
use polyvet_backend::solver::{Solver, SolverAnswer, SolverLimits};
use polyvet_ir::Attr;
use polyvet_poly::{Aff, DimKind, Map, Val};
use polyvet_tests::random::{is_test_all, pool};
use polyvet_verify::certificate::file::{self, CertificateText};
use polyvet_verify::certificate::{
    ApartTree, Certificate, InstanceValue, PieceFunction, Proposed, Related, Sources, Why, of_values,
};
use polyvet_verify::propose;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

const BOUNDS: SolverLimits = SolverLimits {
    time: Duration::from_secs(20),
    memory: 4 << 30,
};

/// Name, whether sums are taken apart, and two programs that compute the same.
const PAIRS: [(&str, bool, &str, &str); 6] = [
    (
        "stages",
        false,
        "%C = memref.alloc(%n) : memref<?xf32>
         affine.for %i = 0 to %n {
           %x = affine.load %A[%i] : memref<?xf32>
           %y = arith.subf %x, %f : f32
           affine.store %y, %C[%i] : memref<?xf32>
         }
         affine.for %i = 0 to %n {
           %x = affine.load %C[%i] : memref<?xf32>
           %z = affine.load %A[%i] : memref<?xf32>
           %y = arith.divf %x, %z : f32
           affine.store %y, %B[%i] : memref<?xf32>
         }",
        "affine.for %i = 0 to %n {
           %x = affine.load %A[%i] : memref<?xf32>
           %y = arith.subf %x, %f : f32
           %q = arith.divf %y, %x : f32
           affine.store %q, %B[%i] : memref<?xf32>
         }",
    ),
    (
        "recurrence",
        false,
        "affine.for %i = 1 to %n {
           %x = affine.load %B[%i - 1] : memref<?xf32>
           %z = affine.load %A[%i] : memref<?xf32>
           %y = arith.subf %x, %z : f32
           affine.store %y, %B[%i] : memref<?xf32>
         }",
        "%C = memref.alloc() : memref<f32>
         affine.for %i = 1 to %n {
           %x = affine.load %B[%i - 1] : memref<?xf32>
           affine.store %x, %C[] : memref<f32>
           %w = affine.load %C[] : memref<f32>
           %z = affine.load %A[%i] : memref<?xf32>
           %y = arith.subf %w, %z : f32
           affine.store %y, %B[%i] : memref<?xf32>
         }",
    ),
    (
        "sum",
        true,
        "affine.for %i = 0 to %n {
           %s = affine.load %B[0] : memref<?xf32>
           %x = affine.load %A[%i] : memref<?xf32>
           %p = arith.mulf %x, %f : f32
           %y = arith.addf %s, %p : f32
           affine.store %y, %B[0] : memref<?xf32>
         }",
        "affine.for %i = 0 to %n {
           %s = affine.load %B[0] : memref<?xf32>
           %x = affine.load %A[%n - %i - 1] : memref<?xf32>
           %p = arith.mulf %x, %f : f32
           %y = arith.addf %s, %p : f32
           affine.store %y, %B[0] : memref<?xf32>
         }",
    ),
    (
        "regrouped",
        true,
        "affine.for %i = 1 to %n {
           %a = affine.load %A[%i - 1] : memref<?xf32>
           %b = affine.load %A[%i] : memref<?xf32>
           %c = affine.load %B[%i] : memref<?xf32>
           %s = arith.addf %a, %b : f32
           %t = arith.subf %s, %c : f32
           affine.store %t, %B[%i] : memref<?xf32>
         }",
        "affine.for %i = 1 to %n {
           %a = affine.load %A[%i - 1] : memref<?xf32>
           %b = affine.load %A[%i] : memref<?xf32>
           %c = affine.load %B[%i] : memref<?xf32>
           %s = arith.subf %a, %c : f32
           %t = arith.addf %s, %b : f32
           affine.store %t, %B[%i] : memref<?xf32>
         }",
    ),
    (
        "algebra",
        false,
        "%one = arith.constant 1.0 : f32
         %two = arith.constant 2.0 : f32
         %three = arith.addf %one, %two : f32
         affine.for %i = 0 to %n {
           %a = affine.load %A[%i] : memref<?xf32>
           %b = affine.load %B[%i] : memref<?xf32>
           %x = arith.mulf %a, %one : f32
           %y = arith.subf %x, %b : f32
           %z = arith.mulf %y, %three : f32
           affine.store %z, %B[%i] : memref<?xf32>
         }",
        "%three = arith.constant 3.0 : f32
         affine.for %i = 0 to %n {
           %a = affine.load %A[%i] : memref<?xf32>
           %b = affine.load %B[%i] : memref<?xf32>
           %m = arith.negf %b : f32
           %y = arith.addf %a, %m : f32
           %z = arith.mulf %y, %three : f32
           affine.store %z, %B[%i] : memref<?xf32>
         }",
    ),
    (
        "divisions",
        false,
        "affine.for %i = 0 to %n {
           %a = affine.load %A[%i] : memref<?xf32>
           %b = affine.load %B[%i] : memref<?xf32>
           %x = arith.fptosi %a : f32 to i32
           %y = arith.fptosi %b : f32 to i32
           %q = arith.divui %x, %y : i32
           %z = arith.uitofp %q : i32 to f32
           affine.store %z, %B[%i] : memref<?xf32>
         }",
        "affine.for %i = 0 to %n {
           %b = affine.load %B[%i] : memref<?xf32>
           %y = arith.fptosi %b : f32 to i32
           %a = affine.load %A[%i] : memref<?xf32>
           %x = arith.fptosi %a : f32 to i32
           %q = arith.divui %x, %y : i32
           %z = arith.uitofp %q : i32 to f32
           affine.store %z, %B[%i] : memref<?xf32>
         }",
    ),
];

/// Faults of one proposal: of which kind, and what it leaves.
struct Faults<'p, 's> {
    right: &'p Proposed<'s>,
    found: Vec<(&'static str, Proposed<'s>)>,
}

impl<'s> Faults<'_, 's> {
    fn add(&mut self, kind: &'static str, change: impl FnOnce(&mut Proposed<'s>)) {
        let mut wrong = self.right.clone();
        change(&mut wrong);
        self.found.push((kind, wrong));
    }

    fn all(&mut self) {
        for at in 0..self.right.related.len() {
            self.related(at);
        }
        for second in [false, true] {
            self.side(second);
        }
        for at in 0..self.right.covered.len() {
            self.add("a condition is forgotten", |wrong| _ = wrong.covered.remove(at));
            for by in 0..self.right.covered[at].by.len() {
                self.add("what a condition follows from is forgotten", |wrong| {
                    _ = wrong.covered[at].by.remove(by)
                });
                self.add("a condition of another iteration", |wrong| {
                    shift(&mut wrong.covered[at].by[by].back)
                });
                for one in 0..self.right.covered[at].by[by].related.len() {
                    self.add("a value of a condition is forgotten", |wrong| {
                        _ = wrong.covered[at].by[by].related.remove(one);
                    });
                }
            }
        }
    }

    fn related(&mut self, at: usize) {
        let one = &self.right.related[at];
        self.add("a related pair is forgotten", |wrong| _ = wrong.related.remove(at));
        if has_instances(self.right.before.scop, one) {
            self.add("related with another iteration", |wrong| {
                let pairs = &mut wrong.related[at].pairs;
                *pairs = moved(pairs);
            });
            self.add("some iterations are not related", |wrong| {
                let pairs = &mut wrong.related[at].pairs;
                *pairs = pairs.clone().upper_bound_si(DimKind::In, 0, 2).expect("a bound");
            });
            self.add("a subset test that is always true", |wrong| {
                let pairs = &mut wrong.related[at].pairs;
                let (from, to) = (
                    pairs.clone().domain().expect("a set"),
                    pairs.clone().range().expect("a set"),
                );
                *pairs = Map::from_domain_and_range(from, to).expect("a map");
            });
        }
        match &one.why {
            Why::Operation { swapped } if operands(self.right.before.scop, one.before) == 2 => {
                let swapped = !swapped;
                self.add("operands are swapped", |wrong| {
                    wrong.related[at].why = Why::Operation { swapped }
                });
            }
            Why::Terms(_, found) => {
                for leg in 0..found.forth.len() {
                    self.add("a matched term is lost", |wrong| {
                        if let Why::Terms(_, found) = &mut wrong.related[at].why {
                            found.forth.remove(leg);
                        }
                    });
                    self.add("a match is not one to one", |wrong| {
                        if let Why::Terms(_, found) = &mut wrong.related[at].why {
                            found.back.remove(leg);
                        }
                    });
                }
                if name(self.right.before.scop, one.before) != name(self.right.after.scop, one.after) {
                    self.add("other operations as one", |wrong| {
                        wrong.related[at].why = Why::Operation { swapped: false };
                    });
                }
            }
            Why::Algebra(_) => {
                self.add("leaves change places", |wrong| {
                    if let Why::Algebra(apart) = &mut wrong.related[at].why {
                        turn(&mut apart.after);
                    }
                });
                self.add("other operations without algebra", |wrong| {
                    wrong.related[at].why = Why::Operation { swapped: false };
                });
            }
            _ => {}
        }
    }

    fn side(&mut self, second: bool) {
        let side = if second { &self.right.after } else { &self.right.before };
        for read in side.sources.keys().copied().collect::<Vec<_>>() {
            for (kind, change) in SOURCES {
                if change(&mut side.sources[&read].clone()) {
                    self.add(kind, |wrong| {
                        let side = if second { &mut wrong.after } else { &mut wrong.before };
                        if let Some(found) = side.sources.get_mut(&read) {
                            change(found);
                        }
                    });
                }
            }
        }
        for at in 0..side.visible.len() {
            for (kind, change) in SOURCES {
                if change(&mut side.visible[at].1.clone()) {
                    self.add(kind, |wrong| {
                        let side = if second { &mut wrong.after } else { &mut wrong.before };
                        change(&mut side.visible[at].1);
                    });
                }
            }
        }
        for (node, sum) in side.sums.clone() {
            for term in 0..sum.terms.len() {
                self.add("a term has the wrong sign", |wrong| {
                    let side = if second { &mut wrong.after } else { &mut wrong.before };
                    if let Some(sum) = side.sums.get_mut(&node) {
                        sum.terms[term].negative = !sum.terms[term].negative;
                    }
                });
                self.add("a term comes from another iteration", |wrong| {
                    let side = if second { &mut wrong.after } else { &mut wrong.before };
                    if let Some(sum) = side.sums.get_mut(&node) {
                        shift(&mut sum.terms[term].at);
                    }
                });
            }
            for leg in 0..sum.unfolded.forth.len() {
                self.add("a term of an operand is forgotten", |wrong| {
                    let side = if second { &mut wrong.after } else { &mut wrong.before };
                    if let Some(sum) = side.sums.get_mut(&node) {
                        sum.unfolded.forth.remove(leg);
                    }
                });
                self.add("a term is counted twice", |wrong| {
                    let side = if second { &mut wrong.after } else { &mut wrong.before };
                    if let Some(sum) = side.sums.get_mut(&node) {
                        sum.unfolded.back.remove(leg);
                    }
                });
            }
        }
        for (node, value) in side.computed.clone() {
            if let Attr::Float { bits, ty } = value {
                self.add("a constant is computed wrongly", |wrong| {
                    let side = if second { &mut wrong.after } else { &mut wrong.before };
                    side.computed.insert(node, Attr::Float { bits: bits ^ 1, ty });
                });
            }
        }
        for (node, operand) in side.through.clone() {
            let payload = side.scop.stmts[node.0].payload.as_ref().expect("a payload");
            if let PayloadKind::Op { operands, .. } = &payload.nodes[node.1].kind
                && let Some(other) = operands.iter().copied().find(|other| *other != operand)
            {
                self.add("the other operand is seen", |wrong| {
                    let side = if second { &mut wrong.after } else { &mut wrong.before };
                    side.through.insert(node, other);
                });
            }
        }
    }
}

/// Changes of what a read finds; `false` if there is nothing to change.
type Change = fn(&mut Sources) -> bool;

const SOURCES: [(&str, Change); 4] = [
    ("a last writer is forgotten", |found| found.writers.pop().is_some()),
    ("a last writer of another iteration", |found| {
        match found.writers.first_mut() {
            Some(writer) => {
                shift(&mut writer.pieces);
                writer.pieces.iter().any(|piece| !piece.values.is_empty())
            }
            None => false,
        }
    }),
    ("what nobody wrote is forgotten", |found| {
        found.unwritten.pop().is_some()
    }),
    ("nobody is said to have written", |found| {
        match found.writers.is_empty() {
            true => false,
            false => {
                found.writers.clear();
                true
            }
        }
    }),
];

/// Each value of a function is one more.
fn shift(function: &mut PieceFunction) {
    for value in function.iter_mut().flat_map(|piece| &mut piece.values) {
        let one = Val::from_i64(value.ctx(), 1).expect("a number");
        *value = Aff::add_constant_val(value.clone(), one).expect("a sum");
    }
}

/// Each pair with the next instance of the second program.
fn moved(pairs: &Map) -> Map {
    let mut pairs = pairs.clone().reverse().expect("a map");
    let ctx = pairs.ctx().clone();
    let rank = pairs.dim(DimKind::In).expect("a rank");
    let name = pairs.tuple_name(DimKind::In).expect("a name").unwrap_or_default();
    let dims: Vec<String> = (0..rank).map(|at| format!("i{at}")).collect();
    let next: Vec<String> = dims
        .iter()
        .enumerate()
        .map(|(at, dim)| if at == 0 { format!("{dim} + 1") } else { dim.clone() })
        .collect();
    let step = format!("{{ {name}[{}] -> {name}[{}] }}", dims.join(", "), next.join(", "));
    pairs = pairs
        .apply_domain(Map::parse(&ctx, &step).expect("a map"))
        .expect("a map");
    pairs.reverse().expect("a map")
}

fn turn(tree: &mut ApartTree) {
    match tree {
        ApartTree::Operation { operands, .. } => operands.iter_mut().for_each(turn),
        ApartTree::Leaf(numbers) => numbers.iter_mut().for_each(|number| *number = 1 - (*number).min(1)),
        ApartTree::Constant(..) => {}
    }
}

fn operands(scop: &Scop, value: InstanceValue) -> usize {
    match kind(scop, value) {
        Some(PayloadKind::Op { operands, .. }) if operands[0] != operands[operands.len() - 1] => operands.len(),
        _ => 0,
    }
}

fn name(scop: &Scop, value: InstanceValue) -> Option<&str> {
    match kind(scop, value)? {
        PayloadKind::Op { name, .. } => Some(name),
        _ => None,
    }
}

fn kind(scop: &Scop, value: InstanceValue) -> Option<&PayloadKind> {
    let InstanceValue::Node(stmt, node) = value else {
        return None;
    };
    Some(&scop.stmts[stmt].payload.as_ref()?.nodes[node].kind)
}

/// Whether the values are others in other iterations.
fn has_instances(scop: &Scop, one: &Related) -> bool {
    matches!(
        kind(scop, one.before),
        Some(PayloadKind::Op { .. } | PayloadKind::Index(_))
    ) && !matches!(one.why, Why::Computed)
        && one.pairs.dim(DimKind::In).is_ok_and(|rank| rank > 0)
        && one.pairs.dim(DimKind::Out).is_ok_and(|rank| rank > 0)
}

/// What a solver is asked about a proposal; the second part is what has no claims.
fn scripts(proposed: &Proposed<'_>) -> (Vec<String>, Vec<String>) {
    let part = of_values(proposed);
    let trusted = part
        .trusted
        .iter()
        .map(|one| format!("{}: {}", one.what, one.why))
        .collect();
    let mut text = CertificateText::default();
    text.add(&Certificate { parts: vec![part] }, &|_, _| None);
    let read = file::read(&text.to_file()).expect("what is written is read");
    let claims = read
        .claims
        .into_iter()
        .map(|claim| format!("; {} {}\n{}", claim.kind, claim.name, claim.script));
    (claims.collect(), trusted)
}

/// Those that a solver does not confirm, up to the first few.
fn refuted<'q>(solver: &Solver, scripts: &'q [String]) -> Vec<&'q str> {
    for some in scripts.chunks(6) {
        let asked: Vec<&str> = some.iter().map(String::as_str).collect();
        let answers = solver.ask_all(&asked, &BOUNDS, &mut |_| {});
        let failing = asked
            .into_iter()
            .zip(answers)
            .filter(|(_, answer)| *answer != SolverAnswer::Unsat);
        let failing: Vec<&str> = failing.map(|(script, _)| script).collect();
        if !failing.is_empty() {
            return failing;
        }
    }
    Vec::new()
}

#[test]
fn faults_of_a_checker_are_refuted_claims() {
    let Some(solver) = solver() else { return };
    // Only claims that the right proposal does not make are asked.
    let mut questions: Vec<(String, &str, Vec<String>)> = Vec::new();
    let mut uncertified = Vec::new();
    for (name, sums, before, after) in PAIRS {
        let (first, second) = models(before, after);
        let right = propose(&first, &second, sums).expect("an answer of isl");
        let right = right.unwrap_or_else(|| panic!("{name}: no proposal"));
        let (known, trusted) = scripts(&right);
        assert!(trusted.is_empty(), "{name}: {trusted:?}");
        let failing = refuted(&solver, &known);
        assert!(failing.is_empty(), "{name}: {failing:?}");
        let known: HashSet<String> = known.into_iter().collect();
        let mut faults = Faults {
            right: &right,
            found: Vec::new(),
        };
        faults.all();
        for (kind, wrong) in &faults.found {
            let (claims, trusted) = scripts(wrong);
            match trusted.is_empty() {
                // What leaves every claim as it is is no fault.
                true if claims.len() == known.len() && claims.iter().all(|claim| known.contains(claim)) => {}
                true => {
                    let claims = claims.into_iter().filter(|claim| !known.contains(claim)).collect();
                    questions.push((name.to_owned(), kind, claims));
                }
                // Such a proof is not called certified either.
                false => uncertified.push(*kind),
            }
        }
    }
    if !is_test_all() {
        // Every second fault of each kind.
        let mut seen = BTreeMap::<&str, usize>::new();
        questions.retain(|(_, kind, _)| {
            let number = seen.entry(kind).or_default();
            *number += 1;
            *number % 2 == 1
        });
    }
    let answers: Vec<bool> = pool().install(|| {
        let answers = questions
            .par_iter()
            .map(|(_, _, claims)| !refuted(&solver, claims).is_empty());
        answers.collect()
    });
    let (mut kinds, mut missed) = (BTreeMap::<&str, usize>::new(), Vec::new());
    for ((name, kind, claims), caught) in questions.iter().zip(&answers) {
        match caught {
            true => *kinds.entry(kind).or_default() += 1,
            false => missed.push(format!("{name}: {kind} ({} new claims)", claims.len())),
        }
    }
    let caught = answers.iter().filter(|caught| **caught).count();
    println!("{caught} faults caught: {kinds:?}; not certified: {uncertified:?}");
    assert!(missed.is_empty(), "all claims hold of {missed:?}");
    assert!(
        caught >= 100 && kinds.len() >= 20,
        "{caught} faults of {} kinds",
        kinds.len()
    );
}
