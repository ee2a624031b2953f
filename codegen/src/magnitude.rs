//! How large the numbers in index arithmetic are.
//!
//! Schedules have whole numbers of any size, `index` has 64 bits. A factor of 2^62, from one step or from several that
//! multiply, overflows at the second iteration of a loop, and the program that is written is wrong. So numbers may be
//! as large as those of the program before, or have 32 bits: then sizes of up to 31 bits do not overflow.

use crate::{CodegenError, Result};
use polyvet_ir::{AffineExpr, AffineOp, Attr, Module, OpId, Type};

/// Numbers up to this are always accepted.
const ACCEPTED: i128 = 1 << 32;

/// Refuses a function with numbers much larger than those of the function before.
pub fn check(before: &Module, after: &Module, func: OpId) -> Result<()> {
    let found = largest(after, func);
    if found <= ACCEPTED || found / 2 <= largest(before, func) {
        return Ok(());
    }
    let what = format!("factors as large as {found}: index arithmetic would overflow");
    Err(CodegenError::unsupported(what, before.op(func).span))
}

/// The largest factor or constant of index arithmetic in a function, without its sign.
fn largest(module: &Module, func: OpId) -> i128 {
    let mut found = 0;
    module.walk(func, &mut |_, op| {
        let is_index = op
            .results
            .first()
            .is_some_and(|result| *module.ty(*result) == Type::Index);
        for (_, attr) in op.properties.iter().chain(op.attrs.iter()) {
            let exprs: Vec<&AffineExpr> = match attr {
                Attr::AffineMap(map) => map.results.iter().collect(),
                Attr::IntegerSet(set) => set.constraints.iter().map(|(expr, _)| expr).collect(),
                Attr::Int { .. } if op.name == "arith.constant" && is_index => {
                    let number = attr.as_i64().map_or(i128::MAX, |number| i128::from(number).abs());
                    found = found.max(number);
                    continue;
                }
                _ => continue,
            };
            found = exprs.into_iter().map(|expr| magnitude(expr, 1)).fold(found, i128::max);
        }
    });
    found
}

/// The largest number by which something is multiplied in `factor * expr`, or that is added.
fn magnitude(expr: &AffineExpr, factor: i128) -> i128 {
    let number = |expr: &AffineExpr| match expr {
        AffineExpr::Const(number) => Some(i128::from(*number).abs()),
        _ => None,
    };
    match expr {
        AffineExpr::Const(number) => i128::from(*number).abs().saturating_mul(factor),
        AffineExpr::Dim(_) | AffineExpr::Sym(_) => factor,
        AffineExpr::Bin(AffineOp::Mul, left, right) => match (number(left), number(right)) {
            (_, Some(by)) => magnitude(left, factor.saturating_mul(by)),
            (Some(by), _) => magnitude(right, factor.saturating_mul(by)),
            (None, None) => magnitude(left, factor).max(magnitude(right, factor)),
        },
        AffineExpr::Bin(AffineOp::Add, left, right) => magnitude(left, factor).max(magnitude(right, factor)),
        // What is divided has to fit as well, whatever is made of the result.
        AffineExpr::Bin(_, left, right) => magnitude(left, 1).max(magnitude(right, 1)).max(factor),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_multiply() {
        let inner = AffineExpr::dim(0) * 1000.into() + 7.into();
        let expr = AffineExpr::Bin(AffineOp::Mul, Box::new(inner), Box::new(AffineExpr::Const(-1000)));
        assert_eq!(magnitude(&expr, 1), 1_000_000);
        let divided = AffineExpr::Bin(AffineOp::FloorDiv, Box::new(expr), Box::new(AffineExpr::Const(10)));
        assert_eq!(magnitude(&divided, 1), 1_000_000);
        let huge = AffineExpr::Bin(
            AffineOp::Mul,
            Box::new(AffineExpr::dim(0)),
            Box::new(AffineExpr::Const(i64::MIN)),
        );
        assert_eq!(magnitude(&huge, 1), 1 << 63);
    }
}
