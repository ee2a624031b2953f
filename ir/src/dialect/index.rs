//! `index`: arithmetic on `index`.

use super::{OpInfo, custom, generic, op};
use crate::ops::Undefined;
use crate::parse::{OpState, PResult, Parser};
use crate::print::MlirPrinter;
use crate::{Attr, OpId, Type};

const BINARY: [&str; 20] = [
    "index.add",
    "index.sub",
    "index.mul",
    "index.divs",
    "index.divu",
    "index.ceildivs",
    "index.ceildivu",
    "index.floordivs",
    "index.rems",
    "index.remu",
    "index.maxs",
    "index.maxu",
    "index.mins",
    "index.minu",
    "index.shl",
    "index.shrs",
    "index.shru",
    "index.and",
    "index.or",
    "index.xor",
];

pub(super) fn operations() -> Vec<OpInfo> {
    let binary = BINARY
        .into_iter()
        .map(|name| op(name, "$a, $b attr-dict", "a=index b=index r=index").or_undefined(undefined(name)));
    let mut entries: Vec<OpInfo> = binary.collect();
    entries.push(op("index.constant", "index(value) attr-dict", "r=index").constant());
    entries.push(op("index.casts", "$a attr-dict : type(a) to type(r)", ""));
    entries.push(op("index.castu", "$a attr-dict : type(a) to type(r)", ""));
    entries.push(
        custom("index.bool.constant", parse_bool, print_bool)
            .inherent(&["value"])
            .constant(),
    );
    entries.push(generic("index.sizeof").constant());
    entries.push(custom("index.cmp", parse_cmp, print_cmp).inherent(&["pred"]));
    entries.into_iter().map(OpInfo::pure).collect()
}

/// In the order of `arith.cmpi`.
pub(crate) const PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

/// `true`
fn parse_bool(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let is_true = p.eat_word("true");
    if !is_true {
        p.expect_word("false")?;
    }
    p.module.op_mut(state.op).properties.set("value", Attr::Bool(is_true));
    state.results = vec![Type::I1];
    p.attr_dict(state)
}

fn print_bool(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let Attr::Bool(value) = printer.module.op(op).attr("value")? else {
        return None;
    };
    printer.put(if *value { " true" } else { " false" });
    printer.space();
    printer.custom_attrs(op, &["value"]);
    Some(())
}

/// `slt(%a, %b)`
fn parse_cmp(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let predicate = p.spelling();
    if !PREDICATES.contains(&predicate) {
        return Err(p.expected(&format!("one of `{}`", PREDICATES.join("`, `"))));
    }
    p.advance();
    p.expect_punct(b'(')?;
    let operands = p.uses()?;
    p.expect_punct(b')')?;
    p.index_operands(state, &operands)?;
    let pred = Attr::Opaque(format!("#index<cmp_predicate {predicate}>"));
    p.module.op_mut(state.op).properties.set("pred", pred);
    state.results = vec![Type::I1];
    p.attr_dict(state)
}

fn print_cmp(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let pred = printer.module.op(op).attr("pred")?.to_string();
    let predicate = pred.strip_prefix("#index<cmp_predicate ")?.strip_suffix('>')?;
    let operands: Vec<_> = printer.module.op(op).operand_values().collect();
    printer.space();
    printer.put(predicate);
    printer.put("(");
    printer.values(&operands);
    printer.put(")");
    printer.space();
    printer.custom_attrs(op, &["pred"]);
    Some(())
}

fn undefined(name: &str) -> &'static [Undefined] {
    use Undefined::*;
    match name {
        "index.divs" | "index.ceildivs" | "index.floordivs" | "index.rems" => &[DivisorZero, DivisionOverflow],
        "index.divu" | "index.ceildivu" | "index.remu" => &[DivisorZero],
        "index.shl" | "index.shrs" | "index.shru" => &[ShiftTooFar],
        _ => &[],
    }
}
