//! `complex`: pairs of floats as values; they do not live in memory here.
//!
//! Each part is computed as MLIR lowers it to `arith`: `(a + bi)(c + di) = (ac - bd) + (bc + ad)i`.

use crate::code::{Refusal, Site, Step};
use crate::domain::Domain;
use crate::function::{Call, Flags, FloatPredicate, Function};
use crate::machine::{Frame, Machine};
use crate::value::Value;
use crate::{Scalar, ScalarType, Trap};
use polyvet_ir::{Attr, Type};
use std::rc::Rc;

pub(crate) struct Complex {
    operation: Operation,
    /// Of the parts.
    ty: ScalarType,
}

enum Operation {
    Constant([Scalar; 2]),
    Create,
    /// The real part, or the imaginary one.
    Part(usize),
    /// The same for both parts.
    Each(Function),
    Mul,
    /// Whether equality is asked for.
    Compare(bool),
}

pub(super) fn decode(site: &Site<'_>) -> Result<Complex, Refusal> {
    let (operands, operation) = match site.op.name.as_str() {
        "complex.constant" => (0, constant(site)?),
        "complex.create" => (2, Operation::Create),
        "complex.re" => (1, Operation::Part(0)),
        "complex.im" => (1, Operation::Part(1)),
        "complex.neg" => (1, Operation::Each(Function::NegF)),
        "complex.add" => (2, Operation::Each(Function::AddF)),
        "complex.sub" => (2, Operation::Each(Function::SubF)),
        "complex.mul" => (2, Operation::Mul),
        "complex.eq" => (2, Operation::Compare(true)),
        "complex.neq" => (2, Operation::Compare(false)),
        _ => return site.other(),
    };
    site.shape(operands, 1, 0)?;
    let ty = match operation {
        Operation::Part(_) | Operation::Compare(_) => site.operand_type(0)?,
        _ => site.result_type(0)?,
    };
    match ty {
        Type::Complex(part) => match ScalarType::of(part) {
            Some(ty @ ScalarType::Float(_)) => Ok(Complex { operation, ty }),
            _ => Refusal::unsupported(format!(
                "`{}` of parts that are no floats is not supported",
                site.op.name
            )),
        },
        _ => Refusal::malformed(format!("`{}` works on something that is not complex", site.op.name)),
    }
}

fn constant(site: &Site<'_>) -> Result<Operation, Refusal> {
    let parts = match site.attr("value")? {
        Attr::Array(parts) => parts.iter().map(Scalar::from_attr).collect::<Option<Vec<_>>>(),
        _ => None,
    };
    match parts.as_deref() {
        Some([re, im]) => Ok(Operation::Constant([*re, *im])),
        _ => Refusal::malformed("`complex.constant` has two numbers"),
    }
}

/// The parts of operand `n`.
fn parts<D: Domain>(frame: &Frame<D>, step: &Step, n: usize) -> Result<[D::Data; 2], Trap> {
    match frame.get(step.operands[n]) {
        Value::Complex(parts) => Ok(**parts),
        other => Err(other.unfit("a complex number")),
    }
}

pub(crate) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut Frame<D>,
    step: &Step,
    Complex { operation, ty }: &Complex,
) -> Result<(), Trap> {
    let domain = &mut machine.domain;
    let mut apply = |function, args: &[D::Data]| domain.apply(&Call::new(function, *ty, Flags::default()), args);
    let pair = match operation {
        Operation::Constant(constant) => constant.map(|part| domain.constant(part)),
        Operation::Create => {
            let part = |machine: &mut Machine<'_, D>, n: usize| machine.data(frame.get(step.operands[n]));
            [part(machine, 0)?, part(machine, 1)?]
        }
        Operation::Part(n) => {
            let part = parts(frame, step, 0)?[*n];
            frame.set(step.results[0], Value::Data(part));
            return Ok(());
        }
        Operation::Each(function) if step.operands.len() == 1 => {
            let [re, im] = parts(frame, step, 0)?;
            [apply(*function, &[re])?, apply(*function, &[im])?]
        }
        Operation::Each(function) => {
            let ([a, b], [c, d]) = (parts(frame, step, 0)?, parts(frame, step, 1)?);
            [apply(*function, &[a, c])?, apply(*function, &[b, d])?]
        }
        Operation::Mul => {
            let ([a, b], [c, d]) = (parts(frame, step, 0)?, parts(frame, step, 1)?);
            let mut product = |x, y| apply(Function::MulF, &[x, y]);
            let [ac, bd, bc, ad] = [product(a, c)?, product(b, d)?, product(b, c)?, product(a, d)?];
            [apply(Function::SubF, &[ac, bd])?, apply(Function::AddF, &[bc, ad])?]
        }
        Operation::Compare(equal) => {
            let ([a, b], [c, d]) = (parts(frame, step, 0)?, parts(frame, step, 1)?);
            let (predicate, both) = match equal {
                true => (FloatPredicate::Oeq, Function::AndI),
                false => (FloatPredicate::Une, Function::OrI),
            };
            let truth = |function| Call::new(function, ScalarType::Int(1), Flags::default());
            let compare = truth(Function::CmpF(predicate));
            let (re, im) = (domain.apply(&compare, &[a, c])?, domain.apply(&compare, &[b, d])?);
            let result = domain.apply(&truth(both), &[re, im])?;
            frame.set(step.results[0], Value::Data(result));
            return Ok(());
        }
    };
    frame.set(step.results[0], Value::Complex(Rc::new(pair)));
    Ok(())
}
