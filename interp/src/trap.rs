//! Errors of an execution: what went wrong, where, and in which iteration.

use polyvet_ir::{Diagnostic, Module, OpId, Span, ValueId};
use std::fmt;

/// Why an execution stopped. The code is stable; see [`Trap::code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// An element (or payload argument) is read that nothing has written.
    UninitialisedRead,
    /// A subscript, a view or a slice leaves its array.
    OutOfBounds,
    /// Integer division, or `mod` of a subscript, by zero.
    DivisionByZero,
    /// `floordiv`, `ceildiv` or `mod` of an affine expression by a negative number.
    NonPositiveDivisor,
    /// A result that a flag promised to fit, or the smallest integer divided by -1.
    SignedOverflow,
    /// A result that `nuw` promised to fit.
    UnsignedOverflow,
    /// An `exact` division with a remainder, or another broken promise of a flag.
    BrokenFlag,
    /// A subscript computation beyond 64 bits.
    IndexOverflow,
    /// A float whose integer part does not fit the integer type.
    ConversionOutOfRange,
    /// A shift by the width or more.
    ShiftTooFar,
    /// Extents that contradict each other, a type, or an indexing map.
    ShapeMismatch,
    /// `memref.distinct_objects` or `memref.assume_alignment` says what is not so.
    BrokenAssumption,
    /// A buffer is used after `memref.dealloc` or after the function of its `alloca` returned.
    UseAfterFree,
    /// A buffer is freed twice.
    DoubleFree,
    /// Something is freed that `memref.alloc` did not make.
    BadFree,
    /// A constant global is written.
    WriteToConstant,
    /// A loop whose step is not positive.
    BadStep,
    /// More operations than [`RunLimits::steps`](crate::RunLimits::steps).
    StepLimit,
    /// More live elements than [`RunLimits::elements`](crate::RunLimits::elements).
    MemoryLimit,
    /// Deeper calls than [`RunLimits::calls`](crate::RunLimits::calls).
    RecursionLimit,
    /// An operation, type or variant of one that has no meaning here.
    UnsupportedOp,
    /// An operation that breaks the rules of its dialect.
    MalformedOp,
    /// Control or a subscript depends on data that the domain keeps symbolic.
    DataDependentControl,
    /// Arguments of a call that do not fit the function.
    BadArgument,
    /// A poison value decides, is a subscript, or is computed with as a scalar.
    PoisonUsed,
    /// Two iterations of a parallel loop access one element, and one of them writes.
    DataRace,
    /// `cf.assert` does not hold, or `ub.unreachable` is reached.
    AssertionFailed,
}

impl Code {
    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Code::UninitialisedRead => "uninitialised-read",
            Code::OutOfBounds => "out-of-bounds",
            Code::DivisionByZero => "division-by-zero",
            Code::NonPositiveDivisor => "non-positive-divisor",
            Code::SignedOverflow => "signed-overflow",
            Code::UnsignedOverflow => "unsigned-overflow",
            Code::BrokenFlag => "broken-flag",
            Code::IndexOverflow => "index-overflow",
            Code::ConversionOutOfRange => "conversion-out-of-range",
            Code::ShiftTooFar => "shift-too-far",
            Code::ShapeMismatch => "shape-mismatch",
            Code::BrokenAssumption => "broken-assumption",
            Code::UseAfterFree => "use-after-free",
            Code::DoubleFree => "double-free",
            Code::BadFree => "bad-free",
            Code::WriteToConstant => "write-to-constant",
            Code::BadStep => "bad-step",
            Code::StepLimit => "step-limit",
            Code::MemoryLimit => "memory-limit",
            Code::RecursionLimit => "recursion-limit",
            Code::UnsupportedOp => "unsupported-op",
            Code::MalformedOp => "malformed-op",
            Code::DataDependentControl => "data-dependent-control",
            Code::BadArgument => "bad-argument",
            Code::PoisonUsed => "poison-used",
            Code::DataRace => "data-race",
            Code::AssertionFailed => "assertion-failed",
        }
    }

    /// Whether a value is poison, or nobody has written it: defined where nothing depends on it.
    pub fn is_poison(self) -> bool {
        matches!(
            self,
            Code::SignedOverflow
                | Code::UnsignedOverflow
                | Code::BrokenFlag
                | Code::ConversionOutOfRange
                | Code::ShiftTooFar
                | Code::PoisonUsed
        )
    }

    /// The execution says nothing about the program: it ran into a limit of ours.
    pub fn is_inconclusive(self) -> bool {
        matches!(
            self,
            Code::StepLimit
                | Code::MemoryLimit
                | Code::RecursionLimit
                | Code::UnsupportedOp
                | Code::DataDependentControl
                | Code::MalformedOp
                | Code::BadArgument
        )
    }
}

/// One enclosing loop of a point of the execution, with where it stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The loop.
    pub op: OpId,
    /// Its induction variable.
    pub var: LoopVar,
    /// The value of the induction variable; the trip number for loops without one.
    pub value: i64,
}

/// What a loop counts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopVar {
    /// An induction variable.
    Value(ValueId),
    /// Dimension `n` of a structured operation.
    Dim(u32),
    /// Nothing: `scf.while`.
    Trip,
}

impl Iteration {
    /// The name of the induction variable as people read it: `%i`, `d0`.
    pub fn name(&self, module: &Module) -> String {
        match self.var {
            LoopVar::Value(value) => module.value_name(value),
            LoopVar::Dim(n) => format!("d{n}"),
            LoopVar::Trip => "trip".to_owned(),
        }
    }
}

/// An execution stopped.
#[derive(Clone, PartialEq, Eq)]
pub struct Trap(Box<Details>);

/// Everything known about a [`Trap`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Details {
    /// What happened.
    pub code: Code,
    /// Lower case, no full stop, user text in backticks.
    pub message: String,
    /// The operation that stopped; [`Span::NONE`] for one that was built, not read.
    pub span: Span,
    /// The operation that stopped.
    pub op: Option<OpId>,
    /// The subscript, where there is one.
    pub index: Vec<i64>,
    /// The enclosing loops, outermost first: name, value of the induction variable, span.
    pub loops: Vec<(String, i64, Span)>,
    /// The calls that led here, outermost first: name of the callee and span of the call.
    pub calls: Vec<(String, Span)>,
    /// Further places with a remark each.
    pub labels: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
}

impl std::ops::Deref for Trap {
    type Target = Details;
    fn deref(&self) -> &Details {
        &self.0
    }
}

impl std::ops::DerefMut for Trap {
    fn deref_mut(&mut self) -> &mut Details {
        &mut self.0
    }
}

impl Trap {
    /// A trap that does not know its place yet.
    pub fn new(code: Code, message: impl Into<String>) -> Trap {
        Trap(Box::new(Details {
            code,
            message: message.into(),
            span: Span::NONE,
            op: None,
            index: Vec::new(),
            loops: Vec::new(),
            calls: Vec::new(),
            labels: Vec::new(),
            help: None,
        }))
    }

    /// Adds the subscript.
    pub fn at(mut self, index: &[i64]) -> Trap {
        self.index = index.to_vec();
        self
    }

    /// Adds a second place with a remark; a place that was not read from text adds nothing.
    pub fn label(mut self, span: Span, remark: impl Into<String>) -> Trap {
        if !span.is_none() {
            self.labels.push((span, remark.into()));
        }
        self
    }

    /// Adds what to do about it.
    pub fn help(mut self, help: impl Into<String>) -> Trap {
        self.help = Some(help.into());
        self
    }

    /// The stable name of the cause: `out-of-bounds`.
    pub fn code(&self) -> &'static str {
        self.code.name()
    }

    /// The loops as one line: `%i = 3, %j = 0`.
    pub fn iteration(&self) -> String {
        let each = self.loops.iter().map(|(name, value, _)| format!("{name} = {value}"));
        each.collect::<Vec<_>>().join(", ")
    }

    /// The message with the enclosing iterations.
    pub fn describe(&self) -> String {
        match &*self.iteration() {
            "" => self.message.clone(),
            place => format!("{}, at {place}", self.message),
        }
    }

    /// As a message to the user: a label per loop and per call.
    pub fn to_diagnostic(&self) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.code(), self.describe(), self.span);
        diagnostic.labels = self.labels.clone();
        // The dimensions of a structured operation are all at its name.
        let mut places: Vec<(Span, String)> = Vec::new();
        for (name, value, span) in &self.loops {
            match places.iter_mut().find(|(known, _)| known == span) {
                Some((_, remark)) => *remark += &format!(", {name} = {value}"),
                None => places.push((*span, format!("in iteration {name} = {value}"))),
            }
        }
        for (span, remark) in places {
            if !span.is_none() && !diagnostic.labels.iter().any(|(known, _)| *known == span) && span != self.span {
                diagnostic = diagnostic.label(span, remark);
            }
        }
        let mut calls: Vec<(&str, Span, usize)> = Vec::new();
        for (callee, span) in self.calls.iter().filter(|(_, span)| !span.is_none()) {
            match calls.iter_mut().find(|(_, known, _)| known == span) {
                Some((_, _, times)) => *times += 1,
                None => calls.push((callee, *span, 1)),
            }
        }
        for (callee, span, times) in calls {
            let remark = match times {
                1 => format!("in this call of `@{callee}`"),
                _ => format!("in this call of `@{callee}`, {times} times"),
            };
            diagnostic = diagnostic.label(span, remark);
        }
        diagnostic.help = self.help.clone();
        diagnostic
    }
}

impl From<Trap> for Diagnostic {
    fn from(trap: Trap) -> Diagnostic {
        trap.to_diagnostic()
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code(), self.describe())
    }
}

impl fmt::Debug for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Trap {}
