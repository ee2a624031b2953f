//! `scf`: structured control flow; and the loops that `affine` shares with it.

use super::slice::SliceOp;
use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::domain::Domain;
use crate::machine::{CallFrame, Machine};
use crate::races::{Mode, Shadows};
use crate::trap::{Iteration, LoopVar};
use crate::value::RuntimeValue;
use crate::{Code, Scalar, ScalarType, Trap};
use polyvet_ir::{OpId, ValueId};
use std::ops::Range;

pub(crate) enum ScfOp {
    /// Type of the induction variable, and whether the bounds compare without sign.
    For(ScalarType, bool),
    If,
    While,
    /// Lower bounds, upper bounds, steps, initial values.
    Parallel(Vec<Range<usize>>),
    Forall {
        lower: Vec<Option<i64>>,
        upper: Vec<Option<i64>>,
        steps: Vec<Option<i64>>,
        parts: Vec<Range<usize>>,
        /// The insertions of the terminator: operation, where its operands are, slice.
        inserts: Vec<(OpId, SliceOp)>,
    },
    ExecuteRegion,
    IndexSwitch(Vec<i64>),
}

/// Checks that an operation has `regions` regions and that the first has a block with `args`
/// arguments.
pub(super) fn loop_regions(site: &DecodeSite<'_>, regions: usize, args: usize) -> Result<(), DecodeRefusal> {
    let block = site.module.only_block(site.id, 0);
    let found = block.map(|block| site.module.block(block).args.len());
    if site.op.regions.len() != regions || found != Some(args) {
        return DecodeRefusal::malformed(format!("the body of `{}` does not take {args} arguments", site.op.name));
    }
    Ok(())
}

pub(crate) fn decode(site: &DecodeSite<'_>) -> Result<ScfOp, DecodeRefusal> {
    match site.op.name.as_str() {
        "scf.for" => {
            site.at_least(3, 0)?;
            let inits = site.op.operands.len() - 3;
            loop_regions(site, 1, 1 + inits)?;
            site.at_least(3, inits)?;
            match site.scalar(site.operand_type(0)?)? {
                ScalarType::Float(_) => DecodeRefusal::malformed("`scf.for` counts with integers"),
                ty => Ok(ScfOp::For(ty, site.unit("unsignedCmp"))),
            }
        }
        "scf.if" => {
            site.at_least(1, 0)?;
            match site.op.regions.len() {
                2 => Ok(ScfOp::If),
                _ => DecodeRefusal::malformed("`scf.if` has two regions"),
            }
        }
        "scf.while" => {
            loop_regions(site, 2, site.op.operands.len())?;
            Ok(ScfOp::While)
        }
        "scf.parallel" => {
            let parts = site.segments(4)?;
            loop_regions(site, 1, parts[0].len())?;
            if parts[1].len() != parts[0].len()
                || parts[2].len() != parts[0].len()
                || parts[3].len() != site.op.results.len()
            {
                return DecodeRefusal::malformed("the bounds of `scf.parallel` do not match");
            }
            Ok(ScfOp::Parallel(parts))
        }
        "scf.forall" => decode_forall(site),
        "scf.execute_region" => match site.op.regions.len() {
            1 => Ok(ScfOp::ExecuteRegion),
            _ => DecodeRefusal::malformed("`scf.execute_region` has one region"),
        },
        "scf.index_switch" => {
            let cases = site.ints("cases")?;
            site.at_least(1, 0)?;
            match site.op.regions.len() == cases.len() + 1 {
                true => Ok(ScfOp::IndexSwitch(cases)),
                false => DecodeRefusal::malformed("`scf.index_switch` has a region per case and a default"),
            }
        }
        _ => site.other(),
    }
}

fn decode_forall(site: &DecodeSite<'_>) -> Result<ScfOp, DecodeRefusal> {
    let bounds = |name: &str| -> Result<Vec<Option<i64>>, DecodeRefusal> {
        let values = site.ints(name)?.into_iter();
        Ok(values
            .map(|value| Some(value).filter(|value| *value != i64::MIN))
            .collect())
    };
    let (lower, upper, steps) = (
        bounds("staticLowerBound")?,
        bounds("staticUpperBound")?,
        bounds("staticStep")?,
    );
    let parts = site.segments(4)?;
    loop_regions(site, 1, lower.len() + parts[3].len())?;
    let dynamic = |list: &[Option<i64>]| list.iter().filter(|value| value.is_none()).count();
    let fits = [&lower, &upper, &steps]
        .iter()
        .zip(&parts)
        .all(|(list, part)| list.len() == lower.len() && dynamic(list) == part.len());
    if !fits || parts[3].len() != site.op.results.len() {
        return DecodeRefusal::malformed("the bounds of `scf.forall` do not match");
    }
    let mut inserts = Vec::new();
    let block = site.module.only_block(site.id, 0).map(|block| site.module.block(block));
    let end = block.and_then(|block| block.ops.last()).copied();
    let inner = end.and_then(|end| site.module.only_block(end, 0));
    for id in inner.map_or(&[][..], |block| &site.module.block(block).ops) {
        let op = site.module.op(*id);
        let insert = DecodeSite {
            module: site.module,
            id: *id,
            op,
        };
        match op.name.as_str() {
            "tensor.parallel_insert_slice" => inserts.push((*id, SliceOp::decode_insert(&insert)?)),
            _ => return insert.other(),
        }
    }
    Ok(ScfOp::Forall {
        lower,
        upper,
        steps,
        parts,
        inserts,
    })
}

/// A rectangle of iterations.
pub(super) struct IterationNest {
    pub lower: Vec<i64>,
    pub upper: Vec<i64>,
    pub steps: Vec<i64>,
}

pub(super) fn block_args<'m, D: Domain>(machine: &Machine<'m, D>, step: &DecodedOp, region: usize) -> &'m [ValueId] {
    let module = machine.module;
    let block = module
        .op(step.id)
        .regions
        .get(region)
        .and_then(|region| module.region(*region).blocks.first());
    block.map_or(&[], |block| &module.block(*block).args)
}

fn bad_step(step: i64) -> Trap {
    Trap::new(
        Code::BadStep,
        format!("the step of a loop is {step}, but must be positive"),
    )
}

/// Runs a parallel nest: sets the induction variables, runs the body, calls `after`.
pub(super) fn run_nest<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    nest: &IterationNest,
    mut after: impl FnMut(&mut Machine<'_, D>, &mut CallFrame<D>) -> Result<(), Trap>,
) -> Result<(), Trap> {
    let body = &step.bodies[0];
    let mut counts = Vec::new();
    for ((lower, upper), stride) in nest.lower.iter().zip(&nest.upper).zip(&nest.steps) {
        if *stride <= 0 {
            return Err(bad_step(*stride));
        }
        let width = (i128::from(*upper) - i128::from(*lower)).max(0);
        let stride = i128::from(*stride);
        counts.push(((width + stride - 1) / stride).min(i64::MAX.into()) as i64);
    }
    let outer = machine.loops.len();
    let vars = block_args(machine, step, 0);
    for (var, lower) in vars.iter().zip(&nest.lower) {
        machine.loops.push(Iteration {
            op: step.id,
            var: LoopVar::Value(*var),
            value: *lower,
        });
    }
    let order = machine.options.parallel;
    let strand = machine.races.as_ref().and_then(|races| races.strand());
    let nest_id = machine.races.as_mut().map_or(0, |races| races.enter());
    let mut iteration = 0;
    crate::ints::for_each_index(&counts, |index| {
        machine.count_step()?;
        for (n, at) in index.iter().enumerate() {
            let value = nest.lower[n] + order.nth(*at, counts[n]) * nest.steps[n];
            machine.loops[outer + n].value = value;
            frame.set(body.args[n], RuntimeValue::Index(value));
        }
        if let Some(races) = &mut machine.races {
            races.iterate(&strand, nest_id, iteration, machine.loops[outer..].into());
            iteration += 1;
        }
        machine.run_body(frame, body)?;
        after(machine, frame)
    })?;
    if let Some(races) = &mut machine.races {
        races.leave(strand);
    }
    machine.loops.truncate(outer);
    Ok(())
}

/// Runs a counted loop with values carried from iteration to iteration: `[lower, upper, step]`, the
/// induction variable of type `ty`.
pub(super) fn run_for<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    [lower, upper, stride]: [i64; 3],
    mut carried: Vec<RuntimeValue<D>>,
    ty: ScalarType,
) -> Result<(), Trap> {
    let body = &step.bodies[0];
    if stride <= 0 {
        return Err(bad_step(stride));
    }
    let depth = machine.loops.len();
    if let Some(var) = block_args(machine, step, 0).first() {
        machine.loops.push(Iteration {
            op: step.id,
            var: LoopVar::Value(*var),
            value: lower,
        });
    }
    let mut next = (lower < upper).then_some(lower);
    while let Some(value) = next {
        machine.count_step()?;
        machine.loops[depth].value = value;
        let variable = machine.scalar(Scalar::from_i64(ty, value));
        frame.set(body.args[0], variable);
        let count = carried.len();
        for (slot, value) in body.args[1..].iter().zip(carried.drain(..)) {
            frame.set(*slot, value);
        }
        machine.run_body(frame, body)?;
        if count > 0 {
            carried = frame.yielded(body, count)?;
        }
        next = value.checked_add(stride).filter(|value| *value < upper);
    }
    machine.loops.truncate(depth);
    set_results(frame, step, carried)
}

fn set_results<D: Domain>(
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    values: Vec<RuntimeValue<D>>,
) -> Result<(), Trap> {
    if values.len() != step.results.len() {
        let message = format!("{} values for {} results", values.len(), step.results.len());
        return Err(Trap::new(Code::MalformedOp, message));
    }
    for (slot, value) in step.results.iter().zip(values) {
        frame.set(*slot, value);
    }
    Ok(())
}

/// Runs region `n` and makes what it yields the results.
pub(super) fn run_branch<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    n: usize,
) -> Result<(), Trap> {
    let body = &step.bodies[n];
    machine.run_body(frame, body)?;
    let values = frame.yielded(body, step.results.len())?;
    set_results(frame, step, values)
}

pub(crate) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &ScfOp,
) -> Result<(), Trap> {
    match kind {
        ScfOp::For(ty, unsigned) => {
            let mut bounds = [0; 3];
            for (bound, slot) in bounds.iter_mut().zip(&step.operands) {
                *bound = machine.control(frame.get(*slot))?;
            }
            if *unsigned {
                bounds = unsigned_bounds(bounds, *ty)?;
            }
            let inits = (3..step.operands.len()).map(|n| frame.take(step, n)).collect();
            run_for(machine, frame, step, bounds, inits, *ty)
        }
        ScfOp::If => {
            let condition = machine.control(frame.get(step.operands[0]))?;
            match (
                condition != 0,
                step.bodies[1].end.is_none() && step.bodies[1].steps.is_empty(),
            ) {
                (true, _) => run_branch(machine, frame, step, 0),
                (false, true) => set_results(frame, step, Vec::new()),
                (false, false) => run_branch(machine, frame, step, 1),
            }
        }
        ScfOp::While => run_while(machine, frame, step),
        ScfOp::Parallel(parts) => run_parallel(machine, frame, step, parts),
        ScfOp::Forall { .. } => run_forall(machine, frame, step, kind),
        ScfOp::ExecuteRegion => {
            let last = machine.run_blocks(frame, &step.bodies)?;
            let values = frame.yielded(last, step.results.len())?;
            set_results(frame, step, values)
        }
        ScfOp::IndexSwitch(cases) => {
            let value = frame.index(step.operands[0])?;
            let found = cases.iter().position(|case| *case == value);
            run_branch(machine, frame, step, found.map_or(0, |case| case + 1))
        }
    }
}

/// Signed bounds for a loop that compares without signs.
fn unsigned_bounds([lower, upper, step]: [i64; 3], ty: ScalarType) -> Result<[i64; 3], Trap> {
    match (lower < 0, upper < 0) {
        (false, false) => Ok([lower, upper, step]),
        // In order and with steps as among negative numbers.
        (true, true) => Ok([lower, upper, step]),
        // Beyond all numbers up to the bound.
        (true, false) => Ok([0, 0, step]),
        // Longer than any run; what comes before the signed numbers end decides what happens.
        (false, true) if ty == ScalarType::Index && (1..1 << 40).contains(&step) => Ok([lower, i64::MAX, step]),
        (false, true) => {
            let message = "an unsigned `scf.for` that counts beyond the signed range is not supported";
            Err(Trap::new(Code::UnsupportedOp, message))
        }
    }
}

fn run_while<D: Domain>(machine: &mut Machine<'_, D>, frame: &mut CallFrame<D>, step: &DecodedOp) -> Result<(), Trap> {
    let [before, after] = &*step.bodies else { return Ok(()) };
    let mut carried: Vec<RuntimeValue<D>> = (0..step.operands.len()).map(|n| frame.take(step, n)).collect();
    let depth = machine.loops.len();
    machine.loops.push(Iteration {
        op: step.id,
        var: LoopVar::Trip,
        value: 0,
    });
    loop {
        machine.count_step()?;
        if carried.len() != before.args.len() {
            return Err(Trap::new(
                Code::MalformedOp,
                "`scf.while` carries the wrong number of values",
            ));
        }
        for (slot, value) in before.args.iter().zip(carried.drain(..)) {
            frame.set(*slot, value);
        }
        machine.run_body(frame, before)?;
        let mut forwarded = frame.yielded(before, before.yields().len())?;
        if forwarded.is_empty() {
            return Err(Trap::new(Code::MalformedOp, "`scf.while` has no condition"));
        }
        let condition = machine.control(&forwarded.remove(0))?;
        if condition == 0 {
            machine.loops.truncate(depth);
            return set_results(frame, step, forwarded);
        }
        if forwarded.len() != after.args.len() {
            return Err(Trap::new(
                Code::MalformedOp,
                "`scf.while` carries the wrong number of values",
            ));
        }
        for (slot, value) in after.args.iter().zip(forwarded) {
            frame.set(*slot, value);
        }
        machine.run_body(frame, after)?;
        carried = frame.yielded(after, before.args.len())?;
        machine.loops[depth].value += 1;
    }
}

fn run_parallel<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    parts: &[Range<usize>],
) -> Result<(), Trap> {
    let nest = IterationNest {
        lower: frame.indices(&step.operands[parts[0].clone()])?.to_vec(),
        upper: frame.indices(&step.operands[parts[1].clone()])?.to_vec(),
        steps: frame.indices(&step.operands[parts[2].clone()])?.to_vec(),
    };
    let mut results: Vec<RuntimeValue<D>> = parts[3].clone().map(|n| frame.take(step, n)).collect();
    let count = results.len();
    run_nest(machine, frame, step, &nest, |machine, frame| {
        if count == 0 {
            return Ok(());
        }
        let values = frame.yielded(&step.bodies[0], count)?;
        let Some(end) = &step.bodies[0].end else { return Ok(()) };
        for ((result, value), combiner) in results.iter_mut().zip(values).zip(&end.bodies) {
            let [left, right] = &*combiner.args else {
                return Err(Trap::new(
                    Code::MalformedOp,
                    "a combiner of `scf.reduce` takes two arguments",
                ));
            };
            frame.set(*left, result.clone());
            frame.set(*right, value);
            machine.run_body(frame, combiner)?;
            if let [combined] = &frame.yielded(combiner, 1)?[..] {
                *result = combined.clone();
            }
        }
        Ok(())
    })?;
    set_results(frame, step, results)
}

/// Within an iteration a shared tensor has its value from before the loop; the insertions of all
/// iterations together make the results.
fn run_forall<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &ScfOp,
) -> Result<(), Trap> {
    let ScfOp::Forall {
        lower,
        upper,
        steps,
        parts,
        inserts,
    } = kind
    else {
        return Ok(());
    };
    let fill = |frame: &CallFrame<D>, list: &[Option<i64>], part: &Range<usize>| -> Result<Vec<i64>, Trap> {
        let mut dynamic = frame.indices(&step.operands[part.clone()])?.to_vec().into_iter();
        Ok(list
            .iter()
            .map(|value| value.or_else(|| dynamic.next()).unwrap_or_default())
            .collect())
    };
    let nest = IterationNest {
        lower: fill(frame, lower, &parts[0])?,
        upper: fill(frame, upper, &parts[1])?,
        steps: fill(frame, steps, &parts[2])?,
    };
    let body = &step.bodies[0];
    let shared = &body.args[lower.len()..];
    let mut results: Vec<RuntimeValue<D>> = parts[3].clone().map(|n| frame.take(step, n)).collect();
    for (slot, value) in shared.iter().zip(&results) {
        frame.set(*slot, value.clone());
    }
    // Who inserted each element of each result.
    let mut owners: Shadows<(usize, usize)> = Shadows::default();
    run_nest(machine, frame, step, &nest, |machine, frame| {
        let end = body.end.as_ref().and_then(|end| end.bodies.first());
        for (insert, (id, slice)) in end.map_or(&[][..], |end| &end.steps).iter().zip(inserts) {
            let into = insert
                .operands
                .get(1)
                .and_then(|into| shared.iter().position(|slot| slot == into));
            let Some((n, result)) = into.map(|n| (n, &mut results[n])) else {
                return Err(Trap::new(Code::MalformedOp, "an insertion is not into a shared tensor"));
            };
            let now = machine.races.as_ref().and_then(|races| races.strand());
            let mut race = None;
            slice
                .insert(machine, frame, insert, result, &mut |cell, index| {
                    if let (None, Some(now)) = (&race, &now) {
                        let earlier = owners.access(Mode::Write, (n, cell), now, *id);
                        race = earlier.map(|earlier| (earlier, index.to_vec()));
                    }
                })
                .map_err(|trap| machine.locate(trap, *id))?;
            if let (Some((earlier, index)), Some(now)) = (race, now) {
                let name = machine.operand_name(insert, 1) + &crate::memory::subscript(&index);
                let trap = machine.race(&earlier, &now, Mode::Write, &name);
                return Err(machine.locate(trap.at(&index), *id));
            }
        }
        Ok(())
    })?;
    for slot in shared {
        frame.set(*slot, RuntimeValue::Unset);
    }
    set_results(frame, step, results)
}
