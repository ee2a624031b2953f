//! Numbers from a seed, for what a program may find without having written it.

use crate::{Scalar, ScalarType};

/// One step of SplitMix64.
#[inline]
pub fn scramble(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A small integer: -8..=8 without zero in signed types, so that nothing vanishes by chance.
#[inline]
pub fn small(ty: ScalarType, seed: u64) -> Scalar {
    let random = scramble(seed);
    let size = 1 + (random >> 1) as i64 % 8;
    let value = match ty {
        ScalarType::Int(1) => (random & 1) as i64,
        ScalarType::Index => size - 1,
        ScalarType::Int(2..=4) => size % 2 + 1,
        _ if random & 1 == 1 => -size,
        _ => size,
    };
    Scalar::from_i64(ty, value)
}

/// Element `n` of an array of small integers.
pub fn small_element(ty: ScalarType, seed: u64, n: u64) -> Scalar {
    small(ty, scramble(seed) ^ n)
}
