//! Tensors as arrays.
//!
//! A tensor that nothing uses afterwards is updated in place; any other is copied first. So every
//! array holds one live tensor at a time, and copies, which dataflow sees through, keep the meaning
//! exact: slices are copies of a region, loops that carry tensors update one array.

use super::facts::Facts;
use super::index::Extent;
use super::payload::StmtDraft;
use super::walk::{LoopBound, LoopStep, leaf};
use super::{Extractor, Fallible, LoopFrame, StripLoops, unsupported};
use crate::ids::ArrayId;
use crate::scop::{Access, AccessKind, ArrayKind, Demand};
use polyvet_ir::ops::Shows;
use polyvet_ir::{Attr, Dim, Op, OpId, Span, ValueId};
use polyvet_poly::{PwAff, Schedule};

/// A buffer that shows what the one it is made of holds.
pub(super) fn is_view(op: &Op) -> bool {
    op.info().shows() == Some(Shows::Operand(0))
}

/// Whether the result may be where operand 0 is: a view, or a tensor made of a buffer, of which a compiler need not
/// make a copy.
pub(super) fn shows_operand(op: &Op) -> bool {
    is_view(op) || op.name == "bufferization.to_tensor"
}

/// One subscript of a region that is copied, over the loops of the copy.
#[derive(Clone, Debug)]
pub(super) enum RegionSubscript {
    /// `offset + stride * c<dim>`; without a dimension just the offset.
    Slice {
        offset: SliceNumber,
        stride: i64,
        dim: Option<usize>,
    },
    /// `sum of factor * c<dim>`
    Sum(Vec<(usize, i64)>),
    /// `(c<dim> floordiv divisor) mod modulus`
    Part {
        dim: usize,
        divisor: i64,
        modulus: Option<i64>,
    },
}

/// A number in an operation or an operand of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum SliceNumber {
    Const(i64),
    Value(ValueId),
    /// What the first operands of a `tensor.concat`, so many, have together along its dimension.
    Joined(OpId, usize),
}

impl RegionSubscript {
    fn plain(dim: usize) -> RegionSubscript {
        RegionSubscript::Slice {
            offset: SliceNumber::Const(0),
            stride: 1,
            dim: Some(dim),
        }
    }

    fn all(rank: usize) -> Vec<RegionSubscript> {
        (0..rank).map(RegionSubscript::plain).collect()
    }
}

/// Offsets, sizes and strides of a slice.
pub(super) struct TensorSlice {
    pub sizes: Vec<SliceNumber>,
    /// Per dimension of the larger tensor.
    pub subscripts: Vec<RegionSubscript>,
}

impl Extractor<'_> {
    /// The array that `result`, an update of `source` by `op`, lives in, and the copy that fills it.
    pub(super) fn updated(
        &mut self,
        op: OpId,
        source: ValueId,
        result: ValueId,
        needed: bool,
        frame: &LoopFrame,
    ) -> Fallible<(ArrayId, Option<Schedule>)> {
        let span = self.module.op(op).span;
        let array = self.tensor(source, span)?;
        if self.facts.is_last_use(source, op) && !self.is_constant_array(array) {
            self.same_array(result, array);
            return Ok((array, None));
        }
        let target = self.fresh_tensor(result, frame)?;
        let undefined = self
            .module
            .defining_op(source)
            .is_some_and(|op| self.module.op(op).name == "tensor.empty");
        if undefined || !needed {
            return Ok((target, None));
        }
        let copy = self.copy_whole(op, (source, array), target, frame)?;
        Ok((target, Some(copy)))
    }

    /// `value` lives in `array` from now on.
    pub(super) fn same_array(&mut self, value: ValueId, array: ArrayId) {
        self.places.array_of.insert(value, array);
        if self.module.ty(value).is_tensor() {
            self.draft.arrays[array].versions.push(value);
        }
    }

    /// A new array for a tensor: inside loops each iteration has its own.
    pub(super) fn fresh_tensor(&mut self, value: ValueId, frame: &LoopFrame) -> Fallible<ArrayId> {
        if frame.loops.is_empty() {
            return self.new_array(value, ArrayKind::Local);
        }
        self.private_array(value, frame.loops.len(), self.module.value(value).span)
    }

    /// A copy of all elements of a tensor.
    pub(super) fn copy_whole(
        &mut self,
        op: OpId,
        (value, from): (ValueId, ArrayId),
        to: ArrayId,
        frame: &LoopFrame,
    ) -> Fallible<Schedule> {
        let rank = self.module.ty(value).shape().map_or(0, <[_]>::len);
        let span = self.module.op(op).span;
        let extents = (0..rank)
            .map(|dim| self.extent(value, dim, span))
            .collect::<Fallible<Vec<_>>>()?;
        self.copy_region(
            op,
            frame,
            &extents,
            (from, &RegionSubscript::all(rank)),
            (to, &RegionSubscript::all(rank)),
        )
    }

    /// A statement that copies a region; the loops run over `extents`.
    pub(super) fn copy_region(
        &mut self,
        op: OpId,
        frame: &LoopFrame,
        extents: &[Extent],
        from: (ArrayId, &[RegionSubscript]),
        to: (ArrayId, &[RegionSubscript]),
    ) -> Fallible<Schedule> {
        let first = frame.dims.len();
        let (inner, span) = (self.region_loops(op, frame, extents)?, self.module.op(op).span);
        let mut draft = StmtDraft::new(&inner, self.stmt_name(op));
        let read = self.region_access(&draft, from, first, AccessKind::Read, span)?;
        let elem = self.draft.arrays[from.0].elem.clone();
        let node = draft.read(read, &elem);
        let write = self.region_access(&draft, to, first, AccessKind::MustWrite, span)?;
        draft.write(write, node);
        self.region_done(op, draft, first)
    }

    /// Loops over a region, named `c0`, `c1`, ...
    pub(super) fn region_loops(&mut self, op: OpId, frame: &LoopFrame, extents: &[Extent]) -> Fallible<LoopFrame> {
        let mut inner = frame.clone();
        for (dim, extent) in extents.iter().enumerate() {
            let range = LoopBound {
                lower: vec![self.number(&inner, 0)?],
                upper: vec![extent.on(self, &inner)?],
                step: 1,
            };
            inner = self.enter_named(op, &format!("c{dim}"), None, None, range, &inner)?;
        }
        Ok(inner)
    }

    /// The statement of `draft` below its loops from number `first` on.
    pub(super) fn region_done(&mut self, op: OpId, draft: StmtDraft, first: usize) -> Fallible<Schedule> {
        self.region_done_after(None, op, draft, first)
    }

    /// As [`Extractor::region_done`], with other statements before it in each iteration.
    pub(super) fn region_done_after(
        &mut self,
        before: Option<Schedule>,
        op: OpId,
        draft: StmtDraft,
        first: usize,
    ) -> Fallible<Schedule> {
        let inner = draft.frame.clone();
        let mut schedule = in_order(before, leaf(self.push_stmt(draft, op)?)?)?;
        for at in (first..inner.dims.len()).rev() {
            schedule = self.band(schedule, inner.loops[at], at)?;
        }
        Ok(schedule)
    }

    fn region_access(
        &mut self,
        draft: &StmtDraft,
        (array, subscripts): (ArrayId, &[RegionSubscript]),
        first: usize,
        kind: AccessKind,
        span: Span,
    ) -> Fallible<Access> {
        let frame = &draft.frame;
        let loops = self.facts.variables(frame, first)?;
        let all = self.subscripts(subscripts, &loops, frame)?;
        let all = self.with_owner_loops(array, all, frame)?;
        let relation = self.relation(draft, array, all)?;
        Ok(Access {
            kind,
            array,
            relation,
            span,
        })
    }

    /// The subscripts at `dims`, over the iterations of `frame`.
    pub(super) fn subscripts(
        &mut self,
        subscripts: &[RegionSubscript],
        dims: &[PwAff],
        frame: &LoopFrame,
    ) -> Fallible<Vec<PwAff>> {
        let mut all = Vec::with_capacity(subscripts.len());
        for subscript in subscripts {
            all.push(match subscript {
                RegionSubscript::Slice { offset, stride, dim } => {
                    let offset = self.offset(*offset, frame)?;
                    match dim {
                        Some(dim) => offset.add(self.scaled(frame, &dims[*dim], *stride)?)?,
                        None => offset,
                    }
                }
                RegionSubscript::Sum(terms) => {
                    let mut sum = self.number(frame, 0)?;
                    for (dim, factor) in terms {
                        sum = sum.add(self.scaled(frame, &dims[*dim], *factor)?)?;
                    }
                    sum
                }
                RegionSubscript::Part { dim, divisor, modulus } => {
                    let part = dims[*dim].clone().div(self.number(frame, *divisor)?)?.floor()?;
                    match modulus {
                        Some(modulus) => part.mod_val(polyvet_poly::Val::from_i64(&self.ctx, *modulus)?)?,
                        None => part,
                    }
                }
            });
        }
        Ok(all)
    }

    fn scaled(&self, frame: &LoopFrame, value: &PwAff, factor: i64) -> Fallible<PwAff> {
        Ok(value.clone().mul(self.number(frame, factor)?)?)
    }

    pub(super) fn offset(&mut self, offset: SliceNumber, frame: &LoopFrame) -> Fallible<PwAff> {
        match offset {
            SliceNumber::Const(value) => self.number(frame, value),
            SliceNumber::Value(value) => self.index(value, frame),
            SliceNumber::Joined(op, count) => self.joined_extent(op, count, frame),
        }
    }

    /// Operations on whole tensors; `None` for others.
    pub(super) fn tensor_op(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Option<Schedule>>> {
        let data = self.module.op(op);
        let schedule = match data.name.as_str() {
            "tensor.extract_slice" if self.facts.slices.is_view(op) => {
                self.show_slice(op, frame)?;
                None
            }
            "tensor.insert_slice" | "tensor.parallel_insert_slice" if self.inserted_in_place(op, frame)? => None,
            "tensor.extract_slice" => Some(self.extract_slice(op, frame)?),
            "tensor.insert_slice" => self.insert_slice(op, frame)?,
            "tensor.parallel_insert_slice" => Some(self.parallel_insert_slice(op, frame)?),
            "tensor.expand_shape" => Some(self.reshape(op, frame, true)?),
            "tensor.collapse_shape" => Some(self.reshape(op, frame, false)?),
            "tensor.pad" => Some(self.pad(op, frame)?),
            "tensor.concat" => Some(self.concat(op, frame)?),
            "tensor.extract" => Some(self.extract_element(op, frame)?),
            "tensor.insert" => Some(self.insert_element(op, frame)?),
            "tensor.splat" => Some(self.broadcast(op, frame)?),
            "tensor.from_elements" => Some(self.gather_elements(op, frame)?),
            "tensor.generate" => Some(self.generate(op, frame)?),
            "bufferization.clone" => {
                let (source, result) = (data.operand(0), data.results[0]);
                Some(self.copy_between(op, source, result, None, frame)?)
            }
            "bufferization.to_tensor" => {
                let (memref, result) = (data.operand(0), data.results[0]);
                let target = self.fresh_tensor(result, frame)?;
                Some(self.copy_between(op, memref, result, Some(target), frame)?)
            }
            "bufferization.materialize_in_destination" => self.materialize(op, frame)?,
            "scf.forall" => self.forall(op, frame)?,
            _ => return Ok(None),
        };
        Ok(Some(schedule))
    }

    fn extract_slice(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let (source, result) = (data.operand(0), data.results[0]);
        let slice = self.facts.slice(op, result, 1)?;
        self.sizes_fit(op, &slice.sizes, frame)?;
        let from = self.tensor(source, data.span)?;
        let to = self.fresh_tensor(result, frame)?;
        let extents = extents_of(&slice.sizes);
        let all = RegionSubscript::all(extents.len());
        self.copy_region(op, frame, &extents, (from, &slice.subscripts), (to, &all))
    }

    fn insert_slice(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let data = self.module.op(op);
        let (source, dest, result) = (data.operand(0), data.operand(1), data.results[0]);
        let slice = self.facts.slice(op, source, 2)?;
        self.check_shape(op, source, &slice.sizes, frame)?;
        let from = self.tensor(source, data.span)?;
        let (to, copy) = self.updated(op, dest, result, true, frame)?;
        let extents = extents_of(&slice.sizes);
        let all = RegionSubscript::all(extents.len());
        let write = self.copy_region(op, frame, &extents, (from, &all), (to, &slice.subscripts))?;
        Ok(Some(in_order(copy, write)?))
    }

    /// `tensor.concat`: each operand is copied to where it begins.
    fn concat(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let (result, span) = (data.results[0], data.span);
        let refuse = || unsupported("malformed-op", "this `tensor.concat` is not well formed", span);
        let along = self.facts.joined(op).ok_or_else(refuse)?;
        let operands: Vec<ValueId> = data.operand_values().collect();
        let first = *operands.first().ok_or_else(refuse)?;
        let all = self.extents(first, span)?;
        for operand in &operands[1..] {
            for (dim, extent) in self.extents(*operand, span)?.into_iter().enumerate() {
                if dim != along {
                    self.agree(extent, all[dim], frame, span)?;
                }
            }
        }
        // The type of the result may say more.
        for (dim, extent) in self.module.ty(result).shape().unwrap_or_default().iter().enumerate() {
            if let Dim::Static(size) = extent {
                let size = Extent::Const(i64::try_from(*size).map_err(|_| refuse())?);
                let whole = match dim == along {
                    true => Extent::Joined(op, operands.len()),
                    false => all[dim],
                };
                self.agree(size, whole, frame, span)?;
            }
        }
        let to = self.fresh_tensor(result, frame)?;
        let mut schedule = None;
        for (number, operand) in operands.into_iter().enumerate() {
            let from = self.tensor(operand, span)?;
            let extents = self.extents(operand, span)?;
            let plain = RegionSubscript::all(extents.len());
            let mut placed = plain.clone();
            placed[along] = RegionSubscript::Slice {
                offset: SliceNumber::Joined(op, number),
                stride: 1,
                dim: Some(along),
            };
            let copy = self.copy_region(op, frame, &extents, (from, &plain), (to, &placed))?;
            schedule = Some(in_order(schedule, copy)?);
        }
        schedule.ok_or_else(refuse)
    }

    /// What the first operands of a `tensor.concat`, so many, have together along its dimension.
    pub(super) fn joined_extent(&mut self, op: OpId, count: usize, frame: &LoopFrame) -> Fallible<PwAff> {
        let data = self.module.op(op);
        let along = self.facts.joined(op).unwrap_or_default();
        let mut sum = self.number(frame, 0)?;
        for operand in data.operand_values().take(count) {
            sum = sum.add(self.extent(operand, along, data.span)?.on(self, frame)?)?;
        }
        Ok(sum)
    }

    fn parallel_insert_slice(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let (source, dest) = (data.operand(0), data.operand(1));
        let slice = self.facts.slice(op, source, 2)?;
        self.check_shape(op, source, &slice.sizes, frame)?;
        let (from, to) = (self.tensor(source, data.span)?, self.tensor(dest, data.span)?);
        let extents = extents_of(&slice.sizes);
        let all = RegionSubscript::all(extents.len());
        self.copy_region(op, frame, &extents, (from, &all), (to, &slice.subscripts))
    }

    /// The extents of a tensor must be those of the slice it goes to.
    pub(super) fn check_shape(
        &mut self,
        op: OpId,
        small: ValueId,
        sizes: &[SliceNumber],
        frame: &LoopFrame,
    ) -> Fallible<()> {
        let span = self.module.op(op).span;
        self.sizes_fit(op, sizes, frame)?;
        for (dim, size) in sizes.iter().enumerate() {
            let (here, there) = (self.extent(small, dim, span)?, extent_of(*size));
            self.agree(here, there, frame, span)?;
        }
        Ok(())
    }

    /// Two extents are equal wherever the point is reached: outside of loops that is known of the parameters from here
    /// on.
    pub(super) fn agree(&mut self, here: Extent, there: Extent, frame: &LoopFrame, span: Span) -> Fallible<()> {
        if here == there {
            return Ok(());
        }
        let (x, y) = (here.on(self, frame)?, there.on(self, frame)?);
        self.equal(x, y, frame, span)
    }

    /// [`Extractor::agree`] of two functions.
    fn equal(&mut self, x: PwAff, y: PwAff, frame: &LoopFrame, span: Span) -> Fallible<()> {
        let differ = frame
            .domain
            .clone()
            .intersect(x.ne_set(y)?)?
            .intersect_params(self.known()?)?;
        if differ.is_empty()? {
            return Ok(());
        }
        if frame.loops.is_empty() {
            let fails = differ.params()?;
            self.numbers.context = self.numbers.context.clone().subtract(fails)?;
            return Ok(());
        }
        if frame.exact {
            return self.never_at(Demand::Shape, span, differ);
        }
        Err(unsupported(
            "shape-contract",
            "the extents of operands are not surely equal",
            span,
        ))
    }

    /// The extent of a dimension of the result of a `collapse_shape`.
    pub(super) fn collapsed_extent(&mut self, op: OpId, dim: usize, frame: &LoopFrame) -> Fallible<PwAff> {
        let data = self.module.op(op);
        let (source, span) = (data.operand(0), data.span);
        let (varies, factor) = self.facts.collapsed(op, dim).ok_or_else(|| several_extents(span))?;
        let factor = self.number(frame, factor)?;
        match varies {
            None => Ok(factor),
            Some(varies) => Ok(self.extent(source, varies, span)?.on(self, frame)?.mul(factor)?),
        }
    }

    /// The subscripts of the source of a reshape, as functions of those of its result.
    pub(super) fn regrouped(&mut self, op: OpId, expand: bool, frame: &LoopFrame) -> Fallible<Vec<RegionSubscript>> {
        let data = self.module.op(op);
        let (source, result) = (data.operand(0), data.results[0]);
        let span = data.span;
        let refuse = || several_extents(span);
        let groups = self.facts.groups(op).ok_or_else(refuse)?;
        if expand && !self.facts.output_shape_fits(op) {
            let message = "the output shape that is given is not that of the result's type".to_owned();
            return Err(unsupported("tensor-reshape", message, span));
        }
        let split = if expand { result } else { source };
        let shape = self.facts.known_shape(split);
        // One element as such has no dimension to put into a group: all others are of extent 1.
        if groups.is_empty() && shape.iter().any(|extent| *extent != Dim::Static(1)) {
            return Err(refuse());
        }
        let zero = RegionSubscript::Slice {
            offset: SliceNumber::Const(0),
            stride: 1,
            dim: None,
        };
        if groups.is_empty() && !expand {
            return Ok(vec![zero; shape.len()]);
        }
        let mut subscripts = Vec::new();
        for (flat, group) in groups.iter().enumerate() {
            // What is before an extent that varies would be multiplied by it, but for the only index of an extent of 1.
            let is_one = |dim: &&usize| shape.get(**dim) == Some(&Dim::Static(1));
            let ones = group.iter().take_while(is_one).count();
            let varies = group
                .get(ones)
                .is_some_and(|dim| shape.get(*dim) == Some(&Dim::Dynamic));
            let (ones, group) = group.split_at(if varies { ones } else { 0 });
            if !expand {
                subscripts.extend(ones.iter().map(|_| zero.clone()));
            }
            // How many elements of the flat dimension one step in each part is.
            let mut factor = 1;
            let mut factors = Vec::new();
            for (place, dim) in group.iter().enumerate().rev() {
                let extent = match shape.get(*dim).ok_or_else(refuse)? {
                    Dim::Static(extent) => Some(*extent as i64),
                    _ if place == 0 => None,
                    _ => return Err(refuse()),
                };
                factors.push((*dim, factor, if place == 0 { None } else { extent }));
                factor *= extent.unwrap_or(1);
            }
            let whole = self.extent(if expand { source } else { result }, flat, span)?;
            let first = group.first().copied().unwrap_or(0);
            match (whole, shape.get(first)) {
                (Extent::Const(whole), Some(Dim::Static(_))) if whole != factor => return Err(refuse()),
                (Extent::Const(_), Some(Dim::Static(_))) => {}
                _ if factor == 1 && group.len() == 1 => {}
                // The division must leave nothing.
                (_, Some(Dim::Dynamic)) => {
                    let part = self.extent(split, first, span)?.on(self, frame)?;
                    let parts = part.mul(self.number(frame, factor)?)?;
                    let whole = whole.on(self, frame)?;
                    self.equal(whole, parts, frame, span)?;
                }
                (_, Some(Dim::Static(_))) => {
                    let (whole, parts) = (whole.on(self, frame)?, self.number(frame, factor)?);
                    self.equal(whole, parts, frame, span)?;
                }
                _ => return Err(refuse()),
            }
            if expand {
                subscripts.push(RegionSubscript::Sum(
                    factors.iter().map(|(dim, factor, _)| (*dim, *factor)).collect(),
                ));
            } else {
                factors.reverse();
                subscripts.extend(factors.into_iter().map(|(_, divisor, modulus)| RegionSubscript::Part {
                    dim: flat,
                    divisor,
                    modulus,
                }));
            }
        }
        Ok(subscripts)
    }

    fn reshape(&mut self, op: OpId, frame: &LoopFrame, expand: bool) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let (source, result, span) = (data.operand(0), data.results[0], data.span);
        let subscripts = self.regrouped(op, expand, frame)?;
        let extents = self.extents(result, span)?;
        let from = self.tensor(source, span)?;
        let to = self.fresh_tensor(result, frame)?;
        let all = RegionSubscript::all(extents.len());
        self.copy_region(op, frame, &extents, (from, &subscripts), (to, &all))
    }

    /// All extents of a value.
    pub(super) fn extents(&mut self, value: ValueId, span: Span) -> Fallible<Vec<Extent>> {
        let rank = self.module.ty(value).shape().map_or(0, <[_]>::len);
        (0..rank).map(|dim| self.extent(value, dim, span)).collect()
    }

    fn materialize(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let data = self.module.op(op);
        let (source, dest) = (data.operand(0), data.operand(1));
        match data.results.first() {
            None => Ok(Some(self.copy_between(op, source, dest, None, frame)?)),
            Some(result) => {
                let (target, _) = self.updated(op, dest, *result, false, frame)?;
                Ok(Some(self.copy_between(op, source, dest, Some(target), frame)?))
            }
        }
    }

    /// Copies all of a memref or tensor to another; `target` is the array if `to` is a tensor.
    pub(super) fn copy_between(
        &mut self,
        op: OpId,
        from: ValueId,
        to: ValueId,
        target: Option<ArrayId>,
        frame: &LoopFrame,
    ) -> Fallible<Schedule> {
        let span = self.module.op(op).span;
        let rank = self.module.ty(from).shape().map_or(0, <[_]>::len);
        for dim in 0..rank {
            let (here, there) = (self.extent(from, dim, span)?, self.extent(to, dim, span)?);
            self.agree(here, there, frame, span)?;
        }
        let source = (from, None);
        self.copy_stmt(op, source, (to, target), frame)
    }

    /// `scf.forall`: a parallel loop that updates its shared tensors.
    fn forall(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let data = self.module.op(op);
        let span = data.span;
        let refuse = || unsupported("malformed-op", "this `scf.forall` is not well formed", span);
        let list = |name: &str| data.attr(name).and_then(Attr::as_i64s).ok_or_else(refuse);
        let (lower, upper, steps) = (
            list("staticLowerBound")?,
            list("staticUpperBound")?,
            list("staticStep")?,
        );
        let mut dynamic = data.operand_values();
        let lower = number_list(&lower, &mut dynamic).ok_or_else(refuse)?;
        let upper = number_list(&upper, &mut dynamic).ok_or_else(refuse)?;
        let steps = number_list(&steps, &mut dynamic).ok_or_else(refuse)?;
        let shared: Vec<ValueId> = dynamic.collect();
        let body = self.module.only_block(op, 0).ok_or_else(refuse)?;
        let args = self.module.block(body).args.clone();
        let (inductions, outs) = args.split_at(lower.len());
        let mut before = None;
        for (init, arg) in shared.iter().zip(outs) {
            let (array, copy) = self.updated(op, *init, *arg, true, frame)?;
            before = match copy {
                Some(copy) => Some(in_order(before, copy)?),
                None => before,
            };
            self.same_array(*arg, array);
        }
        let mut inner = frame.clone();
        for (at, (induction, step)) in inductions.iter().zip(steps).enumerate() {
            let step = match step {
                SliceNumber::Const(step) if step > 0 => self.constant_step(step, frame)?,
                SliceNumber::Value(step) if self.request.strips != StripLoops::None => {
                    LoopStep::Strip(self.index(step, frame)?)
                }
                _ => {
                    let message = "a step that is no positive constant has no model";
                    return Err(unsupported("symbolic-step", message, span));
                }
            };
            let lower = vec![self.offset(lower[at], &inner)?];
            let upper = vec![self.offset(upper[at], &inner)?];
            inner = self.enter_parallel(op, *induction, (lower, upper, step), &inner)?;
        }
        let mut looped = self.block(body, &inner)?;
        for (result, arg) in data.results.iter().zip(outs) {
            let array = self.places.array_of[arg];
            self.same_array(*result, array);
        }
        if let Some(schedule) = looped {
            looped = Some(self.parallel_bands(schedule, &inner, frame.dims.len())?);
        }
        match (before, looped) {
            (Some(first), Some(second)) => Ok(Some(in_order(Some(first), second)?)),
            (first, second) => Ok(first.or(second)),
        }
    }
}

impl Facts<'_> {
    /// The dimension along which a `tensor.concat` puts its operands, if all have it.
    pub(super) fn joined(&self, op: OpId) -> Option<usize> {
        let data = self.module.op(op);
        let along = usize::try_from(data.attr("dim")?.as_i64()?).ok()?;
        let rank = |value: ValueId| self.module.ty(value).shape().map(<[_]>::len);
        let result = rank(data.results[0])?;
        let fits = along < result && data.operand_values().all(|operand| rank(operand) == Some(result));
        fits.then_some(along)
    }

    /// Whether nothing reads `value` after `user`, which uses it once.
    pub(super) fn is_last_use(&self, value: ValueId, user: OpId) -> bool {
        let same = |id: OpId, op: &Op| {
            shows_operand(op)
                || matches!(op.name.as_str(), "tensor.cast" | "bufferization.to_buffer")
                || self.slices.is_view(id)
        };
        self.uses_until(value, (user, user), same) == Some(1)
    }

    /// How often `user` uses `value`, if nothing else in or after `at` uses it or what operations that are `views` make
    /// of it;
    /// `at` is the user or an operation around it in the block of `value`.
    pub(super) fn uses_until(
        &self,
        value: ValueId,
        (user, at): (OpId, OpId),
        views: impl Fn(OpId, &Op) -> bool,
    ) -> Option<usize> {
        let module = self.module;
        let block = module.op(at).parent;
        let defined_in = match module.value(value).def {
            polyvet_ir::Def::Result { op, .. } => module.op(op).parent,
            polyvet_ir::Def::Arg { block, .. } => Some(block),
        };
        if defined_in != block {
            return None;
        }
        let ops = &module.block(block?).ops;
        let place = |op: OpId| ops.iter().position(|other| *other == op);
        let here = place(at)?;
        let mut pending = vec![value];
        let mut seen = 0;
        while let Some(next) = pending.pop() {
            for other in self.users.get(&next).map_or(&[][..], Vec::as_slice) {
                if *other == user {
                    seen += 1;
                    continue;
                }
                let data = module.op(*other);
                if views(*other, data) {
                    pending.extend(&data.results);
                }
                let mut ancestor = *other;
                while module.op(ancestor).parent != block {
                    ancestor = module.parent_op(ancestor)?;
                }
                if place(ancestor).is_none_or(|at| at >= here) {
                    return None;
                }
            }
        }
        Some(seen)
    }

    /// `memref.dealloc`: of a buffer of this block that nothing uses any more, or it is not modelled.
    pub(super) fn dealloc(&self, op: OpId) -> Fallible<()> {
        let data = self.module.op(op);
        let value = data.operand(0);
        let maker = self
            .module
            .defining_op(value)
            .map(|maker| self.module.op(maker).name.as_str());
        let made = matches!(maker, Some("memref.alloc" | "bufferization.clone"));
        // Under a condition, nothing may use it after the whole conditional.
        let mut at = op;
        let block = self
            .module
            .defining_op(value)
            .and_then(|maker| self.module.op(maker).parent);
        while let Some(parent) = self.module.parent_op(at).filter(|_| self.module.op(at).parent != block) {
            if self.module.op(parent).name != "scf.if" {
                break;
            }
            at = parent;
        }
        if made && self.uses_until(value, (op, at), |_, op| shows_operand(op)) == Some(1) {
            return Ok(());
        }
        let message = format!("`{}` may be used after it is freed here", self.module.value_name(value));
        Err(unsupported("freed-early", message, data.span))
    }

    /// `tensor.extract_slice`, `tensor.insert_slice`, `tensor.parallel_insert_slice`: the slice of the larger
    /// tensor, whose small side has type `small`; `skip` operands come before the offsets.
    pub(super) fn slice(&self, op: OpId, small: ValueId, skip: usize) -> Fallible<TensorSlice> {
        self.slice_of(op, small, skip).ok_or_else(|| {
            let span = self.module.op(op).span;
            unsupported(
                "tensor-slice",
                "this slice has no affine model (a stride is not constant)",
                span,
            )
        })
    }

    fn slice_of(&self, op: OpId, small: ValueId, skip: usize) -> Option<TensorSlice> {
        let data = self.module.op(op);
        let list = |name: &str| data.attr(name)?.as_i64s();
        let (offsets, sizes, strides) = (list("static_offsets")?, list("static_sizes")?, list("static_strides")?);
        let shape = self.module.ty(small).shape()?;
        let mut dynamic = data.operand_values().skip(skip);
        let offsets = number_list(&offsets, &mut dynamic)?;
        let sizes = number_list(&sizes, &mut dynamic)?;
        let strides = number_list(&strides, &mut dynamic)?;
        let mut subscripts = Vec::with_capacity(offsets.len());
        let mut kept = Vec::new();
        for (at, offset) in offsets.into_iter().enumerate() {
            let stride = self.constant_number(*strides.get(at)?)?;
            let size = sizes[at];
            let fits = shape.get(kept.len()).is_some_and(|extent| match (extent, size) {
                (Dim::Static(extent), SliceNumber::Const(size)) => *extent as i64 == size,
                (Dim::Dynamic, SliceNumber::Value(_)) => true,
                _ => false,
            });
            if !fits && !matches!(size, SliceNumber::Const(1)) {
                return None;
            }
            let dim = fits.then_some(kept.len());
            subscripts.push(RegionSubscript::Slice { offset, stride, dim });
            if fits {
                kept.push(size);
            }
        }
        (kept.len() == shape.len()).then_some(TensorSlice {
            sizes: kept,
            subscripts,
        })
    }

    /// A number of a list, if it is a constant, written there or not.
    pub(super) fn constant_number(&self, number: SliceNumber) -> Option<i64> {
        match number {
            SliceNumber::Const(number) => Some(number),
            SliceNumber::Value(value) => self.constant(value),
            SliceNumber::Joined(..) => None,
        }
    }

    /// The dimensions that a reshape takes together, or takes apart.
    pub(super) fn groups(&self, op: OpId) -> Option<Vec<Vec<usize>>> {
        let Some(Attr::Array(items)) = self.module.op(op).attr("reassociation") else {
            return None;
        };
        let group = |item: &Attr| {
            let dims = item.as_i64s()?;
            dims.into_iter().map(|dim| usize::try_from(dim).ok()).collect()
        };
        items.iter().map(group).collect()
    }

    /// The dimension that varies of those that a `collapse_shape` takes together, if one does, and the product of the
    /// others; [`None`] if there are several.
    pub(super) fn collapsed(&self, op: OpId, dim: usize) -> Option<(Option<usize>, i64)> {
        let group = self.groups(op)?.into_iter().nth(dim)?;
        let shape = self.known_shape(self.module.op(op).operand(0));
        let (mut varies, mut factor) = (None, 1_i64);
        for at in group {
            match shape.get(at)? {
                Dim::Static(extent) => factor = factor.checked_mul(i64::try_from(*extent).ok()?)?,
                _ if varies.is_none() => varies = Some(at),
                _ => return None,
            }
        }
        Some((varies, factor))
    }

    /// The extents of a value, those too that its type leaves out but what it was cast from, or expanded to, says.
    fn known_shape(&self, value: ValueId) -> Vec<Dim> {
        let mut shape = self.module.ty(value).shape().unwrap_or(&[]).to_vec();
        let Some(op) = self.module.defining_op(value) else {
            return shape;
        };
        let data = self.module.op(op);
        let said: Vec<Dim> = match data.name.as_str() {
            "tensor.cast" | "memref.cast" => self.known_shape(data.operand(0)),
            "tensor.expand_shape" | "memref.expand_shape" => {
                let mut dynamic = data.operand_values().skip(1);
                let given = data.attr("static_output_shape").and_then(Attr::as_i64s);
                let given = given.and_then(|given| number_list(&given, &mut dynamic));
                let known = |number: &SliceNumber| {
                    let number = self.constant_number(*number)?;
                    u64::try_from(number).ok().map(Dim::Static)
                };
                let given = given.iter().flatten();
                given.map(|number| known(number).unwrap_or(Dim::Dynamic)).collect()
            }
            _ => Vec::new(),
        };
        for (extent, said) in shape.iter_mut().zip(said) {
            if *extent == Dim::Dynamic {
                *extent = said;
            }
        }
        shape
    }

    /// Whether an expansion gives the extents that its result has: mlir-opt takes others, and they are undefined.
    fn output_shape_fits(&self, op: OpId) -> bool {
        let data = self.module.op(op);
        let given = data.attr("static_output_shape").and_then(Attr::as_i64s);
        let shape = self.module.ty(data.results[0]).shape().unwrap_or(&[]);
        given.is_none_or(|given| {
            let fits = |(given, dim): (&i64, &Dim)| match dim {
                Dim::Static(extent) => u64::try_from(*given).is_ok_and(|given| given == *extent),
                _ => *given == i64::MIN,
            };
            given.len() == shape.len() && given.iter().zip(shape).all(fits)
        })
    }
}

/// Why a reshape has no model.
fn several_extents(span: Span) -> super::ExtractError {
    let message = "a reshape with several dynamic extents has no model";
    unsupported("tensor-reshape", message, span)
}

/// Numbers written in an attribute, the smallest 64-bit integer standing for the next operand.
pub(super) fn number_list(list: &[i64], dynamic: &mut dyn Iterator<Item = ValueId>) -> Option<Vec<SliceNumber>> {
    list.iter()
        .map(|number| match *number {
            i64::MIN => dynamic.next().map(SliceNumber::Value),
            number => Some(SliceNumber::Const(number)),
        })
        .collect()
}

pub(super) fn extent_of(size: SliceNumber) -> Extent {
    match size {
        SliceNumber::Const(size) => Extent::Const(size),
        SliceNumber::Value(value) => Extent::Value(value),
        SliceNumber::Joined(op, count) => Extent::Joined(op, count),
    }
}

fn extents_of(sizes: &[SliceNumber]) -> Vec<Extent> {
    sizes.iter().map(|size| extent_of(*size)).collect()
}

/// `first`, if there is one, then `second`.
pub(super) fn in_order(first: Option<Schedule>, second: Schedule) -> Fallible<Schedule> {
    Ok(match first {
        Some(first) => first.sequence(second)?,
        None => second,
    })
}
