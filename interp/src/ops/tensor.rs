//! `tensor`: values, never changed in place as far as anyone can see.

use super::gather::{self, Gather};
use super::shape::{conforms, expands, extent_of, extents, groups, rank, regrouped, reshapes, shape_of};
use super::slice::{Mixed, SliceOp};
use crate::access::TouchedElement;
use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::domain::Domain;
use crate::function::{Flags, Function, ScalarCall};
use crate::ints::for_each_index;
use crate::machine::{CallFrame, Machine};
use crate::memory::{TensorData, outside};
use crate::observe::ElementPlace;
use crate::parts::ComplexPart;
use crate::value::RuntimeValue;
use crate::{Code, ScalarType, Trap};
use polyvet_ir::{Dim, Type};
use std::rc::Rc;

pub(crate) enum TensorOp {
    /// Static extents, `None` for each operand in turn.
    Empty(Vec<Option<i64>>, ScalarType),
    Extract,
    Insert,
    Dim,
    Rank,
    Cast(Vec<Dim>),
    FromElements(Vec<i64>, ScalarType),
    /// An element for all; extents as for `Empty`.
    Splat(Vec<Option<i64>>, ScalarType),
    ExtractSlice(SliceOp),
    InsertSlice(SliceOp),
    /// Elements by a region of their subscript.
    Generate(Vec<Option<i64>>, ScalarType),
    Pad(Mixed, Mixed),
    /// Another shape of the same elements: the groups of dimensions on the larger side.
    Collapse(Vec<Vec<usize>>),
    Expand(Vec<Vec<usize>>, Mixed),
    Concat(usize),
    /// Other extents, which a tensor holds, of the same elements.
    Reshape,
    /// The bits of each element as another type.
    Bitcast(ScalarCall),
    Gather(Gather),
}

/// The extents of the only result, with as many operands as dynamic ones.
fn sized(site: &DecodeSite<'_>, first: usize) -> Result<(Vec<Option<i64>>, ScalarType), DecodeRefusal> {
    let ty = site.result_type(0)?;
    let extents = extents(site, ty)?;
    if site.op.operands.len() != first + extents.iter().filter(|extent| extent.is_none()).count() {
        return DecodeRefusal::malformed(format!("`{}` needs an operand per dynamic extent", site.op.name));
    }
    Ok((extents, site.scalar(ty)?))
}

pub(crate) fn decode(site: &DecodeSite<'_>) -> Result<TensorOp, DecodeRefusal> {
    Ok(match site.op.name.as_str() {
        "tensor.empty" => {
            let (extents, ty) = sized(site, 0)?;
            TensorOp::Empty(extents, ty)
        }
        "tensor.extract" => {
            site.at_least(1, 1)?;
            TensorOp::Extract
        }
        "tensor.insert" => {
            site.at_least(2, 1)?;
            TensorOp::Insert
        }
        "tensor.dim" => {
            site.shape(2, 1, 0)?;
            TensorOp::Dim
        }
        "tensor.rank" => {
            site.shape(1, 1, 0)?;
            TensorOp::Rank
        }
        "tensor.cast" => {
            site.shape(1, 1, 0)?;
            TensorOp::Cast(site.result_type(0)?.shape().unwrap_or_default().to_vec())
        }
        "tensor.from_elements" => {
            let ty = site.result_type(0)?;
            let shape: Option<Vec<i64>> = extents(site, ty)?.into_iter().collect();
            let count = shape.as_ref().and_then(|shape| crate::ints::element_count(shape));
            match shape {
                Some(shape) if count == Some(site.op.operands.len()) => TensorOp::FromElements(shape, site.scalar(ty)?),
                _ => return DecodeRefusal::malformed("`tensor.from_elements` needs an operand per element"),
            }
        }
        "tensor.splat" => {
            let (extents, ty) = sized(site, 1)?;
            TensorOp::Splat(extents, ty)
        }
        "tensor.extract_slice" => TensorOp::ExtractSlice(SliceOp::decode(site)?),
        "tensor.insert_slice" => TensorOp::InsertSlice(SliceOp::decode_insert(site)?),
        "tensor.generate" => {
            let (extents, ty) = sized(site, 0)?;
            super::scf::loop_regions(site, 1, extents.len())?;
            TensorOp::Generate(extents, ty)
        }
        "tensor.pad" => {
            let parts = site.segments(3)?;
            let rank = rank(site, site.operand_type(0)?)?;
            super::scf::loop_regions(site, 1, rank)?;
            let (low, high) = (
                Mixed::decode(site, "static_low", parts[1].clone())?,
                Mixed::decode(site, "static_high", parts[2].clone())?,
            );
            if low.len() != rank || high.len() != rank {
                return DecodeRefusal::malformed("the padding of `tensor.pad` does not fit its type");
            }
            site.scalar(site.result_type(0)?)?;
            TensorOp::Pad(low, high)
        }
        "tensor.collapse_shape" => {
            site.shape(1, 1, 0)?;
            TensorOp::Collapse(groups(site, rank(site, site.operand_type(0)?)?)?)
        }
        "tensor.expand_shape" => {
            site.at_least(1, 1)?;
            let rank = rank(site, site.result_type(0)?)?;
            let sizes = Mixed::decode(site, "static_output_shape", 1..site.op.operands.len())?;
            match sizes.len() == rank {
                true => TensorOp::Expand(groups(site, rank)?, sizes),
                false => {
                    return DecodeRefusal::malformed("the output shape of `tensor.expand_shape` does not fit its type");
                }
            }
        }
        "tensor.reshape" => {
            site.shape(2, 1, 0)?;
            TensorOp::Reshape
        }
        "tensor.bitcast" => {
            site.shape(1, 1, 0)?;
            let ty = site.scalar(site.result_type(0)?)?;
            TensorOp::Bitcast(ScalarCall::new(Function::Bitcast, ty, Flags::default()))
        }
        "tensor.gather" | "tensor.scatter" => TensorOp::Gather(gather::decode(site)?),
        "tensor.concat" => {
            site.at_least(1, 1)?;
            TensorOp::Concat(site.int("dim")? as usize)
        }
        _ => return site.other(),
    })
}

/// Element `index` of operand `n`, which must be written.
pub(super) fn element<D: Domain>(
    machine: &mut Machine<'_, D>,
    step: &DecodedOp,
    n: usize,
    tensor: &TensorData<D>,
    index: &[i64],
) -> Result<D::Data, Trap> {
    let cell = cell(machine, step, n, tensor, index)?;
    note_operand(machine, step, n, tensor, cell, index);
    tensor.cells[cell].ok_or_else(|| machine.unwritten(step, n, index))
}

pub(super) fn cell<D: Domain>(
    machine: &Machine<'_, D>,
    step: &DecodedOp,
    n: usize,
    tensor: &TensorData<D>,
    index: &[i64],
) -> Result<usize, Trap> {
    if index.len() != tensor.shape.len() {
        let message = format!(
            "`{}` has {} dimensions, not {}",
            machine.operand_name(step, n),
            tensor.shape.len(),
            index.len()
        );
        return Err(Trap::new(Code::MalformedOp, message));
    }
    tensor
        .cell(index)
        .map_err(|dim| outside(&machine.operand_name(step, n), index, dim, tensor.shape[dim]))
}

/// Tells the observer that an element of operand `n` is read.
pub(super) fn note_operand<D: Domain>(
    machine: &mut Machine<'_, D>,
    step: &DecodedOp,
    n: usize,
    tensor: &TensorData<D>,
    cell: usize,
    index: &[i64],
) {
    if machine.is_observed()
        && let Some(value) = machine.operand_value(step, n)
    {
        let touched = TouchedElement {
            place: ElementPlace::Tensor(value, cell),
            index,
            shape: Some(&tensor.shape),
            data: tensor.cells[cell],
        };
        machine.note(step, false, &touched);
    }
}

/// Tells the observer that an element of result `n`, which has extents `shape`, is written.
pub(super) fn note_result<D: Domain>(
    machine: &mut Machine<'_, D>,
    step: &DecodedOp,
    n: usize,
    shape: &[i64],
    cell: usize,
    index: &[i64],
    data: Option<D::Data>,
) {
    if machine.is_observed()
        && let Some(value) = machine.module.op(step.id).results.get(n)
    {
        let touched = TouchedElement {
            place: ElementPlace::Tensor(*value, cell),
            index,
            shape: Some(shape),
            data,
        };
        machine.note(step, true, &touched);
    }
}

pub(crate) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &TensorOp,
) -> Result<(), Trap> {
    let name = |machine: &Machine<'_, D>| machine.operand_name(step, 0);
    let result = match kind {
        TensorOp::Empty(extents, ty) => {
            let shape = shape_of(frame, step, extents, 0)?;
            machine.memory.empty(shape, *ty)?
        }
        TensorOp::Extract => {
            let index = frame.indices(&step.operands[1..])?;
            let tensor = frame.tensor(step.operands[0])?;
            let data = element(machine, step, 0, tensor, &index)?;
            let value = machine.value(tensor.ty, data)?;
            frame.set(step.results[0], value);
            return Ok(());
        }
        TensorOp::Insert => {
            let index = frame.indices(&step.operands[2..])?;
            let data = machine.cell(frame.get(step.operands[0]))?;
            let mut tensor = frame.take_tensor(step, 1)?;
            let cell = cell(machine, step, 1, &tensor, &index)?;
            note_result(machine, step, 0, &tensor.shape, cell, &index, data);
            machine.memory.put(&mut tensor, cell, data)?;
            frame.set(step.results[0], RuntimeValue::Tensor(tensor));
            return Ok(());
        }
        TensorOp::Dim => {
            let extent = extent_of(
                &frame.tensor(step.operands[0])?.shape,
                frame.index(step.operands[1])?,
                &name(machine),
            )?;
            frame.set(step.results[0], RuntimeValue::Index(extent));
            return Ok(());
        }
        TensorOp::Rank => {
            let rank = frame.tensor(step.operands[0])?.shape.len() as i64;
            frame.set(step.results[0], RuntimeValue::Index(rank));
            return Ok(());
        }
        TensorOp::Cast(dims) => {
            let tensor = frame.take_tensor(step, 0)?;
            if !matches!(
                machine.module.ty(machine.module.op(step.id).results[0]),
                Type::UnrankedTensor(_)
            ) {
                conforms(&tensor.shape, dims, &name(machine))?;
            }
            frame.set(step.results[0], RuntimeValue::Tensor(tensor));
            return Ok(());
        }
        TensorOp::FromElements(shape, ty) => {
            machine.memory.admit(shape)?;
            let mut cells = Vec::with_capacity(step.operands.len());
            for slot in &step.operands {
                cells.push(machine.cell(frame.get(*slot))?);
            }
            machine.memory.tensor(shape.clone(), *ty, cells)
        }
        TensorOp::Splat(extents, ty) => {
            let shape = shape_of(frame, step, extents, 1)?;
            let count = machine.memory.admit(&shape)?;
            let data = machine.cell(frame.get(step.operands[0]))?;
            machine.memory.tensor(shape, *ty, vec![data; count])
        }
        TensorOp::ExtractSlice(slice) => slice.extract(machine, frame, step)?,
        TensorOp::InsertSlice(slice) => {
            let mut into = frame.take(step, 1);
            slice.insert(machine, frame, step, &mut into, &mut |_, _| {})?;
            frame.set(step.results[0], into);
            return Ok(());
        }
        TensorOp::Generate(extents, ty) => {
            let shape = shape_of(frame, step, extents, 0)?;
            let filled = fill(machine, frame, step, (shape, *ty), |_, _, _| Ok(None))?;
            frame.set(step.results[0], filled);
            return Ok(());
        }
        TensorOp::Pad(low, high) => {
            let padded = pad(machine, frame, step, low, high)?;
            frame.set(step.results[0], padded);
            return Ok(());
        }
        TensorOp::Collapse(groups) => {
            let mut tensor = frame.take_tensor(step, 0)?;
            let shape = regrouped(&tensor.shape, groups, &name(machine))?;
            Rc::make_mut(&mut tensor).shape = shape;
            frame.set(step.results[0], RuntimeValue::Tensor(tensor));
            return Ok(());
        }
        TensorOp::Expand(groups, sizes) => {
            let shape = sizes.resolve(frame, step)?;
            let mut tensor = frame.take_tensor(step, 0)?;
            expands(&tensor.shape, groups, &shape, &name(machine))?;
            Rc::make_mut(&mut tensor).shape = shape;
            frame.set(step.results[0], RuntimeValue::Tensor(tensor));
            return Ok(());
        }
        TensorOp::Concat(dim) => concat(machine, frame, step, *dim)?,
        TensorOp::Reshape => {
            let extents = Rc::clone(frame.tensor(step.operands[1])?);
            let mut shape = Vec::new();
            for n in 0..extents.cells.len() as i64 {
                let extent = element(machine, step, 1, &extents, &[n])?;
                shape.push(machine.number(extent)?);
            }
            let mut tensor = frame.take_tensor(step, 0)?;
            reshapes(&tensor.shape, &shape, &name(machine))?;
            if let Some(dims) = machine.module.ty(machine.module.op(step.id).results[0]).shape() {
                conforms(&shape, dims, &name(machine))?;
            }
            Rc::make_mut(&mut tensor).shape = shape;
            frame.set(step.results[0], RuntimeValue::Tensor(tensor));
            return Ok(());
        }
        TensorOp::Gather(of) => return gather::run(machine, frame, step, of),
        TensorOp::Bitcast(call) => {
            let source = Rc::clone(frame.tensor(step.operands[0])?);
            let mut cells = Vec::with_capacity(machine.memory.admit(&source.shape)?);
            for cell in source.cells.iter() {
                let value = machine.lane(source.ty, cell)?;
                let cast = match value {
                    RuntimeValue::Poison => RuntimeValue::Poison,
                    value => machine.compute(call, &[&value])?,
                };
                cells.push(machine.cell(&cast)?);
            }
            machine.memory.tensor(source.shape.clone(), call.result, cells)
        }
    };
    frame.set(step.results[0], RuntimeValue::Tensor(Rc::new(result)));
    Ok(())
}

/// A tensor of what `copied` says about each element, or of that part of it, else of what the region yields for its
/// subscript.
fn fill<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    (shape, ty): (Vec<i64>, ScalarType),
    copied: impl Fn(&mut Machine<'_, D>, &[i64], Option<ComplexPart>) -> Result<Option<Option<D::Data>>, Trap>,
) -> Result<RuntimeValue<D>, Trap> {
    let body = &step.bodies[0];
    let complex = crate::parts::is_complex(machine.module.ty(machine.module.op(step.id).results[0]));
    let count = machine.memory.admit(&shape)?;
    let mut cells = vec![Vec::with_capacity(count); 1 + usize::from(complex)];
    for_each_index(&shape, |index| {
        machine.count_step()?;
        let found = match complex {
            true => machine
                .each_part(|machine, part| copied(machine, index, Some(part)))?
                .to_vec(),
            false => vec![copied(machine, index, None)?],
        };
        if found[0].is_some() {
            cells
                .iter_mut()
                .zip(found)
                .for_each(|(cells, found)| cells.push(found.flatten()));
            return Ok(());
        }
        for (slot, at) in body.args.iter().zip(index) {
            frame.set(*slot, RuntimeValue::Index(*at));
        }
        machine.run_body(frame, body)?;
        let value = frame.yielded(body, 1)?.pop().unwrap_or(RuntimeValue::Unset);
        for (n, cells) in cells.iter_mut().enumerate() {
            cells.push(machine.cell(value.parts().get(n).unwrap_or(&value))?);
        }
        Ok::<(), Trap>(())
    })?;
    let tensors = cells
        .into_iter()
        .map(|cells| RuntimeValue::Tensor(Rc::new(machine.memory.tensor(shape.clone(), ty, cells))));
    Ok(RuntimeValue::of_parts(tensors.collect()))
}

fn pad<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    low: &Mixed,
    high: &Mixed,
) -> Result<RuntimeValue<D>, Trap> {
    let (low, high) = (low.resolve(frame, step)?, high.resolve(frame, step)?);
    let whole = frame.get(step.operands[0]).clone();
    let mut sources = Vec::new();
    for part in whole.parts() {
        match part {
            RuntimeValue::Tensor(tensor) => sources.push(Rc::clone(tensor)),
            other => return Err(other.unfit("a tensor")),
        }
    }
    let source = Rc::clone(&sources[0]);
    if let Some(amount) = low.iter().chain(&high).find(|amount| **amount < 0) {
        return Err(Trap::new(
            Code::ShapeMismatch,
            format!("a padding of {amount} is negative"),
        ));
    }
    let extent = |n: usize| source.shape[n].saturating_add(low[n]).saturating_add(high[n]);
    let shape: Vec<i64> = (0..low.len()).map(extent).collect();
    let dims = machine
        .module
        .ty(machine.module.op(step.id).results[0])
        .shape()
        .unwrap_or_default();
    conforms(&shape, dims, &machine.operand_name(step, 0))?;
    fill(machine, frame, step, (shape, source.ty), |machine, index, part| {
        let source = &sources[part.map_or(0, |part| part as usize)];
        let inner: Vec<i64> = index.iter().zip(&low).map(|(at, low)| at - low).collect();
        let Ok(cell) = source.cell(&inner) else { return Ok(None) };
        note_operand(machine, step, 0, source, cell, &inner);
        Ok(Some(source.cells[cell]))
    })
}

fn concat<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &CallFrame<D>,
    step: &DecodedOp,
    dim: usize,
) -> Result<TensorData<D>, Trap> {
    let mut parts = Vec::new();
    for slot in &step.operands {
        parts.push(Rc::clone(frame.tensor(*slot)?));
    }
    let mut shape = parts[0].shape.clone();
    let agrees = |part: &Rc<TensorData<D>>| {
        part.shape.len() == shape.len()
            && part
                .shape
                .iter()
                .enumerate()
                .all(|(n, extent)| n == dim || *extent == shape[n])
    };
    if dim >= shape.len() || !parts.iter().all(agrees) {
        return Err(Trap::new(
            Code::ShapeMismatch,
            "the operands of `tensor.concat` differ in another dimension",
        ));
    }
    shape[dim] = parts.iter().fold(0, |sum, part| part.shape[dim].saturating_add(sum));
    if let Some(dims) = machine.module.ty(machine.module.op(step.id).results[0]).shape() {
        conforms(&shape, dims, "the result")?;
    }
    let mut cells = Vec::with_capacity(machine.memory.admit(&shape)?);
    for_each_index(&shape, |index| {
        let mut inner = index.to_vec();
        let mut n = 0;
        while n + 1 < parts.len() && inner[dim] >= parts[n].shape[dim] {
            inner[dim] -= parts[n].shape[dim];
            n += 1;
        }
        let cell = cell(machine, step, n, &parts[n], &inner)?;
        note_operand(machine, step, n, &parts[n], cell, &inner);
        cells.push(parts[n].cells[cell]);
        Ok::<(), Trap>(())
    })?;
    Ok(machine.memory.tensor(shape, parts[0].ty, cells))
}
