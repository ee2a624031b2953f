//! Integers that address: from SSA values of type `index` to quasi-affine functions.

use super::{Extractor, Fallible, Frame, names, unsupported, unsupported_help};
use crate::scop::{Param, ParamOrigin};
use polyvet_ir::{AffineExpr, AffineMap, AffineOp, Attr, Def, Dim, OpId, Span, Type, ValueId};
use polyvet_poly::{Aff, DimKind, LocalSpace, PwAff, Set, Space, Val};

impl Extractor<'_> {
    /// `{ [i, ..] -> [(value)] }` over the iterations of `frame`.
    pub(super) fn index(&mut self, value: ValueId, frame: &Frame) -> Fallible<PwAff> {
        if let Some(number) = self.loop_of.get(&value) {
            let Some(at) = frame.loops.iter().position(|l| l == number) else {
                let name = self.module.value_name(value);
                let span = self.module.value(value).span;
                return Err(unsupported(
                    "loop-out-of-scope",
                    format!("`{name}` is used outside its loop"),
                    span,
                ));
            };
            return self.variable(frame, at);
        }
        if let Some(digits) = self.digits_of(value, frame)? {
            return self.single_digit(&digits, frame);
        }
        let Some(op) = self.module.defining_op(value) else {
            return self.parameter(value, frame);
        };
        let data = self.module.op(op);
        let name = data.name.clone();
        match name.as_str() {
            "arith.constant" => match data.attr("value").and_then(Attr::as_i64) {
                Some(number) => self.number(frame, number),
                None => Err(self.not_affine(op, "a constant that is no 64-bit integer")),
            },
            "affine.apply" => {
                let (map, operands) = self.map_of(op, "map", 0)?;
                let mut results = self.apply_map(&map, &operands, frame, data.span)?;
                Ok(results.swap_remove(0))
            }
            "affine.min" | "affine.max" => {
                let (map, operands) = self.map_of(op, "map", 0)?;
                let results = self.apply_map(&map, &operands, frame, data.span)?;
                self.extreme(results, name == "affine.max")
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
            "arith.addi" | "index.add" => self.binary(op, frame, |x, y| Ok(x.add(y)?)),
            "arith.subi" | "index.sub" => self.binary(op, frame, |x, y| Ok(x.sub(y)?)),
            "arith.minsi" | "index.mins" => self.binary(op, frame, |x, y| Ok(x.min(y)?)),
            "arith.maxsi" | "index.maxs" => self.binary(op, frame, |x, y| Ok(x.max(y)?)),
            "arith.muli" | "index.mul" => self.product(op, frame),
            "arith.floordivsi" | "index.floordivs" => self.division(op, frame, |x, y| Ok(x.div(y)?.floor()?)),
            "arith.ceildivsi" | "index.ceildivs" => self.division(op, frame, |x, y| Ok(x.div(y)?.ceil()?)),
            "arith.divsi" | "index.divs" => self.division(op, frame, |x, y| Ok(x.tdiv_q(y)?)),
            "arith.divui" | "arith.remui" | "index.divu" | "index.remu" => {
                // As signed ones where nothing is negative; by one, always.
                let (dividend, divisor) = (data.operand(0), self.constant(data.operand(1)));
                let dividend = self.index(dividend, frame)?;
                let negative = dividend
                    .clone()
                    .lt_set(self.number(frame, 0)?)?
                    .intersect(frame.domain.clone())?;
                let quotient = name.contains("div");
                match divisor {
                    Some(1) if quotient => Ok(dividend),
                    Some(d) if d > 0 && negative.intersect_params(self.known()?)?.is_empty()? => match quotient {
                        true => Ok(dividend.div(self.number(frame, d)?)?.floor()?),
                        false => Ok(dividend.mod_val(Val::from_i64(&self.ctx, d)?)?),
                    },
                    _ => self.parameter(value, frame),
                }
            }
            "arith.remsi" | "index.rems" => self.division(op, frame, |x, y| Ok(x.tdiv_r(y)?)),
            "arith.index_cast" | "arith.index_castui" | "index.casts" => {
                let source = data.operand(0);
                if self.is_constant(source) || *self.module.ty(source) == Type::Index {
                    return self.index(source, frame);
                }
                self.parameter(value, frame)
            }
            "linalg.index" => {
                let dim = data
                    .attr("dim")
                    .and_then(Attr::as_i64)
                    .and_then(|d| usize::try_from(d).ok());
                let owner = self.module.parent_op(op);
                let first = frame
                    .loops
                    .iter()
                    .position(|l| self.loops[*l].op == owner && owner.is_some());
                match (first, dim) {
                    (Some(first), Some(dim)) if first + dim < frame.loops.len() => self.variable(frame, first + dim),
                    _ => Err(self.not_affine(op, "an index of a dimension that is not there")),
                }
            }
            "memref.dim" | "tensor.dim" => {
                let source = data.operand(0);
                match self.constant(data.operand(1)) {
                    Some(dim) if dim >= 0 => self.extent(source, dim as usize, data.span)?.on(self, frame),
                    _ => Err(self.not_affine(op, "an extent whose dimension is not constant")),
                }
            }
            _ => self.parameter(value, frame),
        }
    }

    /// The value of an integer or index constant.
    pub(super) fn constant(&self, value: ValueId) -> Option<i64> {
        let op = self.module.defining_op(value)?;
        let data = self.module.op(op);
        let both = || Some((self.constant(data.operand(0))?, self.constant(data.operand(1))?));
        match data.name.as_str() {
            "arith.constant" => data.attr("value")?.as_i64(),
            "arith.index_cast" | "arith.index_castui" => self.constant(data.operand(0)),
            "arith.addi" if *self.module.ty(value) == Type::Index => both().and_then(|(x, y)| x.checked_add(y)),
            "arith.muli" if *self.module.ty(value) == Type::Index => both().and_then(|(x, y)| x.checked_mul(y)),
            _ => None,
        }
    }

    /// The value of an integer that is constant once the parameters that the user fixed are.
    pub(super) fn fixed_value(&mut self, value: ValueId, frame: &Frame) -> Fallible<Option<i64>> {
        if self.fixed.is_empty() {
            return Ok(None);
        }
        match self.index(value, frame) {
            Ok(index) => constant_of(&index),
            Err(super::ExtractError::Unsupported(_)) => Ok(None),
            Err(other) => Err(other),
        }
    }

    fn is_constant(&self, value: ValueId) -> bool {
        self.constant(value).is_some()
    }

    /// The iterations of the frame's space for which a comparison of indices holds.
    pub(super) fn condition(&mut self, value: ValueId, frame: &Frame) -> Fallible<Set> {
        let span = self.module.value(value).span;
        let refuse = || {
            let shown = self.module.value_name(value);
            unsupported(
                "data-dependent-condition",
                format!("the condition `{shown}` is not affine"),
                span,
            )
        };
        let op = self.module.defining_op(value).ok_or_else(refuse)?;
        let data = self.module.op(op);
        let all = Set::universe(self.space(frame)?)?;
        match data.name.as_str() {
            "arith.constant" => match data.attr("value") {
                Some(Attr::Bool(true)) => Ok(all),
                Some(Attr::Bool(false)) => Ok(Set::empty(self.space(frame)?)?),
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
            "arith.cmpi" if *self.module.ty(data.operand(0)) == Type::Index => {
                let predicate = data.attr("predicate").and_then(Attr::as_i64);
                let (lhs, rhs) = (data.operand(0), data.operand(1));
                let (x, y) = (self.index(lhs, frame)?, self.index(rhs, frame)?);
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
        frame: &Frame,
        combine: impl FnOnce(PwAff, PwAff) -> Fallible<PwAff>,
    ) -> Fallible<PwAff> {
        let data = self.module.op(op);
        let (lhs, rhs) = (data.operand(0), data.operand(1));
        let (lhs, rhs) = (self.index(lhs, frame)?, self.index(rhs, frame)?);
        combine(lhs, rhs)
    }

    fn product(&mut self, op: OpId, frame: &Frame) -> Fallible<PwAff> {
        let data = self.module.op(op);
        let (lhs, rhs) = (data.operand(0), data.operand(1));
        let constant = self.is_constant(lhs) || self.is_constant(rhs);
        if !constant && self.fixed_value(lhs, frame)?.is_none() && self.fixed_value(rhs, frame)?.is_none() {
            let product = data.results[0];
            return self.parameter(product, frame);
        }
        self.binary(op, frame, |x, y| Ok(x.mul(y)?))
    }

    fn division(
        &mut self,
        op: OpId,
        frame: &Frame,
        combine: impl FnOnce(PwAff, PwAff) -> Fallible<PwAff>,
    ) -> Fallible<PwAff> {
        let divisor = self.module.op(op).operand(1);
        let constant = match self.constant(divisor) {
            None => self.fixed_value(divisor, frame)?,
            known => known,
        };
        match constant {
            Some(divisor) if divisor > 0 => self.binary(op, frame, combine),
            Some(_) => Err(self.not_affine(op, "a division by a number that is not positive")),
            None => {
                let quotient = self.module.op(op).results[0];
                self.parameter(quotient, frame)
            }
        }
    }

    /// Result `value` of an `affine.delinearize_index`; the first is not bounded by the basis.
    fn digit(&mut self, op: OpId, value: ValueId, frame: &Frame) -> Fallible<PwAff> {
        let data = self.module.op(op);
        let sizes = self.sizes(op, data.operands.get(1..).unwrap_or(&[]))?;
        let at = data.results.iter().position(|result| *result == value).unwrap_or(0);
        let below: i64 = sizes[sizes.len() + 1 + at - data.results.len()..]
            .iter()
            .try_fold(1i64, |product, size| product.checked_mul(*size))
            .ok_or_else(|| self.not_affine(op, "a basis beyond 64 bits"))?;
        let shifted = self
            .index(data.operand(0), frame)?
            .div(self.number(frame, below)?)?
            .floor()?;
        if at == 0 {
            return Ok(shifted);
        }
        let size = sizes[sizes.len() + at - data.results.len()];
        Ok(shifted.mod_val(Val::from_i64(&self.ctx, size)?)?)
    }

    /// The result of an `affine.linearize_index`.
    fn linear(&mut self, op: OpId, frame: &Frame) -> Fallible<PwAff> {
        let data = self.module.op(op);
        let parts = polyvet_ir::segments(self.module, op).filter(|parts| parts.len() == 2);
        let parts = parts.ok_or_else(|| self.not_affine(op, "an operation that is not well formed"))?;
        let skip = parts[0].len();
        let sizes = self.sizes(op, data.operands.get(skip..).unwrap_or(&[]))?;
        let unbounded = skip.saturating_sub(sizes.len());
        let mut sum = self.number(frame, 0)?;
        for (at, part) in parts[0].iter().enumerate() {
            let part = self.index(*part, frame)?;
            if let Some(size) = at.checked_sub(unbounded).map(|at| sizes[at]) {
                if data.attr("disjoint").is_some() {
                    let inside = part.clone().ge_set(self.number(frame, 0)?)?;
                    let inside = inside.intersect(part.clone().lt_set(self.number(frame, size)?)?)?;
                    let outside = frame.domain.clone().subtract(inside)?.intersect_params(self.known()?)?;
                    if !outside.is_empty()? {
                        return Err(self.not_affine(op, "`disjoint` with indices that may be beyond the basis"));
                    }
                }
                sum = sum.mul(self.number(frame, size)?)?;
            }
            sum = sum.add(part)?;
        }
        Ok(sum)
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

    /// The results of `map` at `operands` (dimensions, then symbols).
    pub(super) fn apply_map(
        &mut self,
        map: &AffineMap,
        operands: &[ValueId],
        frame: &Frame,
        span: Span,
    ) -> Fallible<Vec<PwAff>> {
        if operands.len() != map.dims + map.syms {
            return Err(unsupported(
                "operand-count",
                "the map and its operands differ in number",
                span,
            ));
        }
        let (map, values) = self.without_digits(map, operands, frame)?;
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
        frame: &Frame,
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

    /// Space of the iterations of `frame`, with all parameters known so far.
    pub(super) fn space(&self, frame: &Frame) -> Fallible<Space> {
        Ok(frame.domain.space()?)
    }

    /// The induction variable of loop `at` of `frame`.
    pub(super) fn variable(&self, frame: &Frame, at: usize) -> Fallible<PwAff> {
        let space = LocalSpace::from_space(self.space(frame)?)?;
        Ok(PwAff::from_aff(Aff::var_on_domain(space, DimKind::Set, at)?)?)
    }

    /// A constant.
    pub(super) fn number(&self, frame: &Frame, value: i64) -> Fallible<PwAff> {
        let space = LocalSpace::from_space(self.space(frame)?)?;
        Ok(PwAff::from_aff(Aff::val_on_domain(
            space,
            Val::from_i64(&self.ctx, value)?,
        )?)?)
    }

    /// Parameter number `param`, or its value if the user fixed it.
    pub(super) fn param(&self, frame: &Frame, param: usize) -> Fallible<PwAff> {
        let Param { name, label, .. } = &self.params[param];
        if let Some((_, value)) = self.fixed.iter().find(|(fixed, _)| fixed == name || fixed == label) {
            return self.number(frame, *value);
        }
        let mut space = self.space(frame)?;
        let name = &self.params[param].name;
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
    fn parameter(&mut self, value: ValueId, frame: &Frame) -> Fallible<PwAff> {
        if let Some(param) = self.param_of.get(&value) {
            return self.param(frame, *param);
        }
        let data = self.module.value(value);
        let shown = self.module.value_name(value);
        if data.ty != Type::Index {
            return Err(unsupported(
                "non-affine-index",
                format!("`{shown}` is not of type `index`"),
                data.span,
            ));
        }
        self.check_invariant(value, value, 0)?;
        let wish = data.name.clone().unwrap_or_else(|| format!("v{}", value.0));
        let known = self
            .argument(value)
            .and_then(|arg| self.like.indices.get(&arg).cloned());
        let (name, label) = match known {
            Some((name, label)) => (self.names.unique(&name), label),
            None => {
                let name = self.names.unique(&wish);
                (name.clone(), name)
            }
        };
        let param = self.new_param(Param {
            name,
            label,
            origin: ParamOrigin::Value(value),
        })?;
        self.param_of.insert(value, param);
        self.param(frame, param)
    }

    /// Makes a parameter of every argument that could be one: a script may cut loops into tiles of its size.
    pub(super) fn index_arguments(&mut self, root: &Frame) -> Fallible<()> {
        for value in self.module.block(self.entry).args.clone() {
            if *self.module.ty(value) == Type::Index {
                self.parameter(value, root)?;
            }
        }
        Ok(())
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
        if !super::payload::is_pure(&data.name) && !matches!(data.name.as_str(), "memref.dim" | "tensor.dim") {
            return Err(refuse(&format!("depends on data: it comes from `{}`", data.name)));
        }
        if data.parent != Some(self.entry) {
            return Err(refuse("is not an affine function of the loops around it"));
        }
        if matches!(data.name.as_str(), "memref.dim" | "tensor.dim") {
            return Ok(());
        }
        data.operand_values()
            .try_for_each(|operand| self.check_invariant(operand, root, depth + 1))
    }

    fn new_param(&mut self, param: Param) -> Fallible<usize> {
        let at = self.params.len();
        let nonnegative = matches!(param.origin, ParamOrigin::Extent { .. });
        let condition = if nonnegative {
            format!("{} >= 0", param.name)
        } else {
            String::new()
        };
        let known = Set::parse(&self.ctx, &format!("[{}] -> {{ : {condition} }}", param.name))?;
        // Also without a constraint: it fixes the order of the parameters.
        self.context = known.intersect(self.context.clone())?;
        self.params.push(param);
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
                let (root, root_dim) = self.extent_root(value, dim);
                match root {
                    ExtentRoot::Size(size) => Ok(match self.constant(size) {
                        Some(size) => Extent::Const(size),
                        None => Extent::Value(size),
                    }),
                    ExtentRoot::Padded(op) => Ok(Extent::Padded(op, root_dim)),
                    ExtentRoot::Collapsed(op) => Ok(Extent::Collapsed(op, root_dim)),
                    ExtentRoot::Dim(root) => match self.module.ty(root).shape().and_then(|s| s.get(root_dim)) {
                        Some(Dim::Static(size)) => Ok(Extent::Const(*size as i64)),
                        _ => Ok(Extent::Param(self.extent_param(root, root_dim)?)),
                    },
                }
            }
            Dim::Scalable(_) => Err(unsupported("scalable-vector", "scalable extents have no model", span)),
        }
    }

    /// Follows casts, allocations and destination-passing results to where the extent is decided.
    fn extent_root(&self, value: ValueId, dim: usize) -> (ExtentRoot, usize) {
        let mut value = value;
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
                "bufferization.to_tensor" | "bufferization.to_buffer" => value = data.operand(0),
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
                        Some(super::tensors::Offset::Value(size)) => return (ExtentRoot::Size(size), dim),
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

    fn extent_param(&mut self, value: ValueId, dim: usize) -> Fallible<usize> {
        if let Some(param) = self.extent_param_of.get(&(value, dim)) {
            return Ok(*param);
        }
        let owner = self
            .module
            .value(value)
            .name
            .clone()
            .unwrap_or_else(|| format!("v{}", value.0));
        let known = self
            .argument(value)
            .and_then(|arg| self.like.extents.get(&(arg, dim)).cloned());
        let (name, label) = match self.extent_names.get(&(value, dim)).cloned() {
            _ if known.is_some() => {
                let (name, label) = known.expect("just asked");
                (self.names.unique(&name), label)
            }
            Some(name) => {
                let unique = self.names.unique(&name);
                (unique.clone(), unique)
            }
            None => (self.names.unique(&format!("{owner}_{dim}")), format!("{owner}.{dim}")),
        };
        let param = self.new_param(Param {
            name,
            label,
            origin: ParamOrigin::Extent { value, dim },
        })?;
        self.extent_param_of.insert((value, dim), param);
        Ok(param)
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
}

impl Extent {
    pub(super) fn on(self, extractor: &mut Extractor<'_>, frame: &Frame) -> Fallible<PwAff> {
        match self {
            Extent::Const(value) => extractor.number(frame, value),
            Extent::Param(param) => extractor.param(frame, param),
            Extent::Value(value) => extractor.index(value, frame),
            Extent::Padded(op, dim) => extractor.padded_extent(op, dim, frame),
            Extent::Collapsed(op, dim) => extractor.collapsed_extent(op, dim, frame),
        }
    }
}
