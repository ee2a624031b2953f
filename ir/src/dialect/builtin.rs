//! `builtin.module`, `builtin.unrealized_conversion_cast`.

use super::{OpInfo, custom, generic, op};
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
    if p.is(crate::parse::lexer::TokenKind::At) {
        let name = p.symbol_name()?;
        p.module
            .op_mut(state.op)
            .properties
            .set("sym_name", Attr::Str(name.into_bytes()));
    }
    if p.eat_word("attributes") {
        p.attr_dict(state)?;
    }
    p.region(state, &[])?;
    let region = p.module.op(state.op).regions[0];
    if p.module.region(region).blocks.is_empty() {
        p.module.add_block(region, &[]);
    }
    Ok(())
}

fn print_module(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let body = module.only_block(op, 0)?;
    (module.block(body).args.is_empty() && module.op(op).attr("sym_visibility").is_none()).then_some(())?;
    printer.space();
    if let Some(name) = module.op(op).attr("sym_name") {
        let symbol = Attr::Symbol(vec![name.as_str()?.to_owned()]);
        printer.put(&symbol.to_string());
    }
    printer.space();
    printer.attrs_with_prefix(op, &["sym_name"], "attributes ");
    printer.space();
    printer.region_in(module.op(op).regions[0], false, &[], Some("builtin"));
    Some(())
}
