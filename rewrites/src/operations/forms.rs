//! Values of type `index` as sums: which are the same, and which differ by a number.
//!
//! A value is a number plus multiples of values that are no sums themselves; two of these are one if the same operation
//! makes both of the same.

use crate::operations::builder::{OpBuilder, OpSize};
use crate::operations::slices::DimSum;
use polyvet_ir::{AffineExpr, Attr, Module, OpId, Type, ValueId};
use std::collections::BTreeMap;

/// `constant + sum of terms[n] * leaf n`, without terms that are 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LeafSum {
    constant: i64,
    terms: BTreeMap<usize, i64>,
}

impl LeafSum {
    fn number(constant: i64) -> LeafSum {
        let terms = BTreeMap::new();
        LeafSum { constant, terms }
    }

    /// `self + factor * other`; [`None`] if that is too large.
    pub fn plus(&self, factor: i64, other: &LeafSum) -> Option<LeafSum> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (leaf, term) in &other.terms {
            let all = sum.terms.entry(*leaf).or_default();
            *all = all.checked_add(term.checked_mul(factor)?)?;
        }
        sum.terms.retain(|_, term| *term != 0);
        Some(sum)
    }

    /// The number that it is, if it is one.
    pub fn as_number(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }
}

/// Values of one program.
#[derive(Debug, Default)]
pub struct Forms {
    leaves: Vec<ValueId>,
}

impl Forms {
    /// A size as a sum.
    pub fn of(&mut self, module: &Module, size: OpSize) -> LeafSum {
        match size {
            OpSize::Static(number) => LeafSum::number(number),
            OpSize::Value(value) => self.of_value(module, value),
        }
    }

    fn of_value(&mut self, module: &Module, value: ValueId) -> LeafSum {
        let sum = self.sum(module, value);
        sum.unwrap_or_else(|| LeafSum {
            constant: 0,
            terms: BTreeMap::from([(self.leaf(module, value), 1)]),
        })
    }

    fn sum(&mut self, module: &Module, value: ValueId) -> Option<LeafSum> {
        let (sum, operands) = sum_of(module, value)?;
        let mut all = LeafSum::number(sum.constant);
        for (operand, term) in operands.into_iter().zip(sum.terms) {
            all = all.plus(term, &self.of_value(module, operand))?;
        }
        Some(all)
    }

    /// The number of a value that is no sum.
    fn leaf(&mut self, module: &Module, value: ValueId) -> usize {
        for (at, known) in self.leaves.clone().into_iter().enumerate() {
            if self.is_same(module, known, value) {
                return at;
            }
        }
        self.leaves.push(value);
        self.leaves.len() - 1
    }

    fn is_same(&mut self, module: &Module, one: ValueId, other: ValueId) -> bool {
        let pure = |op: &OpId| {
            let name = module.op(*op).name.as_str();
            ["affine.min", "affine.max", "affine.apply", "tensor.dim", "memref.dim"].contains(&name)
        };
        let made = |value| module.defining_op(value).filter(pure).map(|op| module.op(op));
        one == other
            || made(one).zip(made(other)).is_some_and(|(one, other)| {
                let mut pairs = one.operand_values().zip(other.operand_values());
                one.name == other.name
                    && one.properties == other.properties
                    && one.operands.len() == other.operands.len()
                    && pairs.all(|(x, y)| match (module.ty(x), module.ty(y)) {
                        (Type::Index, Type::Index) => self.of_value(module, x) == self.of_value(module, y),
                        _ => x == y,
                    })
            })
    }
}

/// The most that a size can be, where that is a number.
pub fn most(module: &Module, size: OpSize) -> Option<i64> {
    let value = match size {
        OpSize::Static(number) => return Some(number),
        OpSize::Value(value) => value,
    };
    if let Some((sum, operands)) = sum_of(module, value) {
        let mut all = sum.constant;
        // Sizes are not negative.
        for (operand, term) in operands.into_iter().zip(sum.terms).filter(|(_, term)| *term > 0) {
            all = all.checked_add(most(module, OpSize::Value(operand))?.checked_mul(term)?)?;
        }
        return Some(all);
    }
    let op = module.op(module.defining_op(value)?);
    let map = op
        .attr("map")
        .and_then(Attr::as_map)
        .filter(|_| op.name == "affine.min")?;
    let numbers = map.results.iter().filter_map(|result| match result {
        AffineExpr::Const(number) => Some(*number),
        _ => None,
    });
    numbers.min()
}

/// `size + by`
pub fn shifted(b: &mut OpBuilder<'_>, size: OpSize, by: i64) -> OpSize {
    let value = match size {
        OpSize::Static(number) => return OpSize::Static(number + by),
        OpSize::Value(value) => value,
    };
    let one = || (AffineExpr::dim(0) + AffineExpr::Const(by), vec![value]);
    let (expr, over) = sum_of(b.module, value).map_or_else(one, |(mut sum, operands)| {
        sum.constant += by;
        (sum.expr(), operands)
    });
    let over: Vec<OpSize> = over.into_iter().map(OpSize::Value).collect();
    b.apply(&expr, &over)
}

/// What `arith.constant` or `affine.apply` makes, as a sum of its operands; [`None`] for others.
pub fn sum_of(module: &Module, value: ValueId) -> Option<(DimSum, Vec<ValueId>)> {
    let op = module.op(module.defining_op(value)?);
    match op.name.as_str() {
        "arith.constant" => {
            let (terms, constant) = (Vec::new(), op.attr("value")?.as_i64()?);
            Some((DimSum { terms, constant }, Vec::new()))
        }
        "affine.apply" => {
            let map = op.attr("map")?.as_map()?;
            let [expr] = &map.results[..] else { return None };
            let dims: Vec<AffineExpr> = (0..map.dims + map.syms).map(AffineExpr::dim).collect();
            let expr = expr.substitute(&dims[..map.dims], &dims[map.dims..]);
            Some((DimSum::of(&expr, dims.len())?, op.operand_values().collect()))
        }
        _ => None,
    }
}
