//! The shipped pipelines with the real mlir-opt: each does something to the programs of a campaign, and what `validate`
//! says about that is of every kind.

use polyvet_backend::Backend;
use polyvet_fuzz::coverage::{self, VERDICTS};
use polyvet_fuzz::ledger::Totals;
use polyvet_fuzz::oracle::{Oracle, SizedProgram};
use polyvet_fuzz::pipeline::{Pipeline, shipped};
use polyvet_fuzz::validate::{Validator, apply};
use polyvet_generate::case::{RandomCase, numbers};
use polyvet_generate::weights::Weights;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::Write;

/// Batches that a pipeline may take until it changes a program.
const BATCHES: u64 = 24;

/// mlir-opt, or a visible line that says why not.
fn installed() -> Option<Backend> {
    let backend = Backend::load("mlir").expect("it is described");
    match backend.find_tools() {
        Ok(()) => Some(backend),
        Err(missing) => {
            _ = writeln!(std::io::stderr(), "skipped: the shipped pipelines: {missing}");
            None
        }
    }
}

/// How often what was said about programs under a pipeline, batch by batch until `is_enough`.
fn said(backend: &Backend, proves: bool, pipeline: &Pipeline, is_enough: impl Fn(&Totals) -> bool) -> Totals {
    let apply = |passes: &str, text: &str| apply(backend, passes, text);
    let oracle = Validator { apply: &apply, proves };
    let mut totals = Totals::default();
    for number in 0..BATCHES {
        let ids = number * oracle.batch()..(number + 1) * oracle.batch();
        let cases = ids.map(|id| RandomCase::new(pipeline.input, &numbers(17, id), &Weights::default()));
        let programs: Vec<SizedProgram> = cases
            .map(|RandomCase { text, sizes }| SizedProgram {
                text,
                sizes: polyvet_fuzz::defined::of_generated(&sizes),
            })
            .collect();
        let words = totals.words.entry(pipeline.name.clone()).or_default();
        for judgement in oracle.judge(pipeline, &programs) {
            *words.entry(judgement.word.to_owned()).or_default() += 1;
        }
        if is_enough(&totals) {
            break;
        }
    }
    totals
}

#[test]
fn every_pipeline_changes_some_program() {
    let Some(backend) = installed() else { return };
    let applied = |totals: &Totals| {
        coverage::of(totals)
            .iter()
            .any(|(name, count)| name.starts_with("applied ") && *count > 0)
    };
    let idle = |pipeline: &Pipeline| !applied(&said(&backend, false, pipeline, applied));
    let idle: Vec<String> = shipped()
        .into_par_iter()
        .filter(idle)
        .map(|pipeline| pipeline.name)
        .collect();
    assert!(idle.is_empty(), "these change no program: {idle:?}");
}

#[test]
fn every_verdict_is_given() {
    let Some(backend) = installed() else { return };
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for pipeline in shipped() {
        let totals = said(&backend, true, &pipeline, |_| true);
        for (word, count) in totals.words.into_values().flatten() {
            *counts.entry(word).or_default() += count;
        }
        if VERDICTS.iter().all(|word| counts.contains_key(*word)) {
            return;
        }
    }
    panic!("of {VERDICTS:?} only these: {counts:?}");
}
