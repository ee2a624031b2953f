//! New operations in front of another one, and arithmetic on sizes that are numbers as far as they are known.

use polyvet_ir::edit::{DYNAMIC, i64_array, segment_sizes};
use polyvet_ir::{AffineExpr, AffineMap, Attr, BlockId, Dim, Module, OpId, OpSpec, Span, Type, ValueId};

/// An extent, an offset or a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpSize {
    /// Known when the program is written.
    Static(i64),
    /// Of type `index`.
    Value(ValueId),
}

impl OpSize {
    /// The number, if it is known.
    pub fn number(self) -> Option<i64> {
        match self {
            OpSize::Static(number) => Some(number),
            OpSize::Value(_) => None,
        }
    }

    /// As an extent of a type.
    pub fn dim(self) -> Dim {
        match self {
            OpSize::Static(number) => Dim::Static(number.max(0) as u64),
            OpSize::Value(_) => Dim::Dynamic,
        }
    }
}

/// Part of one dimension: `size` elements from `offset`, every `step`th.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DimRange {
    /// The first.
    pub offset: OpSize,
    /// How many.
    pub size: OpSize,
    /// From one to the next, above 0.
    pub step: i64,
    /// It is the whole dimension.
    pub whole: bool,
}

impl DimRange {
    /// A dimension of this extent.
    pub fn whole(size: OpSize) -> DimRange {
        DimRange {
            offset: OpSize::Static(0),
            size,
            step: 1,
            whole: true,
        }
    }

    /// Neighbours in a dimension.
    pub fn part(offset: OpSize, size: OpSize) -> DimRange {
        DimRange {
            offset,
            size,
            step: 1,
            whole: false,
        }
    }
}

/// Where the next operation goes.
#[derive(Clone, Copy, Debug)]
pub enum InsertPoint {
    /// In front of this one.
    Before(OpId),
    /// At the end of this block.
    End(BlockId),
}

/// Writes operations.
pub struct OpBuilder<'m> {
    /// The program.
    pub module: &'m mut Module,
    /// Where the next operation goes.
    pub place: InsertPoint,
    /// Constants go to the start of this function.
    func: OpId,
    span: Span,
}

/// What a loop over tiles is made of.
pub struct BuiltLoop {
    /// The operation.
    pub op: OpId,
    /// Its variables.
    pub inductions: Vec<ValueId>,
    /// What it carries, inside.
    pub carried: Vec<ValueId>,
    /// Its body.
    pub body: BlockId,
}

impl<'m> OpBuilder<'m> {
    /// Writes in front of `op`, with its span.
    pub fn before(module: &'m mut Module, func: OpId, op: OpId) -> OpBuilder<'m> {
        let span = module.op(op).span;
        OpBuilder {
            module,
            place: InsertPoint::Before(op),
            func,
            span,
        }
    }

    /// Writes an operation.
    pub fn push(&mut self, spec: OpSpec) -> OpId {
        let spec = OpSpec {
            span: self.span,
            name_span: self.span,
            ..spec
        };
        let op = self.module.add_op(spec);
        self.put(op);
        op
    }

    /// Writes an operation at the end of a block.
    pub fn end(&mut self, block: BlockId, spec: OpSpec) {
        let place = std::mem::replace(&mut self.place, InsertPoint::End(block));
        self.push(spec);
        self.place = place;
    }

    /// Places a detached operation.
    pub fn put(&mut self, op: OpId) {
        match self.place {
            InsertPoint::Before(place) => self.module.insert_before(place, op),
            InsertPoint::End(block) => self.module.append(block, op),
        }
    }

    /// Writes an operation with one result.
    pub fn value(&mut self, spec: OpSpec) -> ValueId {
        let op = self.push(spec);
        self.module.op(op).results[0]
    }

    /// The type of a value.
    pub fn ty(&self, value: ValueId) -> Type {
        self.module.ty(value).clone()
    }

    /// A constant of the function's beginning.
    pub fn constant(&mut self, attr: Attr, ty: &Type) -> ValueId {
        let entry = self.module.only_block(self.func, 0).expect("a function of one block");
        let ops = self.module.block(entry).ops.clone();
        let is_constant = |op: &&OpId| self.module.op(**op).name == "arith.constant";
        let constants: Vec<OpId> = ops.iter().take_while(is_constant).copied().collect();
        for op in &constants {
            let result = self.module.op(*op).results[0];
            if self.module.op(*op).attr("value") == Some(&attr) && self.module.ty(result) == ty {
                return result;
            }
        }
        let name = match attr.as_i64() {
            Some(value @ 0..) if *ty == Type::Index => format!("c{value}"),
            _ => "cst".to_owned(),
        };
        let spec = OpSpec::new("arith.constant").property("value", attr);
        let op = self.module.add_op(spec.named_result(ty.clone(), &name).at(self.span));
        match ops.get(constants.len()) {
            Some(next) => self.module.insert_before(*next, op),
            None => self.module.append(entry, op),
        }
        self.module.op(op).results[0]
    }

    /// A size as a value.
    pub fn index(&mut self, size: OpSize) -> ValueId {
        match size {
            OpSize::Value(value) => value,
            OpSize::Static(number) => self.constant(Attr::index(number), &Type::Index),
        }
    }

    /// An extent of a tensor or memref.
    pub fn dim(&mut self, value: ValueId, at: usize) -> OpSize {
        let ty = self.ty(value);
        if let Some(Dim::Static(number)) = ty.shape().and_then(|shape| shape.get(at)) {
            return OpSize::Static(*number as i64);
        }
        let place = self.index(OpSize::Static(at as i64));
        let name = if ty.is_tensor() { "tensor.dim" } else { "memref.dim" };
        OpSize::Value(self.value(OpSpec::new(name).operands(&[value, place]).result(Type::Index)))
    }

    /// All extents of a tensor or memref.
    pub fn dims(&mut self, value: ValueId) -> Vec<OpSize> {
        let rank = self.ty(value).shape().map_or(0, <[_]>::len);
        (0..rank).map(|at| self.dim(value, at)).collect()
    }

    /// A new tensor.
    pub fn empty(&mut self, dims: &[OpSize], elem: &Type) -> ValueId {
        let ty = Type::tensor(dims.iter().map(|dim| dim.dim()).collect(), elem.clone());
        let (dynamic, _) = mixed(dims);
        self.value(OpSpec::new("tensor.empty").operands(&dynamic).result(ty))
    }

    /// `exprs` over `d0..` = `over`, numbers put in, and the operands that are left.
    pub fn over(&self, exprs: &[AffineExpr], over: &[OpSize]) -> (AffineMap, Vec<ValueId>) {
        let mut operands: Vec<ValueId> = Vec::new();
        let mut dims = Vec::new();
        let used = |n: usize| exprs.iter().any(|expr| crate::operations::operation::uses(expr, n));
        for (n, size) in over.iter().enumerate() {
            dims.push(match size {
                OpSize::Static(number) => AffineExpr::Const(*number),
                OpSize::Value(_) if !used(n) => AffineExpr::Const(0),
                OpSize::Value(value) => {
                    let known = operands.iter().position(|other| other == value);
                    AffineExpr::dim(known.unwrap_or_else(|| {
                        operands.push(*value);
                        operands.len() - 1
                    }))
                }
            });
        }
        let results = exprs.iter().map(|expr| expr.substitute(&dims, &[])).collect();
        (AffineMap::new(operands.len(), 0, results), operands)
    }

    /// The value of `expr` at `over`.
    pub fn apply(&mut self, expr: &AffineExpr, over: &[OpSize]) -> OpSize {
        let (map, operands) = self.over(std::slice::from_ref(expr), over);
        match &map.results[0] {
            AffineExpr::Const(number) => OpSize::Static(*number),
            AffineExpr::Dim(n) => OpSize::Value(operands[*n as usize]),
            _ => OpSize::Value(self.affine("affine.apply", map, &operands)),
        }
    }

    /// The smallest of `exprs` at `over`.
    pub fn min(&mut self, exprs: &[AffineExpr], over: &[OpSize]) -> OpSize {
        let (mut map, operands) = self.over(exprs, over);
        map.results.dedup();
        let numbers: Option<Vec<i64>> = map
            .results
            .iter()
            .map(|result| match result {
                AffineExpr::Const(number) => Some(*number),
                _ => None,
            })
            .collect();
        match numbers.and_then(|numbers| numbers.into_iter().min()) {
            Some(number) => OpSize::Static(number),
            None => OpSize::Value(self.affine("affine.min", map, &operands)),
        }
    }

    fn affine(&mut self, name: &str, map: AffineMap, operands: &[ValueId]) -> ValueId {
        let spec = OpSpec::new(name)
            .operands(operands)
            .property("map", Attr::AffineMap(map));
        self.value(spec.result(Type::Index))
    }

    /// `ranges` of a tensor or memref; itself, if they are all of it.
    pub fn slice(&mut self, source: ValueId, ranges: &[DimRange]) -> ValueId {
        self.slice_keeping(source, ranges, &vec![true; ranges.len()])
    }

    /// [`OpBuilder::slice`] without the dimensions, of one element each, that are not `kept`.
    pub fn slice_keeping(&mut self, source: ValueId, ranges: &[DimRange], kept: &[bool]) -> ValueId {
        if ranges.iter().all(|range| range.whole) && !kept.contains(&false) {
            return source;
        }
        let ranges = &self.not_beyond(source, ranges)[..];
        let ty = self.ty(source);
        let left = ranges.iter().zip(kept).filter(|(_, kept)| **kept);
        let shape = left.map(|(range, _)| range.size.dim()).collect();
        let elem = ty.elem().clone();
        let (name, result) = match &ty {
            Type::MemRef { layout, space, .. } => {
                let (strides, offset) = strides(&ty, layout.as_deref());
                let offset = offset.and_then(|offset| {
                    ranges.iter().zip(&strides).try_fold(offset, |sum, (range, stride)| {
                        let by = match range.offset {
                            OpSize::Static(0) => 0,
                            offset => offset.number()?.checked_mul((*stride)?)?,
                        };
                        i64::checked_add(sum, by)
                    })
                });
                let left = strides.into_iter().zip(ranges).zip(kept).filter(|(_, kept)| **kept);
                let strides = left
                    .map(|((stride, range), _)| stride?.checked_mul(range.step))
                    .collect();
                let layout = Some(Box::new(Attr::Strided { strides, offset }));
                let (elem, space) = (Box::new(elem), space.clone());
                (
                    "memref.subview",
                    Type::MemRef {
                        shape,
                        elem,
                        layout,
                        space,
                    },
                )
            }
            _ => ("tensor.extract_slice", Type::tensor(shape, elem)),
        };
        let spec = with_ranges(OpSpec::new(name).operands(&[source]), 1, ranges);
        self.value(spec.result(result))
    }

    /// The ranges with offsets as values where a number would be at or behind the end: mlir-opt refuses these even if
    /// the range is empty, as in a dimension of extent 0.
    fn not_beyond(&mut self, of: ValueId, ranges: &[DimRange]) -> Vec<DimRange> {
        let shape = self.ty(of).shape().map_or_else(Vec::new, <[_]>::to_vec);
        let is_beyond = |(at, range): (usize, &DimRange)| {
            let (Some(Dim::Static(extent)), Some(offset)) = (shape.get(at), range.offset.number()) else {
                return false;
            };
            let last = |size: i64| size.checked_sub(1)?.checked_mul(range.step)?.checked_add(offset);
            let last = range.size.number().map_or(Some(offset), last);
            last.is_none_or(|last| last.max(offset) >= i64::try_from(*extent).unwrap_or(i64::MAX))
        };
        let beyond: Vec<bool> = ranges.iter().enumerate().map(is_beyond).collect();
        let fixed = ranges.iter().zip(beyond).map(|(range, beyond)| match beyond {
            true => DimRange {
                offset: OpSize::Value(self.index(range.offset)),
                ..*range
            },
            false => *range,
        });
        fixed.collect()
    }

    /// `ranges` of a tensor as one of type `ty`, which may lack dimensions of one element.
    pub fn slice_as(&mut self, source: ValueId, ranges: &[DimRange], ty: Type) -> ValueId {
        let ranges = self.not_beyond(source, ranges);
        let spec = OpSpec::new("tensor.extract_slice").operands(&[source]);
        self.value(with_ranges(spec, 1, &ranges).result(ty))
    }

    /// `source` put into `ranges` of the tensor `into`.
    pub fn insert_slice(&mut self, source: ValueId, into: ValueId, ranges: &[DimRange]) -> ValueId {
        if ranges.iter().all(|range| range.whole) {
            return source;
        }
        self.insert_whole(source, into, ranges)
    }

    /// [`OpBuilder::insert_slice`], also where the slice is all of it, in another shape.
    pub fn insert_whole(&mut self, source: ValueId, into: ValueId, ranges: &[DimRange]) -> ValueId {
        let ranges = self.not_beyond(into, ranges);
        let ty = self.ty(into);
        let spec = OpSpec::new("tensor.insert_slice").operands(&[source, into]);
        self.value(with_ranges(spec, 2, &ranges).result(ty))
    }

    /// `source` put into `ranges` of what a parallel loop shares.
    pub fn parallel_insert_slice(&mut self, source: ValueId, into: ValueId, ranges: &[DimRange]) {
        let ranges = self.not_beyond(into, ranges);
        let spec = OpSpec::new("tensor.parallel_insert_slice").operands(&[source, into]);
        self.push(with_ranges(spec, 2, &ranges));
    }

    /// The end of a parallel loop, which puts values into ranges of what it shares.
    pub fn in_parallel(&mut self, parts: &[(ValueId, ValueId, Vec<DimRange>)]) {
        let end = self.push(OpSpec::new("scf.forall.in_parallel"));
        let region = self.module.add_region(end);
        let block = self.module.add_block(region, &[]);
        self.place = InsertPoint::End(block);
        for (value, into, ranges) in parts {
            self.parallel_insert_slice(*value, *into, ranges);
        }
    }

    /// `scf.for` from 0 to `end`; what follows is written into its body, which still has no end.
    pub fn scf_for(&mut self, end: OpSize, step: OpSize, inits: &[ValueId], name: &str) -> BuiltLoop {
        let bounds = [OpSize::Static(0), end, step].map(|size| self.index(size));
        let mut spec = OpSpec::new("scf.for").operands(&bounds).operands(inits);
        for init in inits {
            spec = spec.result(self.ty(*init));
        }
        let op = self.push(spec);
        self.body(op, 1, inits, &[name.to_owned()])
    }

    /// `scf.forall` over tiles, as [`OpBuilder::scf_for`].
    pub fn scf_forall(&mut self, ends: &[OpSize], steps: &[OpSize], inits: &[ValueId], names: &[String]) -> BuiltLoop {
        let ((values, numbers), (step_values, steps)) = (mixed(ends), mixed(steps));
        let mut spec = OpSpec::new("scf.forall")
            .operands(&values)
            .operands(&step_values)
            .operands(inits);
        for init in inits {
            spec = spec.result(self.ty(*init));
        }
        let zeros = vec![0; ends.len()];
        let spec = spec
            .property("staticLowerBound", i64_array(&zeros))
            .property("staticUpperBound", i64_array(&numbers))
            .property("staticStep", i64_array(&steps))
            .property(
                "operandSegmentSizes",
                segment_sizes(&[0, values.len(), step_values.len(), inits.len()]),
            );
        let op = self.push(spec);
        self.body(op, ends.len(), inits, names)
    }

    fn body(&mut self, op: OpId, loops: usize, inits: &[ValueId], names: &[String]) -> BuiltLoop {
        let region = self.module.add_region(op);
        let mut args: Vec<(Type, Option<&str>)> = Vec::new();
        args.extend(names.iter().map(|name| (Type::Index, Some(name.as_str()))));
        args.extend(inits.iter().map(|init| (self.ty(*init), None)));
        let body = self.module.add_block(region, &args);
        let carried = self.module.block(body).args[loops..].to_vec();
        self.place = InsertPoint::End(body);
        BuiltLoop {
            op,
            inductions: self.module.block(body).args[..loops].to_vec(),
            carried,
            body,
        }
    }
}

/// Operands of an operation whose offsets, sizes or extents may be numbers: the values, and all with [`DYNAMIC`] for
/// a value.
pub fn mixed(sizes: &[OpSize]) -> (Vec<ValueId>, Vec<i64>) {
    let values = sizes.iter().filter_map(|size| match size {
        OpSize::Value(value) => Some(*value),
        OpSize::Static(_) => None,
    });
    let numbers = sizes.iter().map(|size| size.number().unwrap_or(DYNAMIC));
    (values.collect(), numbers.collect())
}

/// What [`mixed`] takes apart; [`None`] if there are too few values.
pub fn unmixed(numbers: &[i64], values: impl IntoIterator<Item = ValueId>) -> Option<Vec<OpSize>> {
    let mut values = values.into_iter();
    let size = |number: &i64| match *number {
        DYNAMIC => values.next().map(OpSize::Value),
        number => Some(OpSize::Static(number)),
    };
    numbers.iter().map(size).collect()
}

/// The extents of a type, `values` being those that vary; [`None`] if there are too few.
pub fn extents_of(ty: &Type, values: impl IntoIterator<Item = ValueId>) -> Option<Vec<OpSize>> {
    let number = |dim: &Dim| match dim {
        Dim::Static(number) => *number as i64,
        _ => DYNAMIC,
    };
    let numbers: Vec<i64> = ty.shape().unwrap_or(&[]).iter().map(number).collect();
    unmixed(&numbers, values)
}

/// Adds offsets, sizes and strides to an operation that has `count` operands.
fn with_ranges(spec: OpSpec, count: usize, ranges: &[DimRange]) -> OpSpec {
    let offsets: Vec<OpSize> = ranges.iter().map(|range| range.offset).collect();
    let sizes: Vec<OpSize> = ranges.iter().map(|range| range.size).collect();
    let steps: Vec<i64> = ranges.iter().map(|range| range.step).collect();
    let ((offsets, static_offsets), (sizes, static_sizes)) = (mixed(&offsets), mixed(&sizes));
    let mut groups = vec![1; count];
    groups.extend([offsets.len(), sizes.len(), 0]);
    spec.operands(&offsets)
        .operands(&sizes)
        .property("static_offsets", i64_array(&static_offsets))
        .property("static_sizes", i64_array(&static_sizes))
        .property("static_strides", i64_array(&steps))
        .property("operandSegmentSizes", segment_sizes(&groups))
}

/// Strides and offset of a memref, as far as its type says.
fn strides(ty: &Type, layout: Option<&Attr>) -> (Vec<Option<i64>>, Option<i64>) {
    if let Some(Attr::Strided { strides, offset }) = layout {
        return (strides.clone(), *offset);
    }
    let shape = ty.shape().unwrap_or(&[]);
    let mut stride = Some(1);
    let mut strides: Vec<Option<i64>> = Vec::new();
    for dim in shape.iter().rev() {
        strides.push(stride);
        stride = match dim {
            Dim::Static(number) => stride.map(|stride: i64| stride.saturating_mul(*number as i64)),
            _ => None,
        };
    }
    strides.reverse();
    (strides, Some(0))
}
