//! The scalar functions: what an operation computes from scalars, apart from how a domain does it.

use crate::{Code, ScalarType};

macro_rules! functions {
    ($($variant:ident $name:literal $arity:literal,)*) => {
        /// A function of scalars, named after the operation that computes it.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Function { $($variant,)* CmpI(IntPredicate), CmpF(FloatPredicate) }

        impl Function {
            /// The operation: `arith.addf`. Comparisons are found by their predicate, not by name.
            pub fn by_name(name: &str) -> Option<Function> {
                match name {
                    $($name => Some(Function::$variant),)*
                    _ => None,
                }
            }

            /// Full name: `arith.addf`; the second result of an operation with two is `..#1`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Function::$variant => $name,)*
                    Function::CmpI(_) => "arith.cmpi",
                    Function::CmpF(_) => "arith.cmpf",
                }
            }

            /// Number of operands.
            pub fn arity(self) -> usize {
                match self {
                    $(Function::$variant => $arity,)*
                    Function::CmpI(_) | Function::CmpF(_) => 2,
                }
            }
        }
    };
}

functions! {
    AddI "arith.addi" 2, SubI "arith.subi" 2, MulI "arith.muli" 2,
    DivSI "arith.divsi" 2, DivUI "arith.divui" 2, RemSI "arith.remsi" 2, RemUI "arith.remui" 2,
    CeilDivSI "arith.ceildivsi" 2, CeilDivUI "arith.ceildivui" 2, FloorDivSI "arith.floordivsi" 2,
    AndI "arith.andi" 2, OrI "arith.ori" 2, XOrI "arith.xori" 2,
    ShLI "arith.shli" 2, ShRSI "arith.shrsi" 2, ShRUI "arith.shrui" 2,
    MaxSI "arith.maxsi" 2, MaxUI "arith.maxui" 2, MinSI "arith.minsi" 2, MinUI "arith.minui" 2,
    AddUIExtended "arith.addui_extended" 2, AddUICarry "arith.addui_extended#1" 2,
    SubUIExtended "arith.subui_extended" 2, SubUIBorrow "arith.subui_extended#1" 2,
    MulSILow "arith.mulsi_extended" 2, MulSIHigh "arith.mulsi_extended#1" 2,
    MulUILow "arith.mului_extended" 2, MulUIHigh "arith.mului_extended#1" 2,
    AddF "arith.addf" 2, SubF "arith.subf" 2, MulF "arith.mulf" 2, DivF "arith.divf" 2, RemF "arith.remf" 2,
    NegF "arith.negf" 1, MaximumF "arith.maximumf" 2, MinimumF "arith.minimumf" 2,
    MaxNumF "arith.maxnumf" 2, MinNumF "arith.minnumf" 2,
    ExtF "arith.extf" 1, TruncF "arith.truncf" 1, SIToFP "arith.sitofp" 1, UIToFP "arith.uitofp" 1,
    FPToSI "arith.fptosi" 1, FPToUI "arith.fptoui" 1, ExtSI "arith.extsi" 1, ExtUI "arith.extui" 1,
    TruncI "arith.trunci" 1, Bitcast "arith.bitcast" 1, ConvertF "arith.convertf" 1,
    IndexCast "arith.index_cast" 1, IndexCastUI "arith.index_castui" 1, Select "arith.select" 3,
    AbsF "math.absf" 1, AbsI "math.absi" 1, Sqrt "math.sqrt" 1, Rsqrt "math.rsqrt" 1, Cbrt "math.cbrt" 1,
    Exp "math.exp" 1, Exp2 "math.exp2" 1, ExpM1 "math.expm1" 1, Log "math.log" 1, Log2 "math.log2" 1,
    Log10 "math.log10" 1, Log1p "math.log1p" 1, Sin "math.sin" 1, Cos "math.cos" 1, Tan "math.tan" 1,
    Asin "math.asin" 1, Acos "math.acos" 1, Atan "math.atan" 1, Sinh "math.sinh" 1, Cosh "math.cosh" 1,
    Tanh "math.tanh" 1, Asinh "math.asinh" 1, Acosh "math.acosh" 1, Atanh "math.atanh" 1,
    Erf "math.erf" 1, Erfc "math.erfc" 1, Floor "math.floor" 1, Ceil "math.ceil" 1, Round "math.round" 1,
    RoundEven "math.roundeven" 1, Trunc "math.trunc" 1, IsNan "math.isnan" 1, IsInf "math.isinf" 1,
    IsFinite "math.isfinite" 1, IsNormal "math.isnormal" 1, PowF "math.powf" 2, Atan2 "math.atan2" 2,
    CopySign "math.copysign" 2, FPowI "math.fpowi" 2, IPowI "math.ipowi" 2, Fma "math.fma" 3,
    ClampF "math.clampf" 3, CtLz "math.ctlz" 1, CtTz "math.cttz" 1, CtPop "math.ctpop" 1,
}

/// Predicates of `arith.cmpi`, in the order of their codes.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum IntPredicate {
    Eq,
    Ne,
    Slt,
    Sle,
    Sgt,
    Sge,
    Ult,
    Ule,
    Ugt,
    Uge,
}

impl IntPredicate {
    const ALL: [(IntPredicate, &'static str); 10] = [
        (IntPredicate::Eq, "eq"),
        (IntPredicate::Ne, "ne"),
        (IntPredicate::Slt, "slt"),
        (IntPredicate::Sle, "sle"),
        (IntPredicate::Sgt, "sgt"),
        (IntPredicate::Sge, "sge"),
        (IntPredicate::Ult, "ult"),
        (IntPredicate::Ule, "ule"),
        (IntPredicate::Ugt, "ugt"),
        (IntPredicate::Uge, "uge"),
    ];

    /// The predicate with this code in MLIR.
    pub fn from_code(code: i64) -> Option<IntPredicate> {
        Some(IntPredicate::ALL.get(usize::try_from(code).ok()?)?.0)
    }

    /// The predicate called `name`.
    pub fn by_name(name: &str) -> Option<IntPredicate> {
        IntPredicate::ALL.iter().find(|(_, n)| *n == name).map(|(p, _)| *p)
    }

    /// `slt`
    pub fn name(self) -> &'static str {
        IntPredicate::ALL[self as usize].1
    }
}

/// Predicates of `arith.cmpf`, in the order of their codes.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FloatPredicate {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    Uno,
    True,
}

impl FloatPredicate {
    const ALL: [(FloatPredicate, &'static str); 16] = [
        (FloatPredicate::False, "false"),
        (FloatPredicate::Oeq, "oeq"),
        (FloatPredicate::Ogt, "ogt"),
        (FloatPredicate::Oge, "oge"),
        (FloatPredicate::Olt, "olt"),
        (FloatPredicate::Ole, "ole"),
        (FloatPredicate::One, "one"),
        (FloatPredicate::Ord, "ord"),
        (FloatPredicate::Ueq, "ueq"),
        (FloatPredicate::Ugt, "ugt"),
        (FloatPredicate::Uge, "uge"),
        (FloatPredicate::Ult, "ult"),
        (FloatPredicate::Ule, "ule"),
        (FloatPredicate::Une, "une"),
        (FloatPredicate::Uno, "uno"),
        (FloatPredicate::True, "true"),
    ];

    /// The predicate with this code in MLIR.
    pub fn from_code(code: i64) -> Option<FloatPredicate> {
        Some(FloatPredicate::ALL.get(usize::try_from(code).ok()?)?.0)
    }

    /// `oeq`
    pub fn name(self) -> &'static str {
        FloatPredicate::ALL[self as usize].1
    }
}

/// Promises of an operation; a broken one is an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags {
    /// No signed overflow.
    pub nsw: bool,
    /// No unsigned overflow.
    pub nuw: bool,
    /// The division has no remainder.
    pub exact: bool,
    /// The operand is not negative.
    pub non_negative: bool,
    /// Neither an operand nor the result is a NaN.
    pub no_nans: bool,
    /// Neither an operand nor the result is infinite.
    pub no_infinities: bool,
}

/// One application of a function, without its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScalarCall {
    /// What is computed.
    pub function: Function,
    /// Type of the result.
    pub result: ScalarType,
    /// Promises. Not part of [`ScalarCall::key`]: a rewrite may drop them.
    pub flags: Flags,
    /// A hash of function, predicate and result type.
    pub key: u64,
    /// What the hashes of its results in the domains of terms start with.
    pub(crate) start: u128,
}

impl ScalarCall {
    /// Whether the error of a result is that it is poison, so that what makes no use of it is defined: all but those of
    /// divisions.
    pub(crate) fn is_poison(&self, code: Code) -> bool {
        use Function::*;
        let divides = matches!(
            self.function,
            DivSI | DivUI | RemSI | RemUI | CeilDivSI | CeilDivUI | FloorDivSI
        );
        code.is_poison() && !(divides && code == Code::SignedOverflow)
    }

    /// An application of `function` with a result of type `result`.
    pub fn new(function: Function, result: ScalarType, flags: Flags) -> ScalarCall {
        // FNV-1a: the same on every machine and in every version.
        let mut key = 0xcbf2_9ce4_8422_2325_u64;
        let mut eat = |text: &str| {
            for byte in text.bytes().chain([0]) {
                key = (key ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            }
        };
        eat(function.name());
        eat(function.predicate().unwrap_or(""));
        eat(&result.to_string());
        ScalarCall {
            function,
            result,
            flags,
            key,
            start: crate::domain::hash_start(key),
        }
    }
}

impl Function {
    /// The name of the predicate of a comparison.
    pub fn predicate(self) -> Option<&'static str> {
        match self {
            Function::CmpI(predicate) => Some(predicate.name()),
            Function::CmpF(predicate) => Some(predicate.name()),
            _ => None,
        }
    }

    /// Name without the dialect, predicate behind: `addf`, `cmpi slt`.
    pub fn short_name(self) -> String {
        let name = self.name().split('.').next_back().unwrap_or_default();
        match self.predicate() {
            Some(predicate) => format!("{name} {predicate}"),
            None => name.to_owned(),
        }
    }
}
