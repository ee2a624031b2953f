//! Numbers of one format made those of another, bit by bit, rounded as IEEE 754-2019, section 4.3, says.
//!
//! A float is its sign, its exponent with the bias added, and its mantissa without the leading one. Read as one whole
//! number, exponent and mantissa count the floats of one sign from zero up; so the float above is that number plus one,
//! also where the mantissa is full, and above the largest one is infinity. That is how a number is rounded up here.
//!
//! Which NaN comes out is not fixed, here one without a payload.

use super::circuit::{Bit, Circuit, CircuitWord, FALSE, TRUE};
use polyvet_ir::{Attr, Attrs, FloatKind};

/// To which neighbour a number goes that lies between two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rounding {
    NearestEven,
    NearestAway,
    TowardZero,
    Upward,
    Downward,
}

impl Rounding {
    /// What an operation says of it (`arith.truncf`, attribute `roundingmode`); `None` for a mode that is not known.
    pub fn of(properties: &Attrs) -> Option<Rounding> {
        let Some(mode) = properties.get("roundingmode") else {
            return Some(Rounding::NearestEven);
        };
        match mode {
            Attr::Int { value, .. } => Rounding::by_number(*value),
            other => Rounding::by_number(other.as_i64()?.into()),
        }
    }

    fn by_number(number: i128) -> Option<Rounding> {
        Some(match number {
            0 => Rounding::NearestEven,
            1 => Rounding::Downward,
            2 => Rounding::Upward,
            3 => Rounding::TowardZero,
            4 => Rounding::NearestAway,
            _ => return None,
        })
    }

    /// Whether a number moves away from zero: the last bit that stays, the first that goes, whether others that go are
    /// set.
    fn is_up(self, c: &mut Circuit, sign: Bit, last: Bit, first: Bit, others: Bit) -> Bit {
        let inexact = c.or(first, others);
        match self {
            Rounding::NearestEven => {
                let tie = c.or(last, others);
                c.and(first, tie)
            }
            Rounding::NearestAway => first,
            Rounding::TowardZero => FALSE,
            Rounding::Upward => c.and(inexact, sign ^ 1),
            Rounding::Downward => c.and(inexact, sign),
        }
    }

    /// Whether what is too large becomes infinite, and not the largest number.
    fn to_infinity(self, sign: Bit) -> Bit {
        match self {
            Rounding::NearestEven | Rounding::NearestAway => TRUE,
            Rounding::TowardZero => FALSE,
            Rounding::Upward => sign ^ 1,
            Rounding::Downward => sign,
        }
    }
}

/// The widths of a format.
#[derive(Clone, Copy)]
struct Widths {
    exponent: usize,
    mantissa: usize,
}

impl Widths {
    fn of(kind: FloatKind) -> Widths {
        Widths {
            exponent: kind.exponent_bits() as usize,
            mantissa: kind.mantissa_bits() as usize,
        }
    }

    fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// Exponent and mantissa of infinity.
    fn infinity(self) -> CircuitWord {
        let mut word = vec![FALSE; self.mantissa];
        word.resize(self.mantissa + self.exponent, TRUE);
        word
    }

    /// Exponent and mantissa of a NaN.
    fn nan(self) -> CircuitWord {
        let mut word = self.infinity();
        word[self.mantissa - 1] = TRUE;
        word
    }

    fn largest(self) -> CircuitWord {
        let mut word = vec![TRUE; self.mantissa + self.exponent];
        word[self.mantissa] = FALSE;
        word
    }
}

fn any(c: &mut Circuit, bits: &[Bit]) -> Bit {
    bits.iter().fold(FALSE, |any, bit| c.or(any, *bit))
}

fn all(c: &mut Circuit, bits: &[Bit]) -> Bit {
    bits.iter().fold(TRUE, |all, bit| c.and(all, *bit))
}

/// A float as one of a format that has all its numbers; `None` where it has not.
pub(super) fn extended(c: &mut Circuit, x: &[Bit], from: FloatKind, to: FloatKind) -> Option<CircuitWord> {
    let (old, new) = (Widths::of(from), Widths::of(to));
    let has_others = new.mantissa < old.mantissa || new.exponent < old.exponent;
    if has_others || !from.is_ieee() || !to.is_ieee() {
        return None;
    }
    let (mantissa, exponent, sign) = fields(x, old)?;
    let below = new.mantissa - old.mantissa;
    let wide =
        |bits: &[Bit]| -> CircuitWord { std::iter::repeat_n(FALSE, below).chain(bits.iter().copied()).collect() };
    if old.exponent == new.exponent {
        return Some(wide(x));
    }
    // Numbers with a leading one.
    let mut moved: CircuitWord = exponent.to_vec();
    moved.resize(new.exponent, FALSE);
    let by = Circuit::constant((new.bias() - old.bias()) as u64, new.exponent);
    let moved = c.add(&moved, &by, FALSE);
    let normal: CircuitWord = wide(mantissa).into_iter().chain(moved).collect();
    // Numbers without one get one: the first bit that is set.
    let mut small = vec![FALSE; new.mantissa + new.exponent];
    for at in 0..old.mantissa {
        let power = 1 - old.bias() - (old.mantissa - at) as i64 + new.bias();
        let mut word = vec![FALSE; new.mantissa];
        for bit in 0..at {
            word[new.mantissa - at + bit] = mantissa[bit];
        }
        word.extend(Circuit::constant(u64::try_from(power).ok()?, new.exponent));
        small = c.select(mantissa[at], &word, &small);
    }
    let (is_small, is_last) = (any(c, exponent) ^ 1, all(c, exponent));
    let special: CircuitWord = wide(mantissa)
        .into_iter()
        .chain(std::iter::repeat_n(TRUE, new.exponent))
        .collect();
    let word = c.select(is_small, &small, &normal);
    let mut word = c.select(is_last, &special, &word);
    word.push(sign);
    Some(word)
}

fn fields(x: &[Bit], widths: Widths) -> Option<(&[Bit], &[Bit], Bit)> {
    let (mantissa, rest) = x.split_at_checked(widths.mantissa)?;
    let (sign, exponent) = rest.split_last()?;
    (exponent.len() == widths.exponent).then_some((mantissa, exponent, *sign))
}

/// A float as one of a format that has fewer numbers; `None` where it has others.
pub(super) fn narrowed(
    c: &mut Circuit,
    x: &[Bit],
    (from, to): (FloatKind, FloatKind),
    rounding: Rounding,
) -> Option<CircuitWord> {
    let (old, new) = (Widths::of(from), Widths::of(to));
    let has_others = new.mantissa >= old.mantissa || new.exponent > old.exponent;
    if has_others || !from.is_ieee() || !to.is_ieee() {
        return None;
    }
    let (mantissa, exponent, sign) = fields(x, old)?;
    let is_last = all(c, exponent);
    let has_payload = any(c, mantissa);
    let is_nan = c.and(is_last, has_payload);
    // The exponent in the new format, with two bits more: it may be negative, or too large.
    let length = old.exponent + 2;
    let mut moved: CircuitWord = exponent.to_vec();
    // What has no leading one has the exponent of the smallest number that has.
    let has_one = any(c, exponent);
    moved[0] = c.or(moved[0], has_one ^ 1);
    moved.resize(length, FALSE);
    let shift = Circuit::constant((old.bias() - new.bias()) as u64, length);
    let moved = c.subtract(&moved, &shift);
    let one = Circuit::constant(1, length);
    let missing = c.subtract(&one, &moved);
    let is_small = c.less_signed(&moved, &one);
    let zero = Circuit::constant(0, length);
    let distance = c.select(is_small, &missing, &zero);
    let mut significand: CircuitWord = mantissa.to_vec();
    significand.push(has_one);
    let (kept, lost) = shifted_down(c, &significand, &distance);
    // The exponent less one, for the leading one is added to it.
    let base = c.subtract(&moved, &one);
    let base = c.select(is_small, &zero, &base);
    let dropped = old.mantissa - new.mantissa;
    let mut size: CircuitWord = kept[dropped..].to_vec();
    size.resize(new.mantissa + length, FALSE);
    let above: CircuitWord = std::iter::repeat_n(FALSE, new.mantissa).chain(base).collect();
    let size = c.add(&size, &above, FALSE);
    let others = any(c, &kept[..dropped - 1]);
    let others = c.or(others, lost);
    let up = rounding.is_up(c, sign, size[0], kept[dropped - 1], others);
    let nothing = vec![FALSE; size.len()];
    let size = c.add(&size, &nothing, up);
    // From the exponent of infinity on.
    let mut infinity = new.infinity();
    infinity.resize(size.len(), FALSE);
    let is_large = c.less(&size, &infinity) ^ 1;
    let word: CircuitWord = size[..new.mantissa + new.exponent].to_vec();
    let beyond = c.select(rounding.to_infinity(sign), &new.infinity(), &new.largest());
    let word = c.select(is_large, &beyond, &word);
    let word = c.select(is_last, &new.infinity(), &word);
    let mut word = c.select(is_nan, &new.nan(), &word);
    word.push(sign);
    Some(word)
}

/// A word moved down, and whether a bit that is set went out.
fn shifted_down(c: &mut Circuit, x: &[Bit], by: &[Bit]) -> (CircuitWord, Bit) {
    let (mut word, mut lost) = (x.to_vec(), FALSE);
    for (at, bit) in by.iter().enumerate() {
        let distance = 1usize.checked_shl(at as u32).unwrap_or(usize::MAX).min(word.len());
        let out = any(c, &word[..distance]);
        let out = c.and(out, *bit);
        lost = c.or(lost, out);
        let moved: CircuitWord = (0..word.len())
            .map(|at| word.get(at + distance).copied().unwrap_or(FALSE))
            .collect();
        word = c.select(*bit, &moved, &word);
    }
    (word, lost)
}

/// A whole number as a float.
pub(super) fn from_integer(
    c: &mut Circuit,
    x: &[Bit],
    is_signed: bool,
    to: FloatKind,
    rounding: Rounding,
) -> Option<CircuitWord> {
    to.is_ieee().then_some(())?;
    let new = Widths::of(to);
    let sign = if is_signed { *x.last()? } else { FALSE };
    let zero = Circuit::constant(0, x.len());
    let opposite = c.subtract(&zero, x);
    let size = c.select(sign, &opposite, x);
    // Exponent and mantissa, the first bit that goes, and whether one of the others is set.
    let width = new.mantissa + new.exponent;
    let mut found = vec![FALSE; width + 2];
    let mut below = vec![FALSE];
    for bit in &size {
        let last = below.last().copied()?;
        below.push(c.or(last, *bit));
    }
    for top in 0..size.len() {
        let exponent = top as i64 + new.bias();
        let word: CircuitWord = if exponent >= (1 << new.exponent) - 1 {
            let mut word = c.select(rounding.to_infinity(sign), &new.infinity(), &new.largest());
            word.extend([FALSE, FALSE]);
            word
        } else {
            let bit = |at: i64| usize::try_from(at).map_or(FALSE, |at| size[at]);
            let first = top as i64 - new.mantissa as i64;
            let mut word: CircuitWord = (0..new.mantissa).map(|at| bit(first + at as i64)).collect();
            word.extend(Circuit::constant(exponent as u64, new.exponent));
            let others = usize::try_from(first - 1).map_or(FALSE, |count| below[count]);
            word.extend([bit(first - 1), others]);
            word
        };
        found = c.select(size[top], &word, &found);
    }
    let up = rounding.is_up(c, sign, found[0], found[width], found[width + 1]);
    let nothing = vec![FALSE; width];
    let mut word = c.add(&found[..width], &nothing, up);
    word.push(sign);
    Some(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use half::{bf16, f16};
    use proptest::prelude::*;

    fn value(word: Option<CircuitWord>) -> u64 {
        Circuit::as_constant(&word.expect("known formats")).expect("constants give constants")
    }

    fn widen(x: u64, from: FloatKind, to: FloatKind) -> u64 {
        let mut c = Circuit::new();
        let word = Circuit::constant(x, from.bits() as usize);
        value(extended(&mut c, &word, from, to))
    }

    fn narrow(x: u64, from: FloatKind, to: FloatKind, rounding: Rounding) -> u64 {
        let mut c = Circuit::new();
        let word = Circuit::constant(x, from.bits() as usize);
        value(narrowed(&mut c, &word, (from, to), rounding))
    }

    fn whole(x: u64, width: usize, is_signed: bool, to: FloatKind) -> u64 {
        let mut c = Circuit::new();
        let word = Circuit::constant(x, width);
        value(from_integer(&mut c, &word, is_signed, to, Rounding::NearestEven))
    }

    use FloatKind::{BF16, F16, F32, F64};
    use Rounding::{Downward, NearestAway, NearestEven, TowardZero, Upward};

    #[test]
    fn every_small_float_is_itself_when_wider() {
        for bits in 0..=u16::MAX {
            let (x, y) = (f16::from_bits(bits), bf16::from_bits(bits));
            if !x.is_nan() {
                assert_eq!(widen(bits.into(), F16, F32), u64::from(x.to_f32().to_bits()));
                assert_eq!(widen(bits.into(), F16, F64), x.to_f64().to_bits());
            }
            if !y.is_nan() {
                assert_eq!(widen(bits.into(), BF16, F32), u64::from(y.to_f32().to_bits()));
                assert_eq!(widen(bits.into(), BF16, F64), y.to_f64().to_bits());
            }
        }
        assert!(f64::from_bits(widen(f32::NAN.to_bits().into(), F32, F64)).is_nan());
    }

    /// Both neighbours of a number in `f16`, by searching all.
    fn around(x: f64) -> (f16, f16) {
        let all = || (0..=u16::MAX).map(f16::from_bits).filter(|y| !y.is_nan());
        let low = all().filter(|y| y.to_f64() <= x).max_by(|p, q| p.total_cmp(q));
        let high = all().filter(|y| y.to_f64() >= x).min_by(|p, q| p.total_cmp(q));
        (low.expect("there is -inf"), high.expect("there is inf"))
    }

    #[test]
    fn rounded_to_a_side_a_number_goes_to_its_neighbour() {
        for x in [
            1.0 / 3.0,
            -1.0 / 3.0,
            1e-6,
            -1e-7,
            3e-8,
            65519.0,
            65520.0,
            -70000.0,
            1e30,
            2049.0,
            1.0,
        ] {
            let ((low, high), bits) = (around(x), x.to_bits());
            let is = |rounding| f16::from_bits(narrow(bits, F64, F16, rounding) as u16).to_f64();
            assert_eq!(is(Downward), low.to_f64(), "{x}");
            assert_eq!(is(Upward), high.to_f64(), "{x}");
            assert_eq!(is(TowardZero), if x < 0.0 { high } else { low }.to_f64(), "{x}");
        }
        // Half way between two: 2049 between 2048 and 2050.
        let is = |rounding| f16::from_bits(narrow(2049f64.to_bits(), F64, F16, rounding) as u16).to_f64();
        assert_eq!((is(NearestEven), is(NearestAway)), (2048.0, 2050.0));
    }

    /// The nearest of the formats' numbers around `about`, of which the crate may round twice: it narrows to `f32` first, or
    /// leaves low bits out. Differences of numbers that are near each other are exact.
    fn nearest(x: f64, about: u16, value: impl Fn(u16) -> f64) -> u16 {
        if value(about).is_infinite() {
            return about;
        }
        let around = [about.saturating_sub(1), about, about.saturating_add(1)];
        let near = |bits: &u16| value(*bits).is_finite() && value(*bits).is_sign_negative() == x.is_sign_negative();
        let mut around: Vec<u16> = around.into_iter().filter(near).collect();
        around.sort_by(|one, other| {
            let apart = |bits: &u16| (value(*bits) - x).abs();
            apart(one).total_cmp(&apart(other)).then((one % 2).cmp(&(other % 2)))
        });
        around[0]
    }

    proptest! {
        #[test]
        fn floats_are_rounded_as_by_the_machine(wide: u64, by in -40i32..40, x: u32) {
            let near = f64::from_bits(wide & ((1 << 52) - 1) | 1023 << 52) * 2f64.powi(by);
            for y in [f64::from_bits(wide), near, -near, f64::from(near as f32), near * 1e-310] {
                if y.is_nan() {
                    prop_assert!(f32::from_bits(narrow(y.to_bits(), F64, F32, NearestEven) as u32).is_nan());
                    continue;
                }
                prop_assert_eq!(narrow(y.to_bits(), F64, F32, NearestEven), u64::from((y as f32).to_bits()));
                let f16_of = nearest(y, f16::from_f64(y).to_bits(), |bits| f16::from_bits(bits).to_f64());
                prop_assert_eq!(narrow(y.to_bits(), F64, F16, NearestEven), u64::from(f16_of));
                let bf16_of = nearest(y, bf16::from_f64(y).to_bits(), |bits| bf16::from_bits(bits).to_f64());
                prop_assert_eq!(narrow(y.to_bits(), F64, BF16, NearestEven), u64::from(bf16_of));
            }
            let x = f32::from_bits(x);
            if !x.is_nan() {
                prop_assert_eq!(widen(x.to_bits().into(), F32, F64), f64::from(x).to_bits());
                prop_assert_eq!(narrow(x.to_bits().into(), F32, F16, NearestEven), u64::from(f16::from_f32(x).to_bits()));
                prop_assert_eq!(narrow(x.to_bits().into(), F32, BF16, NearestEven), u64::from(bf16::from_f32(x).to_bits()));
            }
        }

        #[test]
        fn whole_numbers_are_rounded_as_by_the_machine(x: u64, less in 0..64u32) {
            let x = x >> less;
            prop_assert_eq!(whole(x, 64, false, F64), (x as f64).to_bits());
            prop_assert_eq!(whole(x, 64, true, F64), (x as i64 as f64).to_bits());
            prop_assert_eq!(whole(x, 64, false, F32), u64::from((x as f32).to_bits()));
            prop_assert_eq!(whole(x, 64, true, F32), u64::from((x as i64 as f32).to_bits()));
            let (short, signed) = (x as u32, x as u32 as i32);
            prop_assert_eq!(whole(short.into(), 32, true, F64), f64::from(signed).to_bits());
            // Every `i32` is a `f64`, so only one of these two rounds.
            prop_assert_eq!(whole(short.into(), 32, true, F16), u64::from(f16::from_f64(signed.into()).to_bits()));
        }
    }
}
