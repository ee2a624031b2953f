//! `linalg`: structured operations. The payload and maps of named ones are built as MLIR builds
//! them, so that in memory a named operation looks like `linalg.generic`.

use super::format::segment_sizes;
use super::{Form, custom, op};
use crate::parse::lexer::Kind;
use crate::parse::{OpState, PResult, Parser, Use};
use crate::print::Printer;
use crate::{AffineExpr, AffineMap, Attr, Module, OpId, OpSpec, Type, ValueId};

pub(super) fn forms() -> Vec<Form> {
    vec![
        custom("linalg.generic", parse_generic, print_generic).inherent(&[
            "indexing_maps",
            "iterator_types",
            "doc",
            "library_call",
        ]),
        op("linalg.yield", "attr-dict {$a* : type(a*)}", "").terminator(),
        op("linalg.index", "int64(dim) attr-dict : type(r)", "").inherent(&["dim"]),
        custom("linalg.fill", parse_unary, print_named),
        custom("linalg.copy", parse_unary, print_named),
        custom("linalg.matmul", parse_matmul, print_matmul).inherent(&["cast", "indexing_maps"]),
    ]
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

    /// `name` for floats, `int` for integers, on two values of one type.
    fn binary(&mut self, float: &str, int: &str, x: ValueId, y: ValueId) -> ValueId {
        let ty = self.ty(x);
        let is_int = ty.is_integer() || ty == Type::Index;
        let mut spec = OpSpec::new(if is_int { int } else { float })
            .operands(&[x, y])
            .result(ty);
        if !is_int {
            spec = spec.property("fastmath", Attr::Opaque("#arith.fastmath<none>".into()));
        } else if matches!(int, "arith.addi" | "arith.subi" | "arith.muli") {
            spec = spec.property("overflowFlags", Attr::Opaque("#arith.overflow<none>".into()));
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
    let value = match (name.as_str(), &args[..]) {
        ("linalg.matmul", [x, y, sum]) => {
            let x = payload.cast(*x, &ty);
            let y = payload.cast(*y, &ty);
            let product = payload.binary("arith.mulf", "arith.muli", x, y);
            payload.binary("arith.addf", "arith.addi", *sum, product)
        }
        (_, [x, ..]) => payload.cast(*x, &ty),
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

fn parse_unary(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    p.attr_dict(state)?;
    named_tail(p, state, 1)
}

/// `(d0, d1, d2) -> (d0, d2)`, `(d2, d1)`, `(d0, d1)`
fn matmul_maps() -> Vec<AffineMap> {
    let map = |x, y| AffineMap::new(3, 0, vec![AffineExpr::dim(x), AffineExpr::dim(y)]);
    vec![map(0, 2), map(2, 1), map(0, 1)]
}

fn maps_attr(maps: Vec<AffineMap>) -> Attr {
    Attr::Array(maps.into_iter().map(Attr::AffineMap).collect())
}

fn parse_matmul(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let mut maps = maps_attr(matmul_maps());
    if p.eat_word("indexing_maps") {
        p.expect_punct(b'=')?;
        maps = p.attr()?;
    }
    p.module.op_mut(state.op).properties.set("indexing_maps", maps);
    p.attr_dict(state)?;
    named_tail(p, state, 2)
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

fn print_matmul(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let maps = printer.module.op(op).attr("indexing_maps")?;
    if *maps != maps_attr(matmul_maps()) {
        printer.put(&format!(" indexing_maps = {maps}"));
    }
    print_tail(printer, op, &["indexing_maps"])
}
