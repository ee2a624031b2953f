//! `linalg`: structured operations. The payload and maps of named ones are built as MLIR builds
//! them, so that in memory a named operation looks like `linalg.generic`.

use super::format::{i64_array, segment_sizes};
use super::{Form, custom, op};
use crate::parse::lexer::Kind;
use crate::parse::{OpState, PResult, Parser, Use};
use crate::print::Printer;
use crate::{AffineExpr, AffineMap, Attr, Module, OpId, OpSpec, Type, ValueId};

pub(super) fn forms() -> Vec<Form> {
    let mut forms = vec![
        op(
            "linalg.pack",
            "$a {padding_value($p* : type(p*)) }{outer_dims_perm = i64s(outer_dims_perm) }\
             inner_dims_pos = i64s(inner_dims_pos) inner_tiles = idx(t*, static_inner_tiles) into $b attr-dict \
             : type(a) -> type(b)",
            "a,b,p*,t* r=b",
        )
        .segments(),
        op(
            "linalg.unpack",
            "$a {outer_dims_perm = i64s(outer_dims_perm) }\
             inner_dims_pos = i64s(inner_dims_pos) inner_tiles = idx(t*, static_inner_tiles) into $b attr-dict \
             : type(a) -> type(b)",
            "a,b,t* r=b",
        ),
        custom("linalg.generic", parse_generic, print_generic).inherent(&[
            "indexing_maps",
            "iterator_types",
            "doc",
            "library_call",
        ]),
        op("linalg.yield", "attr-dict {$a* : type(a*)}", "").terminator(),
        op("linalg.index", "int64(dim) attr-dict : type(r)", "").inherent(&["dim"]),
    ];
    for name in
        UNARY
            .iter()
            .map(|(name, _)| *name)
            .chain(["linalg.fill", "linalg.copy", "linalg.reciprocal", "linalg.square"])
    {
        forms.push(custom(name, |p, state| parse_named(p, state, 1), print_named));
    }
    for (name, ..) in BINARY {
        forms.push(custom(name, |p, state| parse_named(p, state, 2), print_named));
    }
    forms.push(custom(
        "linalg.select",
        |p, state| parse_named(p, state, 3),
        print_named,
    ));
    for (name, _, property) in CONTRACTIONS {
        let form = match property {
            true => custom(name, parse_contraction, print_contraction),
            false => custom(name, parse_memoized, print_memoized),
        };
        forms.push(form.inherent(&["cast", "indexing_maps"]));
    }
    forms.push(custom("linalg.transpose", parse_transpose, print_transpose).inherent(&["permutation"]));
    forms.push(custom("linalg.broadcast", parse_broadcast, print_broadcast).inherent(&["dimensions"]));
    forms.push(custom("linalg.reduce", parse_reduce, print_reduce).inherent(&["dimensions"]));
    forms.push(custom("linalg.map", parse_map, print_map));
    forms
}

/// Elementwise operations of one input, and what their payload applies to it.
const UNARY: [(&str, &str); 13] = [
    ("linalg.exp", "math.exp"),
    ("linalg.log", "math.log"),
    ("linalg.abs", "math.absf"),
    ("linalg.ceil", "math.ceil"),
    ("linalg.floor", "math.floor"),
    ("linalg.negf", "arith.negf"),
    ("linalg.round", "math.round"),
    ("linalg.sqrt", "math.sqrt"),
    ("linalg.rsqrt", "math.rsqrt"),
    ("linalg.tanh", "math.tanh"),
    ("linalg.erf", "math.erf"),
    ("linalg.sin", "math.sin"),
    ("linalg.cos", "math.cos"),
];

/// Elementwise operations of two inputs: for floats, for integers, for `i1`.
const BINARY: [(&str, &str, &str, &str); 8] = [
    ("linalg.add", "arith.addf", "arith.addi", "arith.ori"),
    ("linalg.sub", "arith.subf", "arith.subi", "arith.subi"),
    ("linalg.mul", "arith.mulf", "arith.muli", "arith.andi"),
    ("linalg.div", "arith.divf", "arith.divsi", "arith.divsi"),
    ("linalg.div_unsigned", "arith.divf", "arith.divui", "arith.divui"),
    ("linalg.max", "arith.maximumf", "arith.maxsi", "arith.maxsi"),
    ("linalg.min", "arith.minimumf", "arith.minsi", "arith.minsi"),
    ("linalg.powf", "math.powf", "math.powf", "math.powf"),
];

/// Sums of products: loops of the two factors and the sum, and whether the maps are a property or
/// the attribute `linalg.memoized_indexing_maps`.
const CONTRACTIONS: [(&str, &str, bool); 9] = [
    ("linalg.matmul", "02 21 01", true),
    ("linalg.batch_matmul", "013 032 012", true),
    ("linalg.batch_reduce_matmul", "013 032 12", true),
    ("linalg.contract", "", true),
    ("linalg.matvec", "01 1 0", false),
    ("linalg.vecmat", "1 10 0", false),
    ("linalg.dot", "0 0 ", false),
    ("linalg.batch_matvec", "012 02 01", false),
    ("linalg.batch_vecmat", "02 021 01", false),
];

const MEMOIZED: &str = "linalg.memoized_indexing_maps";

/// Maps of a contraction; `None` for `linalg.contract`, whose text gives them.
fn contraction_maps(name: &str) -> Option<Attr> {
    let (_, loops, _) = CONTRACTIONS.iter().find(|(known, ..)| *known == name)?;
    let dims = 1 + loops
        .bytes()
        .filter(u8::is_ascii_digit)
        .map(|b| usize::from(b - b'0'))
        .max()?;
    let dim = |b: u8| AffineExpr::dim(usize::from(b - b'0'));
    let maps = loops
        .split(' ')
        .map(|list| AffineMap::new(dims, 0, list.bytes().map(dim).collect()));
    Some(Attr::Array(maps.map(Attr::AffineMap).collect()))
}

/// Names and types of `ins(..)` and `outs(..)`.
#[derive(Default)]
struct Operands<'a> {
    ins: Vec<Use<'a>>,
    outs: Vec<Use<'a>>,
    in_types: Vec<Type>,
    out_types: Vec<Type>,
}

fn parse_group<'a>(p: &mut Parser<'a>, word: &str) -> PResult<(Vec<Use<'a>>, Vec<Type>)> {
    if !p.eat_word(word) {
        return Ok((Vec::new(), Vec::new()));
    }
    p.expect_punct(b'(')?;
    let uses = p.uses()?;
    let mut types = Vec::new();
    let start = p.token().span();
    if p.eat_punct(b':') {
        types = p.types()?;
    }
    p.expect_punct(b')')?;
    if uses.len() != types.len() {
        let message = format!("`{word}` has {} operands, but {} types", uses.len(), types.len());
        return Err(p.error("operand-count", message, start));
    }
    Ok((uses, types))
}

fn parse_operands<'a>(p: &mut Parser<'a>, state: &OpState) -> PResult<Operands<'a>> {
    let (ins, in_types) = parse_group(p, "ins")?;
    if !p.is_word("outs") {
        return Err(p.expected("`outs`"));
    }
    let (outs, out_types) = parse_group(p, "outs")?;
    p.operands(state, &ins, &in_types)?;
    p.operands(state, &outs, &out_types)?;
    let sizes = segment_sizes(&[ins.len(), outs.len()]);
    p.module.op_mut(state.op).properties.set("operandSegmentSizes", sizes);
    Ok(Operands {
        ins,
        outs,
        in_types,
        out_types,
    })
}

fn parse_results(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    if p.eat(Kind::Arrow) {
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
        Kind::Hash => p.attr()?,
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
    for name in ["indexing_maps", "iterator_types"] {
        if p.module.op(state.op).properties.get(name).is_none() {
            return Err(p.error("syntax", format!("`linalg.generic` needs `{name}`"), state.name_span));
        }
    }
    parse_operands(p, state)?;
    if p.eat_word("attrs") {
        p.expect_punct(b'=')?;
        p.attr_dict(state)?;
    }
    p.region(state, &[])?;
    parse_results(p, state)
}

fn print_group(printer: &mut Printer<'_>, word: &str, values: &[ValueId]) {
    if values.is_empty() {
        return;
    }
    printer.put(&format!(" {word}("));
    printer.values(values);
    printer.put(" : ");
    printer.types_of(values);
    printer.put(")");
}

fn split(printer: &Printer<'_>, op: OpId) -> Option<(Vec<ValueId>, Vec<ValueId>)> {
    let op = printer.module.op(op);
    let sizes = op.attr("operandSegmentSizes")?.as_i64s()?;
    let [ins, outs] = sizes[..] else { return None };
    let values: Vec<_> = op.operand_values().collect();
    let ins = usize::try_from(ins).ok()?;
    let outs = usize::try_from(outs).ok()?;
    (outs > 0 && ins.checked_add(outs)? == values.len()).then(|| (values[..ins].to_vec(), values[ins..].to_vec()))
}

fn print_results(printer: &mut Printer<'_>, op: OpId) {
    let results = &printer.module.op(op).results;
    if results.is_empty() {
        return;
    }
    printer.put(if results.len() == 1 { " -> " } else { " -> (" });
    printer.types_of(results);
    printer.put(if results.len() == 1 { "" } else { ")" });
}

fn print_generic(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
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

// ---- named operations ----

/// Writes the payload of a named operation.
struct Payload<'p> {
    module: &'p mut Module,
    block: crate::BlockId,
    span: crate::Span,
    unsigned: bool,
}

impl<'p> Payload<'p> {
    /// The region with one argument per operand.
    fn new(module: &'p mut Module, op: OpId, types: &[Type]) -> (Payload<'p>, Vec<ValueId>) {
        let span = module.op(op).name_span;
        let region = module.add_region(op);
        let types: Vec<_> = types.iter().map(|ty| (ty.elem().clone(), None)).collect();
        let block = module.add_block(region, &types);
        let args = module.block(block).args.clone();
        let cast = module.op(op).attr("cast");
        let unsigned = matches!(cast, Some(Attr::Opaque(text)) if text.contains("cast_unsigned"));
        let payload = Payload {
            module,
            block,
            span,
            unsigned,
        };
        (payload, args)
    }

    fn push(&mut self, spec: OpSpec) -> ValueId {
        let op = self.module.push_op(self.block, spec.at(self.span));
        self.module.op(op).results[0]
    }

    fn ty(&self, value: ValueId) -> Type {
        self.module.ty(value).clone()
    }

    /// `float`, `int` or `bit` on two values of one type.
    fn binary(&mut self, float: &str, int: &str, bit: &str, x: ValueId, y: ValueId) -> ValueId {
        let ty = self.ty(x);
        let name = match ty {
            _ if ty == Type::I1 => bit,
            Type::Integer { .. } | Type::Index => int,
            _ => float,
        };
        self.apply(name, &[x, y], ty)
    }

    /// An operation with the properties MLIR gives it.
    fn apply(&mut self, name: &str, values: &[ValueId], ty: Type) -> ValueId {
        let mut spec = OpSpec::new(name).operands(values).result(ty);
        for (property, attr) in super::defaults(name) {
            spec = spec.property(property, attr.clone());
        }
        self.push(spec)
    }

    /// `value` as a `ty`, extended or cut as linalg does.
    fn cast(&mut self, value: ValueId, ty: &Type) -> ValueId {
        let from = self.ty(value);
        if from == *ty {
            return value;
        }
        let bits = |ty: &Type| match ty {
            Type::Integer { width, .. } => *width,
            Type::Float(kind) => kind.bits(),
            _ => 64,
        };
        let wider = bits(ty) > bits(&from);
        let mut flags = None;
        let name = match (from.is_float(), ty.is_float(), self.unsigned) {
            (true, true, _) if wider => "arith.extf",
            (true, true, _) => "arith.truncf",
            (false, true, false) => "arith.sitofp",
            (false, true, true) => "arith.uitofp",
            (true, false, false) => "arith.fptosi",
            (true, false, true) => "arith.fptoui",
            (false, false, false) if wider => "arith.extsi",
            (false, false, true) if wider => "arith.extui",
            (false, false, _) => {
                flags = Some(Attr::Opaque("#arith.overflow<none>".into()));
                "arith.trunci"
            }
        };
        let mut spec = OpSpec::new(name).operands(&[value]).result(ty.clone());
        if let Some(flags) = flags {
            spec = spec.property("overflowFlags", flags);
        }
        self.push(spec)
    }

    fn finish(self, value: ValueId) {
        let spec = OpSpec::new("linalg.yield").operands(&[value]).at(self.span);
        self.module.push_op(self.block, spec);
    }
}

fn exactly(p: &mut Parser<'_>, state: &OpState, operands: &Operands<'_>, ins: usize) -> PResult<()> {
    if operands.ins.len() == ins && operands.outs.len() == 1 {
        return Ok(());
    }
    let name = p.module.op(state.op).name.clone();
    let message = format!("`{name}` takes {ins} `ins` and one `outs`");
    Err(p.error("operand-count", message, state.name_span))
}

/// Writes the payload of the named operation `op` over elements of `types`.
fn build_payload(module: &mut Module, op: OpId, types: &[Type]) {
    let name = module.op(op).name.clone();
    let (mut payload, args) = Payload::new(module, op, types);
    let Some(output) = args.last().copied() else { return };
    let ty = payload.ty(output);
    let known = CONTRACTIONS.iter().any(|(contraction, ..)| *contraction == name);
    let unary = UNARY.iter().find(|(unary, _)| *unary == name);
    let binary = BINARY.iter().find(|(binary, ..)| *binary == name);
    let value = match (name.as_str(), &args[..]) {
        (_, [x, y, sum]) if known => {
            let x = payload.cast(*x, &ty);
            let y = payload.cast(*y, &ty);
            let product = payload.binary("arith.mulf", "arith.muli", "arith.andi", x, y);
            payload.binary("arith.addf", "arith.addi", "arith.ori", *sum, product)
        }
        ("linalg.square", [x, _]) => payload.binary("arith.mulf", "arith.muli", "arith.andi", *x, *x),
        ("linalg.reciprocal", [x, _]) => {
            let one = crate::parse::one(&ty);
            let one = payload.push(OpSpec::new("arith.constant").property("value", one).result(ty));
            payload.binary("arith.divf", "arith.divsi", "arith.divsi", one, *x)
        }
        ("linalg.select", [c, x, y, _]) => payload.push(OpSpec::new("arith.select").operands(&[*c, *x, *y]).result(ty)),
        (_, [x, y, _]) => match binary {
            Some((_, float, int, bit)) => payload.binary(float, int, bit, *x, *y),
            None => return,
        },
        (_, [x, _]) => match unary {
            Some((_, function)) => payload.apply(function, &[*x], ty),
            None => payload.cast(*x, &ty),
        },
        _ => return,
    };
    payload.finish(value);
}

/// Whether the payload of a named operation is the one its name stands for.
fn has_own_payload(module: &Module, op: OpId) -> bool {
    let original = module.op(op);
    let mut scratch = Module::new();
    let spec = OpSpec {
        properties: original.properties.clone(),
        attrs: original.attrs.clone(),
        ..OpSpec::new(&original.name)
    };
    let body = scratch.body();
    let copy = scratch.push_op(body, spec);
    let types: Vec<Type> = original
        .operand_values()
        .map(|value| module.ty(value).clone())
        .collect();
    build_payload(&mut scratch, copy, &types);
    match (&original.regions[..], &scratch.op(copy).regions[..]) {
        ([found], [wanted]) => crate::same::same_region(module, *found, &scratch, *wanted),
        _ => false,
    }
}

fn named_tail(p: &mut Parser<'_>, state: &mut OpState, ins: usize) -> PResult<()> {
    let operands = parse_operands(p, state)?;
    exactly(p, state, &operands, ins)?;
    parse_results(p, state)?;
    let types = [operands.in_types, operands.out_types].concat();
    build_payload(&mut p.module, state.op, &types);
    Ok(())
}

fn parse_named(p: &mut Parser<'_>, state: &mut OpState, ins: usize) -> PResult<()> {
    p.attr_dict(state)?;
    named_tail(p, state, ins)
}

fn parse_contraction(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let mut maps = contraction_maps(&p.module.op(state.op).name);
    if p.eat_word("indexing_maps") {
        p.expect_punct(b'=')?;
        maps = Some(p.attr()?);
    }
    let Some(maps) = maps else {
        return Err(p.expected("`indexing_maps`"));
    };
    p.module.op_mut(state.op).properties.set("indexing_maps", maps);
    parse_named(p, state, 2)
}

fn parse_memoized(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    if let Some(maps) = contraction_maps(&p.module.op(state.op).name) {
        p.module.op_mut(state.op).attrs.set(MEMOIZED, maps);
    }
    parse_named(p, state, 2)
}

fn print_tail(printer: &mut Printer<'_>, op: OpId, written: &[&str]) -> Option<()> {
    let (ins, outs) = split(printer, op)?;
    has_own_payload(printer.module, op).then_some(())?;
    printer.space();
    printer.custom_attrs(op, written);
    print_group(printer, "ins", &ins);
    print_group(printer, "outs", &outs);
    print_results(printer, op);
    Some(())
}

fn print_named(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    print_tail(printer, op, &[])
}

fn print_contraction(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let maps = printer.module.op(op).attr("indexing_maps")?;
    if Some(maps) != contraction_maps(&printer.module.op(op).name).as_ref() {
        printer.put(&format!(" indexing_maps = {maps}"));
    }
    print_tail(printer, op, &["indexing_maps"])
}

fn print_memoized(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let op_ref = printer.module.op(op);
    (op_ref.attr(MEMOIZED) == contraction_maps(&op_ref.name).as_ref()).then_some(())?;
    print_tail(printer, op, &[MEMOIZED])
}

// ---- operations without operandSegmentSizes ----

/// `ins(..) outs(..)`, with a result for each output that is a tensor.
fn parse_plain<'a>(p: &mut Parser<'a>, state: &mut OpState) -> PResult<Operands<'a>> {
    let operands = parse_operands(p, state)?;
    p.module.op_mut(state.op).properties.remove("operandSegmentSizes");
    state.results = operands.out_types.iter().filter(|ty| ty.is_tensor()).cloned().collect();
    Ok(operands)
}

/// `name = [1, 0]`
fn parse_numbers(p: &mut Parser<'_>, state: &OpState, name: &str) -> PResult<()> {
    p.expect_word(name)?;
    p.expect_punct(b'=')?;
    p.expect_punct(b'[')?;
    let mut numbers = Vec::new();
    p.list_until(b']', |p| {
        numbers.push(p.small_int()?);
        Ok(())
    })?;
    p.module.op_mut(state.op).properties.set(name, i64_array(&numbers));
    Ok(())
}

fn parse_rearrange(p: &mut Parser<'_>, state: &mut OpState, name: &str) -> PResult<()> {
    let operands = parse_plain(p, state)?;
    exactly(p, state, &operands, 1)?;
    parse_numbers(p, state, name)?;
    p.attr_dict(state)?;
    let types = [operands.in_types, operands.out_types].concat();
    build_payload(&mut p.module, state.op, &types);
    Ok(())
}

fn parse_transpose(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    parse_rearrange(p, state, "permutation")
}

fn parse_broadcast(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    parse_rearrange(p, state, "dimensions")
}

/// Inputs, then outputs, if the results are those that reading infers.
fn plain(printer: &Printer<'_>, op: OpId, outs: usize) -> Option<(Vec<ValueId>, Vec<ValueId>)> {
    let module = printer.module;
    let mut ins: Vec<_> = module.op(op).operand_values().collect();
    let outs = ins.split_off(ins.len().checked_sub(outs)?);
    let expected = outs.iter().map(|value| module.ty(*value)).filter(|ty| ty.is_tensor());
    expected
        .eq(module.op(op).results.iter().map(|value| module.ty(*value)))
        .then_some((ins, outs))
}

fn print_numbers(printer: &mut Printer<'_>, op: OpId, name: &str) -> Option<()> {
    let numbers = printer.module.op(op).attr(name)?.as_i64s()?;
    let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
    printer.put(&format!(" {name} = [{}]", numbers.join(", ")));
    Some(())
}

fn print_rearrange(printer: &mut Printer<'_>, op: OpId, name: &str) -> Option<()> {
    has_own_payload(printer.module, op).then_some(())?;
    let (ins, outs) = plain(printer, op, 1)?;
    (ins.len() == 1).then_some(())?;
    print_group(printer, "ins", &ins);
    print_group(printer, "outs", &outs);
    print_numbers(printer, op, name)?;
    printer.space();
    printer.custom_attrs(op, &[name]);
    Some(())
}

fn print_transpose(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    print_rearrange(printer, op, "permutation")
}

fn print_broadcast(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    print_rearrange(printer, op, "dimensions")
}

/// `{ arith.addf }` -> `arith.addf`
fn parse_short<'a>(p: &mut Parser<'a>) -> PResult<Option<&'a str>> {
    if !p.eat_punct(b'{') {
        return Ok(None);
    }
    let name = p.spelling();
    if !p.is(Kind::Bare) {
        return Err(p.expected("the name of an operation"));
    }
    p.advance();
    p.expect_punct(b'}')?;
    Ok(Some(name))
}

/// The payload that applies `name` to the elements; a reduction has the accumulator first.
fn short_payload(
    p: &mut Parser<'_>,
    state: &OpState,
    operands: &Operands<'_>,
    name: &str,
    reduces: bool,
) -> PResult<()> {
    if operands.outs.len() != 1 || (reduces && operands.ins.len() != 1) {
        return Err(p.error("operand-count", "the short form has one output", state.name_span));
    }
    let types: Vec<Type> = operands.in_types.iter().chain(&operands.out_types).cloned().collect();
    let (mut payload, args) = Payload::new(&mut p.module, state.op, &types);
    let count = args.len();
    let values = if reduces {
        vec![args[1], args[0]]
    } else {
        args[..count - 1].to_vec()
    };
    let ty = payload.ty(args[count - 1]);
    let value = payload.apply(name, &values, ty);
    payload.finish(value);
    Ok(())
}

/// `(%in: f32, %out: f32) {..}`
fn parse_body(p: &mut Parser<'_>, state: &OpState) -> PResult<()> {
    let mut args = Vec::new();
    p.expect_punct(b'(')?;
    p.list_until(b')', |p| {
        let name = p.use_()?;
        args.push((name, p.colon_type()?));
        Ok(())
    })?;
    p.region(state, &args)
}

fn parse_reduce(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let short = parse_short(p)?;
    let operands = parse_plain(p, state)?;
    parse_numbers(p, state, "dimensions")?;
    p.attr_dict(state)?;
    match short {
        Some(name) => short_payload(p, state, &operands, name, true),
        None => parse_body(p, state),
    }
}

fn parse_map(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let short = parse_short(p)?;
    let operands = parse_plain(p, state)?;
    p.attr_dict(state)?;
    match short {
        Some(name) => short_payload(p, state, &operands, name, false),
        None => parse_body(p, state),
    }
}

fn print_body(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let body = printer.module.only_block(op, 0)?;
    printer.put(" (");
    printer.arguments(&printer.module.block(body).args);
    printer.put(") ");
    printer.region(printer.module.op(op).regions[0], false, &[]);
    Some(())
}

fn print_reduce(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let count = printer.module.op(op).operands.len();
    count.is_multiple_of(2).then_some(())?;
    let (ins, outs) = plain(printer, op, count / 2)?;
    print_group(printer, "ins", &ins);
    print_group(printer, "outs", &outs);
    print_numbers(printer, op, "dimensions")?;
    printer.space();
    printer.custom_attrs(op, &["dimensions"]);
    print_body(printer, op)
}

fn print_map(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let (ins, outs) = plain(printer, op, 1)?;
    print_group(printer, "ins", &ins);
    print_group(printer, "outs", &outs);
    printer.space();
    printer.custom_attrs(op, &[]);
    print_body(printer, op)
}
