//! What the scalar functions mean on concrete values: integers in two's complement at their width,
//! floats in their own format. This is the definition; all else in the crate only moves values.

mod erf;
pub(crate) mod float;
pub(crate) mod int;

use crate::function::{Flags, Function, ScalarCall};
use crate::{Code, Scalar, ScalarType, Trap};

/// Computes `call` on `args`.
///
/// # Errors
/// What LLVM calls undefined or poison: division by zero, broken flags, shifts too far, conversions
/// out of range. [`Code::MalformedOp`] if the operands have the wrong types.
pub fn apply(call: &ScalarCall, args: &[Scalar]) -> Result<Scalar, Trap> {
    use Function::*;
    let wrong = || malformed(call, args);
    if args.len() != call.function.arity() {
        return Err(wrong());
    }
    if call.flags.no_nans || call.flags.no_infinities {
        let plain = ScalarCall {
            flags: Flags {
                no_nans: false,
                no_infinities: false,
                ..call.flags
            },
            ..*call
        };
        let result = apply(&plain, args)?;
        return match args
            .iter()
            .chain([&result])
            .find_map(|value| not_a_number(call.function.name(), &call.flags, *value))
        {
            Some(broken) => Err(broken),
            None => Ok(result),
        };
    }
    match call.function {
        Select if args[1].ty == args[2].ty => Ok(if args[0].is_true() { args[1] } else { args[2] }),
        Bitcast if args[0].ty.bits() == call.result.bits() => Ok(Scalar::new(call.result, args[0].bits)),
        SIToFP | UIToFP | FPToSI | FPToUI | ExtF | TruncF | ConvertF => {
            float::convert(call, args[0]).ok_or_else(wrong)?
        }
        FPowI if args[1].ty.is_integer() => float::fpowi(args[0], args[1].signed()).ok_or_else(wrong),
        _ if args[0].ty.is_integer() => int::apply(call, args).ok_or_else(wrong)?,
        _ => float::apply(call, args).ok_or_else(wrong),
    }
}

/// What a promise about NaNs and infinities says against a value.
pub(crate) fn not_a_number(name: &str, flags: &Flags, value: Scalar) -> Option<Trap> {
    let number = match value.ty {
        ScalarType::Float(_) => value.to_f64()?,
        _ => return None,
    };
    let what = match number {
        _ if flags.no_nans && number.is_nan() => "NaN",
        _ if flags.no_infinities && number.is_infinite() => "infinity",
        _ => return None,
    };
    Some(Trap::new(
        Code::BrokenFlag,
        format!("`{name}` promises that there is no {what}, but there is one"),
    ))
}

fn malformed(call: &ScalarCall, args: &[Scalar]) -> Trap {
    let types: Vec<String> = args.iter().map(|arg| format!("`{}`", arg.ty)).collect();
    let name = call.function.name();
    Trap::new(
        Code::MalformedOp,
        format!(
            "`{name}` is not defined on {} with result `{}`",
            types.join(", "),
            call.result
        ),
    )
}

/// The neutral element of a reduction kind of `affine.parallel`, and its combiner.
/// The numbers are those of `arith::AtomicRMWKind`.
pub fn reduction(kind: i64, ty: ScalarType) -> Option<(Function, Scalar)> {
    use Function::*;
    let signed_max = ty.mask() >> 1;
    let float = |value: f64| match ty {
        ScalarType::Float(float) => Some(Scalar::from_f64(float, value)),
        _ => None,
    };
    let int = |bits: u64| ty.is_integer().then(|| Scalar::new(ty, bits));
    Some(match kind {
        0 => (AddF, float(0.0)?),
        1 => (AddI, int(0)?),
        2 => (AndI, int(u64::MAX)?),
        4 => (MaximumF, float(f64::NEG_INFINITY)?),
        5 => (MaxNumF, float(f64::NAN)?),
        6 => (MaxSI, int(signed_max + 1)?),
        7 => (MaxUI, int(0)?),
        8 => (MinimumF, float(f64::INFINITY)?),
        9 => (MinNumF, float(f64::NAN)?),
        10 => (MinSI, int(signed_max)?),
        11 => (MinUI, int(u64::MAX)?),
        12 => (MulF, float(1.0)?),
        13 => (MulI, int(1)?),
        14 => (OrI, int(0)?),
        15 => (XOrI, int(0)?),
        _ => return None,
    })
}

/// The neutral element of a combiner, if it has one in `ty`.
pub fn neutral(function: Function, ty: ScalarType) -> Option<Scalar> {
    let found = (0..=15)
        .filter_map(|kind| reduction(kind, ty))
        .find(|(combiner, _)| *combiner == function);
    found.map(|(_, neutral)| neutral)
}
