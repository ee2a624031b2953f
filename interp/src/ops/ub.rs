//! `ub`: undefined behaviour.
//!
//! Poison may be passed on, chosen between and stored (what is stored was then never written). A
//! scalar function of it, a subscript, a condition are errors; lanes of vectors are poison each by
//! itself.

use super::shape::extents;
use crate::code::{DecodeRefusal, DecodeSite, DecodedKind as OpKind, DecodedOp};
use crate::domain::Domain;
use crate::machine::{CallFrame, Machine};
use crate::value::RuntimeValue;
use crate::{Code, ScalarType, Trap};
use polyvet_ir::{Attr, Type};
use std::rc::Rc;

pub(crate) enum UbOp {
    Scalar,
    /// Extents and element type; a vector, else a tensor.
    Array(Vec<i64>, ScalarType, bool),
    Unreachable,
}

pub(crate) fn decode(site: &DecodeSite<'_>) -> Result<OpKind, DecodeRefusal> {
    let kind = match site.op.name.as_str() {
        "ub.poison" => poison(site)?,
        "ub.unreachable" => UbOp::Unreachable,
        _ => return site.other(),
    };
    Ok(OpKind::Poison(kind))
}

fn poison(site: &DecodeSite<'_>) -> Result<UbOp, DecodeRefusal> {
    site.shape(0, 1, 0)?;
    if !matches!(site.op.attr("value"), None | Some(Attr::Opaque(_))) {
        return DecodeRefusal::unsupported("partly poison values are not supported");
    }
    let ty = site.result_type(0)?;
    let elem = site.scalar(ty)?;
    match ty {
        Type::Vector { .. } | Type::Tensor { .. } => {
            let shape: Option<Vec<i64>> = extents(site, ty)?.into_iter().collect();
            match shape {
                Some(shape) => Ok(UbOp::Array(shape, elem, matches!(ty, Type::Vector { .. }))),
                None => DecodeRefusal::unsupported("`ub.poison` of dynamic extents is not supported"),
            }
        }
        _ if ScalarType::of(ty).is_some() => Ok(UbOp::Scalar),
        _ => DecodeRefusal::unsupported("`ub.poison` of this type is not supported"),
    }
}

pub(crate) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &UbOp,
) -> Result<(), Trap> {
    let value = match kind {
        UbOp::Scalar => RuntimeValue::Poison,
        UbOp::Array(shape, ty, is_vector) => {
            let cells = vec![None; machine.memory.admit(shape)?];
            let array = Rc::new(machine.memory.tensor(shape.clone(), *ty, cells));
            if *is_vector {
                RuntimeValue::Vector(array)
            } else {
                RuntimeValue::Tensor(array)
            }
        }
        UbOp::Unreachable => {
            return Err(Trap::new(
                Code::AssertionFailed,
                "a place is reached that promises not to be",
            ));
        }
    };
    frame.set(step.results[0], value);
    Ok(())
}
