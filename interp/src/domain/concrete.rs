//! Numbers: IEEE floats, integers in two's complement.

use super::{DataElem, Domain, InputElement};
use crate::function::ScalarCall;
use crate::machine::Machine;
use crate::value::RuntimeValue;
use crate::{Scalar, Trap, eval};

/// The domain of numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Concrete;

impl Domain for Concrete {
    type Data = Scalar;
    const NUMBERS: bool = true;

    fn constant(&mut self, value: Scalar) -> Scalar {
        value
    }

    /// A small number that depends on the argument and the element only.
    fn input(&mut self, input: &InputElement<'_>) -> Scalar {
        let mut seed = u64::from(input.argument) + 1;
        for index in input.element {
            seed = crate::draw::scramble(seed ^ *index as u64);
        }
        crate::draw::small(input.ty, seed)
    }

    fn apply(&mut self, call: &ScalarCall, args: &[Scalar]) -> Result<Scalar, Trap> {
        eval::apply(call, args)
    }

    fn known(&self, data: Scalar) -> Option<Scalar> {
        Some(data)
    }

    fn elem(&self, data: Scalar) -> DataElem {
        DataElem::Scalar(data)
    }

    fn invoke(
        machine: &mut Machine<'_, Self>,
        func: usize,
        args: Vec<RuntimeValue<Self>>,
    ) -> Result<Vec<RuntimeValue<Self>>, Trap> {
        machine.walk(func, args)
    }
}
