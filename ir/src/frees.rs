//! Frees of buffers that make no difference: nobody uses the buffer afterwards, and it is freed once.
//!
//! That is seen where the function allocates the buffer, and what stands for it (views, and nothing else) stays among
//! operations of which it is known what they do with it. An operation that nobody knows may be given the buffer: it might
//! keep it or free it, and that it does not is what [`Frees::assumes_events_keep_nothing`] says.

use crate::ops::Effects;
use crate::{Module, OpId, ValueId};
use std::collections::HashSet;

/// A function without such frees.
pub struct Frees {
    /// The module; what stayed keeps its number.
    pub module: Module,
    /// An operation that nobody knows was given a buffer that is freed.
    pub assumes_events_keep_nothing: bool,
}

/// `func` without the frees that make no difference; `None` if it has none.
pub fn without_frees(module: &Module, func: OpId) -> Option<Frees> {
    let mut allocations = Vec::new();
    module.walk(func, &mut |id, op| {
        if op.name == "memref.alloc" {
            allocations.push(id);
        }
    });
    let mut copy: Option<Module> = None;
    let mut has_events = false;
    for alloc in allocations {
        let Some(found) = Uses::of(module, func, alloc).filter(Uses::end_with_frees) else {
            continue;
        };
        let copy = copy.get_or_insert_with(|| module.clone());
        for free in found.frees {
            copy.detach(free);
        }
        has_events |= found.has_events;
    }
    copy.map(|module| Frees {
        module,
        assumes_events_keep_nothing: has_events,
    })
}

/// What is done with a buffer.
struct Uses<'m> {
    module: &'m Module,
    alloc: OpId,
    uses: Vec<OpId>,
    frees: Vec<OpId>,
    has_events: bool,
}

impl Uses<'_> {
    /// `None` if something else may stand for the buffer, or it is not known what is done with it.
    fn of(module: &Module, func: OpId, alloc: OpId) -> Option<Uses<'_>> {
        let mut names: HashSet<ValueId> = module.op(alloc).results.iter().copied().collect();
        // A part of a buffer cannot be freed.
        let mut wholes = names.clone();
        let mut found = Uses {
            module,
            alloc,
            uses: Vec::new(),
            frees: Vec::new(),
            has_events: false,
        };
        let mut is_known = true;
        // Operands are defined before they are used, so one walk sees all views.
        module.walk(func, &mut |id, op| {
            let given: Vec<usize> = { op.operands.iter().enumerate() }
                .filter(|(_, operand)| names.contains(&operand.value))
                .map(|(at, _)| at)
                .collect();
            let passed = op.successors.iter().flat_map(|successor| &successor.args);
            if passed.into_iter().any(|operand| names.contains(&operand.value)) {
                is_known = false;
            }
            if given.is_empty() {
                return;
            }
            match op.name.as_str() {
                "memref.dealloc" => {
                    is_known &= op.operand_values().all(|value| wholes.contains(&value));
                    found.frees.push(id);
                }
                "memref.subview"
                | "memref.cast"
                | "memref.reinterpret_cast"
                | "memref.collapse_shape"
                | "memref.expand_shape"
                | "memref.transpose"
                | "memref.extract_strided_metadata" => {
                    is_known &= given == [0];
                    let is_whole = matches!(op.name.as_str(), "memref.cast" | "memref.extract_strided_metadata");
                    if is_whole && wholes.contains(&op.operand(0)) {
                        wholes.extend(op.results.first());
                    }
                    names.extend(op.results.iter().filter(|result| module.ty(**result).is_memref()));
                    found.uses.push(id);
                }
                _ => {
                    let gives = op.results.iter().any(|result| module.ty(*result).is_memref());
                    is_known &= !gives && found.touches(id, &given);
                    found.uses.push(id);
                }
            }
        });
        is_known.then_some(found)
    }

    /// Whether an operation does no more with a buffer than read and write it.
    fn touches(&mut self, id: OpId, given: &[usize]) -> bool {
        let (module, op) = (self.module, self.module.op(id));
        if op.info().is_terminator() || !op.successors.is_empty() {
            return false;
        }
        if module.own_effects(id) == Effects::UNKNOWN {
            self.has_events = true;
            // What a function does that has a body is known, and not looked at here.
            let callee = op.info().is_call().then(|| module.resolve_attr(id, "callee")).flatten();
            return op.regions.is_empty() && !callee.is_some_and(|callee| module.has_body(callee));
        }
        // The tensor may be read later.
        if op.results.iter().any(|result| module.ty(*result).is_tensor()) {
            return false;
        }
        let asks = op.info().asks_shape();
        given.iter().all(|at| asks || accesses(module, id, *at))
    }

    /// Whether all frees come last, each in its own case, and none is repeated.
    fn end_with_frees(&self) -> bool {
        let Some(home) = self.module.op(self.alloc).parent else {
            return false;
        };
        let once = |free: &OpId| {
            let mut op = *free;
            loop {
                if self.module.op(op).parent == Some(home) {
                    return true;
                }
                match self.module.parent_op(op) {
                    Some(outer) if self.module.op(outer).name == "scf.if" => op = outer,
                    _ => return false,
                }
            }
        };
        let after = |free: OpId, other: OpId| comes_after(self.module, free, other);
        !self.frees.is_empty()
            && self.frees.iter().all(once)
            && self.frees.iter().all(|free| {
                let others = self.uses.iter().chain(&self.frees).filter(|other| *other != free);
                { others }.all(|other| !after(*free, *other))
            })
    }
}

/// Whether operand `at` is a memref that an operation reads or writes.
fn accesses(module: &Module, op: OpId, at: usize) -> bool {
    let info = module.op(op).info();
    [info.reads(), info.writes()]
        .iter()
        .any(|operands| module.memrefs(op, *operands).any(|one| one == at))
}

/// Whether `other` may run after `free`, both in blocks that run from top to bottom.
fn comes_after(module: &Module, free: OpId, other: OpId) -> bool {
    let above = |op: OpId| -> Vec<OpId> { std::iter::successors(Some(op), |op| module.parent_op(*op)).collect() };
    let others = above(other);
    for one in above(free) {
        let Some(block) = module.op(one).parent else { break };
        let Some(meets) = others.iter().find(|op| module.op(**op).parent == Some(block)) else {
            continue;
        };
        if *meets == one {
            // In another region of the same operation, which is a branch: never both.
            return false;
        }
        let place = |op: OpId| module.block(block).ops.iter().position(|at| *at == op);
        return place(*meets) > place(one);
    }
    true
}
