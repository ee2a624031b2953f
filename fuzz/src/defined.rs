//! Whether a program is defined: a run in the reference interpreter says so, before any backend sees it.

use polyvet_executors::Executor;
use polyvet_interp::{ChosenSize, Concrete, Contents, Init, Machine, RunLimits, RunOptions, Sizes, Trap, sizes_of};
use polyvet_ir::{Module, OpId};

/// What one run may use up.
const LIMITS: RunLimits = RunLimits {
    steps: 2_000_000,
    elements: 1 << 18,
    calls: 64,
};

/// Runs a function on small numbers, with races between parallel iterations as errors.
///
/// # Errors
/// Undefined behaviour, or a limit.
pub fn run(module: &Module, name: &str, sizes: &Sizes) -> Result<(), Trap> {
    let options = RunOptions {
        limits: LIMITS,
        races: true,
        ..RunOptions::default()
    };
    let mut machine = Executor::Auto.machine(module, Concrete, options);
    let names = machine.argument_names(name);
    let init = |argument: usize| Init::Inputs {
        argument: argument as u32,
        name: names[argument].clone(),
    };
    let args = machine.arguments(name, sizes, &init)?;
    machine.call(name, args).map(|_| ())
}

/// Arguments of a call with these sizes: small integers, of which short sums and products are exact.
///
/// # Errors
/// Arguments that cannot be made.
pub fn arguments(module: &Module, name: &str, sizes: &Sizes) -> Result<Vec<Contents>, Trap> {
    let mut machine = Machine::new(module, Concrete, RunOptions::default());
    let init = |argument: usize| Init::Seeded(argument as u64 + 1);
    let args = machine.arguments(name, sizes, &init)?;
    args.iter().map(|arg| machine.read(arg)).collect()
}

/// The sizes that the generator gives with a program, which knows nothing of ours.
pub fn of_generated(sizes: &[polyvet_generate::CallSizes]) -> Vec<Sizes> {
    let same = |one: &polyvet_generate::CallSizes| Sizes {
        indices: one.indices.clone().into_iter().collect(),
        extents: one.extents.clone().into_iter().collect(),
    };
    sizes.iter().map(same).collect()
}

/// Sizes at which a function is defined: one of `hints`, or else equal ones.
pub fn sizes(module: &Module, op: OpId, hints: &[Sizes]) -> Option<Sizes> {
    let name = module.symbol_name(op)?;
    let knobs = Knobs::of(module, op);
    let own = hints.iter().filter(|sizes| knobs.fit(sizes)).cloned();
    let equal = [4, 3, 2, 6, 9, 1]
        .into_iter()
        .flat_map(|extent| [extent, extent - 1, 2, 0].map(|index| knobs.at(extent, index)));
    own.chain(equal).find(|sizes| run(module, name, sizes).is_ok())
}

/// Sizes with this extent everywhere: index arguments all alike, and, of several, one unlike the others. Where there is
/// nothing but extents, those of `indices` that are none are left out.
pub fn equal_sizes(module: &Module, op: OpId, extent: i64, indices: &[i64]) -> Vec<Sizes> {
    let knobs = Knobs::of(module, op);
    match &knobs.indices[..] {
        [] if knobs.extents.is_empty() => vec![Sizes::default()],
        [] => indices.iter().filter(|n| **n >= 0).map(|n| knobs.at(*n, 0)).collect(),
        many => {
            let alike = indices.iter().map(|index| knobs.at(extent, *index));
            let unlike = many.iter().skip(usize::from(many.len() < 2)).flat_map(|at| {
                [-1, 0, 2].map(|index| {
                    let mut sizes = knobs.at(extent, 4);
                    sizes.indices.insert(*at, index);
                    sizes
                })
            });
            alike.chain(unlike).collect()
        }
    }
}

/// What can be chosen in a call.
struct Knobs {
    indices: Vec<usize>,
    extents: Vec<(usize, usize)>,
}

impl Knobs {
    fn of(module: &Module, op: OpId) -> Knobs {
        let mut knobs = Knobs {
            indices: Vec::new(),
            extents: Vec::new(),
        };
        for size in sizes_of(module, op) {
            match size {
                ChosenSize::Index(argument) => knobs.indices.push(argument),
                ChosenSize::Extent(argument, dim) => knobs.extents.push((argument, dim)),
            }
        }
        knobs
    }

    fn fit(&self, sizes: &Sizes) -> bool {
        self.indices.iter().all(|at| sizes.indices.contains_key(at))
            && self.extents.iter().all(|at| sizes.extents.contains_key(at))
    }

    fn at(&self, extent: i64, index: i64) -> Sizes {
        Sizes {
            indices: self.indices.iter().map(|at| (*at, index)).collect(),
            extents: self.extents.iter().map(|at| (*at, extent)).collect(),
        }
    }
}
