//! Programs that are too long for one model: cut into parts, of which each is compared.

use crate::certificate::{failing, solver};
use polyvet::{Decided, Program};
use polyvet_analysis::extract::ExtractOptions;
use polyvet_ir::Module;
use polyvet_tests::cases::Expect;
use polyvet_tests::long::targets;
use polyvet_tests::model::parse;
use polyvet_tests::random::{is_test_all, pool, tell};
use polyvet_tests::redteam::{MutantOutcome, ProvedPair, QuestionForm, asked, attack, pairs};
use polyvet_verify::Verdict;
use polyvet_verify::certificate::{ProofPart, Record};
use polyvet_verify::validate::{ProgramSide, ValidateSettings, validate_recorded};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// isl operations of a question: less than any of these would take as a whole.
const BUDGET: u64 = 20_000_000;
/// All pairs that are refuted take 20 seconds.
const SAMPLE: usize = 6;

/// The word for the verdict on `@f`.
fn decided(before: &str, after: &str) -> &'static str {
    let (before, after) = (Program::read(before), Program::read(after));
    let (before, after) = (before.expect("a program"), after.expect("a program"));
    let function = before.function("f").expect("a function");
    let answer = function.budget(BUDGET).validate(&after).expect("an answer");
    match answer.decided() {
        Decided::Proved => "proved",
        Decided::Refuted(witness) if witness.replay.confirmed => "refuted",
        _ => "open",
    }
}

/// Loops in a row, each over a buffer of its own.
fn loops(count: usize, tiled: bool, odd: usize) -> String {
    let args: Vec<String> = (0..count).map(|at| format!("%A{at}: memref<?xf32>")).collect();
    let mut text = format!("func.func @f({}, %n: index) {{\n", args.join(", "));
    for at in 0..count {
        let op = if at == odd { "arith.mulf" } else { "arith.addf" };
        let (head, tail) = match tiled {
            true => (
                "affine.for %t = 0 to %n step 32 {\n\
                 affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%t)[%n] {",
                "}\n}",
            ),
            false => ("affine.for %i = 0 to %n {", "}"),
        };
        let _ = writeln!(
            text,
            "{head}\n%x = affine.load %A{at}[%i] : memref<?xf32>\n%y = {op} %x, %x : f32\n\
             affine.store %y, %A{at}[%i] : memref<?xf32>\n{tail}"
        );
    }
    text + "return\n}\n"
}

#[test]
fn many_loops_are_compared_one_by_one() {
    let before = loops(420, false, usize::MAX);
    assert_eq!(decided(&before, &loops(420, true, usize::MAX)), "proved");
    assert_eq!(decided(&before, &loops(420, true, 300)), "refuted");
}

/// What is handed from part to part is claimed as well, and a solver confirms that and each part.
#[test]
fn proofs_of_parts_are_certified() {
    let Some(solver) = solver() else { return };
    let texts = [loops(420, false, usize::MAX), loops(420, true, usize::MAX)];
    let [first, second] = texts.map(|text| parse(&text).expect("a program"));
    let side = |module| ProgramSide {
        module,
        func: Module::funcs(module)[0],
    };
    let record = Record::on();
    let (options, settings) = (ExtractOptions::default(), ValidateSettings::default());
    let verdict = validate_recorded(side(&first), side(&second), &options, &settings, &record).expect("an answer");
    assert!(matches!(verdict, Verdict::Proved(_)), "{verdict:?}");
    let certificate = record.into_certificate();
    assert!(certificate.is_complete(), "{:?}", certificate.trusted().next());
    let joins = |part: &ProofPart| part.subject.contains("across the cuts") && !part.claims.is_empty();
    assert!(certificate.parts.len() == 421 && certificate.parts.iter().any(joins));
    let (failing, _) = failing(&solver, &certificate);
    assert!(failing.is_empty(), "{failing:?}");
}

#[test]
fn a_chain_of_operations_is_as_deep_as_it_is_long() {
    let chain = |last: &str| {
        let mut text = "func.func @f(%x0: f32) -> f32 {\n".to_owned();
        for at in 1..20_000 {
            let _ = writeln!(text, "%x{at} = arith.addf %x{}, %x0 : f32", at - 1);
        }
        text + &format!("%y = {last} %x19999, %x0 : f32\nreturn %y : f32\n}}\n")
    };
    let (sum, product) = (chain("arith.addf"), chain("arith.mulf"));
    assert_eq!(decided(&sum, &sum), "proved");
    assert_eq!(decided(&sum, &product), "refuted");
}

#[test]
fn statements_in_other_ways_are_proved() {
    let targets = targets(1, 40);
    let open = |target: &&ProvedPair| decided(&target.before, &target.after) != "proved";
    let open: Vec<&ProvedPair> = targets.iter().filter(open).collect();
    let first = open
        .first()
        .map(|target| format!("{}\n---\n{}", target.before, target.after));
    assert!(
        open.len() <= 4,
        "{} of 40 are not proved\n{}",
        open.len(),
        first.unwrap_or_default()
    );
}

#[test]
fn what_is_proved_of_changed_long_programs_holds() {
    let targets = targets(2, 24);
    let count = if is_test_all() { 60 } else { 20 };
    let wrong: Vec<String> = { 0..count }
        .filter_map(|number| attack(&targets, 5, number).err())
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How often each outcome comes of the pairs of the corpus of which the answer `is` so, once they are padded.
///
/// A usual run takes one pair of [`SAMPLE`].
fn padded(is: impl Fn(&Expect) -> bool, seed: u64) -> BTreeMap<MutantOutcome, Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let step = if is_test_all() { 1 } else { SAMPLE };
    let targets: Vec<ProvedPair> = { pairs(root, is).expect("the corpus").into_iter() }
        .step_by(step)
        .collect();
    let tried = |number: usize| {
        let target = &targets[number];
        let outcome = asked(target, &target.after, QuestionForm::Padded, (seed, number as u64));
        (target.name.clone(), outcome)
    };
    let found: Vec<_> = pool().install(|| (0..targets.len()).into_par_iter().map(tried).collect());
    let mut outcomes: BTreeMap<MutantOutcome, Vec<String>> = BTreeMap::new();
    for (name, outcome) in found {
        let outcome = outcome.unwrap_or_else(|why| panic!("{name}: {why}"));
        outcomes.entry(outcome).or_default().push(name);
    }
    outcomes
}

#[test]
fn no_wrong_pair_is_proved_once_it_is_cut() {
    let outcomes = padded(|expect| matches!(expect, Expect::Refuted), 1);
    let counts: BTreeMap<_, _> = outcomes.iter().map(|(outcome, names)| (outcome, names.len())).collect();
    tell(&format!("refuted pairs once they are padded: {counts:?}"));
    let wrong: Vec<&String> = [MutantOutcome::Equal, MutantOutcome::NotRun, MutantOutcome::Vacuous]
        .iter()
        .filter_map(|outcome| outcomes.get(outcome))
        .flatten()
        .collect();
    assert!(wrong.is_empty(), "proved: {wrong:?}");
    let refuted = outcomes.get(&MutantOutcome::Refuted).map_or(0, Vec::len);
    assert!(refuted > 30, "only {refuted} pairs are refuted");
}
