//! Float functions: each in its own format. `f16` and `bf16` go through `f32` (`f64` for `fma`), where
//! one operation is exact enough that rounding again gives the correctly rounded result for
//! `+ - * / sqrt` (Figueroa: at least 2p + 2 digits). Elementary functions are the C library's, or
//! Rust's. A NaN that an operation makes is the positive quiet one; `negf`, `absf`, `copysign`,
//! selections and copies keep its bits.

use super::erf;
use crate::function::{FloatPredicate, Function, ScalarCall};
use crate::{Code, Scalar, ScalarType, Trap};
use polyvet_ir::FloatKind;

macro_rules! float_math {
    ($name:ident, $float:ty, $erf:path, $erfc:path) => {
        pub mod $name {
            use super::*;

            /// The larger; NaN if one is.
            #[inline]
            pub fn maximum(x: $float, y: $float) -> $float {
                if x.is_nan() || y.is_nan() {
                    <$float>::NAN
                } else if x == y {
                    if x.is_sign_negative() { y } else { x }
                } else if x > y {
                    x
                } else {
                    y
                }
            }

            /// The larger; the other if one is NaN.
            #[inline]
            pub fn max_num(x: $float, y: $float) -> $float {
                match (x.is_nan(), y.is_nan()) {
                    (true, _) => y,
                    (_, true) => x,
                    _ => maximum(x, y),
                }
            }

            pub fn unary(function: Function, x: $float) -> Option<$float> {
                use Function::*;
                Some(match function {
                    Sqrt => x.sqrt(),
                    Rsqrt => 1.0 / x.sqrt(),
                    Cbrt => x.cbrt(),
                    Exp => x.exp(),
                    Exp2 => x.exp2(),
                    ExpM1 => x.exp_m1(),
                    Log => x.ln(),
                    Log2 => x.log2(),
                    Log10 => x.log10(),
                    Log1p => x.ln_1p(),
                    Sin => x.sin(),
                    Cos => x.cos(),
                    Tan => x.tan(),
                    Asin => x.asin(),
                    Acos => x.acos(),
                    Atan => x.atan(),
                    Sinh => x.sinh(),
                    Cosh => x.cosh(),
                    Tanh => x.tanh(),
                    Asinh => x.asinh(),
                    Acosh => x.acosh(),
                    Atanh => x.atanh(),
                    Erf => $erf(x),
                    Erfc => $erfc(x),
                    Floor => x.floor(),
                    Ceil => x.ceil(),
                    Round => x.round(),
                    RoundEven => x.round_ties_even(),
                    Trunc => x.trunc(),
                    _ => return None,
                })
            }

            pub fn binary(function: Function, x: $float, y: $float) -> Option<$float> {
                use Function::*;
                Some(match function {
                    AddF => x + y,
                    SubF => x - y,
                    MulF => x * y,
                    DivF => x / y,
                    RemF => x % y,
                    MaximumF => maximum(x, y),
                    MinimumF => -maximum(-x, -y),
                    MaxNumF => max_num(x, y),
                    MinNumF => -max_num(-x, -y),
                    // Rounded correctly where that is easy: a library may be off by one bit.
                    PowF if y == 2.0 => x * x,
                    PowF if y == -1.0 => 1.0 / x,
                    PowF => x.powf(y),
                    Atan2 => x.atan2(y),
                    _ => return None,
                })
            }

            pub fn ternary(function: Function, x: $float, y: $float, z: $float) -> Option<$float> {
                use Function::*;
                Some(match function {
                    Fma => x.mul_add(y, z),
                    ClampF => -maximum(-maximum(x, y), -z),
                    _ => return None,
                })
            }

            pub fn compute(function: Function, args: &[$float]) -> Option<$float> {
                match *args {
                    [x] => unary(function, x),
                    [x, y] => binary(function, x, y),
                    [x, y, z] => ternary(function, x, y, z),
                    _ => None,
                }
            }

            pub fn powi(base: $float, exponent: i64) -> $float {
                let (mut result, mut square, mut left): ($float, $float, u64) = (1.0, base, exponent.unsigned_abs());
                while left > 0 {
                    if left & 1 == 1 {
                        result *= square;
                    }
                    square *= square;
                    left >>= 1;
                }
                if exponent < 0 { 1.0 / result } else { result }
            }
        }
    };
}

float_math!(single, f32, erf::erf32, erf::erfc32);
float_math!(double, f64, erf::erf, erf::erfc);

/// `None` if the operands do not fit the function.
pub(super) fn apply(call: &ScalarCall, args: &[Scalar]) -> Option<Scalar> {
    use Function::*;
    let ScalarType::Float(kind) = args[0].ty else {
        return None;
    };
    if args.iter().any(|arg| arg.ty != args[0].ty) {
        return None;
    }
    let first = args[0].to_f64()?;
    let truth = match call.function {
        CmpF(predicate) => Some(compare(predicate, first, args[1].to_f64()?)),
        IsNan => Some(first.is_nan()),
        IsInf => Some(first.is_infinite()),
        IsFinite => Some(first.is_finite()),
        IsNormal => Some(is_normal(kind, args[0].bits)),
        _ => None,
    };
    if let Some(truth) = truth {
        return (call.result == ScalarType::Int(1)).then(|| Scalar::bool(truth));
    }
    if call.result != args[0].ty {
        return None;
    }
    let sign = (call.result.mask() >> 1) + 1;
    let bits = args[0].bits;
    match call.function {
        NegF => return Some(Scalar::new(call.result, bits ^ sign)),
        AbsF => return Some(Scalar::new(call.result, bits & !sign)),
        CopySign => return Some(Scalar::new(call.result, bits & !sign | args[1].bits & sign)),
        _ => {}
    }
    compute(kind, call.function, args).map(canonical)
}

fn compute(kind: FloatKind, function: Function, args: &[Scalar]) -> Option<Scalar> {
    let mut singles = [0.0_f32; 3];
    let mut doubles = [0.0_f64; 3];
    for (n, arg) in args.iter().enumerate() {
        doubles[n] = arg.to_f64()?;
        singles[n] = doubles[n] as f32;
    }
    let count = args.len();
    match kind {
        FloatKind::F64 => double::compute(function, &doubles[..count]).map(Scalar::f64),
        FloatKind::F32 => single::compute(function, &singles[..count]).map(Scalar::f32),
        _ if function == Function::Fma => Some(Scalar::from_f64(kind, doubles[0].mul_add(doubles[1], doubles[2]))),
        _ => single::compute(function, &singles[..count]).map(|value| Scalar::from_f64(kind, value.into())),
    }
}

fn canonical(value: Scalar) -> Scalar {
    match value.ty {
        ScalarType::Float(kind) if value.is_nan() => Scalar::new(value.ty, kind.nan()),
        _ => value,
    }
}

fn is_normal(kind: FloatKind, bits: u64) -> bool {
    let size = bits & !kind.sign();
    size >> kind.mantissa_bits() != 0 && size <= kind.largest()
}

/// A comparison of floats.
#[inline]
pub fn compare(predicate: FloatPredicate, x: f64, y: f64) -> bool {
    use FloatPredicate::*;
    let unordered = x.is_nan() || y.is_nan();
    match predicate {
        False => false,
        Oeq => x == y,
        Ogt => x > y,
        Oge => x >= y,
        Olt => x < y,
        Ole => x <= y,
        One => !unordered && x != y,
        Ord => !unordered,
        Ueq => unordered || x == y,
        Ugt => unordered || x > y,
        Uge => unordered || x >= y,
        Ult => unordered || x < y,
        Ule => unordered || x <= y,
        Une => unordered || x != y,
        Uno => unordered,
        True => true,
    }
}

/// `math.fpowi`: repeated squaring, as LLVM's `powi` does.
pub(super) fn fpowi(base: Scalar, exponent: i64) -> Option<Scalar> {
    let ScalarType::Float(kind) = base.ty else { return None };
    let value = base.to_f64()?;
    Some(canonical(match kind {
        FloatKind::F64 => Scalar::f64(double::powi(value, exponent)),
        _ => Scalar::from_f64(kind, single::powi(value as f32, exponent).into()),
    }))
}

/// Conversions between floats and to and from integers; `None` if the types do not fit.
pub(super) fn convert(call: &ScalarCall, arg: Scalar) -> Option<Result<Scalar, Trap>> {
    use Function::*;
    let to_float = match call.result {
        ScalarType::Float(kind) => Some(kind),
        _ => None,
    };
    Some(match call.function {
        ExtF if to_float?.bits() > arg.ty.bits() => Ok(canonical(Scalar::from_f64(to_float?, arg.to_f64()?))),
        TruncF if to_float?.bits() < arg.ty.bits() => Ok(canonical(Scalar::from_f64(to_float?, arg.to_f64()?))),
        ConvertF if to_float?.bits() == arg.ty.bits() => Ok(canonical(Scalar::from_f64(to_float?, arg.to_f64()?))),
        SIToFP if arg.ty.is_integer() => Ok(from_integer(to_float?, arg.signed().into())),
        UIToFP if arg.ty.is_integer() => Ok(from_integer(to_float?, arg.bits.into())),
        FPToSI | FPToUI if call.result.is_integer() => to_integer(call, arg, arg.to_f64()?),
        _ => return None,
    })
}

fn from_integer(kind: FloatKind, value: i128) -> Scalar {
    match kind {
        FloatKind::F64 => Scalar::f64(value as f64),
        FloatKind::F32 => Scalar::f32(value as f32),
        _ => {
            // Round to odd first: beyond 53 bits the lost ones survive as a sticky bit.
            let magnitude = value.unsigned_abs();
            let lost = (128 - magnitude.leading_zeros()).saturating_sub(53);
            let sticky = u128::from(magnitude & ((1 << lost) - 1) != 0);
            let odd = ((magnitude >> lost) | sticky) << lost;
            Scalar::from_f64(kind, if value < 0 { -(odd as f64) } else { odd as f64 })
        }
    }
}

fn to_integer(call: &ScalarCall, arg: Scalar, value: f64) -> Result<Scalar, Trap> {
    let bits = call.result.bits();
    let (least, most) = match call.function {
        Function::FPToSI => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
        _ => (0, (1_i128 << bits) - 1),
    };
    let whole = value.trunc();
    if whole.is_nan() || whole < least as f64 || whole > most as f64 || (whole as i128) > most {
        let message = format!("{arg} does not fit `{}` in `{}`", call.result, call.function.name());
        return Err(Trap::new(Code::ConversionOutOfRange, message));
    }
    Ok(Scalar::new(call.result, whole as i128 as u64))
}
