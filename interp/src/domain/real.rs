//! Real numbers, with bounds: what the expressions of a program are before anything is rounded to its formats.
//!
//! Every float is computed in double precision, casts between formats do nothing, and with each value goes the bound of its error
//! ([`BoundedValue`]). Sums in another order, and contracted products, are the same real number. So values farther apart than
//! their bounds are those of expressions that no reordering makes one, however much the formats of the program round.

use super::{Bounded, BoundedValue, Concrete, DataElem, Domain, InputElement};
use crate::function::{Flags, Function, ScalarCall};
use crate::machine::Machine;
use crate::value::RuntimeValue;
use crate::{Scalar, ScalarType, Trap};
use polyvet_ir::FloatKind;

/// The domain of real numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Real;

const DOUBLE: ScalarType = ScalarType::Float(FloatKind::F64);

fn wide(ty: ScalarType) -> ScalarType {
    match ty {
        ScalarType::Float(_) => DOUBLE,
        other => other,
    }
}

fn widened(value: Scalar) -> Scalar {
    match (value.ty, value.to_f64()) {
        (ScalarType::Float(_), Some(number)) => Scalar::f64(number),
        _ => value,
    }
}

impl Domain for Real {
    type Data = BoundedValue;

    fn constant(&mut self, value: Scalar) -> BoundedValue {
        BoundedValue::exact(widened(value))
    }

    fn input(&mut self, input: &InputElement<'_>) -> BoundedValue {
        BoundedValue::exact(widened(Concrete.input(input)))
    }

    fn apply(&mut self, call: &ScalarCall, args: &[BoundedValue]) -> Result<BoundedValue, Trap> {
        let of_floats = |ty: ScalarType| matches!(ty, ScalarType::Float(_));
        match (call.function, args) {
            (Function::ExtF | Function::TruncF | Function::ConvertF, [x]) => Ok(*x),
            // The bits are those of a format.
            (Function::Bitcast, [x]) if of_floats(x.value.ty) || of_floats(call.result) => {
                Ok(BoundedValue::unbounded(Scalar::new(wide(call.result), 0)))
            }
            _ => Bounded.apply(
                &ScalarCall::new(call.function, wide(call.result), Flags::default()),
                args,
            ),
        }
    }

    fn known(&self, data: BoundedValue) -> Option<Scalar> {
        Bounded.known(data)
    }

    fn elem(&self, data: BoundedValue) -> DataElem {
        Bounded.elem(data)
    }

    fn invoke(
        machine: &mut Machine<'_, Self>,
        func: usize,
        args: Vec<RuntimeValue<Self>>,
    ) -> Result<Vec<RuntimeValue<Self>>, Trap> {
        machine.walk(func, args)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_in_a_narrow_format_is_not_rounded_to_it() {
        let call = |function| ScalarCall::new(function, ScalarType::Float(FloatKind::BF16), Flags::default());
        let number = |value: f64| Real.constant(Scalar::from_f64(FloatKind::BF16, value));
        let sum = Real
            .apply(&call(Function::AddF), &[number(256.0), number(1.0)])
            .expect("defined");
        assert_eq!(sum.value.to_f64(), Some(257.0));
        let cut = Real.apply(&call(Function::TruncF), &[sum]).expect("defined");
        assert_eq!(cut.value.to_f64(), Some(257.0));
        assert!(sum.error() < 1e-12);
        let bits = ScalarCall::new(Function::Bitcast, ScalarType::Int(16), Flags::default());
        assert_eq!(Real.apply(&bits, &[sum]).expect("defined").error(), f64::INFINITY);
    }
}
