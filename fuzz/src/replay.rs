//! Reduced programs once more, compiled and run by the backend: as they are, and after the passes.
//!
//! A fault that `validate` or the interpreter saw is one of the text that the passes printed. Here nothing of polyvet
//! is between that text and the numbers but the inputs.

use crate::defined;
use crate::execute::BackendExecutor;
use crate::oracle::{Fault, NAME, Oracle, SizedProgram};
use crate::pipeline::Pipeline;
use crate::{pipeline, read};
use polyvet_backend::BackendJob;
use polyvet_interp::{Concrete, Machine, RunOptions, Sizes};
use polyvet_ir::Module;
use serde::{Deserialize, Serialize};

/// What a backend computes from a reduced program.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Replay {
    /// What was said about the program after the passes: `wrong`, `crash`, ..; `equal` if no input showed a difference.
    pub word: String,
    /// What was said about the program as it is, with the same inputs.
    pub without: String,
    /// How many inputs were tried.
    pub tried: usize,
    /// The arguments that show it.
    pub inputs: String,
    /// What the interpreter computes.
    pub expected: String,
    /// What the backend computes after the passes.
    pub got: String,
    /// The program as it is, with a `@main`.
    pub before: String,
    /// The program after the passes, with the same `@main`.
    pub after: String,
    /// Commands for [`AFTER`]; for [`BEFORE`] they are the same.
    pub commands: Vec<String>,
}

/// File of [`Replay::before`].
pub const BEFORE: &str = "run-before.mlir";
/// File of [`Replay::after`].
pub const AFTER: &str = "run-after.mlir";

/// Extents, and index arguments, of the inputs that are tried.
const EXTENTS: [i64; 3] = [9, 4, 2];
const INDICES: [i64; 8] = [5, 4, 3, 2, 1, 0, -1, -3];

/// Runs the reduced program of a fault at several sizes; `None` where the backend cannot, or nothing is computed
/// wrongly.
pub fn replay(runner: &BackendExecutor, passes: &Pipeline, fault: &Fault) -> Option<Replay> {
    if fault.outcome != "wrong" {
        return None;
    }
    let passes = passes.alone();
    let programs = at_sizes(&fault.before, &fault.inputs)?;
    let judged = runner.judge(&passes, &programs);
    let ran = |word: &str| ["equal", "within-bound", "wrong", "crash", "timeout"].contains(&word);
    let tried = judged.iter().filter(|one| ran(one.word)).count();
    let mut shown = programs.into_iter().zip(judged).filter(|(_, one)| ran(one.word));
    let first = shown.next()?;
    let (program, judgement) = shown
        .find(|(_, one)| one.fault.is_some())
        .filter(|_| first.1.fault.is_none())
        .unwrap_or(first);
    let without = runner
        .judge(&pipeline::none()[0], std::slice::from_ref(&program))
        .pop()?;
    let job = BackendJob {
        module: program.text.as_str().into(),
        function: NAME.to_owned(),
        inputs: defined::arguments(&read(&program.text)?, NAME, &program.sizes[0]).ok()?,
    };
    let (before, _) = runner.backend.standalone(&job, BEFORE).ok()?;
    let mut backend = runner.backend.clone();
    backend.set_pass(&passes.passes).ok()?;
    let (after, commands) = backend.standalone(&job, AFTER).ok()?;
    let (inputs, expected, got) = match judgement.fault {
        Some(fault) => (fault.inputs, fault.expected, fault.got),
        None => Default::default(),
    };
    Some(Replay {
        word: judgement.word.to_owned(),
        without: without.word.to_owned(),
        tried,
        inputs,
        expected,
        got,
        before,
        after,
        commands,
    })
}

/// The program at the values that show the fault (lines `name = value`), and at others, as far as it is defined there.
fn at_sizes(text: &str, inputs: &str) -> Option<Vec<SizedProgram>> {
    let module = read(text)?;
    let [func] = module.funcs()[..] else { return None };
    let given = values(&module, inputs);
    let sizes = EXTENTS
        .iter()
        .flat_map(|extent| defined::equal_sizes(&module, func, *extent, &INDICES));
    let mut all: Vec<Sizes> = sizes.collect();
    // Where extents are not given those of the others will do.
    let mut with_given = all.clone();
    with_given
        .iter_mut()
        .for_each(|sizes| sizes.indices.extend(given.clone()));
    with_given.append(&mut all);
    with_given.dedup();
    let defined = with_given
        .into_iter()
        .filter(|sizes| defined::run(&module, NAME, sizes).is_ok());
    let programs = defined.map(|sizes| SizedProgram {
        text: text.to_owned(),
        sizes: vec![sizes],
    });
    Some(programs.collect())
}

/// The index arguments that some lines name, by place.
fn values(module: &Module, inputs: &str) -> Vec<(usize, i64)> {
    let names = Machine::new(module, Concrete, RunOptions::default()).argument_names(NAME);
    let value = |line: &str| {
        let (name, value) = line.split_once(" = ")?;
        let place = names.iter().position(|known| known == name.trim_start_matches('%'))?;
        Some((place, value.trim().parse().ok()?))
    };
    inputs.lines().filter_map(value).collect()
}
