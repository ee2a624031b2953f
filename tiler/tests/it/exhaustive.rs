//! What is chosen is at most 5% above the best of a grid, and its numbers are those of a plain simulation: tiles in order,
//! element by element.

use crate::common::{Access, HEAT, HEAT_PLAIN, MATMUL, MATMUL_PLAIN, Plain, Simulation, chosen, options, permutations};
use polyvet_tiler::{Candidate, TilerOptions};
use polyvet_verify::Verdict;

/// Checks the choice for nest `at` of `text`, which is `plain`, against all sizes of `grid` for the loops in `tiled`.
fn check(name: &str, text: &str, at: usize, plain: &Plain, grid: &[i64], tiled: &[usize], capacity: u64) {
    check_with(&options(&[capacity]), name, text, at, plain, grid, tiled);
}

fn check_with(options: &TilerOptions, name: &str, text: &str, at: usize, plain: &Plain, grid: &[i64], tiled: &[usize]) {
    let capacity = options.capacities[0].1;
    let choice = chosen(text, at, options);
    assert!(
        matches!(choice.verdict, Verdict::Proved(_)),
        "{name}: {}",
        choice.script
    );
    let level = &choice.levels[0];
    let simulation = Simulation::new(&[plain]);
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

/// The first, or all of them in `make test-all`: a grid takes half a minute.
fn some<T>(all: &[T]) -> &[T] {
    match std::env::var_os("POLYVET_TEST_ALL") {
        Some(_) => all,
        None => &all[..1],
    }
}

#[test]
fn matmul() {
    for capacity in some(&[1024, 512, 4096]) {
        check(
            "matmul",
            MATMUL,
            0,
            &MATMUL_PLAIN,
            &[1, 2, 4, 6, 8, 12, 16],
            &[0, 1, 2],
            *capacity,
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
    for capacity in some(&[420, 160, 800]) {
        check("matmul of 13", &text, 0, &plain, &grid, &[0, 1, 2], *capacity);
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
    let grid: &[i64] = if std::env::var_os("POLYVET_TEST_ALL").is_some() {
        &[1, 2, 4, 8]
    } else {
        &[1, 2, 8]
    };
    check("batch matmul", text, 0, &plain, grid, &[0, 1, 2, 3], 1024);
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
    check("conv2d", text, 0, &plain, some(&[4, 2]), &[0, 1, 2, 5], 1500);
}

/// Rows that do not begin lines, and loops inside those that are cut: what is looked at is about right, what is shown is exact.
#[test]
fn lines_of_rows_that_do_not_begin_them() {
    let text = "func.func @conv(%I: memref<1x3x12x11xf32>, %K: memref<4x3x3x3xf32>, %O: memref<1x4x10x9xf32>) {
  linalg.conv_2d_nchw_fchw ins(%I, %K : memref<1x3x12x11xf32>, memref<4x3x3x3xf32>) outs(%O : memref<1x4x10x9xf32>)
  return
}";
    let plain = Plain {
        ranges: &[(0, 1), (0, 4), (0, 10), (0, 9), (0, 3), (0, 3), (0, 3)],
        times: |p| p[..5].to_vec(),
        accesses: &[
            (0, false, |p| vec![((p[4] * 12 + p[2] + p[5]) * 11 + p[3] + p[6]) / 16]),
            (1, false, |p| vec![(((p[1] * 3 + p[4]) * 3 + p[5]) * 3 + p[6]) / 16]),
            (2, false, |p| vec![((p[1] * 10 + p[2]) * 9 + p[3]) / 16]),
            (2, true, |p| vec![((p[1] * 10 + p[2]) * 9 + p[3]) / 16]),
        ],
        elem_bytes: 64,
    };
    let lines = |capacity: u64| TilerOptions {
        line: Some(64),
        ..options(&[capacity])
    };
    let grid = some(&[2, 5]);
    check_with(&lines(1536), "conv of channels", text, 0, &plain, grid, &[1, 2, 3, 4]);
    let text = "func.func @stencil(%A: memref<10x10x10xf32>, %B: memref<10x10x10xf32>) {
  affine.for %i = 1 to 9 { affine.for %j = 1 to 9 { affine.for %k = 1 to 9 {
    %a = affine.load %A[%i - 1, %j, %k] : memref<10x10x10xf32>
    %b = affine.load %A[%i, %j + 1, %k] : memref<10x10x10xf32>
    %c = affine.load %A[%i, %j, %k + 1] : memref<10x10x10xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    affine.store %e, %B[%i, %j, %k] : memref<10x10x10xf32>
  } } }
  return
}";
    let plain = Plain {
        ranges: &[(1, 9), (1, 9), (1, 9)],
        times: |p| p.to_vec(),
        accesses: &[
            (0, false, |p| vec![((p[0] - 1) * 100 + p[1] * 10 + p[2]) / 16]),
            (0, false, |p| vec![(p[0] * 100 + (p[1] + 1) * 10 + p[2]) / 16]),
            (0, false, |p| vec![(p[0] * 100 + p[1] * 10 + p[2] + 1) / 16]),
            (1, true, |p| vec![(p[0] * 100 + p[1] * 10 + p[2]) / 16]),
        ],
        elem_bytes: 64,
    };
    for capacity in [1024, 2048] {
        check_with(&lines(capacity), "stencil", text, 0, &plain, &[1, 2, 4], &[0, 1, 2]);
    }
}

#[test]
fn time_tiled_stencils() {
    let grid = &[1, 2, 4, 6, 8, 12, 16];
    check("heat in time", HEAT, 0, &HEAT_PLAIN, grid, &[0, 1], 600);
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
    let options = TilerOptions {
        multiple_of: 16,
        ..options(&[1024])
    };
    let choice = chosen(text, 0, &options);
    let chosen = &choice.levels[0].chosen;
    assert_eq!(chosen.sizes[0], ("i".to_owned(), None), "{}", choice.script);
    let simulation = Simulation::new(&[&Plain {
        ranges: &[(-3, 9), (0, 64)],
        times: |p| p.to_vec(),
        accesses: &[
            (0, false, |p| vec![p[0] + 3, p[1]]),
            (1, false, |p| vec![p[1]]),
            (1, true, |p| vec![p[1]]),
        ],
        elem_bytes: 4,
    }]);
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
