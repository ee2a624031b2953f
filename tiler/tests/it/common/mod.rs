//! Nests beside their MLIR text, played tile by tile, element by element.

use std::collections::HashMap;

use polyvet_analysis::Scop;
use polyvet_analysis::extract::{ExtractOptions as Extract, extract};
use polyvet_ir::parse;
use polyvet_poly::Ctx;
use polyvet_tiler::{TilerOptions, TilingChoice, choose, nests};
use polyvet_verify::legality::{Checker, DEFAULT_BUDGET};

/// One access: the array, whether it writes, the subscript.
pub type Access = (usize, bool, fn(&[i64]) -> Vec<i64>);

/// A nest beside its MLIR text.
pub struct Plain {
    /// First and one past the last index of each loop.
    pub ranges: &'static [(i64, i64)],
    /// The times in the loops that are tiled.
    pub times: fn(&[i64]) -> Vec<i64>,
    pub accesses: &'static [Access],
    pub elem_bytes: u64,
}

impl Plain {
    fn points(&self) -> Vec<Vec<i64>> {
        let mut all = vec![Vec::new()];
        for &(low, high) in self.ranges {
            let longer = |point: Vec<i64>| (low..high).map(move |at| [point.as_slice(), &[at]].concat());
            all = all.into_iter().flat_map(longer).collect();
        }
        all
    }
}

/// A nest played tile by tile.
pub struct Simulation {
    elem_bytes: u64,
    arrays: usize,
    /// By iteration: times, and for each access the number of the element; what is read and what is written apart.
    points: Vec<(Vec<i64>, Vec<usize>)>,
    /// By number: the array, and the number of the same element however it is touched.
    elems: Vec<(usize, usize)>,
}

impl Simulation {
    /// Statements that are fused: in the order of their times, tile by tile.
    pub fn new(stmts: &[&Plain]) -> Simulation {
        let (mut numbers, mut places) = (HashMap::new(), HashMap::new());
        let mut elems = Vec::new();
        let mut points = Vec::new();
        for (plain, point) in stmts
            .iter()
            .flat_map(|plain| plain.points().into_iter().map(move |point| (plain, point)))
        {
            let mut touched = Vec::new();
            for (array, is_write, subscript) in plain.accesses {
                let subscript = subscript(&point);
                let place = places.len();
                let place = *places.entry((*array, subscript.clone())).or_insert(place);
                let number = *numbers.entry((*array, *is_write, subscript)).or_insert(elems.len());
                if number == elems.len() {
                    elems.push((*array, place));
                }
                touched.push(number);
            }
            points.push(((plain.times)(&point), touched));
        }
        Simulation {
            elem_bytes: stmts[0].elem_bytes,
            arrays: 1 + stmts
                .iter()
                .flat_map(|plain| plain.accesses)
                .map(|one| one.0)
                .max()
                .unwrap_or(0),
            points,
            elems,
        }
    }

    /// The most that a tile touches, array by array, and what moves, in bytes: for the tiles of the last level, which run in
    /// those of the levels before.
    pub fn run(&self, levels: &[&[Option<i64>]], order: &[usize]) -> (u64, u64) {
        // A tile as one number, 10 bits for each coordinate: a grid asks for thousands of runs.
        let tile_of = |times: &[i64]| {
            let blocks = levels.iter().flat_map(|sizes| {
                let block = |place: &usize| sizes[*place].map_or(0, |size| times[*place].div_euclid(size));
                order.iter().map(block)
            });
            blocks.fold(0u128, |tile, block| {
                let block = u128::try_from(block + 512).expect("times are near 0");
                assert!(block < 1024 && tile.leading_zeros() >= 10, "too many tiles");
                tile << 10 | block
            })
        };
        let mut points: Vec<(u128, usize)> = (self.points.iter().enumerate())
            .map(|(at, (times, _))| (tile_of(times), at))
            .collect();
        points.sort_unstable();
        // The last tile in which each was touched, from 2.
        let mut seen = vec![0; self.elems.len()];
        let mut places = vec![0; self.elems.len()];
        let (mut moved, mut most) = (0, vec![0; self.arrays]);
        for (tile, points) in points.chunk_by(|one, other| one.0 == other.0).enumerate() {
            let tile = tile + 2;
            let mut touched = vec![0; self.arrays];
            for number in points.iter().flat_map(|(_, at)| &self.points[*at].1) {
                if seen[*number] != tile {
                    moved += u64::from(seen[*number] + 1 != tile);
                    seen[*number] = tile;
                }
                let (array, place) = self.elems[*number];
                if places[place] != tile {
                    places[place] = tile;
                    touched[array] += 1;
                }
            }
            for (most, touched) in most.iter_mut().zip(touched) {
                *most = touched.max(*most);
            }
        }
        (most.iter().sum::<u64>() * self.elem_bytes, moved * self.elem_bytes)
    }
}

pub fn scop(ctx: &Ctx, text: &str) -> (polyvet_ir::Module, polyvet_ir::OpId, Scop) {
    let (module, errors) = parse(text);
    assert!(errors.is_empty(), "{errors:?}");
    let func = module.funcs()[0];
    let scop = extract(&module, func, ctx, &Extract::default()).unwrap();
    (module, func, scop)
}

/// The choice for nest `at` of those with the most loops.
pub fn chosen(text: &str, at: usize, options: &TilerOptions) -> TilingChoice {
    let ctx = Ctx::new();
    let (module, func, scop) = scop(&ctx, text);
    let checker = Checker::new(&scop, DEFAULT_BUDGET).unwrap();
    let mut nests = nests(&scop).unwrap();
    let depth = nests.iter().map(|nest| nest.loops.len()).max().unwrap();
    nests.retain(|nest| nest.loops.len() == depth);
    let start = std::time::Instant::now();
    let choice = choose(&checker, Some((&module, func)), &nests[at], options).unwrap();
    eprintln!("chosen in {:.2?}", start.elapsed());
    choice
}

pub fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |order: Vec<usize>| {
            let rest: Vec<usize> = (0..count).filter(|place| !order.contains(place)).collect();
            rest.into_iter().map(move |place| [order.as_slice(), &[place]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// Options for elements and bitwise equal results.
pub fn options(capacities: &[u64]) -> TilerOptions {
    let named = capacities.iter().enumerate();
    TilerOptions {
        capacities: named.map(|(at, bytes)| (format!("L{}", at + 1), *bytes)).collect(),
        line: None,
        objective: Default::default(),
        multiple_of: 1,
        reassociate: false,
    }
}

/// All sizes of a grid and whole loops, for so many loops.
pub fn all_sizes(grid: &[i64], loops: usize) -> Vec<Vec<Option<i64>>> {
    let sizes: Vec<Option<i64>> = grid.iter().copied().map(Some).chain([None]).collect();
    (0..loops).fold(vec![Vec::new()], |all, _| {
        let longer = |one: Vec<Option<i64>>| sizes.iter().map(move |size| [one.as_slice(), &[*size]].concat());
        all.into_iter().flat_map(longer).collect()
    })
}

pub const MATMUL: &str = "func.func @matmul(%A: memref<24x20xf32>, %B: memref<20x28xf32>, %C: memref<24x28xf32>) {
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 28 {
      affine.for %k = 0 to 20 {
        %a = affine.load %A[%i, %k] : memref<24x20xf32>
        %b = affine.load %B[%k, %j] : memref<20x28xf32>
        %c = affine.load %C[%i, %j] : memref<24x28xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<24x28xf32>
      }
    }
  }
  return
}";

pub const MATMUL_PLAIN: Plain = Plain {
    ranges: &[(0, 24), (0, 28), (0, 20)],
    times: |point| point.to_vec(),
    accesses: &[
        (0, false, |p| vec![p[0], p[2]]),
        (1, false, |p| vec![p[2], p[1]]),
        (2, false, |p| vec![p[0], p[1]]),
        (2, true, |p| vec![p[0], p[1]]),
    ],
    elem_bytes: 4,
};

pub const HEAT: &str = "func.func @heat(%A: memref<20x40xf32>) {
  affine.for %t = 0 to 19 { affine.for %i = 1 to 39 {
    %l = affine.load %A[%t, %i - 1] : memref<20x40xf32>
    %m = affine.load %A[%t, %i] : memref<20x40xf32>
    %r = affine.load %A[%t, %i + 1] : memref<20x40xf32>
    %s = arith.addf %l, %m : f32
    %u = arith.addf %s, %r : f32
    affine.store %u, %A[%t + 1, %i] : memref<20x40xf32>
  } }
  return
}";

pub const HEAT_PLAIN: Plain = Plain {
    ranges: &[(0, 19), (1, 39)],
    times: |p| vec![p[0], p[0] + p[1]],
    accesses: &[
        (0, false, |p| vec![p[0], p[1] - 1]),
        (0, false, |p| vec![p[0], p[1]]),
        (0, false, |p| vec![p[0], p[1] + 1]),
        (0, true, |p| vec![p[0] + 1, p[1]]),
    ],
    elem_bytes: 4,
};
