//! Tensor operations that compute where each element of the result comes from: padding, packing, single
//! elements, `tensor.generate`.

use super::defined::OperandSource;
use super::facts::Facts;
use super::index::Extent;
use super::payload::StmtDraft;
use super::tensors::{SliceNumber, in_order, number_list};
use super::walk::{LoopBound, leaf};
use super::{Extractor, Fallible, LoopFrame, unsupported};
use crate::ids::ArrayId;
use crate::scop::{AccessKind, Demand};
use polyvet_ir::{Attr, OpId, ValueId};
use polyvet_poly::{PwAff, Schedule, Set, Val};

/// `linalg.pack` and `linalg.unpack`: element `(o.., i..)` of the packed tensor is element `x` of the other, where
/// `x[d] = o[d]`, times the tile plus `i[k]` if `d` is tiled dimension number `k`.
struct PackingMap {
    /// Tiled dimensions and their tiles.
    tiles: Vec<(usize, i64)>,
    /// Outer dimension `n` of the packed tensor is dimension `order[n]` of the other.
    order: Vec<usize>,
    /// What elements beyond the source are.
    padding: Option<ValueId>,
}

/// What `pack` and `unpack` do alike.
struct PackNest {
    packing: PackingMap,
    source: ValueId,
    result: ValueId,
    /// The array of the result.
    to: ArrayId,
    /// Inside the loops over the elements of the result.
    inner: LoopFrame,
    /// Their variables.
    loops: Vec<PwAff>,
}

impl Extractor<'_> {
    /// The loops over the elements of the result of a `pack` or `unpack`.
    fn pack_nest(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<PackNest> {
        let packing = self.facts.packing(op)?;
        let data = self.module.op(op);
        let (source, dest, result, span) = (data.operand(0), data.operand(1), data.results[0], data.span);
        self.tiles_fit(op, &packing, frame)?;
        let (to, _) = self.updated(op, dest, result, false, frame)?;
        let extents = self.extents(result, span)?;
        let inner = self.region_loops(op, frame, &extents)?;
        let loops = self.facts.variables(&inner, frame.dims.len())?;
        Ok(PackNest {
            packing,
            source,
            result,
            to,
            inner,
            loops,
        })
    }

    /// The packed tensor has as many tiles as the other one needs, of their size.
    fn tiles_fit(&mut self, op: OpId, packing: &PackingMap, frame: &LoopFrame) -> Fallible<()> {
        let data = self.module.op(op);
        let (mut packed, mut whole, span) = (data.operand(1), data.operand(0), data.span);
        if data.name == "linalg.unpack" {
            std::mem::swap(&mut packed, &mut whole);
        }
        for (place, dim) in packing.order.iter().enumerate() {
            let tile = { packing.tiles.iter() }
                .find(|(tiled, _)| tiled == dim)
                .map_or(1, |(_, tile)| *tile);
            let extent = self.extent(whole, *dim, span)?.on(self, frame)?;
            let needed = extent.div(self.number(frame, tile)?)?.ceil()?;
            let found = self.extent(packed, place, span)?.on(self, frame)?;
            self.never(Demand::Shape, op, found.ne_set(needed)?, frame)?;
        }
        for (lane, (_, tile)) in packing.tiles.iter().enumerate() {
            let found = self.extent(packed, packing.order.len() + lane, span)?.on(self, frame)?;
            self.never(Demand::Shape, op, found.ne_set(self.number(frame, *tile)?)?, frame)?;
        }
        Ok(())
    }

    pub(super) fn pack(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let PackNest {
            packing,
            source,
            result,
            to,
            inner,
            loops,
        } = self.pack_nest(op, frame)?;
        let first = frame.dims.len();
        let (outer, lanes) = loops.split_at(packing.order.len());
        let mut at: Vec<_> = outer.to_vec();
        for (place, dim) in packing.order.iter().enumerate() {
            at[*dim] = outer[place].clone();
        }
        for ((dim, tile), lane) in packing.tiles.iter().zip(lanes) {
            at[*dim] = at[*dim].clone().mul(self.number(&inner, *tile)?)?.add(lane.clone())?;
        }
        let inside = self.inside(source, &at, &inner, op)?;
        if packing.padding.is_none() {
            let beyond = inner.domain.clone().subtract(inside.clone())?;
            self.never(Demand::Shape, op, beyond, &inner)?;
        }
        self.padded(
            op,
            (&inner, first),
            (source, at),
            inside,
            packing.padding,
            (result, to, loops),
        )
    }

    pub(super) fn unpack(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let PackNest {
            packing,
            source,
            result,
            to,
            inner,
            loops,
        } = self.pack_nest(op, frame)?;
        let first = frame.dims.len();
        let (mut outer, mut lanes) = (loops.clone(), Vec::new());
        for (dim, tile) in &packing.tiles {
            outer[*dim] = loops[*dim].clone().div(self.number(&inner, *tile)?)?.floor()?;
            lanes.push(loops[*dim].clone().mod_val(Val::from_i64(&self.ctx, *tile)?)?);
        }
        let mut at: Vec<_> = packing.order.iter().map(|dim| outer[*dim].clone()).collect();
        at.extend(lanes);
        self.move_lanes(op, (&inner, first), (source, at), (result, Some(to), loops))
    }

    /// The iterations for which `at` is an element of `value`.
    fn inside(&mut self, value: ValueId, at: &[PwAff], frame: &LoopFrame, op: OpId) -> Fallible<Set> {
        let span = self.module.op(op).span;
        let mut inside = frame.domain.clone();
        for (dim, subscript) in at.iter().enumerate() {
            let (zero, extent) = (self.number(frame, 0)?, self.extent(value, dim, span)?.on(self, frame)?);
            let within = subscript
                .clone()
                .ge_set(zero)?
                .intersect(subscript.clone().lt_set(extent)?)?;
            // Extents of tiles are minima, which make pieces of what is one polyhedron for the iterations that there are.
            let within = frame.domain.clone().intersect(within)?.coalesce()?;
            let hull = Set::from_basic_set(within.clone().simple_hull()?)?.intersect(frame.domain.clone())?;
            let is_one = within.n_basic_set()? > hull.n_basic_set()? && hull.is_subset(&within)?;
            inside = inside.intersect(if is_one { hull } else { within })?;
        }
        Ok(inside.coalesce()?)
    }

    /// The result receives elements of `source` for the iterations `inside`, and the padding for the others.
    fn padded(
        &mut self,
        op: OpId,
        (inner, first): (&LoopFrame, usize),
        (source, at): (ValueId, Vec<PwAff>),
        inside: Set,
        padding: Option<ValueId>,
        (result, to, loops): (ValueId, ArrayId, Vec<PwAff>),
    ) -> Fallible<Schedule> {
        let outside = inner.domain.clone().subtract(inside.clone())?;
        let is_all = outside.clone().intersect_params(self.known()?)?.is_empty()?;
        let copied = if is_all {
            inner.clone()
        } else {
            inner.only(inside, first)?
        };
        let all = self.move_lanes(op, (&copied, first), (source, at), (result, Some(to), loops.clone()))?;
        let Some(padding) = padding.filter(|padding| !self.facts.is_poison(*padding)) else {
            return Ok(all);
        };
        if is_all {
            return Ok(all);
        }
        let filled = inner.only(outside, first)?;
        let fill = self.move_lanes(op, (&filled, first), (padding, Vec::new()), (result, Some(to), loops))?;
        in_order(Some(all), fill)
    }

    /// `tensor.pad` with a padding that is the same everywhere.
    pub(super) fn pad(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let (source, result, span) = (data.operand(0), data.results[0], data.span);
        let refuse = || unsupported("tensor-pad", "this padding has no model", span);
        let (low, high) = self.facts.paddings(op).ok_or_else(refuse)?;
        let first = frame.dims.len();
        for (dim, high) in high.iter().enumerate() {
            // The extent that the type of the result says must be that of the padded source.
            let sum = self
                .offset(low[dim], frame)?
                .add(self.extent(source, dim, span)?.on(self, frame)?)?;
            let sum = sum.add(self.offset(*high, frame)?)?;
            let extent = self.extent(result, dim, span)?.on(self, frame)?;
            let reached = frame.domain.clone().intersect_params(self.known()?)?;
            if !reached
                .clone()
                .intersect(extent.clone().ne_set(sum.clone())?)?
                .is_empty()?
            {
                if !frame.exact {
                    return Err(refuse());
                }
                self.never(Demand::Shape, op, extent.ne_set(sum)?, frame)?;
            }
            self.sizes_fit(op, &[low[dim], *high], frame)?;
        }
        let body = self.module.only_block(op, 0).ok_or_else(refuse)?;
        self.facts.without_effects(body)?;
        let ops = &self.module.block(body).ops;
        let value = self.module.op(*ops.last().ok_or_else(refuse)?).operand(0);
        let to = self.fresh_tensor(result, frame)?;
        let extents = self.extents(result, span)?;
        let inner = self.region_loops(op, frame, &extents)?;
        let loops = self.facts.variables(&inner, first)?;
        let mut at = Vec::new();
        for (subscript, low) in loops.iter().zip(&low) {
            at.push(subscript.clone().sub(self.offset(*low, &inner)?)?);
        }
        let inside = self.inside(source, &at, &inner, op)?;
        let outside = inner.only(inner.domain.clone().subtract(inside.clone())?, first)?;
        let mut needs = self.oblige_all(body, &outside, OperandSource::Plain)?;
        for at in (first..inner.dims.len()).rev() {
            needs = match needs {
                Some(needs) => Some(self.band(needs, inner.loops[at], at)?),
                None => None,
            };
        }
        let fill = self.padded(
            op,
            (&inner, first),
            (source, at),
            inside,
            Some(value),
            (result, to, loops),
        )?;
        in_order(needs, fill)
    }

    pub(super) fn element_subscripts(&mut self, op: OpId, skip: usize, frame: &LoopFrame) -> Fallible<Vec<PwAff>> {
        let operands: Vec<_> = self.module.op(op).operand_values().skip(skip).collect();
        operands.into_iter().map(|value| self.index(value, frame)).collect()
    }

    pub(super) fn extract_element(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let at = self.element_subscripts(op, 1, frame)?;
        self.scalar(op, data.results[0], frame, |this, draft| {
            this.lane(draft, data.operand(0), &at, data.span)
        })
    }

    pub(super) fn insert_element(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let (value, dest, result) = (data.operand(0), data.operand(1), data.results[0]);
        let at = self.element_subscripts(op, 2, frame)?;
        let (to, copy) = self.updated(op, dest, result, true, frame)?;
        let first = frame.dims.len();
        let write = self.move_lanes(op, (frame, first), (value, Vec::new()), (result, Some(to), at))?;
        in_order(copy, write)
    }

    /// `tensor.generate`: a loop over the elements of the result.
    pub(super) fn generate(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let (result, span) = (data.results[0], data.span);
        let refuse = || unsupported("malformed-op", "this `tensor.generate` is not well formed", span);
        let body = self.module.only_block(op, 0).ok_or_else(refuse)?;
        self.facts.without_effects(body)?;
        let to = self.fresh_tensor(result, frame)?;
        let mut inner = frame.clone();
        let extents = self.extents(result, span)?;
        for (induction, extent) in self.module.block(body).args.clone().into_iter().zip(extents) {
            let range = LoopBound {
                lower: vec![self.number(&inner, 0)?],
                upper: vec![extent.on(self, &inner)?],
                step: 1,
            };
            inner = self.enter(op, Some(induction), None, range, &inner)?;
        }
        let inside = self.block(body, &inner)?;
        let yields = *self.module.block(body).ops.last().ok_or_else(refuse)?;
        let mut draft = StmtDraft::new(&inner, self.stmt_name(yields));
        let node = self.value(&mut draft, self.module.op(yields).operand(0))?;
        let at = self.facts.variables(&inner, frame.dims.len())?;
        let write = self.element(&draft, result, Some(to), at, AccessKind::MustWrite, span)?;
        draft.write(write, node);
        let mut schedule = in_order(inside, leaf(self.push_stmt(draft, yields)?)?)?;
        for at in (frame.dims.len()..inner.dims.len()).rev() {
            schedule = self.band(schedule, inner.loops[at], at)?;
        }
        Ok(schedule)
    }

    /// The extent of the result of a `tensor.pad`.
    pub(super) fn padded_extent(&mut self, op: OpId, dim: usize, frame: &LoopFrame) -> Fallible<PwAff> {
        let data = self.module.op(op);
        let refuse = || unsupported("tensor-pad", "this padding has no model", data.span);
        let (low, high) = self.facts.paddings(op).ok_or_else(refuse)?;
        let inner: Extent = self.extent(data.operand(0), dim, data.span)?;
        let sum = inner.on(self, frame)?.add(self.offset(low[dim], frame)?)?;
        Ok(sum.add(self.offset(high[dim], frame)?)?)
    }
}

impl Facts<'_> {
    fn packing(&self, op: OpId) -> Fallible<PackingMap> {
        let data = self.module.op(op);
        let refuse = || {
            unsupported(
                "tensor-pack",
                "this packing has no model: a tile is not constant",
                data.span,
            )
        };
        let list = |name: &str| data.attr(name).and_then(Attr::as_i64s);
        let dims = |list: Vec<i64>| {
            list.into_iter()
                .map(|dim| usize::try_from(dim).ok())
                .collect::<Option<Vec<_>>>()
        };
        let is_pack = data.name == "linalg.pack";
        let whole = data.operand(usize::from(!is_pack));
        let rank = self.module.ty(whole).shape().map_or(0, <[_]>::len);
        let tiled = list("inner_dims_pos").and_then(dims).ok_or_else(refuse)?;
        let is_padded = list("operandSegmentSizes").is_some_and(|sizes| is_pack && sizes.get(2) == Some(&1));
        let padding = data.operands.get(2).filter(|_| is_padded).map(|operand| operand.value);
        let mut dynamic = data.operand_values().skip(2 + usize::from(padding.is_some()));
        let tiles = list("static_inner_tiles").and_then(|tiles| number_list(&tiles, &mut dynamic));
        let constant = |tile: SliceNumber| self.constant_number(tile).filter(|tile| *tile > 0);
        let tiles: Option<Vec<i64>> = tiles.and_then(|tiles| tiles.into_iter().map(constant).collect());
        let tiles = tiles.ok_or_else(refuse)?;
        let order = list("outer_dims_perm").and_then(dims).filter(|order| !order.is_empty());
        let order = order.unwrap_or_else(|| (0..rank).collect());
        if tiled.len() != tiles.len() || order.len() != rank || tiled.iter().chain(&order).any(|dim| *dim >= rank) {
            return Err(refuse());
        }
        Ok(PackingMap {
            tiles: tiled.into_iter().zip(tiles).collect(),
            order,
            padding,
        })
    }

    /// Low and high paddings of a `tensor.pad`.
    pub(super) fn paddings(&self, op: OpId) -> Option<(Vec<SliceNumber>, Vec<SliceNumber>)> {
        let data = self.module.op(op);
        let mut dynamic = data.operand_values().skip(1);
        let low = data.attr("static_low").and_then(Attr::as_i64s)?;
        let low = number_list(&low, &mut dynamic)?;
        let high = data.attr("static_high").and_then(Attr::as_i64s)?;
        Some((low, number_list(&high, &mut dynamic)?))
    }
}
