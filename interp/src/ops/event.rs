//! Operations without a meaning, and calls of functions that are only declared: what stands for them in runs that compare
//! programs ([`Unknown`]).
//!
//! A pseudo-random function of all that such an operation may read stands for it: its name, attributes and types, its
//! operands, the memory that it can reach, and the events before it. What it reaches is what the model of the analysis
//! says: memref arguments of the function that was called, globals that change, and local buffers once they were given to
//! an event. Half of the elements that it reaches it writes, and all that nobody wrote before; which ones these are is the
//! same in every domain ([`RunOptions::unknown_seed`]). So what is moved across it, or it across something, shows in the end,
//! and so does an event that is left out.
//!
//! [`RunOptions::unknown_seed`]: crate::RunOptions::unknown_seed
//!
//! What an operation does with memory that nobody wrote is not known: a run notes that there was some.

use crate::code::DecodedOp;
use crate::domain::{DataElem, Domain};
use crate::machine::{CallFrame, Machine};
use crate::memory::{BufferEvent, BufferId, BufferView};
use crate::value::{Contents, RuntimeValue};
use crate::{Code, Scalar, ScalarType, Trap};
use polyvet_ir::ops::{Effects, Repeats, is_of_mlir};
use polyvet_ir::{Attr, Dim, Module, OpId, Type};
use std::rc::Rc;

/// An event is described, and kept until the run ends: it counts as so many operations.
const EVENT_STEPS: u64 = 10;

/// What operations without a meaning are in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unknown {
    /// Errors.
    #[default]
    Refused,
    /// Events, which may read and write all memory that they can reach.
    Events,
    /// As little as they can be: functions of their operands where they have results, else events that read and write
    /// no other memory than their operands', or nothing if their dialect is MLIR's own. Calls are events.
    Functions,
}

/// The events of a run.
pub(crate) struct RunEvents<D: Domain> {
    /// Memref arguments of the function that was called.
    pub args: Vec<RuntimeValue<D>>,
    /// Globals that are reached.
    pub globals: Vec<OpId>,
    /// Local buffers that were given to events, in that order.
    pub escaped: Vec<Rc<BufferView>>,
    /// What happened.
    pub seen: Vec<(u64, Rc<str>)>,
    /// An event could see memory that nobody had written, or that was freed.
    pub unwritten: bool,
}

impl<D: Domain> Default for RunEvents<D> {
    fn default() -> RunEvents<D> {
        RunEvents {
            args: Vec::new(),
            globals: Vec::new(),
            escaped: Vec::new(),
            seen: Vec::new(),
            unwritten: false,
        }
    }
}

impl<D: Domain> Machine<'_, D> {
    /// Globals that events reach, beside what they reach anyway.
    pub fn reach_globals(&mut self, globals: &[OpId]) {
        self.events.globals = globals.to_vec();
    }

    /// The events so far, as elements that are equal if the events were the same.
    pub fn events_seen(&self) -> Contents {
        let elem = |(key, text): &(u64, Rc<str>)| {
            Some(DataElem::Abstract {
                key: u128::from(*key),
                text: Some(Rc::clone(text)),
            })
        };
        Contents {
            shape: vec![self.events.seen.len() as i64],
            complex: false,
            ty: None,
            elems: self.events.seen.iter().map(elem).collect(),
        }
    }

    /// Whether an event could see memory that nobody had written, so that what it did is not known.
    pub fn events_saw_unwritten(&self) -> bool {
        self.events.unwritten
    }
}

/// Whether `op` is one that [`Unknown`] is about.
pub(crate) fn is_unknown(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    module.own_effects(op) == Effects::UNKNOWN
        && !data.info().is_terminator()
        && !data.name.contains(".dma_")
        && data.regions.is_empty()
        && data.successors.is_empty()
        && data.opaque.is_none()
}

/// A 64-bit digest of numbers and texts.
#[derive(Clone, Copy)]
struct Digest(u64);

impl Digest {
    fn add(&mut self, number: u64) {
        self.0 = crate::draw::scramble(self.0.rotate_left(7) ^ number);
    }

    fn text(&mut self, text: &str) {
        self.add(text.len() as u64);
        for bytes in text.as_bytes().chunks(8) {
            self.add(bytes.iter().fold(0, |all, byte| all << 8 | u64::from(*byte)));
        }
    }

    fn elem(&mut self, elem: &DataElem) {
        match elem {
            DataElem::Scalar(value) => {
                self.text(&value.ty.to_string());
                self.add(if value.is_nan() { u64::MAX } else { value.bits });
            }
            DataElem::Abstract { key, .. } => {
                self.add((key >> 64) as u64);
                self.add(*key as u64);
            }
        }
    }
}

fn refuse<T>(what: impl Into<String>) -> Result<T, Trap> {
    Err(Trap::new(Code::UnsupportedOp, what))
}

/// A buffer that an event reaches.
struct ReachedBuffer {
    view: Rc<BufferView>,
    label: String,
}

pub(crate) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
) -> Result<(), Trap> {
    let op = machine.module.op(step.id);
    if machine.part.is_some() || step.by_parts || machine.mask.is_some() {
        return refuse(format!("`{}` is not known", op.name));
    }
    let parallel = |one: &crate::Iteration| machine.module.op(one.op).info().repeats() != Some(Repeats::Counted);
    if machine.loops.iter().any(parallel) {
        return refuse(format!("`{}` stands in a loop that has no order", op.name));
    }
    machine.count_steps(EVENT_STEPS)?;
    let call = op.dialect() == "func";
    let little = machine.options.unknown == Unknown::Functions && !call;
    let pure = little && !op.results.is_empty();
    if little && op.results.is_empty() && is_of_mlir(op.dialect()) {
        return Ok(());
    }
    let operands: Vec<RuntimeValue<D>> = step.operands.iter().map(|slot| frame.get(*slot).clone()).collect();
    let mut digest = Digest(0x9e37_79b9_7f4a_7c15 ^ machine.options.unknown_seed);
    describe(machine.module, step.id, &mut digest);
    let mut given = Vec::new();
    for value in &operands {
        operand(machine, value, &mut digest, &mut given)?;
    }
    let reached = match little {
        true => given,
        false => reached(machine)?,
    };
    for one in &reached {
        contents(machine, one, &mut digest)?;
    }
    if !pure {
        let before = machine.events.seen.last().map_or(0, |(key, _)| *key);
        digest.add(if little { 0 } else { before });
        digest.add(if little { 0 } else { machine.events.seen.len() as u64 });
        let text = shown(machine, step.id, &operands);
        machine.events.seen.push((digest.0, text));
        let mut choice = Digest(machine.options.unknown_seed);
        describe(machine.module, step.id, &mut choice);
        choice.add(machine.events.seen.len() as u64);
        for one in &reached {
            leave(machine, one, digest, choice)?;
        }
    }
    for (number, slot) in step.results.iter().enumerate() {
        let mut digest = digest;
        digest.add(number as u64);
        let ty = machine.module.ty(op.results[number]).clone();
        let value = result(machine, &ty, digest)?;
        frame.set(*slot, value);
    }
    Ok(())
}

/// What the operation is, whatever it gets.
fn describe(module: &Module, op: OpId, digest: &mut Digest) {
    let data = module.op(op);
    digest.text(&data.name);
    let mut attrs: Vec<(&str, &Attr)> = { data.properties.iter().chain(data.attrs.iter()) }
        .filter(|(name, _)| !name.starts_with("polyvet.") && (data.dialect() != "func" || *name == "callee"))
        .collect();
    attrs.sort_by_key(|(name, _)| *name);
    for (name, attr) in attrs {
        digest.text(name);
        digest.text(&attr.to_string());
    }
    for value in data.operand_values().chain(data.results.iter().copied()) {
        digest.text(&module.ty(value).to_string());
    }
}

/// For people: the operation, whom it calls, and the numbers it gets.
fn shown<D: Domain>(machine: &Machine<'_, D>, op: OpId, operands: &[RuntimeValue<D>]) -> Rc<str> {
    let data = machine.module.op(op);
    let name = match data.attr("callee") {
        Some(callee @ Attr::Symbol(_)) => format!("call {callee}"),
        _ => data.name.to_string(),
    };
    let show = |value: &RuntimeValue<D>| match value {
        RuntimeValue::Index(index) => index.to_string(),
        RuntimeValue::Data(data) => machine.domain.elem(*data).to_string(),
        other => other.kind().to_owned(),
    };
    let operands: Vec<String> = operands.iter().map(show).collect();
    format!("{name}({})", operands.join(", ")).into()
}

fn operand<D: Domain>(
    machine: &mut Machine<'_, D>,
    value: &RuntimeValue<D>,
    digest: &mut Digest,
    given: &mut Vec<ReachedBuffer>,
) -> Result<(), Trap> {
    match value {
        RuntimeValue::Index(index) => digest.add(*index as u64),
        RuntimeValue::Data(data) => digest.elem(&machine.domain.elem(*data)),
        RuntimeValue::MemRef(view) => {
            let root = escape(machine, view)?;
            digest.text(&root.label);
            digest.add(view.offset as u64);
            for (extent, stride) in view.shape.iter().zip(&view.strides) {
                digest.add(*extent as u64);
                digest.add(*stride as u64);
            }
            if !given.iter().any(|one| one.label == root.label) {
                given.push(root);
            }
        }
        RuntimeValue::Tensor(_) | RuntimeValue::Vector(_) => {
            let read = machine.read(value)?;
            elements(machine, &read, digest);
        }
        other => return refuse(format!("{} is given to an operation that is not known", other.kind())),
    }
    Ok(())
}

fn elements<D: Domain>(machine: &mut Machine<'_, D>, contents: &Contents, digest: &mut Digest) {
    for extent in &contents.shape {
        digest.add(*extent as u64);
    }
    for elem in &contents.elems {
        match elem {
            Some(elem) => digest.elem(elem),
            None => {
                machine.events.unwritten = true;
                digest.add(u64::MAX);
            }
        }
    }
}

/// The buffer of a window that an event gets, by the name that it has in both programs.
fn escape<D: Domain>(machine: &mut Machine<'_, D>, view: &Rc<BufferView>) -> Result<ReachedBuffer, Trap> {
    if let Some(known) = reached(machine)?.into_iter().find(|one| one.view.buffer == view.buffer) {
        return Ok(known);
    }
    let buffer = machine.memory.of(view);
    let count = buffer.cells.len() as i64;
    match buffer.kind {
        BufferEvent::Heap | BufferEvent::Stack => {}
        BufferEvent::Constant => {
            return Ok(ReachedBuffer {
                view: whole(view.buffer, count, view.ty),
                label: "constant".to_owned(),
            });
        }
        _ => return refuse(format!("`{}` is given to an operation that is not known", buffer.name)),
    }
    machine.events.escaped.push(whole(view.buffer, count, view.ty));
    let label = format!("local {}", machine.events.escaped.len() - 1);
    Ok(ReachedBuffer {
        view: whole(view.buffer, count, view.ty),
        label,
    })
}

fn whole(buffer: BufferId, count: i64, ty: ScalarType) -> Rc<BufferView> {
    Rc::new(BufferView {
        buffer,
        offset: 0,
        shape: vec![count],
        strides: vec![1],
        ty,
    })
}

/// All buffers that events reach now.
fn reached<D: Domain>(machine: &mut Machine<'_, D>) -> Result<Vec<ReachedBuffer>, Trap> {
    let mut all = Vec::new();
    for (number, arg) in machine.events.args.iter().enumerate() {
        if let RuntimeValue::MemRef(view) = arg {
            let label = format!("argument {number}");
            all.push(ReachedBuffer {
                view: Rc::clone(view),
                label,
            });
        } else if arg.is_memref() {
            return refuse("an event reaches complex numbers");
        }
    }
    for id in machine.events.globals.clone() {
        let view = super::view::global(machine, id)?;
        let label = format!("global {}", machine.module.symbol_path(id).unwrap_or_default());
        all.push(ReachedBuffer { view, label });
    }
    let freed = |view: &Rc<BufferView>| machine.memory.of(view).freed.is_some();
    // The other program may free it later, and no event may look.
    machine.events.unwritten |= machine.events.escaped.iter().any(freed);
    for (number, view) in machine.events.escaped.iter().enumerate() {
        if machine.memory.of(view).freed.is_none() {
            all.push(ReachedBuffer {
                view: Rc::clone(view),
                label: format!("local {number}"),
            });
        }
    }
    match all.iter().any(|one| !machine.memory.of(&one.view).overlays.is_empty()) {
        true => refuse("an event reaches a buffer of bytes"),
        false => Ok(all),
    }
}

fn contents<D: Domain>(machine: &mut Machine<'_, D>, one: &ReachedBuffer, digest: &mut Digest) -> Result<(), Trap> {
    digest.text(&one.label);
    let freed = machine.memory.of(&one.view).freed.is_some();
    if !freed {
        // Each element is looked at, and perhaps written.
        let extents = one.view.shape.iter().map(|extent| extent.unsigned_abs());
        machine.count_steps(extents.fold(1, u64::saturating_mul))?;
        let read = machine.read(&RuntimeValue::MemRef(Rc::clone(&one.view)))?;
        elements(machine, &read, digest);
    }
    Ok(())
}

/// What an event leaves in a buffer. `choice` says which elements it writes.
fn leave<D: Domain>(
    machine: &mut Machine<'_, D>,
    one: &ReachedBuffer,
    digest: Digest,
    choice: Digest,
) -> Result<(), Trap> {
    let buffer = machine.memory.of(&one.view);
    if buffer.kind == BufferEvent::Constant || buffer.freed.is_some() {
        return Ok(());
    }
    let (shape, view) = (one.view.shape.clone(), Rc::clone(&one.view));
    let (mut digest, mut choice) = (digest, choice);
    digest.text(&one.label);
    choice.text(&one.label);
    let mut number = 0;
    crate::ints::for_each_index(&shape, |index| {
        let (mut digest, mut choice) = (digest, choice);
        digest.add(number);
        choice.add(number);
        number += 1;
        let cell = machine.memory.locate(&view, index, &|| "an event".to_owned())?;
        let known = machine.memory.of(&view).cells[cell].is_some();
        if known && choice.0 & 1 == 0 {
            return Ok(());
        }
        let data = element(machine, view.ty, digest);
        machine.memory.write(view.buffer, cell, Some(data))
    })
}

fn element<D: Domain>(machine: &mut Machine<'_, D>, ty: ScalarType, digest: Digest) -> D::Data {
    if D::NUMBERS || ty.is_integer() {
        return machine.domain.constant(crate::draw::small(ty, digest.0));
    }
    machine.domain.input(&crate::InputElement {
        argument: u32::MAX,
        name: "event",
        ty,
        element: &[digest.0 as i64],
    })
}

fn result<D: Domain>(machine: &mut Machine<'_, D>, ty: &Type, digest: Digest) -> Result<RuntimeValue<D>, Trap> {
    if let Some(scalar) = ScalarType::of(ty) {
        return Ok(match scalar {
            ScalarType::Index => RuntimeValue::Index(Scalar::signed(crate::draw::small(scalar, digest.0))),
            _ => RuntimeValue::Data(element(machine, scalar, digest)),
        });
    }
    let (Type::Tensor { shape, elem, .. } | Type::Vector { shape, elem }) = ty else {
        return match ty {
            Type::MemRef { .. } | Type::UnrankedMemRef { .. } | Type::Complex(_) => {
                refuse(format!("nobody knows what is in a `{ty}`"))
            }
            _ if ty.shape().is_some() => refuse(format!("nobody knows what is in a `{ty}`")),
            // A value that only operations that are not known can use.
            _ => Ok(RuntimeValue::Index(digest.0 as i64)),
        };
    };
    let mut extents = Vec::new();
    for dim in shape {
        match dim {
            Dim::Static(extent) => extents.push(i64::try_from(*extent).unwrap_or(i64::MAX)),
            _ => return refuse(format!("nobody knows the extents of a `{ty}`")),
        }
    }
    let Some(scalar) = ScalarType::of(elem) else {
        return refuse(format!("nobody knows what is in a `{ty}`"));
    };
    let count = machine.memory.admit(&extents)?;
    let mut cells = Vec::with_capacity(count);
    for number in 0..count {
        let mut digest = digest;
        digest.add(number as u64);
        cells.push(Some(element(machine, scalar, digest)));
    }
    let data = Rc::new(machine.memory.tensor(extents, scalar, cells));
    Ok(match ty {
        Type::Vector { .. } => RuntimeValue::Vector(data),
        _ => RuntimeValue::Tensor(data),
    })
}
