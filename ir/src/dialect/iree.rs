//! IREE's functions and what is at their borders: `util`, `hal.tensor`. What a `hal.buffer_view` holds is the tensor
//! that is imported from it ([`crate::plain_tensors`]).

use super::format::segment_sizes;
use super::func::{parse_func, print_func};
use super::{OpInfo, custom, op};
use crate::parse::lexer::TokenKind;
use crate::parse::{OpState, PResult, Parser, WrittenUse};
use crate::print::MlirPrinter;
use crate::{Attr, OpId, Type, ValueId};

pub(super) fn operations() -> Vec<OpInfo> {
    vec![
        custom("util.func", parse_func, print_func)
            .inherent(&[
                "sym_name",
                "function_type",
                "sym_visibility",
                "arg_attrs",
                "res_attrs",
                "tied_operands",
                "inlining_policy",
            ])
            .function()
            .affine_scope()
            .pure(),
        op("util.return", "attr-dict {$a* : type(a*)}", "").returning(),
        custom("util.call", parse_call, print_call)
            .inherent(&["callee", "tied_operands", "arg_attrs", "res_attrs"])
            .calling(),
        custom("util.global", parse_global, print_global)
            .inherent(&[
                "sym_name",
                "sym_visibility",
                "type",
                "is_mutable",
                "initial_value",
                "inlining_policy",
            ])
            .symbol()
            .pure(),
        op(
            "util.global.load",
            "unit(is_immutable=immutable) @global attr-dict : type(r)",
            "",
        )
        .unknown(),
        op("util.global.store", "$a , @global attr-dict : type(a)", "").unknown(),
        op("util.null", "attr-dict : type(r)", "").unknown(),
        op("util.optimization_barrier", "attr-dict {$a* : type(a*)}", "r*=each(a)").unknown(),
        op("util.unfoldable_constant", "attr-dict typed(value)", "").unknown(),
        custom("hal.tensor.import", parse_import, print_import)
            .inherent(&["name", "target_encoding"])
            .unknown(),
        custom("hal.tensor.export", parse_export, print_export)
            .inherent(&["name", "source_encoding"])
            .unknown(),
        custom("hal.tensor.barrier", parse_barrier, print_barrier).unknown(),
    ]
}

/// `@f(%a, %b) : (A, B) -> (R, %a as S)`
fn parse_call(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let callee = p.symbol_ref()?;
    p.expect_punct(b'(')?;
    let uses = p.uses()?;
    p.expect_punct(b')')?;
    p.attr_dict(state)?;
    p.expect_punct(b':')?;
    p.expect_punct(b'(')?;
    let mut types = Vec::new();
    p.list_until(b')', |p| {
        types.push(p.ty()?);
        Ok(())
    })?;
    if types.len() != uses.len() {
        let message = format!("{} operands, but {} operand types", uses.len(), types.len());
        return Err(p.error("operand-count", message, state.name_span));
    }
    p.expect_arrow()?;
    let mut tied = Vec::new();
    let mut result = |p: &mut Parser<'_>, state: &mut OpState| {
        let (at, ty) = call_result(p, &uses, &types)?;
        tied.push(at);
        state.results.push(ty);
        Ok(())
    };
    match p.eat_punct(b'(') {
        true => p.list_until(b')', |p| result(p, state))?,
        false => result(p, state)?,
    }
    let properties = &mut p.module.op_mut(state.op).properties;
    properties.set("callee", Attr::Symbol(callee));
    if tied.iter().any(|at| *at >= 0) {
        let tied = tied.into_iter().map(|at| Attr::Int {
            value: at,
            ty: Type::Index,
        });
        properties.set("tied_operands", Attr::Array(tied.collect()));
    }
    p.operands(state, &uses, &types)
}

/// The operand whose storage a result takes, or -1, and its type.
fn call_result(p: &mut Parser<'_>, uses: &[WrittenUse<'_>], types: &[Type]) -> PResult<(i128, Type)> {
    if !p.is(TokenKind::Percent) {
        return Ok((-1, p.ty()?));
    }
    let span = p.token().span();
    let tied = p.use_()?;
    let same = |one: &WrittenUse<'_>| (one.name, one.index) == (tied.name, tied.index);
    let Some(at) = uses.iter().position(same) else {
        return Err(p.error("syntax", format!("`{}` is no operand of this call", tied.name), span));
    };
    let ty = if p.eat_word("as") { p.ty()? } else { types[at].clone() };
    Ok((at as i128, ty))
}

fn print_call(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let data = module.op(op);
    let Attr::Symbol(path) = data.attr("callee")? else {
        return None;
    };
    let tied = super::func::tied_operands(data.attr("tied_operands"), data.results.len())?;
    let operands: Vec<ValueId> = data.operand_values().collect();
    printer.space();
    printer.put(&Attr::Symbol(path.clone()).to_string());
    printer.put("(");
    printer.values(&operands);
    printer.put(")");
    printer.space();
    printer.custom_attrs(op, &["callee", "tied_operands"]);
    printer.put(" : (");
    printer.types_of(&operands);
    printer.put(") -> ");
    let bare = data.results.len() == 1 && !matches!(module.ty(data.results[0]), Type::Function { .. });
    printer.put(if bare { "" } else { "(" });
    for (n, result) in data.results.iter().enumerate() {
        printer.put(if n > 0 { ", " } else { "" });
        match tied[n] {
            None => printer.types_of(&[*result]),
            Some(at) => {
                let operand = *operands.get(at)?;
                printer.value(operand);
                if module.ty(operand) != module.ty(*result) {
                    printer.put(" as ");
                    printer.types_of(&[*result]);
                }
            }
        }
    }
    printer.put(if bare { "" } else { ")" });
    Some(())
}

/// `[private] [mutable] @g [{..}] [: T] [= value]`
fn parse_global(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    for visibility in ["private", "public", "nested"] {
        if p.eat_word(visibility) {
            let properties = &mut p.module.op_mut(state.op).properties;
            properties.set("sym_visibility", Attr::str(visibility));
        }
    }
    let mutable = p.eat_word("mutable");
    let name = p.symbol_name()?;
    p.attr_dict(state)?;
    let mut ty = match p.is_punct(b':') {
        true => Some(p.colon_type()?),
        false => None,
    };
    let mut initial = None;
    if p.eat_punct(b'=') {
        let value = p.attr()?;
        ty = match (ty, p.is_punct(b':'), value.ty()) {
            (Some(ty), ..) => Some(ty),
            // `#dialect.attribute<..> : T`
            (None, true, _) => Some(p.colon_type()?),
            (None, false, found) => found,
        };
        initial = Some(value);
    }
    let Some(ty) = ty else {
        return Err(p.expected("`:` and the type of this global"));
    };
    let properties = &mut p.module.op_mut(state.op).properties;
    properties.set("sym_name", Attr::Str(name.into_bytes()));
    properties.set("type", Attr::Type(ty));
    if mutable {
        properties.set("is_mutable", Attr::Unit);
    }
    if let Some(value) = initial {
        properties.set("initial_value", value);
    }
    Ok(())
}

fn print_global(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let data = module.op(op);
    let Attr::Type(ty) = data.attr("type")? else {
        return None;
    };
    printer.space();
    if let Some(visibility) = data.attr("sym_visibility") {
        printer.put(visibility.as_str()?);
        printer.space();
    }
    if data.is_set("is_mutable") {
        printer.put("mutable ");
    }
    let name = data.attr("sym_name")?.as_str()?;
    printer.put(&Attr::Symbol(vec![name.to_owned()]).to_string());
    printer.space();
    printer.custom_attrs(
        op,
        &["sym_name", "sym_visibility", "is_mutable", "type", "initial_value"],
    );
    match data.attr("initial_value") {
        None => {
            printer.put(" : ");
            printer.types(&[ty]);
        }
        // The type of a number or of elements is part of it.
        Some(value) if value.ty().as_ref() == Some(ty) => printer.put(&format!(" = {value}")),
        Some(Attr::Opaque(text)) if text.starts_with('#') => {
            printer.put(&format!(" = {text}"));
            if !text.ends_with(&format!(": {ty}")) {
                printer.put(" : ");
                printer.types(&[ty]);
            }
        }
        Some(_) => return None,
    }
    Some(())
}

/// `[wait(%fence) =>] %view ["name"] : V -> T{%d, ..} [as S]`
fn parse_import(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let fence = match p.eat_word("wait") {
        true => {
            p.expect_punct(b'(')?;
            let fence = p.use_()?;
            p.expect_punct(b')')?;
            p.expect_punct(b'=')?;
            p.expect_punct(b'>')?;
            Some(fence)
        }
        false => None,
    };
    let view = p.use_()?;
    let name = label(p)?;
    p.attr_dict(state)?;
    let from = p.colon_type()?;
    p.expect_arrow()?;
    let encoding = p.ty()?;
    let dims = dims(p)?;
    let ty = if p.eat_word("as") { p.ty()? } else { encoding.clone() };
    let counts = [1, dims.len(), usize::from(fence.is_some()), 0];
    let properties = &mut p.module.op_mut(state.op).properties;
    properties.set("target_encoding", Attr::Type(encoding));
    if let Some(name) = name {
        properties.set("name", Attr::Str(name.into_bytes()));
    }
    properties.set("operandSegmentSizes", segment_sizes(&counts));
    p.operand(state, view, &from)?;
    for dim in dims {
        p.operand(state, dim, &Type::Index)?;
    }
    if let Some(fence) = fence {
        p.operand(state, fence, &Type::Opaque("!hal.fence".to_owned()))?;
    }
    state.results = vec![ty];
    Ok(())
}

fn print_import(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let data = module.op(op);
    let groups = crate::segments(module, op)?;
    let [view, dims, fence, affinity] = &groups[..] else {
        return None;
    };
    let (Attr::Type(encoding), [view], true) = (data.attr("target_encoding")?, &view[..], affinity.is_empty()) else {
        return None;
    };
    printer.space();
    if let Some(fence) = fence.first() {
        printer.put("wait(");
        printer.value(*fence);
        printer.put(") => ");
    }
    printer.value(*view);
    print_label(printer, op)?;
    printer.space();
    printer.custom_attrs(op, &["name", "target_encoding", "operandSegmentSizes"]);
    printer.put(" : ");
    printer.types_of(&[*view]);
    printer.put(" -> ");
    printer.types(&[encoding]);
    print_dims(printer, dims);
    if module.ty(*data.results.first()?) != encoding {
        printer.put(" as ");
        printer.types_of(&data.results);
    }
    Some(())
}

/// `%t ["name"] : T{%d, ..} [as S] -> V`
fn parse_export(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let source = p.use_()?;
    let name = label(p)?;
    p.attr_dict(state)?;
    let encoding = p.colon_type()?;
    let dims = dims(p)?;
    let ty = if p.eat_word("as") { p.ty()? } else { encoding.clone() };
    p.expect_arrow()?;
    let to = p.ty()?;
    let properties = &mut p.module.op_mut(state.op).properties;
    properties.set("source_encoding", Attr::Type(encoding));
    if let Some(name) = name {
        properties.set("name", Attr::Str(name.into_bytes()));
    }
    p.operand(state, source, &ty)?;
    for dim in dims {
        p.operand(state, dim, &Type::Index)?;
    }
    state.results = vec![to];
    Ok(())
}

fn print_export(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let data = module.op(op);
    let operands: Vec<ValueId> = data.operand_values().collect();
    let (source, dims) = operands.split_first()?;
    let Attr::Type(encoding) = data.attr("source_encoding")? else {
        return None;
    };
    let dynamic = encoding
        .shape()?
        .iter()
        .filter(|dim| matches!(dim, crate::Dim::Dynamic));
    (dynamic.count() == dims.len()).then_some(())?;
    printer.space();
    printer.value(*source);
    print_label(printer, op)?;
    printer.space();
    printer.custom_attrs(op, &["name", "source_encoding"]);
    printer.put(" : ");
    printer.types(&[encoding]);
    print_dims(printer, dims);
    if module.ty(*source) != encoding {
        printer.put(" as ");
        printer.types_of(&[*source]);
    }
    printer.put(" -> ");
    printer.types_of(&data.results);
    Some(())
}

/// `join(%a, %b : A, B) => %fence : !hal.fence`
fn parse_barrier(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    p.expect_word("join")?;
    p.expect_punct(b'(')?;
    let sources = p.uses()?;
    p.expect_punct(b':')?;
    let mut types = Vec::new();
    p.list_until(b')', |p| {
        types.push(p.ty()?);
        Ok(())
    })?;
    if types.len() != sources.len() {
        let message = format!("{} operands, but {} types", sources.len(), types.len());
        return Err(p.error("operand-count", message, state.name_span));
    }
    p.expect_punct(b'=')?;
    p.expect_punct(b'>')?;
    let fence = p.use_()?;
    let ty = p.colon_type()?;
    if p.eat_word("attributes") {
        p.attr_dict(state)?;
    }
    p.operands(state, &sources, &types)?;
    p.operand(state, fence, &ty)?;
    state.results = types;
    Ok(())
}

fn print_barrier(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let data = printer.module.op(op);
    let operands: Vec<ValueId> = data.operand_values().collect();
    let (fence, sources) = operands.split_last()?;
    (!sources.is_empty() && sources.len() == data.results.len()).then_some(())?;
    printer.put(" join(");
    printer.values(sources);
    printer.put(" : ");
    printer.types_of(sources);
    printer.put(") => ");
    printer.value(*fence);
    printer.put(" : ");
    printer.types_of(&[*fence]);
    printer.attrs_with_prefix(op, &[], " attributes");
    Some(())
}

/// `"name"`
fn label(p: &mut Parser<'_>) -> PResult<Option<String>> {
    match p.is(TokenKind::Str) {
        true => p.string().map(Some),
        false => Ok(None),
    }
}

fn print_label(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    if let Some(name) = printer.module.op(op).attr("name") {
        let Attr::Str(_) = name else { return None };
        printer.put(&format!(" {name}"));
    }
    Some(())
}

/// `{%d, ..}` behind a type.
fn dims<'a>(p: &mut Parser<'a>) -> PResult<Vec<WrittenUse<'a>>> {
    let mut dims = Vec::new();
    if p.eat_punct(b'{') {
        p.list_until(b'}', |p| {
            dims.push(p.use_()?);
            Ok(())
        })?;
    }
    Ok(dims)
}

fn print_dims(printer: &mut MlirPrinter<'_>, dims: &[ValueId]) {
    if !dims.is_empty() {
        printer.put("{");
        printer.values(dims);
        printer.put("}");
    }
}
