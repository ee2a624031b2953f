//! `cargo run -p polyvet-fuzz --example throughput`: programs a second through mlir-opt and mlir-runner, many functions
//! in one call as a campaign does it, beside one call for each program as a plain script does it; in turns, in one run.
//! Both see the same programs, and must say the same of each.

use polyvet_backend::{Backend, BackendJob};
use polyvet_fuzz::execute::BackendExecutor;
use polyvet_fuzz::oracle::{NAME, Oracle, SizedProgram};
use polyvet_fuzz::{defined, pipeline};
use polyvet_generate::case::{InputFamily, RandomCase, numbers};
use polyvet_generate::weights::Weights;
use rayon::prelude::*;
use std::time::Instant;

const ROUNDS: u64 = 4;
/// Programs that the plain script runs, of each batch.
const PLAIN: usize = 24;

fn programs(batch: u64, count: u64) -> Vec<SizedProgram> {
    let weights = Weights::default();
    let case = |id| RandomCase::new(InputFamily::Affine, &numbers(3 + batch, id), &weights);
    let cases = (0..).map(case).filter(|case| !case.sizes.is_empty());
    let program = |RandomCase { text, sizes }| SizedProgram {
        text,
        sizes: polyvet_fuzz::defined::of_generated(&sizes),
    };
    cases.take(count as usize).map(program).collect()
}

/// Of some batches on one thread each: programs, and what was said of them. Everything that a campaign does counts: making
/// programs, the interpreter, the backend, comparing.
fn campaign(executor: &BackendExecutor, batches: std::ops::Range<u64>) -> Vec<(SizedProgram, &'static str)> {
    let batch = |number| {
        let programs = programs(number, executor.batch());
        let judged = executor.judge(&pipeline::none()[0], &programs);
        programs
            .into_iter()
            .zip(judged.into_iter().map(|one| one.word))
            .collect::<Vec<_>>()
    };
    batches.into_par_iter().flat_map(batch).collect()
}

/// Seconds of one call of mlir-opt and mlir-runner for each program, with its inputs written into it.
fn script(backend: &Backend, programs: &[(SizedProgram, &str)]) -> Result<f64, String> {
    let start = Instant::now();
    let one = |(program, _): &(SizedProgram, &str)| {
        let (module, _) = polyvet_ir::parse(&program.text);
        let job = BackendJob {
            module: program.text.as_str().into(),
            function: NAME.to_owned(),
            inputs: defined::arguments(&module, NAME, &program.sizes[0]).map_err(|trap| trap.describe())?,
        };
        backend.run(&[job]);
        Ok(())
    };
    programs.par_iter().try_for_each(one).map_err(|error: String| error)?;
    Ok(start.elapsed().as_secs_f64())
}

fn main() -> Result<(), String> {
    let backend = Backend::load("mlir").map_err(|error| error.to_string())?;
    backend.find_tools().map_err(|missing| missing.to_string())?;
    let executor = BackendExecutor {
        backend: backend.clone(),
    };
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads as usize).build();
        let pool = pool.map_err(|error| error.to_string())?;
        let (mut plain, mut batched, mut done, mut alike) = (0.0, 0.0, 0, 0);
        for round in 0..ROUNDS {
            let from = (threads * ROUNDS + round) * threads;
            let start = Instant::now();
            let judged = pool.install(|| campaign(&executor, from..from + threads));
            batched += start.elapsed().as_secs_f64();
            done += judged.len();
            let some = &judged[..PLAIN];
            plain += pool.install(|| script(&backend, some))?;
            for (program, word) in some {
                let alone = executor.judge(&pipeline::none()[0], std::slice::from_ref(program))[0].word;
                if alone != *word {
                    return Err(format!("alone `{alone}`, in a batch `{word}`: {}", program.text));
                }
                alike += usize::from(["equal", "within-bound", "wrong"].contains(word));
            }
        }
        let (plain, batched) = (ROUNDS as f64 * PLAIN as f64 / plain, done as f64 / batched);
        println!(
            "{threads} threads: script {plain:.1} programs a second, batches of {} {batched:.1}: {:.1} times as many",
            executor.batch(),
            batched / plain
        );
        println!(
            "of {} that both ran, {alike} have outputs, and all verdicts are the same",
            ROUNDS as usize * PLAIN
        );
    }
    Ok(())
}
