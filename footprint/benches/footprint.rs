//! Footprints of tiles: how long they take and how long their formulas are, with sizes that are numbers and symbols.
#![allow(missing_docs, reason = "criterion's macros")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use polyvet_analysis::extract::{ExtractOptions, extract};
use polyvet_footprint::{FootprintOptions, TileSize, Tiling, footprint, tiles};
use polyvet_poly::Ctx;

const MATMUL: &str = "
func.func @matmul(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>)
  return
}";

const CONV: &str = "
func.func @conv(%I: memref<?x?x?x?xf32>, %K: memref<?x?x?x?xf32>, %O: memref<?x?x?x?xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%I, %K : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%O : memref<?x?x?x?xf32>)
  return
}";

const STENCIL: &str = "
func.func @stencil(%A: memref<?xf32>, %steps: index, %n: index) {
  affine.for %t = 0 to %steps {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  return
}";

/// A name, the program, the sizes of the tile.
const CASES: [(&str, &str, &str); 6] = [
    ("matmul", MATMUL, "d0=32 d1=32 d2=32"),
    ("matmul, symbols", MATMUL, "d0=A d1=B d2=C"),
    ("conv2d", CONV, "d1=8 d2=8 d3=16 d6=16"),
    ("conv2d, symbols", CONV, "d1=A d2=B d3=C d6=D"),
    ("stencil", STENCIL, "t=4 i=32"),
    ("stencil, symbols", STENCIL, "t=A i=B"),
];

fn cases(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("footprint");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_secs(2));
    for (name, text, sizes) in CASES {
        let (module, errors) = polyvet_ir::parse(text);
        assert!(errors.is_empty(), "{errors:?}");
        let scop = extract(&module, module.funcs()[0], &Ctx::new(), &ExtractOptions::default()).expect("a model");
        let size = |text: &str| text.parse().map_or(TileSize::Param(text.to_owned()), TileSize::Const);
        let sizes = sizes.split(' ').filter_map(|size| size.split_once('='));
        let tiling = Tiling::of(sizes.map(|(name, text)| (name, size(text))));
        let run = || {
            let tiles = tiles(&scop, &tiling).expect("tiles");
            footprint(&scop, Some(&module), &tiles[0], &FootprintOptions::default()).expect("a footprint")
        };
        let numbers = run()
            .arrays
            .into_iter()
            .flat_map(|one| [one.volume.elems, one.total.elems]);
        let (mut length, mut without) = (0, 0);
        for number in numbers {
            match number.formula() {
                Some(formula) => length += formula.to_string().len(),
                None => without += 1,
            }
        }
        println!("{name}: elements of tiles and in all: {length} characters, {without} without a formula");
        group.bench_function(name, |bencher| bencher.iter(|| black_box(run())));
    }
    group.finish();
}

criterion_group!(benches, cases);
criterion_main!(benches);
