//! Regions that run once, where and when their operation does, put into what is around them.

use crate::{BlockId, Module, OpId, RegionId, Successor, ValueId};
use std::collections::HashMap;

/// A copy of `module` in which `func` has no `scf.execute_region` of one block, and none of several that stands among the
/// blocks of the function; `None` if there is none of these. What was there before keeps its number.
///
/// `no_inline` is a wish about how code is laid out, and says nothing of what it computes.
pub fn splice_regions(module: &Module, func: OpId) -> Option<Module> {
    let mut found = Vec::new();
    module.walk(func, &mut |id, op| {
        if op.name == "scf.execute_region" {
            found.push(id);
        }
    });
    if found.is_empty() {
        return None;
    }
    let mut copy = module.clone();
    let mut values = HashMap::new();
    let mut has_changed = false;
    // From the outside in: what is inside may stand among the blocks of the function then.
    for op in found {
        has_changed |= one_block(&mut copy, op, &mut values) || blocks(&mut copy, (op, func), &mut values);
    }
    let ends: HashMap<ValueId, ValueId> = values.keys().map(|value| (*value, end_of(&values, *value))).collect();
    copy.replace_uses(func, &ends);
    has_changed.then_some(copy)
}

/// What a value is in the end: what stands for it may be replaced itself.
pub(crate) fn end_of(values: &HashMap<ValueId, ValueId>, value: ValueId) -> ValueId {
    std::iter::successors(Some(value), |at| values.get(at).copied())
        .last()
        .unwrap_or(value)
}

/// The values that a block yields, if that is how it ends and they are as many as the results of `op`.
fn yielded(module: &Module, op: OpId, block: BlockId) -> Option<Vec<ValueId>> {
    let last = module.op(*module.block(block).ops.last()?);
    let fits = last.name == "scf.yield" && last.operands.len() == module.op(op).results.len();
    fits.then(|| last.operand_values().collect())
}

fn one_block(module: &mut Module, op: OpId, values: &mut HashMap<ValueId, ValueId>) -> bool {
    let (Some(inner), Some(outer)) = (module.only_block(op, 0), module.op(op).parent) else {
        return false;
    };
    let Some(gives) = yielded(module, op, inner).filter(|_| module.block(inner).args.is_empty()) else {
        return false;
    };
    values.extend(module.op(op).results.clone().into_iter().zip(gives));
    let mut ops = std::mem::take(&mut module.block_mut(inner).ops);
    ops.pop();
    for op in &ops {
        module.op_mut(*op).parent = Some(outer);
    }
    let all = &mut module.block_mut(outer).ops;
    let at = all.iter().position(|one| *one == op).expect("it stands there");
    all.splice(at..=at, ops);
    true
}

/// Several blocks become blocks of the function; what follows them is a block that they branch to.
fn blocks(module: &mut Module, (op, func): (OpId, OpId), values: &mut HashMap<ValueId, ValueId>) -> bool {
    let Some(before) = module.op(op).parent.filter(|_| module.parent_op(op) == Some(func)) else {
        return false;
    };
    let region: RegionId = module.op(op).regions[0];
    let inner = module.region(region).blocks.clone();
    let Some((entry, others)) = inner.split_first() else {
        return false;
    };
    let ends_well = |block: &BlockId| {
        let last = module.block(*block).ops.last().map(|last| module.op(*last));
        last.is_some_and(|last| !last.successors.is_empty()) || yielded(module, op, *block).is_some()
    };
    if !module.block(*entry).args.is_empty() || !inner.iter().all(ends_well) {
        return false;
    }
    let outer = module.op(func).regions[0];
    let results = module.op(op).results.clone();
    let types: Vec<_> = results
        .iter()
        .map(|result| (module.ty(*result).clone(), None))
        .collect();
    let rest = module.add_block(outer, &types);
    values.extend(results.into_iter().zip(module.block(rest).args.clone()));

    let at = { module.block(before).ops.iter() }.position(|one| *one == op);
    let at = at.expect("it stands there");
    let following = module.block_mut(before).ops.split_off(at + 1);
    module.block_mut(before).ops.pop();
    let first = std::mem::take(&mut module.block_mut(*entry).ops);
    for (ops, block) in [(first, before), (following, rest)] {
        for op in ops {
            module.append(block, op);
        }
    }
    let all = &mut module.region_mut(outer).blocks;
    all.pop();
    let place = all.iter().position(|block| *block == before).expect("of the function") + 1;
    all.splice(place..place, others.iter().copied().chain([rest]));
    for block in others {
        let block = module.block_mut(*block);
        (block.parent, block.label) = (Some(outer), None);
    }
    for block in [before].iter().chain(others) {
        let last = *module.block(*block).ops.last().expect("it ends in something");
        let last = module.op_mut(last);
        if last.successors.is_empty() {
            last.name = "cf.br".into();
            last.successors = vec![Successor {
                block: rest,
                args: Vec::new(),
            }];
        }
    }
    true
}
