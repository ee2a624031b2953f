//! A store that a condition on data guards: `scf.if %p` around one store is `A[x] = select(p, v, A[x])`, element by
//! element the same memory, as long as `A[x]` exists and holds something whatever `p` is. That is so of arguments and
//! globals; of a buffer of the function the other program might read what this one never reads.
//!
//! That two iterations write one element is only possible, not sure, so nothing is refuted by it. Only comparisons of
//! values take such a store so: for dependences it is a write that may happen.

use super::facts::Facts;
use super::payload::{StmtDraft, computes, is_load};
use super::walk::leaf;
use super::{Extractor, Fallible, LoopFrame, structured, unsupported};
use crate::scop::{AccessKind, ArrayKind, PayloadKind};
use polyvet_ir::{Attrs, BlockId, OpId};
use polyvet_poly::Schedule;

impl Extractor<'_> {
    /// The statement of a guarded store.
    pub(super) fn guarded(&mut self, op: OpId, store: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let (span, condition, stored) = {
            let data = self.module.op(store);
            (data.span, self.module.op(op).operand(0), data.operand(0))
        };
        let ty = self.module.ty(stored).clone();
        let mut draft = StmtDraft::new(frame, self.stmt_name(store));
        let condition = self.value(&mut draft, condition)?;
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
            operands: vec![condition, new, old],
        };
        let node = draft.node(select, &ty, span);
        draft.write(written, node);
        draft.may = true;
        if !(self.are_plain(store) && self.are_within(&draft)?) {
            let message = "a guarded access that may be undefined where it does not run has no model";
            return Err(unsupported("data-dependent-condition", message, span));
        }
        leaf(self.push_stmt(draft, store)?)
    }

    /// Whether the store and the loads beside it need nothing to be defined but elements of their arrays: no shape of a
    /// view, no alignment.
    fn are_plain(&self, store: OpId) -> bool {
        let block = self.module.op(store).parent;
        let ops = block.map_or(&[][..], |block| &self.module.block(block).ops);
        ops.iter().all(|op| {
            let data = self.module.op(*op);
            let memref = data.info().element().map(|element| data.operand(element.array));
            data.attr("alignment").is_none() && memref.is_none_or(|memref| !self.shows_other_shape(memref))
        })
    }

    /// Whether all that a statement touches exists and holds something, in all iterations.
    fn are_within(&self, draft: &StmtDraft) -> Fallible<bool> {
        let known = self.known()?;
        let domain = draft.frame.domain.clone().set_tuple_name(&draft.name)?;
        for access in &draft.accesses {
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
    /// The store that is all that an `scf.if` does, besides loads and what can be computed anywhere.
    pub(super) fn guarded_store(&self, op: OpId) -> Option<OpId> {
        let module = self.module;
        let data = module.op(op);
        let is_empty = |block: BlockId| module.block(block).ops.len() == 1;
        if data.name != "scf.if" || !data.results.is_empty() || !module.only_block(op, 1).is_none_or(is_empty) {
            return None;
        }
        let ops = &module.block(module.only_block(op, 0)?).ops;
        let is_store = |op: &OpId| matches!(module.op(*op).name.as_str(), "affine.store" | "memref.store");
        let mut stores = ops.iter().copied().filter(is_store);
        let (store, None) = (stores.next()?, stores.next()) else {
            return None;
        };
        let anywhere = |inner: OpId| {
            let data = module.op(inner);
            let plain = computes(module, inner) && data.regions.is_empty() && module.undefined(inner).next().is_none();
            plain || is_load(&data.name)
        };
        let before = ops.iter().copied().take_while(|inner| *inner != store);
        let is_last = ops.len() >= 2 && ops[ops.len() - 2] == store;
        (is_last && before.into_iter().all(anywhere)).then_some(store)
    }
}
