//! Numbers of independent runs, as one array of bits per value.

use super::bits::{BitOp, Bits, Word};
use super::simd;
use super::values::{Column, Values, contract_in_order};
use crate::domain::Domain;
use crate::function::Call;
use crate::{Scalar, ScalarType};

/// [`Bits`] in `N` lanes.
pub(super) struct BitLanes<'d, D, W, const N: usize>(pub Bits<'d, D, W>);

impl<D: Domain, W: Word, const N: usize> Values<D> for BitLanes<'_, D, W, N> {
    type V = [W; N];
    type Op = BitOp;

    fn blank(&mut self) -> [W; N] {
        [W::default(); N]
    }

    fn op(&mut self, call: &Call, types: &[ScalarType]) -> Option<BitOp> {
        self.0.op(call, types)
    }

    #[inline]
    fn apply(&mut self, op: BitOp, args: [[W; N]; 3]) -> Option<[W; N]> {
        let mut result = [W::default(); N];
        let [x, y, z] = &args;
        if simd::each(
            self.0.arch,
            op,
            &mut result,
            [x, y, z].map(|arg| Column::Each(&arg[..])),
        ) {
            return Some(result);
        }
        for (lane, value) in result.iter_mut().enumerate() {
            *value = self.0.apply(op, [x[lane], y[lane], z[lane]])?;
        }
        Some(result)
    }

    fn contract<'c>(
        &mut self,
        ops: [BitOp; 2],
        order: [bool; 2],
        c: &mut [[W; N]],
        rows: i64,
        row: impl Fn(i64) -> Option<([W; N], &'c [[W; N]])>,
    ) -> Option<()>
    where
        [W; N]: 'c,
    {
        match simd::contract::<W, [W; N]>(self.0.arch, ops, order[1], c, rows, &row) {
            Some(done) => done,
            None => contract_in_order(|op, args| Values::<D>::apply(self, op, args), ops, order, c, rows, row),
        }
    }

    fn constant(&mut self, value: Scalar) -> Option<[W; N]> {
        self.0.constant(value).map(|value| [value; N])
    }

    fn truth(&self, value: [W; N]) -> Option<bool> {
        let same = value.iter().all(|lane| *lane == value[0]);
        same.then(|| value[0] != W::default())
    }

    fn take(&self, data: D::Data, ty: ScalarType) -> Option<[W; N]> {
        let mut lanes = [0; N];
        if D::spread(&data, &mut lanes) != Some(ty) {
            return None;
        }
        let mut words = [W::default(); N];
        for (word, bits) in words.iter_mut().zip(lanes) {
            *word = super::bits::word_of(Scalar { ty, bits })?;
        }
        Some(words)
    }

    fn give(&mut self, value: [W; N], ty: ScalarType) -> D::Data {
        let lanes = value.map(|word| super::bits::scalar_of(word, ty).bits);
        let Some(data) = D::gather(ty, &lanes) else {
            unreachable!("a domain of lanes takes as many as it says");
        };
        data
    }
}
