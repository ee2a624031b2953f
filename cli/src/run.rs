//! `polyvet run`: a function in the reference interpreter.

use crate::args::{DomainArg, ExecutorArg, InitArg, RunArgs};
use crate::function::{select, suggestion};
use crate::input::{InputKind, Program, read_programs};
use crate::session::{Outcomes, Session, Told};
use crate::sizes::GivenSizes;
use crate::{against, arrays};
use polyvet_executors::Accelerated;
use polyvet_interp::nest::Tally;
use polyvet_interp::{
    Bounded, Code, Concrete, Contents, DataElem, ElementType, Event, Field, Init as Cells, Leak, Machine, Reassociated,
    RunLimits, RunOptions, RuntimeValue, Scalar, ScalarType, TermDomain, Trap, Watch,
};
use polyvet_ir::{Diagnostic, Module, OpId, Severity, Type, ValueId};
use polyvet_report::text::{Detail, array_text, element_text};
use polyvet_report::{Outcome, RunResult, RunValue, TraceEvent, TraceLoop, TraceResult, bytes_text};
use polyvet_runs::inputs::ElementGenerator;
use polyvet_runs::npy;
use std::collections::BTreeMap;
use std::path::Path;

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &RunArgs) -> Outcomes<()> {
    if args.input.files.len() > 1 && !args.out.is_empty() {
        return Err(session.error("usage", "`--out` takes one input file"));
    }
    for program in read_programs(session, &args.input) {
        let _ = one_program(session, args, &program);
    }
    Ok(())
}

fn one_program(session: &mut Session<'_>, args: &RunArgs, program: &Program) -> Outcomes<()> {
    let InputKind::Mlir(module) = &program.kind else {
        let message = format!(
            "`{}` is a model, which does not say what its statements compute",
            program.source.name
        );
        return Err(session.error("not-a-program", message));
    };
    let funcs = select(session, module, &program.source.name, args.func.as_deref())?;
    let [func] = funcs[..] else {
        let names: Vec<String> = funcs
            .iter()
            .filter_map(|op| module.symbol_path(*op))
            .map(|name| format!("`@{name}`"))
            .collect();
        let message = format!("`{}` has several functions", program.source.name);
        return Err(session.error_help(
            "which-function",
            message,
            format!("say `--func`: one of {}", names.join(", ")),
        ));
    };
    let call = FunctionCall::new(session, args, module, func)?;
    if args.domain != DomainArg::Native && args.tolerance.needs_bounds() {
        let message = format!("there are no error bounds of `--domain {}`", args.domain.name());
        return Err(session.error("usage", message));
    }
    let run = match args.domain {
        DomainArg::Native if args.tolerance.needs_bounds() => {
            let bounds = |cells: &[_]| Some(polyvet_runs::compare::bounds(cells));
            call.run(module, Bounded, &bounds)
        }
        DomainArg::Native => call.run(module, Concrete, &|_| None),
        DomainArg::Term => call.run(module, TermDomain::with_names(), &|_| None),
        DomainArg::Reassociated => call.run(module, Reassociated::with_names(), &|_| None),
        DomainArg::Field => call.run(module, Field::new(), &|_| None),
    };
    let func = module.symbol_path(func).unwrap_or_default();
    let func = &func[..];
    if !args.trace.is_empty() {
        push_trace(session, args, program, module, func, &run)?;
    }
    if args.executor == ExecutorArg::Fast {
        tell_declined(session, &run.tally, module, program);
    }
    let values = run.outcome.map_err(|trap| tell_trap(session, args, &trap, program))?;
    let mut leaks: Vec<(&Leak, usize)> = Vec::new();
    for leak in &run.leaks {
        match leaks.iter_mut().find(|(known, _)| *known == leak) {
            Some((_, times)) => *times += 1,
            None => leaks.push((leak, 1)),
        }
    }
    for (leak, times) in leaks {
        tell_leak(session, leak, times, program);
    }
    arrays::write(session, args, &values)?;
    let checks = against::compare(session, args, &values)?;
    let is_told = |name: &str| args.out.iter().any(|(out, _)| out.is_empty() || *out == name);
    let shown = values.iter().filter(|value| !is_told(&value.name));
    // Terms stand in lines of their own, all of them.
    let only_text = session.is_only_text() && args.domain == DomainArg::Native;
    let result = RunResult {
        file: program.source.name.clone(),
        func: func.to_owned(),
        domain: args.domain.name(),
        steps: run.steps,
        values: shown.map(|value| value.result(args.full, only_text)).collect(),
        checks,
    };
    against::count(session, &result);
    session.push(&Outcome::Run(result), Detail::Full, Some(&program.source))
}

/// The accesses that `--trace` asks for, also those before an error.
fn push_trace(
    session: &mut Session<'_>,
    args: &RunArgs,
    program: &Program,
    module: &Module,
    func: &str,
    run: &CallOutput,
) -> Outcomes<()> {
    let event = |event: &Event| TraceEvent {
        array: event.array.clone(),
        element: event.element.clone(),
        access: if event.write { "write" } else { "read" },
        value: event.value.as_ref().map(ToString::to_string),
        op: module.op(event.op).name.to_string(),
        line: program.source.line(module.op(event.op).span),
        loops: event
            .loops
            .iter()
            .map(|(name, value)| TraceLoop {
                name: name.clone(),
                value: *value,
            })
            .collect(),
        calls: event.calls.clone(),
    };
    let watched = |watch: &Watch| element_text(&watch.array, watch.element.as_deref().unwrap_or_default());
    let result = TraceResult {
        file: program.source.name.clone(),
        func: func.to_owned(),
        watched: args.trace.iter().map(watched).collect(),
        events: run.events.iter().map(event).collect(),
        dropped: run.dropped,
    };
    session.push(&Outcome::Trace(result), Detail::Full, Some(&program.source))
}

/// A remark: what was allocated and never freed.
fn tell_leak(session: &mut Session<'_>, leak: &Leak, times: usize, program: &Program) {
    let often = match times {
        1 => String::new(),
        _ => format!("{times} times "),
    };
    let message = format!(
        "`{}` is never freed: {often}{} element{}",
        leak.name,
        leak.elements,
        if leak.elements == 1 { "" } else { "s" }
    );
    let note = Diagnostic {
        severity: Severity::Note,
        ..Diagnostic::error("leak", message, leak.made)
    };
    session.tell(&note, Some(&program.source));
}

/// Remarks: where the fast executors were requested, and what they left to the reference.
fn tell_declined(session: &mut Session<'_>, tally: &Tally, module: &Module, program: &Program) {
    for ((op, reason), times) in &tally.declined {
        let op = module.op(*op);
        let plural = if *times == 1 { "" } else { "s" };
        let message = format!("`{}` ran in the reference {times} time{plural}: {reason}", op.name);
        let note = Diagnostic {
            severity: Severity::Note,
            ..Diagnostic::error("declined", message, op.name_span)
        };
        session.tell(&note, Some(&program.source));
    }
}

/// What an execution that stopped means: undefined behaviour is an error of the program, a limit of
/// ours leaves the question open.
fn tell_trap(session: &mut Session<'_>, args: &RunArgs, trap: &Trap, program: &Program) -> Told {
    let mut diagnostic = trap.to_diagnostic();
    match trap.code {
        Code::MemoryLimit => {
            let limit = bytes_text(args.memory.unwrap_or_else(default_memory));
            diagnostic = diagnostic.help(format!("arrays may take up {limit} here; `--memory` allows more"));
        }
        Code::StepLimit => diagnostic = diagnostic.help("`--steps` allows more"),
        _ => {}
    }
    if trap.code.is_inconclusive() {
        diagnostic.severity = polyvet_ir::Severity::Warning;
        return session.tell_unknown(&diagnostic, Some(&program.source));
    }
    session.tell(&diagnostic, Some(&program.source));
    Told
}

/// The error bounds of elements, where a domain has them.
type ErrorBounds<'a, D> = dyn Fn(&[Option<<D as polyvet_interp::Domain>::Data>]) -> Option<Vec<f64>> + 'a;

/// An argument of the function and how it is made.
struct Argument {
    name: String,
    ty: Type,
    /// Extents, or none for scalars.
    shape: Vec<i64>,
    given: Option<GivenArgument>,
}

/// What elements are that the user did not give.
#[derive(Clone, Copy)]
enum Elements {
    Made(InitArg),
    /// Unknowns, which only terms can be.
    Unknown,
}

/// What the user gave for an argument.
pub enum GivenArgument {
    Scalar(Scalar),
    /// Extents and elements in row-major order; of complex numbers real and imaginary part in turn.
    Array {
        shape: Vec<i64>,
        elements: Vec<Scalar>,
    },
    /// Drawn from a seed.
    Drawn(ElementGenerator, u64),
}

type RunValues<D> = Vec<RuntimeValue<D>>;

struct FunctionCall {
    func: String,
    args: Vec<Argument>,
    init: Elements,
    watches: Vec<Watch>,
    steps: u64,
    memory: u64,
    executor: polyvet_executors::Executor,
}

/// What a memref argument or a result holds in the end.
pub struct Final {
    /// `A`; `#0` for a result.
    pub name: String,
    role: &'static str,
    /// Extents and elements.
    pub contents: Contents,
    /// How far each element is from the exact one at most, if that was computed.
    pub bounds: Option<Vec<f64>>,
}

/// What came of a call.
struct CallOutput {
    outcome: Result<Vec<Final>, Trap>,
    steps: u64,
    events: Vec<Event>,
    dropped: u64,
    leaks: Vec<Leak>,
    tally: Tally,
}

/// Accesses that `--trace` keeps.
const EVENTS_MAX: usize = 1 << 20;

/// A quarter of the memory there is.
fn default_memory() -> u64 {
    #[cfg(target_os = "linux")]
    {
        let info = rustix::system::sysinfo();
        u64::from(info.mem_unit).saturating_mul(info.totalram) / 4
    }
    #[cfg(not(target_os = "linux"))]
    {
        1 << 31
    }
}

impl FunctionCall {
    fn new(session: &mut Session<'_>, args: &RunArgs, module: &Module, func: OpId) -> Outcomes<FunctionCall> {
        let entry = module
            .only_block(func, 0)
            .ok_or_else(|| session.error("no-body", "the function is not one block"))?;
        let values = module.block(entry).args.clone();
        let name = |value: ValueId| module.value_name(value).trim_start_matches('%').to_owned();
        let names: Vec<String> = values.iter().map(|value| name(*value)).collect();
        for (given, _) in &args.arg {
            if !given.is_empty() && argument_at(given, &names).is_none() {
                let message = format!("the function has no argument `{given}`");
                return Err(session.error_help("unknown-argument", message, suggestion(given, "arguments", &names)));
            }
        }
        let sizes = GivenSizes::read(session, &args.param, module, func, &names)?;
        let mut archives = arrays::open_archives(session, args, &names)?;
        check_watches(session, args, module)?;
        let mut made = Vec::new();
        for (at, value) in values.iter().enumerate() {
            let ty = module.ty(*value).clone();
            let text = args
                .arg
                .iter()
                .rev()
                .find(|(given, _)| argument_at(given, &names) == Some(at));
            let archived = arrays::read_archived(session, &mut archives, &names[at], &ty)?;
            let given = match text {
                Some((_, text)) => Some(read_argument(session, &names[at], &ty, text)?),
                None if archived.is_some() => archived,
                None if ty == Type::Index => Some(sizes.index(session, &names[at])?),
                None => None,
            };
            let shape = sizes.shape(session, &names[at], &ty, given.as_ref())?;
            made.push(Argument {
                name: names[at].clone(),
                ty,
                shape,
                given,
            });
        }
        let func = module.symbol_path(func).unwrap_or_default();
        Ok(FunctionCall {
            func,
            args: made,
            init: match args.init {
                Some(init) => Elements::Made(init),
                None if args.domain != DomainArg::Native => Elements::Unknown,
                None => Elements::Made(InitArg::Iota),
            },
            watches: args.trace.clone(),
            steps: args.steps,
            memory: args.memory.unwrap_or_else(default_memory),
            executor: match args.executor {
                ExecutorArg::Auto => polyvet_executors::Executor::Auto,
                ExecutorArg::Reference => polyvet_executors::Executor::Reference,
                ExecutorArg::Fast => polyvet_executors::Executor::Fast,
            },
        })
    }

    /// Runs the call; `bounds` are the error bounds of elements, where the domain has them.
    fn run<D: Accelerated>(&self, module: &Module, domain: D, bounds: &ErrorBounds<'_, D>) -> CallOutput {
        let options = RunOptions {
            limits: RunLimits {
                steps: self.steps,
                elements: self.memory / size_of::<Option<D::Data>>() as u64,
                ..RunLimits::default()
            },
            races: true,
            claims: true,
            ..RunOptions::default()
        };
        let mut machine = self.executor.machine(module, domain, options);
        if !self.watches.is_empty() {
            machine.watch(self.watches.clone(), EVENTS_MAX);
        }
        let outcome = self.call(&mut machine);
        let leaks = outcome
            .as_ref()
            .map_or(Vec::new(), |(_, results)| machine.leaks(results));
        let outcome = outcome.and_then(|(kept, results)| self.finals(&machine, bounds, &kept, &results));
        let (events, dropped) = machine.events();
        CallOutput {
            outcome,
            steps: machine.steps(),
            events: events.to_vec(),
            dropped,
            leaks,
            tally: machine.tally(),
        }
    }

    /// The arguments as they are afterwards, and the results.
    fn call<D: polyvet_interp::Domain>(
        &self,
        machine: &mut Machine<'_, D>,
    ) -> Result<(RunValues<D>, RunValues<D>), Trap> {
        let mut values = machine.default_args(
            &self.func,
            &|at, dim| self.args[at].shape.get(dim).copied().unwrap_or(0),
            &|at| match self.args[at].given {
                Some(GivenArgument::Scalar(value)) => value.signed(),
                _ => 0,
            },
            &|at| self.cells(at),
        )?;
        for (value, argument) in values.iter_mut().zip(&self.args) {
            if let Some(GivenArgument::Scalar(scalar)) = &argument.given {
                *value = machine.scalar(*scalar);
            }
        }
        let kept = values.clone();
        let results = machine.call(&self.func, values)?;
        Ok((kept, results))
    }

    fn finals<D: polyvet_interp::Domain>(
        &self,
        machine: &Machine<'_, D>,
        bounds: &ErrorBounds<'_, D>,
        arguments: &[RuntimeValue<D>],
        results: &[RuntimeValue<D>],
    ) -> Result<Vec<Final>, Trap> {
        let arguments = self.args.iter().zip(arguments);
        let arguments = arguments
            .filter(|(_, value)| value.is_memref())
            .map(|(argument, value)| (argument.name.clone(), "argument", value));
        let results = results.iter().enumerate();
        let results = results.map(|(at, value)| (format!("#{at}"), "result", value));
        let finish = |(name, role, value)| {
            Ok(Final {
                name,
                role,
                contents: machine.read(value)?,
                bounds: bounds(&machine.elements(value)?),
            })
        };
        arguments.chain(results).map(finish).collect()
    }

    /// The elements of argument `at`.
    fn cells(&self, at: usize) -> Cells {
        let argument = &self.args[at];
        match (&argument.given, self.init) {
            (Some(GivenArgument::Array { elements, .. }), _) => Cells::Values(elements.clone()),
            (Some(GivenArgument::Drawn(generator, seed)), _) => generator.init(*seed),
            (_, Elements::Made(InitArg::Iota)) => match ScalarType::of(&argument.ty) {
                // A scalar of 0 would often make everything 0.
                Some(ty) => Cells::Values(vec![Scalar::from_i64(ty, 1)]),
                None => Cells::Iota,
            },
            (_, Elements::Made(InitArg::Drawn(generator, seed))) => generator.init(seed.wrapping_add(at as u64)),
            (_, Elements::Made(InitArg::Uninit)) => Cells::Uninit,
            (_, Elements::Unknown) => Cells::Inputs {
                argument: at as u32,
                name: argument.name.clone(),
            },
        }
    }
}

pub fn untyped(session: &mut Session<'_>, name: &str) -> Told {
    session.error(
        "bad-argument",
        format!("argument `{name}` has a type that cannot be given"),
    )
}

/// The position of the argument called `name`, or numbered so.
fn argument_at(name: &str, names: &[String]) -> Option<usize> {
    names
        .iter()
        .position(|known| known == name)
        .or_else(|| name.parse().ok().filter(|at| *at < names.len()))
}

fn read_argument(session: &mut Session<'_>, name: &str, ty: &Type, text: &str) -> Outcomes<GivenArgument> {
    if let Ok(InitArg::Drawn(generator, seed)) = crate::args::init(text) {
        return Ok(GivenArgument::Drawn(generator, seed));
    }
    if let Type::MemRef { shape, elem, .. } | Type::Tensor { shape, elem, .. } = ty {
        let Some(elem) = ElementType::of(elem) else {
            return Err(untyped(session, name));
        };
        let read = match session.array(text) {
            Some(bytes) => npy::decode(Path::new(text), bytes, elem, shape),
            None => npy::read(Path::new(text), elem, shape),
        };
        let (shape, elements) = read.map_err(|error| session.error("npy", format!("argument `{name}`: {error}")))?;
        return Ok(GivenArgument::Array { shape, elements });
    }
    let wrong = |session: &mut Session<'_>| {
        session.error(
            "bad-argument",
            format!("argument `{name}`: `{text}` is no number of its type"),
        )
    };
    if let Some(ElementType {
        ty: ScalarType::Float(kind),
        complex: true,
    }) = ElementType::of(ty)
    {
        let parts = text.trim_start_matches('(').trim_end_matches(')').split(',');
        let parts: Option<Vec<f64>> = parts.map(|part| part.trim().parse().ok()).collect();
        return match parts.as_deref() {
            Some([_, _]) => {
                let parts = parts.into_iter().flatten();
                let elements = parts.map(|part| Scalar::from_f64(kind, part)).collect();
                Ok(GivenArgument::Array {
                    shape: Vec::new(),
                    elements,
                })
            }
            _ => Err(wrong(session)),
        };
    }
    let Some(scalar) = ScalarType::of(ty) else {
        return Err(untyped(session, name));
    };
    match scalar {
        ScalarType::Float(kind) => match text.parse() {
            Ok(value) => Ok(GivenArgument::Scalar(Scalar::from_f64(kind, value))),
            Err(_) => Err(wrong(session)),
        },
        _ => match text.parse() {
            Ok(value) => Ok(GivenArgument::Scalar(Scalar::from_i64(scalar, value))),
            Err(_) => Err(wrong(session)),
        },
    }
}

/// Only what the program has can be followed.
fn check_watches(session: &mut Session<'_>, args: &RunArgs, module: &Module) -> Outcomes<()> {
    let mut arrays = BTreeMap::new();
    module.walk(module.top, &mut |_, op| {
        let blocks = op.regions.iter().flat_map(|region| &module.region(*region).blocks);
        let values = blocks.flat_map(|block| &module.block(*block).args);
        for value in values.chain(&op.results) {
            if let Type::MemRef { shape, .. } | Type::Tensor { shape, .. } = module.ty(*value) {
                arrays.insert(
                    module.value_name(*value).trim_start_matches('%').to_owned(),
                    shape.len(),
                );
            }
        }
    });
    for watch in &args.trace {
        match (arrays.get(&watch.array), &watch.element) {
            (None, _) => {
                let names: Vec<String> = arrays.keys().cloned().collect();
                let message = format!("no array is called `{}`", watch.array);
                return Err(session.error_help("unknown-array", message, suggestion(&watch.array, "arrays", &names)));
            }
            (Some(rank), Some(element)) if *rank != element.len() => {
                let message = format!("`{}` has {rank} dimensions, not {}", watch.array, element.len());
                return Err(session.error("unknown-array", message));
            }
            _ => {}
        }
    }
    Ok(())
}

impl Final {
    fn result(&self, whole: bool, only_text: bool) -> RunValue {
        let contents = &self.contents;
        let ty = contents.ty.map_or_else(|| "?".to_owned(), |ty| ty.to_string());
        let parts = 1 + usize::from(contents.complex);
        let element = |parts: &[Option<DataElem>]| match parts {
            [Some(re), Some(im)] => Some(format!("({re}, {im})")),
            [only] => only.as_ref().map(ToString::to_string),
            _ => None,
        };
        let shape = &contents.shape[..contents.shape.len() + 1 - parts];
        let shown = || {
            let at = |at: usize| contents.elems.chunks(parts).nth(at).and_then(element);
            array_text(shape, contents.elems.len() / parts, whole, &at)
        };
        RunValue {
            name: self.name.clone(),
            role: self.role,
            elem: match contents.complex {
                true => format!("complex<{ty}>"),
                false => ty,
            },
            shape: shape.to_vec(),
            elements: match only_text {
                true => Vec::new(),
                false => contents.elems.chunks(parts).map(element).collect(),
            },
            shown: only_text.then(shown),
            whole,
        }
    }
}
