//! Named operations: text, payload and maps from the definitions in `named.opdsl`.

use super::opdsl::{CastMode, Expr, Named, definition};
use super::*;

/// Where operations without a property for their maps keep them, as MLIR does.
pub(super) const MEMOIZED: &str = "linalg.memoized_indexing_maps";

/// What a function of the definitions is for floats, for integers, for `i1`, for complex numbers.
const FUNCTIONS: [(&str, [&str; 4]); 23] = [
    ("add", ["arith.addf", "arith.addi", "arith.ori", "complex.add"]),
    ("sub", ["arith.subf", "arith.subi", "", "complex.sub"]),
    ("mul", ["arith.mulf", "arith.muli", "arith.andi", "complex.mul"]),
    ("div", ["arith.divf", "arith.divsi", "", "complex.div"]),
    ("div_unsigned", ["", "arith.divui", "", ""]),
    ("max_signed", ["arith.maximumf", "arith.maxsi", "arith.maxsi", ""]),
    ("min_signed", ["arith.minimumf", "arith.minsi", "arith.minsi", ""]),
    ("max_unsigned", ["", "arith.maxui", "arith.maxui", ""]),
    ("min_unsigned", ["", "arith.minui", "arith.minui", ""]),
    ("powf", ["math.powf", "", "", ""]),
    ("select", ["arith.select"; 4]),
    ("exp", ["math.exp", "", "", ""]),
    ("log", ["math.log", "", "", ""]),
    ("abs", ["math.absf", "", "", ""]),
    ("ceil", ["math.ceil", "", "", ""]),
    ("floor", ["math.floor", "", "", ""]),
    ("negf", ["arith.negf", "", "", ""]),
    ("round", ["math.round", "", "", ""]),
    ("sqrt", ["math.sqrt", "", "", ""]),
    ("rsqrt", ["math.rsqrt", "", "", ""]),
    ("tanh", ["math.tanh", "", "", ""]),
    ("erf", ["math.erf", "", "", ""]),
    ("reciprocal", ["arith.divf", "", "", ""]),
];

/// The maps of `op` after its definition, with its strides and dilations filled in.
pub(crate) fn defined_maps(module: &Module, op: OpId) -> Option<Vec<AffineMap>> {
    let op = module.op(op);
    let named = definition(&op.name)?;
    let numbers = |name: &str, count: usize| -> Option<Vec<AffineExpr>> {
        let Some(attr) = op.attr(name) else {
            return Some(vec![AffineExpr::Const(1); count]);
        };
        let Attr::Dense { ty, .. } = attr else { return None };
        // Others are not expanded: a single number may stand for very many.
        (ty.shape()? == [Dim::Static(count as u64)]).then_some(())?;
        let items = crate::dense_items(attr)?;
        let numbers: Option<Vec<_>> = items.iter().map(|item| item.as_i64().map(AffineExpr::Const)).collect();
        numbers.filter(|numbers| numbers.len() == count)
    };
    let mut symbols = numbers("strides", named.strides)?;
    symbols.extend(numbers("dilations", named.dilations)?);
    let with_numbers = |map: &AffineMap| {
        let dims: Vec<_> = (0..map.dims).map(AffineExpr::dim).collect();
        let results = map.results.iter().map(|result| result.substitute(&dims, &symbols));
        AffineMap::new(map.dims, 0, results.collect())
    };
    Some(named.maps.as_ref()?.iter().map(with_numbers).collect())
}

pub(super) fn maps_attr(maps: Vec<AffineMap>) -> Attr {
    Attr::Array(maps.into_iter().map(Attr::AffineMap).collect())
}

/// Writes the payload of a named operation.
pub(super) struct Payload<'p> {
    module: &'p mut Module,
    block: crate::BlockId,
    span: crate::Span,
    unsigned: bool,
}

impl<'p> Payload<'p> {
    /// The region with one argument per operand.
    pub(super) fn new(module: &'p mut Module, op: OpId, types: &[Type]) -> (Payload<'p>, Vec<ValueId>) {
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

    pub(super) fn push(&mut self, spec: OpSpec) -> ValueId {
        let op = self.module.push_op(self.block, spec.at(self.span));
        self.module.op(op).results[0]
    }

    pub(super) fn ty(&self, value: ValueId) -> Type {
        self.module.ty(value).clone()
    }

    /// An operation with the properties MLIR gives it.
    pub(super) fn apply(&mut self, name: &str, values: &[ValueId], ty: Type) -> ValueId {
        let mut spec = OpSpec::new(name).operands(values).result(ty);
        for (property, attr) in crate::dialect::defaults(name) {
            spec = spec.property(property, attr.clone());
        }
        self.push(spec)
    }

    /// `value` as a `ty`, extended or cut as linalg does.
    pub(super) fn cast(&mut self, value: ValueId, ty: &Type, unsigned: bool) -> ValueId {
        let from = self.ty(value);
        let bits = |ty: &Type| match ty {
            Type::Integer { width, .. } => Some(*width),
            Type::Float(kind) => Some(kind.bits()),
            _ => None,
        };
        let (from_bits, to_bits) = (bits(&from), bits(ty));
        let (wider, narrower) = (to_bits > from_bits, to_bits < from_bits);
        let name = match (from.is_float(), ty.is_float()) {
            _ if from == *ty => return value,
            (true, true) if wider => "arith.extf",
            (true, true) if narrower => "arith.truncf",
            (false, false) if from == Type::Index && ty.is_integer() => "arith.index_cast",
            _ if from_bits.is_none() || to_bits.is_none() => return value,
            (false, true) if unsigned => "arith.uitofp",
            (false, true) => "arith.sitofp",
            (true, false) if unsigned => "arith.fptoui",
            (true, false) => "arith.fptosi",
            (false, false) if wider && unsigned => "arith.extui",
            (false, false) if wider => "arith.extsi",
            (false, false) if narrower => "arith.trunci",
            _ => return value,
        };
        self.apply(name, &[value], ty.clone())
    }

    /// The value of `expr` over the elements `args`; `None` if there is no such operation on their types.
    pub(super) fn expr(&mut self, expr: &Expr, args: &[ValueId]) -> Option<ValueId> {
        let constant = |p: &mut Self, value: Attr, ty: Type| {
            p.push(OpSpec::new("arith.constant").property("value", value).result(ty))
        };
        match expr {
            Expr::Operand(n) => args.get(*n).copied(),
            Expr::Int(value) => Some(constant(self, Attr::i64(*value), Type::I64)),
            Expr::Float(value) => {
                let (bits, ty) = (value.to_bits(), Type::F64);
                Some(constant(self, Attr::Float { bits, ty }, Type::F64))
            }
            Expr::Index(n) => {
                let dim = Attr::i64(*n as i64);
                Some(self.push(OpSpec::new("linalg.index").property("dim", dim).result(Type::Index)))
            }
            Expr::Cast { mode, to, inner } => {
                let value = self.expr(inner, args)?;
                let ty = match to {
                    Some(ty) => ty.clone(),
                    None => self.ty(*args.last()?),
                };
                let unsigned = match mode {
                    CastMode::Signed => false,
                    CastMode::Unsigned => true,
                    CastMode::Property => self.unsigned,
                };
                Some(self.cast(value, &ty, unsigned))
            }
            Expr::Apply(function, inner) => {
                let values: Option<Vec<_>> = inner.iter().map(|inner| self.expr(inner, args)).collect();
                self.function(function, values?)
            }
        }
    }

    fn function(&mut self, function: &str, mut values: Vec<ValueId>) -> Option<ValueId> {
        let ty = self.ty(*values.last()?);
        if function == "square" {
            values.push(values[0]);
            return self.function("mul", values);
        }
        let (_, names) = FUNCTIONS.iter().find(|(known, _)| *known == function)?;
        let name = match &ty {
            Type::Float(_) => names[0],
            _ if ty == Type::I1 => names[2],
            Type::Integer { .. } | Type::Index => names[1],
            Type::Complex(_) => names[3],
            _ => "",
        };
        if name.is_empty() {
            return None;
        }
        if function == "reciprocal" {
            let one = OpSpec::new("arith.constant").property("value", crate::parse::one(&ty));
            values.insert(0, self.push(one.result(ty.clone())));
        }
        Some(self.apply(name, &values, ty))
    }

    /// Attributes written with the operation that gives `value`.
    pub(super) fn set_attrs(&mut self, value: ValueId, attrs: crate::Attrs) {
        let Some(op) = self.module.defining_op(value) else {
            return;
        };
        let op = self.module.op_mut(op);
        let inherent = crate::dialect::inherent(&op.name);
        for (name, attr) in attrs.0 {
            match inherent.contains(&name.as_str()) {
                true => op.properties.set(&name, attr),
                false => op.attrs.set(&name, attr),
            }
        }
    }

    pub(super) fn finish(self, value: ValueId) {
        let spec = OpSpec::new("linalg.yield").operands(&[value]).at(self.span);
        self.module.push_op(self.block, spec);
    }
}

pub(super) fn exactly(p: &mut Parser<'_>, state: &OpState, operands: &Operands<'_>, ins: usize) -> PResult<()> {
    if operands.ins.len() == ins && operands.outs.len() == 1 {
        return Ok(());
    }
    let name = p.module.op(state.op).name.clone();
    let message = format!("`{name}` takes {ins} `ins` and one `outs`");
    Err(p.error("operand-count", message, state.name_span))
}

/// The payload of the named operation `op`, if it has a definition.
fn payload_of(module: &Module, op: OpId) -> Option<std::borrow::Cow<'static, Expr>> {
    use std::borrow::Cow;
    let op = module.op(op);
    if let Some(named) = definition(&op.name) {
        return Some(Cow::Borrowed(&named.payload));
    }
    if op.name != "linalg.elementwise" {
        // `transpose` and `broadcast` move elements.
        return Some(Cow::Owned(Expr::Operand(0)));
    }
    let (function, arity) = elementwise_kind(op.attr("kind")?)?;
    Some(Cow::Owned(Expr::Apply(
        function,
        (0..arity).map(Expr::Operand).collect(),
    )))
}

/// The function `#linalg.elementwise_kind<add>` stands for, and how many inputs it takes.
fn elementwise_kind(attr: &Attr) -> Option<(&'static str, usize)> {
    let Attr::Opaque(text) = attr else { return None };
    let word = text.strip_prefix("#linalg.elementwise_kind<")?.strip_suffix('>')?;
    let functions = FUNCTIONS.iter().map(|(name, _)| *name).chain(["square"]);
    let at = functions.enumerate().find(|(_, name)| *name == word);
    at.map(|(n, name)| match n {
        0..10 => (name, 2),
        10 => (name, 3),
        _ => (name, 1),
    })
}

/// Writes the payload of the named operation `op` over elements of `types`; `None` if it has none on them.
pub(super) fn build_payload(module: &mut Module, op: OpId, types: &[Type]) -> Option<()> {
    let expr = payload_of(module, op)?;
    let (mut payload, args) = Payload::new(module, op, types);
    let value = payload.expr(&expr, &args)?;
    payload.finish(value);
    Some(())
}

/// Whether the payload of a named operation is the one its name stands for.
pub(super) fn has_own_payload(module: &Module, op: OpId) -> bool {
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
    if build_payload(&mut scratch, copy, &types).is_none() {
        return false;
    }
    match (&original.regions[..], &scratch.op(copy).regions[..]) {
        ([found], [wanted]) => crate::same::same_region(module, *found, &scratch, *wanted),
        _ => false,
    }
}

/// Writes the payload, or says that there is none.
pub(super) fn payload(p: &mut Parser<'_>, state: &OpState, operands: &Operands<'_>) -> PResult<()> {
    let types = [&operands.in_types[..], &operands.out_types[..]].concat();
    if build_payload(&mut p.module, state.op, &types).is_some() {
        return Ok(());
    }
    let name = p.module.op(state.op).name.clone();
    let elem = types.last().map(|ty| ty.elem().to_string()).unwrap_or_default();
    let message = format!("`{name}` is not defined on elements of type `{elem}`");
    Err(p.error("type-mismatch", message, state.name_span))
}

/// `indexing_maps = [..] {..} ins(..) outs(..) -> ..`
pub(super) fn parse_named(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let Some(named) = definition(&p.module.op(state.op).name) else {
        return Err(p.expected("a named operation"));
    };
    let mut maps = None;
    if named.maps_property && p.eat_word("indexing_maps") {
        p.expect_punct(b'=')?;
        maps = Some(p.attr()?);
    }
    parse_with_maps(p, state, named, maps)
}

/// What follows the maps.
pub(super) fn parse_with_maps(
    p: &mut Parser<'_>,
    state: &mut OpState,
    named: &Named,
    mut maps: Option<Attr>,
) -> PResult<()> {
    let operands = match p.is_punct(b'(') {
        true => old::parse_operands(p, state)?,
        false => {
            p.attr_dict(state)?;
            parse_operands(p, state)?
        }
    };
    exactly(p, state, &operands, named.inputs)?;
    parse_results(p, state)?;
    if maps.is_none() {
        maps = default_maps(p, state, named)?;
    }
    match maps {
        Some(maps) if named.maps_property => {
            p.module.op_mut(state.op).properties.set("indexing_maps", maps);
            p.note_loop_names(state.op);
        }
        Some(maps) => p.module.op_mut(state.op).attrs.set(MEMOIZED, maps),
        None => {}
    }
    payload(p, state, &operands)
}

fn default_maps(p: &mut Parser<'_>, state: &OpState, named: &Named) -> PResult<Option<Attr>> {
    if let Some(maps) = defined_maps(&p.module, state.op) {
        return Ok(Some(maps_attr(maps)));
    }
    if named.maps.is_some() {
        let numbers = named.strides.max(named.dilations);
        let message = format!(
            "`strides` and `dilations` of `{}` are {numbers} integers each",
            named.name
        );
        let error = crate::Diagnostic::error("bad-literal", message, state.name_span);
        return Err(p.report(error.help(format!("write `strides = dense<2> : tensor<{numbers}xi64>`"))));
    }
    if named.maps_property {
        let message = format!("`{}` needs `indexing_maps`", named.name);
        return Err(p.error("syntax", message, state.name_span));
    }
    Ok(None)
}

pub(super) fn print_named(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let op_ref = printer.module.op(op);
    let named = definition(&op_ref.name)?;
    let maps = defined_maps(printer.module, op).map(maps_attr);
    let place = if named.maps_property { "indexing_maps" } else { MEMOIZED };
    let shown = op_ref.attr(place);
    if shown != maps.as_ref() {
        named.maps_property.then_some(())?;
        printer.put(&format!(" indexing_maps = {}", shown?));
    }
    print_tail(printer, op, &[place])
}

/// `kind=#linalg.elementwise_kind<add> indexing_maps = [..] {..} ins(..) outs(..)`
pub(super) fn parse_elementwise(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    p.expect_word("kind")?;
    p.expect_punct(b'=')?;
    let span = p.token().span();
    let kind = p.attr()?;
    let Some((_, arity)) = elementwise_kind(&kind) else {
        return Err(p.error("syntax", format!("`{kind}` is no kind of elementwise operation"), span));
    };
    p.module.op_mut(state.op).properties.set("kind", kind);
    let mut maps = None;
    if p.eat_word("indexing_maps") {
        p.expect_punct(b'=')?;
        maps = Some(p.attr()?);
    }
    p.attr_dict(state)?;
    let operands = parse_operands(p, state)?;
    exactly(p, state, &operands, arity)?;
    parse_results(p, state)?;
    let maps = maps.unwrap_or_else(|| identities(&operands.out_types, arity));
    p.module.op_mut(state.op).properties.set("indexing_maps", maps);
    p.note_loop_names(state.op);
    payload(p, state, &operands)
}

fn identities(outputs: &[Type], inputs: usize) -> Attr {
    let rank = outputs.first().and_then(Type::shape).map_or(0, <[_]>::len);
    maps_attr(vec![AffineMap::identity(rank); inputs + 1])
}

pub(super) fn print_elementwise(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let op_ref = module.op(op);
    let (kind, maps) = (op_ref.attr("kind")?, op_ref.attr("indexing_maps")?);
    let (_, arity) = elementwise_kind(kind)?;
    let outputs: Vec<Type> = op_ref
        .operand_values()
        .skip(arity)
        .map(|value| module.ty(value).clone())
        .collect();
    printer.put(&format!(" kind={kind}"));
    if *maps != identities(&outputs, arity) {
        printer.put(&format!(" indexing_maps = {maps}"));
    }
    print_tail(printer, op, &["kind", "indexing_maps"])
}

pub(super) fn print_tail(printer: &mut Printer<'_>, op: OpId, written: &[&str]) -> Option<()> {
    let (ins, outs) = split(printer, op)?;
    has_own_payload(printer.module, op).then_some(())?;
    printer.space();
    printer.custom_attrs(op, written);
    print_group(printer, "ins", &ins);
    print_group(printer, "outs", &outs);
    print_results(printer, op);
    Some(())
}
