//! One run of one program.

use crate::congruence::SuspectArguments;
use crate::validate::ProgramSide;
use polyvet_executors::{Accelerated, Executor};
use polyvet_interp::{
    Contents, Domain, ElementSource, Init, Machine, Output, ParallelOrder, RunLimits, RunOptions, RuntimeValue, Scalar,
    ScalarType, Sizes, Trap, Unknown,
};
use polyvet_ir::{Module, OpId};
use polyvet_runs::inputs::ElementGenerator;
use polyvet_runs::pool::{Draw, Pool};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What may be used up by one run.
pub(crate) const LIMITS: RunLimits = RunLimits {
    steps: 3_000_000,
    elements: 1 << 18,
    calls: 64,
};

/// A run that ended.
pub(crate) struct EndedRun<'m, D: Domain> {
    pub machine: Machine<'m, D>,
    pub args: Vec<RuntimeValue<D>>,
    pub results: Vec<RuntimeValue<D>>,
    /// What can be seen; of a part its element alone.
    pub seen: Vec<(Output, Contents)>,
    /// The globals among it: the declaration in the first program, and in this one.
    pub globals: BTreeMap<OpId, OpId>,
}

impl<D: Domain> EndedRun<'_, D> {
    /// The contents of one output.
    pub fn output(&self, output: Output) -> Option<&Contents> {
        self.seen
            .iter()
            .find(|(other, _)| *other == output)
            .map(|(_, contents)| contents)
    }

    /// The elements of one output as the domain has them, of a part its element alone; an index has none.
    pub fn elements(&self, output: Output, part: Option<&ObservedPart>) -> Option<Vec<Option<D::Data>>> {
        if let Output::Global(id) = output {
            let view = self.machine.global_view(*self.globals.get(&id)?)?;
            return self.machine.elements(&view).ok();
        }
        let values = Machine::outputs(&self.args, &self.results);
        let (_, value) = values.into_iter().find(|(other, _)| *other == output)?;
        match part {
            Some(part) => Some(vec![self.machine.nth(&value, part.element).ok()?]),
            None => self.machine.elements(&value).ok(),
        }
    }
}

/// What arguments hold.
#[derive(Clone)]
pub(crate) enum ArgumentInputs<'a> {
    /// Small integers, so that short sums and products are exact.
    Integers(u64),
    /// Numbers that round.
    Uniform(u64),
    /// Constants of the programs and special values.
    Drawn(Rc<Pool>, Draw, u64),
    /// The bits of some arguments.
    Suspect(Rc<SuspectArguments>),
    /// Unknowns of the domain, called as the arguments of this program.
    Symbolic(ProgramSide<'a>),
}

impl ArgumentInputs<'_> {
    /// What tells these inputs from others of their kind.
    pub fn seed(&self) -> u64 {
        match self {
            ArgumentInputs::Integers(seed) | ArgumentInputs::Uniform(seed) | ArgumentInputs::Drawn(_, _, seed) => *seed,
            ArgumentInputs::Suspect(_) | ArgumentInputs::Symbolic(_) => 0,
        }
    }

    pub fn init(&self, arg: usize) -> Init {
        match self {
            ArgumentInputs::Integers(seed) => Init::Seeded(seed * 64 + arg as u64),
            ArgumentInputs::Uniform(seed) => ElementGenerator::Uniform.init(seed * 64 + arg as u64),
            ArgumentInputs::Drawn(pool, draw, run) => pool.init(*draw, *run, arg as u64),
            ArgumentInputs::Suspect(suspect) => {
                let bits = suspect.0.iter().find(|(known, _)| *known == arg).map(|(_, bits)| *bits);
                bits.map_or(Init::Seeded(arg as u64), |bits| Init::Drawn(Rc::new(Repeated(bits))))
            }
            ArgumentInputs::Symbolic(names) => Init::Inputs {
                argument: arg as u32,
                name: argument_name(*names, arg),
            },
        }
    }
}

/// Elements that all have these bits.
#[derive(Debug)]
struct Repeated(u64);

impl ElementSource for Repeated {
    fn all(&self, ty: ScalarType, count: usize) -> Vec<Scalar> {
        vec![Scalar::new(ty, self.0); count]
    }
}

/// How to run a function.
#[derive(Clone)]
pub(crate) struct Setup<'a> {
    /// Extents and index arguments.
    pub sizes: &'a Sizes,
    /// Other arguments.
    pub inputs: ArgumentInputs<'a>,
    /// Order of parallel iterations.
    pub order: ParallelOrder,
    /// When to stop.
    pub limits: RunLimits,
    /// What is looked at; everything if nothing is said.
    pub part: Option<&'a ObservedPart>,
    /// What operations are that nobody knows.
    pub strangers: &'a Strangers,
    /// What new memory holds: see [`RunOptions::leftovers`]. With it, poison is a value.
    pub leftovers: Option<u64>,
    /// Counts the steps, also of runs that stop, and the elements that are looked at.
    pub spent: Option<&'a Cell<u64>>,
}

/// Operations that nobody knows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strangers {
    /// What stands for them.
    pub unknown: Unknown,
    /// Paths of the globals that they reach.
    pub globals: Vec<String>,
    /// Chooses which elements they write: one choice for all runs of a case, in whatever domain.
    pub seed: u64,
}

/// The part of a run that is looked at.
#[derive(Clone, Debug)]
pub(crate) struct ObservedPart {
    /// The only output.
    pub output: Output,
    /// Its only element.
    pub element: usize,
    /// The elements of each argument that are written when the function is called.
    pub given: BTreeMap<usize, Rc<[usize]>>,
}

impl<'a> Setup<'a> {
    /// On unknowns.
    pub fn symbolic(
        names: ProgramSide<'a>,
        sizes: &'a Sizes,
        order: ParallelOrder,
        strangers: &'a Strangers,
    ) -> Setup<'a> {
        Setup {
            strangers,
            sizes,
            inputs: ArgumentInputs::Symbolic(names),
            order,
            limits: LIMITS,
            part: None,
            leftovers: None,
            spent: None,
        }
    }

    fn init(&self, arg: usize) -> Init {
        let init = self.inputs.init(arg);
        match self.part.and_then(|part| part.given.get(&arg)) {
            Some(given) => Init::Only(Box::new(init), Rc::clone(given)),
            None => init,
        }
    }
}

/// Calls the function; `prepare` sees the machine before that.
pub(crate) fn execute<'m, D: Accelerated>(
    side: ProgramSide<'m>,
    domain: D,
    name: &str,
    setup: &Setup<'_>,
    prepare: impl FnOnce(&mut Machine<'m, D>),
) -> Result<EndedRun<'m, D>, Trap> {
    let options = RunOptions {
        limits: setup.limits,
        parallel: setup.order,
        races: true,
        unknown: setup.strangers.unknown,
        unknown_seed: setup.strangers.seed,
        leftovers: setup.leftovers,
        poison_is_a_value: setup.leftovers.is_some(),
        // A part was generated from a model.
        unwritten_is_poison: setup.part.is_some(),
        ..RunOptions::default()
    };
    // Executors compute without errors, or not at all.
    let executor = match setup.leftovers {
        Some(_) => Executor::Reference,
        None => Executor::Auto,
    };
    let mut machine = executor.machine(side.module, domain, options);
    machine.reach_globals(&changing_globals(side.module, &setup.strangers.globals));
    let args = machine.arguments(name, setup.sizes, &|arg| setup.init(arg))?;
    prepare(&mut machine);
    let spend = |steps| {
        if let Some(spent) = setup.spent {
            spent.set(spent.get() + steps);
        }
    };
    let results = machine.call(name, args.clone());
    spend(machine.steps());
    let results = results?;
    let mut seen = Vec::new();
    let wanted = |output: &Output| setup.part.is_none_or(|part| part.output == *output);
    for (output, value) in Machine::outputs(&args, &results) {
        if !wanted(&output) {
            continue;
        }
        let contents = match setup.part {
            Some(part) => machine.read_element(&value, part.element)?,
            None => machine.read(&value)?,
        };
        // To make, read and compare an element takes as long as an operation.
        spend(contents.elems.len() as u64);
        seen.push((output, contents));
    }
    if wanted(&Output::Events) {
        seen.push((Output::Events, machine.events_seen()));
    }
    Ok(EndedRun {
        machine,
        args,
        results,
        seen,
        globals: BTreeMap::new(),
    })
}

/// The globals at these paths that may change.
fn changing_globals(module: &Module, paths: &[String]) -> Vec<OpId> {
    let mut found = Vec::new();
    if !paths.is_empty() {
        module.walk(module.top, &mut |id, op| {
            let constant = op.is_set("constant");
            let path = (op.name == "memref.global" && !constant).then(|| module.symbol_path(id));
            found.extend(
                path.flatten()
                    .filter(|path| paths.contains(path))
                    .map(|path| (path, id)),
            );
        });
    }
    found.sort();
    found.into_iter().map(|(_, id)| id).collect()
}

/// Adds the globals that either run used to what is seen, but for constants, which no run changes. A global of one module
/// alone has no counterpart to show.
pub(crate) fn see_globals<D: Domain>(
    (before, first): (&Module, &mut EndedRun<'_, D>),
    (after, second): (&Module, &mut EndedRun<'_, D>),
) {
    let (used, others) = (first.machine.globals_used(), second.machine.globals_used());
    let is_constant = |(x, y): &(OpId, OpId)| before.op(*x).is_set("constant") && after.op(*y).is_set("constant");
    let pairs = global_pairs(before, after)
        .into_iter()
        .filter(|pair| !is_constant(pair));
    for (x, y) in pairs.filter(|(x, y)| used.contains(x) || others.contains(y)) {
        if let (Ok(old), Ok(new)) = (first.machine.read_global(x), second.machine.read_global(y)) {
            first.seen.push((Output::Global(x), old));
            first.globals.insert(x, x);
            second.seen.push((Output::Global(x), new));
            second.globals.insert(x, y);
        }
    }
}

/// The globals of two modules that have one path.
pub(crate) fn global_pairs(before: &Module, after: &Module) -> Vec<(OpId, OpId)> {
    let of = |module: &Module| {
        let mut found = Vec::new();
        module.walk(module.top, &mut |id, op| {
            if op.name == "memref.global" {
                found.extend(module.symbol_path(id).map(|path| (path, id)));
            }
        });
        found
    };
    let others: BTreeMap<String, OpId> = of(after).into_iter().collect();
    let pair = |(path, x): (String, OpId)| Some((x, *others.get(&path)?));
    of(before).into_iter().filter_map(pair).collect()
}

/// The name of an argument, without `%`.
pub(crate) fn argument_name(side: ProgramSide<'_>, at: usize) -> String {
    let module = side.module;
    let entry = module.only_block(side.func, 0);
    let value = entry.and_then(|entry| module.block(entry).args.get(at).copied());
    value.map_or(format!("argument{at}"), |value| {
        module.value_name(value).trim_start_matches('%').to_owned()
    })
}
