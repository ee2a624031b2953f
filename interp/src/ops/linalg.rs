//! `linalg`: structured operations. One iteration space, an indexing map per operand, a payload.
//!
//! The iterations run in sequential order of the dimensions, `d0` outermost (parallel ones as
//! [`ParallelOrder`](crate::ParallelOrder) says). Each reads the elements its payload uses, runs the payload, and writes what
//! it yields. On tensors the results start as the `outs` operands.

use super::array::OperandArray;
use super::pack::{self, Pack};
use super::points::Points;
use super::softmax::{self, Softmax};
use super::winograd::{self, Winograd};
use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::domain::Domain;
use crate::ints::{Ints, for_each_index};
use crate::machine::{CallFrame, Machine};
use crate::value::RuntimeValue;
use crate::{Code, Trap};
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap};

pub(crate) enum LinalgOp {
    Structured(PayloadOverPoints),
    Index(usize),
    Pack(Pack),
    Softmax(Softmax),
    Winograd(Winograd),
}

/// A structured operation: a payload at every point of a rectangle.
pub struct PayloadOverPoints {
    /// Number of operands that are inputs; the others are outputs.
    pub inputs: usize,
    /// Subscripts of each operand.
    pub maps: Vec<AffineMap>,
    /// Per dimension: parallel, else sequential.
    pub parallel: Vec<bool>,
}

pub(crate) fn decode(site: &DecodeSite<'_>) -> Result<LinalgOp, DecodeRefusal> {
    match site.op.name.as_str() {
        "linalg.index" => {
            site.shape(0, 1, 0)?;
            Ok(LinalgOp::Index(usize::try_from(site.int("dim")?).unwrap_or(usize::MAX)))
        }
        "linalg.pack" | "linalg.unpack" => pack::decode(site).map(LinalgOp::Pack),
        "linalg.softmax" => softmax::decode(site).map(LinalgOp::Softmax),
        "linalg.winograd_filter_transform" | "linalg.winograd_input_transform" | "linalg.winograd_output_transform" => {
            winograd::decode(site).map(LinalgOp::Winograd)
        }
        _ if site.op.regions.len() != 1 => site.other(),
        _ => structured(site).map(LinalgOp::Structured),
    }
}

fn structured(site: &DecodeSite<'_>) -> Result<PayloadOverPoints, DecodeRefusal> {
    let Some(found) = polyvet_ir::linalg::structured(site.module, site.id) else {
        return site.other();
    };
    if !site
        .op
        .operand_values()
        .eq(found.inputs.iter().chain(&found.outputs).copied())
    {
        return DecodeRefusal::malformed(format!(
            "the operands of `{}` are not its inputs and outputs",
            site.op.name
        ));
    }
    for (n, map) in found.maps.iter().enumerate() {
        let ty = site.operand_type(n)?;
        site.scalar(ty)?;
        let rank = ty.shape().map_or(0, <[_]>::len);
        if map.results.len() != rank {
            let results = map.results.len();
            let name = &site.op.name;
            return DecodeRefusal::malformed(format!(
                "map {n} of `{name}` has {results} results for an operand with {rank} dimensions"
            ));
        }
    }
    Ok(PayloadOverPoints {
        inputs: found.inputs.len(),
        maps: found.maps,
        parallel: found
            .iterators
            .iter()
            .map(|kind| *kind == IteratorType::Parallel)
            .collect(),
    })
}

pub(crate) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &LinalgOp,
) -> Result<(), Trap> {
    match kind {
        LinalgOp::Index(dim) => {
            let point = machine.points.last();
            let outside = || {
                Trap::new(
                    Code::MalformedOp,
                    format!("`linalg.index {dim}` is outside the iteration space"),
                )
            };
            let at = point.and_then(|point| point.get(*dim)).copied().ok_or_else(outside)?;
            frame.set(step.results[0], RuntimeValue::Index(at));
            Ok(())
        }
        LinalgOp::Structured(structured) => run_structured(machine, frame, step, structured),
        LinalgOp::Pack(pack) => pack::run(machine, frame, step, pack),
        LinalgOp::Softmax(softmax) => softmax::run(machine, frame, step, softmax),
        LinalgOp::Winograd(winograd) => winograd::run(machine, frame, step, winograd),
    }
}

/// The extent of each dimension; every operand must agree with it.
fn space<D: Domain>(
    machine: &Machine<'_, D>,
    step: &DecodedOp,
    structured: &PayloadOverPoints,
    arrays: &[OperandArray<D>],
) -> Result<Vec<i64>, Trap> {
    let mut found: Vec<Option<(i64, usize, usize)>> = vec![None; structured.parallel.len()];
    let each = || {
        let of = |n: usize| {
            structured.maps[n]
                .results
                .iter()
                .enumerate()
                .map(move |(at, expr)| (n, at, expr))
        };
        (0..arrays.len()).flat_map(of)
    };
    for (n, at, expr) in each() {
        let AffineExpr::Dim(dim) = expr else { continue };
        let extent = arrays[n].shape()[at];
        match &mut found[*dim as usize] {
            slot @ None => *slot = Some((extent, n, at)),
            Some((known, other, other_at)) if *known != extent => {
                let message = format!(
                    "dimension {at} of `{}` has extent {extent}, but dimension {other_at} of `{}` has {known}",
                    machine.operand_name(step, n),
                    machine.operand_name(step, *other),
                );
                return Err(
                    Trap::new(Code::ShapeMismatch, message).label(machine.operand_span(step, n), "this operand")
                );
            }
            Some(_) => {}
        }
    }
    let unknown = || {
        Trap::new(
            Code::MalformedOp,
            "an iteration dimension has no extent: no map has it as a result",
        )
    };
    let extents: Vec<i64> = found
        .iter()
        .map(|found| found.map(|(extent, ..)| extent))
        .collect::<Option<_>>()
        .ok_or_else(unknown)?;
    if extents.contains(&0) {
        return Ok(extents);
    }
    let last: Vec<i64> = extents.iter().map(|extent| extent - 1).collect();
    let first = vec![0; extents.len()];
    for (n, at, expr) in each() {
        let extent = arrays[n].shape()[at];
        let ends = [expr.eval(&first, &[]), expr.eval(&last, &[])];
        let outside = |end: &Option<i64>| end.is_none_or(|end| !(0..extent).contains(&end));
        if let (false, Some(end)) = (matches!(expr, AffineExpr::Dim(_)), ends.iter().find(|end| outside(end))) {
            let end = end.map_or("no value".to_owned(), |end| end.to_string());
            let message = format!(
                "`{expr}` reaches {end}, but dimension {at} of `{}` has extent {extent}",
                machine.operand_name(step, n)
            );
            return Err(Trap::new(Code::ShapeMismatch, message).label(machine.operand_span(step, n), "this operand"));
        }
    }
    Ok(extents)
}

fn run_structured<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    structured: &PayloadOverPoints,
) -> Result<(), Trap> {
    let mut arrays = Vec::with_capacity(step.operands.len());
    for n in 0..step.operands.len() {
        arrays.push(match frame.take(step, n) {
            array @ (RuntimeValue::MemRef(_) | RuntimeValue::Tensor(_)) => {
                OperandArray::of(array, n >= structured.inputs)?
            }
            RuntimeValue::Complex(parts) if !matches!(parts[0], RuntimeValue::Data(_)) => {
                OperandArray::of(RuntimeValue::Complex(parts), n >= structured.inputs)?
            }
            scalar if n < structured.inputs => OperandArray::Scalar(scalar),
            other => return Err(Trap::new(Code::MalformedOp, format!("an output is {}", other.kind()))),
        });
    }
    for (n, (array, map)) in arrays.iter().zip(&structured.maps).enumerate() {
        if array.shape().len() != map.results.len() {
            let message = format!("`{}` does not have the rank of its map", machine.operand_name(step, n));
            return Err(Trap::new(Code::MalformedOp, message));
        }
    }
    let extents = space(machine, step, structured, &arrays)?;
    for (array, map) in arrays.iter().zip(&structured.maps).skip(structured.inputs) {
        // All elements are written: nobody wants to wait for an error that is known.
        let newly = match map.is_permutation() {
            true => array.untouched(machine),
            false => 0,
        };
        machine.memory.room_for(newly)?;
    }
    let mut points = Points::enter(machine, step, &extents, &structured.parallel);
    machine.points.push(Ints::zeros(extents.len()));
    let order = machine.options.parallel;
    for_each_index(&extents, |index| {
        machine.count_step()?;
        let nth = |(n, at): (usize, &i64)| {
            if structured.parallel[n] {
                order.nth(*at, extents[n])
            } else {
                *at
            }
        };
        let point: Ints = index.iter().enumerate().map(nth).collect();
        points.go(machine, &point);
        run_point(machine, frame, step, structured, &mut arrays, &point)
    })?;
    machine.points.pop();
    points.leave(machine);
    let outputs = arrays.into_iter().skip(structured.inputs);
    let tensors = outputs.filter_map(OperandArray::into_tensor);
    for (slot, value) in step.results.iter().zip(tensors) {
        frame.set(*slot, value);
    }
    Ok(())
}

/// The subscript of an operand at an iteration point.
fn subscript(map: &AffineMap, point: &[i64]) -> Result<Ints, Trap> {
    let value = |expr: &AffineExpr| match expr {
        AffineExpr::Dim(n) => Ok(point[*n as usize]),
        _ => {
            let overflow = || Trap::new(Code::IndexOverflow, format!("`{expr}` has no value"));
            expr.eval(point, &[]).ok_or_else(overflow)
        }
    };
    map.results.iter().map(value).collect()
}

fn run_point<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    structured: &PayloadOverPoints,
    arrays: &mut [OperandArray<D>],
    point: &Ints,
) -> Result<(), Trap> {
    let body = &step.bodies[0];
    for (n, array) in arrays.iter_mut().enumerate() {
        // `linalg.map` may leave its output out of the payload.
        if !body.used.get(n).copied().unwrap_or(false) {
            continue;
        }
        let index = subscript(&structured.maps[n], point)?;
        let value = array.read(machine, step, n, &index)?;
        frame.set(body.args[n], value);
    }
    if let Some(current) = machine.points.last_mut() {
        current.clone_from(point);
    }
    machine.run_body(frame, body)?;
    let values = frame.yielded(body, arrays.len() - structured.inputs)?;
    let mut tensors = 0;
    for (n, value) in (structured.inputs..).zip(values) {
        let index = subscript(&structured.maps[n], point)?;
        arrays[n].put(machine, step, n, tensors, &index, &value)?;
        tensors += usize::from(arrays[n].is_tensor());
    }
    Ok(())
}
