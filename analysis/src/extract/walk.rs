//! Blocks, loops and conditions, in program order.

use super::defined::{OperandSource, both};
use super::digits::{BoundFactor, deeper};
use super::facts::Facts;
use super::may::Guard;
use super::payload::{StmtDraft, computes, is_load};
use super::tensors::{in_order, is_view, shows_operand};
use super::vectors::any_order;
use super::widths::width;
use super::{Extractor, Fallible, LoopFrame, unsupported};
use crate::ids::{ArrayId, LoopId};
use crate::marks::Mark;
use crate::scop::{AccessKind, ArrayKind, Combiner, IteratorType, Loop, PayloadKind, Workers};
use polyvet_ir::ops::Effects;
use polyvet_ir::{Attr, BlockId, FloatKind, Module, OpId, Type, ValueId};
use polyvet_poly::{DimKind, MultiUnionPwAff, PwAff, Schedule, Set, UnionPwAff, UnionSet, Val};

/// What a parallel loop reduces, one for each result.
struct Reduced {
    values: Vec<ValueId>,
    starts: Vec<ReductionStart>,
    /// Full names of operations.
    combiners: Vec<String>,
}

/// What a reduction starts with.
enum ReductionStart {
    Value(ValueId),
    Constant(Attr),
}

/// What sums and products start with; for others there is no need.
fn neutral(name: &str, ty: &Type) -> Option<Attr> {
    let number = match name {
        "addf" | "addi" => 0,
        "mulf" | "muli" => 1,
        _ => return None,
    };
    match ty {
        Type::Float(FloatKind::F32) => Some(Attr::Float {
            bits: (number as f32).to_bits().into(),
            ty: ty.clone(),
        }),
        Type::Float(FloatKind::F64) => Some(Attr::Float {
            bits: f64::from(number).to_bits(),
            ty: ty.clone(),
        }),
        Type::Integer { .. } => Some(Attr::Int {
            value: number.into(),
            ty: ty.clone(),
        }),
        _ => None,
    }
}

/// One bound of a loop: all results of a map.
pub(super) struct LoopBound {
    /// Greatest of these; not bounded if there are none.
    pub lower: Vec<PwAff>,
    /// Least of these, exclusive; not bounded if there are none.
    pub upper: Vec<PwAff>,
    /// Positive.
    pub step: i64,
}

/// The step of a loop.
pub(super) enum LoopStep {
    /// Positive.
    Constant(i64),
    /// Whatever it is, the model has all values between the bounds.
    Strip(PwAff),
}

impl LoopStep {
    /// The distance of two values of the loop in the model.
    pub(super) fn stride(&self) -> i64 {
        match self {
            LoopStep::Constant(step) => *step,
            LoopStep::Strip(_) => 1,
        }
    }
}

impl Extractor<'_> {
    /// The statements of a block in order; `None` if there are none.
    pub(super) fn block(&mut self, block: BlockId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let mut parts = Vec::new();
        for op in self.module.block(block).ops.clone() {
            parts.extend(self.op(op, frame)?);
        }
        Ok(Schedule::sequence_of(parts)?)
    }

    /// The statements of an operation, after those for what it needs to be defined.
    fn op(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let needs = self.oblige(op, frame, OperandSource::Plain)?;
        let does = self.model(op, frame)?;
        both(needs, does)
    }

    fn model(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let data = self.module.op(op);
        let name = data.name.as_str();
        self.note_alignment(op, frame)?;
        if self.draft.views.is_some() && is_view(data) {
            self.note_view(op, frame)?;
        }
        if let Some(schedule) = self.vector_op(op, frame)? {
            return Ok(schedule);
        }
        match name {
            // What it selects is computed where it is used.
            "affine.if" | "scf.if" if self.facts.selections.contains(&op) => Ok(None),
            "affine.for" => self.affine_for(op, frame),
            "affine.parallel" => self.affine_parallel(op, frame),
            "affine.if" => self.affine_if(op, frame),
            "scf.for" => self.scf_for(op, frame),
            "scf.parallel" => self.scf_parallel(op, frame),
            "scf.if" => self.scf_if(op, frame),
            "scf.while" => self.scf_while(op, frame),
            "affine.store" | "memref.store" => self.store(op, frame).map(Some),
            "memref.copy" => self.copy(op, frame).map(Some),
            "memref.atomic_rmw" | "memref.generic_atomic_rmw" => self.atomic(op, frame).map(Some),
            _ if data.info().is_return() => self.results(op, frame),
            _ if data.info().is_call() && self.events.on => self.event(op, frame).map(Some),
            _ if data.info().is_call() => match self.call(op, frame) {
                Err(super::ExtractError::Unsupported(_)) if self.request.may && self.facts.is_opaque(op) => {
                    self.opaque(op, frame).map(Some)
                }
                called => called.map(Some),
            },
            "scf.forall.in_parallel" => match self.module.only_block(op, 0) {
                Some(block) => self.block(block, frame),
                None => Ok(None),
            },
            // What it asserts is an obligation.
            "cf.assert" if frame.exact => Ok(None),
            // What a block passes on is kept where it ends.
            _ if !data.successors.is_empty() => Ok(None),
            _ if data.info().is_terminator() && self.module.own_effects(op) == Effects::NONE => Ok(None),
            "memref.dealloc" if self.frees_escaped(op) => {
                self.facts.dealloc(op)?;
                self.event(op, frame).map(Some)
            }
            "memref.dealloc" => self.facts.dealloc(op).map(|()| None),
            _ if is_load(name) => {
                if self.loads.kept_loads.contains(&data.results[0]) {
                    return Ok(Some(leaf(self.keep_load(op, frame)?)?));
                }
                if !self.loads.used_loads.contains(&op) {
                    // Another iteration may write the element at the same time, whoever uses what is read.
                    if self.runs_beside_others(frame) {
                        return Ok(Some(leaf(self.keep_load(op, frame)?)?));
                    }
                    self.draft.idle_loads.push(data.span);
                }
                Ok(None)
            }
            _ if computes(self.module, op) || makes_no_data(self.module, op) => Ok(None),
            "linalg.softmax" => self.softmax(op, frame).map(Some),
            "linalg.pack" | "linalg.unpack" => {
                let found = match name == "linalg.pack" {
                    true => self.pack(op, frame),
                    false => self.unpack(op, frame),
                };
                match self.perhaps(found)? {
                    Some(schedule) => Ok(Some(schedule)),
                    None => self.lookup(op, frame),
                }
            }
            "tensor.gather" | "tensor.scatter" if self.request.may => {
                let message = format!("where `{name}` finds its elements depends on data");
                self.perhaps::<()>(Err(unsupported("data-dependent-index", message, data.name_span)))?;
                self.lookup(op, frame)
            }
            _ if data.dialect() == "linalg" => self.structured(op, frame).map(Some),
            _ => {
                if let Some(schedule) = self.tensor_op(op, frame)? {
                    return Ok(schedule);
                }
                if self.request.may && self.facts.is_opaque(op) {
                    return self.opaque(op, frame).map(Some);
                }
                if self.events.on && super::is_event(self.module, op) {
                    return self.event(op, frame).map(Some);
                }
                let message = format!("`{name}` has no polyhedral model");
                Err(unsupported("unmodelled-op", message, data.name_span))
            }
        }
    }

    /// Whether a loop around runs its iterations at the same time.
    pub(super) fn runs_beside_others(&self, frame: &LoopFrame) -> bool {
        let mut loops = frame.loops.iter().map(|number| &self.draft.loops[*number]);
        loops.any(|one| one.claim == Some(IteratorType::Parallel))
    }

    fn store(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Schedule> {
        let stored = self.module.op(op).operand(0);
        let mut draft = StmtDraft::new(frame, self.stmt_name(op));
        let node = self.value(&mut draft, stored)?;
        let access = self.subscript(&mut draft, op, AccessKind::MustWrite)?;
        draft.write(access, node);
        leaf(self.push_stmt(draft, op)?)
    }

    fn affine_for(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let view = polyvet_ir::affine_for(self.module, op).ok_or_else(|| {
            unsupported(
                "malformed-op",
                "this `affine.for` is not well formed",
                self.module.op(op).span,
            )
        })?;
        let span = self.module.op(op).span;
        let inner = match self.facts.factors(op) {
            Some(factors) => self.enter_digits(op, view.induction, factors, frame)?,
            None => {
                let mut guard = Guard::new(frame);
                let found = self.apply_map(&view.lower, &view.lower_operands, frame, span);
                let lower = self.bound(op, found, &view.lower_operands, &mut guard)?;
                let found = self.apply_map(&view.upper, &view.upper_operands, frame, span);
                let upper = self.bound(op, found, &view.upper_operands, &mut guard)?;
                // From where it counts may not be known.
                let step = match lower.len() {
                    0 => LoopStep::Constant(1),
                    1 => self.constant_step(view.step, &guard.frame)?,
                    _ => LoopStep::Constant(view.step),
                };
                let range = LoopBound {
                    lower: lower.clone(),
                    upper,
                    step: step.stride(),
                };
                let inner = self.enter(op, Some(view.induction), None, range, &guard.frame)?;
                self.note_step(op, step, &lower, (&guard.frame, &inner))?;
                let looped = self.for_loop(op, view.body, inner, &view.inits, &view.iter_args, frame)?;
                return guard.before(looped);
            }
        };
        self.for_loop(op, view.body, inner, &view.inits, &view.iter_args, frame)
    }

    fn scf_for(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let data = self.module.op(op);
        let (lower, upper, step) = (data.operand(0), data.operand(1), data.operand(2));
        let mut guard = Guard::new(frame);
        let step = self.step(op, step, &mut guard)?;
        let inits: Vec<_> = data.operand_values().skip(3).collect();
        let body = self
            .module
            .only_block(op, 0)
            .ok_or_else(|| unsupported("malformed-op", "no body", data.span))?;
        let args = self.module.block(body).args.clone();
        let unsigned = data.attr("unsignedCmp").is_some();
        let inner = match self.facts.factors(op) {
            Some(factors) => {
                self.note_product(upper);
                self.enter_digits(op, args[0], factors, frame)?
            }
            None => {
                let mut beyond = false;
                let mut bounds = Vec::new();
                for bound in [lower, upper] {
                    let mut found = self.index(bound, frame);
                    if unsigned && let Ok(signed) = &found {
                        let count = self.without_sign(bound, signed.clone(), frame);
                        beyond |= !matches!(&count, Ok((_, false)));
                        found = count.map(|(count, _)| count);
                    }
                    bounds.push(self.bound(op, found.map(|bound| vec![bound]), &[bound], &mut guard)?);
                }
                let [lower, upper] = <[Vec<PwAff>; 2]>::try_from(bounds).expect("two bounds");
                let range = LoopBound {
                    lower: lower.clone(),
                    upper,
                    step: if lower.is_empty() { 1 } else { step.stride() },
                };
                let inner = self.enter(op, Some(args[0]), None, range, &guard.frame)?;
                self.note_step(op, step, &lower, (&guard.frame, &inner))?;
                let number = *inner.loops.last().expect("just entered");
                self.draft.loops[number].unsigned = beyond;
                if beyond {
                    self.numbers.context = self.ranges()?.intersect(self.numbers.context.clone())?;
                }
                inner
            }
        };
        let looped = self.for_loop(op, body, inner, &inits, &args[1..], frame)?;
        guard.before(looped)
    }

    /// A bound read without its sign, and whether that makes it another number.
    fn without_sign(&self, bound: ValueId, signed: PwAff, frame: &LoopFrame) -> Fallible<(PwAff, bool)> {
        let bits = width(self.module.ty(bound)).ok_or_else(|| {
            let span = self.module.value(bound).span;
            unsupported(
                "unmodelled-op",
                "a loop over integers of more than 64 bits has no model",
                span,
            )
        })?;
        let count = self.unsigned(signed.clone(), bits, frame)?;
        let beyond = !count.is_equal(&signed)?;
        Ok((count, beyond))
    }

    /// A loop over a product of extents, as one loop for each.
    fn enter_digits(
        &mut self,
        op: OpId,
        induction: ValueId,
        factors: Vec<BoundFactor>,
        frame: &LoopFrame,
    ) -> Fallible<LoopFrame> {
        let (first, span) = (frame.dims.len(), self.module.op(op).span);
        let wish = self
            .module
            .value(induction)
            .name
            .clone()
            .unwrap_or_else(|| "i".to_owned());
        let extents = self.digit_extents(&factors, frame, span)?;
        let mut inner = frame.clone();
        for (at, extent) in extents.into_iter().enumerate() {
            let range = LoopBound {
                lower: vec![self.number(&inner, 0)?],
                upper: vec![deeper(extent, first, at)?],
                step: 1,
            };
            inner = self.enter_named(op, &wish, None, None, range, &inner)?;
        }
        self.set_digits(induction, &inner.loops[first..], factors);
        Ok(inner)
    }

    /// The loops of `inner` that are not in `frame`, around `body`.
    fn for_loop(
        &mut self,
        op: OpId,
        body: BlockId,
        inner: LoopFrame,
        inits: &[ValueId],
        carried: &[ValueId],
        frame: &LoopFrame,
    ) -> Fallible<Option<Schedule>> {
        let results = self.module.op(op).results.clone();
        let (tensors, scalars): (Vec<usize>, Vec<usize>) =
            (0..carried.len()).partition(|at| self.facts.is_aggregate(carried[*at]));
        scalars.iter().try_for_each(|at| self.check_scalar(carried[*at]))?;
        let rank = frame.kept_rank();
        let mut before = None;
        let registers: Vec<_> = scalars.iter().map(|at| self.new_register(carried[*at], rank)).collect();
        if !scalars.is_empty() {
            let inits: Vec<_> = scalars.iter().map(|at| inits[*at]).collect();
            before = Some(leaf(self.set_registers(op, frame, &inits, &registers)?)?);
        }
        for at in &tensors {
            let (array, copy) = self.updated(op, inits[*at], carried[*at], true, frame)?;
            self.places.array_of.insert(carried[*at], array);
            if let Some(copy) = copy {
                before = Some(in_order(before, copy)?);
            }
        }
        let mut inside = self.block(body, &inner)?;
        let (yields, values) = if carried.is_empty() {
            (op, Vec::new())
        } else {
            self.facts.terminator(body)
        };
        for at in &tensors {
            let (to, from) = (
                self.places.array_of[&carried[*at]],
                self.tensor(values[*at], self.module.op(yields).span)?,
            );
            if from == to {
                continue;
            }
            if tensors
                .iter()
                .any(|other| self.places.array_of[&carried[*other]] == from)
            {
                let span = self.module.op(yields).span;
                return Err(unsupported(
                    "tensors-exchanged",
                    "a loop that exchanges the tensors it carries",
                    span,
                ));
            }
            let copy = self.copy_whole(yields, (values[*at], from), to, &inner)?;
            inside = Some(in_order(inside, copy)?);
        }
        if !scalars.is_empty() {
            let values: Vec<_> = scalars.iter().map(|at| values[*at]).collect();
            let last = leaf(self.set_registers(yields, &inner, &values, &registers)?)?;
            inside = Some(in_order(inside, last)?);
        }
        for (at, register) in scalars.iter().zip(&registers) {
            self.places.register_of.insert(results[*at], *register);
        }
        for at in &tensors {
            let array = self.places.array_of[&carried[*at]];
            self.same_array(results[*at], array);
        }
        let mut looped = inside;
        for at in (frame.dims.len()..inner.dims.len()).rev() {
            looped = match looped {
                Some(inside) => Some(self.band(inside, inner.loops[at], at)?),
                None => None,
            };
        }
        match (before, looped) {
            (Some(first), Some(second)) => Ok(Some(first.sequence(second)?)),
            (first, second) => Ok(first.or(second)),
        }
    }

    fn scf_parallel(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let data = self.module.op(op);
        let malformed = || unsupported("malformed-op", "this `scf.parallel` is not well formed", data.span);
        let body = self.module.only_block(op, 0).ok_or_else(malformed)?;
        let inductions = self.module.block(body).args.clone();
        let count = inductions.len();
        let operands: Vec<_> = data.operand_values().collect();
        let mut guard = Guard::new(frame);
        let steps: Vec<LoopStep> = (0..count)
            .map(|at| self.step(op, operands[2 * count + at], &mut guard))
            .collect::<Fallible<_>>()?;
        let mut inner = guard.frame.clone();
        for (at, (induction, step)) in inductions.into_iter().zip(steps).enumerate() {
            let lower = vec![self.index(operands[at], &inner)?];
            let upper = vec![self.index(operands[count + at], &inner)?];
            inner = self.enter_parallel(op, induction, (lower, upper, step), &inner)?;
        }
        let (yields, values) = self.facts.terminator(body);
        let mut combiners = Vec::new();
        for at in 0..data.results.len() {
            combiners.push(self.facts.combining(yields, at).ok_or_else(|| {
                let message = "a reduction of a parallel loop that is no single operation has no model";
                unsupported("parallel-reduction", message, self.module.op(yields).span)
            })?);
        }
        let starts = operands[3 * count..]
            .iter()
            .map(|init| ReductionStart::Value(*init))
            .collect();
        let looped = self.parallel_loop(
            op,
            body,
            &inner,
            frame,
            Reduced {
                values,
                starts,
                combiners,
            },
        )?;
        guard.before(looped)
    }

    /// A parallel loop around `body`. What it reduces is kept by each iteration and combined after all of them.
    fn parallel_loop(
        &mut self,
        op: OpId,
        body: BlockId,
        inner: &LoopFrame,
        frame: &LoopFrame,
        reduced: Reduced,
    ) -> Fallible<Option<Schedule>> {
        let results = self.module.op(op).results.clone();
        let first = frame.dims.len();
        let mut inside = self.block(body, inner)?;
        if results.is_empty() {
            return match inside {
                Some(schedule) => Ok(Some(self.parallel_bands(schedule, inner, first)?)),
                None => Ok(None),
            };
        }
        results.iter().try_for_each(|result| self.check_scalar(*result))?;
        let span = self.module.op(op).span;
        let (yields, _) = self.facts.terminator(body);
        let kept: Vec<_> = results
            .iter()
            .map(|result| self.new_register(*result, inner.dims.len()))
            .collect();
        let keep = leaf(self.set_registers(yields, inner, &reduced.values, &kept)?)?;
        inside = Some(in_order(inside, keep)?);
        let sums: Vec<_> = results
            .iter()
            .map(|result| self.new_register(*result, frame.kept_rank()))
            .collect();
        let mut start = StmtDraft::new(frame, self.stmt_name(op));
        for (at, begin) in reduced.starts.iter().enumerate() {
            let ty = self.module.ty(results[at]).clone();
            let node = match begin {
                ReductionStart::Value(value) => self.value(&mut start, *value)?,
                ReductionStart::Constant(value) => start.node(PayloadKind::Const(value.clone()), &ty, span),
            };
            let access = self.register_access(&start, sums[at], AccessKind::MustWrite, span)?;
            start.write(access, node);
        }
        let mut all = leaf(self.push_stmt(start, op)?)?;
        if let Some(inside) = inside {
            all = all.sequence(self.parallel_bands(inside, inner, first)?)?;
        }
        for (at, combiner) in reduced.combiners.iter().enumerate() {
            let ty = self.module.ty(results[at]).clone();
            let mut draft = StmtDraft::new(inner, self.stmt_name(op));
            let old = self.register_access(&draft, sums[at], AccessKind::Read, span)?;
            let old = draft.read(old, &ty);
            let new = self.register_access(&draft, kept[at], AccessKind::Read, span)?;
            let new = draft.read(new, &ty);
            let node = draft.node(any_order(combiner, None, vec![old, new]), &ty, span);
            let access = self.register_access(&draft, sums[at], AccessKind::MustWrite, span)?;
            draft.write(access, node);
            let combine = self.region_done(op, draft, first)?;
            all = all.sequence(combine)?;
        }
        Ok(Some(all))
    }

    fn affine_parallel(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let span = self.module.op(op).span;
        let view = polyvet_ir::affine_parallel(self.module, op)
            .ok_or_else(|| unsupported("malformed-op", "this `affine.parallel` is not well formed", span))?;
        let mut inner = frame.clone();
        for (at, induction) in view.inductions.iter().enumerate() {
            let lower = self.apply_map(&view.lower.of_loop(at), &view.lower.operands, frame, span)?;
            let upper = self.apply_map(&view.upper.of_loop(at), &view.upper.operands, frame, span)?;
            let pad = |values: Vec<PwAff>| -> Fallible<Vec<PwAff>> {
                values
                    .into_iter()
                    .map(|v| Ok(v.insert_dims(DimKind::In, frame.dims.len(), at)?))
                    .collect()
            };
            let range = LoopBound {
                lower: pad(lower)?,
                upper: pad(upper)?,
                step: view.steps[at],
            };
            inner = self.enter(op, Some(*induction), Some(IteratorType::Parallel), range, &inner)?;
        }
        let (_, values) = self.facts.terminator(view.body);
        let (mut starts, mut combiners) = (Vec::new(), Vec::new());
        for (result, name) in self.module.op(op).results.clone().into_iter().zip(&view.reductions) {
            let neutral = neutral(name, self.module.ty(result)).ok_or_else(|| {
                let message = format!("a reduction by `{name}` has no model");
                unsupported("parallel-reduction", message, span)
            })?;
            starts.push(ReductionStart::Constant(neutral));
            combiners.push(format!("arith.{name}"));
        }
        self.parallel_loop(
            op,
            view.body,
            &inner,
            frame,
            Reduced {
                values,
                starts,
                combiners,
            },
        )
    }

    fn affine_if(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let mut holds = frame.domain.clone();
        for (value, equality) in self.constraints(op, frame)? {
            let zero = self.number(frame, 0)?;
            holds = holds.intersect(if equality {
                value.eq_set(zero)?
            } else {
                value.ge_set(zero)?
            })?;
        }
        let fails = frame.domain.clone().subtract(holds.clone())?;
        let blocks = [self.module.only_block(op, 0), self.module.only_block(op, 1)];
        self.branches(op, frame, [(blocks[0], holds), (blocks[1], fails)])
    }

    /// What must be 0 (true), or at least 0 (false), for the condition of an `affine.if` to hold.
    pub(super) fn constraints(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Vec<(PwAff, bool)>> {
        let span = self.module.op(op).span;
        let view = polyvet_ir::affine_if(self.module, op)
            .ok_or_else(|| unsupported("malformed-op", "this `affine.if` is not well formed", span))?;
        let values = { view.operands.iter() }
            .map(|v| self.index(*v, frame))
            .collect::<Fallible<Vec<_>>>()?;
        let (dims, syms) = values.split_at(view.set.dims);
        let constraints = view.set.constraints.iter();
        constraints
            .map(|(expr, equality)| Ok((self.affine(expr, dims, syms, frame, span)?, *equality)))
            .collect()
    }

    fn scf_if(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let condition = self.module.op(op).operand(0);
        let (then_block, else_block) = (self.module.only_block(op, 0), self.module.only_block(op, 1));
        let found = self.condition(condition, frame);
        if let (Err(super::ExtractError::Unsupported(_)), true) = (&found, self.request.guards && frame.exact)
            && let Some(stores) = self.facts.guarded_stores(op)
        {
            return self.guarded(op, &stores, frame).map(Some);
        }
        let Some(holds) = self.perhaps(found)? else {
            let mut guard = Guard::new(frame);
            self.guard(op, condition, &mut guard)?;
            let all = || frame.domain.clone();
            let inside = self.branches(op, &guard.frame.clone(), [(then_block, all()), (else_block, all())])?;
            return guard.before(inside);
        };
        let holds = frame.domain.clone().intersect(holds)?;
        let fails = frame.domain.clone().subtract(holds.clone())?;
        self.branches(op, frame, [(then_block, holds), (else_block, fails)])
    }

    /// Branches, each with the iterations that take it.
    fn branches(
        &mut self,
        op: OpId,
        frame: &LoopFrame,
        blocks: [(Option<BlockId>, Set); 2],
    ) -> Fallible<Option<Schedule>> {
        let results = self.module.op(op).results.clone();
        let (tensors, scalars): (Vec<usize>, Vec<usize>) =
            (0..results.len()).partition(|at| self.facts.is_array(results[*at]));
        scalars.iter().try_for_each(|at| self.check_scalar(results[*at]))?;
        for at in &tensors {
            self.has_one_shape((results[*at], *at), frame, &blocks)?;
        }
        let registers: Vec<_> = { scalars.iter() }
            .map(|at| self.new_register(results[*at], frame.kept_rank()))
            .collect();
        let arrays: Vec<ArrayId> = { tensors.iter() }
            .map(|at| self.fresh_tensor(results[*at], frame))
            .collect::<Fallible<_>>()?;
        let mut all = None;
        for (block, domain) in blocks {
            let Some(block) = block else { continue };
            let branch = frame.within_branch(domain)?;
            let mut inside = self.block(block, &branch)?;
            if !registers.is_empty() {
                let (yields, values) = self.facts.terminator(block);
                let values: Vec<_> = scalars.iter().map(|at| values[*at]).collect();
                let last = leaf(self.set_registers(yields, &branch, &values, &registers)?)?;
                inside = Some(match inside {
                    Some(first) => first.sequence(last)?,
                    None => last,
                });
            }
            for (at, array) in tensors.iter().zip(&arrays) {
                let (yields, values) = self.facts.terminator(block);
                let from = self.tensor(values[*at], self.module.op(yields).span)?;
                let copy = self.copy_whole(yields, (values[*at], from), *array, &branch)?;
                inside = Some(in_order(inside, copy)?);
            }
            all = match (all, inside) {
                (Some(first), Some(second)) => Some(Schedule::sequence(first, second)?),
                (first, second) => first.or(second),
            };
        }
        Ok(all)
    }

    /// Refuses a tensor whose extents depend on the branch that gives it.
    fn has_one_shape(
        &mut self,
        (result, at): (ValueId, usize),
        frame: &LoopFrame,
        blocks: &[(Option<BlockId>, Set)],
    ) -> Fallible<()> {
        let span = self.module.value(result).span;
        let shape = self.module.ty(result).shape().unwrap_or_default().to_vec();
        let dynamic = { shape.iter().enumerate() }.filter(|(_, dim)| !matches!(dim, polyvet_ir::Dim::Static(_)));
        for (dim, _) in dynamic {
            let extent = self.extent(result, dim, span)?.on(self, frame)?;
            for (block, domain) in blocks {
                let given = block.map(|block| self.facts.terminator(block).1);
                let Some(given) = given.and_then(|values| values.get(at).copied()) else {
                    continue;
                };
                let branch = LoopFrame {
                    domain: domain.clone(),
                    ..frame.clone()
                };
                let other = self.extent(given, dim, span)?.on(self, &branch)?;
                if !domain.is_subset(&extent.clone().eq_set(other)?)? {
                    let name = self.module.value_name(result);
                    let message = format!("the extents of `{name}` depend on the branch that is taken");
                    return Err(unsupported("carried-aggregate", message, span));
                }
            }
        }
        Ok(())
    }

    /// Adds a loop to the frame whose iterations are called parallel.
    pub(super) fn enter_parallel(
        &mut self,
        op: OpId,
        induction: ValueId,
        (lower, upper, step): (Vec<PwAff>, Vec<PwAff>, LoopStep),
        frame: &LoopFrame,
    ) -> Fallible<LoopFrame> {
        // The loops of one operation have steps of their own: none is in terms of another.
        let step = match step {
            LoopStep::Strip(step) => {
                let more = frame.dims.len() - step.dim(DimKind::In)?;
                LoopStep::Strip(step.add_dims(DimKind::In, more)?)
            }
            constant => constant,
        };
        let range = LoopBound {
            lower: lower.clone(),
            upper,
            step: step.stride(),
        };
        let inner = self.enter(op, Some(induction), Some(IteratorType::Parallel), range, frame)?;
        self.note_step(op, step, &lower, (frame, &inner))?;
        Ok(inner)
    }

    /// Adds a loop to the frame.
    pub(super) fn enter(
        &mut self,
        op: OpId,
        induction: Option<ValueId>,
        claim: Option<IteratorType>,
        range: LoopBound,
        frame: &LoopFrame,
    ) -> Fallible<LoopFrame> {
        let wish = match induction {
            Some(value) => self.module.value(value).name.clone().unwrap_or_else(|| "i".to_owned()),
            None => format!("d{}", frame.dims.len()),
        };
        self.enter_named(op, &wish, induction, claim, range, frame)
    }

    pub(super) fn enter_named(
        &mut self,
        op: OpId,
        wish: &str,
        induction: Option<ValueId>,
        claim: Option<IteratorType>,
        range: LoopBound,
        frame: &LoopFrame,
    ) -> Fallible<LoopFrame> {
        let name = self.naming.names.unique(wish);
        let span = self.module.op(op).span;
        let number = self.draft.loops.push_and_get_key(Loop {
            name: name.clone(),
            op: Some(op),
            induction,
            claim,
            unsigned: false,
            partition: false,
            workers: self.module.op(op).attr(polyvet_ir::WORKERS).and_then(Workers::of),
            strip: None,
            span,
        });
        if let Some(induction) = induction {
            self.places.loop_of.insert(induction, number);
        }
        // The dimensions of a structured op keep their own names within its statement.
        let dim = if induction.is_none() && !frame.dims.iter().any(|d| d == wish) {
            wish.to_owned()
        } else {
            name
        };
        let at = frame.dims.len();
        let domain = frame
            .domain
            .clone()
            .add_dims(DimKind::Set, 1)?
            .set_dim_name(DimKind::Set, at, &dim)?;
        let mut inner = frame.clone();
        inner.loops.push(number);
        inner.dims.push(dim);
        inner.domain = domain;
        let inside = |value: PwAff| value.insert_dims(DimKind::In, at, 1);
        let iteration = self.facts.variable(&inner, at)?;
        for upper in range.upper {
            for one in self.facts.alternatives(upper, false, &frame.domain)? {
                inner.domain = inner.domain.intersect(iteration.clone().lt_set(inside(one)?)?)?;
            }
        }
        for lower in &range.lower {
            for one in self.facts.alternatives(lower.clone(), true, &frame.domain)? {
                inner.domain = inner.domain.intersect(iteration.clone().ge_set(inside(one)?)?)?;
            }
        }
        if range.step != 1 {
            let step = Val::from_i64(&self.ctx, range.step)?;
            let first = inside(self.residue(range.lower, &step, &frame.domain)?)?;
            let offset = iteration.sub(first)?.mod_val(step)?;
            let zero = self.number(&inner, 0)?;
            inner.domain = inner.domain.intersect(offset.eq_set(zero)?)?;
        }
        inner.outer.push(inner.domain.clone());
        Ok(inner)
    }

    /// A value that differs from the greatest of `bounds` by a multiple of `step` in all of `domain`: any of
    /// them, if they differ by such, which keeps domains free of the case distinction.
    fn residue(&self, bounds: Vec<PwAff>, step: &Val, domain: &Set) -> Fallible<PwAff> {
        let (first, others) = bounds.split_first().expect("a loop has a lower bound");
        for other in others {
            let apart = other.clone().sub(first.clone())?.mod_val(step.clone())?;
            let zero = apart.clone().scale_val(Val::zero(&self.ctx)?)?;
            if !apart.ne_set(zero)?.intersect(domain.clone())?.is_empty()? {
                return self.facts.extreme(bounds, true);
            }
        }
        Ok(first.clone())
    }

    /// A band over dimension `at` of every statement, named after the loop.
    pub(super) fn band(&self, body: Schedule, number: LoopId, at: usize) -> Fallible<Schedule> {
        let mut partial: Option<UnionPwAff> = None;
        for domain in body.domain()?.sets()? {
            let space = polyvet_poly::LocalSpace::from_space(domain.space()?)?;
            let variable = polyvet_poly::Aff::var_on_domain(space, DimKind::Set, at)?;
            let variable = UnionPwAff::from_aff(variable)?;
            partial = Some(match partial {
                Some(before) => before.union_add(variable)?,
                None => variable,
            });
        }
        // Nothing in it ever runs.
        let Some(partial) = partial else { return Ok(body) };
        let partial = MultiUnionPwAff::from_union_pw_aff(partial)?;
        let partial = partial.set_tuple_name(DimKind::Set, &self.draft.loops[number].name)?;
        Ok(body.insert_partial_schedule(partial)?)
    }

    /// Bands with a `parallel` mark each, for the loops of `inner` from number `first` on.
    pub(super) fn parallel_bands(&self, body: Schedule, inner: &LoopFrame, first: usize) -> Fallible<Schedule> {
        let mut schedule = body;
        for at in (first..inner.dims.len()).rev() {
            schedule = mark(self.band(schedule, inner.loops[at], at)?, &Mark::Parallel)?;
        }
        Ok(schedule)
    }

    /// A view that is returned: an output of its own, with its extents.
    fn shown(&mut self, op: OpId, value: ValueId, name: &str, frame: &LoopFrame) -> Fallible<Schedule> {
        let span = self.module.op(op).span;
        let extents = self.extents(value, span)?;
        let inner = self.region_loops(op, frame, &extents)?;
        let output = self.new_array_like(value, ArrayKind::Output)?;
        self.places.array_of.remove(&value);
        self.draft.arrays[output].name = self.naming.names.unique(name);
        self.draft.results.push(Some(output));
        let mut draft = StmtDraft::new(&inner, self.stmt_name(op));
        let loops = self.facts.variables(&inner, frame.dims.len())?;
        let read = self.element(&draft, value, None, loops.clone(), AccessKind::Read, span)?;
        let elem = self.module.ty(value).elem().clone();
        let node = draft.read(read, &elem);
        let relation = self.relation(&draft, output, loops)?;
        let write = crate::scop::Access {
            kind: AccessKind::MustWrite,
            array: output,
            relation,
            span,
        };
        draft.write(write, node);
        self.region_done(op, draft, frame.dims.len())
    }

    /// Scalars that the function returns are written to outputs of their own.
    fn results(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let mut all: Option<Schedule> = None;
        for (at, operand) in self.module.op(op).operands.clone().into_iter().enumerate() {
            let value = operand.value;
            let ty = self.module.ty(value).clone();
            self.note_returned(op, value, frame)?;
            if self.facts.is_aggregate(value) {
                let array = self.tensor(value, operand.span)?;
                self.draft.results.push(Some(array));
                // A tensor argument that is updated in place holds values at entry.
                self.draft.arrays[array].kind = match self.draft.arrays[array].kind {
                    ArrayKind::Input if self.draft.arrays[array].versions.len() > 1 => ArrayKind::InOut,
                    ArrayKind::Local => ArrayKind::Output,
                    kind => kind,
                };
                continue;
            }
            if ty.is_memref() && self.facts.is_view(value) {
                let copy = self.shown(op, value, &format!("result{at}"), frame)?;
                all = Some(in_order(all, copy)?);
                continue;
            }
            if ty.is_memref() {
                let array = self.memref(value, operand.span)?;
                self.draft.results.push(Some(array));
                self.draft.arrays[array].kind = match self.draft.arrays[array].kind {
                    ArrayKind::Local => ArrayKind::Output,
                    kind => kind,
                };
                continue;
            }
            let mut draft = StmtDraft::new(frame, self.stmt_name(op));
            let node = self.value(&mut draft, value)?;
            if draft.accesses.is_empty() && !self.request.on_data {
                // Constants and arguments need no statement, but where values are compared.
                self.naming.stmt_names.release(&draft.name);
                self.draft.results.push(None);
                continue;
            }
            let output = self.new_register(value, 0);
            self.places.register_of.remove(&value);
            self.draft.arrays[output].name = self.naming.names.unique(&format!("result{at}"));
            self.draft.arrays[output].kind = ArrayKind::Output;
            self.draft.results.push(Some(output));
            let access = self.register_access(&draft, output, AccessKind::MustWrite, operand.span)?;
            draft.write(access, node);
            let next = leaf(self.push_stmt(draft, op)?)?;
            all = Some(match all {
                Some(before) => before.sequence(next)?,
                None => next,
            });
        }
        Ok(all)
    }
}

impl Facts<'_> {
    /// The operation of reduction number `at` of an `scf.reduce`.
    fn combining(&self, reduce: OpId, at: usize) -> Option<String> {
        let block = self.module.only_block(reduce, at)?;
        let [combine, last] = self.module.block(block).ops[..] else {
            return None;
        };
        let op = self.module.op(combine);
        let args = &self.module.block(block).args;
        let takes = |order: [usize; 2]| op.operand_values().eq(order.map(|n| args[n]));
        let returned = self.module.op(last).operand_values().eq(op.results.iter().copied());
        let commutes = !matches!(op.name.as_str(), "arith.subf" | "arith.subi");
        let plain = op
            .properties
            .iter()
            .all(|(_, attr)| matches!(attr, Attr::Opaque(text) if text.contains("none")));
        let fits = args.len() == 2 && (takes([0, 1]) || takes([1, 0])) && returned && commutes && plain;
        (fits && Combiner::of(&op.name).is_some()).then(|| op.name.to_string())
    }

    pub(super) fn terminator(&self, block: BlockId) -> (OpId, Vec<ValueId>) {
        let last = *self
            .module
            .block(block)
            .ops
            .last()
            .expect("a loop body ends in a terminator");
        (last, self.module.op(last).operand_values().collect())
    }

    /// A tensor whose extents and elements can be copied.
    fn is_array(&self, value: ValueId) -> bool {
        let ty = self.module.ty(value);
        ty.is_tensor() && *ty.elem() != Type::Index && ty.shape().is_some()
    }

    /// The functions of which `bound` is the least in all of `domain`, or with `max` the greatest: to be below all of
    /// them is one polyhedron, to be below one that is given by cases is a union that tiles of tiles multiply.
    pub(super) fn alternatives(&self, bound: PwAff, max: bool, domain: &Set) -> Fallible<Vec<PwAff>> {
        let pieces = bound.pieces()?;
        if pieces.len() < 2 || !domain.is_subset(&bound.clone().domain()?)? {
            return Ok(vec![bound]);
        }
        let mut all: Vec<PwAff> = Vec::new();
        for (_, aff) in pieces {
            let one = PwAff::from_aff(aff)?;
            let mut known = false;
            for other in &all {
                known |= other.plain_is_equal(&one)?;
            }
            if known {
                continue;
            }
            let beyond = match max {
                true => bound.clone().lt_set(one.clone())?,
                false => bound.clone().gt_set(one.clone())?,
            };
            if !beyond.is_empty()? && !beyond.intersect(domain.clone())?.is_empty()? {
                return Ok(vec![bound]);
            }
            all.push(one);
        }
        Ok(all)
    }

    /// A memref that shows another one.
    fn is_view(&self, value: ValueId) -> bool {
        let op = self.module.defining_op(value).map(|op| self.module.op(op));
        op.is_some_and(|op| shows_operand(op) && op.name != "memref.view")
    }
}

/// Whether `op` neither changes data nor makes any: buffers, views of buffers, questions about shapes, hints. A tensor
/// that it makes holds nothing, or what its operand holds.
pub(super) fn makes_no_data(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    let quiet = Effects::ALLOCATES.contains(module.effects(op)) && data.regions.is_empty();
    quiet
        && (data.info().asks_shape()
            || data.results.iter().all(|result| module.ty(*result).is_memref())
            || matches!(
                data.name.as_str(),
                "tensor.empty" | "tensor.cast" | "bufferization.alloc_tensor"
            ))
}

pub(super) fn leaf(domain: Set) -> Fallible<Schedule> {
    Ok(Schedule::from_domain(UnionSet::from_set(domain)?)?)
}

/// Puts a mark above the outermost band.
fn mark(schedule: Schedule, mark: &Mark) -> Fallible<Schedule> {
    let root = schedule.root()?;
    Ok(mark.insert(root.child(0)?)?.schedule()?)
}

/// Names of iterator types in MLIR's attribute.
pub(super) fn claim(attr: &Attr) -> Option<IteratorType> {
    let text = match attr {
        Attr::Opaque(text) => text.as_str(),
        other => other.as_str()?,
    };
    [IteratorType::Parallel, IteratorType::Reduction]
        .into_iter()
        .find(|t| text.contains(t.name()))
}
