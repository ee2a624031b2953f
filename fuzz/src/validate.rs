//! Judging by translation validation: wrong code is found for all sizes, without running the backend's output.

use crate::oracle::{Fault, Judgement, NAME, Oracle, Program, without_details};
use crate::pipeline::Pipeline;
use crate::{read, text_of};
use polyvet_analysis::extract::Options;
use polyvet_ir::{Module, OpId, same_op};
use polyvet_verify::validate::{Side, validate};
use polyvet_verify::{Verdict, Witness};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// isl operations per validation: a campaign would rather see many programs than decide each.
const BUDGET: u64 = 400_000;

/// Why a pipeline gave no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// `crash`, `timeout`, `refused`.
    pub outcome: &'static str,
    /// What it said.
    pub message: String,
}

/// Runs a pipeline, given in MLIR's syntax without `builtin.module`, on a module.
pub type Apply<'a> = dyn Fn(&str, &str) -> Result<String, Failure> + Sync + 'a;

/// `validate` on what a pipeline makes of a program.
pub struct Validator<'a> {
    /// The backend.
    pub apply: &'a Apply<'a>,
}

impl Oracle for Validator<'_> {
    fn mode(&self) -> &'static str {
        "validate"
    }

    fn batch(&self) -> u64 {
        16
    }

    fn judge(&self, pipeline: &Pipeline, programs: &[Program]) -> Vec<Judgement> {
        let Some((first, rest)) = programs.split_first() else {
            return Vec::new();
        };
        let named = |(at, program): (usize, &Program)| named(&program.text, at);
        let file: String = programs.iter().enumerate().map(named).collect();
        let before = match self.prepare(pipeline, &file) {
            Ok(before) => before,
            Err(_) if rest.is_empty() => return vec![Judgement::fine("unprepared")],
            Err(_) => return self.halves(pipeline, programs),
        };
        match (self.apply)(&pipeline.passes, &before) {
            Ok(after) => judge_all(&before, &after, programs.len()),
            Err(failure) if rest.is_empty() => {
                // The program alone, under its own name.
                let before = self.prepare(pipeline, &first.text).unwrap_or(before);
                vec![failed(failure, before)]
            }
            Err(_) => self.halves(pipeline, programs),
        }
    }

    fn prepared(&self, pipeline: &Pipeline, text: &str) -> Option<String> {
        let text = self.prepare(pipeline, text).ok()?;
        Some(text_of(&read(&text)?))
    }
}

impl Validator<'_> {
    fn prepare(&self, pipeline: &Pipeline, text: &str) -> Result<String, Failure> {
        match pipeline.prepare.as_str() {
            "" => Ok(text.to_owned()),
            passes => (self.apply)(passes, text),
        }
    }

    /// Where one program fails, the others are judged without it.
    fn halves(&self, pipeline: &Pipeline, programs: &[Program]) -> Vec<Judgement> {
        let (left, right) = programs.split_at(programs.len() / 2);
        let mut all = self.judge(pipeline, left);
        all.extend(self.judge(pipeline, right));
        all
    }
}

/// The program with another name for its function, so that many fit into one module.
pub(crate) fn named(text: &str, at: usize) -> String {
    text.replace(&format!("@{NAME}("), &format!("@{NAME}_{at}("))
}

fn failed(failure: Failure, before: String) -> Judgement {
    let fault = Fault {
        outcome: failure.outcome,
        kind: without_details(&failure.message),
        message: failure.message.clone(),
        before,
        after: None,
        inputs: String::new(),
        expected: "a program".to_owned(),
        got: failure.message,
    };
    Judgement {
        word: failure.outcome,
        fault: Some(fault),
    }
}

fn judge_all(before: &str, after: &str, count: usize) -> Vec<Judgement> {
    let (Some(first), Some(second)) = (read(before), read(after)) else {
        let side = if read(before).is_none() { before } else { after };
        let fault = ours("the program cannot be read", "unreadable", side, Some(after));
        return vec![fault; count];
    };
    (0..count)
        .map(|at| {
            let name = match count {
                1 if func(&first, NAME).is_some() => NAME.to_owned(),
                _ => format!("{NAME}_{at}"),
            };
            let (Some(one), Some(other)) = (func(&first, &name), func(&second, &name)) else {
                return ours("a function is gone", "gone", before, Some(after));
            };
            let texts = || (only(&first, one), only(&second, other));
            match catch_unwind(AssertUnwindSafe(|| judge_pair((&first, one), (&second, other)))) {
                Ok(judgement) => judgement,
                Err(_) => ours("a panic", "panic", &texts().0, Some(&texts().1)),
            }
        })
        .collect()
}

/// Something is wrong with polyvet.
fn ours(message: &str, kind: &str, before: &str, after: Option<&str>) -> Judgement {
    let fault = Fault {
        outcome: "polyvet",
        kind: kind.to_owned(),
        message: message.to_owned(),
        before: before.to_owned(),
        after: after.map(str::to_owned),
        inputs: String::new(),
        expected: "a verdict".to_owned(),
        got: message.to_owned(),
    };
    Judgement {
        word: "polyvet",
        fault: Some(fault),
    }
}

pub(crate) fn func(module: &Module, name: &str) -> Option<OpId> {
    module
        .funcs()
        .into_iter()
        .find(|op| module.symbol_name(*op) == Some(name))
}

/// One function of a module as text, called [`NAME`].
fn only(module: &Module, func: OpId) -> String {
    let options = polyvet_ir::PrintOptions {
        form: polyvet_ir::Form::Custom,
        ..Default::default()
    };
    let name = module.symbol_name(func).unwrap_or_default();
    polyvet_ir::print_op(module, func, options).replace(&format!("@{name}("), &format!("@{NAME}(")) + "\n"
}

fn judge_pair((first, one): (&Module, OpId), (second, other): (&Module, OpId)) -> Judgement {
    if same_op(first, one, second, other).is_ok() {
        return Judgement::fine("unchanged");
    }
    let side = |module, func| Side { module, func };
    let verdict = match validate(side(first, one), side(second, other), &Options::default(), BUDGET) {
        Ok(verdict) => verdict,
        Err(error) => {
            let (before, after) = (only(first, one), only(second, other));
            return ours(&error.to_string(), "error", &before, Some(&after));
        }
    };
    let witness = match verdict {
        Verdict::Proved(_) => return Judgement::fine("proved"),
        Verdict::Tested(_) => return Judgement::fine("tested"),
        Verdict::Unknown(_) => return Judgement::fine("unknown"),
        Verdict::Refuted(witness) => witness,
    };
    let (before, after) = (only(first, one), only(second, other));
    if !witness.replay.confirmed {
        return ours("a witness that does not replay", "replay", &before, Some(&after));
    }
    let element = |(array, at): &(String, Vec<i64>)| format!("{array}{at:?}");
    let place = witness
        .replay
        .element
        .as_ref()
        .map_or(String::new(), |at| element(at) + " is ");
    let said = |text: &Option<String>| format!("{place}{}", text.as_deref().unwrap_or("nothing"));
    let inputs: Vec<String> = witness
        .params
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let fault = Fault {
        outcome: "wrong",
        kind: kind_of(&witness),
        message: format!("wrong code: {}", kind_of(&witness)),
        before,
        after: Some(after),
        inputs: inputs.join("\n"),
        expected: said(&witness.replay.before),
        got: said(&witness.replay.after),
    };
    Judgement {
        word: "refuted",
        fault: Some(fault),
    }
}

/// The kind of a witness, without what differs from program to program.
fn kind_of(witness: &Witness) -> String {
    witness.kind.name().to_owned()
}
