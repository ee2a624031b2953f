//! The fast executors. A nest of loops, or a structured operation, is planned when it starts and runs on a
//! copy of the cells it can touch; when it is done they are written back. The reference walk defines the
//! meaning: what the planner does not know, and whatever would be an error, is left to it, from the state
//! before the nest, so that answers and messages are those of the reference.

mod bits;
mod blocks;
mod chains;
mod columns;
mod interchange;
mod linear;
mod plan;
mod planner;
mod scalar;
mod simd;
mod values;

use crate::cells::Piece;
use crate::code::{Kind, Step};
use crate::domain::Domain;
use crate::machine::{Frame, Machine};
use crate::memory::Memory;
use crate::value::Value;
use crate::{ScalarType, ops};
use bits::Bits;
use foldhash::HashMap;
use plan::{Array, Initial, Plan, Source};
use polyvet_ir::OpId;
use scalar::{Abort, Cells, LINE, Run, lead};
use std::collections::BTreeMap;
use values::{Applied, Values};

/// Who runs loops and structured operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Executor {
    /// The fast executors where that pays.
    #[default]
    Auto,
    /// The reference only.
    Reference,
    /// The fast executors wherever they can.
    Fast,
}

/// Who ran the nests of an execution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Nests that a fast executor ran.
    pub fast: u64,
    /// Iterations of innermost loops run as columns.
    pub columns: u64,
    /// Iterations of innermost loops run one after the other.
    pub in_order: u64,
    /// How often each nest was left to the reference, and why.
    pub declined: BTreeMap<(OpId, &'static str), u64>,
}

/// What the fast executors remember of an execution.
#[derive(Debug, Default)]
pub(crate) struct Fast {
    pub tally: Tally,
    /// How often an operation was declined since it last was not.
    declined: HashMap<OpId, u32>,
}

/// An operation declined so often in a row is not tried again: most reasons stay.
const TRIES: u32 = 16;

/// Below so many innermost iterations a plan costs more than it saves.
const ITERATIONS_MIN: u64 = 24;
/// Cells that may be copied per iteration.
const CELLS_PER_ITERATION: u64 = 16;

/// Runs a nest; false if the reference must.
pub(crate) fn run<D: Domain>(machine: &mut Machine<'_, D>, frame: &mut Frame<D>, step: &Step) -> bool {
    if !is_nest(step) || machine.options.executor == Executor::Reference {
        return false;
    }
    let tries = machine.fast.declined.get(&step.id).copied().unwrap_or_default();
    let ran = match machine.options.executor == Executor::Auto && tries >= TRIES {
        true => Err("declined before"),
        false => attempt(machine, frame, step),
    };
    let Fast { tally, declined } = &mut machine.fast;
    match ran {
        Ok(()) => {
            tally.fast += 1;
            if tries > 0 {
                declined.remove(&step.id);
            }
        }
        Err(reason) => {
            *tally.declined.entry((step.id, reason)).or_default() += 1;
            declined.insert(step.id, tries.saturating_add(1));
        }
    }
    ran.is_ok()
}

fn is_nest(step: &Step) -> bool {
    match &step.kind {
        Kind::Affine(kind) => matches!(kind, ops::affine::Kind::For { .. } | ops::affine::Kind::Parallel { .. }),
        Kind::Scf(kind) => matches!(
            kind,
            ops::scf::Kind::For(..) | ops::scf::Kind::Parallel(_) | ops::scf::Kind::Forall { .. }
        ),
        Kind::Linalg(kind) => matches!(kind, ops::linalg::Kind::Structured(_)),
        _ => false,
    }
}

fn attempt<D: Domain>(machine: &mut Machine<'_, D>, frame: &mut Frame<D>, step: &Step) -> Result<(), &'static str> {
    if machine.is_observed() || machine.mask.is_some() || machine.domain.remembers_origins() {
        return Err("every operation is watched");
    }
    if machine.races.as_ref().is_some_and(|races| races.strand().is_some()) {
        return Err("within a parallel loop whose races are looked for");
    }
    let plan = planner::plan(machine, frame, step)?;
    let cells: u64 = (plan.arrays.iter())
        .map(|array| (array.cells.1 - array.cells.0 + 1).max(0) as u64)
        .sum();
    if machine.options.executor == Executor::Auto
        && (plan.iterations < ITERATIONS_MIN || cells > plan.iterations.saturating_mul(CELLS_PER_ITERATION))
    {
        return Err("too little to do");
    }
    let left = machine.options.limits.steps.saturating_sub(machine.steps);
    let Machine { domain, memory, .. } = machine;
    macro_rules! by {
        ($values:expr) => {
            execute(&plan, $values, memory, frame, step, left)
        };
    }
    // Only the arm of the domain is compiled.
    let ran = match D::NUMBERS {
        true if plan.bits <= 32 => by!(Bits::<D, u32>::new(domain)),
        true => by!(Bits::<D, u64>::new(domain)),
        false => by!(Applied(domain)),
    };
    let done = ran.map_err(|Abort(reason)| reason)?;
    machine.steps += done.steps;
    machine.fast.tally.columns += done.iterations[0];
    machine.fast.tally.in_order += done.iterations[1];
    Ok(())
}

/// What a plan took.
struct Done {
    steps: u64,
    iterations: [u64; 2],
}

/// Runs a plan. Memory and frame are as before if it could not.
fn execute<D: Domain, X: Values<D>>(
    plan: &Plan,
    mut values: X,
    memory: &mut Memory<D>,
    frame: &mut Frame<D>,
    step: &Step,
    steps_max: u64,
) -> Result<Done, Abort> {
    let blank = values.blank();
    let mut regs = vec![blank; plan.regs];
    for (reg, initial) in &plan.initial {
        let value = match initial {
            Initial::Constant(value) => values.constant(*value),
            Initial::Captured(slot, ty) => match frame.get(*slot) {
                Value::Data(data) => values.take(*data, *ty),
                _ => None,
            },
        };
        regs[usize::from(*reg)] = value.ok_or(Abort("a scalar"))?;
    }
    let compile = |(call, types): &(_, Vec<ScalarType>)| values.op(call, types).ok_or(Abort("an operation"));
    let ops = plan.calls.iter().map(compile).collect::<Result<_, _>>()?;
    let arrays = load(plan, &mut values, memory, frame, step)?;
    let mut run = Run {
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
    let Run {
        mut values,
        regs,
        arrays,
        steps,
        iterations,
        ..
    } = run;
    store(plan, &mut values, arrays, memory, frame, step)?;
    for (slot, reg, ty) in &plan.results {
        frame.set(*slot, Value::Data(values.give(regs[usize::from(*reg)], *ty)));
    }
    Ok(Done { steps, iterations })
}

/// Copies the cells that can be touched.
fn load<D: Domain, X: Values<D>>(
    plan: &Plan,
    values: &mut X,
    memory: &Memory<D>,
    frame: &Frame<D>,
    step: &Step,
) -> Result<Vec<Cells<X::V>>, Abort> {
    let each = plan.arrays.iter().map(|array| {
        let range = array.range();
        let pieces = match array.source {
            // Of what is huge a walk touches less.
            _ if range.len() as u64 > memory.limit() => None,
            Source::Buffer(id) => memory.buffers[id.0 as usize].cells.pieces(range),
            Source::Tensor(n) => match frame.get(step.operands[n]) {
                Value::Tensor(tensor) => tensor.cells.pieces(range),
                _ => None,
            },
        };
        copied(values, array, &pieces.ok_or(Abort("a window"))?)
    });
    each.collect()
}

/// A copy of some cells.
fn copied<D: Domain, X: Values<D>>(
    values: &mut X,
    array: &Array,
    pieces: &[Piece<'_, D::Data>],
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
            Piece::Here(cells) => copy.extend(cells.iter().map(&mut one)),
            Piece::Missing(count) => copy.extend(std::iter::repeat_n(one(&None), *count)),
        }
    }
    if !fit {
        return Err(Abort("a value"));
    }
    let written = || {
        let mut written = vec![false; lead];
        for piece in pieces {
            match piece {
                Piece::Here(cells) => written.extend(cells.iter().map(Option::is_some)),
                Piece::Missing(count) => written.resize(written.len() + count, false),
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
fn store<D: Domain, X: Values<D>>(
    plan: &Plan,
    values: &mut X,
    arrays: Vec<Cells<X::V>>,
    memory: &mut Memory<D>,
    frame: &mut Frame<D>,
    step: &Step,
) -> Result<(), Abort> {
    let missing = plan.arrays.iter().map(|array| match (array.source, array.written) {
        (_, false) => 0,
        (Source::Buffer(id), _) => memory.buffers[id.0 as usize].cells.missing(array.range()),
        (Source::Tensor(n), _) => match frame.get(step.operands[n]) {
            Value::Tensor(tensor) => memory.needed(tensor, array.range(), usize::from(!step.last_use[n])),
            _ => 0,
        },
    });
    // Nothing is written unless all can be.
    if missing.sum::<u64>() > memory.left() {
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
        match array.source {
            Source::Buffer(id) => memory.write_all(id, range, data).map_err(|_| Abort("memory limit"))?,
            Source::Tensor(n) => {
                let Value::Tensor(mut tensor) = frame.take(step, n) else {
                    unreachable!("a tensor was loaded from here");
                };
                memory
                    .put_all(&mut tensor, range, data)
                    .map_err(|_| Abort("memory limit"))?;
                if let Some((_, slot)) = plan.tensors.iter().find(|(operand, _)| *operand == n) {
                    frame.set(*slot, Value::Tensor(tensor));
                }
            }
        }
    }
    Ok(())
}
