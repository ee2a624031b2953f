//! `bufferization`: between tensors and buffers, always by copying; that is what a tensor means.

use super::memref::{copy, gather};
use super::shape::{conforms, extents, shape_of};
use crate::cells::Cells;
use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::domain::Domain;
use crate::machine::{CallFrame, Machine};
use crate::memory::{BufferEvent as BufferKind, BufferLabel, BufferView};
use crate::value::RuntimeValue;
use crate::{Code, ScalarType, Trap};
use std::ops::Range;
use std::rc::Rc;

pub(crate) enum BufferizationOp {
    ToTensor,
    ToBuffer,
    /// Static extents, where the dynamic ones and the copied tensor are.
    AllocTensor(Vec<Option<i64>>, ScalarType, Vec<Range<usize>>),
    Materialize,
    Clone,
    Nothing,
}

pub(crate) fn decode(site: &DecodeSite<'_>) -> Result<BufferizationOp, DecodeRefusal> {
    match site.op.name.as_str() {
        "bufferization.to_tensor" => site.shape(1, 1, 0).map(|()| BufferizationOp::ToTensor),
        "bufferization.to_buffer" | "bufferization.to_memref" => {
            site.shape(1, 1, 0).map(|()| BufferizationOp::ToBuffer)
        }
        "bufferization.clone" => site.shape(1, 1, 0).map(|()| BufferizationOp::Clone),
        "bufferization.dealloc_tensor" => Ok(BufferizationOp::Nothing),
        "bufferization.materialize_in_destination" => site.at_least(2, 0).map(|()| BufferizationOp::Materialize),
        "bufferization.alloc_tensor" => {
            let ty = site.result_type(0)?;
            let (extents, parts) = (extents(site, ty)?, site.segments(3)?);
            let dynamic = extents.iter().filter(|extent| extent.is_none()).count();
            match parts[1].is_empty() && parts[0].len() != dynamic {
                true => DecodeRefusal::malformed("`bufferization.alloc_tensor` needs an operand per dynamic extent"),
                false => Ok(BufferizationOp::AllocTensor(extents, site.scalar(ty)?, parts)),
            }
        }
        _ => site.other(),
    }
}

/// A heap buffer with the given elements.
fn fresh<D: Domain>(
    machine: &mut Machine<'_, D>,
    step: &DecodedOp,
    shape: Vec<i64>,
    ty: ScalarType,
    cells: Cells<D::Data>,
    kind: BufferKind,
) -> BufferView {
    let op = machine.module.op(step.id);
    let label = BufferLabel {
        kind,
        made: op.span,
        name: machine.module.value_name(op.results[0]),
    };
    machine.memory.buffer(shape, ty, cells, label)
}

pub(crate) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &BufferizationOp,
) -> Result<(), Trap> {
    let value = match kind {
        BufferizationOp::Nothing => return Ok(()),
        BufferizationOp::ToTensor => {
            let view = frame.view(step.operands[0])?;
            fits_result(machine, step, &view.shape)?;
            let cells = gather(machine, step, 0, &view)?;
            RuntimeValue::Tensor(Rc::new(machine.memory.tensor(view.shape.clone(), view.ty, cells)))
        }
        BufferizationOp::ToBuffer => {
            let tensor = frame.take_tensor(step, 0)?;
            fits_result(machine, step, &tensor.shape)?;
            machine.memory.admit(&[tensor.cells.present() as i64])?;
            RuntimeValue::MemRef(Rc::new(fresh(
                machine,
                step,
                tensor.shape.clone(),
                tensor.ty,
                tensor.cells.clone(),
                BufferKind::Copy,
            )))
        }
        BufferizationOp::Clone => {
            let view = frame.view(step.operands[0])?;
            fits_result(machine, step, &view.shape)?;
            let cells = gather(machine, step, 0, &view)?;
            RuntimeValue::MemRef(Rc::new(fresh(
                machine,
                step,
                view.shape.clone(),
                view.ty,
                cells,
                BufferKind::Heap,
            )))
        }
        BufferizationOp::AllocTensor(_, _, parts) if !parts[1].is_empty() => frame.take(step, parts[1].start),
        BufferizationOp::AllocTensor(extents, ty, _) => {
            let shape = shape_of(frame, step, extents, 0)?;
            RuntimeValue::Tensor(Rc::new(machine.memory.empty(shape, *ty)?))
        }
        BufferizationOp::Materialize => match materialize(machine, frame, step)? {
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
fn fits_result<D: Domain>(machine: &Machine<'_, D>, step: &DecodedOp, shape: &[i64]) -> Result<(), Trap> {
    let result = machine.module.op(step.id).results.first();
    match result.and_then(|result| machine.module.ty(*result).shape()) {
        Some(dims) => conforms(shape, dims, &machine.operand_name(step, 0)),
        None => Ok(()),
    }
}

/// Writes the tensor into a buffer; for a tensor as destination it is the result itself.
fn materialize<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
) -> Result<Option<RuntimeValue<D>>, Trap> {
    let source = Rc::clone(frame.tensor(step.operands[0])?);
    match frame.get(step.operands[1]).clone() {
        RuntimeValue::Tensor(into) if into.shape == source.shape => Ok(Some(RuntimeValue::Tensor(source))),
        RuntimeValue::MemRef(into) => {
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

fn fresh_source<D: Domain>(machine: &mut Machine<'_, D>, source: &crate::TensorData<D>) -> BufferView {
    let label = BufferLabel {
        kind: BufferKind::Heap,
        made: polyvet_ir::Span::NONE,
        name: "the source".to_owned(),
    };
    machine
        .memory
        .buffer(source.shape.clone(), source.ty, source.cells.clone(), label)
}
