//! Numbers as bare bits, 32 or 64 of them, whose types the plan knows.
//!
//! Floats are computed as the reference computes them, except that a NaN is whatever the hardware makes:
//! each stands for the one the reference would have. That holds because inputs with another NaN, and
//! operations that look at the bits of one, are left to the reference.

use super::simd;
use super::values::{Column, PlanValues, contract_in_order, dot_in_order, fold_in_order};
use polyvet_interp::Domain;
use polyvet_interp::functions::{self, float};
use polyvet_interp::{Flags, FloatPredicate, Function, IntPredicate, ScalarCall};
use polyvet_interp::{Scalar, ScalarType};
use polyvet_ir::FloatKind;
use pulp::Arch;

/// The bits of a value.
pub(crate) trait BitsWord: Copy + PartialEq + Default + 'static {
    /// How many.
    const BITS: u32;
    /// Whether there is room for an `f64`.
    const HOLDS_DOUBLE: bool;
    fn from_u64(bits: u64) -> Self;
    fn to_u64(self) -> u64;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
}

macro_rules! word {
    ($word:ty) => {
        impl BitsWord for $word {
            const BITS: u32 = <$word>::BITS;
            const HOLDS_DOUBLE: bool = <$word>::BITS >= 64;
            #[inline(always)]
            fn from_u64(bits: u64) -> $word {
                bits as $word
            }
            #[inline(always)]
            fn to_u64(self) -> u64 {
                self.into()
            }
            #[inline(always)]
            fn plus(self, other: $word) -> $word {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: $word) -> $word {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn times(self, other: $word) -> $word {
                self.wrapping_mul(other)
            }
        }
    };
}

word!(u32);
word!(u64);

/// A function on bits. What has no variant of its own is computed as the reference does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BitOp {
    Single(FloatOp),
    Double(FloatOp),
    SingleTest(FloatPredicate),
    DoubleTest(FloatPredicate),
    /// Wrapping, in this many bits.
    Int(IntOp, u32),
    IntTest(IntPredicate, u32),
    Select,
    /// Number of a function.
    Other(u16),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Maximum,
    Minimum,
    MaxNum,
    MinNum,
    Neg,
    Abs,
    Sqrt,
    Fma,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum IntOp {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    MaxS,
    MinS,
    MaxU,
    MinU,
}

fn float_op(function: Function) -> Option<FloatOp> {
    Some(match function {
        Function::AddF => FloatOp::Add,
        Function::SubF => FloatOp::Sub,
        Function::MulF => FloatOp::Mul,
        Function::DivF => FloatOp::Div,
        Function::MaximumF => FloatOp::Maximum,
        Function::MinimumF => FloatOp::Minimum,
        Function::MaxNumF => FloatOp::MaxNum,
        Function::MinNumF => FloatOp::MinNum,
        Function::NegF => FloatOp::Neg,
        Function::AbsF => FloatOp::Abs,
        Function::Sqrt => FloatOp::Sqrt,
        Function::Fma => FloatOp::Fma,
        _ => return None,
    })
}

fn int_op(function: Function) -> Option<IntOp> {
    Some(match function {
        Function::AddI => IntOp::Add,
        Function::SubI => IntOp::Sub,
        Function::MulI => IntOp::Mul,
        Function::AndI => IntOp::And,
        Function::OrI => IntOp::Or,
        Function::XOrI => IntOp::Xor,
        Function::MaxSI => IntOp::MaxS,
        Function::MinSI => IntOp::MinS,
        Function::MaxUI => IntOp::MaxU,
        Function::MinUI => IntOp::MinU,
        _ => return None,
    })
}

/// Numbers of domain `D`, as words.
pub(crate) struct Bits<'d, D, W> {
    pub domain: &'d mut D,
    others: Vec<(ScalarCall, Vec<ScalarType>)>,
    pub arch: Arch,
    word: std::marker::PhantomData<W>,
}

impl<'d, D: Domain, W: BitsWord> Bits<'d, D, W> {
    pub fn new(domain: &'d mut D) -> Bits<'d, D, W> {
        Bits {
            domain,
            others: Vec::new(),
            arch: Arch::new(),
            word: std::marker::PhantomData,
        }
    }
}

/// Whether bits are a NaN, and the one that operations make.
fn nan(ty: ScalarType) -> Option<(u64, u64)> {
    // Above the bits of what is largest, without the sign.
    match ty {
        ScalarType::Float(kind) => Some((kind.infinity().unwrap_or(kind.largest()), kind.nan())),
        _ => None,
    }
}

#[inline(always)]
pub(crate) fn single<W: BitsWord>(value: W) -> f32 {
    f32::from_bits(value.to_u64() as u32)
}

#[inline(always)]
pub(crate) fn double<W: BitsWord>(value: W) -> f64 {
    f64::from_bits(value.to_u64())
}

#[inline(always)]
pub(crate) fn of_single<W: BitsWord>(value: f32) -> W {
    W::from_u64(value.to_bits().into())
}

#[inline(always)]
pub(crate) fn of_double<W: BitsWord>(value: f64) -> W {
    W::from_u64(value.to_bits())
}

macro_rules! apply_float {
    ($name:ident, $module:ident, $float:ty) => {
        /// `None` where the bits of a NaN would show.
        #[inline(always)]
        fn $name(op: FloatOp, [x, y, z]: [$float; 3]) -> Option<$float> {
            Some(match op {
                FloatOp::Add => x + y,
                FloatOp::Sub => x - y,
                FloatOp::Mul => x * y,
                FloatOp::Div => x / y,
                FloatOp::Maximum => float::$module::maximum(x, y),
                FloatOp::Minimum => -float::$module::maximum(-x, -y),
                FloatOp::MaxNum => float::$module::max_num(x, y),
                FloatOp::MinNum => -float::$module::max_num(-x, -y),
                FloatOp::Neg | FloatOp::Abs if x.is_nan() => return None,
                FloatOp::Neg => -x,
                FloatOp::Abs => x.abs(),
                FloatOp::Sqrt => x.sqrt(),
                FloatOp::Fma => x.mul_add(y, z),
            })
        }
    };
}

apply_float!(apply_single, single, f32);
apply_float!(apply_double, double, f64);

#[inline(always)]
fn signed(bits: u64, width: u32) -> i64 {
    ((bits << (64 - width)) as i64) >> (64 - width)
}

#[inline(always)]
fn apply_int(op: IntOp, width: u32, x: u64, y: u64) -> u64 {
    let wide = match op {
        IntOp::Add => x.wrapping_add(y),
        IntOp::Sub => x.wrapping_sub(y),
        IntOp::Mul => x.wrapping_mul(y),
        IntOp::And => x & y,
        IntOp::Or => x | y,
        IntOp::Xor => x ^ y,
        IntOp::MaxS if signed(x, width) >= signed(y, width) => x,
        IntOp::MinS if signed(x, width) <= signed(y, width) => x,
        IntOp::MaxS | IntOp::MinS => y,
        IntOp::MaxU => x.max(y),
        IntOp::MinU => x.min(y),
    };
    wide & (u64::MAX >> (64 - width))
}

impl<D: Domain, W: BitsWord> PlanValues<D> for Bits<'_, D, W> {
    type V = W;
    type Op = BitOp;

    fn blank(&mut self) -> W {
        W::default()
    }

    fn op(&mut self, call: &ScalarCall, types: &[ScalarType]) -> Option<BitOp> {
        const F32: ScalarType = ScalarType::Float(FloatKind::F32);
        const F64: ScalarType = ScalarType::Float(FloatKind::F64);
        let all = |ty: ScalarType| types.iter().all(|of| *of == ty);
        let same = all(call.result) && types.len() == call.function.arity();
        let looks = matches!(call.function, Function::CopySign | Function::Bitcast)
            || matches!(call.function, Function::NegF | Function::AbsF) && !(call.result == F32 || call.result == F64);
        if looks && types.iter().any(|ty| !ty.is_integer()) {
            return None;
        }
        let other = |bits: &mut Self| {
            bits.others.push((*call, types.to_vec()));
            u16::try_from(bits.others.len() - 1).ok().map(BitOp::Other)
        };
        let truth = call.result == ScalarType::Int(1);
        match (call.function, float_op(call.function), int_op(call.function)) {
            (_, Some(op), _) if same && call.result == F32 => Some(BitOp::Single(op)),
            (_, Some(op), _) if same && call.result == F64 => Some(BitOp::Double(op)),
            (_, _, Some(op)) if same && call.flags == Flags::default() && call.result.is_integer() => {
                Some(BitOp::Int(op, call.result.bits()))
            }
            (Function::CmpF(predicate), ..) if truth && all(F32) => Some(BitOp::SingleTest(predicate)),
            (Function::CmpF(predicate), ..) if truth && all(F64) => Some(BitOp::DoubleTest(predicate)),
            (Function::CmpI(predicate), ..) if truth && types[0].is_integer() && all(types[0]) => {
                Some(BitOp::IntTest(predicate, types[0].bits()))
            }
            (Function::Select, ..) if types == [ScalarType::Int(1), call.result, call.result] => Some(BitOp::Select),
            _ => other(self),
        }
    }

    #[inline(always)]
    fn apply(&mut self, op: BitOp, [x, y, z]: [W; 3]) -> Option<W> {
        let bool = |value: bool| Some(W::from_u64(value.into()));
        match op {
            BitOp::Single(op) => apply_single(op, [x, y, z].map(single)).map(of_single),
            BitOp::Double(op) => apply_double(op, [x, y, z].map(double)).map(of_double),
            BitOp::SingleTest(predicate) => bool(float::compare(predicate, single(x).into(), single(y).into())),
            BitOp::DoubleTest(predicate) => bool(float::compare(predicate, double(x), double(y))),
            BitOp::Int(op, width) => Some(W::from_u64(apply_int(op, width, x.to_u64(), y.to_u64()))),
            BitOp::IntTest(predicate, width) => {
                let ty = ScalarType::Int(width as u8);
                let [x, y] = [x, y].map(|value| Scalar {
                    ty,
                    bits: value.to_u64(),
                });
                bool(functions::int::compare(predicate, x, y))
            }
            BitOp::Select => Some(if x.to_u64() != 0 { y } else { z }),
            BitOp::Other(n) => self.other(n, [x, y, z]),
        }
    }

    fn each(&mut self, op: BitOp, d: &mut [W], args: [Column<'_, W>; 3]) -> Option<()> {
        if !simd::each(self.arch, op, d, args) {
            for (n, value) in d.iter_mut().enumerate() {
                *value = self.apply(op, args.map(|arg| arg.get(n)))?;
            }
        }
        Some(())
    }

    fn pair(&mut self, ops: [BitOp; 2], left: bool, d: &mut [W], args: [Column<'_, W>; 3]) -> Option<()> {
        if !simd::pair(self.arch, ops, left, d, args) {
            let [x, y, z] = args;
            for (n, value) in d.iter_mut().enumerate() {
                let z = z.get(n);
                let between = self.apply(ops[0], [x.get(n), y.get(n), z])?;
                *value = self.apply(ops[1], if left { [between, z, z] } else { [z, between, z] })?;
            }
        }
        Some(())
    }

    #[inline(always)]
    fn fold_each(&mut self, op: BitOp, sum: W, mut values: impl Iterator<Item = Option<W>>) -> Option<W> {
        macro_rules! fold {
            ($from:ident, $to:ident, $op:tt) => {
                values.try_fold($from(sum), |sum, value| Some(sum $op $from(value?))).map($to)
            };
        }
        match op {
            BitOp::Single(FloatOp::Add) => fold!(single, of_single, +),
            BitOp::Single(FloatOp::Mul) => fold!(single, of_single, *),
            BitOp::Double(FloatOp::Add) => fold!(double, of_double, +),
            BitOp::Double(FloatOp::Mul) => fold!(double, of_double, *),
            _ => fold_in_order(|op, args| PlanValues::<D>::apply(self, op, args), op, sum, values),
        }
    }

    fn dot<'c>(
        &mut self,
        [mul, add]: [BitOp; 2],
        first: bool,
        sum: W,
        factors: impl Iterator<Item = (&'c W, &'c W)>,
    ) -> Option<W>
    where
        W: 'c,
    {
        macro_rules! sums {
            ($from:ident, $to:ident, $op:tt) => {
                Some($to(factors.fold($from(sum), |sum, (a, b)| sum $op $from(*a) * $from(*b))))
            };
        }
        match (mul, add) {
            (BitOp::Single(FloatOp::Mul), BitOp::Single(FloatOp::Add)) => sums!(single, of_single, +),
            (BitOp::Single(FloatOp::Mul), BitOp::Single(FloatOp::Sub)) if first => sums!(single, of_single, -),
            (BitOp::Double(FloatOp::Mul), BitOp::Double(FloatOp::Add)) => sums!(double, of_double, +),
            (BitOp::Double(FloatOp::Mul), BitOp::Double(FloatOp::Sub)) if first => sums!(double, of_double, -),
            _ => dot_in_order(
                |op, args| PlanValues::<D>::apply(self, op, args),
                [mul, add],
                first,
                sum,
                factors,
            ),
        }
    }

    fn contract<'c>(
        &mut self,
        ops: [BitOp; 2],
        order: [bool; 2],
        c: &mut [W],
        rows: i64,
        row: impl Fn(i64) -> Option<(W, &'c [W])>,
    ) -> Option<()>
    where
        W: 'c,
    {
        match simd::contract(self.arch, ops, order[1], c, rows, &row) {
            Some(done) => done,
            None => contract_in_order(
                |op, args| PlanValues::<D>::apply(self, op, args),
                ops,
                order,
                c,
                rows,
                row,
            ),
        }
    }

    fn constant(&mut self, value: Scalar) -> Option<W> {
        word_of(value)
    }

    fn truth(&self, value: W) -> Option<bool> {
        Some(value.to_u64() != 0)
    }

    #[inline]
    fn take(&self, data: D::Data, ty: ScalarType) -> Option<W> {
        self.domain.known(data).filter(|value| value.ty == ty).and_then(word_of)
    }

    #[inline]
    fn give(&mut self, value: W, ty: ScalarType) -> D::Data {
        self.domain.constant(scalar_of(value, ty))
    }
}

/// The number of a word; a NaN becomes the one that operations make.
#[inline]
pub(crate) fn scalar_of<W: BitsWord>(value: W, ty: ScalarType) -> Scalar {
    let bits = value.to_u64();
    let bits = match nan(ty) {
        Some((infinity, nan)) if bits & (ty.mask() >> 1) > infinity => nan,
        _ => bits,
    };
    Scalar { ty, bits }
}

/// The bits of a number, unless it does not fit or is a NaN with a face of its own.
#[inline]
pub(crate) fn word_of<W: BitsWord>(value: Scalar) -> Option<W> {
    let own = |(infinity, nan)| value.bits & (value.ty.mask() >> 1) > infinity && value.bits != nan;
    let plain = value.ty.bits() <= W::BITS && !nan(value.ty).is_some_and(own);
    plain.then(|| W::from_u64(value.bits))
}

impl<D: Domain, W: BitsWord> Bits<'_, D, W> {
    /// As the reference computes it.
    #[inline(never)]
    fn other(&self, n: u16, args: [W; 3]) -> Option<W> {
        let (call, types) = &self.others[usize::from(n)];
        let mut scalars = [Scalar::bool(false); 3];
        for ((scalar, ty), arg) in scalars.iter_mut().zip(types).zip(args) {
            *scalar = Scalar {
                ty: *ty,
                bits: arg.to_u64(),
            };
        }
        let result = polyvet_interp::evaluate(call, &scalars[..types.len()]).ok()?;
        Some(W::from_u64(result.bits))
    }
}
