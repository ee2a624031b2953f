//! Judging by execution: what a backend computes, beside what the interpreter does.

use crate::defined::arguments;
use crate::oracle::{Fault, NAME, Oracle, ProgramJudgement, SizedProgram, without_details};
use crate::pipeline::Pipeline;
use crate::read;
use polyvet_backend::{Backend, BackendJob, JobOutcome, OutputComparison, ReferenceOutputs, compare, reference};
use polyvet_interp::{Contents, RunOptions, Sizes};
use polyvet_runs::compare::Tolerance;

/// Runs programs in a backend, with small exact integers as inputs.
pub struct BackendExecutor {
    /// The backend.
    pub backend: Backend,
}

/// A program with the arguments of one call.
struct PreparedCall {
    inputs: Vec<Contents>,
    expected: ReferenceOutputs,
    promise: Tolerance,
}

impl Oracle for BackendExecutor {
    fn mode(&self) -> &'static str {
        "execute"
    }

    // Starting a compiler and its run-time takes as long as many small functions.
    fn batch(&self) -> u64 {
        256
    }

    fn judge(&self, pipeline: &Pipeline, programs: &[SizedProgram]) -> Vec<ProgramJudgement> {
        let mut backend = self.backend.clone();
        let passes = match (pipeline.prepare.as_str(), pipeline.passes.as_str()) {
            ("", passes) => passes.to_owned(),
            (prepare, passes) => format!("{prepare},{passes}"),
        };
        if !passes.is_empty() && backend.set_pass(&passes).is_err() {
            return vec![ProgramJudgement::fine("unsupported"); programs.len()];
        }
        let calls: Vec<Option<PreparedCall>> = programs.iter().map(|program| call(&backend, program)).collect();
        let job = |(program, call): (&SizedProgram, &Option<PreparedCall>)| {
            Some(BackendJob {
                module: program.text.as_str().into(),
                function: NAME.to_owned(),
                inputs: call.as_ref()?.inputs.clone(),
            })
        };
        let jobs: Vec<BackendJob> = programs.iter().zip(&calls).filter_map(job).collect();
        let mut outcomes = backend.run(&jobs).into_iter();
        let judged = programs.iter().zip(&calls).map(|(program, call)| {
            let Some(call) = call else {
                return ProgramJudgement::fine("undefined");
            };
            match outcomes.next() {
                Some(outcome) => judge(program, call, outcome),
                None => ProgramJudgement::fine("not-understood"),
            }
        });
        judged.collect()
    }

    fn prepared(&self, pipeline: &Pipeline, text: &str) -> Option<String> {
        if pipeline.prepare.is_empty() {
            return Some(crate::text_of(&read(text)?));
        }
        let mut backend = self.backend.clone();
        backend.set_pass(&pipeline.prepare).ok()?;
        Some(crate::text_of(&read(&backend.transformed(text).ok()?)?))
    }
}

/// The call at the largest of a program's sizes; `None` where it is not defined.
fn call(backend: &Backend, program: &SizedProgram) -> Option<PreparedCall> {
    let module = read(&program.text)?;
    let total = |sizes: &&Sizes| sizes.extents.values().chain(sizes.indices.values()).sum::<i64>();
    let sizes = program.sizes.iter().max_by_key(total)?;
    let inputs = arguments(&module, NAME, sizes).ok()?;
    let options = RunOptions {
        races: true,
        ..RunOptions::default()
    };
    let promise = backend.promise(&module, crate::validate::func(&module, NAME)?);
    let expected = reference(&module, NAME, &inputs, &promise, options).ok()?;
    Some(PreparedCall {
        inputs,
        expected,
        promise,
    })
}

fn judge(program: &SizedProgram, call: &PreparedCall, outcome: JobOutcome) -> ProgramJudgement {
    let fault = |outcome: &'static str, kind: String, message: String| Fault {
        outcome,
        kind,
        message,
        before: program.text.clone(),
        after: None,
        inputs: call.inputs.iter().enumerate().map(shown).collect(),
        expected: "the values of the interpreter".to_owned(),
        got: String::new(),
    };
    let failed = |word: &'static str, message: String| ProgramJudgement {
        word,
        fault: Some(Fault {
            got: message.clone(),
            ..fault(word, without_details(&message), message)
        }),
    };
    match outcome {
        JobOutcome::Outputs(outputs) => match compare(&call.expected, &outputs, &call.promise) {
            OutputComparison::Equal => ProgramJudgement::fine("equal"),
            OutputComparison::WithinBound { .. } => ProgramJudgement::fine("within-bound"),
            OutputComparison::Differs(differs) => ProgramJudgement {
                word: "wrong",
                fault: Some(Fault {
                    expected: format!("output {}{:?} is {}", differs.output, differs.element, differs.expected),
                    got: format!("output {}{:?} is {}", differs.output, differs.element, differs.got),
                    ..fault(
                        "wrong",
                        differs.kind.to_owned(),
                        format!("wrong code: {}", differs.kind),
                    )
                }),
            },
        },
        JobOutcome::Refused { message, .. } => failed("refused", message),
        JobOutcome::Crashed { message, .. } => failed("crash", message),
        JobOutcome::TimedOut { step, .. } => failed("timeout", format!("{step} did not end in time")),
        other => ProgramJudgement::fine(other.word()),
    }
}

/// An argument as one line: `2x3 f64: 1, 2, 3, ..`
fn shown((at, contents): (usize, &Contents)) -> String {
    let extents: Vec<String> = contents.shape.iter().map(i64::to_string).collect();
    let elements: Vec<String> = contents
        .elems
        .iter()
        .take(64)
        .map(|elem| elem.as_ref().map_or("?".to_owned(), ToString::to_string))
        .collect();
    let more = if contents.elems.len() > 64 { ", .." } else { "" };
    let ty = contents.ty.map_or(String::new(), |ty| format!(" {ty}"));
    format!(
        "argument {at}, {}{ty}: {}{more}\n",
        extents.join("x"),
        elements.join(", ")
    )
}
