//! Operations that only move lanes, and those that make vectors from indices.

use super::{lanes, position, set_result, set_vector, vector_type};
use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::domain::Domain;
use crate::ints::{Ints, for_each_index};
use crate::machine::{CallFrame, Machine};
use crate::memory::TensorData;
use crate::value::RuntimeValue;
use crate::{Code, Scalar, ScalarType, Trap};
use polyvet_ir::Type;
use std::rc::Rc;

/// What moves, beside the extents and element type of the result.
pub(crate) struct VectorShapeOp {
    operation: ShapeChange,
    result: (Vec<i64>, ScalarType),
    /// The result is a scalar.
    scalar: bool,
}

enum ShapeChange {
    /// A scalar or vector for all; extents of 1 stretch.
    Broadcast,
    /// Position, where `None` is the next operand.
    Extract(Vec<Option<i64>>),
    Insert(Vec<Option<i64>>),
    /// Offsets, strides.
    ExtractStrided(Vec<i64>, Vec<i64>),
    InsertStrided(Vec<i64>, Vec<i64>),
    ShapeCast,
    Transpose(Vec<usize>),
    /// Rows of the two operands one after the other; -1 is poison.
    Shuffle(Vec<i64>),
    FromElements,
    ToElements,
    Interleave,
    Deinterleave,
    Step,
    CreateMask,
    ConstantMask(Vec<i64>),
}

pub(super) fn decode(site: &DecodeSite<'_>) -> Result<VectorShapeOp, DecodeRefusal> {
    let counted = |operands, results, operation| site.shape(operands, results, 0).map(|()| operation);
    let operation = match site.op.name.as_str() {
        "vector.broadcast" | "vector.splat" => counted(1, 1, ShapeChange::Broadcast)?,
        "vector.extract" => ShapeChange::Extract(places(site, 1)?),
        "vector.insert" => ShapeChange::Insert(places(site, 2)?),
        "vector.extract_strided_slice" => counted(
            1,
            1,
            ShapeChange::ExtractStrided(site.ints("offsets")?, site.ints("strides")?),
        )?,
        "vector.insert_strided_slice" => counted(
            2,
            1,
            ShapeChange::InsertStrided(site.ints("offsets")?, site.ints("strides")?),
        )?,
        "vector.shape_cast" => counted(1, 1, ShapeChange::ShapeCast)?,
        "vector.transpose" => {
            let order: Vec<usize> = site.ints("permutation")?.iter().map(|n| *n as usize).collect();
            let mut sorted = order.clone();
            sorted.sort_unstable();
            if !sorted.iter().copied().eq(0..order.len()) {
                return DecodeRefusal::malformed("`vector.transpose` needs a permutation");
            }
            counted(1, 1, ShapeChange::Transpose(order))?
        }
        "vector.shuffle" => counted(2, 1, ShapeChange::Shuffle(site.ints("mask")?))?,
        "vector.from_elements" => ShapeChange::FromElements,
        "vector.to_elements" => {
            site.at_least(1, 1)?;
            ShapeChange::ToElements
        }
        "vector.interleave" => counted(2, 1, ShapeChange::Interleave)?,
        "vector.deinterleave" => counted(1, 2, ShapeChange::Deinterleave)?,
        "vector.step" => counted(0, 1, ShapeChange::Step)?,
        "vector.create_mask" => ShapeChange::CreateMask,
        "vector.constant_mask" => counted(0, 1, ShapeChange::ConstantMask(site.ints("mask_dim_sizes")?))?,
        _ => return site.other(),
    };
    let ty = site.result_type(0)?;
    for n in 0..site.op.operands.len() {
        site.scalar(site.operand_type(n)?)?;
    }
    let kind = VectorShapeOp {
        operation,
        result: vector_type(site, ty)?,
        scalar: !matches!(ty, Type::Vector { .. }),
    };
    fits(site, &kind)?;
    Ok(kind)
}

fn places(site: &DecodeSite<'_>, first: usize) -> Result<Vec<Option<i64>>, DecodeRefusal> {
    let places: Vec<_> = site
        .ints("static_position")?
        .into_iter()
        .map(|n| Some(n).filter(|n| *n != i64::MIN))
        .collect();
    site.shape(first + places.iter().filter(|n| n.is_none()).count(), 1, 0)?;
    Ok(places)
}

/// Checks extents against each other, so that moving lanes cannot miss.
fn fits(site: &DecodeSite<'_>, kind: &VectorShapeOp) -> Result<(), DecodeRefusal> {
    let shape = |n: usize| Ok::<Vec<i64>, DecodeRefusal>(vector_type(site, site.operand_type(n)?)?.0);
    let result = &kind.result.0;
    let size = |shape: &[i64]| crate::ints::element_count(shape);
    let good = match &kind.operation {
        ShapeChange::Broadcast => {
            let from = shape(0)?;
            let aligned = from.iter().rev().zip(result.iter().rev());
            from.len() <= result.len() && aligned.into_iter().all(|(from, to)| *from == 1 || from == to)
        }
        ShapeChange::Extract(places) => shape(0)?.get(places.len()..) == Some(&result[..]),
        ShapeChange::Insert(places) => shape(1)? == *result && result.get(places.len()..) == Some(&shape(0)?[..]),
        ShapeChange::ExtractStrided(offsets, steps) => {
            let from = shape(0)?;
            let inside = |(n, (offset, step)): (usize, (&i64, &i64))| {
                *offset >= 0 && *step >= 1 && offset + (result[n] - 1) * step < from[n]
            };
            from.len() == result.len()
                && offsets.len() == steps.len()
                && offsets.len() <= from.len()
                && offsets.iter().zip(steps).enumerate().all(inside)
        }
        ShapeChange::InsertStrided(offsets, steps) => {
            let part = shape(0)?;
            let lead = result.len().saturating_sub(part.len());
            let inside = |n: usize| {
                let (extent, step) = if n < lead {
                    (1, 1)
                } else {
                    (part[n - lead], steps[n - lead])
                };
                offsets[n] >= 0 && step >= 1 && offsets[n] + (extent - 1) * step < result[n]
            };
            shape(1)? == *result
                && part.len() <= result.len()
                && offsets.len() == result.len()
                && steps.len() == part.len()
                && (0..result.len()).all(inside)
        }
        ShapeChange::ShapeCast => size(&shape(0)?) == size(result),
        ShapeChange::Transpose(order) => {
            let from = shape(0)?;
            order.len() == from.len() && order.iter().map(|n| from[*n]).eq(result.iter().copied())
        }
        ShapeChange::Shuffle(mask) => {
            let (first, second) = (shape(0)?, shape(1)?);
            let rows = first.first().unwrap_or(&1) + second.first().unwrap_or(&1);
            result.first() == Some(&(mask.len() as i64))
                && first.get(1..).unwrap_or(&[]) == &result[1..]
                && second.get(1..).unwrap_or(&[]) == &result[1..]
                && mask.iter().all(|row| (-1..rows).contains(row))
        }
        ShapeChange::FromElements => size(result) == Some(site.op.operands.len()),
        ShapeChange::ToElements => size(&shape(0)?) == Some(site.op.results.len()),
        ShapeChange::Interleave => {
            let from = shape(0)?;
            let doubled = from.split_last().map(|(last, outer)| [outer, &[2 * last]].concat());
            shape(1)? == from && doubled.as_deref().unwrap_or(&[2]) == result
        }
        ShapeChange::Deinterleave => {
            let doubled = result.split_last().map(|(last, outer)| [outer, &[2 * last]].concat());
            doubled == Some(shape(0)?)
        }
        ShapeChange::Step => result.len() == 1,
        ShapeChange::CreateMask => site.op.operands.len() == result.len().max(1),
        ShapeChange::ConstantMask(sizes) => sizes.len() == result.len().max(1),
    };
    match good {
        true => Ok(()),
        false => DecodeRefusal::malformed(format!("the extents of `{}` do not fit", site.op.name)),
    }
}

pub(super) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &VectorShapeOp,
) -> Result<(), Trap> {
    let mut sources = Vec::new();
    for slot in &step.operands {
        sources.push(match frame.get(*slot) {
            RuntimeValue::Vector(vector) => Some(Rc::clone(vector)),
            _ => None,
        });
    }
    let scalar = |machine: &mut Machine<'_, D>, n: usize| {
        let value = frame.get(step.operands[n]).clone();
        lanes(machine, &value, kind.result.1)
    };
    let source = |machine: &mut Machine<'_, D>, n: usize| match &sources[n] {
        Some(vector) => Ok(Rc::clone(vector)),
        None => scalar(machine, n),
    };
    let (shape, ty) = &kind.result;
    let cells = match &kind.operation {
        ShapeChange::Broadcast => {
            let from = source(machine, 0)?;
            let lead = shape.len() - from.shape.len();
            moved(shape, |lane| {
                let stretched = lane[lead..].iter().zip(&from.shape);
                let index: Ints = stretched
                    .map(|(at, extent)| if *extent == 1 { 0 } else { *at })
                    .collect();
                take(&from, &index)
            })?
        }
        ShapeChange::Extract(places) => {
            let from = source(machine, 0)?;
            match place(frame, step, places, &from.shape, 1)? {
                Some(place) => moved(shape, |lane| take(&from, &join(&place, lane)))?,
                None => vec![None; machine.memory.admit(shape)?],
            }
        }
        ShapeChange::Insert(places) => {
            let (part, into) = (source(machine, 0)?, source(machine, 1)?);
            match place(frame, step, places, shape, 2)? {
                Some(place) => moved(shape, |lane| match lane.strip_prefix(&place[..]) {
                    Some(inner) => take(&part, inner),
                    None => take(&into, lane),
                })?,
                None => vec![None; machine.memory.admit(shape)?],
            }
        }
        ShapeChange::ExtractStrided(offsets, steps) => {
            let from = source(machine, 0)?;
            moved(shape, |lane| {
                let at = |(n, at): (usize, &i64)| match offsets.get(n) {
                    Some(offset) => offset + at * steps[n],
                    None => *at,
                };
                take(&from, &lane.iter().enumerate().map(at).collect::<Ints>())
            })?
        }
        ShapeChange::InsertStrided(offsets, steps) => {
            let (part, into) = (source(machine, 0)?, source(machine, 1)?);
            let mut cells: Vec<_> = into.cells.iter().collect();
            for_each_index(&part.shape, |lane| {
                let lead = shape.len() - lane.len();
                let at = |n: usize| offsets[n] + if n < lead { 0 } else { lane[n - lead] * steps[n - lead] };
                let target: Ints = (0..shape.len()).map(at).collect();
                cells[position(&into, &target)?] = take(&part, lane)?;
                Ok::<(), Trap>(())
            })?;
            cells
        }
        ShapeChange::ShapeCast => source(machine, 0)?.cells.iter().collect(),
        ShapeChange::Transpose(order) => {
            let from = source(machine, 0)?;
            moved(shape, |lane| {
                let mut index = Ints::zeros(lane.len());
                for (at, dim) in lane.iter().zip(order) {
                    index[*dim] = *at;
                }
                take(&from, &index)
            })?
        }
        ShapeChange::Shuffle(mask) => {
            let both = [source(machine, 0)?, source(machine, 1)?]
                .map(|vector| vector.cells.iter().collect::<Vec<_>>())
                .concat();
            let row = crate::ints::element_count(&shape[1..]).unwrap_or(0);
            let pick = |n: &i64| match usize::try_from(*n) {
                Ok(n) => both[n * row..(n + 1) * row].to_vec(),
                Err(_) => vec![None; row],
            };
            mask.iter().flat_map(pick).collect()
        }
        ShapeChange::FromElements => {
            let mut cells = Vec::new();
            for n in 0..step.operands.len() {
                cells.push(machine.cell(frame.get(step.operands[n]))?);
            }
            cells
        }
        ShapeChange::ToElements => {
            let from = source(machine, 0)?;
            for (slot, cell) in step.results.iter().zip(from.cells.iter()) {
                let value = machine.lane(from.ty, cell)?;
                frame.set(*slot, value);
            }
            return Ok(());
        }
        ShapeChange::Interleave => {
            let (even, odd) = (source(machine, 0)?, source(machine, 1)?);
            even.cells
                .iter()
                .zip(odd.cells.iter())
                .flat_map(|(even, odd)| [even, odd])
                .collect()
        }
        ShapeChange::Deinterleave => {
            let from = source(machine, 0)?;
            let odd: Vec<_> = from.cells.iter().skip(1).step_by(2).collect();
            let odd = machine.memory.tensor(shape.clone(), *ty, odd);
            frame.set(step.results[1], RuntimeValue::Vector(Rc::new(odd)));
            from.cells.iter().step_by(2).collect()
        }
        ShapeChange::Step => {
            let count = shape.first().copied().unwrap_or(0);
            (0..count)
                .map(|n| Some(machine.domain.constant(Scalar::index(n))))
                .collect()
        }
        ShapeChange::CreateMask => {
            let sizes = frame.indices(&step.operands)?;
            mask(machine, shape, &sizes)?
        }
        ShapeChange::ConstantMask(sizes) => mask(machine, shape, sizes)?,
    };
    match kind.scalar {
        true => set_result(machine, frame, step, kind.result.clone(), cells, true),
        false => {
            set_vector(machine, frame, step, kind.result.clone(), cells);
            Ok(())
        }
    }
}

/// A lane for each index.
fn moved<T>(shape: &[i64], mut source: impl FnMut(&[i64]) -> Result<T, Trap>) -> Result<Vec<T>, Trap> {
    let mut cells = Vec::new();
    for_each_index(shape, |lane| {
        cells.push(source(lane)?);
        Ok::<(), Trap>(())
    })?;
    Ok(cells)
}

fn take<D: Domain>(vector: &TensorData<D>, index: &[i64]) -> Result<Option<D::Data>, Trap> {
    Ok(vector.cells[position(vector, index)?])
}

fn join(first: &[i64], second: &[i64]) -> Ints {
    first.iter().chain(second).copied().collect()
}

/// A position with its operands filled in; `None` is poison (-1).
fn place<D: Domain>(
    frame: &CallFrame<D>,
    step: &DecodedOp,
    places: &[Option<i64>],
    shape: &[i64],
    mut next: usize,
) -> Result<Option<Ints>, Trap> {
    let mut index = Ints::default();
    for place in places {
        index.push(match place {
            Some(place) => *place,
            None => {
                next += 1;
                let at = frame.index(step.operands[next - 1])?;
                let extent = shape[index.len()];
                if !(0..extent).contains(&at) {
                    let message = format!("lane {at} is out of bounds: the vector has {extent} there");
                    return Err(Trap::new(Code::OutOfBounds, message).at(&[at]));
                }
                at
            }
        });
    }
    if index.iter().zip(shape).any(|(at, extent)| at >= extent) {
        return Err(Trap::new(Code::MalformedOp, "a position is outside its vector"));
    }
    Ok((!index.contains(&-1)).then_some(index))
}

/// Lanes whose every subscript is below the size are on.
fn mask<D: Domain>(machine: &mut Machine<'_, D>, shape: &[i64], sizes: &[i64]) -> Result<Vec<Option<D::Data>>, Trap> {
    let empty = shape.is_empty() && sizes.first().is_some_and(|size| *size <= 0);
    moved(shape, |lane| {
        let on = !empty && lane.iter().zip(sizes).all(|(at, size)| at < size);
        Ok(Some(machine.domain.constant(Scalar::bool(on))))
    })
}
