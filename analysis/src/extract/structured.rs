//! Structured operations: one statement whose access relations are the indexing maps.

use super::defined::OperandSource;
use super::payload::StmtDraft;
use super::tensors::in_order;
use super::walk::{LoopBound, claim};
use super::{Extractor, Fallible, LoopFrame, unsupported, unsupported_help};
use crate::ids::{ArrayId, StmtId};
use crate::scop::{Access, AccessKind, Condition, Demand, Obligation};
use polyvet_ir::{AffineExpr, AffineMap, Attr, OpId, Span, ValueId};
use polyvet_poly::{DimKind, PwAff, Schedule};
use std::collections::HashMap;

impl Extractor<'_> {
    /// A linalg op on memrefs or tensors.
    pub(super) fn structured(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let module = self.module;
        let data = module.op(op);
        let Some(view) = polyvet_ir::linalg::structured(module, op) else {
            let message = format!("`{}` has no indexing maps here", data.name);
            let help = "generalize it first: `mlir-opt --linalg-generalize-named-ops`";
            return Err(unsupported_help("unmodelled-op", message, data.name_span, help));
        };
        let operands: Vec<ValueId> = view.inputs.iter().chain(&view.outputs).copied().collect();
        let args = module.block(view.body).args.clone();
        let fits = |at: usize| {
            let rank = module.ty(operands[at]).shape().map_or(0, <[_]>::len);
            let map = &view.maps[at];
            map.dims == view.iterators.len() && map.syms == 0 && map.results.len() == rank
        };
        let yielded = module
            .block(view.body)
            .ops
            .last()
            .map(|op| module.op(*op).operands.len());
        let counts =
            view.maps.len() == operands.len() && args.len() == operands.len() && yielded == Some(view.outputs.len());
        if !counts || !(0..operands.len()).all(fits) {
            return Err(unsupported(
                "malformed-op",
                "maps, operands and payload do not fit each other",
                data.span,
            ));
        }
        let (inner, first, extents) = self.iteration_space(op, &operands, &view.maps, view.iterators.len(), frame)?;
        let mut before = None;
        let is_read = |at: usize| self.facts.users.get(&args[at]).is_some_and(|uses| !uses.is_empty());
        let needed: Vec<bool> = (0..view.outputs.len())
            .map(|at| is_read(view.inputs.len() + at) || !writes_all(&view.maps[view.inputs.len() + at]))
            .collect();
        let targets = self.targets(op, &view.outputs, &needed, frame, &mut before)?;

        let mut draft = StmtDraft::new(&inner, self.stmt_name(op));
        for (at, operand) in operands.iter().enumerate() {
            let arg = args[at];
            if self.facts.users.get(&arg).is_none_or(Vec::is_empty) {
                continue;
            }
            let node = if module.ty(*operand).shape().is_none() {
                self.value(&mut draft, *operand)?
            } else {
                let target = at.checked_sub(view.inputs.len()).map(|output| targets[output]);
                let span = data.operands.get(at).map_or(data.span, |o| o.span);
                let access = self.mapped(&draft, target, *operand, &view.maps[at], first, AccessKind::Read, span)?;
                draft.read(access, module.ty(arg))
            };
            draft.known.insert(arg, node);
        }
        let mapped: Vec<_> = operands.iter().copied().zip(&view.maps).collect();
        self.ends_fit(op, &mapped, &extents, frame)?;
        let needs = self.oblige_all(view.body, &inner, OperandSource::Inside(&draft))?;
        let alone = self.facts.without_effects(view.body);
        if self.perhaps(alone)?.is_none() {
            self.touches_anything(&mut draft, data.span)?;
        }
        let yields = *module.block(view.body).ops.last().expect("a payload ends in a yield");
        for (at, value) in module.op(yields).operand_values().enumerate() {
            let found = self.value(&mut draft, value);
            let node = match self.perhaps(found)? {
                Some(node) => node,
                None => {
                    self.reads_of(&mut draft, view.body)?;
                    draft.unknown(module.ty(value), module.value(value).span)
                }
            };
            let map = &view.maps[view.inputs.len() + at];
            let span = data.operands.get(view.inputs.len() + at).map_or(data.span, |o| o.span);
            let access = self.mapped(
                &draft,
                Some(targets[at]),
                view.outputs[at],
                map,
                first,
                AccessKind::MustWrite,
                span,
            )?;
            draft.write(access, node);
        }
        self.library_call(op, &draft, frame)?;
        let schedule = self.region_done_after(needs, op, draft, first)?;
        Ok(match before {
            Some(copies) => Schedule::sequence(copies, schedule)?,
            None => schedule,
        })
    }

    /// The loops of a structured op: each dimension runs over the extent that an operand shows in
    /// it; operands that show the same dimension agree (Linalg dialect, "shape contract").
    fn iteration_space(
        &mut self,
        op: OpId,
        operands: &[ValueId],
        maps: &[AffineMap],
        rank: usize,
        frame: &LoopFrame,
    ) -> Fallible<(LoopFrame, usize, Vec<PwAff>)> {
        let span = self.module.op(op).span;
        let mut extents: Vec<Option<super::index::Extent>> = vec![None; rank];
        for (operand, map) in operands.iter().zip(maps) {
            if self.module.ty(*operand).shape().is_none() {
                continue;
            }
            for (position, result) in map.results.iter().enumerate() {
                let AffineExpr::Dim(dim) = result else { continue };
                let extent = self.extent(*operand, position, span)?;
                match extents[*dim as usize] {
                    None => extents[*dim as usize] = Some(extent),
                    Some(known) => self.agree(known, extent, frame, span)?,
                }
            }
        }
        let claims: Vec<_> = match self.module.op(op).attr("iterator_types") {
            Some(Attr::Array(items)) => items.iter().map(claim).collect(),
            _ => Vec::new(),
        };
        let view = polyvet_ir::linalg::structured(self.module, op);
        let first = frame.dims.len();
        let mut inner = frame.clone();
        let mut ends = Vec::new();
        for (dim, extent) in extents.into_iter().enumerate() {
            let Some(extent) = extent else {
                let message = format!("no operand shows the extent of dimension `d{dim}`");
                let results: Vec<String> = maps
                    .iter()
                    .flat_map(|map| &map.results)
                    .map(ToString::to_string)
                    .collect();
                let help = format!(
                    "the indexing maps together, `({})`, have no inverse: one of their results must be `d{dim}` alone",
                    results.join(", ")
                );
                return Err(unsupported_help("iteration-space", message, span, &help));
            };
            ends.push(extent.on(self, frame)?);
            let range = LoopBound {
                lower: vec![self.number(&inner, 0)?],
                upper: vec![extent.on(self, &inner)?],
                step: 1,
            };
            let claimed = claims.get(dim).copied().flatten().or_else(|| {
                let view = view.as_ref()?;
                Some(match view.iterators.get(dim)? {
                    polyvet_ir::linalg::IteratorType::Parallel => crate::IteratorType::Parallel,
                    polyvet_ir::linalg::IteratorType::Reduction => crate::IteratorType::Reduction,
                    _ => return None,
                })
            });
            let names = view.as_ref().and_then(|view| view.dim_names.as_ref());
            let name = names.and_then(|names| names.get(dim).cloned());
            let name = name.unwrap_or_else(|| format!("d{dim}"));
            inner = self.enter_named(op, &name, None, claimed, range, &inner)?;
            if polyvet_ir::linalg::claims_partition(self.module, op, dim)
                && let Some(number) = inner.loops.last()
            {
                self.draft.loops[*number].partition = true;
            }
        }
        Ok((inner, first, ends))
    }

    /// `{ S[.., d0, ..] -> A[map(d0, ..)] }`, where `A` is `target` or what `operand` is a view of.
    #[expect(clippy::too_many_arguments, reason = "one access, each part from another place")]
    fn mapped(
        &mut self,
        draft: &StmtDraft,
        target: Option<ArrayId>,
        operand: ValueId,
        map: &AffineMap,
        first: usize,
        kind: AccessKind,
        span: Span,
    ) -> Fallible<Access> {
        let frame = &draft.frame;
        let dims = (first..frame.dims.len())
            .map(|at| self.facts.variable(frame, at))
            .collect::<Fallible<Vec<_>>>()?;
        let subscripts = map
            .results
            .iter()
            .map(|result| self.affine(result, &dims, &[], frame, span));
        let subscripts = subscripts.collect::<Fallible<Vec<_>>>()?;
        self.element(draft, operand, target, subscripts, kind, span)
    }

    /// `{ S[..] -> A[subscripts] }`, where `A` is `target` or what `operand` is a view of.
    pub(super) fn element(
        &mut self,
        draft: &StmtDraft,
        operand: ValueId,
        target: Option<ArrayId>,
        subscripts: Vec<PwAff>,
        kind: AccessKind,
        span: Span,
    ) -> Fallible<Access> {
        let frame = &draft.frame;
        if self.module.ty(operand).is_memref() && frame.exact && self.shows_other_shape(operand) {
            self.shown_within(operand, &subscripts, frame, span)?;
        }
        let (array, subscripts) = match target {
            // Memrefs have views; tensors and vectors are written where the caller says.
            _ if self.module.ty(operand).is_memref() => self.resolve(operand, subscripts, frame, span)?,
            Some(array) => (array, self.with_owner_loops(array, subscripts, frame)?),
            None => {
                let array = self.tensor(operand, span)?;
                (array, self.with_owner_loops(array, subscripts, frame)?)
            }
        };
        let relation = self.relation(draft, array, subscripts)?;
        Ok(Access {
            kind,
            array,
            relation,
            span,
        })
    }

    /// The arrays that the results are written to. A tensor that nobody else uses is updated in
    /// place; any other is copied first, where its elements are `needed`.
    pub(super) fn targets(
        &mut self,
        op: OpId,
        outputs: &[ValueId],
        needed: &[bool],
        frame: &LoopFrame,
        before: &mut Option<Schedule>,
    ) -> Fallible<Vec<ArrayId>> {
        let module = self.module;
        let data = module.op(op);
        let mut targets = Vec::new();
        for (at, output) in outputs.iter().enumerate() {
            if module.ty(*output).is_memref() {
                targets.push(self.memref(*output, data.span)?);
                continue;
            }
            let (target, copy) = self.updated(op, *output, data.results[at], needed[at], frame)?;
            if let Some(copy) = copy {
                *before = Some(in_order(before.take(), copy)?);
            }
            targets.push(target);
        }
        Ok(targets)
    }

    /// `memref.copy`
    pub(super) fn copy(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let (source, target) = (data.operands[0], data.operands[1]);
        let copied = self.copy_between(op, source.value, target.value, None, frame)?;
        self.note_overlap(self.draft.stmts.last_key().expect("the copy"), frame.dims.len())?;
        Ok(copied)
    }

    /// Notes for which parameters a statement that copies in no particular order, in the loops inside of the first
    /// `outer`, reads an element that it writes in another iteration, or writes one twice.
    fn note_overlap(&mut self, stmt: StmtId, outer: usize) -> Fallible<()> {
        let stmt = &self.draft.stmts[stmt];
        let (writes, reads): (Vec<_>, Vec<_>) = stmt.accesses.iter().partition(|access| access.kind.is_write());
        let relation = |access: &crate::Access| access.relation.clone().intersect_domain(stmt.domain.clone());
        let mut clashes = Vec::new();
        for write in &writes {
            for other in reads.iter().chain(&writes).filter(|other| other.array == write.array) {
                let mut pairs = relation(write)?.apply_range(relation(other)?.reverse()?)?;
                for at in 0..outer {
                    pairs = pairs.equate(DimKind::In, at, DimKind::Out, at)?;
                }
                clashes.push(pairs.subtract(stmt.domain.clone().identity()?)?.domain()?);
            }
        }
        let (exact, span) = (!stmt.may, stmt.span);
        for clash in clashes.into_iter().filter(|_| exact) {
            let clash = clash.reset_tuple_id()?;
            if !clash.is_empty()? {
                self.never_at(Demand::Overlap, span, clash)?;
            }
        }
        Ok(())
    }

    /// A statement that copies all of `from` to `to`, each a value and, for tensors, its array.
    pub(super) fn copy_stmt(
        &mut self,
        op: OpId,
        from: (ValueId, Option<ArrayId>),
        to: (ValueId, Option<ArrayId>),
        frame: &LoopFrame,
    ) -> Fallible<Schedule> {
        let shape = from.0;
        let span = self.module.op(op).span;
        let rank = self.module.ty(shape).shape().map_or(0, <[_]>::len);
        let first = frame.dims.len();
        let extents = (0..rank)
            .map(|dim| self.extent(shape, dim, span))
            .collect::<Fallible<Vec<_>>>()?;
        let inner = self.region_loops(op, frame, &extents)?;
        let mut draft = StmtDraft::new(&inner, self.stmt_name(op));
        let identity = AffineMap::identity(rank);
        let read = self.mapped(&draft, from.1, from.0, &identity, first, AccessKind::Read, span)?;
        let elem = self.module.ty(shape).elem().clone();
        let node = draft.read(read, &elem);
        let write = self.mapped(&draft, to.1, to.0, &identity, first, AccessKind::MustWrite, span)?;
        draft.write(write, node);
        self.region_done(op, draft, first)
    }
}

/// Every element of the output is written: its loops run over its extents.
fn writes_all(map: &AffineMap) -> bool {
    let mut seen = std::collections::BTreeSet::new();
    map.results
        .iter()
        .all(|result| matches!(result, AffineExpr::Dim(dim) if seen.insert(*dim)))
}

impl crate::Scop {
    /// Gives all sets the same parameters and finds out for which no access leaves its array.
    pub(crate) fn settle(&mut self) -> Fallible<()> {
        self.context = self.context.clone().coalesce()?;
        let space = self.context.space()?;
        for stmt in &mut self.stmts {
            stmt.domain = stmt.domain.clone().align_params(space.clone())?.coalesce()?;
            for access in &mut stmt.accesses {
                access.relation = access.relation.clone().align_params(space.clone())?;
            }
            for node in stmt.payload.iter_mut().flat_map(|p| &mut p.nodes) {
                if let crate::PayloadKind::Index(index) = &mut node.kind {
                    *index = index.clone().align_params(space.clone())?;
                }
            }
        }
        for obligation in &mut self.obligations {
            match &mut obligation.condition {
                Condition::Within { elements: set, .. } | Condition::Never(set) => {
                    *set = set.clone().align_params(space.clone())?;
                }
                Condition::Data(_) => {}
            }
        }
        for extent in self.arrays.iter_mut().flat_map(|a| &mut a.extents).flatten() {
            *extent = extent.clone().align_params(space.clone())?;
        }
        for existing in self.arrays.iter_mut().flat_map(|array| &mut array.space) {
            *existing = existing.clone().align_params(space.clone())?;
        }
        for view in &mut self.views {
            view.elements = view.elements.clone().align_params(space.clone())?;
        }
        self.schedule = self.schedule.clone().align_params(space)?;
        self.valid = self.defined()?;
        Ok(())
    }

    /// The elements of an array: `{ A[x] : 0 <= x < extent }`; dimensions whose extent is not known are
    /// not bounded. `None` if no extent is known.
    pub fn elements(&self, array: ArrayId) -> polyvet_poly::Result<Option<polyvet_poly::Set>> {
        let data = &self.arrays[array];
        if !data.extents.is_empty() && data.extents.iter().all(Option::is_none) {
            return Ok(None);
        }
        elements(data, self.context.space()?).map(Some)
    }

    /// The parameters of the context for which every obligation on subscripts and sizes is met.
    ///
    /// # Errors
    /// Budgets.
    pub fn defined(&self) -> polyvet_poly::Result<polyvet_poly::Set> {
        let mut bad = polyvet_poly::Set::empty(self.context.space()?)?;
        // A statement that updates an element reads and writes it: what is within need not be looked at twice.
        let mut last: HashMap<ArrayId, &polyvet_poly::Set> = HashMap::new();
        for obligation in &self.obligations {
            if let Condition::Within { array, elements } = &obligation.condition
                && let Some(known) = last.insert(*array, elements)
                && known.plain_is_equal(elements)?
            {
                continue;
            }
            bad = bad.union(self.broken(obligation)?)?;
        }
        self.context.clone().subtract(bad.coalesce()?)?.coalesce()
    }

    /// The parameters of the context for which an obligation is broken; none for one on data.
    ///
    /// # Errors
    /// Budgets.
    pub fn broken(&self, obligation: &Obligation) -> polyvet_poly::Result<polyvet_poly::Set> {
        match &obligation.condition {
            Condition::Never(broken) => broken.clone().params()?.intersect(self.context.clone()),
            Condition::Within { array, elements } => match self.elements(*array)? {
                Some(inside) => {
                    let touched = elements.clone().intersect_params(self.context.clone())?;
                    touched.subtract(inside)?.params()
                }
                None => polyvet_poly::Set::empty(self.context.space()?),
            },
            Condition::Data(_) => polyvet_poly::Set::empty(self.context.space()?),
        }
    }
}

/// `{ A[x] : 0 <= x < extent }` with the parameters of `space`.
pub(super) fn elements(array: &crate::Array, space: polyvet_poly::Space) -> polyvet_poly::Result<polyvet_poly::Set> {
    use polyvet_poly::{Aff, LocalSpace, Set};
    let space = space.add_unnamed_tuple_ui(array.extents.len())?;
    let space = space.set_tuple_name(DimKind::Set, &array.name)?;
    let mut all = Set::universe(space.clone())?;
    for (at, extent) in array.extents.iter().enumerate() {
        let Some(extent) = extent.clone() else { continue };
        let local = LocalSpace::from_space(space.clone())?;
        let subscript = PwAff::from_aff(Aff::var_on_domain(local.clone(), DimKind::Set, at)?)?;
        let zero = PwAff::from_aff(Aff::zero_on_domain(local)?)?;
        all = all.intersect(subscript.clone().ge_set(zero)?)?;
        all = all.intersect(subscript.lt_set(extent.insert_domain(space.clone())?)?)?;
    }
    if let Some(existing) = &array.space {
        all = all.intersect(existing.clone())?;
    }
    Ok(all)
}
