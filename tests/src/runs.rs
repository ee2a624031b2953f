//! Running programs in the interpreter and comparing what can be seen of them.

use crate::model::Sizes;
use polyvet_interp::{
    Concrete, Contents, Domain, Elem, Executor, Init, Limits, Machine, Options, ParallelOrder, Term, Trap, Value,
    first_difference,
};
use polyvet_ir::Module;

/// What one run may use up.
pub const LIMITS: Limits = Limits {
    steps: 5_000_000,
    elements: 1 << 20,
    calls: 64,
};

/// What can be seen of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// Memref arguments before, with the number of the argument.
    pub before: Vec<(usize, Contents)>,
    /// Memref arguments after, then results.
    pub after: Vec<Contents>,
}

impl Seen {
    /// The first difference in what is left, in words.
    pub fn difference(&self, other: &Seen) -> Option<String> {
        if self.after.len() != other.after.len() {
            return Some("the number of arrays".to_owned());
        }
        self.after
            .iter()
            .zip(&other.after)
            .enumerate()
            .find_map(|(at, (one, other))| {
                let (element, one, other) = first_difference(one, other)?;
                Some(format!("array {at} at {element:?}: {one:?} against {other:?}"))
            })
    }

    /// [`Seen::difference`], where numbers count as equal up to a relative error.
    pub fn difference_beyond(&self, other: &Seen, tolerance: f64) -> Option<String> {
        let near = |one: &Option<Elem>, other: &Option<Elem>| match (one, other) {
            (Some(Elem::Scalar(one)), Some(Elem::Scalar(other))) => match (one.to_f64(), other.to_f64()) {
                (Some(one), Some(other)) => (one - other).abs() <= tolerance * one.abs().max(other.abs()),
                _ => false,
            },
            _ => false,
        };
        let same = |(one, other): (&Contents, &Contents)| {
            one.elems.len() == other.elems.len()
                && one
                    .elems
                    .iter()
                    .zip(&other.elems)
                    .all(|(one, other)| one == other || near(one, other))
        };
        let all_same = tolerance > 0.0 && self.after.len() == other.after.len();
        if all_same && self.after.iter().zip(&other.after).all(same) {
            None
        } else {
            self.difference(other)
        }
    }
}

/// Runs a function on unknowns.
///
/// # Errors
/// Undefined behaviour, or a limit.
pub fn on_terms(module: &Module, func: &str, sizes: &Sizes, parallel: ParallelOrder) -> Result<Seen, Trap> {
    run(module, func, sizes, plain(parallel), Term::new())
}

/// As [`on_terms`]; a race between parallel iterations is an error.
///
/// # Errors
/// Undefined behaviour, or a limit.
pub fn on_terms_without_races(module: &Module, func: &str, sizes: &Sizes) -> Result<Seen, Trap> {
    let races = true;
    let options = Options {
        races,
        ..plain(ParallelOrder::Forward)
    };
    run(module, func, sizes, options, Term::new())
}

/// Runs a function on small numbers that depend on the argument and the element only.
///
/// # Errors
/// Undefined behaviour, or a limit.
pub fn on_numbers(module: &Module, func: &str, sizes: &Sizes, parallel: ParallelOrder) -> Result<Seen, Trap> {
    run(module, func, sizes, plain(parallel), Concrete)
}

fn plain(parallel: ParallelOrder) -> Options {
    Options {
        limits: LIMITS,
        parallel,
        ..Options::default()
    }
}

/// Runs in the reference, and in the fast executors, which must leave the same.
fn run<D: Domain + Clone>(
    module: &Module,
    func: &str,
    sizes: &Sizes,
    options: Options,
    domain: D,
) -> Result<Seen, Trap> {
    let by = |executor| run_by(module, func, sizes, Options { executor, ..options }, domain.clone());
    let reference = by(Executor::Reference);
    let fast = by(Executor::Fast);
    let differs = || match (&reference, &fast) {
        (Ok((one, _)), Ok((other, _))) => one.difference(other),
        _ => None,
    };
    assert!(reference == fast, "the executors differ on @{func}: {:?}", differs());
    reference.map(|(seen, _)| seen)
}

/// What one executor leaves, and the steps it counts.
fn run_by<D: Domain>(
    module: &Module,
    func: &str,
    sizes: &Sizes,
    options: Options,
    domain: D,
) -> Result<(Seen, u64), Trap> {
    let mut machine = Machine::new(module, domain, options);
    let names = machine.argument_names(func);
    let init = |argument: usize| Init::Inputs {
        argument: argument as u32,
        name: names[argument].clone(),
    };
    let size = |argument, dim| sizes.extents.get(&(argument, dim)).copied().unwrap_or(1);
    let index = |argument| sizes.indices.get(&argument).copied().unwrap_or(1);
    let args = machine.default_args(func, &size, &index, &init)?;
    let memrefs = |args: &[Value<D>]| -> Vec<(usize, Value<D>)> {
        let is_memref = |(_, arg): &(usize, Value<D>)| matches!(arg, Value::MemRef(_));
        args.iter().cloned().enumerate().filter(is_memref).collect()
    };
    let memrefs = memrefs(&args);
    let mut before = Vec::new();
    for (at, memref) in &memrefs {
        before.push((*at, machine.read(memref)?));
    }
    let results = machine.call(func, args)?;
    let mut after = Vec::new();
    for value in memrefs.iter().map(|(_, memref)| memref).chain(&results) {
        after.push(machine.read(value)?);
    }
    Ok((Seen { before, after }, machine.steps()))
}
