//! Concrete scalars: a type and a bit pattern.

use polyvet_ir::{Attr, FloatKind, Type};
use std::fmt;

/// Types whose values are computed: everything else is opaque to the interpreter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScalarType {
    /// `index`, 64 bits here.
    Index,
    /// An integer of 1 to 64 bits; arithmetic says whether it is signed, not the type.
    Int(u8),
    /// An IEEE format, computed at its own precision.
    Float(FloatKind),
}

impl ScalarType {
    /// The scalar type of `ty`; `None` for everything that is not an integer of at most 64 bits,
    /// `index` or a float with a meaning.
    pub fn of(ty: &Type) -> Option<ScalarType> {
        match ty {
            Type::Index => Some(ScalarType::Index),
            Type::Integer { width: 1..=64, .. } => match ty {
                Type::Integer { width, .. } => Some(ScalarType::Int(*width as u8)),
                _ => None,
            },
            Type::Float(kind) => Some(ScalarType::Float(*kind)),
            _ => None,
        }
    }

    /// Width in bits.
    pub fn bits(self) -> u32 {
        match self {
            ScalarType::Index => 64,
            ScalarType::Int(width) => width.into(),
            ScalarType::Float(kind) => kind.bits(),
        }
    }

    /// Not a float.
    pub fn is_integer(self) -> bool {
        !matches!(self, ScalarType::Float(_))
    }

    /// The lowest `bits()` bits set.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }
}

impl fmt::Display for ScalarType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScalarType::Index => f.write_str("index"),
            ScalarType::Int(width) => write!(f, "i{width}"),
            ScalarType::Float(kind) => f.write_str(kind.name()),
        }
    }
}

/// What an array holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ElementType {
    /// Its type, or that of its parts.
    pub ty: ScalarType,
    /// Whether it is a complex number, which has two parts.
    pub complex: bool,
}

impl ElementType {
    /// What an array with elements of type `ty` holds; `None` as for [`ScalarType::of`].
    pub fn of(ty: &Type) -> Option<ElementType> {
        let (ty, complex) = match ty {
            Type::Complex(part) => (&**part, true),
            ty => (ty, false),
        };
        ScalarType::of(ty).map(|ty| ElementType { ty, complex })
    }

    /// Numbers that it consists of.
    pub fn parts(self) -> usize {
        1 + usize::from(self.complex)
    }
}

impl From<ScalarType> for ElementType {
    fn from(ty: ScalarType) -> ElementType {
        ElementType { ty, complex: false }
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.complex {
            true => write!(f, "complex<{}>", self.ty),
            false => self.ty.fmt(f),
        }
    }
}

/// A concrete value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scalar {
    /// Its type.
    pub ty: ScalarType,
    /// Its bits in the low end; all above the width are zero.
    // INVARIANT: `bits & !ty.mask() == 0`
    pub bits: u64,
}

impl Scalar {
    /// The integer (or float bit pattern) `bits`, cut to the width of `ty`.
    pub fn new(ty: ScalarType, bits: u64) -> Scalar {
        Scalar {
            ty,
            bits: bits & ty.mask(),
        }
    }

    /// An `index`.
    pub fn index(value: i64) -> Scalar {
        Scalar::new(ScalarType::Index, value as u64)
    }

    /// An `i1`.
    pub fn bool(value: bool) -> Scalar {
        Scalar::new(ScalarType::Int(1), value.into())
    }

    /// An `f32`.
    pub fn f32(value: f32) -> Scalar {
        Scalar::new(ScalarType::Float(FloatKind::F32), value.to_bits().into())
    }

    /// An `f64`.
    pub fn f64(value: f64) -> Scalar {
        Scalar::new(ScalarType::Float(FloatKind::F64), value.to_bits())
    }

    /// `value` as a number of type `ty`: integers wrap, floats round to nearest even.
    pub fn from_i64(ty: ScalarType, value: i64) -> Scalar {
        match ty {
            ScalarType::Float(kind) => Scalar::from_f64(kind, value as f64),
            _ => Scalar::new(ty, value as u64),
        }
    }

    /// `value` rounded once, to nearest even, to `kind`.
    pub fn from_f64(kind: FloatKind, value: f64) -> Scalar {
        Scalar::new(ScalarType::Float(kind), kind.from_f64(value))
    }

    /// The number as a double: exact for all floats; `None` for integers.
    pub fn to_f64(self) -> Option<f64> {
        match self.ty {
            ScalarType::Float(kind) => Some(kind.to_f64(self.bits)),
            _ => None,
        }
    }

    /// The integer in two's complement; the bit pattern of a float.
    pub fn signed(self) -> i64 {
        let unused = 64 - self.ty.bits();
        ((self.bits << unused) as i64) >> unused
    }

    /// The integer without sign; the bit pattern of a float.
    pub fn unsigned(self) -> u64 {
        self.bits
    }

    /// `i1` and not zero.
    pub fn is_true(self) -> bool {
        self.bits != 0
    }

    /// A float that is no number.
    pub fn is_nan(self) -> bool {
        self.to_f64().is_some_and(f64::is_nan)
    }

    /// The value of an integer, boolean or float attribute.
    pub fn from_attr(attr: &Attr) -> Option<Scalar> {
        match attr {
            Attr::Bool(value) => Some(Scalar::bool(*value)),
            Attr::Int { value, ty } => Some(Scalar::new(ScalarType::of(ty)?, *value as u64)),
            Attr::Float { bits, ty } => Some(Scalar::new(ScalarType::of(ty)?, *bits)),
            _ => None,
        }
    }

    /// Equal bits; all NaNs count as one, since MLIR leaves their payload open.
    pub fn same(self, other: Scalar) -> bool {
        self == other || self.ty == other.ty && self.is_nan() && other.is_nan()
    }
}

/// Floats shortest round-trip with their point (`1.0`), NaNs with their bits, `i1` as a word.
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ty {
            ScalarType::Int(1) => write!(f, "{}", self.bits != 0),
            ScalarType::Index | ScalarType::Int(_) => write!(f, "{}", self.signed()),
            ScalarType::Float(kind) if self.is_nan() => {
                write!(f, "nan(0x{:0width$x})", self.bits, width = (kind.bits() / 4) as usize)
            }
            ScalarType::Float(FloatKind::F32) => write!(f, "{:?}", f32::from_bits(self.bits as u32)),
            ScalarType::Float(FloatKind::F64) => write!(f, "{:?}", f64::from_bits(self.bits)),
            ScalarType::Float(kind) => short(f, kind, self.bits),
        }
    }
}

/// The fewest decimal digits that round back to a number; whole numbers in full.
fn short(f: &mut fmt::Formatter<'_>, kind: FloatKind, bits: u64) -> fmt::Result {
    let exact = kind.to_f64(bits);
    if exact.fract() == 0.0 && exact.abs() < 1e7 {
        return write!(f, "{exact:?}");
    }
    for digits in 0..8 {
        let read: f64 = format!("{exact:.digits$e}").parse().unwrap_or(exact);
        if kind.from_f64(read) == bits {
            return write!(f, "{read:?}");
        }
    }
    write!(f, "{exact:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_shortest() {
        let show = |s: Scalar| s.to_string();
        assert_eq!(show(Scalar::f32(0.1)), "0.1");
        assert_eq!(show(Scalar::from_f64(FloatKind::F16, 0.1)), "0.1");
        assert_eq!(show(Scalar::from_f64(FloatKind::BF16, 3.1)), "3.1");
        assert_eq!(show(Scalar::from_f64(FloatKind::F16, 1e9)), "inf");
        assert_eq!(show(Scalar::f32(f32::from_bits(0x7fc0_0001))), "nan(0x7fc00001)");
        assert_eq!(show(Scalar::new(ScalarType::Int(8), 255)), "-1");
        assert_eq!(show(Scalar::bool(true)), "true");
        assert_eq!(show(Scalar::f32(-0.0)), "-0.0");
    }

    #[test]
    fn rounds_once() {
        // Halfway between two bf16 plus a bit that f32 cannot hold: rounding twice would go down.
        let tricky = 1.0 + f64::powi(2.0, -8) + f64::powi(2.0, -40);
        assert_eq!(
            Scalar::from_f64(FloatKind::BF16, tricky).to_f64(),
            Some(1.0 + f64::powi(2.0, -7))
        );
        let tricky = 1.0 + f64::powi(2.0, -11) + f64::powi(2.0, -40);
        assert_eq!(
            Scalar::from_f64(FloatKind::F16, tricky).to_f64(),
            Some(1.0 + f64::powi(2.0, -10))
        );
    }
}
