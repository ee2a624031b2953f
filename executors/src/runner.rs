//! Decides which nests run fast, and runs them on a copy of the cells they can touch; when a nest is done they are
//! written back.

use crate::Accelerated;
use crate::bits::Bits;
use crate::plan::{Initial, Plan, PlanArray};
use crate::planner;
use crate::scalar::{Abort, Cells, LINE, PlanRun, lead};
use crate::values::{Applied, PlanValues};
use foldhash::HashMap;
use polyvet_interp::nest::{CellSource, CellsPiece, NestRunner, PendingNest, Storage, Tally};
use polyvet_interp::{Machine, RunOptions, RuntimeValue, ScalarType};
use polyvet_ir::{Module, OpId};

/// Who runs loops and structured operations; results and errors are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Executor {
    /// The fast executors where that pays.
    #[default]
    Auto,
    /// The walk of the reference only.
    Reference,
    /// The fast executors wherever they can.
    Fast,
}

impl Executor {
    /// A machine for `module` with empty memory, whose nests this runs.
    pub fn machine<D: Accelerated>(self, module: &Module, domain: D, options: RunOptions) -> Machine<'_, D> {
        let mut machine = Machine::new(module, domain, options);
        if self != Executor::Reference {
            machine.set_runner(D::runner(self));
        }
        machine
    }
}

/// What the executors remember of an execution.
pub(crate) struct Runner {
    executor: Executor,
    tally: Tally,
    /// How often an operation was declined since it last was not.
    declined: HashMap<OpId, u32>,
}

/// An operation declined so often in a row is not tried again: most reasons stay.
const TRIES: u32 = 16;

/// Below so many innermost iterations a plan costs more than it saves.
const ITERATIONS_MIN: u64 = 24;
/// Cells that may be copied per iteration.
const CELLS_PER_ITERATION: u64 = 16;

impl Runner {
    /// For programs in any domain; `Accelerated::runner` fixes which.
    pub(crate) fn boxed<D: Accelerated>(executor: Executor) -> Box<dyn NestRunner<D>> {
        Box::new(Runner {
            executor,
            tally: Tally::default(),
            declined: HashMap::default(),
        })
    }

    fn attempt<D: Accelerated>(&mut self, nest: &mut PendingNest<'_, '_, D>) -> Result<(), &'static str> {
        if let Some(reason) = nest.must_be_walked() {
            return Err(reason);
        }
        let plan = planner::plan(nest)?;
        let cells: u64 = (plan.arrays.iter())
            .map(|array| (array.cells.1 - array.cells.0 + 1).max(0) as u64)
            .sum();
        if self.executor == Executor::Auto
            && (plan.iterations < ITERATIONS_MIN || cells > plan.iterations.saturating_mul(CELLS_PER_ITERATION))
        {
            return Err("too little to do");
        }
        let left = nest.steps_left();
        let (domain, mut storage) = nest.split();
        macro_rules! by {
            ($values:expr) => {
                execute(&plan, $values, &mut storage, left)
            };
        }
        // Only the arm of the domain is compiled.
        let ran = match D::NUMBERS {
            true if plan.bits <= 32 => by!(Bits::<D, u32>::new(domain)),
            true => by!(Bits::<D, u64>::new(domain)),
            false => by!(Applied(domain)),
        };
        let done = ran.map_err(|Abort(reason)| reason)?;
        nest.count_steps(done.steps);
        self.tally.columns += done.iterations[0];
        self.tally.in_order += done.iterations[1];
        Ok(())
    }
}

impl<D: Accelerated> NestRunner<D> for Runner {
    fn run(&mut self, nest: &mut PendingNest<'_, '_, D>) -> bool {
        let id = nest.step().id;
        let tries = self.declined.get(&id).copied().unwrap_or_default();
        let ran = match self.executor == Executor::Auto && tries >= TRIES {
            true => Err("declined before"),
            false => self.attempt(nest),
        };
        match ran {
            Ok(()) => {
                self.tally.fast += 1;
                if tries > 0 {
                    self.declined.remove(&id);
                }
            }
            Err(reason) => {
                *self.tally.declined.entry((id, reason)).or_default() += 1;
                self.declined.insert(id, tries.saturating_add(1));
            }
        }
        ran.is_ok()
    }

    fn tally(&self) -> &Tally {
        &self.tally
    }
}

/// What a plan took.
struct Done {
    steps: u64,
    iterations: [u64; 2],
}

/// Runs a plan. Memory and values are as before if it could not.
fn execute<D: Accelerated, X: PlanValues<D>>(
    plan: &Plan,
    mut values: X,
    storage: &mut Storage<'_, D>,
    steps_max: u64,
) -> Result<Done, Abort> {
    let blank = values.blank();
    let mut regs = vec![blank; plan.regs];
    for (reg, initial) in &plan.initial {
        let value = match initial {
            Initial::Constant(value) => values.constant(*value),
            Initial::Captured(slot, ty) => match storage.value(*slot) {
                RuntimeValue::Data(data) => values.take(*data, *ty),
                _ => None,
            },
        };
        regs[usize::from(*reg)] = value.ok_or(Abort("a scalar"))?;
    }
    let compile = |(call, types): &(_, Vec<ScalarType>)| values.op(call, types).ok_or(Abort("an operation"));
    let ops = plan.calls.iter().map(compile).collect::<Result<_, _>>()?;
    let arrays = load(plan, &mut values, storage)?;
    let mut run = PlanRun {
        values,
        ops,
        regs,
        vars: vec![0; plan.vars],
        arrays,
        at: Vec::new(),
        rows: Vec::new(),
        columns: Vec::new(),
        lead: 0,
        splats: Vec::new(),
        sums: Vec::new(),
        blank,
        iterations: [0; 2],
        steps: 0,
        steps_max,
    };
    run.nodes(&plan.nodes)?;
    let PlanRun {
        mut values,
        regs,
        arrays,
        steps,
        iterations,
        ..
    } = run;
    store(plan, &mut values, arrays, storage)?;
    for (slot, reg, ty) in &plan.results {
        storage.set(*slot, RuntimeValue::Data(values.give(regs[usize::from(*reg)], *ty)));
    }
    Ok(Done { steps, iterations })
}

/// Copies the cells that can be touched.
fn load<D: Accelerated, X: PlanValues<D>>(
    plan: &Plan,
    values: &mut X,
    storage: &Storage<'_, D>,
) -> Result<Vec<Cells<X::V>>, Abort> {
    let each = plan.arrays.iter().map(|array| {
        let range = array.range();
        // Of what is huge a walk touches less.
        let pieces = match range.len() as u64 > storage.limit() {
            true => None,
            false => storage.pieces(array.source, range),
        };
        copied(values, array, &pieces.ok_or(Abort("a window"))?)
    });
    each.collect()
}

/// A copy of some cells.
fn copied<D: Accelerated, X: PlanValues<D>>(
    values: &mut X,
    array: &PlanArray,
    pieces: &[CellsPiece<'_, D::Data>],
) -> Result<Cells<X::V>, Abort> {
    let blank = values.blank();
    let mut copy = Vec::with_capacity(array.range().len() + LINE);
    let lead = lead(&copy);
    copy.resize(lead, blank);
    let (mut all, mut fit) = (true, true);
    let mut one = |cell: &Option<D::Data>| match cell.map(|data| values.take(data, array.ty)) {
        Some(value) => value.unwrap_or_else(|| {
            fit = false;
            blank
        }),
        None => {
            all = false;
            blank
        }
    };
    for piece in pieces {
        match piece {
            CellsPiece::Here(cells) => copy.extend(cells.iter().map(&mut one)),
            CellsPiece::Missing(count) => copy.extend(std::iter::repeat_n(one(&None), *count)),
        }
    }
    if !fit {
        return Err(Abort("a value"));
    }
    let written = || {
        let mut written = vec![false; lead];
        for piece in pieces {
            match piece {
                CellsPiece::Here(cells) => written.extend(cells.iter().map(Option::is_some)),
                CellsPiece::Missing(count) => written.resize(written.len() + count, false),
            }
        }
        written
    };
    Ok(Cells {
        written: (!all).then(written),
        values: copy,
        lead,
    })
}

/// Writes the cells back.
fn store<D: Accelerated, X: PlanValues<D>>(
    plan: &Plan,
    values: &mut X,
    arrays: Vec<Cells<X::V>>,
    storage: &mut Storage<'_, D>,
) -> Result<(), Abort> {
    let missing = plan.arrays.iter().map(|array| match array.written {
        true => storage.missing(array.source, array.range()),
        false => 0,
    });
    // Nothing is written unless all can be.
    if missing.sum::<u64>() > storage.left() {
        return Err(Abort("memory limit"));
    }
    for (array, found) in plan.arrays.iter().zip(arrays) {
        if !array.written {
            continue;
        }
        let range = array.range();
        let mut written = found.written.map(|written| written.into_iter().skip(found.lead));
        let data = found.values.into_iter().skip(found.lead).map(|value| {
            let written = written.as_mut().is_none_or(|written| written.next() == Some(true));
            written.then(|| values.give(value, array.ty))
        });
        let result = match array.source {
            CellSource::Tensor(n) => plan.tensors.iter().find(|(operand, _)| *operand == n),
            CellSource::Buffer(_) => None,
        };
        storage
            .write(array.source, range, data, result.map(|(_, slot)| *slot))
            .map_err(|_| Abort("memory limit"))?;
    }
    Ok(())
}
