//! The footprints of small programs, as a person would compute them.

use polyvet_analysis::Scop;
use polyvet_analysis::extract::{Options as ExtractOptions, extract};
use polyvet_footprint::{Footprint, FootprintError, Operand, Options, Size, Tiling, Touch, footprint, tiles};
use polyvet_ir::Module;
use polyvet_poly::Ctx;

/// `C += A * B` with all sizes symbolic.
const MATMUL: &str = "
func.func @matmul(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %M: index, %N: index, %K: index) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %K {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}";

fn program(text: &str) -> (Module, Scop) {
    let (module, diagnostics) = polyvet_ir::parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let func = module.funcs()[0];
    let scop = extract(&module, func, &Ctx::new(), &ExtractOptions::default()).unwrap();
    (module, scop)
}

fn level(text: &str) -> Vec<(String, Size)> {
    let size = |text: &str| text.parse().map_or(Size::Param(text.to_owned()), Size::Const);
    let pair = |pair: &str| pair.split_once('=').map(|(name, text)| (name.to_owned(), size(text)));
    text.split(',').filter_map(pair).collect()
}

fn footprints(text: &str, levels: &[&str]) -> (Scop, Vec<Footprint>) {
    let (module, scop) = program(text);
    let tiling = Tiling {
        stmt: None,
        levels: levels.iter().map(|text| level(text)).collect(),
    };
    let all = tiles(&scop, &tiling).unwrap();
    let all = all
        .iter()
        .map(|tiles| footprint(&scop, Some(&module), tiles, &Options::default()).unwrap())
        .collect();
    (scop, all)
}

fn array<'f>(scop: &Scop, footprint: &'f Footprint, name: &str, touch: Touch) -> &'f Operand {
    let array = scop.array_named(name).unwrap();
    let mut all = footprint.arrays.iter();
    all.find(|one| one.array == array && one.touch == touch).unwrap()
}

#[test]
fn a_tile_of_a_matrix_product() {
    let (scop, all) = footprints(MATMUL, &["i=32,j=32,k=8"]);
    let [one] = all.as_slice() else {
        panic!("one band, one level")
    };
    assert_eq!(one.count.to_string(), "ceil(M/32)*ceil(N/32)*ceil(K/8)");
    assert_eq!(one.full_instances[0].to_string(), "8192");
    assert_eq!(one.ops, [2]);
    let a = array(&scop, one, "A", Touch::Read);
    assert_eq!(a.volume.elems.to_string(), "min(32, M - 32*ti)*min(8, K - 8*tk)");
    assert_eq!(a.full().unwrap().volume.bytes.to_string(), "1024");
    assert_eq!(a.full().unwrap().slice.product_text(), "32*8");
    assert_eq!(a.total.elems.to_string(), "M*K*ceil(N/32)");
    assert_eq!(
        a.slice.text(),
        "[32*ti, 8*tk] [min(32, M - 32*ti), min(8, K - 8*tk)] [1, 1]"
    );
    assert!(a.slice.exact);
    let kinds: Vec<String> = a.cases.iter().map(|case| case.partial.join(" ")).collect();
    assert_eq!(kinds, ["", "i", "k", "i k"]);
    // Tiles along j have the same A, and C stays while k runs.
    assert_eq!(a.overlap[0].0, "j");
    let c = array(&scop, one, "C", Touch::Any);
    assert_eq!(c.moved.elems.to_string(), "M*N");
    assert_eq!(c.total.elems.to_string(), "M*N*ceil(K/8)");
}

#[test]
fn symbolic_sizes_and_two_levels() {
    let (scop, all) = footprints(MATMUL, &["i=Ti,j=Tj,k=Tk"]);
    let a = array(&scop, &all[0], "A", Touch::Read);
    assert_eq!(a.volume.elems.to_string(), "min(Ti, M - i0)*min(Tk, K - k0)");
    assert_eq!(a.full().unwrap().volume.elems.to_string(), "Ti*Tk");
    let (scop, all) = footprints(MATMUL, &["i=64,j=64,k=64", "i=16,j=8"]);
    assert_eq!(all.len(), 2);
    let a = array(&scop, &all[1], "A", Touch::Read);
    assert_eq!(a.full().unwrap().volume.elems.to_string(), "1024");
    // 24 does not divide 64: the last tile of each outer one has 16.
    let (scop, all) = footprints(MATMUL, &["i=64", "i=24"]);
    let a = array(&scop, &all[1], "A", Touch::Read);
    let at = [("M", 100), ("N", 1), ("K", 1), ("ti1", 0), ("ti2", 2)];
    assert_eq!(a.volume.elems.eval(&at).unwrap().to_string(), "16");
}

#[test]
fn tilings_that_do_not_fit() {
    let (_, scop) = program(MATMUL);
    let ask = |text: &str| {
        let tiling = Tiling {
            stmt: None,
            levels: vec![level(text)],
        };
        tiles(&scop, &tiling).unwrap_err()
    };
    assert!(matches!(ask("x=4"), FootprintError::UnknownLoop { .. }));
    assert!(matches!(ask("i=0"), FootprintError::BadSize { size: 0, .. }));
    assert!(matches!(ask("i=4,i=8"), FootprintError::Twice(_)));
    assert!(matches!(ask(""), FootprintError::Empty));
}
