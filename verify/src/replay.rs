//! Runs two programs on the same inputs in the term domain and compares everything that can be seen:
//! results and the final contents of memref arguments.
//!
//! Equal terms mean the same operations on the same operands, so a difference here is a difference
//! in some arithmetic, and agreement is agreement in all of them.

use polyvet_executors::Executor;
use polyvet_interp::{
    Code, Init, Limits, Machine, Options, Output, ParallelOrder, Sizes, Term, Trap, first_difference,
};
use polyvet_ir::Module;

/// What may be used up by one run of a replay.
pub const LIMITS: Limits = Limits {
    steps: 20_000_000,
    elements: 1 << 20,
    calls: 64,
};

/// What came out of running two programs.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Everything that can be seen is the same term.
    Same,
    /// One element differs.
    Differs(Difference),
    /// The untransformed program is not defined on this input, or too large to run.
    BeforeFails(Trap),
    /// The transformed program is not defined on this input, though the untransformed one is.
    AfterFails(Trap),
}

/// An element that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The argument's name, or `result0`, ...
    pub array: String,
    /// Subscript.
    pub element: Vec<i64>,
    /// As a term; `uninitialised` where nothing was written.
    pub before: String,
    /// As a term.
    pub after: String,
}

/// Runs function `name` of both modules; parallel loops of `after`, which was generated, run in the given order.
pub fn compare(before: &Module, after: &Module, name: &str, sizes: &Sizes, order: ParallelOrder) -> Outcome {
    let plain = Options {
        limits: LIMITS,
        ..Options::default()
    };
    let first = match run(before, name, sizes, plain) {
        Ok(run) => run,
        Err(trap) => return Outcome::BeforeFails(trap),
    };
    let ordered = Options {
        parallel: order,
        ..plain
    };
    let lenient = Options {
        unwritten_is_poison: true,
        ..ordered
    };
    match run(after, name, sizes, ordered) {
        Ok(second) => same(first, &second),
        // An element of a copy need not have been written.
        Err(trap) if trap.code == Code::UninitialisedRead => match run(after, name, sizes, lenient) {
            Ok(second) => same(first, &second),
            Err(_) => Outcome::AfterFails(trap),
        },
        Err(trap) => Outcome::AfterFails(trap),
    }
}

/// Compares what can be seen after both runs.
fn same(first: Seen, second: &Seen) -> Outcome {
    for (label, before) in first {
        let Some((_, after)) = second.iter().find(|(other, _)| *other == label) else {
            continue;
        };
        if let Some((element, before, after)) = first_difference(&before, after) {
            let text = |side: Option<String>| side.unwrap_or_else(|| "uninitialised".to_owned());
            let (before, after) = (text(before), text(after));
            return Outcome::Differs(Difference {
                array: label,
                element,
                before,
                after,
            });
        }
    }
    Outcome::Same
}

/// What can be seen after a run, by name: memref arguments, results and globals.
type Seen = Vec<(String, polyvet_interp::Contents)>;

fn run(module: &Module, name: &str, sizes: &Sizes, options: Options) -> Result<Seen, Trap> {
    let mut machine = Executor::Auto.machine(module, Term::with_names(), options);
    let names = machine.argument_names(name);
    let init = |argument: usize| Init::Inputs {
        argument: argument as u32,
        name: names[argument].clone(),
    };
    let args = machine.arguments(name, sizes, &init)?;
    let results = machine.call(name, args.clone())?;
    let mut seen = Vec::new();
    for (output, value) in Machine::outputs(&args, &results) {
        let label = match output {
            Output::Argument(at) => names[at].clone(),
            Output::Result(at) => format!("result{at}"),
            Output::Global(_) | Output::Events => continue,
        };
        seen.push((label, machine.read(&value)?));
    }
    for global in machine.globals_used() {
        if let Some(path) = module.symbol_path(global) {
            seen.push((format!("@{path}"), machine.read_global(global)?));
        }
    }
    Ok(seen)
}
