//! Every operation of the table has a model, or is excepted with a reason: so adding one without thinking of its model
//! fails here, and the failure names it.

use polyvet_analysis::extract::{ExtractOptions, extract};
use polyvet_poly::Ctx;
use std::collections::BTreeSet;
use std::path::Path;

// Their results are compared where they come from.
#[allow(dead_code)]
#[path = "../../interp/tests/it/cases.rs"]
mod cases;

/// Operations that no program of the tables with an exact model has, by the reason.
const WITHOUT_MODEL: &[(&str, &[&str])] = &[
    (
        "they hold what is modelled: modules, functions, globals, code for other machines",
        &[
            "builtin.module",
            "emitc.func",
            "spirv.func",
            "gpu.binary",
            "gpu.func",
            "gpu.launch",
            "gpu.module",
            "llvm.func",
            "memref.global",
            "omp.loop_nest",
            "spirv.module",
            "transform.module",
            "transform.named_sequence",
            "util.func",
            "util.global",
        ],
    ),
    (
        "transfers that nobody waits for yet have no place in one order",
        &[
            "affine.dma_start",
            "affine.dma_wait",
            "memref.dma_start",
            "memref.dma_wait",
        ],
    ),
    (
        "ends of functions, which `func.return` stands for",
        &[
            "emitc.return",
            "gpu.return",
            "gpu.terminator",
            "omp.terminator",
            "omp.yield",
            "llvm.return",
            "spirv.Return",
            "spirv.ReturnValue",
            "util.return",
        ],
    ),
    (
        "old spellings, which the reader replaces",
        &[
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
            "vector.extractelement",
            "vector.insertelement",
            "vector.splat",
        ],
    ),
    (
        "a node of a payload has one result",
        &[
            "arith.addui_extended",
            "arith.mulsi_extended",
            "arith.mului_extended",
            "arith.subui_extended",
            "math.sincos",
        ],
    ),
    (
        "functions of numbers like others, but the interpreter does not run them, so the tables do not have them",
        &[
            "arith.polyvet_instance",
            "arith.scaling_extf",
            "arith.scaling_truncf",
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
            "builtin.unrealized_conversion_cast",
            "func.constant",
            "vector.vscale",
        ],
    ),
    (
        "branches, and loops that nobody counts, have upper bounds only",
        &[
            "cf.br",
            "cf.cond_br",
            "cf.switch",
            "llvm.br",
            "llvm.cond_br",
            "scf.condition",
            "scf.while",
            "spirv.Branch",
            "spirv.BranchConditional",
        ],
    ),
    (
        "an abort is no access of an element",
        &["ub.unreachable", "vector.print"],
    ),
    (
        "calls are modelled where the effects of the callee are stated or its body can be put in their place",
        &["emitc.call", "func.call", "func.call_indirect", "util.call"],
    ),
    (
        "borders of IREE's programs: taken away before where they can be (`polyvet_ir::plain_tensors`)",
        &[
            "hal.tensor.barrier",
            "hal.tensor.export",
            "hal.tensor.import",
            "util.global.load",
            "util.global.store",
            "util.null",
            "util.optimization_barrier",
            "util.unfoldable_constant",
        ],
    ),
    (
        "addresses and ownership are not modelled",
        &[
            "bufferization.dealloc",
            "memref.extract_aligned_pointer_as_index",
            "memref.realloc",
        ],
    ),
    (
        "their regions are not loops, and end in these",
        &[
            "bufferization.yield",
            "builtin.yield",
            "memref.alloca_scope",
            "memref.alloca_scope.return",
            "scf.execute_region",
            "scf.index_switch",
        ],
    ),
    (
        "modelled under conditions that no line of the tables meets",
        &[
            "affine.linearize_index",
            "bufferization.to_buffer",
            "memref.dealloc",
            "memref.extract_strided_metadata",
            "memref.view",
            "vector.constant_mask",
            "vector.create_mask",
            "vector.mask",
            "vector.maskedload",
            "vector.maskedstore",
            "vector.step",
            "vector.yield",
        ],
    ),
    ("ranks are no parameters", &["memref.rank", "tensor.rank"]),
    (
        "which element goes where depends on data",
        &[
            "memref.reshape",
            "tensor.gather",
            "tensor.reshape",
            "tensor.scatter",
            "vector.compressstore",
            "vector.expandload",
            "vector.gather",
            "vector.scatter",
        ],
    ),
    (
        "no model yet",
        &[
            "linalg.winograd_filter_transform",
            "linalg.winograd_input_transform",
            "linalg.winograd_output_transform",
            "tensor.bitcast",
            "vector.bitcast",
            "vector.deinterleave",
            "vector.interleave",
            "vector.scalable.extract",
            "vector.scalable.insert",
            "vector.scan",
            "vector.type_cast",
        ],
    ),
];

/// Dialects whose operations are rewritten as others before there is a model (`polyvet_ir::plain_operations`).
const REWRITTEN: &[&str] = &["chlo.", "stablehlo.", "tosa."];

/// The operations of all cases with an exact model.
fn modelled() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../interp/tests/tables");
    let mut found = BTreeSet::new();
    for case in cases::cases(&folder) {
        let (module, diagnostics) = polyvet_ir::parse(&case.text);
        assert!(diagnostics.is_empty(), "{}: {diagnostics:?}", case.place);
        let func = polyvet_ir::func_named(&module, "f").expect("every case has a function `@f`");
        let mut names = BTreeSet::new();
        module.walk(func, &mut |_, op| {
            names.insert(op.name.to_string());
        });
        // Most lines are about operations that others had already.
        let is_new = names.iter().any(|name| !found.contains(name));
        if is_new && extract(&module, func, &Ctx::new(), &ExtractOptions::default()).is_ok() {
            found.extend(names);
        }
    }
    found
}

#[test]
fn every_operation_has_a_model_or_is_excepted() {
    let modelled = modelled();
    let excepted: BTreeSet<&str> = WITHOUT_MODEL.iter().flat_map(|(_, names)| *names).copied().collect();
    let table: BTreeSet<&str> = polyvet_ir::ops::operations().map(|info| info.name()).collect();
    let missing: Vec<&&str> = { table.iter() }
        .filter(|name| !REWRITTEN.iter().any(|dialect| name.starts_with(dialect)))
        .filter(|name| !modelled.contains(**name) && !excepted.contains(*name))
        .collect();
    assert!(missing.is_empty(), "no case with a model has {missing:?}");
    let stale: Vec<&&str> = excepted.iter().filter(|name| modelled.contains(**name)).collect();
    assert!(stale.is_empty(), "excepted, but there is a model of {stale:?}");
    let unknown: Vec<&&str> = excepted.iter().filter(|name| !table.contains(*name)).collect();
    assert!(unknown.is_empty(), "excepted, but not in the table: {unknown:?}");
}
