//! Tensors that structured operations write over without reading them: which one it is makes no difference.
//!
//! Passes fuse with the operation that made such a tensor, or reuse one that happens to have the type, so that a program seems to
//! depend on a value that it does not depend on. Here each becomes a `tensor.empty` of its own.

use crate::validate::ProgramSide;
use polyvet_ir::linalg::{self, IteratorType};
use polyvet_ir::{Dim, Module, OpId, OpSpec, Type, ValueId};
use std::collections::HashSet;

/// A copy of the program with new tensors to write over; `None` if there is nothing to replace.
pub(crate) fn with_new_outs(side: ProgramSide<'_>) -> Option<Module> {
    let from = side.module;
    let ops = super::body(side)?;
    let over: Vec<(OpId, Vec<usize>)> = { ops.iter() }
        .map(|op| (*op, old_outs(from, *op)))
        .filter(|(_, over)| !over.is_empty())
        .collect();
    let block = from.op(over.first()?.0).parent?;
    let mut module = from.clone();
    let mut over = over.into_iter().peekable();
    let mut all = Vec::with_capacity(ops.len());
    for op in ops {
        if let Some((_, operands)) = over.next_if(|(of, _)| of == op) {
            for at in operands {
                let ty = module.ty(module.op(*op).operand(at)).clone();
                let new = module.add_op(OpSpec::new("tensor.empty").result(ty));
                module.op_mut(new).parent = Some(block);
                module.op_mut(*op).operands[at].value = module.op(new).results[0];
                all.push(new);
            }
        }
        all.push(*op);
    }
    module.block_mut(block).ops = all;
    Some(module)
}

/// The operands, by number, that an operation writes over whole and does not read, and that are something else as well.
fn old_outs(module: &Module, op: OpId) -> Vec<usize> {
    let makes = |at: usize| module.defining_op(module.op(op).operand(at));
    let is_old = |at: &usize| makes(*at).is_none_or(|op| module.op(op).name != "tensor.empty");
    written_over(module, op).into_iter().filter(is_old).collect()
}

/// The operands, by number, that an operation writes over whole and does not read, if all their extents are constant.
pub(crate) fn written_over(module: &Module, op: OpId) -> Vec<usize> {
    let is_static = |at: &usize| {
        let shape = module.ty(module.op(op).operand(*at)).shape().unwrap_or_default();
        shape.iter().all(|dim| matches!(dim, Dim::Static(_)))
    };
    any_written_over(module, op).into_iter().filter(is_static).collect()
}

/// The operands, by number, that an operation writes over whole and does not read.
pub(crate) fn any_written_over(module: &Module, op: OpId) -> Vec<usize> {
    let data = module.op(op);
    if data.dialect() != "linalg" || data.results.is_empty() {
        return Vec::new();
    }
    let Some(structured) = linalg::structured(module, op) else {
        return Vec::new();
    };
    let count = structured.inputs.len();
    if data.operands.len() != count + structured.outputs.len() {
        return Vec::new();
    }
    let mut used: HashSet<ValueId> = HashSet::new();
    for inner in &module.block(structured.body).ops {
        module.walk(*inner, &mut |_, data| used.extend(data.operand_values()));
    }
    let args = &module.block(structured.body).args;
    let parallel = structured.iterators.iter().all(|one| *one == IteratorType::Parallel);
    let is_over = |at: &usize| {
        let (value, arg) = (data.operand(*at), args.get(*at));
        let map = structured.maps.get(*at);
        parallel
            && matches!(module.ty(value), Type::Tensor { .. })
            && arg.is_some_and(|arg| !used.contains(arg))
            && map.is_some_and(|map| map.syms == 0 && map.is_permutation())
    };
    { count..data.operands.len() }.filter(is_over).collect()
}
