//! `transpose`, `broadcast`, `reduce`, `map`: operations without `operandSegmentSizes`.

use super::named::{PayloadText, exactly, has_own_payload, payload};
use super::*;
use crate::Attrs;

/// `ins(..) outs(..)`, with a result for each output that is a tensor.
pub(super) fn parse_plain<'a>(p: &mut Parser<'a>, state: &mut OpState) -> PResult<InsOuts<'a>> {
    let operands = parse_operands(p, state)?;
    p.module.op_mut(state.op).properties.remove("operandSegmentSizes");
    state.results = operands.out_types.iter().filter(|ty| ty.is_tensor()).cloned().collect();
    Ok(operands)
}

/// `name = [1, 0]`
pub(super) fn parse_numbers(p: &mut Parser<'_>, state: &OpState, name: &str) -> PResult<()> {
    p.expect_word(name)?;
    p.expect_punct(b'=')?;
    p.expect_punct(b'[')?;
    let mut numbers = Vec::new();
    p.list_until(b']', |p| {
        numbers.push(p.small_int()?);
        Ok(())
    })?;
    p.module.op_mut(state.op).properties.set(name, i64_array(&numbers));
    Ok(())
}

pub(super) fn parse_rearrange(p: &mut Parser<'_>, state: &mut OpState, name: &str) -> PResult<()> {
    let operands = parse_plain(p, state)?;
    exactly(p, state, &operands, 1)?;
    parse_numbers(p, state, name)?;
    p.attr_dict(state)?;
    payload(p, state, &operands)
}

pub(super) fn parse_transpose(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    parse_rearrange(p, state, "permutation")
}

pub(super) fn parse_broadcast(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    parse_rearrange(p, state, "dimensions")
}

/// Inputs, then outputs, if the results are those that reading infers.
pub(super) fn plain(printer: &MlirPrinter<'_>, op: OpId, outs: usize) -> Option<(Vec<ValueId>, Vec<ValueId>)> {
    let module = printer.module;
    let mut ins: Vec<_> = module.op(op).operand_values().collect();
    let outs = ins.split_off(ins.len().checked_sub(outs)?);
    let expected = outs.iter().map(|value| module.ty(*value)).filter(|ty| ty.is_tensor());
    expected
        .eq(module.op(op).results.iter().map(|value| module.ty(*value)))
        .then_some((ins, outs))
}

pub(super) fn print_numbers(printer: &mut MlirPrinter<'_>, op: OpId, name: &str) -> Option<()> {
    let numbers = printer.module.op(op).attr(name)?.as_i64s()?;
    let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
    printer.put(&format!(" {name} = [{}]", numbers.join(", ")));
    Some(())
}

pub(super) fn print_rearrange(printer: &mut MlirPrinter<'_>, op: OpId, name: &str) -> Option<()> {
    has_own_payload(printer.module, op).then_some(())?;
    let (ins, outs) = plain(printer, op, 1)?;
    (ins.len() == 1).then_some(())?;
    print_group(printer, "ins", &ins);
    print_group(printer, "outs", &outs);
    print_numbers(printer, op, name)?;
    printer.space();
    printer.custom_attrs(op, &[name]);
    Some(())
}

pub(super) fn print_transpose(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    print_rearrange(printer, op, "permutation")
}

pub(super) fn print_broadcast(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    print_rearrange(printer, op, "dimensions")
}

/// `{ arith.addf {fastmath = ..} }` -> `arith.addf` and its attributes
pub(super) fn parse_short<'a>(p: &mut Parser<'a>) -> PResult<Option<(&'a str, Attrs)>> {
    if !p.eat_punct(b'{') {
        return Ok(None);
    }
    let name = p.spelling();
    if !p.is(TokenKind::Bare) {
        return Err(p.expected("the name of an operation"));
    }
    p.advance();
    let attrs = if p.is_punct(b'{') { p.dict()? } else { Attrs::default() };
    p.expect_punct(b'}')?;
    Ok(Some((name, attrs)))
}

/// The payload that applies `name` to the elements; a reduction has the accumulator first.
pub(super) fn short_payload(
    p: &mut Parser<'_>,
    state: &OpState,
    operands: &InsOuts<'_>,
    (name, attrs): (&str, Attrs),
    reduces: bool,
) -> PResult<()> {
    if operands.outs.len() != 1 || (reduces && operands.ins.len() != 1) {
        return Err(p.error("operand-count", "the short form has one output", state.name_span));
    }
    let types: Vec<Type> = operands.in_types.iter().chain(&operands.out_types).cloned().collect();
    let (mut payload, args) = PayloadText::new(&mut p.module, state.op, &types);
    let count = args.len();
    let values = if reduces {
        vec![args[1], args[0]]
    } else {
        args[..count - 1].to_vec()
    };
    let ty = payload.ty(args[count - 1]);
    let value = payload.apply(name, &values, ty);
    payload.set_attrs(value, attrs);
    payload.finish(&[value]);
    Ok(())
}

/// `(%in: f32, %out: f32) {..}`
pub(super) fn parse_body(p: &mut Parser<'_>, state: &OpState) -> PResult<()> {
    let mut args = Vec::new();
    p.expect_punct(b'(')?;
    p.list_until(b')', |p| {
        let name = p.use_()?;
        args.push((name, p.colon_type()?));
        Ok(())
    })?;
    p.region(state, &args)
}

pub(super) fn parse_reduce(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let short = parse_short(p)?;
    let operands = parse_plain(p, state)?;
    parse_numbers(p, state, "dimensions")?;
    p.attr_dict(state)?;
    match short {
        Some(name) => short_payload(p, state, &operands, name, true),
        None => parse_body(p, state),
    }
}

pub(super) fn parse_map(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let short = parse_short(p)?;
    let operands = parse_plain(p, state)?;
    p.attr_dict(state)?;
    match short {
        Some(name) => short_payload(p, state, &operands, name, false),
        None => parse_map_body(p, state, &operands),
    }
}

/// Before MLIR 22 the payload of a map had no argument for the output.
pub(super) fn parse_map_body(p: &mut Parser<'_>, state: &OpState, operands: &InsOuts<'_>) -> PResult<()> {
    parse_body(p, state)?;
    let body = p.module.only_block(state.op, 0);
    if let (Some(body), [out]) = (body, &operands.out_types[..])
        && p.module.block(body).args.len() == operands.ins.len()
    {
        let elem = out.elem().clone();
        p.module.add_block_arg(body, elem, None, crate::Span::NONE);
    }
    Ok(())
}

pub(super) fn print_body(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let body = printer.module.only_block(op, 0)?;
    printer.put(" (");
    printer.arguments(&printer.module.block(body).args);
    printer.put(") ");
    printer.region(printer.module.op(op).regions[0], false, &[]);
    Some(())
}

pub(super) fn print_reduce(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let count = printer.module.op(op).operands.len();
    count.is_multiple_of(2).then_some(())?;
    let (ins, outs) = plain(printer, op, count / 2)?;
    print_group(printer, "ins", &ins);
    print_group(printer, "outs", &outs);
    print_numbers(printer, op, "dimensions")?;
    printer.space();
    printer.custom_attrs(op, &["dimensions"]);
    print_body(printer, op)
}

pub(super) fn print_map(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let (ins, outs) = plain(printer, op, 1)?;
    print_group(printer, "ins", &ins);
    print_group(printer, "outs", &outs);
    printer.space();
    printer.custom_attrs(op, &[]);
    print_body(printer, op)
}
