//! What operations need to be defined.
//!
//! An operation is undefined exactly where `polyvet run` traps in it; `interp` is the reference. Each operation that
//! can be leaves its obligations ([`Obligation`]) where it is, over the iterations in which it runs itself:
//!
//! - loads and stores: subscripts within the shape of the memref, and the element within its buffer;
//! - views, slices, casts, reshapes: they fit what they are made of; sizes are not negative;
//! - structured operations, copies: extents of operands agree, and maps stay within them at both ends;
//! - `memref.dim`, `tensor.dim`: there is such a dimension;
//! - division and remainder, shifts, conversions to integers, flags, assertions: conditions on values. Where these are
//!   affine they are sets of iterations as well; else a statement reads the operands where the operation runs and
//!   "computes" the condition ([`Condition::Data`]).
//!
//! What perhaps never runs ([`LoopFrame::exact`]) promises nothing: there the model is an upper bound anyway.

use super::expressions::has_quotient;
use super::facts::Facts;
use super::payload::{StmtDraft, is_load};
use super::tensors::{SliceNumber, extent_of, shows_operand};
use super::walk::leaf;
use super::{Extractor, Fallible, LoopFrame, unsupported};
use crate::ids::ArrayId;
use crate::scop::{Access, AccessKind, Array, ArrayKind, Condition, Demand, Obligation, PayloadKind};
use polyvet_ir::ops::{FlagPromise, Undefined};
use polyvet_ir::{Attr, Attrs, BlockId, Dim, OpId, Span, Type, ValueId};
use polyvet_poly::{PwAff, Schedule, Set};

/// A condition on the values of an operation.
struct OnValues {
    demand: Demand,
    /// Numbers of the operands that it is about.
    operands: Vec<usize>,
}

/// Where the operands of a condition come from.
#[derive(Clone, Copy)]
pub(super) enum OperandSource<'d> {
    /// They are values of the program.
    Plain,
    /// They are the elements at these subscripts.
    Lane(&'d [PwAff]),
    /// They belong to a payload, whose arguments this statement reads.
    Inside(&'d StmtDraft),
}

/// Subscripted access to a memref: the number of its operand.
fn subscripted(name: &str) -> Option<usize> {
    match name {
        "affine.load" | "memref.load" => Some(0),
        "affine.store" | "memref.store" => Some(1),
        _ => None,
    }
}

impl Extractor<'_> {
    /// Notes what `op`, which runs in the iterations of `frame`, needs to be defined; the statements, if any, that
    /// stand for conditions on data.
    pub(super) fn oblige(
        &mut self,
        op: OpId,
        frame: &LoopFrame,
        values: OperandSource<'_>,
    ) -> Fallible<Option<Schedule>> {
        if !frame.exact {
            return Ok(None);
        }
        let data = self.module.op(op);
        match data.name.as_str() {
            name if subscripted(name).is_some() => {
                if let Some(read) = self.stretched(op, frame)? {
                    return self.stretched_within(op, read, frame).map(Some);
                }
                self.subscripts_within(op, frame)?;
            }
            "memref.subview" => self.window(op, frame)?,
            "memref.cast" | "tensor.cast" => self.cast_fits(op, frame)?,
            "memref.dim" | "tensor.dim" => self.dimension_exists(op, frame)?,
            "memref.expand_shape" => {
                let found = self.regrouped(op, true, frame);
                self.perhaps(found)?;
                self.sizes_later.push((op, 1, frame.clone()));
            }
            "memref.collapse_shape" => self.is_contiguous(op)?,
            "memref.view" => {
                // That it lies within its bytes is part of its model.
                let found = self.memref(data.results[0], data.span);
                self.perhaps(found)?;
                self.sizes_later.push((op, 2, frame.clone()));
            }
            "memref.alloc" | "memref.alloca" | "tensor.empty" | "tensor.generate" | "bufferization.alloc_tensor" => {
                self.sizes_later.push((op, 0, frame.clone()));
            }
            "tensor.splat" | "tensor.expand_shape" => self.sizes_later.push((op, 1, frame.clone())),
            "affine.apply" | "affine.min" | "affine.max" | "affine.delinearize_index" | "affine.linearize_index" => {
                self.uncertain_index(op, frame)?;
            }
            "cf.assert" => return self.assertion(op, frame),
            _ => return self.on_values(op, frame, values),
        }
        Ok(None)
    }

    /// As [`Extractor::oblige`], of all operations of a payload.
    pub(super) fn oblige_all(
        &mut self,
        body: BlockId,
        frame: &LoopFrame,
        values: OperandSource<'_>,
    ) -> Fallible<Option<Schedule>> {
        let mut all = None;
        for op in self.module.block(body).ops.clone() {
            let next = self.oblige(op, frame, values)?;
            all = both(all, next)?;
        }
        Ok(all)
    }

    /// Notes that `op` is undefined in the iterations `broken`.
    pub(super) fn never(&mut self, demand: Demand, op: OpId, broken: Set, frame: &LoopFrame) -> Fallible<()> {
        let broken = broken.intersect(frame.domain.clone())?;
        if !frame.exact || broken.is_empty()? {
            return Ok(());
        }
        self.note(demand, op, Condition::Never(broken.coalesce()?));
        Ok(())
    }

    /// Notes that the operation at `span` breaks what it promises in these iterations.
    pub(super) fn breaks_promise(&mut self, span: Span, broken: Set) -> Fallible<()> {
        match broken.is_empty()? {
            true => Ok(()),
            false => self.never_at(Demand::Promise, span, broken.reset_tuple_id()?),
        }
    }

    /// As [`Extractor::never`], of the operation at `span`.
    pub(super) fn never_at(&mut self, demand: Demand, span: Span, broken: Set) -> Fallible<()> {
        let mut name = String::new();
        for op in &self.module.block(self.facts.entry).ops {
            self.module.walk(*op, &mut |_, data| {
                if data.span == span {
                    name = data.name.as_str().to_owned();
                }
            });
        }
        self.draft.obligations.push(Obligation {
            demand,
            op: name,
            span,
            condition: Condition::Never(broken.coalesce()?),
        });
        Ok(())
    }

    fn note(&mut self, demand: Demand, op: OpId, condition: Condition) {
        let data = self.module.op(op);
        self.draft.obligations.push(Obligation {
            demand,
            op: data.name.as_str().to_owned(),
            span: data.span,
            condition,
        });
    }

    /// Notes that an access of a statement stays within its array.
    pub(super) fn access_within(&mut self, op: OpId, domain: &Set, access: &Access) -> Fallible<()> {
        if self.draft.arrays[access.array].extents.iter().all(Option::is_none) {
            return Ok(());
        }
        let elements = access.relation.clone().intersect_domain(domain.clone())?.range()?;
        let array = access.array;
        let (name, demand) = (self.module.op(op).name.as_str().to_owned(), Demand::Bounds);
        self.draft.obligations.push(Obligation {
            demand,
            op: name,
            span: access.span,
            condition: Condition::Within { array, elements },
        });
        Ok(())
    }

    /// The subscripts of a load or store, over its own iterations. Where a statement of the same iterations does the
    /// access, that says it.
    fn subscripts_within(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<()> {
        let data = self.module.op(op);
        let at = subscripted(&data.name).expect("it has subscripts");
        let memref = data.operand(at);
        let done_here = !is_load(&data.name) || self.loads.done_beside.contains(&op);
        if done_here && !self.shows_other_shape(memref) {
            return Ok(());
        }
        let found = self.subscripts_of(op, at, frame);
        let Some(subscripts) = self.perhaps(found)? else {
            return Ok(());
        };
        self.within_shape(op, (memref, &subscripts), frame)?;
        if done_here || !self.shows_other_shape(memref) {
            return Ok(());
        }
        let mut draft = StmtDraft::new(frame, "obligation".to_owned());
        let access = self.subscript(&mut draft, op, AccessKind::Read)?;
        let domain = frame.domain.clone().set_tuple_name("obligation")?;
        self.access_within(op, &domain, &access)
    }

    /// Notes that subscripts are within the shape of a memref, view or not.
    pub(super) fn within_shape(
        &mut self,
        op: OpId,
        (memref, subscripts): (ValueId, &[PwAff]),
        frame: &LoopFrame,
    ) -> Fallible<()> {
        let span = self.module.op(op).span;
        for (dim, subscript) in subscripts.iter().enumerate() {
            let extent = self.extent(memref, dim, span)?.on(self, frame)?;
            let below = subscript.clone().lt_set(self.number(frame, 0)?)?;
            let outside = below.union(subscript.clone().ge_set(extent)?)?;
            self.never(Demand::Bounds, op, outside, frame)?;
        }
        Ok(())
    }

    /// As [`Extractor::within_shape`], of an operand of an operation on all elements of `memref`.
    pub(super) fn shown_within(
        &mut self,
        memref: ValueId,
        subscripts: &[PwAff],
        frame: &LoopFrame,
        span: Span,
    ) -> Fallible<()> {
        let first = self.draft.obligations.len();
        let maker = self.module.defining_op(memref);
        let op = maker.unwrap_or_else(|| self.module.block(self.facts.entry).ops[0]);
        self.within_shape(op, (memref, subscripts), frame)?;
        self.draft.obligations[first..]
            .iter_mut()
            .for_each(|obligation| obligation.span = span);
        Ok(())
    }

    /// Whether the shape of a memref is not that of its array: it is a view, or the array has a layout or a data space.
    pub(super) fn shows_other_shape(&self, memref: ValueId) -> bool {
        let op = self.module.defining_op(memref).map(|op| self.module.op(op));
        let laid_out =
            { self.places.array_of.get(&memref) }.is_some_and(|array| self.places.layouts.contains_key(array));
        let leaves_out =
            { self.places.array_of.get(&memref) }.is_some_and(|array| self.draft.arrays[*array].space.is_some());
        op.is_some_and(shows_operand) || self.facts.kept(memref).is_some() || laid_out || leaves_out
    }

    /// Dimensions that are taken together are contiguous: as their type says, or there is no model.
    fn is_contiguous(&mut self, op: OpId) -> Fallible<()> {
        let data = self.module.op(op);
        let Type::MemRef {
            shape,
            layout: Some(layout),
            ..
        } = self.module.ty(data.operand(0))
        else {
            return Ok(());
        };
        let strides = match &**layout {
            Attr::Strided { strides, .. } => strides.clone(),
            _ => Vec::new(),
        };
        let spans = |outer: usize, inner: usize| {
            let (Some(Some(stride)), Dim::Static(extent)) = (strides.get(inner), shape[inner]) else {
                return false;
            };
            let span = i64::try_from(extent)
                .ok()
                .and_then(|extent| extent.checked_mul(*stride));
            span.is_some() && strides.get(outer).copied().flatten() == span
        };
        let groups = self.facts.groups(op).unwrap_or_default();
        let together = |group: &Vec<usize>| {
            let real: Vec<usize> = { group.iter().copied() }
                .filter(|dim| shape.get(*dim).is_some_and(|extent| *extent != Dim::Static(1)))
                .collect();
            real.windows(2).all(|pair| spans(pair[0], pair[1]))
        };
        if groups.iter().all(together) {
            return Ok(());
        }
        let message = "dimensions of which it is not known that they are contiguous are taken together";
        self.perhaps::<()>(Err(unsupported("memref-view", message, data.span)))
            .map(|_| ())
    }

    /// Sizes are not negative.
    pub(super) fn sizes_fit(&mut self, op: OpId, sizes: &[SliceNumber], frame: &LoopFrame) -> Fallible<()> {
        for size in sizes {
            let found = self.offset(*size, frame);
            let Some(size) = self.perhaps(found)? else { continue };
            let negative = size.lt_set(self.number(frame, 0)?)?;
            self.never(Demand::Size, op, negative, frame)?;
        }
        Ok(())
    }

    /// Notes the sizes of results, after all else: the order of the parameters is that in which the rest of the program
    /// meets them.
    pub(super) fn oblige_sizes(&mut self) -> Fallible<()> {
        for (op, first, frame) in std::mem::take(&mut self.sizes_later) {
            self.sizes_of_result(op, first, &frame)?;
        }
        Ok(())
    }

    /// The sizes that an operation gives for the dynamic extents of its result, from operand number `first` on.
    fn sizes_of_result(&mut self, op: OpId, first: usize, frame: &LoopFrame) -> Fallible<()> {
        let data = self.module.op(op);
        let shape = data.results.first().and_then(|result| self.module.ty(*result).shape());
        let count = shape.map_or(0, |shape| shape.iter().filter(|dim| **dim == Dim::Dynamic).count());
        let sizes = data.operand_values().skip(first).take(count);
        let sizes: Vec<SliceNumber> = { sizes.filter(|size| *self.module.ty(*size) == Type::Index) }
            .map(SliceNumber::Value)
            .collect();
        self.sizes_fit(op, &sizes, frame)
    }

    /// An index of an operation that has not always one. If nobody uses it, it has a model, or the program has none.
    /// What uses a formula asks for the whole of it, not for its parts, so these are looked at here.
    fn uncertain_index(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<()> {
        let data = self.module.op(op);
        let used = |value: &ValueId| self.facts.users.get(value).is_some_and(|users| !users.is_empty());
        let map = data.attr("map").and_then(Attr::as_map);
        let always = map.is_some_and(|map| map.results.iter().all(polyvet_ir::AffineExpr::is_pure_affine));
        if always {
            return Ok(());
        }
        if data.results.iter().any(used) {
            let Some(map) = map.filter(|map| map.results.iter().any(has_quotient)) else {
                return Ok(());
            };
            if self.formula(data.results[0], 0).is_none() {
                return Ok(());
            }
            let operands: Vec<ValueId> = data.operand_values().collect();
            for result in map.results.iter().filter(|result| has_quotient(result)) {
                self.divides(result, (map, &operands), frame, data.span)?;
            }
            return Ok(());
        }
        let found = self.index(data.results[0], frame);
        self.perhaps(found).map(|_| ())
    }

    /// A subview: its sizes are not negative, and unless it is empty, its first and last element are within the
    /// source.
    pub(super) fn window(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<()> {
        let data = self.module.op(op);
        let (source, result, span) = (data.operand(0), data.results[0], data.span);
        // A slice without a model is refused where it is used.
        let slice = match self.facts.slice(op, result, 1) {
            Err(super::ExtractError::Unsupported(reason)) => {
                return self.perhaps::<()>(Err(reason.into())).map(|_| ());
            }
            slice => slice?,
        };
        self.sizes_fit(op, &slice.sizes, frame)?;
        let (zero, one) = (self.number(frame, 0)?, self.number(frame, 1)?);
        let mut nonempty = frame.domain.clone();
        let (mut first, mut last) = (Vec::new(), Vec::new());
        for size in &slice.sizes {
            let parts = self.least(extent_of(*size), frame)?;
            for part in &parts {
                nonempty = nonempty.intersect(part.clone().ge_set(one.clone())?)?;
            }
            first.push(zero.clone());
            last.push(self.offset(*size, frame)?.sub(one.clone())?);
        }
        for corner in [first, last] {
            let at = self.subscripts(&slice.subscripts, &corner, frame)?;
            for (dim, subscript) in at.into_iter().enumerate() {
                let extent = self.extent(source, dim, span)?;
                let extents = self.least(extent, frame)?;
                let mut outside = subscript.clone().lt_set(zero.clone())?;
                // The least of some numbers is at least the least of others: all of them at least one of these.
                let parts = self.facts.alternatives(subscript, false, &frame.domain)?;
                for extent in extents {
                    let mut beyond = nonempty.clone();
                    for part in &parts {
                        beyond = beyond.intersect(part.clone().ge_set(extent.clone())?)?;
                    }
                    outside = outside.union(beyond)?;
                }
                self.never(Demand::Bounds, op, outside.intersect(nonempty.clone())?, frame)?;
            }
        }
        Ok(())
    }

    /// A cast to a type that says more: the extents are those of the type.
    fn cast_fits(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<()> {
        let data = self.module.op(op);
        let (source, result, span) = (data.operand(0), data.results[0], data.span);
        let (from, to) = (self.module.ty(source).shape(), self.module.ty(result).shape());
        let (Some(from), Some(to)) = (from, to) else {
            return Ok(());
        };
        let fixed = from.iter().zip(to).map(|(from, to)| match (from, to) {
            (Dim::Dynamic, Dim::Static(size)) => i64::try_from(*size).ok(),
            _ => None,
        });
        for (dim, size) in fixed.collect::<Vec<_>>().into_iter().enumerate() {
            let Some(size) = size else { continue };
            let extent = self.extent(source, dim, span)?.on(self, frame)?;
            let differs = extent.ne_set(self.number(frame, size)?)?;
            self.never(Demand::Shape, op, differs, frame)?;
        }
        self.strides_fit(op, source, result)
    }

    /// A cast whose result claims strides or an offset that the source leaves open has no model.
    fn strides_fit(&mut self, op: OpId, source: ValueId, result: ValueId) -> Fallible<()> {
        let layout = |value: ValueId| match self.module.ty(value) {
            Type::MemRef { layout, .. } => layout.as_deref().cloned(),
            _ => None,
        };
        let numbers = |layout: &Option<Attr>| match layout {
            Some(Attr::Strided { strides, offset }) => Some((strides.clone(), *offset)),
            _ => None,
        };
        let (from, to) = (layout(source), layout(result));
        let says_more = match (numbers(&from), numbers(&to)) {
            _ if from == to => false,
            (Some((strides, offset)), Some((claims, start))) => {
                let more = |known: &Option<i64>, claim: &Option<i64>| claim.is_some() && known != claim;
                more(&offset, &start) || strides.iter().zip(&claims).any(|(known, claim)| more(known, claim))
            }
            // Rows one after the other, from the first element on.
            (Some((strides, offset)), None) => offset != Some(0) || strides.contains(&None),
            _ => false,
        };
        if !says_more {
            return Ok(());
        }
        let message = "a cast to a layout that says more has no model";
        let refused = unsupported("memref-view", message, self.module.op(op).span);
        self.perhaps::<()>(Err(refused)).map(|_| ())
    }

    /// The dimension that is queried exists.
    fn dimension_exists(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<()> {
        let data = self.module.op(op);
        let Some(rank) = self.module.ty(data.operand(0)).shape().map(<[_]>::len) else {
            return Ok(());
        };
        let found = self.index(data.operand(1), frame);
        let Some(dim) = self.perhaps(found)? else { return Ok(()) };
        let below = dim.clone().lt_set(self.number(frame, 0)?)?;
        let beyond = dim.ge_set(self.number(frame, i64::try_from(rank).unwrap_or(i64::MAX))?)?;
        self.never(Demand::Bounds, op, below.union(beyond)?, frame)
    }

    /// `cf.assert`
    fn assertion(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let condition = self.module.op(op).operand(0);
        match self.condition(condition, frame) {
            Ok(holds) => {
                let fails = frame.domain.clone().subtract(holds)?;
                self.never(Demand::Assertion, op, fails, frame)?;
                Ok(None)
            }
            Err(super::ExtractError::Unsupported(_)) => {
                self.on_data(Demand::Assertion, op, &[0], frame, OperandSource::Plain)
            }
            Err(other) => Err(other),
        }
    }

    /// The conditions on the operands of an operation of arithmetic. Those on tensors and vectors are noted with the
    /// loops over their elements.
    pub(super) fn on_values(
        &mut self,
        op: OpId,
        frame: &LoopFrame,
        values: OperandSource<'_>,
    ) -> Fallible<Option<Schedule>> {
        let of_all = { self.module.op(op).results.iter() }.any(|result| self.facts.is_aggregate(*result));
        if !frame.exact || of_all && !matches!(values, OperandSource::Lane(_)) {
            return Ok(None);
        }
        let mut all = None;
        for OnValues { demand, operands } in self.facts.conditions(op) {
            let next = match self.facts.is_of_indices(op) {
                true => self.on_indices(demand, op, frame)?,
                false => self.on_data(demand, op, &operands, frame, values)?,
            };
            all = both(all, next)?;
        }
        Ok(all)
    }

    /// A condition on index values, which is one on iterations.
    fn on_indices(&mut self, demand: Demand, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let found = self.index(self.module.op(op).operand(1), frame);
        let Some(value) = self.perhaps(found)? else {
            return Ok(None);
        };
        let zero = self.number(frame, 0)?;
        let broken = match demand {
            Demand::Shift => value
                .clone()
                .lt_set(zero)?
                .union(value.ge_set(self.number(frame, 64)?)?)?,
            _ => value.eq_set(zero)?,
        };
        self.never(demand, op, broken, frame)?;
        Ok(None)
    }

    /// A condition on data: a statement that has it for its payload.
    fn on_data(
        &mut self,
        demand: Demand,
        op: OpId,
        operands: &[usize],
        frame: &LoopFrame,
        from: OperandSource<'_>,
    ) -> Fallible<Option<Schedule>> {
        if !self.request.on_data || self.request.may {
            return Ok(None);
        }
        let data = self.module.op(op);
        let (name, span) = (self.obligation_name(), data.span);
        let mut draft = match from {
            OperandSource::Inside(draft) => draft.renamed(name)?,
            _ => StmtDraft::new(frame, name),
        };
        let mut values = Vec::new();
        for at in operands {
            let value = data.operand(*at);
            values.push(match from {
                OperandSource::Lane(lane) => self.lane(&mut draft, value, lane, span)?,
                _ => self.value(&mut draft, value)?,
            });
        }
        let (operation, properties) = stands_for(demand, data);
        let ty = data
            .results
            .first()
            .map_or(Type::I1, |result| self.module.ty(*result).elem().clone());
        let kind = PayloadKind::Op {
            name: operation,
            properties,
            operands: values,
        };
        let node = draft.node(kind, &ty, span);
        Ok(Some(leaf(self.stands_for_condition(draft, node, (demand, op))?)?))
    }

    /// The name of the next statement that stands for a condition.
    pub(super) fn obligation_name(&mut self) -> String {
        let name = format!("{}obligation", self.naming.prefix);
        self.naming.stmt_names.unique(&name)
    }

    /// Completes a statement that stands for a condition on data: `node` of its payload.
    pub(super) fn stands_for_condition(
        &mut self,
        mut draft: StmtDraft,
        node: usize,
        (demand, op): (Demand, OpId),
    ) -> Fallible<Set> {
        let (ty, span) = (draft.payload.nodes[node].ty.clone(), self.module.op(op).span);
        let register = self.unread_register(draft.frame.dims.len(), &ty, span);
        let access = self.register_access(&draft, register, AccessKind::MustWrite, span)?;
        draft.write(access, node);
        draft.forget_unused();
        let number = self.draft.stmts.next_key();
        let domain = self.push_stmt(draft, op)?;
        self.stood_for += 1;
        self.note(demand, op, Condition::Data(number));
        Ok(domain)
    }

    /// A register that nobody reads.
    fn unread_register(&mut self, rank: usize, ty: &Type, span: Span) -> ArrayId {
        let name = self.naming.names.unique("obligation");
        self.draft.arrays.push_and_get_key(Array {
            name,
            elem: ty.clone(),
            extents: vec![None; rank],
            kind: ArrayKind::Register,
            value: None,
            versions: Vec::new(),
            may_be_unwritten: false,
            span,
            layout: None,
            space: None,
            symbol: None,
        })
    }

    /// Notes that the maps of a structured operation stay within the operands in the first and the last iteration of
    /// its loops: the shape contract, which also holds for operands that nothing reads.
    pub(super) fn ends_fit(
        &mut self,
        op: OpId,
        operands: &[(ValueId, &polyvet_ir::AffineMap)],
        extents: &[PwAff],
        frame: &LoopFrame,
    ) -> Fallible<()> {
        let span = self.module.op(op).span;
        let plain = |map: &polyvet_ir::AffineMap| {
            let is_dim = |result: &polyvet_ir::AffineExpr| matches!(result, polyvet_ir::AffineExpr::Dim(_));
            map.results.iter().all(is_dim)
        };
        if operands.iter().all(|(_, map)| plain(map)) {
            return Ok(());
        }
        let one = self.number(frame, 1)?;
        let mut runs = frame.domain.clone();
        let mut last = Vec::new();
        for extent in extents {
            for part in self.facts.alternatives(extent.clone(), false, &frame.domain)? {
                runs = runs.intersect(part.ge_set(one.clone())?)?;
            }
            last.push(extent.clone().sub(one.clone())?);
        }
        let first = extents
            .iter()
            .map(|_| self.number(frame, 0))
            .collect::<Fallible<Vec<_>>>()?;
        for (operand, map) in operands {
            for (at, result) in map.results.iter().enumerate() {
                if matches!(result, polyvet_ir::AffineExpr::Dim(_)) || self.module.ty(*operand).shape().is_none() {
                    continue;
                }
                for end in [&first, &last] {
                    let reached = self.affine(result, end, &[], frame, span)?;
                    let extent = self.extent(*operand, at, span)?.on(self, frame)?;
                    let below = reached.clone().lt_set(self.number(frame, 0)?)?;
                    let outside = below.union(reached.ge_set(extent)?)?.intersect(runs.clone())?;
                    self.never(Demand::Shape, op, outside, frame)?;
                }
            }
        }
        Ok(())
    }
}

impl Facts<'_> {
    fn is_of_indices(&self, op: OpId) -> bool {
        let data = self.module.op(op);
        data.operands
            .iter()
            .any(|operand| *self.module.ty(operand.value) == Type::Index)
            && data
                .results
                .iter()
                .all(|result| *self.module.ty(*result) == Type::Index)
    }

    /// What must hold of the operands of `op`, apart from what constants make true.
    fn conditions(&self, op: OpId) -> Vec<OnValues> {
        let data = self.module.op(op);
        let name = data.name.as_str();
        let (dialect, short) = name.split_once('.').unwrap_or(("", name));
        if !matches!(dialect, "arith" | "index" | "math") {
            return Vec::new();
        }
        let number = |at: usize| data.operands.get(at).and_then(|operand| self.number_of(operand.value));
        let on = |demand, operands: &[usize]| OnValues {
            demand,
            operands: operands.to_vec(),
        };
        let mut all = Vec::new();
        match short {
            "divui" | "remui" | "ceildivui" | "divu" | "remu" | "ceildivu"
                if number(1).is_none_or(|divisor| divisor == 0) =>
            {
                all.push(on(Demand::Divisor, &[1]));
            }
            "divsi" | "remsi" | "ceildivsi" | "floordivsi" | "divs" | "rems" | "ceildivs" | "floordivs" => {
                if number(1).is_none_or(|divisor| divisor == 0) {
                    all.push(on(Demand::Divisor, &[1]));
                }
                let bits = self.bits(data.operands.first().map(|operand| operand.value));
                let least = i64::MIN >> (64 - bits).clamp(0, 63);
                let fine = number(1).is_some_and(|divisor| signed(divisor, bits) != -1)
                    || number(0).is_some_and(|dividend| signed(dividend, bits) != least);
                if !fine && !self.is_of_indices(op) {
                    all.push(on(Demand::Quotient, &[0, 1]));
                }
            }
            "shli" | "shrsi" | "shrui" | "shl" | "shrs" | "shru" => {
                let bits = self.bits(data.operands.first().map(|operand| operand.value));
                if number(1).is_none_or(|by| !(0..bits).contains(&by)) {
                    all.push(on(Demand::Shift, &[1]));
                }
            }
            "fptosi" | "fptoui" => all.push(on(Demand::Conversion, &[0])),
            "ipowi" => all.push(on(Demand::Divisor, &[0, 1])),
            _ => {}
        }
        if !self.is_of_indices(op) && self.module.undefined(op).any(is_of_values) {
            let operands: Vec<usize> = (0..data.operands.len()).collect();
            all.push(on(Demand::Promise, &operands));
        }
        all
    }

    /// How many bits a number has.
    fn bits(&self, value: Option<ValueId>) -> i64 {
        match value.map(|value| self.module.ty(value).elem()) {
            Some(Type::Integer { width, .. }) => i64::from(*width),
            _ => 64,
        }
    }

    /// The number that a scalar or all elements of a constant are.
    fn number_of(&self, value: ValueId) -> Option<i64> {
        if let Some(number) = self.constant(value) {
            return Some(number);
        }
        let data = self.module.op(self.module.defining_op(value)?);
        match (data.name.as_str(), data.attr("value")) {
            ("arith.constant", Some(value @ Attr::Dense { .. })) => polyvet_ir::splat(value)?.as_i64(),
            ("index.constant", Some(value)) => value.as_i64(),
            ("vector.broadcast" | "vector.splat" | "tensor.splat", _) => self.number_of(data.operand(0)),
            _ => None,
        }
    }
}

/// `first`, then `second`, as far as there are any.
pub(super) fn both(first: Option<Schedule>, second: Option<Schedule>) -> Fallible<Option<Schedule>> {
    Ok(match (first, second) {
        (Some(first), Some(second)) => Some(first.sequence(second)?),
        (first, second) => first.or(second),
    })
}

/// The operation that stands for a condition on data. A condition on some operands is the same for all operations that
/// have it; a flag belongs to its operation.
fn stands_for(demand: Demand, data: &polyvet_ir::Op) -> (String, Attrs) {
    match demand {
        Demand::Promise | Demand::Conversion => (format!("{} {}", demand.name(), data.name), data.properties.clone()),
        Demand::Divisor if data.name == "math.ipowi" => (format!("{} {}", demand.name(), data.name), Attrs::default()),
        _ => (demand.name().to_owned(), Attrs::default()),
    }
}

/// The lowest `bits` bits as a signed number.
fn signed(number: i64, bits: i64) -> i64 {
    let unused = (64 - bits).clamp(0, 63);
    number << unused >> unused
}

/// Whether it is a promise about the numbers of an operation.
fn is_of_values(way: Undefined) -> bool {
    use FlagPromise::{Disjoint, Exact, NoInfinities, NoNans, NoSignedWrap, NoUnsignedWrap, NonNegative};
    let Undefined::Broken(promise) = way else { return false };
    match promise {
        NoSignedWrap | NoUnsignedWrap | Exact | NonNegative | NoNans | NoInfinities | Disjoint => true,
        FlagPromise::InBounds | FlagPromise::Aligned | FlagPromise::Distinct | FlagPromise::Unique => false,
    }
}
