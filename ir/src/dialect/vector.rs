//! `vector`: the operations that vectorised affine code uses.

use super::format::segment_sizes;
use super::{OpInfo, custom, generic, old, op};
use crate::ops::{FlagPromise, Undefined};
use crate::parse::lexer::TokenKind;
use crate::parse::{OpState, PResult, Parser, WrittenUse};
use crate::print::MlirPrinter;
use crate::{AffineExpr, AffineMap, Attr, Attrs, Dim, OpId, OpSpec, Type, ValueId};

pub(super) fn operations() -> Vec<OpInfo> {
    use Undefined::*;
    let aligned = &[FlagPromise::Aligned];
    let masked_read = "$m[$i*], $k, $p attr-dict : type(m), type(k), type(p) into type(r)";
    let masked_write = "$m[$i*], $k, $p attr-dict : type(m), type(k), type(p)";
    let entries = vec![
        op("vector.broadcast", "$a attr-dict : type(a) to type(r)", ""),
        op("vector.shape_cast", "$a attr-dict : type(a) to type(r)", ""),
        op("vector.bitcast", "$a attr-dict : type(a) to type(r)", ""),
        op("vector.fma", "$a, $b, $c attr-dict : type(a)", "b=a c=a r=a").elementwise(),
        op("vector.load", "$m[$i*] attr-dict : type(m), type(r)", "i=index")
            .inherent(&["nontemporal", "alignment"])
            .loading(0)
            .promising(aligned),
        op("vector.store", "$v, $m[$i*] attr-dict : type(m), type(v)", "i=index")
            .inherent(&["nontemporal", "alignment"])
            .storing(0, 1)
            .promising(aligned),
        op(
            "vector.multi_reduction",
            "kind(kind), $a, $b i64s(reduction_dims) attr-dict : type(a) to type(r)",
            "b=r",
        ),
        op(
            "vector.reduction",
            "kind(kind), $a{, $b*} fastmath attr-dict : type(a) into type(r)",
            "b=r",
        ),
        op(
            "vector.extract",
            "$a~idx(i*, static_position) attr-dict : type(r) from type(a)",
            "",
        )
        .or_undefined(&[OutOfBounds]),
        op(
            "vector.insert",
            "$v, $a~idx(i*, static_position) attr-dict : type(v) into type(a)",
            "r=a",
        )
        .or_undefined(&[OutOfBounds]),
        custom("vector.splat", old::parse_splat, |_, _| None),
        custom("vector.extractelement", old::parse_extractelement, |_, _| None).or_undefined(&[OutOfBounds]),
        custom("vector.insertelement", old::parse_insertelement, |_, _| None).or_undefined(&[OutOfBounds]),
        op("vector.extract_strided_slice", "$a attr-dict : type(a) to type(r)", "")
            .inherent(&["offsets", "sizes", "strides"]),
        op(
            "vector.insert_strided_slice",
            "$a, $b attr-dict : type(a) into type(b)",
            "r=b",
        )
        .inherent(&["offsets", "strides"]),
        op(
            "vector.transpose",
            "$a, i64s(permutation) attr-dict : type(a) to type(r)",
            "",
        ),
        custom("vector.shuffle", parse_shuffle, print_shuffle).inherent(&["mask"]),
        op("vector.from_elements", "$a* attr-dict : type(r)", "a=elem(r)"),
        op("vector.step", "attr-dict : type(r)", "").constant(),
        op("vector.create_mask", "$a* attr-dict : type(r)", "a=index"),
        op("vector.constant_mask", "i64s(mask_dim_sizes) attr-dict : type(r)", "").constant(),
        op("vector.vscale", "attr-dict", "r=index"),
        op("vector.interleave", "$a, $b attr-dict : type(a) -> type(r)", "b=a"),
        op("vector.deinterleave", "$a attr-dict : type(a) -> type(r)", "r2=r"),
        op(
            "vector.scan",
            "kind(kind), $a, $b attr-dict : type(a), type(b)",
            "r=a r2=b",
        )
        .inherent(&["inclusive", "reduction_dim"]),
        custom("vector.print", parse_print, print_print)
            .default("punctuation", newline())
            .event(),
        custom("vector.to_elements", parse_elements, print_elements),
        op("vector.maskedload", masked_read, "i=index")
            .inherent(&["alignment"])
            .loading(0)
            .promising(aligned)
            .or_undefined(&[IndexOverflow]),
        op("vector.expandload", masked_read, "i=index")
            .inherent(&["alignment"])
            .loading(0)
            .promising(aligned)
            .or_undefined(&[IndexOverflow]),
        op("vector.maskedstore", masked_write, "i=index")
            .inherent(&["alignment"])
            .storing_last(0)
            .promising(aligned)
            .or_undefined(&[IndexOverflow]),
        op("vector.compressstore", masked_write, "i=index")
            .inherent(&["alignment"])
            .storing_last(0)
            .promising(aligned)
            .or_undefined(&[IndexOverflow]),
        op(
            "vector.gather",
            "$m[$i*] [$x], $k, $p attr-dict : type(m), type(x), type(k), type(p) into type(r)",
            "i=index",
        )
        .inherent(&["alignment"])
        .loading(0)
        .promising(aligned)
        .or_undefined(&[IndexOverflow]),
        op(
            "vector.scatter",
            "$m[$i*] [$x], $k, $p attr-dict : type(m), type(x), type(k), type(p){ -> type(r*)}",
            "i=index",
        )
        .inherent(&["alignment"])
        .storing_last(0)
        .promising(aligned)
        .or_undefined(&[IndexOverflow]),
        custom("vector.contract", parse_contract, print_contract).inherent(&[
            "indexing_maps",
            "iterator_types",
            "kind",
        ]),
        custom("vector.outerproduct", parse_outer, print_outer).default("kind", kind_add()),
        op("vector.type_cast", "$a attr-dict : type(a) to type(r)", "").view(),
        generic("vector.scalable.extract"),
        generic("vector.scalable.insert"),
        custom("vector.mask", parse_mask, print_mask).recursive(),
        op("vector.yield", "attr-dict {$a* : type(a*)}", "").terminator(),
        custom("vector.transfer_read", parse_read, print_read)
            .inherent(&["permutation_map", "in_bounds"])
            .loading(0)
            .promising(&[FlagPromise::InBounds]),
        custom("vector.transfer_write", parse_write, print_write)
            .inherent(&["permutation_map", "in_bounds"])
            .storing(0, 1)
            .promising(&[FlagPromise::InBounds]),
    ];
    entries.into_iter().map(OpInfo::pure).collect()
}

/// `(d0, .., dn) -> (dk, .., dn)`: the innermost dimensions of the memory are those of the vector.
fn minor_identity(memory: &Type, vector: &Type) -> Option<AffineMap> {
    let (rank, lanes) = (memory.shape()?.len(), vector.shape()?.len());
    let first = rank.checked_sub(lanes)?;
    Some(AffineMap::new(rank, 0, (first..rank).map(AffineExpr::dim).collect()))
}

/// The permutation and bounds that are meant where none are written.
fn complete(p: &mut Parser<'_>, state: &OpState, memory: &Type, vector: &Type) -> PResult<()> {
    let op = p.module.op_mut(state.op);
    for name in ["permutation_map", "in_bounds"] {
        if let Some(attr) = op.attrs.remove(name) {
            op.properties.set(name, attr);
        }
    }
    if op.properties.get("permutation_map").is_none() {
        let Some(map) = minor_identity(memory, vector) else {
            return Err(p.error("syntax", "this transfer needs a `permutation_map`", state.name_span));
        };
        op.properties.set("permutation_map", Attr::AffineMap(map));
    }
    if op.properties.get("in_bounds").is_none() {
        let lanes = vector.shape().map_or(0, <[_]>::len);
        op.properties
            .set("in_bounds", Attr::Array(vec![Attr::Bool(false); lanes]));
    }
    Ok(())
}

/// `%A[%i], %pad {..} : M, V`
fn parse_read(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let memory = p.use_()?;
    p.expect_punct(b'[')?;
    let indices = p.uses()?;
    p.expect_punct(b']')?;
    p.expect_punct(b',')?;
    let padding = p.use_()?;
    let mask = parse_mask_use(p)?;
    p.attr_dict(state)?;
    let memory_type = p.colon_type()?;
    p.expect_punct(b',')?;
    let vector = p.ty()?;
    p.operand(state, memory, &memory_type)?;
    p.index_operands(state, &indices)?;
    p.operand(state, padding, memory_type.elem())?;
    let sizes = segment_sizes(&[1, indices.len(), 1, usize::from(mask.is_some())]);
    p.module.op_mut(state.op).properties.set("operandSegmentSizes", sizes);
    complete(p, state, &memory_type, &vector)?;
    mask_operand(p, state, mask, &vector)?;
    state.results.push(vector);
    Ok(())
}

/// `, %mask`
fn parse_mask_use<'a>(p: &mut Parser<'a>) -> PResult<Option<WrittenUse<'a>>> {
    match p.eat_punct(b',') {
        true => p.use_().map(Some),
        false => Ok(None),
    }
}

/// The type of the mask of a transfer: `i1` for each element of memory the vector covers, in the order of memory.
pub(crate) fn mask_type(map: &AffineMap, vector: &Type) -> Option<Type> {
    let Type::Vector { shape, .. } = vector else {
        return None;
    };
    let lanes = map.results.iter().zip(shape).filter_map(|(result, dim)| match result {
        AffineExpr::Dim(n) => Some((*n, *dim)),
        _ => None,
    });
    let mut lanes: Vec<_> = lanes.collect();
    lanes.sort_by_key(|(n, _)| *n);
    let mut shape: Vec<_> = lanes.into_iter().map(|(_, dim)| dim).collect();
    if shape.is_empty() {
        shape.push(Dim::Static(1));
    }
    let elem = Box::new(Type::I1);
    Some(Type::Vector { shape, elem })
}

fn mask_operand<'a>(p: &mut Parser<'a>, state: &OpState, mask: Option<WrittenUse<'a>>, vector: &Type) -> PResult<()> {
    let Some(mask) = mask else { return Ok(()) };
    let map = p.module.op(state.op).attr("permutation_map").and_then(Attr::as_map);
    let Some(ty) = map.and_then(|map| mask_type(map, vector)) else {
        return Err(p.error("syntax", "a masked transfer moves a vector", state.name_span));
    };
    p.operand(state, mask, &ty)
}

/// Writes `, %mask` if there is one of the type that reading infers.
fn print_mask_use(printer: &mut MlirPrinter<'_>, op: OpId, mask: Option<ValueId>, vector: &Type) -> Option<()> {
    let Some(mask) = mask else { return Some(()) };
    let module = printer.module;
    let ty = mask_type(module.op(op).attr("permutation_map")?.as_map()?, vector)?;
    (*module.ty(mask) == ty).then_some(())?;
    printer.put(", ");
    printer.value(mask);
    Some(())
}

/// `%v, %A[%i] {..} : V, M`
fn parse_write(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let value = p.use_()?;
    p.expect_punct(b',')?;
    let memory = p.use_()?;
    p.expect_punct(b'[')?;
    let indices = p.uses()?;
    p.expect_punct(b']')?;
    let mask = parse_mask_use(p)?;
    p.attr_dict(state)?;
    let vector = p.colon_type()?;
    p.expect_punct(b',')?;
    let memory_type = p.ty()?;
    p.operand(state, value, &vector)?;
    p.operand(state, memory, &memory_type)?;
    p.index_operands(state, &indices)?;
    let sizes = segment_sizes(&[1, 1, indices.len(), usize::from(mask.is_some())]);
    p.module.op_mut(state.op).properties.set("operandSegmentSizes", sizes);
    complete(p, state, &memory_type, &vector)?;
    mask_operand(p, state, mask, &vector)?;
    if memory_type.is_tensor() {
        state.results.push(memory_type);
    }
    Ok(())
}

/// Properties that go without saying.
fn implied(printer: &MlirPrinter<'_>, op: OpId, memory: &Type, vector: &Type) -> Option<Vec<&'static str>> {
    let op = printer.module.op(op);
    let lanes = vector.shape()?.len();
    let mut names = Vec::new();
    if op.attr("permutation_map")?.as_map() == minor_identity(memory, vector).as_ref() {
        names.push("permutation_map");
    }
    if *op.attr("in_bounds")? == Attr::Array(vec![Attr::Bool(false); lanes]) {
        names.push("in_bounds");
    }
    Some(names)
}

fn print_read(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let mut values: Vec<_> = module.op(op).operand_values().collect();
    let [1, _, 1, masks @ 0..=1] = module.op(op).attr("operandSegmentSizes")?.as_i64s()?[..] else {
        return None;
    };
    let mask = if masks == 1 { values.pop() } else { None };
    let ([memory, indices @ .., padding], [result]) = (&values[..], &module.op(op).results[..]) else {
        return None;
    };
    let (memory_type, vector) = (module.ty(*memory), module.ty(*result));
    let names = implied(printer, op, memory_type, vector)?;
    printer.space();
    printer.value(*memory);
    printer.put("[");
    printer.values(indices);
    printer.put("], ");
    printer.value(*padding);
    print_mask_use(printer, op, mask, vector)?;
    printer.space();
    printer.custom_attrs(op, &names);
    printer.put(" : ");
    printer.types(&[memory_type, vector]);
    (module.ty(*padding) == memory_type.elem()).then_some(())
}

fn print_write(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let mut values: Vec<_> = module.op(op).operand_values().collect();
    let [1, 1, _, masks @ 0..=1] = module.op(op).attr("operandSegmentSizes")?.as_i64s()?[..] else {
        return None;
    };
    let mask = if masks == 1 { values.pop() } else { None };
    let [value, memory, indices @ ..] = &values[..] else {
        return None;
    };
    let (memory_type, vector) = (module.ty(*memory), module.ty(*value));
    let results: Vec<_> = module.op(op).results.iter().map(|result| module.ty(*result)).collect();
    let expected = if memory_type.is_tensor() {
        vec![memory_type]
    } else {
        Vec::new()
    };
    (results == expected).then_some(())?;
    let names = implied(printer, op, memory_type, vector)?;
    printer.space();
    printer.value(*value);
    printer.put(", ");
    printer.value(*memory);
    printer.put("[");
    printer.values(indices);
    printer.put("]");
    print_mask_use(printer, op, mask, vector)?;
    printer.space();
    printer.custom_attrs(op, &names);
    printer.put(" : ");
    printer.types(&[vector, memory_type]);
    Some(())
}

fn newline() -> Attr {
    Attr::Opaque("#vector.punctuation<newline>".into())
}

/// `%v : V`, with a line end after it.
fn parse_print(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let value = p.use_()?;
    let ty = p.colon_type()?;
    p.operand(state, value, &ty)?;
    p.attr_dict(state)
}

fn print_print(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let op_ref = printer.module.op(op);
    let [value] = op_ref.operand_values().collect::<Vec<_>>()[..] else {
        return None;
    };
    (*op_ref.attr("punctuation")? == newline() && op_ref.properties.0.len() == 1).then_some(())?;
    printer.space();
    printer.value(value);
    printer.put(" : ");
    printer.types_of(&[value]);
    printer.space();
    printer.custom_attrs(op, &["punctuation"]);
    Some(())
}

/// The elements of a vector with a known number of them.
fn elements_of(vector: &Type) -> Option<Vec<Type>> {
    let mut count = 1usize;
    for dim in vector.shape()? {
        let Dim::Static(extent) = dim else { return None };
        count = count.checked_mul(usize::try_from(*extent).ok()?)?;
    }
    (count <= 65536).then(|| vec![vector.elem().clone(); count])
}

/// `%v : V`, a result for each element.
fn parse_elements(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let value = p.use_()?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    let Some(results) = elements_of(&ty) else {
        return Err(p.error("syntax", "expected a vector of known size", state.name_span));
    };
    state.results = results;
    p.operand(state, value, &ty)
}

fn print_elements(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let [value] = module.op(op).operand_values().collect::<Vec<_>>()[..] else {
        return None;
    };
    let results = module.op(op).results.iter().map(|result| module.ty(*result));
    results.eq(&elements_of(module.ty(value))?).then_some(())?;
    printer.space();
    printer.value(value);
    printer.space();
    printer.custom_attrs(op, &[]);
    printer.put(" : ");
    printer.types_of(&[value]);
    Some(())
}

fn kind_add() -> Attr {
    Attr::Opaque("#vector.kind<add>".into())
}

fn three<'a>(p: &mut Parser<'a>) -> PResult<[WrittenUse<'a>; 3]> {
    let first = p.use_()?;
    p.expect_punct(b',')?;
    let second = p.use_()?;
    p.expect_punct(b',')?;
    Ok([first, second, p.use_()?])
}

/// `{indexing_maps = .., iterator_types = [..], kind = ..} %a, %b, %c : A, B into C`
fn parse_contract(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let Attr::Dict(attrs) = p.attr()? else {
        return Err(p.expected("a dictionary with `indexing_maps` and `iterator_types`"));
    };
    let words = |attr: Attr| match attr {
        Attr::Array(items) => Attr::Array(
            items
                .into_iter()
                .map(|item| match item.as_str() {
                    Some(word) => Attr::Opaque(format!("#vector.iterator_type<{word}>")),
                    None => item,
                })
                .collect(),
        ),
        other => other,
    };
    for (name, attr) in attrs.0 {
        let op = p.module.op_mut(state.op);
        match name.as_str() {
            "iterator_types" => op.properties.set(&name, words(attr)),
            "indexing_maps" | "kind" => op.properties.set(&name, attr),
            _ => op.attrs.set(&name, attr),
        }
    }
    if p.module.op(state.op).attr("kind").is_none() {
        p.module.op_mut(state.op).properties.set("kind", kind_add());
    }
    let uses = three(p)?;
    p.attr_dict(state)?;
    let first = p.colon_type()?;
    p.expect_punct(b',')?;
    let second = p.ty()?;
    // The type of the third is that of the result; MLIR does not look at what is written for it.
    while p.eat_punct(b',') {
        p.ty()?;
    }
    p.expect_word("into")?;
    let result = p.ty()?;
    p.operands(state, &uses, &[first, second, result.clone()])?;
    state.results.push(result);
    Ok(())
}

fn print_contract(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let op_ref = module.op(op);
    let values: Vec<_> = op_ref.operand_values().collect();
    let ([first, second, sum], [result]) = (&values[..], &op_ref.results[..]) else {
        return None;
    };
    (module.ty(*sum) == module.ty(*result)).then_some(())?;
    let mut head = Attrs::default();
    for name in ["indexing_maps", "iterator_types", "kind"] {
        head.set(name, op_ref.attr(name)?.clone());
    }
    let (_, Attr::Array(items)) = &mut head.0[1] else {
        return None;
    };
    for item in items {
        let Attr::Opaque(text) = item else { return None };
        let word = text.strip_prefix("#vector.iterator_type<")?.strip_suffix('>')?;
        *item = Attr::str(word);
    }
    printer.put(&format!(" {} ", Attr::Dict(head)));
    printer.values(&values);
    printer.space();
    printer.custom_attrs(op, &["indexing_maps", "iterator_types", "kind"]);
    printer.put(" : ");
    printer.types_of(&[*first, *second]);
    printer.put(" into ");
    printer.types_of(&[*result]);
    Some(())
}

/// `vector<M>` times `vector<N>` is `vector<MxN>`; times a scalar it keeps its type.
fn outer_type(first: &Type, second: &Type) -> Option<Type> {
    let Type::Vector { shape: rows, elem } = first else {
        return None;
    };
    let Type::Vector { shape: columns, .. } = second else {
        return Some(first.clone());
    };
    let shape = [&rows[..], &columns[..]].concat();
    let elem = elem.clone();
    Some(Type::Vector { shape, elem })
}

/// `%a, %b, %c {kind = ..} : A, B`
fn parse_outer(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let uses = p.uses()?;
    p.attr_dict(state)?;
    let first = p.colon_type()?;
    p.expect_punct(b',')?;
    let second = p.ty()?;
    let Some(result) = outer_type(&first, &second).filter(|_| matches!(uses.len(), 2..=3)) else {
        let message = "`vector.outerproduct` takes a vector, a vector or scalar, and perhaps a sum";
        return Err(p.error("operand-count", message, state.name_span));
    };
    p.operands(state, &uses, &[first, second, result.clone()])?;
    state.results.push(result);
    Ok(())
}

fn print_outer(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let values: Vec<_> = module.op(op).operand_values().collect();
    let ([first, second, sum @ ..], [result]) = (&values[..], &module.op(op).results[..]) else {
        return None;
    };
    let expected = outer_type(module.ty(*first), module.ty(*second))?;
    let fits = sum.len() < 2 && sum.iter().chain([result]).all(|value| *module.ty(*value) == expected);
    fits.then_some(())?;
    printer.space();
    printer.values(&values);
    printer.space();
    let kind = module.op(op).attr("kind")? == &kind_add();
    printer.custom_attrs(op, if kind { &["kind"] } else { &[] });
    printer.put(" : ");
    printer.types_of(&[*first, *second]);
    Some(())
}

/// The lanes that `mask` takes from vectors like `first`.
fn shuffle_type(first: &Type, mask: usize) -> Option<Type> {
    let Type::Vector { shape, elem } = first else {
        return None;
    };
    let mut result = vec![Dim::Static(mask as u64)];
    result.extend(shape.iter().skip(1));
    let elem = elem.clone();
    Some(Type::Vector { shape: result, elem })
}

/// `%a, %b [0, 5] : A, B`
fn parse_shuffle(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let first = p.use_()?;
    p.expect_punct(b',')?;
    let second = p.use_()?;
    p.expect_punct(b'[')?;
    let mut mask = Vec::new();
    p.list_until(b']', |p| {
        mask.push(p.small_int()?);
        Ok(())
    })?;
    p.attr_dict(state)?;
    let first_type = p.colon_type()?;
    p.expect_punct(b',')?;
    let second_type = p.ty()?;
    let Some(result) = shuffle_type(&first_type, mask.len()) else {
        return Err(p.error("syntax", "`vector.shuffle` takes two vectors", state.name_span));
    };
    let attr = super::format::i64_array(&mask);
    p.module.op_mut(state.op).properties.set("mask", attr);
    p.operands(state, &[first, second], &[first_type, second_type])?;
    state.results.push(result);
    Ok(())
}

fn print_shuffle(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let values: Vec<_> = module.op(op).operand_values().collect();
    let ([first, _], [result]) = (&values[..], &module.op(op).results[..]) else {
        return None;
    };
    let mask = module.op(op).attr("mask")?.as_i64s()?;
    (*module.ty(*result) == shuffle_type(module.ty(*first), mask.len())?).then_some(())?;
    printer.space();
    printer.values(&values);
    printer.put(" [");
    printer.index_list(&[], &mask)?;
    printer.put("] ");
    printer.custom_attrs(op, &["mask"]);
    printer.put(" : ");
    printer.types_of(&values);
    Some(())
}

/// `%mask, %passthru { op } : M -> R`
fn parse_mask(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let mask = p.use_()?;
    let other = parse_mask_use(p)?;
    p.region(state, &[])?;
    yield_last(p, state);
    p.attr_dict(state)?;
    let mask_type = p.colon_type()?;
    if p.eat(TokenKind::Arrow) {
        state.results = p.result_types()?;
    }
    p.operand(state, mask, &mask_type)?;
    match (other, state.results.first().cloned()) {
        (Some(other), Some(ty)) => p.operand(state, other, &ty),
        (Some(_), None) => Err(p.error("syntax", "a value for masked-off lanes needs a result", state.name_span)),
        (None, _) => Ok(()),
    }
}

/// The masked operation is the only one written; the region yields its results.
fn yield_last(p: &mut Parser<'_>, state: &OpState) {
    let region = p.module.op(state.op).regions[0];
    if p.module.region(region).blocks.is_empty() {
        p.module.add_block(region, &[]);
    }
    let Some(block) = p.module.region(region).blocks.last().copied() else {
        return;
    };
    let last = p.module.block(block).ops.last().copied();
    let results = match last {
        Some(last) if p.module.op(last).name == "vector.yield" => return,
        Some(last) => p.module.op(last).results.clone(),
        None => Vec::new(),
    };
    let spec = OpSpec::new("vector.yield").operands(&results).at(state.name_span);
    p.module.push_op(block, spec);
}

fn print_mask(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let op_ref = module.op(op);
    let values: Vec<_> = op_ref.operand_values().collect();
    let body = module.only_block(op, 0)?;
    let (yielded, inner) = module.block(body).ops.split_last()?;
    let results = match inner {
        [] => Vec::new(),
        [inner] => module.op(*inner).results.clone(),
        _ => return None,
    };
    let last = module.op(*yielded);
    let implied = last.name == "vector.yield" && last.attrs.is_empty() && last.operand_values().eq(results);
    implied.then_some(())?;
    printer.space();
    printer.values(&values);
    printer.put(" {");
    for inner in inner {
        printer.put(" ");
        printer.inner(*inner);
    }
    printer.put(" } ");
    printer.custom_attrs(op, &[]);
    printer.put(" : ");
    printer.types_of(values.get(..1)?);
    if let Some(other) = values.get(1) {
        (values.len() == 2 && module.ty(*other) == module.ty(*op_ref.results.first()?)).then_some(())?;
    }
    if !op_ref.results.is_empty() {
        printer.put(if op_ref.results.len() == 1 { " -> " } else { " -> (" });
        printer.types_of(&op_ref.results);
        printer.put(if op_ref.results.len() == 1 { "" } else { ")" });
    }
    Some(())
}
