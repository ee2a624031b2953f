//! Functions of elements: what an elementwise operation of TOSA computes, in `arith` and `math`.

use super::TosaSite;
use super::scale;
use crate::plain::{FunctionText, scalar};
use crate::{Attr, FloatKind, Type};

/// Functions of floats that are one operation.
const FLOAT: &[(&str, &str)] = &[
    ("tosa.abs", "math.absf"),
    ("tosa.add", "arith.addf"),
    ("tosa.ceil", "math.ceil"),
    ("tosa.cos", "math.cos"),
    ("tosa.erf", "math.erf"),
    ("tosa.exp", "math.exp"),
    ("tosa.floor", "math.floor"),
    ("tosa.log", "math.log"),
    ("tosa.mul", "arith.mulf"),
    ("tosa.pow", "math.powf"),
    ("tosa.rsqrt", "math.rsqrt"),
    ("tosa.sin", "math.sin"),
    ("tosa.sub", "arith.subf"),
    ("tosa.tanh", "math.tanh"),
];

/// Functions of integers that are one operation. Sums that do not fit are unpredictable.
const INTEGER: &[(&str, &str, &str)] = &[
    ("tosa.add", "arith.addi", " overflow<nsw>"),
    ("tosa.bitwise_and", "arith.andi", ""),
    ("tosa.bitwise_or", "arith.ori", ""),
    ("tosa.bitwise_xor", "arith.xori", ""),
    ("tosa.clz", "math.ctlz", ""),
    ("tosa.intdiv", "arith.divsi", ""),
    ("tosa.logical_and", "arith.andi", ""),
    ("tosa.logical_left_shift", "arith.shli", ""),
    ("tosa.logical_or", "arith.ori", ""),
    ("tosa.logical_right_shift", "arith.shrui", ""),
    ("tosa.logical_xor", "arith.xori", ""),
    ("tosa.maximum", "arith.maxsi", ""),
    ("tosa.minimum", "arith.minsi", ""),
    ("tosa.sub", "arith.subi", " overflow<nsw>"),
];

/// How many operands have elements; the others are one number for all.
pub(super) fn operands(site: &TosaSite<'_>) -> usize {
    match site.name() {
        "tosa.negate" => 1,
        "tosa.mul" => site.operands().min(2),
        _ => site.operands(),
    }
}

/// Writes what the elementwise operation makes of the elements `args`; the name of its result. [`None`] if it is no such
/// operation, or has no meaning here on elements of these types.
pub(super) fn apply(text: &mut FunctionText, site: &TosaSite<'_>, args: &[String]) -> Option<String> {
    let (of, result) = (site.elem(0)?, site.result().elem());
    let name = site.name();
    let same = of == result && (1..args.len()).all(|n| site.elem(n) == Some(of));
    let listed = |op: &str, flags: &str| same.then(|| format!("{op} {}{flags} : {of}", args.join(", ")));
    if of.is_float() {
        if let Some((_, op)) = FLOAT.iter().find(|(known, _)| *known == name) {
            return Some(text.def(&listed(op, "")?));
        }
    } else if let Some((_, op, flags)) = INTEGER.iter().find(|(known, ..)| *known == name) {
        return Some(text.def(&listed(op, flags)?));
    }
    match (name, args) {
        ("tosa.cast", [x]) => cast(text, x, of, result),
        ("tosa.clamp", [x]) if same => clamp(text, site, x, of),
        ("tosa.select", [c, x, y])
            if *of == Type::I1 && site.elem(1) == Some(result) && site.elem(2) == Some(result) =>
        {
            Some(text.def(&format!("arith.select {c}, {x}, {y} : {result}")))
        }
        ("tosa.equal" | "tosa.greater" | "tosa.greater_equal", [x, y])
            if *result == Type::I1 && site.elem(1) == Some(of) =>
        {
            Some(compare(text, name, (x, y), of))
        }
        ("tosa.maximum" | "tosa.minimum", [x, y]) if same && of.is_float() => {
            Some(extreme(text, site, name == "tosa.maximum", (x, y), of))
        }
        ("tosa.negate", [x]) if same => negate(text, site, x, of),
        ("tosa.mul", [x, y]) if of.is_integer() && site.elem(1) == Some(of) => multiply(text, site, (x, y), of, result),
        ("tosa.reciprocal", [x]) if same && of.is_float() => {
            let one = scalar::constant(text, 1, of);
            Some(text.def(&format!("arith.divf {one}, {x} : {of}")))
        }
        ("tosa.sigmoid", [x]) if same && of.is_float() => {
            let one = scalar::constant(text, 1, of);
            let minus = text.def(&format!("arith.negf {x} : {of}"));
            let exp = text.def(&format!("math.exp {minus} : {of}"));
            let sum = text.def(&format!("arith.addf {exp}, {one} : {of}"));
            Some(text.def(&format!("arith.divf {one}, {sum} : {of}")))
        }
        ("tosa.abs", [x]) if same && of.is_integer() => {
            let zero = scalar::constant(text, 0, of);
            let minus = text.def(&format!("arith.subi {zero}, {x} overflow<nsw> : {of}"));
            Some(text.def(&format!("arith.maxsi {x}, {minus} : {of}")))
        }
        ("tosa.bitwise_not" | "tosa.logical_not", [x]) if same && of.is_integer() => {
            let ones = match *of == Type::I1 {
                true => text.def("arith.constant true"),
                false => scalar::constant(text, -1, of),
            };
            Some(text.def(&format!("arith.xori {x}, {ones} : {of}")))
        }
        ("tosa.arithmetic_right_shift", [x, by]) if same && of.is_integer() => {
            Some(shift(text, (x, by), of, site.flag("round")))
        }
        _ => None,
    }
}

fn compare(text: &mut FunctionText, name: &str, (x, y): (&str, &str), ty: &Type) -> String {
    let words = match name {
        "tosa.equal" => ("oeq", "eq"),
        "tosa.greater" => ("ogt", "sgt"),
        _ => ("oge", "sge"),
    };
    match ty.is_float() {
        true => text.def(&format!("arith.cmpf {}, {x}, {y} : {ty}", words.0)),
        false => text.def(&format!("arith.cmpi {}, {x}, {y} : {ty}", words.1)),
    }
}

/// The larger or smaller of two numbers. Where NaN is ignored, it is the other one.
pub(super) fn extreme(
    text: &mut FunctionText,
    site: &TosaSite<'_>,
    largest: bool,
    (x, y): (&str, &str),
    ty: &Type,
) -> String {
    let name = match (largest, ty.is_float()) {
        (true, true) => "arith.maximumf",
        (false, true) => "arith.minimumf",
        (true, false) => "arith.maxsi",
        (false, false) => "arith.minsi",
    };
    let found = text.def(&format!("{name} {x}, {y} : {ty}"));
    if !ty.is_float() || !site.is_word("nan_mode", "IGNORE") {
        return found;
    }
    let no_x = text.def(&format!("arith.cmpf uno, {x}, {x} : {ty}"));
    let no_y = text.def(&format!("arith.cmpf uno, {y}, {y} : {ty}"));
    let other = text.def(&format!("arith.select {no_x}, {y}, {found} : {ty}"));
    text.def(&format!("arith.select {no_y}, {x}, {other} : {ty}"))
}

/// With `round`, the last bit that was shifted out is added.
fn shift(text: &mut FunctionText, (x, by): (&str, &str), ty: &Type, round: bool) -> String {
    let shifted = text.def(&format!("arith.shrsi {x}, {by} : {ty}"));
    if !round {
        return shifted;
    }
    let [zero, one] = [0, 1].map(|n| scalar::constant(text, n, ty));
    let any = text.def(&format!("arith.cmpi sgt, {by}, {zero} : {ty}"));
    let less = text.def(&format!("arith.subi {by}, {one} : {ty}"));
    let last = text.def(&format!("arith.shrsi {x}, {less} : {ty}"));
    let last = text.def(&format!("arith.trunci {last} : {ty} to i1"));
    let no = text.def("arith.constant false");
    let last = text.def(&format!("arith.select {any}, {last}, {no} : i1"));
    let last = text.def(&format!("arith.extui {last} : i1 to {ty}"));
    text.def(&format!("arith.addi {shifted}, {last} : {ty}"))
}

/// `0 - (x - zero point) + other zero point`, kept within the type.
fn negate(text: &mut FunctionText, site: &TosaSite<'_>, x: &str, ty: &Type) -> Option<String> {
    let zero = |n: usize| site.operands() <= n || site.is_zero(n);
    if ty.is_float() {
        return (zero(1) && zero(2)).then(|| text.def(&format!("arith.negf {x} : {ty}")));
    }
    let Type::Integer { width, .. } = ty else { return None };
    // Two zero points of 32 bits and a number do not fit into 32 bits.
    (site.attr("quantization_info").is_none() && (8..=32).contains(width)).then_some(())?;
    let wide = Type::I64;
    let mut from = scalar::constant(text, 0, &wide);
    for n in 1..3 {
        if !zero(n) {
            let point = site.only(text, n)?;
            let point = text.def(&format!("arith.extsi {point} : {ty} to {wide}"));
            from = text.def(&format!("arith.addi {from}, {point} : {wide}"));
        }
    }
    let x = text.def(&format!("arith.extsi {x} : {ty} to {wide}"));
    let minus = text.def(&format!("arith.subi {from}, {x} : {wide}"));
    Some(scale::saturated(text, &minus, &wide, ty, false))
}

/// The low bits of the product, or the product of 32 bits shifted right and rounded.
fn multiply(
    text: &mut FunctionText,
    site: &TosaSite<'_>,
    (x, y): (&str, &str),
    of: &Type,
    result: &Type,
) -> Option<String> {
    let shift = match site.attr("shift") {
        Some(shift) => Some(shift.as_i64()?),
        None if site.operands() < 3 => Some(0),
        None => site.constants(2).and_then(|items| items.first().copied()),
    };
    // Only products of 32 bits may be shifted (TOSA, "MUL").
    (*of == Type::I32 || shift.is_none_or(|shift| shift == 0)).then_some(())?;
    if shift == Some(0) || *of != Type::I32 {
        let wide = |text: &mut FunctionText, value: &str| match of == result {
            true => value.to_owned(),
            false => text.def(&format!("arith.extsi {value} : {of} to {result}")),
        };
        let (x, y) = (wide(text, x), wide(text, y));
        return Some(text.def(&format!("arith.muli {x}, {y} : {result}")));
    }
    (*result == Type::I32).then_some(())?;
    let by = match shift {
        Some(number) => (0..64)
            .contains(&number)
            .then(|| scalar::constant(text, number, &Type::I64))?,
        None => {
            let by = site.only(text, 2)?;
            scale::widened_shift(text, &by, site.elem(2)?)
        }
    };
    Some(scale::scaled(text, ((x, of), (y, of)), &by, false))
}

/// Within bounds. NaN stays, or is the lower bound.
fn clamp(text: &mut FunctionText, site: &TosaSite<'_>, x: &str, ty: &Type) -> Option<String> {
    let names = match (site.attr("min_val"), ty.is_float()) {
        (Some(_), _) => ["min_val", "max_val"],
        (None, true) => ["min_fp", "max_fp"],
        (None, false) => ["min_int", "max_int"],
    };
    let mut bounds = Vec::new();
    for name in names {
        let attr = site.attr(name)?;
        bounds.push(match attr {
            Attr::Int { value, .. } if ty.is_integer() => {
                let value = i64::try_from(*value).ok()?;
                fits(value, ty).then_some(())?;
                scalar::constant(text, value, ty)
            }
            Attr::Float { ty: of, .. } if of == ty => text.def(&format!("arith.constant {attr}")),
            _ => return None,
        });
    }
    let [low, high] = &bounds[..] else { return None };
    let (max, min) = match ty.is_float() {
        true => ("arith.maximumf", "arith.minimumf"),
        false => ("arith.maxsi", "arith.minsi"),
    };
    // The bounds are in order, so it does not matter which comes first.
    let below = text.def(&format!("{min} {x}, {high} : {ty}"));
    let within = text.def(&format!("{max} {below}, {low} : {ty}"));
    if !ty.is_float() || !site.is_word("nan_mode", "IGNORE") {
        return Some(within);
    }
    let nan = text.def(&format!("arith.cmpf uno, {x}, {x} : {ty}"));
    Some(text.def(&format!("arith.select {nan}, {low}, {within} : {ty}")))
}

fn fits(value: i64, ty: &Type) -> bool {
    match ty {
        Type::Integer { width: 64, .. } => true,
        Type::Integer { width, .. } => (-(1_i64 << (width - 1))..1_i64 << (width - 1)).contains(&value),
        _ => false,
    }
}

/// Integers are cut off or extended by their sign, truth values are 0 and 1; floats are rounded to the nearest integer, to
/// the even one of two, and kept within the type. What NaN becomes is left open.
fn cast(text: &mut FunctionText, x: &str, from: &Type, to: &Type) -> Option<String> {
    let one = |text: &mut FunctionText, name: &str, x: &str| text.def(&format!("{name} {x} : {from} to {to}"));
    Some(match (from, to) {
        _ if from == to => x.to_owned(),
        (Type::Float(_), Type::Integer { width: 1, .. }) => {
            let zero = scalar::constant(text, 0, from);
            text.def(&format!("arith.cmpf une, {x}, {zero} : {from}"))
        }
        (Type::Float(kind), Type::Integer { width, .. }) => rounded(text, x, *kind, *width)?,
        (Type::Float(a), Type::Float(b)) if a.bits() < b.bits() => one(text, "arith.extf", x),
        (Type::Float(a), Type::Float(b)) if a.bits() > b.bits() => one(text, "arith.truncf", x),
        (Type::Integer { width: 1, .. }, Type::Float(_)) => one(text, "arith.uitofp", x),
        (Type::Integer { .. }, Type::Float(_)) => one(text, "arith.sitofp", x),
        (Type::Integer { .. }, Type::Integer { width: 1, .. }) => {
            let zero = scalar::constant(text, 0, from);
            text.def(&format!("arith.cmpi ne, {x}, {zero} : {from}"))
        }
        (Type::Integer { width: 1, .. }, Type::Integer { .. }) => one(text, "arith.extui", x),
        (Type::Integer { width: a, .. }, Type::Integer { width: b, .. }) if a < b => one(text, "arith.extsi", x),
        (Type::Integer { .. }, Type::Integer { .. }) => one(text, "arith.trunci", x),
        _ => return None,
    })
}

fn rounded(text: &mut FunctionText, x: &str, kind: FloatKind, width: u32) -> Option<String> {
    let (from, to) = (
        Type::Float(kind),
        Type::Integer {
            width,
            sign: crate::Sign::Signless,
        },
    );
    // How many bits of a whole number are exact, and the largest exponent.
    let (exact, exponent) = (kind.digits(), kind.is_ieee().then(|| kind.bias().unsigned_abs())?);
    let near = text.def(&format!("math.roundeven {x} : {from}"));
    (width <= 64).then_some(())?;
    // All finite numbers of the kind are within the type.
    if width - 1 > exponent {
        return infinite(text, &near, kind, width);
    }
    let power = |text: &mut FunctionText, negative: bool, less: f64| {
        let value = 2.0_f64.powi(i32::try_from(width - 1).unwrap_or(0)) - less;
        let sign = if negative { "-" } else { "" };
        text.def(&format!("arith.constant {sign}{value:.1} : {from}"))
    };
    let least = power(text, true, 0.0);
    if width - 1 <= exact {
        let most = power(text, false, 1.0);
        let below = text.def(&format!("arith.minimumf {near}, {most} : {from}"));
        let within = text.def(&format!("arith.maximumf {below}, {least} : {from}"));
        return Some(text.def(&format!("arith.fptosi {within} : {from} to {to}")));
    }
    let beyond = power(text, false, 0.0);
    let within = text.def(&format!("arith.maximumf {near}, {least} : {from}"));
    let number = text.def(&format!("arith.fptosi {within} : {from} to {to}"));
    let too_large = text.def(&format!("arith.cmpf uge, {near}, {beyond} : {from}"));
    let most = match width {
        64 => i64::MAX,
        _ => (1_i64 << (width - 1)) - 1,
    };
    let most = scalar::constant(text, most, &to);
    Some(text.def(&format!("arith.select {too_large}, {most}, {number} : {to}")))
}

fn infinite(text: &mut FunctionText, near: &str, kind: FloatKind, width: u32) -> Option<String> {
    let (from, to) = (
        Type::Float(kind),
        Type::Integer {
            width,
            sign: crate::Sign::Signless,
        },
    );
    (kind == FloatKind::F16).then_some(())?;
    let [least, most] = ["0xFC00", "0x7C00"].map(|bits| text.def(&format!("arith.constant {bits} : {from}")));
    let number = text.def(&format!("arith.fptosi {near} : {from} to {to}"));
    let is_most = text.def(&format!("arith.cmpf ueq, {near}, {most} : {from}"));
    let is_least = text.def(&format!("arith.cmpf ueq, {near}, {least} : {from}"));
    let (low, high) = match width {
        64 => (i64::MIN, i64::MAX),
        _ => (-(1_i64 << (width - 1)), (1_i64 << (width - 1)) - 1),
    };
    let [low, high] = [low, high].map(|n| scalar::constant(text, n, &to));
    let below = text.def(&format!("arith.select {is_most}, {high}, {number} : {to}"));
    Some(text.def(&format!("arith.select {is_least}, {low}, {below} : {to}")))
}
