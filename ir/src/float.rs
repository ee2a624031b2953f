//! Formats of floating-point numbers: what they are called, and how their bits are to be read.
//!
//! A format is a sign, exponent bits with a bias, and the bits of the significand but its first one. Formats differ in
//! what is no number ([`FloatSpecials`]). Sources: IEEE 754-2019, section 3.4; OCP 8-bit Floating Point Specification 1.0;
//! LLVM's `APFloat`, whose conversions MLIR folds with.

/// Floating-point formats that have a meaning here; all others are [`crate::Type::Opaque`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatKind {
    /// IEEE binary16
    F16,
    /// bfloat16
    BF16,
    /// IEEE binary32
    F32,
    /// IEEE binary64
    F64,
    /// `f8E5M2`: as IEEE 754 would have it.
    F8E5M2,
    /// `f8E4M3`: as IEEE 754 would have it.
    F8E4M3,
    /// `f8E3M4`: as IEEE 754 would have it.
    F8E3M4,
    /// `f8E4M3FN`: finite, with a NaN of either sign.
    F8E4M3FN,
}

/// What a format has besides numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatSpecials {
    /// The largest exponent is that of infinities and NaNs.
    Ieee,
    /// Where all bits but the sign are set is a NaN; what is too large becomes it.
    NanOnly,
}

impl FloatKind {
    /// All of them, in the order of their declaration.
    pub const ALL: [FloatKind; 8] = [
        FloatKind::F16,
        FloatKind::BF16,
        FloatKind::F32,
        FloatKind::F64,
        FloatKind::F8E5M2,
        FloatKind::F8E4M3,
        FloatKind::F8E3M4,
        FloatKind::F8E4M3FN,
    ];

    /// As in MLIR.
    pub fn name(self) -> &'static str {
        self.format().0
    }

    /// Name, exponent bits, bits of the significand that are written, specials.
    fn format(self) -> (&'static str, u32, u32, FloatSpecials) {
        use FloatSpecials::{Ieee, NanOnly};
        match self {
            FloatKind::F8E5M2 => ("f8E5M2", 5, 2, Ieee),
            FloatKind::F8E4M3 => ("f8E4M3", 4, 3, Ieee),
            FloatKind::F8E3M4 => ("f8E3M4", 3, 4, Ieee),
            FloatKind::F8E4M3FN => ("f8E4M3FN", 4, 3, NanOnly),
            FloatKind::F16 => ("f16", 5, 10, Ieee),
            FloatKind::BF16 => ("bf16", 8, 7, Ieee),
            FloatKind::F32 => ("f32", 8, 23, Ieee),
            FloatKind::F64 => ("f64", 11, 52, Ieee),
        }
    }

    /// The format called `name`.
    pub fn named(name: &str) -> Option<FloatKind> {
        FloatKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Width in bits.
    pub fn bits(self) -> u32 {
        1 + self.exponent_bits() + self.mantissa_bits()
    }

    /// Bits of the exponent.
    pub fn exponent_bits(self) -> u32 {
        self.format().1
    }

    /// Bits of the significand without its first one, which is not written.
    pub fn mantissa_bits(self) -> u32 {
        self.format().2
    }

    /// Binary digits, the one that is not written included.
    pub fn digits(self) -> u32 {
        self.mantissa_bits() + 1
    }

    /// What is added to exponents.
    pub fn bias(self) -> i32 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    /// What it has besides numbers.
    pub fn specials(self) -> FloatSpecials {
        self.format().3
    }

    /// Whether it has infinities and NaNs as IEEE 754 has.
    pub fn is_ieee(self) -> bool {
        self.specials() == FloatSpecials::Ieee
    }

    /// The sign alone, which is -0.
    pub fn sign(self) -> u64 {
        1 << (self.bits() - 1)
    }

    /// The bits of 1.
    pub fn one(self) -> u64 {
        (self.bias() as u64) << self.mantissa_bits()
    }

    /// All bits of the exponent.
    pub fn exponent_mask(self) -> u64 {
        ((1 << self.exponent_bits()) - 1) << self.mantissa_bits()
    }

    /// The bits of infinity; `None` if there is none.
    pub fn infinity(self) -> Option<u64> {
        self.is_ieee().then(|| self.exponent_mask())
    }

    /// The bits of the NaN that operations make.
    pub fn nan(self) -> u64 {
        match self.specials() {
            FloatSpecials::Ieee => self.exponent_mask() | 1 << (self.mantissa_bits() - 1),
            FloatSpecials::NanOnly => self.sign() - 1,
        }
    }

    /// The bits of the largest finite number.
    pub fn largest(self) -> u64 {
        match self.specials() {
            FloatSpecials::Ieee => self.exponent_mask() - 1,
            FloatSpecials::NanOnly => self.sign() - 2,
        }
    }

    /// Bits as MLIR writes them: `0x7C00`.
    pub fn literal(self, bits: u64) -> String {
        format!("0x{bits:0width$X}", width = self.bits().div_ceil(4) as usize)
    }

    /// The number with these bits, exactly.
    pub fn to_f64(self, bits: u64) -> f64 {
        match self {
            FloatKind::F16 => half::f16::from_bits(bits as u16).to_f64(),
            FloatKind::BF16 => half::bf16::from_bits(bits as u16).to_f64(),
            FloatKind::F32 => f32::from_bits(bits as u32).into(),
            FloatKind::F64 => f64::from_bits(bits),
            _ => self.small_to_f64(bits),
        }
    }

    fn small_to_f64(self, bits: u64) -> f64 {
        let size = bits & (self.sign() - 1);
        let (exponent, mantissa) = (size >> self.mantissa_bits(), size & ((1 << self.mantissa_bits()) - 1));
        let step = |exponent: i32| f64::powi(2.0, exponent - self.bias() - self.mantissa_bits() as i32);
        let value = match self.infinity() {
            Some(infinity) if size == infinity => f64::INFINITY,
            Some(infinity) if size > infinity => f64::NAN,
            None if size == self.nan() => f64::NAN,
            _ if exponent == 0 => mantissa as f64 * step(1),
            _ => (mantissa | 1 << self.mantissa_bits()) as f64 * step(exponent as i32),
        };
        if bits & self.sign() == 0 { value } else { -value }
    }

    /// The bits of `value` rounded once, to nearest even.
    pub fn from_f64(self, value: f64) -> u64 {
        match self {
            FloatKind::F16 => half::f16::from_f32(to_odd(value)).to_bits().into(),
            FloatKind::BF16 => half::bf16::from_f32(to_odd(value)).to_bits().into(),
            FloatKind::F32 => (value as f32).to_bits().into(),
            FloatKind::F64 => value.to_bits(),
            _ => self.small_from_f64(value),
        }
    }

    fn small_from_f64(self, value: f64) -> u64 {
        let sign = if value.is_sign_negative() { self.sign() } else { 0 };
        if value.is_nan() {
            return sign | self.nan();
        }
        // What lies between two numbers is a multiple of this, exactly.
        let least = 1 - self.bias();
        let size = value.abs();
        let exponent = ((size.to_bits() >> 52) as i32 - 1023).max(least);
        let step = exponent - self.mantissa_bits() as i32;
        // The quotient has no more than 53 digits, as the divisor is a power of two.
        let steps = if size.is_infinite() {
            f64::MAX
        } else {
            (size / f64::powi(2.0, step)).round_ties_even()
        };
        let written = (exponent - least) as f64 * f64::powi(2.0, self.mantissa_bits() as i32) + steps;
        match (written <= self.largest() as f64, self.infinity()) {
            (true, _) => sign | written as u64,
            (false, Some(infinity)) => sign | infinity,
            (false, None) => sign | self.nan(),
        }
    }
}

/// `value` in single precision, rounded to odd: what is lost leaves its trace in the last bit, so that
/// rounding again to half the digits is correct. (`half::f16::from_f64` drops 32 bits unseen.)
fn to_odd(value: f64) -> f32 {
    let nearest = value as f32;
    if f64::from(nearest) == value || value.is_nan() {
        return nearest;
    }
    let away = f64::from(nearest).abs() > value.abs();
    f32::from_bits((nearest.to_bits() - u32::from(away)) | 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_itself() {
        for kind in FloatKind::ALL.into_iter().filter(|kind| kind.bits() <= 16) {
            assert_eq!(FloatKind::named(kind.name()), Some(kind));
            assert_eq!(FloatKind::ALL[kind as usize], kind);
            for bits in 0..1u64 << kind.bits() {
                let value = kind.to_f64(bits);
                assert!(
                    value.is_nan() || kind.from_f64(value) == bits,
                    "{kind:?} {bits:#x} is {value}"
                );
            }
        }
    }

    #[test]
    fn numbers_go_to_the_nearest() {
        for kind in FloatKind::ALL.into_iter().filter(|kind| kind.bits() == 8) {
            let mut last = 0.0;
            for bits in 1..=kind.largest() {
                let value = kind.to_f64(bits);
                assert!(value > last, "{kind:?} {bits:#x}");
                let middle = (last + value) / 2.0;
                let even = bits - bits % 2;
                assert_eq!(
                    kind.from_f64(middle),
                    even,
                    "{kind:?}: the middle of {last} and {value}"
                );
                assert_eq!(kind.from_f64(middle.next_down()), bits - 1);
                assert_eq!(kind.from_f64(-middle.next_up()), bits | kind.sign());
                last = value;
            }
            // Halfway to what would come next.
            let step = last - kind.to_f64(kind.largest() - 1);
            let beyond = kind.infinity().unwrap_or(kind.nan());
            assert_eq!(kind.from_f64((last + step / 2.0).next_down()), kind.largest());
            assert_eq!(kind.from_f64((last + step / 2.0).next_up()), beyond);
            assert_eq!(kind.from_f64(f64::INFINITY), beyond);
            assert_eq!(kind.from_f64(1.0), kind.one());
            assert!(kind.to_f64(kind.nan()).is_nan());
        }
        let known = [
            (FloatKind::F8E5M2, 57344.0),
            (FloatKind::F8E4M3, 240.0),
            (FloatKind::F8E3M4, 15.5),
            (FloatKind::F8E4M3FN, 448.0),
        ];
        for (kind, largest) in known {
            assert_eq!(kind.to_f64(kind.largest()), largest, "{kind:?}");
        }
    }

    #[test]
    fn constants_of_known_formats() {
        assert_eq!(FloatKind::F16.nan(), 0x7e00);
        assert_eq!(FloatKind::BF16.infinity(), Some(0x7f80));
        assert_eq!(FloatKind::F32.one(), 1.0f32.to_bits().into());
        assert_eq!(FloatKind::F64.nan(), f64::NAN.to_bits());
        assert_eq!(FloatKind::F64.largest(), f64::MAX.to_bits());
    }
}
