//! Trees of operations in which all float literals of one type are the same leaf.
//!
//! Two programs whose values have equal shapes do the same operations on the same operands in the same order, but for
//! their constants. Then nothing was reordered, so rounding is no excuse where the numbers differ.

use super::term::{Term, TermValue};
use super::{Domain, Elem, Input};
use crate::function::Call;
use crate::machine::Machine;
use crate::value::Value;
use crate::{Scalar, ScalarType, Trap};

/// The domain of shapes.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    trees: Term,
}

impl Shape {
    /// Hashes only.
    pub fn new() -> Shape {
        Shape::default()
    }
}

/// The number of no argument.
const LITERAL: u32 = u32::MAX;

impl Domain for Shape {
    type Data = TermValue;

    fn constant(&mut self, value: Scalar) -> TermValue {
        match value.ty {
            ScalarType::Float(_) => self.trees.input(&Input {
                argument: LITERAL,
                name: "literal",
                ty: value.ty,
                element: &[],
            }),
            _ => self.trees.constant(value),
        }
    }

    fn input(&mut self, input: &Input<'_>) -> TermValue {
        self.trees.input(input)
    }

    fn apply(&mut self, call: &Call, args: &[TermValue]) -> Result<TermValue, Trap> {
        self.trees.apply(call, args)
    }

    fn known(&self, data: TermValue) -> Option<Scalar> {
        self.trees.known(data)
    }

    fn elem(&self, data: TermValue) -> Elem {
        self.trees.elem(data)
    }

    fn invoke(machine: &mut Machine<'_, Self>, func: usize, args: Vec<Value<Self>>) -> Result<Vec<Value<Self>>, Trap> {
        machine.walk(func, args)
    }
}
