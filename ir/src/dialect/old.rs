//! Spellings of before 2021, when most operations were in `std`: read as what they are called now, never printed.

/// Operations of `std`, which needed no prefix, and where they went.
const STD: [(&str, &[&str]); 6] = [
    (
        "arith",
        &[
            "constant",
            "addf",
            "addi",
            "subf",
            "subi",
            "mulf",
            "muli",
            "divf",
            "remf",
            "negf",
            "cmpf",
            "cmpi",
            "select",
            "and",
            "or",
            "xor",
            "sitofp",
            "uitofp",
            "fptosi",
            "fptoui",
            "index_cast",
            "trunci",
        ],
    ),
    ("math", &["exp", "log", "sqrt", "rsqrt", "tanh", "sin", "cos"]),
    (
        "memref",
        &[
            "alloc",
            "alloca",
            "dealloc",
            "load",
            "store",
            "dim",
            "subview",
            "view",
            "transpose",
            "memref_cast",
        ],
    ),
    ("tensor", &["extract_element", "tensor_cast"]),
    ("cf", &["br", "cond_br"]),
    ("func", &["func", "return", "call", "call_indirect"]),
];

/// Names that changed with the dialect.
const RENAMED: [(&str, &str); 15] = [
    ("tensor.pack", "linalg.pack"),
    ("tensor.unpack", "linalg.unpack"),
    ("bufferization.to_memref", "bufferization.to_buffer"),
    ("and", "arith.andi"),
    ("or", "arith.ori"),
    ("xor", "arith.xori"),
    ("fpext", "arith.extf"),
    ("fptrunc", "arith.truncf"),
    ("sexti", "arith.extsi"),
    ("zexti", "arith.extui"),
    ("ceilf", "math.ceil"),
    ("floorf", "math.floor"),
    ("absf", "math.absf"),
    ("memref_cast", "memref.cast"),
    ("tensor_cast", "tensor.cast"),
];

/// What an operation once written `written`, perhaps after `std.`, is called now.
pub(super) fn name(written: &str) -> Option<&'static str> {
    let bare = written.strip_prefix("std.").unwrap_or(written);
    if let Some((_, now)) = RENAMED.iter().find(|(old, _)| *old == bare) {
        return Some(now);
    }
    let (dialect, _) = STD.iter().find(|(_, names)| names.contains(&bare))?;
    super::names().find(|now| now.split_once('.') == Some((dialect, bare)))
}
