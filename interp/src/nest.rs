//! The door for executors: who may run a whole nest of loops in place of the walk, and what they may see and change.
//!
//! The walk defines the meaning and needs nobody. A machine may be given a [`NestRunner`]
//! ([`Machine::set_runner`]): the walk then offers it every loop and every structured operation before it runs them
//! itself. The runner either runs all of it, so that memory, results and the count of steps are those of the walk, or
//! declines and leaves everything as it was. Whatever would be an error it declines, so that messages are those of the
//! walk. Nothing else in this crate knows that there are executors.

pub use crate::cells::CellsPiece;
use crate::code::DecodedKind;
pub use crate::code::{DecodedBlock, DecodedOp, ValueSlot};
use crate::domain::Domain;
use crate::function::ScalarCall;
use crate::machine::{CallFrame, Machine, RunOptions};
use crate::memory::{BufferEvent as BufferKind, BufferId, BufferView, Memory};
pub use crate::ops::linalg::PayloadOverPoints;
use crate::value::RuntimeValue;
use crate::{Scalar, ScalarType, Trap, ops};
use polyvet_ir::{AffineMap, IntegerSet, OpId, Type};
use std::collections::BTreeMap;
use std::ops::Range;

/// Runs nests in place of the walk.
pub trait NestRunner<D: Domain> {
    /// Runs a nest; false if the walk must, and then nothing was changed.
    fn run(&mut self, nest: &mut PendingNest<'_, '_, D>) -> bool;

    /// What it ran and what it declined so far.
    fn tally(&self) -> &Tally;
}

/// Who ran the nests of an execution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Nests that an executor ran.
    pub fast: u64,
    /// Iterations of innermost loops run as columns.
    pub columns: u64,
    /// Iterations of innermost loops run one after the other.
    pub in_order: u64,
    /// How often each nest was left to the walk, and why.
    pub declined: BTreeMap<(OpId, &'static str), u64>,
}

/// A loop or structured operation that is about to run.
pub struct PendingNest<'n, 'm, D: Domain> {
    machine: &'n mut Machine<'m, D>,
    frame: &'n mut CallFrame<D>,
    step: &'n DecodedOp,
}

/// Where the cells of an array are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellSource {
    /// A buffer.
    Buffer(BufferId),
    /// Operand `n` of the nest, a tensor.
    Tensor(usize),
}

/// The cells that a nest can touch, and the values around it.
pub struct Storage<'n, D: Domain> {
    memory: &'n mut Memory<D>,
    frame: &'n mut CallFrame<D>,
    step: &'n DecodedOp,
}

/// What an operation does, as far as executors know it. Maps, sets and ranges are those of its attributes; ranges are of its
/// operands.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "the names of the operations and of their parts in MLIR")]
pub enum NestOp<'s> {
    Constant(Scalar),
    /// One function per result.
    Compute(&'s [ScalarCall]),
    AffineFor {
        lower: &'s AffineMap,
        upper: &'s AffineMap,
        step: i64,
        /// Operands of the lower bound, of the upper bound, initial values.
        parts: &'s [Range<usize>; 3],
    },
    AffineParallel {
        lower: &'s AffineMap,
        upper: &'s AffineMap,
        /// How many results of the maps belong to each dimension.
        groups: &'s [Vec<usize>; 2],
        steps: &'s [i64],
        reductions: usize,
    },
    AffineIf(&'s IntegerSet),
    AffineLoad(&'s AffineMap),
    AffineStore(&'s AffineMap),
    AffineApply(&'s AffineMap),
    AffineMin(&'s AffineMap),
    AffineMax(&'s AffineMap),
    Prefetch,
    /// `scf.for` over indices.
    For,
    If,
    /// Lower bounds, upper bounds, steps, initial values.
    Parallel(&'s [Range<usize>]),
    Forall {
        lower: &'s [Option<i64>],
        upper: &'s [Option<i64>],
        steps: &'s [Option<i64>],
        parts: &'s [Range<usize>],
    },
    Load,
    Store,
    Dim,
    Structured(&'s PayloadOverPoints),
    /// `linalg.index`
    Index(usize),
    /// Nothing that executors know: what it is.
    Other(&'static str),
}

impl DecodedOp {
    /// Whether executors are offered it.
    pub(crate) fn is_nest(&self) -> bool {
        match &self.kind {
            DecodedKind::Affine(kind) => matches!(
                kind,
                ops::affine::AffineRun::For { .. } | ops::affine::AffineRun::Parallel { .. }
            ),
            DecodedKind::Scf(kind) => matches!(
                kind,
                ops::scf::ScfOp::For(..) | ops::scf::ScfOp::Parallel(_) | ops::scf::ScfOp::Forall { .. }
            ),
            DecodedKind::Linalg(kind) => matches!(kind, ops::linalg::LinalgOp::Structured(_)),
            _ => false,
        }
    }

    /// What it does.
    pub fn operation(&self) -> NestOp<'_> {
        if self.by_parts {
            return NestOp::Other("complex numbers");
        }
        match &self.kind {
            DecodedKind::Arith(kind) => arith(kind),
            DecodedKind::Affine(kind) => affine(kind),
            DecodedKind::Scf(kind) => scf(kind),
            DecodedKind::MemRef(ops::memref::MemrefOp::Load) => NestOp::Load,
            DecodedKind::MemRef(ops::memref::MemrefOp::Store) => NestOp::Store,
            DecodedKind::MemRef(ops::memref::MemrefOp::Dim) => NestOp::Dim,
            DecodedKind::MemRef(_) => NestOp::Other("`memref` operations other than `load`, `store`, `dim`"),
            DecodedKind::Linalg(ops::linalg::LinalgOp::Structured(structured)) => NestOp::Structured(structured),
            DecodedKind::Linalg(ops::linalg::LinalgOp::Index(dim)) => NestOp::Index(*dim),
            DecodedKind::Linalg(_) => NestOp::Other("`linalg.pack` and the like"),
            DecodedKind::Tensor(_) => NestOp::Other("tensors in a loop"),
            DecodedKind::Bufferization(_) => NestOp::Other("`bufferization` in a loop"),
            DecodedKind::Func(_) => NestOp::Other("a call in a loop"),
            DecodedKind::Vector(_) => NestOp::Other("vectors"),
            DecodedKind::Complex(_) => NestOp::Other("complex numbers"),
            DecodedKind::Assert(_) | DecodedKind::Branch(_) => NestOp::Other("`cf` in a loop"),
            DecodedKind::Poison(_) => NestOp::Other("poison"),
            DecodedKind::Refused(_) | DecodedKind::End => NestOp::Other("an operation that is not run"),
        }
    }
}

fn arith(kind: &ops::arith::ArithOp) -> NestOp<'_> {
    match kind {
        ops::arith::ArithOp::Constant(value) => NestOp::Constant(*value),
        ops::arith::ArithOp::Dense(..) => NestOp::Other("an array as a constant"),
        ops::arith::ArithOp::Compute(calls) => NestOp::Compute(calls),
    }
}

fn affine(kind: &ops::affine::AffineRun) -> NestOp<'_> {
    use ops::affine::AffineRun;
    match kind {
        AffineRun::For {
            lower,
            upper,
            step,
            parts,
        } => NestOp::AffineFor {
            lower,
            upper,
            step: *step,
            parts,
        },
        AffineRun::Parallel {
            lower,
            upper,
            groups,
            steps,
            reductions,
        } => NestOp::AffineParallel {
            lower,
            upper,
            groups,
            steps,
            reductions: reductions.len(),
        },
        AffineRun::If(set) => NestOp::AffineIf(set),
        AffineRun::Load(map) => NestOp::AffineLoad(map),
        AffineRun::Store(map) => NestOp::AffineStore(map),
        AffineRun::Apply(map) => NestOp::AffineApply(map),
        AffineRun::Min(map) => NestOp::AffineMin(map),
        AffineRun::Max(map) => NestOp::AffineMax(map),
        AffineRun::Prefetch => NestOp::Prefetch,
        AffineRun::VectorLoad(..) | AffineRun::VectorStore(_) => NestOp::Other("vectors"),
        AffineRun::Delinearize(..) | AffineRun::Linearize(..) => NestOp::Other("linearization of indices"),
    }
}

fn scf(kind: &ops::scf::ScfOp) -> NestOp<'_> {
    use ops::scf::ScfOp;
    match kind {
        ScfOp::For(ScalarType::Index, false) => NestOp::For,
        ScfOp::For(..) => NestOp::Other("a loop over integers"),
        ScfOp::If => NestOp::If,
        ScfOp::Parallel(parts) => NestOp::Parallel(parts),
        ScfOp::Forall {
            lower,
            upper,
            steps,
            parts,
            ..
        } => NestOp::Forall {
            lower,
            upper,
            steps,
            parts,
        },
        ScfOp::While | ScfOp::ExecuteRegion | ScfOp::IndexSwitch(_) => {
            NestOp::Other("`scf` operations other than `for`, `if`, `parallel`, `forall`")
        }
    }
}

impl<'n, 'm, D: Domain> PendingNest<'n, 'm, D> {
    pub(crate) fn new(
        machine: &'n mut Machine<'m, D>,
        frame: &'n mut CallFrame<D>,
        step: &'n DecodedOp,
    ) -> PendingNest<'n, 'm, D> {
        PendingNest { machine, frame, step }
    }

    /// The loop or structured operation.
    pub fn step(&self) -> &'n DecodedOp {
        self.step
    }

    /// How the program is run.
    pub fn options(&self) -> &RunOptions {
        &self.machine.options
    }

    /// Why only the walk can run it now, if so: somebody wants to know of every operation.
    pub fn must_be_walked(&self) -> Option<&'static str> {
        let machine = &self.machine;
        if machine.is_observed() || machine.mask.is_some() || machine.domain.remembers_origins() {
            return Some("every operation is watched");
        }
        let strand = machine.races.as_ref().is_some_and(|races| races.strand().is_some());
        strand.then_some("within a parallel loop whose races are looked for")
    }

    /// The value of a name from outside the nest.
    pub fn value(&self, slot: ValueSlot) -> &RuntimeValue<D> {
        self.frame.get(slot)
    }

    /// The type of operand `n` of an operation.
    pub fn operand_type(&self, step: &DecodedOp, n: usize) -> Option<&Type> {
        let value = self.machine.operand_value(step, n)?;
        Some(self.machine.module.ty(value))
    }

    /// The type of result `n` of an operation.
    pub fn result_type(&self, step: &DecodedOp, n: usize) -> Option<&Type> {
        let value = self.machine.module.op(step.id).results.get(n)?;
        Some(self.machine.module.ty(*value))
    }

    /// How many cells the buffer of a window has; none if it was freed, has parts of another type, or elements that share
    /// a cell.
    pub fn plain_cells(&self, view: &BufferView) -> Option<usize> {
        let buffer = self.machine.memory.of(view);
        buffer.is_plain().then(|| buffer.cells.len())
    }

    /// Whether writing to a buffer is an error.
    pub fn is_constant(&self, buffer: BufferId) -> bool {
        self.machine.memory.buffers[buffer.0 as usize].kind == BufferKind::Constant
    }

    /// Operations and iterations that may still be run.
    pub fn steps_left(&self) -> u64 {
        self.machine.options.limits.steps.saturating_sub(self.machine.steps)
    }

    /// Counts operations and iterations that were run.
    pub fn count_steps(&mut self, steps: u64) {
        self.machine.steps += steps;
    }

    /// What computes, and what it computes on.
    pub fn split(&mut self) -> (&mut D, Storage<'_, D>) {
        let storage = Storage {
            memory: &mut self.machine.memory,
            frame: self.frame,
            step: self.step,
        };
        (&mut self.machine.domain, storage)
    }
}

impl<D: Domain> Storage<'_, D> {
    /// The value of a name from outside the nest.
    pub fn value(&self, slot: ValueSlot) -> &RuntimeValue<D> {
        self.frame.get(slot)
    }

    /// Sets a result of the nest.
    pub fn set(&mut self, slot: ValueSlot, value: RuntimeValue<D>) {
        self.frame.set(slot, value);
    }

    /// Cells that may be live at once.
    pub fn limit(&self) -> u64 {
        self.memory.limit()
    }

    /// Cells that may still be added.
    pub fn left(&self) -> u64 {
        self.memory.left()
    }

    /// Some cells of an array; none if they are not there.
    pub fn pieces(&self, source: CellSource, range: Range<usize>) -> Option<Vec<CellsPiece<'_, D::Data>>> {
        match source {
            CellSource::Buffer(id) => self.memory.buffers[id.0 as usize].cells.pieces(range),
            CellSource::Tensor(n) => match self.frame.get(self.step.operands[n]) {
                RuntimeValue::Tensor(tensor) => tensor.cells.pieces(range),
                _ => None,
            },
        }
    }

    /// How many cells [`Storage::write`] would add.
    pub fn missing(&self, source: CellSource, range: Range<usize>) -> u64 {
        match source {
            CellSource::Buffer(id) => self.memory.buffers[id.0 as usize].cells.missing(range),
            CellSource::Tensor(n) => match self.frame.get(self.step.operands[n]) {
                RuntimeValue::Tensor(tensor) => self.memory.needed(tensor, range, usize::from(!self.step.last_use[n])),
                _ => 0,
            },
        }
    }

    /// Writes some cells of an array, all or none. What becomes of a tensor is a result of the nest, in slot `result`.
    ///
    /// # Errors
    /// No memory is left for them.
    pub fn write(
        &mut self,
        source: CellSource,
        range: Range<usize>,
        data: impl Iterator<Item = Option<D::Data>>,
        result: Option<ValueSlot>,
    ) -> Result<(), Trap> {
        match source {
            CellSource::Buffer(id) => self.memory.write_all(id, range, data),
            CellSource::Tensor(n) => {
                let mut tensor = self.frame.take_tensor(self.step, n)?;
                self.memory.put_all(&mut tensor, range, data)?;
                if let Some(slot) = result {
                    self.frame.set(slot, RuntimeValue::Tensor(tensor));
                }
                Ok(())
            }
        }
    }
}

impl<'m, D: Domain> Machine<'m, D> {
    /// From now on `runner` is offered every nest before the walk runs it.
    pub fn set_runner(&mut self, runner: Box<dyn NestRunner<D> + 'm>) {
        self.runner = Some(runner);
    }

    /// Who ran loops and structured operations so far.
    pub fn tally(&self) -> Tally {
        self.runner
            .as_ref()
            .map_or_else(Tally::default, |runner| runner.tally().clone())
    }

    /// Offers an operation to the runner, if there is one.
    pub(crate) fn run_nest(&mut self, frame: &mut CallFrame<D>, step: &DecodedOp) -> bool {
        if !step.is_nest() {
            return false;
        }
        let Some(mut runner) = self.runner.take() else {
            return false;
        };
        let ran = runner.run(&mut PendingNest::new(self, frame, step));
        self.runner = Some(runner);
        ran
    }
}

impl DecodedBlock {
    /// Whether argument `n` has uses.
    pub fn is_used(&self, n: usize) -> bool {
        self.used.get(n).copied().unwrap_or(false)
    }
}
