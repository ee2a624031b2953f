//! Named operations whose payload and maps their name says.

use super::*;

/// Elementwise operations of one input, and what their payload applies to it.
pub(super) const UNARY: [(&str, &str); 11] = [
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
];

/// Elementwise operations of two inputs: for floats, for integers, for `i1`.
pub(super) const BINARY: [(&str, &str, &str, &str); 8] = [
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
pub(super) const CONTRACTIONS: [(&str, &str, bool); 9] = [
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

pub(super) const MEMOIZED: &str = "linalg.memoized_indexing_maps";

/// Maps of a contraction; `None` for `linalg.contract`, whose text gives them.
pub(super) fn contraction_maps(name: &str) -> Option<Attr> {
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

    /// `float`, `int` or `bit` on two values of one type.
    pub(super) fn binary(&mut self, float: &str, int: &str, bit: &str, x: ValueId, y: ValueId) -> ValueId {
        let ty = self.ty(x);
        let name = match ty {
            _ if ty == Type::I1 => bit,
            Type::Integer { .. } | Type::Index => int,
            _ => float,
        };
        self.apply(name, &[x, y], ty)
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
    pub(super) fn cast(&mut self, value: ValueId, ty: &Type) -> ValueId {
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

/// Writes the payload of the named operation `op` over elements of `types`.
pub(super) fn build_payload(module: &mut Module, op: OpId, types: &[Type]) {
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
    build_payload(&mut scratch, copy, &types);
    match (&original.regions[..], &scratch.op(copy).regions[..]) {
        ([found], [wanted]) => crate::same::same_region(module, *found, &scratch, *wanted),
        _ => false,
    }
}

pub(super) fn named_tail(p: &mut Parser<'_>, state: &mut OpState, ins: usize) -> PResult<()> {
    let operands = parse_operands(p, state)?;
    exactly(p, state, &operands, ins)?;
    parse_results(p, state)?;
    let types = [operands.in_types, operands.out_types].concat();
    build_payload(&mut p.module, state.op, &types);
    Ok(())
}

pub(super) fn parse_named(p: &mut Parser<'_>, state: &mut OpState, ins: usize) -> PResult<()> {
    p.attr_dict(state)?;
    named_tail(p, state, ins)
}

pub(super) fn parse_contraction(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
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

pub(super) fn parse_memoized(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    if let Some(maps) = contraction_maps(&p.module.op(state.op).name) {
        p.module.op_mut(state.op).attrs.set(MEMOIZED, maps);
    }
    parse_named(p, state, 2)
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

pub(super) fn print_named(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    print_tail(printer, op, &[])
}

pub(super) fn print_contraction(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let maps = printer.module.op(op).attr("indexing_maps")?;
    if Some(maps) != contraction_maps(&printer.module.op(op).name).as_ref() {
        printer.put(&format!(" indexing_maps = {maps}"));
    }
    print_tail(printer, op, &["indexing_maps"])
}

pub(super) fn print_memoized(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let op_ref = printer.module.op(op);
    (op_ref.attr(MEMOIZED) == contraction_maps(&op_ref.name).as_ref()).then_some(())?;
    print_tail(printer, op, &[MEMOIZED])
}
