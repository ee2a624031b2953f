//! Operations whose iterations can be run apart from each other, on parts of their operands.
//!
//! Structured operations say by their maps what iterations read and write. Others have a rule each: packings, paddings,
//! softmax, gathers and Winograd's transforms. A tile of one of these is an operation of the same kind on slices, so the
//! rule only says which slices. Their loops are called `d0`, .. in the order in which sizes are given in MLIR.
//!
//! # Source
//! MLIR: `TilingInterface` and its implementations for `linalg.pack`, `linalg.unpack`, `linalg.softmax`,
//! `linalg.winograd_*` and `tensor.pad`.

use crate::ScriptName;
use crate::operations::builder::{DimRange, InsertPoint, OpBuilder, OpSize, mixed, unmixed};
use crate::operations::lower_pack::PackedTensor;
use crate::operations::operation::{Linalg, inline_body, loop_named, no_place};
use crate::operations::tile::tile_at;
use polyvet_ir::edit::{i64_array, segment_sizes};
use polyvet_ir::winograd::ALGORITHMS;
use polyvet_ir::{AffineExpr, Attr, Def, Diagnostic, Dim, Module, OpId, OpSpec, Type, ValueId, segments};
use std::collections::HashMap;

/// An operation on parts of its operands.
pub(crate) struct TileOperation {
    /// The operation.
    pub op: OpId,
    /// What it makes.
    pub values: Vec<ValueId>,
    /// For each output the part that it is of it.
    pub ranges: Vec<Vec<DimRange>>,
}

/// An operation that can be tiled.
#[derive(Clone, Debug)]
pub(crate) enum Tileable {
    /// One with maps.
    Structured(Linalg),
    /// One with a rule of its own.
    Ruled(RuledOperation),
}

/// An operation of one result that has no maps.
#[derive(Clone, Debug)]
pub(crate) struct RuledOperation {
    op: OpId,
    rule: TileRule,
    /// Where its loops count.
    loops: Vec<CountedDim>,
    /// Which loop each dimension of the result is; [`None`] if it is more than a loop.
    result: Vec<Option<usize>>,
    /// Loops of which a tile needs all iterations, and why.
    fixed: Vec<(usize, &'static str)>,
    /// What its result is written to; [`None`] for an operation that has no such operand.
    output: Option<ValueId>,
}

/// How often a loop runs.
#[derive(Clone, Copy, Debug)]
enum CountedDim {
    /// As an operand is long: its number, and the dimension.
    Operand(usize, usize),
    /// As the result of a padding is long in this dimension.
    Padded(usize),
    /// Once.
    One,
}

#[derive(Clone, Debug)]
enum TileRule {
    Pack(PackedTensor),
    Unpack(PackedTensor),
    Pad(Padding),
    Softmax,
    /// How many dimensions of the indices are loops, and the dimension of the source that each other loop is, if it is one.
    Gather(usize, Vec<Option<usize>>),
    /// Filters and channels; nothing is cut along the image.
    WinogradFilter,
    /// From an image to tiles: the tiles' step and length in both dimensions.
    WinogradInput([(i64, i64); 2]),
    /// From tiles to an image: what a tile gives in both dimensions.
    WinogradOutput([i64; 2]),
}

/// A `tensor.pad`: how much is in front of each dimension, and behind.
#[derive(Clone, Debug)]
struct Padding {
    lows: Vec<OpSize>,
    highs: Vec<OpSize>,
}

impl Tileable {
    /// The operation that `name` means.
    ///
    /// # Errors
    /// It is none that can be tiled.
    pub fn of(module: &Module, op: OpId, name: &ScriptName) -> Result<Tileable, Diagnostic> {
        match RuledOperation::of(module, op, name) {
            Some(ruled) => Ok(Tileable::Ruled(ruled?)),
            None => Ok(Tileable::Structured(Linalg::of(module, op, name)?)),
        }
    }

    /// Where it stands.
    pub fn op(&self) -> OpId {
        match self {
            Tileable::Structured(linalg) => linalg.op,
            Tileable::Ruled(ruled) => ruled.op,
        }
    }

    /// What its loops are called.
    pub fn loop_names(&self) -> Vec<String> {
        match self {
            Tileable::Structured(linalg) => linalg.loop_names(),
            Tileable::Ruled(ruled) => (0..ruled.loops.len()).map(|n| format!("d{n}")).collect(),
        }
    }

    /// The loop called `name`.
    ///
    /// # Errors
    /// There is none.
    pub fn loop_named(&self, name: &ScriptName) -> Result<usize, Diagnostic> {
        loop_named(self.loop_names(), name)
    }

    /// How often each loop runs.
    ///
    /// # Errors
    /// No operand says so.
    pub fn extents(&self, b: &mut OpBuilder<'_>, name: &ScriptName) -> Result<Vec<OpSize>, Diagnostic> {
        match self {
            Tileable::Structured(linalg) => linalg.extents(b, name),
            Tileable::Ruled(ruled) => Ok((0..ruled.loops.len()).map(|at| ruled.extent(b, at)).collect()),
        }
    }

    /// For each dimension of result `n` the loop that it is.
    pub fn result_loops(&self, n: usize) -> Vec<Option<usize>> {
        let as_loop = |expr: &AffineExpr| match expr {
            AffineExpr::Dim(at) => Some(*at as usize),
            _ => None,
        };
        match self {
            Tileable::Structured(linalg) => linalg.output_maps()[n].results.iter().map(as_loop).collect(),
            Tileable::Ruled(ruled) => ruled.result.clone(),
        }
    }

    /// What the results are written to; a new tensor where the operation makes one, as long as its loops, `extents`.
    pub fn outputs(&mut self, b: &mut OpBuilder<'_>, extents: &[OpSize]) -> Vec<ValueId> {
        match self {
            Tileable::Structured(linalg) => linalg.view.outputs.clone(),
            Tileable::Ruled(ruled) => {
                let output = ruled.output.unwrap_or_else(|| {
                    let elem = b.ty(b.module.op(ruled.op).results[0]).elem().clone();
                    b.empty(extents, &elem)
                });
                ruled.output = Some(output);
                vec![output]
            }
        }
    }

    /// The operation with other outputs.
    pub fn with_outputs(&self, outputs: &[ValueId]) -> Tileable {
        let mut other = self.clone();
        match &mut other {
            Tileable::Structured(linalg) => linalg.view.outputs = outputs.to_vec(),
            Tileable::Ruled(ruled) => ruled.output = outputs.first().copied(),
        }
        other
    }

    /// Whether it works on tensors, on buffers, or on both.
    pub fn on_tensors(&self, module: &Module) -> bool {
        match self {
            Tileable::Structured(linalg) => linalg.on_tensors(module),
            Tileable::Ruled(ruled) => !module.op(ruled.op).results.is_empty(),
        }
    }

    /// The iterations `ranges`, on slices.
    ///
    /// # Errors
    /// They need more than slices, or cannot be cut like this.
    pub fn tile_at(
        &self,
        b: &mut OpBuilder<'_>,
        ranges: &[DimRange],
        name: &ScriptName,
    ) -> Result<TileOperation, Diagnostic> {
        match self {
            Tileable::Structured(linalg) => tile_at(b, linalg, ranges, name),
            Tileable::Ruled(ruled) => ruled.tile_at(b, ranges, name),
        }
    }
}

impl RuledOperation {
    /// [`None`] if operations of this kind have no rule.
    fn of(module: &Module, op: OpId, name: &ScriptName) -> Option<Result<RuledOperation, Diagnostic>> {
        let data = module.op(op);
        let found = match data.name.as_str() {
            "linalg.pack" => RuledOperation::pack(module, op),
            "linalg.unpack" => RuledOperation::unpack(module, op),
            "linalg.softmax" => RuledOperation::softmax(module, op),
            "tensor.pad" => RuledOperation::pad(module, op),
            "tensor.gather" => RuledOperation::gather(module, op),
            "linalg.winograd_filter_transform"
            | "linalg.winograd_input_transform"
            | "linalg.winograd_output_transform" => RuledOperation::winograd(module, op),
            _ => return None,
        };
        let refuse = || {
            let what = match data.name.as_str() {
                "linalg.pack" | "linalg.unpack" => "of tensors, with numbers as sizes of inner tiles",
                "linalg.softmax" => "along a dimension of tensors or buffers",
                _ => "of ranked tensors",
            };
            no_place(name, format!("this `{}` is not one {what}", data.name))
        };
        Some(found.ok_or_else(refuse))
    }

    /// An operation whose loops are the dimensions of its result.
    fn elementwise(module: &Module, op: OpId, rule: TileRule, output: usize) -> Option<RuledOperation> {
        let value = module.op(op).operands.get(output)?.value;
        let rank = module.ty(value).shape()?.len();
        Some(RuledOperation {
            op,
            rule,
            loops: (0..rank).map(|at| CountedDim::Operand(output, at)).collect(),
            result: (0..rank).map(Some).collect(),
            fixed: Vec::new(),
            output: Some(value),
        })
    }

    fn are_tensors(module: &Module, op: OpId) -> bool {
        let mut values = module
            .op(op)
            .operand_values()
            .chain(module.op(op).results.iter().copied());
        values.all(|value| {
            !module.ty(value).is_memref() && (!module.ty(value).is_tensor() || module.ty(value).shape().is_some())
        })
    }

    fn pack(module: &Module, op: OpId) -> Option<RuledOperation> {
        let source = module.op(op).operands.first()?.value;
        let outer = module.ty(source).shape()?.len();
        let rule = TileRule::Pack(PackedTensor::of(module, op, outer)?);
        let mut packing = RuledOperation::elementwise(module, op, rule, 1)?;
        let why = "a tile of a packing has whole inner tiles";
        packing.fixed = (outer..packing.loops.len()).map(|at| (at, why)).collect();
        RuledOperation::are_tensors(module, op).then_some(packing)
    }

    fn unpack(module: &Module, op: OpId) -> Option<RuledOperation> {
        let into = module.op(op).operands.get(1)?.value;
        let rank = module.ty(into).shape()?.len();
        let rule = TileRule::Unpack(PackedTensor::of(module, op, rank)?);
        let packing = RuledOperation::elementwise(module, op, rule, 1)?;
        RuledOperation::are_tensors(module, op).then_some(packing)
    }

    fn softmax(module: &Module, op: OpId) -> Option<RuledOperation> {
        let along = usize::try_from(module.op(op).attr("dimension")?.as_i64()?).ok()?;
        let mut softmax = RuledOperation::elementwise(module, op, TileRule::Softmax, 1)?;
        let why = "a softmax needs all elements of its dimension: their maximum and their sum";
        softmax.fixed.push((along, why));
        (along < softmax.loops.len()).then_some(softmax)
    }

    fn pad(module: &Module, op: OpId) -> Option<RuledOperation> {
        let data = module.op(op);
        let groups = segments(module, op)?;
        let amounts = |name: &str, n: usize| unmixed(&data.attr(name)?.as_i64s()?, groups.get(n)?.iter().copied());
        let (lows, highs) = (amounts("static_low", 1)?, amounts("static_high", 2)?);
        let rank = module.ty(*data.results.first()?).shape()?.len();
        module.only_block(op, 0)?;
        let fits = [lows.len(), highs.len()] == [rank; 2] && RuledOperation::are_tensors(module, op);
        fits.then_some(RuledOperation {
            op,
            rule: TileRule::Pad(Padding { lows, highs }),
            loops: (0..rank).map(CountedDim::Padded).collect(),
            result: (0..rank).map(Some).collect(),
            fixed: Vec::new(),
            output: None,
        })
    }

    fn gather(module: &Module, op: OpId) -> Option<RuledOperation> {
        let data = module.op(op);
        let rank = |value: ValueId| Some(module.ty(value).shape()?.len());
        let [source, indices] = data.operand_values().collect::<Vec<_>>()[..] else {
            return None;
        };
        let (source, batch) = (rank(source)?, rank(indices)?.checked_sub(1)?);
        let gathered = data.attr("gather_dims")?.as_i64s()?;
        let result = rank(*data.results.first()?)?;
        let is_gathered = |at: &usize| gathered.contains(&(*at as i64));
        let all: Vec<usize> = match result == batch + source {
            true => (0..source).collect(),
            false => (0..source).filter(|at| !is_gathered(at)).collect(),
        };
        let dims: Vec<Option<usize>> = all.iter().map(|at| (!is_gathered(at)).then_some(*at)).collect();
        let why = "a gather takes one element of this dimension";
        let taken = dims.iter().enumerate().filter(|(_, dim)| dim.is_none());
        let fixed = taken.map(|(n, _)| (batch + n, why)).collect();
        let loops = (0..batch).map(|at| CountedDim::Operand(1, at));
        let of_source = |dim: &Option<usize>| dim.map_or(CountedDim::One, |dim| CountedDim::Operand(0, dim));
        let loops = loops.chain(dims.iter().map(of_source)).collect();
        (result == batch + dims.len() && RuledOperation::are_tensors(module, op)).then_some(RuledOperation {
            op,
            rule: TileRule::Gather(batch, dims),
            loops,
            result: (0..result).map(Some).collect(),
            fixed,
            output: None,
        })
    }

    fn winograd(module: &Module, op: OpId) -> Option<RuledOperation> {
        let data = module.op(op);
        let algorithm = ALGORITHMS.get(usize::try_from(data.attr("fmr")?.as_i64()?).ok()?)?;
        let [from, to] = data.operand_values().collect::<Vec<_>>()[..] else {
            return None;
        };
        let shape = |value: ValueId| module.ty(value).shape();
        let ranks = (shape(from)?.len(), shape(to)?.len());
        // A dimension of one element is not transformed.
        let is_one = |value: ValueId, at: usize| shape(value).map(|shape| shape[at] == Dim::Static(1));
        let length = algorithm.m + algorithm.r - 1;
        let (rule, counted, result, fixed): (_, usize, Vec<Option<usize>>, &[usize]) = match (data.name.as_str(), ranks)
        {
            ("linalg.winograd_filter_transform", (4, 4)) => {
                (TileRule::WinogradFilter, 0, vec![None, None, Some(3), Some(0)], &[1, 2])
            }
            ("linalg.winograd_input_transform", (4, 6)) => {
                let axis = |one: bool| if one { (1, 1) } else { (algorithm.m, length) };
                let axes = [axis(is_one(to, 0)?), axis(is_one(to, 1)?)];
                (TileRule::WinogradInput(axes), 1, (0..6).map(Some).collect(), &[0, 1])
            }
            ("linalg.winograd_output_transform", (6, 4)) => {
                let axis = |one: bool| if one { 1 } else { algorithm.m };
                let axes = [axis(is_one(from, 0)?), axis(is_one(from, 1)?)];
                (
                    TileRule::WinogradOutput(axes),
                    0,
                    vec![Some(4), None, None, Some(5)],
                    &[0, 1],
                )
            }
            _ => return None,
        };
        let rank = if counted == 0 { ranks.0 } else { ranks.1 };
        let why = "a transform needs all of a window";
        RuledOperation::are_tensors(module, op).then_some(RuledOperation {
            op,
            rule,
            loops: (0..rank).map(|at| CountedDim::Operand(counted, at)).collect(),
            result,
            fixed: fixed.iter().map(|at| (*at, why)).collect(),
            output: Some(to),
        })
    }

    fn operand(&self, b: &OpBuilder<'_>, n: usize) -> ValueId {
        b.module.op(self.op).operand(n)
    }

    fn extent(&self, b: &mut OpBuilder<'_>, at: usize) -> OpSize {
        let result = b.module.op(self.op).results.first().map(|result| b.ty(*result));
        match (self.loops[at], &self.rule) {
            (CountedDim::Padded(dim), TileRule::Pad(padding)) => {
                if let Some(Dim::Static(number)) = result.and_then(|ty| ty.shape().map(|shape| shape[dim])) {
                    return OpSize::Static(number as i64);
                }
                let size = b.dim(self.operand(b, 0), dim);
                let sum = AffineExpr::dim(0) + AffineExpr::dim(1) + AffineExpr::dim(2);
                b.apply(&sum, &[padding.lows[dim], size, padding.highs[dim]])
            }
            (CountedDim::Operand(n, dim), _) => b.dim(self.operand(b, n), dim),
            _ => OpSize::Static(1),
        }
    }

    fn tile_at(
        &self,
        b: &mut OpBuilder<'_>,
        ranges: &[DimRange],
        name: &ScriptName,
    ) -> Result<TileOperation, Diagnostic> {
        if let Some((_, why)) = self.fixed.iter().find(|(at, _)| !ranges[*at].whole) {
            return Err(no_place(name, *why));
        }
        if ranges.iter().any(|range| range.step != 1) {
            return Err(no_place(name, "a slice of it has steps between its elements"));
        }
        match &self.rule {
            TileRule::Pack(packing) => self.pack_tile(b, packing, ranges, name),
            TileRule::Unpack(packing) => Ok(self.unpack_tile(b, packing, ranges)),
            TileRule::Pad(padding) => Ok(self.pad_tile(b, padding, ranges)),
            TileRule::Softmax => Ok(self.on_slices(b, &[ranges.to_vec()], ranges.to_vec())),
            TileRule::Gather(batch, dims) => {
                let mut source: Vec<DimRange> = b.dims(self.operand(b, 0)).into_iter().map(DimRange::whole).collect();
                for (range, dim) in ranges[*batch..].iter().zip(dims) {
                    if let Some(dim) = dim {
                        source[*dim] = *range;
                    }
                }
                let mut indices = ranges[..*batch].to_vec();
                let coordinates = b.dim(self.operand(b, 1), *batch);
                indices.push(DimRange::whole(coordinates));
                Ok(self.on_slices(b, &[source, indices], ranges.to_vec()))
            }
            TileRule::WinogradFilter => {
                let whole = |b: &mut OpBuilder<'_>, at| DimRange::whole(b.dim(self.operand(b, 1), at));
                let into = vec![whole(b, 0), whole(b, 1), ranges[3], ranges[0]];
                Ok(self.on_slices(b, &[ranges.to_vec()], into))
            }
            TileRule::WinogradInput(axes) => {
                let [y, x] = self.image(b, 0, ranges, *axes);
                let source = vec![ranges[4], y, x, ranges[5]];
                Ok(self.on_slices(b, &[source], ranges.to_vec()))
            }
            TileRule::WinogradOutput(axes) => {
                let [y, x] = self.image(b, 1, ranges, axes.map(|step| (step, step)));
                let into = vec![ranges[4], y, x, ranges[5]];
                Ok(self.on_slices(b, &[ranges.to_vec()], into))
            }
        }
    }

    /// The part of an image, operand `n` of a Winograd transform, that tiles of it are about; for each of its dimensions
    /// from a tile to the next, and the length of one.
    fn image(&self, b: &mut OpBuilder<'_>, n: usize, ranges: &[DimRange], axes: [(i64, i64); 2]) -> [DimRange; 2] {
        [0, 1].map(|at| match ranges[2 + at].whole {
            true => DimRange::whole(b.dim(self.operand(b, n), 1 + at)),
            false => scaled(b, &ranges[2 + at], axes[at].0, axes[at].1),
        })
    }

    /// The operation on these parts of its first operands, for this part of the result.
    fn on_slices(&self, b: &mut OpBuilder<'_>, parts: &[Vec<DimRange>], result: Vec<DimRange>) -> TileOperation {
        let mut operands = Vec::new();
        for (n, part) in parts.iter().enumerate() {
            operands.push(b.slice(self.operand(b, n), part));
        }
        let ty = match &self.rule {
            // It has no operand that its result is written to.
            TileRule::Gather(..) => {
                let elem = b.ty(operands[0]).elem().clone();
                Type::tensor(result.iter().map(|range| range.size.dim()).collect(), elem)
            }
            _ => {
                let into = self.output.expect("only a gather has none");
                let into = b.slice(into, &result);
                operands.push(into);
                b.ty(into)
            }
        };
        let op = self.copy_on(b, &operands, ty);
        TileOperation {
            op,
            values: b.module.op(op).results.clone(),
            ranges: vec![result],
        }
    }

    /// A copy with other first operands.
    fn copy_on(&self, b: &mut OpBuilder<'_>, operands: &[ValueId], result: Type) -> OpId {
        let copy = b.module.copy_op(self.op, &mut HashMap::new());
        for (place, value) in b.module.op_mut(copy).operands.iter_mut().zip(operands) {
            place.value = *value;
        }
        for value in b.module.op(copy).results.clone() {
            b.module.value_mut(value).ty = result.clone();
        }
        b.put(copy);
        copy
    }

    fn pack_tile(
        &self,
        b: &mut OpBuilder<'_>,
        packing: &PackedTensor,
        ranges: &[DimRange],
        name: &ScriptName,
    ) -> Result<TileOperation, Diagnostic> {
        let has_padding =
            segments(b.module, self.op).is_some_and(|groups| groups.get(2).is_some_and(|one| !one.is_empty()));
        let source = self.operand(b, 0);
        let mut parts: Vec<DimRange> = b.dims(source).into_iter().map(DimRange::whole).collect();
        for (dim, range) in packing.outer.iter().zip(ranges).filter(|(_, range)| !range.whole) {
            let mut cut = packing.dims.iter().zip(&packing.tiles).filter(|(one, _)| *one == dim);
            let Some((_, tile)) = cut.next() else {
                parts[*dim] = *range;
                continue;
            };
            if cut.next().is_some() {
                return Err(no_place(name, "a dimension is cut twice"));
            }
            let mut part = scaled(b, range, *tile, *tile);
            // The last inner tile may reach beyond the end, where it is padded.
            if has_padding {
                let left = AffineExpr::dim(1) - AffineExpr::dim(0);
                part.size = b.min(&[left, AffineExpr::dim(2)], &[part.offset, parts[*dim].size, part.size]);
            }
            parts[*dim] = part;
        }
        Ok(self.on_slices(b, &[parts], ranges.to_vec()))
    }

    fn unpack_tile(&self, b: &mut OpBuilder<'_>, packing: &PackedTensor, ranges: &[DimRange]) -> TileOperation {
        let source = self.operand(b, 0);
        let mut parts: Vec<DimRange> = b.dims(source).into_iter().map(DimRange::whole).collect();
        // What is unpacked, and where the tile is in it.
        let (mut unpacked, mut inside): (Vec<OpSize>, Vec<DimRange>) = (Vec::new(), Vec::new());
        for (dim, range) in ranges.iter().enumerate() {
            let outer = packing.outer.iter().position(|one| one == &dim).expect("a permutation");
            let tile = { packing.dims.iter().zip(&packing.tiles) }.find(|(one, _)| **one == dim);
            let (size, start) = match tile {
                Some((_, tile)) if !range.whole => {
                    let aligned = is_multiple(b.module, range.offset, *tile);
                    let part = inner_tiles(b, range, *tile, aligned);
                    parts[outer] = part;
                    match aligned {
                        true => (range.size, OpSize::Static(0)),
                        false => {
                            let over = [range.offset, part.offset, part.size];
                            let start = AffineExpr::dim(0) - AffineExpr::dim(1) * AffineExpr::Const(*tile);
                            (
                                b.apply(&(AffineExpr::dim(2) * AffineExpr::Const(*tile)), &over),
                                b.apply(&start, &over),
                            )
                        }
                    }
                }
                _ => {
                    parts[outer] = if range.whole { parts[outer] } else { *range };
                    (range.size, OpSize::Static(0))
                }
            };
            inside.push(DimRange {
                whole: size == range.size,
                ..DimRange::part(start, range.size)
            });
            unpacked.push(size);
        }
        if inside.iter().all(|range| range.whole) {
            return self.on_slices(b, &[parts], ranges.to_vec());
        }
        let elem = b.ty(source).elem().clone();
        let (source, into) = (b.slice(source, &parts), b.empty(&unpacked, &elem));
        let ty = b.ty(into);
        let op = self.copy_on(b, &[source, into], ty);
        let whole = b.module.op(op).results[0];
        TileOperation {
            op,
            values: vec![b.slice(whole, &inside)],
            ranges: vec![ranges.to_vec()],
        }
    }

    /// A tile may lie in the source, in what is put around it, or in both: then it is a padding of a part of the source,
    /// which may be empty.
    fn pad_tile(&self, b: &mut OpBuilder<'_>, padding: &Padding, ranges: &[DimRange]) -> TileOperation {
        let source = self.operand(b, 0);
        let sizes = b.dims(source);
        let (mut lows, mut highs, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        for (at, range) in ranges.iter().enumerate() {
            let (low, high, size) = (padding.lows[at], padding.highs[at], sizes[at]);
            let (part, front, behind) = match range.whole {
                true => (DimRange::whole(size), low, high),
                false => part_of_padded(b, range, [low, high, size]),
            };
            parts.push(part);
            lows.push(front);
            highs.push(behind);
        }
        let part = b.slice(source, &parts);
        let elem = b.ty(source).elem().clone();
        let result = Type::tensor(ranges.iter().map(|range| range.size.dim()).collect(), elem);
        let ((low_values, low_numbers), (high_values, high_numbers)) = (mixed(&lows), mixed(&highs));
        let mut spec = OpSpec::new("tensor.pad")
            .operands(&[part])
            .operands(&low_values)
            .operands(&high_values)
            .property("static_low", i64_array(&low_numbers))
            .property("static_high", i64_array(&high_numbers))
            .property(
                "operandSegmentSizes",
                segment_sizes(&[1, low_values.len(), high_values.len()]),
            );
        if b.module.op(self.op).attr("nofold").is_some() {
            spec = spec.property("nofold", Attr::Unit);
        }
        let op = b.push(spec.result(result));
        let region = b.module.add_region(op);
        let block = b.module.add_block(region, &vec![(Type::Index, None); ranges.len()]);
        let place = std::mem::replace(&mut b.place, InsertPoint::End(block));
        let body = b.module.only_block(self.op, 0).expect("a padding has a body");
        let old = b.module.block(body).args.clone();
        let mut args = b.module.block(block).args.clone();
        for ((arg, old), range) in args.iter_mut().zip(old).zip(ranges).filter(|(_, range)| !range.whole) {
            if is_used(b.module, body, old) {
                let sum = AffineExpr::dim(0) + AffineExpr::dim(1);
                let counted = b.apply(&sum, &[OpSize::Value(*arg), range.offset]);
                *arg = b.index(counted);
            }
        }
        let yielded = inline_body(b, body, &args, &mut HashMap::new());
        b.push(OpSpec::new("tensor.yield").operands(&yielded));
        b.place = place;
        TileOperation {
            op,
            values: b.module.op(op).results.clone(),
            ranges: vec![ranges.to_vec()],
        }
    }
}

/// The part of the source in a part of the padded dimension, and what is in front of it and behind.
fn part_of_padded(
    b: &mut OpBuilder<'_>,
    range: &DimRange,
    [low, high, size]: [OpSize; 3],
) -> (DimRange, OpSize, OpSize) {
    let (x, y, z) = (AffineExpr::dim(0), AffineExpr::dim(1), AffineExpr::dim(2));
    let none = OpSize::Static(0);
    let (front, start) = match low {
        OpSize::Static(0) => (none, range.offset),
        _ => {
            let before = b.min(&[x.clone(), y.clone()], &[range.offset, low]);
            let front = b.min(&[x.clone() - y.clone(), z.clone()], &[low, before, range.size]);
            (front, b.apply(&(x.clone() - y.clone()), &[range.offset, before]))
        }
    };
    let left = b.apply(&(x.clone() - y.clone()), &[range.size, front]);
    if high == none {
        return (DimRange::part(start, left), front, none);
    }
    let start = b.min(&[x.clone(), y.clone()], &[start, size]);
    let length = b.min(&[x.clone(), y.clone() - z], &[left, size, start]);
    let behind = b.apply(&(x - y), &[left, length]);
    (DimRange::part(start, length), front, behind)
}

/// Where `range` is in a dimension of `step` elements for each of its own, the last of them `length` long.
fn scaled(b: &mut OpBuilder<'_>, range: &DimRange, step: i64, length: i64) -> DimRange {
    let times = AffineExpr::dim(0) * AffineExpr::Const(step);
    let size = times.clone() + AffineExpr::Const(length - step);
    DimRange::part(b.apply(&times, &[range.offset]), b.apply(&size, &[range.size]))
}

/// The inner tiles that `range` has elements of; `aligned` if it begins with one.
fn inner_tiles(b: &mut OpBuilder<'_>, range: &DimRange, tile: i64, aligned: bool) -> DimRange {
    let (x, y) = (AffineExpr::dim(0), AffineExpr::dim(1));
    let over = [range.offset, range.size];
    let first = b.apply(&x.clone().floor_div(tile.into()), &over);
    let count = match aligned {
        true => b.apply(&y.ceil_div(tile.into()), &over),
        false => {
            let last = (x + y - AffineExpr::Const(1)).floor_div(tile.into());
            b.apply(
                &(last - AffineExpr::dim(2) + AffineExpr::Const(1)),
                &[range.offset, range.size, first],
            )
        }
    };
    DimRange::part(first, count)
}

/// Whether an offset is known to be a multiple of `of`: a number, or what a loop counts in steps of such numbers.
fn is_multiple(module: &Module, offset: OpSize, of: i64) -> bool {
    let value = match offset {
        OpSize::Static(number) => return number % of == 0,
        OpSize::Value(value) => value,
    };
    let number = |value: ValueId| {
        let op = module.op(module.defining_op(value)?);
        (op.name == "arith.constant").then(|| op.attr("value")?.as_i64())?
    };
    let counts = || {
        let Def::Arg { block, index: at } = module.value(value).def else {
            return None;
        };
        let op = module.region(module.block(block).parent?).parent?;
        let data = module.op(op);
        match data.name.as_str() {
            "scf.for" if at == 0 => Some([number(data.operand(0))?, number(data.operand(2))?]),
            "scf.forall" => {
                let of = |name: &str| data.attr(name)?.as_i64s()?.get(at).copied();
                Some([of("staticLowerBound")?, of("staticStep")?])
            }
            _ => None,
        }
    };
    counts().is_some_and(|numbers| {
        numbers
            .iter()
            .all(|number| *number != polyvet_ir::edit::DYNAMIC && number % of == 0)
    })
}

/// Whether operations of a block use a value.
fn is_used(module: &Module, block: polyvet_ir::BlockId, value: ValueId) -> bool {
    let mut used = false;
    for op in &module.block(block).ops {
        module.walk(*op, &mut |_, op| {
            used |= op.operand_values().any(|operand| operand == value)
        });
    }
    used
}
