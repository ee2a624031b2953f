//! Running programs in the interpreter and comparing what can be seen of them.

use crate::model::CallSizes;
use polyvet_executors::{Accelerated, Executor};
use polyvet_interp::nest::Tally;
use polyvet_interp::{
    Bounded, Concrete, Contents, DataElem, Domain, Field, Init, Machine, ParallelOrder, Reassociated, RunLimits,
    RunOptions, RuntimeValue, TermDomain, Trap, first_difference,
};
use polyvet_ir::Module;
use polyvet_runs::inputs::ElementGenerator;

/// What one run may use up.
pub const LIMITS: RunLimits = RunLimits {
    steps: 5_000_000,
    elements: 1 << 20,
    calls: 64,
};

/// What can be seen of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct ObservedRun {
    /// Memref arguments before, with the number of the argument.
    pub before: Vec<(usize, Contents)>,
    /// Memref arguments after, then results.
    pub after: Vec<Contents>,
}

impl ObservedRun {
    /// The first difference in what is left, in words.
    pub fn difference(&self, other: &ObservedRun) -> Option<String> {
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

    /// [`ObservedRun::difference`], where numbers count as equal up to a relative error.
    pub fn difference_beyond(&self, other: &ObservedRun, tolerance: f64) -> Option<String> {
        let near = |one: &Option<DataElem>, other: &Option<DataElem>| match (one, other) {
            (Some(DataElem::Scalar(one)), Some(DataElem::Scalar(other))) => match (one.to_f64(), other.to_f64()) {
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
pub fn on_terms(module: &Module, func: &str, sizes: &CallSizes, parallel: ParallelOrder) -> Result<ObservedRun, Trap> {
    run(module, func, sizes, plain(parallel), TermDomain::new())
}

/// As [`on_terms`]; sums, products and so on are the same in any order.
///
/// # Errors
/// Undefined behaviour, or a limit.
pub fn on_reordered_terms(
    module: &Module,
    func: &str,
    sizes: &CallSizes,
    parallel: ParallelOrder,
) -> Result<ObservedRun, Trap> {
    run(module, func, sizes, plain(parallel), Reassociated::new())
}

/// As [`on_terms`]; a race between parallel iterations is an error.
///
/// # Errors
/// Undefined behaviour, or a limit.
pub fn on_terms_without_races(module: &Module, func: &str, sizes: &CallSizes) -> Result<ObservedRun, Trap> {
    let races = true;
    let options = RunOptions {
        races,
        ..plain(ParallelOrder::Forward)
    };
    run(module, func, sizes, options, TermDomain::new())
}

/// Runs a function on small numbers that depend on the argument and the element only.
///
/// # Errors
/// Undefined behaviour, or a limit.
pub fn on_numbers(
    module: &Module,
    func: &str,
    sizes: &CallSizes,
    parallel: ParallelOrder,
) -> Result<ObservedRun, Trap> {
    run(module, func, sizes, plain(parallel), Concrete)
}

/// Runs a function on the numbers that a generator makes.
///
/// # Errors
/// Undefined behaviour, or a limit.
pub fn on_generated(
    module: &Module,
    func: &str,
    sizes: &CallSizes,
    generator: ElementGenerator,
) -> Result<ObservedRun, Trap> {
    on_generated_in(module, func, sizes, generator, ParallelOrder::Forward)
}

/// [`on_generated`], parallel loops in any order.
///
/// # Errors
/// As there.
pub fn on_generated_in(
    module: &Module,
    func: &str,
    sizes: &CallSizes,
    generator: ElementGenerator,
    parallel: ParallelOrder,
) -> Result<ObservedRun, Trap> {
    let init = move |argument| generator.init(argument as u64);
    run_by(Executor::Auto, module, func, sizes, plain(parallel), Concrete, &init)
        .0
        .map(|(seen, _)| seen)
}

fn plain(parallel: ParallelOrder) -> RunOptions {
    RunOptions {
        limits: LIMITS,
        parallel,
        ..RunOptions::default()
    }
}

/// Runs in the reference, and in the fast executors, which must leave the same.
fn run<D: Accelerated + Clone>(
    module: &Module,
    func: &str,
    sizes: &CallSizes,
    options: RunOptions,
    domain: D,
) -> Result<ObservedRun, Trap> {
    let by = |executor| run_by(executor, module, func, sizes, options, domain.clone(), &unknowns).0;
    let reference = by(Executor::Reference);
    let fast = by(Executor::Fast);
    let differs = || match (&reference, &fast) {
        (Ok((one, steps)), Ok((other, others))) => Some(
            one.difference(other)
                .unwrap_or(format!("{steps} steps against {others}")),
        ),
        (one, other) => Some(format!("{:?} against {:?}", one.as_ref().err(), other.as_ref().err())),
    };
    assert!(
        reference == fast,
        "the executors differ on @{func}: {:?} with {sizes:?} in\n{}",
        differs(),
        polyvet_ir::print(module, polyvet_ir::PrintOptions::default())
    );
    reference.map(|(seen, _)| seen)
}

/// The elements of an argument as unknowns.
fn unknowns(argument: usize) -> Init {
    Init::Inputs {
        argument: argument as u32,
        name: format!("arg{argument}"),
    }
}

/// What one executor leaves, and the steps it counts; and who ran the nests.
fn run_by<D: Accelerated>(
    executor: Executor,
    module: &Module,
    func: &str,
    sizes: &CallSizes,
    options: RunOptions,
    domain: D,
    init: &dyn Fn(usize) -> Init,
) -> (Result<(ObservedRun, u64), Trap>, Tally) {
    let mut machine = executor.machine(module, domain, options);
    let seen = seen_by(&mut machine, func, sizes, init);
    (seen.map(|seen| (seen, machine.steps())), machine.tally())
}

fn seen_by<D: Domain>(
    machine: &mut Machine<'_, D>,
    func: &str,
    sizes: &CallSizes,
    init: &dyn Fn(usize) -> Init,
) -> Result<ObservedRun, Trap> {
    let size = |argument, dim| sizes.extents.get(&(argument, dim)).copied().unwrap_or(1);
    let index = |argument| sizes.indices.get(&argument).copied().unwrap_or(1);
    let args = machine.default_args(func, &size, &index, init)?;
    let memrefs = |args: &[RuntimeValue<D>]| -> Vec<(usize, RuntimeValue<D>)> {
        let is_memref = |(_, arg): &(usize, RuntimeValue<D>)| arg.is_memref();
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
    Ok(ObservedRun { before, after })
}

/// Runs a function in the reference and in the fast executors, in every domain and, as numbers, on inputs of every
/// kind: how the fast ones went, and on how many the program is defined.
///
/// # Errors
/// The first difference: an error, the steps, or a bit.
pub fn executors_agree(module: &Module, func: &str, sizes: &CallSizes) -> Result<(Tally, usize), String> {
    let mut found = (Tally::default(), 0);
    let mut runs = Both {
        module,
        func,
        sizes,
        found: &mut found,
    };
    for generator in ElementGenerator::ALL {
        let init = move |n| generator.init(n as u64);
        runs.agree(generator.name(), Concrete, &init)?;
    }
    runs.agree("bounded", Bounded, &|n| ElementGenerator::Uniform.init(n as u64))?;
    runs.agree("term", TermDomain::new(), &unknowns)?;
    runs.agree("reassociated", Reassociated::new(), &unknowns)?;
    runs.agree("field", Field::new(), &unknowns)?;
    Ok(found)
}

/// A call to be run in both executors.
struct Both<'a> {
    module: &'a Module,
    func: &'a str,
    sizes: &'a CallSizes,
    found: &'a mut (Tally, usize),
}

impl Both<'_> {
    fn agree<D: Accelerated + Clone>(
        &mut self,
        name: &str,
        domain: D,
        init: &dyn Fn(usize) -> Init,
    ) -> Result<(), String> {
        let by = |executor| {
            let options = plain(ParallelOrder::Forward);
            run_by(
                executor,
                self.module,
                self.func,
                self.sizes,
                options,
                domain.clone(),
                init,
            )
        };
        let ((reference, _), (fast, tally)) = (by(Executor::Reference), by(Executor::Fast));
        let (
            Tally {
                fast: nests,
                columns,
                in_order,
                ..
            },
            defined,
        ) = &mut *self.found;
        *nests += tally.fast;
        *columns += tally.columns;
        *in_order += tally.in_order;
        *defined += usize::from(reference.is_ok());
        let told = match (&reference, &fast) {
            (Ok((one, _)), Ok((other, _))) if bits(one) != bits(other) => {
                one.difference(other).unwrap_or_else(|| "the bits of a NaN".to_owned())
            }
            (Ok((_, steps)), Ok((_, others))) if steps == others => return Ok(()),
            (Ok(_), Ok(_)) => "steps".to_owned(),
            (Err(one), Err(other)) if one.to_string() == other.to_string() => return Ok(()),
            (one, other) => format!("{:?} against {:?}", one.as_ref().err(), other.as_ref().err()),
        };
        Err(format!("the executors differ ({name}): {told}"))
    }
}

/// What is left, bit by bit.
fn bits(seen: &ObservedRun) -> Vec<Vec<Option<(u128, u64)>>> {
    let one = |elem: &DataElem| match elem {
        DataElem::Scalar(value) => (u128::from(value.ty.bits()), value.bits),
        DataElem::Abstract { key, .. } => (*key, u64::MAX),
    };
    let all = |contents: &Contents| contents.elems.iter().map(|elem| elem.as_ref().map(one)).collect();
    seen.after.iter().map(all).collect()
}
