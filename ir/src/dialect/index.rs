//! `index`: arithmetic on `index`.

use super::{OpInfo, generic, op};
use crate::ops::Undefined;

const BINARY: [&str; 20] = [
    "index.add",
    "index.sub",
    "index.mul",
    "index.divs",
    "index.divu",
    "index.ceildivs",
    "index.ceildivu",
    "index.floordivs",
    "index.rems",
    "index.remu",
    "index.maxs",
    "index.maxu",
    "index.mins",
    "index.minu",
    "index.shl",
    "index.shrs",
    "index.shru",
    "index.and",
    "index.or",
    "index.xor",
];

pub(super) fn operations() -> Vec<OpInfo> {
    let binary = BINARY
        .into_iter()
        .map(|name| op(name, "$a, $b attr-dict", "a=index b=index r=index").or_undefined(undefined(name)));
    let mut entries: Vec<OpInfo> = binary.collect();
    entries.push(op("index.constant", "index(value) attr-dict", "r=index").constant());
    entries.push(op("index.casts", "$a attr-dict : type(a) to type(r)", ""));
    entries.push(op("index.castu", "$a attr-dict : type(a) to type(r)", ""));
    entries.push(generic("index.bool.constant").constant());
    entries.push(generic("index.sizeof").constant());
    entries.push(generic("index.cmp"));
    entries.into_iter().map(OpInfo::pure).collect()
}

fn undefined(name: &str) -> &'static [Undefined] {
    use Undefined::*;
    match name {
        "index.divs" | "index.ceildivs" | "index.floordivs" | "index.rems" => &[DivisorZero, DivisionOverflow],
        "index.divu" | "index.ceildivu" | "index.remu" => &[DivisorZero],
        "index.shl" | "index.shrs" | "index.shru" => &[ShiftTooFar],
        _ => &[],
    }
}
