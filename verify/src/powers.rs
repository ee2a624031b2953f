//! Powers with small constant exponents as the operations that they are if powers are rounded correctly: `x^2` is `x * x`,
//! `x^1` is `x`, `x^0` is 1, `x^-1` is `1 / x`. IEEE 754-2019, section 9.2, says so of `pow`; not every library keeps to it, so
//! a proof that needs this assumes it ([`Assumption::PowersRounded`]).
//!
//! Other exponents are not here: `x * x * x` is rounded twice, and `sqrt(x)` is another value for `-0.0` and minus infinity.
//!
//! [`Assumption::PowersRounded`]: crate::Assumption::PowersRounded

use polyvet_ir::{Attr, Flags, FloatKind, Module, OpId, OpSpec, Type, ValueId};
use std::collections::HashMap;

/// A copy of `module` in which such powers of `func` are what they are; [`None`] if it has none.
pub(crate) fn plain(module: &Module, func: OpId) -> Option<Module> {
    let mut powers = Vec::new();
    module.walk(func, &mut |id, op| {
        if op.name == "math.powf"
            && let Some((exponent, kind)) = exponent(module, op.operand(1))
            // What has flags stays an operation that may break them.
            && (exponent == 2 || exponent == -1 || Flags::of(&op.properties) == Flags::NONE)
        {
            powers.push((id, exponent, kind));
        }
    });
    if powers.is_empty() {
        return None;
    }
    let mut copy = module.clone();
    for power in powers {
        rewrite(&mut copy, func, power);
    }
    Some(copy)
}

/// The exponent, if it is a constant, or a vector or tensor of one, that is 2, 1, 0 or -1.
fn exponent(module: &Module, value: ValueId) -> Option<(i32, FloatKind)> {
    let op = module.op(module.defining_op(value)?);
    let value_given = op.attr("value").filter(|_| op.name == "arith.constant")?;
    let Attr::Float { bits, .. } = polyvet_ir::splat(value_given).unwrap_or_else(|| value_given.clone()) else {
        return None;
    };
    let kind = kind(module.ty(value))?;
    let exponent = [2, 1, 0, -1]
        .into_iter()
        .find(|exponent| bits_of(kind, *exponent) == bits)?;
    Some((exponent, kind))
}

fn kind(ty: &Type) -> Option<FloatKind> {
    match ty {
        Type::Float(kind) => Some(*kind),
        Type::Vector { elem, .. } | Type::Tensor { elem, .. } => kind(elem),
        _ => None,
    }
}

/// The bits of a small number.
fn bits_of(kind: FloatKind, number: i32) -> u64 {
    let sign = u64::from(number < 0) << (kind.bits() - 1);
    match number.unsigned_abs() {
        0 => 0,
        size => sign | (kind.one() + (u64::from(size.ilog2()) << kind.mantissa_bits())),
    }
}

/// Puts the operation that a power is in its place.
fn rewrite(module: &mut Module, func: OpId, (power, exponent, kind): (OpId, i32, FloatKind)) {
    let (base, result) = (module.op(power).operand(0), module.op(power).results[0]);
    match exponent {
        1 => module.replace_uses(func, &HashMap::from([(result, base)])),
        0 => {
            let one = one(module, power, kind);
            module.replace_uses(func, &HashMap::from([(result, one)]));
        }
        -1 => {
            let one = one(module, power, kind);
            becomes(module, power, ("arith.divf", [one, base]));
        }
        _ => becomes(module, power, ("arith.mulf", [base, base])),
    }
}

/// Another operation, with the flags of the old one.
fn becomes(module: &mut Module, op: OpId, (name, operands): (&str, [ValueId; 2])) {
    let op = module.op_mut(op);
    op.name = name.into();
    for (old, new) in op.operands.iter_mut().zip(operands) {
        old.value = new;
    }
}

/// 1 as a number of the type of a power, in front of it.
fn one(module: &mut Module, power: OpId, kind: FloatKind) -> ValueId {
    let ty = module.ty(module.op(power).results[0]).clone();
    let value = match ty {
        Type::Float(_) => Attr::Float {
            bits: bits_of(kind, 1),
            ty: ty.clone(),
        },
        _ => Attr::Dense {
            text: "1.0".to_owned(),
            ty: ty.clone(),
        },
    };
    let made = module.add_op(OpSpec::new("arith.constant").property("value", value).result(ty));
    module.insert_before(power, made);
    module.op(made).results[0]
}
