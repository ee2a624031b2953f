//! Operations without a meaning of their own, as uninterpreted functions ([`super::ExtractOptions::events`]).
//!
//! Nobody knows what such an operation does, so it is an *event*: a function of what it is (name, attributes, types),
//! of its operands, of all memory that it can reach, and of all events before it. Its results and what it leaves in
//! that memory are functions of the same. It can reach the memrefs among the arguments of the function, globals, and
//! the local buffers that the function ever gives to an event. So one event is these statements:
//!
//! ```text
//! for each array A that it reaches, for x in A:     seen_A := events.see(seen_A, A[x])
//! world, results := test.op(operands, seen_A, .., world)
//! for each array A that it reaches, for x in A:     A[x] := events.left(world, x)
//! ```
//!
//! `world` is an array of one element that shows in the end, like an argument. Two programs with equal terms for it have
//! the same events on equal values and equal memory, in the same order: the operations have no laws, so equal terms are
//! equal all the way down. Real operations read and write less, which is one interpretation among all those for which
//! the equation holds.
//!
//! Arrays are distinguished by labels that both programs share: the number of the argument, the path of the global, and
//! for local buffers their number in the order in which they are first given to an event. What has no such label, or
//! what may hide another way to memory (addresses as numbers, buffers of bytes), is refused.

use super::facts::Facts;
use super::payload::StmtDraft;
use super::tensors::{in_order, shows_operand};
use super::walk::leaf;
use super::{Extractor, Fallible, LoopFrame, unsupported};
use crate::ids::ArrayId;
use crate::scop::{Access, AccessKind, Array, ArrayKind, PayloadKind};
use polyvet_ir::ops::Effects;
use polyvet_ir::{Attr, Attrs, Module, OpId, Span, Type, ValueId};
use polyvet_poly::{DimKind, Id, Map, PwAff, Schedule};

/// What is known of events while a function is modelled.
#[derive(Default)]
pub(super) struct ModelledEvents {
    /// Operations without a meaning are events.
    pub on: bool,
    /// What all of them reach, in an order that other programs share.
    reached: Vec<ReachedArray>,
    /// Local buffers that are given to events, in the order of the text.
    escaped: Vec<ValueId>,
}

impl ModelledEvents {
    pub(super) fn new(on: bool) -> ModelledEvents {
        ModelledEvents {
            on,
            ..ModelledEvents::default()
        }
    }
}

/// An array that events reach.
#[derive(Clone)]
struct ReachedArray {
    array: ArrayId,
    label: String,
    /// Nobody may write to it.
    constant: bool,
}

/// Whether an operation is an event if events are requested: it may do anything, and is no declaration or terminator.
/// Transfers that go on after it have no such meaning.
pub fn is_event(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    let info = data.info();
    let declares = info.is_symbol() || info.is_function() || info.is_symbol_table();
    let goes_on = data.name.contains(".dma_");
    module.own_effects(op) == Effects::UNKNOWN && !declares && !goes_on && !info.is_terminator()
}

impl Extractor<'_> {
    /// Finds what events reach. Arrays of arguments exist.
    pub(super) fn find_events(&mut self, func: OpId, globals: &[String]) -> Fallible<()> {
        let module = self.module;
        let mut events = Vec::new();
        let mut hidden = None;
        module.walk(func, &mut |id, op| {
            if id != func && is_event(module, id) {
                events.push(id);
            }
            let hides = matches!(
                op.name.as_str(),
                "memref.view" | "memref.extract_aligned_pointer_as_index" | "memref.extract_strided_metadata"
            );
            if hides || op.dialect() == "bufferization" {
                hidden = hidden.or(Some(id));
            }
        });
        self.events.on &= !events.is_empty();
        if !self.events.on {
            return Ok(());
        }
        if let Some(op) = hidden {
            let data = module.op(op);
            let message = format!("what `{}` makes may be memory that an event reaches", data.name);
            return Err(unsupported("unmodelled-op", message, data.name_span));
        }
        self.world();
        for (number, value) in module.block(self.facts.entry).args.iter().enumerate() {
            if let (true, Some(array)) = (module.ty(*value).is_memref(), self.places.array_of.get(value)) {
                self.reach(*array, format!("argument {number}"), false);
            }
        }
        self.reach_globals(func, globals)?;
        for event in events {
            for operand in module.op(event).operands.clone() {
                if module.ty(operand.value).is_memref() {
                    self.escapes(operand.value, operand.span)?;
                }
            }
        }
        Ok(())
    }

    fn reach(&mut self, array: ArrayId, label: String, constant: bool) {
        self.events.reached.push(ReachedArray { array, label, constant });
    }

    fn reach_globals(&mut self, func: OpId, globals: &[String]) -> Fallible<()> {
        let module = self.module;
        let mut handles = Vec::new();
        module.walk(func, &mut |_, op| {
            if op.name == "memref.get_global" {
                handles.push((op.results[0], op.span));
            }
        });
        for (handle, span) in handles {
            self.memref(handle, span)?;
        }
        self.foreign_globals(globals)?;
        let mut found: Vec<_> = self
            .draft
            .arrays
            .keys()
            .filter_map(|array| Some((self.draft.arrays[array].symbol.clone()?, array)))
            .filter(|(path, _)| path != WORLD)
            .collect();
        found.sort();
        for (path, array) in found {
            let constant = self.is_constant_global(array);
            self.reach(array, format!("global {path}"), constant);
        }
        Ok(())
    }

    /// Notes that an event gets a memref.
    fn escapes(&mut self, memref: ValueId, span: Span) -> Fallible<()> {
        let base = self.facts.base(memref);
        let array = self.memref(base, span)?;
        if self.events.reached.iter().any(|known| known.array == array) {
            return Ok(());
        }
        let maker = self.module.defining_op(base).map(|op| self.module.op(op));
        let maker = maker.filter(|op| {
            op.parent == Some(self.facts.entry) && matches!(op.name.as_str(), "memref.alloc" | "memref.alloca")
        });
        let Some(maker) = maker else {
            let message = format!(
                "the buffer of `{}` has no name in other programs",
                self.module.value_name(memref)
            );
            return Err(unsupported("unmodelled-op", message, span));
        };
        let label = format!("{} {}", maker.name, self.events.escaped.len());
        self.events.escaped.push(base);
        self.reach(array, label, false);
        Ok(())
    }

    /// Whether an operation frees a buffer that events reach: that has its place among them.
    pub(super) fn frees_escaped(&self, op: OpId) -> bool {
        self.events.on
            && self
                .events
                .escaped
                .contains(&self.facts.base(self.module.op(op).operand(0)))
    }

    /// The statements of an event.
    pub(super) fn event(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let module = self.module;
        let data = module.op(op);
        let refuse = |what: &str| {
            let message = format!("`{}` {what}, so it has no model", data.name);
            Err(unsupported("unmodelled-op", message, data.name_span))
        };
        if !data.regions.is_empty() || !data.successors.is_empty() || data.opaque.is_some() {
            return refuse("has regions or text that is not known");
        }
        let last = data.parent.and_then(|block| module.block(block).ops.last().copied());
        if last == Some(op) {
            return refuse("ends a block");
        }
        let scalar = |value: ValueId| {
            let ty = module.ty(value);
            ty.shape().is_none() && !ty.is_memref() && !matches!(ty, Type::Tuple(_) | Type::Vector { .. })
        };
        if !data.results.iter().all(|result| scalar(*result)) {
            return refuse("makes more than scalars");
        }
        let mut before = None;
        let mut inputs = Vec::new();
        let mut shown = String::new();
        for operand in data.operands.clone() {
            let ty = module.ty(operand.value);
            if ty.is_memref() {
                let label = self.event_memref(op, operand.value, frame, (&mut before, &mut inputs))?;
                shown += &format!("{label}; ");
            } else if matches!(ty, Type::Tensor { .. }) {
                let array = self.tensor(operand.value, operand.span)?;
                inputs.push(EventInput::Register(self.see_array(op, array, frame, &mut before)?));
                shown += "tensor; ";
            } else if scalar(operand.value) {
                inputs.push(EventInput::Value(operand.value));
                shown += "value; ";
            } else {
                return refuse("has operands without a model");
            }
        }
        // To free a buffer changes nothing that is in another one.
        let reached = match data.name == "memref.dealloc" {
            true => Vec::new(),
            false => self.events.reached.clone(),
        };
        let mut labels = String::new();
        for one in &reached {
            inputs.push(EventInput::Register(self.see_array(
                op,
                one.array,
                frame,
                &mut before,
            )?));
            labels += &format!("{}; ", one.label);
        }
        let token = self.event_token(op, frame, &inputs, what(module, op, &shown, &labels))?;
        let mut all = in_order(before, token)?;
        for one in reached.iter().filter(|one| !one.constant) {
            let left = self.leave(op, one, frame)?;
            all = in_order(Some(all), left)?;
        }
        Ok(all)
    }

    /// A memref that an event gets: what tells it from others, beside its elements.
    fn event_memref(
        &mut self,
        op: OpId,
        memref: ValueId,
        frame: &LoopFrame,
        (before, inputs): (&mut Option<Schedule>, &mut Vec<EventInput>),
    ) -> Fallible<String> {
        let span = self.module.op(op).span;
        let array = self.memref(memref, span)?;
        let label = { self.events.reached.iter() }
            .find(|one| one.array == array)
            .map(|one| one.label.clone());
        let Some(label) = label else {
            return Err(unsupported(
                "unmodelled-op",
                "an event gets a buffer that was not seen",
                span,
            ));
        };
        let extents = self.extents(memref, span)?;
        for extent in &extents {
            inputs.push(EventInput::Index(extent.on(self, frame)?));
        }
        if self.facts.base(memref) == memref {
            return Ok(label);
        }
        // Which elements of the buffer it shows.
        let seen = self.new_seen(frame);
        let first = frame.dims.len();
        self.start(op, seen, frame, before)?;
        let inner = self.region_loops(op, frame, &extents)?;
        let subscripts = self.facts.variables(&inner, first)?;
        let (_, subscripts) = self.resolve(memref, subscripts, &inner, span)?;
        let mut draft = StmtDraft::new(&inner, self.stmt_name(op));
        let mut nodes = Vec::new();
        for subscript in subscripts {
            nodes.push(self.index_node(&mut draft, subscript, span)?);
        }
        let seeing = self.see(op, draft, (seen, nodes), first)?;
        *before = Some(in_order(before.take(), seeing)?);
        inputs.push(EventInput::Register(seen));
        Ok(format!("part of {label}"))
    }

    /// A register that depends on all elements of an array, and in which order they stand.
    fn see_array(
        &mut self,
        op: OpId,
        array: ArrayId,
        frame: &LoopFrame,
        before: &mut Option<Schedule>,
    ) -> Fallible<ArrayId> {
        let (span, first) = (self.module.op(op).span, frame.dims.len());
        let seen = self.new_seen(frame);
        self.start(op, seen, frame, before)?;
        let inner = self.array_loops(op, array, frame)?;
        let subscripts = self.facts.variables(&inner, first)?;
        let mut draft = StmtDraft::new(&inner, self.stmt_name(op));
        let relation = self.relation(&draft, array, subscripts)?;
        let elem = self.draft.arrays[array].elem.clone();
        let read = Access {
            kind: AccessKind::Read,
            array,
            relation,
            span,
        };
        let node = draft.read(read, &elem);
        let seeing = self.see(op, draft, (seen, vec![node]), first)?;
        *before = Some(in_order(before.take(), seeing)?);
        Ok(seen)
    }

    fn new_seen(&mut self, frame: &LoopFrame) -> ArrayId {
        let name = self.naming.names.unique("seen");
        self.draft.arrays.push_and_get_key(Array {
            name,
            elem: token_type(),
            extents: vec![None; frame.kept_rank()],
            kind: ArrayKind::Register,
            value: None,
            symbol: None,
            versions: Vec::new(),
            may_be_unwritten: false,
            span: Span::NONE,
            layout: None,
            space: None,
        })
    }

    /// `seen := 0`
    fn start(&mut self, op: OpId, seen: ArrayId, frame: &LoopFrame, before: &mut Option<Schedule>) -> Fallible<()> {
        let span = self.module.op(op).span;
        let mut draft = StmtDraft::new(frame, self.stmt_name(op));
        let node = draft.node(PayloadKind::Const(Attr::i64(0)), &token_type(), span);
        let access = self.register_access(&draft, seen, AccessKind::MustWrite, span)?;
        draft.write(access, node);
        let first = leaf(self.push_stmt(draft, op)?)?;
        *before = Some(in_order(before.take(), first)?);
        Ok(())
    }

    /// `seen := events.see(seen, nodes)`, in the loops from number `first` on.
    fn see(
        &mut self,
        op: OpId,
        mut draft: StmtDraft,
        (seen, nodes): (ArrayId, Vec<usize>),
        first: usize,
    ) -> Fallible<Schedule> {
        let span = self.module.op(op).span;
        let last = self.register_access(&draft, seen, AccessKind::Read, span)?;
        let mut operands = vec![draft.read(last, &token_type())];
        operands.extend(nodes);
        let node = draft.node(
            uninterpreted("events.see", Attrs::default(), operands),
            &token_type(),
            span,
        );
        let access = self.register_access(&draft, seen, AccessKind::MustWrite, span)?;
        draft.write(access, node);
        self.region_done(op, draft, first)
    }

    /// `world, results := op(inputs, world)`
    fn event_token(&mut self, op: OpId, frame: &LoopFrame, inputs: &[EventInput], what: Attrs) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let span = data.span;
        let mut draft = StmtDraft::new(frame, self.stmt_name(op));
        let mut operands = Vec::new();
        for input in inputs {
            operands.push(match input {
                EventInput::Value(value) => self.value(&mut draft, *value)?,
                EventInput::Index(index) => self.index_node(&mut draft, index.clone(), span)?,
                EventInput::Register(register) => {
                    let access = self.register_access(&draft, *register, AccessKind::Read, span)?;
                    draft.read(access, &token_type())
                }
            });
        }
        let world = self.world();
        let access = self.world_access(&draft, world, AccessKind::Read, span)?;
        operands.push(draft.read(access, &token_type()));
        let token = draft.node(uninterpreted(data.name.as_str(), what, operands), &token_type(), span);
        let access = self.world_access(&draft, world, AccessKind::MustWrite, span)?;
        draft.write(access, token);
        for (number, result) in data.results.clone().into_iter().enumerate() {
            let mut which = Attrs::default();
            which.set("number", Attr::i64(number as i64));
            let ty = self.module.ty(result).clone();
            let node = draft.node(uninterpreted("events.result", which, vec![token]), &ty, span);
            let register = self.new_register(result, frame.kept_rank());
            let access = self.register_access(&draft, register, AccessKind::MustWrite, span)?;
            draft.write(access, node);
        }
        leaf(self.push_stmt(draft, op)?)
    }

    /// `A[x] := events.left(world, x)`
    fn leave(&mut self, op: OpId, one: &ReachedArray, frame: &LoopFrame) -> Fallible<Schedule> {
        let (span, first) = (self.module.op(op).span, frame.dims.len());
        let inner = self.array_loops(op, one.array, frame)?;
        let subscripts = self.facts.variables(&inner, first)?;
        let mut draft = StmtDraft::new(&inner, self.stmt_name(op));
        let world = self.world();
        let access = self.world_access(&draft, world, AccessKind::Read, span)?;
        let mut operands = vec![draft.read(access, &token_type())];
        for subscript in subscripts.clone() {
            operands.push(self.index_node(&mut draft, subscript, span)?);
        }
        let mut which = Attrs::default();
        which.set("of", Attr::Opaque(one.label.clone()));
        let elem = self.draft.arrays[one.array].elem.clone();
        let node = draft.node(uninterpreted("events.left", which, operands), &elem, span);
        let relation = self.relation(&draft, one.array, subscripts)?;
        let write = Access {
            kind: AccessKind::MustWrite,
            array: one.array,
            relation,
            span,
        };
        draft.write(write, node);
        self.region_done(op, draft, first)
    }

    /// Loops over the elements of an array.
    fn array_loops(&mut self, op: OpId, array: ArrayId, frame: &LoopFrame) -> Fallible<LoopFrame> {
        let Array {
            extents, layout, name, ..
        } = &self.draft.arrays[array];
        let known: Option<Vec<PwAff>> = extents.iter().cloned().collect();
        let Some(extents) = known.filter(|_| layout.is_none()) else {
            let message = format!("an event reaches `{name}`, whose elements are not known one by one");
            return Err(unsupported("unmodelled-op", message, self.module.op(op).span));
        };
        let mut inner = frame.clone();
        for (dim, extent) in extents.into_iter().enumerate() {
            let upper = extent.insert_domain(self.facts.space(&inner)?)?;
            let range = super::walk::LoopBound {
                lower: vec![self.number(&inner, 0)?],
                upper: vec![upper],
                step: 1,
            };
            inner = self.enter_named(op, &format!("c{dim}"), None, None, range, &inner)?;
        }
        Ok(inner)
    }

    fn index_node(&mut self, draft: &mut StmtDraft, index: PwAff, span: Span) -> Fallible<usize> {
        let index = index.set_tuple_id(DimKind::In, Id::named(&self.ctx, &draft.name)?)?;
        Ok(draft.node(PayloadKind::Index(index), &Type::Index, span))
    }

    fn world_access(&self, draft: &StmtDraft, world: ArrayId, kind: AccessKind, span: Span) -> Fallible<Access> {
        let relation: Map = self.relation(draft, world, Vec::new())?;
        Ok(Access {
            kind,
            array: world,
            relation,
            span,
        })
    }
}

impl Facts<'_> {
    /// The memref whose buffer a memref shows.
    fn base(&self, memref: ValueId) -> ValueId {
        let mut value = memref;
        loop {
            if let Some(init) = self.kept(value) {
                value = init;
                continue;
            }
            let op = self.module.defining_op(value).map(|op| self.module.op(op));
            match op.filter(|op| shows_operand(op)) {
                Some(op) => value = op.operand(0),
                None => return value,
            }
        }
    }
}

impl crate::Scop {
    /// Whether it has operations without a meaning, as events ([`super::ExtractOptions::events`]).
    pub fn has_events(&self) -> bool {
        self.arrays.iter().any(|array| array.symbol.as_deref() == Some(WORLD))
    }

    /// Whether some operation may be undefined, for some parameters or on some data.
    pub fn may_be_undefined(&self) -> bool {
        let on_data = |one: &crate::Obligation| matches!(one.condition, crate::Condition::Data(_));
        self.obligations.iter().any(on_data) || !matches!(self.context.is_subset(&self.valid), Ok(true))
    }
}

/// The path of the array of events, which is no path of a global.
pub(super) const WORLD: &str = "the events";

/// What an event takes.
enum EventInput {
    Value(ValueId),
    Index(PwAff),
    Register(ArrayId),
}

fn uninterpreted(name: &str, properties: Attrs, operands: Vec<usize>) -> PayloadKind {
    PayloadKind::Op {
        name: name.to_owned(),
        properties,
        operands,
    }
}

/// What makes an event the same operation as another one: attributes, types, and which buffers it gets and reaches.
fn what(module: &Module, op: OpId, operands: &str, reached: &str) -> Attrs {
    let data = module.op(op);
    let mut list: Vec<(String, Attr)> = { data.properties.iter().chain(data.attrs.iter()) }
        .filter(|(name, _)| !name.starts_with("polyvet."))
        .map(|(name, attr)| (name.to_owned(), attr.clone()))
        .collect();
    list.sort_by(|(x, _), (y, _)| x.cmp(y));
    let types = |values: &mut dyn Iterator<Item = ValueId>| values.map(|value| module.ty(value).clone()).collect();
    let ty = Type::Function {
        inputs: types(&mut data.operand_values()),
        results: types(&mut data.results.iter().copied()),
    };
    let mut what = Attrs::default();
    what.set("attributes", Attr::Dict(Attrs(list)));
    what.set("type", Attr::Type(ty));
    what.set("operands", Attr::Opaque(operands.to_owned()));
    what.set("reached", Attr::Opaque(reached.to_owned()));
    what
}

fn token_type() -> Type {
    Type::I64
}
