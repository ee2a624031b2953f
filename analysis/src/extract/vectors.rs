//! Vectors as arrays, one element per lane.
//!
//! A vector value lives in an array as a tensor does, and each operation on vectors is a statement over its
//! lanes: transfers copy the lanes within bounds and fill the others with the padding, elementwise operations
//! compute, reductions and contractions accumulate, the rest moves lanes around. So dataflow sees through
//! vectors as it does through buffers. Poison is an array that nobody writes.
//!
//! The order in which a reduction combines its lanes is not part of its meaning; to say so, its float sums and
//! products carry the flag `reassoc`, which only the strict comparison takes for a difference.

mod moves;
mod packed;
mod reductions;
mod transfers;

pub(super) use packed::by_lanes;
pub(super) use reductions::any_order;

use super::defined::OperandSource;
use super::facts::Facts;
use super::index::Extent;
use super::payload::{StmtDraft, computes};
use super::tensors::in_order;
use super::{Extractor, Fallible, LoopFrame, unsupported};
use crate::ids::ArrayId;
use crate::scop::{Access, AccessKind, PayloadKind};
use polyvet_ir::{Attr, Dim, OpId, Span, Type, ValueId};
use polyvet_poly::{DimKind, Id, PwAff, Schedule};

/// Constants and rearrangements that list more lanes than this one by one have no model.
const LISTED_MAX: usize = 256;

impl Extractor<'_> {
    /// Operations on vectors, and operations on tensors element by element; `None` for others.
    pub(super) fn vector_op(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Option<Schedule>>> {
        let data = self.module.op(op);
        if self.facts.is_packed(op)? {
            // Computed where it is needed.
            return Ok(by_lanes(self.module, op).then_some(None));
        }
        let aggregate = data.results.iter().any(|result| self.facts.is_aggregate(*result));
        let schedule = match data.name.as_str() {
            "vector.mask" => self.masked(op, frame)?,
            "ub.poison" => {
                let result = data.results[0];
                if aggregate {
                    self.fresh_tensor(result, frame)?;
                } else {
                    self.new_register(result, frame.dims.len());
                }
                None
            }
            _ if self.facts.is_symbolic(op) => None,
            "arith.constant" if aggregate => self.dense_constant(op, frame)?,
            "vector.fma" => Some(self.elementwise(op, "math.fma", frame)?),
            name if aggregate && computes(self.module, op) => Some(self.elementwise(op, name, frame)?),
            name if name.starts_with("vector.") || name.starts_with("affine.vector_") => {
                Some(self.vector(op, None, frame)?)
            }
            _ => return Ok(None),
        };
        Ok(Some(schedule))
    }

    fn vector(&mut self, op: OpId, mask: Option<ValueId>, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        match data.name.as_str() {
            "vector.transfer_read" | "vector.load" | "vector.maskedload" | "affine.vector_load" => {
                let transfer = self.transfer(op, mask, frame)?;
                self.transfer_read(op, &transfer, frame)
            }
            "vector.transfer_write" | "vector.store" | "vector.maskedstore" | "affine.vector_store" => {
                let transfer = self.transfer(op, mask, frame)?;
                self.transfer_write(op, &transfer, frame)
            }
            "vector.contract" | "vector.multi_reduction" | "vector.reduction" | "vector.outerproduct" => {
                self.reduce(op, mask, frame)
            }
            _ if mask.is_some() => Err(self.facts.no_model(op, "it is masked")),
            "vector.broadcast" | "vector.splat" => self.broadcast(op, frame),
            "vector.shape_cast" => self.shape_cast(op, frame),
            "vector.transpose" => {
                let permutation = self.facts.numbers(op, "permutation")?;
                self.rearranged(op, frame, |_, subs| {
                    let mut from = subs.to_vec();
                    for (to, dim) in permutation.iter().enumerate() {
                        *from.get_mut(*dim as usize)? = subs.get(to)?.clone();
                    }
                    Some(from)
                })
            }
            "vector.extract" => self.extract_lanes(op, frame),
            "vector.insert" => self.insert_lanes(op, frame),
            "vector.extract_strided_slice" => {
                let (offsets, strides) = (self.facts.numbers(op, "offsets")?, self.facts.numbers(op, "strides")?);
                self.rearranged_in(op, frame, |this, inner, subs| {
                    this.strided(inner, subs, &offsets, &strides)
                })
            }
            "vector.insert_strided_slice" => self.insert_strided(op, frame),
            "vector.shuffle" => self.shuffle(op, frame),
            "vector.from_elements" => self.gather_elements(op, frame),
            "vector.to_elements" => self.spread_elements(op, frame),
            _ => Err(self.facts.no_model(op, "the operation is not known here")),
        }
    }

    /// Loops over extents.
    fn lane_loops(&mut self, op: OpId, frame: &LoopFrame, extents: &[i64]) -> Fallible<LoopFrame> {
        let extents: Vec<_> = extents.iter().map(|extent| Extent::Const(*extent)).collect();
        self.region_loops(op, frame, &extents)
    }

    /// The value of one lane, or of a scalar that all lanes share.
    pub(super) fn lane(
        &mut self,
        draft: &mut StmtDraft,
        value: ValueId,
        subscripts: &[PwAff],
        span: Span,
    ) -> Fallible<usize> {
        let ty = self.module.ty(value).clone();
        if !self.facts.is_aggregate(value) {
            return self.value(draft, value);
        }
        if *ty.elem() == Type::Index {
            let index = self.lane_index(value, &draft.frame.clone(), subscripts)?;
            let index = index.set_tuple_id(DimKind::In, Id::named(&self.ctx, &draft.name)?)?;
            return Ok(draft.node(PayloadKind::Index(index), ty.elem(), span));
        }
        let access = self.element(draft, value, None, subscripts.to_vec(), AccessKind::Read, span)?;
        Ok(draft.read(access, ty.elem()))
    }

    /// The element of a vector of indices.
    fn lane_index(&mut self, value: ValueId, frame: &LoopFrame, subscripts: &[PwAff]) -> Fallible<PwAff> {
        if *self.module.ty(value) == Type::Index {
            return self.index(value, frame);
        }
        let span = self.module.value(value).span;
        let refuse = |what: &str| {
            let message = format!("the indices in `{}` {what}", self.module.value_name(value));
            unsupported("data-dependent-index", message, span)
        };
        let Some(op) = self.module.defining_op(value) else {
            return Err(refuse("come from outside, or are carried by a loop"));
        };
        let data = self.module.op(op);
        match data.name.as_str() {
            "vector.step" => Ok(subscripts[0].clone()),
            "vector.transpose" => {
                let mut from = subscripts.to_vec();
                for (subscript, dim) in subscripts.iter().zip(self.facts.numbers(op, "permutation")?) {
                    let place = usize::try_from(dim).ok().and_then(|dim| from.get_mut(dim));
                    *place.ok_or_else(|| refuse("change places in no order"))? = subscript.clone();
                }
                self.lane_index(data.operand(0), frame, &from)
            }
            "vector.broadcast" | "vector.splat" => {
                let source = data.operand(0);
                let from = self.trailing(source, subscripts, frame, op)?;
                self.lane_index(source, frame, &from)
            }
            "arith.constant" => {
                let items = data.attr("value").and_then(polyvet_ir::dense_items);
                let items = items
                    .filter(|items| items.len() <= LISTED_MAX)
                    .ok_or_else(|| refuse("are too many"))?;
                let extents = self.facts.lanes_of(value, op)?;
                let mut place = self.number(frame, 0)?;
                for (subscript, extent) in subscripts.iter().zip(&extents) {
                    place = place.mul(self.number(frame, *extent)?)?.add(subscript.clone())?;
                }
                let mut all: Option<PwAff> = None;
                for (at, item) in items.iter().enumerate() {
                    let number = item.as_i64().ok_or_else(|| refuse("are no 64-bit integers"))?;
                    let here = place.clone().eq_set(self.number(frame, at as i64)?)?;
                    let piece = self.number(frame, number)?.intersect_domain(here)?;
                    all = Some(match all {
                        Some(all) => all.union_add(piece)?,
                        None => piece,
                    });
                }
                Ok(all.ok_or_else(|| refuse("are none"))?.coalesce()?)
            }
            "arith.addi" | "arith.subi" | "arith.minsi" | "arith.maxsi" | "arith.muli" => {
                let name = data.name.clone();
                let (lhs, rhs) = (data.operand(0), data.operand(1));
                let (lhs, rhs) = (
                    self.lane_index(lhs, frame, subscripts)?,
                    self.lane_index(rhs, frame, subscripts)?,
                );
                match name.as_str() {
                    "arith.addi" => Ok(lhs.add(rhs)?),
                    "arith.subi" => Ok(lhs.sub(rhs)?),
                    "arith.minsi" => Ok(lhs.min(rhs)?),
                    "arith.maxsi" => Ok(lhs.max(rhs)?),
                    _ if lhs.is_cst()? || rhs.is_cst()? => Ok(lhs.mul(rhs)?),
                    _ => Err(refuse("are products")),
                }
            }
            _ => Err(refuse("are not affine")),
        }
    }

    /// Subscripts of `source`, whose dimensions are the last ones; those of extent 1 are stretched.
    fn trailing(&self, source: ValueId, subscripts: &[PwAff], frame: &LoopFrame, op: OpId) -> Fallible<Vec<PwAff>> {
        let extents = self.facts.lanes_of(source, op)?;
        let skipped = subscripts.len().checked_sub(extents.len());
        let last = &subscripts[skipped.ok_or_else(|| self.facts.no_model(op, "its extents do not fit"))?..];
        let stretch = |(extent, subscript): (&i64, &PwAff)| match extent {
            1 => self.number(frame, 0),
            _ => Ok(subscript.clone()),
        };
        extents.iter().zip(last).map(stretch).collect()
    }

    /// A statement that computes each element of the result from those of the operands.
    fn elementwise(&mut self, op: OpId, name: &str, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let result = data.results[0];
        if data.results.len() != 1 {
            return Err(self.facts.no_model(op, "it has several results"));
        }
        let rank = self.module.ty(result).shape().map_or(0, <[_]>::len);
        // Extents of the result are those of any operand.
        let shaped = data
            .operand_values()
            .find(|value| self.facts.is_aggregate(*value))
            .unwrap_or(result);
        let extents = { (0..rank).map(|dim| self.extent(shaped, dim, data.span)) }.collect::<Fallible<Vec<_>>>()?;
        let others: Vec<_> = data
            .operand_values()
            .filter(|value| self.facts.is_aggregate(*value))
            .collect();
        for other in others {
            for (dim, extent) in extents.iter().enumerate() {
                let there = self.extent(other, dim, data.span)?;
                self.agree(*extent, there, frame, data.span)?;
            }
        }
        let to = self.fresh_tensor(result, frame)?;
        let inner = self.region_loops(op, frame, &extents)?;
        let mut draft = StmtDraft::new(&inner, self.stmt_name(op));
        let subscripts = self.facts.variables(&inner, frame.dims.len())?;
        let needs = self.on_values(op, &inner, OperandSource::Lane(&subscripts))?;
        let operands = { data.operand_values() }
            .map(|value| self.lane(&mut draft, value, &subscripts, data.span))
            .collect::<Fallible<Vec<_>>>()?;
        let kind = PayloadKind::Op {
            name: name.to_owned(),
            properties: data.properties.clone(),
            operands,
        };
        let node = draft.node(kind, self.module.ty(result).elem(), data.span);
        let write = self.element(&draft, result, Some(to), subscripts, AccessKind::MustWrite, data.span)?;
        draft.write(write, node);
        self.region_done_after(needs, op, draft, frame.dims.len())
    }

    /// `dense<..>`: one statement for each value in it.
    fn dense_constant(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let data = self.module.op(op);
        let value = { data.attr("value") }.ok_or_else(|| self.facts.no_model(op, "it has no value"))?;
        if self.module.ty(data.results[0]).is_tensor() && self.facts.is_content(value) {
            self.content(value, data.results[0])?;
            return Ok(None);
        }
        let module = self.module;
        let value = module
            .elements(value)
            .ok_or_else(|| self.facts.no_model(op, "its elements are not known"))?;
        let to = self.fresh_tensor(data.results[0], frame)?;
        self.dense_elements(op, &value, to, frame).map(Some)
    }

    /// The array `to` of the result of `op` receives the elements of `value`.
    pub(super) fn dense_elements(
        &mut self,
        op: OpId,
        value: &Attr,
        to: ArrayId,
        frame: &LoopFrame,
    ) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let result = data.results[0];
        let refuse = || unsupported("aggregate-value", "this constant has no model", data.span);
        let extents = self.facts.lanes_of(result, op)?;
        let splat = polyvet_ir::splat(value);
        let inner = self.lane_loops(op, frame, &extents)?;
        let subscripts = self.facts.variables(&inner, frame.dims.len())?;
        let elem = self.module.ty(result).elem().clone();
        let mut parts = Vec::new();
        match splat {
            Some(item) => parts.push((item, inner.domain.clone())),
            None => {
                let count = extents.iter().product::<i64>();
                let items = polyvet_ir::dense_items(value)
                    .filter(|_| count <= LISTED_MAX as i64)
                    .ok_or_else(refuse)?;
                let mut place = self.number(&inner, 0)?;
                for (subscript, extent) in subscripts.iter().zip(&extents) {
                    place = place.mul(self.number(&inner, *extent)?)?.add(subscript.clone())?;
                }
                for (at, item) in items.into_iter().enumerate() {
                    let here = place.clone().eq_set(self.number(&inner, at as i64)?)?;
                    let here = here.intersect(inner.domain.clone())?;
                    match parts.iter_mut().find(|(known, _)| *known == item) {
                        Some((_, domain)) => *domain = domain.clone().union(here)?,
                        None => parts.push((item, here)),
                    }
                }
            }
        }
        let mut all = None;
        for (item, domain) in parts {
            let part = inner.only(domain.coalesce()?, frame.dims.len())?;
            let mut draft = StmtDraft::new(&part, self.stmt_name(op));
            let node = draft.node(PayloadKind::Const(item), &elem, data.span);
            let relation = self.relation(&draft, to, self.owned(to, &subscripts, &part)?)?;
            let write = Access {
                kind: AccessKind::MustWrite,
                array: to,
                relation,
                span: data.span,
            };
            draft.write(write, node);
            let part = self.region_done(op, draft, frame.dims.len())?;
            all = Some(in_order(all, part)?);
        }
        all.ok_or_else(refuse)
    }

    /// `vector.mask`: the operation in it, on the lanes that are switched on.
    fn masked(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let data = self.module.op(op);
        let body = self
            .module
            .only_block(op, 0)
            .map(|block| self.module.block(block).ops.clone());
        let Some([inside, yields]) = body.as_deref() else {
            return Err(self.facts.no_model(op, "it masks no single operation"));
        };
        if data.operands.len() != 1 {
            return Err(self.facts.no_model(op, "it passes other lanes through"));
        }
        let schedule = self.vector(*inside, Some(data.operand(0)), frame)?;
        for (result, value) in data.results.iter().zip(self.module.op(*yields).operand_values()) {
            if let Some(register) = self.places.register_of.get(&value).copied() {
                self.places.register_of.insert(*result, register);
            } else {
                let array = self.tensor(value, data.span)?;
                self.same_array(*result, array);
            }
        }
        Ok(Some(schedule))
    }
}

impl Facts<'_> {
    /// Whether a value has several elements but no address: a tensor, or a vector that is no element itself.
    pub(super) fn is_aggregate(&self, value: ValueId) -> bool {
        match self.module.ty(value) {
            Type::Tensor { .. } => true,
            Type::Vector { .. } => !self.packed.contains(&value),
            _ => false,
        }
    }

    /// Masks and vectors of indices are functions of the lane, not data.
    fn is_symbolic(&self, op: OpId) -> bool {
        let data = self.module.op(op);
        let of_indices =
            |value: &ValueId| matches!(self.module.ty(*value), Type::Vector { elem, .. } if **elem == Type::Index);
        matches!(
            data.name.as_str(),
            "vector.create_mask" | "vector.constant_mask" | "vector.step"
        ) || data.results.iter().any(of_indices)
    }

    fn no_model(&self, op: OpId, why: &str) -> super::ExtractError {
        let data = self.module.op(op);
        unsupported(
            "vector-op",
            format!("this `{}` has no model: {why}", data.name),
            data.span,
        )
    }

    fn numbers(&self, op: OpId, name: &str) -> Fallible<Vec<i64>> {
        let numbers = self.module.op(op).attr(name).and_then(Attr::as_i64s);
        numbers.ok_or_else(|| self.no_model(op, &format!("it has no `{name}`")))
    }

    /// The extents of a value of static shape.
    fn lanes_of(&self, value: ValueId, op: OpId) -> Fallible<Vec<i64>> {
        let size = |dim: &Dim| match dim {
            Dim::Static(size) => i64::try_from(*size).ok(),
            _ => None,
        };
        let shape = self.module.ty(value).shape().unwrap_or(&[]);
        { shape.iter().map(size).collect::<Option<Vec<_>>>() }.ok_or_else(|| self.no_model(op, "its extents vary"))
    }

    /// The induction variables of `frame` from loop number `first` on.
    pub(super) fn variables(&self, frame: &LoopFrame, first: usize) -> Fallible<Vec<PwAff>> {
        (first..frame.dims.len()).map(|at| self.variable(frame, at)).collect()
    }
}
