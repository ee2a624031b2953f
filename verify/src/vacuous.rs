//! Proofs about nothing.
//!
//! A proof is *vacuous* if any program would have been proved: no parameters satisfy the assumptions, `before` is
//! undefined for all that do, or nothing that it does is visible. Visible are results, arguments that are buffers,
//! globals, and events, which is what any operation may be that is not known to touch only its own values and buffers.

use crate::Vacuity;
use crate::validate::ProgramSide;
use polyvet_analysis::Scop;
use polyvet_ir::ops::{Effects, Repeats, Shows};
use polyvet_ir::{Module, Op, OpId, Type, ValueId, func};
use polyvet_poly::Result;
use std::collections::HashSet;

/// Whether nothing is asked of a program with this model.
pub(crate) fn of_model(scop: &Scop) -> Result<Option<Vacuity>> {
    if scop.context.is_empty()? {
        return Ok(Some(Vacuity::Contradiction));
    }
    Ok(scop.valid.is_empty()?.then_some(Vacuity::Undefined))
}

/// Whether nobody sees what either function does.
pub(crate) fn of_interface(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<Vacuity> {
    (!shows(before) && !shows(after)).then_some(Vacuity::NothingVisible)
}

/// Whether a function surely reads memory that nobody has written: buffers that it allocates, of which it only ever reads
/// elements. It is undefined, whatever its arguments are. What is read in branches and loops is not looked at.
pub(crate) fn reads_unwritten(side: ProgramSide<'_>) -> bool {
    let module = side.module;
    let entry = func(module, side.func).and_then(|view| module.region(view.body).blocks.first().copied());
    let mut ops = entry.map_or(&[][..], |entry| &module.block(entry).ops).iter().copied();
    ops.by_ref()
        // What stands before it must come to its end.
        .take_while(|op| !stops(module, *op))
        .any(|op| {
            let data = module.op(op);
            let array = data.info().element().map(|at| data.operand(at.array));
            surely_reads(module, data) && array.is_some_and(|array| is_never_written(side, array))
        })
}

/// Whether at least one element is read, or the subscripts are out of bounds.
fn surely_reads(module: &Module, op: &Op) -> bool {
    let sizes = |value: ValueId| {
        let mask = module.op(module.defining_op(value)?);
        (mask.name == "vector.constant_mask").then(|| mask.attr("mask_dim_sizes")?.as_i64s())?
    };
    match op.name.as_str() {
        "memref.load" | "affine.load" | "vector.load" => true,
        // The mask stands before the lanes that are passed through, which may be a constant mask themselves.
        "vector.maskedload" => {
            let mask = op.operands.iter().rev().nth(1);
            let sizes = mask.and_then(|mask| sizes(mask.value));
            sizes.is_some_and(|sizes| sizes.iter().all(|size| *size > 0))
        }
        _ => false,
    }
}

/// Whether a run may end in an operation, or never leave it.
fn stops(module: &Module, op: OpId) -> bool {
    let leaves = |inner: &Op| inner.info().repeats() == Some(Repeats::Uncounted) || !inner.successors.is_empty();
    module.effects(op).contains(Effects::EVENT) || module.any_op(op, &mut |_, inner| leaves(inner))
}

fn is_never_written(side: ProgramSide<'_>, memref: ValueId) -> bool {
    let module = side.module;
    let mut root = memref;
    while let Some(op) = module.defining_op(root).map(|op| module.op(op)) {
        match op.info().shows() {
            Some(Shows::Operand(at)) => root = op.operand(at),
            Some(_) => return false,
            None if matches!(op.name.as_str(), "memref.alloc" | "memref.alloca") => break,
            None => return false,
        }
    }
    if module.defining_op(root).is_none() {
        return false;
    }
    let mut buffers = HashSet::from([root]);
    let mut left = vec![root];
    let mut only = true;
    while let Some(buffer) = left.pop() {
        module.walk(side.func, &mut |id, op| {
            if !op.operand_values().any(|value| value == buffer) || op.name == "memref.dealloc" {
                return;
            }
            match op.info().shows() {
                Some(Shows::Operand(0)) if op.operand(0) == buffer => {
                    left.extend(op.results.iter().copied().filter(|result| buffers.insert(*result)));
                }
                _ => only &= module.only_reads(id, buffer),
            }
        });
    }
    only
}

fn shows(side: ProgramSide<'_>) -> bool {
    let Some(view) = func(side.module, side.func) else {
        return true;
    };
    // Anything but numbers may be a way out.
    let plain = |ty: &Type| matches!(ty, Type::Tensor { .. } | Type::Vector { .. }) || ty.is_number();
    if !view.results.is_empty() || !view.inputs.iter().all(plain) {
        return true;
    }
    let mut seen = false;
    side.module
        .walk(side.func, &mut |id, op| seen |= id != side.func && is_visible(op));
    seen
}

/// Dialects whose operations touch only what they are given, or what they make.
const QUIET: [&str; 11] = [
    "affine",
    "arith",
    "bufferization",
    "complex",
    "index",
    "linalg",
    "math",
    "memref",
    "scf",
    "tensor",
    "vector",
];

fn is_visible(op: &Op) -> bool {
    match op.name.as_str() {
        _ if op.info().is_return() => false,
        "cf.br" | "cf.cond_br" | "cf.switch" | "ub.poison" => false,
        // These reach what others see, or print.
        "memref.get_global" | "vector.print" | "memref.extract_aligned_pointer_as_index" => true,
        _ => !QUIET.contains(&op.dialect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyvet_ir::parse;

    fn shown(body: &str, signature: &str) -> bool {
        let text = format!(
            "memref.global \"private\" @t : memref<1xf32>\nfunc.func private @g()\nfunc.func @f{signature} {{\n{body}\n}}\n"
        );
        let (module, diagnostics) = parse(&text);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let mut funcs = module.funcs().into_iter();
        let func = funcs.find(|op| module.symbol_name(*op) == Some("f")).expect("`@f`");
        shows(ProgramSide { module: &module, func })
    }

    #[test]
    fn local_buffers_are_not_seen() {
        let local = "%m = memref.alloc() : memref<1xf32>\n%c = arith.constant 1.0 : f32\n%z = arith.constant 0 : index\n\
                     memref.store %c, %m[%z] : memref<1xf32>\nreturn";
        assert!(!shown(local, "(%n: index, %x: f32, %t: tensor<4xf32>)"));
        assert!(shown(local, "(%a: memref<4xf32>)"), "an argument that is a buffer");
    }

    #[test]
    fn results_globals_calls_and_unknown_operations_are() {
        assert!(shown("return %x : f32", "(%x: f32) -> f32"));
        assert!(shown("%t = memref.get_global @t : memref<1xf32>\nreturn", "()"));
        assert!(shown("func.call @g() : () -> ()\nreturn", "()"));
        assert!(shown("\"test.beep\"() : () -> ()\nreturn", "()"));
        assert!(shown("vector.print %x : f32\nreturn", "(%x: f32)"));
    }
}
