//! Operations that move lanes around, or between vectors and scalars.

use super::super::payload::StmtDraft;
use super::super::tensors::in_order;
use super::super::walk::leaf;
use super::super::{Extractor, Fallible, LoopFrame};
use super::LISTED_MAX;
use crate::ids::ArrayId;
use crate::scop::AccessKind;
use polyvet_ir::{OpId, ValueId};
use polyvet_poly::{PwAff, Schedule, Val};

impl Extractor<'_> {
    /// A statement for the lanes in `inner`: `to` at `target` receives `from` at `source`.
    pub(in crate::extract) fn move_lanes(
        &mut self,
        op: OpId,
        (inner, first): (&LoopFrame, usize),
        (from, source): (ValueId, Vec<PwAff>),
        (to, array, target): (ValueId, Option<ArrayId>, Vec<PwAff>),
    ) -> Fallible<Schedule> {
        let span = self.module.op(op).span;
        let mut draft = StmtDraft::new(inner, self.stmt_name(op));
        let node = match self.facts.is_aggregate(from) || self.module.ty(from).is_memref() {
            true => {
                let read = self.element(&draft, from, None, source, AccessKind::Read, span)?;
                let elem = self.module.ty(from).elem().clone();
                draft.read(read, &elem)
            }
            false => self.value(&mut draft, from)?,
        };
        let write = self.element(&draft, to, array, target, AccessKind::MustWrite, span)?;
        draft.write(write, node);
        self.region_done(op, draft, first)
    }

    /// The result receives the first operand, lane by lane, at subscripts that are a function of the lane's.
    pub(super) fn rearranged(
        &mut self,
        op: OpId,
        frame: &LoopFrame,
        source: impl FnOnce(&LoopFrame, &[PwAff]) -> Option<Vec<PwAff>>,
    ) -> Fallible<Schedule> {
        self.rearranged_in(op, frame, |this, inner, subs| {
            source(inner, subs).ok_or_else(|| this.facts.no_model(op, "its extents do not fit"))
        })
    }

    pub(super) fn rearranged_in(
        &mut self,
        op: OpId,
        frame: &LoopFrame,
        source: impl FnOnce(&mut Self, &LoopFrame, &[PwAff]) -> Fallible<Vec<PwAff>>,
    ) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let (from, result) = (data.operand(0), data.results[0]);
        let extents = self.facts.lanes_of(result, op)?;
        let to = self.fresh_tensor(result, frame)?;
        let inner = self.lane_loops(op, frame, &extents)?;
        let subscripts = self.facts.variables(&inner, frame.dims.len())?;
        let source = source(self, &inner, &subscripts)?;
        let parts = (&inner, frame.dims.len());
        self.move_lanes(op, parts, (from, source), (result, Some(to), subscripts))
    }

    pub(in crate::extract) fn broadcast(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let from = self.module.op(op).operand(0);
        self.rearranged_in(op, frame, |this, inner, subs| match this.facts.is_aggregate(from) {
            true => this.trailing(from, subs, inner, op),
            false => Ok(Vec::new()),
        })
    }

    pub(super) fn shape_cast(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let (old, new) = (
            self.facts.lanes_of(data.operand(0), op)?,
            self.facts.lanes_of(data.results[0], op)?,
        );
        self.rearranged_in(op, frame, |this, inner, subs| {
            let long = |extents: &[i64]| {
                extents
                    .iter()
                    .copied()
                    .filter(|extent| *extent != 1)
                    .collect::<Vec<_>>()
            };
            if long(&old) == long(&new) {
                // Only dimensions of one lane come or go.
                let mut moved = { subs.iter().zip(&new) }.filter(|(_, extent)| **extent != 1);
                let place = |extent: &i64| match extent {
                    1 => this.number(inner, 0),
                    _ => Ok(moved.next().expect("as many as in the other").0.clone()),
                };
                return old.iter().map(place).collect();
            }
            let mut flat = this.number(inner, 0)?;
            for (subscript, extent) in subs.iter().zip(&new) {
                flat = flat.mul(this.number(inner, *extent)?)?.add(subscript.clone())?;
            }
            let mut from = Vec::new();
            for extent in old.iter().rev() {
                let size = this.number(inner, *extent)?;
                from.push(flat.clone().mod_val(Val::from_i64(&this.ctx, *extent)?)?);
                flat = flat.div(size)?.floor()?;
            }
            from.reverse();
            Ok(from)
        })
    }

    /// `offset + stride * subscript`; dimensions without an offset stay.
    pub(super) fn strided(
        &self,
        inner: &LoopFrame,
        subs: &[PwAff],
        offsets: &[i64],
        strides: &[i64],
    ) -> Fallible<Vec<PwAff>> {
        let mut moved = subs.to_vec();
        for (at, offset) in offsets.iter().enumerate() {
            let stride = self.number(inner, strides.get(at).copied().unwrap_or(1))?;
            moved[at] = moved[at].clone().mul(stride)?.add(self.number(inner, *offset)?)?;
        }
        Ok(moved)
    }

    /// The positions of `vector.extract` and `vector.insert`, whose dynamic ones follow operand `skip`.
    pub(super) fn position(&mut self, op: OpId, skip: usize, frame: &LoopFrame) -> Fallible<Vec<PwAff>> {
        let numbers = self.facts.numbers(op, "static_position")?;
        let mut dynamic = self.module.op(op).operand_values().skip(skip);
        let mut position = Vec::new();
        for number in numbers {
            position.push(match number {
                i64::MIN => {
                    let value = dynamic
                        .next()
                        .ok_or_else(|| self.facts.no_model(op, "a position is missing"))?;
                    self.index(value, frame)?
                }
                // No error, as any other number beyond the lanes would be.
                -1 => return Err(self.facts.no_model(op, "the position -1 is poison")),
                number => self.number(frame, number)?,
            });
        }
        Ok(position)
    }

    pub(super) fn extract_lanes(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let (from, result) = (data.operand(0), data.results[0]);
        if !self.facts.is_aggregate(result) {
            let position = self.position(op, 1, frame)?;
            return self.scalar(op, result, frame, |this, draft| {
                this.lane(draft, from, &position, data.span)
            });
        }
        self.rearranged_in(op, frame, |this, inner, subs| {
            let mut position = this.position(op, 1, inner)?;
            position.extend_from_slice(subs);
            Ok(position)
        })
    }

    /// A statement that keeps a scalar.
    pub(in crate::extract) fn scalar(
        &mut self,
        op: OpId,
        result: ValueId,
        frame: &LoopFrame,
        value: impl FnOnce(&mut Self, &mut StmtDraft) -> Fallible<usize>,
    ) -> Fallible<Schedule> {
        self.check_scalar(result)?;
        let mut draft = StmtDraft::new(frame, self.stmt_name(op));
        let node = value(self, &mut draft)?;
        let register = self.new_register(result, frame.dims.len());
        let span = self.module.op(op).span;
        let access = self.register_access(&draft, register, AccessKind::MustWrite, span)?;
        draft.write(access, node);
        leaf(self.push_stmt(draft, op)?)
    }

    pub(super) fn insert_lanes(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let (from, dest, result) = (data.operand(0), data.operand(1), data.results[0]);
        let extents = self.facts.lanes_of(from, op)?;
        let (to, copy) = self.updated(op, dest, result, true, frame)?;
        let inner = self.lane_loops(op, frame, &extents)?;
        let subs = self.facts.variables(&inner, frame.dims.len())?;
        let mut target = self.position(op, 2, &inner)?;
        target.extend_from_slice(&subs);
        let parts = (&inner, frame.dims.len());
        let write = self.move_lanes(op, parts, (from, subs), (result, Some(to), target))?;
        in_order(copy, write)
    }

    pub(super) fn insert_strided(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let (from, dest, result) = (data.operand(0), data.operand(1), data.results[0]);
        let (offsets, strides) = (self.facts.numbers(op, "offsets")?, self.facts.numbers(op, "strides")?);
        let extents = self.facts.lanes_of(from, op)?;
        let (to, copy) = self.updated(op, dest, result, true, frame)?;
        let inner = self.lane_loops(op, frame, &extents)?;
        let subs = self.facts.variables(&inner, frame.dims.len())?;
        // The source has the last dimensions; the first ones have only an offset.
        let skipped = offsets.len().saturating_sub(extents.len());
        let mut target = { offsets[..skipped].iter() }
            .map(|offset| self.number(&inner, *offset))
            .collect::<Fallible<Vec<_>>>()?;
        target.extend(self.strided(&inner, &subs, &offsets[skipped..], &strides)?);
        let parts = (&inner, frame.dims.len());
        let write = self.move_lanes(op, parts, (from, subs), (result, Some(to), target))?;
        in_order(copy, write)
    }

    pub(super) fn shuffle(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let result = data.results[0];
        let mask = self.facts.numbers(op, "mask")?;
        let first_lanes = self.facts.lanes_of(data.operand(0), op)?.first().copied().unwrap_or(1);
        let to = self.fresh_tensor(result, frame)?;
        let extents = self.facts.lanes_of(result, op)?;
        let inner = self.lane_loops(op, frame, &extents)?;
        let subs = self.facts.variables(&inner, frame.dims.len())?;
        if mask.len() > LISTED_MAX || subs.is_empty() {
            return Err(self.facts.no_model(op, "it has too many lanes"));
        }
        let mut all = None;
        for (lane, number) in mask.into_iter().enumerate() {
            // -1 is poison.
            if number < 0 {
                continue;
            }
            let here = subs[0].clone().eq_set(self.number(&inner, lane as i64)?)?;
            let part = inner.only(inner.domain.clone().intersect(here)?, frame.dims.len())?;
            let (from, number) = match number < first_lanes {
                true => (data.operand(0), number),
                false => (data.operand(1), number - first_lanes),
            };
            let mut source = subs.clone();
            source[0] = self.number(&inner, number)?;
            source.truncate(self.facts.lanes_of(from, op)?.len());
            let parts = (&part, frame.dims.len());
            let moved = self.move_lanes(op, parts, (from, source), (result, Some(to), subs.clone()))?;
            all = Some(in_order(all, moved)?);
        }
        all.ok_or_else(|| self.facts.no_model(op, "it has no lanes"))
    }

    pub(in crate::extract) fn gather_elements(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let result = data.results[0];
        let extents = self.facts.lanes_of(result, op)?;
        if data.operands.len() > LISTED_MAX {
            return Err(self.facts.no_model(op, "it has too many lanes"));
        }
        let to = self.fresh_tensor(result, frame)?;
        let mut all = None;
        for (at, value) in data.operand_values().enumerate() {
            let target = { unflatten(at as i64, &extents).into_iter() }
                .map(|number| self.number(frame, number))
                .collect::<Fallible<Vec<_>>>()?;
            let mut draft = StmtDraft::new(frame, self.stmt_name(op));
            let node = self.value(&mut draft, value)?;
            let write = self.element(&draft, result, Some(to), target, AccessKind::MustWrite, data.span)?;
            draft.write(write, node);
            all = Some(in_order(all, leaf(self.push_stmt(draft, op)?)?)?);
        }
        all.ok_or_else(|| self.facts.no_model(op, "it has no lanes"))
    }

    pub(super) fn spread_elements(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let from = data.operand(0);
        let extents = self.facts.lanes_of(from, op)?;
        let mut all = None;
        for (at, result) in data.results.iter().enumerate() {
            let source = { unflatten(at as i64, &extents).into_iter() }
                .map(|number| self.number(frame, number))
                .collect::<Fallible<Vec<_>>>()?;
            let kept = self.scalar(op, *result, frame, |this, draft| {
                this.lane(draft, from, &source, data.span)
            })?;
            all = Some(in_order(all, kept)?);
        }
        all.ok_or_else(|| self.facts.no_model(op, "it has no lanes"))
    }
}

/// The position of element number `at` in row-major order.
fn unflatten(mut at: i64, extents: &[i64]) -> Vec<i64> {
    let mut position: Vec<i64> = { extents.iter().rev() }
        .map(|extent| {
            let here = at % extent;
            at /= extent;
            here
        })
        .collect();
    position.reverse();
    position
}
