//! Tensors that are looked up by data: `tensor.gather`, `tensor.scatter`, packings by tiles that are numbers of a run. There
//! is no exact model, so where bounds are asked for, each instance may touch all elements that it might: those that agree
//! with it in the dimensions which are not looked up.

use super::payload::StmtDraft;
use super::tensors::in_order;
use super::walk::leaf;
use super::{Extractor, Fallible, LoopFrame, unsupported};
use crate::scop::AccessKind;
use polyvet_ir::{Attr, OpId, ValueId};
use polyvet_poly::{PwAff, Schedule};

/// For each dimension of an operand the loop whose value is its subscript; any subscript where there is none.
type LoopOfDim = Vec<Option<usize>>;

impl Extractor<'_> {
    /// What such an operation may touch; `None` for others, and where the model has to be exact.
    pub(super) fn lookup(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        if !self.request.may {
            return Ok(None);
        }
        let data = self.module.op(op);
        let rank = |at: usize| self.module.ty(data.operand(at)).shape().map_or(0, <[_]>::len);
        let list = |name: &str| -> Vec<usize> {
            let list = data.attr(name).and_then(Attr::as_i64s).unwrap_or_default();
            list.into_iter().filter_map(|dim| usize::try_from(dim).ok()).collect()
        };
        let result = data.results.first().copied();
        let Some(result) = result.filter(|result| self.module.ty(*result).shape().is_some()) else {
            return Ok(None);
        };
        let results = self.module.ty(result).shape().map_or(0, <[_]>::len);
        Ok(match data.name.as_str() {
            "tensor.gather" => {
                let (source, indices) = (data.operand(0), data.operand(1));
                let batch = rank(1).saturating_sub(1);
                let looked_up = window(rank(0), &list("gather_dims"), batch, results);
                let reads = [(source, looked_up), (indices, batch_and_any(batch))];
                Some(self.touched_by_result(op, (result, &reads), frame)?)
            }
            "tensor.scatter" => {
                let (source, dest, indices) = (data.operand(0), data.operand(1), data.operand(2));
                let batch = rank(2).saturating_sub(1);
                let looked_up = window(rank(1), &list("scatter_dims"), batch, rank(0));
                Some(self.scattered(
                    op,
                    (source, dest, result),
                    ((indices, batch_and_any(batch)), looked_up),
                    frame,
                )?)
            }
            "linalg.pack" | "linalg.unpack" => {
                let is_pack = data.name == "linalg.pack";
                let source = data.operand(0);
                let (tiled, mut order) = (list("inner_dims_pos"), list("outer_dims_perm"));
                let whole = if is_pack { rank(0) } else { results };
                if order.is_empty() {
                    order = (0..whole).collect();
                }
                // Dimension `order[n]` of the tensor that is not packed is outer dimension `n` of the other.
                let reads = match is_pack {
                    true => { 0..whole }
                        .map(|dim| {
                            order
                                .iter()
                                .position(|one| *one == dim)
                                .filter(|_| !tiled.contains(&dim))
                        })
                        .collect(),
                    false => {
                        let outer = order.iter().map(|dim| Some(*dim).filter(|dim| !tiled.contains(dim)));
                        outer.chain(tiled.iter().map(|_| None)).collect()
                    }
                };
                Some(self.touched_by_result(op, (result, &[(source, reads)]), frame)?)
            }
            _ => None,
        })
    }

    /// Each element of the result is computed from elements of some operands.
    fn touched_by_result(
        &mut self,
        op: OpId,
        (result, reads): (ValueId, &[(ValueId, LoopOfDim)]),
        frame: &LoopFrame,
    ) -> Fallible<Schedule> {
        let span = self.module.op(op).span;
        let to = self.fresh_tensor(result, frame)?;
        let extents = self.extents(result, span)?;
        let inner = self.region_loops(op, frame, &extents)?;
        let at = self.facts.variables(&inner, frame.dims.len())?;
        let mut draft = StmtDraft::new(&inner, self.stmt_name(op));
        for (operand, loops) in reads {
            self.somewhere_in(&mut draft, (*operand, loops, &at), AccessKind::Read, op)?;
        }
        let write = self.element(&draft, result, Some(to), at, AccessKind::MustWrite, span)?;
        draft.accesses.push(write);
        self.closed(op, draft, (frame, &inner))
    }

    /// The destination, and elements of the source somewhere in it.
    fn scattered(
        &mut self,
        op: OpId,
        (source, dest, result): (ValueId, ValueId, ValueId),
        ((indices, batch), place): ((ValueId, LoopOfDim), LoopOfDim),
        frame: &LoopFrame,
    ) -> Fallible<Schedule> {
        let span = self.module.op(op).span;
        let from = self.tensor(dest, span)?;
        let to = self.fresh_tensor(result, frame)?;
        let copy = self.copy_whole(op, (dest, from), to, frame)?;
        let extents = self.extents(source, span)?;
        let inner = self.region_loops(op, frame, &extents)?;
        let at = self.facts.variables(&inner, frame.dims.len())?;
        let mut draft = StmtDraft::new(&inner, self.stmt_name(op));
        let whole: LoopOfDim = (0..at.len()).map(Some).collect();
        self.somewhere_in(&mut draft, (source, &whole, &at), AccessKind::Read, op)?;
        self.somewhere_in(&mut draft, (indices, &batch, &at), AccessKind::Read, op)?;
        self.somewhere_in(&mut draft, (result, &place, &at), AccessKind::MayWrite, op)?;
        in_order(Some(copy), self.closed(op, draft, (frame, &inner))?)
    }

    /// An access to all elements of an operand that agree with the loops.
    fn somewhere_in(
        &mut self,
        draft: &mut StmtDraft,
        (operand, loops, at): (ValueId, &LoopOfDim, &[PwAff]),
        kind: AccessKind,
        op: OpId,
    ) -> Fallible<()> {
        let span = self.module.op(op).span;
        let depth = draft.frame.dims.len();
        let (mut wide, elements) = self.each_element(&draft.frame, operand, span)?;
        if elements.len() != loops.len() {
            return Err(unsupported(
                "malformed-op",
                "the shapes of this operation do not fit",
                span,
            ));
        }
        for (element, of) in elements.iter().zip(loops) {
            if let Some(value) = of.and_then(|of| at.get(of)) {
                let value = value
                    .clone()
                    .insert_dims(polyvet_poly::DimKind::In, depth, elements.len())?;
                wide.domain = wide.domain.intersect(element.clone().eq_set(value)?)?;
            }
        }
        let access = self.touched(draft, wide, (operand, elements), kind, span)?;
        draft.accesses.push(access);
        Ok(())
    }

    /// The statement in its loops, as an upper bound.
    fn closed(
        &mut self,
        op: OpId,
        mut draft: StmtDraft,
        (frame, inner): (&LoopFrame, &LoopFrame),
    ) -> Fallible<Schedule> {
        draft.exact = false;
        draft.may = true;
        let mut schedule = leaf(self.push_stmt(draft, op)?)?;
        for at in (frame.dims.len()..inner.dims.len()).rev() {
            schedule = self.band(schedule, inner.loops[at], at)?;
        }
        Ok(schedule)
    }
}

/// The dimensions of a tensor of `rank` of which `looked_up` are, and the others follow `batch` dimensions of a tensor of
/// rank `other`, which may have those that are looked up as dimensions of extent 1.
fn window(rank: usize, looked_up: &[usize], batch: usize, other: usize) -> LoopOfDim {
    let keeps_all = other == batch + rank;
    let mut next = batch;
    let mut loop_of = |dim: usize| {
        let is_looked_up = looked_up.contains(&dim);
        let at = next;
        next += usize::from(keeps_all || !is_looked_up);
        (!is_looked_up).then_some(at)
    };
    (0..rank).map(&mut loop_of).collect()
}

/// All indices of an element: the last dimension holds one for each dimension that is looked up.
fn batch_and_any(batch: usize) -> LoopOfDim {
    (0..batch).map(Some).chain([None]).collect()
}
