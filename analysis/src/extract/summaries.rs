//! Calls of functions whose body is there, as what the body may touch.
//!
//! The body is modelled as a function of its own. What all of its statements together reach of the buffers it is given,
//! over its arguments and their extents, is what a call may read and write there: an upper bound, which says nothing
//! about order, nor about values. So a search that stops early keeps the rows of a matrix apart (Rationale, "Non-affine
//! control flow": such an analysis depends on where the call is).

use super::payload::{StmtDraft, tuple};
use super::{ExtractOptions, Extractor, Fallible, LoopFrame, unsupported};
use crate::ParamOrigin;
use crate::scop::{AccessKind, ArrayKind, Scop};
use polyvet_ir::{OpId, Span, ValueId};
use polyvet_poly::{DimKind, Set};

/// Functions that call each other deeper than this may touch anything.
const DEPTH_MAX: usize = 8;

/// What a function may do to an argument.
struct ArgumentTouch {
    /// The argument.
    at: usize,
    kind: AccessKind,
    /// `[p] -> { [x] }`
    elements: Set,
}

impl Extractor<'_> {
    /// The accesses of a call of `callee`.
    pub(super) fn called(&mut self, op: OpId, callee: OpId, draft: &mut StmtDraft) -> Fallible<()> {
        let module = self.module;
        let span = module.op(op).name_span;
        let name = module.symbol_name(callee).unwrap_or_default();
        if self.request.callers.len() == DEPTH_MAX || self.request.callers.contains(&callee) {
            return Err(unsupported("unmodelled-op", format!("`@{name}` calls itself"), span));
        }
        let mut callers = self.request.callers.clone();
        callers.push(callee);
        let options = ExtractOptions {
            may: true,
            ..ExtractOptions::default()
        };
        let scop = super::extract_called(module, callee, &self.ctx, &options, callers)?;
        let touches = touches(&scop, span)?;
        for reason in &scop.inexact {
            if !self.draft.inexact.iter().any(|known| known.span == reason.span) {
                self.draft.inexact.push(reason.clone());
            }
        }
        let operands: Vec<ValueId> = module.op(op).operand_values().collect();
        for touch in touches {
            let (mut wide, subscripts) = self.each_element(&draft.frame, operands[touch.at], span)?;
            let reached = self.at_call(&scop, touch.elements, &operands, &wide, span)?;
            wide.domain = wide.domain.intersect(reached)?;
            let access = self.touched(draft, wide, (operands[touch.at], subscripts), touch.kind, span)?;
            draft.accesses.push(access);
        }
        draft.may = true;
        Ok(())
    }

    /// `[p] -> { [x] }` of the callee over the iterations of `wide`, whose last dimensions are `x`.
    fn at_call(
        &mut self,
        scop: &Scop,
        elements: Set,
        operands: &[ValueId],
        wide: &LoopFrame,
        span: Span,
    ) -> Fallible<Set> {
        let mut elements = elements.reset_tuple_id()?;
        let rank = elements.dim(DimKind::Set)?;
        let mut values = Vec::new();
        // The last first, so that positions stay.
        for at in (0..elements.dim(DimKind::Param)?).rev() {
            let name = elements.dim_name(DimKind::Param, at)?;
            let param = scop.params.iter().find(|param| Some(&param.name) == name.as_ref());
            let place = |value: ValueId| scop.args.iter().position(|arg| *arg == value);
            let found = match param.map(|param| param.origin) {
                Some(ParamOrigin::Value(value)) => place(value).map(|arg| self.index(operands[arg], wide)),
                Some(ParamOrigin::Extent { value, dim }) => match place(value) {
                    Some(arg) => Some(self.extent(operands[arg], dim, span)?.on(self, wide)),
                    None => None,
                },
                _ => None,
            };
            match found {
                Some(Err(super::ExtractError::Unsupported(_))) | None => {
                    elements = elements.project_out(DimKind::Param, at, 1)?;
                }
                Some(found) => {
                    elements = elements.move_dims(DimKind::Set, 0, DimKind::Param, at, 1)?;
                    values.insert(0, found?);
                }
            }
        }
        let depth = wide.dims.len() - rank;
        for at in depth..wide.dims.len() {
            values.push(self.facts.variable(wide, at)?);
        }
        Ok(elements.preimage_multi_pw_aff(tuple(wide.domain.space()?, values)?)?)
    }
}

/// What the statements of a function may do to its arguments, one of each kind at most.
fn touches(scop: &Scop, span: Span) -> Fallible<Vec<ArgumentTouch>> {
    let mut touches: Vec<ArgumentTouch> = Vec::new();
    for stmt in &scop.stmts {
        for access in &stmt.accesses {
            let array = &scop.arrays[access.array];
            let argument = array
                .value
                .and_then(|value| scop.args.iter().position(|arg| *arg == value));
            let at = match (array.kind, argument) {
                (ArrayKind::Register | ArrayKind::Local | ArrayKind::Output, None) => continue,
                (_, Some(at)) if array.layout.is_none() => at,
                _ => {
                    let message = format!("`@{}` touches `{}`, which is no plain argument", scop.name, array.name);
                    return Err(unsupported("unmodelled-op", message, span));
                }
            };
            let kind = match access.kind {
                AccessKind::Read => AccessKind::Read,
                AccessKind::MustWrite | AccessKind::MayWrite => AccessKind::MayWrite,
            };
            let elements = access.relation.clone().intersect_domain(stmt.domain.clone())?.range()?;
            match touches.iter_mut().find(|touch| touch.at == at && touch.kind == kind) {
                Some(touch) => touch.elements = touch.elements.clone().union(elements)?.coalesce()?,
                None => touches.push(ArgumentTouch { at, kind, elements }),
            }
        }
    }
    Ok(touches)
}
