//! `cf`: branches. As in the generic form, values passed to blocks are operands.

use super::format::segment_sizes;
use super::{OpInfo, custom, op};
use crate::ops::Undefined;
use crate::parse::{OpState, PResult, Parser, WrittenUse};
use crate::print::MlirPrinter;
use crate::{Attr, OpId, Type, ValueId};

pub(super) fn operations() -> Vec<OpInfo> {
    vec![
        custom("cf.br", parse_br, print_br).terminator(),
        custom("cf.cond_br", parse_cond_br, print_cond_br).terminator(),
        custom("cf.switch", parse_switch, print_switch)
            .inherent(&["case_values", "case_operand_segments"])
            .terminator(),
        op("cf.assert", "$c, attr(msg) attr-dict", "c=i1")
            .event()
            .or_undefined(&[Undefined::Assertion]),
    ]
}

/// `^bb1(%a, %b : A, B)`
fn target<'a>(p: &mut Parser<'a>, state: &OpState) -> PResult<(Vec<WrittenUse<'a>>, Vec<Type>)> {
    p.successor(state.op)?;
    let (mut uses, mut types) = (Vec::new(), Vec::new());
    if p.eat_punct(b'(') {
        uses = p.uses()?;
        p.expect_punct(b':')?;
        let start = p.token().span();
        types = p.types()?;
        p.expect_punct(b')')?;
        if types.len() != uses.len() {
            return Err(p.error("operand-count", "as many types as values are needed", start));
        }
    }
    Ok((uses, types))
}

pub(super) fn parse_br(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let (uses, types) = target(p, state)?;
    p.operands(state, &uses, &types)?;
    p.attr_dict(state)
}

pub(super) fn parse_cond_br(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let condition = p.use_()?;
    p.operand(state, condition, &Type::I1)?;
    let mut sizes = vec![1];
    p.expect_punct(b',')?;
    for n in 0..2 {
        if n == 1 {
            p.expect_punct(b',')?;
        }
        let (uses, types) = target(p, state)?;
        p.operands(state, &uses, &types)?;
        sizes.push(uses.len());
    }
    p.attr_dict(state)?;
    p.module
        .op_mut(state.op)
        .properties
        .set("operandSegmentSizes", segment_sizes(&sizes));
    Ok(())
}

/// `%flag : i32, [default: ^a(%x : i32), 42: ^b, ..]`
fn parse_switch(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let flag = p.use_()?;
    let ty = p.colon_type()?;
    p.operand(state, flag, &ty)?;
    p.expect_punct(b',')?;
    p.expect_punct(b'[')?;
    p.expect_word("default")?;
    p.expect_punct(b':')?;
    let (uses, types) = target(p, state)?;
    p.operands(state, &uses, &types)?;
    let default = uses.len();
    let (mut cases, mut counts) = (Vec::new(), Vec::new());
    while p.eat_punct(b',') {
        let span = p.token().span();
        let value = p.small_int()?;
        let Some(Attr::Int { value, .. }) = crate::parse::normal_int(i128::from(value), &ty) else {
            return Err(p.error("bad-literal", format!("`{value}` does not fit `{ty}`"), span));
        };
        cases.push(value.to_string());
        p.expect_punct(b':')?;
        let (uses, types) = target(p, state)?;
        p.operands(state, &uses, &types)?;
        counts.push(uses.len());
    }
    p.expect_punct(b']')?;
    let text = match &cases[..] {
        [only] => only.clone(),
        _ => format!("[{}]", cases.join(", ")),
    };
    let properties = &mut p.module.op_mut(state.op).properties;
    properties.set("case_operand_segments", segment_sizes(&counts));
    if let Some(ty) = crate::parse_type(&format!("vector<{}x{ty}>", cases.len())).filter(|_| !cases.is_empty()) {
        properties.set("case_values", Attr::Dense { text, ty });
    }
    let sizes = [1, default, counts.iter().sum()];
    properties.set("operandSegmentSizes", segment_sizes(&sizes));
    p.attr_dict(state)
}

fn print_switch(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let values: Vec<_> = module.op(op).operand_values().collect();
    let flag = *values.first()?;
    let sizes = |name| -> Option<Vec<usize>> {
        let all = module.op(op).attr(name)?.as_i64s()?;
        all.into_iter().map(|size| usize::try_from(size).ok()).collect()
    };
    let cases = match module.op(op).attr("case_values") {
        Some(attr) => crate::dense_items(attr)?,
        None => Vec::new(),
    };
    let counts = sizes("case_operand_segments")?;
    let [1, default, _] = sizes("operandSegmentSizes")?[..] else {
        return None;
    };
    (cases.len() == counts.len() && module.op(op).successors.len() == cases.len() + 1).then_some(())?;
    printer.space();
    printer.value(flag);
    printer.put(" : ");
    printer.types_of(&[flag]);
    printer.put(", [default: ");
    print_target(printer, op, 0, values.get(1..1 + default)?)?;
    let mut start = 1 + default;
    for (n, (case, count)) in cases.iter().zip(counts).enumerate() {
        printer.put(&format!(", {}: ", case.as_i64()?));
        print_target(printer, op, n + 1, values.get(start..start + count)?)?;
        start += count;
    }
    printer.put("]");
    printer.space();
    printer.custom_attrs(op, &["case_values", "case_operand_segments", "operandSegmentSizes"]);
    Some(())
}

fn print_target(printer: &mut MlirPrinter<'_>, op: OpId, n: usize, values: &[ValueId]) -> Option<()> {
    let block = printer.module.op(op).successors.get(n)?.block;
    printer.label(block);
    if !values.is_empty() {
        printer.put("(");
        printer.values(values);
        printer.put(" : ");
        printer.types_of(values);
        printer.put(")");
    }
    Some(())
}

pub(super) fn print_br(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let values: Vec<_> = printer.module.op(op).operand_values().collect();
    printer.space();
    print_target(printer, op, 0, &values)?;
    printer.space();
    printer.custom_attrs(op, &[]);
    Some(())
}

pub(super) fn print_cond_br(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let values: Vec<_> = printer.module.op(op).operand_values().collect();
    let sizes = printer.module.op(op).attr("operandSegmentSizes")?.as_i64s()?;
    let split = 1 + usize::try_from(*sizes.get(1)?).ok()?;
    printer.space();
    printer.value(*values.first()?);
    printer.put(", ");
    print_target(printer, op, 0, values.get(1..split)?)?;
    printer.put(", ");
    print_target(printer, op, 1, values.get(split..)?)?;
    printer.space();
    printer.custom_attrs(op, &[]);
    Some(())
}
