//! `builtin.module`, `builtin.unrealized_conversion_cast`.

use super::{OpInfo, custom, generic, op};
use crate::parse::lexer::TokenKind;
use crate::parse::{OpState, PResult, Parser};
use crate::print::MlirPrinter;
use crate::{Attr, OpId};

pub(super) fn operations() -> Vec<OpInfo> {
    vec![
        custom("builtin.module", parse_module, print_module)
            .inherent(&["sym_name", "sym_visibility"])
            .symbol()
            .symbol_table()
            .affine_scope()
            .recursive(),
        op(
            "builtin.unrealized_conversion_cast",
            "{$a* : type(a*) }to type(r*) attr-dict",
            "",
        )
        .pure(),
        generic("builtin.yield").terminator(),
    ]
}

fn parse_module(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    if p.is(TokenKind::At) {
        named(p, state)?;
    }
    module_body(p, state)
}

fn print_module(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    module.op(op).attr("sym_visibility").is_none().then_some(())?;
    if module.op(op).attr("sym_name").is_some() {
        put_name(printer, op)?;
    }
    printer.space();
    print_module_body(printer, op, &["sym_name"], Some("builtin"))
}

/// `@name`
pub(super) fn named(p: &mut Parser<'_>, state: &OpState) -> PResult<()> {
    let name = p.symbol_name()?;
    let properties = &mut p.module.op_mut(state.op).properties;
    properties.set("sym_name", Attr::Str(name.into_bytes()));
    Ok(())
}

pub(super) fn put_name(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let name = printer.module.op(op).attr("sym_name")?.as_str()?.to_owned();
    printer.space();
    printer.put(&Attr::Symbol(vec![name]).to_string());
    Some(())
}

/// `attributes {..}`, or nothing.
pub(super) fn attributes(p: &mut Parser<'_>, state: &OpState) -> PResult<()> {
    match p.eat_word("attributes") {
        true => p.attr_dict(state),
        false => Ok(()),
    }
}

/// `attributes {..} {..}` of a module; `{}` is a block without operations.
pub(super) fn module_body(p: &mut Parser<'_>, state: &OpState) -> PResult<()> {
    attributes(p, state)?;
    p.region(state, &[])?;
    let region = p.module.op(state.op).regions[0];
    if p.module.region(region).blocks.is_empty() {
        p.module.add_block(region, &[]);
    }
    Ok(())
}

/// What [`module_body`] reads; `written` are the properties that the head has.
pub(super) fn print_module_body(
    printer: &mut MlirPrinter<'_>,
    op: OpId,
    written: &[&str],
    dialect: Option<&'static str>,
) -> Option<()> {
    let body = printer.module.only_block(op, 0)?;
    printer.module.block(body).args.is_empty().then_some(())?;
    printer.attrs_with_prefix(op, written, "attributes ");
    printer.space();
    printer.region_in(printer.module.op(op).regions[0], false, &[], dialect);
    Some(())
}
