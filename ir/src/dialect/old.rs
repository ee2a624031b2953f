//! Spellings of before 2021, when most operations were in `std`, of `arith` before 2024 and of `vector` before 2025: read as
//! what they are called now, never printed.

use super::format::{DYNAMIC, i64_array};
use crate::parse::{OpState, PResult, Parser, WrittenUse};
use crate::{OpSpec, Type};

/// Operations of `std`, which needed no prefix, and where they went.
const STD: [(&str, &[&str]); 7] = [
    (
        "arith",
        &[
            "constant",
            "addf",
            "addi",
            "subf",
            "subi",
            "mulf",
            "muli",
            "divf",
            "remf",
            "negf",
            "cmpf",
            "cmpi",
            "select",
            "and",
            "or",
            "xor",
            "sitofp",
            "uitofp",
            "fptosi",
            "fptoui",
            "index_cast",
            "trunci",
        ],
    ),
    ("math", &["exp", "log", "sqrt", "rsqrt", "tanh", "sin", "cos"]),
    (
        "memref",
        &[
            "alloc",
            "alloca",
            "dealloc",
            "load",
            "store",
            "dim",
            "subview",
            "view",
            "transpose",
            "memref_cast",
        ],
    ),
    ("tensor", &["extract_element", "tensor_cast"]),
    ("vector", &["splat"]),
    ("cf", &["br", "cond_br"]),
    ("func", &["func", "return", "call", "call_indirect"]),
];

/// Names that changed with the dialect.
const RENAMED: [(&str, &str); 24] = [
    ("divi_signed", "arith.divsi"),
    ("divi_unsigned", "arith.divui"),
    ("remi_signed", "arith.remsi"),
    ("remi_unsigned", "arith.remui"),
    ("shift_left", "arith.shli"),
    ("shift_right_signed", "arith.shrsi"),
    ("shift_right_unsigned", "arith.shrui"),
    ("tensor.pack", "linalg.pack"),
    ("tensor.unpack", "linalg.unpack"),
    ("bufferization.to_memref", "bufferization.to_buffer"),
    ("arith.maxf", "arith.maximumf"),
    ("arith.minf", "arith.minimumf"),
    ("and", "arith.andi"),
    ("or", "arith.ori"),
    ("xor", "arith.xori"),
    ("fpext", "arith.extf"),
    ("fptrunc", "arith.truncf"),
    ("sexti", "arith.extsi"),
    ("zexti", "arith.extui"),
    ("ceilf", "math.ceil"),
    ("floorf", "math.floor"),
    ("absf", "math.absf"),
    ("memref_cast", "memref.cast"),
    ("tensor_cast", "tensor.cast"),
];

/// What an operation once written `written`, perhaps after `std.`, is called now.
pub(super) fn name(written: &str) -> Option<&'static str> {
    let bare = written.strip_prefix("std.").unwrap_or(written);
    if let Some((_, now)) = RENAMED.iter().find(|(old, _)| *old == bare) {
        return Some(now);
    }
    let (dialect, _) = STD.iter().find(|(_, names)| names.contains(&bare))?;
    super::names().find(|now| now.split_once('.') == Some((dialect, bare)))
}

/// `%a : vector<4xf32>`: one number for all lanes.
pub(super) fn parse_splat(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let value = p.use_()?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    let name = if ty.is_tensor() {
        "tensor.splat"
    } else {
        "vector.broadcast"
    };
    p.module.op_mut(state.op).name = name.into();
    p.operand(state, value, ty.elem())?;
    state.results = vec![ty];
    Ok(())
}

/// `%v[%i : index] : vector<4xf32>`: `vector.extract`.
pub(super) fn parse_extractelement(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let vector = p.use_()?;
    let ty = parse_lane(p, state, vector, None)?;
    p.module.op_mut(state.op).name = "vector.extract".into();
    state.results = vec![ty.elem().clone()];
    Ok(())
}

/// `%a, %v[%i : index] : vector<4xf32>`: `vector.insert`.
pub(super) fn parse_insertelement(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let value = p.use_()?;
    p.expect_punct(b',')?;
    let vector = p.use_()?;
    let ty = parse_lane(p, state, vector, Some(value))?;
    p.module.op_mut(state.op).name = "vector.insert".into();
    state.results = vec![ty];
    Ok(())
}

/// `[%i : index] : vector<4xf32>` after the vector, of a rank of at most one.
fn parse_lane<'a>(
    p: &mut Parser<'a>,
    state: &mut OpState,
    vector: WrittenUse<'a>,
    value: Option<WrittenUse<'a>>,
) -> PResult<Type> {
    p.expect_punct(b'[')?;
    let mut lane = None;
    if !p.is_punct(b']') {
        let used = p.use_()?;
        let ty = p.colon_type()?;
        lane = Some((p.resolve(used, &ty)?, ty));
    }
    p.expect_punct(b']')?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    if ty.shape().map(<[_]>::len) != Some(usize::from(lane.is_some())) {
        let message = format!("a lane of a `{ty}` has {} numbers", usize::from(lane.is_some()));
        return Err(p.error("operand-count", message, state.name_span));
    }
    if let Some(value) = value {
        p.operand(state, value, ty.elem())?;
    }
    p.operand(state, vector, &ty)?;
    let mut position = Vec::new();
    if let Some((mut at, of)) = lane {
        position.push(DYNAMIC);
        if of != Type::Index {
            at.value = state.before(p, OpSpec::new("arith.index_cast").operands(&[at.value]));
        }
        p.module.op_mut(state.op).operands.push(at);
    }
    let properties = &mut p.module.op_mut(state.op).properties;
    properties.set("static_position", i64_array(&position));
    Ok(ty)
}
