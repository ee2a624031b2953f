//! Functions on buffers and what `verify` makes of them on tensors run alike: programs of the corpus, and random ones.
//!
//! What the second leaves in tensors is put into the buffers of the first by the convention that `verify` has for
//! bufferisation, so that both are called in one way. Each must be defined wherever the other is.

use polyvet_generate::case::{InputFamily, RandomCase};
use polyvet_generate::weights::Weights;
use polyvet_interp::Sizes;
use polyvet_ir::{Dim, Module, OpId, Type, func};
use polyvet_tests::cases::walk;
use polyvet_tests::model::parse;
use polyvet_tests::random::numbers;
use polyvet_tests::random::{campaign, pool};
use polyvet_verify::on_tensors;
use polyvet_verify::validate::{ProgramSide, run_only, with_interface_of};
use rayon::prelude::*;
use std::path::Path;

/// In `make test`, and in `make test-all`.
const CASES: [u64; 2] = [120, 4000];
/// What all sizes of a call are.
const SIZES: [i64; 3] = [1, 4, 7];

/// What became of a function.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    /// It has buffers.
    asked: usize,
    translated: usize,
    /// Runs of both that agree.
    runs: u64,
}

/// Calls in which all sizes are the same number.
fn calls(module: &Module, of: OpId) -> Vec<Sizes> {
    let inputs = func(module, of).map(|func| func.inputs).unwrap_or_default();
    let call = |size: i64| {
        let mut sizes = Sizes::default();
        for (at, ty) in inputs.iter().enumerate() {
            sizes.indices.insert(at, size);
            let dims = ty.shape().unwrap_or_default().iter().enumerate();
            let open = dims.filter(|(_, dim)| **dim == Dim::Dynamic);
            sizes.extents.extend(open.map(|(dim, _)| ((at, dim), size)));
        }
        sizes
    };
    SIZES.map(call).to_vec()
}

/// Runs a function and its translation.
fn agree(module: &Module, of: OpId, calls: &[Sizes]) -> Result<Outcome, String> {
    let side = |module| ProgramSide { module, func: of };
    let has_buffers = func(module, of).is_some_and(|func| func.inputs.iter().any(Type::is_memref));
    let Some(tensors) = on_tensors(side(module)) else {
        return Ok(Outcome {
            asked: usize::from(has_buffers),
            ..Outcome::default()
        });
    };
    let adapted = with_interface_of(side(&tensors), side(module)).map(|(module, _)| module);
    let tensors = adapted.as_ref().unwrap_or(&tensors);
    let (buffers, tensors) = (side(module), side(tensors));
    let mut runs = 0;
    for (one, other) in [(buffers, tensors), (tensors, buffers)] {
        runs += run_only(one, other, calls).map_err(|witness| {
            let (x, y) = (&witness.replay.before, &witness.replay.after);
            format!(
                "`{}` is {x:?} and {y:?}\n{}",
                witness.array,
                polyvet_ir::print(tensors.module, Default::default())
            )
        })?;
    }
    Ok(Outcome {
        asked: usize::from(has_buffers),
        translated: 1,
        runs,
    })
}

fn sum(all: impl IntoIterator<Item = Outcome>) -> Outcome {
    all.into_iter().fold(Outcome::default(), |sum, one| Outcome {
        asked: sum.asked + one.asked,
        translated: sum.translated + one.translated,
        runs: sum.runs + one.runs,
    })
}

#[test]
fn the_corpus_runs_alike_on_tensors() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (files, _) = walk(&root.join("corpus")).expect("the corpus");
    let found = pool().install(|| {
        let of_file = |path: &std::path::PathBuf| -> Vec<Result<Outcome, String>> {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let Ok(module) = parse(&text) else { return Vec::new() };
            let funcs = module.funcs();
            let told = |why: String| format!("{}: {why}", path.display());
            { funcs.into_iter() }
                .map(|of| agree(&module, of, &calls(&module, of)).map_err(told))
                .collect()
        };
        { files.par_iter() }.flat_map_iter(of_file).collect::<Vec<_>>()
    });
    let (good, wrong): (Vec<_>, Vec<_>) = found.into_iter().partition(Result::is_ok);
    let wrong: Vec<String> = wrong.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n\n"));
    let sum = sum(good.into_iter().flatten());
    println!("{sum:?}");
    assert!(sum.translated > 300 && sum.runs > 1000, "{sum:?}");
}

fn case(seed: u64, number: u64) -> Result<Outcome, String> {
    let numbers = numbers(seed, number);
    let input = if number % 3 == 2 {
        InputFamily::Structured
    } else {
        InputFamily::Affine
    };
    let case = RandomCase::new(input, &numbers, &Weights::plain());
    let module = parse(&case.text)?;
    let of = *module.funcs().first().ok_or("no function")?;
    let calls = calls(&module, of);
    agree(&module, of, &calls).map_err(|why| format!("case {number} of seed {seed}: {why}\n{}", case.text))
}

#[test]
fn random_programs_run_alike_on_tensors() {
    let sum = sum(campaign("debufferize", CASES, case));
    println!("{sum:?}");
    assert!(sum.translated * 4 > sum.asked && sum.runs > 100, "{sum:?}");
}
