//! Structured operations as they were written before `ins` and `outs`.

use super::named::{maps_attr, parse_with_maps};
use super::opdsl::definition;
use super::*;
use crate::{BlockId, Def};

/// Products that had a name of their own before products had maps: what they are now, and the loops of the two
/// factors and the output.
pub(super) const TRANSPOSED: [(&str, &str, [&[usize]; 3]); 4] = [
    (
        "linalg.matmul_transpose_a",
        "linalg.matmul",
        [&[2, 0], &[2, 1], &[0, 1]],
    ),
    (
        "linalg.matmul_transpose_b",
        "linalg.matmul",
        [&[0, 2], &[1, 2], &[0, 1]],
    ),
    (
        "linalg.batch_matmul_transpose_a",
        "linalg.batch_matmul",
        [&[0, 3, 1], &[0, 3, 2], &[0, 1, 2]],
    ),
    (
        "linalg.batch_matmul_transpose_b",
        "linalg.batch_matmul",
        [&[0, 1, 3], &[0, 2, 3], &[0, 1, 2]],
    ),
];

/// `linalg.matmul_transpose_b ins(..) outs(..)`: `linalg.matmul` with maps.
pub(super) fn parse_transposed(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let name = p.module.op(state.op).name.clone();
    let found = TRANSPOSED.iter().find(|(old, ..)| *old == name);
    let Some((now, loops, named)) = found.and_then(|(_, now, loops)| Some((*now, loops, definition(now)?))) else {
        return Err(p.expected("a named operation"));
    };
    p.module.op_mut(state.op).name = now.into();
    let dims = loops[2].len() + 1;
    let maps = loops
        .iter()
        .map(|list| AffineMap::new(dims, 0, list.iter().map(|n| AffineExpr::dim(*n)).collect()));
    parse_with_maps(p, state, named, Some(maps_attr(maps.collect())))
}

/// `#attrs %A, %B {..} : A, B -> R` after the attributes; `args_in` and `args_out` count the operands.
pub(super) fn parse_generic(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let attrs = &mut p.module.op_mut(state.op).attrs;
    let mut count = |name: &str| attrs.remove(name).and_then(|attr| usize::try_from(attr.as_i64()?).ok());
    let (ins, outs) = (count("args_in"), count("args_out"));
    let uses = p.uses()?;
    let (Some(ins), Some(outs)) = (ins, outs) else {
        return Err(p.error("syntax", "operands stand in `ins(..)` and `outs(..)`", state.name_span));
    };
    p.region(state, &[])?;
    let mut types = vec![p.colon_type()?];
    while p.eat_punct(b',') {
        types.push(p.ty()?);
    }
    parse_results(p, state)?;
    if types.len() != uses.len() || ins.checked_add(outs) != Some(uses.len()) {
        let message = format!(
            "{} operands, {} types, {ins} inputs and {outs} outputs",
            uses.len(),
            types.len()
        );
        return Err(p.error("operand-count", message, state.name_span));
    }
    p.operands(state, &uses, &types)?;
    let sizes = segment_sizes(&[ins, outs]);
    p.module.op_mut(state.op).properties.set("operandSegmentSizes", sizes);
    Ok(())
}

/// `(%A, %B, %C) {..} : A, B, C`: the output is last, but first in `linalg.fill`.
pub(super) fn parse_operands<'a>(p: &mut Parser<'a>, state: &mut OpState) -> PResult<InsOuts<'a>> {
    p.expect_punct(b'(')?;
    let mut uses = p.uses()?;
    p.expect_punct(b')')?;
    p.attr_dict(state)?;
    let mut types = vec![p.colon_type()?];
    while p.eat_punct(b',') {
        types.push(p.ty()?);
    }
    if types.len() != uses.len() || uses.is_empty() {
        let message = format!("{} operands, but {} types", uses.len(), types.len());
        return Err(p.error("operand-count", message, state.name_span));
    }
    if p.module.op(state.op).name == "linalg.fill" {
        uses.rotate_left(1);
        types.rotate_left(1);
    }
    p.operands(state, &uses, &types)?;
    let sizes = segment_sizes(&[uses.len() - 1, 1]);
    p.module.op_mut(state.op).properties.set("operandSegmentSizes", sizes);
    let outs = uses.split_off(uses.len() - 1);
    let out_types = types.split_off(types.len() - 1);
    Ok(InsOuts {
        ins: uses,
        outs,
        in_types: types,
        out_types,
    })
}

/// The first arguments of the payload are the loops: they become `linalg.index`.
pub(super) fn parse_indexed(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    super::parse_generic(p, state)?;
    let op = p.module.op_mut(state.op);
    op.name = "linalg.generic".into();
    let loops = match op.attr("iterator_types") {
        Some(Attr::Array(items)) => items.len(),
        _ => 0,
    };
    let Some(body) = p.module.only_block(state.op, 0) else {
        return Err(p.error("malformed-op", "the payload is one block", state.name_span));
    };
    let args = p.module.block(body).args.clone();
    let index = |value: &ValueId| *p.module.ty(*value) == Type::Index;
    let Some((indices, elements)) = args
        .split_at_checked(loops)
        .filter(|(first, _)| first.iter().all(index))
    else {
        let message = format!("the payload begins with {loops} arguments of type `index`");
        return Err(p.error("operand-count", message, state.name_span));
    };
    for (at, value) in elements.iter().enumerate() {
        p.module.value_mut(*value).def = Def::Arg { block: body, index: at };
    }
    p.module.block_mut(body).args = elements.to_vec();
    let made = indices
        .iter()
        .enumerate()
        .map(|(n, value)| (*value, loop_number(p, state, body, n, *value)));
    let made: Vec<(ValueId, ValueId)> = made.collect();
    replace(&mut p.module, state.op, &made);
    Ok(())
}

/// A `linalg.index` at place `n` of `body`, called like `value`.
fn loop_number(p: &mut Parser<'_>, state: &OpState, body: BlockId, n: usize, value: ValueId) -> ValueId {
    let name = p.module.value(value).name.clone().unwrap_or_default();
    let spec = OpSpec::new("linalg.index").property("dim", Attr::i64(n as i64));
    let op = p
        .module
        .push_op(body, spec.named_result(Type::Index, &name).at(state.name_span));
    let ops = &mut p.module.block_mut(body).ops;
    ops.pop();
    ops.insert(n, op);
    p.module.op(op).results[0]
}

fn replace(module: &mut Module, op: OpId, pairs: &[(ValueId, ValueId)]) {
    let mut inside = Vec::new();
    module.walk(op, &mut |id, _| inside.push(id));
    for id in inside {
        for operand in &mut module.op_mut(id).operands {
            if let Some((_, now)) = pairs.iter().find(|(old, _)| *old == operand.value) {
                operand.value = *now;
            }
        }
    }
}
