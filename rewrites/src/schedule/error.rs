//! Why a transform has no place in a model.

use polyvet_ir::{Diagnostic, Span};
use polyvet_poly::PolyError;

/// Why a transform has no place in a model; never that it is illegal.
///
/// Spans point into the script and are [`Span::NONE`] where the transform was built in Rust.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Inapplicable {
    /// No band has this name.
    #[error("there is no loop `{name}` {}", whereabouts(stmt))]
    UnknownLoop {
        /// The name asked for.
        name: String,
        /// Where it is requested.
        span: Span,
        /// The statement it should be above.
        stmt: Option<String>,
        /// The loops there are, outermost first.
        loops: Vec<String>,
    },
    /// The loop is in the program, but no instance below it exists.
    #[error("loop `{name}` never runs")]
    NeverRuns {
        /// The name asked for.
        name: String,
        /// Where it is requested.
        span: Span,
    },
    /// No statement has this name.
    #[error("there is no statement `{name}` here")]
    UnknownStatement {
        /// The name asked for.
        name: String,
        /// Where it is requested.
        span: Span,
        /// The statements there are.
        stmts: Vec<String>,
    },
    /// No parameter has this name.
    #[error("there is no parameter `{name}` here")]
    UnknownParameter {
        /// The name asked for.
        name: String,
        /// Where it is requested.
        span: Span,
        /// The parameters there are.
        params: Vec<String>,
    },
    /// Several bands have this name, and no statement says which is meant.
    #[error("loop `{name}` occurs in {} places: above {}", places.len(), list(&joined(places), " and above "))]
    SeveralPlaces {
        /// The name asked for.
        name: String,
        /// Where it is requested.
        span: Span,
        /// The statements below each.
        places: Vec<Vec<String>>,
    },
    /// One loop is named twice where different ones are needed.
    #[error("loop `{name}` is named twice")]
    NamedTwice {
        /// The loop.
        name: String,
        /// Where it is named again.
        span: Span,
    },
    /// The new order of an interchange does not name the same loops as the old one.
    #[error("`{name}` stands on one side of `->` only")]
    NotPermutation {
        /// The loop that is left over.
        name: String,
        /// Where it is named.
        span: Span,
    },
    /// Neither loop is inside the other.
    #[error("loop `{inner}` is not inside loop `{outer}`")]
    NotInside {
        /// The loop that should be outside.
        outer: String,
        /// The loop that should be inside.
        inner: String,
        /// Where the latter is named.
        span: Span,
    },
    /// Something is between two loops that should form a perfect nest.
    #[error("loops `{outer}` and `{inner}` are not perfectly nested: {}", between_text(between))]
    NotPerfect {
        /// The outer loop.
        outer: String,
        /// The inner loop.
        inner: String,
        /// Where the latter is named.
        span: Span,
        /// Statements inside the outer loop but not inside the inner one.
        between: Vec<String>,
    },
    /// A size below one.
    #[error("size {size} of loop `{name}` is not positive")]
    BadSize {
        /// The loop.
        name: String,
        /// The size.
        size: i64,
        /// Where the size is written.
        span: Span,
    },
    /// Two loops do not stand next to each other in one sequence.
    #[error("loops `{one}` and `{other}` do not stand side by side: fuse the loops around them first")]
    NotBeside {
        /// One loop.
        one: String,
        /// The other.
        other: String,
        /// Where the latter is named.
        span: Span,
    },
    /// A loop is between two that should follow each other directly.
    #[error("loop `{between}` stands between `{outer}` and `{inner}`")]
    LoopBetween {
        /// The outer loop.
        outer: String,
        /// The inner loop.
        inner: String,
        /// The loop between them.
        between: String,
        /// Where the inner loop is named.
        span: Span,
    },
    /// How often a loop runs is not bounded by a number.
    #[error("loop `{name}` runs as often as the parameters say")]
    NotBounded {
        /// The loop.
        name: String,
        /// Where it is named.
        span: Span,
    },
    /// No loop inside is cut into blocks by this one.
    #[error("loop `{name}` is no tile loop of a loop inside it")]
    NotTileLoop {
        /// The loop.
        name: String,
        /// Where it is named.
        span: Span,
    },
    /// Nothing can be taken into the loop, or out of it.
    #[error("loop `{name}` stays as it is: {what}")]
    NotPredicable {
        /// The loop.
        name: String,
        /// Why.
        what: String,
        /// Where it is named.
        span: Span,
    },
    /// What the step asks of a loop cannot be said about tiles whose size is a parameter, nor inside them.
    #[error("loop `{name}` is {} tiles whose size is the parameter `{size}`", if *inside { "inside" } else { "one over" })]
    SymbolicTiles {
        /// The loop.
        name: String,
        /// The parameter.
        size: String,
        /// It is not the loop over the tiles itself.
        inside: bool,
        /// Where the loop is named.
        span: Span,
    },
    /// A matrix is not square, not of the nest's size, or has a determinant other than 1 and -1.
    #[error("the matrix is not unimodular: {what}")]
    NotUnimodular {
        /// Its size or its determinant.
        what: String,
        /// Where it is written.
        span: Span,
    },
    /// No multiple of the time makes all distances of a space loop positive.
    #[error("no skew of `{name}` by up to {tried} times `{time}` makes its dependences point forward")]
    NoSkew {
        /// The space loop.
        name: String,
        /// The time loop.
        time: String,
        /// The greatest factor that was tried.
        tried: i64,
        /// Where the space loop is named.
        span: Span,
    },
    /// A step gives another number of new loops than names are given to them.
    #[error("this step makes {} new loop{}, not {names}", loops.len(), if loops.len() == 1 { "" } else { "s" })]
    HandleCount {
        /// How many names were given.
        names: usize,
        /// The loops it makes.
        loops: Vec<String>,
        /// The names.
        span: Span,
    },
    /// A step rewrites operations, and a model has none.
    #[error("`{call}` rewrites operations, and what it is applied to has none")]
    NeedsOperations {
        /// The step.
        call: String,
        /// The step.
        span: Span,
    },
    /// The name given to a new loop is that of another one, or of a parameter.
    #[error("`{name}` is taken")]
    NameTaken {
        /// The name.
        name: String,
        /// Where it is written.
        span: Span,
    },
    /// A schedule from the user gives an instance no time.
    #[error("the schedule gives {instance} no time")]
    MissingInstance {
        /// The instance, with small values.
        instance: ErrorInstance,
    },
    /// A schedule from the user gives an instance several times.
    #[error("the schedule gives {instance} more than one time")]
    RunsTwice {
        /// The instance, with small values.
        instance: ErrorInstance,
    },
    /// A schedule from the user gives times that cannot be compared.
    #[error("the schedule gives times of {} numbers, which have no common order", list(&counts(lengths), " and of "))]
    UnevenTimes {
        /// How many numbers, for each tuple that occurs.
        lengths: Vec<usize>,
    },
    /// A schedule from the user has a node that says more than when statements run.
    #[error("the schedule has a node of kind `{kind}`, which says more than when statements run")]
    ForeignNode {
        /// `extension`, `expansion`, `guard`.
        kind: &'static str,
    },
    /// A schedule from the user counts the dimensions of a statement differently.
    #[error("statement `{name}` has {expected} dimensions, not {found}")]
    WrongDimensions {
        /// The statement.
        name: String,
        /// Dimensions in the model.
        expected: usize,
        /// Dimensions in the schedule.
        found: usize,
    },
    /// A schedule tree of `mldim` loops is not well formed.
    #[error("{message}")]
    BadSchedule {
        /// What is wrong.
        message: String,
        /// Where, in the text of the schedule.
        span: Span,
    },
    /// The polyhedral library gave up or could not read a text.
    #[error(transparent)]
    Poly(#[from] PolyError),
}

/// One statement instance with concrete parameter values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorInstance {
    /// The statement.
    pub stmt: String,
    /// Its iteration; decimal, since isl's numbers have no bound.
    pub at: Vec<String>,
    /// Parameter names and values.
    pub params: Vec<(String, String)>,
}

impl std::fmt::Display for ErrorInstance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}[{}]`", self.stmt, self.at.join(", "))?;
        for (index, (name, value)) in self.params.iter().enumerate() {
            let before = if index == 0 { " for " } else { ", " };
            write!(f, "{before}`{name} = {value}`")?;
        }
        Ok(())
    }
}

impl Inapplicable {
    /// Stable and documented, e.g. `unknown-loop`.
    pub fn code(&self) -> &'static str {
        match self {
            Inapplicable::UnknownLoop { .. } => "unknown-loop",
            Inapplicable::NeverRuns { .. } => "loop-never-runs",
            Inapplicable::UnknownStatement { .. } => "unknown-statement",
            Inapplicable::UnknownParameter { .. } => "unknown-parameter",
            Inapplicable::SeveralPlaces { .. } => "loop-in-several-places",
            Inapplicable::NamedTwice { .. } => "loop-named-twice",
            Inapplicable::NotPermutation { .. } => "not-a-permutation",
            Inapplicable::NotInside { .. } => "not-nested",
            Inapplicable::NotPerfect { .. } => "not-perfectly-nested",
            Inapplicable::BadSize { .. } => "bad-size",
            Inapplicable::BadSchedule { .. } => "schedule-syntax",
            Inapplicable::NotBeside { .. } => "not-side-by-side",
            Inapplicable::LoopBetween { .. } => "loop-between",
            Inapplicable::NotBounded { .. } => "not-bounded",
            Inapplicable::NotTileLoop { .. } => "not-a-tile-loop",
            Inapplicable::NotPredicable { .. } => "not-predicable",
            Inapplicable::SymbolicTiles { .. } => "symbolic-tiles",
            Inapplicable::NotUnimodular { .. } => "not-unimodular",
            Inapplicable::NoSkew { .. } => "no-skew",
            Inapplicable::HandleCount { .. } => "handle-count",
            Inapplicable::NeedsOperations { .. } => "not-a-program",
            Inapplicable::NameTaken { .. } => "name-taken",
            Inapplicable::MissingInstance { .. } => "schedule-misses-instance",
            Inapplicable::RunsTwice { .. } => "schedule-runs-instance-twice",
            Inapplicable::UnevenTimes { .. } => "schedule-uneven-times",
            Inapplicable::ForeignNode { .. } => "schedule-foreign-node",
            Inapplicable::WrongDimensions { .. } => "schedule-wrong-dimensions",
            Inapplicable::Poly(why) if why.is_budget() => "budget",
            Inapplicable::Poly(PolyError::Syntax { .. }) => "schedule-syntax",
            Inapplicable::Poly(_) => "polyhedral-library",
        }
    }

    /// The argument it is about.
    pub fn span(&self) -> Span {
        match self {
            Inapplicable::UnknownLoop { span, .. }
            | Inapplicable::NeverRuns { span, .. }
            | Inapplicable::UnknownStatement { span, .. }
            | Inapplicable::UnknownParameter { span, .. }
            | Inapplicable::SeveralPlaces { span, .. }
            | Inapplicable::NamedTwice { span, .. }
            | Inapplicable::NotPermutation { span, .. }
            | Inapplicable::NotInside { span, .. }
            | Inapplicable::NotPerfect { span, .. }
            | Inapplicable::NotBeside { span, .. }
            | Inapplicable::LoopBetween { span, .. }
            | Inapplicable::NotBounded { span, .. }
            | Inapplicable::NotTileLoop { span, .. }
            | Inapplicable::NotPredicable { span, .. }
            | Inapplicable::SymbolicTiles { span, .. }
            | Inapplicable::NotUnimodular { span, .. }
            | Inapplicable::NoSkew { span, .. }
            | Inapplicable::HandleCount { span, .. }
            | Inapplicable::NeedsOperations { span, .. }
            | Inapplicable::NameTaken { span, .. }
            | Inapplicable::BadSchedule { span, .. }
            | Inapplicable::BadSize { span, .. } => *span,
            _ => Span::NONE,
        }
    }

    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        match self {
            Inapplicable::UnknownLoop { name, stmt, loops, .. } => Some(match stmt {
                None => suggest(name, "loops", loops),
                Some(stmt) => suggest(name, &format!("loops above `{stmt}`"), loops),
            }),
            Inapplicable::UnknownStatement { name, stmts, .. } => Some(suggest(name, "statements", stmts)),
            Inapplicable::UnknownParameter { name, params, .. } => Some(suggest(name, "parameters", params)),
            Inapplicable::SeveralPlaces { places, .. } => {
                let stmt = places.first()?.first()?;
                Some(format!(
                    "say which by a statement inside it: put `{stmt}` before the loop"
                ))
            }
            Inapplicable::NotBounded { .. } => Some("fix the sizes with `--param`".to_owned()),
            Inapplicable::NotTileLoop { .. } => Some("tile first: `tile(i=32)` makes the tile loop `i_t`".to_owned()),
            Inapplicable::SymbolicTiles { .. } => {
                Some("take this step before `tile`, or give the tiles a number".to_owned())
            }
            Inapplicable::HandleCount { loops, .. } if loops.is_empty() => None,
            Inapplicable::HandleCount { loops, .. } => Some(format!("in this order: {}", quoted(loops))),
            Inapplicable::NoSkew { time, .. } => Some(format!(
                "two loops of one time step are a stencil if they run in turn: \
                 `scale({time}, 2); shift(S1, {time}, 1); fuse(i, j)`"
            )),
            Inapplicable::BadSize { .. } => Some("sizes are whole numbers from 1".to_owned()),
            Inapplicable::UnevenTimes { .. } => Some("fill the shorter times up with zeros".to_owned()),
            Inapplicable::ForeignNode { .. } => Some(
                "a schedule is made of domain, context, filter, band, sequence, set, mark and leaf nodes".to_owned(),
            ),
            Inapplicable::Poly(why) if why.is_budget() => {
                Some("fix sizes with `--param`, or take fewer steps".to_owned())
            }
            _ => None,
        }
    }

    /// The message to the user; `step` stands in where no argument is to blame.
    pub fn diagnostic(&self, step: Span) -> Diagnostic {
        let span = if self.span().is_none() { step } else { self.span() };
        let diagnostic = Diagnostic::error(self.code(), self.to_string(), span);
        match self.help() {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}

/// "did you mean `i`? loops: `i`, `j`"
pub(crate) fn suggest(name: &str, what: &str, known: &[String]) -> String {
    if known.is_empty() {
        return format!("there are no {what}");
    }
    let all = format!("{what}: `{}`", known.join("`, `"));
    match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`? {all}"),
        None => all,
    }
}

/// The known name most like `name`, if a few slips of the pen turn one into the other.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let slips = |one: &str| strsim::osa_distance(&name.to_lowercase(), &one.to_lowercase());
    known
        .map(|one| (slips(one), one))
        .filter(|(slips, one)| {
            let length = name.chars().count().max(one.chars().count());
            *slips < length && *slips <= (length / 3).max(1)
        })
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, one)| one)
}

fn whereabouts(stmt: &Option<String>) -> String {
    match stmt {
        None => "here".to_owned(),
        Some(stmt) => format!("above `{stmt}`"),
    }
}

fn joined(places: &[Vec<String>]) -> Vec<String> {
    places.iter().map(|stmts| quoted(stmts)).collect()
}

fn counts(lengths: &[usize]) -> Vec<String> {
    lengths.iter().map(usize::to_string).collect()
}

fn quoted(names: &[String]) -> String {
    list(
        &names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>(),
        " and ",
    )
}

/// "a, b and c"
fn list(items: &[String], and: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{}{and}{last}", most.join(", ")),
    }
}

fn between_text(between: &[String]) -> String {
    match between {
        [] => "the tree branches between them".to_owned(),
        [one] => format!("`{one}` stands between them"),
        several => format!("{} stand between them", quoted(several)),
    }
}
