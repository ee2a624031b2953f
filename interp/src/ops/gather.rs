//! `tensor.gather` and `tensor.scatter`: elements or slices of a tensor at coordinates that a tensor holds.
//!
//! The last dimension of the indices runs over the dimensions in `gather_dims` (`scatter_dims`), their leading ones are
//! those of the slices. A slice has the other dimensions of the tensor; the named ones are left out, or have extent 1.

use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::domain::Domain;
use crate::ints::{Ints, for_each_index};
use crate::machine::{CallFrame, Machine};
use crate::memory::{TensorData, outside};
use crate::value::RuntimeValue;
use crate::{Code, Trap};
use std::collections::HashSet;
use std::rc::Rc;

pub(crate) struct Gather {
    /// The dimensions that the coordinates name, ascending.
    dims: Vec<usize>,
    /// Slices have a dimension of extent 1 for each of them.
    keeps: bool,
    /// Slices are put, not taken.
    scatter: bool,
    /// No two coordinates are equal.
    unique: bool,
}

pub(super) fn decode(site: &DecodeSite<'_>) -> Result<Gather, DecodeRefusal> {
    let scatter = site.op.name == "tensor.scatter";
    site.shape(if scatter { 3 } else { 2 }, 1, 0)?;
    let wrong = || DecodeRefusal::Malformed(format!("the dimensions of `{}` do not fit its types", site.op.name));
    let whole = site.operand_type(usize::from(scatter))?;
    let slices = match scatter {
        true => site.operand_type(0)?,
        false => site.result_type(0)?,
    };
    let indices = super::shape::rank(site, site.operand_type(if scatter { 2 } else { 1 })?)?;
    let (rank, slices) = (super::shape::rank(site, whole)?, super::shape::rank(site, slices)?);
    let dims = site
        .ints(if scatter { "scatter_dims" } else { "gather_dims" })?
        .into_iter();
    let dims: Vec<usize> = dims.map(|dim| usize::try_from(dim).unwrap_or(usize::MAX)).collect();
    let ascending = dims.is_sorted_by(|x, y| x < y) && dims.last().is_some_and(|last| *last < rank);
    let lead = indices.checked_sub(1).ok_or_else(wrong)?;
    let keeps = slices == lead + rank;
    let unique = site.unit("unique");
    if !ascending || !keeps && slices + dims.len() != lead + rank {
        return Err(wrong());
    }
    if scatter && !unique {
        return DecodeRefusal::malformed("`tensor.scatter` needs `unique`: what other coordinates mean is open");
    }
    site.scalar(whole)?;
    Ok(Gather {
        dims,
        keeps,
        scatter,
        unique,
    })
}

impl Gather {
    /// The subscript in the tensor of element `at` of the slice at `coordinates`.
    fn place(&self, coordinates: &[i64], at: &[i64], rank: usize) -> Ints {
        let mut rest = at.iter();
        let mut of = coordinates.iter();
        let place = |dim: usize| match self.dims.contains(&dim) {
            true => {
                if self.keeps {
                    rest.next();
                }
                of.next()
            }
            false => rest.next(),
        };
        (0..rank).map(place).map(|at| at.copied().unwrap_or_default()).collect()
    }

    /// Extents of the slices one after the other.
    fn shape(&self, whole: &[i64], indices: &[i64]) -> Vec<i64> {
        let mut shape = indices[..indices.len() - 1].to_vec();
        for (dim, extent) in whole.iter().enumerate() {
            match self.dims.contains(&dim) {
                true if self.keeps => shape.push(1),
                true => {}
                false => shape.push(*extent),
            }
        }
        shape
    }
}

pub(super) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    gather: &Gather,
) -> Result<(), Trap> {
    let whole = usize::from(gather.scatter);
    let at = whole + 1;
    let indices = Rc::clone(frame.tensor(step.operands[at])?);
    let shape = gather.shape(&frame.tensor(step.operands[whole])?.shape, &indices.shape);
    if indices.shape.last().copied() != Some(gather.dims.len() as i64) {
        let message = format!(
            "the coordinates have {} entries for {} dimensions",
            indices.shape.last().copied().unwrap_or(0),
            gather.dims.len()
        );
        return Err(Trap::new(Code::ShapeMismatch, message).label(machine.operand_span(step, at), "the coordinates"));
    }
    let (mut slices, mut target) = match gather.scatter {
        true => (
            Rc::clone(frame.tensor(step.operands[0])?),
            frame.take_tensor(step, whole)?,
        ),
        false => {
            let source = Rc::clone(frame.tensor(step.operands[0])?);
            (Rc::new(machine.memory.empty(shape.clone(), source.ty)?), source)
        }
    };
    if slices.shape != shape {
        let message = format!("the slices have extents {:?}, not {shape:?}", slices.shape);
        return Err(Trap::new(Code::ShapeMismatch, message).label(machine.operand_span(step, 0), "the slices"));
    }
    let lead = indices.shape.len() - 1;
    let mut seen = HashSet::new();
    for_each_index(&indices.shape[..lead], |first| {
        let coordinates = coordinates(machine, step, at, &indices, first, gather.dims.len())?;
        if gather.unique && !seen.insert(coordinates.to_vec()) {
            let message = format!("`unique` promises that no other coordinates are {:?}", &coordinates[..]);
            return Err(Trap::new(Code::BrokenAssumption, message).at(first));
        }
        for_each_index(&shape[lead..], |rest| {
            machine.count_step()?;
            let place = gather.place(&coordinates, rest, target.shape.len());
            let name = || machine.operand_name(step, whole);
            let cell = target.cell(&place);
            let cell = cell.map_err(|dim| outside(&name(), &place, dim, target.shape[dim]))?;
            let index: Ints = first.iter().chain(rest).copied().collect();
            let slot = slices
                .cell(&index)
                .map_err(|_| Trap::new(Code::MalformedOp, "a slice ends early"))?;
            if gather.scatter {
                super::tensor::note_operand(machine, step, 0, &slices, slot, &index);
                super::tensor::note_result(machine, step, 0, &target.shape, cell, &place, slices.cells[slot]);
                machine.memory.put(&mut target, cell, slices.cells[slot])
            } else {
                super::tensor::note_operand(machine, step, 0, &target, cell, &place);
                super::tensor::note_result(machine, step, 0, &slices.shape, slot, &index, target.cells[cell]);
                machine.memory.put(&mut slices, slot, target.cells[cell])
            }
        })
    })?;
    let result = if gather.scatter { target } else { slices };
    frame.set(step.results[0], RuntimeValue::Tensor(result));
    Ok(())
}

/// The coordinates at `first`.
fn coordinates<D: Domain>(
    machine: &mut Machine<'_, D>,
    step: &DecodedOp,
    n: usize,
    indices: &TensorData<D>,
    first: &[i64],
    count: usize,
) -> Result<Ints, Trap> {
    let mut found = Ints::default();
    for entry in 0..count as i64 {
        let index: Ints = first.iter().copied().chain([entry]).collect();
        let data = super::tensor::element(machine, step, n, indices, &index)?;
        found.push(machine.number(data)?);
    }
    Ok(found)
}
