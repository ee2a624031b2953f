//! What `bufferization.dealloc` does, where that is known before it runs: plain `memref.dealloc`.
//!
//! The operation frees each of its buffers whose condition holds and that is none of the retained ones, each buffer
//! once, and says about each retained one whether a buffer with a true condition was the same. Buffers are the same if
//! they begin at the same place. That is known where every buffer that may be freed is what one `memref.alloc` of the
//! function made, and all conditions are constants. Anything else stays as it is.

use crate::{Attr, Module, OpId, OpSpec, Type, ValueId, segments};
use std::collections::HashMap;

/// Rewrites the deallocations of all functions of which it is known what they free.
pub fn plain_deallocations(module: &mut Module) {
    let mut found = Vec::new();
    module.walk(module.top, &mut |id, op| {
        if op.name == "bufferization.dealloc" {
            found.push(id);
        }
    });
    for op in found {
        if let Some(replaced) = plain_deallocation(module, op) {
            module.replace_uses(module.top, &replaced);
        }
    }
}

/// Puts what a deallocation frees in its place, if that is known; and what its results are.
pub(crate) fn plain_deallocation(module: &mut Module, op: OpId) -> Option<HashMap<ValueId, ValueId>> {
    let frees = frees(module, op)?;
    Some(rewrite(module, op, &frees))
}

/// What an operation does.
struct Frees {
    buffers: Vec<ValueId>,
    /// By result.
    owned: Vec<bool>,
}

/// Where a buffer comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BufferOrigin {
    /// What an allocation made.
    Alloc(ValueId),
    /// An argument of the function: no buffer that it allocates.
    Argument,
}

fn frees(module: &Module, op: OpId) -> Option<Frees> {
    let groups = segments(module, op)?;
    let [buffers, conditions, retained] = <[_; 3]>::try_from(groups).ok()?;
    let mut owned = Vec::new();
    for (buffer, condition) in buffers.iter().zip(&conditions) {
        if constant(module, *condition)? {
            match origin(module, *buffer)? {
                BufferOrigin::Alloc(alloc) if !owned.contains(&alloc) => owned.push(alloc),
                BufferOrigin::Alloc(_) => {}
                // What becomes of an argument is for the caller to see.
                BufferOrigin::Argument => return None,
            }
        }
    }
    let retained: Vec<BufferOrigin> = retained.iter().map(|one| origin(module, *one)).collect::<Option<_>>()?;
    let is_owned = |one: &BufferOrigin| matches!(one, BufferOrigin::Alloc(alloc) if owned.contains(alloc));
    Some(Frees {
        owned: retained.iter().map(is_owned).collect(),
        buffers: (owned.iter().copied())
            .filter(|alloc| !retained.contains(&BufferOrigin::Alloc(*alloc)))
            .collect(),
    })
}

fn constant(module: &Module, value: ValueId) -> Option<bool> {
    let op = module.op(module.defining_op(value)?);
    match op.attr("value")? {
        Attr::Bool(value) if op.name == "arith.constant" => Some(*value),
        _ => None,
    }
}

/// Follows views back to what they are of.
fn origin(module: &Module, mut value: ValueId) -> Option<BufferOrigin> {
    loop {
        let Some(op) = module.defining_op(value) else {
            let block = module.funcs().into_iter().filter_map(|func| module.only_block(func, 0));
            let mut arguments = block.flat_map(|block| module.block(block).args.clone());
            return arguments.any(|arg| arg == value).then_some(BufferOrigin::Argument);
        };
        let data = module.op(op);
        value = match data.name.as_str() {
            "memref.alloc" => return Some(BufferOrigin::Alloc(value)),
            "memref.extract_strided_metadata" if data.results.first() != Some(&value) => return None,
            "memref.extract_strided_metadata"
            | "memref.cast"
            | "memref.collapse_shape"
            | "memref.expand_shape"
            | "memref.reinterpret_cast"
            | "memref.subview"
            | "memref.transpose" => data.operand(0),
            _ => return None,
        };
    }
}

fn rewrite(module: &mut Module, op: OpId, frees: &Frees) -> HashMap<ValueId, ValueId> {
    let span = module.op(op).span;
    for buffer in &frees.buffers {
        let free = module.add_op(OpSpec::new("memref.dealloc").operands(&[*buffer]).at(span));
        module.insert_before(op, free);
    }
    let mut replaced = HashMap::new();
    for (result, owned) in module.op(op).results.clone().into_iter().zip(&frees.owned) {
        let constant = OpSpec::new("arith.constant").property("value", Attr::Bool(*owned));
        let constant = module.add_op(constant.result(Type::I1).at(span));
        module.insert_before(op, constant);
        replaced.insert(result, module.op(constant).results[0]);
    }
    module.detach(op);
    replaced
}
