//! `cargo run -p polyvet-fuzz --example throughput`: programs a second through mlir-opt and mlir-runner, many functions
//! in one call as a campaign does it, beside one call for each program as a plain script does it; in turns, in one run.

use polyvet_backend::{Backend, Job, Outcome};
use polyvet_fuzz::execute::Executor;
use polyvet_fuzz::oracle::{Judgement, NAME, Oracle, Program};
use polyvet_fuzz::{defined, pipeline};
use polyvet_generate::case::{Case, Input, numbers};
use polyvet_generate::weights::Weights;
use rayon::prelude::*;
use std::time::Instant;

const ROUNDS: u64 = 4;
/// Programs of a plain script, each round.
const PLAIN: u64 = 8;

/// Programs of round `round`, and the seconds that it took to make them.
fn programs(round: u64, count: u64) -> Vec<Program> {
    let weights = Weights::default();
    let case = |id| Case::new(Input::Affine, &numbers(3 + round, id), &weights);
    let cases = (0..).map(case).filter(|case| !case.sizes.is_empty());
    let program = |Case { text, sizes }| Program { text, sizes };
    cases.take(count as usize).map(program).collect()
}

fn main() -> Result<(), String> {
    let backend = Backend::load("mlir").map_err(|error| error.to_string())?;
    backend.find_tools().map_err(|missing| missing.to_string())?;
    let executor = Executor {
        backend: backend.clone(),
    };
    let pipeline = &pipeline::none()[0];
    let (mut plain, mut batched, mut done) = (0.0, 0.0, 0);
    let run = |judged: &[Judgement]| {
        let words = judged.iter().map(|one| one.word);
        words
            .filter(|word| ["equal", "within-bound", "wrong"].contains(word))
            .count() as u64
    };
    for round in 0..ROUNDS {
        // Everything that a campaign does: making them, the interpreter, the backend, comparing.
        let start = Instant::now();
        let judged = executor.judge(pipeline, &programs(round, executor.batch()));
        batched += start.elapsed().as_secs_f64();
        done += run(&judged);
        // Of a script only the two programs count.
        for program in programs(round, PLAIN) {
            let (module, _) = polyvet_ir::parse(&program.text);
            let inputs = defined::arguments(&module, NAME, &program.sizes[0]).map_err(|trap| trap.describe())?;
            let job = Job {
                module: program.text.as_str().into(),
                function: NAME.to_owned(),
                inputs,
            };
            let start = Instant::now();
            let outcome = backend.run(&[job]).remove(0);
            plain += start.elapsed().as_secs_f64();
            if !matches!(outcome, Outcome::Outputs(_)) {
                return Err(outcome.to_string());
            }
        }
    }
    let (script, campaign) = ((ROUNDS * PLAIN) as f64 / plain, done as f64 / batched);
    println!("plain script: {script:.1} programs a second");
    println!(
        "batches of {}: {campaign:.1} programs a second, {done} run",
        executor.batch()
    );
    println!("{:.1} times as many", campaign / script);
    // A campaign has a batch on each core.
    let start = Instant::now();
    let on_all: u64 = (0..rayon::current_num_threads() as u64)
        .into_par_iter()
        .map(|thread| run(&executor.judge(pipeline, &programs(ROUNDS + thread, executor.batch()))))
        .sum();
    let all = on_all as f64 / start.elapsed().as_secs_f64();
    println!(
        "on {} cores: {all:.1} programs a second, {:.1} times as many as the script on one",
        rayon::current_num_threads(),
        all / script
    );
    Ok(())
}
