//! What has no exact model, as accesses that may happen ([`super::ExtractOptions::may`]).
//!
//! A subscript that is not affine may be any of its dimension. A branch whose condition is not affine
//! may be taken, so what it writes it may write; likewise the body of a loop whose bounds are not affine,
//! which runs for all values that its other bounds leave. What they depend on is read: conditions and
//! bounds are kept in registers that every statement below reads. An operation that nothing is known of,
//! a call say, may read and write all memory, and `world`, an array of one element that keeps such
//! operations in order. Statements with any of these compute nothing that is known: they have no payload.

use super::facts::Facts;
use super::payload::StmtDraft;
use super::tensors::in_order;
use super::walk::{LoopStep, leaf};
use super::{Extractor, Fallible, LoopFrame, StripLoops, structured, unsupported};
use crate::ids::ArrayId;
use crate::scop::{Access, AccessKind, Array, ArrayKind, Demand, LoopStrip};
use polyvet_ir::ops::Effects;
use polyvet_ir::{BlockId, Def, OpId, Span, Type, ValueId};
use polyvet_poly::{DimKind, Map, PwAff, Schedule};
use std::collections::HashSet;

/// A frame below conditions that have no model, and the statements that keep these.
pub(super) struct Guard {
    pub frame: LoopFrame,
    kept: Option<Schedule>,
}

impl Guard {
    pub(super) fn new(frame: &LoopFrame) -> Guard {
        Guard {
            frame: frame.clone(),
            kept: None,
        }
    }

    /// What the frame guards, after the statements that keep what it depends on.
    pub(super) fn before(self, inside: Option<Schedule>) -> Fallible<Option<Schedule>> {
        Ok(match (self.kept, inside) {
            (kept, Some(inside)) => Some(in_order(kept, inside)?),
            (kept, None) => kept,
        })
    }
}

impl Extractor<'_> {
    /// `None` for what has no exact model, if the caller can go on with what may happen.
    pub(super) fn perhaps<T>(&mut self, found: Fallible<T>) -> Fallible<Option<T>> {
        match found {
            Err(super::ExtractError::Unsupported(reason)) if self.request.may => {
                if !self.draft.inexact.iter().any(|known| known.span == reason.span) {
                    self.draft.inexact.push(reason);
                }
                Ok(None)
            }
            found => found.map(Some),
        }
    }

    /// Reads what `value`, which has no model, is computed from.
    pub(super) fn depend(&mut self, draft: &mut StmtDraft, value: ValueId) -> Fallible<()> {
        draft.exact = false;
        let mut pending = vec![value];
        let mut seen = HashSet::new();
        while let Some(value) = pending.pop() {
            if !seen.insert(value)
                || self.places.loop_of.contains_key(&value)
                || self.places.digits.contains_key(&value)
            {
                continue;
            }
            if self.places.register_of.contains_key(&value) {
                self.value(draft, value)?;
                continue;
            }
            let op = match self.module.value(value).def {
                Def::Arg { block, .. } if block == self.facts.entry => continue,
                Def::Arg { .. } => {
                    let message = format!("`{}` has no model", self.module.value_name(value));
                    return Err(unsupported("block-argument", message, self.module.value(value).span));
                }
                Def::Result { op, .. } => op,
            };
            let data = self.module.op(op);
            match data.name.as_str() {
                name if super::payload::is_load(name) => {
                    self.value(draft, value)?;
                }
                "memref.dim" | "tensor.dim" | "linalg.index" => {}
                _ if super::payload::computes(self.module, op) => pending.extend(data.operand_values()),
                name => {
                    let message = format!(
                        "`{name}`, which makes `{}`, has no model",
                        self.module.value_name(value)
                    );
                    return Err(unsupported("unmodelled-op", message, data.name_span));
                }
            }
        }
        Ok(())
    }

    /// The access of a load or store that has no exact model: to any element that has the subscripts of which there
    /// is one.
    pub(super) fn somewhere(
        &mut self,
        draft: &mut StmtDraft,
        op: OpId,
        memref_at: usize,
        kind: AccessKind,
    ) -> Fallible<Access> {
        let data = self.module.op(op);
        let (memref, span) = (data.operands[memref_at], data.span);
        let mut known: Vec<Option<PwAff>> = Vec::new();
        if !data.info().element().is_some_and(|element| element.by_map) {
            for value in data.operand_values().skip(memref_at + 1) {
                known.push(match self.index(value, &draft.frame) {
                    Err(super::ExtractError::Unsupported(_)) => None,
                    found => Some(found?),
                });
            }
        }
        let array = self.memref(memref.value, memref.span)?;
        let anywhere = self.anywhere(draft, array, kind, span)?;
        if known.iter().all(Option::is_none) {
            return Ok(anywhere);
        }
        let depth = draft.frame.dims.len();
        let (mut wide, elements) = self.each_element(&draft.frame, memref.value, memref.span)?;
        for (element, known) in elements.iter().zip(known) {
            if let Some(known) = known {
                let known = known.insert_dims(DimKind::In, depth, elements.len())?;
                wide.domain = wide.domain.intersect(element.clone().eq_set(known)?)?;
            }
        }
        match self.touched(draft, wide, (memref.value, elements), anywhere.kind, span) {
            Err(super::ExtractError::Unsupported(_)) => Ok(anywhere),
            found => found,
        }
    }

    /// The access to any element of `array`.
    pub(super) fn anywhere(
        &self,
        draft: &mut StmtDraft,
        array: ArrayId,
        kind: AccessKind,
        span: Span,
    ) -> Fallible<Access> {
        draft.exact = false;
        draft.may = true;
        let kind = match kind {
            AccessKind::MustWrite => AccessKind::MayWrite,
            kind => kind,
        };
        let mut domain = polyvet_poly::Set::universe(self.facts.space(&draft.frame)?)?.set_tuple_name(&draft.name)?;
        for (at, dim) in draft.frame.dims.iter().enumerate() {
            domain = domain.set_dim_name(DimKind::Set, at, dim)?;
        }
        let elements = structured::elements(&self.draft.arrays[array], self.numbers.context.space()?)?;
        Ok(Access {
            kind,
            array,
            relation: Map::from_domain_and_range(domain, elements)?,
            span,
        })
    }

    /// The reads of what decides whether a statement runs; its writes are as uncertain.
    pub(super) fn guard_accesses(&self, draft: &mut StmtDraft, span: Span) -> Fallible<()> {
        if draft.frame.exact {
            return Ok(());
        }
        for access in &mut draft.accesses {
            if access.kind == AccessKind::MustWrite {
                access.kind = AccessKind::MayWrite;
            }
        }
        for register in draft.frame.guards.clone() {
            let access = self.register_access(draft, register, AccessKind::Read, span)?;
            draft.accesses.push(access);
        }
        Ok(())
    }

    /// Keeps `value`, on which it depends whether what `guard` stands for runs.
    pub(super) fn guard(&mut self, op: OpId, value: ValueId, guard: &mut Guard) -> Fallible<()> {
        guard.frame.exact = false;
        if let Some(register) = self.places.register_of.get(&value) {
            guard.frame.guards.push(*register);
            return Ok(());
        }
        let mut draft = StmtDraft::new(&guard.frame, self.stmt_name(op));
        self.value(&mut draft, value)?;
        let span = self.module.op(op).span;
        if draft.accesses.is_empty() {
            // Of loop variables and arguments only.
            self.naming.stmt_names.release(&draft.name);
            return Ok(());
        }
        let register = self.new_register(value, guard.frame.kept_rank());
        let access = self.register_access(&draft, register, AccessKind::MustWrite, span)?;
        draft.accesses.push(access);
        draft.exact = false;
        let keep = leaf(self.push_stmt(draft, op)?)?;
        guard.kept = Some(in_order(guard.kept.take(), keep)?);
        guard.frame.guards.push(register);
        Ok(())
    }

    /// A bound of a loop; none where it has no model, and then `operands` guard the body.
    pub(super) fn bound(
        &mut self,
        op: OpId,
        found: Fallible<Vec<PwAff>>,
        operands: &[ValueId],
        guard: &mut Guard,
    ) -> Fallible<Vec<PwAff>> {
        if let Some(bounds) = self.perhaps(found)? {
            return Ok(bounds);
        }
        for operand in operands {
            self.guard(op, *operand, guard)?;
        }
        guard.frame.exact = false;
        Ok(Vec::new())
    }

    /// The step of a loop. One that is not known may be 1.
    pub(super) fn step(&mut self, op: OpId, value: ValueId, guard: &mut Guard) -> Fallible<LoopStep> {
        let constant = match self.facts.constant(value) {
            None => self.fixed_value(value, &guard.frame)?,
            known => known,
        };
        if constant.is_none() && self.request.strips != StripLoops::None {
            return self.index(value, &guard.frame).map(LoopStep::Strip);
        }
        let found = constant.filter(|step| *step > 0).ok_or_else(|| {
            let message = "a step that is no positive constant has no model";
            unsupported("symbolic-step", message, self.module.op(op).span)
        });
        if let Some(step) = self.perhaps(found)? {
            return self.constant_step(step, &guard.frame);
        }
        self.guard(op, value, guard)?;
        Ok(LoopStep::Constant(1))
    }

    /// A step that is known, and positive.
    pub(super) fn constant_step(&self, step: i64, frame: &LoopFrame) -> Fallible<LoopStep> {
        match self.request.strips == StripLoops::All && step > 1 {
            true => self.number(frame, step).map(LoopStep::Strip),
            false => Ok(LoopStep::Constant(step)),
        }
    }

    /// Notes the step of the loop that was entered last, with `lower` in `frame`, if its values are not those of the domain.
    pub(super) fn note_step(
        &mut self,
        op: OpId,
        step: LoopStep,
        lower: &[PwAff],
        (frame, inner): (&LoopFrame, &LoopFrame),
    ) -> Fallible<()> {
        let LoopStep::Strip(step) = step else {
            return Ok(());
        };
        let [lower] = lower else {
            let message = "a loop with several lower bounds has no model if its step is not constant";
            return Err(unsupported("symbolic-step", message, self.module.op(op).span));
        };
        let zero = self.number(frame, 0)?;
        self.never(Demand::Step, op, step.clone().le_set(zero)?, frame)?;
        // Its value plus the step may be too large.
        self.draft.overflows = true;
        let number = *inner.loops.last().expect("a loop was entered");
        self.draft.loops[number].strip = Some(LoopStrip {
            lower: lower.clone(),
            step,
        });
        Ok(())
    }

    /// The statement of an operation that nothing is known of.
    pub(super) fn opaque(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let (span, name_span) = (data.span, data.name_span);
        let message = format!("`{}` may read and write all memory", data.name);
        self.perhaps::<()>(Err(unsupported("unmodelled-op", message, name_span)))?;
        let mut draft = StmtDraft::new(frame, self.stmt_name(op));
        for operand in data.operands.clone() {
            let ty = self.module.ty(operand.value);
            if ty.is_memref() {
                // With all other memory.
                self.memref(operand.value, operand.span)?;
            } else if self.facts.is_aggregate(operand.value) {
                let array = self.tensor(operand.value, operand.span)?;
                let access = self.anywhere(&mut draft, array, AccessKind::Read, operand.span)?;
                draft.accesses.push(access);
            } else {
                self.depend(&mut draft, operand.value)?;
            }
        }
        for result in data.results.clone() {
            let register = self.new_register(result, frame.kept_rank());
            let access = self.register_access(&draft, register, AccessKind::MustWrite, span)?;
            draft.accesses.push(access);
        }
        self.touches_anything(&mut draft, span)?;
        leaf(self.push_stmt(draft, op)?)
    }

    /// Reads all that the operations of a payload without a model take from outside.
    pub(super) fn reads_of(&mut self, draft: &mut StmtDraft, body: BlockId) -> Fallible<()> {
        let module = self.module;
        let mut inside = Vec::new();
        for op in &module.block(body).ops {
            module.walk(*op, &mut |id, _| inside.push(id));
        }
        let made: HashSet<ValueId> = inside.iter().flat_map(|op| module.op(*op).results.clone()).collect();
        for op in inside {
            let data = module.op(op);
            if super::payload::is_load(&data.name) && data.parent == Some(body) {
                self.value(draft, data.results[0])?;
            }
            for operand in &data.operands {
                let value = operand.value;
                let argument = matches!(module.value(value).def, Def::Arg { block, .. } if block != self.facts.entry);
                if made.contains(&value) || draft.known.contains_key(&value) || module.ty(value).is_memref() {
                    continue;
                }
                if self.facts.is_aggregate(value) {
                    let array = self.tensor(value, operand.span)?;
                    let access = self.anywhere(draft, array, AccessKind::Read, operand.span)?;
                    draft.accesses.push(access);
                } else if !argument || self.places.register_of.contains_key(&value) {
                    self.depend(draft, value)?;
                }
            }
        }
        Ok(())
    }

    /// Lets the statement that comes next touch all memory and the world.
    pub(super) fn touches_anything(&mut self, draft: &mut StmtDraft, span: Span) -> Fallible<()> {
        draft.exact = false;
        let world = self.world();
        for kind in [AccessKind::Read, AccessKind::MayWrite] {
            let access = self.anywhere(draft, world, kind, span)?;
            draft.accesses.push(access);
        }
        self.opaque.push(self.draft.stmts.next_key());
        Ok(())
    }

    /// The array that stands for everything outside.
    pub(super) fn world(&mut self) -> ArrayId {
        if let Some(world) = self.world {
            return world;
        }
        let name = self.naming.names.unique("world");
        let world = self.draft.arrays.push_and_get_key(Array {
            name,
            elem: if self.events.on { Type::I64 } else { Type::None },
            extents: Vec::new(),
            kind: ArrayKind::InOut,
            value: None,
            symbol: self.events.on.then(|| super::events::WORLD.to_owned()),
            versions: Vec::new(),
            may_be_unwritten: false,
            span: Span::NONE,
            layout: None,
            space: None,
        });
        self.world = Some(world);
        world
    }

    /// Completes the statements that may touch all memory, now that all of it is known.
    pub(super) fn touch_all_memory(&mut self) -> Fallible<()> {
        for number in std::mem::take(&mut self.opaque) {
            for array in self.draft.arrays.keys() {
                let memory = self.draft.arrays[array]
                    .value
                    .is_some_and(|value| self.module.ty(value).is_memref());
                let memory = memory || self.draft.arrays[array].symbol.is_some();
                if !memory || self.draft.arrays[array].kind == ArrayKind::Register {
                    continue;
                }
                let elements = structured::elements(&self.draft.arrays[array], self.numbers.context.space()?)?;
                let stmt = &mut self.draft.stmts[number];
                let domain = polyvet_poly::Set::universe(stmt.domain.space()?)?;
                let relation = Map::from_domain_and_range(domain, elements)?;
                for kind in [AccessKind::Read, AccessKind::MayWrite] {
                    stmt.accesses.push(Access {
                        kind,
                        array,
                        relation: relation.clone(),
                        span: stmt.span,
                    });
                }
                stmt.accesses.sort_by_key(|access| access.kind.is_write());
            }
        }
        Ok(())
    }
}

impl Facts<'_> {
    /// An operation that may do anything to memory, but whose results are scalars.
    pub(super) fn is_opaque(&self, op: OpId) -> bool {
        let data = self.module.op(op);
        let unknown = self.module.own_effects(op) == Effects::UNKNOWN;
        let scalar = |value: &ValueId| {
            let ty = self.module.ty(*value);
            !(self.is_aggregate(*value) || ty.is_memref() || matches!(ty, Type::Tuple(_)))
        };
        unknown && data.regions.is_empty() && data.successors.is_empty() && data.results.iter().all(scalar)
    }
}
