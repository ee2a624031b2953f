//! `bufferization`: between tensors and buffers, always by copying; that is what a tensor means.

use super::memref::{copy, gather};
use super::shape::{conforms, extents, shape_of};
use crate::cells::Cells;
use crate::code::{Refusal, Site, Step};
use crate::domain::Domain;
use crate::machine::{Frame, Machine};
use crate::memory::{Kind as BufferKind, Label, View};
use crate::value::Value;
use crate::{Code, ScalarType, Trap};
use std::ops::Range;
use std::rc::Rc;

pub(crate) enum Kind {
    ToTensor,
    ToBuffer,
    /// Static extents, where the dynamic ones and the copied tensor are.
    AllocTensor(Vec<Option<i64>>, ScalarType, Vec<Range<usize>>),
    Materialize,
    Clone,
    Nothing,
}

pub(crate) fn decode(site: &Site<'_>) -> Result<Kind, Refusal> {
    match site.op.name.as_str() {
        "bufferization.to_tensor" => site.shape(1, 1, 0).map(|()| Kind::ToTensor),
        "bufferization.to_buffer" | "bufferization.to_memref" => site.shape(1, 1, 0).map(|()| Kind::ToBuffer),
        "bufferization.clone" => site.shape(1, 1, 0).map(|()| Kind::Clone),
        "bufferization.dealloc_tensor" => Ok(Kind::Nothing),
        "bufferization.materialize_in_destination" => site.at_least(2, 0).map(|()| Kind::Materialize),
        "bufferization.alloc_tensor" => {
            let ty = site.result_type(0)?;
            let (extents, parts) = (extents(site, ty)?, site.segments(3)?);
            let dynamic = extents.iter().filter(|extent| extent.is_none()).count();
            match parts[1].is_empty() && parts[0].len() != dynamic {
                true => Refusal::malformed("`bufferization.alloc_tensor` needs an operand per dynamic extent"),
                false => Ok(Kind::AllocTensor(extents, site.scalar(ty)?, parts)),
            }
        }
        _ => site.other(),
    }
}

/// A heap buffer with the given elements.
fn fresh<D: Domain>(
    machine: &mut Machine<'_, D>,
    step: &Step,
    shape: Vec<i64>,
    ty: ScalarType,
    cells: Cells<D::Data>,
    kind: BufferKind,
) -> View {
    let op = machine.module.op(step.id);
    let label = Label {
        kind,
        made: op.span,
        name: machine.module.value_name(op.results[0]),
    };
    machine.memory.buffer(shape, ty, cells, label)
}

pub(crate) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut Frame<D>,
    step: &Step,
    kind: &Kind,
) -> Result<(), Trap> {
    let value = match kind {
        Kind::Nothing => return Ok(()),
        Kind::ToTensor => {
            let view = frame.view(step.operands[0])?;
            fits_result(machine, step, &view.shape)?;
            let cells = gather(machine, step, 0, &view)?;
            Value::Tensor(Rc::new(machine.memory.tensor(view.shape.clone(), view.ty, cells)))
        }
        Kind::ToBuffer => {
            let tensor = frame.take_tensor(step, 0)?;
            fits_result(machine, step, &tensor.shape)?;
            machine.memory.admit(&[tensor.cells.present() as i64])?;
            Value::MemRef(Rc::new(fresh(
                machine,
                step,
                tensor.shape.clone(),
                tensor.ty,
                tensor.cells.clone(),
                BufferKind::Copy,
            )))
        }
        Kind::Clone => {
            let view = frame.view(step.operands[0])?;
            fits_result(machine, step, &view.shape)?;
            let cells = gather(machine, step, 0, &view)?;
            Value::MemRef(Rc::new(fresh(
                machine,
                step,
                view.shape.clone(),
                view.ty,
                cells,
                BufferKind::Heap,
            )))
        }
        Kind::AllocTensor(_, _, parts) if !parts[1].is_empty() => frame.take(step, parts[1].start),
        Kind::AllocTensor(extents, ty, _) => {
            let shape = shape_of(frame, step, extents, 0)?;
            Value::Tensor(Rc::new(machine.memory.empty(shape, *ty)?))
        }
        Kind::Materialize => match materialize(machine, frame, step)? {
            Some(value) => value,
            None => return Ok(()),
        },
    };
    match step.results.first() {
        Some(slot) => frame.set(*slot, value),
        None => return Err(Trap::new(Code::MalformedOp, "the operation has no result")),
    }
    Ok(())
}

/// Checks extents against the type of the result.
fn fits_result<D: Domain>(machine: &Machine<'_, D>, step: &Step, shape: &[i64]) -> Result<(), Trap> {
    let result = machine.module.op(step.id).results.first();
    match result.and_then(|result| machine.module.ty(*result).shape()) {
        Some(dims) => conforms(shape, dims, &machine.operand_name(step, 0)),
        None => Ok(()),
    }
}

/// Writes the tensor into a buffer; for a tensor as destination it is the result itself.
fn materialize<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut Frame<D>,
    step: &Step,
) -> Result<Option<Value<D>>, Trap> {
    let source = Rc::clone(frame.tensor(step.operands[0])?);
    match frame.get(step.operands[1]).clone() {
        Value::Tensor(into) if into.shape == source.shape => Ok(Some(Value::Tensor(source))),
        Value::MemRef(into) => {
            let from = fresh_source(machine, &source);
            copy(machine, step, &from, &into)?;
            machine.memory.release(from.buffer, machine.module.op(step.id).span);
            Ok(None)
        }
        _ => {
            let message = format!(
                "the destination of `{}` has other extents",
                machine.operand_name(step, 0)
            );
            Err(Trap::new(Code::ShapeMismatch, message))
        }
    }
}

fn fresh_source<D: Domain>(machine: &mut Machine<'_, D>, source: &crate::TensorData<D>) -> View {
    let label = Label {
        kind: BufferKind::Heap,
        made: polyvet_ir::Span::NONE,
        name: "the source".to_owned(),
    };
    machine
        .memory
        .buffer(source.shape.clone(), source.ty, source.cells.clone(), label)
}
