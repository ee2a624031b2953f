//! Between vectors and memory: transfers, loads and stores, plain, masked and by subscript vectors.
//!
//! A transfer of the lane `v` accesses the element `indices + sum(v[r] * e_d)` where result `r` of the
//! permutation map is `d`; a result `0` broadcasts. Along a dimension that is not `in_bounds` a lane
//! beyond the extent reads the padding or writes nothing; all other lanes must stay inside. (`VectorOps.td`: a
//! transfer "may run out-of-bounds [..] as the index increases". What MLIR lowers it to accesses lanes before 0.)

use super::{Masked, enabled, lanes, set_vector, vector_type};
use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::domain::Domain;
use crate::ints::{Ints, for_each_index};
use crate::machine::{CallFrame, Machine};
use crate::ops::array::OperandArray;
use crate::ops::shape;
use crate::value::RuntimeValue;
use crate::{Code, ScalarType, Trap};
use polyvet_ir::{AffineExpr, Attr};
use std::ops::Range;
use std::rc::Rc;

pub(super) const NAMES: [&str; 10] = [
    "vector.transfer_read",
    "vector.transfer_write",
    "vector.load",
    "vector.store",
    "vector.maskedload",
    "vector.maskedstore",
    "vector.gather",
    "vector.scatter",
    "vector.expandload",
    "vector.compressstore",
];

/// Extents and element type of a vector.
type VectorType = (Vec<i64>, ScalarType);

pub(crate) enum VectorMemoryOp {
    Read(TransferOp),
    Write(TransferOp),
    /// Consecutive elements: how, where the subscript is among the operands, type of the vector.
    Run(Mode, Range<usize>, VectorType),
}

/// The operands after the subscript are, in this order: subscript vector, mask, and value or
/// pass-through vector.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Mode {
    Load,
    /// The value is operand 0, the array operand 1.
    Store,
    MaskedLoad,
    MaskedStore,
    Gather,
    Scatter,
    Expand,
    Compress,
}

pub(crate) struct TransferOp {
    /// Per dimension of the vector, the dimension of the array; `None` is broadcast.
    dims: Vec<Option<usize>>,
    in_bounds: Vec<bool>,
    /// Operand number of the array.
    array: usize,
    indices: Range<usize>,
    mask: Option<usize>,
    vector: VectorType,
}

pub(super) fn decode(site: &DecodeSite<'_>) -> Result<VectorMemoryOp, DecodeRefusal> {
    let mode = match site.op.name.as_str() {
        "vector.transfer_read" => {
            let parts = site.segments(4)?;
            let (array, mask) = (parts[0].start, parts[3].clone());
            site.at_least(2, 1)?;
            let vector = vector_type(site, site.result_type(0)?)?;
            return transfer(site, array, parts[1].clone(), mask, vector).map(VectorMemoryOp::Read);
        }
        "vector.transfer_write" => {
            let parts = site.segments(4)?;
            let (array, mask) = (parts[1].start, parts[3].clone());
            site.at_least(2, 0)?;
            let vector = vector_type(site, site.operand_type(0)?)?;
            let transfer = transfer(site, array, parts[2].clone(), mask, vector)?;
            if transfer.dims.contains(&None) {
                return DecodeRefusal::malformed("`vector.transfer_write` does not broadcast");
            }
            return Ok(VectorMemoryOp::Write(transfer));
        }
        "vector.load" => Mode::Load,
        "vector.store" => Mode::Store,
        "vector.maskedload" => Mode::MaskedLoad,
        "vector.maskedstore" => Mode::MaskedStore,
        "vector.gather" => Mode::Gather,
        "vector.scatter" => Mode::Scatter,
        "vector.expandload" => Mode::Expand,
        _ => Mode::Compress,
    };
    let array = usize::from(mode == Mode::Store);
    let rank = shape::rank(site, site.operand_type(array)?)?;
    let indices = array + 1..array + 1 + rank;
    let extra = match mode {
        Mode::Load | Mode::Store => 0,
        Mode::Gather | Mode::Scatter => 3,
        _ => 2,
    };
    let reads = matches!(mode, Mode::Load | Mode::MaskedLoad | Mode::Gather | Mode::Expand);
    site.shape(indices.end + extra, usize::from(reads), 0)?;
    let vector = match (reads, mode) {
        (true, _) => site.result_type(0)?,
        (_, Mode::Store) => site.operand_type(0)?,
        _ => site.operand_type(indices.end + extra - 1)?,
    };
    Ok(VectorMemoryOp::Run(mode, indices, vector_type(site, vector)?))
}

fn transfer(
    site: &DecodeSite<'_>,
    array: usize,
    indices: Range<usize>,
    mask: Range<usize>,
    vector: VectorType,
) -> Result<TransferOp, DecodeRefusal> {
    let ty = site.operand_type(array)?;
    let rank = shape::rank(site, ty)?;
    let map = site.map("permutation_map")?;
    let dim = |expr: &AffineExpr| match expr {
        AffineExpr::Dim(dim) if (*dim as usize) < rank => Some(Some(*dim as usize)),
        AffineExpr::Const(0) => Some(None),
        _ => None,
    };
    let dims: Option<Vec<_>> = map.results.iter().map(dim).collect();
    let in_bounds: Option<Vec<bool>> = match site.op.attr("in_bounds") {
        None => Some(vec![false; vector.0.len()]),
        Some(Attr::Array(flags)) => flags
            .iter()
            .map(|flag| match flag {
                Attr::Bool(flag) => Some(*flag),
                _ => None,
            })
            .collect(),
        Some(_) => None,
    };
    let (Some(dims), Some(in_bounds)) = (dims, in_bounds) else {
        return DecodeRefusal::malformed(format!("the map of `{}` is no projected permutation", site.op.name));
    };
    let lanes = vector.0.len();
    if dims.len() != lanes || in_bounds.len() != lanes || indices.len() != rank || mask.len() > 1 {
        return DecodeRefusal::malformed(format!("the map of `{}` does not fit its types", site.op.name));
    }
    if site.scalar(ty)? != vector.1 {
        return DecodeRefusal::unsupported(format!("`{}` between element types is not supported", site.op.name));
    }
    Ok(TransferOp {
        dims,
        in_bounds,
        array,
        indices,
        mask: mask.into_iter().next(),
        vector,
    })
}

/// An element of operand `n`. If nobody uses what is read, it need not have been written.
fn element<D: Domain>(
    array: &mut OperandArray<D>,
    machine: &mut Machine<'_, D>,
    step: &DecodedOp,
    n: usize,
    index: &[i64],
) -> Result<Option<D::Data>, Trap> {
    match step.unused {
        true => array.locate(machine, step, n, index).map(|()| None),
        false => array.data(machine, step, n, index).map(Some),
    }
}

impl TransferOp {
    /// The element of a lane; `None` if it is outside along a dimension where that is allowed.
    fn element(&self, start: &[i64], shape: &[i64], lane: &[i64]) -> Result<Option<Ints>, Trap> {
        let mut index: Ints = start.iter().copied().collect();
        for (dim, at) in self.dims.iter().zip(lane) {
            if let Some(dim) = dim {
                index[*dim] = plus(index[*dim], *at)?;
            }
        }
        let outside =
            |(dim, in_bounds): (&Option<usize>, &bool)| !in_bounds && dim.is_some_and(|dim| index[dim] >= shape[dim]);
        let skipped = self.dims.iter().zip(&self.in_bounds).any(outside);
        Ok((!skipped).then_some(index))
    }

    /// Whether a lane before 0 is poison: MLIR takes a read of a tensor for one that may be speculated.
    fn is_poison<D: Domain>(&self, array: &OperandArray<D>, index: &[i64]) -> bool {
        let before = |(dim, in_bounds): (&Option<usize>, &bool)| !in_bounds && dim.is_some_and(|dim| index[dim] < 0);
        matches!(array, OperandArray::Tensor(..)) && self.dims.iter().zip(&self.in_bounds).any(before)
    }

    /// Masks are shaped as the part of the array: its dimensions that are transferred, in their order. That of a single
    /// element has one lane.
    fn mask_index(&self, lane: &[i64]) -> Ints {
        let mut used: Vec<(usize, i64)> = self
            .dims
            .iter()
            .zip(lane)
            .filter_map(|(dim, at)| Some(((*dim)?, *at)))
            .collect();
        used.sort_by_key(|(dim, _)| *dim);
        match used.is_empty() {
            true => std::iter::once(0).collect(),
            false => used.into_iter().map(|(_, at)| at).collect(),
        }
    }
}

fn plus(start: i64, at: i64) -> Result<i64, Trap> {
    start
        .checked_add(at)
        .ok_or_else(|| Trap::new(Code::IndexOverflow, "the subscript of a lane leaves 64 bits"))
}

pub(super) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &VectorMemoryOp,
) -> Result<(), Trap> {
    match kind {
        VectorMemoryOp::Read(transfer) => read(machine, frame, step, transfer),
        VectorMemoryOp::Write(transfer) => write(machine, frame, step, transfer),
        VectorMemoryOp::Run(mode, indices, vector) => {
            let start = frame.indices(&step.operands[indices.clone()])?;
            match mode {
                Mode::Load => load(machine, frame, step, &start, vector),
                Mode::Store => store(machine, frame, step, &start),
                _ => run_masked(machine, frame, step, *mode, indices, vector),
            }
        }
    }
}

/// The mask of the operation and that of the `vector.mask` around it; at most one of them exists.
fn mask_of<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &CallFrame<D>,
    step: &DecodedOp,
    own: Option<usize>,
) -> Result<Option<Masked<D>>, Trap> {
    let around = machine.mask.take();
    match (own, around) {
        (Some(own), None) => Ok(Some(Masked {
            mask: Rc::clone(frame.vector(step.operands[own])?),
            passthru: None,
        })),
        (None, around) => Ok(around),
        (Some(_), Some(_)) => Err(Trap::new(Code::MalformedOp, "the operation is masked twice")),
    }
}

fn read<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    transfer: &TransferOp,
) -> Result<(), Trap> {
    let masked = mask_of(machine, frame, step, transfer.mask)?;
    let mask = masked.as_ref().map(|masked| &*masked.mask);
    let (shape, ty) = transfer.vector.clone();
    let start = frame.indices(&step.operands[transfer.indices.clone()])?;
    let mut array = OperandArray::of(frame.get(step.operands[transfer.array]).clone(), false)?;
    let padding = machine.cell(frame.get(step.operands[transfer.indices.end]))?;
    let passthru = masked.as_ref().and_then(|masked| masked.passthru.as_ref());
    let passthru = passthru.map(|value| lanes(machine, value, ty)).transpose()?;
    let mut cells = Vec::with_capacity(machine.memory.admit(&shape)?);
    for_each_index(&shape, |lane| {
        machine.count_step()?;
        cells.push(match transfer.element(&start, array.shape(), lane)? {
            _ if !enabled(machine, mask, &transfer.mask_index(lane))? => match &passthru {
                Some(passthru) => passthru.cells[super::position(passthru, lane)?],
                None => padding,
            },
            Some(index) if machine.options.poison_is_a_value && transfer.is_poison(&array, &index) => None,
            Some(index) => element(&mut array, machine, step, transfer.array, &index)?,
            None => padding,
        });
        Ok::<(), Trap>(())
    })?;
    set_vector(machine, frame, step, (shape, ty), cells);
    Ok(())
}

fn write<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    transfer: &TransferOp,
) -> Result<(), Trap> {
    let masked = mask_of(machine, frame, step, transfer.mask)?;
    let mask = masked.as_ref().map(|masked| &*masked.mask);
    let start = frame.indices(&step.operands[transfer.indices.clone()])?;
    let value = frame.get(step.operands[0]).clone();
    let value = lanes(machine, &value, transfer.vector.1)?;
    let mut array = OperandArray::of(frame.take(step, transfer.array), false)?;
    let mut cells = value.cells.iter();
    for_each_index(&value.shape, |lane| {
        machine.count_step()?;
        let cell = cells.next().flatten();
        match transfer.element(&start, array.shape(), lane)? {
            Some(index) if enabled(machine, mask, &transfer.mask_index(lane))? => {
                array.write(machine, step, transfer.array, 0, &index, cell)
            }
            _ => Ok(()),
        }
    })?;
    if let (OperandArray::Tensor(tensor, _), Some(result)) = (array, step.results.first()) {
        frame.set(*result, RuntimeValue::Tensor(tensor));
    }
    Ok(())
}

/// The element of lane `lane` of consecutive elements: lanes count along the innermost dimensions.
fn shifted(start: &[i64], lane: &[i64]) -> Result<Ints, Trap> {
    let mut index: Ints = start.iter().copied().collect();
    let Some(first) = start.len().checked_sub(lane.len()) else {
        return Err(Trap::new(
            Code::MalformedOp,
            "the vector has more dimensions than the array",
        ));
    };
    for (at, lane) in index[first..].iter_mut().zip(lane) {
        *at = plus(*at, *lane)?;
    }
    Ok(index)
}

/// The elements from `start` on of the array that is operand 0.
pub(in crate::ops) fn load<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    start: &[i64],
    (shape, ty): &VectorType,
) -> Result<(), Trap> {
    let mut array = OperandArray::of(frame.get(step.operands[0]).clone(), false)?;
    let mut cells = Vec::with_capacity(machine.memory.admit(shape)?);
    for_each_index(shape, |lane| {
        machine.count_step()?;
        cells.push(element(&mut array, machine, step, 0, &shifted(start, lane)?)?);
        Ok::<(), Trap>(())
    })?;
    set_vector(machine, frame, step, (shape.clone(), *ty), cells);
    Ok(())
}

/// Operand 0 to the elements from `start` on of the array that is operand 1.
pub(in crate::ops) fn store<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &CallFrame<D>,
    step: &DecodedOp,
    start: &[i64],
) -> Result<(), Trap> {
    let value = Rc::clone(frame.vector(step.operands[0])?);
    let view = frame.view(step.operands[1])?;
    let mut cells = value.cells.iter();
    for_each_index(&value.shape, |lane| {
        machine.count_step()?;
        let index = shifted(start, lane)?;
        machine.store(step, 1, &view, &index, cells.next().flatten())
    })
}

fn run_masked<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    mode: Mode,
    indices: &Range<usize>,
    (shape, ty): &VectorType,
) -> Result<(), Trap> {
    let start = frame.indices(&step.operands[indices.clone()])?;
    let rest = &step.operands[indices.end..];
    let (mask, value) = (
        Rc::clone(frame.vector(rest[rest.len() - 2])?),
        Rc::clone(frame.vector(rest[rest.len() - 1])?),
    );
    let around = machine.mask.take();
    let subscripts = match mode {
        Mode::Gather | Mode::Scatter => Some(Rc::clone(frame.vector(rest[0])?)),
        _ => None,
    };
    let writes = matches!(mode, Mode::MaskedStore | Mode::Scatter | Mode::Compress);
    let mut array = OperandArray::of(frame.get(step.operands[0]).clone(), false)?;
    let mut cells = Vec::with_capacity(machine.memory.admit(shape)?);
    let mut packed = 0;
    for_each_index(shape, |lane| {
        machine.count_step()?;
        let cell = value.cells[super::position(&value, lane)?];
        let around = around.as_ref().map(|masked| &*masked.mask);
        if !(enabled(machine, around, lane)? && enabled(machine, Some(&mask), lane)?) {
            cells.push(cell);
            return Ok(());
        }
        let index = match (mode, &subscripts) {
            (_, Some(subscripts)) => {
                let data = subscripts.cells[super::position(subscripts, lane)?];
                let at = machine.control(&machine.lane(subscripts.ty, data)?)?;
                along(&start, at)?
            }
            (Mode::Expand | Mode::Compress, _) => along(&start, packed)?,
            _ => shifted(&start, lane)?,
        };
        packed += 1;
        if writes {
            return array.write(machine, step, 0, 0, &index, cell);
        }
        cells.push(element(&mut array, machine, step, 0, &index)?);
        Ok(())
    })?;
    match (writes, array, step.results.first()) {
        (false, ..) => set_vector(machine, frame, step, (shape.clone(), *ty), cells),
        (true, OperandArray::Tensor(tensor, _), Some(result)) => frame.set(*result, RuntimeValue::Tensor(tensor)),
        _ => {}
    }
    Ok(())
}

/// `start` moved along the innermost dimension.
fn along(start: &[i64], at: i64) -> Result<Ints, Trap> {
    match start {
        [] => Err(Trap::new(
            Code::MalformedOp,
            "an array without dimensions has no neighbours",
        )),
        _ => shifted(start, &[at]),
    }
}
