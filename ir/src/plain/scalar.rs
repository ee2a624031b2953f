//! Functions of elements: what an elementwise operation of StableHLO computes, in `arith` and `math`.

use super::FunctionText;
use crate::{Attr, Module, OpId, Sign, Type, dense_items};

/// Functions of floats that are one operation.
const FLOAT: &[(&str, &str)] = &[
    ("stablehlo.abs", "math.absf"),
    ("stablehlo.add", "arith.addf"),
    ("stablehlo.atan2", "math.atan2"),
    ("stablehlo.cbrt", "math.cbrt"),
    ("stablehlo.ceil", "math.ceil"),
    ("stablehlo.cosine", "math.cos"),
    ("stablehlo.divide", "arith.divf"),
    ("stablehlo.exponential", "math.exp"),
    ("stablehlo.exponential_minus_one", "math.expm1"),
    ("stablehlo.floor", "math.floor"),
    ("stablehlo.log", "math.log"),
    ("stablehlo.log_plus_one", "math.log1p"),
    ("stablehlo.maximum", "arith.maximumf"),
    ("stablehlo.minimum", "arith.minimumf"),
    ("stablehlo.multiply", "arith.mulf"),
    ("stablehlo.negate", "arith.negf"),
    ("stablehlo.power", "math.powf"),
    ("stablehlo.remainder", "arith.remf"),
    ("stablehlo.round_nearest_afz", "math.round"),
    ("stablehlo.round_nearest_even", "math.roundeven"),
    ("stablehlo.rsqrt", "math.rsqrt"),
    ("stablehlo.sine", "math.sin"),
    ("stablehlo.sqrt", "math.sqrt"),
    ("stablehlo.subtract", "arith.subf"),
    ("stablehlo.tan", "math.tan"),
    ("stablehlo.tanh", "math.tanh"),
    ("chlo.erf", "math.erf"),
];

/// Functions of integers that are one operation.
const INTEGER: &[(&str, &str)] = &[
    ("stablehlo.abs", "math.absi"),
    ("stablehlo.add", "arith.addi"),
    ("stablehlo.and", "arith.andi"),
    ("stablehlo.count_leading_zeros", "math.ctlz"),
    ("stablehlo.maximum", "arith.maxsi"),
    ("stablehlo.minimum", "arith.minsi"),
    ("stablehlo.multiply", "arith.muli"),
    ("stablehlo.or", "arith.ori"),
    ("stablehlo.popcnt", "math.ctpop"),
    ("stablehlo.subtract", "arith.subi"),
    ("stablehlo.xor", "arith.xori"),
];

/// Functions of truth values.
const BOOLEAN: &[(&str, &str)] = &[
    ("stablehlo.add", "arith.ori"),
    ("stablehlo.and", "arith.andi"),
    ("stablehlo.maximum", "arith.ori"),
    ("stablehlo.minimum", "arith.andi"),
    ("stablehlo.multiply", "arith.andi"),
    ("stablehlo.or", "arith.ori"),
    ("stablehlo.xor", "arith.xori"),
];

/// The word of `#stablehlo<kind WORD>`.
pub(super) fn word<'m>(module: &'m Module, op: OpId, name: &str) -> Option<&'m str> {
    let Attr::Opaque(text) = module.op(op).attr(name)? else {
        return None;
    };
    text.strip_suffix('>')?.rsplit(' ').next()
}

/// Whether elements of this type have a meaning here.
pub(super) fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Integer { width, sign } => *sign == Sign::Signless && (1..=64).contains(width),
        other => other.is_float(),
    }
}

/// A number.
pub(super) fn constant(text: &mut FunctionText, value: i64, ty: &Type) -> String {
    match ty {
        Type::Float(_) => text.def(&format!("arith.constant {value}.0 : {ty}")),
        Type::Integer { width: 1, .. } => text.def(&format!("arith.constant {}", value != 0)),
        _ => text.def(&format!("arith.constant {value} : {ty}")),
    }
}

/// Writes what the elementwise operation `op` makes of the elements `args`; the name of its result. [`None`] if it is no
/// such operation, or has no meaning here on elements of these types.
pub(super) fn apply(text: &mut FunctionText, module: &Module, op: OpId, args: &[String]) -> Option<String> {
    let data = module.op(op);
    let result = module.ty(*data.results.first()?).elem().clone();
    let of = match data.operands.first() {
        Some(operand) => module.ty(operand.value).elem().clone(),
        None => result.clone(),
    };
    if !is_plain(&of) || !is_plain(&result) {
        return None;
    }
    let name = data.name.as_str();
    let table = match &of {
        Type::Float(_) => FLOAT,
        Type::Integer { width: 1, .. } => BOOLEAN,
        _ => INTEGER,
    };
    if let Some((_, plain)) = table.iter().find(|(known, _)| *known == name) {
        return (of == result).then(|| text.def(&format!("{plain} {} : {of}", args.join(", "))));
    }
    match (name, args) {
        ("stablehlo.constant", []) => literal(text, data.attr("value")?),
        ("stablehlo.compare", [x, y]) => compare(text, module, op, (x, y), &of),
        ("stablehlo.select", [c, x, y]) => Some(text.def(&format!("arith.select {c}, {x}, {y} : {result}"))),
        ("stablehlo.clamp", [low, x, high]) => Some(clamp(text, (low, x, high), &result)),
        ("stablehlo.convert", [x]) => convert(text, x, &of, &result),
        ("stablehlo.bitcast_convert", [x]) => bitcast(text, x, &of, &result),
        ("chlo.square", [x]) if of.is_float() => Some(text.def(&format!("arith.mulf {x}, {x} : {of}"))),
        _ if of.is_float() => float(text, name, args, &of),
        _ => integer(text, name, args, &of),
    }
}

/// A number of a constant without dimensions.
fn literal(text: &mut FunctionText, value: &Attr) -> Option<String> {
    let items = dense_items(value)?;
    let [item] = &items[..] else { return None };
    Some(text.def(&format!("arith.constant {item}")))
}

fn float(text: &mut FunctionText, name: &str, args: &[String], ty: &Type) -> Option<String> {
    let [x] = args else { return None };
    match name {
        "stablehlo.logistic" => {
            let one = constant(text, 1, ty);
            let minus = text.def(&format!("arith.negf {x} : {ty}"));
            let exp = text.def(&format!("math.exp {minus} : {ty}"));
            let sum = text.def(&format!("arith.addf {exp}, {one} : {ty}"));
            Some(text.def(&format!("arith.divf {one}, {sum} : {ty}")))
        }
        // Zeros and what is no number stay.
        "stablehlo.sign" => {
            let zero = constant(text, 0, ty);
            let other = text.def(&format!("arith.cmpf one, {x}, {zero} : {ty}"));
            let size = text.def(&format!("arith.uitofp {other} : i1 to {ty}"));
            let signed = text.def(&format!("math.copysign {size}, {x} : {ty}"));
            let nan = text.def(&format!("arith.cmpf uno, {x}, {x} : {ty}"));
            Some(text.def(&format!("arith.select {nan}, {x}, {signed} : {ty}")))
        }
        "stablehlo.is_finite" => {
            let Type::Float(kind) = ty else { return None };
            let infinity = kind.literal(kind.infinity()?);
            let infinity = text.def(&format!("arith.constant {infinity} : {ty}"));
            let size = text.def(&format!("math.absf {x} : {ty}"));
            Some(text.def(&format!("arith.cmpf one, {size}, {infinity} : {ty}")))
        }
        _ => None,
    }
}

fn integer(text: &mut FunctionText, name: &str, args: &[String], ty: &Type) -> Option<String> {
    let Type::Integer { width, .. } = ty else { return None };
    match (name, args) {
        ("stablehlo.not", [x]) => {
            let ones = constant(text, -1, ty);
            Some(text.def(&format!("arith.xori {x}, {ones} : {ty}")))
        }
        _ if *width == 1 => None,
        ("stablehlo.negate", [x]) => {
            let zero = constant(text, 0, ty);
            Some(text.def(&format!("arith.subi {zero}, {x} : {ty}")))
        }
        ("stablehlo.sign", [x]) => {
            let (zero, last, one) = (
                constant(text, 0, ty),
                constant(text, i64::from(*width) - 1, ty),
                constant(text, 1, ty),
            );
            let is_zero = text.def(&format!("arith.cmpi eq, {x}, {zero} : {ty}"));
            let sign = text.def(&format!("arith.shrsi {x}, {last} : {ty}"));
            let odd = text.def(&format!("arith.ori {sign}, {one} : {ty}"));
            Some(text.def(&format!("arith.select {is_zero}, {zero}, {odd} : {ty}")))
        }
        ("stablehlo.divide", [x, y]) => Some(divide(text, (x, y), ty, *width, false)),
        ("stablehlo.remainder", [x, y]) => Some(divide(text, (x, y), ty, *width, true)),
        ("stablehlo.shift_left", [x, y]) => Some(shift(text, "arith.shli", (x, y), ty, *width)),
        ("stablehlo.shift_right_logical", [x, y]) => Some(shift(text, "arith.shrui", (x, y), ty, *width)),
        ("stablehlo.shift_right_arithmetic", [x, y]) => Some(shift(text, "arith.shrsi", (x, y), ty, *width)),
        _ => None,
    }
}

/// `x / 0 = -1`, `min / -1 = min`; `x rem 0 = x`, `min rem -1 = 0`.
fn divide(text: &mut FunctionText, (x, y): (&str, &str), ty: &Type, width: u32, remainder: bool) -> String {
    let least = -1_i64 << (width - 1);
    let [zero, one, minus, least] = [0, 1, -1, least].map(|n| constant(text, n, ty));
    let by_zero = text.def(&format!("arith.cmpi eq, {y}, {zero} : {ty}"));
    let is_least = text.def(&format!("arith.cmpi eq, {x}, {least} : {ty}"));
    let by_minus = text.def(&format!("arith.cmpi eq, {y}, {minus} : {ty}"));
    let overflow = text.def(&format!("arith.andi {is_least}, {by_minus} : i1"));
    let unsafe_ = text.def(&format!("arith.ori {by_zero}, {overflow} : i1"));
    let divisor = text.def(&format!("arith.select {unsafe_}, {one}, {y} : {ty}"));
    let (name, on_overflow, on_zero) = match remainder {
        true => ("arith.remsi", zero, x.to_owned()),
        false => ("arith.divsi", least, minus),
    };
    let found = text.def(&format!("{name} {x}, {divisor} : {ty}"));
    let found = text.def(&format!("arith.select {overflow}, {on_overflow}, {found} : {ty}"));
    text.def(&format!("arith.select {by_zero}, {on_zero}, {found} : {ty}"))
}

/// By as many bits as there are or more, nothing is left, of an arithmetic shift the sign.
fn shift(text: &mut FunctionText, name: &str, (x, y): (&str, &str), ty: &Type, width: u32) -> String {
    let bits = constant(text, i64::from(width), ty);
    let fits = text.def(&format!("arith.cmpi ult, {y}, {bits} : {ty}"));
    let last = constant(text, i64::from(width) - 1, ty);
    let by = text.def(&format!("arith.select {fits}, {y}, {last} : {ty}"));
    let shifted = text.def(&format!("{name} {x}, {by} : {ty}"));
    if name == "arith.shrsi" {
        return shifted;
    }
    let zero = constant(text, 0, ty);
    text.def(&format!("arith.select {fits}, {shifted}, {zero} : {ty}"))
}

fn clamp(text: &mut FunctionText, (low, x, high): (&str, &str, &str), ty: &Type) -> String {
    let (max, min) = match ty {
        Type::Float(_) => ("arith.maximumf", "arith.minimumf"),
        Type::Integer { width: 1, .. } => ("arith.ori", "arith.andi"),
        _ => ("arith.maxsi", "arith.minsi"),
    };
    let raised = text.def(&format!("{max} {x}, {low} : {ty}"));
    text.def(&format!("{min} {raised}, {high} : {ty}"))
}

fn compare(text: &mut FunctionText, module: &Module, op: OpId, (x, y): (&str, &str), ty: &Type) -> Option<String> {
    let direction = word(module, op, "comparison_direction")?;
    let kind = word(module, op, "compare_type").unwrap_or("NOTYPE");
    let at = ["EQ", "NE", "LT", "LE", "GT", "GE"]
        .iter()
        .position(|known| *known == direction)?;
    let bool_ = matches!(ty, Type::Integer { width: 1, .. });
    let predicate = match (ty.is_float(), kind) {
        (true, "FLOAT" | "NOTYPE") => ["oeq", "une", "olt", "ole", "ogt", "oge"][at],
        (true, _) => return None,
        (false, "UNSIGNED") => ["eq", "ne", "ult", "ule", "ugt", "uge"][at],
        (false, "NOTYPE") if bool_ => ["eq", "ne", "ult", "ule", "ugt", "uge"][at],
        (false, "SIGNED" | "NOTYPE") if !bool_ => ["eq", "ne", "slt", "sle", "sgt", "sge"][at],
        (false, _) => return None,
    };
    let name = if ty.is_float() { "arith.cmpf" } else { "arith.cmpi" };
    Some(text.def(&format!("{name} {predicate}, {x}, {y} : {ty}")))
}

fn convert(text: &mut FunctionText, x: &str, from: &Type, to: &Type) -> Option<String> {
    let is_bool = |ty: &Type| matches!(ty, Type::Integer { width: 1, .. });
    let cast = |text: &mut FunctionText, name: &str, x: &str, from: &Type, to: &Type| {
        text.def(&format!("{name} {x} : {from} to {to}"))
    };
    Some(match (from, to) {
        _ if from == to => x.to_owned(),
        (Type::Float(_), _) if is_bool(to) => {
            let zero = constant(text, 0, from);
            text.def(&format!("arith.cmpf une, {x}, {zero} : {from}"))
        }
        (Type::Integer { .. }, _) if is_bool(to) => {
            let zero = constant(text, 0, from);
            text.def(&format!("arith.cmpi ne, {x}, {zero} : {from}"))
        }
        (Type::Float(a), Type::Float(b)) if a.bits() == b.bits() => {
            let wide = cast(text, "arith.extf", x, from, &Type::F32);
            cast(text, "arith.truncf", &wide, &Type::F32, to)
        }
        (Type::Float(a), Type::Float(b)) if a.bits() < b.bits() => cast(text, "arith.extf", x, from, to),
        (Type::Float(_), Type::Float(_)) => cast(text, "arith.truncf", x, from, to),
        (Type::Integer { .. }, Type::Float(_)) if is_bool(from) => cast(text, "arith.uitofp", x, from, to),
        (Type::Integer { .. }, Type::Float(_)) => cast(text, "arith.sitofp", x, from, to),
        (Type::Float(_), Type::Integer { .. }) => cast(text, "arith.fptosi", x, from, to),
        (Type::Integer { width: a, .. }, Type::Integer { width: b, .. }) if a < b => {
            cast(text, if *a == 1 { "arith.extui" } else { "arith.extsi" }, x, from, to)
        }
        (Type::Integer { .. }, Type::Integer { .. }) => cast(text, "arith.trunci", x, from, to),
        _ => return None,
    })
}

fn bitcast(text: &mut FunctionText, x: &str, from: &Type, to: &Type) -> Option<String> {
    let bits = |ty: &Type| match ty {
        Type::Integer { width, .. } => Some(*width),
        Type::Float(kind) => Some(kind.bits()),
        _ => None,
    };
    if from == to {
        return Some(x.to_owned());
    }
    (bits(from) == bits(to)).then(|| text.def(&format!("arith.bitcast {x} : {from} to {to}")))
}
