//! Blocks as regions: `scf.if` and `scf.while` in the place of branches between blocks.
//!
//! The control flow graph is reduced by three rules until one block is left: a block that only one other jumps to is
//! part of that one; two branches that meet again, or both return, are an `scf.if`; a block that branches to one that
//! jumps back is the head of an `scf.while`. They reduce what structured control flow was lowered to. Of a graph that
//! they do not reduce (a loop with two exits, or two entries) nothing is said.
//!
//! Source: structural analysis (Sharir 1980; Muchnick, Advanced Compiler Design and Implementation, section 7.7).

use crate::edit::segment_sizes;
use crate::{Attr, BlockId, Module, OpId, OpSpec, RegionId, Successor, Type, ValueId, branches};
use std::collections::{HashMap, HashSet};

/// Functions of more blocks stay as they are: each rule looks at all of them.
const BLOCKS_MAX: usize = 400;

/// A copy of `module` in which the body of `func` is one block; `None` if it is, or cannot be. What was there before keeps
/// its number.
pub fn plain_blocks(module: &Module, func: OpId) -> Option<Module> {
    let region = *module.op(func).regions.first()?;
    let blocks = &module.region(region).blocks;
    let jumps = |block: &BlockId| {
        let last = module.op(*module.block(*block).ops.last()?);
        let ends = matches!(last.name.as_str(), "cf.br" | "cf.cond_br");
        (ends || last.successors.is_empty() && last.info().is_terminator() && last.results.is_empty()).then_some(())
    };
    ((2..=BLOCKS_MAX).contains(&blocks.len()) && blocks.iter().all(|block| jumps(block).is_some())).then_some(())?;
    let mut copy = module.clone();
    let mut graph = Graph {
        module: &mut copy,
        func,
        region,
    };
    graph.remove_unreached()?;
    graph.split_edges()?;
    while graph.blocks().len() > 1 {
        let (blocks, entries) = (graph.blocks(), graph.entries()?);
        { blocks.into_iter() }.find_map(|block| graph.reduce(block, &entries))?;
    }
    let last = graph.last(*graph.blocks().first()?)?;
    copy.op(last).successors.is_empty().then_some(copy)
}

/// The blocks of a function, from the second step on without edges that pass values from a condition.
struct Graph<'m> {
    module: &'m mut Module,
    func: OpId,
    region: RegionId,
}

impl Graph<'_> {
    fn blocks(&self) -> Vec<BlockId> {
        self.module.region(self.region).blocks.clone()
    }

    fn last(&self, block: BlockId) -> Option<OpId> {
        self.module.block(block).ops.last().copied()
    }

    /// Where a block goes, with which values.
    fn targets(&self, block: BlockId) -> Option<Vec<(BlockId, Vec<ValueId>)>> {
        let last = self.last(block)?;
        match self.module.op(last).successors.is_empty() {
            true => Some(Vec::new()),
            false => branches(self.module, last),
        }
    }

    /// By block, how many edges lead to it.
    fn entries(&self) -> Option<HashMap<BlockId, usize>> {
        let mut entries = HashMap::new();
        for block in self.blocks() {
            for (target, _) in self.targets(block)? {
                *entries.entry(target).or_default() += 1;
            }
        }
        Some(entries)
    }

    fn remove_unreached(&mut self) -> Option<()> {
        let mut next = vec![*self.blocks().first()?];
        let mut reached: HashSet<BlockId> = next.iter().copied().collect();
        while let Some(block) = next.pop() {
            for (target, _) in self.targets(block)? {
                if reached.insert(target) {
                    next.push(target);
                }
            }
        }
        let blocks = &mut self.module.region_mut(self.region).blocks;
        blocks.retain(|block| reached.contains(block));
        Some(())
    }

    /// Puts a block on each edge from a condition, so that it leads to what nothing else leads to and passes nothing.
    fn split_edges(&mut self) -> Option<()> {
        for block in self.blocks() {
            let targets = self.targets(block)?;
            let [_, _] = &targets[..] else { continue };
            let last = self.last(block)?;
            let span = self.module.op(last).span;
            let mut successors = Vec::new();
            for (target, values) in targets {
                let between = self.module.add_block(self.region, &[]);
                let mut jump = OpSpec::new("cf.br").operands(&values).at(span);
                jump.successors = vec![Successor {
                    block: target,
                    args: Vec::new(),
                }];
                self.module.push_op(between, jump);
                successors.push(Successor {
                    block: between,
                    args: Vec::new(),
                });
            }
            let branch = self.module.op_mut(last);
            branch.operands.truncate(1);
            branch.successors = successors;
            branch.properties.set("operandSegmentSizes", segment_sizes(&[1, 0, 0]));
        }
        Some(())
    }

    fn reduce(&mut self, block: BlockId, entries: &HashMap<BlockId, usize>) -> Option<()> {
        self.sequence(block, entries)
            .or_else(|| self.selection(block))
            .or_else(|| self.repetition(block))
    }

    /// The one block where a block jumps to.
    fn jump(&self, block: BlockId) -> Option<(BlockId, Vec<ValueId>)> {
        match &self.targets(block)?[..] {
            [target] => Some(target.clone()),
            _ => None,
        }
    }

    /// The condition of a block, and where it goes if that holds and if it does not.
    fn condition(&self, block: BlockId) -> Option<(ValueId, [BlockId; 2])> {
        match &self.targets(block)?[..] {
            [(yes, _), (no, _)] => Some((self.module.op(self.last(block)?).operand(0), [*yes, *no])),
            _ => None,
        }
    }

    fn replace(&mut self, values: &HashMap<ValueId, ValueId>) {
        self.module.replace_uses(self.func, values);
    }

    fn remove(&mut self, gone: &[BlockId]) {
        let blocks = &mut self.module.region_mut(self.region).blocks;
        blocks.retain(|block| !gone.contains(block));
    }

    /// The operations of a block but the last, which is gone.
    fn take_ops(&mut self, block: BlockId) -> Vec<OpId> {
        let mut ops = std::mem::take(&mut self.module.block_mut(block).ops);
        ops.pop();
        ops
    }

    /// A block that only this one jumps to is the rest of it.
    fn sequence(&mut self, block: BlockId, entries: &HashMap<BlockId, usize>) -> Option<()> {
        let (next, values) = self.jump(block)?;
        let args = self.module.block(next).args.clone();
        let is_entry = self.blocks().first() == Some(&next);
        (next != block && !is_entry && entries.get(&next) == Some(&1) && args.len() == values.len()).then_some(())?;
        self.replace(&args.into_iter().zip(values).collect());
        self.module.block_mut(block).ops.pop();
        for op in std::mem::take(&mut self.module.block_mut(next).ops) {
            self.module.append(block, op);
        }
        self.remove(&[next]);
        Some(())
    }

    /// How a branch ends: what it gives to which block, or what it returns.
    fn end(&self, block: BlockId) -> Option<(Option<BlockId>, Vec<ValueId>)> {
        match &self.targets(block)?[..] {
            [] => {
                let last = self.module.op(self.last(block)?);
                (last.info().is_terminator() && last.regions.is_empty())
                    .then(|| (None, last.operand_values().collect()))
            }
            [(target, values)] => Some((Some(*target), values.clone())),
            _ => None,
        }
    }

    /// Two branches that meet again are an `scf.if`.
    fn selection(&mut self, block: BlockId) -> Option<()> {
        let (condition, arms) = self.condition(block)?;
        let [(yes, values), (no, _)] = [self.end(arms[0])?, self.end(arms[1])?];
        let ends = arms.map(|arm| self.last(arm));
        let [yes_end, no_end] = [self.module.op(ends[0]?), self.module.op(ends[1]?)];
        let same_end = yes_end.name == no_end.name && yes_end.properties == no_end.properties;
        (yes == no && yes != Some(block) && same_end && yes_end.operands.len() == no_end.operands.len())
            .then_some(())?;
        let branch = self.last(block)?;
        let span = self.module.op(branch).span;
        let types: Vec<Type> = values.iter().map(|value| self.module.ty(*value).clone()).collect();
        let spec = { types.into_iter() }.fold(OpSpec::new("scf.if").operands(&[condition]), OpSpec::result);
        self.module.block_mut(block).ops.pop();
        let choice = self.module.push_op(block, spec.at(span));
        let results = self.module.op(choice).results.clone();
        // What ended the first branch ends the block.
        let end = ends[0]?;
        for arm in arms {
            let given: Vec<ValueId> = self.module.op(self.last(arm)?).operand_values().collect();
            let region = self.module.add_region(choice);
            let inner = self.module.add_block(region, &[]);
            for op in self.take_ops(arm) {
                self.module.append(inner, op);
            }
            self.module
                .push_op(inner, OpSpec::new("scf.yield").operands(&given).at(span));
        }
        self.module.append(block, end);
        for (operand, result) in self.module.op_mut(end).operands.iter_mut().zip(results) {
            operand.value = result;
        }
        self.remove(&arms);
        Some(())
    }

    /// A block that branches to one that jumps back is the head of an `scf.while`.
    fn repetition(&mut self, head: BlockId) -> Option<()> {
        let (mut condition, arms) = self.condition(head)?;
        let back = { arms.into_iter() }.position(|arm| self.jump(arm).is_some_and(|(target, _)| target == head))?;
        let (body, exit) = (arms[back], arms[1 - back]);
        let is_entry = self.blocks().first() == Some(&head);
        (!is_entry && body != exit).then_some(())?;
        let (_, next) = self.jump(body)?;
        let branch = self.last(head)?;
        let span = self.module.op(branch).span;
        if back == 1 {
            condition = self.negated(branch, condition);
        }
        let carried = self.module.block(head).args.clone();
        let types: Vec<(Type, Option<&str>)> = { carried.iter() }
            .map(|value| (self.module.ty(*value).clone(), None))
            .collect();
        // What is known at the head is passed on where it is used.
        let ops = self.module.block(head).ops.clone();
        let known = { ops.iter() }.flat_map(|op| self.module.op(*op).results.clone());
        let known: Vec<ValueId> = carried.iter().copied().chain(known).collect();
        let used = self.used_outside(head);
        let passed: Vec<ValueId> = known.into_iter().filter(|value| used.contains(value)).collect();
        let passed_types: Vec<(Type, Option<&str>)> = { passed.iter() }
            .map(|value| (self.module.ty(*value).clone(), None))
            .collect();

        let spec = { passed_types.iter() }.fold(OpSpec::new("scf.while").operands(&carried), |spec, (ty, _)| {
            spec.result(ty.clone())
        });
        let repeated = self.module.add_op(spec.at(span));
        let [first, second] = [&types, &passed_types].map(|types| {
            let region = self.module.add_region(repeated);
            self.module.add_block(region, types)
        });
        let before = self.module.block(first).args.clone();
        let after = self.module.block(second).args.clone();
        let results = self.module.op(repeated).results.clone();
        let inner: HashMap<ValueId, ValueId> = passed.iter().copied().zip(after).collect();
        let outer: HashMap<ValueId, ValueId> = passed.iter().copied().zip(results).collect();

        let next: Vec<ValueId> = { next.iter() }
            .map(|value| *inner.get(value).unwrap_or(value))
            .collect();
        for op in self.take_ops(body) {
            self.module.append(second, op);
            self.module.replace_uses(op, &inner);
        }
        self.module
            .push_op(second, OpSpec::new("scf.yield").operands(&next).at(span));
        let head_ops = self.take_ops(head);
        self.remove(&[body]);
        // Everything else comes after the loop; what is in the loop stands nowhere yet.
        self.replace(&outer);
        let at_head: HashMap<ValueId, ValueId> = carried.iter().copied().zip(before).collect();
        for op in head_ops {
            self.module.append(first, op);
            self.module.replace_uses(op, &at_head);
        }
        let given = { [condition].into_iter().chain(passed) }.map(|value| *at_head.get(&value).unwrap_or(&value));
        let given: Vec<ValueId> = given.collect();
        self.module
            .push_op(first, OpSpec::new("scf.condition").operands(&given).at(span));
        self.module.append(head, repeated);
        let mut jump = OpSpec::new("cf.br").at(span);
        jump.successors = vec![Successor {
            block: exit,
            args: Vec::new(),
        }];
        self.module.push_op(head, jump);
        Some(())
    }

    /// The opposite of a condition, in front of a branch.
    fn negated(&mut self, branch: OpId, condition: ValueId) -> ValueId {
        let span = self.module.op(branch).span;
        let one = OpSpec::new("arith.constant").property("value", Attr::Bool(true));
        let one = one.result(Type::I1);
        let one = self.module.add_op(one.at(span));
        self.module.insert_before(branch, one);
        let one = self.module.op(one).results[0];
        let not = OpSpec::new("arith.xori").operands(&[condition, one]).result(Type::I1);
        let not = self.module.add_op(not.at(span));
        self.module.insert_before(branch, not);
        self.module.op(not).results[0]
    }

    /// The values that blocks other than `head` use.
    fn used_outside(&self, head: BlockId) -> HashSet<ValueId> {
        let mut used = HashSet::new();
        for block in self.blocks() {
            if block != head {
                for op in &self.module.block(block).ops {
                    self.module.walk(*op, &mut |_, op| used.extend(op.operand_values()));
                }
            }
        }
        used
    }
}
