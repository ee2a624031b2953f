//! All nests of depth one and two with bounds up to 3 and offsets from -1 to 1, under all single steps:
//! what polyvet answers against enumeration, in both directions.

use polyvet_tests::judge::Real;
use polyvet_tests::nests::{NestCounts, NestStep, RealTransforms, TestNest, check, check_order, offsets};
use polyvet_tests::random::is_test_all;
use std::io::Write;

/// `make test-all` looks at all nests, a usual run at each seventh.
const USUAL_STEP: usize = 7;

const ONE_LOOP: &[&[NestStep]] = &[
    &[],
    &[NestStep::Reverse("i")],
    &[NestStep::Tile(&[("i", 2)])],
    &[NestStep::Tile(&[("i", 2)]), NestStep::Reverse("i")],
    &[NestStep::Parallelize("i")],
];

const TWO_LOOPS: &[&[NestStep]] = &[
    &[NestStep::Interchange],
    &[NestStep::Reverse("i")],
    &[NestStep::Reverse("j")],
    &[NestStep::Tile(&[("i", 2), ("j", 2)])],
    &[NestStep::Parallelize("i")],
    &[NestStep::Parallelize("j")],
    &[NestStep::Skew(1)],
    &[NestStep::Skew(-1), NestStep::Interchange],
];

const PAIR: &[&[NestStep]] = &[
    &[NestStep::Shift(0, 1)],
    &[NestStep::Shift(0, -1)],
    &[NestStep::Shift(1, 1)],
    &[NestStep::Shift(1, -2)],
    &[NestStep::Reverse("i")],
    &[NestStep::Parallelize("i")],
];

/// All nests, with the scripts for each.
fn all() -> Vec<(TestNest, &'static [&'static [NestStep]])> {
    let mut nests = Vec::new();
    for extent in 0..=3 {
        for offsets in offsets(2) {
            for (factor, accumulates) in [(1, false), (1, true), (2, false)] {
                nests.push((
                    TestNest::single(&[extent], &offsets[..1], &offsets[1..], factor, accumulates),
                    ONE_LOOP,
                ));
            }
        }
        for offsets in offsets(4) {
            nests.push((TestNest::pair(extent, &offsets), PAIR));
        }
    }
    for rows in 0..=3 {
        for columns in 0..=3 {
            for offsets in offsets(4) {
                nests.push((
                    TestNest::single(&[rows, columns], &offsets[..2], &offsets[2..], 1, false),
                    TWO_LOOPS,
                ));
            }
            // Several iterations write one element.
            for offsets in offsets(2) {
                for (write, read) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    for accumulates in [false, true] {
                        let (write, read) = ([(write, offsets[0])], [(read, offsets[1])]);
                        let nest = TestNest::with(&[rows, columns], &write, &read, 1, accumulates);
                        nests.push((nest.clone(), TWO_LOOPS));
                        nests.push((nest.from_elsewhere(), TWO_LOOPS));
                    }
                }
            }
        }
    }
    nests
}

#[test]
fn answers_are_those_of_enumeration() {
    let mut nests = all();
    if !is_test_all() {
        nests = nests.into_iter().step_by(USUAL_STEP).collect();
    }
    // isl's contexts stay on their threads.
    let half = |odd: usize| {
        let mut counts = NestCounts::default();
        for (nest, scripts) in nests.iter().skip(odd).step_by(2) {
            check(nest, scripts, &Real, &RealTransforms, &mut counts)?;
            check_order(nest, scripts)?;
        }
        Ok(counts)
    };
    let results: Vec<Result<NestCounts, String>> = std::thread::scope(|scope| {
        let workers: Vec<_> = [0, 1].map(|odd| scope.spawn(move || half(odd))).into();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("no panic"))
            .collect()
    });
    let mut counts = NestCounts::default();
    for result in results {
        let one = result.unwrap_or_else(|wrong| panic!("{wrong}"));
        counts.proved += one.proved;
        counts.reassociated += one.reassociated;
        counts.refuted += one.refuted;
        counts.unknown += one.unknown;
    }
    // Past the capture of the test harness.
    let _ = writeln!(std::io::stderr(), "exhaustive: {} nests, {counts:?}", nests.len());
    assert!(
        counts.unknown * 50 <= counts.proved + counts.refuted,
        "more than 2% unknown"
    );
}
