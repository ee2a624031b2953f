//! `expand_dims`, `drop_unit_dims`: loops split in two, and loops of one iteration left out.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::builder::{DimRange, OpBuilder, OpSize};
use crate::operations::operation::{Linalg, no_place, uses};
use crate::operations::tile::{loop_size, needs_tensors};
use crate::registry::Build;
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::edit::i64_array;
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap, Attr, Diagnostic, Module, OpId, OpSpec, Type, ValueId};

/// The line of `expand_dims`.
pub static ENTRY_EXPAND: RegistryEntry = RegistryEntry {
    name: "expand_dims",
    aliases: &[],
    summary: "Splits a loop, whose extent is a number, in two by reshaping operands; the result is reshaped back.",
    params: "OP, d0=SIZE",
    example: "expand_dims(S0, d0=8)",
    build: Build::Operations(|args| {
        let target = args.name()?;
        let (name, size) = loop_size(args)?;
        Ok(Box::new(ExpandDims { target, name, size }))
    }),
};

/// The line of `drop_unit_dims`.
pub static ENTRY_UNIT: RegistryEntry = RegistryEntry {
    name: "drop_unit_dims",
    aliases: &[],
    summary: "Leaves out loops of one iteration and the dimensions that only they index.",
    params: "OP",
    example: "drop_unit_dims(S0)",
    build: Build::Operations(|args| Ok(Box::new(DropUnitDims { target: args.name()? }))),
};

/// Splits a loop by reshaping.
#[derive(Debug)]
pub struct ExpandDims {
    /// The operation.
    pub target: ScriptName,
    /// The loop.
    pub name: ScriptName,
    /// How often the new inner loop runs.
    pub size: i64,
}

/// `[[0, 1], [2]]`
pub(crate) fn reassociation(groups: &[Vec<i64>]) -> Attr {
    let group = |group: &Vec<i64>| Attr::Array(group.iter().copied().map(Attr::i64).collect());
    Attr::Array(groups.iter().map(group).collect())
}

/// How many iterations one of the two loops has.
#[derive(Clone, Copy)]
pub(crate) enum Cut {
    /// The outer one.
    Outer(i64),
    /// The inner one.
    Inner(i64),
}

/// The dimensions of `value` that `map` indexes by `loop_at` alone split in two, and the subscripts of the result, where
/// `places` are the loops of the two.
pub(crate) fn expand(
    b: &mut OpBuilder<'_>,
    value: ValueId,
    map: &AffineMap,
    loop_at: usize,
    places: [usize; 2],
    cut: Cut,
    name: &ScriptName,
) -> Result<(ValueId, Vec<AffineExpr>), Diagnostic> {
    let (Cut::Outer(size) | Cut::Inner(size)) = cut;
    let (mut results, mut groups, mut extents) = (Vec::new(), Vec::new(), Vec::new());
    for (at, expr) in map.results.iter().enumerate() {
        let extent = b.dim(value, at);
        let next = extents.len() as i64;
        if *expr == AffineExpr::dim(loop_at) {
            let number = extent.number().filter(|number| number % size == 0);
            let number = number.ok_or_else(|| no_place(name, format!("its extent is no multiple of {size}")))?;
            results.extend(places.map(AffineExpr::dim));
            groups.push(vec![next, next + 1]);
            let sizes = match cut {
                Cut::Outer(_) => [size, number / size],
                Cut::Inner(_) => [number / size, size],
            };
            extents.extend(sizes.map(OpSize::Static));
            continue;
        }
        if uses(expr, loop_at) {
            return Err(no_place(name, format!("the subscript `{expr}` is more than this loop")));
        }
        results.push(expr.clone());
        groups.push(vec![next]);
        extents.push(extent);
    }
    if results.len() == map.results.len() {
        return Ok((value, results));
    }
    let ty = Type::tensor(
        extents.iter().map(|extent| extent.dim()).collect(),
        b.ty(value).elem().clone(),
    );
    Ok((expand_shape(b, value, &groups, &extents, ty), results))
}

/// `value` with dimensions taken apart, each as said by one of `groups`; what it was made of, if it was put together so.
pub(crate) fn expand_shape(
    b: &mut OpBuilder<'_>,
    value: ValueId,
    groups: &[Vec<i64>],
    extents: &[OpSize],
    ty: Type,
) -> ValueId {
    if let Some(before) = undone(b.module, "tensor.collapse_shape", value, groups, &ty) {
        return before;
    }
    let (dynamic, numbers) = crate::operations::builder::mixed(extents);
    let spec = OpSpec::new("tensor.expand_shape")
        .operands(&[value])
        .operands(&dynamic)
        .property("reassociation", reassociation(groups))
        .property("static_output_shape", i64_array(&numbers));
    b.value(spec.result(ty))
}

/// `value` with each of `groups` of dimensions as one; what it was made of, if it was taken apart so.
pub(crate) fn collapse_shape(b: &mut OpBuilder<'_>, value: ValueId, groups: &[Vec<i64>], ty: Type) -> ValueId {
    if let Some(before) = undone(b.module, "tensor.expand_shape", value, groups, &ty) {
        return before;
    }
    let spec = OpSpec::new("tensor.collapse_shape").operands(&[value]);
    b.value(spec.property("reassociation", reassociation(groups)).result(ty))
}

/// What the operation `name` made `value` of, if it has these groups.
fn undone(module: &Module, name: &str, value: ValueId, groups: &[Vec<i64>], ty: &Type) -> Option<ValueId> {
    let op = module.op(module.defining_op(value)?);
    let before = (op.name == name).then(|| op.operand(0))?;
    let same = op.attr("reassociation") == Some(&reassociation(groups)) && module.ty(before) == ty;
    same.then_some(before)
}

/// Whoever reshapes `value` back to what it was made of takes that.
pub(crate) fn fold_back(program: &mut ScriptedProgram, value: ValueId) {
    let module = &program.module;
    let Some(made) = module.defining_op(value) else { return };
    let op = module.op(made);
    let back = match op.name.as_str() {
        "tensor.expand_shape" => "tensor.collapse_shape",
        "tensor.collapse_shape" => "tensor.expand_shape",
        _ => return,
    };
    let before = op.operand(0);
    let is_back = |user: &OpId| {
        let user = module.op(*user);
        user.name == back
            && user.operand(0) == value
            && user.attr("reassociation") == op.attr("reassociation")
            && module.ty(user.results[0]) == module.ty(before)
    };
    let users: Vec<OpId> = program.users(value).into_iter().filter(is_back).collect();
    let maker = module.defining_op(before).unwrap_or(made);
    for user in users {
        program.replace(user, &[before], maker);
    }
}

impl ExpandDims {
    /// Splits a loop so that the inner one runs `size` times.
    pub fn new(op: impl Into<ScriptName>, name: impl Into<ScriptName>, size: i64) -> ExpandDims {
        ExpandDims {
            target: op.into(),
            name: name.into(),
            size,
        }
    }
}

impl OperationTransform for ExpandDims {
    fn text(&self) -> String {
        ENTRY_EXPAND.call([self.target.to_string(), format!("{}={}", self.name, self.size)])
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let at = linalg.loop_named(&self.name)?;
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        if linalg.view.outputs.iter().any(|output| !b.ty(*output).is_tensor()) {
            return Err(needs_tensors(&self.target));
        }
        // The new loop follows the one it comes from.
        let rank = linalg.rank();
        let moved: Vec<AffineExpr> = (0..rank).map(|n| AffineExpr::dim(n + usize::from(n > at))).collect();
        let (mut operands, mut maps) = (Vec::new(), Vec::new());
        for (value, map) in linalg.operands().into_iter().zip(&linalg.view.maps) {
            let results = map
                .results
                .iter()
                .map(|result| result.substitute(&moved, &[]))
                .collect();
            let map = AffineMap::new(rank + 1, 0, results);
            let (value, results) = expand(&mut b, value, &map, at, [at, at + 1], Cut::Inner(self.size), &self.name)?;
            operands.push(value);
            maps.push(AffineMap::new(rank + 1, 0, results));
        }
        let mut iterators = linalg.view.iterators.clone();
        iterators.insert(at + 1, iterators[at]);
        let mut was = moved.clone();
        was[at] = AffineExpr::dim(at) * self.size.into() + AffineExpr::dim(at + 1);
        let op = linalg.in_new_loops(&mut b, &operands, &maps, &iterators, &was);
        let mut results = Vec::new();
        for (n, result) in b.module.op(op).results.clone().into_iter().enumerate() {
            let (output, place) = (linalg.view.outputs[n], linalg.view.inputs.len() + n);
            let ty = b.ty(output);
            results.push(if b.ty(result) == ty {
                result
            } else {
                collapse(&mut b, result, ty, &maps[place], at)
            });
        }
        program.replace(linalg.op, &results, op);
        results.into_iter().for_each(|result| fold_back(program, result));
        Ok(vec![op])
    }
}

/// The inverse of [`expand`].
fn collapse(b: &mut OpBuilder<'_>, value: ValueId, ty: Type, map: &AffineMap, at: usize) -> ValueId {
    let mut groups: Vec<Vec<i64>> = Vec::new();
    for (dim, result) in map.results.iter().enumerate() {
        match groups.last_mut() {
            Some(group) if *result == AffineExpr::dim(at + 1) => group.push(dim as i64),
            _ => groups.push(vec![dim as i64]),
        }
    }
    collapse_shape(b, value, &groups, ty)
}

/// Leaves out loops of one iteration.
#[derive(Debug)]
pub struct DropUnitDims {
    /// The operation.
    pub target: ScriptName,
}

impl DropUnitDims {
    /// Leaves out loops of this operation.
    pub fn new(op: impl Into<ScriptName>) -> DropUnitDims {
        DropUnitDims { target: op.into() }
    }
}

impl OperationTransform for DropUnitDims {
    fn text(&self) -> String {
        ENTRY_UNIT.call([self.target.to_string()])
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        let extents = linalg.extents(&mut b, &self.target)?;
        let unit: Vec<bool> = extents.iter().map(|extent| *extent == OpSize::Static(1)).collect();
        if !unit.contains(&true) {
            return Err(no_place(&self.target, "no loop is known to run once"));
        }
        let (op, results) = without_loops(&mut b, &linalg, &unit, &extents);
        program.replace(linalg.op, &results, op);
        Ok(vec![op])
    }
}

/// The operation without loops of one iteration and the dimensions that only they index, and what stands for its
/// results. A window may end before the dimension does; a loop that is its only subscript then counts a slice.
pub(crate) fn without_loops(
    b: &mut OpBuilder<'_>,
    linalg: &Linalg,
    unit: &[bool],
    extents: &[OpSize],
) -> (OpId, Vec<ValueId>) {
    let left: Vec<OpSize> = (extents.iter().zip(unit))
        .filter(|(_, unit)| !**unit)
        .map(|(extent, _)| *extent)
        .collect();
    let mut next = 0;
    let was: Vec<AffineExpr> = unit
        .iter()
        .map(|unit| match unit {
            true => AffineExpr::Const(0),
            false => {
                next += 1;
                AffineExpr::dim(next - 1)
            }
        })
        .collect();
    let (mut operands, mut maps, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for (value, map) in linalg.operands().into_iter().zip(&linalg.view.maps) {
        let (mut results, mut kept, mut ranges) = (Vec::new(), Vec::new(), Vec::new());
        for (at, expr) in map.results.iter().enumerate() {
            let result = expr.substitute(&was, &[]);
            let size = b.dim(value, at);
            match result {
                AffineExpr::Const(first) if !matches!(expr, AffineExpr::Const(_)) => {
                    kept.push(false);
                    ranges.push(DimRange {
                        offset: OpSize::Static(first),
                        size: OpSize::Static(1),
                        step: 1,
                        whole: size == OpSize::Static(1),
                    });
                }
                result => {
                    kept.push(true);
                    ranges.push(match (&result, expr) {
                        (AffineExpr::Dim(n), AffineExpr::Bin(..)) if left[*n as usize] != size => {
                            DimRange::part(OpSize::Static(0), left[*n as usize])
                        }
                        _ => DimRange::whole(size),
                    });
                    results.push(result);
                }
            }
        }
        operands.push(match kept.is_empty() {
            true => value,
            false => b.slice_keeping(value, &ranges, &kept),
        });
        maps.push(AffineMap::new(next, 0, results));
        parts.push((ranges, kept));
    }
    let left = linalg.view.iterators.iter().zip(unit).filter(|(_, unit)| !**unit);
    let iterators: Vec<IteratorType> = left.map(|(iterator, _)| *iterator).collect();
    let op = linalg.in_new_loops(b, &operands, &maps, &iterators, &was);
    let mut results = Vec::new();
    let outputs = linalg.view.outputs.iter().zip(&parts[linalg.view.inputs.len()..]);
    for (result, (output, (ranges, kept))) in b.module.op(op).results.clone().into_iter().zip(outputs) {
        let is_part = kept.contains(&false) || ranges.iter().any(|range| !range.whole);
        results.push(match is_part {
            true => b.insert_whole(result, *output, ranges),
            false => result,
        });
    }
    (op, results)
}
