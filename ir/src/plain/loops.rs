//! `stablehlo.while` and `tosa.while_loop` as loops of `scf`: one that counts a number up to another by ones is counted;
//! `tosa.cond_if` as a branch.

use crate::edit::DYNAMIC;
use crate::{Attr, BlockId, Module, OpId, OpSpec, Type, ValueId, dense_items};
use std::collections::HashMap;

/// The loop in the place of another.
pub(super) struct PlainLoop {
    pub op: OpId,
    pub replaced: HashMap<ValueId, ValueId>,
    /// The tensor that holds what is counted, and that number.
    pub counter: Option<(ValueId, ValueId)>,
}

pub(super) fn rewrite(module: &mut Module, op: OpId) -> PlainLoop {
    let unchanged = PlainLoop {
        op,
        replaced: HashMap::new(),
        counter: None,
    };
    let (Some(cond), Some(body)) = (module.only_block(op, 0), module.only_block(op, 1)) else {
        return unchanged;
    };
    if !fits(module, op, cond, body) {
        return unchanged;
    }
    match counted(module, op, cond, body) {
        Some(counter) => for_loop(module, op, body, counter),
        None => {
            while_loop(module, op, cond, body);
            unchanged
        }
    }
}

/// Whether both regions take what is carried, the first gives a truth value and the second what is carried.
fn fits(module: &Module, op: OpId, cond: BlockId, body: BlockId) -> bool {
    let data = module.op(op);
    let types = |values: &mut dyn Iterator<Item = ValueId>| -> Vec<Type> {
        values.map(|value| module.ty(value).clone()).collect()
    };
    let carried = types(&mut data.operand_values());
    let given = |block: BlockId| {
        let end = module.block(block).ops.last().map(|end| module.op(*end))?;
        ["stablehlo.return", "tosa.yield"]
            .contains(&end.name.as_str())
            .then(|| types(&mut end.operand_values()))
    };
    let args = |block: BlockId| types(&mut module.block(block).args.iter().copied());
    let truth = Type::tensor(Vec::new(), Type::I1);
    types(&mut data.results.iter().copied()) == carried
        && args(cond) == carried
        && args(body) == carried
        && given(cond) == Some(vec![truth])
        && given(body) == Some(carried)
}

/// A carried number that starts at `from` and is counted to `to`.
struct Counter {
    at: usize,
    from: i64,
    to: i64,
}

/// The value of a constant without dimensions.
fn constant(module: &Module, value: ValueId) -> Option<i64> {
    let op = module.op(module.defining_op(value)?);
    (op.name == "stablehlo.constant").then_some(())?;
    let items = dense_items(op.attr("value")?)?;
    match &items[..] {
        [item] => item.as_i64().filter(|number| *number != DYNAMIC),
        _ => None,
    }
}

fn counted(module: &Module, op: OpId, cond: BlockId, body: BlockId) -> Option<Counter> {
    let last = |block: BlockId| module.block(block).ops.last().map(|op| module.op(*op));
    let end = last(cond).filter(|end| end.name == "stablehlo.return" && end.operands.len() == 1)?;
    let test = module.defining_op(end.operand(0))?;
    let signed = super::scalar::word(module, test, "compare_type") == Some("SIGNED");
    let less = super::scalar::word(module, test, "comparison_direction") == Some("LT");
    let data = module.op(test);
    (data.name == "stablehlo.compare" && data.operands.len() == 2 && signed && less && data.parent == Some(cond))
        .then_some(())?;
    let at = module.block(cond).args.iter().position(|arg| *arg == data.operand(0))?;
    let ty = module.ty(data.operand(0));
    (ty.shape() == Some(&[]) && matches!(ty.elem(), Type::Integer { width: 2..=64, .. })).then_some(())?;
    let to = constant(module, data.operand(1))?;
    let from = constant(module, module.op(op).operands.get(at)?.value)?;
    let next = last(body)
        .filter(|end| end.name == "stablehlo.return")?
        .operands
        .get(at)?
        .value;
    let step = module.op(module.defining_op(next)?);
    let counter = *module.block(body).args.get(at)?;
    let by_one = step.name == "stablehlo.add"
        && step.operands.len() == 2
        && step.operand(0) == counter
        && constant(module, step.operand(1)) == Some(1);
    by_one.then_some(Counter { at, from, to })
}

fn index(module: &mut Module, op: OpId, value: i64) -> ValueId {
    let span = module.op(op).span;
    let spec = OpSpec::new("arith.constant").property("value", Attr::index(value));
    let constant = module.add_op(spec.result(Type::Index).at(span));
    module.insert_before(op, constant);
    module.op(constant).results[0]
}

fn for_loop(module: &mut Module, op: OpId, body: BlockId, counter: Counter) -> PlainLoop {
    let old = module.op(op).clone();
    let bounds = [counter.from, counter.to, 1].map(|value| index(module, op, value));
    let mut spec = OpSpec::new("scf.for").operands(&bounds).at(old.span);
    spec.name_span = old.name_span;
    spec.operands.extend(old.operands.iter().copied());
    for result in &old.results {
        let value = module.value(*result);
        spec.results.push((value.ty.clone(), value.name.clone(), value.span));
    }
    let new = module.add_op(spec);
    let region = module.add_region(new);
    let block = module.add_block(region, &[(Type::Index, Some("i"))]);
    let induction = module.block(block).args[0];
    let mut map = HashMap::new();
    for arg in module.block(body).args.clone() {
        let value = module.value(arg).clone();
        let copy = module.add_block_arg(block, value.ty, value.name, value.span);
        map.insert(arg, copy);
    }
    let old_counter = module.block(body).args[counter.at];
    let tensor = module.ty(old_counter).clone();
    let cast = OpSpec::new("arith.index_cast").operands(&[induction]);
    let cast = module.push_op(block, cast.result(tensor.elem().clone()).at(old.span));
    let number = module.op(cast).results[0];
    let made = OpSpec::new("tensor.from_elements").operands(&[number]).result(tensor);
    let made = module.push_op(block, made.at(old.span));
    let counted = module.op(made).results[0];
    map.insert(old_counter, counted);
    for inner in module.block(body).ops.clone() {
        let copy = module.copy_op(inner, &mut map);
        module.append(block, copy);
    }
    rename_end(module, block, "scf.yield");
    module.insert_before(op, new);
    module.detach(op);
    let results = module.op(new).results.clone();
    PlainLoop {
        op: new,
        replaced: old.results.into_iter().zip(results).collect(),
        counter: Some((counted, number)),
    }
}

fn rename_end(module: &mut Module, block: BlockId, name: &str) {
    if let Some(end) = module.block(block).ops.last().copied() {
        module.op_mut(end).name = name.into();
    }
}

/// `tosa.cond_if` as `scf.if`, where no values are passed.
pub(super) fn branch(module: &mut Module, op: OpId) {
    let (Some(yes), Some(no)) = (module.only_block(op, 0), module.only_block(op, 1)) else {
        return;
    };
    let data = module.op(op);
    let [condition] = data.operands[..] else { return };
    let types = |values: &mut dyn Iterator<Item = ValueId>| -> Vec<Type> {
        values.map(|value| module.ty(value).clone()).collect()
    };
    let results = types(&mut data.results.iter().copied());
    let gives = |block: BlockId| {
        let block = module.block(block);
        let end = block.ops.last().map(|end| module.op(*end));
        block.args.is_empty()
            && end.is_some_and(|end| end.name == "tosa.yield" && types(&mut end.operand_values()) == results)
    };
    let fits = *module.ty(condition.value) == Type::tensor(Vec::new(), Type::I1) && gives(yes) && gives(no);
    if !fits {
        return;
    }
    let extract = OpSpec::new("tensor.extract").operands(&[condition.value]);
    let extract = module.add_op(extract.result(Type::I1).at(data.span));
    module.insert_before(op, extract);
    let number = module.op(extract).results[0];
    module.op_mut(op).operands = OpSpec::new("scf.if").operands(&[number]).operands;
    rename_end(module, yes, "scf.yield");
    rename_end(module, no, "scf.yield");
    module.op_mut(op).name = "scf.if".into();
}

fn while_loop(module: &mut Module, op: OpId, cond: BlockId, body: BlockId) {
    let Some(end) = module.block(cond).ops.last().copied() else {
        return;
    };
    let [condition] = module.op(end).operands[..] else {
        return;
    };
    let span = module.op(end).span;
    let extract = OpSpec::new("tensor.extract").operands(&[condition.value]);
    let extract = module.add_op(extract.result(Type::I1).at(span));
    module.insert_before(end, extract);
    let mut passed = vec![module.op(extract).results[0]];
    passed.extend(module.block(cond).args.iter().copied());
    let operands = OpSpec::new("scf.condition").operands(&passed).operands;
    module.op_mut(end).operands = operands;
    rename_end(module, cond, "scf.condition");
    rename_end(module, body, "scf.yield");
    module.op_mut(op).name = "scf.while".into();
}
