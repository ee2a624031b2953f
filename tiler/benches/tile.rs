//! Choosing tile sizes: how long it takes, and what moves against what must.
#![allow(missing_docs, reason = "criterion's macros")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use polyvet_analysis::extract::{ExtractOptions, extract};
use polyvet_poly::Ctx;
use polyvet_tiler::{TilerOptions, choose, nests};
use polyvet_verify::legality::{Checker, DEFAULT_BUDGET};

const MATMUL: &str = "
func.func @matmul(%A: memref<512x512xf32>, %B: memref<512x512xf32>, %C: memref<512x512xf32>) {
  linalg.matmul ins(%A, %B : memref<512x512xf32>, memref<512x512xf32>) outs(%C : memref<512x512xf32>)
  return
}";

const CONV: &str = "
func.func @conv(%I: memref<1x58x58x64xf32>, %K: memref<3x3x64x64xf32>, %O: memref<1x56x56x64xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%I, %K : memref<1x58x58x64xf32>, memref<3x3x64x64xf32>)
      outs(%O : memref<1x56x56x64xf32>)
  return
}";

const STENCIL: &str = "
func.func @jacobi(%A: memref<17x64x64xf32>) {
  affine.for %t = 0 to 16 { affine.for %i = 1 to 63 { affine.for %j = 1 to 63 {
    %a = affine.load %A[%t, %i - 1, %j] : memref<17x64x64xf32>
    %b = affine.load %A[%t, %i + 1, %j] : memref<17x64x64xf32>
    %c = affine.load %A[%t, %i, %j - 1] : memref<17x64x64xf32>
    %d = affine.load %A[%t, %i, %j + 1] : memref<17x64x64xf32>
    %s = arith.addf %a, %b : f32
    %u = arith.addf %c, %d : f32
    %v = arith.addf %s, %u : f32
    affine.store %v, %A[%t + 1, %i, %j] : memref<17x64x64xf32>
  } } }
  return
}";

fn nests_of_all_kinds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tile");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_secs(5));
    for (name, text) in [("matmul", MATMUL), ("conv2d", CONV), ("jacobi-2d in time", STENCIL)] {
        let (module, errors) = polyvet_ir::parse(text);
        assert!(errors.is_empty(), "{errors:?}");
        let func = module.funcs()[0];
        let scop = extract(&module, func, &Ctx::new(), &ExtractOptions::default()).expect("a model");
        let checker = Checker::new(&scop, DEFAULT_BUDGET).expect("dependences");
        let nests = nests(&scop).expect("nests");
        let nest = nests.iter().max_by_key(|nest| nest.loops.len()).expect("a nest");
        let options = TilerOptions {
            capacities: vec![("L1".to_owned(), 32 * 1024)],
            line: None,
            objective: Default::default(),
            multiple_of: 1,
            reassociate: false,
        };
        let run = || choose(&checker, Some((&module, func)), nest, &options).expect("sizes");
        let choice = run();
        let (moved, least) = (choice.levels[0].chosen.traffic.total(), choice.compulsory.total());
        println!(
            "{name}: {} moves {:.2} times what must move",
            choice.script,
            moved as f64 / least as f64
        );
        group.bench_function(name, |bencher| bencher.iter(|| black_box(run())));
    }
    group.finish();
}

criterion_group!(benches, nests_of_all_kinds);
criterion_main!(benches);
