//! `arith` and `index`: constants and functions of scalars. On tensors they work element by element.

use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::dense::{self, Dense};
use crate::domain::Domain;
use crate::function::{Flags, FloatPredicate, Function, IntPredicate, ScalarCall};
use crate::machine::{CallFrame, Machine};
use crate::value::RuntimeValue;
use crate::{Code, Scalar, Trap};
use polyvet_ir::{Attr, Type};
use std::rc::Rc;

pub(crate) enum ArithOp {
    Constant(Scalar),
    /// Elements, of a vector or else of a tensor.
    Dense(Dense, bool),
    /// One call per result.
    Compute(Vec<ScalarCall>),
}

pub(crate) fn decode(site: &DecodeSite<'_>) -> Result<ArithOp, DecodeRefusal> {
    match site.op.name.as_str() {
        "arith.constant" | "index.constant" | "index.bool.constant" => return constant(site),
        "index.sizeof" => return Ok(ArithOp::Constant(Scalar::index(64))),
        "arith.cmpi" | "arith.cmpf" | "index.cmp" => {
            site.shape(2, 1, 0)?;
            return compute(site, &[comparison(site)?]);
        }
        "arith.addui_extended" => return extended(site, Function::AddUIExtended, Function::AddUICarry),
        "arith.subui_extended" => return extended(site, Function::SubUIExtended, Function::SubUIBorrow),
        "arith.mulsi_extended" => return extended(site, Function::MulSILow, Function::MulSIHigh),
        "arith.mului_extended" => return extended(site, Function::MulUILow, Function::MulUIHigh),
        _ => {}
    }
    let function = match site.op.name.strip_prefix("index.") {
        Some(name) => index_function(name),
        None => Function::by_name(&site.op.name),
    };
    match function {
        Some(function) => single(site, function),
        None => site.other(),
    }
}

/// A function with one result.
pub(super) fn single(site: &DecodeSite<'_>, function: Function) -> Result<ArithOp, DecodeRefusal> {
    site.shape(function.arity(), 1, 0)?;
    compute(site, &[function])
}

fn extended(site: &DecodeSite<'_>, first: Function, second: Function) -> Result<ArithOp, DecodeRefusal> {
    site.shape(2, 2, 0)?;
    compute(site, &[first, second])
}

/// One function per result.
pub(super) fn compute(site: &DecodeSite<'_>, functions: &[Function]) -> Result<ArithOp, DecodeRefusal> {
    for n in 0..site.op.operands.len() {
        site.scalar(site.operand_type(n)?)?;
    }
    let rounding = site.op.attr("roundingmode").and_then(Attr::as_i64);
    if rounding.is_some_and(|mode| mode != 0) {
        return DecodeRefusal::unsupported(format!(
            "`{}` with a rounding mode other than to nearest even",
            site.op.name
        ));
    }
    let flags = flags(site)?;
    let call = |(n, function): (usize, &Function)| {
        let ty = site.result_type(n)?;
        Ok(ScalarCall::new(*function, site.scalar(ty)?, flags))
    };
    functions
        .iter()
        .enumerate()
        .map(call)
        .collect::<Result<_, _>>()
        .map(ArithOp::Compute)
}

/// The promises of an operation. Licences (`contract`, `nsz`) are not taken.
pub(super) fn flags(site: &DecodeSite<'_>) -> Result<Flags, DecodeRefusal> {
    let mut flags = Flags {
        exact: site.unit("isExact"),
        non_negative: site.unit("nonNeg"),
        ..Flags::default()
    };
    match site.op.attr("overflowFlags") {
        None => {}
        Some(Attr::Opaque(text)) => {
            flags.nsw = text.contains("nsw");
            flags.nuw = text.contains("nuw");
        }
        Some(_) => {
            return DecodeRefusal::malformed(format!("the overflow flags of `{}` are not readable", site.op.name));
        }
    }
    match site.op.attr("fastmath") {
        None => {}
        Some(Attr::Opaque(text)) => {
            let says = |word: &str| text.split(|c: char| !c.is_ascii_alphanumeric()).any(|one| one == word);
            flags.no_nans = says("nnan") || says("fast");
            flags.no_infinities = says("ninf") || says("fast");
        }
        Some(_) => return DecodeRefusal::malformed(format!("the flags of `{}` are not readable", site.op.name)),
    }
    Ok(flags)
}

fn comparison(site: &DecodeSite<'_>) -> Result<Function, DecodeRefusal> {
    let found = match site.op.name.as_str() {
        "arith.cmpi" => IntPredicate::from_code(site.int("predicate")?).map(Function::CmpI),
        "arith.cmpf" => FloatPredicate::from_code(site.int("predicate")?).map(Function::CmpF),
        _ => match site.attr("pred")? {
            Attr::Opaque(text) => {
                let name = text.trim_end_matches('>').rsplit([' ', '<']).next().unwrap_or_default();
                IntPredicate::by_name(name).map(Function::CmpI)
            }
            _ => None,
        },
    };
    match found {
        Some(function) => Ok(function),
        None => DecodeRefusal::malformed(format!("`{}` has an unknown predicate", site.op.name)),
    }
}

/// The function of an operation of the `index` dialect; its names end in `s` and `u`, not `si`, `ui`.
fn index_function(name: &str) -> Option<Function> {
    use Function::*;
    Some(match name {
        "add" => AddI,
        "sub" => SubI,
        "mul" => MulI,
        "divs" => DivSI,
        "divu" => DivUI,
        "ceildivs" => CeilDivSI,
        "ceildivu" => CeilDivUI,
        "floordivs" => FloorDivSI,
        "rems" => RemSI,
        "remu" => RemUI,
        "maxs" => MaxSI,
        "maxu" => MaxUI,
        "mins" => MinSI,
        "minu" => MinUI,
        "shl" => ShLI,
        "shrs" => ShRSI,
        "shru" => ShRUI,
        "and" => AndI,
        "or" => OrI,
        "xor" => XOrI,
        "casts" => IndexCast,
        "castu" => IndexCastUI,
        _ => return None,
    })
}

fn constant(site: &DecodeSite<'_>) -> Result<ArithOp, DecodeRefusal> {
    site.shape(0, 1, 0)?;
    let attr = site.attr("value")?;
    let ty = site.result_type(0)?;
    let scalar = site.scalar(ty)?;
    match (ty, attr) {
        (Type::Tensor { .. } | Type::Vector { .. }, _) => match site.module.elements(attr) {
            Some(attr) => dense::read(&attr, scalar)
                .map(|dense| ArithOp::Dense(dense, matches!(ty, Type::Vector { .. })))
                .map_err(DecodeRefusal::Unsupported),
            None => DecodeRefusal::unsupported(format!("`{}` with elements that are not written out", site.op.name)),
        },
        _ => match Scalar::from_attr(attr) {
            Some(value) if value.ty == scalar => Ok(ArithOp::Constant(value)),
            _ => DecodeRefusal::malformed(format!("the value of `{}` does not have its type", site.op.name)),
        },
    }
}

pub(crate) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &ArithOp,
) -> Result<(), Trap> {
    match kind {
        ArithOp::Constant(value) => {
            let value = machine.scalar(*value);
            frame.set(step.results[0], value);
        }
        ArithOp::Dense(dense, is_vector) => {
            let count = machine.memory.admit(&dense.shape)?;
            let cells: Vec<_> = dense
                .each(count, machine.part)
                .map(|elem| Some(machine.domain.constant(elem)))
                .collect();
            let array = Rc::new(machine.memory.tensor(dense.shape.clone(), dense.ty, cells));
            let value = if *is_vector {
                RuntimeValue::Vector(array)
            } else {
                RuntimeValue::Tensor(array)
            };
            frame.set(step.results[0], value);
        }
        ArithOp::Compute(calls) => {
            for (call, result) in calls.iter().zip(&step.results) {
                let value = apply(machine, frame, step, call)?;
                frame.set(*result, value);
            }
        }
    }
    Ok(())
}

fn apply<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &CallFrame<D>,
    step: &DecodedOp,
    call: &ScalarCall,
) -> Result<RuntimeValue<D>, Trap> {
    let operand = |n: usize| frame.get(step.operands[n]);
    if step
        .operands
        .iter()
        .any(|slot| matches!(frame.get(*slot), RuntimeValue::Tensor(_) | RuntimeValue::Vector(_)))
    {
        return elementwise(machine, frame, step, call);
    }
    match step.operands.len() {
        1 => machine.compute(call, &[operand(0)]),
        2 => machine.compute(call, &[operand(0), operand(1)]),
        3 => machine.compute(call, &[operand(0), operand(1), operand(2)]),
        _ => Err(Trap::new(
            Code::MalformedOp,
            "a scalar function has one to three operands",
        )),
    }
}

/// Tensor (or vector) operands must agree in shape; a scalar operand (the condition of
/// `arith.select`) serves for every element. Poison lanes of vectors stay poison, since a lane may be
/// computed that is never stored; only a poison divisor is an error at once.
fn elementwise<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &CallFrame<D>,
    step: &DecodedOp,
    call: &ScalarCall,
) -> Result<RuntimeValue<D>, Trap> {
    let mut shape: Option<Vec<i64>> = None;
    let mut is_vector = false;
    for slot in &step.operands {
        let array = match frame.get(*slot) {
            RuntimeValue::Tensor(tensor) => tensor,
            RuntimeValue::Vector(vector) => {
                is_vector = true;
                vector
            }
            _ => continue,
        };
        match &shape {
            Some(shape) if *shape != array.shape => {
                let message = format!("operands have extents {shape:?} and {:?}", array.shape);
                return Err(Trap::new(Code::ShapeMismatch, message));
            }
            _ => shape = Some(array.shape.clone()),
        }
    }
    let shape = shape.unwrap_or_default();
    let mut cells = Vec::with_capacity(machine.memory.admit(&shape)?);
    crate::ints::for_each_index(&shape, |index| {
        machine.count_step()?;
        let mut args = Vec::with_capacity(step.operands.len());
        for (n, slot) in step.operands.iter().enumerate() {
            args.push(match frame.get(*slot) {
                RuntimeValue::Tensor(tensor) => {
                    let data = super::tensor::element(machine, step, n, tensor, index)?;
                    machine.value(tensor.ty, data)?
                }
                RuntimeValue::Vector(vector) => machine.lane(vector.ty, vector.cells[cells.len()])?,
                scalar => scalar.clone(),
            });
        }
        cells.push(lane(machine, call, &args, is_vector)?);
        Ok::<(), Trap>(())
    })?;
    let array = Rc::new(machine.memory.tensor(shape, call.result, cells));
    Ok(if is_vector {
        RuntimeValue::Vector(array)
    } else {
        RuntimeValue::Tensor(array)
    })
}

/// One element; of a vector, it may be poison.
pub(super) fn lane<D: Domain>(
    machine: &mut Machine<'_, D>,
    call: &ScalarCall,
    args: &[RuntimeValue<D>],
    is_vector: bool,
) -> Result<Option<D::Data>, Trap> {
    use Function::*;
    let poison = |arg: &RuntimeValue<D>| matches!(arg, RuntimeValue::Poison);
    let divides = matches!(
        call.function,
        DivSI | DivUI | RemSI | RemUI | CeilDivSI | CeilDivUI | FloorDivSI
    );
    let divisor_is_poison = divides && args.get(1).is_some_and(poison);
    // Of a select only what decides makes the lane poison, or what is chosen.
    let decisive = if call.function == Select { &args[..1] } else { args };
    if is_vector && !divisor_is_poison && decisive.iter().any(poison) {
        return Ok(None);
    }
    let value = machine.compute(call, &args.iter().collect::<Vec<_>>())?;
    machine.cell(&value)
}
