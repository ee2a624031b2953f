//! Arguments of blocks that say nothing: they are always one value, or nobody uses them.

use crate::edit::segment_sizes;
use crate::{BlockId, Module, Op, OpId, ValueId, branches, segments};
use std::collections::HashMap;

/// A copy of `module` in which no block of the body of `func` but the first has an argument that is always one value, or
/// that nobody uses; `None` if there is none of these. What was there before keeps its number.
pub fn plain_arguments(module: &Module, func: OpId) -> Option<Module> {
    let mut copy: Option<Module> = None;
    while let Some((block, at, value)) = next(copy.as_ref().unwrap_or(module), func) {
        let copy = copy.get_or_insert_with(|| module.clone());
        let arg = copy.block(block).args[at];
        let blocks = copy.region(copy.op(func).regions[0]).blocks.clone();
        for last in blocks
            .iter()
            .filter_map(|block| copy.block(*block).ops.last().copied())
            .collect::<Vec<_>>()
        {
            drop_passed(copy, last, (block, at));
        }
        copy.remove_block_arg(block, at);
        if let Some(value) = value {
            copy.replace_uses(func, &HashMap::from([(arg, value)]));
        }
    }
    copy
}

/// An argument that says nothing: its block, its number, and what it always is, if it is used.
fn next(module: &Module, func: OpId) -> Option<(BlockId, usize, Option<ValueId>)> {
    let blocks = &module.region(*module.op(func).regions.first()?).blocks;
    let mut passed: HashMap<BlockId, Vec<Vec<ValueId>>> = HashMap::new();
    for block in blocks {
        let last = *module.block(*block).ops.last()?;
        if !module.op(last).successors.is_empty() {
            for (target, values) in branches(module, last)? {
                passed.entry(target).or_default().push(values);
            }
        }
    }
    let uses = (blocks.len() > 1).then(|| module.use_counts(func))?;
    for block in &blocks[1..] {
        let given = passed.get(block)?;
        for (at, arg) in module.block(*block).args.iter().enumerate() {
            let all: Option<Vec<ValueId>> = given.iter().map(|values| values.get(at).copied()).collect();
            if uses[arg.at()] == 0 {
                return Some((*block, at, None));
            }
            let others: Vec<ValueId> = all?.into_iter().filter(|value| value != arg).collect();
            // Which is known everywhere: the first block comes before all others.
            let is_first = |value: &&ValueId| constant(module, **value).is_some_and(|(block, _)| block == blocks[0]);
            let one = others.iter().find(is_first).or(others.first())?;
            let is_one = |value: &ValueId| {
                let number = |value| constant(module, value).map(|(_, op)| (op.attr("value"), module.ty(value)));
                value == one || is_first(&one) && number(*value) == number(*one)
            };
            if others.iter().all(is_one) {
                return Some((*block, at, Some(*one)));
            }
        }
    }
    None
}

/// The constant that a value is, and the block where it stands.
fn constant(module: &Module, value: ValueId) -> Option<(BlockId, &Op)> {
    let op = module.op(module.defining_op(value)?);
    (op.name == "arith.constant").then_some((op.parent?, op))
}

/// What a branch passes for an argument is gone.
fn drop_passed(module: &mut Module, branch: OpId, (block, at): (BlockId, usize)) {
    for successor in 0..module.op(branch).successors.len() {
        if module.op(branch).successors[successor].block != block {
            continue;
        }
        let Some(groups) = segments(module, branch).filter(|groups| groups.len() > 1) else {
            module.op_mut(branch).operands.remove(at);
            continue;
        };
        // The condition is a group of its own.
        let mut sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
        let place = sizes[..=successor].iter().sum::<usize>() + at;
        sizes[successor + 1] -= 1;
        let op = module.op_mut(branch);
        op.operands.remove(place);
        op.properties.set("operandSegmentSizes", segment_sizes(&sizes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_always_one_value_or_unused_is_gone() {
        let text = "func.func @f(%c: i1, %x: f32, %y: f32) -> f32 {
  cf.cond_br %c, ^a(%x, %y, %x : f32, f32, f32), ^b(%y : f32)
^a(%p: f32, %q: f32, %u: f32):
  cf.cond_br %c, ^a(%p, %x, %y : f32, f32, f32), ^b(%q : f32)
^b(%r: f32):
  %s = arith.addf %r, %x : f32
  return %s : f32
}";
        let (module, diagnostics) = crate::parse(text);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let func = crate::func_named(&module, "f").expect("a function");
        let copy = plain_arguments(&module, func).expect("two arguments");
        assert!(crate::well_formed(&copy).is_empty());
        let found = crate::print(&copy, Default::default());
        let text = found.replace("(%q, ", "(").replace("%p", "%x");
        assert!(text.contains("^a(%y : f32), ^b(%y : f32)"), "{found}");
        assert!(text.contains("^a(%x : f32), ^b(%q : f32)"), "{found}");
        assert!(plain_arguments(&copy, func).is_none());
    }

    #[test]
    fn equal_constants_are_one_value() {
        let text = |second: &str| {
            format!(
                "func.func @f(%c: i1) -> i32 {{
  %x = arith.constant 1 : i32
  cf.cond_br %c, ^a, ^b(%x : i32)
^a:
  %y = arith.constant {second} : i32
  cf.br ^b(%y : i32)
^b(%r: i32):
  return %r : i32
}}"
            )
        };
        for (second, is_gone) in [("1", true), ("2", false)] {
            let (module, _) = crate::parse(&text(second));
            let func = crate::func_named(&module, "f").expect("a function");
            assert_eq!(plain_arguments(&module, func).is_some(), is_gone);
        }
    }
}
