//! `scf`: structured control flow with arbitrary bounds.

use super::affine::{print_branches, print_iter_args};
use super::{Form, custom, op};
use crate::parse::lexer::Kind;
use crate::parse::{OpState, PResult, Parser};
use crate::print::Printer;
use crate::{Attr, OpId, Type};

pub(super) fn forms() -> Vec<Form> {
    vec![
        custom("scf.for", parse_for, print_for).inherent(&["unsignedCmp"]),
        custom("scf.if", parse_if, print_if),
        op("scf.yield", "attr-dict {$a* : type(a*)}", "").terminator(),
        op("scf.condition", "($c) attr-dict {$a* : type(a*)}", "c=i1").terminator(),
        op("scf.reduce.return", "$a attr-dict : type(a)", "").terminator(),
    ]
}

fn parse_for(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    if p.eat_word("unsigned") {
        p.module.op_mut(state.op).properties.set("unsignedCmp", Attr::Unit);
    }
    let induction = p.use_()?;
    p.expect_punct(b'=')?;
    let lower = p.use_()?;
    p.expect_word("to")?;
    let upper = p.use_()?;
    p.expect_word("step")?;
    let step = p.use_()?;
    let mut names = Vec::new();
    if p.eat_word("iter_args") {
        names = p.assignments()?;
        p.expect_arrow()?;
        let start = p.token().span();
        state.results = p.result_types()?;
        if names.len() != state.results.len() {
            return Err(p.error(
                "operand-count",
                "as many types as loop-carried values are needed",
                start,
            ));
        }
    }
    let ty = if p.eat_punct(b':') { p.ty()? } else { Type::Index };
    for bound in [lower, upper, step] {
        p.operand(state, bound, &ty)?;
    }
    let mut args = vec![(induction, ty)];
    for ((name, init), ty) in names.into_iter().zip(state.results.clone()) {
        p.operand(state, init, &ty)?;
        args.push((name, ty));
    }
    p.region(state, &args)?;
    if state.results.is_empty() {
        p.implied_terminator(state, 0, "scf.yield");
    }
    p.attr_dict(state)
}

fn print_for(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let values: Vec<_> = module.op(op).operand_values().collect();
    let results = &module.op(op).results;
    let body = module.only_block(op, 0)?;
    let ([lower, upper, step, inits @ ..], [induction, args @ ..]) = (&values[..], &module.block(body).args[..]) else {
        return None;
    };
    let same_type = [upper, step, induction]
        .iter()
        .all(|value| module.ty(**value) == module.ty(*lower));
    (same_type && inits.len() == results.len() && args.len() == results.len()).then_some(())?;
    if module.op(op).attr("unsignedCmp").is_some() {
        printer.put(" unsigned");
    }
    printer.space();
    printer.value(*induction);
    printer.put(" = ");
    printer.value(*lower);
    printer.put(" to ");
    printer.value(*upper);
    printer.put(" step ");
    printer.value(*step);
    print_iter_args(printer, args, inits, results);
    if *module.ty(*lower) != Type::Index {
        printer.put(" : ");
        printer.types_of(&[*lower]);
    }
    printer.space();
    let implied: &[&str] = if results.is_empty() { &["scf.yield"] } else { &[] };
    printer.region(module.op(op).regions[0], false, implied);
    printer.space();
    printer.custom_attrs(op, &["unsignedCmp"]);
    Some(())
}

fn parse_if(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let condition = p.use_()?;
    p.operand(state, condition, &Type::I1)?;
    if p.eat(Kind::Arrow) {
        state.results = p.result_types()?;
    }
    p.region(state, &[])?;
    if state.results.is_empty() {
        p.implied_terminator(state, 0, "scf.yield");
    }
    if p.eat_word("else") {
        p.region(state, &[])?;
        if state.results.is_empty() {
            p.implied_terminator(state, 1, "scf.yield");
        }
    } else {
        p.module.add_region(state.op);
    }
    p.attr_dict(state)
}

fn print_if(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let [condition] = module.op(op).operands[..] else {
        return None;
    };
    let [then_region, else_region] = module.op(op).regions[..] else {
        return None;
    };
    printer.space();
    printer.value(condition.value);
    print_branches(printer, then_region, else_region, &module.op(op).results, "scf.yield");
    printer.space();
    printer.custom_attrs(op, &[]);
    Some(())
}
