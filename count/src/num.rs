//! Coefficients of affine forms: an `i128`, or where that overflows the name of a larger number.
//!
//! Forms are copied, hashed and compared all the time, so a coefficient is as small as an `i128` and is one but for the
//! lowest 2^32: those are names. Large numbers are kept once each for as long as the program runs; they are rare.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::ops::Neg;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use num_bigint::BigInt;
use num_integer::Integer;

use crate::arith::{Int, gcd};

/// A coefficient has at most so many bits: forms that outgrow them are [`CoefficientOverflow`](crate::arith::CoefficientOverflow).
pub(crate) const BITS_MAX: u64 = 1 << 14;

/// Least number that is not a name.
const SMALL_MIN: i128 = i128::MIN + (1 << 32);

/// A coefficient.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
// INVARIANT: a name only for what is no small number, and one name a number: equal numbers are equal.
pub(crate) struct Num(i128);

#[derive(Default)]
struct Large {
    all: Vec<Arc<BigInt>>,
    names: HashMap<Arc<BigInt>, i128>,
}

static LARGE: LazyLock<RwLock<Large>> = LazyLock::new(RwLock::default);

macro_rules! checked {
    ($($name:ident $op:tt;)*) => { $(
        /// `None` if the answer is too large.
        #[inline]
        pub fn $name(self, other: Num) -> Option<Num> {
            if self.is_small() && other.is_small()
                && let Some(answer) = self.0.$name(other.0)
                && answer >= SMALL_MIN
            {
                return Some(Num(answer));
            }
            Num::large(self.to_big() $op other.to_big())
        }
    )* };
}

impl Num {
    pub const ZERO: Num = Num(0);
    pub const ONE: Num = Num(1);

    checked! {
        checked_add +;
        checked_sub -;
        checked_mul *;
    }

    /// The number as an `i128`, if it is a small one.
    #[inline]
    pub fn small(self) -> Option<i128> {
        self.is_small().then_some(self.0)
    }

    #[inline]
    fn is_small(self) -> bool {
        self.0 >= SMALL_MIN
    }

    pub fn to_big(self) -> BigInt {
        if self.is_small() {
            return BigInt::from(self.0);
        }
        let large = LARGE.read().unwrap_or_else(PoisonError::into_inner);
        let at = usize::try_from(self.0 - i128::MIN).expect("names are 2^32");
        BigInt::clone(&large.all[at])
    }

    /// `None` if it is too large.
    pub fn large(number: BigInt) -> Option<Num> {
        if let Ok(number) = i128::try_from(&number)
            && number >= SMALL_MIN
        {
            return Some(Num(number));
        }
        if number.bits() > BITS_MAX {
            return None;
        }
        let mut large = LARGE.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&name) = large.names.get(&number) {
            return Some(Num(name));
        }
        let name = i128::MIN + large.all.len() as i128;
        if name >= SMALL_MIN {
            return None;
        }
        let number = Arc::new(number);
        large.all.push(number.clone());
        large.names.insert(number, name);
        Some(Num(name))
    }

    /// What is no larger than its operands.
    fn of(number: BigInt) -> Num {
        Num::large(number).expect("no larger than what there was")
    }

    #[inline]
    pub fn signum(self) -> Num {
        match self.cmp(&Num::ZERO) {
            Ordering::Less => -Num::ONE,
            Ordering::Equal => Num::ZERO,
            Ordering::Greater => Num::ONE,
        }
    }

    #[inline]
    pub fn abs(self) -> Num {
        if self < 0 { -self } else { self }
    }

    /// The quotient rounded down; `by` is positive.
    #[inline]
    pub fn div_floor(self, by: Num) -> Num {
        match (self.small(), by.small()) {
            (Some(number), Some(by)) => Num(number.div_euclid(by)),
            _ => Num::of(self.to_big().div_floor(&by.to_big())),
        }
    }

    /// What [`Num::div_floor`] leaves.
    #[inline]
    pub fn mod_floor(self, by: Num) -> Num {
        match (self.small(), by.small()) {
            (Some(number), Some(by)) => Num(number.rem_euclid(by)),
            _ => Num::of(self.to_big().mod_floor(&by.to_big())),
        }
    }

    /// Quotient and remainder, the remainder the nearer to zero.
    #[inline]
    pub fn nearest(self, by: Num) -> Option<(Num, Num)> {
        let (quotient, rest) = (self.div_floor(by), self.mod_floor(by));
        let other = rest.checked_sub(by)?;
        match rest > -other {
            true => Some((quotient.checked_add(Num::ONE)?, other)),
            false => Some((quotient, rest)),
        }
    }

    /// The absolute value, or the largest there is.
    pub fn size(self) -> u64 {
        self.small()
            .and_then(|number| u64::try_from(number.unsigned_abs()).ok())
            .unwrap_or(u64::MAX)
    }

    #[inline]
    pub fn divides(self, other: Num) -> bool {
        other.mod_floor(self) == 0
    }

    /// The greatest common divisor, not negative.
    #[inline]
    pub fn gcd(self, other: Num) -> Num {
        match (self.small(), other.small()) {
            (Some(left), Some(right)) => Num(gcd(left, right)),
            _ => Num::of(self.to_big().gcd(&other.to_big())),
        }
    }
}

impl Neg for Num {
    type Output = Num;

    #[inline]
    fn neg(self) -> Num {
        match self.small() {
            Some(number) => Num(-number),
            None => Num::of(-self.to_big()),
        }
    }
}

impl From<i128> for Num {
    fn from(number: i128) -> Num {
        match number >= SMALL_MIN {
            true => Num(number),
            false => Num::of(BigInt::from(number)),
        }
    }
}

impl From<Num> for Int {
    fn from(number: Num) -> Int {
        match number.small() {
            Some(number) => Int::Small(number),
            None => Int::from(number.to_big()),
        }
    }
}

impl PartialEq<i128> for Num {
    #[inline]
    fn eq(&self, other: &i128) -> bool {
        self.small() == Some(*other)
    }
}

impl PartialOrd<i128> for Num {
    #[inline]
    fn partial_cmp(&self, other: &i128) -> Option<Ordering> {
        match self.small() {
            Some(number) => number.partial_cmp(other),
            None => self.to_big().partial_cmp(&BigInt::from(*other)),
        }
    }
}

impl PartialOrd for Num {
    #[inline]
    fn partial_cmp(&self, other: &Num) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Num {
    #[inline]
    fn cmp(&self, other: &Num) -> Ordering {
        match (self.small(), other.small()) {
            (Some(left), Some(right)) => left.cmp(&right),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl fmt::Debug for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_big().fmt(f)
    }
}

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_big().fmt(f)
    }
}
