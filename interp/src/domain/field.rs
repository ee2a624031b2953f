//! Polynomials over a prime field, evaluated at random points.
//!
//! `+`, `-` and `*` (and `fma`, negation) of floats and of integers of any width alike are those of
//! the field of `P = 2^61 - 1`; everything else is an uninterpreted function, hashed into the field.
//! A value is its residue at two independent points, so the same residues mean the same element of the
//! ring, whatever the order and grouping of sums and products.
//!
//! What equality means. Let both programs compute integer polynomials over inputs and applications of
//! uninterpreted functions. Polynomials that are equal always have equal residues. Two that differ
//! modulo `P` have, by Schwartz and Zippel, equal residues with a probability of at most `(d / P)^2`,
//! `d` their degree; with `n` distinct leaves the hashes of two of them coincide with at most
//! `n^2 / P^2`. For a million leaves and degree 2^20 that is below 2^-80 for each comparison. This
//! takes the points to be random: they are a fixed hash of argument and subscript (and of a seed,
//! [`Field::with_seed`]), so a run repeats exactly.
//!
//! What it ignores, on purpose: rounding, overflow to infinity, NaN, the sign of zero (`0 * x = 0`),
//! and for integers nothing: a polynomial identity over the integers holds in every width. (Integers
//! may be equal in a narrow width though their residues differ: `256 * x` in `i8`.)
//!
//! Constants. Integers below 2^59 stand for themselves, with sign. A float that is a fraction of a small
//! denominator rounded to its format, as 1/6 is, stands for the fraction ([`fraction`]): so the matrices of
//! Winograd's algorithm are what they are meant to be, and no two floats of a format are one fraction. Other floats
//! of at most 2^29 that are multiples of 2^-29 are mapped exactly. In the field `2^61 = 1`, so all others, which could meet, are
//! leaves of their own, `-c` the negative of `c`. For the same reason polynomials whose coefficients
//! reach 2^60, as by doubling 60 times, may alias.
//!
//! Beyond ring laws: maximum, minimum, and, or, exclusive or are associative and commutative: their
//! value is a hash of the multiset of operands. Equal operands and the neutral element are dropped
//! where the function allows it; idempotence deeper down is not seen. Integer functions of numbers are
//! computed, as in [`TermDomain`](super::TermDomain), so that control and indices stay concrete.

use super::{DataElem, Domain, InputElement, fold_integers};
use crate::function::{Function, ScalarCall};
use crate::machine::Machine;
use crate::value::RuntimeValue;
use crate::{Scalar, ScalarType, Trap, eval};
use std::rc::Rc;

/// The prime 2^61 - 1.
const P: u64 = (1 << 61) - 1;

/// An element of the field at two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Residues([u64; 2]);

/// A value.
#[derive(Clone, Copy, Debug)]
pub struct FieldValue {
    residues: Residues,
    ty: ScalarType,
    /// The number, of a literal.
    known: Option<Scalar>,
    /// The function of a maximum and the like, and the sum of the hashes of its operands.
    operands: Option<(Function, Residues)>,
}

/// Equal residues.
impl PartialEq for FieldValue {
    fn eq(&self, other: &FieldValue) -> bool {
        self.residues == other.residues
    }
}

/// The domain of polynomials.
#[derive(Clone, Copy, Debug, Default)]
pub struct Field {
    seed: u64,
}

impl Field {
    /// At the points everyone uses.
    pub fn new() -> Field {
        Field::default()
    }

    /// At other points.
    pub fn with_seed(seed: u64) -> Field {
        Field { seed }
    }
}

#[inline]
fn add(x: u64, y: u64) -> u64 {
    let sum = x + y;
    if sum >= P { sum - P } else { sum }
}

#[inline]
fn negate(x: u64) -> u64 {
    if x == 0 { 0 } else { P - x }
}

#[inline]
fn multiply(x: u64, y: u64) -> u64 {
    let product = u128::from(x) * u128::from(y);
    // 2^61 = 1: the high part counts as it stands.
    add((product as u64) & P, (product >> 61) as u64)
}

impl Residues {
    #[inline]
    fn map(self, f: impl Fn(u64) -> u64) -> Residues {
        Residues(self.0.map(f))
    }

    #[inline]
    fn zip(self, other: Residues, f: impl Fn(u64, u64) -> u64) -> Residues {
        Residues([f(self.0[0], other.0[0]), f(self.0[1], other.0[1])])
    }

    #[inline]
    fn add(self, other: Residues) -> Residues {
        self.zip(other, add)
    }

    #[inline]
    fn multiply(self, other: Residues) -> Residues {
        self.zip(other, multiply)
    }

    #[inline]
    fn negate(self) -> Residues {
        self.map(negate)
    }

    fn integer(value: i64) -> Residues {
        let size = value.unsigned_abs() % P;
        let residue = if value < 0 { negate(size) } else { size };
        Residues([residue; 2])
    }
}

const INPUT: u64 = 0x696e_7075;
const CONSTANT: u64 = 0x636f_6e73;
const OPERAND: u64 = 0x6f70_6572;

/// A hash into the field, at both points.
#[derive(Clone, Copy)]
struct Hash([u64; 2]);

impl Hash {
    fn new(seed: u64, kind: u64) -> Hash {
        let start = Hash([0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344]);
        start.word(seed).word(kind)
    }

    fn word(self, word: u64) -> Hash {
        let [x, y] = self.0;
        Hash([
            crate::draw::scramble(x ^ word),
            crate::draw::scramble(y.rotate_left(23) ^ word),
        ])
    }

    fn residues(self, residues: Residues) -> Hash {
        let [x, y] = residues.0;
        let Hash([first, second]) = self;
        Hash([
            crate::draw::scramble(first ^ x),
            crate::draw::scramble(second.rotate_left(23) ^ y),
        ])
    }

    fn ty(self, ty: ScalarType) -> Hash {
        self.word(match ty {
            ScalarType::Index => 0,
            ScalarType::Int(width) => width.into(),
            ScalarType::Float(kind) => 100 + kind as u64,
        })
    }

    /// Almost uniform: one residue in 2^58 is more frequent.
    fn finish(self) -> Residues {
        Residues(self.0.map(|x| crate::draw::scramble(x) % P))
    }
}

/// `value * 2^29` where that is an integer of at most 2^58.
fn scaled(value: f64) -> Option<i64> {
    let scaled = value * f64::from(1 << 29);
    (scaled.fract() == 0.0 && scaled.abs() <= (1_u64 << 58) as f64).then_some(scaled as i64)
}

/// Multiples of one over this are themselves.
const DYADIC: f64 = 1024.0;
/// Larger floats are no fractions.
const FRACTION_MAX: f64 = 1024.0;

/// The fraction of least denominator that rounds to a float, if that has about a third of the digits of the format: then
/// it is hardly so by chance.
fn fraction(value: Scalar, float: f64) -> Option<(i64, i64)> {
    let ScalarType::Float(kind) = value.ty else { return None };
    if !float.is_finite() || (float * DYADIC).fract() == 0.0 || float.abs() > FRACTION_MAX {
        return None;
    }
    let most = 1_i64 << (kind.digits() / 3).min(10);
    (3..=most).find_map(|divisor| {
        let dividend = (float * divisor as f64).round();
        let rounded = Scalar::from_f64(kind, dividend / divisor as f64);
        rounded.same(value).then_some((dividend as i64, divisor))
    })
}

/// The `n` with `n * x = 1`.
fn inverse(x: u64) -> u64 {
    let (mut power, mut result) = (x, 1);
    // By Fermat, x^(P-2); all bits of P - 2 but the second are set.
    for bit in 0..61 {
        if bit != 1 {
            result = multiply(result, power);
        }
        power = multiply(power, power);
    }
    result
}

impl Field {
    fn of_constant(self, value: Scalar) -> Residues {
        let leaf = |negative: bool, size: u64| {
            let leaf = Hash::new(self.seed, CONSTANT).word(size).finish();
            if negative { leaf.negate() } else { leaf }
        };
        let Some(float) = value.to_f64() else {
            let integer = value.signed();
            return match integer.unsigned_abs() < 1 << 59 {
                true => Residues::integer(integer),
                false => leaf(integer < 0, integer.unsigned_abs()),
            };
        };
        if let Some((dividend, divisor)) = fraction(value, float) {
            return Residues::integer(dividend).multiply(Residues([inverse(divisor.unsigned_abs()); 2]));
        }
        // 2^-29 = 2^32, since 2^61 = 1.
        match scaled(float) {
            Some(integer) => Residues::integer(integer).multiply(Residues::integer(1 << 32)),
            None if float.is_nan() => leaf(false, u64::MAX),
            None => leaf(float.is_sign_negative(), float.abs().to_bits()),
        }
    }

    /// A function that depends on its operands and nothing else.
    fn uninterpreted(self, call: &ScalarCall, args: &[FieldValue]) -> Residues {
        let start = Hash::new(self.seed, call.key);
        args.iter()
            .fold(start, |hash, arg| hash.ty(arg.ty).residues(arg.residues))
            .finish()
    }

    /// The sum of hashes of the operands of nested applications of `function`.
    fn operands(self, function: Function, arg: &FieldValue) -> Residues {
        match arg.operands {
            Some((nested, sum)) if nested == function => sum,
            _ => Hash::new(self.seed, OPERAND).residues(arg.residues).finish(),
        }
    }

    /// A function of the multiset of its operands.
    fn gathered(self, call: &ScalarCall, x: &FieldValue, y: &FieldValue) -> FieldValue {
        let neutral = eval::neutral(call.function, call.result);
        let is_neutral = |arg: &FieldValue| neutral.is_some() && arg.known.zip(neutral).is_some_and(|(x, y)| x.same(y));
        if is_neutral(x) {
            return *y;
        }
        if is_neutral(y) || x == y && call.function != Function::XOrI {
            return *x;
        }
        let sum = self.operands(call.function, x).add(self.operands(call.function, y));
        let value = Hash::new(self.seed, call.key).residues(sum).finish();
        FieldValue {
            operands: Some((call.function, sum)),
            ..plain(call.result, value)
        }
    }
}

#[inline]
fn plain(ty: ScalarType, residues: Residues) -> FieldValue {
    FieldValue {
        residues,
        ty,
        known: None,
        operands: None,
    }
}

impl Domain for Field {
    type Data = FieldValue;

    fn constant(&mut self, value: Scalar) -> FieldValue {
        FieldValue {
            known: Some(value),
            ..plain(value.ty, self.of_constant(value))
        }
    }

    #[inline]
    fn input(&mut self, input: &InputElement<'_>) -> FieldValue {
        let head = Hash::new(self.seed, INPUT).word(input.argument.into()).ty(input.ty);
        let leaf = input.element.iter().fold(head, |hash, index| hash.word(*index as u64));
        plain(input.ty, leaf.finish())
    }

    fn apply(&mut self, call: &ScalarCall, args: &[FieldValue]) -> Result<FieldValue, Trap> {
        use Function::*;
        if let Some(result) = fold_integers(call, args.iter().map(|arg| arg.known)) {
            return Ok(self.constant(result?));
        }
        if let Some(residues) = polynomial(call.function, args) {
            return Ok(plain(call.result, residues));
        }
        let residues = match (call.function, args) {
            (Select, [condition, then, otherwise]) => match condition.known {
                Some(condition) => return Ok(if condition.is_true() { *then } else { *otherwise }),
                None if then == otherwise => return Ok(*then),
                None => self.uninterpreted(call, args),
            },
            (MaximumF | MinimumF | MaxNumF | MinNumF | MaxSI | MaxUI | MinSI | MinUI | AndI | OrI | XOrI, [x, y]) => {
                return Ok(self.gathered(call, x, y));
            }
            _ => self.uninterpreted(call, args),
        };
        Ok(plain(call.result, residues))
    }

    #[inline]
    fn known(&self, data: FieldValue) -> Option<Scalar> {
        data.known
    }

    /// Prints numbers as such, everything else as its residue.
    fn elem(&self, data: FieldValue) -> DataElem {
        let [x, y] = data.residues.0;
        DataElem::Abstract {
            key: u128::from(x) << 64 | u128::from(y),
            text: data.known.map(|known| Rc::from(known.to_string())),
        }
    }

    fn invoke(
        machine: &mut Machine<'_, Self>,
        func: usize,
        args: Vec<RuntimeValue<Self>>,
    ) -> Result<Vec<RuntimeValue<Self>>, Trap> {
        machine.walk(func, args)
    }
}

impl Field {
    /// Whether the results of a function are those of [`Field::in_ring`], whatever the operands.
    pub fn is_in_ring(call: &ScalarCall) -> bool {
        use Function::*;
        !call.result.is_integer() && matches!(call.function, AddF | SubF | MulF | NegF | Fma)
    }

    /// The result of a function of [`Field::is_in_ring`], which needs no domain and is never an error.
    ///
    /// # Panics
    /// Where it is another function, or has another number of operands.
    #[inline(always)]
    pub fn in_ring(call: &ScalarCall, args: &[FieldValue]) -> FieldValue {
        let Some(residues) = polynomial(call.function, args) else {
            unreachable!("a function of the ring");
        };
        plain(call.result, residues)
    }
}

/// Functions of the ring.
#[inline(always)]
fn polynomial(function: Function, args: &[FieldValue]) -> Option<Residues> {
    use Function::*;
    Some(match (function, args) {
        (AddI | AddF | AddUIExtended, [x, y]) => x.residues.add(y.residues),
        (SubI | SubF | SubUIExtended, [x, y]) => x.residues.add(y.residues.negate()),
        (MulI | MulF | MulSILow | MulUILow, [x, y]) => x.residues.multiply(y.residues),
        (NegF, [x]) => x.residues.negate(),
        (Fma, [x, y, z]) => x.residues.multiply(y.residues).add(z.residues),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::Flags;
    use polyvet_ir::FloatKind;

    const F32: ScalarType = ScalarType::Float(FloatKind::F32);

    fn input(n: i64) -> FieldValue {
        Field::new().input(&InputElement {
            argument: 0,
            name: "A",
            ty: F32,
            element: &[n],
        })
    }

    fn apply(function: Function, args: &[FieldValue]) -> FieldValue {
        let call = ScalarCall::new(function, F32, Flags::default());
        Field::new().apply(&call, args).expect("defined")
    }

    #[test]
    fn obeys_the_ring_laws() {
        use Function::*;
        let [x, y, z] = [1, 2, 3].map(input);
        let zero = Field::new().constant(Scalar::f32(-0.0));
        let one = Field::new().constant(Scalar::f32(1.0));
        assert_eq!(apply(AddF, &[x, y]), apply(AddF, &[y, x]));
        assert_eq!(
            apply(AddF, &[apply(AddF, &[x, y]), z]),
            apply(AddF, &[x, apply(AddF, &[z, y])])
        );
        let both = apply(AddF, &[apply(MulF, &[x, z]), apply(MulF, &[y, z])]);
        assert_eq!(apply(MulF, &[apply(AddF, &[x, y]), z]), both);
        assert_eq!(apply(Fma, &[x, z, apply(MulF, &[z, y])]), both);
        assert_eq!(apply(SubF, &[x, x]), zero);
        assert_eq!(apply(MulF, &[x, one]), x);
        assert_eq!(apply(NegF, &[apply(SubF, &[x, y])]), apply(SubF, &[y, x]));
        assert_ne!(apply(AddF, &[x, y]), apply(AddF, &[x, z]));
        assert_ne!(apply(MulF, &[x, x]), apply(AddF, &[x, x]));
        assert_ne!(apply(DivF, &[x, y]), apply(DivF, &[y, x]));
    }

    #[test]
    fn constants_are_exact_or_leaves() {
        let constant = |value: f64| Field::new().constant(Scalar::f64(value));
        let sum = |x: f64, y: f64| apply(Function::AddF, &[constant(x), constant(y)]);
        assert_eq!(sum(0.5, 0.25), constant(0.75));
        assert_eq!(sum(-1.5, 1.0), constant(-0.5));
        assert_eq!(sum(3e-9, -3e-9), constant(0.0));
        let powers = (-80..80).map(|n| constant(f64::powi(2.0, n)).residues.0[0]);
        assert_eq!(powers.collect::<std::collections::HashSet<_>>().len(), 160);
        let integer = |value: i64| Field::new().constant(Scalar::from_i64(ScalarType::Int(64), value));
        assert_ne!(integer(1), integer(1 << 61));
        assert_eq!(constant(f64::NAN), constant(-f64::NAN));
        assert_ne!(constant(f64::INFINITY), constant(f64::NEG_INFINITY));
    }

    #[test]
    fn rounded_fractions_are_fractions() {
        let constant = |value: f32| Field::new().constant(Scalar::f32(value));
        let product = |x: f32, y: f32| apply(Function::MulF, &[constant(x), constant(y)]);
        assert_eq!(product(1.0 / 6.0, 6.0), constant(1.0));
        assert_eq!(product(-4.0 / 15.0, 15.0), constant(-4.0));
        assert_eq!(product(0.1, 10.0), constant(1.0));
        assert_ne!(
            product(f32::from_bits((1.0_f32 / 6.0).to_bits() + 1), 6.0),
            constant(1.0)
        );
        assert_ne!(constant(0.125), constant(0.1));
    }

    #[test]
    fn a_maximum_is_one_of_a_multiset() {
        use Function::*;
        let [x, y, z] = [1, 2, 3].map(input);
        let least = Field::new().constant(Scalar::f32(f32::NEG_INFINITY));
        let max = |x, y| apply(MaximumF, &[x, y]);
        assert_eq!(max(max(x, y), z), max(y, max(z, x)));
        assert_eq!(max(least, max(x, y)), max(y, max(x, least)));
        assert_eq!(max(x, x), x);
        assert_ne!(max(x, y), max(x, z));
        assert_ne!(max(x, y), apply(MinimumF, &[x, y]));
        assert_ne!(max(max(x, y), z), max(apply(MinimumF, &[x, y]), z));
    }
}
