//! `vector`: arrays of static extents as values.
//!
//! An element that is `None` is poison. Moving lanes keeps poison; what an operation on it means is
//! said in [`arith`] and [`reduce`]; storing it leaves memory unwritten. Lanes that a mask switches
//! off access nothing, wherever they point.

mod memory;
mod reduce;
mod shape;

pub(super) use memory::{load, store};

use super::arith;
use crate::code::{DecodeRefusal, DecodeSite, DecodedKind as OpKind, DecodedOp};
use crate::domain::Domain;
use crate::function::Function;
use crate::machine::{CallFrame, Machine};
use crate::memory::TensorData;
use crate::value::RuntimeValue;
use crate::{Code, ElementType, ScalarType, Trap};
use polyvet_ir::Type;
use std::rc::Rc;

pub(crate) enum VectorOp {
    Memory(memory::VectorMemoryOp),
    Shape(shape::VectorShapeOp),
    Reduce(Box<reduce::VectorReduceOp>),
    /// Around an operation, or around nothing: then lanes that are switched off are those of the pass-through value.
    Mask {
        empty: bool,
    },
}

/// What `vector.mask` says to the operation inside it.
pub(crate) struct Masked<D: Domain> {
    mask: Rc<TensorData<D>>,
    passthru: Option<RuntimeValue<D>>,
}

pub(crate) fn decode(site: &DecodeSite<'_>) -> Result<OpKind, DecodeRefusal> {
    let kind = match site.op.name.as_str() {
        "vector.fma" => return arith::single(site, Function::Fma).map(OpKind::Arith),
        "vector.bitcast" => {
            let (from, to) = (site.operand_type(0)?, site.result_type(0)?);
            return match site.scalar(from)?.bits() == site.scalar(to)?.bits() {
                true => arith::single(site, Function::Bitcast).map(OpKind::Arith),
                false => DecodeRefusal::unsupported("`vector.bitcast` between widths is not supported"),
            };
        }
        "vector.mask" => mask(site)?,
        name if memory::NAMES.contains(&name) => VectorOp::Memory(memory::decode(site)?),
        name if reduce::NAMES.contains(&name) => VectorOp::Reduce(Box::new(reduce::decode(site)?)),
        _ => VectorOp::Shape(shape::decode(site)?),
    };
    Ok(OpKind::Vector(kind))
}

/// Operations that look at [`Machine::mask`], and whether a pass-through value makes sense for them.
const MASKABLE: [(&str, bool); 7] = [
    ("vector.transfer_read", true),
    ("vector.transfer_write", false),
    ("vector.gather", true),
    ("vector.reduction", false),
    ("vector.multi_reduction", false),
    ("vector.contract", false),
    ("vector.outerproduct", false),
];

fn mask(site: &DecodeSite<'_>) -> Result<VectorOp, DecodeRefusal> {
    super::scf::loop_regions(site, 1, 0)?;
    site.at_least(1, 0)?;
    let inner = site
        .module
        .only_block(site.id, 0)
        .map(|block| &site.module.block(block).ops);
    for id in inner.map_or(&[][..], |ops| ops) {
        let name = site.module.op(*id).name.as_str();
        let passthru = site.op.operands.len() > 1;
        let fits = |(known, with): &(&str, bool)| *known == name && (*with || !passthru);
        if name != "vector.yield" && !MASKABLE.iter().any(fits) {
            return DecodeRefusal::unsupported(format!("`vector.mask` of `{name}` is not supported"));
        }
    }
    let empty = inner.is_some_and(|ops| ops.len() == 1);
    Ok(VectorOp::Mask { empty })
}

pub(crate) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &VectorOp,
) -> Result<(), Trap> {
    match kind {
        VectorOp::Memory(kind) => memory::run(machine, frame, step, kind),
        VectorOp::Shape(kind) => shape::run(machine, frame, step, kind),
        VectorOp::Reduce(kind) => reduce::run(machine, frame, step, kind),
        VectorOp::Mask { empty } => {
            let mask = Rc::clone(frame.vector(step.operands[0])?);
            let passthru = step.operands.get(1).map(|slot| frame.get(*slot).clone());
            if let (true, Some(passthru)) = (empty, &passthru) {
                super::scf::run_branch(machine, frame, step, 0)?;
                return pass_through(machine, frame, step, &mask, passthru);
            }
            machine.mask = Some(Masked { mask, passthru });
            super::scf::run_branch(machine, frame, step, 0)?;
            machine.mask = None;
            Ok(())
        }
    }
}

/// Lanes of the first result that the mask switches off become those of `passthru`.
fn pass_through<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    mask: &TensorData<D>,
    passthru: &RuntimeValue<D>,
) -> Result<(), Trap> {
    let (Some(slot), RuntimeValue::Vector(otherwise)) = (step.results.first(), passthru) else {
        return Err(Trap::new(
            Code::MalformedOp,
            "a pass-through value needs a vector as result",
        ));
    };
    let mut result = Rc::clone(frame.vector(*slot)?);
    crate::ints::for_each_index(&result.shape.clone(), |index| {
        if enabled(machine, Some(mask), index)? {
            return Ok(());
        }
        let (at, from) = (position(&result, index)?, position(otherwise, index)?);
        machine.memory.put(&mut result, at, otherwise.cells[from])
    })?;
    frame.set(*slot, RuntimeValue::Vector(result));
    Ok(())
}

/// The extents and element type of a vector type; a scalar type has no extents.
pub(super) fn vector_type(site: &DecodeSite<'_>, ty: &Type) -> Result<(Vec<i64>, ScalarType), DecodeRefusal> {
    let elem = site.scalar(ty)?;
    match ty {
        Type::Vector { .. } => {
            let shape: Option<Vec<i64>> = super::shape::extents(site, ty)?.into_iter().collect();
            shape.map(|shape| (shape, elem)).ok_or_else(|| {
                DecodeRefusal::Unsupported(format!(
                    "`{}` works on scalable vectors, which are not supported",
                    site.op.name
                ))
            })
        }
        _ if ElementType::of(ty).is_some() => Ok((Vec::new(), elem)),
        _ => DecodeRefusal::malformed(format!("`{}` works on something that is no vector", site.op.name)),
    }
}

/// A vector, or a scalar as a vector without extents.
fn lanes<D: Domain>(
    machine: &mut Machine<'_, D>,
    value: &RuntimeValue<D>,
    ty: ScalarType,
) -> Result<Rc<TensorData<D>>, Trap> {
    match value {
        RuntimeValue::Vector(vector) => Ok(Rc::clone(vector)),
        scalar => {
            let cell = machine.cell(scalar)?;
            Ok(Rc::new(machine.memory.tensor(Vec::new(), ty, vec![cell])))
        }
    }
}

/// Whether the lane `index` is switched on; without a mask all are.
fn enabled<D: Domain>(machine: &Machine<'_, D>, mask: Option<&TensorData<D>>, index: &[i64]) -> Result<bool, Trap> {
    let Some(mask) = mask else { return Ok(true) };
    match mask.cells[position(mask, index)?] {
        Some(data) => Ok(machine.number(data)? != 0),
        None => Err(Trap::new(Code::PoisonUsed, "a lane of the mask is poison").at(index)),
    }
}

/// The lane number of `index`.
fn position<D: Domain>(vector: &TensorData<D>, index: &[i64]) -> Result<usize, Trap> {
    let outside = || {
        let message = format!("a vector with extents {:?} has no lane {index:?}", vector.shape);
        Trap::new(Code::ShapeMismatch, message).at(index)
    };
    if index.len() != vector.shape.len() {
        return Err(outside());
    }
    vector.cell(index).map_err(|_| outside())
}

/// Sets the first result to a vector.
fn set_vector<D: Domain>(
    machine: &Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    (shape, ty): (Vec<i64>, ScalarType),
    cells: Vec<Option<D::Data>>,
) {
    let vector = Rc::new(machine.memory.tensor(shape, ty, cells));
    frame.set(step.results[0], RuntimeValue::Vector(vector));
}

/// Sets the first result: to a vector, or to the only lane if `scalar`.
fn set_result<D: Domain>(
    machine: &Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    ty: (Vec<i64>, ScalarType),
    cells: Vec<Option<D::Data>>,
    scalar: bool,
) -> Result<(), Trap> {
    if scalar {
        let value = machine.lane(ty.1, cells.first().copied().flatten())?;
        frame.set(step.results[0], value);
    } else {
        set_vector(machine, frame, step, ty, cells);
    }
    Ok(())
}
