//! Scripts that first rewrite operations and then, perhaps, the order of what is left.

use crate::dialect::{is_dialect, parse_dialect};
use crate::registry::{REGISTRY, Structured, entry_named};
use crate::{Program, operation::no_place};
use polyvet_ir::{Diagnostic, Module, OpId, Span};
use polyvet_transforms::script::Step as ScheduleStep;
use polyvet_transforms::{Args, Call, Name, Signature, Transform, apply_script, read_calls};
use std::fmt;

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

/// A script: read by [`parse_script`], or built here. [`Display`](fmt::Display) writes it as text.
///
/// ```
/// use polyvet_structured::Script;
/// use polyvet_structured::{fuse_into::FuseInto, pad::Pad, tile::TileUsing};
/// use polyvet_transforms::interchange::Interchange;
///
/// let script = Script::new()
///     .then_named(["t", "l"], TileUsing::forall("S1", [("d0", 8), ("d1", 4)]))
///     .then(FuseInto::new("S0", "l"))
///     .then(Pad::new("t", [("d2", 4)]))
///     .then_loops(Interchange::new("i", "j"));
/// assert_eq!(
///     script.to_string(),
///     "t, l = tile_using_forall(S1, d0=8, d1=4); fuse_into_containing_op(S0, l); pad(t, d2=4); interchange(i, j)"
/// );
/// ```
#[derive(Debug, Default)]
pub struct Script {
    /// Steps that rewrite operations.
    pub structured: Vec<Step>,
    /// Steps that come after them and rewrite the order of instances.
    pub schedule: Vec<ScheduleStep>,
    /// It is one of MLIR's transform dialect.
    pub is_dialect: bool,
}

impl Script {
    /// No steps.
    pub fn new() -> Script {
        Script::default()
    }

    /// Then this one.
    pub fn then(self, transform: impl Structured + 'static) -> Script {
        self.then_named(Vec::<Name>::new(), transform)
    }

    /// Then this one; the operations that it makes are called so from then on.
    pub fn then_named<N: Into<Name>>(
        mut self,
        names: impl IntoIterator<Item = N>,
        transform: impl Structured + 'static,
    ) -> Script {
        self.structured.push(Step {
            transform: Box::new(transform),
            handles: names.into_iter().map(Into::into).collect(),
            span: Span::NONE,
        });
        self
    }

    /// When all steps on operations are done, this one on the loops that there are then.
    pub fn then_loops(mut self, transform: impl Transform + 'static) -> Script {
        self.schedule.push(ScheduleStep {
            transform: Box::new(transform),
            span: Span::NONE,
            args: Vec::new(),
        });
        self
    }

    /// The program after the steps on operations.
    ///
    /// # Errors
    /// As [`apply_steps`].
    pub fn apply(&self, module: &Module, func: OpId) -> Result<Module, Diagnostic> {
        Ok(apply_steps(module, func, &self.structured)?.module)
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operations = self.structured.iter().map(Step::to_string);
        let loops = self.schedule.iter().map(|step| step.transform.to_string());
        let all: Vec<String> = operations.chain(loops).collect();
        f.write_str(&all.join("; "))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.handles.iter().map(|name| name.value.as_str()).collect();
        let equals = if names.is_empty() { "" } else { " = " };
        write!(f, "{}{equals}{}", names.join(", "), self.transform.text())
    }
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
    fn text(&self) -> String {
        let steps: Vec<String> = self.0.iter().map(|step| step.transform.to_string()).collect();
        steps.join("; ")
    }

    fn apply(&self, program: &mut Program) -> Result<Vec<OpId>, Diagnostic> {
        let span = self.0.first().map_or(Span::NONE, |step| step.span);
        let scop = program.model(&Name::new("loops".to_owned(), span))?;
        let rewrite = apply_script(&scop, &self.0)
            .map_err(|(step, why)| why.diagnostic(self.0.get(step).map_or(Span::NONE, |step| step.span)))?;
        program.regenerate(&rewrite.scop, span)?;
        Ok(Vec::new())
    }
}

/// What steps make of a program.
#[derive(Debug)]
pub struct Applied {
    /// The program after them; numbers of operations that were there before stay.
    pub module: Module,
    /// What steps of the transform dialect say of loops: to be done after all of these.
    pub later: Vec<ScheduleStep>,
    /// What is to be said of the steps, with places in the script.
    pub notes: Vec<Diagnostic>,
}

/// Applies steps to a copy of `module`.
///
/// # Errors
/// A step has no place in the function; the place is in the script.
pub fn apply_steps(module: &Module, func: OpId, steps: &[Step]) -> Result<Applied, Diagnostic> {
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
    Ok(Applied {
        module: program.module,
        later: program.after,
        notes: program.notes,
    })
}
