//! `bufferization`: between tensors and buffers.

use super::{OpInfo, generic, op};
use crate::ops::{Operands, Undefined};

pub(super) fn operations() -> Vec<OpInfo> {
    use Operands::At;
    use Undefined::*;
    vec![
        op(
            "bufferization.to_buffer",
            "$a unit(read_only) attr-dict : type(a) to type(r)",
            "",
        )
        .allocating(),
        op(
            "bufferization.to_tensor",
            "$a unit(restrict) unit(writable) attr-dict : type(a) to type(r)",
            "",
        )
        .reading(At(0)),
        op(
            "bufferization.alloc_tensor",
            "($d*){ copy($c*)}{ size_hint=$h*} attr-dict : type(r)",
            "d=index c=r h=index",
        )
        .segments()
        .inherent(&["memory_space"])
        .pure()
        .or_undefined(&[NegativeSize]),
        op(
            "bufferization.dealloc",
            "{($a* : type(a*)) if ($c*)}{ retain ($e* : type(e*))} attr-dict",
            "c=i1 r*=i1(e)",
        )
        .segments()
        .unknown(),
        op("bufferization.clone", "$a attr-dict : type(a) to type(r)", "")
            .reading(At(0))
            .allocating(),
        op("bufferization.dealloc_tensor", "$a attr-dict : type(a)", "").freeing(0),
        op(
            "bufferization.materialize_in_destination",
            "$a in unit(restrict) unit(writable) $b attr-dict : functype(a b, r*)",
            "",
        )
        .writing(At(1))
        .or_undefined(&[ShapeContract]),
        generic("bufferization.yield").terminator(),
    ]
}
