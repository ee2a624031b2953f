//! Scripts that first rewrite operations and then, perhaps, the order of what is left.

use crate::dialect::{is_dialect, parse_dialect};
use crate::registry::{REGISTRY, Structured, entry_named};
use crate::{Program, operation::no_place};
use polyvet_ir::{Diagnostic, Module, OpId, Span};
use polyvet_transforms::script::Step as ScheduleStep;
use polyvet_transforms::{Args, Call, Name, Signature, apply_script, read_calls};

/// A step that rewrites operations.
#[derive(Debug)]
pub struct Step {
    /// What it asks for.
    pub transform: Box<dyn Structured>,
    /// Names for the operations that it makes.
    pub handles: Vec<Name>,
    /// The whole call.
    pub span: Span,
}

/// A script.
#[derive(Debug, Default)]
pub struct Script {
    /// Steps that rewrite operations.
    pub structured: Vec<Step>,
    /// Steps that come after them and rewrite the order of instances.
    pub schedule: Vec<ScheduleStep>,
    /// It is one of MLIR's transform dialect.
    pub is_dialect: bool,
}

impl Step {
    fn of(call: &Call) -> Option<Result<Step, Diagnostic>> {
        let entry = entry_named(&call.name.value)?;
        let mut args = Args::new(entry.signature(), call);
        let built = (entry.parse)(&mut args).and_then(|transform| {
            args.finish()?;
            Ok(Step {
                transform,
                handles: call.handles.clone(),
                span: call.span,
            })
        });
        Some(built)
    }
}

/// Reads a script of calls from both catalogues, or one of MLIR's transform dialect; all errors come at once.
///
/// # Errors
/// What is wrong with it, with places in `text`.
pub fn parse_script(text: &str) -> Result<Script, Vec<Diagnostic>> {
    if is_dialect(text) {
        return parse_dialect(text);
    }
    let schedule = polyvet_transforms::REGISTRY.iter().map(|entry| entry.signature());
    let mut known: Vec<Signature> = schedule.chain(REGISTRY.iter().map(|entry| entry.signature())).collect();
    known.sort_by_key(|one| one.name);
    let (mut script, mut errors) = (Script::default(), Vec::new());
    for call in read_calls(text, &known) {
        let call = match call {
            Ok(call) => call,
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        let (name, span) = (call.name.value.clone(), call.span);
        let added = match Step::of(&call) {
            Some(_) if !script.schedule.is_empty() && !needs_loops(&name) => {
                let message = format!("`{name}` rewrites operations, but the steps before it have made loops of them");
                Err(Diagnostic::error("script-order", message, span)
                    .help("write the steps on operations first, those on loops after them"))
            }
            Some(step) => step.map(|step| {
                script.structured.extend(OnLoops::of(&mut script.schedule));
                script.structured.push(step);
            }),
            None => ScheduleStep::of(call).map(|step| script.schedule.push(step)),
        };
        errors.extend(added.err());
    }
    if errors.is_empty() { Ok(script) } else { Err(errors) }
}

/// Whether a step is about loops, so that others on loops may stand before it.
fn needs_loops(name: &str) -> bool {
    name == crate::data_copy::ENTRY.name
}

/// Steps on loops before one that rewrites the program.
#[derive(Debug)]
struct OnLoops(Vec<ScheduleStep>);

impl OnLoops {
    /// Those steps, if there are any, as one.
    fn of(steps: &mut Vec<ScheduleStep>) -> Option<Step> {
        let (first, last) = (steps.first()?.span, steps.last()?.span);
        Some(Step {
            transform: Box::new(OnLoops(std::mem::take(steps))),
            handles: Vec::new(),
            span: Span::new(first.start as usize, last.end as usize),
        })
    }
}

impl Structured for OnLoops {
    fn apply(&self, program: &mut Program) -> Result<Vec<OpId>, Diagnostic> {
        let span = self.0.first().map_or(Span::NONE, |step| step.span);
        let scop = program.model(&Name::new("loops".to_owned(), span))?;
        let rewrite = apply_script(&scop, &self.0)
            .map_err(|(step, why)| why.diagnostic(self.0.get(step).map_or(Span::NONE, |step| step.span)))?;
        program.regenerate(&rewrite.scop, span)?;
        Ok(Vec::new())
    }
}

/// Applies steps to a copy of `module`; numbers of operations that were there before stay. What steps of the transform
/// dialect say of loops is handed back: steps to be done after all of these.
///
/// # Errors
/// A step has no place in the function; the place is in the script.
pub fn apply_steps(module: &Module, func: OpId, steps: &[Step]) -> Result<(Module, Vec<ScheduleStep>), Diagnostic> {
    let mut program = Program::new(module, func);
    if program.module.only_block(func, 0).is_none() {
        let span = steps.first().map_or(Span::NONE, |step| step.span);
        let message = "a function of several blocks has no place for this";
        return Err(Diagnostic::error("no-place", message, span));
    }
    for step in steps {
        let made = step.transform.apply(&mut program).map_err(|mut error| {
            if error.primary.is_none() {
                error.primary = step.span;
            }
            error
        })?;
        if !step.handles.is_empty() && step.handles.len() != made.len() {
            let last = step.handles.last().expect("there are some");
            let message = format!("this step gives {} operations, not {}", made.len(), step.handles.len());
            return Err(no_place(last, message));
        }
        for (name, op) in step.handles.iter().zip(made) {
            program.bind(&name.value, op);
        }
        program.sweep();
    }
    Ok((program.module, program.after))
}
