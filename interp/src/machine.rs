//! The machine: walks the program in order, one operation at a time.

use crate::code::{self, DecodedBlock, DecodedKind, DecodedOp, DecodedProgram, ValueSlot};
use crate::domain::Domain;
use crate::ints::Ints;
use crate::memory::{BufferEvent as BufferKind, BufferId, BufferView, Leak, Memory, TensorData};
use crate::nest::NestRunner;
use crate::observe::{ObservedAccess, Observer};
use crate::ops::event::{RunEvents, Unknown};
use crate::parts::ComplexPart;
use crate::races::Races;
use crate::trace::Trace;
use crate::trap::{Iteration, LoopVar};
use crate::value::RuntimeValue;
use crate::{Code, Trap, ops};
use polyvet_ir::{Module, OpId, Span, ValueId};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// What an execution may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// Operations and loop iterations, in all calls of one machine together.
    pub steps: u64,
    /// Elements of live buffers and tensors.
    pub elements: u64,
    /// Nested calls.
    pub calls: usize,
}

impl Default for RunLimits {
    fn default() -> RunLimits {
        RunLimits {
            steps: 1 << 32,
            elements: 1 << 24,
            calls: 128,
        }
    }
}

/// The order in which the iterations of parallel loops (`affine.parallel`, `scf.parallel`,
/// `scf.forall`, parallel dimensions of structured operations) run; sequential loops keep theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ParallelOrder {
    /// First to last.
    #[default]
    Forward,
    /// Last to first.
    Backward,
    /// Each dimension shuffled, by a seed.
    Shuffled(u64),
}

impl ParallelOrder {
    /// Which of `count` iterations runs as number `n`.
    pub(crate) fn nth(self, n: i64, count: i64) -> i64 {
        match self {
            ParallelOrder::Forward => n,
            ParallelOrder::Backward => count - 1 - n,
            ParallelOrder::Shuffled(seed) => {
                let gcd = |mut x: i64, mut y: i64| {
                    while y != 0 {
                        (x, y) = (y, x % y);
                    }
                    x
                };
                let random = crate::draw::scramble(seed);
                let first = (random % count as u64) as i64;
                let mut stride = 1 + (crate::draw::scramble(random) % count as u64) as i64;
                while gcd(stride, count) != 1 {
                    stride += 1;
                }
                ((i128::from(first) + i128::from(n) * i128::from(stride)) % i128::from(count)) as i64
            }
        }
    }
}

/// How to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunOptions {
    /// What may be used up.
    pub limits: RunLimits,
    /// Order of parallel iterations.
    pub parallel: ParallelOrder,
    /// Accesses of one element in two iterations of `affine.parallel`, `scf.parallel` or `scf.forall`
    /// of which one writes are errors.
    pub races: bool,
    /// With [`RunOptions::races`]: so are those in two iterations of a structured operation that differ in a dimension it
    /// claims to be parallel. Who checks the claims otherwise may leave it out.
    pub claims: bool,
    /// A load of an element that was never written gives poison. For programs that were generated from a model, where
    /// loads and stores stand for the elements of copies, which may be of such elements.
    pub unwritten_is_poison: bool,
    /// What `memref.alloc` and `memref.alloca` give holds numbers drawn from this seed. Without one it holds nothing, and
    /// to read it is an error.
    pub leftovers: Option<u64>,
    /// A result that is poison (a shift too far, a broken promise) is no error, and neither is an element that was never
    /// written: what is computed from them is poison, and elements that are poison are like those that nobody wrote.
    pub poison_is_a_value: bool,
    /// What operations without a meaning are.
    pub unknown: Unknown,
    /// Which elements they write is drawn from this seed: it must not depend on values, which differ from domain to domain.
    pub unknown_seed: u64,
}

/// Values of one call.
pub(crate) struct CallFrame<D: Domain> {
    pub slots: Vec<RuntimeValue<D>>,
    /// Buffers that end with the call.
    pub stack: Vec<BufferId>,
}

impl<D: Domain> CallFrame<D> {
    pub fn set(&mut self, slot: ValueSlot, value: RuntimeValue<D>) {
        self.slots[slot as usize] = value;
    }

    pub fn get(&self, slot: ValueSlot) -> &RuntimeValue<D> {
        &self.slots[slot as usize]
    }

    pub fn index(&self, slot: ValueSlot) -> Result<i64, Trap> {
        match self.get(slot) {
            RuntimeValue::Index(value) => Ok(*value),
            other => Err(other.unfit("an index")),
        }
    }

    pub fn indices(&self, slots: &[ValueSlot]) -> Result<Ints, Trap> {
        slots.iter().map(|slot| self.index(*slot)).collect()
    }

    pub fn view(&self, slot: ValueSlot) -> Result<Rc<BufferView>, Trap> {
        match self.get(slot) {
            RuntimeValue::MemRef(view) => Ok(Rc::clone(view)),
            other => Err(other.unfit("a memref")),
        }
    }

    pub fn tensor(&self, slot: ValueSlot) -> Result<&Rc<TensorData<D>>, Trap> {
        match self.get(slot) {
            RuntimeValue::Tensor(tensor) => Ok(tensor),
            other => Err(other.unfit("a tensor")),
        }
    }

    pub fn vector(&self, slot: ValueSlot) -> Result<&Rc<TensorData<D>>, Trap> {
        match self.get(slot) {
            RuntimeValue::Vector(vector) => Ok(vector),
            other => Err(other.unfit("a vector")),
        }
    }

    /// Operand `n`; moved out of its slot if nobody reads it again, so that it may be changed
    /// without a copy.
    pub fn take(&mut self, step: &DecodedOp, n: usize) -> RuntimeValue<D> {
        let slot = &mut self.slots[step.operands[n] as usize];
        if step.last_use[n] {
            std::mem::replace(slot, RuntimeValue::Unset)
        } else {
            slot.clone()
        }
    }

    /// [`CallFrame::take`] of a tensor.
    pub fn take_tensor(&mut self, step: &DecodedOp, n: usize) -> Result<Rc<TensorData<D>>, Trap> {
        match self.take(step, n) {
            RuntimeValue::Tensor(tensor) => Ok(tensor),
            other => Err(other.unfit("a tensor")),
        }
    }

    /// The values a block ends with, as many as asked for.
    pub fn yielded(&mut self, body: &DecodedBlock, count: usize) -> Result<Vec<RuntimeValue<D>>, Trap> {
        match &body.end {
            Some(end) if end.operands.len() == count => Ok((0..count).map(|n| self.take(end, n)).collect()),
            None if count == 0 => Ok(Vec::new()),
            _ => {
                let message = format!("the region does not end with {count} values");
                Err(Trap::new(Code::MalformedOp, message))
            }
        }
    }
}

/// A module with its memory, ready to be called.
pub struct Machine<'m, D: Domain> {
    pub(crate) module: &'m Module,
    pub(crate) program: Rc<DecodedProgram>,
    pub(crate) domain: D,
    pub(crate) options: RunOptions,
    pub(crate) memory: Memory<D>,
    /// The buffers of globals that were needed, by their `memref.global`.
    pub(crate) globals: HashMap<(OpId, Option<ComplexPart>), Rc<BufferView>>,
    pub(crate) loops: Vec<Iteration>,
    /// Iteration points of the structured operations being run, innermost last.
    pub(crate) points: Vec<Ints>,
    pub(crate) calls: Vec<(String, OpId)>,
    pub(crate) observer: Option<Observer<'m>>,
    pub(crate) trace: Option<Trace>,
    /// Accesses of parallel loops, if they are checked.
    pub(crate) races: Option<Races>,
    /// Mask and pass-through value of the `vector.mask` being run, for the operation inside it.
    pub(crate) mask: Option<ops::vector::Masked<D>>,
    /// The parts of complex numbers that the operation being run is for.
    pub(crate) part: Option<ComplexPart>,
    /// What operations without a meaning did.
    pub(crate) events: RunEvents<D>,
    pub(crate) steps: u64,
    pub(crate) left_poison: bool,
    /// Who is offered nests before the walk.
    pub(crate) runner: Option<Box<dyn NestRunner<D> + 'm>>,
    depth: usize,
}

/// Nested regions and calls together; keeps the walk within a 2 MiB stack.
const DEPTH_MAX: usize = 512;

impl<'m, D: Domain> Machine<'m, D> {
    /// A machine for `module` with empty memory.
    pub fn new(module: &'m Module, domain: D, options: RunOptions) -> Machine<'m, D> {
        Machine {
            module,
            program: Rc::new(code::decode(module)),
            domain,
            options,
            memory: Memory::new(options.limits.elements),
            globals: HashMap::new(),
            loops: Vec::new(),
            points: Vec::new(),
            calls: Vec::new(),
            observer: None,
            trace: None,
            races: options.races.then(Races::default),
            mask: None,
            part: None,
            events: RunEvents::default(),
            steps: 0,
            left_poison: false,
            runner: None,
            depth: 0,
        }
    }

    /// The domain, to print its values.
    pub fn domain(&self) -> &D {
        &self.domain
    }

    /// Operations and iterations run so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether a selection had poison and took the other value.
    pub fn left_poison(&self) -> bool {
        self.left_poison
    }

    /// Calls `observer` on every element that is read or written from now on.
    pub fn observe(&mut self, observer: impl FnMut(&ObservedAccess<'_>) + 'm) {
        self.observer = Some(Box::new(observer));
    }

    /// Calls function `name`.
    ///
    /// # Errors
    /// The first error of the execution. Memory stays as it is then, for inspection.
    pub fn call(&mut self, name: &str, args: Vec<RuntimeValue<D>>) -> Result<Vec<RuntimeValue<D>>, Trap> {
        self.loops.clear();
        self.points.clear();
        self.mask = None;
        self.set_part(None);
        self.races = self.options.races.then(Races::default);
        self.calls.clear();
        self.depth = 0;
        let func = self.program.named(self.module, name)?;
        let id = self.program.funcs[func].id;
        crate::layout::check(self.module, id, &args).map_err(|trap| self.locate(trap, id))?;
        let left_out = crate::layout::leave_out(&mut self.memory, self.module, id, &args);
        left_out.map_err(|trap| self.locate(trap, id))?;
        self.events = RunEvents {
            args: args.iter().filter(|arg| arg.is_memref()).cloned().collect(),
            globals: std::mem::take(&mut self.events.globals),
            ..RunEvents::default()
        };
        D::invoke(self, func, args).map_err(|trap| self.locate(trap, id))
    }

    /// The path of the global that a window is on.
    pub fn global_of(&self, view: &BufferView) -> Option<String> {
        let mut globals = self.globals.iter();
        let found = globals.find(|(_, global)| global.buffer == view.buffer)?;
        self.module.symbol_path(found.0.0)
    }

    /// Buffers of `memref.alloc` that are still allocated and that none of `kept` (results of a call)
    /// refers to. A remark, not an error.
    pub fn leaks(&self, kept: &[RuntimeValue<D>]) -> Vec<Leak> {
        let reached: HashSet<BufferId> = kept
            .iter()
            .flat_map(RuntimeValue::parts)
            .filter_map(|value| match value {
                RuntimeValue::MemRef(view) => Some(view.buffer),
                _ => None,
            })
            .collect();
        let mut leaks = Vec::new();
        for (n, buffer) in self.memory.buffers.iter().enumerate() {
            let kept = reached.contains(&BufferId(n as u32))
                || buffer.overlays.iter().any(|(_, _, overlay)| reached.contains(overlay));
            let is_leak = buffer.kind == BufferKind::Heap && buffer.freed.is_none() && !buffer.imaginary;
            if is_leak && !kept {
                leaks.push(Leak {
                    name: buffer.name.clone(),
                    made: buffer.made,
                    elements: buffer.cells.len(),
                });
            }
        }
        leaks
    }

    /// Runs function number `func`. Only [`Domain::invoke`] and calls inside programs use it.
    pub(crate) fn walk(&mut self, func: usize, args: Vec<RuntimeValue<D>>) -> Result<Vec<RuntimeValue<D>>, Trap> {
        let program = Rc::clone(&self.program);
        let func = &program.funcs[func];
        let blocks = &func.blocks[..];
        let [body, ..] = blocks else {
            let message = format!("`@{}` is only declared, so its body is unknown", func.name);
            return Err(Trap::new(Code::UnsupportedOp, message));
        };
        if self.module.op(func.id).info().is_run_by_many_threads() {
            let message = format!("many threads run `@{}` at once, which is not supported", func.name);
            return Err(Trap::new(Code::UnsupportedOp, message));
        }
        self.check_args(func.id, &args)?;
        let mut frame = CallFrame {
            slots: vec![RuntimeValue::Unset; func.slots],
            stack: Vec::new(),
        };
        for (slot, value) in body.args.iter().zip(args) {
            frame.set(*slot, value);
        }
        let last = self.run_blocks(&mut frame, blocks)?;
        let results = frame.yielded(last, last.yields().len())?;
        let span = self.module.op(func.id).span;
        for buffer in frame.stack {
            self.memory.release(buffer, span);
        }
        Ok(results)
    }

    /// Runs the operations of a block, whose arguments are set.
    pub(crate) fn run_body(&mut self, frame: &mut CallFrame<D>, body: &DecodedBlock) -> Result<(), Trap> {
        if self.depth >= DEPTH_MAX {
            let message = format!("more than {DEPTH_MAX} nested regions and calls");
            return Err(Trap::new(Code::RecursionLimit, message));
        }
        self.depth += 1;
        for step in &body.steps {
            self.run_step(frame, step).map_err(|trap| self.locate(trap, step.id))?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// Runs blocks from the first on, following their branches; the block that ends otherwise.
    pub(crate) fn run_blocks<'b>(
        &mut self,
        frame: &mut CallFrame<D>,
        blocks: &'b [DecodedBlock],
    ) -> Result<&'b DecodedBlock, Trap> {
        let mut body = blocks
            .first()
            .ok_or_else(|| Trap::new(Code::MalformedOp, "there is no block"))?;
        loop {
            self.run_body(frame, body)?;
            let Some(end) = &body.end else { return Ok(body) };
            let DecodedKind::Branch(branch) = &end.kind else {
                return Ok(body);
            };
            let next = self
                .count_step()
                .and_then(|()| ops::cf::branch(self, frame, end, branch, blocks));
            body = next.map_err(|trap| self.locate(trap, end.id))?;
        }
    }

    fn run_step(&mut self, frame: &mut CallFrame<D>, step: &DecodedOp) -> Result<(), Trap> {
        self.count_step()?;
        if self.run_nest(frame, step) {
            return Ok(());
        }
        self.domain.enter(step.id, &self.loops);
        match step.by_parts {
            true => self.run_parts(frame, step),
            false => self.run_kind(frame, step),
        }
    }

    /// Runs an operation as what it is.
    pub(crate) fn run_kind(&mut self, frame: &mut CallFrame<D>, step: &DecodedOp) -> Result<(), Trap> {
        match &step.kind {
            DecodedKind::Arith(kind) => ops::arith::run(self, frame, step, kind),
            DecodedKind::Affine(kind) => ops::affine::run(self, frame, step, kind),
            DecodedKind::Scf(kind) => ops::scf::run(self, frame, step, kind),
            DecodedKind::MemRef(kind) => ops::memref::run(self, frame, step, kind),
            DecodedKind::Tensor(kind) => ops::tensor::run(self, frame, step, kind),
            DecodedKind::Linalg(kind) => ops::linalg::run(self, frame, step, kind),
            DecodedKind::Complex(kind) => ops::complex::run(self, frame, step, kind),
            DecodedKind::Bufferization(kind) => ops::bufferization::run(self, frame, step, kind),
            DecodedKind::Func(kind) => ops::func::run(self, frame, step, kind),
            DecodedKind::Vector(kind) => ops::vector::run(self, frame, step, kind),
            DecodedKind::Assert(message) => ops::cf::assert(self, frame, step, message),
            DecodedKind::Poison(kind) => ops::ub::run(self, frame, step, kind),
            DecodedKind::Refused(_) if self.events_stand_for(step) => ops::event::run(self, frame, step),
            DecodedKind::Refused(refusal) => Err(refusal.trap()),
            DecodedKind::End | DecodedKind::Branch(_) => Err(Trap::new(
                Code::MalformedOp,
                "a terminator stands in the middle of a block",
            )),
        }
    }

    /// Whether an operation that has no meaning is run.
    fn events_stand_for(&self, step: &DecodedOp) -> bool {
        self.options.unknown != Unknown::Refused && ops::event::is_unknown(self.module, step.id)
    }

    /// Counts an operation or an iteration.
    pub(crate) fn count_step(&mut self) -> Result<(), Trap> {
        self.count_steps(1)
    }

    /// Counts what takes as long as so many operations.
    pub(crate) fn count_steps(&mut self, steps: u64) -> Result<(), Trap> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > self.options.limits.steps {
            let message = format!("more than {} operations were run", self.options.limits.steps);
            return Err(Trap::new(Code::StepLimit, message));
        }
        Ok(())
    }

    /// Adds the place to an error that has none.
    pub(crate) fn locate(&self, mut trap: Trap, id: OpId) -> Trap {
        if trap.op.is_some() {
            return trap;
        }
        trap.op = Some(id);
        trap.span = self.module.op(id).span;
        let name = |iteration: &Iteration| {
            let span = match iteration.var {
                LoopVar::Value(value) => self.module.value(value).span,
                _ => self.module.op(iteration.op).name_span,
            };
            (iteration.name(self.module), iteration.value, span)
        };
        trap.loops = self.loops.iter().map(name).collect();
        trap.calls = self
            .calls
            .iter()
            .map(|(callee, op)| (callee.clone(), self.module.op(*op).span))
            .collect();
        trap
    }

    /// The name of operand `n`: `%A`.
    pub(crate) fn operand_name(&self, step: &DecodedOp, n: usize) -> String {
        match self.module.op(step.id).operands.get(n) {
            Some(operand) => self.module.value_name(operand.value),
            None => "?".to_owned(),
        }
    }

    pub(crate) fn operand_span(&self, step: &DecodedOp, n: usize) -> Span {
        self.module
            .op(step.id)
            .operands
            .get(n)
            .map_or(Span::NONE, |operand| operand.span)
    }

    pub(crate) fn operand_value(&self, step: &DecodedOp, n: usize) -> Option<ValueId> {
        self.module.op(step.id).operands.get(n).map(|operand| operand.value)
    }
}
