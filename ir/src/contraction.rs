//! Fused multiply-adds taken apart: what a compiler that may contract may make of them, and they of it.

use crate::{Module, OpId, OpSpec};
use std::collections::HashMap;

/// The module with a product and a sum where it has fused multiply-adds; `None` if it has none.
pub fn uncontracted(module: &Module) -> Option<Module> {
    let mut found = Vec::new();
    module.walk(module.top, &mut |id, op| {
        if ["math.fma", "vector.fma"].contains(&op.name.as_str()) && op.operands.len() == 3 {
            found.push(id);
        }
    });
    if found.is_empty() {
        return None;
    }
    let mut module = module.clone();
    for op in found {
        take_apart(&mut module, op);
    }
    Some(module)
}

fn take_apart(module: &mut Module, op: OpId) {
    let data = module.op(op).clone();
    let ty = module.ty(data.results[0]).clone();
    let mut make = |name: &str, operands: [crate::ValueId; 2]| {
        let mut spec = OpSpec::new(name).operands(&operands).result(ty.clone()).at(data.span);
        if let Some(flags) = data.properties.get("fastmath") {
            spec = spec.property("fastmath", flags.clone());
        }
        let made = module.add_op(spec);
        module.insert_before(op, made);
        module.op(made).results[0]
    };
    let product = make("arith.mulf", [data.operand(0), data.operand(1)]);
    let sum = make("arith.addf", [product, data.operand(2)]);
    let replaced = HashMap::from([(data.results[0], sum)]);
    module.replace_uses(module.top, &replaced);
    module.detach(op);
}
