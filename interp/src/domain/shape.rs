//! Trees of operations in which all float literals of one type are the same leaf.
//!
//! Two programs whose values have equal shapes do the same operations on the same operands in the same order, but for
//! their constants. Then nothing was reordered, so rounding is no excuse where the numbers differ.

use super::term::{TermDomain, TermValue};
use super::{DataElem, Domain, InputElement};
use crate::function::ScalarCall;
use crate::machine::Machine;
use crate::value::RuntimeValue;
use crate::{Scalar, ScalarType, Trap};

/// The domain of shapes.
#[derive(Clone, Debug, Default)]
pub struct ShapeDomain {
    trees: TermDomain,
}

impl ShapeDomain {
    /// Hashes only.
    pub fn new() -> ShapeDomain {
        ShapeDomain::default()
    }
}

/// The number of no argument.
const LITERAL: u32 = u32::MAX;

impl Domain for ShapeDomain {
    type Data = TermValue;

    fn constant(&mut self, value: Scalar) -> TermValue {
        match value.ty {
            ScalarType::Float(_) => self.trees.input(&InputElement {
                argument: LITERAL,
                name: "literal",
                ty: value.ty,
                element: &[],
            }),
            _ => self.trees.constant(value),
        }
    }

    fn input(&mut self, input: &InputElement<'_>) -> TermValue {
        self.trees.input(input)
    }

    fn apply(&mut self, call: &ScalarCall, args: &[TermValue]) -> Result<TermValue, Trap> {
        self.trees.apply(call, args)
    }

    fn known(&self, data: TermValue) -> Option<Scalar> {
        self.trees.known(data)
    }

    fn elem(&self, data: TermValue) -> DataElem {
        self.trees.elem(data)
    }

    fn invoke(
        machine: &mut Machine<'_, Self>,
        func: usize,
        args: Vec<RuntimeValue<Self>>,
    ) -> Result<Vec<RuntimeValue<Self>>, Trap> {
        machine.walk(func, args)
    }
}
