//! `complex`: what computes with both parts of a number.
//!
//! Each part is computed as MLIR's `-convert-complex-to-standard` computes it, operation by operation, so that a value
//! has the same bits there wherever it needs no function of a mathematical library:
//!
//! | operation | of `a + bi` and `c + di` |
//! | --- | --- |
//! | `mul` | `(ac - bd) + (bc + ad)i` |
//! | `div` | by the larger part of the divisor (R. L. Smith, 1962); where both parts are NaN, the infinities and zeros of C, annex G |
//! | `abs` | `m sqrt(1 + (n/m)^2)`, `m` and `n` the larger and the smaller of `abs(a)`, `abs(b)` |
//! | `exp` | `exp(a) cos(b) + exp(a) sin(b)i`, by two factors `exp(a/2)` where `exp(a)` is infinite |
//! | `log` | `log(abs) + atan2(b, a)i` |
//! | `sin` | `sin(a) cosh(b) + cos(a) sinh(b)i`, from `exp(b)` |
//! | `cos` | `cos(a) cosh(b) - sin(a) sinh(b)i`, from `exp(b)` |

use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::domain::Domain;
use crate::function::{Flags, FloatPredicate, Function, ScalarCall};
use crate::machine::{CallFrame, Machine};
use crate::value::RuntimeValue;
use crate::{Scalar, ScalarType, Trap, eval};
use polyvet_ir::{Attr, FloatKind, Type};
use std::rc::Rc;

pub(crate) struct Complex {
    operation: ComplexOp,
    /// Of the parts.
    kind: FloatKind,
    /// What is promised of the parts of operands and result.
    flags: Flags,
}

enum ComplexOp {
    Constant([Scalar; 2]),
    Create,
    /// The real part, or the imaginary one.
    Part(usize),
    /// The same for both parts.
    Each(Function),
    Conj,
    Mul,
    Div,
    Abs,
    Angle,
    Exp,
    Log,
    Sin,
    Cos,
    /// Whether equality is required.
    Compare(bool),
}

pub(super) fn decode(site: &DecodeSite<'_>) -> Result<Complex, DecodeRefusal> {
    let (operands, operation) = match site.op.name.as_str() {
        "complex.constant" => (0, constant(site)?),
        "complex.create" => (2, ComplexOp::Create),
        "complex.re" => (1, ComplexOp::Part(0)),
        "complex.im" => (1, ComplexOp::Part(1)),
        "complex.neg" => (1, ComplexOp::Each(Function::NegF)),
        "complex.conj" => (1, ComplexOp::Conj),
        "complex.add" => (2, ComplexOp::Each(Function::AddF)),
        "complex.sub" => (2, ComplexOp::Each(Function::SubF)),
        "complex.mul" => (2, ComplexOp::Mul),
        "complex.div" => (2, ComplexOp::Div),
        "complex.abs" => (1, ComplexOp::Abs),
        "complex.angle" => (1, ComplexOp::Angle),
        "complex.exp" => (1, ComplexOp::Exp),
        "complex.log" => (1, ComplexOp::Log),
        "complex.sin" => (1, ComplexOp::Sin),
        "complex.cos" => (1, ComplexOp::Cos),
        "complex.eq" => (2, ComplexOp::Compare(true)),
        "complex.neq" => (2, ComplexOp::Compare(false)),
        _ => return site.other(),
    };
    site.shape(operands, 1, 0)?;
    let ty = match operation {
        ComplexOp::Constant(_) | ComplexOp::Create => site.result_type(0)?,
        _ => site.operand_type(0)?,
    };
    match ty {
        Type::Complex(part) => match ScalarType::of(part) {
            Some(ScalarType::Float(kind)) => Ok(Complex {
                operation,
                kind,
                flags: super::arith::flags(site)?,
            }),
            _ => DecodeRefusal::unsupported(format!(
                "`{}` of parts that are no floats is not supported",
                site.op.name
            )),
        },
        _ => DecodeRefusal::malformed(format!("`{}` works on something that is not complex", site.op.name)),
    }
}

fn constant(site: &DecodeSite<'_>) -> Result<ComplexOp, DecodeRefusal> {
    let parts = match site.attr("value")? {
        Attr::Array(parts) => parts.iter().map(Scalar::from_attr).collect::<Option<Vec<_>>>(),
        _ => None,
    };
    match parts.as_deref() {
        Some([re, im]) => Ok(ComplexOp::Constant([*re, *im])),
        _ => DecodeRefusal::malformed("`complex.constant` has two numbers"),
    }
}

/// The functions of one float format, by their usual names.
struct Floats<'a, D: Domain> {
    domain: &'a mut D,
    kind: FloatKind,
}

type ComplexResult<T> = Result<T, Trap>;

impl<D: Domain> Floats<'_, D> {
    fn apply(&mut self, function: Function, args: &[D::Data]) -> ComplexResult<D::Data> {
        let call = ScalarCall::new(function, ScalarType::Float(self.kind), Flags::default());
        self.domain.apply(&call, args)
    }

    fn number(&mut self, value: f64) -> D::Data {
        self.domain.constant(Scalar::from_f64(self.kind, value))
    }

    fn add(&mut self, x: D::Data, y: D::Data) -> ComplexResult<D::Data> {
        self.apply(Function::AddF, &[x, y])
    }

    fn sub(&mut self, x: D::Data, y: D::Data) -> ComplexResult<D::Data> {
        self.apply(Function::SubF, &[x, y])
    }

    fn mul(&mut self, x: D::Data, y: D::Data) -> ComplexResult<D::Data> {
        self.apply(Function::MulF, &[x, y])
    }

    fn div(&mut self, x: D::Data, y: D::Data) -> ComplexResult<D::Data> {
        self.apply(Function::DivF, &[x, y])
    }

    fn copysign(&mut self, x: D::Data, y: D::Data) -> ComplexResult<D::Data> {
        self.apply(Function::CopySign, &[x, y])
    }

    fn compare(&mut self, predicate: FloatPredicate, x: D::Data, y: D::Data) -> ComplexResult<D::Data> {
        self.truth(Function::CmpF(predicate), x, y)
    }

    /// `x`, `y` and the result are truth values, or `x` and `y` are compared.
    fn truth(&mut self, function: Function, x: D::Data, y: D::Data) -> ComplexResult<D::Data> {
        let call = ScalarCall::new(function, ScalarType::Int(1), Flags::default());
        self.domain.apply(&call, &[x, y])
    }

    fn and(&mut self, x: D::Data, y: D::Data) -> ComplexResult<D::Data> {
        self.truth(Function::AndI, x, y)
    }

    fn or(&mut self, x: D::Data, y: D::Data) -> ComplexResult<D::Data> {
        self.truth(Function::OrI, x, y)
    }

    fn select(&mut self, condition: D::Data, then: D::Data, otherwise: D::Data) -> ComplexResult<D::Data> {
        self.apply(Function::Select, &[condition, then, otherwise])
    }

    fn select_both(
        &mut self,
        condition: D::Data,
        then: [D::Data; 2],
        otherwise: [D::Data; 2],
    ) -> ComplexResult<[D::Data; 2]> {
        Ok([
            self.select(condition, then[0], otherwise[0])?,
            self.select(condition, then[1], otherwise[1])?,
        ])
    }

    fn product(&mut self, [a, b]: [D::Data; 2], [c, d]: [D::Data; 2]) -> ComplexResult<[D::Data; 2]> {
        let [ac, bd, bc, ad] = [self.mul(a, c)?, self.mul(b, d)?, self.mul(b, c)?, self.mul(a, d)?];
        Ok([self.sub(ac, bd)?, self.add(bc, ad)?])
    }

    fn magnitude(&mut self, [a, b]: [D::Data; 2]) -> ComplexResult<D::Data> {
        let (a, b) = (self.apply(Function::AbsF, &[a])?, self.apply(Function::AbsF, &[b])?);
        let (most, least) = (
            self.apply(Function::MaximumF, &[a, b])?,
            self.apply(Function::MinimumF, &[a, b])?,
        );
        let ratio = self.div(least, most)?;
        let (square, one) = (self.mul(ratio, ratio)?, self.number(1.0));
        let sum = self.add(square, one)?;
        let root = self.apply(Function::Sqrt, &[sum])?;
        let result = self.mul(most, root)?;
        // Zero by zero, and infinity by infinity.
        let is_nan = self.compare(FloatPredicate::Uno, result, result)?;
        self.select(is_nan, least, result)
    }

    /// The divisor `large + small * small / large`, and `a` and `b` times `small / large`.
    fn scaled(&mut self, [a, b]: [D::Data; 2], small: D::Data, large: D::Data) -> ComplexResult<[D::Data; 3]> {
        let ratio = self.div(small, large)?;
        let rest = self.mul(ratio, small)?;
        Ok([self.add(large, rest)?, self.mul(a, ratio)?, self.mul(b, ratio)?])
    }

    /// `factor` times the product of `a + b i` and `c - d i`.
    fn conjugate_product(
        &mut self,
        factor: D::Data,
        [a, b]: [D::Data; 2],
        [c, d]: [D::Data; 2],
    ) -> ComplexResult<[D::Data; 2]> {
        let [ac, bd, ad, bc] = [self.mul(a, c)?, self.mul(b, d)?, self.mul(a, d)?, self.mul(b, c)?];
        let (re, im) = (self.add(ac, bd)?, self.sub(bc, ad)?);
        Ok([self.mul(factor, re)?, self.mul(factor, im)?])
    }

    fn quotient(&mut self, [a, b]: [D::Data; 2], [c, d]: [D::Data; 2]) -> ComplexResult<[D::Data; 2]> {
        use FloatPredicate::{Oeq, Olt, One, Ord, Uno};
        let [divisor, ar, br] = self.scaled([a, b], c, d)?;
        let (re, im) = (self.add(ar, b)?, self.sub(br, a)?);
        let by_im = [self.div(re, divisor)?, self.div(im, divisor)?];
        let [divisor, ar, br] = self.scaled([a, b], d, c)?;
        let (re, im) = (self.add(a, br)?, self.sub(b, ar)?);
        let by_re = [self.div(re, divisor)?, self.div(im, divisor)?];

        let [zero, one, infinity] = [0.0, 1.0, f64::INFINITY].map(|value| self.number(value));
        let mut sizes = [a, b, c, d];
        for size in &mut sizes {
            *size = self.apply(Function::AbsF, &[*size])?;
        }
        let [abs_a, abs_b, abs_c, abs_d] = sizes;
        let smaller = self.compare(Olt, abs_c, abs_d)?;
        let plain = self.select_both(smaller, by_im, by_re)?;

        // By zero: infinity with the sign of the real part of the divisor.
        let (c_zero, d_zero) = (self.compare(Oeq, abs_c, zero)?, self.compare(Oeq, abs_d, zero)?);
        let (a_number, b_number) = (self.compare(Ord, a, zero)?, self.compare(Ord, b, zero)?);
        let (numbers, zeros) = (self.or(a_number, b_number)?, self.and(c_zero, d_zero)?);
        let by_zero = self.and(numbers, zeros)?;
        let signed = self.copysign(infinity, c)?;
        let at_zero = [self.mul(signed, a)?, self.mul(signed, b)?];

        // Infinity by something finite is infinite, something finite by infinity is zero.
        let infinite = |floats: &mut Self, size| floats.compare(Oeq, size, infinity);
        let finite = |floats: &mut Self, size| floats.compare(One, size, infinity);
        let unit = |floats: &mut Self, is_infinite, sign| {
            let size = floats.select(is_infinite, one, zero)?;
            floats.copysign(size, sign)
        };
        let (a_infinite, b_infinite) = (infinite(self, abs_a)?, infinite(self, abs_b)?);
        let (c_finite, d_finite) = (finite(self, abs_c)?, finite(self, abs_d)?);
        let (any, both) = (self.or(a_infinite, b_infinite)?, self.and(c_finite, d_finite)?);
        let from_infinity = self.and(any, both)?;
        let (x, y) = (unit(self, a_infinite, a)?, unit(self, b_infinite, b)?);
        let at_infinity = self.conjugate_product(infinity, [x, y], [c, d])?;

        let (a_finite, b_finite) = (finite(self, abs_a)?, finite(self, abs_b)?);
        let (c_infinite, d_infinite) = (infinite(self, abs_c)?, infinite(self, abs_d)?);
        let (both, any) = (self.and(a_finite, b_finite)?, self.or(c_infinite, d_infinite)?);
        let by_infinity = self.and(both, any)?;
        let (x, y) = (unit(self, c_infinite, c)?, unit(self, d_infinite, d)?);
        let at_none = self.conjugate_product(zero, [a, b], [x, y])?;

        let special = self.select_both(by_infinity, at_none, plain)?;
        let special = self.select_both(from_infinity, at_infinity, special)?;
        let special = self.select_both(by_zero, at_zero, special)?;
        let (re, im) = (self.compare(Uno, plain[0], zero)?, self.compare(Uno, plain[1], zero)?);
        let neither = self.and(re, im)?;
        self.select_both(neither, special, plain)
    }

    fn exponential(&mut self, [a, b]: [D::Data; 2]) -> ComplexResult<[D::Data; 2]> {
        let [zero, half, infinity] = [0.0, 0.5, f64::INFINITY].map(|value| self.number(value));
        let size = self.apply(Function::Exp, &[a])?;
        let halved = self.mul(a, half)?;
        let root = self.apply(Function::Exp, &[halved])?;
        let is_infinite = self.compare(FloatPredicate::Oeq, size, infinity)?;
        let mut parts = [self.apply(Function::Cos, &[b])?, self.apply(Function::Sin, &[b])?];
        for part in &mut parts {
            let (once, rooted) = (self.mul(size, *part)?, self.mul(root, *part)?);
            let twice = self.mul(rooted, root)?;
            *part = self.select(is_infinite, twice, once)?;
        }
        let is_real = self.compare(FloatPredicate::Oeq, b, zero)?;
        Ok([parts[0], self.select(is_real, zero, parts[1])?])
    }

    /// Halves of `exp(b)` and of `exp(-b)`, the sine and the cosine of `a`.
    fn circular(&mut self, [a, b]: [D::Data; 2]) -> ComplexResult<[D::Data; 4]> {
        let (half, size) = (self.number(0.5), self.apply(Function::Exp, &[b])?);
        Ok([
            self.mul(half, size)?,
            self.div(half, size)?,
            self.apply(Function::Sin, &[a])?,
            self.apply(Function::Cos, &[a])?,
        ])
    }
}

/// The parts of operand `n`.
fn parts<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &CallFrame<D>,
    step: &DecodedOp,
    n: usize,
) -> ComplexResult<[D::Data; 2]> {
    match frame.get(step.operands[n]) {
        RuntimeValue::Complex(parts) => Ok([machine.data(&parts[0])?, machine.data(&parts[1])?]),
        other => Err(other.unfit("a complex number")),
    }
}

pub(crate) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    Complex { operation, kind, flags }: &Complex,
) -> Result<(), Trap> {
    let mut operand = |n| parts(machine, frame, step, n);
    let (x, y) = match (operation, step.operands.len()) {
        (ComplexOp::Constant(constant), _) => {
            let constant = constant.map(|part| machine.domain.constant(part));
            (constant, constant)
        }
        (ComplexOp::Create, _) => {
            let part = |machine: &mut Machine<'_, D>, n: usize| machine.data(frame.get(step.operands[n]));
            let created = [part(machine, 0)?, part(machine, 1)?];
            (created, created)
        }
        (_, 2) => (operand(0)?, operand(1)?),
        _ => {
            let only = operand(0)?;
            (only, only)
        }
    };
    let mut floats = Floats {
        domain: &mut machine.domain,
        kind: *kind,
    };
    let floats = &mut floats;
    let pair = |parts: [D::Data; 2]| RuntimeValue::Complex(Rc::new(parts.map(RuntimeValue::Data)));
    let value = match operation {
        ComplexOp::Constant(_) | ComplexOp::Create => pair(x),
        ComplexOp::Part(n) => RuntimeValue::Data(x[*n]),
        ComplexOp::Each(function) if step.operands.len() == 1 => {
            pair([floats.apply(*function, &x[..1])?, floats.apply(*function, &x[1..])?])
        }
        ComplexOp::Each(function) => pair([
            floats.apply(*function, &[x[0], y[0]])?,
            floats.apply(*function, &[x[1], y[1]])?,
        ]),
        ComplexOp::Conj => pair([x[0], floats.apply(Function::NegF, &x[1..])?]),
        ComplexOp::Mul => pair(floats.product(x, y)?),
        ComplexOp::Div => pair(floats.quotient(x, y)?),
        ComplexOp::Exp => pair(floats.exponential(x)?),
        ComplexOp::Abs => RuntimeValue::Data(floats.magnitude(x)?),
        ComplexOp::Angle => RuntimeValue::Data(floats.apply(Function::Atan2, &[x[1], x[0]])?),
        ComplexOp::Log => {
            let size = floats.magnitude(x)?;
            let angle = floats.apply(Function::Atan2, &[x[1], x[0]])?;
            pair([floats.apply(Function::Log, &[size])?, angle])
        }
        ComplexOp::Sin => {
            let [up, down, sine, cosine] = floats.circular(x)?;
            let (cosh, sinh) = (floats.add(up, down)?, floats.sub(up, down)?);
            pair([floats.mul(cosh, sine)?, floats.mul(sinh, cosine)?])
        }
        ComplexOp::Cos => {
            let [up, down, sine, cosine] = floats.circular(x)?;
            let (cosh, sinh) = (floats.add(down, up)?, floats.sub(down, up)?);
            pair([floats.mul(cosh, cosine)?, floats.mul(sinh, sine)?])
        }
        ComplexOp::Compare(equal) => {
            let (predicate, both) = match equal {
                true => (FloatPredicate::Oeq, Function::AndI),
                false => (FloatPredicate::Une, Function::OrI),
            };
            let (re, im) = (
                floats.compare(predicate, x[0], y[0])?,
                floats.compare(predicate, x[1], y[1])?,
            );
            RuntimeValue::Data(floats.truth(both, re, im)?)
        }
    };
    if flags.no_nans || flags.no_infinities {
        let name = &machine.module.op(step.id).name;
        let result = value.parts().iter().filter_map(|part| match part {
            RuntimeValue::Data(data) => Some(*data),
            _ => None,
        });
        let known = { x.into_iter().chain(y).chain(result) }.filter_map(|data| machine.domain.known(data));
        if let Some(broken) = { known }.find_map(|value| eval::not_a_number(name.as_str(), flags, value)) {
            return Err(broken);
        }
    }
    frame.set(step.results[0], value);
    Ok(())
}
