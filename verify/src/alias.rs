//! Arguments that may be the same buffer.
//!
//! Calling a function with one buffer for two arguments of one type is calling the function in which
//! each use of the second argument is a use of the first. That function is validated like any other, so
//! proofs and runs mean the same as ever. Buffers that overlap in part are not covered.

use polyvet_ir::{Module, OpId, Type, func};

/// The module with each use of argument `second` of `func` made a use of argument `first`. The second
/// argument stays, unused.
///
/// # Errors
/// In words, if they are not two different memrefs of one type.
pub fn same_buffer(module: &Module, op: OpId, first: usize, second: usize) -> Result<Module, String> {
    let args = func(module, op).map_or(Vec::new(), |func| func.args);
    let (Some(keep), Some(merge)) = (args.get(first).copied(), args.get(second).copied()) else {
        return Err("there are no such arguments".to_owned());
    };
    let (kept, merged) = (module.value_name(keep), module.value_name(merge));
    if first == second {
        return Err(format!("`{kept}` is always the same buffer as itself"));
    }
    for value in [keep, merge] {
        if !matches!(module.ty(value), Type::MemRef { .. }) {
            let (name, ty) = (module.value_name(value), module.ty(value));
            return Err(format!("`{name}` is no buffer but `{ty}`"));
        }
    }
    if module.ty(keep) != module.ty(merge) {
        let (p, q) = (module.ty(keep), module.ty(merge));
        return Err(format!(
            "`{kept}` is `{p}` and `{merged}` is `{q}`: only buffers of one type can be the same"
        ));
    }
    let mut module = module.clone();
    for at in 0..module.op_count() {
        let op = module.op_mut(OpId(at as u32));
        let passed = op.successors.iter_mut().flat_map(|successor| &mut successor.args);
        for operand in op.operands.iter_mut().chain(passed) {
            if operand.value == merge {
                operand.value = keep;
            }
        }
    }
    Ok(module)
}
