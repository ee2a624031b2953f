//! Windows on the buffers of `memref`: casts, subviews, reshapes, and the buffers of globals.

use super::shape::{conforms, expands, regrouped, reshapes, shape_of};
use super::slice::{Mixed, SliceOp};
use crate::code::DecodedOp;
use crate::dense;
use crate::domain::Domain;
use crate::ints::row_major;
use crate::machine::{CallFrame, Machine};
use crate::memory::{BufferEvent as BufferKind, BufferLabel, BufferView, window};
use crate::value::RuntimeValue;
use crate::{Code, ScalarType, Trap};
use polyvet_ir::{Attr, Dim, OpId, Type};
use std::rc::Rc;

pub(super) fn cast<D: Domain>(
    machine: &Machine<'_, D>,
    frame: &CallFrame<D>,
    step: &DecodedOp,
) -> Result<BufferView, Trap> {
    let view = frame.view(step.operands[0])?;
    let name = machine.operand_name(step, 0);
    if let Type::MemRef { shape, layout, .. } = machine.module.ty(machine.module.op(step.id).results[0]) {
        conforms(&view.shape, shape, &name)?;
        let claims = match layout.as_deref() {
            Some(Attr::Strided { strides, offset }) => Some((strides.clone(), *offset)),
            Some(_) => None,
            None => Some((row_major_claim(shape), Some(0))),
        };
        if let Some((strides, offset)) = claims {
            let differs = |claim: &Option<i64>, found: i64| claim.is_some_and(|claim| claim != found);
            let wrong = (0..view.shape.len()).any(|n| view.shape[n] > 1 && differs(&strides[n], view.strides[n]));
            if !view.shape.contains(&0) && (wrong || differs(&offset, view.offset)) {
                let message = format!(
                    "`{name}` has offset {} and strides {:?}, which do not fit the type of the result",
                    view.offset, view.strides
                );
                return Err(Trap::new(Code::ShapeMismatch, message));
            }
        }
    }
    Ok((*view).clone())
}

/// The strides a type without layout states.
fn row_major_claim(shape: &[Dim]) -> Vec<Option<i64>> {
    let mut strides = vec![Some(1_i64); shape.len()];
    for n in (1..shape.len()).rev() {
        strides[n - 1] = match (strides[n], shape[n]) {
            (Some(stride), Dim::Static(extent)) => {
                i64::try_from(extent).ok().and_then(|extent| stride.checked_mul(extent))
            }
            _ => None,
        };
    }
    strides
}

pub(super) fn subview<D: Domain>(
    machine: &Machine<'_, D>,
    frame: &CallFrame<D>,
    step: &DecodedOp,
    slice: &SliceOp,
) -> Result<BufferView, Trap> {
    let view = frame.view(step.operands[0])?;
    let at = slice.resolve(frame, step)?;
    window(
        &view.shape,
        &at.offsets,
        &at.sizes,
        &at.steps,
        &machine.operand_name(step, 0),
    )?;
    let overflow = || Trap::new(Code::IndexOverflow, "the offset or strides of a view leave 64 bits");
    let mut offset = view.offset;
    let mut strides = Vec::with_capacity(view.strides.len());
    for n in 0..view.shape.len() {
        let shift = at.offsets[n].checked_mul(view.strides[n]);
        offset = shift.and_then(|shift| offset.checked_add(shift)).ok_or_else(overflow)?;
        strides.push(view.strides[n].checked_mul(at.steps[n]).ok_or_else(overflow)?);
    }
    Ok(BufferView {
        buffer: view.buffer,
        offset,
        shape: slice.keep(&at.sizes),
        strides: slice.keep(&strides),
        ty: view.ty,
    })
}

/// Neighbouring dimensions can be merged where one stride spans the dimensions inside.
pub(super) fn collapse<D: Domain>(
    machine: &Machine<'_, D>,
    frame: &CallFrame<D>,
    step: &DecodedOp,
    groups: &[Vec<usize>],
) -> Result<BufferView, Trap> {
    let view = frame.view(step.operands[0])?;
    let mut strides = Vec::with_capacity(groups.len());
    for group in groups {
        let real: Vec<usize> = group.iter().copied().filter(|n| view.shape[*n] != 1).collect();
        for pair in real.windows(2) {
            let spans = view.strides[pair[1]].checked_mul(view.shape[pair[1]]);
            if spans != Some(view.strides[pair[0]]) && !view.shape.contains(&0) {
                let message = format!(
                    "dimensions {} and {} of `{}` are not contiguous",
                    pair[0],
                    pair[1],
                    machine.operand_name(step, 0)
                );
                return Err(Trap::new(Code::ShapeMismatch, message));
            }
        }
        let inner = real.last().or(group.last());
        strides.push(inner.map_or(1, |n| view.strides[*n]));
    }
    Ok(BufferView {
        shape: regrouped(&view.shape, groups, &machine.operand_name(step, 0))?,
        strides,
        ..*view
    })
}

pub(super) fn expand<D: Domain>(
    machine: &Machine<'_, D>,
    frame: &CallFrame<D>,
    step: &DecodedOp,
    groups: &[Vec<usize>],
    sizes: &Mixed,
) -> Result<BufferView, Trap> {
    let view = frame.view(step.operands[0])?;
    let shape = sizes.resolve(frame, step)?;
    expands(&view.shape, groups, &shape, &machine.operand_name(step, 0))?;
    let mut strides = vec![1; shape.len()];
    for (group, stride) in groups.iter().zip(&view.strides) {
        let mut stride = *stride;
        for n in group.iter().rev() {
            strides[*n] = stride;
            stride = stride.wrapping_mul(shape[*n]);
        }
    }
    Ok(BufferView {
        shape,
        strides,
        ..*view
    })
}

/// `memref.reshape`: the extents are in a buffer; the elements keep their row-major order.
pub(super) fn reshape<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &CallFrame<D>,
    step: &DecodedOp,
) -> Result<BufferView, Trap> {
    let view = frame.view(step.operands[0])?;
    let extents = frame.view(step.operands[1])?;
    let mut shape = Vec::new();
    for n in 0..extents.shape.first().copied().unwrap_or(0) {
        let extent = machine.load(step, 1, &extents, &[n])?;
        shape.push(machine.number(extent)?);
    }
    let name = machine.operand_name(step, 0);
    reshapes(&view.shape, &shape, &name)?;
    if let Some(dims) = machine.module.ty(machine.module.op(step.id).results[0]).shape() {
        conforms(&shape, dims, &name)?;
    }
    let steps = row_major(&view.shape);
    if (0..steps.len()).any(|n| view.shape[n] > 1 && view.strides[n] != steps[n]) {
        let message = format!(
            "`{name}` has strides {:?}, so its elements do not stand in one row",
            view.strides
        );
        return Err(Trap::new(Code::ShapeMismatch, message));
    }
    Ok(BufferView {
        strides: row_major(&shape),
        shape,
        ..*view
    })
}

/// Base buffer, offset, sizes, strides.
pub(super) fn metadata<D: Domain>(frame: &mut CallFrame<D>, step: &DecodedOp) -> Result<(), Trap> {
    let view = frame.view(step.operands[0])?;
    let base = BufferView {
        offset: 0,
        shape: Vec::new(),
        strides: Vec::new(),
        ..*view
    };
    frame.set(step.results[0], RuntimeValue::MemRef(Rc::new(base)));
    let numbers = [view.offset]
        .into_iter()
        .chain(view.shape.iter().copied())
        .chain(view.strides.iter().copied());
    for (slot, number) in step.results[1..].iter().zip(numbers) {
        frame.set(*slot, RuntimeValue::Index(number));
    }
    Ok(())
}

/// The buffer of a global, made when it is first needed.
pub(crate) fn global<D: Domain>(machine: &mut Machine<'_, D>, id: OpId) -> Result<Rc<BufferView>, Trap> {
    let key = (id, machine.part);
    if let Some(view) = machine.globals.get(&key) {
        return Ok(Rc::clone(view));
    }
    let (op, name) = (
        machine.module.op(id),
        machine.module.symbol_name(id).unwrap_or_default(),
    );
    let unsupported = |message: &str| {
        Trap::new(Code::UnsupportedOp, format!("global `@{name}` {message}")).label(op.span, "declared here")
    };
    let Some(Attr::Type(ty)) = op.attr("type") else {
        return Err(unsupported("has no type"));
    };
    let elem = match ty.elem() {
        Type::Complex(part) => part,
        elem => elem,
    };
    let Some(scalar) = ScalarType::of(elem) else {
        return Err(unsupported("has an element type that is not supported"));
    };
    let mut shape = Vec::new();
    for dim in ty.shape().unwrap_or_default() {
        match dim {
            Dim::Static(extent) => shape.push(i64::try_from(*extent).unwrap_or(i64::MAX)),
            _ => return Err(unsupported("has a dynamic extent")),
        }
    }
    let cells: Option<Vec<_>> = match op.attr("initial_value") {
        None => return Err(unsupported("is only declared, so its elements are unknown")),
        Some(Attr::Unit) => None,
        Some(value) => {
            let count = machine.memory.admit(&shape)?;
            let value = machine.module.elements(value);
            let value = value.ok_or_else(|| unsupported("has elements that are not written out"))?;
            let dense = dense::read(&value, scalar).map_err(|message| Trap::new(Code::UnsupportedOp, message))?;
            if dense.shape != shape {
                return Err(unsupported("has an initial value of another shape"));
            }
            let constants = dense
                .each(count, machine.part)
                .map(|elem| Some(machine.domain.constant(elem)));
            Some(constants.collect())
        }
    };
    let constant = op.is_set("constant");
    let label = BufferLabel {
        kind: if constant {
            BufferKind::Constant
        } else {
            BufferKind::Global
        },
        made: op.span,
        name: format!("@{name}"),
    };
    let layout = match ty {
        Type::MemRef { layout, .. } => layout.as_deref(),
        _ => None,
    };
    let view = Rc::new(machine.memory.laid_out(shape, layout, scalar, cells, label)?);
    machine.globals.insert(key, Rc::clone(&view));
    Ok(view)
}

/// A window of another type on bytes: elements that were written through one window of a type can be
/// read through another that starts at the same byte; anything finer would need the bytes of an element.
pub(super) fn view<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &CallFrame<D>,
    step: &DecodedOp,
    extents: &[Option<i64>],
    ty: ScalarType,
) -> Result<BufferView, Trap> {
    let source = frame.view(step.operands[0])?;
    let shift = frame.index(step.operands[1])?;
    let shape = shape_of(frame, step, extents, 2)?;
    let name = machine.operand_name(step, 0);
    let count = machine.memory.admit(&shape)?;
    let width = i64::from(ty.bits().div_ceil(8)).max(1);
    let [length] = source.shape[..] else {
        return Err(Trap::new(Code::MalformedOp, format!("`{name}` has not one dimension")));
    };
    let bytes = i64::try_from(count).ok().and_then(|count| count.checked_mul(width));
    if shift < 0
        || bytes
            .and_then(|bytes| bytes.checked_add(shift))
            .is_none_or(|end| end > length)
    {
        let message =
            format!("a view of {count} elements of type `{ty}` from byte {shift} leaves `{name}`, which has {length}");
        return Err(Trap::new(Code::OutOfBounds, message).at(&[shift]));
    }
    let start = source.offset + shift;
    let unsupported = |message: String| Err(Trap::new(Code::UnsupportedOp, message));
    let base = machine.memory.of(&source);
    if let Some(freed) = base.freed {
        let trap = Trap::new(Code::UseAfterFree, format!("`{name}` is used after it was freed"));
        return Err(trap.label(freed, "freed here").label(base.made, "allocated here"));
    }
    if source.ty != ScalarType::Int(8) || source.strides != [1] || base.cells.any() {
        return unsupported(format!("`{name}` is not a buffer of untouched bytes"));
    }
    let (made, label) = (base.made, base.name.clone());
    let mut known = None;
    for (at, other, buffer) in &base.overlays {
        let cells = machine.memory.buffers[buffer.0 as usize].cells.len() as i64;
        let end = at + cells * i64::from(other.bits().div_ceil(8));
        match (*at, *other) == (start, ty) {
            true => known = Some(*buffer),
            false if start < end && *at < start + bytes.unwrap_or(0) => {
                return unsupported(format!("views of `{name}` with different types or offsets overlap"));
            }
            false => {}
        }
    }
    let overlay = match known {
        Some(buffer) => buffer,
        None => {
            let label = BufferLabel {
                kind: BufferKind::Global,
                made,
                name: label,
            };
            let overlay = machine.memory.buffer(vec![0], ty, Vec::new(), label).buffer;
            machine.memory.of_mut(&source).overlays.push((start, ty, overlay));
            overlay
        }
    };
    machine.memory.grow(overlay, count)?;
    Ok(BufferView {
        buffer: overlay,
        offset: 0,
        strides: row_major(&shape),
        shape,
        ty,
    })
}
