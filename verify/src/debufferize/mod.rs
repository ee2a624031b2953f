//! Functions on buffers as functions on tensors, to compare a program with what bufferisation has made of it.
//!
//! A buffer has a *content* at each place of the program, which is a tensor. An operation that reads the buffer uses
//! its content there; one that writes to it makes another content. Loops carry the contents that they change, branches
//! give them ([`regions`]). Views are operations on tensors that are made again at each use ([`views`]): a `subview` is
//! an `extract_slice` for who reads it, an `insert_slice` for who writes to it. What the buffers of arguments hold in
//! the end
//! are results behind the others. This is array SSA form (Knobe, Sarkar 1998) of whole buffers.
//!
//! The function on tensors computes what the one on buffers does, and is undefined for the same inputs, because
//! - buffers do not overlap: arguments are apart, as everywhere here, and so is what `alloc` makes;
//! - an operation reads all elements of a buffer before it writes to that buffer, or reads only the element that it
//!   writes in the same iteration;
//! - memory is used by nobody else: a function with globals that change is not translated, nor one with events where
//!   buffers were there before. Where all buffers were tensors, events and functions that are only declared are taken
//!   to do to buffers what they do to tensors ([`Assumption::EventsOnTensors`]): such a function may write to what it
//!   is given;
//! - a buffer is freed once, by the block that has made it, and not used afterwards;
//! - copies and views do not look at elements, so that what was never written stays so: `tensor.empty` is not written.
//!
//! What cannot be translated for certain is no function on tensors, and nothing is said.

mod ops;
mod regions;
mod views;

use crate::Assumption;
use crate::interface::has_data_spaces;
use crate::validate::ProgramSide;
use polyvet_ir::{Attr, BlockId, Dim, Module, OpId, OpSpec, Span, Type, ValueId, func};
use std::collections::{BTreeSet, HashMap};
use views::{ShownBuffer, tensor_of};

/// Where a buffer is from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TensorOrigin {
    Argument(usize),
    /// Made by `alloc`, with this alignment.
    Heap(u64),
    /// It is gone when the function ends.
    Stack,
    /// Nobody writes to it: a constant, or a tensor that is shown as a buffer.
    Constant,
    /// It may be new, or that of one of these arguments.
    OneOf(Vec<usize>),
}

impl TensorOrigin {
    /// The arguments that a buffer may be, if it outlives the function.
    fn arguments(&self) -> Option<Vec<usize>> {
        match self {
            TensorOrigin::Argument(at) => Some(vec![*at]),
            TensorOrigin::OneOf(all) => Some(all.clone()),
            TensorOrigin::Heap(_) | TensorOrigin::Constant => Some(Vec::new()),
            TensorOrigin::Stack => None,
        }
    }
}

/// A buffer at a place of the program.
struct TrackedBuffer {
    origin: TensorOrigin,
    /// What it holds, but for `pending`; `None` once it is freed, or out of reach.
    content: Option<ValueId>,
    /// What was written last through a view, if that is not part of the content yet: it may be read back, or written
    /// over.
    pending: Option<(Vec<OpId>, ValueId)>,
    /// In how many regions the operation stands that has made it.
    depth: usize,
    /// Nobody may write to it any more, or free it.
    frozen: bool,
    /// Other buffers that it may be, all of them frozen.
    may_be: BTreeSet<usize>,
    /// By dimension, as far as anything is known of them.
    extents: Vec<BufferExtent>,
}

/// How many elements a buffer has along a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BufferExtent {
    Number(i64),
    /// What this value is.
    Value(ValueId),
    /// Nothing is known but that it is that of this dimension of this buffer.
    Of(usize, usize),
}

/// A buffer that is returned.
struct ReturnedTensor {
    origin: TensorOrigin,
    buffer: usize,
    is_whole: bool,
}

/// A function that is getting one on tensors.
struct Lifter {
    module: Module,
    /// What events do to buffers is what they do to tensors: there were no buffers.
    events_on_tensors: bool,
    /// Functions that are only declared had tensors where they have buffers.
    calls_on_tensors: bool,
    has_events: bool,
    buffers: Vec<TrackedBuffer>,
    views: HashMap<ValueId, ShownBuffer>,
    /// By buffer: steps to views, and what they are views of.
    steps: HashMap<usize, Vec<(ShownBuffer, OpId)>>,
    /// What steps show of tensors, as far as it was made on the way here.
    shown: HashMap<(OpId, ValueId), ValueId>,
    /// What has become of values that are no buffers.
    values: HashMap<ValueId, ValueId>,
    /// Values that are extents of buffers.
    extents: HashMap<ValueId, BufferExtent>,
    /// The types that values will have, which are memrefs as long as there are operations to be translated.
    types: Vec<(ValueId, Type)>,
    /// The operations of the block that is being made.
    made: Vec<OpId>,
    depth: usize,
}

/// A function on tensors.
struct Lifted {
    module: Module,
    has_events: bool,
    /// By number of the result: which buffer it was.
    returned: Vec<Option<ReturnedTensor>>,
}

/// Two functions on tensors.
pub(crate) struct OnTensors {
    pub modules: [Module; 2],
    /// What is assumed for that.
    pub assumes: Option<Assumption>,
}

/// Both functions on tensors, if one of them has buffers and both can be translated, and if `after` returns buffers
/// that may stand for what `before` returns.
pub(crate) fn debufferized(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<OnTensors> {
    if !has_buffers(before) && !has_buffers(after) {
        return None;
    }
    let types = func(before.module, before.func)?;
    let outputs = memrefs(&types.inputs);
    // What a function does to a buffer that `before` has is part of its meaning.
    let [one, other] = [lifted(before, &outputs, false)?, lifted(after, &outputs, true)?];
    let assumes = (one.has_events || other.has_events).then_some(Assumption::EventsOnTensors);
    are_alike(&one.returned, &other.returned, &types.inputs).then_some(OnTensors {
        modules: [one.module, other.module],
        assumes,
    })
}

/// A function on tensors that computes what this one does on buffers, and returns what the buffers of its arguments
/// hold in the end behind its results; `None` if it has no buffers, or cannot be translated. The function has the same
/// number in the module.
pub fn on_tensors(side: ProgramSide<'_>) -> Option<Module> {
    let types = func(side.module, side.func)?;
    has_buffers(side)
        .then(|| lifted(side, &memrefs(&types.inputs), false))?
        .map(|lifted| lifted.module)
}

fn memrefs(types: &[Type]) -> Vec<usize> {
    (0..types.len()).filter(|at| types[*at].is_memref()).collect()
}

fn has_buffers(side: ProgramSide<'_>) -> bool {
    touches_memory(side.module, side.func)
}

/// Whether an operation, or one inside it, has anything to do with memrefs.
fn touches_memory(module: &Module, op: OpId) -> bool {
    let is_memref = |value: &ValueId| module.ty(*value).is_memref();
    module.any_op(op, &mut |_, inner| {
        let mut blocks = inner.regions.iter().flat_map(|region| &module.region(*region).blocks);
        inner.operand_values().any(|value| is_memref(&value))
            || inner.results.iter().any(is_memref)
            || blocks.any(|block| module.block(*block).args.iter().any(is_memref))
            || inner.dialect() == "memref"
    })
}

/// Whether each buffer that `after` returns may be what `before` returns, as far as the caller sees (`buffers`).
fn are_alike(before: &[Option<ReturnedTensor>], after: &[Option<ReturnedTensor>], inputs: &[Type]) -> bool {
    let is_same = |list: &[Option<ReturnedTensor>], x: usize, y: usize| match (&list[x], &list[y]) {
        (Some(x), Some(y)) => x.buffer == y.buffer,
        _ => false,
    };
    before.len() == after.len() && { 0..after.len() }.all(|at| match (&before[at], &after[at]) {
        (None, None) => true,
        (Some(_), None) => false,
        (None, Some(new)) => match new.origin {
            TensorOrigin::Heap(_) | TensorOrigin::Constant => true,
            TensorOrigin::Argument(place) => inputs[place].is_tensor(),
            TensorOrigin::OneOf(ref places) => places.iter().all(|place| inputs[*place].is_tensor()),
            TensorOrigin::Stack => false,
        },
        (Some(old), Some(new)) => {
            let origins = match (&old.origin, &new.origin) {
                (TensorOrigin::Heap(old), TensorOrigin::Heap(new)) => old <= new,
                (TensorOrigin::Argument(old), TensorOrigin::Argument(new)) => old == new,
                _ => false,
            };
            let shared = |other: usize| is_same(before, at, other) == is_same(after, at, other);
            origins && old.is_whole && new.is_whole && (0..at).all(shared)
        }
    })
}

/// A function on tensors which returns, behind its results, what the buffers of these arguments hold in the end. It may
/// be the `second` one, in which a pass made buffers of tensors.
fn lifted(side: ProgramSide<'_>, outputs: &[usize], second: bool) -> Option<Lifted> {
    let types = func(side.module, side.func)?;
    // Tensors have all elements within their extents.
    if has_data_spaces(side) {
        return None;
    }
    let block = side.module.only_block(side.func, 0)?;
    let mut lifter = Lifter {
        module: side.module.clone(),
        events_on_tensors: outputs.is_empty(),
        calls_on_tensors: second && outputs.is_empty(),
        has_events: false,
        buffers: Vec::new(),
        views: HashMap::new(),
        steps: HashMap::new(),
        shown: HashMap::new(),
        values: HashMap::new(),
        extents: HashMap::new(),
        types: Vec::new(),
        made: Vec::new(),
        depth: 0,
    };
    let mut inputs = types.inputs.clone();
    let mut contents = HashMap::new();
    for (at, arg) in types.args.iter().enumerate() {
        if lifter.module.ty(*arg).is_memref() {
            let content = lifter.argument(at, *arg, block)?;
            inputs[at] = lifter.module.ty(content).clone();
            contents.insert(content, *arg);
        }
    }
    let (mut results, mut returned) = (types.results.clone(), Vec::new());
    lifter.block(block, &mut |lifter, last| {
        if !lifter.module.op(last).info().is_return() {
            return None;
        }
        for (at, result) in results.iter_mut().enumerate() {
            returned.push(lifter.returned((last, at), result)?);
        }
        for at in outputs {
            let of_argument = |buffer: &TrackedBuffer| buffer.origin == TensorOrigin::Argument(*at);
            let buffer = lifter.buffers.iter().position(of_argument)?;
            let content = lifter.content(buffer)?;
            lifter.module.add_operand(last, content);
            results.push(lifter.module.ty(content).clone());
        }
        Some(())
    })?;
    let (mut module, has_events) = (lifter.module, lifter.has_events);
    for (value, ty) in lifter.types {
        module.value_mut(value).ty = ty;
    }
    // What an argument holds at first takes its place.
    module.block_mut(block).args.truncate(types.args.len());
    for (content, arg) in &contents {
        module.value_mut(*arg).ty = module.ty(*content).clone();
    }
    module.replace_uses(side.func, &contents);
    if touches_memory(&module, side.func) {
        return None;
    }
    let properties = &mut module.op_mut(side.func).properties;
    properties.set("function_type", Attr::Type(Type::Function { inputs, results }));
    properties.remove("res_attrs");
    Some(Lifted {
        module,
        has_events,
        returned,
    })
}

impl BufferExtent {
    /// What a type says about it.
    fn said(dim: &Dim) -> Option<BufferExtent> {
        match dim {
            Dim::Static(extent) => i64::try_from(*extent).ok().map(BufferExtent::Number),
            _ => None,
        }
    }
}

/// The extents that the type of the content of a buffer says.
fn own_extents(ty: &Type, buffer: usize) -> Vec<BufferExtent> {
    let extent = |(at, dim): (usize, &Dim)| BufferExtent::said(dim).unwrap_or(BufferExtent::Of(buffer, at));
    ty.shape().unwrap_or_default().iter().enumerate().map(extent).collect()
}

impl Lifter {
    /// What the buffer of argument `at` holds at first, as another argument for now.
    fn argument(&mut self, at: usize, arg: ValueId, block: BlockId) -> Option<ValueId> {
        let ty = tensor_of(self.module.ty(arg))?;
        if !views::is_injective(self.module.ty(arg)) {
            return None;
        }
        let content = self.module.add_block_arg(block, ty, None, Span::NONE);
        self.new_buffer(arg, TensorOrigin::Argument(at), content);
        Some(content)
    }

    /// `value` shows a new buffer that holds `content`.
    fn new_buffer(&mut self, value: ValueId, origin: TensorOrigin, content: ValueId) {
        let buffer = self.buffers.len();
        let steps = Vec::new();
        self.views.insert(value, ShownBuffer { buffer, steps });
        let extents = own_extents(self.module.ty(content), buffer);
        self.buffers.push(TrackedBuffer {
            origin,
            content: Some(content),
            pending: None,
            depth: self.depth,
            frozen: false,
            may_be: BTreeSet::new(),
            extents,
        });
    }

    /// The buffer that is result `at` of what returns, as its content; `None` within if it is none.
    fn returned(&mut self, (last, at): (OpId, usize), ty: &mut Type) -> Option<Option<ReturnedTensor>> {
        let value = self.module.op(last).operands.get(at)?.value;
        if !self.module.ty(value).is_memref() {
            return Some(None);
        }
        let view = self.view(value)?;
        let shown = self.read(&view)?;
        self.module.op_mut(last).operands[at].value = shown;
        *ty = self.module.ty(shown).clone();
        Some(Some(ReturnedTensor {
            origin: self.buffers[view.buffer].origin.clone(),
            buffer: view.buffer,
            is_whole: view.steps.is_empty(),
        }))
    }

    /// Translates a block and all that is in it; `end` what it ends with.
    fn block(&mut self, block: BlockId, end: &mut dyn FnMut(&mut Lifter, OpId) -> Option<()>) -> Option<()> {
        let ops = std::mem::take(&mut self.module.block_mut(block).ops);
        let outer = std::mem::take(&mut self.made);
        let (last, ops) = ops.split_last()?;
        for op in ops {
            self.op(*op)?;
        }
        if !self.module.op(*last).info().is_terminator() {
            return None;
        }
        self.update_operands(*last);
        end(self, *last)?;
        self.made.push(*last);
        let made = std::mem::replace(&mut self.made, outer);
        for op in &made {
            self.module.op_mut(*op).parent = Some(block);
        }
        self.module.block_mut(block).ops = made;
        Some(())
    }

    /// A new operation with one result.
    fn one(&mut self, spec: OpSpec) -> ValueId {
        let op = self.module.add_op(spec);
        self.made.push(op);
        self.module.op(op).results[0]
    }

    /// The extent that a value is.
    fn extent(&self, value: ValueId) -> BufferExtent {
        self.extents.get(&value).copied().unwrap_or(BufferExtent::Value(value))
    }

    /// What has become of a value.
    fn value(&self, value: ValueId) -> ValueId {
        self.values.get(&value).copied().unwrap_or(value)
    }

    /// The operands of an operation become what they are now; those of operations inside it are left.
    fn update_operands(&mut self, op: OpId) {
        let values: Vec<ValueId> = self
            .module
            .op(op)
            .operand_values()
            .map(|value| self.value(value))
            .collect();
        for (operand, value) in self.module.op_mut(op).operands.iter_mut().zip(values) {
            operand.value = value;
        }
    }
}
