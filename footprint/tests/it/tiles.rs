//! The footprints of small programs, as a person would compute them.

use polyvet_analysis::Scop;
use polyvet_analysis::extract::{ExtractOptions, extract};
use polyvet_footprint::{
    AccessFilter, Footprint, FootprintError, FootprintOptions, OperandFootprint, TileSize, Tiling, footprint, tiles,
};
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

fn level(text: &str) -> Vec<(String, TileSize)> {
    let size = |text: &str| text.parse().map_or(TileSize::Param(text.to_owned()), TileSize::Const);
    let pair = |pair: &str| pair.split_once('=').map(|(name, text)| (name.to_owned(), size(text)));
    text.split(',').filter_map(pair).collect()
}

fn footprints(text: &str, levels: &[&str]) -> (Scop, Vec<Footprint>) {
    let (module, scop) = program(text);
    let tiling = Tiling {
        stmt: None,
        levels: levels.iter().map(|text| level(text)).collect(),
        whole: Vec::new(),
    };
    let all = tiles(&scop, &tiling).unwrap();
    let all = all
        .iter()
        .map(|tiles| footprint(&scop, Some(&module), tiles, &FootprintOptions::default()).unwrap())
        .collect();
    (scop, all)
}

fn array<'f>(scop: &Scop, footprint: &'f Footprint, name: &str, touch: AccessFilter) -> &'f OperandFootprint {
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
    let a = array(&scop, one, "A", AccessFilter::Read);
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
    let c = array(&scop, one, "C", AccessFilter::Any);
    assert_eq!(c.moved.elems.to_string(), "M*N");
    assert_eq!(c.total.elems.to_string(), "M*N*ceil(K/8)");
}

#[test]
fn symbolic_sizes_and_two_levels() {
    let (scop, all) = footprints(MATMUL, &["i=Ti,j=Tj,k=Tk"]);
    let a = array(&scop, &all[0], "A", AccessFilter::Read);
    assert_eq!(a.volume.elems.to_string(), "min(Ti, M - i0)*min(Tk, K - k0)");
    assert_eq!(a.full().unwrap().volume.elems.to_string(), "Ti*Tk");
    assert_eq!(a.total.elems.to_string(), "M*K*ceil(N/Tj)");
    assert_eq!(all[0].count.to_string(), "ceil(M/Ti)*ceil(N/Tj)*ceil(K/Tk)");
    let (scop, all) = footprints(MATMUL, &["i=64,j=64,k=64", "i=16,j=8"]);
    assert_eq!(all.len(), 2);
    let a = array(&scop, &all[1], "A", AccessFilter::Read);
    assert_eq!(a.full().unwrap().volume.elems.to_string(), "1024");
    // 24 does not divide 64: the last tile of each outer one has 16.
    let (scop, all) = footprints(MATMUL, &["i=64", "i=24"]);
    let a = array(&scop, &all[1], "A", AccessFilter::Read);
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
            whole: Vec::new(),
        };
        tiles(&scop, &tiling).unwrap_err()
    };
    assert!(matches!(ask("x=4"), FootprintError::UnknownLoop { .. }));
    assert!(matches!(ask("i=0"), FootprintError::BadSize { size: 0, .. }));
    assert!(matches!(ask("i=4,i=8"), FootprintError::Twice(_)));
    assert!(matches!(ask(""), FootprintError::Empty));
}

/// Totals with symbolic sizes are those with numbers, at all of some sizes.
#[test]
fn totals_of_symbolic_sizes() {
    let window = "
func.func @window(%I: memref<?xf32>, %O: memref<?xf32>, %H: index) {
  affine.for %h = 0 to %H {
    affine.for %r = 0 to 5 {
      %x = affine.load %I[3 * %h + %r] : memref<?xf32>
      affine.store %x, %O[%h] : memref<?xf32>
    }
  }
  return
}";
    let stencil = "
func.func @stencil(%I: memref<?xf32>, %O: memref<?xf32>, %H: index) {
  affine.for %h = 1 to %H {
    affine.for %r = 2 to 7 {
      %a = affine.load %I[%h - 1] : memref<?xf32>
      %b = affine.load %I[%h + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %O[%h] : memref<?xf32>
    }
  }
  return
}";
    let mut exact = 0;
    for text in [window, stencil] {
        let (scop, symbolic) = footprints(text, &["h=Th,r=Tr"]);
        for (th, tr) in [(1, 1), (2, 1), (3, 2), (4, 5), (5, 3), (7, 7)] {
            let (_, fixed) = footprints(text, &[&format!("h={th},r={tr}")]);
            for size in [3, 4, 10, 13] {
                let at = [("H", size), ("Th", th), ("Tr", tr), ("I_0", 99), ("O_0", 99)];
                let numbers = |footprint: &Footprint| {
                    let arrays =
                        ["I", "O"].map(|name| array(&scop, footprint, name, AccessFilter::Any).total.elems.eval(&at));
                    (footprint.count.eval(&at), arrays)
                };
                let (of_symbols, of_numbers) = (numbers(&symbolic[0]), numbers(&fixed[0]));
                let known = of_numbers.1.iter().zip(&of_symbols.1);
                for (number, symbol) in known.filter(|(_, symbol)| symbol.is_some()) {
                    assert_eq!(symbol, number, "H = {size}, Th = {th}, Tr = {tr}");
                    exact += 1;
                }
                assert_eq!(of_symbols.0, of_numbers.0, "H = {size}, Th = {th}, Tr = {tr}");
            }
        }
    }
    assert_eq!(exact, 96, "all totals have a formula");
}

/// With many loops, tiles that are partial in several are one kind.
#[test]
fn kinds_stay_readable() {
    let conv = "
func.func @conv(%I: memref<?x?x?x?xf32>, %K: memref<?x?x?x?xf32>, %O: memref<?x?x?x?xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%I, %K : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%O : memref<?x?x?x?xf32>)
  return
}";
    let (scop, all) = footprints(conv, &["d0=2,d1=4,d2=4,d3=4,d4=2,d5=2,d6=4"]);
    let image = scop.arrays.position(|array| array.name == "I").unwrap();
    let image = all[0].arrays.iter().find(|one| one.array == image).unwrap();
    assert_eq!(image.cases.len(), 8);
    assert_eq!(image.cases.iter().filter(|case| case.several).count(), 1);
    assert_eq!(image.full().unwrap().volume.elems.to_string(), "200");
}
