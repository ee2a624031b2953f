//! Judging what passes make of programs, without running it in the backend: in the interpreter, at a few sizes, and by
//! translation validation, for all.

use crate::defined;
use crate::oracle::{Fault, NAME, Oracle, ProgramJudgement, SizedProgram, without_details};
use crate::pipeline::Pipeline;
use crate::{read, text_of};
use polyvet_analysis::extract::ExtractOptions;
use polyvet_backend::{Backend, JobOutcome};
use polyvet_interp::Sizes;
use polyvet_ir::{Module, OpId};
use polyvet_verify::validate::{ProgramSide, run_only, validate};
use polyvet_verify::{Strength, Verdict, Witness, unchanged};
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

/// Runs a pipeline in a backend.
///
/// # Errors
/// What came instead of a program.
pub fn apply(backend: &Backend, passes: &str, text: &str) -> Result<String, Failure> {
    let failure = |outcome, message| Failure { outcome, message };
    let mut backend = backend.clone();
    let set = backend.set_pass(passes);
    set.map_err(|error| failure("refused", error.to_string()))?;
    backend.transformed(text).map_err(|outcome| match &outcome {
        JobOutcome::Crashed { .. } => failure("crash", outcome.to_string()),
        JobOutcome::TimedOut { .. } | JobOutcome::OverLimit { .. } => failure("timeout", outcome.to_string()),
        _ => failure("refused", outcome.to_string()),
    })
}

/// What a pipeline makes of a program beside the program.
pub struct Validator<'a> {
    /// The backend.
    pub apply: &'a Apply<'a>,
    /// Whether `validate` is asked where a few runs agree, not only where they differ.
    pub proves: bool,
}

/// Extents, and an index argument, of the runs beside those of the program: loops that are empty, or run backwards.
const EXTENT: i64 = 9;
const INDICES: [i64; 8] = [5, 4, 3, 2, 1, 0, -1, -3];

impl Oracle for Validator<'_> {
    fn mode(&self) -> &'static str {
        if self.proves { "validate" } else { "interpret" }
    }

    // Where nothing is proved, starting the backend takes longest. A batch is what is lost when a campaign is stopped.
    fn batch(&self) -> u64 {
        if self.proves { 4 } else { 32 }
    }

    fn judge(&self, pipeline: &Pipeline, programs: &[SizedProgram]) -> Vec<ProgramJudgement> {
        let Some((first, rest)) = programs.split_first() else {
            return Vec::new();
        };
        let named = |(at, program): (usize, &SizedProgram)| named(&program.text, at);
        let file: String = programs.iter().enumerate().map(named).collect();
        let before = match self.prepare(pipeline, &file) {
            Ok(before) => before,
            Err(_) if rest.is_empty() => return vec![ProgramJudgement::fine("unprepared")],
            Err(_) => return self.halves(pipeline, programs),
        };
        match (self.apply)(&pipeline.passes, &before) {
            Ok(after) => self.judge_all(&before, &after, programs),
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

    fn judge_all(&self, before: &str, after: &str, programs: &[SizedProgram]) -> Vec<ProgramJudgement> {
        let (Some(first), Some(second)) = (read(before), read(after)) else {
            let side = if read(before).is_none() { before } else { after };
            let fault = ours("the program cannot be read", "unreadable", side, Some(after));
            return vec![fault; programs.len()];
        };
        let judge = |(at, program): (usize, &SizedProgram)| {
            let name = match programs {
                [_] if func(&first, NAME).is_some() => NAME.to_owned(),
                _ => format!("{NAME}_{at}"),
            };
            let (Some(one), Some(other)) = (alone(&first, &name), alone(&second, &name)) else {
                return ours("a function is gone", "gone", before, Some(after));
            };
            match catch_unwind(AssertUnwindSafe(|| self.judge_pair(&one, &other, &program.sizes))) {
                Ok(judgement) => judgement,
                Err(_) => ours("a panic", "panic", &only(&one), Some(&only(&other))),
            }
        };
        programs.iter().enumerate().map(judge).collect()
    }

    fn judge_pair(&self, one: &(Module, OpId), other: &(Module, OpId), sizes: &[Sizes]) -> ProgramJudgement {
        let (before, after) = (side(one), side(other));
        if unchanged(before, after) {
            return ProgramJudgement::fine("unchanged");
        }
        if !self.proves {
            match run_only(before, after, &calls(before, sizes)) {
                Ok(0) => return ProgramJudgement::fine("not-run"),
                Ok(_) => return ProgramJudgement::fine("agrees"),
                // Only what `validate` refutes as well is a fault: it leaves out programs that are in bounds only
                // because some loop is empty.
                Err(_) => {}
            }
        }
        let fine = |word| ProgramJudgement::fine(if self.proves { word } else { "unconfirmed" });
        match validate(before, after, &ExtractOptions::default(), BUDGET) {
            Ok(Verdict::Proved(proof)) => fine(match proof.strength {
                Strength::Bitwise => "proved",
                Strength::Reassociated => "reassociated",
            }),
            Ok(Verdict::Tested(_)) => fine("tested"),
            Ok(Verdict::Unknown(_)) => fine("unknown"),
            Ok(Verdict::Refuted(witness)) => refuted(&witness, &only(one), &only(other)),
            Err(error) => ours(&error.to_string(), "error", &only(one), Some(&only(other))),
        }
    }

    /// Where one program fails, the others are judged without it.
    fn halves(&self, pipeline: &Pipeline, programs: &[SizedProgram]) -> Vec<ProgramJudgement> {
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

fn failed(failure: Failure, before: String) -> ProgramJudgement {
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
    ProgramJudgement {
        word: failure.outcome,
        fault: Some(fault),
    }
}

/// A function in a module of its own, with what is no program: a run decodes its whole module.
fn alone(module: &Module, name: &str) -> Option<(Module, OpId)> {
    let (mut own, mut copy) = (Module::new(), None);
    let block = own.body();
    for op in &module.block(module.body()).ops {
        let symbol = module.symbol_name(*op).unwrap_or_default();
        if symbol == name {
            copy = Some(own.import(module, *op, block));
        } else if !symbol.starts_with(NAME) {
            own.import(module, *op, block);
        }
    }
    Some((own, copy?))
}

/// Something is wrong with polyvet.
fn ours(message: &str, kind: &str, before: &str, after: Option<&str>) -> ProgramJudgement {
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
    ProgramJudgement {
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
fn only((module, func): &(Module, OpId)) -> String {
    let options = polyvet_ir::PrintOptions {
        form: polyvet_ir::PrintForm::Custom,
        ..Default::default()
    };
    let name = module.symbol_name(*func).unwrap_or_default();
    polyvet_ir::print_op(module, *func, options).replace(&format!("@{name}("), &format!("@{NAME}(")) + "\n"
}

fn side((module, func): &(Module, OpId)) -> ProgramSide<'_> {
    ProgramSide { module, func: *func }
}

/// The sizes of a program, and others that suit its function.
fn calls(side: ProgramSide<'_>, sizes: &[Sizes]) -> Vec<Sizes> {
    let mut all = sizes.to_vec();
    all.extend(defined::equal_sizes(side.module, side.func, EXTENT, &INDICES));
    all.dedup();
    all
}

fn refuted(witness: &Witness, before: &str, after: &str) -> ProgramJudgement {
    if !witness.replay.confirmed {
        return ours("a witness that does not replay", "replay", before, Some(after));
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
        kind: witness.kind.name(),
        message: format!("wrong code: {}", witness.kind.name()),
        before: before.to_owned(),
        after: Some(after.to_owned()),
        inputs: inputs.join("\n"),
        expected: said(&witness.replay.before),
        got: said(&witness.replay.after),
    };
    ProgramJudgement {
        word: "refuted",
        fault: Some(fault),
    }
}
