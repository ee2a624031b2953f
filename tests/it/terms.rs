//! Faults of a prover of terms, as the certificate sees them: pairs that such a prover would take for the same if it forgot
//! one of its questions. The claims are made from the programs alone, so a solver must not confirm all of them.

use crate::certificate::{failing, solver};
use polyvet_backend::solver::Solver;
use polyvet_ir::{Module, OpId};
use polyvet_tests::cases::{CaseCommand, CorpusCase, Expect, in_sample, walk};
use polyvet_tests::model::parse;
use polyvet_tests::random::{is_test_all, pool};
use polyvet_verify::certificate::{Certificate, of_terms};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// Bodies of a function with the arguments of [`whole`]: the first program, the second, and faults of the second: of which
/// kind each is, what it replaces, and by what.
type Row = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str, &'static str)],
);

const ROWS: [Row; 14] = [
    (
        "%a = arith.addi %x, %y : i32\n%r = arith.muli %a, %x : i32\nreturn %r : i32",
        "%a = arith.addi %y, %x : i32\n%r = arith.muli %x, %a : i32\nreturn %r : i32",
        &[
            ("another operation", "arith.addi", "arith.subi"),
            ("another operand", "muli %x, %a", "muli %y, %a"),
            ("another result", "return %r", "return %a"),
            ("a promise is added", "%y, %x : i32", "%y, %x overflow<nsw> : i32"),
        ],
    ),
    (
        "%a = arith.subf %f, %g : f32\n%b = arith.mulf %a, %g : f32\n%r = arith.fptosi %b : f32 to i32\nreturn %r : i32",
        "%a = arith.subf %f, %g : f32\n%b = arith.mulf %g, %a : f32\n%r = arith.fptosi %b : f32 to i32\nreturn %r : i32",
        &[
            ("what does not commute is turned around", "subf %f, %g", "subf %g, %f"),
            ("another conversion", "arith.fptosi", "arith.fptoui"),
            ("a licence is added", "mulf %g, %a", "mulf %g, %a fastmath<reassoc>"),
            (
                "a promise about numbers is added",
                "mulf %g, %a",
                "mulf %g, %a fastmath<nnan>",
            ),
        ],
    ),
    (
        "%q = arith.divsi %x, %y : i32\n%r = arith.addi %q, %q : i32\nreturn %r : i32",
        "%k = arith.constant 1 : i32\n%q = arith.divsi %x, %y : i32\n%r = arith.shli %q, %k : i32\nreturn %r : i32",
        &[
            ("another constant", "constant 1", "constant 2"),
            (
                "a condition is forgotten",
                "return %r",
                "%d = arith.divsi %y, %x : i32\nreturn %r",
            ),
            ("signs are forgotten", "arith.divsi", "arith.divui"),
            (
                "what is shifted out is forgotten",
                "shli %q, %k : i32",
                "shli %q, %k overflow<nuw> : i32",
            ),
        ],
    ),
    (
        "%r = scf.if %c -> (i32) {\n%q = arith.divsi %x, %y : i32\nscf.yield %q : i32\n} else {\nscf.yield %y : i32\n}\n\
         return %r : i32",
        "%t = arith.constant true\n%o = arith.xori %c, %t : i1\n%r = scf.if %o -> (i32) {\nscf.yield %y : i32\n} else {\n\
         %q = arith.divsi %x, %y : i32\nscf.yield %q : i32\n}\nreturn %r : i32",
        &[
            ("the other branch", "arith.xori %c, %t", "arith.ori %c, %c"),
            (
                "a condition leaves its branch",
                "%r = scf.if",
                "%u = arith.divsi %x, %y : i32\n%r = scf.if",
            ),
            ("a branch gives something else", "scf.yield %y", "scf.yield %x"),
        ],
    ),
    (
        "%r:2 = scf.for %i = %n to %m step %s iter_args(%a = %x, %b = %y) -> (i32, i32) {\n%d = arith.addi %a, %b : i32\n\
         %e = arith.muli %a, %b : i32\nscf.yield %d, %e : i32, i32\n}\nreturn %r#0 : i32",
        "%r:2 = scf.for %i = %n to %m step %s iter_args(%a = %x, %b = %y) -> (i32, i32) {\n%e = arith.muli %b, %a : i32\n\
         %d = arith.addi %b, %a : i32\nscf.yield %d, %e : i32, i32\n}\nreturn %r#0 : i32",
        &[
            ("another lower bound", "= %n to", "= %s to"),
            ("another upper bound", "to %m step", "to %n step"),
            ("another step", "step %s", "step %n"),
            ("another beginning", "%b = %y", "%b = %x"),
            ("carried values change places", "yield %d, %e", "yield %e, %d"),
            ("a carried value stays as it is", "yield %d, %e", "yield %d, %b"),
            ("another result of a loop", "return %r#0", "return %r#1"),
            ("what a loop changes counts once", "muli %b, %a", "muli %b, %y"),
        ],
    ),
    (
        "%r = scf.for %i = %n to %m step %s iter_args(%a = %x) -> (i32) {\n%d = arith.muli %y, %y : i32\n\
         %e = arith.xori %a, %d : i32\nscf.yield %e : i32\n}\nreturn %r : i32",
        "%d = arith.muli %y, %y : i32\n%r = scf.for %i = %n to %m step %s iter_args(%a = %x) -> (i32) {\n\
         %e = arith.xori %a, %d : i32\nscf.yield %e : i32\n}\nreturn %r : i32",
        &[
            (
                "what may be undefined leaves a loop that may be empty",
                "%d = arith.muli %y, %y : i32",
                "%d = arith.muli %y, %y : i32\n%z = arith.divsi %x, %y : i32",
            ),
            (
                "the variable of a loop is anything",
                "xori %a, %d : i32",
                "xori %a, %a : i32",
            ),
            ("a loop is forgotten", "return %r", "return %x"),
            (
                "a loop without a step is added",
                "return %r",
                "scf.for %j = %n to %m step %m {\n}\nreturn %r",
            ),
        ],
    ),
    (
        "memref.store %x, %A[%n] : memref<?xi32>\n%u = memref.load %A[%n] : memref<?xi32>\n%v = memref.load %A[%m] : memref<?xi32>\n\
         %r = arith.addi %u, %v : i32\nreturn %r : i32",
        "memref.store %x, %A[%n] : memref<?xi32>\n%v = memref.load %A[%m] : memref<?xi32>\n%r = arith.addi %x, %v : i32\nreturn %r : i32",
        &[
            ("another element", "load %A[%m]", "load %A[%s]"),
            ("another buffer", "load %A[%m]", "load %B[%m]"),
            ("a store is forgotten", "memref.store %x, %A[%n] : memref<?xi32>\n", ""),
            (
                "a store comes too late",
                "return %r",
                "memref.store %y, %B[%n] : memref<?xi32>\nreturn %r",
            ),
            ("a store is somewhere else", "%A[%n]", "%B[%n]"),
            (
                "memory is what it was",
                "memref.store %x, %A[%n] : memref<?xi32>\n%v = memref.load %A[%m] : memref<?xi32>",
                "%v = memref.load %A[%m] : memref<?xi32>\nmemref.store %x, %A[%n] : memref<?xi32>",
            ),
        ],
    ),
    (
        "\"t.a\"(%x) {p = 1 : i32} : (i32) -> ()\n%r = func.call @g(%x) : (i32) -> i32\n%v = arith.addi %r, %r : i32\nreturn %v : i32",
        "\"t.a\"(%x) {p = 1 : i32} : (i32) -> ()\n%r = func.call @g(%x) : (i32) -> i32\n%k = arith.constant 2 : i32\n\
         %v = arith.muli %r, %k : i32\nreturn %v : i32",
        &[
            ("an event of another name", "t.a", "t.b"),
            ("an event with another attribute", "p = 1", "p = 2"),
            ("an event of another value", "\"t.a\"(%x)", "\"t.a\"(%y)"),
            ("an event is forgotten", "\"t.a\"(%x) {p = 1 : i32} : (i32) -> ()\n", ""),
            (
                "an event is repeated",
                "%k = ",
                "\"t.a\"(%x) {p = 1 : i32} : (i32) -> ()\n%k = ",
            ),
            ("another function", "@g(", "@h("),
            (
                "events change places",
                "\"t.a\"(%x) {p = 1 : i32} : (i32) -> ()\n%r = func.call @g(%x) : (i32) -> i32",
                "%r = func.call @g(%x) : (i32) -> i32\n\"t.a\"(%x) {p = 1 : i32} : (i32) -> ()",
            ),
        ],
    ),
    (
        "%r = \"t.map\"(%x) ({\n^bb0(%e: i32, %o: i32):\n%a = arith.addi %e, %y : i32\n%b = arith.subi %a, %o : i32\n\
         \"t.give\"(%b) : (i32) -> ()\n}) : (i32) -> i32\nreturn %r : i32",
        "%r = \"t.map\"(%x) ({\n^bb0(%e: i32, %o: i32):\n%a = arith.subi %e, %o : i32\n%b = arith.addi %a, %y : i32\n\
         \"t.give\"(%b) : (i32) -> ()\n}) : (i32) -> i32\nreturn %r : i32",
        &[
            ("arguments of a region change places", "subi %e, %o", "subi %o, %e"),
            ("a region gives something else", "\"t.give\"(%b)", "\"t.give\"(%a)"),
            ("a region ends in another way", "t.give", "t.take"),
            ("a region uses something else", "addi %a, %y", "addi %a, %x"),
            ("an operand of an operation with a region", "t.map\"(%x)", "t.map\"(%y)"),
            ("another operation with a region", "t.map", "t.fold"),
        ],
    ),
    (
        "cf.cond_br %c, ^a(%x : i32), ^b\n^b:\n%k = arith.subi %x, %y : i32\ncf.br ^a(%k : i32)\n^a(%r: i32):\nreturn %r : i32",
        "cf.cond_br %c, ^a(%x : i32), ^b\n^b:\n%j = arith.subi %y, %x : i32\n%z = arith.constant 0 : i32\n%k = arith.subi %z, %j : i32\n\
         cf.br ^a(%k : i32)\n^a(%r: i32):\nreturn %r : i32",
        &[
            ("blocks change places", "^a(%x : i32), ^b\n", "^b, ^a(%x : i32)\n"),
            ("a branch with another value", "^a(%k : i32)", "^a(%j : i32)"),
            ("a block gets another value", "^a(%x : i32)", "^a(%y : i32)"),
            ("a block returns something else", "return %r", "return %x"),
        ],
    ),
    (
        "%v = vector.from_elements %x, %y : vector<2xi32>\n%w = vector.shuffle %v, %v [1, 0] : vector<2xi32>, vector<2xi32>\n\
         %r = vector.extract %w[0] : i32 from vector<2xi32>\nreturn %r : i32",
        "return %y : i32",
        &[("another lane", "return %y", "return %x")],
    ),
    (
        "%v = vector.from_elements %x, %y, %x : vector<3xi32>\n%r = vector.reduction <add>, %v : vector<3xi32> into i32\nreturn %r : i32",
        "%k = arith.constant 2 : i32\n%z = arith.muli %x, %k : i32\n%r = arith.addi %y, %z : i32\nreturn %r : i32",
        &[
            ("a lane is counted twice", "constant 2", "constant 3"),
            ("a lane is lost", "addi %y, %z", "addi %z, %z"),
        ],
    ),
    (
        "%t = tensor.empty(%n, %m) : tensor<?x?xi32>\n%k = arith.constant 1 : index\n%d = tensor.dim %t, %k : tensor<?x?xi32>\n\
         %r = arith.index_cast %d : index to i32\nreturn %r : i32",
        "%t = tensor.empty(%n, %m) : tensor<?x?xi32>\n%r = arith.index_cast %m : index to i32\nreturn %r : i32",
        &[
            ("another extent", "index_cast %m", "index_cast %n"),
            ("a size may be negative", "tensor.empty(%n, %m)", "tensor.empty(%n, %s)"),
            (
                "a cast may not fit",
                "%r = arith.index_cast %m",
                "%q = tensor.cast %t : tensor<?x?xi32> to tensor<4x?xi32>\n%r = arith.index_cast %m",
            ),
        ],
    ),
    (
        "%p = ub.poison : i32\n%r = arith.select %c, %x, %x : i32\nreturn %r : i32",
        "return %x : i32",
        &[
            ("poison is added", "return %x", "%p = ub.poison : i32\nreturn %p"),
            (
                "poison is taken apart",
                "return %x",
                "%p = ub.poison : i32\n%a = arith.xori %x, %p : i32\n%b = arith.xori %a, %p : i32\nreturn %b",
            ),
        ],
    ),
];

fn whole(body: &str) -> String {
    format!(
        "func.func @f(%x: i32, %y: i32, %f: f32, %g: f32, %n: index, %m: index, %s: index, %c: i1, %A: memref<?xi32>, \
         %B: memref<?xi32>) -> i32 {{\n{body}\n}}\nfunc.func private @g(i32) -> i32\nfunc.func private @h(i32) -> i32\n"
    )
}

fn named(module: &Module, name: &str) -> Option<OpId> {
    module
        .funcs()
        .into_iter()
        .find(|op| module.symbol_name(*op) == Some(name))
}

/// Claims of a function that no solver confirms, and what is trusted.
fn unconfirmed(solver: &Solver, name: &str, (first, second): (&Module, &Module)) -> Vec<String> {
    let mut names = vec![name];
    names.extend(
        first
            .funcs()
            .into_iter()
            .filter_map(|op| first.symbol_name(op))
            .filter(|other| *other != name),
    );
    let pairs: Vec<_> = names
        .iter()
        .filter_map(|name| Some((named(first, name)?, named(second, name)?)))
        .collect();
    let certificate = Certificate {
        parts: vec![of_terms(name, (first, second), &pairs, &[])],
    };
    let (failing, _) = failing(solver, &certificate);
    { failing.into_iter() }
        .chain(certificate.trusted().map(|one| format!("trusted: {}", one.why)))
        .collect()
}

#[test]
fn faults_of_a_prover_of_terms_are_claims_that_nobody_confirms() {
    let Some(solver) = solver() else { return };
    let module = |body: &str| parse(&whole(body)).unwrap_or_else(|why| panic!("{why} in {body}"));
    let (mut kinds, mut missed) = (BTreeMap::<&str, Vec<String>>::new(), Vec::new());
    for (before, after, faults) in ROWS {
        let (first, second) = (module(before), module(after));
        let failing = unconfirmed(&solver, "f", (&first, &second));
        assert!(failing.is_empty(), "{failing:?} of {after}");
        for (kind, old, new) in faults {
            assert!(after.contains(old), "{kind}: `{old}`");
            let wrong = module(&after.replace(old, new));
            match unconfirmed(&solver, "f", (&first, &wrong)) {
                failing if failing.is_empty() => missed.push(*kind),
                failing => kinds.entry(kind).or_default().extend(failing),
            }
        }
    }
    println!("{} kinds of faults: {kinds:#?}", kinds.len());
    assert!(missed.is_empty(), "all claims hold of {missed:?}");
    assert!(kinds.len() >= 50, "{} kinds", kinds.len());
    let by_trust = kinds
        .values()
        .filter(|all| all.iter().all(|one| one.starts_with("trusted")))
        .count();
    assert!(by_trust * 5 <= kinds.len(), "{by_trust} kinds have no claims at all");
}

/// Functions of a pair that a solver confirms, and how many there are.
fn confirmed(solver: &Solver, first: &Module, second: &Module) -> (Vec<String>, usize) {
    let has_body = |module: &Module, name: &str| {
        let view = named(module, name).and_then(|op| polyvet_ir::func(module, op));
        view.is_some_and(|view| !module.region(view.body).blocks.is_empty())
    };
    let names = first.funcs().into_iter().filter_map(|op| first.symbol_name(op));
    let names: Vec<&str> = names
        .filter(|name| has_body(first, name) && has_body(second, name))
        .collect();
    let holds = |name: &&&str| unconfirmed(solver, name, (first, second)).is_empty();
    let found = names.iter().filter(holds).map(|name| (*name).to_owned()).collect();
    (found, names.len())
}

/// The pairs of the corpus about terms that are refuted: no solver confirms them. In `make test` one in six, as a claim that
/// does not hold may cost all the time that a solver is given.
#[test]
fn wrong_pairs_of_the_corpus_are_not_confirmed() {
    let Some(solver) = solver() else { return };
    let step = if is_test_all() { 1 } else { 6 };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let (files, _) = walk(&root.join("corpus")).expect("the corpus");
    let pairs = files.iter().filter_map(|file| {
        let case = CorpusCase::read(root, file).ok()?;
        let is_wrong = |run: &CaseCommand| {
            run.expect == Expect::Refuted && run.words.first().is_some_and(|word| word == "validate")
        };
        let plain = |run: &CaseCommand| run.words.iter().skip(1).all(|word| word == "%after");
        let about_terms = case.path.contains("validate/terms");
        let chosen = about_terms && in_sample(&case.path, step);
        let is_wrong = chosen && case.runs.iter().any(|run| is_wrong(run) && plain(run));
        is_wrong.then_some(())?;
        let text = |path: &str| std::fs::read_to_string(root.join(path)).ok();
        let (before, after) = (text(&case.path)?, text(&case.path.replace(".mlir", ".after.mlir"))?);
        Some((case.path, parse(&before).ok()?, parse(&after).ok()?))
    });
    let pairs: Vec<_> = pairs.collect();
    let answers: Vec<_> = pool().install(|| {
        let all = pairs.par_iter();
        all.map(|(path, first, second)| (path, confirmed(&solver, first, second)))
            .collect()
    });
    let wrong = answers
        .iter()
        .filter(|(_, (found, count))| found.len() == *count && *count > 0);
    let wrong: Vec<&String> = wrong.map(|(path, _)| *path).collect();
    println!("{} pairs", answers.len());
    assert!(
        answers.len() >= if step == 1 { 24 } else { 4 },
        "{} pairs",
        answers.len()
    );
    assert!(wrong.is_empty(), "all claims hold of {wrong:?}");
}
