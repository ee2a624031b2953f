//! `linalg`: structured operations. The payload and maps of named ones are built as MLIR builds
//! them, so that in memory a named operation looks like `linalg.generic`.

mod metadata;
mod named;
mod old;
mod opdsl;
mod plain;
mod primitive;

use super::format::{i64_array, segment_sizes};
use super::{OpInfo, custom, op};
use crate::ops::{self, Undefined};
use crate::parse::lexer::TokenKind;
use crate::parse::{OpState, PResult, Parser, WrittenUse};
use crate::print::MlirPrinter;
use crate::{AffineExpr, AffineMap, Attr, Dim, Module, OpId, OpSpec, Type, ValueId};
pub(crate) use named::{Binding, PayloadText, defined_maps, maps_attr};
pub(crate) use opdsl::operand_of;

use named::{parse_elementwise, parse_named, print_elementwise, print_named};
use plain::{parse_broadcast, parse_map, parse_reduce, parse_transpose};
use plain::{print_broadcast, print_map, print_reduce, print_transpose};

pub(super) fn operations() -> Vec<OpInfo> {
    use Undefined::*;
    use ops::SomeOperands::At;
    let winograd = "attr-dict fmr(enum32(fmr: F_2_3 F_4_3 F_2_5)) ins($a : type(a)) outs($b : type(b)) -> type(r)";
    let mut entries = vec![
        op(
            "linalg.pack",
            "$a {padding_value($p* : type(p*)) }{outer_dims_perm = i64s(outer_dims_perm) }\
             inner_dims_pos = i64s(inner_dims_pos) inner_tiles = idx(t*, static_inner_tiles) into $b attr-dict \
             : type(a) -> type(b)",
            "a,b,p*,t* r=b",
        )
        .segments()
        .reading(At(0))
        .writing(At(1))
        .or_undefined(&[ShapeContract, NegativeSize]),
        op(
            "linalg.unpack",
            "$a {outer_dims_perm = i64s(outer_dims_perm) }\
             inner_dims_pos = i64s(inner_dims_pos) inner_tiles = idx(t*, static_inner_tiles) into $b attr-dict \
             : type(a) -> type(b)",
            "a,b,t* r=b",
        )
        .reading(At(0))
        .writing(At(1))
        .or_undefined(&[ShapeContract, NegativeSize]),
        custom("linalg.generic", parse_generic, print_generic)
            .inherent(&["indexing_maps", "iterator_types", "doc", "library_call"])
            .structured(),
        custom("linalg.indexed_generic", old::parse_indexed, |_, _| None)
            .inherent(&["indexing_maps", "iterator_types"])
            .structured(),
        op("linalg.yield", "attr-dict {$a* : type(a*)}", "").terminator(),
        op(
            "linalg.softmax",
            "attr-dict dimension(int64(dimension)) ins($a : type(a)) outs($b : type(b)){ -> type(r*)}",
            "",
        )
        .reading(At(0))
        .writing(At(1))
        .or_undefined(&[ShapeContract, Uninitialised]),
        op("linalg.winograd_filter_transform", winograd, "")
            .reading(At(0))
            .writing(At(1))
            .or_undefined(&[ShapeContract, Uninitialised]),
        op("linalg.winograd_input_transform", winograd, "")
            .reading(At(0))
            .writing(At(1))
            .or_undefined(&[ShapeContract, Uninitialised]),
        op("linalg.winograd_output_transform", winograd, "")
            .reading(At(0))
            .writing(At(1))
            .or_undefined(&[ShapeContract, Uninitialised]),
        custom("linalg.index", parse_index, print_index)
            .inherent(&["dim"])
            .pure(),
    ];
    for (name, parse) in [
        ("linalg.range", metadata::parse_range as super::ParseFn),
        ("linalg.slice", metadata::parse_slice),
        ("linalg.reshape", metadata::parse_reshape),
        ("linalg.tensor_reshape", metadata::parse_reshape),
        ("linalg.conv", metadata::parse_conv),
        ("linalg.iota", primitive::parse_iota),
        ("linalg.reduction", primitive::parse_reduction),
    ] {
        entries.push(custom(name, parse, |_, _| None).structured());
    }
    for (name, ..) in old::TRANSPOSED {
        entries.push(
            custom(name, old::parse_transposed, |_, _| None)
                .inherent(&["cast"])
                .structured(),
        );
    }
    for named in opdsl::definitions() {
        let mut entry = custom(&named.name, parse_named, print_named).structured();
        entry.inherent.extend(named.properties());
        entries.push(entry);
    }
    entries.push(
        custom("linalg.elementwise", parse_elementwise, print_elementwise)
            .inherent(&["kind", "indexing_maps"])
            .structured(),
    );
    entries.push(
        custom("linalg.transpose", parse_transpose, print_transpose)
            .inherent(&["permutation"])
            .structured(),
    );
    entries.push(
        custom("linalg.broadcast", parse_broadcast, print_broadcast)
            .inherent(&["dimensions"])
            .structured(),
    );
    entries.push(
        custom("linalg.reduce", parse_reduce, print_reduce)
            .inherent(&["dimensions"])
            .structured(),
    );
    entries.push(custom("linalg.map", parse_map, print_map).structured());
    entries
}

/// Names of all operations with a definition in `opdsl/named.py`.
pub(crate) fn named_operations() -> impl Iterator<Item = &'static str> {
    opdsl::definitions().map(|named| named.name.as_str())
}

/// Payload and maps of a named operation, as reading makes them.
pub(crate) fn write_payload(module: &mut Module, op: OpId, types: &[Type]) -> Option<()> {
    let named = opdsl::definition(&module.op(op).name)?;
    (types.len() == named.inputs + 1).then_some(())?;
    if let Some(maps) = defined_maps(module, op) {
        let maps = maps_attr(maps);
        match named.maps_property {
            true => module.op_mut(op).properties.set("indexing_maps", maps),
            false => module.op_mut(op).attrs.set(named::MEMOIZED, maps),
        }
    }
    named::build_payload(module, op, types)
}

/// Whether `name` has a definition in `opdsl/named.py`.
pub(crate) fn is_named(name: &str) -> bool {
    opdsl::definition(name).is_some()
}

/// Names and types of `ins(..)` and `outs(..)`.
#[derive(Default)]
struct InsOuts<'a> {
    ins: Vec<WrittenUse<'a>>,
    outs: Vec<WrittenUse<'a>>,
    in_types: Vec<Type>,
    out_types: Vec<Type>,
}

fn parse_group<'a>(p: &mut Parser<'a>, word: &str) -> PResult<(Vec<WrittenUse<'a>>, Vec<Type>)> {
    if !p.eat_word(word) {
        return Ok((Vec::new(), Vec::new()));
    }
    p.expect_punct(b'(')?;
    let mut uses = p.uses()?;
    let mut types = Vec::new();
    let start = p.token().span();
    if p.eat_punct(b':') {
        types.push(p.ty()?);
        while p.eat_punct(b',') {
            // As proposed, each operand had its type: `ins(%a: A, %b: B)`.
            if p.is(TokenKind::Percent) {
                uses.push(p.use_()?);
                p.expect_punct(b':')?;
            }
            types.push(p.ty()?);
        }
    }
    p.expect_punct(b')')?;
    if uses.len() != types.len() {
        let message = format!("`{word}` has {} operands, but {} types", uses.len(), types.len());
        return Err(p.error("operand-count", message, start));
    }
    Ok((uses, types))
}

fn parse_operands<'a>(p: &mut Parser<'a>, state: &OpState) -> PResult<InsOuts<'a>> {
    let (ins, in_types) = parse_group(p, "ins")?;
    // What a new tensor starts from was once `init(..)`.
    let word = if p.is_word("init") { "init" } else { "outs" };
    if !p.is_word(word) {
        return Err(p.expected("`outs`"));
    }
    let (outs, out_types) = parse_group(p, word)?;
    p.operands(state, &ins, &in_types)?;
    p.operands(state, &outs, &out_types)?;
    let sizes = segment_sizes(&[ins.len(), outs.len()]);
    p.module.op_mut(state.op).properties.set("operandSegmentSizes", sizes);
    Ok(InsOuts {
        ins,
        outs,
        in_types,
        out_types,
    })
}

fn parse_results(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    if p.eat(TokenKind::Arrow) {
        state.results = p.result_types()?;
    }
    Ok(())
}

fn iterator_attr(attr: Attr) -> Attr {
    match attr {
        Attr::Array(items) => Attr::Array(
            items
                .into_iter()
                .map(|item| match item.as_str() {
                    Some(word) => Attr::Opaque(format!("#linalg.iterator_type<{word}>")),
                    None => item,
                })
                .collect(),
        ),
        other => other,
    }
}

fn parse_generic(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let attrs = match p.token().kind {
        TokenKind::Hash => p.attr()?,
        _ => Attr::Dict(p.dict()?),
    };
    let Attr::Dict(attrs) = attrs else {
        return Err(p.expected("a dictionary with `indexing_maps` and `iterator_types`"));
    };
    for (name, attr) in attrs.0 {
        let op = p.module.op_mut(state.op);
        match name.as_str() {
            "iterator_types" => op.properties.set(&name, iterator_attr(attr)),
            "indexing_maps" | "doc" | "library_call" => op.properties.set(&name, attr),
            _ => op.attrs.set(&name, attr),
        }
    }
    p.note_loop_names(state.op);
    for name in ["indexing_maps", "iterator_types"] {
        if p.module.op(state.op).properties.get(name).is_none() {
            return Err(p.error("syntax", format!("`linalg.generic` needs `{name}`"), state.name_span));
        }
    }
    if p.module.op(state.op).attr("args_in").is_some() || p.is(TokenKind::Percent) {
        return old::parse_generic(p, state);
    }
    parse_operands(p, state)?;
    if p.eat_word("attrs") {
        p.expect_punct(b'=')?;
        p.attr_dict(state)?;
    }
    p.region(state, &[])?;
    parse_results(p, state)
}

/// `0 : index`; as proposed (RFC on primitive operations) `: 0`.
fn parse_index(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let proposed = p.eat_punct(b':');
    let dim = Attr::i64(p.small_int()?);
    p.module.op_mut(state.op).properties.set("dim", dim);
    p.attr_dict(state)?;
    let ty = if proposed { Type::Index } else { p.colon_type()? };
    state.results = vec![ty];
    Ok(())
}

fn print_index(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let data = printer.module.op(op);
    printer.put(&format!(" {}", data.attr("dim")?.as_i64()?));
    printer.space();
    printer.custom_attrs(op, &["dim"]);
    printer.put(" : ");
    printer.types_of(&printer.module.op(op).results);
    Some(())
}

fn print_group(printer: &mut MlirPrinter<'_>, word: &str, values: &[ValueId]) {
    if values.is_empty() {
        return;
    }
    printer.put(&format!(" {word}("));
    printer.values(values);
    printer.put(" : ");
    printer.types_of(values);
    printer.put(")");
}

fn split(printer: &MlirPrinter<'_>, op: OpId) -> Option<(Vec<ValueId>, Vec<ValueId>)> {
    let op = printer.module.op(op);
    let sizes = op.attr("operandSegmentSizes")?.as_i64s()?;
    let [ins, outs] = sizes[..] else { return None };
    let values: Vec<_> = op.operand_values().collect();
    let ins = usize::try_from(ins).ok()?;
    let outs = usize::try_from(outs).ok()?;
    (outs > 0 && ins.checked_add(outs)? == values.len()).then(|| (values[..ins].to_vec(), values[ins..].to_vec()))
}

fn print_results(printer: &mut MlirPrinter<'_>, op: OpId) {
    let results = &printer.module.op(op).results;
    if results.is_empty() {
        return;
    }
    printer.put(if results.len() == 1 { " -> " } else { " -> (" });
    printer.types_of(results);
    printer.put(if results.len() == 1 { "" } else { ")" });
}

fn print_generic(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let (ins, outs) = split(printer, op)?;
    let mut head = crate::Attrs::default();
    for name in ["doc", "indexing_maps", "iterator_types", "library_call"] {
        if let Some(attr) = module.op(op).attr(name) {
            head.set(name, attr.clone());
        }
    }
    if let Some(Attr::Array(items)) = head
        .0
        .iter_mut()
        .find(|(name, _)| name == "iterator_types")
        .map(|x| &mut x.1)
    {
        for item in items {
            let Attr::Opaque(text) = item else { continue };
            let word = text.strip_prefix("#linalg.iterator_type<")?.strip_suffix('>')?;
            *item = Attr::str(word);
        }
    }
    printer.put(&format!(" {}", Attr::Dict(head)));
    print_group(printer, "ins", &ins);
    print_group(printer, "outs", &outs);
    let written = ["doc", "indexing_maps", "iterator_types", "library_call"];
    printer.space();
    printer.attrs_with_prefix(op, &written, "attrs = ");
    printer.space();
    printer.region(*module.op(op).regions.first()?, true, &[]);
    print_results(printer, op);
    Some(())
}
