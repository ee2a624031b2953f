//! Vectors that are read and written lane by lane: a lane is the load or store of one element, in a branch if there is a
//! mask, or if it may be outside of the array. Masks may be data, and so may the subscripts of gathers and scatters.
//!
//! Sources: MLIR, `VectorOps.td`, "vector.transfer_read", "vector.maskedload", "vector.gather", "vector.scatter": a lane
//! that is off touches nothing; masks of transfers have the dimensions of the array, in their order; lanes of a scatter
//! write from the first to the last.

use crate::{AffineExpr, Attr, BlockId, Dim, Module, OpId, OpSpec, Span, Type, ValueId};
use std::collections::HashMap;
use std::ops::Range;

/// More lanes than this stay a vector.
const LANES_MAX: usize = 64;

/// A copy of `module` in which `func` has loads and stores of elements for those of vectors of few lanes; `None` if it has
/// none of these. What was there before keeps its number.
pub fn plain_lanes(module: &Module, func: OpId) -> Option<Module> {
    let mut found = Vec::new();
    module.walk(func, &mut |id, _| {
        // A mask around it is that of its lanes.
        let is_masked = module
            .parent_op(id)
            .is_some_and(|outer| module.op(outer).name == "vector.mask");
        let access = (!is_masked).then(|| LanesAccess::of(module, id)).flatten();
        found.extend(access.map(|access| (id, access)));
    });
    let mut copy = (!found.is_empty()).then(|| module.clone())?;
    let mut values = HashMap::new();
    for (op, access) in found {
        let result = LaneWriter {
            span: module.op(op).span,
            place: Place::Before(op),
            module: &mut copy,
        }
        .write(&access);
        values.extend(copy.op(op).results.first().copied().zip(result));
        copy.detach(op);
    }
    copy.replace_uses(func, &values);
    Some(copy)
}

/// What one operation does in its lanes.
struct LanesAccess {
    array: ValueId,
    indices: Vec<ValueId>,
    mask: Option<ValueId>,
    shape: Vec<usize>,
    /// By dimension of the vector, that of the array along which it goes.
    dims: Vec<Option<usize>>,
    /// By dimension of the vector, whether lanes may be outside of the array.
    may_be_outside: Vec<bool>,
    /// What is added to the last subscript, lane by lane.
    offsets: Option<ValueId>,
    does: LaneAccess,
}

/// What a lane does.
enum LaneAccess {
    /// Reads, or is this scalar.
    ReadOr(ValueId, Type),
    /// Reads, or is the lane of this vector.
    ReadOrLane(ValueId, Type),
    /// Reads.
    Read(Type),
    /// Writes the lane of this vector.
    Write(ValueId),
}

impl LanesAccess {
    fn of(module: &Module, op: OpId) -> Option<LanesAccess> {
        let data = module.op(op);
        let all: Vec<ValueId> = data.operand_values().collect();
        let name = data.name.as_str();
        let (array, indices, lanes_of, offsets) = match name {
            "vector.transfer_read" | "vector.transfer_write" => {
                let is_read = name == "vector.transfer_read";
                let parts = segments(data.attr("operandSegmentSizes")?)?;
                let [first, second, third, fourth] = &parts[..] else {
                    return None;
                };
                let (array, indices) = if is_read { (first, second) } else { (second, third) };
                let vector = if is_read { *data.results.first()? } else { all[0] };
                let mask = all.get(fourth.clone())?.first().copied();
                let does = match is_read {
                    true => LaneAccess::ReadOr(*all.get(third.start)?, module.ty(vector).clone()),
                    false => LaneAccess::Write(vector),
                };
                let mut access = LanesAccess {
                    array: *all.get(array.start)?,
                    indices: all.get(indices.clone())?.to_vec(),
                    mask,
                    shape: lanes(module.ty(vector))?,
                    dims: Vec::new(),
                    may_be_outside: Vec::new(),
                    offsets: None,
                    does,
                };
                access.transfers(module, op)?;
                return access.fits(module).then_some(access);
            }
            "vector.load" => {
                let (array, indices) = all.split_first()?;
                let ty = module.ty(*data.results.first()?).clone();
                return LanesAccess::run(module, *array, indices, (lanes(&ty)?, LaneAccess::Read(ty)));
            }
            "vector.store" => {
                let [vector, array, indices @ ..] = &all[..] else {
                    return None;
                };
                let shape = lanes(module.ty(*vector))?;
                return LanesAccess::run(module, *array, indices, (shape, LaneAccess::Write(*vector)));
            }
            "vector.maskedload" | "vector.gather" | "vector.maskedstore" | "vector.scatter" => {
                let (array, rest) = all.split_first()?;
                let rank = module.ty(*array).shape()?.len();
                let (indices, rest) = rest.split_at_checked(rank)?;
                let (offsets, mask, other) = match (name, rest) {
                    ("vector.maskedload" | "vector.maskedstore", [mask, other]) => (None, *mask, *other),
                    ("vector.gather" | "vector.scatter", [offsets, mask, other]) => (Some(*offsets), *mask, *other),
                    _ => return None,
                };
                (*array, indices, (mask, other), offsets)
            }
            _ => return None,
        };
        let (mask, vector) = lanes_of;
        let shape = lanes(module.ty(vector))?;
        // Lanes of a run go along the last dimensions; those of a gather have subscripts of their own.
        let first = indices.len().checked_sub(shape.len());
        let dims = match (offsets, first) {
            (Some(_), _) => vec![None; shape.len()],
            (None, Some(first)) => (first..indices.len()).map(Some).collect(),
            (None, None) => return None,
        };
        let does = match name {
            "vector.maskedload" | "vector.gather" => {
                LaneAccess::ReadOrLane(vector, module.ty(*data.results.first()?).clone())
            }
            _ => LaneAccess::Write(vector),
        };
        let access = LanesAccess {
            array,
            indices: indices.to_vec(),
            mask: Some(mask),
            may_be_outside: vec![false; shape.len()],
            shape,
            dims,
            offsets,
            does,
        };
        access.fits(module).then_some(access)
    }

    /// Elements one after the other, all of them.
    fn run(
        module: &Module,
        array: ValueId,
        indices: &[ValueId],
        (shape, does): (Vec<usize>, LaneAccess),
    ) -> Option<LanesAccess> {
        let first = indices.len().checked_sub(shape.len())?;
        let access = LanesAccess {
            array,
            indices: indices.to_vec(),
            mask: None,
            dims: (first..indices.len()).map(Some).collect(),
            may_be_outside: vec![false; shape.len()],
            shape,
            offsets: None,
            does,
        };
        access.fits(module).then_some(access)
    }

    /// Which dimensions a transfer goes along.
    fn transfers(&mut self, module: &Module, op: OpId) -> Option<()> {
        let data = module.op(op);
        let Attr::AffineMap(map) = data.attr("permutation_map")? else {
            return None;
        };
        for expr in &map.results {
            self.dims.push(match expr {
                AffineExpr::Dim(dim) => Some(*dim as usize),
                AffineExpr::Const(0) => None,
                _ => return None,
            });
        }
        self.may_be_outside = match data.attr("in_bounds") {
            None => vec![true; self.shape.len()],
            Some(Attr::Array(flags)) => flags.iter().map(|flag| *flag != Attr::Bool(true)).collect(),
            Some(_) => return None,
        };
        Some(())
    }

    /// Whether this is what is known here: elements of the array in a few lanes.
    fn fits(&self, module: &Module) -> bool {
        let array = module.ty(self.array);
        let is_array = matches!(array, Type::MemRef { .. } | Type::Tensor { .. });
        let elem = match &self.does {
            LaneAccess::ReadOr(_, vector) | LaneAccess::ReadOrLane(_, vector) | LaneAccess::Read(vector) => {
                vector.elem()
            }
            LaneAccess::Write(vector) => module.ty(*vector).elem(),
        };
        let rank = self.shape.len();
        is_array
            && array.elem() == elem
            && !self.shape.is_empty()
            && self.dims.len() == rank
            && self.may_be_outside.len() == rank
            && self.indices.len() == array.shape().map_or(0, <[Dim]>::len)
            && self.dims.iter().flatten().all(|dim| *dim < self.indices.len())
            && self.mask.is_none_or(|mask| self.is_mask(module.ty(mask)))
            && self.offsets.is_none_or(|offsets| self.has_lanes(module.ty(offsets)))
            && match &self.does {
                LaneAccess::ReadOrLane(other, vector) => self.has_lanes(module.ty(*other)) && self.has_lanes(vector),
                _ => true,
            }
    }

    fn has_lanes(&self, vector: &Type) -> bool {
        lanes(vector).is_some_and(|shape| shape == self.shape)
    }

    /// Whether a mask has a bit for each element that is touched. That of a single element has one lane.
    fn is_mask(&self, mask: &Type) -> bool {
        let touched = self.in_mask(&self.shape);
        lanes(mask).is_some_and(|shape| shape == touched || touched.is_empty() && shape == [1])
    }

    /// The position of a lane in the mask.
    fn in_mask(&self, lane: &[usize]) -> Vec<usize> {
        if self.offsets.is_some() {
            return lane.to_vec();
        }
        let mut used: Vec<(usize, usize)> = { self.dims.iter().zip(lane) }
            .filter_map(|(dim, at)| Some(((*dim)?, *at)))
            .collect();
        used.sort_unstable();
        used.into_iter().map(|(_, at)| at).collect()
    }
}

/// The operands of each kind of an operation.
fn segments(attr: &Attr) -> Option<Vec<Range<usize>>> {
    let mut from = 0;
    let counts = attr.as_i64s()?;
    let range = |count: &i64| {
        let start = from;
        from += usize::try_from(*count).ok()?;
        Some(start..from)
    };
    counts.iter().map(range).collect()
}

/// The extents of a vector of few lanes.
fn lanes(ty: &Type) -> Option<Vec<usize>> {
    let Type::Vector { shape, .. } = ty else { return None };
    let extents: Option<Vec<usize>> = { shape.iter() }
        .map(|dim| match dim {
            Dim::Static(extent) => usize::try_from(*extent).ok(),
            _ => None,
        })
        .collect();
    extents.filter(|extents| extents.iter().product::<usize>() <= LANES_MAX)
}

/// Where operations are put.
#[derive(Clone, Copy)]
enum Place {
    Before(OpId),
    In(BlockId),
}

struct LaneWriter<'m> {
    module: &'m mut Module,
    place: Place,
    span: Span,
}

impl LaneWriter<'_> {
    fn add(&mut self, spec: OpSpec) -> OpId {
        let op = self.module.add_op(spec.at(self.span));
        match self.place {
            Place::Before(place) => self.module.insert_before(place, op),
            Place::In(block) => self.module.append(block, op),
        }
        op
    }

    fn one(&mut self, spec: OpSpec) -> ValueId {
        let op = self.add(spec);
        self.module.op(op).results[0]
    }

    fn index(&mut self, number: usize) -> ValueId {
        let value = Attr::Int {
            value: number as i128,
            ty: Type::Index,
        };
        self.one(
            OpSpec::new("arith.constant")
                .property("value", value)
                .result(Type::Index),
        )
    }

    /// All lanes of a vector.
    fn lanes(&mut self, vector: ValueId) -> Vec<ValueId> {
        let ty = self.module.ty(vector).clone();
        let count = lanes(&ty).map_or(0, |shape| shape.iter().product());
        let spec = OpSpec::new("vector.to_elements").operands(&[vector]);
        let spec = (0..count).fold(spec, |spec, _| spec.result(ty.elem().clone()));
        let op = self.add(spec);
        self.module.op(op).results.clone()
    }

    /// `x + y`, which does not wrap.
    fn sum(&mut self, x: ValueId, y: ValueId) -> ValueId {
        let spec = OpSpec::new("arith.addi").operands(&[x, y]).result(Type::Index);
        let flags = Attr::Opaque("#arith.overflow<nsw>".to_owned());
        self.one(spec.property("overflowFlags", flags))
    }

    /// The lanes one after the other; what comes out, if that is a value.
    fn write(mut self, access: &LanesAccess) -> Option<ValueId> {
        let mask = match access.mask {
            Some(mask) => Some((lanes(self.module.ty(mask))?, self.lanes(mask))),
            None => None,
        };
        let offsets = access.offsets.map(|offsets| self.lanes(offsets));
        let other = match access.does {
            LaneAccess::ReadOr(..) | LaneAccess::Read(_) => None,
            LaneAccess::ReadOrLane(vector, _) | LaneAccess::Write(vector) => Some(self.lanes(vector)),
        };
        let (mut array, mut read) = (access.array, Vec::new());
        for at in 0..access.shape.iter().product() {
            let lane = position(at, &access.shape);
            let bit = match &mask {
                Some((shape, bits)) => Some(*bits.get(number(&access.in_mask(&lane), shape))?),
                None => None,
            };
            let mut indices = access.indices.clone();
            for (dim, at) in access.dims.iter().zip(&lane) {
                if let (Some(dim), true) = (dim, *at > 0) {
                    let by = self.index(*at);
                    indices[*dim] = self.sum(indices[*dim], by);
                }
            }
            if let (Some(offsets), Some(last)) = (&offsets, indices.last().copied()) {
                let mut offset = offsets[at];
                if *self.module.ty(offset) != Type::Index {
                    let cast = OpSpec::new("arith.index_cast").operands(&[offset]);
                    offset = self.one(cast.result(Type::Index));
                }
                *indices.last_mut()? = self.sum(last, offset);
            }
            let condition = self.enabled(access, &indices, bit);
            let other = other.as_ref().map(|lanes| lanes[at]);
            match (&access.does, other) {
                (LaneAccess::ReadOr(padding, _), _) => read.push(self.read((array, &indices), condition, *padding)),
                (LaneAccess::ReadOrLane(..), Some(other)) => {
                    read.push(self.read((array, &indices), condition, other));
                }
                (LaneAccess::Read(ty), _) => read.push(self.element((array, &indices), ty.elem().clone())),
                (LaneAccess::Write(_), Some(value)) => array = self.store((array, &indices), condition, value),
                _ => return None,
            }
        }
        match &access.does {
            LaneAccess::ReadOr(_, ty) | LaneAccess::ReadOrLane(_, ty) | LaneAccess::Read(ty) => {
                Some(self.one(OpSpec::new("vector.from_elements").operands(&read).result(ty.clone())))
            }
            LaneAccess::Write(_) => self.module.ty(array).is_tensor().then_some(array),
        }
    }

    /// Whether a lane is on, and within the array where it need not be; `None` if it always is.
    fn enabled(&mut self, access: &LanesAccess, indices: &[ValueId], bit: Option<ValueId>) -> Option<ValueId> {
        let is_tensor = self.module.ty(access.array).is_tensor();
        let mut all = bit;
        for (dim, may_be_outside) in access.dims.iter().zip(&access.may_be_outside) {
            let (Some(dim), true) = (*dim, *may_be_outside) else {
                continue;
            };
            let number = self.index(dim);
            let name = if is_tensor { "tensor.dim" } else { "memref.dim" };
            let extent = self.one(OpSpec::new(name).operands(&[access.array, number]).result(Type::Index));
            // A lane before 0 is accessed, which is undefined.
            let less = Attr::Int {
                value: 2,
                ty: Type::I64,
            };
            let compare = OpSpec::new("arith.cmpi").operands(&[indices[dim], extent]);
            let inside = self.one(compare.property("predicate", less).result(Type::I1));
            all = Some(match all {
                Some(all) => self.one(OpSpec::new("arith.andi").operands(&[all, inside]).result(Type::I1)),
                None => inside,
            });
        }
        all
    }

    fn element(&mut self, (array, indices): (ValueId, &[ValueId]), ty: Type) -> ValueId {
        let name = match self.module.ty(array).is_tensor() {
            true => "tensor.extract",
            false => "memref.load",
        };
        let operands: Vec<ValueId> = [array].iter().chain(indices).copied().collect();
        self.one(OpSpec::new(name).operands(&operands).result(ty))
    }

    fn read(&mut self, place: (ValueId, &[ValueId]), condition: Option<ValueId>, other: ValueId) -> ValueId {
        let ty = self.module.ty(other).clone();
        let Some(condition) = condition else {
            return self.element(place, ty);
        };
        let branch = self.add(OpSpec::new("scf.if").operands(&[condition]).result(ty.clone()));
        self.branch(branch, |this| vec![this.element(place, ty)]);
        self.branch(branch, |_| vec![other]);
        self.module.op(branch).results[0]
    }

    /// The array afterwards.
    fn store(
        &mut self,
        (array, indices): (ValueId, &[ValueId]),
        condition: Option<ValueId>,
        value: ValueId,
    ) -> ValueId {
        let operands: Vec<ValueId> = [value, array].iter().chain(indices).copied().collect();
        let ty = self.module.ty(array).clone();
        let Some(condition) = condition else {
            if ty.is_tensor() {
                return self.one(OpSpec::new("tensor.insert").operands(&operands).result(ty));
            }
            self.add(OpSpec::new("memref.store").operands(&operands));
            return array;
        };
        if !ty.is_tensor() {
            let branch = self.add(OpSpec::new("scf.if").operands(&[condition]));
            self.branch(branch, |this| {
                this.add(OpSpec::new("memref.store").operands(&operands));
                Vec::new()
            });
            self.module.add_region(branch);
            return array;
        }
        let branch = self.add(OpSpec::new("scf.if").operands(&[condition]).result(ty.clone()));
        let insert = OpSpec::new("tensor.insert").operands(&operands).result(ty);
        self.branch(branch, |this| vec![this.one(insert)]);
        self.branch(branch, |_| vec![array]);
        self.module.op(branch).results[0]
    }

    /// One more region of a branch, with what it gives.
    fn branch(&mut self, branch: OpId, inside: impl FnOnce(&mut LaneWriter<'_>) -> Vec<ValueId>) {
        let region = self.module.add_region(branch);
        let block = self.module.add_block(region, &[]);
        let mut inner = LaneWriter {
            module: self.module,
            place: Place::In(block),
            span: self.span,
        };
        let gives = inside(&mut inner);
        inner.add(OpSpec::new("scf.yield").operands(&gives));
    }
}

/// The position of element number `at` in row-major order.
fn position(mut at: usize, shape: &[usize]) -> Vec<usize> {
    let mut position: Vec<usize> = { shape.iter().rev() }
        .map(|extent| {
            let here = at % extent;
            at /= extent;
            here
        })
        .collect();
    position.reverse();
    position
}

/// The number of the element at a position in row-major order.
fn number(position: &[usize], shape: &[usize]) -> usize {
    position
        .iter()
        .zip(shape)
        .fold(0, |number, (at, extent)| number * extent + at)
}
