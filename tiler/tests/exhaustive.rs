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

    /// The most that a tile touches, array by array, and what moves, in bytes: for the tiles of the last level, which run in
    /// those of the levels before.
    fn run(&self, levels: &[&[Option<i64>]], order: &[usize]) -> (u64, u64) {
        let tile_of = |point: &(Vec<i64>, Vec<usize>)| {
            let block = |sizes: &&[Option<i64>], place: &usize| {
                sizes[*place].map_or(0, |size| point.0[*place].div_euclid(size))
            };
            let of_level = |sizes| order.iter().map(move |place| block(sizes, place));
            levels.iter().flat_map(of_level).collect()
        };
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
        simulation.run(&[&sizes], &order)
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
            let (footprint, traffic) = simulation.run(&[&sizes], &order);
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

/// Stencils over two dimensions and time: three skewed loops.
#[test]
fn time_tiled_stencils_of_three_loops() {
    let load = |name: &str, subscript: &str, of: &str| format!("%{name} = affine.load %A[{subscript}] : {of}\n");
    let sum = |names: &[&str], elem: &str| {
        let mut text = String::new();
        let mut last = names[0].to_owned();
        for name in &names[1..] {
            text.push_str(&format!("%s{name} = arith.addf %{last}, %{name} : {elem}\n"));
            last = format!("s{name}");
        }
        (text, last)
    };
    let nest = |of: &str, steps: i64, end: i64, loads: &[(&str, &str)], store: &str, elem: &str| {
        let names: Vec<&str> = loads.iter().map(|one| one.0).collect();
        let reads: String = loads
            .iter()
            .map(|(name, subscript)| load(name, subscript, of))
            .collect();
        let (sums, last) = sum(&names, elem);
        format!(
            "func.func @stencil(%A: {of}) {{
  affine.for %t = 0 to {steps} {{ affine.for %i = 1 to {end} {{ affine.for %j = 1 to {end} {{
    {reads}{sums}affine.store %{last}, %A[{store}] : {of}
  }} }} }}
  return
}}"
        )
    };
    let text = nest(
        "memref<12x12xf64>",
        5,
        11,
        &[
            ("a", "%i - 1, %j - 1"),
            ("b", "%i - 1, %j"),
            ("c", "%i - 1, %j + 1"),
            ("d", "%i, %j - 1"),
            ("e", "%i, %j"),
            ("f", "%i, %j + 1"),
            ("g", "%i + 1, %j - 1"),
            ("h", "%i + 1, %j"),
            ("k", "%i + 1, %j + 1"),
        ],
        "%i, %j",
        "f64",
    );
    let seidel = Plain {
        ranges: &[(0, 5), (1, 11), (1, 11)],
        times: |p| vec![p[0], p[0] + p[1], 2 * p[0] + p[1] + p[2]],
        accesses: &[
            (0, false, |p| vec![p[1] - 1, p[2] - 1]),
            (0, false, |p| vec![p[1] - 1, p[2]]),
            (0, false, |p| vec![p[1] - 1, p[2] + 1]),
            (0, false, |p| vec![p[1], p[2] - 1]),
            (0, false, |p| vec![p[1], p[2]]),
            (0, false, |p| vec![p[1], p[2] + 1]),
            (0, false, |p| vec![p[1] + 1, p[2] - 1]),
            (0, false, |p| vec![p[1] + 1, p[2]]),
            (0, false, |p| vec![p[1] + 1, p[2] + 1]),
            (0, true, |p| vec![p[1], p[2]]),
        ],
        elem_bytes: 8,
    };
    for capacity in [240, 480] {
        check(
            "seidel-2d in time",
            &text,
            0,
            &seidel,
            &[1, 2, 3, 4, 6],
            &[0, 1, 2],
            capacity,
        );
    }
    let text = nest(
        "memref<7x10x10xf32>",
        6,
        9,
        &[
            ("a", "%t, %i - 1, %j"),
            ("b", "%t, %i + 1, %j"),
            ("c", "%t, %i, %j - 1"),
            ("d", "%t, %i, %j + 1"),
            ("e", "%t, %i, %j"),
        ],
        "%t + 1, %i, %j",
        "f32",
    );
    let jacobi = Plain {
        ranges: &[(0, 6), (1, 9), (1, 9)],
        times: |p| vec![p[0], p[0] + p[1], p[0] + p[2]],
        accesses: &[
            (0, false, |p| vec![p[0], p[1] - 1, p[2]]),
            (0, false, |p| vec![p[0], p[1] + 1, p[2]]),
            (0, false, |p| vec![p[0], p[1], p[2] - 1]),
            (0, false, |p| vec![p[0], p[1], p[2] + 1]),
            (0, false, |p| vec![p[0], p[1], p[2]]),
            (0, true, |p| vec![p[0] + 1, p[1], p[2]]),
        ],
        elem_bytes: 4,
    };
    check(
        "jacobi-2d in time",
        &text,
        0,
        &jacobi,
        &[1, 2, 3, 4, 6],
        &[0, 1, 2],
        640,
    );
}

/// Two memories: what moves between all of them is at most a quarter above the best of a grid.
#[test]
fn two_memories() {
    let options = Options {
        capacities: vec![("L1".to_owned(), 256), ("L2".to_owned(), 1536)],
        line: None,
        objective: Default::default(),
        multiple_of: 1,
        reassociate: false,
    };
    let choice = chosen(MATMUL, 0, &options);
    let simulation = Simulation::new(&MATMUL_PLAIN);
    let sizes = |at: usize| -> Vec<Option<i64>> { choice.levels[at].chosen.sizes.iter().map(|size| size.1).collect() };
    let (inner, outer) = (sizes(0), sizes(1));
    let moved: Vec<u64> = choice.levels.iter().map(|level| level.chosen.traffic.total()).collect();
    // One order for both; loops that only the larger tiles cut are not in that of the smaller ones.
    let place = |name: &String| choice.nest.loops.iter().position(|one| one == name);
    let mut order: Vec<usize> = choice.levels[0].chosen.order.iter().filter_map(place).collect();
    let others = choice.levels[1]
        .chosen
        .order
        .iter()
        .filter_map(place)
        .filter(|one| !order.contains(one));
    order.extend(others.collect::<Vec<_>>());
    order.extend((0..3).filter(|place| !order.contains(place)).collect::<Vec<_>>());
    assert_eq!(moved[1], simulation.run(&[&outer], &order).1, "{}", choice.script);
    assert_eq!(
        moved[0],
        simulation.run(&[&outer, &inner], &order).1,
        "{}",
        choice.script
    );
    let grid: [Option<i64>; 5] = [Some(1), Some(2), Some(4), Some(8), None];
    let mut best = u64::MAX;
    for order in permutations(3) {
        for inner in 0..125 {
            let inner = [grid[inner % 5], grid[inner / 5 % 5], grid[inner / 25]];
            if simulation.run(&[&inner], &order).0 > 256 {
                continue;
            }
            for outer in [
                [Some(8), Some(8), None],
                [Some(12), Some(14), Some(4)],
                [Some(16), Some(16), Some(4)],
                [Some(8), Some(16), Some(8)],
            ] {
                let divides = inner.iter().zip(&outer).all(|(inner, outer)| match (inner, outer) {
                    (Some(inner), Some(outer)) => outer % inner == 0,
                    (_, outer) => outer.is_none(),
                });
                let (footprint, around) = simulation.run(&[&outer], &order);
                if divides && footprint <= 1536 {
                    best = best.min(around + simulation.run(&[&outer, &inner], &order).1);
                }
            }
        }
    }
    let moved: u64 = moved.iter().sum();
    eprintln!(
        "two memories: {moved} bytes, the best of the grid {best}: {}",
        choice.script
    );
    // The levels are chosen one after the other, the smaller tiles within the larger: both together can do better.
    assert!(moved as f64 <= 1.25 * best as f64, "{moved} against {best}");
}

/// A loop that begins below 0 and stays whole around one that is cut.
#[test]
fn loops_from_below_zero_stay_whole() {
    let text = "func.func @shifted(%A: memref<12x64xf32>, %B: memref<64xf32>) {
  affine.for %i = -3 to 9 { affine.for %j = 0 to 64 {
    %a = affine.load %A[%i + 3, %j] : memref<12x64xf32>
    %b = affine.load %B[%j] : memref<64xf32>
    %s = arith.addf %a, %b : f32
    affine.store %s, %B[%j] : memref<64xf32>
  } }
  return
}";
    let options = Options {
        capacities: vec![("L1".to_owned(), 1024)],
        line: None,
        objective: Default::default(),
        multiple_of: 16,
        reassociate: false,
    };
    let choice = chosen(text, 0, &options);
    let chosen = &choice.levels[0].chosen;
    assert_eq!(chosen.sizes[0], ("i".to_owned(), None), "{}", choice.script);
    let simulation = Simulation::new(&Plain {
        ranges: &[(-3, 9), (0, 64)],
        times: |p| p.to_vec(),
        accesses: &[
            (0, false, |p| vec![p[0] + 3, p[1]]),
            (1, false, |p| vec![p[1]]),
            (1, true, |p| vec![p[1]]),
        ],
        elem_bytes: 4,
    });
    let sizes: Vec<Option<i64>> = chosen.sizes.iter().map(|size| size.1).collect();
    assert!(sizes[1].is_some(), "{}", choice.script);
    assert_eq!(
        (chosen.footprint, chosen.traffic.total()),
        simulation.run(&[&sizes], &[1, 0])
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
