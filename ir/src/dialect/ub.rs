//! `ub`: undefined behaviour.

use super::{OpInfo, custom, generic};
use crate::ops::Undefined;
use crate::parse::{OpState, PResult, Parser};
use crate::print::MlirPrinter;
use crate::{Attr, OpId};

pub(super) fn operations() -> Vec<OpInfo> {
    vec![
        custom("ub.poison", parse_poison, print_poison)
            .inherent(&["value"])
            .constant(),
        generic("ub.unreachable")
            .terminator()
            .event()
            .or_undefined(&[Undefined::Unreachable]),
    ]
}

const PLAIN: &str = "#ub.poison";

/// `: T`, or `<#value> : T`
fn parse_poison(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let mut value = Attr::Opaque(PLAIN.to_owned());
    if p.eat_punct(b'<') {
        value = p.attr()?;
        p.expect_punct(b'>')?;
    }
    p.module.op_mut(state.op).properties.set("value", value);
    p.attr_dict(state)?;
    state.results.push(p.colon_type()?);
    Ok(())
}

fn print_poison(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    (*module.op(op).attr("value")? == Attr::Opaque(PLAIN.to_owned())).then_some(())?;
    printer.space();
    printer.custom_attrs(op, &["value"]);
    printer.put(" : ");
    printer.types_of(&module.op(op).results);
    Some(())
}
