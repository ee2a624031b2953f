//! Offsets, sizes and strides, written out or given by operands: `memref.subview` and the slices of
//! `tensor`.

use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::domain::Domain;
use crate::ints::for_each_index;
use crate::machine::{CallFrame, Machine};
use crate::memory::{TensorData, sliced, window};
use crate::parts::ComplexPart;
use crate::value::RuntimeValue;
use crate::{Code, Trap};
use polyvet_ir::{Dim, Type};
use std::ops::Range;
use std::rc::Rc;

/// A list of numbers; `None` is the next operand of the range.
pub(crate) struct Mixed {
    fixed: Vec<Option<i64>>,
    operands: Range<usize>,
}

impl Mixed {
    /// From an attribute with `i64::MIN` for each operand.
    pub fn decode(site: &DecodeSite<'_>, name: &str, operands: Range<usize>) -> Result<Mixed, DecodeRefusal> {
        let fixed: Vec<_> = site
            .ints(name)?
            .into_iter()
            .map(|n| Some(n).filter(|n| *n != i64::MIN))
            .collect();
        if fixed.iter().filter(|n| n.is_none()).count() != operands.len() {
            return DecodeRefusal::malformed(format!("`{name}` of `{}` does not fit its operands", site.op.name));
        }
        Ok(Mixed { fixed, operands })
    }

    pub fn len(&self) -> usize {
        self.fixed.len()
    }

    pub fn resolve<D: Domain>(&self, frame: &CallFrame<D>, step: &DecodedOp) -> Result<Vec<i64>, Trap> {
        let mut next = self.operands.clone();
        let mut values = Vec::with_capacity(self.fixed.len());
        for fixed in &self.fixed {
            values.push(match fixed {
                Some(value) => *value,
                None => frame.index(step.operands[next.next().unwrap_or_default()])?,
            });
        }
        Ok(values)
    }
}

/// A slice of an array.
pub(crate) struct SliceOp {
    offsets: Mixed,
    sizes: Mixed,
    steps: Mixed,
    /// Dimensions that the smaller side keeps; the others have extent 1.
    kept: Vec<usize>,
}

/// A slice with its numbers.
pub(crate) struct Resolved {
    pub offsets: Vec<i64>,
    pub sizes: Vec<i64>,
    pub steps: Vec<i64>,
}

impl SliceOp {
    /// Of an operation that takes a slice: `(source, offsets, sizes, strides) -> part`.
    pub fn decode(site: &DecodeSite<'_>) -> Result<SliceOp, DecodeRefusal> {
        site.at_least(1, 1)?;
        let parts = site.segments(4)?;
        SliceOp::new(site, site.operand_type(0)?, site.result_type(0)?, &parts[1..])
    }

    /// Of an operation that puts a slice: `(part, into, offsets, sizes, strides)`.
    pub fn decode_insert(site: &DecodeSite<'_>) -> Result<SliceOp, DecodeRefusal> {
        site.at_least(2, 0)?;
        let parts = site.segments(5)?;
        SliceOp::new(site, site.operand_type(1)?, site.operand_type(0)?, &parts[2..])
    }

    fn new(
        site: &DecodeSite<'_>,
        whole: &Type,
        part: &Type,
        operands: &[Range<usize>],
    ) -> Result<SliceOp, DecodeRefusal> {
        let offsets = Mixed::decode(site, "static_offsets", operands[0].clone())?;
        let sizes = Mixed::decode(site, "static_sizes", operands[1].clone())?;
        let steps = Mixed::decode(site, "static_strides", operands[2].clone())?;
        let rank = whole.shape().map(<[Dim]>::len);
        let ranks = [offsets.len(), sizes.len(), steps.len()];
        let (Some(rank), Some(part)) = (rank, part.shape()) else {
            return DecodeRefusal::unsupported(format!("`{}` of an unranked type is not supported", site.op.name));
        };
        let same = |size: Option<i64>, dim: &Dim| match (size, dim) {
            (Some(size), Dim::Static(extent)) => i64::try_from(*extent) == Ok(size),
            (None, Dim::Dynamic) => true,
            // A cast may have been folded into either side.
            (Some(size), Dim::Dynamic) => size != 1,
            (None, Dim::Static(_)) => true,
            _ => false,
        };
        let mut kept = Vec::new();
        for (n, size) in sizes.fixed.iter().enumerate() {
            let dropped = sizes.len() - part.len().min(sizes.len()) - (n - kept.len());
            match part.get(kept.len()) {
                Some(dim) if same(*size, dim) || dropped == 0 => kept.push(n),
                _ if *size == Some(1) => {}
                _ => kept.push(n),
            }
        }
        if ranks != [rank; 3] || kept.len() != part.len() {
            return DecodeRefusal::malformed(format!("the slice of `{}` does not fit its types", site.op.name));
        }
        site.scalar(whole)?;
        Ok(SliceOp {
            offsets,
            sizes,
            steps,
            kept,
        })
    }

    pub fn resolve<D: Domain>(&self, frame: &CallFrame<D>, step: &DecodedOp) -> Result<Resolved, Trap> {
        Ok(Resolved {
            offsets: self.offsets.resolve(frame, step)?,
            sizes: self.sizes.resolve(frame, step)?,
            steps: self.steps.resolve(frame, step)?,
        })
    }

    /// Of a list with an entry per dimension, the entries of the smaller side.
    pub fn keep(&self, list: &[i64]) -> Vec<i64> {
        self.kept.iter().map(|n| list[*n]).collect()
    }

    /// Puts a tensor into another: operand 0 of `step` into `into`. Calls `written` with number and
    /// subscript of each element.
    pub fn insert<D: Domain>(
        &self,
        machine: &mut Machine<'_, D>,
        frame: &CallFrame<D>,
        step: &DecodedOp,
        into: &mut RuntimeValue<D>,
        written: &mut dyn FnMut(usize, &[i64]),
    ) -> Result<(), Trap> {
        let source = frame.get(step.operands[0]);
        let RuntimeValue::Complex(pair) = into else {
            return self.insert_part(machine, frame, step, source, into, written);
        };
        let mut parts = [pair[0].clone(), pair[1].clone()];
        // Whoever has the last copy may change it.
        *into = RuntimeValue::Unset;
        machine.each_part(|machine, part| {
            let source = source.parts().get(part as usize).unwrap_or(source);
            let mut once = |cell: usize, index: &[i64]| {
                if part == ComplexPart::Re {
                    written(cell, index);
                }
            };
            self.insert_part(machine, frame, step, source, &mut parts[part as usize], &mut once)
        })?;
        *into = RuntimeValue::Complex(Rc::new(parts));
        Ok(())
    }

    fn insert_part<D: Domain>(
        &self,
        machine: &mut Machine<'_, D>,
        frame: &CallFrame<D>,
        step: &DecodedOp,
        source: &RuntimeValue<D>,
        into: &mut RuntimeValue<D>,
        written: &mut dyn FnMut(usize, &[i64]),
    ) -> Result<(), Trap> {
        let RuntimeValue::Tensor(part) = source else {
            return Err(source.unfit("a tensor"));
        };
        let at = self.resolve(frame, step)?;
        let RuntimeValue::Tensor(whole) = into else {
            return Err(Trap::new(
                Code::MalformedOp,
                "a slice is put into something that is no tensor",
            ));
        };
        let name = machine.operand_name(step, 1);
        window(&whole.shape, &at.offsets, &at.sizes, &at.steps, &name)?;
        let expected = self.keep(&at.sizes);
        if part.shape != expected {
            let message = format!(
                "`{}` has extents {:?}, the slice {expected:?}",
                machine.operand_name(step, 0),
                part.shape
            );
            return Err(Trap::new(Code::ShapeMismatch, message));
        }
        let mut cells = part.cells.iter();
        let mut number = 0;
        for_each_index(&at.sizes, |index| {
            let target = sliced(index, &at.offsets, &at.steps);
            let cell = whole
                .cell(&target)
                .map_err(|dim| crate::memory::outside(&name, &target, dim, whole.shape[dim]))?;
            super::tensor::note_operand(machine, step, 0, part, number, &self.keep(index));
            number += 1;
            let data = cells.next().flatten();
            machine.memory.put(whole, cell, data)?;
            super::tensor::note_result(machine, step, 0, &whole.shape, cell, &target, data);
            written(cell, &target);
            Ok::<(), Trap>(())
        })
    }

    /// Takes a slice of a tensor.
    pub fn extract<D: Domain>(
        &self,
        machine: &mut Machine<'_, D>,
        frame: &CallFrame<D>,
        step: &DecodedOp,
    ) -> Result<TensorData<D>, Trap> {
        let whole = frame.tensor(step.operands[0])?;
        let at = self.resolve(frame, step)?;
        let name = machine.operand_name(step, 0);
        window(&whole.shape, &at.offsets, &at.sizes, &at.steps, &name)?;
        let kept = self.keep(&at.sizes);
        if !machine.is_observed() && whole.cells.is_paged() && !at.steps.contains(&0) {
            let part = machine.memory.empty(kept.clone(), whole.ty)?;
            if part.cells.is_paged() {
                return written_part(machine, whole, part, &at);
            }
        }
        let mut cells = Vec::with_capacity(machine.memory.admit(&at.sizes)?);
        for_each_index(&at.sizes, |index| {
            let source = sliced(index, &at.offsets, &at.steps);
            let cell = whole
                .cell(&source)
                .map_err(|dim| crate::memory::outside(&name, &source, dim, whole.shape[dim]))?;
            super::tensor::note_operand(machine, step, 0, whole, cell, &source);
            cells.push(whole.cells[cell]);
            Ok::<(), Trap>(())
        })?;
        Ok(machine.memory.tensor(kept, whole.ty, cells))
    }
}

/// A large slice of a large tensor: only what was written of it is looked at.
fn written_part<D: Domain>(
    machine: &Machine<'_, D>,
    whole: &TensorData<D>,
    part: TensorData<D>,
    at: &Resolved,
) -> Result<TensorData<D>, Trap> {
    let mut part = Rc::new(part);
    for (cell, data) in whole.cells.written() {
        let index = crate::ints::index_of(&whole.shape, cell);
        let within = |dim: usize| {
            let (from, step) = (index[dim] - at.offsets[dim], at.steps[dim]);
            let number = from.checked_div(step).filter(|number| number * step == from)?;
            (0..at.sizes[dim]).contains(&number).then_some(number)
        };
        let target = (0..index.len()).try_fold(0, |target, dim| Some(target * at.sizes[dim] + within(dim)?));
        if let Some(target) = target {
            machine.memory.put(&mut part, target as usize, Some(data))?;
        }
    }
    Ok(Rc::unwrap_or_clone(part))
}
