//! Changes of a module: what each does, and what follows from it.

use polyvet_ir::{AffineExpr, AffineMap, Attr, BlockId, Dim, Module, OpId, OpSpec, Type, ValueId, affine_for, func};
use std::collections::HashMap;

/// One change. Whether the result is any good is not asked here.
#[derive(Clone, Debug)]
pub enum ReductionEdit {
    /// Take out operations with everything in them; nobody uses their results.
    Erase(Vec<OpId>),
    /// Put the content of a region in place of the operation; induction variables are at their first value.
    Unwrap(OpId, usize),
    /// Use an operand in place of the only result.
    Forward(OpId, usize),
    /// Use the number 1 in place of the only result.
    Constant(OpId),
    /// Change number `1` of the constants in the attributes of an operation.
    Number(OpId, usize, i64),
    /// Change an extent everywhere, and all constants that equal it.
    Extent(i64, i64),
    /// Change one extent of one array.
    ArrayExtent(ValueId, usize, u64),
    /// Drop a dimension of an array that is only loaded and stored.
    DropDim(ValueId, usize),
    /// Replace an index argument by a number.
    FixArgument(OpId, usize, i64),
    /// Drop an argument that is not used.
    DropArgument(OpId, usize),
    /// Drop a result.
    DropResult(OpId, usize),
}

/// How often each value is used.
pub fn uses(module: &Module) -> HashMap<ValueId, usize> {
    let mut uses = HashMap::new();
    module.walk(module.top, &mut |_, op| {
        let passed = op.successors.iter().flat_map(|successor| &successor.args);
        for operand in op.operands.iter().chain(passed) {
            *uses.entry(operand.value).or_default() += 1;
        }
    });
    uses
}

/// Whether an operation is there for its results only, so that it can go when nobody uses them.
pub fn is_removable(module: &Module, id: OpId) -> bool {
    !module.op(id).results.is_empty() && module.is_removable(id)
}

/// Whether an operation ends its block.
pub fn is_terminator(module: &Module, id: OpId) -> bool {
    let op = module.op(id);
    op.info().is_terminator() || !op.successors.is_empty()
}

/// Takes an operation out of its block.
fn detach(module: &mut Module, op: OpId) {
    if let Some(block) = module.op(op).parent {
        module.block_mut(block).ops.retain(|other| *other != op);
        module.op_mut(op).parent = None;
    }
}

/// Takes an operation out, and then whatever it alone used.
fn erase(module: &mut Module, op: OpId) {
    let mut used = Vec::new();
    module.walk(op, &mut |_, inner| used.extend(inner.operand_values()));
    detach(module, op);
    let mut left = uses(module);
    let mut next = used;
    while let Some(value) = next.pop() {
        let Some(def) = module.defining_op(value) else { continue };
        let unused = |value: &ValueId| left.get(value).is_none_or(|count| *count == 0);
        let results = &module.op(def).results;
        if module.op(def).parent.is_none() || !results.iter().all(unused) || !is_removable(module, def) {
            continue;
        }
        module.walk(def, &mut |_, inner| next.extend(inner.operand_values()));
        module.walk(def, &mut |_, inner| {
            for value in inner.operand_values() {
                if let Some(count) = left.get_mut(&value) {
                    *count = count.saturating_sub(1);
                }
            }
        });
        detach(module, def);
    }
}

/// Uses `new` wherever `old` is used.
fn replace(module: &mut Module, old: ValueId, new: ValueId) {
    for at in 0..module.op_count() {
        let op = module.op_mut(OpId(at as u32));
        let passed = op.successors.iter_mut().flat_map(|successor| &mut successor.args);
        for operand in op.operands.iter_mut().chain(passed) {
            if operand.value == old {
                operand.value = new;
            }
        }
    }
}

/// An `arith.constant` in front of `op`.
fn constant_before(module: &mut Module, op: OpId, ty: &Type, value: i64) -> Option<ValueId> {
    let attr = match ty {
        Type::Index | Type::Integer { .. } => Attr::Int {
            value: value.into(),
            ty: ty.clone(),
        },
        Type::Float(polyvet_ir::FloatKind::F32) => Attr::Float {
            bits: (value as f32).to_bits().into(),
            ty: ty.clone(),
        },
        Type::Float(polyvet_ir::FloatKind::F64) => Attr::Float {
            bits: (value as f64).to_bits(),
            ty: ty.clone(),
        },
        _ => return None,
    };
    let block = module.op(op).parent?;
    let constant = module.add_op(OpSpec::new("arith.constant").result(ty.clone()).property("value", attr));
    insert_before(module, block, op, constant);
    Some(module.op(constant).results[0])
}

fn insert_before(module: &mut Module, block: BlockId, op: OpId, new: OpId) {
    let ops = &mut module.block_mut(block).ops;
    let at = ops.iter().position(|other| *other == op).unwrap_or(ops.len());
    ops.insert(at, new);
    module.op_mut(new).parent = Some(block);
}

impl ReductionEdit {
    /// Makes the change; `None` if it makes no sense here.
    pub fn apply(&self, module: &mut Module) -> Option<()> {
        match self {
            ReductionEdit::Erase(ops) => ops.iter().for_each(|op| erase(module, *op)),
            ReductionEdit::Unwrap(op, region) => unwrap(module, *op, *region)?,
            ReductionEdit::Forward(op, operand) => {
                let (result, operand) = (*module.op(*op).results.first()?, module.op(*op).operand(*operand));
                replace(module, result, operand);
                erase(module, *op);
            }
            ReductionEdit::Constant(op) => {
                let result = *module.op(*op).results.first()?;
                let ty = module.ty(result).clone();
                let one = constant_before(module, *op, &ty, 1)?;
                replace(module, result, one);
                erase(module, *op);
            }
            ReductionEdit::Number(op, number, value) => {
                let mut at = 0;
                each_number(module, *op, &mut |constant| {
                    if at == *number {
                        *constant = *value;
                    }
                    at += 1;
                });
            }
            ReductionEdit::Extent(from, to) => change_extent(module, *from, *to),
            ReductionEdit::ArrayExtent(value, dim, extent) => {
                let mut ty = module.ty(*value).clone();
                *shape_mut(&mut ty)?.get_mut(*dim)? = Dim::Static(*extent);
                set_type(module, *value, ty);
            }
            ReductionEdit::DropDim(value, dim) => drop_dim(module, *value, *dim)?,
            ReductionEdit::FixArgument(op, number, value) => {
                let argument = *func(module, *op)?.args.get(*number)?;
                let entry = module.only_block(*op, 0)?;
                let first = *module.block(entry).ops.first()?;
                let ty = module.ty(argument).clone();
                let constant = constant_before(module, first, &ty, *value)?;
                replace(module, argument, constant);
                drop_argument(module, *op, *number)?;
            }
            ReductionEdit::DropArgument(op, number) => drop_argument(module, *op, *number)?,
            ReductionEdit::DropResult(op, number) => drop_result(module, *op, *number)?,
        }
        Some(())
    }
}

/// Puts the content of region `n` of `op` in its place.
fn unwrap(module: &mut Module, op: OpId, n: usize) -> Option<()> {
    let outer = module.op(op).parent?;
    let body = module.only_block(op, n)?;
    let mut ops = module.block(body).ops.clone();
    let end = ops.pop()?;
    if let Some(nest) = affine_for(module, op) {
        let [AffineExpr::Const(first)] = nest.lower.results[..] else {
            return None;
        };
        let start = constant_before(module, op, &Type::Index, first)?;
        replace(module, nest.induction, start);
        for (carried, init) in nest.iter_args.into_iter().zip(nest.inits) {
            replace(module, carried, init);
        }
    } else {
        let (args, operands) = (module.block(body).args.clone(), module.op(op).operands.clone());
        match module.op(op).name.as_str() {
            "affine.if" | "scf.if" => {}
            "scf.for" => {
                let start = operands.first()?.value;
                let inits = operands.iter().skip(3).map(|operand| operand.value);
                let values: Vec<ValueId> = std::iter::once(start).chain(inits).collect();
                for (arg, value) in args.into_iter().zip(values) {
                    replace(module, arg, value);
                }
            }
            "affine.parallel" => {
                for arg in args {
                    let start = constant_before(module, op, &Type::Index, 0)?;
                    replace(module, arg, start);
                }
            }
            _ => return None,
        }
    }
    for inner in ops {
        detach(module, inner);
        insert_before(module, outer, op, inner);
    }
    let (results, yielded) = (module.op(op).results.clone(), module.op(end).operands.clone());
    for (result, value) in results.into_iter().zip(yielded) {
        replace(module, result, value.value);
    }
    erase(module, op);
    Some(())
}

fn of_expr(expr: &mut AffineExpr, visit: &mut dyn FnMut(&mut i64)) {
    match expr {
        AffineExpr::Const(value) => visit(value),
        AffineExpr::Bin(_, left, right) => {
            of_expr(left, visit);
            of_expr(right, visit);
        }
        AffineExpr::Dim(_) | AffineExpr::Sym(_) => {}
    }
}

/// The numbers in an attribute.
fn of_attr(attr: &mut Attr, visit: &mut dyn FnMut(&mut i64)) {
    match attr {
        Attr::Int { value, .. } => {
            if let Ok(mut small) = i64::try_from(*value) {
                visit(&mut small);
                *value = small.into();
            }
        }
        Attr::AffineMap(map) => map.results.iter_mut().for_each(|expr| of_expr(expr, visit)),
        Attr::IntegerSet(set) => set.constraints.iter_mut().for_each(|(expr, _)| of_expr(expr, visit)),
        Attr::DenseArray { items, .. } => items.iter_mut().for_each(|item| of_attr(item, visit)),
        _ => {}
    }
}

/// Calls `visit` on each number in the attributes of `op`, in a fixed order; counts of operands and the like
/// are left out.
pub fn each_number(module: &mut Module, op: OpId, visit: &mut dyn FnMut(&mut i64)) {
    let fixed = [
        "operandSegmentSizes",
        "resultSegmentSizes",
        "operand_segment_sizes",
        "predicate",
        "permutation",
    ];
    let op = module.op_mut(op);
    for (name, attr) in op.properties.0.iter_mut().chain(&mut op.attrs.0) {
        if !fixed.contains(&name.as_str()) {
            of_attr(attr, visit);
        }
    }
}

fn shape_mut(ty: &mut Type) -> Option<&mut Vec<Dim>> {
    match ty {
        Type::Vector { shape, .. } | Type::Tensor { shape, .. } | Type::MemRef { shape, .. } => Some(shape),
        _ => None,
    }
}

fn change_extent(module: &mut Module, from: i64, to: i64) {
    let change = |ty: &mut Type| {
        for dim in shape_mut(ty).into_iter().flatten() {
            if *dim == Dim::Static(from.unsigned_abs()) {
                *dim = Dim::Static(to.unsigned_abs());
            }
        }
    };
    for at in 0..module.value_count() {
        change(&mut module.value_mut(ValueId(at as u32)).ty);
    }
    for at in 0..module.op_count() {
        let id = OpId(at as u32);
        each_number(module, id, &mut |value| {
            if *value == from {
                *value = to;
            }
        });
        let op = module.op_mut(id);
        for (_, attr) in op.properties.0.iter_mut().chain(&mut op.attrs.0) {
            match attr {
                Attr::Type(Type::Function { inputs, results }) => inputs.iter_mut().chain(results).for_each(change),
                Attr::Type(ty) | Attr::Dense { ty, .. } => change(ty),
                _ => {}
            }
        }
    }
}

/// Gives a value another type; an argument of a function also in the function's type.
fn set_type(module: &mut Module, value: ValueId, ty: Type) {
    module.value_mut(value).ty = ty.clone();
    let polyvet_ir::Def::Arg { block, index } = module.value(value).def else {
        return;
    };
    let Some(op) = module
        .block(block)
        .parent
        .and_then(|region| module.region(region).parent)
    else {
        return;
    };
    change_signature(module, op, |inputs, _| {
        if let Some(input) = inputs.get_mut(index) {
            *input = ty;
        }
    });
}

fn change_signature(module: &mut Module, op: OpId, change: impl FnOnce(&mut Vec<Type>, &mut Vec<Type>)) -> Option<()> {
    let op = module.op_mut(op);
    let attrs = op.properties.0.iter_mut().chain(&mut op.attrs.0);
    for (name, attr) in attrs {
        if let ("function_type", Attr::Type(Type::Function { inputs, results })) = (name.as_str(), attr) {
            change(inputs, results);
            return Some(());
        }
    }
    None
}

/// Attributes of arguments and results go with them.
fn drop_attrs(module: &mut Module, op: OpId, name: &str, number: usize) {
    let op = module.op_mut(op);
    let lists = op
        .properties
        .0
        .iter_mut()
        .chain(&mut op.attrs.0)
        .filter(|(known, _)| known == name);
    for (_, attr) in lists {
        if let Attr::Array(items) = attr
            && number < items.len()
        {
            items.remove(number);
        }
    }
}

fn drop_argument(module: &mut Module, op: OpId, number: usize) -> Option<()> {
    let entry = module.only_block(op, 0)?;
    let value = *module.block(entry).args.get(number)?;
    if uses(module).contains_key(&value) {
        return None;
    }
    module.block_mut(entry).args.remove(number);
    for (index, arg) in module.block(entry).args.clone().into_iter().enumerate() {
        module.value_mut(arg).def = polyvet_ir::Def::Arg { block: entry, index };
    }
    drop_attrs(module, op, "arg_attrs", number);
    change_signature(module, op, |inputs, _| {
        inputs.remove(number);
    })
}

fn drop_result(module: &mut Module, op: OpId, number: usize) -> Option<()> {
    let entry = module.only_block(op, 0)?;
    let end = *module.block(entry).ops.last()?;
    if !module.op(end).info().is_return() || number >= module.op(end).operands.len() {
        return None;
    }
    module.op_mut(end).operands.remove(number);
    drop_attrs(module, op, "res_attrs", number);
    change_signature(module, op, |_, results| {
        results.remove(number);
    })
}

/// Drops dimensions and symbols that no result uses: their numbers among the operands, the last first.
fn drop_unused(map: &mut AffineMap) -> Vec<usize> {
    fn visit(expr: &mut AffineExpr, leaf: &mut dyn FnMut(&mut AffineExpr)) {
        match expr {
            AffineExpr::Bin(_, left, right) => {
                visit(left, leaf);
                visit(right, leaf);
            }
            other => leaf(other),
        }
    }
    let mut dropped = Vec::new();
    for at in (0..map.dims + map.syms).rev() {
        let (dims, number) = (map.dims, at as u32);
        let is_this = |expr: &AffineExpr| match expr {
            AffineExpr::Dim(n) => *n == number,
            AffineExpr::Sym(n) => dims as u32 + n == number,
            _ => false,
        };
        let mut used = false;
        for result in &mut map.results {
            visit(result, &mut |leaf| used |= is_this(leaf));
        }
        if used {
            continue;
        }
        for result in &mut map.results {
            visit(result, &mut |leaf| match leaf {
                AffineExpr::Dim(n) if *n > number => *n -= 1,
                AffineExpr::Sym(n) if at >= dims && *n > number - dims as u32 => *n -= 1,
                _ => {}
            });
        }
        if at < map.dims {
            map.dims -= 1;
        } else {
            map.syms -= 1;
        }
        dropped.push(at);
    }
    dropped
}

fn drop_dim(module: &mut Module, value: ValueId, dim: usize) -> Option<()> {
    let mut ty = module.ty(value).clone();
    let shape = shape_mut(&mut ty)?;
    if dim >= shape.len() || shape[dim] == Dim::Dynamic && module.defining_op(value).is_some() {
        return None;
    }
    shape.remove(dim);
    let mut users = Vec::new();
    module.walk(module.top, &mut |id, op| {
        if op.operand_values().any(|operand| operand == value) {
            users.push(id);
        }
    });
    for id in users {
        let op = module.op_mut(id);
        match op.name.as_str() {
            "affine.load" | "affine.store" => {
                let subscripts = if op.name == "affine.load" { 1 } else { 2 };
                let attrs = op.properties.0.iter_mut().chain(&mut op.attrs.0);
                for (_, attr) in attrs {
                    if let Attr::AffineMap(map) = attr {
                        map.results.remove(dim);
                        for unused in drop_unused(map) {
                            op.operands.remove(subscripts + unused);
                        }
                    }
                }
            }
            "memref.load" => {
                op.operands.remove(1 + dim);
            }
            "memref.store" => {
                op.operands.remove(2 + dim);
            }
            "memref.dealloc" => {}
            _ => return None,
        }
    }
    set_type(module, value, ty);
    Some(())
}
