//! Vectors that are elements: a `memref<?xvector<4xf32>>` holds them whole, and what is computed from one, element by
//! element, is one value too. Nothing here has lanes of its own.

use super::super::facts::Facts;
use super::super::payload::{computes, is_load};
use super::super::{Fallible, unsupported};
use polyvet_ir::{Module, OpId, Type, ValueId};
use std::collections::HashMap;

impl Facts<'_> {
    /// Finds the vectors that are loaded from, stored to, or computed from elements of arrays of vectors.
    pub(in super::super) fn find_packed(&mut self, func: OpId) {
        let module = self.module;
        let is_vector = |value: &ValueId| matches!(module.ty(*value), Type::Vector { .. });
        let mut pending = Vec::new();
        // Vectors of one operation that computes lane by lane.
        let mut beside: HashMap<ValueId, Vec<OpId>> = HashMap::new();
        module.walk(func, &mut |id, op| {
            let stored = matches!(op.name.as_str(), "memref.store" | "affine.store").then(|| op.operand(0));
            let loaded = is_load(&op.name).then(|| op.results[0]);
            pending.extend(stored.into_iter().chain(loaded));
            if let Some(view) = polyvet_ir::linalg::structured(module, id) {
                pending.extend(&module.block(view.body).args);
                let yields = module.block(view.body).ops.last();
                pending.extend(yields.into_iter().flat_map(|op| module.op(*op).operand_values()));
            }
            if by_lanes(module, id) {
                for value in op.operand_values().chain(op.results.iter().copied()).filter(is_vector) {
                    beside.entry(value).or_default().push(id);
                }
            }
        });
        pending.retain(is_vector);
        while let Some(value) = pending.pop() {
            if !self.packed.insert(value) {
                continue;
            }
            for op in beside.remove(&value).unwrap_or_default() {
                let data = module.op(op);
                pending.extend(
                    data.operand_values()
                        .chain(data.results.iter().copied())
                        .filter(is_vector),
                );
            }
        }
    }

    /// Whether `op` only handles vectors that are elements, lane by lane; refuses one that takes them apart.
    pub(super) fn is_packed(&self, op: OpId) -> Fallible<bool> {
        let data = self.module.op(op);
        let packed = |value: ValueId| self.packed.contains(&value);
        let Some(value) = data
            .operand_values()
            .chain(data.results.iter().copied())
            .find(|value| packed(*value))
        else {
            return Ok(false);
        };
        let moves =
            matches!(data.name.as_str(), "memref.store" | "affine.store" | "linalg.yield") || is_load(&data.name);
        if by_lanes(self.module, op) || moves || self.is_opaque(op) || data.regions.len() + data.successors.len() > 0 {
            return Ok(true);
        }
        let shown = self.module.value_name(value);
        let message = format!("`{}` takes `{shown}` apart, which is one element of memory", data.name);
        Err(unsupported("aggregate-value", message, data.span))
    }
}

/// Operations that compute each lane from the same lane of the operands, or from a number for all lanes.
pub(in super::super) fn by_lanes(module: &Module, op: OpId) -> bool {
    computes(module, op) || module.op(op).name == "vector.broadcast"
}
