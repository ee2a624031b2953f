//! What a function does, case by case: where it decides between buffers, each decision has all that follows it.
//!
//! A block that is reached in two ways, `arith.select` of two buffers, `scf.if` that gives one, and the conditions of
//! `bufferization.dealloc` leave it open which buffer is used after them, and whether it is freed. Here what follows
//! stands in both branches, where that is known; conditions that were decided are constants there.

use crate::deallocations::plain_deallocation;
use crate::{Attr, BlockId, Module, OpId, OpSpec, RegionId, Type, ValueId, branches, dense_items, func, segments};
use std::collections::HashMap;

/// Operations of all cases together; a function that would have more stays as it is.
const OPS_MAX: usize = 4_000;
const DEALLOC: &str = "bufferization.dealloc";
/// Decisions one after the other.
const DEEP_MAX: usize = 24;

/// A copy of `module` in which `func` is one block and decides between buffers case by case; `None` if it has no such
/// decisions, loops by jumps, or would be too long. What stays as it was keeps its number.
pub fn by_cases(module: &Module, func_op: OpId) -> Option<Module> {
    let view = func(module, func_op)?;
    let blocks = &module.region(view.body).blocks;
    let entry = *blocks.first()?;
    let decides = blocks.len() > 1 || module.block(entry).ops.iter().any(|op| is_between_buffers(module, *op));
    if !decides || !has_no_cycle(module, blocks) || module.op(func_op).name != "func.func" {
        return None;
    }
    let mut copy = module.clone();
    let whole = copy.add_block(view.body, &[]);
    copy.region_mut(view.body).blocks = vec![whole];
    // Arguments keep their numbers.
    let args = std::mem::take(&mut copy.block_mut(entry).args);
    for (index, arg) in args.iter().enumerate() {
        copy.value_mut(*arg).def = crate::Def::Arg { block: whole, index };
    }
    copy.block_mut(whole).args = args;
    let mut cases = Cases {
        module: &mut copy,
        results: view.results,
        made: 0,
    };
    let start = CaseState {
        frames: vec![BlockRest::of(module, entry, None)],
        values: HashMap::new(),
        excluded: HashMap::new(),
    };
    cases.run(start, whole, 0)?;
    Some(copy)
}

/// A value that may be one of two buffers.
fn is_between_buffers(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    let gives = data.results.iter().any(|result| module.ty(*result).is_memref());
    match data.name.as_str() {
        DEALLOC => true,
        "scf.if" => gives,
        "arith.select" => gives && *module.ty(data.operand(0)) == Type::I1,
        _ => false,
    }
}

fn has_no_cycle(module: &Module, blocks: &[BlockId]) -> bool {
    // Blocks are left once all that they lead to were.
    let (mut left, mut entered): (Vec<BlockId>, Vec<BlockId>) = Default::default();
    let mut stack = vec![(blocks[0], false)];
    while let Some((block, is_done)) = stack.pop() {
        if is_done {
            left.push(block);
            continue;
        }
        if left.contains(&block) {
            continue;
        }
        if entered.contains(&block) {
            return false;
        }
        entered.push(block);
        stack.push((block, true));
        let last = module.block(block).ops.last();
        let next = last.map_or(&[][..], |last| &module.op(*last).successors);
        stack.extend(next.iter().rev().map(|successor| (successor.block, false)));
        // A block that was entered and not left is around this one.
        if next
            .iter()
            .any(|next| entered.contains(&next.block) && !left.contains(&next.block))
        {
            return false;
        }
    }
    true
}

/// What is left of a block.
#[derive(Clone)]
struct BlockRest {
    /// In reverse.
    ops: Vec<OpId>,
    /// The operation whose results the block gives, if it is in one.
    of: Option<OpId>,
}

impl BlockRest {
    fn of(module: &Module, block: BlockId, of: Option<OpId>) -> BlockRest {
        let ops = module.block(block).ops.iter().rev().copied().collect();
        BlockRest { ops, of }
    }
}

/// Where a case is.
#[derive(Clone)]
struct CaseState {
    frames: Vec<BlockRest>,
    values: HashMap<ValueId, ValueId>,
    /// Of a `cf.switch`, how many cases it is known not to be.
    excluded: HashMap<OpId, usize>,
}

impl CaseState {
    fn value(&self, value: ValueId) -> ValueId {
        *self.values.get(&value).unwrap_or(&value)
    }
}

struct Cases<'m> {
    module: &'m mut Module,
    results: Vec<Type>,
    made: usize,
}

impl Cases<'_> {
    /// Puts what is left of a case at the end of `to`.
    fn run(&mut self, mut state: CaseState, to: BlockId, depth: usize) -> Option<()> {
        loop {
            let frame = state.frames.last_mut()?;
            let of = frame.of;
            let Some(op) = frame.ops.pop() else {
                // An empty side of a branch.
                state.frames.pop();
                continue;
            };
            let data = self.module.op(op).clone();
            let operands: Vec<ValueId> = data.operand_values().map(|value| state.value(value)).collect();
            match data.name.as_str() {
                "scf.yield" => {
                    state.frames.pop();
                    let results = self.module.op(of?).results.clone();
                    state.values.extend(results.into_iter().zip(operands));
                }
                "func.return" => {
                    let name = if depth == 0 { "func.return" } else { "scf.yield" };
                    self.push(to, OpSpec::new(name).operands(&operands).at(data.span));
                    return Some(());
                }
                "cf.br" => {
                    let [(target, args)] = &branches(self.module, op)?[..] else {
                        return None;
                    };
                    self.jump(&mut state, *target, args);
                }
                "cf.cond_br" => {
                    let [yes, no] = &branches(self.module, op)?[..] else {
                        return None;
                    };
                    match self.constant(operands[0]) {
                        Some(is_true) => {
                            let (target, args) = if is_true { yes } else { no };
                            self.jump(&mut state, *target, args);
                        }
                        None => {
                            return self.both(
                                (state, to, depth),
                                (data.operand(0), operands[0]),
                                |this, state, side| {
                                    let (target, args) = if side { yes } else { no };
                                    this.jump(state, *target, args);
                                    Some(())
                                },
                            );
                        }
                    }
                }
                "cf.switch" => {
                    let targets = branches(self.module, op)?;
                    let cases = data.attr("case_values").map_or(Some(Vec::new()), dense_items)?;
                    let at = state.excluded.remove(&op).unwrap_or(0);
                    let Some(case) = cases.get(at) else {
                        let (target, args) = targets.first()?;
                        self.jump(&mut state, *target, args);
                        continue;
                    };
                    let is_case = self.equal(to, operands[0], case.clone());
                    let (target, args) = targets.get(at + 1)?;
                    return self.both((state, to, depth), (is_case, is_case), |this, state, side| {
                        if side {
                            this.jump(state, *target, args);
                        } else {
                            state.excluded.insert(op, at + 1);
                            state.frames.last_mut()?.ops.push(op);
                        }
                        Some(())
                    });
                }
                _ if !data.successors.is_empty() => return None,
                "scf.if" if self.constant(operands[0]).is_some() => {
                    let side = self.constant(operands[0])?;
                    self.enter(&mut state, op, side)?;
                }
                "scf.if" if is_between_buffers(self.module, op) => {
                    return self.both(
                        (state, to, depth),
                        (data.operand(0), operands[0]),
                        |this, state, side| this.enter(state, op, side),
                    );
                }
                DEALLOC => {
                    let groups = segments(self.module, op)?;
                    let conditions: Vec<ValueId> = groups.get(1)?.clone();
                    let open = |value: &&ValueId| self.constant(state.value(**value)).is_none();
                    if let Some(condition) = conditions.iter().find(open).copied() {
                        let here = state.value(condition);
                        return self.both((state, to, depth), (condition, here), |_, state, _| {
                            state.frames.last_mut()?.ops.push(op);
                            Some(())
                        });
                    }
                    let copy = self.module.copy_op(op, &mut state.values);
                    self.made += 1;
                    self.module.append(to, copy);
                    let results = self.module.op(copy).results.clone();
                    if let Some(replaced) = plain_deallocation(self.module, copy) {
                        let now = results.iter().filter_map(|result| replaced.get(result).copied());
                        state.values.extend(data.results.iter().copied().zip(now));
                    }
                }
                "arith.select" if self.constant(operands[0]).is_some() => {
                    let chosen = operands[if self.constant(operands[0])? { 1 } else { 2 }];
                    state.values.insert(*data.results.first()?, chosen);
                }
                "arith.select" if is_between_buffers(self.module, op) => {
                    return self.both((state, to, depth), (data.operand(0), operands[0]), |_, state, side| {
                        let chosen = operands[if side { 1 } else { 2 }];
                        state.values.insert(*data.results.first()?, chosen);
                        Some(())
                    });
                }
                _ => match self.folded(&data.name, &operands) {
                    Some(value) => {
                        let result = *data.results.first()?;
                        let value = match value {
                            Ok(known) => known,
                            Err(is_true) => self.boolean(to, is_true),
                        };
                        state.values.insert(result, value);
                    }
                    None => {
                        let before = self.module.op_count();
                        let copy = self.module.copy_op(op, &mut state.values);
                        self.made += self.module.op_count() - before;
                        self.module.append(to, copy);
                    }
                },
            }
            if self.made > OPS_MAX {
                return None;
            }
        }
    }

    fn push(&mut self, to: BlockId, spec: OpSpec) -> OpId {
        self.made += 1;
        self.module.push_op(to, spec)
    }

    fn boolean(&mut self, to: BlockId, value: bool) -> ValueId {
        let constant = OpSpec::new("arith.constant").property("value", Attr::Bool(value));
        let op = self.push(to, constant.result(Type::I1));
        self.module.op(op).results[0]
    }

    /// Whether `value` is the constant `number`.
    fn equal(&mut self, to: BlockId, value: ValueId, number: Attr) -> ValueId {
        let ty = self.module.ty(value).clone();
        let constant = OpSpec::new("arith.constant").property("value", number);
        let constant = self.push(to, constant.result(ty));
        let other = self.module.op(constant).results[0];
        let eq = Attr::Int {
            value: 0,
            ty: Type::I64,
        };
        let compare = OpSpec::new("arith.cmpi").operands(&[value, other]);
        let compare = self.push(to, compare.property("predicate", eq).result(Type::I1));
        self.module.op(compare).results[0]
    }

    /// Goes on in a block of the function.
    fn jump(&mut self, state: &mut CaseState, target: BlockId, args: &[ValueId]) {
        let given: Vec<ValueId> = args.iter().map(|value| state.value(*value)).collect();
        state
            .values
            .extend(self.module.block(target).args.iter().copied().zip(given));
        state.frames = vec![BlockRest::of(self.module, target, None)];
    }

    /// Goes on in one side of a branch.
    fn enter(&mut self, state: &mut CaseState, op: OpId, side: bool) -> Option<()> {
        let region = *self.module.op(op).regions.get(usize::from(!side))?;
        match self.module.region(region).blocks[..] {
            [] => {}
            [block] => state.frames.push(BlockRest::of(self.module, block, Some(op))),
            _ => return None,
        }
        Some(())
    }

    /// Both sides of a decision, with all that follows. `condition` is what it was in the text, and what it is here.
    fn both(
        &mut self,
        (state, to, depth): (CaseState, BlockId, usize),
        condition: (ValueId, ValueId),
        mut go: impl FnMut(&mut Self, &mut CaseState, bool) -> Option<()>,
    ) -> Option<()> {
        if depth == DEEP_MAX {
            return None;
        }
        let spec = { self.results.iter() }.fold(OpSpec::new("scf.if").operands(&[condition.1]), |spec, ty| {
            spec.result(ty.clone())
        });
        let branch = self.push(to, spec);
        for side in [true, false] {
            let region: RegionId = self.module.add_region(branch);
            let block = self.module.add_block(region, &[]);
            let mut state = state.clone();
            let known = self.boolean(block, side);
            for value in state.values.values_mut().filter(|value| **value == condition.1) {
                *value = known;
            }
            state.values.insert(condition.0, known);
            go(self, &mut state, side)?;
            self.run(state, block, depth + 1)?;
        }
        let results = self.module.op(branch).results.clone();
        let name = if depth == 0 { "func.return" } else { "scf.yield" };
        self.push(to, OpSpec::new(name).operands(&results));
        Some(())
    }

    fn constant(&self, value: ValueId) -> Option<bool> {
        let op = self.module.op(self.module.defining_op(value)?);
        match op.attr("value")? {
            Attr::Bool(value) if op.name == "arith.constant" => Some(*value),
            _ => None,
        }
    }

    /// What an operation on conditions gives, if that is known: a value, or a constant.
    fn folded(&self, name: &str, operands: &[ValueId]) -> Option<Result<ValueId, bool>> {
        let known = |at: usize| self.constant(operands[at]);
        if *self.module.ty(*operands.last()?) != Type::I1 {
            return None;
        }
        match (name, operands.len()) {
            ("arith.xori", 2) => match (known(0), known(1)) {
                (Some(x), Some(y)) => Some(Err(x != y)),
                (Some(false), None) => Some(Ok(operands[1])),
                (None, Some(false)) => Some(Ok(operands[0])),
                _ => None,
            },
            ("arith.andi" | "arith.ori", 2) => {
                let neutral = name == "arith.andi";
                match (known(0), known(1)) {
                    (Some(x), _) if x == neutral => Some(Ok(operands[1])),
                    (_, Some(y)) if y == neutral => Some(Ok(operands[0])),
                    (Some(_), _) | (_, Some(_)) => Some(Err(!neutral)),
                    _ => None,
                }
            }
            ("arith.select", 3) => Some(Ok(operands[if known(0)? { 1 } else { 2 }])),
            _ => None,
        }
    }
}
