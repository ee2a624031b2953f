//! `index`: arithmetic on `index`.

use super::{Form, op};

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

pub(super) fn forms() -> Vec<Form> {
    let binary = BINARY
        .into_iter()
        .map(|name| op(name, "$a, $b attr-dict", "a=index b=index r=index"));
    let mut forms: Vec<Form> = binary.collect();
    forms.push(op("index.constant", "index(value) attr-dict", "r=index"));
    forms.push(op("index.casts", "$a attr-dict : type(a) to type(r)", ""));
    forms.push(op("index.castu", "$a attr-dict : type(a) to type(r)", ""));
    forms
}
