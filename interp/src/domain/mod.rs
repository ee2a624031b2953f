//! Value domains: what stands for a number. One file a domain.
//!
//! Values of type `index` and all control flow are concrete in every domain; a domain is asked
//! only about data (floats and integers). What it knows to be a concrete number it says by
//! [`Domain::known`], and only such data may become an index or decide a branch.

mod bounded;
mod concrete;
mod field;
mod real;
mod reassociated;
mod shape;
mod term;

pub use bounded::{Bounded, BoundedValue, LIBRARY_ULPS};
pub use concrete::Concrete;
pub use field::{Field, FieldValue};
pub use real::Real;
pub use reassociated::{Reassociated, ReassociatedValue};
pub use shape::ShapeDomain;
pub(crate) use term::start as hash_start;
pub use term::{TermDomain, TermNode, TermOrigin, TermValue};

use crate::function::ScalarCall;
use crate::machine::Machine;
use crate::trap::Iteration;
use crate::value::RuntimeValue;
use crate::{Scalar, ScalarType, Trap, eval};
use polyvet_ir::OpId;
use std::fmt;
use std::rc::Rc;

/// An element of an argument whose contents the domain chooses.
#[derive(Clone, Debug)]
pub struct InputElement<'a> {
    /// Number of the argument; what tells inputs apart.
    pub argument: u32,
    /// Its name, for people only.
    pub name: &'a str,
    /// Type of the element.
    pub ty: ScalarType,
    /// Which element; empty for a scalar argument.
    pub element: &'a [i64],
}

/// What stands for data.
pub trait Domain {
    /// A value.
    type Data: Copy + PartialEq + fmt::Debug;

    /// Data are numbers and nothing else: [`Domain::known`] always knows, [`Domain::constant`] is its
    /// inverse, and [`Domain::apply`] is [`evaluate`](crate::evaluate).
    const NUMBERS: bool = false;

    /// Whether the domain needs to be told by [`Domain::enter`] of every operation.
    fn remembers_origins(&self) -> bool {
        false
    }

    /// What is computed from now on is computed by `op`, in these iterations of the loops around it.
    #[inline]
    fn enter(&mut self, _op: OpId, _loops: &[Iteration]) {}

    /// A literal, or a number that was an index.
    fn constant(&mut self, value: Scalar) -> Self::Data;

    /// An unknown element of an argument.
    fn input(&mut self, input: &InputElement<'_>) -> Self::Data;

    /// The result of an operation.
    ///
    /// # Errors
    /// Undefined results, as far as the domain can tell.
    fn apply(&mut self, call: &ScalarCall, args: &[Self::Data]) -> Result<Self::Data, Trap>;

    /// The number, if the domain knows it.
    fn known(&self, data: Self::Data) -> Option<Scalar>;

    /// For people and for comparison.
    fn elem(&self, data: Self::Data) -> DataElem;

    /// Runs function number `func`: `Machine::walk`, a line that every domain repeats.
    ///
    /// A function that is not generic belongs to this crate, and all that it calls with it. Without it the walk, which is
    /// generic, would be compiled again in every crate that runs programs, with that crate's optimisation.
    #[doc(hidden)]
    fn invoke(
        machine: &mut Machine<'_, Self>,
        func: usize,
        args: Vec<RuntimeValue<Self>>,
    ) -> Result<Vec<RuntimeValue<Self>>, Trap>
    where
        Self: Sized;
}

/// Data as it leaves the interpreter; the same type for all domains.
#[derive(Clone, Debug)]
pub enum DataElem {
    /// A number.
    Scalar(Scalar),
    /// Anything else: equal keys mean equal values.
    Abstract {
        /// Identity.
        key: u128,
        /// How to print it, if the domain kept that.
        text: Option<Rc<str>>,
    },
}

/// Numbers by their bits, where all NaNs of one type are equal.
impl PartialEq for DataElem {
    fn eq(&self, other: &DataElem) -> bool {
        match (self, other) {
            (DataElem::Scalar(x), DataElem::Scalar(y)) => x.same(*y),
            (DataElem::Abstract { key: x, .. }, DataElem::Abstract { key: y, .. }) => x == y,
            _ => false,
        }
    }
}

impl fmt::Display for DataElem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataElem::Scalar(value) => value.fmt(f),
            DataElem::Abstract { text: Some(text), .. } => f.write_str(text),
            DataElem::Abstract { key, .. } => write!(f, "#{:012x}", key >> 80),
        }
    }
}

/// Integer functions of known numbers are computed, in every domain: they have one exact result
/// whatever the rounding. `None` if an operand is unknown or a float is involved.
#[inline]
pub fn fold_integers(call: &ScalarCall, args: impl Iterator<Item = Option<Scalar>>) -> Option<Result<Scalar, Trap>> {
    if !call.result.is_integer() {
        return None;
    }
    let mut known = [Scalar::index(0); 3];
    let mut count = 0;
    for arg in args {
        *known.get_mut(count)? = arg.filter(|arg| arg.ty.is_integer())?;
        count += 1;
    }
    Some(eval::apply(call, &known[..count]))
}
