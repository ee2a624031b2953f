//! Branches that accumulate. `if` that passes on an accumulator, or that and what it adds to it, computes nothing else:
//! it is a selection, of which [`super::accumulation`] knows what it accumulates. Other branches are statements of
//! their own, each in the iterations that take it, which says more where the condition is about the loops.

use super::facts::Facts;
use super::payload::{StmtDraft, computes, is_load};
use super::{ExtractError, Extractor, Fallible, unsupported};
use crate::scop::{Combiner, PayloadKind};
use polyvet_ir::{Attr, Attrs, BlockId, OpId, Type, ValueId};
use polyvet_poly::{DimKind, Id, PwAff};

/// Predicates of `arith.cmpi`.
const EQUAL: i128 = 0;
const AT_LEAST: i128 = 5;

impl Extractor<'_> {
    /// The node of a result of a selection.
    pub(super) fn selection(&mut self, draft: &mut StmtDraft, op: OpId, value: ValueId) -> Fallible<usize> {
        let span = self.module.op(op).span;
        let [yes, no, ..] = self.facts.selected(op, value)[..] else {
            return Err(unsupported("malformed-op", "this branch is not well formed", span));
        };
        let condition = match self.module.op(op).name == "scf.if" {
            true => self.value(draft, self.module.op(op).operand(0))?,
            false => self.holds(draft, op)?,
        };
        let operands = vec![condition, self.value(draft, yes)?, self.value(draft, no)?];
        let ty = self.module.ty(value).clone();
        Ok(draft.node(applied("arith.select", Attrs::default(), operands), &ty, span))
    }

    /// The node that says whether the condition of an `affine.if` holds.
    fn holds(&mut self, draft: &mut StmtDraft, op: OpId) -> Fallible<usize> {
        let span = self.module.op(op).span;
        let mut all = None;
        let id = Id::named(&self.ctx, &draft.name)?;
        for (value, is_equality) in self.constraints(op, &draft.frame.clone())? {
            let index =
                |value: PwAff| Ok::<_, ExtractError>(PayloadKind::Index(value.set_tuple_id(DimKind::In, id.clone())?));
            let value = draft.node(index(value)?, &Type::Index, span);
            let zero = draft.node(index(self.number(&draft.frame, 0)?)?, &Type::Index, span);
            let predicate = Attr::Int {
                value: if is_equality { EQUAL } else { AT_LEAST },
                ty: Type::I64,
            };
            let mut properties = Attrs::default();
            properties.set("predicate", predicate);
            let one = draft.node(applied("arith.cmpi", properties, vec![value, zero]), &Type::I1, span);
            all = Some(match all {
                Some(others) => draft.node(
                    applied("arith.andi", Attrs::default(), vec![others, one]),
                    &Type::I1,
                    span,
                ),
                None => one,
            });
        }
        all.ok_or_else(|| unsupported("malformed-op", "a condition without constraints", span))
    }
}

impl Facts<'_> {
    /// Finds the branches that are selections.
    pub(super) fn find_selections(&mut self, func: OpId) {
        let module = self.module;
        module.walk(func, &mut |id, op| {
            if matches!(op.name.as_str(), "affine.if" | "scf.if") && self.accumulates(id) {
                self.selections.insert(id);
            }
        });
    }

    /// Whether each result is an accumulator, or it and what is added to it, and what computes it can run anywhere.
    fn accumulates(&self, op: OpId) -> bool {
        let Some(blocks) = self.branches_of(op) else {
            return false;
        };
        let inside = blocks.iter().flat_map(|block| {
            let ops = &self.module.block(*block).ops;
            &ops[..ops.len().saturating_sub(1)]
        });
        let results = &self.module.op(op).results;
        let is_scalar = |value: &ValueId| matches!(self.module.ty(*value), Type::Float(_) | Type::Integer { .. });
        let anywhere = |inner: OpId| {
            let data = self.module.op(inner);
            let plain = computes(self.module, inner) && data.regions.is_empty();
            plain && data.results.iter().all(is_scalar) && self.module.undefined(inner).next().is_none()
        };
        !results.is_empty()
            && results.iter().all(is_scalar)
            && inside.copied().all(anywhere)
            && (0..results.len()).all(|at| self.hands_on_sum(op, at, blocks))
    }

    /// Both branches of an operation.
    fn branches_of(&self, op: OpId) -> Option<[BlockId; 2]> {
        let block = |at: usize| {
            let block = self.module.only_block(op, at)?;
            (!self.module.block(block).ops.is_empty()).then_some(block)
        };
        Some([block(0)?, block(1)?])
    }

    /// What both branches pass on as result `at`.
    fn handed_on(&self, blocks: [BlockId; 2], at: usize) -> Option<[ValueId; 2]> {
        let of = |block: BlockId| self.terminator(block).1.get(at).copied();
        Some([of(blocks[0])?, of(blocks[1])?])
    }

    /// Whether result `at` goes back to where an accumulator comes from, which is all that the branches add to.
    fn hands_on_sum(&self, op: OpId, at: usize, blocks: [BlockId; 2]) -> bool {
        let data = self.module.op(op);
        let (Some(users), Some(values)) = (self.users.get(&data.results[at]), self.handed_on(blocks, at)) else {
            return false;
        };
        let [user] = users[..] else { return false };
        if self.module.op(user).parent != data.parent {
            return false;
        }
        let accumulators = self.accumulators(user, data.results[at]);
        { accumulators.into_iter() }.any(|accumulator| {
            let sums = values.map(|value| self.adds_to(value, accumulator, blocks));
            sums.iter().all(Option::is_some) && sums.contains(&Some(true))
        })
    }

    /// The values that `user` may be said to update with `value`: loads of the element that it stores to, or what the
    /// loop that it ends carries.
    fn accumulators(&self, user: OpId, value: ValueId) -> Vec<ValueId> {
        let data = self.module.op(user);
        let Some(block) = data.parent else { return Vec::new() };
        let operands: Vec<ValueId> = data.operand_values().collect();
        match data.name.as_str() {
            "affine.store" | "memref.store" if operands[0] == value => {
                let same = |load: &OpId| {
                    let load = self.module.op(*load);
                    is_load(&load.name)
                        && load.operand_values().eq(operands[1..].iter().copied())
                        && load.attr("map").and_then(Attr::as_map) == data.attr("map").and_then(Attr::as_map)
                };
                let loads = self.module.block(block).ops.iter().filter(|op| same(op));
                loads.map(|load| self.module.op(*load).results[0]).collect()
            }
            "affine.yield" | "scf.yield" => {
                let carried = &self.module.block(block).args;
                let first = carried.len().saturating_sub(operands.len());
                let at = operands.iter().position(|operand| *operand == value);
                at.and_then(|at| carried.get(first + at)).copied().into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether `value` is the accumulator with something added to it (true), or itself (false).
    fn adds_to(&self, value: ValueId, accumulator: ValueId, blocks: [BlockId; 2]) -> Option<bool> {
        let mut value = value;
        let mut adds = false;
        while value != accumulator {
            let op = self.module.op(self.module.defining_op(value)?);
            let inside = op.parent.is_some_and(|parent| blocks.contains(&parent));
            if !inside || Combiner::of(&op.name).is_none() {
                return None;
            }
            let [x, y] = [op.operand(0), op.operand(1)];
            let chain = |operand: ValueId| self.adds_to(operand, accumulator, blocks).is_some();
            value = if chain(x) { x } else { y };
            adds = true;
        }
        Some(adds)
    }

    /// The values that a selection selects from, and its condition if that is a value.
    pub(super) fn selected(&self, op: OpId, value: ValueId) -> Vec<ValueId> {
        let data = self.module.op(op);
        let at = data.results.iter().position(|result| *result == value);
        let values = at.and_then(|at| self.handed_on(self.branches_of(op)?, at));
        let mut all: Vec<ValueId> = values.into_iter().flatten().collect();
        if data.name == "scf.if" {
            all.push(data.operand(0));
        }
        all
    }
}

fn applied(name: &str, properties: Attrs, operands: Vec<usize>) -> PayloadKind {
    PayloadKind::Op {
        name: name.to_owned(),
        properties,
        operands,
    }
}
