//! Parse, extract, depend, check and run, on kernels of the corpus.
//!
//! `make bench`. Compare only figures of one run: what counts are the ratios between kernels and steps.
#![allow(missing_docs, reason = "criterion's macros make public functions")]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use polyvet_analysis::Scop;
use polyvet_analysis::dependence::memory_based;
use polyvet_analysis::extract::extract;
use polyvet_executors::Executor;
use polyvet_interp::{Concrete, Init};
use polyvet_ir::Module;
use polyvet_poly::Ctx;
use polyvet_rewrites::{apply_script, parse_script};
use polyvet_verify::legality::Checker;
use polyvet_verify::validate::{ProgramSide, validate};
use std::hint::black_box;

/// Kernel, and a script that is legal for it.
const KERNELS: &[(&str, &str)] = &[
    ("gemm", "tile(k=32, j_1=32); interchange(k_t, j_1_t)"),
    ("jacobi-2d", "tile(i=32, j=32)"),
    ("heat-3d", "tile(i=8, j=8, k=8)"),
    (
        "seidel-2d",
        "skew(i, t, 1); skew(j, t, 1); skew(j, i, 1); tile(t=8, i=32, j=32)",
    ),
    ("syr2k", "tile(k=32, j_1=32)"),
    ("lu", "tile(j_1=32, k_1=32)"),
    ("fdtd-2d", "tile(i=32, j_1=32)"),
    ("correlation", "tile(i_2=32, j_2=32)"),
    ("adi", "tile(i=8)"),
];

fn text(kernel: &str) -> String {
    let path = format!("{}/../corpus/kernels/{kernel}.mlir", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a kernel of the corpus")
}

fn module(kernel: &str) -> Module {
    let (module, diagnostics) = polyvet_ir::parse(&text(kernel));
    assert!(diagnostics.is_empty(), "{kernel}");
    module
}

fn model(module: &Module) -> Scop {
    extract(module, module.funcs()[0], &Ctx::new(), &Default::default()).expect("a model")
}

fn side(module: &Module) -> ProgramSide<'_> {
    ProgramSide {
        module,
        func: module.funcs()[0],
    }
}

fn spine(criterion: &mut Criterion) {
    for (kernel, script) in KERNELS {
        let source = text(kernel);
        let module = module(kernel);
        let scop = model(&module);
        let mut group = criterion.benchmark_group(*kernel);
        group.sample_size(20);
        group.bench_function("parse", |b| b.iter(|| polyvet_ir::parse(black_box(&source))));
        group.bench_function("extract", |b| b.iter(|| model(black_box(&module))));
        group.bench_function("dependences", |b| {
            b.iter(|| memory_based(black_box(&scop)).expect("an answer"))
        });
        let checker = Checker::new(&scop, 0).expect("dependences");
        let steps = parse_script(script).expect("a script");
        let schedule = apply_script(&scop, &steps).expect("loops of the kernel").scop.schedule;
        let findings = checker.findings(&schedule).expect("an answer");
        assert!(findings.violation.is_none(), "`{script}` is legal for {kernel}");
        group.bench_function("check", |b| {
            b.iter(|| checker.findings(black_box(&schedule)).expect("an answer"))
        });
        group.finish();
    }
}

fn programs(criterion: &mut Criterion) {
    let gemm = module("gemm");
    let mut group = criterion.benchmark_group("interpret");
    group.sample_size(20);
    for size in [4, 8] {
        group.bench_with_input(BenchmarkId::new("gemm", size), &size, |b, size| {
            let name = gemm.symbol_name(gemm.funcs()[0]).expect("a name");
            b.iter(|| {
                let mut machine = Executor::Auto.machine(&gemm, Concrete, Default::default());
                let args = machine
                    .default_args(name, &|_, _| *size, &|_| *size, &|_| Init::Iota)
                    .expect("arguments");
                machine.call(name, args).expect("a run")
            });
        });
    }
    group.finish();
    let mut group = criterion.benchmark_group("validate");
    group.sample_size(10);
    for (kernel, script) in KERNELS {
        let before = module(kernel);
        let steps = parse_script(script).expect("a script");
        let rewritten = apply_script(&model(&before), &steps).expect("loops of the kernel").scop;
        let after = polyvet_codegen::generate(&rewritten, &before, before.funcs()[0]).expect("a program");
        group.bench_function(*kernel, |b| {
            b.iter(|| validate(side(&before), side(&after), &Default::default(), 0).expect("an answer"));
        });
    }
    group.finish();
}

criterion_group!(benches, spine, programs);
criterion_main!(benches);
