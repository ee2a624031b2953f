//! `cf`: branches. As in the generic form, values passed to blocks are operands.

use super::format::segment_sizes;
use super::{OpInfo, custom, generic, op};
use crate::ops::Undefined;
use crate::parse::{OpState, PResult, Parser, WrittenUse};
use crate::print::MlirPrinter;
use crate::{OpId, Type, ValueId};

pub(super) fn operations() -> Vec<OpInfo> {
    vec![
        custom("cf.br", parse_br, print_br).terminator(),
        custom("cf.cond_br", parse_cond_br, print_cond_br).terminator(),
        generic("cf.switch").terminator(),
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

fn parse_br(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let (uses, types) = target(p, state)?;
    p.operands(state, &uses, &types)?;
    p.attr_dict(state)
}

fn parse_cond_br(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
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

fn print_br(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let values: Vec<_> = printer.module.op(op).operand_values().collect();
    printer.space();
    print_target(printer, op, 0, &values)?;
    printer.space();
    printer.custom_attrs(op, &[]);
    Some(())
}

fn print_cond_br(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
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
