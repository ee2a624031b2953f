//! Buffers of vectors as buffers of numbers.
//!
//! `memref<8xvector<4xf32>>` holds what `memref<8x4xf32>` does, in the same order, so it is taken for that: an element that is
//! loaded or stored is a transfer of a vector, and `vector.type_cast` is the buffer itself. That is done for all buffers of a
//! module or for none: where one has a layout of its own, or something else is done with it, they stay what they are; and
//! where nothing looks into the vectors, an element is one thing, and is easier to speak of.

use super::{FunctionText, Rewriter};
use crate::{AffineMap, Attr, Dim, Module, OpId, Type, ValueId, affine_access, func};

/// Operations that mean the same for a buffer with more dimensions, behind those it has.
const SAME: [&str; 13] = [
    "memref.alloc",
    "memref.alloca",
    "memref.dealloc",
    "memref.copy",
    "memref.cast",
    "memref.dim",
    "func.func",
    "func.return",
    "func.call",
    "scf.yield",
    "scf.if",
    "scf.for",
    "vector.type_cast",
];

/// Rewrites all uses of buffers of vectors.
pub(super) fn rewrite(module: &mut Module) {
    let mut ops = Vec::new();
    module.walk(module.top, &mut |id, _| ops.push(id));
    let touched: Vec<OpId> = ops.iter().copied().filter(|op| touches(module, *op)).collect();
    let is_looked_into = ops.iter().any(|op| looks_into_vectors(module, *op));
    if touched.is_empty() || !is_looked_into || !touched.iter().all(|op| is_known(module, *op)) {
        return;
    }
    for op in &ops {
        flatten_all(module, *op);
    }
    for func in module.funcs() {
        let mut rewriter = Rewriter::default();
        let mut inside = Vec::new();
        module.walk(func, &mut |id, _| inside.push(id));
        for op in inside.into_iter().filter(|op| touched.contains(op)) {
            if module.op(op).name == "vector.type_cast" {
                let (result, operand) = (module.op(op).results[0], module.op(op).operand(0));
                rewriter.replaced.insert(result, operand);
                module.detach(op);
            } else if let Some(text) = transfer(module, op) {
                rewriter.replace(module, op, &text);
            }
        }
        rewriter.finish(module, func);
    }
}

/// Whether an operation is about some lanes of a vector, or where they lie in memory.
fn looks_into_vectors(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    data.dialect() == "vector" && !matches!(data.name.as_str(), "vector.splat" | "vector.broadcast" | "vector.fma")
}

/// The buffer of numbers that a buffer of vectors is.
fn flat(ty: &Type) -> Option<Type> {
    let Type::MemRef {
        shape,
        elem,
        layout,
        space,
    } = ty
    else {
        return None;
    };
    let Type::Vector { shape: lanes, elem } = &**elem else {
        return None;
    };
    let known = lanes.iter().all(|dim| matches!(dim, Dim::Static(_)));
    (known && layout.is_none()).then(|| Type::MemRef {
        shape: shape.iter().chain(lanes).copied().collect(),
        elem: elem.clone(),
        layout: None,
        space: space.clone(),
    })
}

fn flat_or_same(ty: &Type) -> Type {
    flat(ty).unwrap_or_else(|| ty.clone())
}

/// Whether a type is, or has in it, a buffer of vectors.
fn is_of_vectors(ty: &Type) -> bool {
    match ty {
        Type::MemRef { elem, .. } | Type::UnrankedMemRef { elem, .. } => matches!(**elem, Type::Vector { .. }),
        _ => false,
    }
}

/// Everything that an operation uses, gives, or has as an argument of a block.
fn values(module: &Module, op: OpId) -> Vec<ValueId> {
    let data = module.op(op);
    let passed = data
        .successors
        .iter()
        .flat_map(|next| next.args.iter().map(|arg| arg.value));
    let blocks = data.regions.iter().flat_map(|region| &module.region(*region).blocks);
    let args = blocks.flat_map(|block| module.block(*block).args.clone());
    data.operand_values()
        .chain(data.results.clone())
        .chain(passed)
        .chain(args)
        .collect()
}

fn touches(module: &Module, op: OpId) -> bool {
    let of_vectors = |value: ValueId| is_of_vectors(module.ty(value));
    let in_type = func(module, op).is_some_and(|view| view.inputs.iter().chain(&view.results).any(is_of_vectors));
    in_type || module.op(op).name == "vector.type_cast" || values(module, op).into_iter().any(of_vectors)
}

fn is_known(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    let plain = |value: ValueId| !is_of_vectors(module.ty(value)) || flat(module.ty(value)).is_some();
    let in_type = func(module, op).is_none_or(|view| {
        let mut all = view.inputs.iter().chain(&view.results);
        all.all(|ty| !is_of_vectors(ty) || flat(ty).is_some())
    });
    let one = |value: ValueId| flat_or_same(module.ty(value));
    let fits = match data.name.as_str() {
        "memref.load" | "memref.store" => !data.results.is_empty() || data.operands.len() > 1,
        "affine.load" | "affine.store" => affine_access(module, op).is_some(),
        // The same shape in two ways.
        "vector.type_cast" => {
            data.operands.len() == 1 && data.results.len() == 1 && one(data.operand(0)) == one(data.results[0])
        }
        "memref.dealloc" | "func.return" => true,
        name => SAME.contains(&name) && data.successors.is_empty(),
    };
    fits && in_type && values(module, op).into_iter().all(plain)
}

fn flatten_all(module: &mut Module, op: OpId) {
    for value in values(module, op) {
        let ty = flat_or_same(module.ty(value));
        module.value_mut(value).ty = ty;
    }
    if let Some(view) = func(module, op) {
        let all = |types: &[Type]| types.iter().map(flat_or_same).collect();
        let (inputs, results) = (all(&view.inputs), all(&view.results));
        let ty = Attr::Type(Type::Function { inputs, results });
        module.op_mut(op).properties.set("function_type", ty);
    }
}

/// An element that is loaded or stored, as a vector.
fn transfer(module: &Module, op: OpId) -> Option<String> {
    let data = module.op(op);
    let stores = data.results.is_empty();
    let vector = match (data.name.as_str(), stores) {
        ("memref.load" | "affine.load", false) => data.results[0],
        ("memref.store" | "affine.store", true) => data.operand(0),
        _ => return None,
    };
    let (lanes, buffer) = (module.ty(vector).clone(), usize::from(stores));
    let Type::Vector { shape, elem } = &lanes else {
        return None;
    };
    let mut text = FunctionText::new();
    let operand = |at: usize| format!("%a{}", buffer + 1 + at);
    let mut at: Vec<String> = match affine_access(module, op) {
        Some(access) => subscripts(&mut text, &access.map, &operand),
        None => (0..data.operands.len() - buffer - 1).map(operand).collect(),
    };
    let zero = text.def("arith.constant 0 : index");
    at.extend(shape.iter().map(|_| zero.clone()));
    let (ty, at) = (module.ty(data.operand(buffer)), at.join(", "));
    let inside = vec!["true"; shape.len()].join(", ");
    if stores {
        text.line(&format!(
            "vector.transfer_write %a0, %a{buffer}[{at}] {{in_bounds = [{inside}]}} : {lanes}, {ty}"
        ));
        return Some(text.function(module, op, &[]).replace("return  : ", "return"));
    }
    let padding = match **elem {
        Type::Float(_) => text.def(&format!("arith.constant 0.0 : {elem}")),
        _ => text.def(&format!("arith.constant 0 : {elem}")),
    };
    let read = format!("vector.transfer_read %a{buffer}[{at}], {padding} {{in_bounds = [{inside}]}} : {ty}, {lanes}");
    let value = text.def(&read);
    Some(text.function(module, op, &[(value, lanes.to_string())]))
}

/// What a map gives of the operands behind the buffer.
fn subscripts(text: &mut FunctionText, map: &AffineMap, operand: &dyn Fn(usize) -> String) -> Vec<String> {
    let list = |from: usize, count: usize| (from..from + count).map(operand).collect::<Vec<_>>().join(", ");
    let (dims, syms) = (list(0, map.dims), list(map.dims, map.syms));
    let one = |result| AffineMap::new(map.dims, map.syms, vec![result]);
    let results = map.results.iter().cloned().map(one);
    results
        .map(|one| text.def(&format!("affine.apply affine_map<{one}>({dims})[{syms}]")))
        .collect()
}
