//! `affine`: loops, conditions and accesses whose bounds and subscripts are affine maps.

use super::scf::{self, IterationNest};
use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::dense;
use crate::domain::Domain;
use crate::eval;
use crate::function::{Flags, ScalarCall};
use crate::ints::Ints;
use crate::machine::{CallFrame, Machine};
use crate::value::RuntimeValue;
use crate::{Code, Scalar, ScalarType, Trap};
use polyvet_ir::{AffineExpr, AffineMap, AffineOp, IntegerSet};
use std::ops::Range;

pub(crate) enum AffineRun {
    For {
        lower: AffineMap,
        upper: AffineMap,
        step: i64,
        /// Operands of the lower bound, of the upper bound, initial values.
        parts: [Range<usize>; 3],
    },
    Parallel {
        lower: AffineMap,
        upper: AffineMap,
        /// How many results of the maps belong to each dimension.
        groups: [Vec<usize>; 2],
        steps: Vec<i64>,
        /// Combiner and neutral element of each result.
        reductions: Vec<(ScalarCall, Scalar)>,
    },
    If(IntegerSet),
    Load(AffineMap),
    Store(AffineMap),
    /// Extents and element type of the vector.
    VectorLoad(AffineMap, (Vec<i64>, ScalarType)),
    VectorStore(AffineMap),
    Apply(AffineMap),
    Min(AffineMap),
    Max(AffineMap),
    Prefetch,
    /// Basis (`None` is the next operand), whether it bounds the outermost index.
    Delinearize(Vec<Option<i64>>, bool),
    /// Number of indices, basis, whether every index promises to be within it.
    Linearize(usize, Vec<Option<i64>>, bool),
}

pub(crate) fn decode(site: &DecodeSite<'_>) -> Result<AffineRun, DecodeRefusal> {
    let name = site.op.name.as_str();
    match name {
        "affine.for" => decode_for(site),
        "affine.parallel" => decode_parallel(site),
        "affine.if" => match site.attr("condition")? {
            polyvet_ir::Attr::IntegerSet(set) if set.dims + set.syms == site.op.operands.len() => {
                if site.op.regions.len() != 2 {
                    return DecodeRefusal::malformed("`affine.if` has two regions");
                }
                Ok(AffineRun::If(set.clone()))
            }
            _ => DecodeRefusal::malformed("the condition of `affine.if` does not fit its operands"),
        },
        "affine.load" => {
            let map = operand_map(site, "map", 1)?;
            site.scalar(site.result_type(0)?)?;
            Ok(AffineRun::Load(map))
        }
        "affine.vector_load" => {
            let map = operand_map(site, "map", 1)?;
            Ok(AffineRun::VectorLoad(
                map,
                super::vector::vector_type(site, site.result_type(0)?)?,
            ))
        }
        "affine.vector_store" => Ok(AffineRun::VectorStore(operand_map(site, "map", 2)?)),
        "affine.store" => Ok(AffineRun::Store(operand_map(site, "map", 2)?)),
        "affine.prefetch" => Ok(AffineRun::Prefetch),
        "affine.apply" | "affine.min" | "affine.max" => {
            let map = operand_map(site, "map", 0)?;
            site.at_least(0, 1)?;
            match name {
                _ if map.results.is_empty() => DecodeRefusal::malformed(format!("the map of `{name}` has no result")),
                "affine.apply" => Ok(AffineRun::Apply(map)),
                "affine.min" => Ok(AffineRun::Min(map)),
                _ => Ok(AffineRun::Max(map)),
            }
        }
        "affine.delinearize_index" => {
            let basis = basis(site)?;
            site.at_least(1, 1)?;
            let bounded = site.op.results.len() == basis.len();
            let dynamic = basis.iter().filter(|size| size.is_none()).count();
            site.shape(1 + dynamic, basis.len() + usize::from(!bounded), 0)?;
            Ok(AffineRun::Delinearize(basis, bounded))
        }
        "affine.linearize_index" => {
            let parts = site.segments(2)?;
            let (basis, count) = (basis(site)?, parts[0].len());
            let dynamic = basis.iter().filter(|size| size.is_none()).count();
            if parts[1].len() != dynamic || count < basis.len() || count > basis.len() + 1 {
                return DecodeRefusal::malformed("the basis of `affine.linearize_index` does not fit its operands");
            }
            site.at_least(0, 1)?;
            Ok(AffineRun::Linearize(count, basis, site.unit("disjoint")))
        }
        _ => site.other(),
    }
}

fn basis(site: &DecodeSite<'_>) -> Result<Vec<Option<i64>>, DecodeRefusal> {
    Ok(site
        .ints("static_basis")?
        .into_iter()
        .map(|size| Some(size).filter(|size| *size != i64::MIN))
        .collect())
}

/// A map whose operands are those from number `first` on.
fn operand_map(site: &DecodeSite<'_>, name: &str, first: usize) -> Result<AffineMap, DecodeRefusal> {
    let map = site.map(name)?;
    if site.op.operands.len() != first + map.dims + map.syms {
        return DecodeRefusal::malformed(format!("the map of `{}` does not fit its operands", site.op.name));
    }
    Ok(map)
}

fn decode_for(site: &DecodeSite<'_>) -> Result<AffineRun, DecodeRefusal> {
    let parts: [Range<usize>; 3] = site.segments(3)?.try_into().unwrap_or_default();
    let (lower, upper) = (site.map("lowerBoundMap")?, site.map("upperBoundMap")?);
    let fits = lower.dims + lower.syms == parts[0].len() && upper.dims + upper.syms == parts[1].len();
    if !fits || lower.results.is_empty() || upper.results.is_empty() {
        return DecodeRefusal::malformed("the bounds of `affine.for` do not fit its operands");
    }
    scf::loop_regions(site, 1, 1 + parts[2].len())?;
    Ok(AffineRun::For {
        lower,
        upper,
        step: site.int("step")?,
        parts,
    })
}

fn decode_parallel(site: &DecodeSite<'_>) -> Result<AffineRun, DecodeRefusal> {
    let (lower, upper) = (site.map("lowerBoundsMap")?, site.map("upperBoundsMap")?);
    let steps = site.ints("steps")?;
    let group = |name: &str, map: &AffineMap| {
        let sizes = dense::read(site.attr(name)?, ScalarType::Int(32)).map_err(DecodeRefusal::Malformed)?;
        let sizes: Vec<usize> = sizes.each(steps.len(), None).map(|size| size.bits as usize).collect();
        if sizes.len() != steps.len() || sizes.contains(&0) || sizes.iter().sum::<usize>() != map.results.len() {
            return DecodeRefusal::malformed(format!("`{name}` of `affine.parallel` does not fit its map"));
        }
        Ok(sizes)
    };
    let groups = [group("lowerBoundsGroups", &lower)?, group("upperBoundsGroups", &upper)?];
    if site.op.operands.len() != lower.dims + lower.syms + upper.dims + upper.syms {
        return DecodeRefusal::malformed("the bounds of `affine.parallel` do not fit its operands");
    }
    scf::loop_regions(site, 1, steps.len())?;
    let kinds = site.ints("reductions")?;
    if kinds.len() != site.op.results.len() {
        return DecodeRefusal::malformed("`affine.parallel` needs a reduction per result");
    }
    let reduction = |(n, kind): (usize, &i64)| {
        let ty = site.scalar(site.result_type(n)?)?;
        match eval::reduction(*kind, ty) {
            Some((function, neutral)) => Ok((ScalarCall::new(function, ty, Flags::default()), neutral)),
            None => DecodeRefusal::unsupported(format!("reduction kind {kind} of `affine.parallel` is not supported")),
        }
    };
    let reductions = kinds.iter().enumerate().map(reduction).collect::<Result<_, _>>()?;
    Ok(AffineRun::Parallel {
        lower,
        upper,
        groups,
        steps,
        reductions,
    })
}

/// All results of a map whose operands are `operands`, dimensions first.
pub(super) fn eval_map(map: &AffineMap, operands: &[i64]) -> Result<Ints, Trap> {
    map.results
        .iter()
        .map(|expr| eval_expr(expr, map.dims, operands))
        .collect()
}

fn eval_expr(expr: &AffineExpr, dims: usize, operands: &[i64]) -> Result<i64, Trap> {
    let (dims, syms) = operands.split_at(dims.min(operands.len()));
    expr.eval(dims, syms).ok_or_else(|| explain(expr, dims, syms))
}

/// Why an expression has no value.
fn explain(expr: &AffineExpr, dims: &[i64], syms: &[i64]) -> Trap {
    if let AffineExpr::Bin(op, lhs, rhs) = expr {
        for side in [lhs, rhs] {
            if side.eval(dims, syms).is_none() {
                return explain(side, dims, syms);
            }
        }
        let divisor = rhs.eval(dims, syms).unwrap_or_default();
        let divides = matches!(op, AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv);
        if divides && divisor <= 0 {
            let code = if divisor == 0 {
                Code::DivisionByZero
            } else {
                Code::NonPositiveDivisor
            };
            return Trap::new(code, format!("`{expr}` divides by {divisor}"));
        }
    }
    Trap::new(Code::IndexOverflow, format!("`{expr}` leaves 64 bits"))
}

pub(crate) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &AffineRun,
) -> Result<(), Trap> {
    let subscript =
        |frame: &CallFrame<D>, map: &AffineMap, first: usize| eval_map(map, &frame.indices(&step.operands[first..])?);
    match kind {
        AffineRun::Load(map) => {
            let index = subscript(frame, map, 1)?;
            let view = frame.view(step.operands[0])?;
            let value = machine.loaded(step, 0, &view, &index)?;
            frame.set(step.results[0], value);
        }
        AffineRun::Store(map) => {
            let index = subscript(frame, map, 2)?;
            let view = frame.view(step.operands[1])?;
            let data = machine.cell(frame.get(step.operands[0]))?;
            machine.store(step, 1, &view, &index, data)?;
        }
        AffineRun::VectorLoad(map, vector) => {
            let start = subscript(frame, map, 1)?;
            super::vector::load(machine, frame, step, &start, vector)?;
        }
        AffineRun::VectorStore(map) => {
            let start = subscript(frame, map, 2)?;
            super::vector::store(machine, frame, step, &start)?;
        }
        AffineRun::Apply(map) | AffineRun::Min(map) | AffineRun::Max(map) => {
            let values = subscript(frame, map, 0)?;
            let value = match kind {
                AffineRun::Min(_) => values.iter().min(),
                AffineRun::Max(_) => values.iter().max(),
                _ => values.first(),
            };
            frame.set(step.results[0], RuntimeValue::Index(value.copied().unwrap_or_default()));
        }
        AffineRun::For {
            lower,
            upper,
            step: stride,
            parts,
        } => {
            let lower = eval_map(lower, &frame.indices(&step.operands[parts[0].clone()])?)?;
            let upper = eval_map(upper, &frame.indices(&step.operands[parts[1].clone()])?)?;
            let least = lower.iter().max().copied().unwrap_or_default();
            let end = upper.iter().min().copied().unwrap_or_default();
            let inits = parts[2].clone().map(|n| frame.take(step, n)).collect();
            scf::run_for(machine, frame, step, [least, end, *stride], inits, ScalarType::Index)?;
        }
        AffineRun::If(set) => {
            let operands = frame.indices(&step.operands)?;
            let (dims, syms) = operands.split_at(set.dims);
            let inside = set.contains(dims, syms);
            let broken = || {
                let culprit = set.constraints.iter().find(|(expr, _)| expr.eval(dims, syms).is_none());
                culprit.map_or_else(
                    || Trap::new(Code::IndexOverflow, "a condition leaves 64 bits"),
                    |(expr, _)| explain(expr, dims, syms),
                )
            };
            let body = if inside.ok_or_else(broken)? { 0 } else { 1 };
            scf::run_branch(machine, frame, step, body)?;
        }
        AffineRun::Parallel { .. } => run_parallel(machine, frame, step, kind)?,
        AffineRun::Prefetch => {}
        AffineRun::Delinearize(basis, bounded) => delinearize(frame, step, basis, *bounded)?,
        AffineRun::Linearize(count, basis, disjoint) => linearize(frame, step, *count, basis, *disjoint)?,
    }
    Ok(())
}

fn run_parallel<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &AffineRun,
) -> Result<(), Trap> {
    let AffineRun::Parallel {
        lower,
        upper,
        groups,
        steps,
        reductions,
    } = kind
    else {
        return Ok(());
    };
    let (lower_operands, upper_operands) = step.operands.split_at(lower.dims + lower.syms);
    let lower = eval_map(lower, &frame.indices(lower_operands)?)?;
    let upper = eval_map(upper, &frame.indices(upper_operands)?)?;
    let fold = |values: &[i64], sizes: &[usize], pick: fn(i64, i64) -> i64| {
        let mut rest = values.iter().copied();
        let pick_group = |size: &usize| rest.by_ref().take(*size).reduce(pick).unwrap_or_default();
        sizes.iter().map(pick_group).collect::<Vec<i64>>()
    };
    let nest = IterationNest {
        lower: fold(&lower, &groups[0], i64::max),
        upper: fold(&upper, &groups[1], i64::min),
        steps: steps.clone(),
    };
    let mut results: Vec<RuntimeValue<D>> = reductions.iter().map(|(_, neutral)| machine.scalar(*neutral)).collect();
    scf::run_nest(machine, frame, step, &nest, |machine, frame| {
        let parts = frame.yielded(&step.bodies[0], reductions.len())?;
        for ((result, part), (call, _)) in results.iter_mut().zip(parts).zip(reductions) {
            *result = machine.compute(call, &[result, &part])?;
        }
        Ok(())
    })?;
    for (slot, value) in step.results.iter().zip(results) {
        frame.set(*slot, value);
    }
    Ok(())
}

/// The basis with its dynamic parts filled in from the operands; all must be positive.
fn filled<D: Domain>(
    frame: &CallFrame<D>,
    step: &DecodedOp,
    basis: &[Option<i64>],
    mut next: usize,
) -> Result<Vec<i64>, Trap> {
    let mut sizes = Vec::with_capacity(basis.len());
    for size in basis {
        let size = match size {
            Some(size) => *size,
            None => {
                next += 1;
                frame.index(step.operands[next - 1])?
            }
        };
        if size <= 0 {
            return Err(Trap::new(
                Code::NonPositiveDivisor,
                format!("a basis has the element {size}"),
            ));
        }
        sizes.push(size);
    }
    Ok(sizes)
}

fn delinearize<D: Domain>(
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    basis: &[Option<i64>],
    bounded: bool,
) -> Result<(), Trap> {
    let mut rest = frame.index(step.operands[0])?;
    let sizes = filled(frame, step, basis, 1)?;
    // A rewrite may drop what the outer bound makes zero.
    let all = sizes.iter().try_fold(1_i64, |all, size| all.checked_mul(*size));
    if bounded && all.is_some_and(|all| !(0..all).contains(&rest)) {
        let message = format!("index {rest} is beyond the basis {sizes:?}");
        return Err(Trap::new(Code::OutOfBounds, message).at(&[rest]));
    }
    let inner = if bounded { &sizes[1..] } else { &sizes };
    for (n, size) in inner.iter().enumerate().rev() {
        frame.set(step.results[n + 1], RuntimeValue::Index(rest.rem_euclid(*size)));
        rest = rest.div_euclid(*size);
    }
    frame.set(step.results[0], RuntimeValue::Index(rest));
    Ok(())
}

fn linearize<D: Domain>(
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    count: usize,
    basis: &[Option<i64>],
    disjoint: bool,
) -> Result<(), Trap> {
    let sizes = filled(frame, step, basis, count)?;
    let index = frame.indices(&step.operands[..count])?;
    let unbounded = count - sizes.len();
    let mut sum = 0_i64;
    for (n, at) in index.iter().enumerate() {
        let size = n.checked_sub(unbounded).map(|n| sizes[n]);
        if let (true, Some(size)) = (disjoint, size)
            // The first may be negative, to make the whole so.
            && (*at >= size || *at < 0 && n > 0)
        {
            let message = format!("`disjoint` promises that index {at} is below {size}");
            return Err(Trap::new(Code::BrokenFlag, message).at(&index));
        }
        let scale = if n == 0 { 1 } else { size.unwrap_or(1) };
        let next = sum.checked_mul(scale).and_then(|sum| sum.checked_add(*at));
        sum = next.ok_or_else(|| Trap::new(Code::IndexOverflow, "the linear index leaves 64 bits"))?;
    }
    frame.set(step.results[0], RuntimeValue::Index(sum));
    Ok(())
}
