//! Integer functions: exact in 128 bits, then cut to the width.

use crate::function::{Function, IntPredicate, ScalarCall};
use crate::{Code, Scalar, ScalarType, Trap};

/// `None` if the operands do not fit the function.
pub(super) fn apply(call: &ScalarCall, args: &[Scalar]) -> Option<Result<Scalar, Trap>> {
    use Function::*;
    let ty = args[0].ty;
    if let CmpI(predicate) = call.function {
        let fits = args[1].ty == ty && call.result == ScalarType::Int(1);
        return fits.then(|| Ok(Scalar::bool(compare(predicate, args[0], args[1]))));
    }
    if !call.result.is_integer() {
        return None;
    }
    if args.len() == 1 {
        return unary(call, args[0]);
    }
    if args[1].ty != ty || args.len() > 2 {
        return None;
    }
    let carries = matches!(call.function, AddUICarry | SubUIBorrow);
    if call.result != if carries { ScalarType::Int(1) } else { ty } {
        return None;
    }
    Some(binary(call, args[0], args[1])?.map(|bits| Scalar::new(call.result, bits)))
}

/// A comparison of integers of one type.
#[inline]
pub fn compare(predicate: IntPredicate, lhs: Scalar, rhs: Scalar) -> bool {
    use IntPredicate::*;
    let (signed, unsigned) = (lhs.signed().cmp(&rhs.signed()), lhs.bits.cmp(&rhs.bits));
    match predicate {
        Eq => unsigned.is_eq(),
        Ne => unsigned.is_ne(),
        Slt => signed.is_lt(),
        Sle => signed.is_le(),
        Sgt => signed.is_gt(),
        Sge => signed.is_ge(),
        Ult => unsigned.is_lt(),
        Ule => unsigned.is_le(),
        Ugt => unsigned.is_gt(),
        Uge => unsigned.is_ge(),
    }
}

fn unary(call: &ScalarCall, arg: Scalar) -> Option<Result<Scalar, Trap>> {
    use Function::*;
    let (from, to) = (arg.ty.bits(), call.result.bits());
    let value = match call.function {
        ExtSI if from < to => arg.signed() as u64,
        ExtUI if from < to => return Some(not_negative(call, arg)),
        TruncI if from > to => return Some(truncate(call, arg)),
        IndexCast => arg.signed() as u64,
        IndexCastUI => return Some(not_negative(call, arg)),
        AbsI if call.result == arg.ty => arg.signed().wrapping_abs() as u64,
        CtLz if call.result == arg.ty => (arg.bits.leading_zeros() - (64 - from)).into(),
        CtTz if call.result == arg.ty => arg.bits.trailing_zeros().min(from).into(),
        CtPop if call.result == arg.ty => arg.bits.count_ones().into(),
        _ => return None,
    };
    Some(Ok(Scalar::new(call.result, value)))
}

fn not_negative(call: &ScalarCall, arg: Scalar) -> Result<Scalar, Trap> {
    if call.flags.non_negative && arg.signed() < 0 {
        let message = format!(
            "`{}` promises an operand that is not negative, but it is {}",
            call.function.name(),
            arg.signed()
        );
        return Err(Trap::new(Code::BrokenFlag, message));
    }
    Ok(Scalar::new(call.result, arg.bits))
}

fn truncate(call: &ScalarCall, arg: Scalar) -> Result<Scalar, Trap> {
    let result = Scalar::new(call.result, arg.bits);
    if call.flags.nsw && result.signed() != arg.signed() {
        return Err(overflow(call, Code::SignedOverflow, arg.signed().into()));
    }
    if call.flags.nuw && result.bits != arg.bits {
        return Err(overflow(call, Code::UnsignedOverflow, arg.bits.into()));
    }
    Ok(result)
}

fn overflow(call: &ScalarCall, code: Code, exact: i128) -> Trap {
    let sign = if code == Code::SignedOverflow {
        "signed"
    } else {
        "unsigned"
    };
    let name = call.function.name();
    Trap::new(
        code,
        format!("the {sign} result {exact} of `{name}` does not fit `{}`", call.result),
    )
}

fn divides(call: &ScalarCall, lhs: Scalar, rhs: Scalar) -> Result<(), Trap> {
    use Function::*;
    let name = call.function.name();
    if rhs.bits == 0 {
        let unsigned = matches!(call.function, DivUI | RemUI | CeilDivUI);
        let lhs = if unsigned {
            lhs.bits.into()
        } else {
            i128::from(lhs.signed())
        };
        return Err(Trap::new(
            Code::DivisionByZero,
            format!("`{name}` divides {lhs} by zero"),
        ));
    }
    let signed = matches!(call.function, DivSI | RemSI | CeilDivSI | FloorDivSI);
    if signed && rhs.signed() == -1 && lhs.bits == (lhs.ty.mask() >> 1) + 1 {
        return Err(overflow(call, Code::SignedOverflow, -i128::from(lhs.signed())));
    }
    let remainder = match call.function {
        DivUI => i128::from(lhs.bits % rhs.bits),
        DivSI => i128::from(lhs.signed()) % i128::from(rhs.signed()),
        _ => 0,
    };
    if call.flags.exact && remainder != 0 {
        let message = format!(
            "`{name}` promises an exact division, but {} leaves the remainder {remainder}",
            lhs.signed()
        );
        return Err(Trap::new(Code::BrokenFlag, message));
    }
    Ok(())
}

/// The lowest bits of the result; `None` if `call` is no binary integer function.
fn binary(call: &ScalarCall, lhs: Scalar, rhs: Scalar) -> Option<Result<u64, Trap>> {
    use Function::*;
    let bits = lhs.ty.bits();
    let (sl, sr) = (i128::from(lhs.signed()), i128::from(rhs.signed()));
    let (ul, ur) = (i128::from(lhs.bits), i128::from(rhs.bits));
    let by = rhs.bits;
    if matches!(
        call.function,
        DivSI | DivUI | RemSI | RemUI | CeilDivSI | CeilDivUI | FloorDivSI
    ) && let Err(trap) = divides(call, lhs, rhs)
    {
        return Some(Err(trap));
    }
    if matches!(call.function, ShLI | ShRSI | ShRUI) && by >= u64::from(bits) {
        let message = format!("`{}` shifts `{}` by {by}", call.function.name(), lhs.ty);
        return Some(Err(Trap::new(Code::ShiftTooFar, message)));
    }
    if call.flags.exact
        && matches!(call.function, ShRSI | ShRUI)
        && lhs.bits.trailing_zeros() < by as u32
        && lhs.bits != 0
    {
        let message = format!(
            "`{}` promises an exact shift, but {} loses bits when it is shifted by {by}",
            call.function.name(),
            lhs.signed()
        );
        return Some(Err(Trap::new(Code::BrokenFlag, message)));
    }
    // The exact results, as signed and as unsigned numbers, of the functions that may overflow.
    let exact = match call.function {
        AddI => Some((sl + sr, ul + ur)),
        SubI => Some((sl - sr, ul - ur)),
        // 2^64 * 2^64 does not fit i128, but then no product of the kind fits 64 bits either.
        MulI => Some((sl * sr, ul.checked_mul(ur).unwrap_or(i128::MAX))),
        ShLI => Some((sl << by, (lhs.bits as i128) << by)),
        _ => None,
    };
    if let Some((signed, unsigned)) = exact {
        let wrapped = Scalar::new(lhs.ty, signed as u64);
        if call.flags.nsw && i128::from(wrapped.signed()) != signed {
            return Some(Err(overflow(call, Code::SignedOverflow, signed)));
        }
        if call.flags.nuw && i128::from(wrapped.bits) != unsigned {
            return Some(Err(overflow(call, Code::UnsignedOverflow, unsigned)));
        }
        return Some(Ok(wrapped.bits));
    }
    Some(Ok(match call.function {
        DivSI => (sl / sr) as u64,
        DivUI => lhs.bits / rhs.bits,
        RemSI => (sl % sr) as u64,
        RemUI => lhs.bits % rhs.bits,
        FloorDivSI => floor_div(sl, sr) as u64,
        CeilDivSI => -floor_div(-sl, sr) as u64,
        CeilDivUI => lhs.bits.div_ceil(rhs.bits),
        AndI => lhs.bits & rhs.bits,
        OrI => lhs.bits | rhs.bits,
        XOrI => lhs.bits ^ rhs.bits,
        ShRSI => (sl >> by) as u64,
        ShRUI => lhs.bits >> by,
        MaxSI => sl.max(sr) as u64,
        MinSI => sl.min(sr) as u64,
        MaxUI => lhs.bits.max(rhs.bits),
        MinUI => lhs.bits.min(rhs.bits),
        AddUIExtended => (ul + ur) as u64,
        AddUICarry => ((ul + ur) >> bits) as u64,
        SubUIExtended => (ul - ur) as u64,
        SubUIBorrow => u64::from(ul < ur),
        MulSILow => (sl * sr) as u64,
        MulSIHigh => ((sl * sr) >> bits) as u64,
        MulUILow => lhs.bits.wrapping_mul(rhs.bits),
        MulUIHigh => ((u128::from(lhs.bits) * u128::from(rhs.bits)) >> bits) as u64,
        IPowI => return Some(power(call, lhs, rhs.signed())),
        _ => return None,
    }))
}

fn floor_div(lhs: i128, rhs: i128) -> i128 {
    let quotient = lhs / rhs;
    if lhs % rhs != 0 && (lhs < 0) != (rhs < 0) {
        quotient - 1
    } else {
        quotient
    }
}

/// Repeated multiplication that wraps; a negative exponent divides 1, rounding to zero.
fn power(call: &ScalarCall, base: Scalar, exponent: i64) -> Result<u64, Trap> {
    if exponent < 0 {
        return match base.signed() {
            0 => Err(Trap::new(
                Code::DivisionByZero,
                format!("`{}` divides 1 by zero", call.function.name()),
            )),
            1 => Ok(1),
            -1 => Ok(if exponent % 2 == 0 { 1 } else { u64::MAX }),
            _ => Ok(0),
        };
    }
    let (mut result, mut square, mut left) = (1_u64, base.bits, exponent as u64);
    while left > 0 {
        if left & 1 == 1 {
            result = result.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        left >>= 1;
    }
    Ok(result)
}
