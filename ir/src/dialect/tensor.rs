//! `tensor`: values with a shape.

use super::{Form, op};

pub(super) fn forms() -> Vec<Form> {
    let slice =
        "$a~idx(o*, static_offsets) idx(s*, static_sizes) idx(t*, static_strides) attr-dict : type(a) to type(r)";
    let insert = "$a into $b~idx(o*, static_offsets) idx(s*, static_sizes) idx(t*, static_strides) attr-dict : type(a) into type(b)";
    vec![
        op("tensor.empty", "($d*) attr-dict : type(r)", "d=index"),
        op("tensor.dim", "attr-dict $m, $i : type(m)", "i=index r=index"),
        op("tensor.rank", "$m attr-dict : type(m)", "r=index"),
        op("tensor.extract", "$m[$i*] attr-dict : type(m)", "i=index r=elem(m)"),
        op(
            "tensor.insert",
            "$v into $m[$i*] attr-dict : type(m)",
            "v=elem(m) i=index r=m",
        ),
        op("tensor.cast", "$a attr-dict : type(a) to type(r)", ""),
        op("tensor.bitcast", "$a attr-dict : type(a) to type(r)", ""),
        op("tensor.from_elements", "$a* attr-dict : type(r)", "a=elem(r)"),
        op("tensor.splat", "$v{[$d*]} attr-dict : type(r)", "v=elem(r) d=index"),
        op("tensor.extract_slice", slice, "").segments(),
        op("tensor.insert_slice", insert, "r=b").segments(),
        op("tensor.parallel_insert_slice", insert, "").segments(),
        op(
            "tensor.collapse_shape",
            "$a attr(reassociation) attr-dict : type(a) into type(r)",
            "",
        ),
        op(
            "tensor.expand_shape",
            "$a attr(reassociation) output_shape idx(o*, static_output_shape) attr-dict : type(a) into type(r)",
            "",
        ),
        op(
            "tensor.pad",
            "$a unit(nofold) low~idx(l*, static_low) high~idx(h*, static_high) region attr-dict : type(a) to type(r)",
            "",
        )
        .segments(),
        op("tensor.reshape", "$a($s) attr-dict : functype(a s, r*)", ""),
        op("tensor.concat", "dim(int64(dim)) $a* attr-dict : functype(a*, r*)", ""),
        op(
            "tensor.gather",
            "$a[$i] gather_dims(i64s(gather_dims)) unit(unique) attr-dict : functype(a i, r*)",
            "",
        ),
        op(
            "tensor.scatter",
            "$a into $b[$i] scatter_dims(i64s(scatter_dims)) unit(unique) attr-dict : functype(a b i, r*)",
            "",
        ),
        op("tensor.generate", "$d* region attr-dict : type(r)", "d=index"),
        op("tensor.yield", "$a attr-dict : type(a)", "").terminator(),
    ]
}
