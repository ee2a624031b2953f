//! Transfers between memory and vectors, loads and stores, and the masks of all.

use super::super::facts::Facts;
use super::super::tensors::in_order;
use super::super::{Extractor, Fallible, LoopFrame, unsupported};
use polyvet_ir::{AffineExpr, Attr, OpId, ValueId};
use polyvet_poly::{DimKind, PwAff, Schedule, Set};

/// A transfer between memory and a vector.
pub(super) struct Transfer {
    /// The memref or tensor.
    memory: ValueId,
    /// The vector that is read or written.
    vector: ValueId,
    /// First subscripts.
    start: Vec<PwAff>,
    /// Per lane dimension the dimension of the memory, if it is no broadcast.
    dims: Vec<Option<usize>>,
    /// Lane dimensions that surely stay within the memory.
    in_bounds: Vec<bool>,
    mask: Option<ValueId>,
    /// What lanes outside get.
    padding: Option<ValueId>,
}

impl Extractor<'_> {
    /// The parts of a transfer, load or store.
    pub(super) fn transfer(&mut self, op: OpId, outer: Option<ValueId>, frame: &LoopFrame) -> Fallible<Transfer> {
        let data = self.module.op(op);
        let operands: Vec<ValueId> = data.operand_values().collect();
        let is_transfer = data.name.starts_with("vector.transfer");
        let Some(element) = data.info().element() else {
            return Err(self.facts.no_model(op, "it has no subscripts"));
        };
        let memory_at = element.array;
        let memory = operands[memory_at];
        let rank = self.module.ty(memory).shape().map_or(0, <[_]>::len);
        let after = memory_at + 1 + rank;
        let start = if element.by_map {
            let (map, operands) = self.facts.map_of(op, "map", memory_at + 1)?;
            self.apply_map(&map, &operands, frame, data.span)?
        } else {
            { operands.get(memory_at + 1..after).unwrap_or(&[]).to_vec().into_iter() }
                .map(|value| self.index(value, frame))
                .collect::<Fallible<Vec<_>>>()?
        };
        let vector = match data.stored() {
            Some(stored) => stored,
            None => data.results[0],
        };
        let lanes = self.facts.lanes_of(vector, op)?.len();
        let rest = operands.get(after..).unwrap_or(&[]);
        let (padding, mask) = match data.name.as_str() {
            "vector.transfer_read" => (rest.first().copied(), rest.get(1).copied()),
            "vector.maskedload" => (rest.get(1).copied(), rest.first().copied()),
            "vector.transfer_write" | "vector.maskedstore" => (None, rest.first().copied()),
            _ => (None, None),
        };
        let (dims, in_bounds) = if is_transfer {
            let map = data.attr("permutation_map").and_then(Attr::as_map);
            let dims = map.and_then(|map| map.results.iter().map(transferred).collect::<Option<Vec<_>>>());
            let in_bounds = match data.attr("in_bounds") {
                Some(Attr::Array(flags)) => flags.iter().map(|flag| *flag == Attr::Bool(true)).collect(),
                _ => vec![false; lanes],
            };
            match dims {
                Some(dims) if dims.len() == lanes && in_bounds.len() == lanes => (dims, in_bounds),
                _ => return Err(self.facts.no_model(op, "its map is no projected permutation")),
            }
        } else {
            let first = rank
                .checked_sub(lanes)
                .ok_or_else(|| self.facts.no_model(op, "its extents do not fit"))?;
            ((first..rank).map(Some).collect(), vec![true; lanes])
        };
        // A mask around and a mask inside do not occur together.
        Ok(Transfer {
            memory,
            vector,
            start,
            dims,
            in_bounds,
            mask: mask.or(outer),
            padding,
        })
    }

    /// Subscripts of the memory over the lanes of `inner`, and the lanes that are transferred.
    fn transferred(&mut self, of: &Transfer, inner: &LoopFrame, first: usize) -> Fallible<(Vec<PwAff>, Set)> {
        let span = self.module.value(of.memory).span;
        let lanes = self.facts.variables(inner, first)?;
        let added = inner.dims.len() - first;
        let mut subscripts = { of.start.iter() }
            .map(|start| Ok(start.clone().insert_dims(DimKind::In, first, added)?))
            .collect::<Fallible<Vec<_>>>()?;
        let mut domain = inner.domain.clone();
        let mut masked = Vec::new();
        for (lane, dim) in lanes.iter().zip(&of.dims) {
            if let Some(dim) = dim {
                subscripts[*dim] = subscripts[*dim].clone().add(lane.clone())?;
                masked.push((*dim, lane.clone()));
            }
        }
        for (dim, in_bounds) in of.dims.iter().zip(&of.in_bounds) {
            if let (Some(dim), false) = (dim, in_bounds) {
                // Nothing is transferred beyond the extent; a lane before 0 is an access that is out of bounds.
                let extent = self.extent(of.memory, *dim, span)?.on(self, inner)?;
                domain = domain.intersect(subscripts[*dim].clone().lt_set(extent)?)?;
            }
        }
        if let Some(mask) = of.mask {
            // A mask is shaped like the part of the memory; that of a single element has one lane.
            masked.sort_by_key(|(dim, _)| *dim);
            let mut at: Vec<_> = masked.into_iter().map(|(_, lane)| lane).collect();
            if at.is_empty() {
                at.push(self.number(inner, 0)?);
            }
            domain = domain.intersect(self.mask(mask, inner, &at)?)?;
        }
        Ok((subscripts, domain.coalesce()?))
    }

    pub(super) fn transfer_read(&mut self, op: OpId, of: &Transfer, frame: &LoopFrame) -> Fallible<Schedule> {
        let extents = self.facts.lanes_of(of.vector, op)?;
        let first = frame.dims.len();
        let to = self.fresh_tensor(of.vector, frame)?;
        let inner = self.lane_loops(op, frame, &extents)?;
        let lanes = self.facts.variables(&inner, first)?;
        let (source, inside) = self.transferred(of, &inner, first)?;
        let outside = inner.domain.clone().subtract(inside.clone())?;
        let read = inner.only(inside, first)?;
        let target = (of.vector, Some(to), lanes.clone());
        let all = self.move_lanes(op, (&read, first), (of.memory, source), target)?;
        let Some(padding) = of.padding.filter(|padding| !self.facts.is_poison(*padding)) else {
            return Ok(all);
        };
        if outside.is_empty()? {
            return Ok(all);
        }
        let padded = inner.only(outside, first)?;
        let from = if self.facts.is_aggregate(padding) {
            lanes.clone()
        } else {
            Vec::new()
        };
        let fill = self.move_lanes(op, (&padded, first), (padding, from), (of.vector, Some(to), lanes))?;
        Ok(all.sequence(fill)?)
    }

    pub(super) fn transfer_write(&mut self, op: OpId, of: &Transfer, frame: &LoopFrame) -> Fallible<Schedule> {
        let extents = self.facts.lanes_of(of.vector, op)?;
        let first = frame.dims.len();
        let result = self.module.op(op).results.first().copied();
        let (array, copy) = match result {
            Some(result) => {
                let (array, copy) = self.updated(op, of.memory, result, true, frame)?;
                (Some(array), copy)
            }
            None => (None, None),
        };
        let inner = self.lane_loops(op, frame, &extents)?;
        let lanes = self.facts.variables(&inner, first)?;
        let (target, inside) = self.transferred(of, &inner, first)?;
        let written = inner.only(inside, first)?;
        let write = self.move_lanes(op, (&written, first), (of.vector, lanes), (of.memory, array, target))?;
        in_order(copy, write)
    }

    /// The lanes of a mask that are switched on, over the iterations of `frame`.
    pub(super) fn mask(&mut self, mask: ValueId, frame: &LoopFrame, subscripts: &[PwAff]) -> Fallible<Set> {
        let span = self.module.value(mask).span;
        let shown = self.module.value_name(mask);
        let refuse = || unsupported("data-dependent-mask", format!("the mask `{shown}` is not affine"), span);
        let op = self.module.defining_op(mask).ok_or_else(refuse)?;
        let data = self.module.op(op);
        let mut on = Set::universe(self.facts.space(frame)?)?;
        match data.name.as_str() {
            "vector.create_mask" => {
                for (bound, subscript) in data.operand_values().zip(subscripts) {
                    on = on.intersect(subscript.clone().lt_set(self.index(bound, frame)?)?)?;
                }
                Ok(on)
            }
            "vector.constant_mask" => {
                let sizes = self.facts.numbers(op, "mask_dim_sizes")?;
                for (size, subscript) in sizes.iter().zip(subscripts) {
                    on = on.intersect(subscript.clone().lt_set(self.number(frame, *size)?)?)?;
                }
                Ok(on)
            }
            "arith.constant" => match data.attr("value").and_then(polyvet_ir::dense_items) {
                Some(items) if items.iter().all(|item| *item == Attr::Bool(true)) => Ok(on),
                _ => Err(refuse()),
            },
            _ => Err(refuse()),
        }
    }
}

impl Facts<'_> {
    pub(in crate::extract) fn is_poison(&self, value: ValueId) -> bool {
        let op = self.module.defining_op(value);
        op.is_some_and(|op| self.module.op(op).name == "ub.poison")
    }
}

/// The result of a permutation map: a dimension, or `None` for a broadcast.
fn transferred(expr: &AffineExpr) -> Option<Option<usize>> {
    match expr {
        AffineExpr::Dim(dim) => Some(Some(*dim as usize)),
        AffineExpr::Const(0) => Some(None),
        _ => None,
    }
}
