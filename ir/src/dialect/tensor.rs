//! `tensor`: values with a shape.

use super::{OpInfo, op};
use crate::ops::{SomeOperands, Undefined};

pub(super) fn operations() -> Vec<OpInfo> {
    use SomeOperands::At;
    use Undefined::*;
    let slice =
        "$a~idx(o*, static_offsets) idx(s*, static_sizes) idx(t*, static_strides) attr-dict : type(a) to type(r)";
    let insert = "$a into $b~idx(o*, static_offsets) idx(s*, static_sizes) idx(t*, static_strides) attr-dict : type(a) into type(b)";
    let entries = vec![
        op("tensor.empty", "($d*) attr-dict : type(r)", "d=index").or_undefined(&[NegativeSize]),
        op("tensor.dim", "attr-dict $m, $i : type(m)", "i=index r=index")
            .asking_shape()
            .or_undefined(&[NoSuchDim]),
        op("tensor.rank", "$m attr-dict : type(m)", "r=index").asking_shape(),
        op("tensor.extract", "$m[$i*] attr-dict : type(m)", "i=index r=elem(m)").loading(0),
        op(
            "tensor.insert",
            "$v into $m[$i*] attr-dict : type(m)",
            "v=elem(m) i=index r=m",
        )
        .storing(0, 1),
        op("tensor.cast", "$a attr-dict : type(a) to type(r)", "").or_undefined(&[ShapeContract]),
        op("tensor.bitcast", "$a attr-dict : type(a) to type(r)", ""),
        op("tensor.from_elements", "$a* attr-dict : type(r)", "a=elem(r)"),
        op("tensor.splat", "$v{[$d*]} attr-dict : type(r)", "v=elem(r) d=index").or_undefined(&[NegativeSize]),
        op("tensor.extract_slice", slice, "")
            .segments()
            .or_undefined(&[OutOfBounds, NegativeSize]),
        op("tensor.insert_slice", insert, "r=b")
            .segments()
            .or_undefined(&[OutOfBounds, NegativeSize, ShapeContract]),
        op("tensor.parallel_insert_slice", insert, "")
            .segments()
            .writing_elsewhere()
            .or_undefined(&[OutOfBounds, NegativeSize, ShapeContract]),
        op(
            "tensor.collapse_shape",
            "$a attr(reassociation) attr-dict : type(a) into type(r)",
            "",
        )
        .or_undefined(&[IndexOverflow]),
        op(
            "tensor.expand_shape",
            "$a attr(reassociation) output_shape idx(o*, static_output_shape) attr-dict : type(a) into type(r)",
            "",
        )
        .or_undefined(&[ShapeContract, IndexOverflow]),
        op(
            "tensor.pad",
            "$a unit(nofold) low~idx(l*, static_low) high~idx(h*, static_high) region attr-dict : type(a) to type(r)",
            "",
        )
        .segments()
        .recursive()
        .or_undefined(&[NegativeSize]),
        op("tensor.reshape", "$a($s) attr-dict : functype(a s, r*)", "")
            .reading(At(1))
            .or_undefined(&[ShapeContract, OutOfBounds, Uninitialised]),
        op("tensor.concat", "dim(int64(dim)) $a* attr-dict : functype(a*, r*)", "").or_undefined(&[ShapeContract]),
        op(
            "tensor.gather",
            "$a[$i] gather_dims(i64s(gather_dims)) unit(unique) attr-dict : functype(a i, r*)",
            "",
        )
        .or_undefined(&[OutOfBounds, ShapeContract, Uninitialised]),
        op(
            "tensor.scatter",
            "$a into $b[$i] scatter_dims(i64s(scatter_dims)) unit(unique) attr-dict : functype(a b i, r*)",
            "",
        )
        .or_undefined(&[OutOfBounds, ShapeContract, Uninitialised]),
        op("tensor.generate", "$d* region attr-dict : type(r)", "d=index")
            .recursive()
            .or_undefined(&[NegativeSize]),
        op("tensor.yield", "$a attr-dict : type(a)", "").terminator(),
    ];
    entries.into_iter().map(OpInfo::pure).collect()
}
