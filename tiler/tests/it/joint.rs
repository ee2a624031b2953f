//! What is chosen together, sizes for two memories, chains of nests: at most 5% above the best of a grid, and its numbers are
//! those of a plain simulation.

use crate::common::{
    HEAT, HEAT_PLAIN, MATMUL, MATMUL_PLAIN, Plain, Simulation, all_sizes, chosen, options, permutations, scop,
};
use polyvet_poly::Ctx;
use polyvet_tiler::{TilingChoice, chains, choose_chain, nests};
use polyvet_verify::Verdict;
use polyvet_verify::legality::{Checker, DEFAULT_BUDGET};

/// Checks the choice for two memories against all sizes of `grid` for both, the smaller tiles within the larger.
fn check_two(name: &str, text: &str, plain: &Plain, grids: [&[i64]; 2], capacities: [u64; 2]) {
    let choice = chosen(text, 0, &options(&capacities));
    assert!(
        matches!(choice.verdict, Verdict::Proved(_)),
        "{name}: {}",
        choice.script
    );
    let simulation = Simulation::new(&[plain]);
    let loops = plain.ranges.len();
    let sizes = |at: usize| -> Vec<Option<i64>> { choice.levels[at].chosen.sizes.iter().map(|size| size.1).collect() };
    let (inner, outer) = (sizes(0), sizes(1));
    // One order for both; loops that only the larger tiles cut are not in that of the smaller ones.
    let place = |name: &String| choice.nest.loops.iter().position(|one| one == name);
    let mut order: Vec<usize> = choice.levels[0].chosen.order.iter().filter_map(place).collect();
    let rest: Vec<usize> = (0..loops).filter(|place| !order.contains(place)).collect();
    order.extend(rest);
    let numbers: Vec<(u64, u64)> = (choice.levels.iter())
        .map(|level| (level.chosen.footprint, level.chosen.traffic.total()))
        .collect();
    let around = simulation.run(&[&outer], &order);
    let within = (
        simulation.run(&[&inner], &order).0,
        simulation.run(&[&outer, &inner], &order).1,
    );
    assert_eq!(numbers, [within, around], "{name}: {}", choice.script);
    assert!(
        within.0 <= capacities[0] && around.0 <= capacities[1],
        "{name}: {numbers:?}"
    );
    let divides = |inner: &[Option<i64>], outer: &[Option<i64>]| {
        inner.iter().zip(outer).all(|(inner, outer)| match (inner, outer) {
            (Some(inner), Some(outer)) => outer % inner == 0,
            (_, outer) => outer.is_none(),
        })
    };
    let moved = numbers.iter().map(|one| one.1).sum::<u64>();
    let mut best = moved;
    for order in permutations(loops) {
        let fitting = |grid: usize| -> Vec<(Vec<Option<i64>>, u64)> {
            let run = |sizes: Vec<Option<i64>>| (simulation.run(&[&sizes], &order), sizes);
            let mut fit: Vec<_> = all_sizes(grids[grid], loops).into_iter().map(run).collect();
            fit.retain(|one| one.0.0 <= capacities[grid]);
            fit.into_iter().map(|((_, moved), sizes)| (sizes, moved)).collect()
        };
        let inner = fitting(0);
        for (outer, around) in fitting(1) {
            // What comes into a tile comes into a tile within, too: no less moves there.
            if 2 * around >= best {
                continue;
            }
            for (inner, _) in inner.iter().filter(|inner| divides(&inner.0, &outer)) {
                best = best.min(around + simulation.run(&[&outer, inner], &order).1);
            }
        }
    }
    eprintln!(
        "{name}: {} moves {moved} bytes, the best of the grid {best}: {:.3}",
        choice.script,
        moved as f64 / best as f64
    );
    assert!(moved as f64 <= 1.05 * best as f64, "{name}: {moved} against {best}");
}

/// Two memories: what moves between all of them.
#[test]
fn two_memories() {
    check_two(
        "two memories",
        MATMUL,
        &MATMUL_PLAIN,
        match std::env::var_os("POLYVET_TEST_ALL") {
            None => [&[2, 4, 8], &[8, 12, 16]],
            Some(_) => [&[1, 2, 4, 8], &[4, 8, 12, 16]],
        },
        [256, 1536],
    );
}

#[test]
fn two_memories_of_a_small_matmul() {
    let text = MATMUL.replace("24", "12").replace("28", "12").replace("20", "12");
    let plain = Plain {
        ranges: &[(0, 12), (0, 12), (0, 12)],
        ..MATMUL_PLAIN
    };
    let capacities: &[[u64; 2]] = match std::env::var_os("POLYVET_TEST_ALL") {
        None => &[[128, 900]],
        Some(_) => &[[64, 400], [128, 900], [200, 500]],
    };
    for capacities in capacities.iter().copied() {
        check_two(
            "two memories of a small matmul",
            &text,
            &plain,
            [&[1, 2, 3, 4, 6], &[2, 3, 4, 6, 8, 10]],
            capacities,
        );
    }
}

/// Tiles of tiles in time.
#[test]
fn two_memories_of_a_stencil() {
    for capacities in [[200, 600], [120, 1000]] {
        check_two(
            "two memories of a stencil",
            HEAT,
            &HEAT_PLAIN,
            [&[1, 2, 3, 4, 6, 8], &[2, 4, 6, 8, 12, 16, 24]],
            capacities,
        );
    }
}

/// A chain of nests: each apart, all fused in their first loops.
struct Fused<'a> {
    apart: &'a [&'a Plain],
    fused: &'a [&'a Plain],
    /// How many loops are fused.
    loops: usize,
    /// Whether the best is fused.
    is_better: bool,
}

/// The least that moves in tiles of one nest, all sizes and orders of a grid looked at.
fn least(simulation: &Simulation, loops: usize, grid: &[i64], capacity: u64) -> Option<u64> {
    let orders = permutations(loops);
    let sizes = all_sizes(grid, loops);
    let runs = (sizes.iter()).flat_map(|sizes| orders.iter().map(|order| simulation.run(&[sizes], order)));
    runs.filter(|run| run.0 <= capacity).map(|run| run.1).min()
}

/// Checks what is chosen for the chain that a program is.
fn check_chain(name: &str, text: &str, of: &Fused<'_>, grid: &[i64], capacity: u64) {
    let ctx = Ctx::new();
    let (module, func, scop) = scop(&ctx, text);
    let checker = Checker::new(&scop, DEFAULT_BUDGET).unwrap();
    let nests = nests(&scop).unwrap();
    let chains = chains(&scop, &nests, checker.dependences()).unwrap();
    assert_eq!(chains.len(), 1, "{name}: {chains:?}");
    assert_eq!(chains[0].nests.len(), of.apart.len(), "{name}: {chains:?}");
    let all: Vec<_> = nests.iter().collect();
    let found = choose_chain(
        &checker,
        Some((&module, func)),
        &all,
        Some(&chains[0]),
        &options(&[capacity]),
    );
    let choices: Vec<&TilingChoice> = found.choices.iter().map(|choice| choice.as_ref().unwrap()).collect();
    for choice in &choices {
        assert!(
            matches!(choice.verdict, Verdict::Proved(_)),
            "{name}: {}",
            choice.script
        );
    }
    let together = Simulation::new(of.fused);
    if let [fused] = choices.as_slice() {
        let chosen = &fused.levels[0].chosen;
        let sizes: Vec<Option<i64>> = chosen.sizes.iter().map(|size| size.1).collect();
        let place = |name: &String| fused.nest.loops.iter().position(|one| one == name).unwrap();
        let order: Vec<usize> = chosen.order.iter().map(place).collect();
        let numbers = (chosen.footprint, chosen.traffic.total());
        assert_eq!(numbers, together.run(&[&sizes], &order), "{name}: {}", fused.script);
    }
    assert_eq!(
        found.is_fused, of.is_better,
        "{name}: {:?} against {}",
        found.fused, found.apart
    );
    let each = of
        .apart
        .iter()
        .map(|plain| least(&Simulation::new(&[plain]), plain.ranges.len(), grid, capacity));
    let apart: Option<u64> = each.sum();
    let fused = least(&together, of.loops, grid, capacity);
    let best = apart.into_iter().chain(fused).min().unwrap();
    let moved: u64 = choices.iter().map(|choice| choice.moved()).sum();
    let scripts: Vec<&str> = choices.iter().map(|choice| choice.script.as_str()).collect();
    eprintln!(
        "{name}: {} moves {moved} bytes, the best of the grid {best} (apart {apart:?}, fused {fused:?}): {:.3}",
        scripts.join(" | "),
        moved as f64 / best as f64
    );
    assert!(moved as f64 <= 1.05 * best as f64, "{name}: {moved} against {best}");
}

const ATTENTION: &str = "func.func @attention(%Q: memref<24x4xf32>, %K: memref<4x20xf32>, %S: memref<24x20xf32>, %E: memref<24x20xf32>, %V: memref<20x4xf32>, %O: memref<24x4xf32>) {
  linalg.matmul ins(%Q, %K : memref<24x4xf32>, memref<4x20xf32>) outs(%S : memref<24x20xf32>)
  linalg.exp ins(%S : memref<24x20xf32>) outs(%E : memref<24x20xf32>)
  linalg.matmul ins(%E, %V : memref<24x20xf32>, memref<20x4xf32>) outs(%O : memref<24x4xf32>)
  return
}";

/// `exp(Q K) V`: fused in the loops over rows and columns of what is between, where a memory has room for their tiles.
#[test]
fn attention() {
    let scores = Plain {
        ranges: &[(0, 24), (0, 20), (0, 4)],
        times: |p| p.to_vec(),
        accesses: &[
            (0, false, |p| vec![p[0], p[2]]),
            (1, false, |p| vec![p[2], p[1]]),
            (2, false, |p| vec![p[0], p[1]]),
            (2, true, |p| vec![p[0], p[1]]),
        ],
        elem_bytes: 4,
    };
    let exp = Plain {
        ranges: &[(0, 24), (0, 20)],
        times: |p| p.to_vec(),
        accesses: &[(2, false, |p| p.to_vec()), (3, true, |p| p.to_vec())],
        elem_bytes: 4,
    };
    let values = Plain {
        ranges: &[(0, 24), (0, 4), (0, 20)],
        times: |p| p.to_vec(),
        accesses: &[
            (3, false, |p| vec![p[0], p[2]]),
            (4, false, |p| vec![p[2], p[1]]),
            (5, false, |p| vec![p[0], p[1]]),
            (5, true, |p| vec![p[0], p[1]]),
        ],
        elem_bytes: 4,
    };
    let fused = [
        &Plain {
            times: |p| vec![p[0], p[1]],
            ..scores
        },
        &Plain { ..exp },
        &Plain {
            times: |p| vec![p[0], p[2]],
            ..values
        },
    ];
    for capacity in [512, 1024, 2048] {
        let of = Fused {
            apart: &[&scores, &exp, &values],
            fused: &fused,
            loops: 2,
            is_better: true,
        };
        check_chain("attention", ATTENTION, &of, &[1, 2, 4, 8, 12], capacity);
    }
}

/// A matrix product and what is done to each element of it.
#[test]
fn matmul_and_elementwise() {
    let text =
        "func.func @relu(%A: memref<12x16xf32>, %B: memref<16x14xf32>, %C: memref<12x14xf32>, %D: memref<12x14xf32>) {
  linalg.matmul ins(%A, %B : memref<12x16xf32>, memref<16x14xf32>) outs(%C : memref<12x14xf32>)
  linalg.exp ins(%C : memref<12x14xf32>) outs(%D : memref<12x14xf32>)
  return
}";
    let product = Plain {
        ranges: &[(0, 12), (0, 14), (0, 16)],
        times: |p| p.to_vec(),
        ..MATMUL_PLAIN
    };
    let each = Plain {
        ranges: &[(0, 12), (0, 14)],
        times: |p| p.to_vec(),
        accesses: &[(2, false, |p| p.to_vec()), (3, true, |p| p.to_vec())],
        elem_bytes: 4,
    };
    let fused = [
        &Plain {
            times: |p| vec![p[0], p[1]],
            ..product
        },
        &Plain { ..each },
    ];
    for (capacity, is_better) in [(256, false), (1024, true)] {
        let of = Fused {
            apart: &[&product, &each],
            fused: &fused,
            loops: 2,
            is_better,
        };
        check_chain("matmul and elementwise", text, &of, &[1, 2, 4, 6, 8, 12], capacity);
    }
}
