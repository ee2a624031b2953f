//! OpenMP's worksharing loops as parallel loops.
//!
//! In an `omp.parallel` whose body is worksharing loops and barriers, the iterations of each loop are dealt out to the
//! threads, in an order that nobody knows, and all threads wait for each other behind it. So each is an `scf.parallel`, one
//! after the other: what two iterations do to one element without waiting is a race of that loop. How many threads there
//! are, and which iterations one gets (`num_threads`, `proc_bind`, `schedule`), changes nothing of what may happen.
//!
//! Where threads do anything else, do not wait behind a loop (`nowait`) that another one follows, or have memory of their
//! own (`private`, `reduction`), the region stays as it is.
//!
//! Source: OpenMP 5.2, sections 10.1 and 11.5; MLIR, `OpenMPOps.td`.

use crate::edit::segment_sizes;
use crate::{AS_WRITTEN, Attr, BlockId, Module, OpId, OpSpec, Type, ValueId};
use std::collections::HashMap;

/// Replaces the parallel regions of all functions that can be parallel loops.
pub fn plain_workshares(module: &mut Module) {
    let mut found = Vec::new();
    module.walk(module.top, &mut |id, op| {
        if op.name == "omp.parallel" {
            found.push(id);
        }
    });
    for op in found {
        let mut copy = module.clone();
        if loops_of(&mut copy, op).is_some() {
            *module = copy;
        }
    }
}

/// The loops in place of a region; `None` if it has none.
fn loops_of(module: &mut Module, op: OpId) -> Option<()> {
    plain_clauses(module, op, &["num_threads", "proc_bind", "if"]).filter(|waits| *waits)?;
    let ops = module.block(module.only_block(op, 0)?).ops.clone();
    let (end, ops) = ops.split_last()?;
    (module.op(*end).name == "omp.terminator" && module.op(op).results.is_empty()).then_some(())?;
    for (at, inner) in ops.iter().enumerate() {
        match module.op(*inner).name.as_str() {
            "omp.barrier" => {}
            "omp.wsloop" => {
                let waits = plain_clauses(module, *inner, &["schedule", "order"])?;
                // All wait at the end of the region, too.
                let next = ops.get(at + 1).map(|next| module.op(*next).name.as_str());
                (waits || matches!(next, None | Some("omp.barrier"))).then_some(())?;
                let [nest] = module.block(module.only_block(*inner, 0)?).ops[..] else {
                    return None;
                };
                let parallel = parallel_loop(module, nest)?;
                module.insert_before(op, parallel);
            }
            _ if module.is_pure(*inner) => {
                module.detach(*inner);
                module.insert_before(op, *inner);
            }
            _ => return None,
        }
    }
    module.detach(op);
    drop_unused_constants(module);
    Some(())
}

/// Whether threads wait at the end of a construct whose only clauses are these; `None` if it has others.
fn plain_clauses(module: &Module, op: OpId, known: &[&str]) -> Option<bool> {
    let data = module.op(op);
    let Some(Attr::Opaque(text)) = data.attr(AS_WRITTEN) else {
        // The generic form has its clauses as properties.
        let mut others = data.properties.iter();
        let plain = |name: &str| {
            matches!(
                name,
                "operandSegmentSizes" | "nowait" | "schedule_kind" | "proc_bind_kind"
            )
        };
        let plain = others.all(|(name, _)| plain(name)) && data.operands.is_empty();
        return plain.then(|| data.attr("nowait").is_none());
    };
    let mut rest = text.trim_start_matches(data.name.as_str()).trim();
    let mut waits = true;
    while rest != "^" {
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?;
        let (word, behind) = rest.split_at(end);
        let behind = behind.trim_start();
        rest = match word {
            "nowait" => {
                waits = false;
                behind
            }
            _ if known.contains(&word) => behind.strip_prefix('(')?.split_once(')')?.1.trim_start(),
            _ => return None,
        };
    }
    Some(waits)
}

/// The iterations of an `omp.loop_nest`, in any order.
fn parallel_loop(module: &mut Module, nest: OpId) -> Option<OpId> {
    let data = module.op(nest).clone();
    (data.name == "omp.loop_nest" && data.attr("tile_sizes").is_none()).then_some(())?;
    let body = module.only_block(nest, 0)?;
    let args = module.block(body).args.clone();
    let count = args.len();
    let operands: Vec<ValueId> = data.operand_values().collect();
    let is_index = |value: &ValueId| *module.ty(*value) == Type::Index;
    (operands.len() == 3 * count && operands.iter().all(is_index)).then_some(())?;
    let place = module.parent_op(module.parent_op(nest)?)?;
    let mut bounds = operands;
    if data.attr("loop_inclusive").is_some() {
        let one = OpSpec::new("arith.constant").property(
            "value",
            Attr::Int {
                value: 1,
                ty: Type::Index,
            },
        );
        let one = before(module, place, one.result(Type::Index).at(data.span));
        for end in &mut bounds[count..2 * count] {
            let sum = OpSpec::new("arith.addi").operands(&[*end, one]).result(Type::Index);
            *end = before(module, place, sum.at(data.span));
        }
    }
    let spec = OpSpec::new("scf.parallel")
        .operands(&bounds)
        .property("operandSegmentSizes", segment_sizes(&[count, count, count, 0]));
    let parallel = module.add_op(spec.at(data.span));
    let region = module.add_region(parallel);
    let names: Vec<Option<String>> = args.iter().map(|arg| module.value(*arg).name.clone()).collect();
    let new: Vec<(Type, Option<&str>)> = names.iter().map(|name| (Type::Index, name.as_deref())).collect();
    let block = module.add_block(region, &new);
    let mut map: HashMap<ValueId, ValueId> = args.into_iter().zip(module.block(block).args.clone()).collect();
    let ops = module.block(body).ops.clone();
    let (end, ops) = ops.split_last()?;
    (module.op(*end).name == "omp.yield" && module.op(*end).operands.is_empty()).then_some(())?;
    copy_ops(module, ops, block, &mut map)?;
    module.push_op(block, OpSpec::new("scf.reduce").at(data.span));
    Some(parallel)
}

/// Copies operations to the end of a block; scopes of local memory end with an iteration anyway.
fn copy_ops(module: &mut Module, ops: &[OpId], block: BlockId, map: &mut HashMap<ValueId, ValueId>) -> Option<()> {
    for op in ops {
        let data = module.op(*op);
        if data.name == "memref.alloca_scope" && data.results.is_empty() {
            let inner = module.block(module.only_block(*op, 0)?).ops.clone();
            copy_ops(module, inner.split_last()?.1, block, map)?;
            continue;
        }
        let copy = module.copy_op(*op, map);
        module.append(block, copy);
    }
    Some(())
}

fn before(module: &mut Module, place: OpId, spec: OpSpec) -> ValueId {
    let op = module.add_op(spec);
    module.insert_before(place, op);
    module.op(op).results[0]
}

/// Takes out constants of the LLVM dialect that nobody uses, which lowerings to OpenMP leave behind.
fn drop_unused_constants(module: &mut Module) {
    let uses = module.use_counts(module.top);
    let mut unused = Vec::new();
    module.walk(module.top, &mut |id, op| {
        if op.name == "llvm.mlir.constant" && op.results.iter().all(|result| uses[result.at()] == 0) {
            unused.push(id);
        }
    });
    unused.into_iter().for_each(|op| module.detach(op));
}
