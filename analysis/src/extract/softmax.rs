//! `linalg.softmax`: along one dimension `exp(x - max) / sum(exp(x - max))`, as MLIR decomposes it: the greatest element
//! by `maxnumf` from a NaN on, the sum of exponentials from 0 on, and a quotient for each element. Of the output only
//! the shape counts.

use super::payload::StmtDraft;
use super::tensors::in_order;
use super::{Extractor, Fallible, LoopFrame, unsupported};
use crate::ids::ArrayId;
use crate::scop::{Access, AccessKind, Array, ArrayKind, PayloadKind};
use polyvet_ir::{Attr, Attrs, OpId, Span, Type, ValueId};
use polyvet_poly::{PwAff, Schedule};

/// An operation on floats of the model.
fn apply(name: &str, operands: Vec<usize>) -> PayloadKind {
    PayloadKind::Op {
        name: name.to_owned(),
        properties: Attrs::default(),
        operands,
    }
}

/// The NaN that MLIR starts a `maxnumf` with: negative and quiet.
fn nan(ty: &Type) -> Option<Attr> {
    let Type::Float(kind) = ty else { return None };
    Some(Attr::Float {
        bits: kind.sign() | kind.nan(),
        ty: ty.clone(),
    })
}

/// Where a `linalg.softmax` is, and of what.
struct SoftmaxPlace {
    span: Span,
    elem: Type,
}

/// What each element needs of those before.
struct SoftmaxKept {
    greatest: ArrayId,
    numerators: ArrayId,
    sum: ArrayId,
}

#[derive(Clone, Copy)]
enum SoftmaxPart {
    Greatest,
    Numerators,
    Sum,
    Quotients,
}

impl Extractor<'_> {
    pub(super) fn softmax(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let span = data.span;
        let refuse = || unsupported("malformed-op", "this `linalg.softmax` is not well formed", span);
        let dim = data.attr("dimension").and_then(Attr::as_i64);
        let dim = dim.and_then(|dim| usize::try_from(dim).ok()).ok_or_else(refuse)?;
        let [input, output] = data.operand_values().collect::<Vec<_>>()[..] else {
            return Err(refuse());
        };
        let elem = self.module.ty(input).elem().clone();
        let start = nan(&elem).ok_or_else(refuse)?;
        let extents = self.extents(input, span)?;
        if dim >= extents.len() || self.module.ty(output).shape().map(<[_]>::len) != Some(extents.len()) {
            return Err(refuse());
        }
        for (at, extent) in extents.iter().enumerate() {
            let there = self.extent(output, at, span)?;
            self.agree(*extent, there, frame, span)?;
        }
        let mut all = None;
        let target = self.targets(op, &[output], &[false], frame, &mut all)?[0];
        let place = SoftmaxPlace { span, elem };
        let kept: Vec<_> = extents
            .iter()
            .copied()
            .enumerate()
            .filter(|(at, _)| *at != dim)
            .map(|(_, extent)| extent)
            .collect();
        let first = frame.dims.len();
        let [greatest, sum] = ["max", "sum"].map(|name| self.temporary(name, first + kept.len(), &place));
        let numerators = self.temporary("exp", first + extents.len(), &place);
        let zero = Attr::Float {
            bits: 0,
            ty: place.elem.clone(),
        };
        for (array, value) in [(greatest, start), (sum, zero)] {
            let inner = self.region_loops(op, frame, &kept)?;
            let mut draft = StmtDraft::new(&inner, self.stmt_name(op));
            let node = draft.node(PayloadKind::Const(value), &place.elem, span);
            let subscripts = self.facts.variables(&inner, 0)?;
            self.keep_in(&mut draft, array, &subscripts, node, span)?;
            all = Some(in_order(all, self.region_done(op, draft, first)?)?);
        }
        let arrays = SoftmaxKept {
            greatest,
            numerators,
            sum,
        };
        for part in [
            SoftmaxPart::Greatest,
            SoftmaxPart::Numerators,
            SoftmaxPart::Sum,
            SoftmaxPart::Quotients,
        ] {
            let inner = self.region_loops(op, frame, &extents)?;
            let mut draft = StmtDraft::new(&inner, self.stmt_name(op));
            let subscripts = self.facts.variables(&inner, 0)?;
            let mut row = subscripts.clone();
            row.remove(first + dim);
            let at = (&subscripts[..], &row[..], &subscripts[first..]);
            self.part(&mut draft, part, (input, output, target), &arrays, at, &place)?;
            all = Some(in_order(all, self.region_done(op, draft, first)?)?);
        }
        all.ok_or_else(refuse)
    }

    /// `max = maxnumf(x, max)`, `exp = exp(x - max)`, `sum = exp + sum`, or `exp / sum`, at `subscripts` of all loops, in
    /// this row, at this element.
    fn part(
        &mut self,
        draft: &mut StmtDraft,
        part: SoftmaxPart,
        (input, output, target): (ValueId, ValueId, ArrayId),
        arrays: &SoftmaxKept,
        (subscripts, row, element): (&[PwAff], &[PwAff], &[PwAff]),
        place: &SoftmaxPlace,
    ) -> Fallible<()> {
        let span = place.span;
        if matches!(part, SoftmaxPart::Greatest | SoftmaxPart::Numerators) {
            let access = self.element(draft, input, None, element.to_vec(), AccessKind::Read, span)?;
            let x = draft.read(access, &place.elem);
            let max = self.kept_value(draft, arrays.greatest, row, place)?;
            if matches!(part, SoftmaxPart::Greatest) {
                let node = draft.node(apply("arith.maxnumf", vec![x, max]), &place.elem, span);
                return self.keep_in(draft, arrays.greatest, row, node, span);
            }
            let less = draft.node(apply("arith.subf", vec![x, max]), &place.elem, span);
            let node = draft.node(apply("math.exp", vec![less]), &place.elem, span);
            return self.keep_in(draft, arrays.numerators, subscripts, node, span);
        }
        let numerator = self.kept_value(draft, arrays.numerators, subscripts, place)?;
        let total = self.kept_value(draft, arrays.sum, row, place)?;
        if matches!(part, SoftmaxPart::Sum) {
            let node = draft.node(apply("arith.addf", vec![numerator, total]), &place.elem, span);
            return self.keep_in(draft, arrays.sum, row, node, span);
        }
        let node = draft.node(apply("arith.divf", vec![numerator, total]), &place.elem, span);
        let write = self.element(
            draft,
            output,
            Some(target),
            element.to_vec(),
            AccessKind::MustWrite,
            span,
        )?;
        draft.write(write, node);
        Ok(())
    }

    /// An array for what the operation keeps, with a dimension for each loop.
    fn temporary(&mut self, name: &str, rank: usize, place: &SoftmaxPlace) -> ArrayId {
        self.draft.arrays.push_and_get_key(Array {
            name: self.naming.names.unique(name),
            elem: place.elem.clone(),
            extents: vec![None; rank],
            kind: ArrayKind::Register,
            value: None,
            symbol: None,
            versions: Vec::new(),
            may_be_unwritten: false,
            layout: None,
            space: None,
            span: place.span,
        })
    }

    fn kept_value(
        &self,
        draft: &mut StmtDraft,
        array: ArrayId,
        subscripts: &[PwAff],
        place: &SoftmaxPlace,
    ) -> Fallible<usize> {
        let access = self.kept_access(draft, array, subscripts, AccessKind::Read, place.span)?;
        Ok(draft.read(access, &place.elem))
    }

    fn keep_in(
        &self,
        draft: &mut StmtDraft,
        array: ArrayId,
        subscripts: &[PwAff],
        node: usize,
        span: Span,
    ) -> Fallible<()> {
        let access = self.kept_access(draft, array, subscripts, AccessKind::MustWrite, span)?;
        draft.write(access, node);
        Ok(())
    }

    fn kept_access(
        &self,
        draft: &StmtDraft,
        array: ArrayId,
        subscripts: &[PwAff],
        kind: AccessKind,
        span: Span,
    ) -> Fallible<Access> {
        Ok(Access {
            kind,
            array,
            relation: self.relation(draft, array, subscripts.to_vec())?,
            span,
        })
    }
}
