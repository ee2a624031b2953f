//! Scripts: steps to apply one after the other.

pub mod args;
pub mod dialect;
pub mod read;
pub mod run;

use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::{Diagnostic, Span};

use crate::name::ScriptName;
use crate::operations::OperationTransform;
use crate::registry::{Build, entry_named};
use crate::schedule::handle::Handles;
use crate::schedule::{Inapplicable, Transform, apply_all};
use args::{Arg, Args};
use read::{ScriptCall, read_calls, unknown};

/// A script: read by [`parse_script`], or built here. [`Display`](fmt::Display) writes it as text.
///
/// ```
/// use polyvet_rewrites::Script;
/// use polyvet_rewrites::operations::{fuse_into::FuseInto, pad::Pad, tile::TileUsing};
/// use polyvet_rewrites::schedule::{interchange::Interchange, tile::Tile, unroll::Unroll};
///
/// let loops = Script::new()
///     .then_named(["io", "jo"], Tile::new([("i", 32), ("j", 32)]))
///     .then(Interchange::new("io", "jo"))
///     .then(Unroll::jam("i", 4));
/// assert_eq!(loops.to_string(), "io, jo = tile(i=32, j=32); interchange(io, jo); unroll_jam(i, 4)");
///
/// let both = Script::new()
///     .then_named(["t", "l"], TileUsing::forall("S1", [("d0", 8), ("d1", 4)]))
///     .then(FuseInto::new("S0", "l"))
///     .then(Pad::new("t", [("d2", 4)]))
///     .then(Interchange::new("i", "j"));
/// assert_eq!(
///     both.to_string(),
///     "t, l = tile_using_forall(S1, d0=8, d1=4); fuse_into_containing_op(S0, l); pad(t, d2=4); interchange(i, j)"
/// );
/// ```
#[derive(Debug, Default)]
pub struct Script {
    /// In the order of application.
    pub steps: Vec<ScriptStep>,
    /// It is one of MLIR's transform dialect.
    pub is_dialect: bool,
}

/// One step of a script.
#[derive(Debug)]
pub struct ScriptStep {
    /// What it does.
    pub action: Action,
    /// Names for the operations that it makes. Names for loops are part of the action.
    pub handles: Vec<ScriptName>,
    /// The whole call.
    pub span: Span,
    /// Each argument.
    pub args: Vec<Span>,
}

/// What a step does, by what it works on.
#[derive(Debug)]
pub enum Action {
    /// Rewrites the order of instances.
    Schedule(Box<dyn Transform>),
    /// Rewrites operations.
    Operations(Box<dyn OperationTransform>),
}

/// Transforms of either kind; `K` only tells the two implementations apart.
pub trait IntoAction<K> {
    /// As an action whose results are called `names`.
    fn into_step(self, names: Vec<ScriptName>) -> ScriptStep;
}

/// Marks transforms of the order of instances, for [`IntoAction`].
#[derive(Debug)]
pub enum OfSchedule {}

/// Marks transforms of operations, for [`IntoAction`].
#[derive(Debug)]
pub enum OfOperations {}

impl<T: Transform + 'static> IntoAction<OfSchedule> for T {
    fn into_step(self, names: Vec<ScriptName>) -> ScriptStep {
        ScriptStep::on_schedule(Box::new(self), names)
    }
}

impl<T: OperationTransform + 'static> IntoAction<OfOperations> for T {
    fn into_step(self, names: Vec<ScriptName>) -> ScriptStep {
        ScriptStep {
            handles: names,
            ..ScriptStep::from(Action::Operations(Box::new(self)))
        }
    }
}

impl From<Action> for ScriptStep {
    fn from(action: Action) -> ScriptStep {
        ScriptStep {
            action,
            handles: Vec::new(),
            span: Span::NONE,
            args: Vec::new(),
        }
    }
}

impl ScriptStep {
    /// A step on loops whose new loops are called `names`; by their usual names if there are none.
    fn on_schedule(transform: Box<dyn Transform>, names: Vec<ScriptName>) -> ScriptStep {
        ScriptStep::from(Action::Schedule(match names.is_empty() {
            true => transform,
            false => Box::new(Handles { names, of: transform }),
        }))
    }

    /// What a call asks for.
    fn of(call: ScriptCall) -> Result<ScriptStep, Diagnostic> {
        let entry = entry_named(&call.name.value).ok_or_else(|| unknown(&call.name))?;
        let mut args = Args::new(entry, &call);
        let step = match entry.build {
            Build::Schedule(build) => ScriptStep::on_schedule(build(&mut args)?, call.handles),
            Build::Operations(build) => ScriptStep {
                handles: call.handles,
                ..ScriptStep::from(Action::Operations(build(&mut args)?))
            },
        };
        args.finish()?;
        Ok(ScriptStep {
            span: call.span,
            args: call.args.iter().map(Arg::span).collect(),
            ..step
        })
    }

    /// The transform of a step on loops.
    pub fn transform(&self) -> Option<&dyn Transform> {
        match &self.action {
            Action::Schedule(transform) => Some(&**transform),
            Action::Operations(_) => None,
        }
    }
}

impl fmt::Display for ScriptStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.action {
            Action::Schedule(transform) => transform.fmt(f),
            Action::Operations(transform) => {
                let names: Vec<&str> = self.handles.iter().map(|name| name.value.as_str()).collect();
                let equals = if names.is_empty() { "" } else { " = " };
                write!(f, "{}{equals}{}", names.join(", "), transform.text())
            }
        }
    }
}

impl Script {
    /// No steps.
    pub fn new() -> Script {
        Script::default()
    }

    /// Then this one.
    pub fn then<K>(self, transform: impl IntoAction<K>) -> Script {
        self.then_named(Vec::<ScriptName>::new(), transform)
    }

    /// Then this one; the loops or operations that it makes are called so from then on.
    pub fn then_named<K, N: Into<ScriptName>>(
        mut self,
        names: impl IntoIterator<Item = N>,
        transform: impl IntoAction<K>,
    ) -> Script {
        self.steps
            .push(transform.into_step(names.into_iter().map(Into::into).collect()));
        self
    }

    /// Whether some step rewrites operations, so that a model alone has no place for it.
    pub fn is_on_operations(&self) -> bool {
        self.steps.iter().any(|step| step.transform().is_none())
    }
}

impl AsRef<[ScriptStep]> for Script {
    fn as_ref(&self) -> &[ScriptStep] {
        &self.steps
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.steps.iter().enumerate() {
            write!(f, "{}{step}", if at == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

/// Reads a script of calls, or one of MLIR's transform dialect; all errors come at once.
///
/// # Errors
/// What is wrong with it, with places in `text`.
pub fn parse_script(text: &str) -> Result<Script, Vec<Diagnostic>> {
    if dialect::is_dialect(text) {
        return dialect::parse_dialect(text);
    }
    let (mut script, mut errors) = (Script::new(), Vec::new());
    for call in read_calls(text) {
        match call.and_then(ScriptStep::of) {
            Ok(step) => script.steps.push(step),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(script) } else { Err(errors) }
}

/// Applies steps on loops to a model, one after the other; the error says which one has no place.
///
/// # Errors
/// A step has no place in the model; one that rewrites operations never has.
pub fn apply_script(
    scop: &Scop,
    steps: &(impl AsRef<[ScriptStep]> + ?Sized),
) -> Result<Rewrite, (usize, Inapplicable)> {
    let steps = steps.as_ref();
    let mut transforms = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let needs = || Inapplicable::NeedsOperations {
            call: step.to_string(),
            span: step.span,
        };
        transforms.push(step.transform().ok_or_else(|| (at, needs()))?);
    }
    apply_all(scop, transforms)
}
