//! `complex`: the arithmetic that linalg's payloads use on complex elements.

use super::{OpInfo, generic, op};

pub(super) fn operations() -> Vec<OpInfo> {
    let binary = "$a, $b fastmath attr-dict : type(a)";
    let others = [
        "complex.atan2",
        "complex.bitcast",
        "complex.expm1",
        "complex.log1p",
        "complex.pow",
        "complex.powi",
        "complex.rsqrt",
        "complex.sign",
        "complex.sqrt",
        "complex.tan",
        "complex.tanh",
    ];
    let entries = vec![
        op("complex.add", binary, "b=a r=a"),
        op("complex.sub", binary, "b=a r=a"),
        op("complex.mul", binary, "b=a r=a"),
        op("complex.div", binary, "b=a r=a"),
        op("complex.neg", "$a fastmath attr-dict : type(a)", "r=a"),
        op("complex.conj", "$a fastmath attr-dict : type(a)", "r=a"),
        op("complex.cos", "$a fastmath attr-dict : type(a)", "r=a"),
        op("complex.log", "$a fastmath attr-dict : type(a)", "r=a"),
        op("complex.sin", "$a fastmath attr-dict : type(a)", "r=a"),
        op("complex.exp", "$a fastmath attr-dict : type(a)", "r=a"),
        op("complex.eq", "$a, $b attr-dict : type(a)", "b=a r=bool(a)"),
        op("complex.neq", "$a, $b attr-dict : type(a)", "b=a r=bool(a)"),
        op("complex.constant", "attr(value) attr-dict : type(r)", "").constant(),
        op("complex.create", "$a, $b attr-dict : type(r)", "a=part(r) b=part(r)"),
        op("complex.re", "$a fastmath attr-dict : type(a)", "r=part(a)"),
        op("complex.im", "$a fastmath attr-dict : type(a)", "r=part(a)"),
        op("complex.angle", "$a fastmath attr-dict : type(a)", "r=part(a)"),
        op("complex.abs", "$a fastmath attr-dict : type(a)", "r=part(a)"),
    ];
    entries
        .into_iter()
        .chain(others.map(generic))
        .map(OpInfo::pure)
        .collect()
}
