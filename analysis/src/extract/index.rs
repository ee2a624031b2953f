//! Integers that address: from SSA values of type `index` to quasi-affine functions.

use super::expressions::is_semi_affine;
use super::facts::Facts;
use super::widths::width;
use super::{Extractor, Fallible, LoopFrame, names, unsupported, unsupported_help};
use crate::assume::find_param;
use crate::scop::{Param, ParamOrigin};
use polyvet_ir::{AffineExpr, AffineMap, AffineOp, Attr, Def, Dim, Flags, OpId, Span, Type, ValueId};
use polyvet_poly::{Aff, DimKind, LocalSpace, PwAff, Set, Space, Val};

impl Extractor<'_> {
    /// `{ [i, ..] -> [(value)] }` over the iterations of `frame`.
    pub(super) fn index(&mut self, value: ValueId, frame: &LoopFrame) -> Fallible<PwAff> {
        if let Some(number) = self.places.loop_of.get(&value) {
            let Some(at) = frame.loops.iter().position(|l| l == number) else {
                let name = self.module.value_name(value);
                let span = self.module.value(value).span;
                return Err(unsupported(
                    "loop-out-of-scope",
                    format!("`{name}` is used outside its loop"),
                    span,
                ));
            };
            let count = self.facts.variable(frame, at)?;
            return match self.draft.loops[*number].unsigned {
                true => self.wrapped(count, width(self.module.ty(value)).unwrap_or(64), frame),
                false => Ok(count),
            };
        }
        if let Some(digits) = self.digits_of(value, frame)? {
            return self.facts.single_digit(&digits, frame);
        }
        let Some(op) = self.module.defining_op(value) else {
            return self.parameter(value, frame);
        };
        let data = self.module.op(op);
        let name = data.name.clone();
        match name.as_str() {
            "arith.constant" => match self.facts.constant(value) {
                Some(number) => self.number(frame, number),
                None => Err(self.facts.not_affine(op, "a constant that is no 64-bit integer")),
            },
            "affine.apply" => {
                let (map, operands) = self.facts.map_of(op, "map", 0)?;
                let mut results = self.apply_map(&map, &operands, frame, data.span)?;
                Ok(results.swap_remove(0))
            }
            "affine.min" | "affine.max" => {
                let (map, operands) = self.facts.map_of(op, "map", 0)?;
                let results = self.apply_map(&map, &operands, frame, data.span)?;
                self.facts.extreme(results, name == "affine.max")
            }
            "affine.delinearize_index" => self.digit(op, value, frame),
            "affine.linearize_index" => self.linear(op, frame),
            "arith.select" => {
                let (condition, then, other) = (data.operand(0), data.operand(1), data.operand(2));
                let holds = self.condition(condition, frame)?;
                let fails = holds.clone().complement()?;
                let then = self.index(then, frame)?.intersect_domain(holds)?;
                let other = self.index(other, frame)?.intersect_domain(fails)?;
                Ok(then.union_add(other)?)
            }
            "arith.addi" | "index.add" => {
                let sum = self.binary(op, frame, |x, y| Ok(x.add(y)?))?;
                self.computed(op, sum, frame)
            }
            "arith.subi" | "index.sub" => {
                let difference = self.binary(op, frame, |x, y| Ok(x.sub(y)?))?;
                self.computed(op, difference, frame)
            }
            "arith.minsi" | "index.mins" => self.binary(op, frame, |x, y| Ok(x.min(y)?)),
            "arith.maxsi" | "index.maxs" => self.binary(op, frame, |x, y| Ok(x.max(y)?)),
            "arith.muli" | "index.mul" => self.product(op, frame),
            "arith.floordivsi" | "index.floordivs" => self.division(op, frame, |x, y| Ok(x.div(y)?.floor()?)),
            "arith.ceildivsi" | "index.ceildivs" => self.division(op, frame, |x, y| Ok(x.div(y)?.ceil()?)),
            "arith.divsi" | "index.divs" => self.division(op, frame, |x, y| Ok(x.tdiv_q(y)?)),
            "arith.divui" | "arith.remui" | "arith.ceildivui" | "index.divu" | "index.remu" | "index.ceildivu" => {
                if Flags::of(&data.properties) != Flags::NONE {
                    return self.parameter(value, frame);
                }
                // As signed ones where nothing is negative; by one, always.
                if width(self.module.ty(value)).is_none() {
                    return self.parameter(value, frame);
                }
                let (dividend, divisor) = (data.operand(0), self.facts.constant(data.operand(1)));
                let dividend = self.index(dividend, frame)?;
                let negative = dividend
                    .clone()
                    .lt_set(self.number(frame, 0)?)?
                    .intersect(frame.domain.clone())?;
                let (quotient, up) = (name.contains("div"), name.contains("ceil"));
                match divisor {
                    Some(1) if quotient => Ok(dividend),
                    Some(d) if d > 0 && negative.intersect_params(self.known()?)?.is_empty()? => match (quotient, up) {
                        (true, false) => Ok(dividend.div(self.number(frame, d)?)?.floor()?),
                        (true, true) => Ok(dividend.div(self.number(frame, d)?)?.ceil()?),
                        (false, _) => Ok(dividend.mod_val(Val::from_i64(&self.ctx, d)?)?),
                    },
                    _ => self.parameter(value, frame),
                }
            }
            "arith.remsi" | "index.rems" => self.division(op, frame, |x, y| Ok(x.tdiv_r(y)?)),
            "arith.minui" | "arith.maxui" | "index.minu" | "index.maxu" => self.unsigned_extreme(op, frame),
            "arith.index_cast" | "arith.index_castui" | "index.casts" | "index.castu" | "arith.extsi"
            | "arith.extui" | "arith.trunci" => match self.cast(op, frame) {
                // Flags say what is poison, which no function is.
                _ if !Flags::of(&data.properties).within(Flags::NONE) => self.parameter(value, frame),
                // What comes from data or arguments is not known.
                Err(super::ExtractError::Unsupported(_)) => self.parameter(value, frame),
                cast => cast,
            },
            "linalg.index" => {
                let dim = data
                    .attr("dim")
                    .and_then(Attr::as_i64)
                    .and_then(|d| usize::try_from(d).ok());
                let owner = self.module.parent_op(op);
                let first = frame
                    .loops
                    .iter()
                    .position(|l| self.draft.loops[*l].op == owner && owner.is_some());
                match (first, dim) {
                    (Some(first), Some(dim)) if first + dim < frame.loops.len() => {
                        self.facts.variable(frame, first + dim)
                    }
                    _ => Err(self.facts.not_affine(op, "an index of a dimension that is not there")),
                }
            }
            "memref.dim" | "tensor.dim" => {
                let source = data.operand(0);
                match self.facts.constant(data.operand(1)) {
                    Some(dim) if dim >= 0 => self.extent(source, dim as usize, data.span)?.on(self, frame),
                    _ => Err(self.facts.not_affine(op, "an extent whose dimension is not constant")),
                }
            }
            _ => self.parameter(value, frame),
        }
    }

    /// A cast between integers of different widths.
    fn cast(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<PwAff> {
        let data = self.module.op(op);
        let (source, result) = (data.operand(0), data.results[0]);
        let (Some(from), Some(to)) = (width(self.module.ty(source)), width(self.module.ty(result))) else {
            return Err(self.facts.not_affine(op, "a cast of an integer of more than 64 bits"));
        };
        let unsigned = matches!(data.name.as_str(), "arith.index_castui" | "index.castu" | "arith.extui");
        let number = self.index(source, frame)?;
        match (unsigned && from < to, from > to) {
            (true, _) => self.unsigned(number, from, frame),
            (_, true) => self.wrapped(number, to, frame),
            _ => Ok(number),
        }
    }

    /// Minimum or maximum of two numbers read without their signs, where both are not negative.
    fn unsigned_extreme(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<PwAff> {
        let data = self.module.op(op);
        let (lhs, rhs) = (self.index(data.operand(0), frame)?, self.index(data.operand(1), frame)?);
        for operand in [&lhs, &rhs] {
            let negative = operand.clone().lt_set(self.number(frame, 0)?)?;
            let reached = frame
                .domain
                .clone()
                .intersect(negative)?
                .intersect_params(self.known()?)?;
            if !reached.is_empty()? {
                return self.parameter(self.module.op(op).results[0], frame);
            }
        }
        Ok(if data.name.contains("max") {
            lhs.max(rhs)?
        } else {
            lhs.min(rhs)?
        })
    }

    /// The value of an integer that is constant once the parameters that the user fixed are.
    pub(super) fn fixed_value(&mut self, value: ValueId, frame: &LoopFrame) -> Fallible<Option<i64>> {
        if self.request.fixed.is_empty() {
            return Ok(None);
        }
        match self.index(value, frame) {
            Ok(index) => constant_of(&index),
            Err(super::ExtractError::Unsupported(_)) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// The iterations of the frame's space for which a comparison of indices holds.
    pub(super) fn condition(&mut self, value: ValueId, frame: &LoopFrame) -> Fallible<Set> {
        let span = self.module.value(value).span;
        let refuse = || {
            let shown = self.module.value_name(value);
            unsupported(
                "data-dependent-condition",
                format!("the condition `{shown}` is not affine"),
                span,
            )
        };
        let is_bit = *self.module.ty(value) == Type::I1;
        if self.facts.argument(value).is_some() && is_bit {
            // The caller decides once for all iterations.
            let bit = self.parameter(value, frame)?;
            return Ok(bit.ne_set(self.number(frame, 0)?)?);
        }
        let op = self.module.defining_op(value).ok_or_else(refuse)?;
        let data = self.module.op(op);
        let all = Set::universe(self.facts.space(frame)?)?;
        match data.name.as_str() {
            "arith.constant" => match data.attr("value") {
                Some(Attr::Bool(true)) => Ok(all),
                Some(Attr::Bool(false)) => Ok(Set::empty(self.facts.space(frame)?)?),
                _ => Err(refuse()),
            },
            "arith.andi" => {
                let (lhs, rhs) = (data.operand(0), data.operand(1));
                Ok(self.condition(lhs, frame)?.intersect(self.condition(rhs, frame)?)?)
            }
            "arith.ori" => {
                let (lhs, rhs) = (data.operand(0), data.operand(1));
                Ok(self.condition(lhs, frame)?.union(self.condition(rhs, frame)?)?)
            }
            "arith.xori" => {
                let (lhs, rhs) = (data.operand(0), data.operand(1));
                let (lhs, rhs) = (self.condition(lhs, frame)?, self.condition(rhs, frame)?);
                Ok(lhs.clone().subtract(rhs.clone())?.union(rhs.subtract(lhs)?)?)
            }
            "arith.cmpi" if width(self.module.ty(data.operand(0))).is_some() => {
                let predicate = data.attr("predicate").and_then(Attr::as_i64);
                let (lhs, rhs) = (data.operand(0), data.operand(1));
                let both = self.index(lhs, frame).and_then(|x| Ok((x, self.index(rhs, frame)?)));
                let (x, y) = match both {
                    // Data, or what is computed from it.
                    Err(super::ExtractError::Unsupported(_)) if *self.module.ty(lhs) != Type::Index => {
                        return Err(refuse());
                    }
                    both => both?,
                };
                let nonnegative = |v: PwAff| -> Fallible<Set> { Ok(v.nonneg_set()?) };
                // Unsigned comparison: negative numbers are large.
                let unsigned = |x: PwAff, y: PwAff, or_equal: bool| -> Fallible<Set> {
                    let (px, py) = (nonnegative(x.clone())?, nonnegative(y.clone())?);
                    let less = if or_equal { x.le_set(y)? } else { x.lt_set(y)? };
                    let same_sign = px.clone().intersect(py.clone())?;
                    let both_negative = px.clone().union(py.clone())?.complement()?;
                    let small_large = px.subtract(py)?;
                    Ok(less.intersect(same_sign.union(both_negative)?)?.union(small_large)?)
                };
                match predicate {
                    Some(0) => Ok(x.eq_set(y)?),
                    Some(1) => Ok(x.ne_set(y)?),
                    Some(2) => Ok(x.lt_set(y)?),
                    Some(3) => Ok(x.le_set(y)?),
                    Some(4) => Ok(x.gt_set(y)?),
                    Some(5) => Ok(x.ge_set(y)?),
                    Some(6) => unsigned(x, y, false),
                    Some(7) => unsigned(x, y, true),
                    Some(8) => unsigned(y, x, false),
                    Some(9) => unsigned(y, x, true),
                    _ => Err(refuse()),
                }
            }
            _ => Err(refuse()),
        }
    }

    fn binary(
        &mut self,
        op: OpId,
        frame: &LoopFrame,
        combine: impl FnOnce(PwAff, PwAff) -> Fallible<PwAff>,
    ) -> Fallible<PwAff> {
        let data = self.module.op(op);
        let (lhs, rhs) = (data.operand(0), data.operand(1));
        let (lhs, rhs) = (self.index(lhs, frame)?, self.index(rhs, frame)?);
        self.keeps_flags(op, (&lhs, &rhs), frame)?;
        combine(lhs, rhs)
    }

    /// Refuses flags that may be broken: the value would be poison, which no function is.
    fn keeps_flags(&self, op: OpId, (x, y): (&PwAff, &PwAff), frame: &LoopFrame) -> Fallible<()> {
        let data = self.module.op(op);
        // Signed overflow is excluded for all index arithmetic.
        let flags = Flags::of(&data.properties);
        let bits = width(self.module.ty(data.results[0])).filter(|bits| *bits < 64);
        if flags == Flags::NONE || flags == Flags::NSW && bits.is_none() {
            return Ok(());
        }
        let overflows = match bits {
            Some(bits) => self.leaves(op, (x, y), bits, frame)?,
            None => false,
        };
        let negative = |value: &PwAff| -> Fallible<Set> { Ok(value.clone().nonneg_set()?.complement()?) };
        let (below, above) = (negative(x)?, negative(y)?);
        let broken = match data.name.as_str() {
            // As unsigned numbers negative ones are large: two of them overflow, and one that the other lifts to zero.
            "arith.addi" => {
                let lifted = x.clone().add(y.clone())?.nonneg_set()?;
                let one = below.clone().union(above.clone())?.intersect(lifted)?;
                below.intersect(above)?.union(one)?
            }
            "arith.subi" => {
                let same = below.clone().intersect(above.clone())?;
                let same = same.union(below.clone().union(above.clone())?.complement()?)?;
                let less = x.clone().lt_set(y.clone())?.intersect(same)?;
                less.union(above.subtract(below)?)?
            }
            "arith.muli" => below.union(above)?,
            _ => Set::universe(self.facts.space(frame)?)?,
        };
        let broken = frame
            .domain
            .clone()
            .intersect(broken)?
            .intersect_params(self.known()?)?;
        match !overflows && (flags == Flags::NSW || broken.is_empty()?) {
            true => Ok(()),
            false => Err(self.facts.not_affine(op, "a flag that may be broken")),
        }
    }

    /// Whether the result of an operation may leave the signed numbers of its narrow type.
    fn leaves(&self, op: OpId, (x, y): (&PwAff, &PwAff), bits: u32, frame: &LoopFrame) -> Fallible<bool> {
        let (x, y) = (x.clone(), y.clone());
        let value = match self.module.op(op).name.as_str() {
            "arith.addi" => x.add(y)?,
            "arith.subi" => x.sub(y)?,
            "arith.muli" if x.is_cst()? || y.is_cst()? => x.mul(y)?,
            _ => return Ok(true),
        };
        let same = self.wrapped(value.clone(), bits, frame)?;
        let differ = frame.domain.clone().intersect(value.ne_set(same)?)?;
        Ok(!differ.intersect_params(self.known()?)?.is_empty()?)
    }

    fn product(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<PwAff> {
        let data = self.module.op(op);
        let (lhs, rhs) = (data.operand(0), data.operand(1));
        let constant = self.facts.is_constant(lhs) || self.facts.is_constant(rhs);
        if !constant && self.fixed_value(lhs, frame)?.is_none() && self.fixed_value(rhs, frame)?.is_none() {
            let product = data.results[0];
            return self.parameter(product, frame);
        }
        let product = self.binary(op, frame, |x, y| Ok(x.mul(y)?))?;
        self.computed(op, product, frame)
    }

    fn division(
        &mut self,
        op: OpId,
        frame: &LoopFrame,
        combine: impl FnOnce(PwAff, PwAff) -> Fallible<PwAff>,
    ) -> Fallible<PwAff> {
        let divisor = self.module.op(op).operand(1);
        let constant = match self.facts.constant(divisor) {
            None => self.fixed_value(divisor, frame)?,
            known => known,
        };
        match constant {
            Some(divisor) if divisor > 0 => self.binary(op, frame, combine),
            Some(_) => Err(self.facts.not_affine(op, "a division by a number that is not positive")),
            None => {
                let quotient = self.module.op(op).results[0];
                self.parameter(quotient, frame)
            }
        }
    }

    /// Result `value` of an `affine.delinearize_index`; the first is not bounded by the basis.
    fn digit(&mut self, op: OpId, value: ValueId, frame: &LoopFrame) -> Fallible<PwAff> {
        let data = self.module.op(op);
        let sizes = self.facts.sizes(op, data.operands.get(1..).unwrap_or(&[]))?;
        let at = data.results.iter().position(|result| *result == value).unwrap_or(0);
        let below: i64 = sizes[sizes.len() + 1 + at - data.results.len()..]
            .iter()
            .try_fold(1i64, |product, size| product.checked_mul(*size))
            .ok_or_else(|| self.facts.not_affine(op, "a basis beyond 64 bits"))?;
        let whole = self.index(data.operand(0), frame)?;
        if sizes.len() == data.results.len() {
            self.note_beyond(&whole, &sizes, op, frame)?;
        }
        let shifted = whole.div(self.number(frame, below)?)?.floor()?;
        if at == 0 {
            return Ok(shifted);
        }
        let size = sizes[sizes.len() + at - data.results.len()];
        Ok(shifted.mod_val(Val::from_i64(&self.ctx, size)?)?)
    }

    /// Notes that nothing is defined where an index is beyond the product of a basis with an outer bound.
    fn note_beyond(&mut self, whole: &PwAff, sizes: &[i64], op: OpId, frame: &LoopFrame) -> Fallible<()> {
        let all = sizes.iter().try_fold(1i64, |product, size| product.checked_mul(*size));
        let all = all.ok_or_else(|| self.facts.not_affine(op, "a basis beyond 64 bits"))?;
        let beyond = whole.clone().ge_set(self.number(frame, all)?)?;
        let beyond = beyond.union(whole.clone().lt_set(self.number(frame, 0)?)?)?;
        let beyond = beyond.intersect(frame.domain.clone())?;
        if frame.exact {
            return self.breaks_promise(self.module.op(op).span, beyond);
        }
        match beyond.intersect_params(self.known()?)?.is_empty()? {
            true => Ok(()),
            false => Err(self.facts.not_affine(op, "an index that may be beyond its outer bound")),
        }
    }

    /// The result of an `affine.linearize_index`.
    fn linear(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<PwAff> {
        let data = self.module.op(op);
        let parts = polyvet_ir::segments(self.module, op).filter(|parts| parts.len() == 2);
        let parts = parts.ok_or_else(|| self.facts.not_affine(op, "an operation that is not well formed"))?;
        let skip = parts[0].len();
        let sizes = self.facts.sizes(op, data.operands.get(skip..).unwrap_or(&[]))?;
        let unbounded = skip.saturating_sub(sizes.len());
        let mut sum = self.number(frame, 0)?;
        for (at, part) in parts[0].iter().enumerate() {
            let part = self.index(*part, frame)?;
            if let Some(size) = at.checked_sub(unbounded).map(|at| sizes[at]) {
                if data.attr("disjoint").is_some() {
                    let mut inside = part.clone().lt_set(self.number(frame, size)?)?;
                    // The first may be negative, to make the whole so.
                    if at > 0 {
                        inside = inside.intersect(part.clone().ge_set(self.number(frame, 0)?)?)?;
                    }
                    let outside = frame.domain.clone().subtract(inside)?.intersect_params(self.known()?)?;
                    if !outside.is_empty()? {
                        return Err(self
                            .facts
                            .not_affine(op, "`disjoint` with indices that may be beyond the basis"));
                    }
                }
                sum = sum.mul(self.number(frame, size)?)?;
            }
            sum = sum.add(part)?;
        }
        Ok(sum)
    }

    /// The results of `map` at `operands` (dimensions, then symbols).
    pub(super) fn apply_map(
        &mut self,
        map: &AffineMap,
        operands: &[ValueId],
        frame: &LoopFrame,
        span: Span,
    ) -> Fallible<Vec<PwAff>> {
        if operands.len() != map.dims + map.syms {
            return Err(unsupported(
                "operand-count",
                "the map and its operands differ in number",
                span,
            ));
        }
        let (plain, values) = self.without_digits(map, operands, frame)?;
        let (map, values) = match is_semi_affine(&plain) && plain.dims == map.dims {
            true => self.with_products((&plain, operands), values, frame, span)?,
            false => (plain, values),
        };
        let (dims, syms) = values.split_at(map.dims);
        map.results
            .iter()
            .map(|result| self.affine(result, dims, syms, frame, span))
            .collect()
    }

    /// `expr` with dimensions and symbols replaced.
    pub(super) fn affine(
        &mut self,
        expr: &AffineExpr,
        dims: &[PwAff],
        syms: &[PwAff],
        frame: &LoopFrame,
        span: Span,
    ) -> Fallible<PwAff> {
        let (op, lhs, rhs) = match expr {
            AffineExpr::Dim(n) => return Ok(dims[*n as usize].clone()),
            AffineExpr::Sym(n) => return Ok(syms[*n as usize].clone()),
            AffineExpr::Const(value) => return self.number(frame, *value),
            AffineExpr::Bin(op, lhs, rhs) => (*op, lhs, rhs),
        };
        let lhs_value = self.affine(lhs, dims, syms, frame, span)?;
        if op == AffineOp::Add {
            return Ok(lhs_value.add(self.affine(rhs, dims, syms, frame, span)?)?);
        }
        let rhs_value = self.affine(rhs, dims, syms, frame, span)?;
        if op == AffineOp::Mul && (lhs_value.is_cst()? || rhs_value.is_cst()?) {
            return Ok(lhs_value.mul(rhs_value)?);
        }
        let divisor = match op {
            AffineOp::Mul => None,
            _ => constant_of(&rhs_value)?,
        };
        match (op, divisor) {
            (AffineOp::Mod, Some(d)) if d > 0 => Ok(lhs_value.mod_val(Val::from_i64(&self.ctx, d)?)?),
            (AffineOp::FloorDiv, Some(d)) if d > 0 => Ok(lhs_value.div(rhs_value)?.floor()?),
            (AffineOp::CeilDiv, Some(d)) if d > 0 => Ok(lhs_value.div(rhs_value)?.ceil()?),
            (_, Some(_)) => Err(unsupported(
                "division-by-zero",
                "division by a number that is not positive",
                span,
            )),
            _ => Err(unsupported_help(
                "semi-affine",
                "a product or quotient of two symbols is not affine",
                span,
                "fix one of them with `--param NAME=VALUE`, or write the number into the program",
            )),
        }
    }

    /// A constant.
    pub(super) fn number(&self, frame: &LoopFrame, value: i64) -> Fallible<PwAff> {
        let space = LocalSpace::from_space(self.facts.space(frame)?)?;
        Ok(PwAff::from_aff(Aff::val_on_domain(
            space,
            Val::from_i64(&self.ctx, value)?,
        )?)?)
    }

    /// Parameter number `param`, or its value if the user fixed it.
    pub(super) fn param(&self, frame: &LoopFrame, param: usize) -> Fallible<PwAff> {
        let is_this = |word: &str| find_param(&self.numbers.params, &self.naming.words, word) == Ok(Some(param));
        if let Some((_, value)) = self.request.fixed.iter().find(|(fixed, _)| is_this(fixed)) {
            return self.number(frame, *value);
        }
        let mut space = self.facts.space(frame)?;
        let name = &self.numbers.params[param].name;
        let at = match space.find_dim_by_name(DimKind::Param, name)? {
            Some(at) => at,
            None => {
                let at = space.dim(DimKind::Param)?;
                space = space
                    .add_dims(DimKind::Param, 1)?
                    .set_dim_name(DimKind::Param, at, name)?;
                at
            }
        };
        Ok(PwAff::from_aff(Aff::var_on_domain(
            LocalSpace::from_space(space)?,
            DimKind::Param,
            at,
        )?)?)
    }

    /// An index value that we know nothing of but that it does not change.
    fn parameter(&mut self, value: ValueId, frame: &LoopFrame) -> Fallible<PwAff> {
        if let Some(param) = self.numbers.param_of.get(&value) {
            return self.param(frame, *param);
        }
        let data = self.module.value(value);
        let shown = self.module.value_name(value);
        let argument = self.facts.argument(value);
        if argument.is_none()
            && let Some(found) = self.unchanging(value, frame)?
        {
            return Ok(found);
        }
        if data.ty != Type::Index && (argument.is_none() || width(&data.ty).is_none()) {
            return Err(unsupported(
                "non-affine-index",
                format!("`{shown}` is not of type `index`"),
                data.span,
            ));
        }
        self.facts.check_invariant(value, value, 0)?;
        let wish = data.name.clone().unwrap_or_else(|| format!("v{}", value.0));
        let (name, label) = match argument.and_then(|arg| self.naming.like.indices.get(&arg).cloned()) {
            Some(known) => known,
            // The label is what users write, though the model may need another name.
            None => (self.naming.names.unique(&wish), wish),
        };
        let param = self.new_param(Param {
            name,
            label,
            origin: ParamOrigin::Value(value),
            formula: None,
        })?;
        self.numbers.param_of.insert(value, param);
        self.note_range(param, &data.ty)?;
        self.param(frame, param)
    }

    /// Notes which numbers an integer argument can be.
    fn note_range(&mut self, param: usize, ty: &Type) -> Fallible<()> {
        match (ty, width(ty)) {
            (Type::Integer { .. }, Some(width @ 1..=63)) => self.note_width(param, width),
            _ => Ok(()),
        }
    }

    pub(super) fn note_width(&mut self, param: usize, width: u32) -> Fallible<()> {
        let (name, end) = (&self.numbers.params[param].name, 1_i64 << (width - 1));
        let range = Set::parse(&self.ctx, &format!("[{name}] -> {{ : -{end} <= {name} < {end} }}"))?;
        // The second operand gives the parameters their order.
        self.numbers.context = range.intersect(self.numbers.context.clone())?;
        Ok(())
    }

    /// Makes a parameter of every argument that could be one: a script may cut loops into tiles of its size.
    pub(super) fn index_arguments(&mut self, root: &LoopFrame) -> Fallible<()> {
        for value in self.module.block(self.facts.entry).args.clone() {
            if *self.module.ty(value) == Type::Index {
                self.parameter(value, root)?;
            }
        }
        Ok(())
    }

    pub(super) fn new_param(&mut self, param: Param) -> Fallible<usize> {
        let at = self.numbers.params.len();
        let nonnegative = matches!(param.origin, ParamOrigin::Extent { .. });
        let condition = if nonnegative {
            format!("{} >= 0", param.name)
        } else {
            String::new()
        };
        let known = Set::parse(&self.ctx, &format!("[{}] -> {{ : {condition} }}", param.name))?;
        // Also without a constraint: it fixes the order of the parameters.
        self.numbers.context = known.intersect(self.numbers.context.clone())?;
        self.numbers.params.push(param);
        Ok(at)
    }

    /// Extent `dim` of a memref or tensor.
    pub(super) fn extent(&mut self, value: ValueId, dim: usize, span: Span) -> Fallible<Extent> {
        let data = self.module.value(value);
        let Some(extent) = data.ty.shape().and_then(|shape| shape.get(dim).copied()) else {
            let message = format!("`{}` has no dimension {dim}", self.module.value_name(value));
            return Err(unsupported("rank-mismatch", message, span));
        };
        match extent {
            Dim::Static(size) => match i64::try_from(size) {
                Ok(size) => Ok(Extent::Const(size)),
                Err(_) => Err(unsupported("huge-extent", "the extent is beyond 64 bits", span)),
            },
            Dim::Dynamic => {
                let (root, root_dim) = self.facts.extent_root(value, dim);
                match root {
                    ExtentRoot::Size(size) => Ok(match self.facts.constant(size) {
                        Some(size) => Extent::Const(size),
                        None => Extent::Value(size),
                    }),
                    ExtentRoot::Padded(op) => Ok(Extent::Padded(op, root_dim)),
                    ExtentRoot::Collapsed(op) => Ok(Extent::Collapsed(op, root_dim)),
                    ExtentRoot::Joined(op) => Ok(Extent::Joined(op, self.module.op(op).operands.len())),
                    ExtentRoot::Dim(root) => match self.module.ty(root).shape().and_then(|s| s.get(root_dim)) {
                        Some(Dim::Static(size)) => Ok(Extent::Const(*size as i64)),
                        _ => {
                            let fixed = self
                                .facts
                                .argument(root)
                                .and_then(|arg| self.naming.like.fixed.get(&(arg, root_dim)));
                            match fixed {
                                Some(size) => Ok(Extent::Const(*size)),
                                None => Ok(Extent::Param(self.extent_param(root, root_dim)?)),
                            }
                        }
                    },
                }
            }
            Dim::Scalable(_) => Err(unsupported("scalable-vector", "scalable extents have no model", span)),
        }
    }

    /// The functions of which an extent is the least ([`Extractor::alternatives`]).
    pub(super) fn least(&mut self, extent: Extent, frame: &LoopFrame) -> Fallible<Vec<PwAff>> {
        let key = match extent {
            Extent::Value(value) => Some((value, frame.loops.clone())),
            _ => None,
        };
        // In the same loops there may be other iterations: under a condition.
        if let Some((domain, known)) = key.as_ref().and_then(|key| self.numbers.least_of.get(key))
            && domain.plain_is_equal(&frame.domain)?
        {
            return Ok(known.clone());
        }
        let value = extent.on(self, frame)?;
        let all = self.facts.alternatives(value, false, &frame.domain)?;
        if let Some(key) = key {
            self.numbers.least_of.insert(key, (frame.domain.clone(), all.clone()));
        }
        Ok(all)
    }

    fn extent_param(&mut self, value: ValueId, dim: usize) -> Fallible<usize> {
        if let Some(param) = self.numbers.extent_param_of.get(&(value, dim)) {
            return Ok(*param);
        }
        let owner = self
            .module
            .value(value)
            .name
            .clone()
            .unwrap_or_else(|| format!("v{}", value.0));
        let known = self
            .facts
            .argument(value)
            .and_then(|arg| self.naming.like.extents.get(&(arg, dim)).cloned());
        let (name, label) = match (known, self.facts.extent_names.get(&(value, dim)).cloned()) {
            (Some(known), _) => known,
            (None, Some(name)) => {
                let unique = self.naming.names.unique(&name);
                (unique.clone(), unique)
            }
            (None, None) => (
                self.naming.names.unique(&format!("{owner}_{dim}")),
                format!("{owner}.{dim}"),
            ),
        };
        let extent = format!("{owner}.{dim}");
        if self.facts.argument(value).is_some() && label != extent {
            self.naming.words.named.push((extent, label.clone()));
        }
        let param = self.new_param(Param {
            name,
            label,
            origin: ParamOrigin::Extent { value, dim },
            formula: None,
        })?;
        self.numbers.extent_param_of.insert((value, dim), param);
        Ok(param)
    }
}

impl Facts<'_> {
    /// The value of an integer or index constant, as a signed number.
    pub(super) fn constant(&self, value: ValueId) -> Option<i64> {
        let op = self.module.defining_op(value)?;
        let data = self.module.op(op);
        let both = || Some((self.constant(data.operand(0))?, self.constant(data.operand(1))?));
        match data.name.as_str() {
            "arith.constant" => match data.attr("value")? {
                // One bit is the sign.
                Attr::Bool(one) => Some(-i64::from(*one)),
                number => number.as_i64(),
            },
            "arith.index_cast" | "arith.index_castui" => {
                let (source, number) = (data.operand(0), self.constant(data.operand(0))?);
                let (from, to) = (width(self.module.ty(source))?, width(self.module.ty(value))?);
                let extended = match data.name == "arith.index_castui" && from < to {
                    true => number & !(-1i64).checked_shl(from).unwrap_or(0),
                    false => number,
                };
                let unused = 64 - to;
                Some(extended << unused >> unused)
            }
            "arith.addi" if *self.module.ty(value) == Type::Index => both().and_then(|(x, y)| x.checked_add(y)),
            "arith.muli" if *self.module.ty(value) == Type::Index => both().and_then(|(x, y)| x.checked_mul(y)),
            _ => None,
        }
    }

    fn is_constant(&self, value: ValueId) -> bool {
        self.constant(value).is_some()
    }

    /// The basis of `op`, whose dynamic parts are `dynamic`.
    fn sizes(&self, op: OpId, dynamic: &[polyvet_ir::Operand]) -> Fallible<Vec<i64>> {
        let mut dynamic = dynamic.iter();
        let basis = self.module.op(op).attr("static_basis").and_then(Attr::as_i64s);
        let sizes = basis.unwrap_or_default().into_iter().map(|size| match size {
            i64::MIN => dynamic.next().and_then(|operand| self.constant(operand.value)),
            size => Some(size),
        });
        let sizes: Option<Vec<i64>> = sizes.collect();
        match sizes.filter(|sizes| sizes.iter().all(|size| *size > 0)) {
            Some(sizes) => Ok(sizes),
            None => Err(self.not_affine(op, "a basis that is not constant and positive")),
        }
    }

    fn not_affine(&self, op: OpId, what: &str) -> super::ExtractError {
        unsupported(
            "non-affine-index",
            format!("{what} has no affine model"),
            self.module.op(op).span,
        )
    }

    /// Maximum or minimum of at least one function.
    pub(super) fn extreme(&self, results: Vec<PwAff>, max: bool) -> Fallible<PwAff> {
        let mut results = results.into_iter();
        let mut best = results.next().expect("bound maps have at least one result");
        for next in results {
            best = if max { best.max(next)? } else { best.min(next)? };
        }
        Ok(best)
    }

    /// The map attribute of an op, and its operands from number `skip` on.
    pub(super) fn map_of(&self, op: OpId, name: &str, skip: usize) -> Fallible<(AffineMap, Vec<ValueId>)> {
        let data = self.module.op(op);
        match data.attr(name).and_then(Attr::as_map) {
            Some(map) => Ok((map.clone(), data.operand_values().skip(skip).collect())),
            None => Err(unsupported(
                "missing-map",
                format!("`{}` has no `{name}`", data.name),
                data.span,
            )),
        }
    }

    /// Space of the iterations of `frame`, with all parameters known so far.
    pub(super) fn space(&self, frame: &LoopFrame) -> Fallible<Space> {
        Ok(frame.domain.space()?)
    }

    /// The induction variable of loop `at` of `frame`.
    pub(super) fn variable(&self, frame: &LoopFrame, at: usize) -> Fallible<PwAff> {
        let space = LocalSpace::from_space(self.space(frame)?)?;
        Ok(PwAff::from_aff(Aff::var_on_domain(space, DimKind::Set, at)?)?)
    }

    /// Only pure operations on arguments and constants, outside all loops, may make a parameter.
    fn check_invariant(&self, value: ValueId, root: ValueId, depth: usize) -> Fallible<()> {
        let refuse = |why: &str| {
            let shown = self.module.value_name(root);
            let span = self.module.value(root).span;
            let message = format!("the index `{shown}` {why}");
            unsupported("data-dependent-index", message, span)
        };
        if depth > 64 {
            return Err(refuse("is computed by too long a chain of operations"));
        }
        let op = match self.module.value(value).def {
            Def::Arg { block, .. } if block == self.entry => return Ok(()),
            Def::Arg { .. } => return Err(refuse("is carried by a loop")),
            Def::Result { op, .. } => op,
        };
        let data = self.module.op(op);
        let asks_extent = matches!(data.name.as_str(), "memref.dim" | "tensor.dim");
        if !asks_extent && !super::payload::computes(self.module, op) {
            return Err(refuse(&format!("depends on data: it comes from `{}`", data.name)));
        }
        if data.parent != Some(self.entry) {
            return Err(refuse("is not an affine function of the loops around it"));
        }
        if asks_extent {
            return Ok(());
        }
        data.operand_values()
            .try_for_each(|operand| self.check_invariant(operand, root, depth + 1))
    }

    /// Follows casts, allocations and destination-passing results to where the extent is decided.
    fn extent_root(&self, value: ValueId, dim: usize) -> (ExtentRoot, usize) {
        let (mut value, mut dim) = (value, dim);
        loop {
            if let Some(init) = self.carried_from(value) {
                value = init;
                continue;
            }
            let Some(op) = self.module.defining_op(value) else {
                break;
            };
            let data = self.module.op(op);
            match data.name.as_str() {
                "memref.cast" | "tensor.cast" => {
                    let source = data.operand(0);
                    if self.module.ty(source).shape().is_none() {
                        break;
                    }
                    value = source;
                }
                // Those of the other branch are the same, or there is no model.
                "scf.if" | "affine.if" if self.module.ty(value).is_tensor() => {
                    let Def::Result { index, .. } = self.module.value(value).def else {
                        break;
                    };
                    let yields = self.module.only_block(op, 0).map(|block| self.terminator(block).1);
                    match yields.and_then(|values| values.get(index).copied()) {
                        Some(given) => value = given,
                        None => break,
                    }
                }
                "bufferization.to_tensor" | "bufferization.to_buffer" => value = data.operand(0),
                "memref.memory_space_cast" | "memref.assume_alignment" => value = data.operand(0),
                "memref.transpose" => {
                    let map = data.attr("permutation").and_then(Attr::as_map);
                    match map.and_then(|map| map.results.get(dim)) {
                        Some(AffineExpr::Dim(from)) => (value, dim) = (data.operand(0), *from as usize),
                        _ => break,
                    }
                }
                "memref.reinterpret_cast" => {
                    let dynamic = |name: &str, below: usize| {
                        let numbers = data.attr(name).and_then(Attr::as_i64s).unwrap_or_default();
                        numbers.iter().take(below).filter(|number| **number == i64::MIN).count()
                    };
                    let at = 1 + dynamic("static_offsets", usize::MAX) + dynamic("static_sizes", dim);
                    match data.operands.get(at) {
                        Some(size) => return (ExtentRoot::Size(size.value), dim),
                        None => break,
                    }
                }
                "tensor.insert_slice" | "bufferization.materialize_in_destination" => value = data.operand(1),
                "vector.transfer_write" | "tensor.insert" => value = data.operand(1),
                "linalg.pack" | "linalg.unpack" | "linalg.softmax" if self.module.ty(value).is_tensor() => {
                    value = data.operand(1);
                }
                "tensor.expand_shape" | "memref.expand_shape" => {
                    let shape = self.module.ty(value).shape().unwrap_or(&[]);
                    match data.operands.get(1 + dynamic_before(shape, dim)) {
                        Some(size) => return (ExtentRoot::Size(size.value), dim),
                        None => break,
                    }
                }
                "vector.mask" => {
                    let body = self.module.only_block(op, 0).map(|block| &self.module.block(block).ops);
                    let yields = body.and_then(|ops| ops.last()).map(|last| self.module.op(*last));
                    match yields.and_then(|last| last.operands.first()) {
                        Some(inner) => value = inner.value,
                        None => break,
                    }
                }
                "tensor.pad" => return (ExtentRoot::Padded(op), dim),
                "tensor.concat" => match self.joined(op) {
                    Some(along) if along == dim => return (ExtentRoot::Joined(op), dim),
                    Some(_) => value = data.operand(0),
                    None => break,
                },
                "tensor.collapse_shape" | "memref.collapse_shape" => match self.collapsed(op, dim) {
                    Some(_) => return (ExtentRoot::Collapsed(op), dim),
                    None => break,
                },
                "bufferization.clone" => value = data.operand(0),
                "memref.view" | "tensor.generate" | "tensor.splat" | "bufferization.alloc_tensor" => {
                    let skip = match data.name.as_str() {
                        "memref.view" => 2,
                        "tensor.splat" => 1,
                        _ => 0,
                    };
                    let nth = dynamic_before(self.module.ty(value).shape().unwrap_or(&[]), dim);
                    match data.operands.get(skip + nth) {
                        Some(size) => return (ExtentRoot::Size(size.value), dim),
                        None => break,
                    }
                }
                "tensor.extract_slice" | "memref.subview" => {
                    let size = self
                        .slice(op, value, 1)
                        .ok()
                        .and_then(|slice| slice.sizes.get(dim).copied());
                    match size {
                        Some(super::tensors::SliceNumber::Value(size)) => return (ExtentRoot::Size(size), dim),
                        _ => break,
                    }
                }
                "memref.alloc" | "memref.alloca" | "tensor.empty" => {
                    let shape = data
                        .results
                        .first()
                        .and_then(|r| self.module.ty(*r).shape())
                        .unwrap_or(&[]);
                    if let Some(size) = data.operands.get(dynamic_before(shape, dim)) {
                        return (ExtentRoot::Size(size.value), dim);
                    }
                    break;
                }
                _ if data.dialect() == "linalg" && self.module.ty(value).is_tensor() => {
                    let Def::Result { index, .. } = self.module.value(value).def else {
                        break;
                    };
                    let Some(structured) = polyvet_ir::linalg::structured(self.module, op) else {
                        break;
                    };
                    match structured.outputs.get(index) {
                        Some(output) => value = *output,
                        None => break,
                    }
                }
                _ => break,
            }
        }
        (ExtentRoot::Dim(value), dim)
    }

    /// What a loop starts a carried memref or tensor with; extents never change on the way.
    pub(super) fn carried_from(&self, value: ValueId) -> Option<ValueId> {
        let module = self.module;
        let (owner, at) = match module.value(value).def {
            Def::Result { op, index } => (op, index),
            Def::Arg { block, index } => {
                let owner = module.region(module.block(block).parent?).parent?;
                let inductions = module
                    .block(block)
                    .args
                    .len()
                    .checked_sub(module.op(owner).results.len())?;
                (owner, index.checked_sub(inductions)?)
            }
        };
        let data = module.op(owner);
        match data.name.as_str() {
            "affine.for" => polyvet_ir::affine_for(module, owner)?.inits.get(at).copied(),
            "scf.for" => data.operands.get(3 + at).map(|o| o.value),
            "scf.forall" => data
                .operands
                .get(data.operands.len() - data.results.len() + at)
                .map(|o| o.value),
            _ => None,
        }
    }

    /// The number of an argument of the function.
    pub(super) fn argument(&self, value: ValueId) -> Option<usize> {
        match self.module.value(value).def {
            Def::Arg { block, index } if block == self.entry => Some(index),
            _ => None,
        }
    }

    /// The function of which a value is an argument, and its number.
    pub(super) fn argument_of(&self, value: ValueId) -> Option<(OpId, usize)> {
        let at = self.argument(value)?;
        let func = self.module.region(self.module.block(self.entry).parent?).parent?;
        Some((func, at))
    }

    /// Notes the names that `memref.dim` and `tensor.dim` ops give to extents.
    pub(super) fn name_extents(&mut self, func: OpId) {
        let module = self.module;
        module.walk(func, &mut |_, op| {
            if !matches!(op.name.as_str(), "memref.dim" | "tensor.dim") || op.operands.len() != 2 {
                return;
            }
            let Some(dim) = self.constant(op.operand(1)).and_then(|d| usize::try_from(d).ok()) else {
                return;
            };
            let Some(name) = op.results.first().and_then(|r| module.value(*r).name.clone()) else {
                return;
            };
            if names::is_chosen(&name)
                && let (ExtentRoot::Dim(root), dim) = self.extent_root(op.operand(0), dim)
            {
                self.extent_names.entry((root, dim)).or_insert(name);
            }
        });
    }
}

/// The value of a constant function.
fn constant_of(value: &PwAff) -> Fallible<Option<i64>> {
    if !value.is_cst()? {
        return Ok(None);
    }
    match &value.pieces()?[..] {
        [(_, aff)] => Ok(Some(aff.constant_val()?.to_i64()?)),
        _ => Ok(None),
    }
}

/// How many of the extents before `dim` are dynamic.
fn dynamic_before(shape: &[Dim], dim: usize) -> usize {
    shape.iter().take(dim).filter(|d| **d == Dim::Dynamic).count()
}

enum ExtentRoot {
    /// The size operand of an allocation.
    Size(ValueId),
    /// That of the source of a `tensor.pad`, and the padding.
    Padded(OpId),
    /// Those of the dimensions that a reshape takes together.
    Collapsed(OpId),
    /// Those of the operands of a `tensor.concat`, one after the other.
    Joined(OpId),
    /// The value whose extent it is.
    Dim(ValueId),
}

/// The extent of one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    Const(i64),
    Param(usize),
    /// An index value, the size operand of an allocation.
    Value(ValueId),
    /// A dimension of the result of a `tensor.pad`.
    Padded(OpId, usize),
    /// A dimension of the result of a `collapse_shape`: several of its source, of which one varies.
    Collapsed(OpId, usize),
    /// What the first operands of a `tensor.concat`, so many, have together along its dimension.
    Joined(OpId, usize),
}

impl Extent {
    pub(super) fn on(self, extractor: &mut Extractor<'_>, frame: &LoopFrame) -> Fallible<PwAff> {
        match self {
            Extent::Const(value) => extractor.number(frame, value),
            Extent::Param(param) => extractor.param(frame, param),
            Extent::Value(value) => extractor.index(value, frame),
            Extent::Padded(op, dim) => extractor.padded_extent(op, dim, frame),
            Extent::Collapsed(op, dim) => extractor.collapsed_extent(op, dim, frame),
            Extent::Joined(op, count) => extractor.joined_extent(op, count, frame),
        }
    }
}
