//! IREE's programs as programs on tensors.
//!
//! Which buffer a `!hal.buffer_view` is, and where, is no part of a model here; what it holds is. So a function that gets
//! a view and only imports a tensor from it is taken as one that gets the tensor, and one that exports a tensor and
//! returns the view as one that returns the tensor. Anything else that is done with a view stays as it is. A global that
//! nobody writes is its initial value.

use crate::{Attr, Module, OpId, Type, ValueId, func};
use std::collections::HashMap;

/// Rewrites all functions so that they take and return tensors where they took and returned views of them, and loads of
/// globals that nobody writes so that they are constants.
pub fn plain_tensors(module: &mut Module) {
    constant_globals(module);
    let called = called(module);
    let funcs: Vec<OpId> = module.funcs();
    for op in funcs {
        // Callers would have to change with it.
        if !called.contains(&op) {
            unwrap(module, op);
        }
    }
}

/// Functions that are called.
fn called(module: &Module) -> Vec<OpId> {
    let mut found = Vec::new();
    module.walk(module.top, &mut |id, op| {
        if op.info().is_call() {
            found.extend(module.resolve_attr(id, "callee"));
        }
    });
    found
}

fn unwrap(module: &mut Module, id: OpId) {
    let Some(view) = func(module, id) else { return };
    let Some(block) = module.only_block(id, 0) else { return };
    if view.args.len() != view.inputs.len() || says_more(module, id) {
        return;
    }
    let (mut inputs, mut results) = (view.inputs.clone(), view.results.clone());
    let mut gone = Vec::new();
    let mut replaced = HashMap::new();
    for (at, arg) in view.args.iter().enumerate() {
        let Some((ty, imports)) = imported(module, id, *arg) else {
            continue;
        };
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
        for at in 0..module.op(last).operands.len() {
            let Some((source, export)) = exported(module, id, module.op(last).operand(at)) else {
                continue;
            };
            module.op_mut(last).operands[at].value = source;
            if let Some(result) = results.get_mut(at) {
                *result = module.ty(source).clone();
            }
            gone.push(export);
        }
    }
    for op in &gone {
        module.detach(*op);
    }
    let ty = Attr::Type(Type::Function { inputs, results });
    module.op_mut(id).properties.set("function_type", ty);
}

/// Results that take the storage of arguments.
fn says_more(module: &Module, func: OpId) -> bool {
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
        && data.operands.len() == 1
        && matches!(ty, Type::Tensor { .. })
}

/// The type of the tensor that an argument holds, if all that is done with it is to import that tensor at once.
fn imported(module: &Module, func: OpId, arg: ValueId) -> Option<(Type, Vec<OpId>)> {
    is_view(module.ty(arg)).then_some(())?;
    let users = users(module, func, arg);
    let ty = module.ty(*module.op(*users.first()?).results.first()?).clone();
    let same = |op: &OpId| {
        let data = module.op(*op);
        data.name == "hal.tensor.import"
            && data.results.len() == 1
            && *module.ty(data.results[0]) == ty
            && is_plain(module, *op, "target_encoding", &ty)
            // An import that need not happen may fail where nothing else does.
            && module.parent_op(*op) == Some(func)
    };
    users.iter().all(same).then_some((ty, users))
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
