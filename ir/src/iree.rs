//! IREE's programs as programs on tensors.
//!
//! Which buffer a `!hal.buffer_view` is, and where, is no part of a model here; what it holds is. So a function that
//! gets a view and only imports a tensor from it is taken as one that gets the tensor, and one that exports a tensor
//! and returns the view as one that returns the tensor. Anything else that is done with a view stays as it is. A global
//! that nobody writes is its initial value.
//!
//! Fences say when a view holds its tensor. One that a function gets, and on which it only waits for arguments or which
//! it only signals behind results, is an attribute of the function then: [`FENCES`].

use crate::edit::segment_sizes;
use crate::{Attr, Module, OpId, OpSpec, Type, ValueId, func};
use std::collections::HashMap;

/// Which arguments are there behind which fence, and which fence is signalled behind which results. Two functions are
/// equal only if they agree on that, as on every attribute of a `util.func`.
const FENCES: &str = "iree.fences";

/// What functions that wait and signal may be made of beside that: nothing whose effects a fence could order.
const UNORDERED: [&str; 9] = [
    "affine", "arith", "complex", "index", "linalg", "math", "scf", "tensor", "vector",
];

/// Rewrites all functions so that they take and return tensors where they took and returned views of them, and loads of
/// globals that nobody writes so that they are constants.
pub fn plain_tensors(module: &mut Module) {
    constant_globals(module);
    let calls = calls(module);
    // Callers last: what they pass on has another type then.
    let mut funcs: Vec<OpId> = module.funcs();
    funcs.sort_by_key(|op| !calls.contains_key(op));
    for op in funcs {
        let (inputs, results) = (types(module, op, true), types(module, op, false));
        unwrap(module, op);
        for call in calls.get(&op).into_iter().flatten() {
            wrap_operands(module, *call, &inputs, &types(module, op, true));
            wrap_results(module, *call, &results, &types(module, op, false));
        }
    }
}

/// Calls by the functions that are called.
fn calls(module: &Module) -> HashMap<OpId, Vec<OpId>> {
    let mut found: HashMap<OpId, Vec<OpId>> = HashMap::new();
    module.walk(module.top, &mut |id, op| {
        if op.info().is_call()
            && let Some(callee) = module.resolve_attr(id, "callee")
        {
            found.entry(callee).or_default().push(id);
        }
    });
    found
}

/// The types of arguments or results.
fn types(module: &Module, id: OpId, inputs: bool) -> Vec<Type> {
    let types = func(module, id).map(|view| if inputs { view.inputs } else { view.results });
    types.unwrap_or_default()
}

/// Imports the tensors that a call hands over now.
fn wrap_operands(module: &mut Module, call: OpId, old: &[Type], new: &[Type]) {
    for (at, (_, ty)) in old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new) {
        let view = module.op(call).operand(at);
        let spec = OpSpec::new("hal.tensor.import")
            .operands(&[view])
            .result(ty.clone())
            .property("target_encoding", Attr::Type(ty.clone()))
            .property("operandSegmentSizes", segment_sizes(&[1, 0, 0, 0]))
            .at(module.op(call).span);
        let import = module.add_op(spec);
        module.insert_before(call, import);
        module.op_mut(call).operands[at].value = module.op(import).results[0];
    }
}

/// Exports the tensors that a call gives back now.
fn wrap_results(module: &mut Module, call: OpId, old: &[Type], new: &[Type]) {
    for (at, (old, ty)) in old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new) {
        let tensor = module.op(call).results[at];
        let spec = OpSpec::new("hal.tensor.export")
            .operands(&[tensor])
            .result(old.clone())
            .property("source_encoding", Attr::Type(ty.clone()))
            .at(module.op(call).span);
        let export = module.add_op(spec);
        let view = module.op(export).results[0];
        module.replace_uses(module.top, &HashMap::from([(tensor, view)]));
        module.value_mut(tensor).ty = ty.clone();
        if let Some(next) = after(module, call) {
            module.insert_before(next, export);
        }
    }
}

/// The operation behind one that is not the last of its block.
fn after(module: &Module, op: OpId) -> Option<OpId> {
    let ops = &module.block(module.op(op).parent?).ops;
    let at = ops.iter().position(|one| *one == op)?;
    ops.get(at + 1).copied()
}

fn unwrap(module: &mut Module, id: OpId) {
    let Some(view) = func(module, id) else { return };
    let Some(block) = module.only_block(id, 0) else { return };
    if view.args.len() != view.inputs.len() || says_more(module, id) {
        return;
    }
    let (mut inputs, mut results) = (view.inputs.clone(), view.results.clone());
    let (mut gone, mut fences) = (Vec::new(), Vec::new());
    let mut replaced = HashMap::new();
    for (at, arg) in view.args.iter().enumerate() {
        let Some((ty, imports, fence)) = imported(module, id, *arg) else {
            continue;
        };
        let fence = fence.and_then(|fence| position(&view.args, fence));
        fences.extend(fence.map(|fence| format!("argument {at} behind {fence}")));
        for import in &imports {
            replaced.insert(module.op(*import).results[0], *arg);
        }
        gone.extend(imports);
        module.value_mut(*arg).ty = ty.clone();
        inputs[at] = ty;
    }
    module.replace_uses(id, &replaced);
    let last = module.block(block).ops.last().copied();
    if let Some(last) = last.filter(|last| module.op(*last).info().is_return()) {
        let returned = module.op(last).operand_values().enumerate();
        let of_view = |(at, view)| {
            let (source, export) = exported(module, id, view)?;
            Some((at, source, export, joined(module, id, source)))
        };
        // All of them first: a barrier may join several results.
        let borders: Vec<_> = returned.filter_map(of_view).collect();
        for (at, source, export, barrier) in borders {
            let fence = barrier.and_then(|(_, _, fence)| position(&view.args, fence));
            fences.extend(fence.map(|fence| format!("{fence} behind result {at}")));
            let source = barrier.map_or(source, |(source, ..)| source);
            gone.extend(barrier.map(|(_, barrier, _)| barrier));
            module.op_mut(last).operands[at].value = source;
            if let Some(result) = results.get_mut(at) {
                *result = module.ty(source).clone();
            }
            gone.push(export);
        }
    }
    gone.sort_unstable();
    gone.dedup();
    for op in &gone {
        module.detach(*op);
    }
    if !fences.is_empty() {
        let attrs = &mut module.op_mut(id).attrs;
        attrs.set(FENCES, Attr::Str(fences.join(", ").into_bytes()));
    }
    let ty = Attr::Type(Type::Function { inputs, results });
    module.op_mut(id).properties.set("function_type", ty);
}

fn position(args: &[ValueId], value: ValueId) -> Option<usize> {
    args.iter().position(|arg| *arg == value)
}

/// Results that take the storage of arguments, and what is ours to say.
fn says_more(module: &Module, func: OpId) -> bool {
    if module.op(func).attr(FENCES).is_some() {
        return true;
    }
    match module.op(func).attr("tied_operands") {
        None => false,
        Some(Attr::Array(items)) => items.iter().any(|item| item.as_i64() != Some(-1)),
        Some(_) => true,
    }
}

fn is_view(ty: &Type) -> bool {
    matches!(ty, Type::Opaque(text) if text == "!hal.buffer_view")
}

/// Attributes beside the name, by which a view is known to people, and the type.
fn is_plain(module: &Module, op: OpId, encoding: &str, ty: &Type) -> bool {
    let data = module.op(op);
    let known = |name: &str| ["name", "operandSegmentSizes", encoding].contains(&name);
    let mut attrs = data.properties.iter().chain(data.attrs.iter());
    attrs.all(|(name, _)| known(name))
        && data.attr(encoding) == Some(&Attr::Type(ty.clone()))
        && data.operands.len() == 1 + usize::from(waits(module, op).is_some())
        && matches!(ty, Type::Tensor { .. })
}

/// The fence behind which an import is.
fn waits(module: &Module, import: OpId) -> Option<ValueId> {
    match &crate::segments(module, import)?[..] {
        [_, _, fence, _] => fence.first().copied(),
        _ => None,
    }
}

/// Whether a fence is an argument with which a function does nothing but `what`, and nothing else in it has an order.
fn only_for(module: &Module, func: OpId, fence: ValueId, what: &str) -> bool {
    let is_argument = module.only_block(func, 0).is_some_and(|block| {
        let args = &module.block(block).args;
        args.contains(&fence) && !args.iter().any(|arg| matches!(module.ty(*arg), Type::MemRef { .. }))
    });
    let mut unordered = true;
    module.walk(func, &mut |id, op| {
        let border = [
            "hal.tensor.import",
            "hal.tensor.export",
            "hal.tensor.barrier",
            "util.return",
        ];
        let known = op.info().is_known() && !op.info().is_call() && UNORDERED.contains(&op.dialect());
        unordered &= id == func || border.contains(&op.name.as_str()) || known;
    });
    let mut users = users(module, func, fence).into_iter();
    is_argument
        && unordered
        && module.op(func).name == "util.func"
        && matches!(module.ty(fence), Type::Opaque(text) if text == "!hal.fence")
        && users.all(|user| module.op(user).name == what)
}

/// Of a tensor that is returned once a barrier is reached: what it is before, the barrier, and the fence that is
/// signalled then. All that the barrier waits for is returned like that.
fn joined(module: &Module, func: OpId, tensor: ValueId) -> Option<(ValueId, OpId, ValueId)> {
    let barrier = module.defining_op(tensor)?;
    let data = module.op(barrier);
    let (fence, sources) = data.operands.split_last()?;
    let whole = data.name == "hal.tensor.barrier"
        && sources.len() == data.results.len()
        && data.properties.iter().chain(data.attrs.iter()).next().is_none()
        && module.parent_op(barrier) == Some(func)
        && only_for(module, func, fence.value, "hal.tensor.barrier")
        && users(module, func, fence.value).len() == 1
        && data.results.iter().all(|result| is_returned(module, func, *result));
    let at = data.results.iter().position(|result| *result == tensor)?;
    whole.then(|| (sources[at].value, barrier, fence.value))
}

/// Whether all that is done with a tensor is to export and return it.
fn is_returned(module: &Module, func: OpId, tensor: ValueId) -> bool {
    let [export] = users(module, func, tensor)[..] else {
        return false;
    };
    let view = module.op(export).results.first().copied();
    view.is_some_and(|view| {
        exported(module, func, view) == Some((tensor, export))
            && matches!(users(module, func, view)[..], [last] if module.op(last).info().is_return() && module.parent_op(last) == Some(func))
    })
}

/// The type of the tensor that an argument holds, if all that is done with it is to import that tensor at once.
/// With them the fence behind which the imports are.
fn imported(module: &Module, func: OpId, arg: ValueId) -> Option<(Type, Vec<OpId>, Option<ValueId>)> {
    is_view(module.ty(arg)).then_some(())?;
    let users = users(module, func, arg);
    let ty = module.ty(*module.op(*users.first()?).results.first()?).clone();
    let fence = waits(module, *users.first()?);
    let same = |op: &OpId| {
        let data = module.op(*op);
        data.name == "hal.tensor.import"
            && data.results.len() == 1
            && *module.ty(data.results[0]) == ty
            && is_plain(module, *op, "target_encoding", &ty)
            && waits(module, *op) == fence
            // An import that need not happen may fail where nothing else does.
            && module.parent_op(*op) == Some(func)
    };
    let plain = fence.is_none_or(|fence| only_for(module, func, fence, "hal.tensor.import"));
    (plain && users.iter().all(same)).then_some((ty, users, fence))
}

/// The tensor that a returned view is of, if nobody else uses the view.
fn exported(module: &Module, func: OpId, view: ValueId) -> Option<(ValueId, OpId)> {
    is_view(module.ty(view)).then_some(())?;
    let op = module.defining_op(view)?;
    let data = module.op(op);
    let source = data.operands.first()?.value;
    let plain = data.name == "hal.tensor.export" && is_plain(module, op, "source_encoding", module.ty(source));
    // A use twice in one operation counts twice.
    let mut uses = 0;
    module.walk(func, &mut |_, user| {
        uses += user.operand_values().filter(|value| *value == view).count();
        uses += { user.successors.iter() }
            .flat_map(|successor| &successor.args)
            .filter(|operand| operand.value == view)
            .count();
    });
    (plain && uses == 1).then_some((source, op))
}

/// All operations that use a value.
fn users(module: &Module, func: OpId, value: ValueId) -> Vec<OpId> {
    let mut found = Vec::new();
    module.walk(func, &mut |id, op| {
        let passed = op.successors.iter().flat_map(|successor| &successor.args);
        let mut operands = op.operands.iter().chain(passed);
        if operands.any(|operand| operand.value == value) {
            found.push(id);
        }
    });
    found
}

/// Loads of globals that nobody writes are constants.
fn constant_globals(module: &mut Module) {
    let mut any = false;
    module.walk(module.top, &mut |_, op| any |= op.name == "util.global.load");
    if !any {
        return;
    }
    let mut loads = Vec::new();
    let mut touched = Vec::new();
    let mut hidden = String::new();
    module.walk(module.top, &mut |id, op| match op.name.as_str() {
        "util.global.load" => loads.push(id),
        "util.global" => {}
        _ => {
            // Whoever else names it may write it.
            let mut named = |attr: &Attr| collect_names(attr, &mut touched, &mut hidden);
            op.properties
                .iter()
                .chain(op.attrs.iter())
                .for_each(|(_, attr)| named(attr));
            hidden += op.opaque.as_deref().unwrap_or("");
        }
    });
    for load in loads {
        let Some((global, value)) = constant_of(module, load) else {
            continue;
        };
        let name = module.symbol_name(global).unwrap_or_default();
        if touched.iter().any(|one| one == name) || hidden.contains(&format!("@{name}")) {
            continue;
        }
        let op = module.op_mut(load);
        op.name = "arith.constant".into();
        op.properties = crate::Attrs::default();
        op.properties.set("value", value);
        op.attrs = crate::Attrs::default();
    }
}

/// The global that is loaded, and its value if it is to stay what it is.
fn constant_of(module: &Module, load: OpId) -> Option<(OpId, Attr)> {
    let global = module.resolve_attr(load, "global")?;
    let data = module.op(global);
    let value = data
        .attr("initial_value")
        .filter(|_| data.name == "util.global" && !data.is_set("is_mutable"))?;
    let readable = matches!(
        value,
        Attr::Int { .. } | Attr::Float { .. } | Attr::Bool(_) | Attr::Dense { .. }
    );
    let ty = module.ty(*module.op(load).results.first()?);
    (readable && value.ty().as_ref() == Some(ty)).then(|| (global, value.clone()))
}

fn collect_names(attr: &Attr, names: &mut Vec<String>, hidden: &mut String) {
    match attr {
        Attr::Symbol(path) => names.extend(path.iter().cloned()),
        Attr::Array(items) => items.iter().for_each(|item| collect_names(item, names, hidden)),
        Attr::Dict(attrs) => attrs.iter().for_each(|(_, attr)| collect_names(attr, names, hidden)),
        Attr::Opaque(text) => *hidden += text,
        _ => {}
    }
}
