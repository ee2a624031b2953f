//! `fuse_into_containing_op`, `fuse_elementwise`: a producer computed where it is used.

use crate::builder::{Builder, Range, Size};
use crate::operation::{Linalg, generic, inline_body, no_place};
use crate::tile::{needs_tensors, tile_at};
use crate::{Entry, Program, Structured};
use polyvet_ir::edit::DYNAMIC;
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap, Attr, Diagnostic, Dim, Module, OpId, OpSpec, ValueId, segments};
use polyvet_transforms::Name;
use std::collections::{HashMap, HashSet};

/// The line of `fuse_into_containing_op`.
pub static ENTRY_INTO: Entry = Entry {
    name: "fuse_into_containing_op",
    summary: "Computes, inside a loop, the slices that it takes of what an operation makes.",
    params: "OP, LOOP",
    example: "fuse_into_containing_op(linalg.fill, scf.forall)",
    parse: |args| {
        Ok(Box::new(FuseInto {
            producer: args.name()?,
            container: args.name()?,
        }))
    },
};

/// The line of `fuse_elementwise`.
pub static ENTRY_ELEMENTWISE: Entry = Entry {
    name: "fuse_elementwise",
    summary: "Puts the payload of an elementwise operation into the payload of one that uses its result.",
    params: "OP, USER",
    example: "fuse_elementwise(S0, S1)",
    parse: |args| {
        Ok(Box::new(FuseElementwise {
            producer: args.name()?,
            consumer: args.name()?,
        }))
    },
};

/// Computes slices of a producer inside a loop; what several iterations need is computed several times.
#[derive(Debug)]
pub struct FuseInto {
    /// The operation.
    pub producer: Name,
    /// The loop.
    pub container: Name,
}

impl FuseInto {
    /// Computes an operation inside a loop.
    pub fn new(producer: impl Into<Name>, container: impl Into<Name>) -> FuseInto {
        FuseInto {
            producer: producer.into(),
            container: container.into(),
        }
    }
}

impl Structured for FuseInto {
    fn text(&self) -> String {
        ENTRY_INTO.call([&self.producer, &self.container].map(Name::to_string))
    }

    fn apply(&self, program: &mut Program) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.producer)?;
        let container = program.target(&self.container)?;
        let [result] = program.module.op(linalg.op).results[..] else {
            return Err(needs_tensors(&self.producer));
        };
        let carried = Carried::of(&program.module, container, result);
        let mut slices = Vec::new();
        program.module.walk(container, &mut |id, op| {
            if op.name == "tensor.extract_slice" && carried.values.contains(&op.operand(0)) {
                slices.push(id);
            }
        });
        if slices.is_empty() {
            let message = format!("the loop takes no slice of what `{}` makes", self.producer);
            return Err(no_place(&self.container, message));
        }
        let mut made = Vec::new();
        for slice in slices {
            made.push(self.compute(program, &linalg, slice)?);
        }
        // What the loop writes over begins as the operation's own output did.
        let output = linalg.view.outputs[0];
        for user in carried.inits {
            program
                .module
                .op_mut(user)
                .operands
                .iter_mut()
                .filter(|operand| operand.value == result)
                .for_each(|operand| operand.value = output);
        }
        Ok(made)
    }
}

impl FuseInto {
    /// The operation on what `slice` takes, in its place.
    fn compute(&self, program: &mut Program, linalg: &Linalg, slice: OpId) -> Result<OpId, Diagnostic> {
        let func = program.func;
        let mut b = Builder::before(&mut program.module, func, slice);
        let part = slice_ranges(&mut b, slice)
            .ok_or_else(|| no_place(&self.container, "a slice has strides that are no positive numbers"))?;
        let extents = linalg.extents(&mut b, &self.producer)?;
        let mut ranges: Vec<Range> = extents.into_iter().map(Range::whole).collect();
        for (result, range) in linalg.output_maps()[0].results.iter().zip(part) {
            let AffineExpr::Dim(at) = result else {
                let message = format!("the subscript `{result}` of its output is no loop");
                return Err(no_place(&self.producer, message));
            };
            ranges[*at as usize] = range;
        }
        let tile = tile_at(&mut b, linalg, &ranges, &self.producer)?;
        let values = match self.dropped(&mut b, slice, &tile.values) {
            Some(value) => vec![value],
            None => tile.values,
        };
        program.replace(slice, &values, tile.op);
        Ok(tile.op)
    }

    /// The tile without the dimensions that `slice` drops, if it does.
    fn dropped(&self, b: &mut Builder<'_>, slice: OpId, tile: &[ValueId]) -> Option<ValueId> {
        let [value] = tile else { return None };
        let ty = b.ty(b.module.op(slice).results[0]);
        let sizes = b.dims(*value);
        if ty.shape()?.len() == sizes.len() {
            return None;
        }
        let ranges: Vec<Range> = sizes
            .into_iter()
            .map(|size| Range::part(Size::Static(0), size))
            .collect();
        Some(b.slice_as(*value, &ranges, ty))
    }
}

/// The names of a value inside loops that carry it.
struct Carried {
    values: HashSet<ValueId>,
    /// The loops that begin with the value itself.
    inits: Vec<OpId>,
}

impl Carried {
    fn of(module: &Module, container: OpId, value: ValueId) -> Carried {
        let mut found = Carried {
            values: HashSet::from([value]),
            inits: Vec::new(),
        };
        module.walk(container, &mut |id, op| {
            let inits = match op.name.as_str() {
                "scf.for" => op.operand_values().skip(3).collect(),
                "scf.forall" => segments(module, id)
                    .and_then(|groups| groups.into_iter().nth(3))
                    .unwrap_or_default(),
                _ => Vec::new(),
            };
            let Some(body) = module.only_block(id, 0).filter(|_| !inits.is_empty()) else {
                return;
            };
            let args = &module.block(body).args;
            for (init, arg) in inits.iter().zip(&args[args.len() - inits.len()..]) {
                if found.values.contains(init) {
                    found.values.insert(*arg);
                    if *init == value {
                        found.inits.push(id);
                    }
                }
            }
        });
        found
    }
}

/// A structured operation outside of a loop of whose result the loop takes slices.
pub(crate) fn sliced_producer(module: &Module, container: OpId) -> Option<OpId> {
    let mut sources = HashSet::new();
    module.walk(container, &mut |_, op| {
        if op.name == "tensor.extract_slice" {
            sources.insert(op.operand(0));
        }
    });
    // What the loop begins with is carried to the slices.
    let outside = |value: &ValueId| {
        let op = module.defining_op(*value)?;
        let mut inside = false;
        module.walk(container, &mut |id, _| inside |= id == op);
        let is_single = module.op(op).results.len() == 1;
        (!inside && is_single && polyvet_ir::linalg::structured(module, op).is_some()).then_some(op)
    };
    let direct = sources.iter().filter_map(outside).min();
    let carried = || {
        let inits = module
            .op(container)
            .operand_values()
            .filter_map(|value| Some((value, outside(&value)?)));
        let sliced = |(value, op)| {
            let carried = Carried::of(module, container, value);
            carried.values.iter().any(|one| sources.contains(one)).then_some(op)
        };
        inits.filter_map(sliced).min()
    };
    direct.or_else(carried)
}

/// What an `extract_slice` takes; [`None`] if a stride is no number above 0.
fn slice_ranges(b: &mut Builder<'_>, slice: OpId) -> Option<Vec<Range>> {
    let numbers = |name: &str| b.module.op(slice).attr(name)?.as_i64s();
    let (offsets, sizes, strides) = (
        numbers("static_offsets")?,
        numbers("static_sizes")?,
        numbers("static_strides")?,
    );
    let source = b.module.op(slice).operand(0);
    let shape = b.module.ty(source).shape()?.to_vec();
    strides.iter().all(|stride| *stride > 0).then_some(())?;
    let groups = segments(b.module, slice)?;
    let read = |numbers: &[i64], values: &[ValueId]| -> Vec<Size> {
        let mut values = values.iter();
        let size = |number: &i64| match *number {
            DYNAMIC => values.next().copied().map(Size::Value),
            number => Some(Size::Static(number)),
        };
        numbers.iter().filter_map(size).collect()
    };
    let (offsets, sizes) = (read(&offsets, &groups[1]), read(&sizes, &groups[2]));
    let ranges = offsets
        .into_iter()
        .zip(sizes)
        .zip(strides)
        .zip(shape)
        .map(|(((offset, size), step), dim)| Range {
            offset,
            size,
            step,
            whole: step == 1
                && offset == Size::Static(0)
                && matches!((size, dim), (Size::Static(size), Dim::Static(dim)) if size == dim as i64),
        });
    Some(ranges.collect())
}

/// Puts one payload into another.
#[derive(Debug)]
pub struct FuseElementwise {
    /// Makes what is used.
    pub producer: Name,
    /// Uses it.
    pub consumer: Name,
}

impl FuseElementwise {
    /// Puts the payload of one operation into that of another.
    pub fn new(producer: impl Into<Name>, consumer: impl Into<Name>) -> FuseElementwise {
        FuseElementwise {
            producer: producer.into(),
            consumer: consumer.into(),
        }
    }
}

impl Structured for FuseElementwise {
    fn text(&self) -> String {
        ENTRY_ELEMENTWISE.call([&self.producer, &self.consumer].map(Name::to_string))
    }

    fn apply(&self, program: &mut Program) -> Result<Vec<OpId>, Diagnostic> {
        let producer = program.structured(&self.producer)?;
        let consumer = program.structured(&self.consumer)?;
        let fused = self.plan(&program.module, &producer, &consumer)?;
        let func = program.func;
        let mut b = Builder::before(&mut program.module, func, consumer.op);
        let outputs = &consumer.view.outputs;
        let maps: Vec<AffineMap> = fused.maps.iter().chain(consumer.output_maps()).cloned().collect();
        let (op, block) = generic(&mut b, &fused.inputs, outputs, &maps, &consumer.view.iterators);
        let args = b.module.block(block).args.clone();
        b.place = crate::builder::Place::End(block);
        let mut values = vec![None; consumer.operands().len()];
        for (at, loops) in &fused.uses {
            let own: Vec<ValueId> = loops.args.clone().map(|n| args[n]).collect();
            let mut map = HashMap::new();
            for (index, to) in &loops.indices {
                let dim = Attr::i64(*to as i64);
                let spec = OpSpec::new("linalg.index").property("dim", dim);
                map.insert(*index, b.value(spec.result(polyvet_ir::Type::Index)));
            }
            values[*at] = inline_body(&mut b, producer.view.body, &own, &mut map).first().copied();
        }
        let mut next = args
            .iter()
            .copied()
            .enumerate()
            .filter(|(n, _)| !fused.taken.contains(n));
        for value in values.iter_mut().filter(|value| value.is_none()) {
            *value = next.next().map(|(_, arg)| arg);
        }
        let values: Vec<ValueId> = values.into_iter().flatten().collect();
        let yielded = inline_body(&mut b, consumer.view.body, &values, &mut HashMap::new());
        b.push(OpSpec::new("linalg.yield").operands(&yielded));
        if let Some(names) = &consumer.view.dim_names {
            b.module.set_loop_names(op, names.clone());
        }
        let results = b.module.op(op).results.clone();
        program.replace(consumer.op, &results, op);
        Ok(vec![op])
    }
}

/// The operands of the fused operation.
struct Fused {
    inputs: Vec<ValueId>,
    maps: Vec<AffineMap>,
    /// Uses of the producer: which operand of the consumer, and what stands for it.
    uses: Vec<(usize, Inlined)>,
    /// Arguments of the new payload that belong to the producer.
    taken: HashSet<usize>,
}

/// The producer in the payload of its user.
struct Inlined {
    /// Its inputs among the arguments.
    args: std::ops::Range<usize>,
    /// Its `linalg.index` values, and the loops that they count now.
    indices: Vec<(ValueId, usize)>,
}

impl FuseElementwise {
    fn plan(&self, module: &Module, producer: &Linalg, consumer: &Linalg) -> Result<Fused, Diagnostic> {
        let (view, at) = (&producer.view, &self.producer);
        let [result] = module.op(producer.op).results[..] else {
            return Err(no_place(at, "it has not one tensor as its result"));
        };
        let [out] = producer.output_maps() else {
            return Err(no_place(at, "it has several outputs"));
        };
        if view.iterators.iter().any(|one| *one != IteratorType::Parallel) || !out.is_permutation() {
            return Err(no_place(at, "it is not elementwise"));
        }
        if producer.reads_output(module, 0) {
            return Err(no_place(at, "it accumulates into its output"));
        }
        let mut fused = Fused {
            inputs: Vec::new(),
            maps: Vec::new(),
            uses: Vec::new(),
            taken: HashSet::new(),
        };
        for (n, (input, map)) in consumer.view.inputs.iter().zip(&consumer.view.maps).enumerate() {
            if *input != result {
                fused.inputs.push(*input);
                fused.maps.push(map.clone());
                continue;
            }
            let place = |one: usize| out.results.iter().position(|result| *result == AffineExpr::dim(one));
            let loops: Vec<AffineExpr> = (0..producer.rank())
                .filter_map(|one| Some(map.results[place(one)?].clone()))
                .collect();
            let start = fused.inputs.len();
            for (input, inner) in view.inputs.iter().zip(&view.maps) {
                let results = inner.results.iter().map(|result| result.substitute(&loops, &[]));
                fused.inputs.push(*input);
                fused.maps.push(AffineMap::new(map.dims, 0, results.collect()));
            }
            let args = start..fused.inputs.len();
            fused.taken.extend(args.clone());
            let indices = self.indices(module, producer, &loops)?;
            fused.uses.push((n, Inlined { args, indices }));
        }
        if fused.uses.is_empty() {
            let message = format!("it does not read what `{}` makes", self.producer);
            return Err(no_place(&self.consumer, message));
        }
        for one in 0..consumer.rank() {
            let says = |map: &AffineMap| map.results.contains(&AffineExpr::dim(one));
            if !fused.maps.iter().chain(consumer.output_maps()).any(says) {
                let message = format!(
                    "nothing but the result of `{}` says how often loop {one} runs",
                    self.producer
                );
                return Err(no_place(&self.consumer, message));
            }
        }
        Ok(fused)
    }

    fn indices(
        &self,
        module: &Module,
        producer: &Linalg,
        loops: &[AffineExpr],
    ) -> Result<Vec<(ValueId, usize)>, Diagnostic> {
        let mut indices = Vec::new();
        for op in &module.block(producer.view.body).ops {
            let op = module.op(*op);
            if op.name != "linalg.index" {
                continue;
            }
            let at = op.attr("dim").and_then(Attr::as_i64).unwrap_or(0) as usize;
            let Some(AffineExpr::Dim(one)) = loops.get(at) else {
                return Err(no_place(
                    &self.producer,
                    "its payload counts a loop that its user has not",
                ));
            };
            indices.push((op.results[0], *one as usize));
        }
        Ok(indices)
    }
}
