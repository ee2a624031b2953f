//! A structured operation as a transform sees it, and copies of it on other operands.

use crate::ScriptName;
use crate::operations::builder::{DimRange, InsertPoint, OpBuilder, OpSize};
use crate::operations::slices::{self, SlicePart, same_subscripts};
use crate::schedule::Inapplicable;
use polyvet_ir::edit::{i64_array, maps_attr, segment_sizes};
use polyvet_ir::linalg::{IteratorType, Structured, structured};
use polyvet_ir::{AffineExpr, AffineMap, Attr, BlockId, Diagnostic, Module, OpId, OpSpec, Type, ValueId};
use std::collections::HashMap;

/// A structured operation.
#[derive(Clone, Debug)]
pub struct Linalg {
    /// Where it stands.
    pub op: OpId,
    /// Its operands, maps, loops and payload.
    pub view: Structured,
}

/// The error that a step has no place in the program; `at` is where the script says so.
pub fn no_place(at: &ScriptName, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("no-place", message, at.span)
}

/// `#linalg.iterator_type<parallel>`
fn iterator_attr(iterator: IteratorType) -> Attr {
    let word = match iterator {
        IteratorType::Parallel => "parallel",
        IteratorType::Reduction => "reduction",
        IteratorType::Window => "window",
    };
    Attr::Opaque(format!("#linalg.iterator_type<{word}>"))
}

/// Properties of a `linalg.generic`.
pub fn generic_properties(maps: &[AffineMap], iterators: &[IteratorType], outputs: usize) -> Vec<(&'static str, Attr)> {
    let iterators = iterators.iter().copied().map(iterator_attr).collect();
    vec![
        ("indexing_maps", maps_attr(maps.to_vec())),
        ("iterator_types", Attr::Array(iterators)),
        ("operandSegmentSizes", segment_sizes(&[maps.len() - outputs, outputs])),
    ]
}

impl Linalg {
    /// The operation that `name` means.
    ///
    /// # Errors
    /// It is not a structured one.
    pub fn of(module: &Module, op: OpId, name: &ScriptName) -> Result<Linalg, Diagnostic> {
        let view = structured(module, op).filter(|view| {
            let shaped = |value: &ValueId| module.ty(*value).shape().is_some() || !is_container(module.ty(*value));
            view.inputs.iter().chain(&view.outputs).all(shaped)
        });
        let view = view.ok_or_else(|| {
            let kind = &module.op(op).name;
            let refused = no_place(name, format!("`{kind}` is no structured operation with loops and maps"));
            match kind.as_str() {
                "linalg.pack" | "linalg.unpack" | "tensor.gather" => refused.help("`generalize` it first"),
                "linalg.softmax" => refused.help("`decompose` it first"),
                "tensor.pad" => {
                    refused.help("`rewrite_in_destination_passing_style` makes structured operations of it")
                }
                _ => refused,
            }
        })?;
        Ok(Linalg { op, view })
    }

    /// Inputs, then outputs.
    pub fn operands(&self) -> Vec<ValueId> {
        self.view.inputs.iter().chain(&self.view.outputs).copied().collect()
    }

    /// How many loops it has.
    pub fn rank(&self) -> usize {
        self.view.iterators.len()
    }

    /// The maps of the outputs.
    pub fn output_maps(&self) -> &[AffineMap] {
        &self.view.maps[self.view.inputs.len()..]
    }

    /// What its loops are called.
    pub fn loop_names(&self) -> Vec<String> {
        let plain = || (0..self.rank()).map(|n| format!("d{n}")).collect();
        self.view.dim_names.clone().unwrap_or_else(plain)
    }

    /// The loop called `name`.
    ///
    /// # Errors
    /// There is none.
    pub fn loop_named(&self, name: &ScriptName) -> Result<usize, Diagnostic> {
        loop_named(self.loop_names(), name)
    }

    /// Whether it works on tensors, on buffers, or on both.
    pub fn on_tensors(&self, module: &Module) -> bool {
        self.operands().iter().any(|value| module.ty(*value).is_tensor())
    }

    /// The operand and dimension that say how often a loop runs; one with a number, if there is one.
    fn extent_place(&self, module: &Module, at: usize) -> Option<(ValueId, usize)> {
        let mut found = None;
        for (value, map) in self.operands().into_iter().zip(&self.view.maps) {
            let shape = module.ty(value).shape().unwrap_or(&[]);
            for (dim, (result, extent)) in map.results.iter().zip(shape).enumerate() {
                if *result == AffineExpr::dim(at) {
                    if matches!(extent, polyvet_ir::Dim::Static(_)) {
                        return Some((value, dim));
                    }
                    found = found.or(Some((value, dim)));
                }
            }
        }
        found
    }

    /// How often each loop runs.
    ///
    /// # Errors
    /// No operand says so.
    pub fn extents(&self, b: &mut OpBuilder<'_>, name: &ScriptName) -> Result<Vec<OpSize>, Diagnostic> {
        (0..self.rank())
            .map(|at| {
                let place = self.extent_place(b.module, at);
                let (value, dim) =
                    place.ok_or_else(|| no_place(name, format!("no operand says how often loop {at} runs")))?;
                Ok(b.dim(value, dim))
            })
            .collect()
    }

    /// The part of operand `n` that the iterations in `loops` touch, and its subscripts there. Only of generic operations
    /// the part has steps between elements: others say by their kind what their subscripts are.
    ///
    /// # Errors
    /// A subscript is no sum of loops.
    pub fn operand_parts(
        &self,
        b: &mut OpBuilder<'_>,
        n: usize,
        loops: &[DimRange],
        name: &ScriptName,
    ) -> Result<Vec<SlicePart>, Diagnostic> {
        let value = self.operands()[n];
        let is_generic = self.is_generic(b.module);
        let mut parts = Vec::new();
        for (at, expr) in self.view.maps[n].results.iter().enumerate() {
            let whole = |range| SlicePart {
                range,
                inside: expr.clone(),
            };
            parts.push(match expr {
                AffineExpr::Dim(one) if slices::is_cut(expr, loops) => whole(loops[*one as usize]),
                _ if !slices::is_cut(expr, loops) => whole(DimRange::whole(b.dim(value, at))),
                _ => {
                    let exact = slices::part_of(b, expr, loops, true, name)?;
                    match is_generic
                        || same_subscripts(
                            std::slice::from_ref(&exact.inside),
                            std::slice::from_ref(expr),
                            self.rank(),
                        ) {
                        true => exact,
                        false => slices::part_of(b, expr, loops, false, name)?,
                    }
                }
            });
        }
        Ok(parts)
    }

    /// Whether its subscripts are written in it.
    pub fn is_generic(&self, module: &Module) -> bool {
        module.op(self.op).name == "linalg.generic"
    }

    /// [`Linalg::on`] with these subscripts of the operands.
    ///
    /// # Errors
    /// They are others than its own, which its kind fixes.
    pub fn on_parts(
        &self,
        b: &mut OpBuilder<'_>,
        operands: &[ValueId],
        subscripts: Vec<Vec<AffineExpr>>,
        loops: &[DimRange],
        name: &ScriptName,
    ) -> Result<OpId, Diagnostic> {
        let same = |(map, own): (&AffineMap, &Vec<AffineExpr>)| same_subscripts(&map.results, own, map.dims);
        if self.view.maps.iter().zip(&subscripts).all(same) {
            return Ok(self.on(b, operands, loops));
        }
        if !self.is_generic(b.module) {
            let message = format!(
                "a slice needs other subscripts than those of `{}`",
                b.module.op(self.op).name
            );
            return Err(no_place(name, message).help("`generalize` it first"));
        }
        let op = self.on(b, operands, loops);
        let maps = subscripts
            .into_iter()
            .map(|results| AffineMap::new(self.rank(), 0, results));
        b.module
            .op_mut(op)
            .properties
            .set("indexing_maps", maps_attr(maps.collect()));
        Ok(op)
    }

    /// A copy of the operation on other operands, in the place of the builder. Loops begin at `offsets`, if that is
    /// not 0.
    pub fn on(&self, b: &mut OpBuilder<'_>, operands: &[ValueId], offsets: &[DimRange]) -> OpId {
        let old = self.operands();
        let copy = b.module.copy_op(self.op, &mut HashMap::new());
        for (place, value) in b.module.op_mut(copy).operands.iter_mut().zip(operands) {
            place.value = *value;
        }
        let outputs = &operands[old.len() - self.view.outputs.len()..];
        let tensors: Vec<Type> = outputs
            .iter()
            .map(|value| b.ty(*value))
            .filter(Type::is_tensor)
            .collect();
        for (result, ty) in b.module.op(copy).results.clone().into_iter().zip(tensors) {
            b.module.value_mut(result).ty = ty;
        }
        b.put(copy);
        let body = b.module.only_block(copy, 0).expect("a structured operation has a body");
        shift_indices(b, body, offsets);
        copy
    }

    /// A generic operation with this payload on other operands, in other loops; `was` are the old loops in terms of the
    /// new ones.
    pub fn in_new_loops(
        &self,
        b: &mut OpBuilder<'_>,
        operands: &[ValueId],
        maps: &[AffineMap],
        iterators: &[IteratorType],
        was: &[AffineExpr],
    ) -> OpId {
        let (inputs, outputs) = operands.split_at(self.view.inputs.len());
        let (op, block) = generic(b, inputs, outputs, maps, iterators);
        let args = b.module.block(block).args.clone();
        let place = std::mem::replace(&mut b.place, InsertPoint::End(block));
        let mut counted = self.counted(b, iterators.len(), was);
        let yielded = inline_body(b, self.view.body, &args, &mut counted);
        b.push(OpSpec::new("linalg.yield").operands(&yielded));
        b.place = place;
        op
    }

    /// What `linalg.index` of the payload counts, by the loops of a new operation.
    fn counted(&self, b: &mut OpBuilder<'_>, loops: usize, was: &[AffineExpr]) -> HashMap<ValueId, ValueId> {
        let mut counted = HashMap::new();
        for op in b.module.block(self.view.body).ops.clone() {
            let op = b.module.op(op);
            if op.name != "linalg.index" {
                continue;
            }
            let at = op.attr("dim").and_then(Attr::as_i64).unwrap_or(0) as usize;
            let result = op.results[0];
            let mut over = Vec::new();
            for n in 0..loops {
                over.push(match uses(&was[at], n) {
                    true => OpSize::Value(index_of(b, n)),
                    false => OpSize::Static(0),
                });
            }
            let value = b.apply(&was[at], &over);
            counted.insert(result, b.index(value));
        }
        counted
    }

    /// The payload does not ask which iteration it is.
    ///
    /// # Errors
    /// It does.
    pub fn counts_nothing(&self, module: &Module, name: &ScriptName) -> Result<(), Diagnostic> {
        let mut ops = module.block(self.view.body).ops.iter();
        match ops.any(|op| module.op(*op).name == "linalg.index") {
            true => Err(no_place(name, "its payload counts iterations")),
            false => Ok(()),
        }
    }

    /// Whether the payload reads the elements of output `n`.
    pub fn reads_output(&self, module: &Module, n: usize) -> bool {
        let args = &module.block(self.view.body).args;
        let Some(arg) = args.get(self.view.inputs.len() + n) else {
            return false;
        };
        let mut read = false;
        for op in &module.block(self.view.body).ops {
            module.walk(*op, &mut |_, op| read |= op.operand_values().any(|value| value == *arg));
        }
        read
    }
}

/// The one of `loops` called `name`.
///
/// # Errors
/// There is none.
pub fn loop_named(loops: Vec<String>, name: &ScriptName) -> Result<usize, Diagnostic> {
    let found = loops.iter().position(|one| *one == name.value);
    found.ok_or_else(|| {
        Inapplicable::UnknownLoop {
            name: name.value.clone(),
            span: name.span,
            stmt: None,
            loops,
        }
        .diagnostic(name.span)
    })
}

/// The loops as they are.
pub fn same_loops(count: usize) -> Vec<AffineExpr> {
    (0..count).map(AffineExpr::dim).collect()
}

/// `linalg.index` of loop `at`.
pub fn index_of(b: &mut OpBuilder<'_>, at: usize) -> ValueId {
    let spec = OpSpec::new("linalg.index").property("dim", Attr::i64(at as i64));
    b.value(spec.result(Type::Index))
}

/// Whether loop `at` occurs in a subscript.
pub fn uses(expr: &AffineExpr, at: usize) -> bool {
    let mut found = false;
    expr.for_each_leaf(&mut |leaf| found |= *leaf == AffineExpr::dim(at));
    found
}

fn is_container(ty: &Type) -> bool {
    ty.is_tensor() || ty.is_memref() || matches!(ty, Type::Vector { .. })
}

/// Makes `linalg.index` count from where the whole operation does.
pub fn shift_indices(b: &mut OpBuilder<'_>, body: BlockId, offsets: &[DimRange]) {
    for op in b.module.block(body).ops.clone() {
        if b.module.op(op).name != "linalg.index" {
            continue;
        }
        let loop_at = b.module.op(op).attr("dim").and_then(Attr::as_i64).unwrap_or(0) as usize;
        let Some(DimRange { offset, step, .. }) = offsets.get(loop_at).copied() else {
            continue;
        };
        if (offset, step) == (OpSize::Static(0), 1) {
            continue;
        }
        let result = b.module.op(op).results[0];
        let ops = &b.module.block(body).ops;
        let next = ops[ops.iter().position(|other| *other == op).expect("it stands here") + 1];
        let place = std::mem::replace(&mut b.place, InsertPoint::Before(next));
        let sum = b.apply(
            &(AffineExpr::dim(0) * AffineExpr::Const(step) + AffineExpr::dim(1)),
            &[OpSize::Value(result), offset],
        );
        b.place = place;
        let OpSize::Value(sum) = sum else { continue };
        let users: Vec<OpId> = b.module.block(body).ops.clone();
        let summed = b.module.defining_op(sum);
        for user in users.into_iter().filter(|user| Some(*user) != summed) {
            b.module.replace_uses(user, &HashMap::from([(result, sum)]));
        }
    }
}

/// A `linalg.generic` without a payload, whose block has an argument for each operand.
pub fn generic(
    b: &mut OpBuilder<'_>,
    inputs: &[ValueId],
    outputs: &[ValueId],
    maps: &[AffineMap],
    iterators: &[IteratorType],
) -> (OpId, BlockId) {
    let mut spec = OpSpec::new("linalg.generic").operands(inputs).operands(outputs);
    for (name, attr) in generic_properties(maps, iterators, outputs.len()) {
        spec = spec.property(name, attr);
    }
    for output in outputs {
        if b.ty(*output).is_tensor() {
            spec = spec.result(b.ty(*output));
        }
    }
    let op = b.push(spec);
    let region = b.module.add_region(op);
    let args: Vec<(Type, Option<&str>)> = inputs
        .iter()
        .chain(outputs)
        .map(|value| (b.ty(*value).elem().clone(), None))
        .collect();
    let block = b.module.add_block(region, &args);
    (op, block)
}

/// Copies of the operations of `body` but its end, with `args` for its arguments; what it yields.
pub fn inline_body(
    b: &mut OpBuilder<'_>,
    body: BlockId,
    args: &[ValueId],
    map: &mut HashMap<ValueId, ValueId>,
) -> Vec<ValueId> {
    map.extend(b.module.block(body).args.clone().into_iter().zip(args.iter().copied()));
    let ops = b.module.block(body).ops.clone();
    let (last, ops) = ops.split_last().expect("it ends in a yield");
    for op in ops {
        // A count of iterations that has a value already.
        let known = |result: &ValueId| map.contains_key(result);
        if b.module.op(*op).results.iter().any(known) {
            continue;
        }
        let copy = b.module.copy_op(*op, map);
        b.put(copy);
    }
    let yielded: Vec<ValueId> = b.module.op(*last).operand_values().collect();
    yielded
        .iter()
        .map(|value| map.get(value).copied().unwrap_or(*value))
        .collect()
}

/// A named operation such as `linalg.fill`; [`None`] if it is not defined on such operands.
pub fn named(b: &mut OpBuilder<'_>, name: &str, inputs: &[ValueId], outputs: &[ValueId]) -> Option<OpId> {
    named_with(b, name, inputs, outputs, &[])
}

/// [`named`] with strides or dilations.
pub fn named_with(
    b: &mut OpBuilder<'_>,
    name: &str,
    inputs: &[ValueId],
    outputs: &[ValueId],
    steps: &[(&'static str, Attr)],
) -> Option<OpId> {
    let mut spec = OpSpec::new(name).operands(inputs).operands(outputs);
    spec = spec.property("operandSegmentSizes", segment_sizes(&[inputs.len(), outputs.len()]));
    for (name, attr) in steps {
        spec = spec.property(name, attr.clone());
    }
    for output in outputs {
        if b.ty(*output).is_tensor() {
            spec = spec.result(b.ty(*output));
        }
    }
    let op = b.push(spec);
    let types: Vec<Type> = inputs.iter().chain(outputs).map(|value| b.ty(*value)).collect();
    if polyvet_ir::edit::write_payload(b.module, op, &types).is_none() {
        b.module.detach(op);
        return None;
    }
    Some(op)
}

/// `input` with its dimensions in another order, in the tensor `output`: dimension `n` is `order[n]` of `input`.
pub fn transpose(b: &mut OpBuilder<'_>, input: ValueId, output: ValueId, order: &[i64]) -> ValueId {
    let ty = b.ty(output);
    let elem = ty.elem().clone();
    let spec = OpSpec::new("linalg.transpose").operands(&[input, output]);
    let op = b.push(spec.property("permutation", i64_array(order)).result(ty));
    let region = b.module.add_region(op);
    let block = b.module.add_block(region, &[(elem.clone(), None), (elem, None)]);
    let element = b.module.block(block).args[0];
    b.end(block, OpSpec::new("linalg.yield").operands(&[element]));
    b.module.op(op).results[0]
}
