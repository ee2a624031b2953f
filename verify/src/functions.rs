//! Functions of constants as the numbers that they are: `math.rsqrt` of 4.0 is 0.5. A compiler that folds one computes it on its
//! own machine, whose library rounds as it likes. So a proof that needs such a number assumes that functions of constants are rounded
//! correctly ([`Assumption::FunctionsRounded`]).
//!
//! Constants are followed through arithmetic, reshapes, and structured operations on tensors that are one number everywhere,
//! as weights of a normalisation often are.
//!
//! [`Assumption::FunctionsRounded`]: crate::Assumption::FunctionsRounded

use crate::cut::written_over;
use crate::equivalence::evaluate;
use polyvet_ir::{Attr, Attrs, Flags, Module, Op, OpId, Type, ValueId, linalg};
use std::collections::HashMap;

/// A copy of `module` in which functions of constants of `func` are constants; [`None`] if it has none.
pub(crate) fn folded(module: &Module, func: OpId) -> Option<Module> {
    let mut constants = Constants {
        module,
        known: HashMap::new(),
        folded: Vec::new(),
    };
    module.walk(func, &mut |id, op| constants.visit(id, op));
    if constants.folded.is_empty() {
        return None;
    }
    let folded = constants.folded;
    let mut copy = module.clone();
    for (op, value) in folded {
        let data = copy.op_mut(op);
        data.name = "arith.constant".into();
        data.operands.clear();
        data.attrs = Attrs::default();
        data.properties = Attrs::default();
        data.properties.set("value", value);
    }
    Some(copy)
}

/// What is known of values: numbers, and tensors that are one number everywhere.
struct Constants<'m> {
    module: &'m Module,
    known: HashMap<ValueId, Attr>,
    /// Functions of constants, and what they are.
    folded: Vec<(OpId, Attr)>,
}

impl Constants<'_> {
    /// Operations come in the order of the program, those around others first.
    fn visit(&mut self, id: OpId, op: &Op) {
        let dialect = op.dialect();
        if op.info().is_constant() {
            let value = op.attr("value").and_then(|value| match value {
                Attr::Dense { .. } => polyvet_ir::splat(value),
                Attr::Float { .. } | Attr::Int { .. } | Attr::Bool(_) => Some(value.clone()),
                _ => None,
            });
            self.note(op.results.first(), value);
        } else if let Some(structured) = linalg::structured(self.module, id) {
            let args = &self.module.block(structured.body).args;
            for (arg, input) in args.iter().zip(&structured.inputs) {
                let value = self.known.get(input).cloned();
                self.note(Some(arg), value);
            }
        } else if op.name == "linalg.yield" {
            self.yielded(id, op);
        } else if matches!(
            op.name.as_str(),
            "tensor.collapse_shape" | "tensor.expand_shape" | "tensor.cast"
        ) {
            let value = self.known.get(&op.operand(0)).cloned();
            self.note(op.results.first(), value);
        } else if matches!(dialect, "arith" | "math") && op.regions.is_empty() {
            let value = self.value(op);
            if let Some(value) = value.as_ref().filter(|_| dialect == "math") {
                self.folded.push((id, value.clone()));
            }
            self.note(op.results.first(), value);
        }
    }

    fn note(&mut self, result: Option<&ValueId>, value: Option<Attr>) {
        if let (Some(result), Some(value)) = (result, value) {
            self.known.insert(*result, value);
        }
    }

    /// What an operation on known numbers gives.
    fn value(&self, op: &Op) -> Option<Attr> {
        let [result] = op.results[..] else { return None };
        let ty = self.module.ty(result);
        let is_number = |ty: &Type| matches!(ty, Type::Float(_) | Type::Integer { .. });
        if op.operands.is_empty() || !is_number(ty) || Flags::of(&op.properties) != Flags::NONE {
            return None;
        }
        let operand = |value: ValueId| {
            let ty = self.module.ty(value);
            Some((self.known.get(&value)?, ty)).filter(|(_, ty)| is_number(ty))
        };
        let operands: Vec<(&Attr, &Type)> = op.operand_values().map(operand).collect::<Option<_>>()?;
        evaluate(op.name.as_str(), &op.properties, ty, &operands)
    }

    /// A structured operation that writes one number everywhere.
    fn yielded(&mut self, id: OpId, op: &Op) {
        let Some(parent) = self.module.parent_op(id) else {
            return;
        };
        let results = &self.module.op(parent).results;
        let over = written_over(self.module, parent);
        if over.len() != results.len() || op.operands.len() != results.len() {
            return;
        }
        for (result, value) in results.clone().iter().zip(op.operand_values()) {
            let value = self.known.get(&value).cloned();
            self.note(Some(result), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(body: &str) -> Option<String> {
        let text = format!("func.func @f(%x: f32, %t: tensor<4xf32>) -> tensor<4xf32> {{ {body} }}");
        let (module, diagnostics) = polyvet_ir::parse(&text);
        assert!(diagnostics.is_empty(), "{diagnostics:?} in {text}");
        folded(&module, module.funcs()[0]).map(|module| polyvet_ir::print(&module, Default::default()))
    }

    #[test]
    fn a_root_of_weights_that_are_one_number_is_a_number() {
        let of = |weights: &str| {
            printed(&format!(
                "%w = arith.constant dense<{weights}> : tensor<4xf32>
                 %e = tensor.empty() : tensor<4xf32>
                 %r = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = [\"parallel\"]}} ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) {{
                 ^bb0(%a: f32, %o: f32):
                   %b = arith.addf %a, %a : f32
                   %q = math.rsqrt %b : f32
                   linalg.yield %q : f32
                 }} -> tensor<4xf32>
                 return %r : tensor<4xf32>"
            ))
        };
        let found = of("2.0").expect("folded");
        assert!(
            found.contains("arith.constant 5.000000e-01 : f32") && !found.contains("rsqrt"),
            "{found}"
        );
        assert_eq!(of("[2.0, 2.0, 2.0, 3.0]"), None);
    }

    #[test]
    fn what_is_not_known_or_promises_something_stays() {
        let end = "return %t : tensor<4xf32>";
        assert_eq!(printed(&format!("%r = math.exp %x : f32 {end}")), None);
        let flagged = "%c = arith.constant 2.0 : f32 %r = math.exp %c fastmath<nnan> : f32";
        assert_eq!(printed(&format!("{flagged} {end}")), None);
        let plain = flagged.replace("fastmath<nnan> ", "");
        assert!(printed(&format!("{plain} {end}")).is_some());
    }
}
