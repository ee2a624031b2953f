//! Calls of functions without a body that say what they touch: one statement without a payload.

use super::payload::Draft;
use super::{Extractor, Fallible, Frame, unsupported, unsupported_help};
use crate::scop::{Access, AccessKind};
use polyvet_ir::effects::{Effect, EffectKind, EffectRelation, effects};
use polyvet_ir::{Attr, OpId, ValueId, func_named};
use polyvet_poly::{DimKind, Map, PwAff, Schedule, Set};

impl Extractor<'_> {
    /// `func.call` of a function that says what it touches.
    pub(super) fn call(&mut self, op: OpId, frame: &Frame) -> Fallible<Schedule> {
        let module = self.module;
        let data = module.op(op);
        let name = match data.attr("callee") {
            Some(Attr::Symbol(path)) => path.last().cloned().unwrap_or_default(),
            _ => String::new(),
        };
        let callee = func_named(module, &name);
        let touched = callee.map(|callee| effects(module, callee));
        let list = match touched {
            Some(Ok(Some(list))) => list,
            Some(Err(what)) => return Err(unsupported("bad-effect", format!("`@{name}`: {what}"), data.span)),
            _ => {
                let message = format!("nothing says what `@{name}` reads and writes");
                let help = "declare it with `reads: {..} writes: {..}`, or name a file with `--effects`";
                return Err(unsupported_help("unmodelled-op", message, data.name_span, help));
            }
        };
        if let Some(tensor) = data
            .operands
            .iter()
            .find(|operand| module.ty(operand.value).is_tensor())
        {
            let message = format!("`@{name}` gets a tensor; what it touches is said of memrefs only");
            return Err(unsupported("unmodelled-op", message, tensor.span));
        }
        let mut draft = Draft::new(frame, self.stmt_name(op));
        // What it computes is not known.
        draft.exact = false;
        for operand in &data.operands {
            if !module.ty(operand.value).is_memref() {
                self.depend(&mut draft, operand.value)?;
            }
        }
        for effect in &list {
            let access = self.effect(&draft, op, effect)?;
            draft.accesses.push(access);
        }
        super::walk::leaf(self.push_stmt(draft, op)?)
    }

    fn effect(&mut self, draft: &Draft, op: OpId, effect: &Effect) -> Fallible<Access> {
        let operands: Vec<ValueId> = self.module.op(op).operand_values().collect();
        let span = self.module.op(op).operands[effect.arg].span;
        let mut kind = match effect.kind {
            EffectKind::Read | EffectKind::MayRead => AccessKind::Read,
            EffectKind::Write => AccessKind::MustWrite,
            EffectKind::MayWrite => AccessKind::MayWrite,
        };
        let operand = operands[effect.arg];
        let rank = self.module.ty(operand).shape().map_or(0, <[_]>::len);
        // The iterations with a subscript for each dimension: a point for each element.
        let mut wide = draft.frame.clone();
        let depth = wide.dims.len();
        wide.domain = wide.domain.add_dims(DimKind::Set, rank)?;
        wide.dims.extend((0..rank).map(|n| format!("element{n}")));
        let subscripts = (0..rank)
            .map(|n| self.variable(&wide, depth + n))
            .collect::<Fallible<Vec<PwAff>>>()?;
        for (n, subscript) in subscripts.iter().enumerate() {
            let extent = self.extent(operand, n, span)?.on(self, &wide)?;
            let inside = subscript
                .clone()
                .ge_set(self.number(&wide, 0)?)?
                .intersect(subscript.clone().lt_set(extent)?)?;
            wide.domain = wide.domain.intersect(inside)?;
        }
        if let Some(relation) = &effect.relation {
            match self.condition_of(relation, &operands, &subscripts, &wide, span) {
                Ok(condition) => wide.domain = wide.domain.intersect(condition)?,
                // Which elements it is depends on data: perhaps any.
                Err(super::ExtractError::Unsupported(_)) if kind == AccessKind::MustWrite => {
                    kind = AccessKind::MayWrite
                }
                Err(super::ExtractError::Unsupported(_)) => {}
                Err(other) => return Err(other),
            }
        }
        let (array, subscripts) = self.resolve(operand, subscripts, &wide, span)?;
        let named = Draft::new(&wide, draft.name.clone());
        let all = self.relation(&named, array, subscripts)?;
        let domain = wide.domain.set_tuple_name(&draft.name)?;
        let relation = without_elements(all.intersect_domain(domain)?, depth, rank, draft)?;
        Ok(Access {
            kind,
            array,
            relation,
            span,
        })
    }

    /// The points at which a relation holds.
    fn condition_of(
        &mut self,
        relation: &EffectRelation,
        operands: &[ValueId],
        subscripts: &[PwAff],
        wide: &Frame,
        span: polyvet_ir::Span,
    ) -> Fallible<Set> {
        let value = |extractor: &mut Self, at: &usize| extractor.index(operands[*at], wide);
        let mut dims = relation
            .at
            .iter()
            .map(|at| value(self, at))
            .collect::<Fallible<Vec<_>>>()?;
        dims.extend(subscripts.iter().cloned());
        let symbols = relation
            .symbols
            .iter()
            .map(|at| value(self, at))
            .collect::<Fallible<Vec<_>>>()?;
        let mut all = wide.domain.clone();
        for (expr, is_equality) in &relation.set.constraints {
            let difference = self.affine(expr, &dims, &symbols, wide, span)?;
            let zero = self.number(wide, 0)?;
            let holds = if *is_equality {
                difference.eq_set(zero)?
            } else {
                difference.ge_set(zero)?
            };
            all = all.intersect(holds)?;
        }
        Ok(all)
    }
}

/// `{ S[i, x] -> A[x] }` as `{ S[i] -> A[x] }`.
fn without_elements(map: Map, depth: usize, rank: usize, draft: &Draft) -> Fallible<Map> {
    let array = map.tuple_name(DimKind::Out)?;
    let mut map = map
        .project_out(DimKind::In, depth, rank)?
        .set_tuple_name(DimKind::In, &draft.name)?;
    for (at, dim) in draft.frame.dims.iter().enumerate() {
        map = map.set_dim_name(DimKind::In, at, dim)?;
    }
    Ok(match array {
        Some(name) => map.set_tuple_name(DimKind::Out, &name)?,
        None => map,
    })
}
