//! `bufferization`: between tensors and buffers.

use super::{Form, op};

pub(super) fn forms() -> Vec<Form> {
    vec![
        op(
            "bufferization.to_buffer",
            "$a unit(read_only) attr-dict : type(a) to type(r)",
            "",
        ),
        op(
            "bufferization.to_tensor",
            "$a unit(restrict) unit(writable) attr-dict : type(a) to type(r)",
            "",
        ),
        op(
            "bufferization.alloc_tensor",
            "($d*){ copy($c*)}{ size_hint=$h*} attr-dict : type(r)",
            "d=index c=r h=index",
        )
        .segments()
        .inherent(&["memory_space"]),
        op(
            "bufferization.dealloc",
            "{($a* : type(a*)) if ($c*)}{ retain ($e* : type(e*))} attr-dict",
            "c=i1 r*=i1(e)",
        )
        .segments(),
        op("bufferization.clone", "$a attr-dict : type(a) to type(r)", ""),
        op("bufferization.dealloc_tensor", "$a attr-dict : type(a)", ""),
        op(
            "bufferization.materialize_in_destination",
            "$a in unit(restrict) unit(writable) $b attr-dict : functype(a b, r*)",
            "",
        ),
    ]
}
