//! Updates of one element as a whole: `memref.atomic_rmw`, and `memref.generic_atomic_rmw` around a region. Iterations
//! that run at the same time may do them to one element, and where all accumulate with one combiner and nobody asks what
//! was there before, in any order.
//!
//! Comparisons of values take parallel iterations in the order of the program, which is only one of many here. So there
//! such updates have no model.

use super::defined::{OperandSource, both};
use super::facts::Facts;
use super::payload::StmtDraft;
use super::walk::leaf;
use super::{Extractor, Fallible, LoopFrame, unsupported};
use crate::scop::{AccessKind, PayloadKind};
use polyvet_ir::{Attr, Attrs, OpId, ValueId};
use polyvet_poly::Schedule;

/// The operations that `kind` of `memref.atomic_rmw` numbers; the one that is left out stores without a look.
const KINDS: [Option<&str>; 16] = [
    Some("arith.addf"),
    Some("arith.addi"),
    Some("arith.andi"),
    None,
    Some("arith.maximumf"),
    Some("arith.maxnumf"),
    Some("arith.maxsi"),
    Some("arith.maxui"),
    Some("arith.minimumf"),
    Some("arith.minnumf"),
    Some("arith.minsi"),
    Some("arith.minui"),
    Some("arith.mulf"),
    Some("arith.muli"),
    Some("arith.ori"),
    Some("arith.xori"),
];

impl Extractor<'_> {
    /// The statement of an atomic update.
    pub(super) fn atomic(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        if self.request.on_data {
            let message = format!("`{}` has no model whose values can be compared", data.name);
            return Err(unsupported("unmodelled-op", message, data.name_span));
        }
        let (result, span) = (data.results[0], data.span);
        let ty = self.module.ty(result).clone();
        let mut draft = StmtDraft::new(frame, self.stmt_name(op));
        let read = self.subscript(&mut draft, op, AccessKind::Read)?;
        let mut written = read.clone();
        written.kind = match draft.may {
            true => AccessKind::MayWrite,
            false => AccessKind::MustWrite,
        };
        let old = draft.read(read, &ty);
        let (new, needs) = match data.regions.is_empty() {
            true => (self.updated_by_kind(&mut draft, op, old)?, None),
            false => self.updated_by_region(&mut draft, op, old, frame)?,
        };
        draft.write(written, new);
        if self.facts.is_used(result) {
            let register = self.new_register(result, frame.kept_rank());
            let access = self.register_access(&draft, register, AccessKind::MustWrite, span)?;
            draft.write(access, old);
        }
        draft.atomic = true;
        let update = leaf(self.push_stmt(draft, op)?)?;
        Ok(both(needs, Some(update))?.expect("a statement"))
    }

    fn updated_by_kind(&mut self, draft: &mut StmtDraft, op: OpId, old: usize) -> Fallible<usize> {
        let data = self.module.op(op);
        let value = data.operand(0);
        let given = self.value(draft, value)?;
        let kind = data.attr("kind").and_then(Attr::as_i64);
        let known = kind.and_then(|kind| KINDS.get(usize::try_from(kind).ok()?));
        Ok(match known {
            Some(Some(name)) => {
                let node = PayloadKind::Op {
                    name: (*name).to_owned(),
                    properties: Attrs::default(),
                    operands: vec![old, given],
                };
                draft.node(node, self.module.ty(value), data.span)
            }
            Some(None) => given,
            None => return Err(unsupported("malformed-op", "no kind of an atomic update", data.span)),
        })
    }

    fn updated_by_region(
        &mut self,
        draft: &mut StmtDraft,
        op: OpId,
        old: usize,
        frame: &LoopFrame,
    ) -> Fallible<(usize, Option<Schedule>)> {
        let module = self.module;
        let malformed = || unsupported("malformed-op", "this update is not well formed", module.op(op).span);
        let body = module.only_block(op, 0).ok_or_else(malformed)?;
        self.facts.without_effects(body)?;
        let [arg] = module.block(body).args[..] else {
            return Err(malformed());
        };
        draft.known.insert(arg, old);
        let needs = self.oblige_all(body, frame, OperandSource::Inside(draft))?;
        let (_, values) = self.facts.terminator(body);
        let value = *values.first().ok_or_else(malformed)?;
        Ok((self.value(draft, value)?, needs))
    }
}

impl Facts<'_> {
    fn is_used(&self, value: ValueId) -> bool {
        self.users.get(&value).is_some_and(|users| !users.is_empty())
    }
}
