//! Numbers with the a-priori bound of their rounding errors, computed alongside.
//!
//! A value `v` stands for an exact `x`: what the same expression has in real arithmetic, from the same
//! inputs. With `v` goes a bound of `|w - x|` for *every* `w` that evaluates the expression with its sums
//! in any order and grouping, and with products contracted into `fma` or not:
//!
//! ```text
//! |w - x| <= g(h) * m + s,     g(h) = e^h - 1
//! ```
//!
//! - `m`, the magnitude: the expression with the absolute value of every term, `sum |a * b|` for a
//!   contraction;
//! - `h`, the depth: the roundings a term can pass through, each counted by the unit roundoff `u` of its
//!   format. A sum of `t` terms counts `t - 1` roundings whatever its order was here, for in another it
//!   may be a chain; a product counts those of both factors and one;
//! - `s`, the slack: what is absolute, not relative. Half the least subnormal for every product that may
//!   underflow, and what nonlinear functions make of the errors of their operands.
//!
//! For `sum a_i * b_i` with `n` terms that is `g(n u) * sum |a_i| |b_i|`, as in Higham, Accuracy and
//! Stability of Numerical Algorithms, 2nd edition, section 3.1 (lemma 3.1 and (3.5)), with underflow as
//! in section 2.8 there. `g` is a little below his `h / (1 - h)`, since `(1 + u)^n <= e^(n u)`, and finite
//! for long sums in narrow formats. Two evaluations differ by at most twice the bound.
//!
//! Everything is computed in double precision and widened by 2^-50 a step, so that it stays a bound.
//! Functions of `math` are taken to be right to within [`LIBRARY_ULPS`]. There is no bound (it is
//! infinite) where a partial sum may overflow in some order, where an error may flip a comparison, and
//! for functions without a rule. Infinities and NaN that every order gives are exact. A number without a
//! bound cannot decide about control: another order might decide otherwise.

use super::{DataElem, Domain, InputElement};
use crate::function::{Flags, Function, ScalarCall};
use crate::machine::Machine;
use crate::value::RuntimeValue;
use crate::{Scalar, ScalarType, Trap, eval};
use polyvet_ir::FloatKind;

/// Error of a function of `math` in units in the last place, here and elsewhere.
pub const LIBRARY_ULPS: f64 = 4.0;

/// A number and what bounds its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundedValue {
    /// The number this execution computes.
    pub value: Scalar,
    /// `m`: the expression on absolute values.
    pub magnitude: f64,
    /// Terms of the sum that made it; 1 if it is none.
    pub terms: f64,
    /// Roundings a term of it passes through before the sum, each counted by its unit roundoff.
    pub depth: f64,
    /// `s`: the absolute part of the error; infinite if there is no bound.
    pub slack: f64,
}

/// The domain of numbers with error bounds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounded;

/// A little more, so that rounding here is on the safe side.
fn up(x: f64) -> f64 {
    x * (1.0 + f64::EPSILON * 4.0)
}

/// Half a unit in the last place of 1.
pub(crate) fn roundoff(kind: FloatKind) -> f64 {
    f64::powi(2.0, -(kind.digits() as i32))
}

fn largest(kind: FloatKind) -> f64 {
    kind.to_f64(kind.largest())
}

/// The least positive number.
fn least(kind: FloatKind) -> f64 {
    kind.to_f64(1)
}

fn kind(ty: ScalarType) -> Option<FloatKind> {
    match ty {
        ScalarType::Float(kind) => Some(kind),
        _ => None,
    }
}

impl BoundedValue {
    /// A number that is known exactly.
    pub fn exact(value: Scalar) -> BoundedValue {
        BoundedValue::within(value, 0.0)
    }

    /// A number whose error is at most `slack`.
    fn within(value: Scalar, slack: f64) -> BoundedValue {
        let size = value.to_f64().filter(|value| value.is_finite()).map_or(0.0, f64::abs);
        BoundedValue {
            value,
            magnitude: up(size + slack),
            terms: 1.0,
            depth: 0.0,
            slack: if slack.is_nan() { f64::INFINITY } else { slack },
        }
    }

    /// A number without a bound.
    pub(super) fn unbounded(value: Scalar) -> BoundedValue {
        BoundedValue::within(value, f64::INFINITY)
    }

    /// Depth of the whole sum.
    fn total_depth(&self) -> f64 {
        let roundoff = kind(self.value.ty).map_or(0.0, roundoff);
        up(self.depth + (self.terms - 1.0) * roundoff)
    }

    /// The bound: `|w - x|` of every evaluation `w`. Zero for what every evaluation gives exactly.
    pub fn error(&self) -> f64 {
        let depth = self.total_depth();
        if self.slack == 0.0 && (depth == 0.0 || self.magnitude == 0.0) {
            return 0.0;
        }
        if self.slack.is_infinite() {
            return f64::INFINITY;
        }
        let relative = up(depth.exp_m1());
        let error = up(up(relative * self.magnitude) + up(self.slack * (1.0 + relative)));
        if error.is_nan() { f64::INFINITY } else { error }
    }

    fn finite(&self) -> Option<f64> {
        self.value.to_f64().filter(|value| value.is_finite())
    }

    /// No bound, if an evaluation in another order may overflow.
    fn checked(self) -> BoundedValue {
        let Some(kind) = kind(self.value.ty) else { return self };
        let most = up(self.magnitude + self.error());
        if most > largest(kind) || most.is_nan() {
            BoundedValue::unbounded(self.value)
        } else {
            self
        }
    }
}

fn sum(value: Scalar, x: &BoundedValue, y: &BoundedValue) -> BoundedValue {
    // A zero that is exactly zero in every order is no term: it rounds nothing.
    let is_zero = |x: &BoundedValue| x.magnitude == 0.0 && x.slack == 0.0 && x.finite().is_some();
    if is_zero(x) || is_zero(y) {
        let other = if is_zero(x) { y } else { x };
        return BoundedValue { value, ..*other };
    }
    BoundedValue {
        value,
        magnitude: up(x.magnitude + y.magnitude),
        terms: x.terms + y.terms,
        depth: x.depth.max(y.depth),
        slack: up(x.slack + y.slack),
    }
}

fn product(value: Scalar, x: &BoundedValue, y: &BoundedValue) -> BoundedValue {
    let Some(kind) = kind(value.ty) else {
        return BoundedValue::exact(value);
    };
    let magnitude = up(x.magnitude * y.magnitude);
    // `s` of a product: |s_x y| + |s_y x| + s_x s_y, on magnitudes.
    let slack = up(up(x.slack * y.magnitude) + up(y.slack * x.magnitude) + up(x.slack * y.slack));
    // A product that is a normal number in every order does not underflow.
    let whole = is_power_of_two(x) || is_power_of_two(y);
    let normal = least(kind) / (2.0 * roundoff(kind));
    let size = value.to_f64().map_or(0.0, f64::abs);
    let underflow = if size > 2.0 * normal && x.error() == 0.0 && y.error() == 0.0 || magnitude == 0.0 {
        0.0
    } else {
        least(kind)
    };
    let rounding = if whole && underflow == 0.0 { 0.0 } else { roundoff(kind) };
    BoundedValue {
        value,
        magnitude,
        terms: 1.0,
        depth: up(x.total_depth() + y.total_depth() + rounding),
        slack: up(slack + underflow),
    }
}

/// Exactly 1, -1, 2, .. : products with it do not round.
fn is_power_of_two(x: &BoundedValue) -> bool {
    let value = x.finite().unwrap_or(0.0);
    x.error() == 0.0 && value != 0.0 && value.is_normal() && value.to_bits().trailing_zeros() >= 52
}

impl Domain for Bounded {
    type Data = BoundedValue;

    fn constant(&mut self, value: Scalar) -> BoundedValue {
        BoundedValue::exact(value)
    }

    fn input(&mut self, input: &InputElement<'_>) -> BoundedValue {
        BoundedValue::exact(super::Concrete.input(input))
    }

    fn apply(&mut self, call: &ScalarCall, args: &[BoundedValue]) -> Result<BoundedValue, Trap> {
        use Function::*;
        let mut values = [Scalar::index(0); 3];
        for (slot, arg) in values.iter_mut().zip(args) {
            *slot = arg.value;
        }
        let value = eval::apply(call, &values[..args.len()])?;
        if call.function == Select {
            return Ok(select(value, args));
        }
        if args.iter().any(|arg| arg.slack.is_infinite()) {
            return Ok(BoundedValue::unbounded(value));
        }
        if args.iter().all(|arg| arg.error() == 0.0) && kind(call.result).is_none() {
            return Ok(BoundedValue::exact(value));
        }
        if args
            .iter()
            .any(|arg| kind(arg.value.ty).is_some() && arg.finite().is_none())
        {
            return Ok(not_finite(call.function, value, args));
        }
        let bounded = match (call.function, args) {
            (AddF | SubF, [x, y]) => sum(value, x, y),
            (MulF, [x, y]) => product(value, x, y),
            (Fma, [x, y, z]) => sum(value, &product(value, x, y), z),
            (NegF | AbsF, [x]) => BoundedValue { value, ..*x },
            (ExtF, [x]) => BoundedValue {
                value,
                depth: x.total_depth(),
                terms: 1.0,
                ..*x
            },
            (CopySign, [x, y]) if y.error() < y.finite().unwrap_or(0.0).abs() || y.error() == 0.0 => {
                BoundedValue { value, ..*x }
            }
            _ => general(call, value, args),
        };
        Ok(bounded.checked())
    }

    fn known(&self, data: BoundedValue) -> Option<Scalar> {
        data.slack.is_finite().then_some(data.value)
    }

    fn elem(&self, data: BoundedValue) -> DataElem {
        DataElem::Scalar(data.value)
    }

    fn invoke(
        machine: &mut Machine<'_, Self>,
        func: usize,
        args: Vec<RuntimeValue<Self>>,
    ) -> Result<Vec<RuntimeValue<Self>>, Trap> {
        machine.walk(func, args)
    }
}

/// One of two values; both count if an error may flip the condition.
fn select(value: Scalar, args: &[BoundedValue]) -> BoundedValue {
    let [condition, then, otherwise] = args else {
        return BoundedValue::unbounded(value);
    };
    if condition.slack.is_finite() {
        return if condition.value.is_true() { *then } else { *otherwise };
    }
    match (then.finite(), otherwise.finite()) {
        (Some(x), Some(y)) => BoundedValue::within(value, up((x - y).abs() + then.error() + otherwise.error())),
        _ if then.value.same(otherwise.value) && then.error() == 0.0 && otherwise.error() == 0.0 => {
            BoundedValue::exact(value)
        }
        _ => BoundedValue::unbounded(value),
    }
}

/// With an infinity or a NaN among the operands, which every order has.
fn not_finite(function: Function, value: Scalar, args: &[BoundedValue]) -> BoundedValue {
    let nan = args.iter().any(|arg| arg.value.is_nan());
    // What is not zero in any order keeps `inf * x` an infinity. (The error is that of both: this value
    // and another one are on both sides of the exact one.)
    let settled = |arg: &BoundedValue| {
        let error = arg.error();
        error == 0.0 || arg.finite().is_none_or(|value| value.abs() > 2.0 * error)
    };
    let is_sum = matches!(function, Function::AddF | Function::SubF);
    // The finite terms still count: where they may overflow by themselves, another order gives NaN.
    if let ([x, y], true, true) = (args, is_sum, value.to_f64().is_some_and(f64::is_infinite)) {
        return sum(value, x, y).checked();
    }
    if let ([x, y, z], Function::Fma) = (args, function)
        && x.finite().is_some()
        && y.finite().is_some()
    {
        let terms = product(Scalar::new(value.ty, 0), x, y).checked();
        return match terms.slack.is_finite() {
            true => sum(value, &terms, z).checked(),
            false => BoundedValue::unbounded(value),
        };
    }
    if let Some(other) = beside_infinity(function, args) {
        return BoundedValue { value, ..*other };
    }
    let exact = args.iter().all(|arg| arg.error() == 0.0);
    let stays = nan && value.is_nan() || is_sum || args.iter().all(settled);
    if exact || stays && value.to_f64().is_none_or(|value| !value.is_finite()) {
        return BoundedValue::exact(value);
    }
    BoundedValue::unbounded(value)
}

/// The operand that a maximum or a minimum is, since the other one is no number or farther out than any: a reduction starts so.
fn beside_infinity(function: Function, args: &[BoundedValue]) -> Option<&BoundedValue> {
    use Function::*;
    let (start, ignores_nan) = match function {
        MaximumF => (f64::NEG_INFINITY, false),
        MaxNumF => (f64::NEG_INFINITY, true),
        MinimumF => (f64::INFINITY, false),
        MinNumF => (f64::INFINITY, true),
        _ => return None,
    };
    let [x, y] = args else { return None };
    let gives_way = |arg: &BoundedValue| {
        let is_start = arg.value.to_f64() == Some(start);
        arg.error() == 0.0 && (is_start || ignores_nan && arg.value.is_nan())
    };
    match (gives_way(x), gives_way(y)) {
        (true, _) => Some(y),
        (_, true) => Some(x),
        _ => None,
    }
}

/// Half a unit in the last place of `value`, or what underflow loses.
fn rounding(kind: FloatKind, value: f64) -> f64 {
    up((value.abs() * roundoff(kind)).max(least(kind)))
}

/// Functions that are neither sums nor products.
fn general(call: &ScalarCall, value: Scalar, args: &[BoundedValue]) -> BoundedValue {
    use Function::*;
    let errors: Vec<f64> = args.iter().map(BoundedValue::error).collect();
    let exact = errors.iter().all(|error| *error == 0.0);
    let number = |n: usize| args.get(n).and_then(BoundedValue::finite).unwrap_or(0.0);
    // This value and that of another order are on both sides of the exact one.
    let apart = |n: usize| up(2.0 * errors[n]);
    let when = |settled: bool| match settled {
        true => BoundedValue::exact(value),
        false => BoundedValue::unbounded(value),
    };
    match call.function {
        CmpF(_) => return when((number(0) - number(1)).abs() > up(apart(0) + apart(1))),
        FPToSI | FPToUI => return when((number(0) - apart(0)).trunc() == (number(0) + apart(0)).trunc()),
        _ => {}
    }
    let (Some(kind), Some(result)) = (kind(call.result), value.to_f64()) else {
        return BoundedValue::unbounded(value);
    };
    let slack = match call.function {
        SIToFP if result as i128 == i128::from(args[0].value.signed()) => 0.0,
        UIToFP if result as i128 == i128::from(args[0].value.bits) => 0.0,
        SIToFP | UIToFP => rounding(kind, up(result)),
        TruncF | ConvertF if exact && result == number(0) => 0.0,
        TruncF | ConvertF => up(errors[0] + rounding(kind, up(number(0).abs() + apart(0)))),
        // 1 / 0 and sqrt(-1) are what IEEE 754 says.
        DivF | Sqrt | Rsqrt | Log | Log2 | Log10 | Log1p if exact && !result.is_finite() => 0.0,
        DivF if exact && is_product(number(0), result, number(1)) => 0.0,
        Sqrt if exact && is_product(number(0), result, result) => 0.0,
        DivF => {
            let (dividend, divisor) = (number(0).abs() + errors[0], number(1).abs() - errors[1]);
            let least = number(1).abs() - apart(1);
            if least <= 0.0 {
                f64::INFINITY
            } else {
                let quotient = up(dividend / divisor);
                let error = up(up(errors[0] + up(quotient * errors[1])) / least);
                up(error + rounding(kind, up(quotient + error)))
            }
        }
        MaximumF | MinimumF | MaxNumF | MinNumF | ClampF => errors.iter().copied().fold(0.0, f64::max),
        Floor | Ceil | Round | RoundEven | Trunc if exact => 0.0,
        Floor | Ceil | Round | RoundEven | Trunc => up(1.0 + errors[0]),
        RemF if exact => 0.0,
        _ => monotone(call, args, result, kind).unwrap_or(if exact { library(kind, result) } else { f64::INFINITY }),
    };
    BoundedValue::within(value, slack)
}

/// Whether `product` is that of the factors, with nothing rounded.
fn is_product(product: f64, x: f64, y: f64) -> bool {
    // What is rounded off a smaller product may be lost.
    product.abs() > f64::MIN_POSITIVE * f64::powi(2.0, 64) && x.mul_add(y, -product) == 0.0
}

/// What a library may be off by.
fn library(kind: FloatKind, result: f64) -> f64 {
    if result.is_finite() {
        2.0 * LIBRARY_ULPS * rounding(kind, result)
    } else {
        f64::INFINITY
    }
}

/// The slack of a monotone function of one operand, by its values at both ends of the operand's range.
fn monotone(call: &ScalarCall, args: &[BoundedValue], result: f64, kind: FloatKind) -> Option<f64> {
    use Function::*;
    let [x] = args else { return None };
    let (centre, error) = (x.finite()?, x.error());
    match call.function {
        Sin | Cos => return Some(up(error + library(kind, result))),
        Sqrt | Rsqrt | Cbrt | Exp | Exp2 | ExpM1 | Log | Log2 | Log10 | Log1p | Atan | Sinh | Tanh | Asinh | Erf
        | Erfc => {}
        _ => return None,
    }
    let wide = ScalarCall::new(call.function, ScalarType::Float(FloatKind::F64), Flags::default());
    let at = |x: f64| eval::apply(&wide, &[Scalar::f64(x)]).ok()?.to_f64();
    let ends = [at(centre - up(2.0 * error))?, at(centre + up(2.0 * error))?];
    let width = (ends[1] - ends[0]).abs();
    let error = up(width + library(kind, up(result.abs() + width)));
    Some(if error.is_finite() { error } else { f64::INFINITY })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(kind: FloatKind, value: f64) -> BoundedValue {
        BoundedValue::exact(Scalar::from_f64(kind, value))
    }

    fn apply(function: Function, args: &[BoundedValue]) -> BoundedValue {
        let call = ScalarCall::new(function, args[0].value.ty, Flags::default());
        Bounded.apply(&call, args).expect("defined")
    }

    fn random(n: u64) -> f64 {
        // Multiples of 2^-52 in [-1, 1).
        (crate::draw::scramble(3 << 32 ^ n) >> 11) as f64 * f64::powi(2.0, -52) - 1.0
    }

    #[test]
    fn quotients_and_roots_that_are_not_rounded_are_exact() {
        for kind in [FloatKind::F16, FloatKind::F32, FloatKind::F64] {
            let error = |function, args: &[f64]| {
                let args: Vec<BoundedValue> = args.iter().map(|arg| float(kind, *arg)).collect();
                apply(function, &args).error()
            };
            assert_eq!(error(Function::DivF, &[-3.0, 2.0]), 0.0);
            assert_eq!(error(Function::Sqrt, &[9.0]), 0.0);
            assert!(error(Function::DivF, &[1.0, 3.0]) > 0.0 && error(Function::Sqrt, &[2.0]) > 0.0);
        }
    }

    #[test]
    fn a_maximum_that_starts_at_infinity_has_the_bound_of_its_operand() {
        let third = apply(
            Function::DivF,
            &[float(FloatKind::F32, 1.0), float(FloatKind::F32, 3.0)],
        );
        let at = |value: f64| float(FloatKind::F32, value);
        for function in [Function::MaximumF, Function::MaxNumF] {
            assert_eq!(apply(function, &[at(f64::NEG_INFINITY), third]).error(), third.error());
            assert_eq!(apply(function, &[third, at(f64::NEG_INFINITY)]).error(), third.error());
            assert_eq!(apply(function, &[third, at(f64::INFINITY)]).error(), 0.0);
        }
        for function in [Function::MinimumF, Function::MinNumF] {
            assert_eq!(apply(function, &[at(f64::INFINITY), third]).error(), third.error());
            assert_eq!(apply(function, &[third, at(f64::NEG_INFINITY)]).error(), 0.0);
        }
        let nan = at(f64::NAN);
        assert_eq!(apply(Function::MaxNumF, &[nan, third]).error(), third.error());
        assert!(apply(Function::MaximumF, &[nan, third]).value.is_nan());
    }

    /// Dot products forward, backward and as a tree, in each format: none leaves the bound of another,
    /// and the bound is that of the book.
    #[test]
    fn dot_products_in_every_order() {
        // Sums of 8 bits are soon infinite.
        for kind in FloatKind::ALL.into_iter().filter(|kind| kind.bits() >= 16) {
            for count in [1_u64, 2, 7, 64, 300] {
                let products: Vec<BoundedValue> = (0..count)
                    .map(|n| {
                        let factors = [float(kind, random(2 * n)), float(kind, random(2 * n + 1))];
                        apply(Function::MulF, &factors)
                    })
                    .collect();
                let add = |x: BoundedValue, y: &BoundedValue| apply(Function::AddF, &[x, *y]);
                let zero = float(kind, 0.0);
                let forward = products.iter().fold(zero, add);
                let backward = products.iter().rev().fold(zero, add);
                let mut tree = products.clone();
                while tree.len() > 1 {
                    tree = tree.chunks(2).map(|pair| pair[1..].iter().fold(pair[0], add)).collect();
                }
                let bound = forward.error();
                for other in [backward, tree[0]] {
                    assert_eq!(other.terms, forward.terms);
                    assert!(
                        (other.error() - bound).abs() <= 1e-9 * bound,
                        "{kind:?}: {} {bound}",
                        other.error()
                    );
                    let difference = forward
                        .value
                        .to_f64()
                        .zip(other.value.to_f64())
                        .map(|(x, y)| (x - y).abs());
                    assert!(
                        difference.is_some_and(|difference| difference <= 2.0 * bound),
                        "{kind:?}"
                    );
                }
                let depth = count as f64 * roundoff(kind);
                let sum: f64 = products.iter().map(|product| product.magnitude).sum();
                let subnormal = least(kind) * count as f64 * 2.0;
                assert!(
                    bound <= 1.001 * depth.exp_m1() * sum + 3.0 * subnormal,
                    "{kind:?} {count}: {bound}"
                );
                assert!(bound >= depth * sum * 0.99, "{kind:?} {count}: {bound}");
            }
        }
    }

    #[test]
    fn what_every_order_gives_is_exact() {
        let f = |value| float(FloatKind::F32, value);
        // The infinity stays; the error is that of the finite terms, which do not overflow by themselves.
        assert!(apply(Function::AddF, &[f(f64::INFINITY), f(1.0)]).error() < 1e-7);
        assert_eq!(
            apply(Function::AddF, &[f(f64::INFINITY), f(f32::MAX.into())])
                .error()
                .is_finite(),
            apply(Function::AddF, &[f(1.0), f(f32::MAX.into())]).error().is_finite()
        );
        assert_eq!(apply(Function::AddF, &[f(f64::NAN), f(1.0)]).error(), 0.0);
        assert_eq!(apply(Function::MulF, &[f(f64::INFINITY), f(0.0)]).error(), 0.0);
        assert_eq!(apply(Function::DivF, &[f(1.0), f(0.0)]).error(), 0.0);
        assert_eq!(apply(Function::MulF, &[f(2.0), f(0.3)]).error(), 0.0);
        // A sum whose error reaches zero times infinity may be NaN or either infinity.
        let doubtful = apply(Function::SubF, &[apply(Function::MulF, &[f(0.3), f(0.3)]), f(0.09)]);
        assert_eq!(
            apply(Function::MulF, &[doubtful, f(f64::INFINITY)]).error(),
            f64::INFINITY
        );
    }

    #[test]
    fn overflow_in_some_order_has_no_bound() {
        let f = |value| float(FloatKind::F32, value);
        let big = f(f32::MAX.into());
        let cancelled = apply(Function::SubF, &[big, big]);
        assert_eq!(cancelled.value, Scalar::f32(0.0));
        assert_eq!(cancelled.error(), f64::INFINITY);
        assert_eq!(Bounded.known(cancelled), None);
    }

    #[test]
    fn errors_that_may_decide() {
        let f = |value| float(FloatKind::F32, value);
        let sum = apply(Function::AddF, &[f(0.1), f(0.2)]);
        let less = |x, y| {
            let call = ScalarCall::new(
                Function::CmpF(crate::FloatPredicate::Olt),
                ScalarType::Int(1),
                Flags::default(),
            );
            Bounded.apply(&call, &[x, y]).expect("defined")
        };
        assert_eq!(less(sum, f(0.4)).error(), 0.0);
        let close = less(sum, f(0.3));
        assert_eq!(close.error(), f64::INFINITY);
        let chosen = apply(Function::Select, &[close, f(1.0), f(3.0)]);
        assert!(chosen.error() >= 2.0 && chosen.error() < 2.1);
        let largest = apply(Function::MaximumF, &[sum, f(0.3)]);
        assert!(largest.error() <= 1e-6 && largest.error() > 0.0);
    }

    /// The quotient and the root of a sum, in two orders.
    #[test]
    fn functions_of_sums() {
        let f = |n: u64| float(FloatKind::F32, random(n).abs() + 0.5);
        for start in 0..50 {
            let terms: Vec<BoundedValue> = (start..start + 20).map(f).collect();
            let add = |x: BoundedValue, y: &BoundedValue| apply(Function::AddF, &[x, *y]);
            let forward = terms.iter().copied().reduce(|x, y| add(x, &y)).expect("terms");
            let backward = terms.iter().rev().copied().reduce(|x, y| add(x, &y)).expect("terms");
            for function in [
                Function::DivF,
                Function::Sqrt,
                Function::Exp,
                Function::Tanh,
                Function::Rsqrt,
            ] {
                let of = |x: BoundedValue| match function {
                    Function::DivF => apply(function, &[terms[0], x]),
                    _ => apply(function, &[x]),
                };
                let (x, y) = (of(forward), of(backward));
                let difference = x.value.to_f64().zip(y.value.to_f64()).map(|(x, y)| (x - y).abs());
                assert!(
                    difference.is_some_and(|difference| difference <= 2.0 * x.error()),
                    "{function:?}"
                );
                assert!(
                    x.error() < 1e-3 * x.value.to_f64().unwrap_or(1.0).abs().max(1.0),
                    "{function:?}: {x:?}"
                );
            }
        }
    }
}
