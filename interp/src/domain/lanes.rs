//! Numbers of `N` independent runs at once: the same program on `N` inputs, for little more than one.
//!
//! Lane 0 computes what [`Concrete`](super::Concrete) does. Control and indices must be the same in all lanes; where they
//! are not, and where a lane comes upon undefined behaviour, the run stops, and the inputs have to be run one by one.

use super::{Concrete, Domain, Elem, Input};
use crate::function::Call;
use crate::machine::Machine;
use crate::value::{Contents, Value};
use crate::{Scalar, ScalarType, Trap, eval};

/// The domain of `N` numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lanes<const N: usize> {
    seed: u64,
}

/// A number in each of `N` runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanesValue<const N: usize> {
    /// The type of all.
    pub ty: ScalarType,
    /// As in [`Scalar::bits`].
    pub bits: [u64; N],
}

impl<const N: usize> Lanes<N> {
    /// Inputs are small numbers that depend on the seed, the lane, the argument and the element.
    pub fn new(seed: u64) -> Lanes<N> {
        Lanes { seed }
    }
}

impl<const N: usize> LanesValue<N> {
    /// The number of one run.
    pub fn lane(&self, n: usize) -> Scalar {
        Scalar {
            ty: self.ty,
            bits: self.bits[n],
        }
    }
}

impl<const N: usize> Domain for Lanes<N> {
    type Data = LanesValue<N>;
    const LANES: usize = N;

    fn constant(&mut self, value: Scalar) -> LanesValue<N> {
        LanesValue {
            ty: value.ty,
            bits: [value.bits; N],
        }
    }

    fn input(&mut self, input: &Input<'_>) -> LanesValue<N> {
        let first = Concrete.input(input);
        let mut bits = [first.bits; N];
        for (lane, bits) in bits.iter_mut().enumerate().skip(1) {
            let seed = crate::args::scramble(self.seed ^ lane as u64 ^ u64::from(input.argument) << 32);
            let seed = (input.element.iter()).fold(seed, |seed, index| crate::args::scramble(seed ^ *index as u64));
            *bits = crate::inputs::small(input.ty, seed).bits;
        }
        LanesValue { ty: input.ty, bits }
    }

    fn apply(&mut self, call: &Call, args: &[LanesValue<N>]) -> Result<LanesValue<N>, Trap> {
        let mut bits = [0; N];
        for (lane, bits) in bits.iter_mut().enumerate() {
            let mut scalars = [Scalar::bool(false); 3];
            for (scalar, arg) in scalars.iter_mut().zip(args) {
                *scalar = arg.lane(lane);
            }
            *bits = eval::apply(call, &scalars[..args.len().min(3)])?.bits;
        }
        Ok(LanesValue { ty: call.result, bits })
    }

    fn known(&self, data: LanesValue<N>) -> Option<Scalar> {
        let same = data.bits.iter().all(|bits| *bits == data.bits[0]);
        same.then(|| data.lane(0))
    }

    /// A number if all lanes agree.
    fn elem(&self, data: LanesValue<N>) -> Elem {
        match self.known(data) {
            Some(value) => Elem::Scalar(value),
            None => {
                let mix = |key: u128, bits: &u64| {
                    let half = crate::args::scramble(key as u64 ^ bits);
                    (key << 64) ^ (key >> 64) ^ u128::from(half)
                };
                Elem::Abstract {
                    key: data.bits.iter().fold(0, mix),
                    text: None,
                }
            }
        }
    }

    fn spread(data: &LanesValue<N>, lanes: &mut [u64]) -> Option<ScalarType> {
        lanes.copy_from_slice(&data.bits);
        Some(data.ty)
    }

    fn gather(ty: ScalarType, lanes: &[u64]) -> Option<LanesValue<N>> {
        let bits = lanes.try_into().ok()?;
        Some(LanesValue { ty, bits })
    }

    fn invoke(machine: &mut Machine<'_, Self>, func: usize, args: Vec<Value<Self>>) -> Result<Vec<Value<Self>>, Trap> {
        machine.walk(func, args)
    }
}

impl<const N: usize> Machine<'_, Lanes<N>> {
    /// What a value holds in one run.
    ///
    /// # Errors
    /// As for [`Machine::read`].
    pub fn read_lane(&self, value: &Value<Lanes<N>>, lane: usize) -> Result<Contents, Trap> {
        let mut contents = self.read(value)?;
        if !matches!(value, Value::Index(_) | Value::Poison | Value::Unset) {
            let elem = |cell: Option<LanesValue<N>>| cell.map(|data| Elem::Scalar(data.lane(lane)));
            contents.elems = self.elements(value)?.into_iter().map(elem).collect();
        }
        Ok(contents)
    }
}
