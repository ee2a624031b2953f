//! Runs two programs on the same inputs in the term domain and compares everything that can be seen:
//! results and the final contents of memref arguments.
//!
//! Equal terms mean the same operations on the same operands, so a difference here is a difference
//! in some arithmetic, and agreement is agreement in all of them.

use polyvet_executors::Executor;
use polyvet_interp::{
    Code, Contents, Init, Machine, Output, ParallelOrder, RunLimits, RunOptions, Sizes, TermDomain, Trap,
    first_difference,
};
use polyvet_ir::Module;

/// What may be used up by one run of a replay.
pub const LIMITS: RunLimits = RunLimits {
    steps: 20_000_000,
    elements: 1 << 20,
    calls: 64,
};

/// What came out of running two programs.
#[derive(Clone, Debug)]
pub enum ReplayOutcome {
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

/// The name of an array and a subscript.
pub type ReplayedElement = (String, Vec<i64>);

/// Runs function `name` of both modules; parallel loops of `after`, which was generated, run in the given order.
pub fn compare(before: &Module, after: &Module, name: &str, sizes: &Sizes, order: ParallelOrder) -> ReplayOutcome {
    compare_at(before, after, name, sizes, order, None)
}

/// As [`compare`], of one element alone: its array's name and its subscript.
pub fn compare_at(
    before: &Module,
    after: &Module,
    name: &str,
    sizes: &Sizes,
    order: ParallelOrder,
    only: Option<&ReplayedElement>,
) -> ReplayOutcome {
    let plain = RunOptions {
        limits: LIMITS,
        ..RunOptions::default()
    };
    let first = match run(before, name, sizes, plain) {
        Ok(run) => run,
        Err(trap) => return ReplayOutcome::BeforeFails(trap),
    };
    let ordered = RunOptions {
        parallel: order,
        ..plain
    };
    let lenient = RunOptions {
        unwritten_is_poison: true,
        ..ordered
    };
    match run(after, name, sizes, ordered) {
        Ok(second) => same(first, &second, only),
        // An element of a copy need not have been written.
        Err(trap) if trap.code == Code::UninitialisedRead => match run(after, name, sizes, lenient) {
            Ok(second) => same(first, &second, only),
            Err(_) => ReplayOutcome::AfterFails(trap),
        },
        Err(trap) => ReplayOutcome::AfterFails(trap),
    }
}

/// Compares what can be seen after both runs, or one element of it.
fn same(first: ObservedOutputs, second: &ObservedOutputs, only: Option<&ReplayedElement>) -> ReplayOutcome {
    for (label, mut before) in first {
        let Some((_, after)) = second.iter().find(|(other, _)| *other == label) else {
            continue;
        };
        let mut after = after.clone();
        if let Some((array, element)) = only {
            if *array != label {
                continue;
            }
            keep(&mut before, element);
            keep(&mut after, element);
        }
        if let Some((element, before, after)) = first_difference(&before, &after) {
            let text = |side: Option<String>| side.unwrap_or_else(|| "uninitialised".to_owned());
            let (before, after) = (text(before), text(after));
            return ReplayOutcome::Differs(Difference {
                array: label,
                element,
                before,
                after,
            });
        }
    }
    ReplayOutcome::Same
}

/// Forgets all elements but one.
fn keep(contents: &mut Contents, element: &[i64]) {
    for at in 0..contents.elems.len() {
        if contents.index_of(at) != element {
            contents.elems[at] = None;
        }
    }
}

/// What can be seen after a run, by name: memref arguments, results and globals.
type ObservedOutputs = Vec<(String, Contents)>;

fn run(module: &Module, name: &str, sizes: &Sizes, options: RunOptions) -> Result<ObservedOutputs, Trap> {
    let mut machine = Executor::Auto.machine(module, TermDomain::with_names(), options);
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
