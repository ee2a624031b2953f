//! Stores that a condition on data guards: `scf.if %p` around a store is `A[x] = select(p, v, A[x])`, element by element
//! the same memory, as long as `A[x]` exists and holds something. Arguments and globals hold something; of a buffer of the
//! function the other program might read what this one never reads. Where `A[x]` does not exist, the condition must not
//! hold: an obligation on data.
//!
//! Several stores, in both branches, are statements in order, by a condition that is kept before the first of them.
//!
//! That two iterations write one element is only possible, not sure, so nothing is refuted by it. Only those who compare
//! values or write code take such a store so: for dependences it is a write that may happen.

use super::defined::both;
use super::facts::Facts;
use super::payload::{StmtDraft, computes, is_load};
use super::walk::leaf;
use super::{Extractor, Fallible, LoopFrame, structured, unsupported};
use crate::Demand;
use crate::scop::{AccessKind, ArrayKind, PayloadKind};
use polyvet_ir::{Attr, Attrs, BlockId, OpId, Type};
use polyvet_poly::Schedule;

const NO_MODEL: &str = "a guarded access that may be undefined where it does not run has no model";

/// A store in a branch.
#[derive(Clone, Copy)]
pub(super) struct GuardedStore {
    store: OpId,
    /// It runs where the condition holds, else where it does not.
    holds: bool,
}

impl Extractor<'_> {
    /// The statements of an `scf.if` that does nothing but these stores.
    pub(super) fn guarded(&mut self, op: OpId, stores: &[GuardedStore], frame: &LoopFrame) -> Fallible<Schedule> {
        let (span, condition) = (self.module.op(op).span, self.module.op(op).operand(0));
        // What holds of a branch holds for all stores in it.
        for one in stores
            .chunk_by(|one, next| one.holds == next.holds)
            .map(|branch| branch[0])
        {
            let is_kept = |op: &OpId| {
                let mut results = self.module.op(*op).results.iter();
                results.any(|value| self.loads.kept_loads.contains(value))
            };
            let kept = self.beside(one.store).iter().any(is_kept);
            if kept || !self.are_plain(one.store) || !self.loads_exist(one.store, frame)? {
                return Err(unsupported("data-dependent-condition", NO_MODEL, span));
            }
        }
        // Elsewhere the condition is not kept: there it may be asked where this branch is not reached.
        let outside = self.places.register_of.get(&condition).copied();
        let mut all = None;
        if stores.len() > 1 {
            // The first of them may write what the condition is made of.
            let mut draft = StmtDraft::new(frame, self.stmt_name(op));
            let node = self.value(&mut draft, condition)?;
            let register = self.new_register(condition, frame.kept_rank());
            let access = self.register_access(&draft, register, AccessKind::MustWrite, span)?;
            draft.write(access, node);
            all = Some(leaf(self.push_stmt(draft, op)?)?);
        }
        for one in stores {
            let next = self.guarded_store(op, *one, frame)?;
            all = both(all, next)?;
        }
        match outside {
            Some(register) => self.places.register_of.insert(condition, register),
            None => self.places.register_of.remove(&condition),
        };
        all.ok_or_else(|| unsupported("data-dependent-condition", NO_MODEL, span))
    }

    /// The statement of one store; none if its element never exists.
    fn guarded_store(&mut self, op: OpId, one: GuardedStore, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let GuardedStore { store, holds } = one;
        let (span, stored) = (self.module.op(store).span, self.module.op(store).operand(0));
        let probe = self.subscript(
            &mut StmtDraft::new(frame, "probe".to_owned()),
            store,
            AccessKind::MustWrite,
        )?;
        let array = &self.draft.arrays[probe.array];
        let is_known =
            matches!(array.kind, ArrayKind::InOut | ArrayKind::Input) && array.extents.iter().all(Option::is_some);
        if !is_known {
            return Err(unsupported("data-dependent-condition", NO_MODEL, span));
        }
        let elements = structured::elements(array, self.numbers.context.space()?)?;
        let exists = probe.relation.intersect_range(elements)?.domain()?;
        let exists = frame.domain.clone().intersect(exists.reset_tuple_id()?)?;
        let missing = frame.domain.clone().subtract(exists.clone())?;
        let missing = missing.intersect_params(self.known()?)?;
        let mut all = None;
        let inner = if missing.is_empty()? {
            frame.clone()
        } else {
            all = self.must_not_run(op, one, &frame.within_branch(missing)?)?;
            frame.within_branch(exists)?
        };
        let ty = self.module.ty(stored).clone();
        let mut draft = StmtDraft::new(&inner, self.stmt_name(store));
        let condition = self.value(&mut draft, self.module.op(op).operand(0))?;
        let new = self.value(&mut draft, stored)?;
        let written = self.subscript(&mut draft, store, AccessKind::MustWrite)?;
        let read = crate::scop::Access {
            kind: AccessKind::Read,
            ..written.clone()
        };
        let old = draft.read(read, &ty);
        let select = PayloadKind::Op {
            name: "arith.select".to_owned(),
            properties: Attrs::default(),
            operands: if holds {
                vec![condition, new, old]
            } else {
                vec![condition, old, new]
            },
        };
        let node = draft.node(select, &ty, span);
        draft.write(written, node);
        draft.may = true;
        if !self.are_within(&draft, store)? {
            return Err(unsupported("data-dependent-condition", NO_MODEL, span));
        }
        let next = leaf(self.push_stmt(draft, store)?)?;
        both(all, Some(next))
    }

    /// Where the element of a store does not exist, its branch must not be taken.
    fn must_not_run(&mut self, op: OpId, one: GuardedStore, missing: &LoopFrame) -> Fallible<Option<Schedule>> {
        if !self.request.on_data {
            return Ok(None);
        }
        let (span, condition) = (self.module.op(op).span, self.module.op(op).operand(0));
        let name = self.obligation_name();
        let mut draft = StmtDraft::new(missing, name);
        let mut holds = self.value(&mut draft, condition)?;
        if one.holds {
            let truth = Attr::Int {
                value: true.into(),
                ty: Type::I1,
            };
            let truth = draft.node(PayloadKind::Const(truth), &Type::I1, span);
            let not = PayloadKind::Op {
                name: "arith.xori".to_owned(),
                properties: Attrs::default(),
                operands: vec![holds, truth],
            };
            holds = draft.node(not, &Type::I1, span);
        }
        let within = PayloadKind::Op {
            name: Demand::Bounds.name().to_owned(),
            properties: Attrs::default(),
            operands: vec![holds],
        };
        let node = draft.node(within, &Type::I1, span);
        Ok(Some(leaf(self.stands_for_condition(
            draft,
            node,
            (Demand::Bounds, one.store),
        )?)?))
    }

    /// The operations of the branch of a store.
    fn beside(&self, store: OpId) -> Vec<OpId> {
        let block = self.module.op(store).parent;
        block.map_or(Vec::new(), |block| self.module.block(block).ops.clone())
    }

    /// Whether what the loads beside a store read exists and holds something, also where nothing uses it.
    fn loads_exist(&mut self, store: OpId, frame: &LoopFrame) -> Fallible<bool> {
        for op in self.beside(store) {
            if !is_load(&self.module.op(op).name) {
                continue;
            }
            if !self.loads.used_loads.contains(&op) {
                // It would be a statement that may run.
                if self.runs_beside_others(frame) {
                    return Ok(false);
                }
                self.draft.idle_loads.push(self.module.op(op).span);
            }
            let mut draft = StmtDraft::new(frame, "probe".to_owned());
            let read = self.subscript(&mut draft, op, AccessKind::Read)?;
            draft.accesses.push(read);
            if !self.are_within(&draft, store)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the store and the loads beside it need nothing to be defined but elements of their arrays: no shape of a
    /// view, no alignment.
    fn are_plain(&self, store: OpId) -> bool {
        self.beside(store).iter().all(|op| {
            let data = self.module.op(*op);
            let memref = data.info().element().map(|element| data.operand(element.array));
            data.attr("alignment").is_none() && memref.is_none_or(|memref| !self.shows_other_shape(memref))
        })
    }

    /// Whether all that a statement touches in the branch of a store exists and holds something, in all iterations. What it
    /// reads outside runs whether the branch is taken or not.
    fn are_within(&self, draft: &StmtDraft, store: OpId) -> Fallible<bool> {
        let known = self.known()?;
        // Operations that were generated may share a place, or have none.
        let beside = self.beside(store);
        let inside: Vec<_> = { beside.iter() }.map(|op| self.module.op(*op).span).collect();
        let domain = draft.frame.domain.clone().set_tuple_name(&draft.name)?;
        let inside = |access: &&crate::scop::Access| access.span.is_none() || inside.contains(&access.span);
        for access in draft.accesses.iter().filter(inside) {
            let array = &self.draft.arrays[access.array];
            let exists = match array.kind {
                ArrayKind::Register if !self.places.private_depth.contains_key(&access.array) => continue,
                ArrayKind::InOut | ArrayKind::Input => array.extents.iter().all(Option::is_some),
                ArrayKind::Register | ArrayKind::Local | ArrayKind::Output => false,
            };
            if !exists {
                return Ok(false);
            }
            let touched = access.relation.clone().intersect_domain(domain.clone())?.range()?;
            let elements = structured::elements(array, self.numbers.context.space()?)?;
            if !touched.intersect_params(known.clone())?.is_subset(&elements)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Facts<'_> {
    /// The stores that are all that an `scf.if` does, besides loads and what can be computed anywhere: of the first
    /// branch, then of the second.
    pub(super) fn guarded_stores(&self, op: OpId) -> Option<Vec<GuardedStore>> {
        let module = self.module;
        let data = module.op(op);
        if data.name != "scf.if" || !data.results.is_empty() {
            return None;
        }
        let mut stores = Vec::new();
        for (at, holds) in [(0, true), (1, false)] {
            let Some(block) = module.only_block(op, at) else {
                continue;
            };
            stores.extend(self.stores_of(block, holds)?);
        }
        (!stores.is_empty()).then_some(stores)
    }

    fn stores_of(&self, block: BlockId, holds: bool) -> Option<Vec<GuardedStore>> {
        let module = self.module;
        let (_, ops) = module.block(block).ops.split_last()?;
        let mut stores = Vec::new();
        for op in ops {
            let data = module.op(*op);
            if matches!(data.name.as_str(), "affine.store" | "memref.store") {
                stores.push(GuardedStore { store: *op, holds });
                continue;
            }
            let plain = computes(module, *op) && data.regions.is_empty() && module.undefined(*op).next().is_none();
            if !plain && !is_load(&data.name) {
                return None;
            }
        }
        Some(stores)
    }
}
