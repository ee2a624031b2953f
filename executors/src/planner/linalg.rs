//! Structured operations: a rectangle of loops around loads, payload and stores.

use super::{ArrayWindow, Bind, Planned, Planner};
use crate::linear::CounterSum;
use polyvet_interp::Domain;
use polyvet_interp::ParallelOrder;
use polyvet_interp::RuntimeValue;
use polyvet_interp::nest::{CellSource, DecodedOp, PayloadOverPoints};
use polyvet_ir::AffineExpr;

impl<D: Domain> Planner<'_, '_, '_, D> {
    pub(super) fn structured(&mut self, step: &DecodedOp, op: &PayloadOverPoints, outermost: bool) -> Planned<()> {
        if self.nest.options().parallel != ParallelOrder::Forward {
            return Err("a parallel loop in another order");
        }
        let mut arrays = Vec::new();
        for (n, slot) in step.operands.iter().enumerate() {
            arrays.push(match self.nest.value(*slot) {
                RuntimeValue::Tensor(tensor) if outermost => {
                    if tensor.shape.iter().any(|extent| *extent <= 0) {
                        return Err("a window that is empty or leaves its buffer");
                    }
                    Some(ArrayWindow {
                        array: self.array(CellSource::Tensor(n), tensor.ty)?,
                        offset: 0,
                        strides: row_major(&tensor.shape),
                        shape: tensor.shape.clone(),
                    })
                }
                _ => match self.operand(step, n)? {
                    Bind::Window(window) => Some(window),
                    _ if n < op.inputs => None,
                    _ => return Err("an output that is no array"),
                },
            });
        }
        let extents = extents(op, &arrays)?;
        let bounds = |extent: &i64| (vec![CounterSum::constant(0)], vec![CounterSum::constant(*extent)], 1);
        let bounds = extents.iter().map(bounds).collect();
        let (around, first) = (self.ranges.len(), self.accesses.len());
        let mut dims = Vec::new();
        self.nest(bounds, |planner, vars| {
            dims = std::mem::replace(&mut planner.dims, vars.to_vec());
            let cost = planner.point(step, op, &arrays);
            std::mem::swap(&mut planner.dims, &mut dims);
            cost
        })?;
        if self.nest.options().races && self.nest.options().claims {
            let parallel = dims.iter().zip(&op.parallel).filter(|(_, parallel)| **parallel);
            let parallel: Vec<_> = parallel.map(|(var, _)| (*var, 1)).collect();
            self.iterations_are_apart(&parallel, around, first)?;
        }
        let mut results = step.results.iter();
        for (n, array) in arrays.iter().enumerate().skip(op.inputs) {
            let array = array.as_ref().ok_or("an output that is no array")?;
            if let CellSource::Tensor(_) = self.plan.arrays[usize::from(array.array)].source {
                let slot = *results.next().ok_or("results that are not numbers")?;
                self.plan.tensors.push((n, slot));
                // What is not written keeps the value of the operand.
                self.plan.arrays[usize::from(array.array)].written = true;
            }
        }
        Ok(())
    }

    /// One iteration point of a structured operation.
    pub(super) fn point(
        &mut self,
        step: &DecodedOp,
        op: &PayloadOverPoints,
        arrays: &[Option<ArrayWindow>],
    ) -> Planned<u64> {
        let body = &step.bodies[0];
        let point: Vec<CounterSum> = self.dims.iter().map(|var| CounterSum::var(*var)).collect();
        for (n, array) in arrays.iter().enumerate() {
            if !body.is_used(n) {
                continue;
            }
            let bind = match array {
                Some(window) => {
                    let subscript = self.map(&op.maps[n], &point)?;
                    self.load(window, &subscript)?
                }
                None => self.operand(step, n)?,
            };
            self.binds.insert(body.args[n], bind);
        }
        for step in &body.steps {
            self.step(step, false)?;
        }
        let end = body.end.as_ref().ok_or("a payload without an end")?;
        if end.operands.len() != arrays.len() - op.inputs {
            return Err("a payload that yields another number of values");
        }
        for (at, n) in (op.inputs..arrays.len()).enumerate() {
            let window = arrays[n].as_ref().ok_or("an output that is no array")?;
            let subscript = self.map(&op.maps[n], &point)?;
            let (s, ty) = self.data(end, at)?;
            self.store(window, &subscript, s, ty)?;
        }
        Ok(body.steps.len() as u64 + 1)
    }
}

/// The strides of an array without gaps.
fn row_major(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; shape.len()];
    for dim in (1..shape.len()).rev() {
        strides[dim - 1] = strides[dim] * shape[dim];
    }
    strides
}

/// The extents of the iteration space, on which all operands agree.
fn extents(op: &PayloadOverPoints, arrays: &[Option<ArrayWindow>]) -> Planned<Vec<i64>> {
    let mut found = vec![None; op.parallel.len()];
    let shape = |n: usize| arrays[n].as_ref().map_or(&[][..], |window| &window.shape[..]);
    for (n, map) in op.maps.iter().enumerate() {
        if map.results.len() != shape(n).len() {
            return Err("a subscript of another rank");
        }
        for (expr, extent) in map.results.iter().zip(shape(n)) {
            if let AffineExpr::Dim(dim) = expr {
                let known = found[*dim as usize].get_or_insert(*extent);
                if *known != *extent {
                    return Err("extents that differ");
                }
            }
        }
    }
    let extents: Vec<i64> = found
        .into_iter()
        .collect::<Option<_>>()
        .ok_or("a dimension without an extent")?;
    let last: Vec<i64> = extents.iter().map(|extent| extent - 1).collect();
    let first = vec![0; extents.len()];
    for (n, map) in op.maps.iter().enumerate() {
        for (expr, extent) in map.results.iter().zip(shape(n)) {
            let inside = |point: &[i64]| expr.eval(point, &[]).is_some_and(|at| (0..*extent).contains(&at));
            if !inside(&first) || !inside(&last) {
                return Err("a subscript that leaves its operand");
            }
        }
    }
    Ok(extents)
}
