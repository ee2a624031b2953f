//! Calls replaced by the bodies of the functions they call.

use crate::{Attr, BlockId, Module, OpId, Type, ValueId};
use std::collections::HashMap;

/// Calls that are replaced at the most; those of a function that calls itself never end.
const CALLS_MAX: usize = 64;
/// A module larger than this gets no more bodies.
const OPS_MAX: usize = 100_000;

/// A copy of `module` in which `func` makes no call that could be replaced by a body of one block; `None` if there
/// is nothing to replace. What was there before keeps its number.
pub fn inline_calls(module: &Module, func: OpId) -> Option<Module> {
    let mut copy = None;
    for _ in 0..CALLS_MAX {
        let current: &Module = copy.as_ref().unwrap_or(module);
        let Some((call, entry)) = next_call(current, func).filter(|_| current.op_count() < OPS_MAX) else {
            break;
        };
        replace(copy.get_or_insert_with(|| module.clone()), func, call, entry);
    }
    if let Some(copy) = &mut copy {
        extracted_numbers(copy, func);
    }
    copy
}

/// A number that is put into a tensor without dimensions and taken out again is itself: so it was handed over.
fn extracted_numbers(module: &mut Module, func: OpId) {
    let mut numbers: HashMap<ValueId, ValueId> = HashMap::new();
    module.walk(func, &mut |_, op| {
        let ("tensor.extract", [source], [result]) = (op.name.as_str(), &op.operands[..], &op.results[..]) else {
            return;
        };
        let Some(made) = module.defining_op(source.value).map(|made| module.op(made)) else {
            return;
        };
        if let ("tensor.from_elements", [number]) = (made.name.as_str(), &made.operands[..]) {
            let number = numbers.get(&number.value).copied().unwrap_or(number.value);
            numbers.insert(*result, number);
        }
    });
    if !numbers.is_empty() {
        module.replace_uses(func, &numbers);
    }
}

fn declared_layouts(module: &Module, func: OpId) -> usize {
    let inputs = crate::func(module, func).map_or(0, |view| view.inputs.len());
    { 0..inputs }
        .filter(|at| {
            crate::declared_layout(module, func, *at).is_some() || crate::data_space(module, func, *at).is_some()
        })
        .count()
}

/// Whether something in a function refers to a symbol.
fn names_symbols(module: &Module, func: OpId) -> bool {
    let mut found = false;
    for region in &module.op(func).regions {
        for op in module
            .region(*region)
            .blocks
            .iter()
            .flat_map(|block| &module.block(*block).ops)
        {
            module.walk(*op, &mut |_, op| {
                let mut attrs = op.properties.iter().chain(op.attrs.iter());
                found |= attrs.any(|(_, attr)| has_symbol(attr));
            });
        }
    }
    found
}

fn has_symbol(attr: &Attr) -> bool {
    match attr {
        Attr::Symbol(_) => true,
        Attr::Array(all) => all.iter().any(has_symbol),
        Attr::Dict(attrs) => attrs.iter().any(|(_, attr)| has_symbol(attr)),
        Attr::Opaque(text) => text.contains('@'),
        _ => false,
    }
}

/// The first call of a function whose body is one block, and that block.
fn next_call(module: &Module, func: OpId) -> Option<(OpId, BlockId)> {
    let mut found = None;
    module.walk(func, &mut |call, op| {
        if found.is_some() || !op.info().is_call() {
            return;
        }
        let callee = module.resolve_attr(call, "callee");
        let Some(entry) = callee
            .filter(|callee| *callee != func && module.op(*callee).info().is_function())
            // Where the body would stand its symbols mean something else.
            .filter(|callee| {
                module.symbol_table(*callee) == module.symbol_table(call) || !names_symbols(module, *callee)
            })
            // The layouts of its arguments are not those of what it is given.
            .filter(|callee| declared_layouts(module, *callee) == 0)
            .and_then(|callee| module.only_block(callee, 0))
        else {
            return;
        };
        let block = module.block(entry);
        let Some(last) = block
            .ops
            .last()
            .map(|last| module.op(*last))
            .filter(|op| op.info().is_return())
        else {
            return;
        };
        let types = |values: &mut dyn Iterator<Item = ValueId>| -> Vec<Type> {
            values.map(|value| module.ty(value).clone()).collect()
        };
        let fits = types(&mut op.operand_values()) == types(&mut block.args.iter().copied())
            && types(&mut op.results.iter().copied()) == types(&mut last.operand_values());
        if fits {
            found = Some((call, entry));
        }
    });
    found
}

fn replace(module: &mut Module, func: OpId, call: OpId, entry: BlockId) {
    let mut map: HashMap<ValueId, ValueId> = HashMap::new();
    let args = module.block(entry).args.clone();
    map.extend(
        args.into_iter()
            .zip(module.op(call).operand_values().collect::<Vec<_>>()),
    );
    let body = module.block(entry).ops.clone();
    let (last, body) = body.split_last().expect("it ends in a return");
    let mut made = Vec::new();
    for op in body {
        made.push(module.copy_op(*op, &mut map));
    }
    let block = module.op(call).parent.expect("a call stands in a block");
    for op in &made {
        module.op_mut(*op).parent = Some(block);
    }
    let ops = &mut module.block_mut(block).ops;
    let at = ops.iter().position(|op| *op == call).expect("it stands there");
    ops.splice(at..=at, made);
    let returned: Vec<_> = module.op(*last).operand_values().collect();
    let returned = returned.iter().map(|value| *map.get(value).unwrap_or(value));
    let results: HashMap<_, _> = module.op(call).results.clone().into_iter().zip(returned).collect();
    module.replace_uses(func, &results);
}
