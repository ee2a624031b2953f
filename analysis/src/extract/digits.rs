//! Loops over a product of symbolic extents, as coalescing makes them.
//!
//! `for l = 0 to N * M` is no affine loop, but where `l` is only taken apart again, `l floordiv M` and `l mod M`,
//! it is two: the value of `l` is a number of two digits, and each digit a loop of its own. No extent may be
//! negative, as the product of two negative ones is positive.

use super::facts::Facts;
use super::{Extractor, Fallible, LoopFrame, unsupported, unsupported_help};
use crate::ids::LoopId;
use polyvet_ir::{AffineExpr, AffineMap, AffineOp, Attr, OpId, Span, ValueId};
use polyvet_poly::{DimKind, PwAff};

/// A factor of a bound: an affine expression of operands.
#[derive(Clone, Debug)]
pub(super) struct BoundFactor {
    expr: AffineExpr,
    map: AffineMap,
    operands: Vec<ValueId>,
}

/// A number whose digits are induction variables of loops, the most significant first.
#[derive(Clone, Debug)]
pub(super) struct Digits {
    /// Loops and their extents.
    digits: Vec<(LoopId, BoundFactor)>,
}

impl BoundFactor {
    fn value(value: ValueId) -> BoundFactor {
        let map = AffineMap::identity(1);
        BoundFactor {
            expr: AffineExpr::Dim(0),
            map,
            operands: vec![value],
        }
    }
}

impl Extractor<'_> {
    /// The extents of the loops that a loop over a product stands for, none of them negative.
    pub(super) fn digit_extents(
        &mut self,
        factors: &[BoundFactor],
        frame: &LoopFrame,
        span: Span,
    ) -> Fallible<Vec<PwAff>> {
        let mut extents = Vec::new();
        for factor in factors {
            let extent = self.factor(factor, frame, span)?;
            let negative = frame
                .domain
                .clone()
                .intersect(extent.clone().lt_set(self.number(frame, 0)?)?)?;
            if !negative.intersect_params(self.known()?)?.is_empty()? {
                return Err(unsupported_help(
                    "semi-affine",
                    "the bound is a product of two symbols that may be negative",
                    span,
                    "assume that they are not: `--assume \"N >= 0\"`",
                ));
            }
            extents.push(extent);
        }
        Ok(extents)
    }

    fn factor(&mut self, factor: &BoundFactor, frame: &LoopFrame, span: Span) -> Fallible<PwAff> {
        let one = AffineMap {
            results: vec![factor.expr.clone()],
            ..factor.map.clone()
        };
        Ok(self.apply_map(&one, &factor.operands, frame, span)?.swap_remove(0))
    }

    /// `value` is the number whose digits are these loops.
    pub(super) fn set_digits(&mut self, value: ValueId, loops: &[LoopId], factors: Vec<BoundFactor>) {
        let digits = loops.iter().copied().zip(factors).collect();
        self.places.digits.insert(value, Digits { digits });
    }

    /// `value` as a number of digits, if it is one.
    pub(super) fn digits_of(&mut self, value: ValueId, frame: &LoopFrame) -> Fallible<Option<Digits>> {
        if self.places.digits.is_empty() {
            return Ok(None);
        }
        if let Some(known) = self.places.digits.get(&value) {
            return Ok(Some(known.clone()));
        }
        let Some(op) = self.module.defining_op(value) else {
            return Ok(None);
        };
        let data = self.module.op(op);
        match data.name.as_str() {
            "affine.apply" => {
                let (map, operands) = self.facts.map_of(op, "map", 0)?;
                self.digits_in(&map.results[0], &map, &operands, frame)
            }
            "affine.delinearize_index" => {
                let number = data.results.iter().position(|result| *result == value);
                let (Some(number), Some(all)) = (number, self.digits_of(data.operand(0), frame)?) else {
                    return Ok(None);
                };
                let mut rest = all;
                for at in (0..data.results.len()).rev() {
                    let basis = self.facts.basis(op, data.results.len() - 1 - at);
                    let (last, others) = match basis {
                        Some(basis) if rest.digits.len() > 1 => match self.divided(&rest, &basis, frame)? {
                            Some(parts) => parts,
                            None => return Ok(None),
                        },
                        _ if at == 0 => (rest.clone(), rest),
                        _ => return Ok(None),
                    };
                    if at == number {
                        return Ok(Some(last));
                    }
                    rest = others;
                }
                Ok(None)
            }
            "arith.remsi" | "arith.remui" | "arith.divsi" | "arith.divui" | "arith.floordivsi" => {
                let Some(all) = self.digits_of(data.operand(0), frame)? else {
                    return Ok(None);
                };
                let parts = self.divided(&all, &BoundFactor::value(data.operand(1)), frame)?;
                let remainder = data.name.starts_with("arith.rem");
                Ok(parts.map(|(last, rest)| if remainder { last } else { rest }))
            }
            _ => Ok(None),
        }
    }

    /// The last digit and the others, if `divisor` is the extent of the last one.
    fn divided(&mut self, of: &Digits, divisor: &BoundFactor, frame: &LoopFrame) -> Fallible<Option<(Digits, Digits)>> {
        let [others @ .., last] = &of.digits[..] else {
            return Ok(None);
        };
        if others.is_empty() {
            return Ok(None);
        }
        let outer = LoopFrame::root(&self.ctx)?;
        let (extent, divisor) = match (
            self.factor(&last.1, &outer, Span::NONE),
            self.factor(divisor, &outer, Span::NONE),
        ) {
            (Ok(extent), Ok(divisor)) => (extent, divisor),
            // They change with the loops around.
            _ => (
                self.factor(&last.1, frame, Span::NONE)?,
                self.factor(divisor, frame, Span::NONE)?,
            ),
        };
        let differ = extent.ne_set(divisor)?.intersect_params(self.known()?)?;
        let part = |digits: &[(LoopId, BoundFactor)]| Digits {
            digits: digits.to_vec(),
        };
        Ok(differ
            .is_empty()?
            .then(|| (part(std::slice::from_ref(last)), part(others))))
    }

    fn digits_in(
        &mut self,
        expr: &AffineExpr,
        map: &AffineMap,
        operands: &[ValueId],
        frame: &LoopFrame,
    ) -> Fallible<Option<Digits>> {
        let at = |n: usize| operands.get(n).copied();
        match expr {
            AffineExpr::Dim(n) => match at(*n as usize) {
                Some(value) => self.digits_of(value, frame),
                None => Ok(None),
            },
            AffineExpr::Sym(n) => match at(map.dims + *n as usize) {
                Some(value) => self.digits_of(value, frame),
                None => Ok(None),
            },
            AffineExpr::Bin(op @ (AffineOp::Mod | AffineOp::FloorDiv), lhs, rhs) => {
                let Some(all) = self.digits_in(lhs, map, operands, frame)? else {
                    return Ok(None);
                };
                let divisor = BoundFactor {
                    expr: (**rhs).clone(),
                    map: map.clone(),
                    operands: operands.to_vec(),
                };
                let parts = self.divided(&all, &divisor, frame)?;
                Ok(parts.map(|(last, rest)| if *op == AffineOp::Mod { last } else { rest }))
            }
            _ => Ok(None),
        }
    }

    /// `map` without the numbers of digits among its operands: what it takes of them are operands of their own.
    pub(super) fn without_digits(
        &mut self,
        map: &AffineMap,
        operands: &[ValueId],
        frame: &LoopFrame,
    ) -> Fallible<(AffineMap, Vec<PwAff>)> {
        let mut values = Vec::new();
        let mut numbers = false;
        for operand in operands {
            match self.digits_of(*operand, frame)? {
                Some(digits) if digits.digits.len() > 1 => {
                    numbers = true;
                    values.push(self.number(frame, 0)?);
                }
                Some(digits) => values.push(self.facts.single_digit(&digits, frame)?),
                None => values.push(self.index(*operand, frame)?),
            }
        }
        if !numbers {
            return Ok((map.clone(), values));
        }
        let mut parts = Vec::new();
        let results = { map.results.iter() }
            .map(|result| self.taken(result, map, operands, frame, &mut parts))
            .collect::<Fallible<Vec<_>>>()?;
        let syms = values.split_off(map.dims);
        let all = AffineMap {
            dims: map.dims + parts.len(),
            results,
            ..map.clone()
        };
        values.extend(parts);
        values.extend(syms);
        Ok((all, values))
    }

    fn taken(
        &mut self,
        expr: &AffineExpr,
        map: &AffineMap,
        operands: &[ValueId],
        frame: &LoopFrame,
        parts: &mut Vec<PwAff>,
    ) -> Fallible<AffineExpr> {
        if let Some(digits) = self.digits_in(expr, map, operands, frame)? {
            parts.push(self.facts.single_digit(&digits, frame)?);
            return Ok(AffineExpr::Dim((map.dims + parts.len() - 1) as u32));
        }
        Ok(match expr {
            AffineExpr::Bin(op, lhs, rhs) => AffineExpr::Bin(
                *op,
                Box::new(self.taken(lhs, map, operands, frame, parts)?),
                Box::new(self.taken(rhs, map, operands, frame, parts)?),
            ),
            other => other.clone(),
        })
    }
}

impl Facts<'_> {
    /// The factors of the bound of a loop from 0 by 1, if at least two of them are not constant.
    pub(super) fn factors(&self, op: OpId) -> Option<Vec<BoundFactor>> {
        if !self.is_taken_apart(op) {
            return None;
        }
        let data = self.module.op(op);
        let mut factors = Vec::new();
        match data.name.as_str() {
            "affine.for" => {
                let view = polyvet_ir::affine_for(self.module, op)?;
                let [upper] = &view.upper.results[..] else { return None };
                if view.lower.results[..] != [AffineExpr::Const(0)] || view.step != 1 {
                    return None;
                }
                self.split(upper, &view.upper, &view.upper_operands, &mut factors);
            }
            "scf.for" if data.attr("unsignedCmp").is_some() => return None,
            "scf.for" => {
                if self.constant(data.operand(0)) != Some(0) || self.constant(data.operand(2)) != Some(1) {
                    return None;
                }
                self.split_value(data.operand(1), &mut factors);
            }
            _ => return None,
        }
        let varies = |factor: &&BoundFactor| match factor.expr {
            AffineExpr::Const(_) => false,
            AffineExpr::Dim(n) => self.constant(factor.operands[n as usize]).is_none(),
            _ => true,
        };
        (factors.iter().filter(varies).count() > 1).then_some(factors)
    }

    /// Whether anything divides by the counter of a loop by what is not constant. If nothing does, its bound is a
    /// number like any other.
    fn is_taken_apart(&self, op: OpId) -> bool {
        let body = self.module.only_block(op, 0).map(|body| self.module.block(body));
        let mut pending: Vec<ValueId> = body.and_then(|body| body.args.first().copied()).into_iter().collect();
        let mut seen = std::collections::HashSet::new();
        while let Some(value) = pending.pop() {
            for user in self
                .users
                .get(&value)
                .into_iter()
                .flatten()
                .filter(|user| seen.insert(**user))
            {
                let data = self.module.op(*user);
                let maps = data.properties.iter().chain(data.attrs.iter());
                let mut maps = maps.filter_map(|(_, attr)| attr.as_map());
                let divides = match data.name.as_str() {
                    "affine.delinearize_index" => true,
                    "arith.remsi" | "arith.remui" | "arith.divsi" | "arith.divui" | "arith.floordivsi" => {
                        self.constant(data.operand(1)).is_none()
                    }
                    _ => maps.any(|map| !map.results.iter().all(AffineExpr::is_pure_affine)),
                };
                if divides {
                    return true;
                }
                if data.name == "affine.apply" {
                    pending.extend(&data.results);
                }
            }
        }
        false
    }

    fn split_value(&self, value: ValueId, factors: &mut Vec<BoundFactor>) {
        let data = self.module.defining_op(value).map(|op| self.module.op(op));
        match data {
            Some(data) if data.name == "arith.muli" => {
                data.operand_values()
                    .for_each(|operand| self.split_value(operand, factors));
            }
            Some(data) if data.name == "affine.apply" => match data.attr("map").and_then(Attr::as_map) {
                Some(map) if map.results.len() == 1 => {
                    let operands: Vec<_> = data.operand_values().collect();
                    self.split(&map.results[0], map, &operands, factors);
                }
                _ => factors.push(BoundFactor::value(value)),
            },
            _ => factors.push(BoundFactor::value(value)),
        }
    }

    fn split(&self, expr: &AffineExpr, map: &AffineMap, operands: &[ValueId], factors: &mut Vec<BoundFactor>) {
        let operand = |at: usize, factors: &mut Vec<BoundFactor>| {
            if let Some(value) = operands.get(at) {
                self.split_value(*value, factors);
            }
        };
        match expr {
            AffineExpr::Dim(n) => operand(*n as usize, factors),
            AffineExpr::Sym(n) => operand(map.dims + *n as usize, factors),
            AffineExpr::Bin(AffineOp::Mul, lhs, rhs) => {
                self.split(lhs, map, operands, factors);
                self.split(rhs, map, operands, factors);
            }
            _ => factors.push(BoundFactor {
                expr: expr.clone(),
                map: map.clone(),
                operands: operands.to_vec(),
            }),
        }
    }

    /// Basis number `at` of an `affine.delinearize_index`, from the last one.
    fn basis(&self, op: OpId, at: usize) -> Option<BoundFactor> {
        let data = self.module.op(op);
        let basis = data.attr("static_basis").and_then(Attr::as_i64s)?;
        let place = basis.len().checked_sub(at + 1)?;
        let before = basis[..place].iter().filter(|number| **number == i64::MIN).count();
        Some(match basis[place] {
            i64::MIN => BoundFactor::value(data.operands.get(1 + before)?.value),
            number => BoundFactor {
                expr: AffineExpr::Const(number),
                map: AffineMap::identity(0),
                operands: Vec::new(),
            },
        })
    }

    /// The induction variable of a number of one digit.
    pub(super) fn single_digit(&self, digits: &Digits, frame: &LoopFrame) -> Fallible<PwAff> {
        let place = |number: LoopId| frame.loops.iter().position(|l| *l == number);
        match digits.digits[..] {
            [(number, _)] if place(number).is_some() => self.variable(frame, place(number).expect("just asked")),
            _ => Err(unsupported(
                "semi-affine",
                "the counter of a loop over a product of symbols is used as a whole",
                Span::NONE,
            )),
        }
    }

    /// How many loops of the model a loop of the program is.
    pub(super) fn digit_count(&self, op: OpId) -> usize {
        self.factors(op).map_or(1, |factors| factors.len())
    }
}

/// `value`, a function of the first dimensions of a frame, where `added` more have been entered.
pub(super) fn deeper(value: PwAff, first: usize, added: usize) -> Fallible<PwAff> {
    Ok(value.insert_dims(DimKind::In, first, added)?)
}
