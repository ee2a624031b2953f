//! Loops over columns of bits, compiled for the vector units of the machine they run on.

use super::bits::{BitOp, BitsWord, FloatOp, IntOp, double, of_double, of_single, single};
use super::values::{Column, zip, zip3};
use polyvet_interp::FloatPredicate;
use polyvet_interp::functions::float;
use pulp::{Arch, NullaryFnOnce};

/// `d = f(x, y)`.
struct Zip<'a, W, F> {
    d: &'a mut [W],
    x: Column<'a, W>,
    y: Column<'a, W>,
    f: F,
}

impl<W: BitsWord, F: Fn(W, W) -> W> NullaryFnOnce for Zip<'_, W, F> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Zip { d, x, y, f } = self;
        zip(d, x, y, f);
    }
}

/// `d = if x { y } else { z }`.
struct Select<'a, W> {
    d: &'a mut [W],
    args: [Column<'a, W>; 3],
}

impl<W: BitsWord> NullaryFnOnce for Select<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Select { d, args: [x, y, z] } = self;
        match (x, y, z) {
            (Column::Each(x), Column::Each(y), Column::Each(z)) => {
                for (((d, x), y), z) in d.iter_mut().zip(x).zip(y).zip(z) {
                    *d = if *x != W::default() { *y } else { *z };
                }
            }
            _ => {
                for (n, d) in d.iter_mut().enumerate() {
                    *d = if x.get(n) != W::default() { y.get(n) } else { z.get(n) };
                }
            }
        }
    }
}

/// Computes an operation on columns; false if there is no loop for it.
pub(crate) fn each<W: BitsWord>(arch: Arch, op: BitOp, d: &mut [W], args: [Column<'_, W>; 3]) -> bool {
    let [x, y, _] = args;
    macro_rules! zip {
        ($f:expr) => {{
            arch.dispatch(Zip { d, x, y, f: $f });
            true
        }};
    }
    macro_rules! floats {
        ($op:expr, $from:ident, $to:ident, $module:ident) => {
            match $op {
                FloatOp::Add => zip!(|x: W, y: W| $to($from(x) + $from(y))),
                FloatOp::Sub => zip!(|x: W, y: W| $to($from(x) - $from(y))),
                FloatOp::Mul => zip!(|x: W, y: W| $to($from(x) * $from(y))),
                FloatOp::Div => zip!(|x: W, y: W| $to($from(x) / $from(y))),
                FloatOp::Maximum => zip!(|x: W, y: W| $to(float::$module::maximum($from(x), $from(y)))),
                FloatOp::Minimum => zip!(|x: W, y: W| $to(-float::$module::maximum(-$from(x), -$from(y)))),
                FloatOp::MaxNum => zip!(|x: W, y: W| $to(float::$module::max_num($from(x), $from(y)))),
                FloatOp::MinNum => zip!(|x: W, y: W| $to(-float::$module::max_num(-$from(x), -$from(y)))),
                FloatOp::Sqrt => zip!(|x: W, _: W| $to($from(x).sqrt())),
                // These look at the bits of a NaN, or are calls.
                FloatOp::Neg | FloatOp::Abs | FloatOp::Fma => false,
            }
        };
    }
    macro_rules! tests {
        ($predicate:expr, $from:ident) => {
            match $predicate {
                FloatPredicate::Oeq => zip!(|x: W, y: W| W::from_u64(($from(x) == $from(y)).into())),
                FloatPredicate::Ogt => zip!(|x: W, y: W| W::from_u64(($from(x) > $from(y)).into())),
                FloatPredicate::Oge => zip!(|x: W, y: W| W::from_u64(($from(x) >= $from(y)).into())),
                FloatPredicate::Olt => zip!(|x: W, y: W| W::from_u64(($from(x) < $from(y)).into())),
                FloatPredicate::Ole => zip!(|x: W, y: W| W::from_u64(($from(x) <= $from(y)).into())),
                FloatPredicate::Une => zip!(|x: W, y: W| W::from_u64(($from(x) != $from(y)).into())),
                _ => false,
            }
        };
    }
    match op {
        BitOp::Single(op) => floats!(op, single, of_single, single),
        // Not compiled for words that have no room for them.
        BitOp::Double(op) => match W::HOLDS_DOUBLE {
            true => floats!(op, double, of_double, double),
            false => false,
        },
        BitOp::SingleTest(predicate) => tests!(predicate, single),
        BitOp::DoubleTest(predicate) => match W::HOLDS_DOUBLE {
            true => tests!(predicate, double),
            false => false,
        },
        BitOp::Int(op, width) if width == W::BITS => match op {
            IntOp::Add => zip!(W::plus),
            IntOp::Sub => zip!(W::minus),
            IntOp::Mul => zip!(W::times),
            _ => false,
        },
        BitOp::Select => {
            arch.dispatch(Select { d, args });
            true
        }
        _ => false,
    }
}

/// `d = f(x, y, z)`.
struct Zip3<'a, W, F> {
    d: &'a mut [W],
    args: [Column<'a, W>; 3],
    f: F,
}

impl<W: BitsWord, F: Fn(W, W, W) -> W> NullaryFnOnce for Zip3<'_, W, F> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Zip3 { d, args, f } = self;
        zip3(d, args, f);
    }
}

/// Computes two operations on columns, one on the result of the other; false if there is no loop for them.
pub(crate) fn pair<W: BitsWord>(
    arch: Arch,
    ops: [BitOp; 2],
    left: bool,
    d: &mut [W],
    args: [Column<'_, W>; 3],
) -> bool {
    macro_rules! run {
        ($first:tt, $second:tt, $from:ident, $to:ident) => {{
            if left {
                let f = |x: W, y: W, z: W| $to(($from(x) $first $from(y)) $second $from(z));
                arch.dispatch(Zip3 { d, args, f });
            } else {
                let f = |x: W, y: W, z: W| $to($from(z) $second ($from(x) $first $from(y)));
                arch.dispatch(Zip3 { d, args, f });
            }
            true
        }};
    }
    macro_rules! second {
        ($op:expr, $first:tt, $from:ident, $to:ident) => {
            match $op {
                FloatOp::Add => run!($first, +, $from, $to),
                FloatOp::Sub => run!($first, -, $from, $to),
                FloatOp::Mul => run!($first, *, $from, $to),
                _ => false,
            }
        };
    }
    macro_rules! first {
        ($first:expr, $second:expr, $from:ident, $to:ident) => {
            match $first {
                FloatOp::Add => second!($second, +, $from, $to),
                FloatOp::Sub => second!($second, -, $from, $to),
                FloatOp::Mul => second!($second, *, $from, $to),
                _ => false,
            }
        };
    }
    match ops {
        [BitOp::Single(first), BitOp::Single(second)] => first!(first, second, single, of_single),
        [BitOp::Double(first), BitOp::Double(second)] => match W::HOLDS_DOUBLE {
            true => first!(first, second, double, of_double),
            false => false,
        },
        _ => false,
    }
}

/// `c = f(c, a, b)` for rows of `b`, four of them in a pass, each element in the order of the rows.
struct Contract<'a, W, F, R> {
    c: &'a mut [W],
    rows: i64,
    row: R,
    f: F,
}

impl<'b, W: BitsWord + 'b, F, R> NullaryFnOnce for Contract<'_, W, F, R>
where
    F: Fn(W, W, W) -> W,
    R: Fn(i64) -> Option<(W, &'b [W])>,
{
    type Output = Option<()>;

    #[inline(always)]
    fn call(self) -> Option<()> {
        let Contract { c, rows, row, f } = self;
        let mut n = 0;
        while n + 4 <= rows {
            let [(a0, b0), (a1, b1), (a2, b2), (a3, b3)] = [row(n)?, row(n + 1)?, row(n + 2)?, row(n + 3)?];
            let width = c.len();
            let (b0, b1, b2, b3) = (b0.get(..width)?, b1.get(..width)?, b2.get(..width)?, b3.get(..width)?);
            for j in 0..width {
                c[j] = f(f(f(f(c[j], a0, b0[j]), a1, b1[j]), a2, b2[j]), a3, b3[j]);
            }
            n += 4;
        }
        while n < rows {
            let (a, b) = row(n)?;
            for (c, b) in c.iter_mut().zip(b) {
                *c = f(*c, a, *b);
            }
            n += 1;
        }
        Some(())
    }
}

/// Computes a contraction; `None` inside if a cell is missing, none if there is no loop for it. Products and
/// sums of these kinds do not depend on the order of two operands.
pub(crate) fn contract<'b, W: BitsWord + 'b>(
    arch: Arch,
    [mul, add]: [BitOp; 2],
    c_first: bool,
    c: &mut [W],
    rows: i64,
    row: impl Fn(i64) -> Option<(W, &'b [W])>,
) -> Option<Option<()>> {
    macro_rules! run {
        ($f:expr) => {
            Some(arch.dispatch(Contract { c, rows, row, f: $f }))
        };
    }
    match (mul, add) {
        (BitOp::Single(FloatOp::Mul), BitOp::Single(FloatOp::Add)) => {
            run!(|c: W, a: W, b: W| of_single(single::<W>(c) + single::<W>(a) * single::<W>(b)))
        }
        (BitOp::Single(FloatOp::Mul), BitOp::Single(FloatOp::Sub)) if c_first => {
            run!(|c: W, a: W, b: W| of_single(single::<W>(c) - single::<W>(a) * single::<W>(b)))
        }
        (BitOp::Double(FloatOp::Mul), BitOp::Double(FloatOp::Add)) => {
            run!(|c: W, a: W, b: W| of_double(double::<W>(c) + double::<W>(a) * double::<W>(b)))
        }
        (BitOp::Double(FloatOp::Mul), BitOp::Double(FloatOp::Sub)) if c_first => {
            run!(|c: W, a: W, b: W| of_double(double::<W>(c) - double::<W>(a) * double::<W>(b)))
        }
        (BitOp::Int(IntOp::Mul, width), BitOp::Int(IntOp::Add, other)) if width == W::BITS && other == width => {
            run!(|c: W, a: W, b: W| c.plus(a.times(b)))
        }
        _ => None,
    }
}
