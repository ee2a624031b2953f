//! `linalg.softmax`: along one dimension, `exp(x - max) / sum(exp(x - max))`.
//!
//! The operations and their order are those of its decomposition in MLIR: `maxnumf(x, max)` from a NaN on, `subf`,
//! `exp`, `addf(e, sum)` from 0 on, `divf`. Of the output only the shape counts.

use super::array::OperandArray;
use super::points::Points;
use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::domain::Domain;
use crate::function::{Flags, Function, ScalarCall};
use crate::ints::for_each_index;
use crate::machine::{CallFrame, Machine};
use crate::value::RuntimeValue;
use crate::{Code, Scalar, ScalarType, Trap};

pub(crate) struct Softmax {
    dim: usize,
    ty: ScalarType,
    nan: Scalar,
}

pub(super) fn decode(site: &DecodeSite<'_>) -> Result<Softmax, DecodeRefusal> {
    site.at_least(2, 0)?;
    let ty = site.operand_type(0)?;
    let rank = super::shape::rank(site, ty)?;
    let dim = usize::try_from(site.int("dimension")?).ok().filter(|dim| *dim < rank);
    let same = site.operand_type(1)?.elem() == ty.elem() && super::shape::rank(site, site.operand_type(1)?)? == rank;
    let (Some(dim), true) = (dim, same && site.op.operands.len() == 2) else {
        return DecodeRefusal::malformed("`linalg.softmax` takes two arrays of one type and a dimension of them");
    };
    let ty = site.scalar(ty)?;
    let ScalarType::Float(kind) = ty else {
        return DecodeRefusal::malformed("`linalg.softmax` is of floats");
    };
    // Negative and quiet, as MLIR has it: the bits from the sign to the first of the significand.
    let nan = Scalar::new(ty, kind.sign() | kind.nan());
    Ok(Softmax { dim, ty, nan })
}

pub(super) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    softmax: &Softmax,
) -> Result<(), Trap> {
    let mut source = OperandArray::of(frame.take(step, 0), false)?;
    let mut target = OperandArray::of(frame.take(step, 1), true)?;
    let shape = source.shape().to_vec();
    if shape != target.shape() {
        let message = format!("the input has extents {shape:?}, the output {:?}", target.shape());
        return Err(Trap::new(Code::ShapeMismatch, message).label(machine.operand_span(step, 1), "the output"));
    }
    let dim = softmax.dim;
    let parallel: Vec<bool> = (0..shape.len()).map(|n| n != dim).collect();
    let mut points = Points::enter(machine, step, &shape, &parallel);
    let mut rows = shape.clone();
    rows[dim] = rows[dim].min(1);
    let call = |function| ScalarCall::new(function, softmax.ty, Flags::default());
    let [max, sub, exp, add, div] = [
        Function::MaxNumF,
        Function::SubF,
        Function::Exp,
        Function::AddF,
        Function::DivF,
    ]
    .map(call);
    for_each_index(&rows, |first| {
        let mut index = first.to_vec();
        let mut each = |machine: &mut Machine<'_, D>, at: i64| {
            machine.count_step()?;
            index[dim] = at;
            points.go(machine, &index);
            Ok::<_, Trap>(index.clone())
        };
        let mut values = Vec::new();
        let mut most = RuntimeValue::Data(machine.domain.constant(softmax.nan));
        for at in 0..shape[dim] {
            let index = each(machine, at)?;
            let value = source.read(machine, step, 0, &index)?;
            most = machine.compute(&max, &[&value, &most])?;
            values.push(value);
        }
        let mut sum = RuntimeValue::Data(machine.domain.constant(Scalar::new(softmax.ty, 0)));
        for (at, value) in (0..).zip(&mut values) {
            each(machine, at)?;
            let less = machine.compute(&sub, &[value, &most])?;
            *value = machine.compute(&exp, &[&less])?;
            sum = machine.compute(&add, &[value, &sum])?;
        }
        for (at, value) in (0..).zip(&values) {
            let index = each(machine, at)?;
            let result = machine.compute(&div, &[value, &sum])?;
            let data = machine.data(&result)?;
            target.write(machine, step, 1, 0, &index, Some(data))?;
        }
        Ok::<(), Trap>(())
    })?;
    points.leave(machine);
    if let (OperandArray::Tensor(tensor, _), Some(slot)) = (target, step.results.first()) {
        frame.set(*slot, RuntimeValue::Tensor(tensor));
    }
    Ok(())
}
