//! Every operation that the front end knows runs and has a line in the tables, or is excepted with a reason.

use std::collections::BTreeSet;

/// Operations of the table that have no meaning here.
const EXCEPTED: &[(&str, &str)] = &[
    (
        "affine.dma_start",
        "transfers are asynchronous, which one order does not show; those waited for at once are loops before",
    ),
    ("affine.dma_wait", "as `affine.dma_start`"),
    ("memref.dma_start", "as `affine.dma_start`"),
    ("memref.dma_wait", "as `affine.dma_start`"),
    (
        "bufferization.dealloc",
        "it decides by the addresses of buffers, which are not modelled",
    ),
    ("memref.extract_aligned_pointer_as_index", "addresses are not modelled"),
    ("func.constant", "functions are no values here"),
    ("func.call_indirect", "functions are no values here"),
    ("vector.vscale", "the width of scalable vectors is not known"),
    ("vector.print", "nothing is printed"),
    ("arith.polyvet_instance", "a mark in programs that are only modelled"),
    ("vector.scalable.extract", "as `vector.vscale`"),
    ("vector.scalable.insert", "as `vector.vscale`"),
    (
        "vector.type_cast",
        "buffers of vectors are taken for buffers of numbers before (`polyvet_ir::plain_operations`)",
    ),
    ("arith.scaling_extf", "floats of 4, 6 and 8 bits are not supported"),
    ("arith.scaling_truncf", "as `arith.scaling_extf`"),
    ("complex.atan2", "linalg's payloads do not use it"),
    ("complex.bitcast", "as `complex.atan2`"),
    ("complex.expm1", "as `complex.atan2`"),
    ("complex.log1p", "as `complex.atan2`"),
    ("complex.pow", "as `complex.atan2`"),
    ("complex.powi", "as `complex.atan2`"),
    ("complex.rsqrt", "as `complex.atan2`"),
    ("complex.sign", "as `complex.atan2`"),
    ("complex.sqrt", "as `complex.atan2`"),
    ("complex.tan", "as `complex.atan2`"),
    ("complex.tanh", "as `complex.atan2`"),
    (
        "hal.tensor.import",
        "views of buffers are taken away before (`polyvet_ir::plain_tensors`)",
    ),
    ("hal.tensor.export", "as `hal.tensor.import`"),
    ("hal.tensor.barrier", "as `hal.tensor.import`"),
    ("util.null", "no fence and no buffer: nothing is computed from it"),
    (
        "util.global.load",
        "what a global holds between calls is not known; constants are read before",
    ),
    ("util.global.store", "as `util.global.load`"),
    ("util.optimization_barrier", "no pass that is compared here leaves it"),
    ("util.unfoldable_constant", "as `util.optimization_barrier`"),
];

/// Spellings of other operations, which are what is read.
const SPELLINGS: &[&str] = &[
    "linalg.batch_matmul_transpose_a",
    "linalg.batch_matmul_transpose_b",
    "linalg.conv",
    "linalg.indexed_generic",
    "linalg.iota",
    "linalg.matmul_transpose_a",
    "linalg.matmul_transpose_b",
    "linalg.range",
    "linalg.reduction",
    "linalg.reshape",
    "linalg.slice",
    "linalg.tensor_reshape",
    // As those of `func`.
    "emitc.call",
    "emitc.return",
    "gpu.return",
    "llvm.return",
    "spirv.Return",
    "spirv.ReturnValue",
    "util.call",
    "util.return",
    // As those of `cf`.
    "llvm.br",
    "llvm.cond_br",
    "spirv.Branch",
    "spirv.BranchConditional",
];

/// Containers, which hold what runs, and the ends of regions that nothing here has.
const CONTAINERS: &[&str] = &[
    "bufferization.yield",
    "builtin.module",
    "builtin.yield",
    "emitc.func",
    "func.func",
    "memref.global",
    "builtin.unrealized_conversion_cast",
    "gpu.binary",
    "gpu.func",
    "gpu.launch",
    "gpu.module",
    "gpu.terminator",
    "omp.loop_nest",
    "omp.terminator",
    "omp.yield",
    "llvm.func",
    "spirv.func",
    "spirv.module",
    "transform.module",
    "transform.named_sequence",
    "util.func",
    "util.global",
];

/// Dialects whose operations are others before they run (`polyvet_ir::plain_operations`), or do not run.
const REWRITTEN: &[&str] = &["chlo.", "stablehlo.", "tosa."];

/// Whether an operation does not run here, or is never told to.
pub fn is_excepted(name: &str) -> bool {
    REWRITTEN.iter().any(|dialect| name.starts_with(dialect))
        || EXCEPTED.iter().any(|(known, _)| *known == name)
        || CONTAINERS.contains(&name)
        || SPELLINGS.contains(&name)
}

/// The lines of all tables.
fn tables() -> String {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables");
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).expect("the tables") {
        let table = std::fs::read_to_string(entry.expect("a file").path()).expect("a table");
        let lines = table.lines().filter(|line| !line.starts_with(['#', '@']));
        lines.for_each(|line| text.extend([line, "\n"]));
    }
    text
}

/// The operations that occur in a text.
fn mentioned(text: &str) -> BTreeSet<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_';
    text.split(|c: char| !is_name(c))
        .map(|word| word.trim_end_matches('.'))
        .collect()
}

#[test]
fn every_operation_runs_or_is_excepted() {
    let tables = tables();
    let mentioned = mentioned(&tables);
    let known: BTreeSet<&str> = polyvet_ir::ops::operations().map(|info| info.name()).collect();
    assert!(known.len() > 200, "{} operations", known.len());
    let missing: Vec<&&str> = known
        .iter()
        .filter(|name| !is_excepted(name) && !mentioned.contains(**name))
        .collect();
    assert!(missing.is_empty(), "no line of a table has {missing:?}");
    assert!(SPELLINGS.iter().all(|name| known.contains(name)));
    for (name, why) in EXCEPTED {
        assert!(
            known.contains(name),
            "`{name}` is excepted ({why}), but the front end does not know it"
        );
        assert!(!runs(name), "`{name}` is excepted ({why}), but it runs");
    }
}

/// Whether an operation of this name is anything but unsupported, whatever its operands.
fn runs(name: &str) -> bool {
    use polyvet_interp::{Code, Concrete, Machine, RunOptions};
    let text = format!(
        "\"func.func\"() <{{function_type = () -> (), sym_name = \"f\"}}> ({{\n  \"{name}\"() : () -> ()\n  \"func.return\"() : () -> ()\n}}) : () -> ()\n"
    );
    let (module, _) = polyvet_ir::parse(&text);
    let mut machine = Machine::new(&module, Concrete, RunOptions::default());
    match machine.call("f", Vec::new()) {
        Ok(_) => true,
        Err(trap) => trap.code != Code::UnsupportedOp,
    }
}
