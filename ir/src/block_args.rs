//! Arguments of blocks that say nothing: they are always one value, or nobody uses them.

use crate::edit::segment_sizes;
use crate::splice::end_of;
use crate::{BlockId, Module, Op, OpId, ValueId, branches, segments};
use std::collections::{BTreeSet, HashMap};

/// An argument may say nothing once others are gone; after so many rounds some may be left.
const ROUNDS_MAX: usize = 16;

/// A copy of `module` in which blocks of the body of `func` but the first have no arguments that are always one value,
/// or that nobody uses; `None` if there are none of these. What was there before keeps its number.
pub fn plain_arguments(module: &Module, func: OpId) -> Option<Module> {
    let mut copy: Option<Module> = None;
    for _ in 0..ROUNDS_MAX {
        let found = Idle::of(copy.as_ref().unwrap_or(module), func).filter(|found| !found.places.is_empty());
        let Some(found) = found else { break };
        found.remove(copy.get_or_insert_with(|| module.clone()), func);
    }
    copy
}

/// Arguments that say nothing.
#[derive(Default)]
struct Idle {
    /// By block, their numbers.
    places: HashMap<BlockId, BTreeSet<usize>>,
    /// What those are that somebody uses.
    values: HashMap<ValueId, ValueId>,
}

impl Idle {
    fn of(module: &Module, func: OpId) -> Option<Idle> {
        let blocks = &module.region(*module.op(func).regions.first()?).blocks;
        let uses = (blocks.len() > 1).then(|| module.use_counts(func))?;
        let mut passed: HashMap<BlockId, Vec<Vec<ValueId>>> = HashMap::new();
        for block in blocks {
            let last = *module.block(*block).ops.last()?;
            if !module.op(last).successors.is_empty() {
                for (target, values) in branches(module, last)? {
                    passed.entry(target).or_default().push(values);
                }
            }
        }
        let mut found = Idle::default();
        for block in &blocks[1..] {
            let Some(given) = passed.get(block) else { continue };
            for (at, arg) in module.block(*block).args.iter().enumerate() {
                let all = given.iter().map(|values| values.get(at).copied());
                let all = all.collect::<Option<Vec<ValueId>>>()?;
                if uses[arg.at()] > 0 {
                    let Some(value) = always(module, (*arg, &all), blocks[0]) else {
                        continue;
                    };
                    // Two that are each other are neither.
                    let end = end_of(&found.values, value);
                    if end == *arg {
                        continue;
                    }
                    found.values.insert(*arg, end);
                }
                found.places.entry(*block).or_default().insert(at);
            }
        }
        Some(found)
    }

    fn remove(self, module: &mut Module, func: OpId) {
        let blocks = module.region(module.op(func).regions[0]).blocks.clone();
        for block in blocks {
            if let Some(last) = module.block(block).ops.last() {
                self.drop_passed(module, *last);
            }
        }
        for (block, places) in &self.places {
            for at in places.iter().rev() {
                module.remove_block_arg(*block, *at);
            }
        }
        let ends = { self.values.keys() }.map(|arg| (*arg, end_of(&self.values, *arg)));
        module.replace_uses(func, &ends.collect());
    }

    /// What a branch passes for such arguments is gone.
    fn drop_passed(&self, module: &mut Module, branch: OpId) {
        let groups = segments(module, branch).filter(|groups| groups.len() > 1);
        let op = module.op_mut(branch);
        let targets: Vec<BlockId> = op.successors.iter().map(|successor| successor.block).collect();
        // The condition is a group of its own.
        let sizes: Vec<usize> = match &groups {
            Some(groups) => groups.iter().map(Vec::len).collect(),
            None => vec![0, op.operands.len()],
        };
        let mut operands = std::mem::take(&mut op.operands).into_iter();
        let mut left = Vec::new();
        for (group, size) in sizes.into_iter().enumerate() {
            let target = group.checked_sub(1).and_then(|at| targets.get(at));
            let gone = target.and_then(|target| self.places.get(target));
            let stays = |at: usize| gone.is_none_or(|gone| !gone.contains(&at));
            let before = op.operands.len();
            let passed = operands.by_ref().take(size).enumerate();
            op.operands
                .extend(passed.filter_map(|(at, operand)| stays(at).then_some(operand)));
            left.push(op.operands.len() - before);
        }
        if groups.is_some() {
            op.properties.set("operandSegmentSizes", segment_sizes(&left));
        }
    }
}

/// What an argument always is, if these are passed for it.
fn always(module: &Module, (arg, passed): (ValueId, &[ValueId]), entry: BlockId) -> Option<ValueId> {
    let others = || passed.iter().filter(|value| **value != arg);
    // Which is known everywhere: the first block comes before all others.
    let is_first = |value: &&ValueId| constant(module, **value).is_some_and(|(block, _)| block == entry);
    let one = others().find(is_first).or(others().next())?;
    let is_one = |value: &ValueId| {
        let number = |value| constant(module, value).map(|(_, op)| (op.attr("value"), module.ty(value)));
        value == one || is_first(&one) && number(*value) == number(*one)
    };
    others().all(is_one).then_some(*one)
}

/// The constant that a value is, and the block where it is.
fn constant(module: &Module, value: ValueId) -> Option<(BlockId, &Op)> {
    let op = module.op(module.defining_op(value)?);
    (op.name == "arith.constant").then_some((op.parent?, op))
}
