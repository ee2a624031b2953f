//! Functions without a body that say what they touch: a call is one statement without a payload, and a structured
//! operation that names one as its `library_call` must touch the same.

use super::payload::StmtDraft;
use super::{Extractor, Fallible, LoopFrame, Unsupported, unsupported, unsupported_help};
use crate::ids::ArrayId;
use crate::scop::{Access, AccessKind};
use polyvet_ir::effects::{Effect, EffectKind, EffectRelation, effects};
use polyvet_ir::{Attr, OpId, Span, ValueId};
use polyvet_poly::{DimKind, Map, PwAff, Schedule, Set};
use std::collections::BTreeMap;

impl Extractor<'_> {
    /// `func.call` of a function that says what it touches.
    pub(super) fn call(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let module = self.module;
        let data = module.op(op);
        let name = match data.attr("callee") {
            Some(Attr::Symbol(path)) => path.last().cloned().unwrap_or_default(),
            _ => String::new(),
        };
        let callee = module.resolve_attr(op, "callee");
        let callee = callee.filter(|callee| module.op(*callee).info().is_function());
        let touched = callee.map(|callee| effects(module, callee));
        let list = match touched {
            Some(Ok(Some(list))) => Some(list),
            Some(Err(what)) => return Err(unsupported("bad-effect", format!("`@{name}`: {what}"), data.span)),
            Some(Ok(None)) if self.request.may && callee.is_some_and(|callee| module.has_body(callee)) => None,
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
        let mut draft = StmtDraft::new(frame, self.stmt_name(op));
        // What it computes is not known.
        draft.exact = false;
        for operand in &data.operands {
            if !module.ty(operand.value).is_memref() {
                self.depend(&mut draft, operand.value)?;
            }
        }
        match (&list, callee) {
            (None, Some(callee)) => {
                if let Err(error) = self.called(op, callee, &mut draft) {
                    self.naming.stmt_names.release(&draft.name);
                    return Err(error);
                }
            }
            _ => {
                for effect in list.iter().flatten() {
                    let (access, may) = self.effect(&draft, op, effect)?;
                    draft.may |= may;
                    draft.accesses.push(access);
                }
            }
        }
        for result in data.results.clone() {
            if module.ty(result).shape().is_some() {
                let message = format!(
                    "`@{name}` returns a `{}`; what is in it has no model",
                    module.ty(result)
                );
                return Err(unsupported("unmodelled-op", message, data.name_span));
            }
            let register = self.new_register(result, frame.kept_rank());
            let access = self.register_access(&draft, register, AccessKind::MustWrite, data.span)?;
            draft.accesses.push(access);
        }
        super::walk::leaf(self.push_stmt(draft, op)?)
    }

    /// Notes where the library function that a structured operation on memrefs names does not touch what the operation,
    /// whose accesses are in `draft`, touches in the loops inside of `frame`. The function takes the operands as arguments.
    pub(super) fn library_call(&mut self, op: OpId, draft: &StmtDraft, frame: &LoopFrame) -> Fallible<()> {
        let module = self.module;
        let data = module.op(op);
        let Some(name) = data.attr("library_call").and_then(Attr::as_str) else {
            return Ok(());
        };
        let on_buffers = data.operand_values().all(|value| !self.facts.is_aggregate(value));
        let callee = module.resolve(op, &[name.to_owned()]);
        let callee = callee.filter(|callee| module.op(*callee).info().is_function());
        let Some(callee) = callee.filter(|_| on_buffers) else {
            return Ok(());
        };
        let differs = |extractor: &mut Self, what: String| {
            extractor.draft.misfits.push(Unsupported {
                code: "library-call",
                message: format!("`@{name}` is no library call for this: {what}"),
                span: data.name_span,
                help: Some("its declaration, or the file given with `--effects`, says what it touches".to_owned()),
            });
        };
        let list = match effects(module, callee) {
            Ok(Some(list)) => list,
            Ok(None) => return Ok(()),
            Err(what) => return Err(unsupported("bad-effect", format!("`@{name}`: {what}"), data.span)),
        };
        let takes = polyvet_ir::func(module, callee).map_or(Vec::new(), |view| view.inputs);
        if takes.len() != data.operands.len() {
            let (takes, has) = (takes.len(), data.operands.len());
            differs(
                self,
                format!("it takes {takes} arguments, and there are {has} operands"),
            );
            return Ok(());
        }
        let outer = StmtDraft::new(frame, draft.name.clone());
        let mut promised = TouchedArrays::default();
        for effect in &list {
            promised.add(self.effect(&outer, op, effect)?.0)?;
        }
        let mut wanted = TouchedArrays::default();
        let (depth, inside) = (frame.dims.len(), draft.frame.dims.len() - frame.dims.len());
        let domain = draft.frame.domain.clone().set_tuple_name(&draft.name)?;
        for access in &draft.accesses {
            let relation = access.relation.clone().intersect_domain(domain.clone())?;
            let relation = relation.intersect_params(self.known()?)?;
            let relation = without_elements(relation, depth, inside, &outer)?;
            let access = Access {
                relation,
                ..access.clone()
            };
            wanted.add(access)?;
        }
        for array in self.draft.arrays.keys() {
            let shown = self.draft.arrays[array].name.clone();
            let within = |these: &TouchedParts, those: &TouchedParts| match (these.get(&array), those.get(&array)) {
                (None, _) => Ok(true),
                (Some(these), None) => these.is_empty(),
                (Some(these), Some(those)) => these.is_subset(those),
            };
            if !within(&wanted.reads, &promised.reads)? {
                differs(self, format!("the operation reads more of `{shown}`"));
            }
            if !within(&wanted.writes, &promised.writes)? {
                differs(
                    self,
                    format!("it leaves elements of `{shown}` that the operation writes"),
                );
            }
            if !within(&promised.all_writes, &wanted.all_writes)? {
                differs(self, format!("it may write more of `{shown}`"));
            }
        }
        Ok(())
    }

    /// The access that an effect of a call is, and whether it may be less than that.
    fn effect(&mut self, draft: &StmtDraft, op: OpId, effect: &Effect) -> Fallible<(Access, bool)> {
        let operands: Vec<ValueId> = self.module.op(op).operand_values().collect();
        let span = self.module.op(op).operands[effect.arg].span;
        let mut kind = match effect.kind {
            EffectKind::Read | EffectKind::MayRead => AccessKind::Read,
            EffectKind::Write => AccessKind::MustWrite,
            EffectKind::MayWrite => AccessKind::MayWrite,
        };
        let mut may = matches!(effect.kind, EffectKind::MayRead | EffectKind::MayWrite);
        let operand = operands[effect.arg];
        let (mut wide, subscripts) = self.each_element(&draft.frame, operand, span)?;
        if let Some(relation) = &effect.relation {
            match self.condition_of(relation, &operands, &subscripts, &wide, span) {
                Ok(condition) => wide.domain = wide.domain.intersect(condition)?,
                // Which elements it is depends on data: perhaps any.
                Err(super::ExtractError::Unsupported(_)) => {
                    may = true;
                    if kind == AccessKind::MustWrite {
                        kind = AccessKind::MayWrite;
                    }
                }
                Err(other) => return Err(other),
            }
        }
        Ok((self.touched(draft, wide, (operand, subscripts), kind, span)?, may))
    }

    /// The iterations of a frame with a subscript for each dimension of `memref`, a point for each element, and these
    /// subscripts.
    pub(super) fn each_element(
        &mut self,
        frame: &LoopFrame,
        memref: ValueId,
        span: Span,
    ) -> Fallible<(LoopFrame, Vec<PwAff>)> {
        let rank = self.module.ty(memref).shape().map_or(0, <[_]>::len);
        let mut wide = frame.clone();
        let depth = wide.dims.len();
        wide.domain = wide.domain.add_dims(DimKind::Set, rank)?;
        wide.dims.extend((0..rank).map(|n| format!("element{n}")));
        let subscripts = (0..rank)
            .map(|n| self.facts.variable(&wide, depth + n))
            .collect::<Fallible<Vec<PwAff>>>()?;
        for (n, subscript) in subscripts.iter().enumerate() {
            let extent = self.extent(memref, n, span)?.on(self, &wide)?;
            let inside = subscript
                .clone()
                .ge_set(self.number(&wide, 0)?)?
                .intersect(subscript.clone().lt_set(extent)?)?;
            wide.domain = wide.domain.intersect(inside)?;
        }
        Ok((wide, subscripts))
    }

    /// The access to the elements that are left in `wide`, which [`Extractor::each_element`] made.
    pub(super) fn touched(
        &mut self,
        draft: &StmtDraft,
        wide: LoopFrame,
        (memref, subscripts): (ValueId, Vec<PwAff>),
        kind: AccessKind,
        span: Span,
    ) -> Fallible<Access> {
        let depth = draft.frame.dims.len();
        let rank = wide.dims.len() - depth;
        let (array, subscripts) = self.resolve(memref, subscripts, &wide, span)?;
        let named = StmtDraft::new(&wide, draft.name.clone());
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
        wide: &LoopFrame,
        span: Span,
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
        self.members(&relation.set, (&dims, &symbols), wide, span)
    }
}

type TouchedParts = BTreeMap<ArrayId, Map>;

/// What is touched of each array.
#[derive(Default)]
struct TouchedArrays {
    reads: TouchedParts,
    /// Surely.
    writes: TouchedParts,
    all_writes: TouchedParts,
}

impl TouchedArrays {
    fn add(&mut self, access: Access) -> Fallible<()> {
        let lists = match access.kind {
            AccessKind::Read => vec![&mut self.reads],
            AccessKind::MustWrite => vec![&mut self.writes, &mut self.all_writes],
            AccessKind::MayWrite => vec![&mut self.all_writes],
        };
        for list in lists {
            let all = match list.remove(&access.array) {
                Some(known) => known.union(access.relation.clone())?,
                None => access.relation.clone(),
            };
            list.insert(access.array, all);
        }
        Ok(())
    }
}

/// `{ S[i, x] -> A[x] }` as `{ S[i] -> A[x] }`.
fn without_elements(map: Map, depth: usize, rank: usize, draft: &StmtDraft) -> Fallible<Map> {
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
