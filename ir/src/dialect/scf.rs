//! `scf`: structured control flow with arbitrary bounds.

use super::affine::{print_branches, print_iter_args};
use super::format::{DYNAMIC, i64_array, segment_sizes};
use super::{OpInfo, custom, op};
use crate::ops::{Repeats, Undefined};
use crate::parse::lexer::TokenKind;
use crate::parse::{OpState, PResult, Parser, WrittenUse};
use crate::print::MlirPrinter;
use crate::{Attr, OpId, OpSpec, Type, ValueId};

pub(super) fn operations() -> Vec<OpInfo> {
    let step = &[Undefined::BadStep];
    vec![
        custom("scf.for", parse_for, print_for)
            .inherent(&["unsignedCmp"])
            .repeating(Repeats::Counted)
            .or_undefined(step),
        custom("scf.if", parse_if, print_if).recursive(),
        custom("scf.while", parse_while, print_while).repeating(Repeats::Uncounted),
        custom("scf.parallel", parse_parallel, print_parallel)
            .repeating(Repeats::Parallel)
            .or_undefined(step),
        custom("scf.reduce", parse_reduce, print_reduce)
            .terminator()
            .recursive(),
        custom("scf.forall", parse_forall, print_forall)
            .inherent(&["mapping", "staticLowerBound", "staticUpperBound", "staticStep"])
            .repeating(Repeats::Parallel)
            .or_undefined(step),
        custom("scf.forall.in_parallel", parse_in_parallel, print_in_parallel)
            .terminator()
            .recursive(),
        custom("scf.index_switch", parse_switch, print_switch)
            .inherent(&["cases"])
            .recursive(),
        custom("scf.execute_region", parse_execute, print_execute)
            .inherent(&["no_inline"])
            .affine_scope()
            .recursive(),
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

fn print_for(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
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
    if p.eat(TokenKind::Arrow) {
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

fn print_if(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
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

/// `-> A`, `-> (A, B)`, or nothing.
fn parse_results(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    if p.eat(TokenKind::Arrow) {
        state.results = p.result_types()?;
    }
    Ok(())
}

fn print_results(printer: &mut MlirPrinter<'_>, op: OpId) {
    let results = &printer.module.op(op).results;
    if !results.is_empty() {
        printer.put(" -> (");
        printer.types_of(results);
        printer.put(")");
    }
}

/// Operands in groups as `operandSegmentSizes` says.
fn groups(printer: &MlirPrinter<'_>, op: OpId) -> Option<Vec<Vec<ValueId>>> {
    crate::view::segments(printer.module, op)
}

// ---- scf.while ----

fn parse_while(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let pairs = if p.is_punct(b'(') { p.assignments()? } else { Vec::new() };
    p.expect_punct(b':')?;
    let start = p.token().span();
    let inputs = p.type_list()?;
    p.expect_arrow()?;
    state.results = p.result_types()?;
    if inputs.len() != pairs.len() {
        return Err(p.error(
            "operand-count",
            "as many types as loop-carried values are needed",
            start,
        ));
    }
    let mut args = Vec::new();
    for ((name, init), ty) in pairs.into_iter().zip(inputs) {
        p.operand(state, init, &ty)?;
        args.push((name, ty));
    }
    p.region(state, &args)?;
    p.expect_word("do")?;
    p.region(state, &[])?;
    if p.eat_word("attributes") {
        p.attr_dict(state)?;
    }
    Ok(())
}

fn print_while(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let inits: Vec<_> = module.op(op).operand_values().collect();
    let [before, after] = module.op(op).regions[..] else {
        return None;
    };
    let args = &module.block(module.only_block(op, 0)?).args;
    let same = |x: &ValueId, y: &ValueId| module.ty(*x) == module.ty(*y);
    (args.len() == inits.len() && args.iter().zip(&inits).all(|(x, y)| same(x, y))).then_some(())?;
    if !inits.is_empty() {
        printer.put(" (");
        printer.assignments(args, &inits);
        printer.put(")");
    }
    printer.put(" : ");
    printer.functional(&inits, &module.op(op).results);
    printer.space();
    printer.region(before, false, &[]);
    printer.put(" do ");
    printer.region(after, true, &[]);
    printer.space();
    printer.attrs_with_prefix(op, &[], "attributes ");
    Some(())
}

// ---- scf.parallel, scf.reduce ----

fn names_in_parentheses<'a>(p: &mut Parser<'a>) -> PResult<Vec<WrittenUse<'a>>> {
    p.expect_punct(b'(')?;
    let names = p.uses()?;
    p.expect_punct(b')')?;
    Ok(names)
}

fn parse_parallel(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let names = names_in_parentheses(p)?;
    p.expect_punct(b'=')?;
    let start = p.token().span();
    let mut sizes = Vec::new();
    for word in ["", "to", "step"] {
        if !word.is_empty() {
            p.expect_word(word)?;
        }
        let bounds = names_in_parentheses(p)?;
        p.index_operands(state, &bounds)?;
        sizes.push(bounds.len());
    }
    if sizes.iter().any(|size| *size != names.len()) {
        return Err(p.error(
            "operand-count",
            "as many bounds and steps as loop variables are needed",
            start,
        ));
    }
    let inits = if p.eat_word("init") {
        names_in_parentheses(p)?
    } else {
        Vec::new()
    };
    parse_results(p, state)?;
    if inits.len() != state.results.len() {
        return Err(p.error("operand-count", "as many types as initial values are needed", start));
    }
    let types = state.results.clone();
    p.operands(state, &inits, &types)?;
    sizes.push(inits.len());
    p.module
        .op_mut(state.op)
        .properties
        .set("operandSegmentSizes", segment_sizes(&sizes));
    let args: Vec<_> = names.into_iter().map(|name| (name, Type::Index)).collect();
    p.region(state, &args)?;
    if state.results.is_empty() {
        p.implied_terminator(state, 0, "scf.reduce");
    }
    p.attr_dict(state)
}

fn print_parallel(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let groups = groups(printer, op)?;
    let [lower, upper, step, inits] = &groups[..] else {
        return None;
    };
    let args = &module.block(module.only_block(op, 0)?).args;
    (args.len() == lower.len() && lower.len() == upper.len() && lower.len() == step.len()).then_some(())?;
    let index = |value: &ValueId| *module.ty(*value) == Type::Index;
    (args.iter().all(index) && inits.len() == module.op(op).results.len()).then_some(())?;
    for (word, values) in [(" (", args), (") = (", lower), (") to (", upper), (") step (", step)] {
        printer.put(word);
        printer.values(values);
    }
    printer.put(")");
    if !inits.is_empty() {
        printer.put(" init (");
        printer.values(inits);
        printer.put(")");
    }
    print_results(printer, op);
    printer.space();
    printer.region(module.op(op).regions[0], false, &[]);
    printer.space();
    printer.custom_attrs(op, &[]);
    Some(())
}

fn parse_reduce(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    if !p.eat_punct(b'(') {
        return p.attr_dict(state);
    }
    let uses = p.uses()?;
    p.expect_punct(b':')?;
    let start = p.token().span();
    let types = p.types()?;
    p.expect_punct(b')')?;
    if uses.len() != types.len() {
        return Err(p.error("operand-count", "as many types as values are needed", start));
    }
    p.operands(state, &uses, &types)?;
    for n in 0..uses.len() {
        if n > 0 {
            p.expect_punct(b',')?;
        }
        p.region(state, &[])?;
    }
    p.attr_dict(state)
}

fn print_reduce(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let values: Vec<_> = module.op(op).operand_values().collect();
    let regions = &module.op(op).regions;
    (values.len() == regions.len()).then_some(())?;
    if !values.is_empty() {
        printer.put("(");
        printer.values(&values);
        printer.put(" : ");
        printer.types_of(&values);
        printer.put(") ");
    }
    for (n, region) in regions.iter().enumerate() {
        printer.put(if n > 0 { ", " } else { "" });
        printer.region(*region, true, &[]);
    }
    printer.space();
    printer.custom_attrs(op, &[]);
    Some(())
}

// ---- scf.forall ----

fn parse_forall(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let names = names_in_parentheses(p)?;
    let start = p.token().span();
    let mut bounds = [
        (Vec::new(), vec![0; names.len()]),
        (Vec::new(), Vec::new()),
        (Vec::new(), vec![1; names.len()]),
    ];
    let written: &[(usize, &str)] = if p.eat_punct(b'=') {
        &[(0, ""), (1, "to"), (2, "step")]
    } else {
        &[(1, "in")]
    };
    for (n, word) in written {
        if !word.is_empty() {
            p.expect_word(word)?;
        }
        p.expect_punct(b'(')?;
        bounds[*n] = p.indices(b')')?;
    }
    if bounds.iter().any(|(_, numbers)| numbers.len() != names.len()) {
        return Err(p.error(
            "operand-count",
            "as many bounds and steps as loop variables are needed",
            start,
        ));
    }
    let mut sizes = Vec::new();
    for ((uses, numbers), property) in bounds
        .iter()
        .zip(["staticLowerBound", "staticUpperBound", "staticStep"])
    {
        p.index_operands(state, uses)?;
        p.module.op_mut(state.op).properties.set(property, i64_array(numbers));
        sizes.push(uses.len());
    }
    let mut args: Vec<_> = names.into_iter().map(|name| (name, Type::Index)).collect();
    let mut outs = 0;
    if p.eat_word("shared_outs") {
        let pairs = p.assignments()?;
        parse_results(p, state)?;
        if pairs.len() != state.results.len() {
            return Err(p.error("operand-count", "as many types as shared outputs are needed", start));
        }
        outs = pairs.len();
        for ((name, init), ty) in pairs.into_iter().zip(state.results.clone()) {
            p.operand(state, init, &ty)?;
            args.push((name, ty));
        }
    }
    sizes.push(outs);
    p.module
        .op_mut(state.op)
        .properties
        .set("operandSegmentSizes", segment_sizes(&sizes));
    p.region(state, &args)?;
    ensure_in_parallel(p, state);
    p.attr_dict(state)
}

/// A body without terminator ends in an empty `scf.forall.in_parallel`.
fn ensure_in_parallel(p: &mut Parser<'_>, state: &OpState) {
    let Some(body) = p.module.only_block(state.op, 0) else {
        return;
    };
    let last = p.module.block(body).ops.last();
    if last.is_some_and(|op| p.module.op(*op).info().is_terminator()) {
        return;
    }
    let op = p
        .module
        .push_op(body, OpSpec::new("scf.forall.in_parallel").at(state.name_span));
    let region = p.module.add_region(op);
    p.module.add_block(region, &[]);
}

fn print_forall(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let groups = groups(printer, op)?;
    let [lower, upper, step, outs] = &groups[..] else {
        return None;
    };
    let numbers = |name: &str| module.op(op).attr(name)?.as_i64s();
    let (low, high, steps) = (
        numbers("staticLowerBound")?,
        numbers("staticUpperBound")?,
        numbers("staticStep")?,
    );
    let args = &module.block(module.only_block(op, 0)?).args;
    let (names, shared) = args.split_at_checked(high.len())?;
    let results = &module.op(op).results;
    let same = |x: &ValueId, y: &ValueId| module.ty(*x) == module.ty(*y);
    let fits = low.len() == names.len()
        && steps.len() == names.len()
        && outs.len() == shared.len()
        && outs.len() == results.len()
        && names.iter().all(|name| *module.ty(*name) == Type::Index)
        && outs.iter().zip(shared).all(|(x, y)| same(x, y))
        && outs.iter().zip(results).all(|(x, y)| same(x, y));
    fits.then_some(())?;
    printer.put(" (");
    printer.values(names);
    let normal = low.iter().all(|n| *n == 0) && steps.iter().all(|n| *n == 1);
    if normal {
        printer.put(") in (");
        printer.index_list(upper, &high)?;
    } else {
        for (word, values, numbers) in [
            (") = (", lower, &low),
            (") to (", upper, &high),
            (") step (", step, &steps),
        ] {
            printer.put(word);
            printer.index_list(values, numbers)?;
        }
    }
    (!normal || !low.contains(&DYNAMIC)).then_some(())?;
    printer.put(")");
    if !outs.is_empty() {
        printer.put(" shared_outs(");
        printer.assignments(shared, outs);
        printer.put(")");
        print_results(printer, op);
    }
    printer.space();
    printer.region(module.op(op).regions[0], false, &[]);
    printer.space();
    printer.custom_attrs(op, &["staticLowerBound", "staticUpperBound", "staticStep"]);
    Some(())
}

fn parse_in_parallel(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    p.region(state, &[])?;
    let region = p.module.op(state.op).regions[0];
    if p.module.region(region).blocks.is_empty() {
        p.module.add_block(region, &[]);
    }
    p.attr_dict(state)
}

fn print_in_parallel(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let body = printer.module.only_block(op, 0)?;
    printer.module.block(body).args.is_empty().then_some(())?;
    printer.space();
    printer.region(printer.module.op(op).regions[0], false, &[]);
    printer.space();
    printer.custom_attrs(op, &[]);
    Some(())
}

// ---- scf.index_switch, scf.execute_region ----

fn parse_switch(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let selector = p.use_()?;
    p.operand(state, selector, &Type::Index)?;
    p.attr_dict(state)?;
    if p.eat(TokenKind::Arrow) {
        state.results = p.types()?;
    }
    let mut cases = Vec::new();
    while p.eat_word("case") {
        cases.push(p.small_int()?);
        p.region(state, &[])?;
    }
    p.expect_word("default")?;
    p.region(state, &[])?;
    if state.results.is_empty() {
        for n in 0..=cases.len() {
            p.implied_terminator(state, n, "scf.yield");
        }
    }
    let op = p.module.op_mut(state.op);
    // The default comes first in memory and last in the text.
    op.regions.rotate_right(1);
    op.properties.set("cases", i64_array(&cases));
    Ok(())
}

fn print_switch(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let cases = module.op(op).attr("cases")?.as_i64s()?;
    let ([selector], [default, rest @ ..]) = (&module.op(op).operands[..], &module.op(op).regions[..]) else {
        return None;
    };
    (rest.len() == cases.len()).then_some(())?;
    printer.space();
    printer.value(selector.value);
    printer.space();
    printer.custom_attrs(op, &["cases"]);
    if !module.op(op).results.is_empty() {
        printer.put(" -> ");
        printer.types_of(&module.op(op).results);
    }
    for (case, region) in cases.iter().zip(rest) {
        printer.newline();
        printer.put(&format!("case {case} "));
        printer.region(*region, true, &[]);
    }
    printer.newline();
    printer.put("default ");
    printer.region(*default, true, &[]);
    Some(())
}

fn parse_execute(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    parse_results(p, state)?;
    if p.eat_word("no_inline") {
        p.module.op_mut(state.op).properties.set("no_inline", Attr::Unit);
    }
    p.region(state, &[])?;
    p.attr_dict(state)
}

fn print_execute(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    print_results(printer, op);
    if printer.module.op(op).attr("no_inline").is_some() {
        printer.put(" no_inline");
    }
    printer.space();
    printer.region(*printer.module.op(op).regions.first()?, true, &[]);
    printer.space();
    printer.custom_attrs(op, &["no_inline"]);
    Some(())
}
