//! Reads whose subscripts have a stride that is a symbol: `A[i * s + j]`.
//!
//! No affine function says which element that is. But of a buffer that is only read it does not matter which: the
//! element is decided by `i`, `j` and `s`, and `s` does not change. So the buffer is read as an array with a subscript
//! for each factor, whose elements hold values at entry like those of the buffer, `A by s [j, i]`. Equal subscripts are
//! equal elements; others may be, which nothing takes for granted. That the element is within the bounds of the buffer
//! is a condition on data: one on these subscripts.

use super::expressions::has_quotient;
use super::payload::{StmtDraft, is_load};
use super::walk::leaf;
use super::{ExtractError, Extractor, Fallible, LoopFrame};
use crate::formula::{FormulaAtom, ModularFormula};
use crate::ids::ArrayId;
use crate::scop::{Access, AccessKind, Array, ArrayKind, Demand, PayloadKind};
use polyvet_ir::{AffineExpr, AffineMap, AffineOp, Attrs, Flags, OpId, Span, Type, ValueId};
use polyvet_poly::{DimKind, Id, PwAff, Schedule, Val};
use std::collections::BTreeMap;

/// A sum: each product of what does not change, and the affine function that it is multiplied by.
type ProductSum = BTreeMap<Vec<FormulaAtom>, PwAff>;

/// How many operations a subscript may be computed by.
const DEPTH_MAX: usize = 16;

/// A read of a buffer as an array with a subscript for each factor.
pub(super) struct Stretched {
    array: ArrayId,
    subscripts: Vec<PwAff>,
}

impl Extractor<'_> {
    /// What a load reads whose subscripts are products of loops and symbols; `None` where it has a model without that, or
    /// none at all.
    pub(super) fn stretched(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Stretched>> {
        let data = self.module.op(op);
        // Events may write to whatever they reach.
        if !self.request.on_data || self.request.may || !frame.exact || self.events.on || !is_load(&data.name) {
            return Ok(None);
        }
        let memref = data.operand(0);
        let plain = matches!(self.module.ty(memref), Type::MemRef { layout: None, .. });
        if !plain || self.facts.argument(memref).is_none() || !self.facts.is_only_read(memref) {
            return Ok(None);
        }
        let buffer = self.memref(memref, data.span)?;
        if self.places.layouts.contains_key(&buffer) {
            return Ok(None);
        }
        match self.subscripts_of(op, 0, frame) {
            Err(ExtractError::Unsupported(_)) => {}
            found => return found.map(|_| None),
        }
        let Some(sums) = self.sums(op, frame)? else {
            return Ok(None);
        };
        let (mut name, mut subscripts) = (self.draft.arrays[buffer].name.clone(), Vec::new());
        for (dim, mut sum) in sums.into_iter().enumerate() {
            // `i * s` is `i * s + 0`.
            sum.entry(Vec::new()).or_insert(self.number(frame, 0)?);
            name.push_str(&format!("__{dim}"));
            for (factors, value) in sum {
                match spelled(&factors) {
                    Some(factors) => name.push_str(&factors),
                    None => return Ok(None),
                }
                subscripts.push(value);
            }
        }
        let array = self.array_called(name, buffer, subscripts.len(), data.span);
        Ok(array.map(|array| Stretched { array, subscripts }))
    }

    /// The array of this name, which holds elements of `buffer`; `None` if something else is called so.
    fn array_called(&mut self, name: String, buffer: ArrayId, rank: usize, span: Span) -> Option<ArrayId> {
        let is_it = |array: &Array| array.name == name && array.kind == ArrayKind::Input && array.value.is_none();
        if let Some(known) = self.draft.arrays.position(is_it) {
            return Some(known);
        }
        let unique = self.naming.names.unique(&name);
        if unique != name {
            self.naming.names.release(&unique);
            return None;
        }
        Some(self.draft.arrays.push_and_get_key(Array {
            name,
            elem: self.draft.arrays[buffer].elem.clone(),
            extents: vec![None; rank],
            kind: ArrayKind::Input,
            value: None,
            symbol: None,
            versions: Vec::new(),
            may_be_unwritten: self.draft.arrays[buffer].may_be_unwritten,
            layout: None,
            space: None,
            span,
        }))
    }

    /// The access of a load.
    pub(super) fn stretched_access(&self, draft: &StmtDraft, read: Stretched, span: Span) -> Fallible<Access> {
        let Stretched { array, subscripts } = read;
        let relation = self.relation(draft, array, subscripts)?;
        let kind = AccessKind::Read;
        Ok(Access {
            kind,
            array,
            relation,
            span,
        })
    }

    /// Notes that a load stays within its buffer: the statement that stands for it.
    pub(super) fn stretched_within(&mut self, op: OpId, read: Stretched, frame: &LoopFrame) -> Fallible<Schedule> {
        let span = self.module.op(op).span;
        let name = self
            .naming
            .stmt_names
            .unique(&format!("{}obligation", self.naming.prefix));
        let mut draft = StmtDraft::new(frame, name);
        let mut operands = Vec::new();
        for subscript in read.subscripts {
            let index = subscript.set_tuple_id(DimKind::In, Id::named(&self.ctx, &draft.name)?)?;
            operands.push(draft.node(PayloadKind::Index(index), &Type::Index, span));
        }
        let kind = PayloadKind::Op {
            name: format!("{} {}", Demand::Bounds.name(), self.draft.arrays[read.array].name),
            properties: Attrs::default(),
            operands,
        };
        let node = draft.node(kind, &Type::I1, span);
        leaf(self.stands_for_condition(draft, node, (Demand::Bounds, op))?)
    }

    /// The subscripts of a load as sums.
    fn sums(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Vec<ProductSum>>> {
        let data = self.module.op(op);
        let mut sums = Vec::new();
        if data.info().element().is_some_and(|element| element.by_map) {
            let (map, operands) = self.facts.map_of(op, "map", 1)?;
            for result in &map.results {
                match self.sum_in(result, (&map, &operands), frame, 0)? {
                    Some(sum) => sums.push(sum),
                    None => return Ok(None),
                }
            }
            return Ok(Some(sums));
        }
        for value in data.operand_values().skip(1) {
            match self.sum_of(value, frame, 0)? {
                Some(sum) => sums.push(sum),
                None => return Ok(None),
            }
        }
        Ok(Some(sums))
    }

    fn sum_of(&mut self, value: ValueId, frame: &LoopFrame, depth: usize) -> Fallible<Option<ProductSum>> {
        match self.index(value, frame) {
            Ok(affine) => return Ok(Some(ProductSum::from([(Vec::new(), affine)]))),
            Err(ExtractError::Unsupported(_)) => {}
            Err(other) => return Err(other),
        }
        let Some(op) = self.module.defining_op(value).filter(|_| depth < DEPTH_MAX) else {
            return Ok(None);
        };
        let data = self.module.op(op);
        if *self.module.ty(value) != Type::Index || Flags::of(&data.properties) != Flags::NONE {
            return Ok(None);
        }
        if data.name == "affine.apply" {
            let (map, operands) = self.facts.map_of(op, "map", 0)?;
            let Some(result) = map.results.first() else {
                return Ok(None);
            };
            return self.sum_in(result, (&map, &operands), frame, depth + 1);
        }
        let [lhs, rhs] = &data.operands[..] else {
            return Ok(None);
        };
        let (lhs, rhs) = (lhs.value, rhs.value);
        match data.name.as_str() {
            "arith.addi" | "arith.subi" => {
                let x = self.sum_of(lhs, frame, depth + 1)?;
                let y = self.sum_of(rhs, frame, depth + 1)?;
                let (Some(x), Some(y)) = (x, y) else { return Ok(None) };
                self.added(x, y, if data.name == "arith.addi" { 1 } else { -1 })
                    .map(Some)
            }
            "arith.muli" => {
                for (factor, other) in [(rhs, lhs), (lhs, rhs)] {
                    if let Some(formula) = self.formula(factor, 0)
                        && let Some(sum) = self.sum_of(other, frame, depth + 1)?
                    {
                        return self.multiplied(sum, &formula).map(Some);
                    }
                }
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    fn sum_in(
        &mut self,
        expr: &AffineExpr,
        (map, operands): (&AffineMap, &[ValueId]),
        frame: &LoopFrame,
        depth: usize,
    ) -> Fallible<Option<ProductSum>> {
        let at = (map, operands);
        let value = match expr {
            _ if depth > DEPTH_MAX => None,
            AffineExpr::Dim(n) => operands.get(*n as usize),
            AffineExpr::Sym(n) => operands.get(map.dims + *n as usize),
            AffineExpr::Const(number) => {
                return Ok(Some(ProductSum::from([(Vec::new(), self.number(frame, *number)?)])));
            }
            AffineExpr::Bin(AffineOp::Add, lhs, rhs) => {
                let x = self.sum_in(lhs, at, frame, depth + 1)?;
                let y = self.sum_in(rhs, at, frame, depth + 1)?;
                let (Some(x), Some(y)) = (x, y) else { return Ok(None) };
                return self.added(x, y, 1).map(Some);
            }
            AffineExpr::Bin(AffineOp::Mul, lhs, rhs) => {
                // Maps do not overflow.
                self.draft.overflows |= self.request.is_second;
                for (factor, other) in [(rhs, lhs), (lhs, rhs)] {
                    if has_quotient(factor) {
                        continue;
                    }
                    if let Some(formula) = self.formula_of(factor, map, operands, 0)
                        && let Some(sum) = self.sum_in(other, at, frame, depth + 1)?
                    {
                        return self.multiplied(sum, &formula).map(Some);
                    }
                }
                None
            }
            // A quotient.
            AffineExpr::Bin(..) => None,
        };
        match value {
            Some(value) => self.sum_of(*value, frame, depth + 1),
            None => Ok(None),
        }
    }

    fn added(&self, sum: ProductSum, other: ProductSum, sign: i64) -> Fallible<ProductSum> {
        let mut all = sum;
        for (factors, value) in other {
            let value = value.scale_val(Val::from_i64(&self.ctx, sign)?)?;
            let value = match all.remove(&factors) {
                Some(known) => known.add(value)?,
                None => value,
            };
            all.insert(factors, value);
        }
        Ok(all)
    }

    fn multiplied(&self, sum: ProductSum, formula: &ModularFormula) -> Fallible<ProductSum> {
        let mut all = ProductSum::new();
        for (factors, coefficient) in &formula.terms {
            for (others, value) in &sum {
                let mut product = [factors.clone(), others.clone()].concat();
                product.sort();
                let value = value.clone().scale_val(Val::from_i64(&self.ctx, *coefficient)?)?;
                all = self.added(all, ProductSum::from([(product, value)]), 1)?;
            }
        }
        Ok(all)
    }
}

/// A product in letters of which names are made; different ones are spelled differently.
fn spelled(factors: &[FormulaAtom]) -> Option<String> {
    let mut name = "_x".to_owned();
    for factor in factors {
        match factor {
            FormulaAtom::Argument(at, bits) => name.push_str(&format!("_a{at}_{bits}")),
            FormulaAtom::Extent(at, dim) => name.push_str(&format!("_e{at}_{dim}")),
            FormulaAtom::Made(..) => return None,
        }
    }
    Some(name)
}
