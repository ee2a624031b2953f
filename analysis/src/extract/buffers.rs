//! What holds of buffers beside their contents: which one a function returns, and what is promised of addresses.

use super::facts::Facts;
use super::payload::StmtDraft;
use super::tensors::is_view;
use super::{ExtractError, Extractor, Fallible, LoopFrame};
use crate::scop::{Aligned, ReturnedBuffer, Root};
use polyvet_ir::{Attr, OpId, ValueId};
use polyvet_poly::{DimKind, Map, PwAff, Set};

impl Extractor<'_> {
    /// Notes which buffer a result of the function is.
    pub(super) fn note_returned(&mut self, op: OpId, value: ValueId, frame: &LoopFrame) -> Fallible<()> {
        let mut returned = None;
        if self.module.ty(value).is_memref() {
            let (root, through) = self.facts.root(value);
            let shown = if through {
                self.shown_by(op, value, frame)?
            } else {
                None
            };
            let root = if through && shown.is_none() {
                Root::Unknown
            } else {
                root
            };
            let alignment = self.facts.alignment(value);
            returned = Some(ReturnedBuffer { root, shown, alignment });
        }
        self.draft.buffers.returned.push(returned);
        Ok(())
    }

    /// `{ [v] -> A[x] }`: the elements of its buffer that a view shows; `None` if that has no model.
    fn shown_by(&mut self, op: OpId, value: ValueId, frame: &LoopFrame) -> Fallible<Option<Map>> {
        let span = self.module.op(op).span;
        let found = self.each_element(frame, value, span).and_then(|(wide, subscripts)| {
            let (array, subscripts) = self.resolve(value, subscripts, &wide, span)?;
            let relation = self.relation(&StmtDraft::new(&wide, String::new()), array, subscripts)?;
            Ok(relation.reset_tuple_id(DimKind::In)?.intersect_domain(wide.domain)?)
        });
        modelled(found)
    }

    /// Notes the addresses of which `op` promises that they are multiples of a number of bytes.
    pub(super) fn note_alignment(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<()> {
        let data = self.module.op(op);
        let Some(bytes) = data.attr("alignment").and_then(Attr::as_i64) else {
            return Ok(());
        };
        let (memref, scalar) = match data.name.as_str() {
            "memref.assume_alignment" => (data.operand(0), false),
            "memref.load" => (data.operand(0), true),
            "memref.store" => (data.operand(1), true),
            "vector.load" | "vector.maskedload" | "vector.maskedstore" => (data.operand(0), true),
            "vector.store" => (data.operand(1), true),
            _ => return Ok(()),
        };
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        // Elements are at multiples of their own size.
        if bytes <= self.module.ty(memref).elem().elem_bytes().unwrap_or(1) {
            return Ok(());
        }
        let found = self.aligned_elements(op, memref, scalar, frame);
        let elements = modelled(found)?;
        let (root, through) = self.facts.root(memref);
        let made = if through { 1 } else { self.facts.alignment(memref) };
        self.draft.buffers.aligned.push(Aligned {
            root,
            bytes,
            made,
            elements,
            sure: frame.exact,
            span: data.span,
        });
        Ok(())
    }

    fn aligned_elements(&mut self, op: OpId, memref: ValueId, scalar: bool, frame: &LoopFrame) -> Fallible<Set> {
        let data = self.module.op(op);
        let rank = self.module.ty(memref).shape().map_or(0, <[_]>::len);
        let subscripts: Vec<PwAff> = if scalar {
            let at = data.operand_values().position(|operand| operand == memref).unwrap_or(0);
            let operands: Vec<_> = data.operand_values().skip(at + 1).take(rank).collect();
            operands
                .into_iter()
                .map(|value| self.index(value, frame))
                .collect::<Fallible<_>>()?
        } else {
            (0..rank).map(|_| self.number(frame, 0)).collect::<Fallible<_>>()?
        };
        let (array, subscripts) = self.resolve(memref, subscripts, frame, data.span)?;
        let relation = self.relation(&StmtDraft::new(frame, "aligned".to_owned()), array, subscripts)?;
        let domain = frame.domain.clone().set_tuple_name("aligned")?;
        Ok(relation.intersect_domain(domain)?.range()?.set_tuple_name("buffer")?)
    }
}

impl Facts<'_> {
    /// The buffer behind a memref, and whether it is seen through a view.
    fn root(&self, value: ValueId) -> (Root, bool) {
        let (mut value, mut through) = (value, false);
        loop {
            if let Some(init) = self.kept(value) {
                value = init;
                continue;
            }
            if let Some(at) = self.argument(value) {
                return (Root::Argument(at), through);
            }
            let Some(op) = self.module.defining_op(value) else {
                return (Root::Unknown, through);
            };
            let data = self.module.op(op);
            let root = match data.name.as_str() {
                "memref.assume_alignment" => {
                    value = data.operand(0);
                    continue;
                }
                "memref.view" => Root::Unknown,
                _ if is_view(data) => {
                    (value, through) = (data.operand(0), true);
                    continue;
                }
                "memref.alloc" | "bufferization.clone" => Root::Fresh(value),
                "memref.alloca" => Root::Stack,
                "memref.get_global" => {
                    let path =
                        { self.module.resolve_attr(op, "name") }.and_then(|global| self.module.symbol_path(global));
                    path.map_or(Root::Unknown, Root::Global)
                }
                _ => Root::Unknown,
            };
            return (root, through);
        }
    }

    /// What the allocation of a buffer makes its address a multiple of, in bytes.
    fn alignment(&self, value: ValueId) -> u64 {
        let op = self.module.defining_op(value).map(|op| self.module.op(op));
        let made = op.filter(|op| matches!(op.name.as_str(), "memref.alloc" | "memref.alloca"));
        let bytes = made.and_then(|op| op.attr("alignment")).and_then(Attr::as_i64);
        bytes.and_then(|bytes| u64::try_from(bytes).ok()).unwrap_or(1)
    }
}

fn modelled<T>(found: Fallible<T>) -> Fallible<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(ExtractError::Unsupported(_)) => Ok(None),
        Err(other) => Err(other),
    }
}
