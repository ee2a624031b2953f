//! Exact numbers: integers that start as `i128` and grow when they must, and fractions of them.
//!
//! [`Int::Big`] holds only what `i128` does not, so equal numbers are equal values. [`Frac`] is reduced, its
//! denominator positive.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

/// A coefficient of an affine form outgrew all bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CoefficientOverflow;

/// The greatest common divisor, not negative.
pub(crate) fn gcd(left: i128, right: i128) -> i128 {
    let (mut left, mut right) = (left.unsigned_abs(), right.unsigned_abs());
    while right != 0 {
        if let (Ok(mut a), Ok(mut b)) = (u64::try_from(left), u64::try_from(right)) {
            // 128-bit division is slow.
            while b != 0 {
                (a, b) = (b, a % b);
            }
            return i128::from(a);
        }
        (left, right) = (right, left % right);
    }
    // Only gcd(MIN, 0) and gcd(MIN, MIN) do not fit; forms never hold MIN.
    i128::try_from(left).unwrap_or(1)
}

/// An integer of any size.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Int {
    Small(i128),
    // INVARIANT: not in `i128`.
    Big(BigInt),
}

macro_rules! ring {
    ($($name:ident $checked:ident $op:tt;)*) => { $(
        pub fn $name(&self, other: &Int) -> Int {
            if let (Int::Small(left), Int::Small(right)) = (self, other)
                && let Some(answer) = left.$checked(*right)
            {
                return Int::Small(answer);
            }
            Int::from(self.to_big() $op other.to_big())
        }
    )* };
}

impl Int {
    ring! {
        add checked_add +;
        sub checked_sub -;
        mul checked_mul *;
    }

    pub fn to_big(&self) -> BigInt {
        match self {
            Int::Small(number) => BigInt::from(*number),
            Int::Big(number) => number.clone(),
        }
    }

    pub fn neg(&self) -> Int {
        Int::Small(0).sub(self)
    }

    pub fn is_zero(&self) -> bool {
        *self == Int::Small(0)
    }

    pub fn is_negative(&self) -> bool {
        match self {
            Int::Small(number) => *number < 0,
            Int::Big(number) => number.is_negative(),
        }
    }

    /// The quotient rounded down; `by` is positive.
    pub fn div_floor(&self, by: &Int) -> Int {
        match (self, by) {
            (Int::Small(number), Int::Small(by)) => Int::Small(number.div_euclid(*by)),
            _ => Int::from(self.to_big().div_floor(&by.to_big())),
        }
    }

    pub fn gcd(&self, other: &Int) -> Int {
        match (self, other) {
            (Int::Small(left), Int::Small(right)) if *left != i128::MIN && *right != i128::MIN => {
                Int::Small(gcd(*left, *right))
            }
            _ => Int::from(self.to_big().gcd(&other.to_big())),
        }
    }
}

impl From<BigInt> for Int {
    fn from(number: BigInt) -> Int {
        number.to_i128().map_or(Int::Big(number), Int::Small)
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (self, other) {
            (Int::Small(left), Int::Small(right)) => left.cmp(right),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Int::Small(number) => number.fmt(f),
            Int::Big(number) => number.fmt(f),
        }
    }
}

/// A fraction.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Frac {
    num: Int,
    // INVARIANT: positive, without common divisor with `num`.
    den: Int,
}

impl Frac {
    pub const ZERO: Frac = Frac::int(0);
    pub const ONE: Frac = Frac::int(1);

    pub const fn int(number: i128) -> Frac {
        Frac {
            num: Int::Small(number),
            den: Int::Small(1),
        }
    }

    /// The integer.
    pub fn from(number: impl Into<Int>) -> Frac {
        Frac {
            num: number.into(),
            den: Int::Small(1),
        }
    }

    /// `num / den`; `den` is positive.
    pub fn new(num: Int, den: Int) -> Frac {
        let common = num.gcd(&den);
        if common == Int::Small(1) {
            return Frac { num, den };
        }
        Frac {
            num: num.div_floor(&common),
            den: den.div_floor(&common),
        }
    }

    pub fn num(&self) -> &Int {
        &self.num
    }

    pub fn den(&self) -> &Int {
        &self.den
    }

    pub fn is_zero(&self) -> bool {
        self.num.is_zero()
    }

    pub fn add(&self, other: &Frac) -> Frac {
        if self.den == other.den {
            return Frac::new(self.num.add(&other.num), self.den.clone());
        }
        let num = self.num.mul(&other.den).add(&other.num.mul(&self.den));
        Frac::new(num, self.den.mul(&other.den))
    }

    pub fn mul(&self, other: &Frac) -> Frac {
        Frac::new(self.num.mul(&other.num), self.den.mul(&other.den))
    }

    pub fn neg(&self) -> Frac {
        Frac {
            num: self.num.neg(),
            den: self.den.clone(),
        }
    }
}

/// `S_k` with `S_k(n) = 1^k + 2^k + .. + n^k`, as coefficients of `n^0 ..= n^(k+1)`, for every `k` up to `power`.
///
/// From `(n+1)^(m+1) - 1 = sum over j <= m of C(m+1, j) S_j(n)`. As polynomials they hold for all integers:
/// `S_k(b) - S_k(a - 1)` is the sum over `a ..= b` whenever `b >= a - 1`, negative `a` included.
pub(crate) fn faulhaber(power: usize) -> Vec<Vec<Frac>> {
    let binomials = |row: usize| {
        std::iter::successors(Some((0, BigInt::from(1))), move |(at, value)| {
            (*at < row).then(|| (at + 1, value * (row - at) / (at + 1)))
        })
        .map(|(_, value)| Frac {
            num: Int::from(value),
            den: Int::Small(1),
        })
    };
    let mut sums: Vec<Vec<Frac>> = Vec::with_capacity(power + 1);
    for m in 0..=power {
        let mut of: Vec<Frac> = binomials(m + 1).collect();
        of[0] = Frac::ZERO;
        for (lower, factor) in sums.iter().zip(binomials(m + 1)) {
            for (to, coefficient) in of.iter_mut().zip(lower) {
                *to = to.add(&coefficient.mul(&factor).neg());
            }
        }
        let share = Frac::new(Int::Small(1), Int::Small(m as i128 + 1));
        sums.push(of.iter().map(|coefficient| coefficient.mul(&share)).collect());
    }
    sums
}

impl Zero for Int {
    fn zero() -> Int {
        Int::Small(0)
    }

    fn is_zero(&self) -> bool {
        Int::is_zero(self)
    }
}

impl std::ops::Add for Int {
    type Output = Int;

    fn add(self, other: Int) -> Int {
        Int::add(&self, &other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(polynomial: &[Frac], n: i128) -> Frac {
        polynomial
            .iter()
            .rev()
            .fold(Frac::ZERO, |sum, coefficient| sum.mul(&Frac::int(n)).add(coefficient))
    }

    #[test]
    fn faulhaber_sums_powers_over_negative_ranges_too() {
        let sums = faulhaber(7);
        for (power, sum) in sums.iter().enumerate() {
            for low in -6..6i128 {
                for high in low - 1..8 {
                    let plain = (low..=high).map(|x| x.pow(power as u32)).sum();
                    let got = at(sum, high).add(&at(sum, low - 1).neg());
                    assert_eq!(got, Frac::int(plain), "power {power} over {low}..={high}");
                }
            }
        }
    }

    #[test]
    fn integers_grow_and_shrink() {
        let big = Int::Small(i128::MAX).add(&Int::Small(1));
        assert!(matches!(big, Int::Big(_)));
        assert_eq!(big.sub(&Int::Small(1)), Int::Small(i128::MAX));
        assert_eq!(big.div_floor(&Int::Small(2)), Int::Small(1 << 126));
        assert_eq!(Int::Small(-7).div_floor(&Int::Small(2)), Int::Small(-4));
        assert_eq!(Int::Small(i128::MIN).gcd(&Int::Small(6)), Int::Small(2));
    }
}
