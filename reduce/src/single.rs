//! Reducing one program.

use crate::edit::{ReductionEdit, each_number, is_removable, is_terminator, uses};
use crate::{Progress, ReduceLimits, op_count, settled};
use polyvet_ir::{Dim, Module, OpId, Type, ValueId, func};
use std::collections::BTreeSet;

/// A small module for which `still_fails` is true, as it is for `module`. It must say whether the program is
/// valid as well, and give the same answer to the same program.
pub fn reduce(module: &Module, still_fails: &mut dyn FnMut(&Module) -> bool) -> Module {
    reduce_within(module, ReduceLimits::default(), still_fails, &mut |_| {}).0
}

/// [`reduce`] within limits; `watch` sees how far it has come, after every candidate.
pub fn reduce_within(
    module: &Module,
    limits: ReduceLimits,
    still_fails: &mut dyn FnMut(&Module) -> bool,
    watch: &mut dyn FnMut(Progress),
) -> (Module, Progress) {
    let mut first_failing = |modules: &[Module]| modules.iter().position(&mut *still_fails);
    reduce_many(module, limits, 1, &mut first_failing, watch)
}

/// [`reduce_within`] for questions that are best asked of up to `width` candidates at once: `first_failing` says
/// which of them is the first that still fails. The result is the same for every width.
pub fn reduce_many(
    module: &Module,
    limits: ReduceLimits,
    width: usize,
    first_failing: &mut dyn FnMut(&[Module]) -> Option<usize>,
    watch: &mut dyn FnMut(Progress),
) -> (Module, Progress) {
    let mut best = module.clone();
    let mut progress = Progress {
        ops: op_count(&best),
        ..Progress::default()
    };
    // Coarse edits first; a round in which nothing was kept is the last.
    let kinds: [fn(&Module) -> Vec<ReductionEdit>; 6] = [functions, chunks, structure, signatures, operations, numbers];
    loop {
        let before = progress.kept;
        for kind in kinds {
            let mut at = 0;
            let mut edits = kind(&best);
            while at < edits.len() {
                if limits.spent(&progress) {
                    return (best, progress);
                }
                let (mut candidates, mut places) = (Vec::new(), Vec::new());
                let mut next = at;
                while next < edits.len() && candidates.len() < width.max(1) {
                    if let Some(candidate) = edited(&best, &edits[next]) {
                        candidates.push(candidate);
                        places.push(next);
                    }
                    next += 1;
                }
                let found = match candidates[..] {
                    [] => None,
                    _ => first_failing(&candidates),
                };
                match found {
                    Some(which) => {
                        progress.tries += places[which] + 1 - at;
                        best = candidates.swap_remove(which);
                        progress.kept += 1;
                        progress.ops = op_count(&best);
                        at = places[which];
                        edits = kind(&best);
                    }
                    None => {
                        progress.tries += next - at;
                        at = next;
                    }
                }
                watch(progress);
            }
        }
        if progress.kept == before {
            return (best, progress);
        }
    }
}

/// The module after an edit, if that is possible and makes it smaller.
fn edited(module: &Module, edit: &ReductionEdit) -> Option<Module> {
    let mut candidate = module.clone();
    edit.apply(&mut candidate)?;
    settled(&candidate).filter(|candidate| cost(candidate) < cost(module))
}

/// What gets smaller with every edit that is kept: operations, then arguments, dimensions and extents that are
/// not known, then numbers.
pub fn cost(module: &Module) -> (usize, usize, u64) {
    let (mut ops, mut parts, mut numbers) = (0, 0, 0_u64);
    let mut copy = module.clone();
    let mut all = Vec::new();
    module.walk(module.top, &mut |id, op| {
        ops += 1;
        all.push(id);
        let values = op.operands.len() + op.results.len();
        parts += 10 * values;
        for region in &op.regions {
            for block in &module.region(*region).blocks {
                parts += 10 * module.block(*block).args.len();
            }
        }
        for value in values_of(module, id) {
            for dim in module.ty(value).shape().into_iter().flatten() {
                match dim {
                    Dim::Static(extent) => numbers = numbers.saturating_add(*extent),
                    Dim::Dynamic | Dim::Scalable(_) => parts += 1,
                }
                parts += 10;
            }
        }
    });
    for id in all {
        each_number(&mut copy, id, &mut |value| {
            numbers = numbers.saturating_add(value.unsigned_abs().min(1 << 32));
        });
    }
    (ops, parts, numbers)
}

/// Results of an operation, and arguments of its blocks.
fn values_of(module: &Module, op: OpId) -> Vec<ValueId> {
    let op = module.op(op);
    let mut values = op.results.clone();
    for region in &op.regions {
        for block in &module.region(*region).blocks {
            values.extend(&module.block(*block).args);
        }
    }
    values
}

fn all_ops(module: &Module) -> Vec<OpId> {
    let mut ops = Vec::new();
    module.walk(module.top, &mut |id, _| ops.push(id));
    ops.remove(0);
    ops
}

fn functions(module: &Module) -> Vec<ReductionEdit> {
    let ops = &module.block(module.body()).ops;
    ops.iter().map(|op| ReductionEdit::Erase(vec![*op])).collect()
}

/// Runs of neighbours whose results nobody else uses, long ones first.
fn chunks(module: &Module) -> Vec<ReductionEdit> {
    let uses = uses(module);
    let unused = |value: &ValueId| !uses.contains_key(value);
    let free = |id: &OpId| {
        let op = module.op(*id);
        op.results.iter().all(unused) && !is_terminator(module, *id) && !op.info().is_function()
    };
    let ops: Vec<OpId> = all_ops(module).into_iter().filter(free).collect();
    let mut edits = Vec::new();
    let mut size = ops.len();
    while size > 0 {
        // Of an operation and what is in it, the operation is enough.
        edits.extend(ops.chunks(size).map(|chunk| {
            let nested = |op: &OpId| ancestors(module, *op).any(|outer| chunk.contains(&outer));
            ReductionEdit::Erase(chunk.iter().copied().filter(|op| !nested(op)).collect())
        }));
        size /= 2;
    }
    edits
}

fn ancestors(module: &Module, op: OpId) -> impl Iterator<Item = OpId> {
    std::iter::successors(module.parent_op(op), |op| module.parent_op(*op))
}

/// Loops and branches that become their content.
fn structure(module: &Module) -> Vec<ReductionEdit> {
    let mut edits = Vec::new();
    for op in all_ops(module) {
        for region in 0..module.op(op).regions.len() {
            if ["affine", "scf"].contains(&module.op(op).dialect()) {
                edits.push(ReductionEdit::Unwrap(op, region));
            }
        }
    }
    edits
}

/// Fewer arguments, results and dimensions.
fn signatures(module: &Module) -> Vec<ReductionEdit> {
    let mut edits = Vec::new();
    for op in module.funcs() {
        let Some(func) = func(module, op) else { continue };
        for number in (0..func.results.len()).rev() {
            edits.push(ReductionEdit::DropResult(op, number));
        }
        for (number, ty) in func.inputs.iter().enumerate().rev() {
            edits.push(ReductionEdit::DropArgument(op, number));
            if *ty == Type::Index {
                edits.extend([1, 2, 3].map(|value| ReductionEdit::FixArgument(op, number, value)));
            }
        }
    }
    let mut values: Vec<ValueId> = all_ops(module).iter().flat_map(|op| values_of(module, *op)).collect();
    values.retain(|value| matches!(module.ty(*value), Type::MemRef { layout: None, .. }));
    for value in values {
        let shape = module.ty(value).shape().unwrap_or(&[]);
        for (dim, extent) in shape.iter().enumerate() {
            edits.push(ReductionEdit::DropDim(value, dim));
            if *extent == Dim::Dynamic && module.defining_op(value).is_none() {
                edits.extend([1, 2, 3, 4].map(|extent| ReductionEdit::ArrayExtent(value, dim, extent)));
            }
        }
    }
    edits
}

/// Operations that become one of their operands, or a number.
fn operations(module: &Module) -> Vec<ReductionEdit> {
    let mut edits = Vec::new();
    for id in all_ops(module).into_iter().rev() {
        let op = module.op(id);
        let [result] = op.results[..] else { continue };
        for (number, operand) in op.operands.iter().enumerate() {
            if module.ty(operand.value) == module.ty(result) {
                edits.push(ReductionEdit::Forward(id, number));
            }
        }
        if is_removable(module, id) && !op.info().is_constant() {
            edits.push(ReductionEdit::Constant(id));
        }
    }
    edits
}

/// Smaller numbers: extents with everything that equals them, then each by itself.
fn numbers(module: &Module) -> Vec<ReductionEdit> {
    let mut extents = BTreeSet::new();
    for op in all_ops(module) {
        for value in values_of(module, op) {
            for dim in module.ty(value).shape().into_iter().flatten() {
                if let Dim::Static(extent) = dim {
                    extents.extend(i64::try_from(*extent));
                }
            }
        }
    }
    let mut edits = Vec::new();
    for extent in extents.into_iter().rev() {
        edits.extend(
            smaller(extent)
                .into_iter()
                .filter(|to| *to > 0)
                .map(|to| ReductionEdit::Extent(extent, to)),
        );
    }
    let mut copy = module.clone();
    for op in all_ops(module) {
        let mut number = 0;
        each_number(&mut copy, op, &mut |value| {
            edits.extend(
                smaller(*value)
                    .into_iter()
                    .map(|to| ReductionEdit::Number(op, number, to)),
            );
            number += 1;
        });
        for value in values_of(module, op) {
            for (dim, extent) in module.ty(value).shape().into_iter().flatten().enumerate() {
                if let (Dim::Static(extent), Type::MemRef { .. }) = (extent, module.ty(value)) {
                    let known = i64::try_from(*extent).unwrap_or(i64::MAX);
                    let less = smaller(known).into_iter().filter_map(|to| u64::try_from(to).ok());
                    edits.extend(less.map(|to| ReductionEdit::ArrayExtent(value, dim, to)));
                }
            }
        }
    }
    edits
}

/// Numbers nearer to zero, the nearest first.
pub fn smaller(value: i64) -> Vec<i64> {
    let sign = value.signum();
    let size = value.saturating_abs();
    let mut found: Vec<i64> = [0, 1, 2, 3, size / 4, size / 2, size - 1]
        .into_iter()
        .filter(|to| *to < size)
        .collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|to| sign * to).collect()
}
