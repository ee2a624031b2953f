//! What is chosen is at most 5% above the best of a grid, and its numbers are those of a plain simulation: tiles in order,
//! element by element.

use std::collections::HashMap;

use polyvet_analysis::Scop;
use polyvet_analysis::extract::{Options as Extract, extract};
use polyvet_ir::parse;
use polyvet_poly::Ctx;
use polyvet_tiler::{Candidate, Choice, Options, choose, nests};
use polyvet_verify::Verdict;
use polyvet_verify::legality::{Checker, DEFAULT_BUDGET};

/// One access: the array, whether it writes, the subscript.
type Access = (usize, bool, fn(&[i64]) -> Vec<i64>);

/// A nest beside its MLIR text.
struct Plain {
    /// First and one past the last index of each loop.
    ranges: &'static [(i64, i64)],
    /// The times in the loops that are tiled.
    times: fn(&[i64]) -> Vec<i64>,
    accesses: &'static [Access],
    elem_bytes: u64,
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
struct Simulation {
    elem_bytes: u64,
    arrays: usize,
    /// By iteration: times, and for each access the number of the element; what is read and what is written apart.
    points: Vec<(Vec<i64>, Vec<usize>)>,
    /// By number: the array, and the number of the same element however it is touched.
    elems: Vec<(usize, usize)>,
}

impl Simulation {
    fn new(plain: &Plain) -> Simulation {
        let (mut numbers, mut places) = (HashMap::new(), HashMap::new());
        let mut elems = Vec::new();
        let mut points = Vec::new();
        for point in plain.points() {
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
            elem_bytes: plain.elem_bytes,
            arrays: 1 + plain.accesses.iter().map(|one| one.0).max().unwrap_or(0),
            points,
            elems,
        }
    }

    /// The most that a tile touches, array by array, and what moves, in bytes.
    fn run(&self, sizes: &[Option<i64>], order: &[usize]) -> (u64, u64) {
        let block = |times: &[i64], place: &usize| sizes[*place].map_or(0, |size| times[*place].div_euclid(size));
        let tile_of = |point: &(Vec<i64>, Vec<usize>)| order.iter().map(|place| block(&point.0, place)).collect();
        let mut points: Vec<(Vec<i64>, &Vec<usize>)> =
            self.points.iter().map(|point| (tile_of(point), &point.1)).collect();
        points.sort();
        // The last tile in which each was touched, from 2.
        let mut seen = vec![0; self.elems.len()];
        let mut places = vec![0; self.elems.len()];
        let (mut moved, mut most) = (0, vec![0; self.arrays]);
        for (tile, points) in points.chunk_by(|one, other| one.0 == other.0).enumerate() {
            let tile = tile + 2;
            let mut touched = vec![0; self.arrays];
            for number in points.iter().flat_map(|point| point.1) {
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

fn scop(ctx: &Ctx, text: &str) -> (polyvet_ir::Module, polyvet_ir::OpId, Scop) {
    let (module, errors) = parse(text);
    assert!(errors.is_empty(), "{errors:?}");
    let func = module.funcs()[0];
    let scop = extract(&module, func, ctx, &Extract::default()).unwrap();
    (module, func, scop)
}

/// The choice for nest `at` of those with the most loops.
fn chosen(text: &str, at: usize, options: &Options) -> Choice {
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

fn permutations(count: usize) -> Vec<Vec<usize>> {
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

/// Checks the choice for nest `at` of `text`, which is `plain`, against all sizes of `grid` for the loops in `tiled`.
fn check(name: &str, text: &str, at: usize, plain: &Plain, grid: &[i64], tiled: &[usize], capacity: u64) {
    let options = Options {
        capacities: vec![("L1".to_owned(), capacity)],
        line: None,
        objective: Default::default(),
        multiple_of: 1,
        reassociate: false,
    };
    let choice = chosen(text, at, &options);
    assert!(
        matches!(choice.verdict, Verdict::Proved(_)),
        "{name}: {}",
        choice.script
    );
    let level = &choice.levels[0];
    let simulation = Simulation::new(plain);
    let place = |name: &String| choice.nest.loops.iter().position(|one| one == name).unwrap();
    let simulated = |option: &Candidate| {
        let sizes: Vec<Option<i64>> = option.sizes.iter().map(|size| size.1).collect();
        let order: Vec<usize> = option.order.iter().map(place).collect();
        simulation.run(&sizes, &order)
    };
    for option in [&level.chosen].into_iter().chain(&level.candidates) {
        let numbers = (option.footprint, option.traffic.total());
        assert_eq!(
            numbers,
            simulated(option),
            "{name}: {:?} {:?}",
            option.sizes,
            option.order
        );
    }
    let mut best = u64::MAX;
    let mut sizes = vec![None; plain.ranges.len()];
    let mut choices = vec![0; tiled.len()];
    loop {
        for (place, at) in tiled.iter().zip(&choices) {
            sizes[*place] = grid.get(*at).copied();
        }
        for order in permutations(tiled.len()) {
            let order: Vec<usize> = order.iter().map(|at| tiled[*at]).collect();
            let (footprint, traffic) = simulation.run(&sizes, &order);
            if footprint <= capacity {
                best = best.min(traffic);
            }
        }
        let Some(next) = (0..choices.len()).find(|at| choices[*at] < grid.len()) else {
            break;
        };
        choices[next] += 1;
        choices[..next].fill(0);
    }
    let traffic = level.chosen.traffic.total();
    eprintln!(
        "{name}: {} moves {traffic} bytes, the best of the grid {best}: {:.3}",
        choice.script,
        traffic as f64 / best as f64
    );
    assert!(level.chosen.footprint <= capacity, "{name}: {}", level.chosen.footprint);
    assert!(traffic as f64 <= 1.05 * best as f64, "{name}: {traffic} against {best}");
}

const MATMUL: &str = "func.func @matmul(%A: memref<24x20xf32>, %B: memref<20x28xf32>, %C: memref<24x28xf32>) {
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

const MATMUL_PLAIN: Plain = Plain {
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

#[test]
fn matmul() {
    for capacity in [512, 1024, 4096] {
        check(
            "matmul",
            MATMUL,
            0,
            &MATMUL_PLAIN,
            &[1, 2, 4, 6, 8, 12, 16],
            &[0, 1, 2],
            capacity,
        );
    }
}

/// Where all sizes are looked at, not those of a grid only.
#[test]
fn all_sizes_of_a_matmul() {
    let text = MATMUL.replace("24", "13").replace("28", "13").replace("20", "13");
    let plain = Plain {
        ranges: &[(0, 13), (0, 13), (0, 13)],
        ..MATMUL_PLAIN
    };
    let grid: Vec<i64> = (1..13).collect();
    for capacity in [160, 420, 800] {
        check("matmul of 13", &text, 0, &plain, &grid, &[0, 1, 2], capacity);
    }
}

#[test]
fn batch_matmul() {
    let text = "func.func @batch(%A: tensor<3x12x8xf64>, %B: tensor<3x8x16xf64>, %C: tensor<3x12x16xf64>) -> tensor<3x12x16xf64> {
  %0 = linalg.batch_matmul ins(%A, %B : tensor<3x12x8xf64>, tensor<3x8x16xf64>) outs(%C : tensor<3x12x16xf64>) -> tensor<3x12x16xf64>
  return %0 : tensor<3x12x16xf64>
}";
    let plain = Plain {
        ranges: &[(0, 3), (0, 12), (0, 16), (0, 8)],
        times: |point| point.to_vec(),
        accesses: &[
            (0, false, |p| vec![p[0], p[1], p[3]]),
            (1, false, |p| vec![p[0], p[3], p[2]]),
            (2, false, |p| vec![p[0], p[1], p[2]]),
            (2, true, |p| vec![p[0], p[1], p[2]]),
        ],
        elem_bytes: 8,
    };
    check("batch matmul", text, 0, &plain, &[1, 2, 4, 8], &[0, 1, 2, 3], 1024);
}

#[test]
fn conv2d() {
    let text = "func.func @conv(%I: memref<14x12x4xf32>, %K: memref<3x3x4x6xf32>, %O: memref<12x10x6xf32>) {
  affine.for %h = 0 to 12 { affine.for %w = 0 to 10 { affine.for %f = 0 to 6 {
    affine.for %r = 0 to 3 { affine.for %s = 0 to 3 { affine.for %c = 0 to 4 {
      %x = affine.load %I[%h + %r, %w + %s, %c] : memref<14x12x4xf32>
      %k = affine.load %K[%r, %s, %c, %f] : memref<3x3x4x6xf32>
      %o = affine.load %O[%h, %w, %f] : memref<12x10x6xf32>
      %p = arith.mulf %x, %k : f32
      %q = arith.addf %o, %p : f32
      affine.store %q, %O[%h, %w, %f] : memref<12x10x6xf32>
    } } }
  } } }
  return
}";
    let plain = Plain {
        ranges: &[(0, 12), (0, 10), (0, 6), (0, 3), (0, 3), (0, 4)],
        times: |point| point.to_vec(),
        accesses: &[
            (0, false, |p| vec![p[0] + p[3], p[1] + p[4], p[5]]),
            (1, false, |p| vec![p[3], p[4], p[5], p[2]]),
            (2, false, |p| vec![p[0], p[1], p[2]]),
            (2, true, |p| vec![p[0], p[1], p[2]]),
        ],
        elem_bytes: 4,
    };
    check("conv2d", text, 0, &plain, &[2, 4], &[0, 1, 2, 5], 1500);
}

#[test]
fn time_tiled_stencils() {
    let text = "func.func @heat(%A: memref<20x40xf32>) {
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
    let plain = Plain {
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
    check("heat in time", text, 0, &plain, &[1, 2, 4, 6, 8, 12, 16], &[0, 1], 600);
    let text = "func.func @seidel(%A: memref<40xf64>) {
  affine.for %t = 0 to 16 { affine.for %i = 1 to 39 {
    %l = affine.load %A[%i - 1] : memref<40xf64>
    %m = affine.load %A[%i] : memref<40xf64>
    %r = affine.load %A[%i + 1] : memref<40xf64>
    %s = arith.addf %l, %m : f64
    %u = arith.addf %s, %r : f64
    affine.store %u, %A[%i] : memref<40xf64>
  } }
  return
}";
    let plain = Plain {
        ranges: &[(0, 16), (1, 39)],
        times: |p| vec![p[0], p[0] + p[1]],
        accesses: &[
            (0, false, |p| vec![p[1] - 1]),
            (0, false, |p| vec![p[1]]),
            (0, false, |p| vec![p[1] + 1]),
            (0, true, |p| vec![p[1]]),
        ],
        elem_bytes: 8,
    };
    check(
        "seidel in time",
        text,
        0,
        &plain,
        &[1, 2, 4, 6, 8, 12, 16],
        &[0, 1],
        128,
    );
}

#[test]
fn attention_chain() {
    let text = "func.func @attention(%Q: tensor<24x8xf32>, %K: tensor<8x20xf32>, %V: tensor<20x8xf32>, %S0: tensor<24x20xf32>, %O0: tensor<24x8xf32>) -> tensor<24x8xf32> {
  %S = linalg.matmul ins(%Q, %K : tensor<24x8xf32>, tensor<8x20xf32>) outs(%S0 : tensor<24x20xf32>) -> tensor<24x20xf32>
  %E = linalg.exp ins(%S : tensor<24x20xf32>) outs(%S0 : tensor<24x20xf32>) -> tensor<24x20xf32>
  %O = linalg.matmul ins(%E, %V : tensor<24x20xf32>, tensor<20x8xf32>) outs(%O0 : tensor<24x8xf32>) -> tensor<24x8xf32>
  return %O : tensor<24x8xf32>
}";
    let accesses: &[Access] = &[
        (0, false, |p| vec![p[0], p[2]]),
        (1, false, |p| vec![p[2], p[1]]),
        (2, false, |p| vec![p[0], p[1]]),
        (2, true, |p| vec![p[0], p[1]]),
    ];
    let ranges: [&[(i64, i64)]; 2] = [&[(0, 24), (0, 20), (0, 8)], &[(0, 24), (0, 8), (0, 20)]];
    for (at, ranges) in ranges.into_iter().enumerate() {
        let plain = Plain {
            ranges,
            times: |point| point.to_vec(),
            accesses,
            elem_bytes: 4,
        };
        check("attention", text, at, &plain, &[1, 2, 4, 8, 12], &[0, 1, 2], 768);
    }
}
