//! `tosa`: operations on tensors as TensorFlow Lite, PyTorch and ONNX importers write them, in the spellings of LLVM 16 to 24.
//!
//! In memory they have their generic form, in which they are printed too.

use super::{OpInfo, custom, generic, op};
use crate::parse::lexer::TokenKind;
use crate::parse::{OpState, PResult, Parser};
use crate::print::MlirPrinter;
use crate::{Attr, OpId, Type};

/// Operations whose form is `$operands attr-dict : (types) -> types`.
const LISTED: &[&str] = &[
    "tosa.abs",
    "tosa.add",
    "tosa.apply_scale",
    "tosa.argmax",
    "tosa.arithmetic_right_shift",
    "tosa.avg_pool2d",
    "tosa.bitwise_and",
    "tosa.bitwise_not",
    "tosa.bitwise_or",
    "tosa.bitwise_xor",
    "tosa.cast",
    "tosa.ceil",
    "tosa.clamp",
    "tosa.clz",
    "tosa.concat",
    "tosa.const_shape",
    "tosa.conv2d",
    "tosa.conv3d",
    "tosa.cos",
    "tosa.depthwise_conv2d",
    "tosa.equal",
    "tosa.erf",
    "tosa.exp",
    "tosa.fft2d",
    "tosa.floor",
    "tosa.fully_connected",
    "tosa.gather",
    "tosa.greater",
    "tosa.greater_equal",
    "tosa.identity",
    "tosa.intdiv",
    "tosa.log",
    "tosa.logical_and",
    "tosa.logical_left_shift",
    "tosa.logical_not",
    "tosa.logical_or",
    "tosa.logical_right_shift",
    "tosa.logical_xor",
    "tosa.matmul",
    "tosa.max_pool2d",
    "tosa.maximum",
    "tosa.minimum",
    "tosa.mul",
    "tosa.negate",
    "tosa.pad",
    "tosa.pow",
    "tosa.reciprocal",
    "tosa.reduce_all",
    "tosa.reduce_any",
    "tosa.reduce_max",
    "tosa.reduce_min",
    "tosa.reduce_product",
    "tosa.reduce_sum",
    "tosa.rescale",
    "tosa.reshape",
    "tosa.resize",
    "tosa.reverse",
    "tosa.rfft2d",
    "tosa.rsqrt",
    "tosa.scatter",
    "tosa.select",
    "tosa.sigmoid",
    "tosa.sin",
    "tosa.slice",
    "tosa.sub",
    "tosa.table",
    "tosa.tanh",
    "tosa.tile",
    "tosa.transpose",
    "tosa.transpose_conv2d",
];

const PROPERTIES: &[&str] = &[
    "acc_type",
    "axis",
    "dilation",
    "double_round",
    "input_unsigned",
    "inverse",
    "kernel",
    "local_bound",
    "max_val",
    "min_val",
    "mode",
    "nan_mode",
    "out_pad",
    "output_unsigned",
    "pad",
    "per_channel",
    "perms",
    "round",
    "rounding_mode",
    "scale32",
    "stride",
    "values",
];

pub(super) fn operations() -> Vec<OpInfo> {
    let listed = |name: &&'static str| custom(name, parse_listed, print_generic).inherent(PROPERTIES).pure();
    let mut all: Vec<OpInfo> = LISTED.iter().map(listed).collect();
    all.extend([
        generic("tosa.const").pure().constant(),
        custom("tosa.cond_if", parse_if, print_generic).recursive(),
        custom("tosa.while_loop", parse_while, print_generic).recursive(),
        op("tosa.yield", "attr-dict {$a* : type(a*)}", "").terminator().pure(),
    ]);
    all
}

/// The custom form is read only: every tool of this dialect reads the generic one.
fn print_generic(_: &mut MlirPrinter<'_>, _: OpId) -> Option<()> {
    None
}

/// `%a, %b {axis = 0 : i32, nan_mode = IGNORE} : (A, B) -> C`
fn parse_listed(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let mut uses = Vec::new();
    while p.is(TokenKind::Percent) {
        uses.push(p.use_()?);
        if !p.eat_punct(b',') {
            break;
        }
    }
    if p.is_punct(b'{') {
        dictionary(p, state)?;
    }
    let span = p.token().span();
    let Type::Function { inputs, results } = p.colon_type()? else {
        return Err(p.error("syntax", "expected `(types) -> types`", span));
    };
    if inputs.len() != uses.len() {
        let message = format!("{} operands and {} types", uses.len(), inputs.len());
        return Err(p.error("operand-count", message, span));
    }
    p.operands(state, &uses, &inputs)?;
    state.results = results;
    Ok(())
}

/// A dictionary in which enumerators are words: `nan_mode = IGNORE` is `nan_mode = #tosa.nan_mode<IGNORE>`.
fn dictionary(p: &mut Parser<'_>, state: &OpState) -> PResult<()> {
    p.expect_punct(b'{')?;
    p.list_until(b'}', |p| {
        if !p.is(TokenKind::Bare) {
            return Err(p.expected("an attribute name"));
        }
        let name = p.spelling().to_owned();
        p.advance();
        let is_word = |text: &str| text.starts_with(|c: char| c.is_ascii_uppercase());
        let attr = match p.eat_punct(b'=') {
            false => Attr::Unit,
            true if p.is(TokenKind::Bare) && is_word(p.spelling()) => {
                let kind = if name == "mode" { "resize_mode" } else { &name };
                let attr = Attr::Opaque(format!("#tosa.{kind}<{}>", p.spelling()));
                p.advance();
                attr
            }
            true => p.attr()?,
        };
        let data = p.module.op_mut(state.op);
        match PROPERTIES.contains(&name.as_str()) {
            true => data.properties.set(&name, attr),
            false => data.attrs.set(&name, attr),
        }
        Ok(())
    })
}

/// `%c (%x = %a : A) : tensor<i1> (A) -> B {..} else {..}`, where nothing may be passed: `%c : tensor<i1> -> B {..}`.
fn parse_if(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let condition = p.use_()?;
    if p.is_punct(b'(') {
        return Err(p.expected("a condition without values that are passed, or the generic form"));
    }
    let ty = p.colon_type()?;
    p.operand(state, condition, &ty)?;
    p.expect_arrow()?;
    state.results = p.result_types()?;
    p.region(state, &[])?;
    p.expect_word("else")?;
    p.region(state, &[])
}

/// `(%x = %a, ..) : (A, ..) -> (A, ..) {..} do {^bb0(..): ..}`
fn parse_while(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let pairs = p.assignments()?;
    let span = p.token().span();
    let Type::Function { inputs, results } = p.colon_type()? else {
        return Err(p.error("syntax", "expected `(types) -> types`", span));
    };
    if inputs.len() != pairs.len() {
        return Err(p.error("operand-count", "as many types as values are needed", state.name_span));
    }
    let mut args = Vec::new();
    for ((name, init), ty) in pairs.into_iter().zip(&inputs) {
        p.operand(state, init, ty)?;
        args.push((name, ty.clone()));
    }
    state.results = results;
    p.region(state, &args)?;
    p.expect_word("do")?;
    p.region(state, &[])
}
