//! Floats with a scale of their own (`arith.scaling_extf`, `arith.scaling_truncf`), as their definition says: the scale
//! is a power of two, cut to `f8E8M0FNU`, and the wide float the product, or what is made narrow the quotient.
//!
//! Source: MLIR, `ArithOps.td`, and the OCP specification of microscaling formats, section 6.

use crate::{Module, OpId, OpSpec, Type, ValueId};
use std::collections::HashMap;

const SCALE: &str = "f8E8M0FNU";

/// A copy of `module` in which `func` has no such operations; `None` if it had none. What was there before keeps its
/// number.
pub fn plain_scaling(module: &Module, func: OpId) -> Option<Module> {
    let mut found = Vec::new();
    module.walk(func, &mut |id, op| {
        if matches!(op.name.as_str(), "arith.scaling_extf" | "arith.scaling_truncf") {
            found.push(id);
        }
    });
    let mut copy = (!found.is_empty()).then(|| module.clone())?;
    let mut values = HashMap::new();
    for op in found {
        if let Some(value) = scaled(&mut copy, op) {
            values.insert(copy.op(op).results[0], value);
            copy.detach(op);
        }
    }
    copy.replace_uses(func, &values);
    (!values.is_empty()).then_some(copy)
}

fn scaled(module: &mut Module, op: OpId) -> Option<ValueId> {
    let data = module.op(op).clone();
    let ([value, scale], [result]) = (&data.operands[..], &data.results[..]) else {
        return None;
    };
    let [value, scale] = [value.value, scale.value];
    let [from, given, to] = [value, scale, *result].map(|value| module.ty(value).clone());
    let cut = with_elements(&given, &Type::Opaque(SCALE.to_owned()))?;
    let mut step = |name: &str, operands: &[ValueId], ty: &Type| {
        let mut spec = OpSpec::new(name).operands(operands).result(ty.clone()).at(data.span);
        // How it is rounded is said about what is given.
        let rounds = name == "arith.truncf" && *ty == to;
        for (name, is_kept) in [("fastmath", true), ("roundingmode", rounds)] {
            if let Some(attr) = data.attr(name).filter(|_| is_kept) {
                spec = spec.property(name, attr.clone());
            }
        }
        let new = module.add_op(spec);
        module.insert_before(op, new);
        module.op(new).results[0]
    };
    let scale = match given == cut {
        true => scale,
        false => step("arith.truncf", &[scale], &cut),
    };
    if data.name == "arith.scaling_extf" {
        let scale = step("arith.extf", &[scale], &to);
        let wide = step("arith.extf", &[value], &to);
        return Some(step("arith.mulf", &[wide, scale], &to));
    }
    let scale = step("arith.extf", &[scale], &from);
    let scaled = step("arith.divf", &[value, scale], &from);
    Some(step("arith.truncf", &[scaled], &to))
}

/// The same shape of other elements.
fn with_elements(ty: &Type, elem: &Type) -> Option<Type> {
    Some(match ty {
        Type::Vector { shape, .. } => Type::Vector {
            shape: shape.clone(),
            elem: Box::new(elem.clone()),
        },
        Type::Tensor { shape, encoding, .. } => Type::Tensor {
            shape: shape.clone(),
            elem: Box::new(elem.clone()),
            encoding: encoding.clone(),
        },
        Type::Float(_) | Type::Opaque(_) => elem.clone(),
        _ => return None,
    })
}
