//! The dependences of one run against those of the model: a schedule that breaks the ones breaks the others, at the sizes of
//! the run.

use polyvet::trace::{RunTrace, TracedAccess, TracedKind, TracedLoop};
use polyvet_analysis::dependence::{self, Dependences};
use polyvet_generate::affine;
use polyvet_generate::choices::Choices;
use polyvet_interp::{Concrete, Init, Machine, RunOptions, Watch};
use polyvet_ir::Span;
use polyvet_tests::model::{CallSizes, Subject};
use polyvet_tests::random::campaign;
use polyvet_tests::random::numbers;
use polyvet_tests::runs::LIMITS;
use polyvet_verify::legality::{Checker, DEFAULT_BUDGET};
use std::collections::BTreeMap;
use std::num::NonZeroU64;

/// In `make test`, and in `make test-all`.
const CASES: [u64; 2] = [120, 4000];

/// Everything that a call touches.
fn traced(subject: &Subject, text: &str, sizes: &CallSizes) -> Option<RunTrace> {
    let (module, func) = (&subject.module, subject.module.symbol_name(subject.func)?);
    let options = RunOptions {
        limits: LIMITS,
        ..RunOptions::default()
    };
    let mut machine = Machine::new(module, Concrete, options);
    let names = subject.scop.arrays.iter().map(|array| array.name.clone());
    let watched: Vec<String> = names.collect();
    let watch = |array: &String| Watch {
        array: array.clone(),
        element: None,
    };
    machine.watch(watched.iter().map(watch).collect(), 100_000);
    let values = machine.default_args(
        func,
        &|at, dim| sizes.extents.get(&(at, dim)).copied().unwrap_or(0),
        &|at| sizes.indices.get(&at).copied().unwrap_or(0),
        &|_| Init::Iota,
    );
    machine.call(func, values.ok()?).ok()?;
    let (events, dropped) = machine.events();
    assert_eq!(dropped, 0, "a long run");
    let access = |event: &polyvet_interp::Event| TracedAccess {
        array: event.array.clone(),
        element: event.element.clone(),
        access: if event.write {
            TracedKind::Write
        } else {
            TracedKind::Read
        },
        op: module.op(event.op).name.to_string(),
        line: line_of(text, module.op(event.op).span),
        loops: { event.loops.iter() }
            .map(|(name, value)| TracedLoop {
                name: name.clone(),
                value: *value,
            })
            .collect(),
        calls: event.calls.clone(),
    };
    Some(RunTrace {
        func: func.to_owned(),
        watched,
        accesses: events.iter().map(access).collect(),
        shapes: Some(BTreeMap::new()),
    })
}

fn line_of(text: &str, span: Span) -> Option<usize> {
    (!span.is_none()).then(|| 1 + text[..span.start as usize].matches('\n').count())
}

/// Whether the order is broken, and whether only sums are reordered.
type Found = (bool, bool);

/// What a script does at some sizes: by the model, and by a run.
fn compared(seed: u64, case: u64) -> Result<Vec<(Found, Found)>, String> {
    let numbers = numbers(seed, case);
    let mut choices = Choices::new(&numbers);
    let program = affine::program(&mut choices);
    let script = affine::script(&mut choices, &program);
    let text = program.text();
    let subject = Subject::read(&text)?;
    let Some(rewrite) = subject.rewrite(&script)? else {
        return Ok(Vec::new());
    };
    let (scop, schedule) = (&subject.scop, &rewrite.scop.schedule);
    let budget = NonZeroU64::new(DEFAULT_BUDGET).expect("not zero");
    let isl = |error: polyvet_poly::PolyError| error.to_string();
    let found = |list: Vec<_>| -> Result<Found, String> {
        let checker = Checker::with(scop, Dependences { list }, budget).map_err(isl)?;
        let findings = checker.findings(schedule).map_err(isl)?;
        Ok((findings.violation.is_some(), findings.reassociates))
    };
    let all = dependence::memory_based(scop).map_err(isl)?;
    let mut answers = Vec::new();
    for params in subject.small_params(&[2, 5]) {
        let Some(sizes) = subject.sizes(&params) else { continue };
        let Some(trace) = traced(&subject, &text, &sizes) else {
            continue;
        };
        let mut fixed = scop.context.clone();
        for (at, value) in params.iter().enumerate() {
            fixed = fixed
                .fix_si(polyvet_poly::DimKind::Param, at, i32::try_from(*value).expect("small"))
                .map_err(isl)?;
        }
        let mut list = Vec::new();
        for one in &all.list {
            let mut one = one.clone();
            one.map = one.map.intersect_params(fixed.clone()).map_err(isl)?;
            if !one.map.is_empty().map_err(isl)? {
                list.push(one);
            }
        }
        let of_run = trace.dependences(scop, (&subject.module, &|span| line_of(&text, span)));
        let mut of_run = of_run.map_err(|error| format!("{error}\n{script}\n{text}"))?;
        for one in &mut of_run {
            one.map = one.map.clone().intersect_params(fixed.clone()).map_err(isl)?;
        }
        let (by_model, by_run) = (found(list)?, found(of_run)?);
        // Where the order is broken, the search ends early.
        if by_model.0 != by_run.0 || !by_model.0 && by_model != by_run {
            return Err(format!(
                "{params:?}: {by_model:?} by the model, {by_run:?} by the run\n{script}\n{text}"
            ));
        }
        answers.push((by_model, by_run));
    }
    Ok(answers)
}

#[test]
fn a_run_has_the_dependences_of_its_model() {
    let answers: Vec<_> = campaign("inspector", CASES, compared).into_iter().flatten().collect();
    let count = |broken: bool| answers.iter().filter(|(model, _)| model.0 == broken).count();
    println!("{} broken, {} kept", count(true), count(false));
    assert!(count(true) >= 10 && count(false) >= 40);
    assert!(
        answers.iter().any(|(model, _)| !model.0 && model.1),
        "no sum is reordered"
    );
}
