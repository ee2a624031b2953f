//! Structured operations: maps against shapes, payload against element types.

use super::Checker;
use crate::linalg::{Structured, structured};
use crate::{AffineExpr, Diagnostic, Dim, OpId, ValueId};

impl Checker<'_> {
    pub(super) fn linalg(&mut self, op: OpId) {
        let module = self.module;
        if module.op(op).regions.is_empty() {
            return;
        }
        let Some(view) = structured(module, op) else {
            let name = &module.op(op).name;
            if name == "linalg.generic" || crate::dialect::linalg::is_named(name) {
                let message = format!("the maps and the payload of this `{name}` do not fit its operands");
                self.error("malformed-op", message, self.at(op));
            }
            return;
        };
        let operands: Vec<ValueId> = view.inputs.iter().chain(&view.outputs).copied().collect();
        self.payload(op, &view, &operands);
        let loops = self.extents(op, &view, &operands);
        if module.op(op).name != "linalg.generic" {
            self.windows(op, &view, &operands, &loops);
        }
    }

    /// The last element a named operation reads along a dimension that is not just a loop: the window of a
    /// convolution at its last place. In `linalg.generic` such an access is a question of bounds, not of form.
    fn windows(&mut self, op: OpId, view: &Structured, operands: &[ValueId], loops: &[Option<u64>]) {
        let module = self.module;
        let last: Vec<i64> = loops.iter().map(|extent| extent.map_or(0, |n| n as i64 - 1)).collect();
        for (n, (operand, map)) in operands.iter().zip(&view.maps).enumerate() {
            let shape = module.ty(*operand).shape().unwrap_or(&[]);
            for (at, (result, dim)) in map.results.iter().zip(shape).enumerate() {
                let (AffineExpr::Bin(..), Dim::Static(extent)) = (result, dim) else {
                    continue;
                };
                let mut known = true;
                result.for_each_leaf(&mut |leaf| {
                    known &= !matches!(leaf, AffineExpr::Dim(axis) if loops[*axis as usize].is_none());
                });
                let Some(index) = result.eval(&last, &[]).filter(|_| known) else {
                    continue;
                };
                if index >= 0 && index as u64 >= *extent {
                    let message = format!(
                        "dimension {at} of `{}` has {extent} elements, but `{result}` reaches {index}",
                        module.value_name(*operand)
                    );
                    self.error("shape-mismatch", message, self.operand_span(op, n));
                }
            }
        }
    }

    fn payload(&mut self, op: OpId, view: &Structured, operands: &[ValueId]) {
        let module = self.module;
        for (operand, arg) in operands.iter().zip(&module.block(view.body).args) {
            let (elem, found) = (module.ty(*operand).elem(), module.ty(*arg));
            if elem != found {
                let message = format!(
                    "`{}` is a `{found}`, the elements are `{elem}`",
                    module.value_name(*arg)
                );
                let error = Diagnostic::error("type-mismatch", message, self.value_span(*arg));
                self.report(error.label(self.use_span(op, *operand), format!("a `{}`", module.ty(*operand))));
            }
        }
        let Some(last) = module.block(view.body).ops.last().copied() else {
            return;
        };
        if module.op(last).name != "linalg.yield" {
            return;
        }
        let yielded: Vec<_> = module.op(last).operand_values().collect();
        if yielded.len() != view.outputs.len() {
            let message = format!("{} values for {} outputs", yielded.len(), view.outputs.len());
            return self.error("operand-count", message, self.at(last));
        }
        for (value, output) in yielded.iter().zip(&view.outputs) {
            let (found, elem) = (module.ty(*value), module.ty(*output).elem());
            if found != elem {
                let message = format!(
                    "`{}` is a `{found}`, the output wants `{elem}`",
                    module.value_name(*value)
                );
                let error = Diagnostic::error("type-mismatch", message, self.use_span(last, *value));
                self.report(error.label(self.use_span(op, *output), "this output"));
            }
        }
    }

    /// Loops have one extent each: static extents that contradict each other are an error.
    fn extents(&mut self, op: OpId, view: &Structured, operands: &[ValueId]) -> Vec<Option<u64>> {
        let module = self.module;
        let mut known: Vec<Option<(u64, usize)>> = vec![None; view.iterators.len()];
        for (n, (operand, map)) in operands.iter().zip(&view.maps).enumerate() {
            let shape = module.ty(*operand).shape().unwrap_or(&[]);
            if shape.len() != map.results.len() {
                let message = format!(
                    "the map `{map}` has {} results, `{}` has {} dimensions",
                    map.results.len(),
                    module.value_name(*operand),
                    shape.len()
                );
                self.error("rank-mismatch", message, self.operand_span(op, n));
                continue;
            }
            for (at, (result, dim)) in map.results.iter().zip(shape).enumerate() {
                let (AffineExpr::Dim(axis), Dim::Static(extent)) = (result, dim) else {
                    continue;
                };
                match known[*axis as usize] {
                    None => known[*axis as usize] = Some((*extent, n)),
                    Some((other, first)) if other != *extent => {
                        let remark = format!("loop {axis} runs over {other} elements of this operand");
                        let message = format!("dimension {at} has {extent} elements, but loop {axis} runs to {other}");
                        let error = Diagnostic::error("shape-mismatch", message, self.operand_span(op, n));
                        let first = self.operand_span(op, first);
                        self.report(error.label(first, remark));
                    }
                    Some(_) => {}
                }
            }
        }
        known.into_iter().map(|found| found.map(|(extent, _)| extent)).collect()
    }
}
