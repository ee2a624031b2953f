//! Parallel loops in fewer forms: `scf.forall` that only has effects is `scf.parallel`, and one order of parallel
//! iterations is nested `scf.for`.

use crate::edit::{DYNAMIC, segment_sizes};
use crate::{Attr, BlockId, Module, OpId, OpSpec, Type, ValueId, segments};

/// A copy of `module` in which `func` has `scf.parallel` instead of each `scf.forall` that has no results; `None` if
/// there is none. Where its iterations are to run is no part of what they compute.
pub fn plain_foralls(module: &Module, func: OpId) -> Option<Module> {
    rewritten(module, func, "scf.forall", parallel)
}

/// A copy of `module` in which the iterations of each `scf.parallel` of `func` that has no results run one after the
/// other; `None` if there is none. It does what `module` may do.
pub fn parallel_in_order(module: &Module, func: OpId) -> Option<Module> {
    rewritten(module, func, "scf.parallel", nest)
}

/// The operations called `name` without results, each replaced by what `replace` puts in front of it.
fn rewritten(
    module: &Module,
    func: OpId,
    name: &str,
    replace: fn(&mut Module, OpId, BlockId) -> Option<()>,
) -> Option<Module> {
    let mut found = Vec::new();
    module.walk(func, &mut |id, op| {
        if op.name == name && op.results.is_empty() {
            found.push(id);
        }
    });
    let mut copy = (!found.is_empty()).then(|| module.clone())?;
    for op in found {
        let body = copy.only_block(op, 0)?;
        replace(&mut copy, op, body)?;
        copy.detach(op);
    }
    Some(copy)
}

/// `scf.parallel` over the same iterations.
fn parallel(module: &mut Module, op: OpId, body: BlockId) -> Option<()> {
    let groups = segments(module, op)?;
    let mut operands = Vec::new();
    let rank = module.block(body).args.len();
    for (group, name) in groups
        .iter()
        .zip(["staticLowerBound", "staticUpperBound", "staticStep"])
    {
        let mut given = group.iter().copied();
        let bounds = module.op(op).attr(name)?.as_i64s()?;
        (bounds.len() == rank).then_some(())?;
        for bound in bounds {
            operands.push(match bound {
                DYNAMIC => given.next()?,
                known => number(module, op, known),
            });
        }
    }
    let end = *module.block(body).ops.last()?;
    let parallel = OpSpec::new("scf.parallel")
        .operands(&operands)
        .property("operandSegmentSizes", segment_sizes(&[rank, rank, rank, 0]))
        .at(module.op(op).span);
    let parallel = module.add_op(parallel);
    module.insert_before(op, parallel);
    module.detach(end);
    module.push_op(body, OpSpec::new("scf.reduce").at(module.op(end).span));
    hand_over(module, op, parallel);
    Some(())
}

fn number(module: &mut Module, place: OpId, value: i64) -> ValueId {
    let value = Attr::Int {
        value: i128::from(value),
        ty: Type::Index,
    };
    let constant = OpSpec::new("arith.constant")
        .property("value", value)
        .result(Type::Index);
    let constant = module.add_op(constant.at(module.op(place).span));
    module.insert_before(place, constant);
    module.op(constant).results[0]
}

/// The first region of `from` becomes one of `to`.
fn hand_over(module: &mut Module, from: OpId, to: OpId) {
    let region = module.op_mut(from).regions.remove(0);
    module.op_mut(to).regions.push(region);
    module.region_mut(region).parent = Some(to);
}

/// `scf.for` in `scf.for`, the first dimension outermost.
fn nest(module: &mut Module, op: OpId, body: BlockId) -> Option<()> {
    let groups = segments(module, op)?;
    let [lower, upper, step, _] = &groups[..] else {
        return None;
    };
    let counters = module.block(body).args.clone();
    let rank = counters.len();
    (rank > 0 && [lower, upper, step].iter().all(|group| group.len() == rank)).then_some(())?;
    let span = module.op(op).span;
    let mut around = None;
    let mut last = op;
    for at in 0..rank {
        let spec = OpSpec::new("scf.for")
            .operands(&[lower[at], upper[at], step[at]])
            .at(span);
        last = module.add_op(spec);
        match around {
            None => module.insert_before(op, last),
            Some(block) => {
                module.append(block, last);
                module.push_op(block, OpSpec::new("scf.yield").at(span));
            }
        }
        if at + 1 < rank {
            let region = module.add_region(last);
            let block = module.add_block(region, &[]);
            take(module, counters[at], block);
            around = Some(block);
        }
    }
    hand_over(module, op, last);
    module.block_mut(body).args.clear();
    take(module, counters[rank - 1], body);
    let end = *module.block(body).ops.last()?;
    module.detach(end);
    module.push_op(body, OpSpec::new("scf.yield").at(span));
    Some(())
}

/// `value` becomes the only argument of `block`.
fn take(module: &mut Module, value: ValueId, block: BlockId) {
    module.value_mut(value).def = crate::Def::Arg { block, index: 0 };
    module.block_mut(block).args.push(value);
}
