//! What must hold of every transform in the registry, on random programs; see `polyvet_tests::catalogue`.
//!
//! `polyvet_tests::random` says how many cases are tried, and which variables choose others; the long mode, with
//! progress, is `cargo run -p polyvet-tests --example catalogue -- --pairs 10000`.

use polyvet_rewrites::entries;
use polyvet_tests::catalogue::{PairOutcome, pair};
use polyvet_tests::judge::BareAnswer;
use polyvet_tests::model::Subject;
use polyvet_tests::random;
use std::io::Write;

/// In `make test`, and in `make test-all`.
const CASES: [u64; 2] = [160, 2400];

#[test]
fn whatever_is_proved_runs_the_same() {
    let all = random::campaign("catalogue", CASES, pair);
    let cases = all.len();
    let outcomes: Vec<PairOutcome> = all.into_iter().flatten().collect();
    let count = |answer: BareAnswer| outcomes.iter().filter(|one| one.answer == answer).count();
    let applied = random::applied(
        entries(false).iter().map(|entry| entry.name),
        outcomes.iter().flat_map(|one| &one.transforms),
    );
    // Past the capture of the test harness.
    _ = writeln!(
        std::io::stderr(),
        "catalogue: {} pairs: {} proved, {} reassociated, {} refuted, {} tested, {} unknown; {} runs; {} not generated; applied {applied:?}",
        outcomes.len(),
        count(BareAnswer::Proved),
        count(BareAnswer::Reassociated),
        count(BareAnswer::Refuted),
        count(BareAnswer::Tested),
        count(BareAnswer::Unknown),
        outcomes.iter().map(|one| one.inputs).sum::<usize>(),
        outcomes.iter().filter(|one| one.not_generated.is_some()).count(),
    );
    assert!(
        outcomes.len() * 10 >= cases * 7,
        "only {} have a script",
        outcomes.len()
    );
    assert!(
        count(BareAnswer::Proved) > 0 && count(BareAnswer::Refuted) > 0,
        "the generator is too narrow"
    );
    random::none_idle(&applied);
}

/// Two scripts, the second of which undoes the first.
const UNDONE: &[&str] = &[
    "interchange(i, j); interchange(i, j)",
    "permute(j, i); permute(i, j)",
    "skew(j, i, 2); skew(j, i, -2)",
    "skew(i, j, -1); skew(i, j, 1)",
    "reverse(i); reverse(i)",
    "shift(S0, j, 3); shift(S0, j, -3)",
    "shift(i, n); shift(i, -n)",
    "strip_mine(j, 4); coalesce(j_t, j)",
    "strip_mine(i, 3); coalesce(i_t, i)",
    "unimodular(i, j, [[1, 1], [0, 1]]); unimodular(i, j, [[1, -1], [0, 1]])",
    "unimodular(i, j, [[2, 1], [1, 1]]); unimodular(i, j, [[1, -1], [-1, 2]])",
];

#[test]
fn what_undoes_a_transform_gives_back_the_schedule() {
    let text = "
func.func @undone(%A: memref<?x?xf64>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %b = arith.addf %a, %a : f64
      affine.store %b, %A[%i, %j] : memref<?x?xf64>
    }
  }
  return
}";
    for script in UNDONE {
        let subject = Subject::read(text).expect("a program");
        let rewrite = subject.rewrite(script).expect("a script").expect("a place");
        let times = |schedule: &polyvet_poly::Schedule| {
            let map = schedule.map().expect("isl");
            map.intersect_domain(subject.scop.domain().expect("isl")).expect("isl")
        };
        let (before, after) = (times(&subject.scop.schedule), times(&rewrite.scop.schedule));
        assert!(
            before.is_equal(&after).expect("isl"),
            "{script}: {after} is not {before}"
        );
        let loops = |schedule| polyvet_analysis::loops::loop_names(schedule).expect("isl");
        let (before, after) = (loops(&subject.scop.schedule), loops(&rewrite.scop.schedule));
        if script.contains("strip_mine") {
            assert_eq!(before.len(), after.len(), "{script}");
        } else {
            assert_eq!(before, after, "{script}");
        }
    }
}
