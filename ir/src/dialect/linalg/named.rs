//! Named operations: text, payload and maps from the definitions in `opdsl/named.py`.

use super::opdsl::{Named, definition};
use super::*;
use crate::Span;
use crate::opdsl::{DslExpr, ExprKind, FunctionRef, TypeRef};

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
    let mut symbols = vec![AffineExpr::Const(0); named.def.symbols.len()];
    for (name, places, default) in named.index_attributes() {
        let numbers = match op.attr(name) {
            Some(attr) => numbers(attr, places.len())?,
            None => default.to_vec(),
        };
        for (place, number) in places.iter().zip(numbers) {
            symbols[*place] = AffineExpr::Const(number);
        }
    }
    let with_numbers = |map: &AffineMap| {
        let dims: Vec<_> = (0..map.dims).map(AffineExpr::dim).collect();
        let results = map.results.iter().map(|result| result.substitute(&dims, &symbols));
        AffineMap::new(map.dims, 0, results.collect())
    };
    Some(named.maps.as_ref()?.iter().map(with_numbers).collect())
}

/// The `count` integers of `dense<..>`.
fn numbers(attr: &Attr, count: usize) -> Option<Vec<i64>> {
    let Attr::Dense { ty, .. } = attr else { return None };
    // Others are not expanded: a single number may stand for very many.
    (ty.shape()? == [Dim::Static(count as u64)]).then_some(())?;
    let items: Option<Vec<_>> = crate::dense_items(attr)?.iter().map(Attr::as_i64).collect();
    items.filter(|items| items.len() == count)
}

pub(crate) fn maps_attr(maps: Vec<AffineMap>) -> Attr {
    Attr::Array(maps.into_iter().map(Attr::AffineMap).collect())
}

/// Writes the payload of a structured operation.
pub(crate) struct PayloadText<'p> {
    module: &'p mut Module,
    block: crate::BlockId,
    span: Span,
}

/// What a definition leaves open until there are operands.
pub(crate) trait Binding {
    /// The function an attribute stands for; the parameter at this position.
    fn function(&self, param: usize) -> &'static str;
    /// The operand whose elements are of this type.
    fn operand_of(&self, name: &str) -> Option<usize>;
    /// Where a part of the payload comes from; `None`: where the whole operation stands.
    fn place(&self, expr: &DslExpr) -> Option<Span>;
}

/// A named operation in MLIR text.
struct NamedBinding<'o> {
    named: &'static Named,
    op: &'o crate::Op,
}

impl Binding for NamedBinding<'_> {
    fn function(&self, param: usize) -> &'static str {
        let default = self.named.function(param);
        match self.op.attr(&self.named.def.params[param].name) {
            Some(Attr::Opaque(text)) if text.contains("cast_unsigned") => "cast_unsigned",
            Some(Attr::Opaque(text)) if text.contains("cast_signed") => "cast_signed",
            _ => default,
        }
    }

    fn operand_of(&self, name: &str) -> Option<usize> {
        self.named.operand_of(name)
    }

    fn place(&self, _: &DslExpr) -> Option<Span> {
        None
    }
}

impl<'p> PayloadText<'p> {
    /// The region with one argument per operand.
    pub(crate) fn new(module: &'p mut Module, op: OpId, types: &[Type]) -> (PayloadText<'p>, Vec<ValueId>) {
        let span = module.op(op).name_span;
        let region = module.add_region(op);
        let types: Vec<_> = types.iter().map(|ty| (ty.elem().clone(), None)).collect();
        let block = module.add_block(region, &types);
        let args = module.block(block).args.clone();
        (PayloadText { module, block, span }, args)
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

    /// The value of `expr` over the elements `args`; the part for which there is no such operation on their types.
    pub(crate) fn expr<'e>(
        &mut self,
        expr: &'e DslExpr,
        args: &[ValueId],
        bound: &dyn Binding,
    ) -> Result<ValueId, &'e DslExpr> {
        let constant = |p: &mut Self, value: Attr, ty: Type| {
            p.push(OpSpec::new("arith.constant").property("value", value).result(ty))
        };
        let known = |function: &FunctionRef| match function {
            FunctionRef::Known(name) => *name,
            FunctionRef::Attribute(param) => bound.function(*param),
        };
        match &expr.kind {
            ExprKind::Operand(n) => args.get(*n).copied().ok_or(expr),
            ExprKind::Cast(function, to, inner) => {
                let value = self.expr(inner, args, bound)?;
                let ty = match to {
                    TypeRef::Fixed(ty) => ty.clone(),
                    TypeRef::Var(name) => self.ty(args[bound.operand_of(name).ok_or(expr)?]),
                };
                self.at(expr, bound);
                Ok(self.cast(value, &ty, known(function) == "cast_unsigned"))
            }
            ExprKind::Apply(function, inner) => {
                let values = inner
                    .iter()
                    .map(|inner| self.expr(inner, args, bound))
                    .collect::<Result<Vec<_>, _>>()?;
                self.at(expr, bound);
                self.function(known(function), values).ok_or(expr)
            }
            ExprKind::Int(value) => {
                self.at(expr, bound);
                Ok(constant(self, Attr::i64(*value), Type::I64))
            }
            ExprKind::Float(value) => {
                self.at(expr, bound);
                let (bits, ty) = (value.to_bits(), Type::F64);
                Ok(constant(self, Attr::Float { bits, ty }, Type::F64))
            }
            ExprKind::Index(n) => {
                self.at(expr, bound);
                let dim = Attr::i64(*n as i64);
                Ok(self.push(OpSpec::new("linalg.index").property("dim", dim).result(Type::Index)))
            }
        }
    }

    /// What is written next comes from `expr`.
    fn at(&mut self, expr: &DslExpr, bound: &dyn Binding) {
        self.span = bound.place(expr).unwrap_or(self.span);
    }

    fn function(&mut self, function: &str, mut values: Vec<ValueId>) -> Option<ValueId> {
        let ty = self.ty(*values.last()?);
        if function == "square" {
            values.push(values[0]);
            return self.function("mul", values);
        }
        if function == "select" && self.ty(values[0]) != Type::I1 {
            return None;
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

    pub(crate) fn finish(self, values: &[ValueId]) {
        let spec = OpSpec::new("linalg.yield").operands(values).at(self.span);
        self.module.push_op(self.block, spec);
    }
}

/// The payload of a product: the third element and the product of the first two.
pub(super) fn product_payload(module: &mut Module, op: OpId, types: &[Type]) {
    let (mut payload, args) = PayloadText::new(module, op, types);
    let float = payload.ty(args[2]).is_float();
    let (times, plus) = if float {
        ("arith.mulf", "arith.addf")
    } else {
        ("arith.muli", "arith.addi")
    };
    let ty = payload.ty(args[2]);
    let product = payload.apply(times, &args[..2], ty.clone());
    let sum = payload.apply(plus, &[args[2], product], ty);
    payload.finish(&[sum]);
}

/// The payload that gives the position in dimension `dim`, as an element of `out`.
pub(super) fn position_payload(module: &mut Module, op: OpId, out: &Type, dim: i64) {
    let (mut payload, _) = PayloadText::new(module, op, std::slice::from_ref(out));
    let spec = OpSpec::new("linalg.index").property("dim", Attr::i64(dim));
    let at = payload.push(spec.result(Type::Index));
    let value = match out.elem() {
        Type::Index => at,
        elem if elem.is_float() => {
            let number = payload.cast(at, &Type::I64, false);
            payload.cast(number, elem, false)
        }
        elem => payload.cast(at, elem, false),
    };
    payload.finish(&[value]);
}

pub(super) fn exactly(p: &mut Parser<'_>, state: &OpState, operands: &InsOuts<'_>, ins: usize) -> PResult<()> {
    if operands.ins.len() == ins && operands.outs.len() == 1 {
        return Ok(());
    }
    let name = p.module.op(state.op).name.clone();
    let message = format!("`{name}` takes {ins} `ins` and one `outs`");
    Err(p.error("operand-count", message, state.name_span))
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
    let data = module.op(op).clone();
    let (mut payload, args) = PayloadText::new(module, op, types);
    let value = if let Some(named) = definition(&data.name) {
        let bound = NamedBinding { named, op: &data };
        payload.expr(named.payload(), &args, &bound).ok()?
    } else if data.name == "linalg.elementwise" {
        let (function, arity) = elementwise_kind(data.attr("kind")?)?;
        payload.function(function, args.get(..arity)?.to_vec())?
    } else {
        // `transpose` and `broadcast` move elements.
        *args.first()?
    };
    payload.finish(&[value]);
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
pub(super) fn payload(p: &mut Parser<'_>, state: &OpState, operands: &InsOuts<'_>) -> PResult<()> {
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
        let numbers = named
            .index_attributes()
            .map(|(_, places, _)| places.len())
            .max()
            .unwrap_or(0);
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

pub(super) fn print_named(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
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

/// `kind=#linalg.elementwise_kind<add> indexing_maps = [..] {..} ins(..) outs(..)`; newer ones begin with `<add>`.
pub(super) fn parse_elementwise(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    if p.is_word("ins") || p.is_word("outs") {
        return super::primitive::parse_elementwise_body(p, state);
    }
    let span = p.token().span();
    let kind = if p.eat_punct(b'<') {
        let word = p.spelling().to_owned();
        p.advance();
        p.expect_punct(b'>')?;
        Attr::Opaque(format!("#linalg.elementwise_kind<{word}>"))
    } else {
        p.expect_word("kind")?;
        p.expect_punct(b'=')?;
        p.attr()?
    };
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

pub(super) fn print_elementwise(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
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

pub(super) fn print_tail(printer: &mut MlirPrinter<'_>, op: OpId, written: &[&str]) -> Option<()> {
    let (ins, outs) = split(printer, op)?;
    has_own_payload(printer.module, op).then_some(())?;
    printer.space();
    printer.custom_attrs(op, written);
    print_group(printer, "ins", &ins);
    print_group(printer, "outs", &outs);
    print_results(printer, op);
    Some(())
}
