//! `stablehlo` and `chlo`: operations on tensors as JAX, PyTorch/XLA and TensorFlow export them.
//!
//! In memory they have their generic form, in which they are printed too: attributes of their dialect stay text.

use super::format::i64_array;
use super::{OpInfo, custom, generic, op};
use crate::ops::Repeats;
use crate::parse::lexer::TokenKind;
use crate::parse::{OpState, PResult, Parser, WrittenUse};
use crate::print::MlirPrinter;
use crate::{Attr, OpId, Type};

/// Functions of the elements at one place.
const ELEMENTWISE: &[&str] = &[
    "stablehlo.abs",
    "stablehlo.add",
    "stablehlo.and",
    "stablehlo.atan2",
    "stablehlo.cbrt",
    "stablehlo.ceil",
    "stablehlo.clamp",
    "stablehlo.convert",
    "stablehlo.cosine",
    "stablehlo.count_leading_zeros",
    "stablehlo.divide",
    "stablehlo.exponential",
    "stablehlo.exponential_minus_one",
    "stablehlo.floor",
    "stablehlo.is_finite",
    "stablehlo.log",
    "stablehlo.log_plus_one",
    "stablehlo.logistic",
    "stablehlo.maximum",
    "stablehlo.minimum",
    "stablehlo.multiply",
    "stablehlo.negate",
    "stablehlo.not",
    "stablehlo.or",
    "stablehlo.popcnt",
    "stablehlo.power",
    "stablehlo.remainder",
    "stablehlo.round_nearest_afz",
    "stablehlo.round_nearest_even",
    "stablehlo.rsqrt",
    "stablehlo.shift_left",
    "stablehlo.shift_right_arithmetic",
    "stablehlo.shift_right_logical",
    "stablehlo.sign",
    "stablehlo.sine",
    "stablehlo.sqrt",
    "stablehlo.subtract",
    "stablehlo.tan",
    "stablehlo.tanh",
    "stablehlo.xor",
];

/// What operations write between their operands and the types: words, the properties they stand for, and how.
const CLAUSES: &[(&str, &str, &str, Clause)] = &[
    ("broadcast_in_dim", "dims", "broadcast_dimensions", Clause::Numbers),
    ("concatenate", "dim", "dimension", Clause::Number),
    ("dynamic_slice", "sizes", "slice_sizes", Clause::Numbers),
    ("fft", "type", "fft_type", Clause::Word("fft_type")),
    ("fft", "length", "fft_length", Clause::Numbers),
    ("iota", "dim", "iota_dimension", Clause::Number),
    ("pad", "low", "edge_padding_low", Clause::Numbers),
    ("pad", "high", "edge_padding_high", Clause::Numbers),
    ("pad", "interior", "interior_padding", Clause::Numbers),
    ("reverse", "dims", "dimensions", Clause::Numbers),
    ("transpose", "dims", "permutation", Clause::Numbers),
];

/// Operations whose form is a list of operands and clauses, and a type.
const LISTED: &[&str] = &[
    "stablehlo.bitcast_convert",
    "stablehlo.broadcast_in_dim",
    "stablehlo.concatenate",
    "stablehlo.dynamic_slice",
    "stablehlo.dynamic_update_slice",
    "stablehlo.fft",
    "stablehlo.imag",
    "stablehlo.iota",
    "stablehlo.optimization_barrier",
    "stablehlo.pad",
    "stablehlo.real",
    "stablehlo.reshape",
    "stablehlo.reverse",
    "stablehlo.transpose",
];

/// Those that only the generic form has here.
const GENERIC: &[&str] = &[
    "stablehlo.gather",
    "stablehlo.map",
    "stablehlo.reduce_window",
    "stablehlo.scatter",
    "stablehlo.select_and_scatter",
    "stablehlo.sort",
];

#[derive(Clone, Copy)]
enum Clause {
    /// `dim = 1`
    Number,
    /// `dims = [0, 1]`
    Numbers,
    /// `type = FFT`, an attribute with this name.
    Word(&'static str),
}

pub(super) fn operations() -> Vec<OpInfo> {
    let listed = |name: &&'static str| custom(name, parse_listed, print_generic);
    let mut all: Vec<OpInfo> = ELEMENTWISE.iter().map(listed).collect();
    all.extend(LISTED.iter().map(listed).map(|info| info.inherent(PROPERTIES)));
    all.extend(GENERIC.iter().map(|name| generic(name).recursive()));
    all.extend([
        op("stablehlo.constant", "attr-dict typed(value)", "").constant(),
        custom("stablehlo.compare", parse_compare, print_generic).inherent(&["comparison_direction", "compare_type"]),
        custom("stablehlo.select", parse_select, print_generic),
        custom("stablehlo.slice", parse_slice, print_generic).inherent(&["start_indices", "limit_indices", "strides"]),
        custom("stablehlo.dot", parse_product, print_generic).inherent(&["precision_config"]),
        custom("stablehlo.dot_general", parse_dot, print_generic).inherent(&[
            "dot_dimension_numbers",
            "precision_config",
            "algorithm",
        ]),
        custom("stablehlo.convolution", parse_convolution, print_generic).inherent(CONVOLUTION),
        custom("stablehlo.reduce", parse_reduce, print_generic)
            .inherent(&["dimensions"])
            .recursive(),
        custom("stablehlo.while", parse_while, print_generic).repeating(Repeats::Uncounted),
        op("stablehlo.return", "attr-dict {$a* : type(a*)}", "").terminator(),
        custom("chlo.top_k", parse_top_k, print_generic).inherent(&["k"]),
        op("chlo.erf", "$a attr-dict : type(a) -> type(r)", ""),
        op("chlo.square", "$a attr-dict : type(a) -> type(r)", ""),
    ]);
    let mut all: Vec<OpInfo> = all.into_iter().map(OpInfo::pure).collect();
    all.push(
        custom("stablehlo.custom_call", parse_custom_call, print_generic)
            .inherent(&[
                "call_target_name",
                "has_side_effect",
                "backend_config",
                "api_version",
                "called_computations",
                "operand_layouts",
                "result_layouts",
                "output_operand_aliases",
            ])
            .unknown(),
    );
    all
}

const PROPERTIES: &[&str] = &[
    "broadcast_dimensions",
    "dimension",
    "dimensions",
    "edge_padding_high",
    "edge_padding_low",
    "fft_length",
    "fft_type",
    "interior_padding",
    "iota_dimension",
    "permutation",
    "slice_sizes",
];

const CONVOLUTION: &[&str] = &[
    "batch_group_count",
    "dimension_numbers",
    "feature_group_count",
    "lhs_dilation",
    "padding",
    "precision_config",
    "rhs_dilation",
    "window_reversal",
    "window_strides",
];

/// The custom form is read only: every tool of this dialect reads the generic one.
fn print_generic(_: &mut MlirPrinter<'_>, _: OpId) -> Option<()> {
    None
}

fn set(p: &mut Parser<'_>, state: &OpState, name: &str, attr: Attr) {
    p.module.op_mut(state.op).properties.set(name, attr);
}

/// `#stablehlo<kind WORD>`
fn word_attr(kind: &str, word: &str) -> Attr {
    Attr::Opaque(format!("#stablehlo<{kind} {word}>"))
}

fn word<'a>(p: &mut Parser<'a>) -> PResult<&'a str> {
    if !p.is(TokenKind::Bare) {
        return Err(p.expected("a word"));
    }
    let token = p.advance();
    Ok(p.slice(token.start, token.end))
}

/// `[1, 2]`
fn numbers(p: &mut Parser<'_>) -> PResult<Vec<i64>> {
    let mut found = Vec::new();
    p.expect_punct(b'[')?;
    p.list_until(b']', |p| {
        found.push(p.small_int()?);
        Ok(())
    })?;
    Ok(found)
}

/// `: T`, of all operands and results, or `: (A, B) -> C`.
fn typed<'a>(p: &mut Parser<'a>, state: &mut OpState, uses: &[WrittenUse<'a>]) -> PResult<()> {
    let span = p.token().span();
    match p.colon_type()? {
        Type::Function { inputs, results } => {
            if inputs.len() != uses.len() {
                let message = format!("{} operands and {} types", uses.len(), inputs.len());
                return Err(p.error("operand-count", message, span));
            }
            p.operands(state, uses, &inputs)?;
            state.results = results;
        }
        ty => {
            for written in uses {
                p.operand(state, *written, &ty)?;
            }
            state.results = vec![ty];
            while p.eat_punct(b',') {
                let ty = p.ty()?;
                state.results.push(ty);
            }
        }
    }
    Ok(())
}

/// `%a, %b, word = .., word = .. {..} : T`
fn parse_listed(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let name = p.module.op(state.op).name.as_str().to_owned();
    let name = name.strip_prefix("stablehlo.").unwrap_or(&name);
    let mut uses = Vec::new();
    loop {
        match p.is(TokenKind::Percent) {
            true => uses.push(p.use_()?),
            false if p.is(TokenKind::Bare) => clause(p, state, name)?,
            false if uses.is_empty() => break,
            false => return Err(p.expected("an operand")),
        }
        if !p.eat_punct(b',') {
            break;
        }
    }
    p.attr_dict(state)?;
    typed(p, state, &uses)
}

fn clause(p: &mut Parser<'_>, state: &OpState, op: &str) -> PResult<()> {
    let spelled = p.spelling();
    let known = CLAUSES.iter().find(|(of, word, ..)| *of == op && *word == spelled);
    let Some((_, _, property, kind)) = known else {
        return Err(p.expected("an operand or an attribute of this operation"));
    };
    p.advance();
    p.expect_punct(b'=')?;
    let attr = match kind {
        Clause::Number => Attr::i64(p.small_int()?),
        Clause::Numbers => i64_array(&numbers(p)?),
        Clause::Word(of) => word_attr(of, word(p)?),
    };
    set(p, state, property, attr);
    Ok(())
}

/// `LT, %a, %b, FLOAT : (A, B) -> C`
fn parse_compare(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let direction = word(p)?;
    set(
        p,
        state,
        "comparison_direction",
        word_attr("comparison_direction", direction),
    );
    p.expect_punct(b',')?;
    let first = p.use_()?;
    p.expect_punct(b',')?;
    let uses = [first, p.use_()?];
    if p.eat_punct(b',') {
        let kind = word(p)?;
        set(p, state, "compare_type", word_attr("comparison_type", kind));
    }
    p.attr_dict(state)?;
    typed(p, state, &uses)
}

/// `%c, %a, %b : C, T`, or with a function type.
fn parse_select(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let uses = p.uses()?;
    if uses.len() != 3 {
        return Err(p.expected("three operands"));
    }
    p.attr_dict(state)?;
    let span = p.token().span();
    let (inputs, results) = match p.colon_type()? {
        Type::Function { inputs, results } => (inputs, results),
        condition => {
            p.expect_punct(b',')?;
            let ty = p.ty()?;
            (vec![condition, ty.clone(), ty.clone()], vec![ty])
        }
    };
    if inputs.len() != 3 {
        return Err(p.error("operand-count", "`stablehlo.select` has three operands", span));
    }
    p.operands(state, &uses, &inputs)?;
    state.results = results;
    Ok(())
}

/// `%a [1:3, 0:8:2] : (A) -> B`
fn parse_slice(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let source = p.use_()?;
    let (mut starts, mut limits, mut strides) = (Vec::new(), Vec::new(), Vec::new());
    p.expect_punct(b'[')?;
    p.list_until(b']', |p| {
        starts.push(p.small_int()?);
        p.expect_punct(b':')?;
        limits.push(p.small_int()?);
        strides.push(if p.eat_punct(b':') { p.small_int()? } else { 1 });
        Ok(())
    })?;
    set(p, state, "start_indices", i64_array(&starts));
    set(p, state, "limit_indices", i64_array(&limits));
    set(p, state, "strides", i64_array(&strides));
    p.attr_dict(state)?;
    typed(p, state, &[source])
}

/// `[DEFAULT, HIGH]`
fn precision(p: &mut Parser<'_>, state: &OpState) -> PResult<()> {
    let mut all = Vec::new();
    p.expect_punct(b'[')?;
    p.list_until(b']', |p| {
        all.push(word_attr("precision", word(p)?));
        Ok(())
    })?;
    set(p, state, "precision_config", Attr::Array(all));
    Ok(())
}

/// `%a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [..] : (A, B) -> C`
fn parse_dot(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let first = p.use_()?;
    p.expect_punct(b',')?;
    let uses = [first, p.use_()?];
    let [mut batching, mut contracting] = [[Vec::new(), Vec::new()], [Vec::new(), Vec::new()]];
    while p.eat_punct(b',') {
        let name = word(p)?;
        p.expect_punct(b'=')?;
        match name {
            "batching_dims" => batching = pair(p)?,
            "contracting_dims" => contracting = pair(p)?,
            "precision" => precision(p, state)?,
            "algorithm" => {
                let (from, to) = p.bracketed()?;
                let text = format!("#stablehlo.dot_algorithm<{}>", p.slice(from, to));
                set(p, state, "algorithm", Attr::Opaque(text));
            }
            _ => return Err(p.expected("an attribute of `stablehlo.dot_general`")),
        }
    }
    let [[lb, rb], [lc, rc]] = [batching, contracting];
    let mut parts = Vec::new();
    for (name, list) in [
        ("lhs_batching", lb),
        ("rhs_batching", rb),
        ("lhs_contracting", lc),
        ("rhs_contracting", rc),
    ] {
        if !list.is_empty() {
            parts.push(format!("{name}_dimensions = {list:?}"));
        }
    }
    let text = format!("#stablehlo.dot<{}>", parts.join(", "));
    set(p, state, "dot_dimension_numbers", Attr::Opaque(text));
    p.attr_dict(state)?;
    typed(p, state, &uses)
}

/// `%a, %b, precision = [..] : (A, B) -> C`
fn parse_product(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let first = p.use_()?;
    p.expect_punct(b',')?;
    let uses = [first, p.use_()?];
    if p.eat_punct(b',') {
        p.expect_word("precision")?;
        p.expect_punct(b'=')?;
        precision(p, state)?;
    }
    p.attr_dict(state)?;
    typed(p, state, &uses)
}

/// `[0] x [1]`
fn pair(p: &mut Parser<'_>) -> PResult<[Vec<i64>; 2]> {
    let first = numbers(p)?;
    p.expect_word("x")?;
    Ok([first, numbers(p)?])
}

/// `(%a, %b) dim_numbers = [..]x[..]->[..], window = {stride = [..], pad = [[..]], ..} {..} : (A, B) -> C`
fn parse_convolution(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    p.expect_punct(b'(')?;
    let uses = p.uses()?;
    p.expect_punct(b')')?;
    p.expect_word("dim_numbers")?;
    p.expect_punct(b'=')?;
    let start = p.token().start;
    while !p.is_punct(b',') || p.slice(start, p.prev_end()).matches(']').count() < 3 {
        if p.is(TokenKind::Eof) || p.is_punct(b'{') || p.is_punct(b':') {
            return Err(p.expected("dimension numbers such as `[b, 0, f]x[0, i, o]->[b, 0, f]`"));
        }
        p.advance();
    }
    let text = format!("#stablehlo.conv<{}>", p.slice(start, p.prev_end()));
    set(p, state, "dimension_numbers", Attr::Opaque(text));
    p.expect_punct(b',')?;
    p.expect_word("window")?;
    p.expect_punct(b'=')?;
    p.expect_punct(b'{')?;
    p.list_until(b'}', |p| window(p, state))?;
    p.attr_dict(state)?;
    typed(p, state, &uses)
}

/// `stride = [1, 1]` and the like.
fn window(p: &mut Parser<'_>, state: &OpState) -> PResult<()> {
    let name = word(p)?;
    p.expect_punct(b'=')?;
    let property = match name {
        "stride" => "window_strides",
        "lhs_dilate" => "lhs_dilation",
        "rhs_dilate" => "rhs_dilation",
        "pad" => {
            let mut rows = Vec::new();
            p.expect_punct(b'[')?;
            p.list_until(b']', |p| {
                rows.push(numbers(p)?);
                Ok(())
            })?;
            let ty = Type::tensor([rows.len() as u64, 2].map(crate::Dim::Static).to_vec(), Type::I64);
            let text = if rows.is_empty() {
                String::new()
            } else {
                format!("{rows:?}")
            };
            set(p, state, "padding", Attr::Dense { text, ty });
            return Ok(());
        }
        "reverse" => {
            let mut items = Vec::new();
            p.expect_punct(b'[')?;
            p.list_until(b']', |p| {
                let text = word(p)?;
                items.push(Attr::Bool(text == "true"));
                Ok(())
            })?;
            set(p, state, "window_reversal", Attr::DenseArray { elem: Type::I1, items });
            return Ok(());
        }
        _ => return Err(p.expected("an attribute of a window")),
    };
    let list = numbers(p)?;
    set(p, state, property, i64_array(&list));
    Ok(())
}

/// `(%a init: %i), (%b init: %j) across dimensions = [0] : (..) -> .. reducer(%x: T, %y: T) (..) {..}`, or with
/// `applies stablehlo.add` in the place of the reducer.
fn parse_reduce(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let (mut uses, mut inits) = (Vec::new(), Vec::new());
    loop {
        p.expect_punct(b'(')?;
        uses.push(p.use_()?);
        p.expect_word("init")?;
        p.expect_punct(b':')?;
        inits.push(p.use_()?);
        p.expect_punct(b')')?;
        if !p.eat_punct(b',') {
            break;
        }
    }
    let count = uses.len();
    uses.append(&mut inits);
    let applied = match p.eat_word("applies") {
        true => Some(word(p)?.to_owned()),
        false => None,
    };
    p.expect_word("across")?;
    p.expect_word("dimensions")?;
    p.expect_punct(b'=')?;
    let dimensions = numbers(p)?;
    set(p, state, "dimensions", i64_array(&dimensions));
    p.attr_dict(state)?;
    typed(p, state, &uses)?;
    match applied {
        Some(name) => {
            apply(p, state, &name);
            Ok(())
        }
        None => reducer(p, state, count),
    }
}

/// The region `{ return name(x, y) }`.
fn apply(p: &mut Parser<'_>, state: &OpState, name: &str) {
    let span = state.name_span;
    let elem = p
        .module
        .op(state.op)
        .operands
        .first()
        .map(|operand| p.module.ty(operand.value));
    let ty = Type::tensor(Vec::new(), elem.map_or(Type::F32, |ty| ty.elem().clone()));
    let region = p.module.add_region(state.op);
    let block = p.module.add_block(region, &[(ty.clone(), None), (ty.clone(), None)]);
    let args = p.module.block(block).args.clone();
    let combined = crate::OpSpec::new(name).operands(&args).result(ty).at(span);
    let combined = p.module.push_op(block, combined);
    let result = p.module.op(combined).results.clone();
    let end = crate::OpSpec::new("stablehlo.return").operands(&result).at(span);
    p.module.push_op(block, end);
}

/// `reducer(%x: T, %y: T) (%v: U, %w: U) {..}`: the arguments of the region are all first ones, then all second ones.
fn reducer(p: &mut Parser<'_>, state: &OpState, count: usize) -> PResult<()> {
    p.expect_word("reducer")?;
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for _ in 0..count {
        p.expect_punct(b'(')?;
        for list in [&mut first, &mut second] {
            let name = p.use_()?;
            let ty = p.colon_type()?;
            list.push((name, ty));
            p.eat_punct(b',');
        }
        p.expect_punct(b')')?;
    }
    first.append(&mut second);
    p.region(state, &first)
}

/// `(%x = %a, ..) : A, .. cond {..} do {..}`
fn parse_while(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let pairs = p.assignments()?;
    let mut types = Vec::new();
    if !pairs.is_empty() {
        types.push(p.colon_type()?);
        while p.eat_punct(b',') {
            types.push(p.ty()?);
        }
    }
    if types.len() != pairs.len() {
        return Err(p.error("operand-count", "as many types as values are needed", state.name_span));
    }
    if p.eat_word("attributes") {
        p.attr_dict(state)?;
    }
    let mut args = Vec::new();
    for ((name, init), ty) in pairs.into_iter().zip(&types) {
        p.operand(state, init, ty)?;
        args.push((name, ty.clone()));
    }
    state.results = types;
    p.expect_word("cond")?;
    p.region(state, &args)?;
    p.expect_word("do")?;
    p.region(state, &args)
}

/// `(%a, k = 3) : A -> (B, C)`
fn parse_top_k(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    p.expect_punct(b'(')?;
    let source = p.use_()?;
    p.expect_punct(b',')?;
    p.expect_word("k")?;
    p.expect_punct(b'=')?;
    let k = p.small_int()?;
    set(p, state, "k", Attr::i64(k));
    p.expect_punct(b')')?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    p.operand(state, source, &ty)?;
    p.expect_arrow()?;
    state.results = p.result_types()?;
    Ok(())
}

/// `@name(%a, %b) {..} : (A, B) -> C`
fn parse_custom_call(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let name = p.symbol_name()?;
    set(p, state, "call_target_name", Attr::Str(name.into_bytes()));
    p.expect_punct(b'(')?;
    let uses = p.uses()?;
    p.expect_punct(b')')?;
    p.attr_dict(state)?;
    typed(p, state, &uses)
}
