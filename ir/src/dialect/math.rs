//! `math`: elementary functions.

use super::{OpInfo, op};
use crate::ops::Undefined;

const FLOAT_UNARY: [&str; 34] = [
    "math.absf",
    "math.acos",
    "math.acosh",
    "math.asin",
    "math.asinh",
    "math.atan",
    "math.atanh",
    "math.cbrt",
    "math.ceil",
    "math.cos",
    "math.cosh",
    "math.erf",
    "math.erfc",
    "math.exp",
    "math.exp2",
    "math.expm1",
    "math.floor",
    "math.log",
    "math.log10",
    "math.log1p",
    "math.log2",
    "math.round",
    "math.roundeven",
    "math.rsqrt",
    "math.sin",
    "math.sinh",
    "math.sqrt",
    "math.tan",
    "math.tanh",
    "math.trunc",
    "math.isfinite",
    "math.isinf",
    "math.isnan",
    "math.isnormal",
];

pub(super) fn operations() -> Vec<OpInfo> {
    let unary = FLOAT_UNARY.into_iter().map(|name| {
        let types = if name.starts_with("math.is") {
            "r=bool(a)"
        } else {
            "r=a"
        };
        op(name, "$a fastmath attr-dict : type(a)", types)
    });
    let mut entries: Vec<OpInfo> = unary.collect();
    for name in ["math.atan2", "math.copysign", "math.powf"] {
        entries.push(op(name, "$a, $b fastmath attr-dict : type(a)", "b=a r=a"));
    }
    for name in ["math.absi", "math.ctlz", "math.cttz", "math.ctpop"] {
        entries.push(op(name, "$a attr-dict : type(a)", "r=a"));
    }
    entries.push(op("math.ipowi", "$a, $b attr-dict : type(a)", "b=a r=a").or_undefined(&[Undefined::DivisorZero]));
    entries.push(op("math.fma", "$a, $b, $c fastmath attr-dict : type(a)", "b=a c=a r=a"));
    entries.push(op("math.fpowi", "$a, $b fastmath attr-dict : type(a), type(b)", "r=a"));
    entries.push(op("math.sincos", "$a fastmath attr-dict : type(a)", "r=a r2=a"));
    entries.push(op(
        "math.clampf",
        "$a to [$b, $c] fastmath attr-dict : type(a)",
        "b=a c=a r=a",
    ));
    entries.into_iter().map(OpInfo::elementwise).collect()
}
