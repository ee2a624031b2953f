//! Functions and modules of the dialects that code is lowered to: `llvm`, `gpu`, `spirv`. Only their structure is read
//! here, with returns and branches; what other operations of these dialects do is not known.

use super::builtin::{attributes, module_body, named, print_module_body, put_name};
use super::cf::{parse_br, parse_cond_br, print_br, print_cond_br};
use super::format::segment_sizes;
use super::func::{TypedSignature, arguments, body, print_signature, results, typed};
use super::{OpInfo, custom, generic, op};
use crate::parse::lexer::TokenKind;
use crate::parse::{OpState, PResult, Parser, WrittenUse};
use crate::print::MlirPrinter;
use crate::{Attr, OpId, Type};

/// Properties of a function that the text of its head has.
const WRITTEN: [&str; 4] = ["sym_name", "function_type", "arg_attrs", "res_attrs"];

/// How `llvm.func` may be linked, other than `external`.
const LINKAGES: [&str; 10] = [
    "private",
    "internal",
    "available_externally",
    "linkonce",
    "weak",
    "common",
    "appending",
    "extern_weak",
    "linkonce_odr",
    "weak_odr",
];

/// Properties of `llvm.func` that are numbers, and the words for 1, 2, ...
const NUMBERED: [(&str, &[&str]); 2] = [
    ("visibility_", &["hidden", "protected"]),
    ("unnamed_addr", &["local_unnamed_addr", "unnamed_addr"]),
];

pub(super) fn operations() -> Vec<OpInfo> {
    vec![
        custom("llvm.func", parse_llvm, print_llvm)
            .inherent(&WRITTEN)
            .default("linkage", Attr::Opaque("#llvm.linkage<external>".to_owned()))
            .default("CConv", Attr::Opaque("#llvm.cconv<ccc>".to_owned()))
            .default("unnamed_addr", number(0))
            .default("visibility_", number(0))
            .function()
            .affine_scope()
            .pure(),
        op("llvm.return", "attr-dict {$a* : type(a*)}", "").returning(),
        custom("llvm.br", parse_br, print_br).terminator(),
        custom("llvm.cond_br", parse_cond_br, print_cond_br).terminator(),
        custom("gpu.module", parse_gpu_module, print_gpu_module)
            .inherent(&["sym_name", "targets"])
            .symbol()
            .symbol_table()
            .affine_scope()
            .recursive(),
        custom("gpu.func", parse_gpu, print_gpu)
            .inherent(&WRITTEN)
            .function()
            .by_many_threads()
            .affine_scope()
            .pure(),
        op("gpu.return", "attr-dict {$a* : type(a*)}", "").returning(),
        custom("gpu.launch", parse_launch, print_launch)
            .inherent(&["module", "function"])
            .affine_scope()
            .unknown(),
        op("gpu.terminator", "attr-dict", "").terminator(),
        generic("gpu.binary").symbol().symbol_table().unknown(),
        custom("spirv.module", parse_spirv_module, print_spirv_module)
            .inherent(&["sym_name", "addressing_model", "memory_model", "vce_triple"])
            .symbol()
            .symbol_table()
            .affine_scope()
            .recursive(),
        custom("spirv.func", parse_spirv, print_spirv)
            .inherent(&WRITTEN)
            .inherent(&["function_control"])
            .function()
            .by_many_threads()
            .affine_scope()
            .pure(),
        op("spirv.Return", "attr-dict", "").returning(),
        op("spirv.ReturnValue", "$a attr-dict : type(a)", "").returning(),
        custom("spirv.Branch", parse_br, print_br).terminator(),
        custom("spirv.BranchConditional", parse_cond_br, print_cond_br).terminator(),
        generic("transform.module").symbol().symbol_table().unknown(),
        generic("transform.named_sequence").symbol().unknown(),
    ]
}

fn number(value: usize) -> Attr {
    Attr::Int {
        value: value as i128,
        ty: Type::I64,
    }
}

/// The name of a calling convention.
fn is_convention(word: &str) -> bool {
    word.ends_with("cc") || word.starts_with("cc_") || word.starts_with("x86_") || word.starts_with("win64")
}

fn set(p: &mut Parser<'_>, state: &OpState, name: &'static str, attr: Attr) {
    p.module.op_mut(state.op).properties.set(name, attr);
}

fn put_signature(printer: &mut MlirPrinter<'_>, op: OpId, func: &crate::view::Func) -> Option<()> {
    let untied = vec![None; func.results.len()];
    print_signature(printer, op, &func.inputs, &func.results, &untied)
}

fn put_body(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let region = *printer.module.op(op).regions.first()?;
    if !printer.module.region(region).blocks.is_empty() {
        printer.space();
        printer.region_in(region, false, &[], None);
    }
    Some(())
}

/// `internal hidden fastcc @f(%a: i32, ...) -> i32 attributes {..} {..}`
fn parse_llvm(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    if let Some(linkage) = LINKAGES.into_iter().find(|word| p.is_word(word)) {
        p.advance();
        set(p, state, "linkage", Attr::Opaque(format!("#llvm.linkage<{linkage}>")));
    }
    for (name, words) in NUMBERED {
        if let Some(at) = words.iter().position(|word| p.is_word(word)) {
            p.advance();
            set(p, state, name, number(at + 1));
        }
    }
    if p.is(TokenKind::Bare) && is_convention(p.spelling()) {
        let convention = Attr::Opaque(format!("#llvm.cconv<{}>", p.spelling()));
        p.advance();
        set(p, state, "CConv", convention);
    }
    named(p, state)?;
    let args = arguments(p)?;
    let results = results(p, &args)?;
    attributes(p, state)?;
    let result = match &results.types[..] {
        [] => "void".to_owned(),
        [only] => short(only),
        _ => return Err(p.error("syntax", "an `llvm.func` has at most one result", state.name_span)),
    };
    let mut inputs: Vec<String> = args.types.iter().map(short).collect();
    inputs.extend(args.variadic.then(|| "...".to_owned()));
    let ty = Type::Opaque(format!("!llvm.func<{result} ({})>", inputs.join(", ")));
    typed(p, state, &args, &results, ty);
    body(p, state, args)
}

/// A type as types of `llvm` have it in them.
fn short(ty: &Type) -> String {
    let text = ty.to_string();
    match text.strip_prefix("!llvm.") {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

fn print_llvm(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let func = crate::view::func(module, op)?;
    let Attr::Type(Type::Opaque(ty)) = module.op(op).attr("function_type")? else {
        return None;
    };
    (!ty.contains("...")).then_some(())?;
    let linkage = module.op(op).attr("linkage")?.to_string();
    let linkage = linkage.strip_prefix("#llvm.linkage<")?.strip_suffix('>')?;
    let mut words = Vec::new();
    if linkage != "external" {
        LINKAGES.contains(&linkage).then_some(())?;
        words.push(linkage);
    }
    for (name, all) in NUMBERED {
        match usize::try_from(module.op(op).attr(name)?.as_i64()?).ok()? {
            0 => {}
            at => words.push(all.get(at - 1)?),
        }
    }
    let convention = module.op(op).attr("CConv")?.to_string();
    let convention = convention.strip_prefix("#llvm.cconv<")?.strip_suffix('>')?;
    if convention != "ccc" {
        is_convention(convention).then_some(())?;
        words.push(convention);
    }
    for word in words {
        printer.space();
        printer.put(word);
    }
    put_name(printer, op)?;
    put_signature(printer, op, &func)?;
    printer.space();
    let mut written = WRITTEN.to_vec();
    written.extend(["linkage", "CConv", "unnamed_addr", "visibility_"]);
    printer.attrs_with_prefix(op, &written, "attributes ");
    put_body(printer, op)
}

/// `@k <[#target]> attributes {..} {..}`
fn parse_gpu_module(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    named(p, state)?;
    if p.is_punct(b'[') {
        let targets = p.attr()?;
        set(p, state, "targets", targets);
    }
    module_body(p, state)
}

fn print_gpu_module(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    put_name(printer, op)?;
    printer.space();
    if let Some(targets) = printer.module.op(op).attr("targets") {
        matches!(targets, Attr::Array(_)).then_some(())?;
        printer.put(&targets.to_string());
        printer.space();
    }
    print_module_body(printer, op, &["sym_name", "targets"], None)
}

/// `@f(%a: A) -> R workgroup(%w : W) private(%p : P) kernel attributes {..} {..}`
fn parse_gpu(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    named(p, state)?;
    let mut args = arguments(p)?;
    let results = results(p, &args)?;
    let ty = Type::Function {
        inputs: args.types.clone(),
        results: results.types.clone(),
    };
    typed(p, state, &args, &results, ty);
    let shared = attributions(p, "workgroup", &mut args)?;
    attributions(p, "private", &mut args)?;
    let attrs = &mut p.module.op_mut(state.op).attrs;
    attrs.set("workgroup_attributions", number(shared));
    if p.eat_word("kernel") {
        p.module.op_mut(state.op).attrs.set("gpu.kernel", Attr::Unit);
    }
    attributes(p, state)?;
    body(p, state, args)
}

/// Buffers that a kernel has for itself: more arguments of its entry block.
fn attributions<'a>(p: &mut Parser<'a>, word: &str, args: &mut TypedSignature<'a>) -> PResult<usize> {
    if !p.eat_word(word) {
        return Ok(0);
    }
    let mut count = 0;
    p.expect_punct(b'(')?;
    p.list_until(b')', |p| {
        args.names.push(p.use_()?);
        args.types.push(p.colon_type()?);
        count += 1;
        Ok(())
    })?;
    Ok(count)
}

fn print_gpu(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let func = crate::view::func(module, op)?;
    let entry = *module.region(func.body).blocks.first()?;
    let more = module.block(entry).args.get(func.inputs.len()..)?;
    let shared = match module.op(op).attr("workgroup_attributions") {
        Some(count) => usize::try_from(count.as_i64()?).ok()?,
        None => 0,
    };
    put_name(printer, op)?;
    put_signature(printer, op, &func)?;
    put_attributions(printer, more, shared)?;
    if module.op(op).attr("gpu.kernel").is_some() {
        printer.put(" kernel");
    }
    printer.space();
    let mut written = WRITTEN.to_vec();
    written.extend(["workgroup_attributions", "gpu.kernel"]);
    printer.attrs_with_prefix(op, &written, "attributes ");
    put_body(printer, op)
}

/// `@m Logical GLSL450 requires #vce attributes {..} {..}`
fn parse_spirv_module(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    if p.is(TokenKind::At) {
        named(p, state)?;
    }
    for model in ["addressing_model", "memory_model"] {
        if !p.is(TokenKind::Bare) {
            return Err(p.expected("a model of addresses and one of memory"));
        }
        let attr = Attr::Opaque(format!("#spirv.{model}<{}>", p.spelling()));
        p.advance();
        set(p, state, model, attr);
    }
    if p.eat_word("requires") {
        let triple = p.attr()?;
        set(p, state, "vce_triple", triple);
    }
    module_body(p, state)
}

fn print_spirv_module(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    if printer.module.op(op).attr("sym_name").is_some() {
        put_name(printer, op)?;
    }
    for model in ["addressing_model", "memory_model"] {
        put_enum(printer, op, model, "")?;
    }
    if let Some(triple) = printer.module.op(op).attr("vce_triple") {
        printer.put(&format!(" requires {triple}"));
    }
    printer.space();
    print_module_body(
        printer,
        op,
        &["sym_name", "addressing_model", "memory_model", "vce_triple"],
        None,
    )
}

/// The word in `#spirv.name<word>`, between `quote`s.
fn put_enum(printer: &mut MlirPrinter<'_>, op: OpId, name: &str, quote: &str) -> Option<()> {
    let attr = printer.module.op(op).attr(name)?.to_string();
    let word = attr.strip_prefix(&format!("#spirv.{name}<"))?.strip_suffix('>')?;
    printer.put(&format!(" {quote}{word}{quote}"));
    Some(())
}

/// `@f(%a: A) -> R "None" attributes {..} {..}`
fn parse_spirv(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    named(p, state)?;
    let args = arguments(p)?;
    let results = results(p, &args)?;
    let ty = Type::Function {
        inputs: args.types.clone(),
        results: results.types.clone(),
    };
    typed(p, state, &args, &results, ty);
    let control = p.string()?;
    set(
        p,
        state,
        "function_control",
        Attr::Opaque(format!("#spirv.function_control<{control}>")),
    );
    attributes(p, state)?;
    body(p, state, args)
}

fn print_spirv(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let func = crate::view::func(printer.module, op)?;
    put_name(printer, op)?;
    put_signature(printer, op, &func)?;
    put_enum(printer, op, "function_control", "\"")?;
    printer.space();
    let mut written = WRITTEN.to_vec();
    written.push("function_control");
    printer.attrs_with_prefix(op, &written, "attributes ");
    put_body(printer, op)
}

/// What `gpu.launch` counts, in the order of its operands.
const SPACES: [&str; 3] = ["blocks", "threads", "clusters"];

/// `blocks(%bx, %by, %bz) in (%gx = %a, ..) threads(..) in (..) dynamic_shared_memory_size %s workgroup(%w : W)
/// private(%p : P) {..} {attributes}`; `clusters` before `blocks`.
fn parse_launch(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let mut ids: [Vec<WrittenUse<'_>>; 3] = Default::default();
    let mut extents: [Vec<WrittenUse<'_>>; 3] = Default::default();
    let mut sizes: [Vec<WrittenUse<'_>>; 3] = Default::default();
    for word in ["clusters", "blocks", "threads"] {
        let space = SPACES.iter().position(|name| *name == word).unwrap_or_default();
        if !p.eat_word(word) {
            if word == "clusters" {
                continue;
            }
            return Err(p.expected(&format!("`{word}`")));
        }
        p.expect_punct(b'(')?;
        ids[space] = p.uses()?;
        p.expect_punct(b')')?;
        p.expect_word("in")?;
        p.expect_punct(b'(')?;
        p.list_until(b')', |p| {
            extents[space].push(p.use_()?);
            p.expect_punct(b'=')?;
            sizes[space].push(p.use_()?);
            Ok(())
        })?;
        if ids[space].len() != 3 || sizes[space].len() != 3 {
            let span = state.name_span;
            return Err(p.error(
                "operand-count",
                format!("`{word}` are counted in three dimensions"),
                span,
            ));
        }
    }
    let mut segments = vec![0];
    for given in &sizes {
        p.index_operands(state, given)?;
        segments.extend([given.len() / 3; 3]);
    }
    let shared = match p.eat_word("dynamic_shared_memory_size") {
        true => vec![p.use_()?],
        false => Vec::new(),
    };
    p.operands(state, &shared, &vec![Type::I32; shared.len()])?;
    segments.push(shared.len());
    set(p, state, "operandSegmentSizes", segment_sizes(&segments));
    for word in ["module", "function"] {
        if p.eat_word(word) {
            p.expect_punct(b'(')?;
            let symbol = p.attr()?;
            p.expect_punct(b')')?;
            set(p, state, word, symbol);
        }
    }
    let mut args = TypedSignature::default();
    let [blocks, threads, clusters] = ids;
    let [grid, block, cluster] = extents;
    args.names = [blocks, threads, grid, block, clusters, cluster].concat();
    args.types = vec![Type::Index; args.names.len()];
    let shared = attributions(p, "workgroup", &mut args)?;
    attributions(p, "private", &mut args)?;
    p.module
        .op_mut(state.op)
        .attrs
        .set("workgroup_attributions", number(shared));
    let entry: Vec<_> = args.names.into_iter().zip(args.types).collect();
    p.region(state, &entry)?;
    p.attr_dict(state)
}

fn print_launch(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let sizes = module.op(op).attr("operandSegmentSizes")?.as_i64s()?;
    let [0, 1, 1, 1, 1, 1, 1, c, d, e, shared] = sizes[..] else {
        return None;
    };
    let clustered = match (c, d, e) {
        (0, 0, 0) => false,
        (1, 1, 1) => true,
        _ => return None,
    };
    let operands: Vec<_> = module.op(op).operand_values().collect();
    let region = *module.op(op).regions.first()?;
    let args = &module.block(*module.region(region).blocks.first()?).args;
    let count = if clustered { 9 } else { 6 };
    let group = |at: usize| args.get(3 * at..3 * at + 3);
    let heads = [("clusters", 4, 5, 2), ("blocks", 0, 2, 0), ("threads", 1, 3, 1)];
    for (word, ids, extents, given) in heads.into_iter().filter(|(word, ..)| clustered || *word != "clusters") {
        printer.put(&format!(" {word}("));
        printer.values(group(ids)?);
        printer.put(") in (");
        let given = operands.get(3 * given..3 * given + 3)?;
        for (n, (extent, size)) in group(extents)?.iter().zip(given).enumerate() {
            printer.put(if n > 0 { ", " } else { "" });
            printer.value(*extent);
            printer.put(" = ");
            printer.value(*size);
        }
        printer.put(")");
    }
    if shared == 1 {
        printer.put(" dynamic_shared_memory_size ");
        printer.value(*operands.get(count)?);
    }
    for word in ["module", "function"] {
        if let Some(symbol) = module.op(op).attr(word) {
            printer.put(&format!(" {word}({symbol})"));
        }
    }
    let shared = match module.op(op).attr("workgroup_attributions") {
        Some(count) => usize::try_from(count.as_i64()?).ok()?,
        None => 0,
    };
    put_attributions(printer, args.get(2 * count..)?, shared)?;
    printer.space();
    printer.region_in(region, false, &[], None);
    printer.space();
    printer.custom_attrs(
        op,
        &["operandSegmentSizes", "module", "function", "workgroup_attributions"],
    );
    Some(())
}

/// Shared buffers, then those of each thread.
fn put_attributions(printer: &mut MlirPrinter<'_>, values: &[crate::ValueId], shared: usize) -> Option<()> {
    let (shared, private) = (values.get(..shared)?, values.get(shared..)?);
    for (word, values) in [("workgroup", shared), ("private", private)] {
        if values.is_empty() {
            continue;
        }
        printer.put(&format!(" {word}("));
        for (n, value) in values.iter().enumerate() {
            printer.put(if n > 0 { ", " } else { "" });
            printer.value(*value);
            printer.put(" : ");
            printer.types_of(&[*value]);
        }
        printer.put(")");
    }
    Some(())
}
