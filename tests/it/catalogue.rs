//! What must hold of every transform in the registry, on random programs; see `polyvet_tests::catalogue`.
//!
//! `polyvet_tests::random` says how many cases are tried, and which variables choose others; the long mode, with
//! progress, is `cargo run -p polyvet-tests --example catalogue -- --pairs 10000`.

use polyvet_generate::affine;
use polyvet_generate::choices::Choices;
use polyvet_rewrites::entries;
use polyvet_tests::catalogue::{PairOutcome, pair};
use polyvet_tests::judge::BareAnswer;
use polyvet_tests::model::{Moment, Subject};
use polyvet_tests::random;
use polyvet_tests::random::numbers;
use std::collections::BTreeMap;
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

/// Two scripts on loops of a program, the second of which undoes the first.
fn inverse_pair(choices: &mut Choices<'_>, loops: &[String]) -> [String; 2] {
    let pick = |choices: &mut Choices<'_>| loops[choices.below(loops.len())].clone();
    let (one, other) = (pick(choices), pick(choices));
    let factor = choices.between(1, 4);
    match choices.below(7) {
        0 => [
            format!("interchange({one}, {other})"),
            format!("interchange({other}, {one})"),
        ],
        1 => [
            format!("skew({one}, {other}, {factor})"),
            format!("skew({one}, {other}, -{factor})"),
        ],
        2 => [format!("reverse({one})"), format!("reverse({one})")],
        3 => [format!("shift({one}, {factor})"), format!("shift({one}, -{factor})")],
        4 => [
            format!("strip_mine({one}, {factor})"),
            format!("coalesce({one}_t, {one})"),
        ],
        5 => {
            // The inverse of a matrix of determinant 1.
            let [a, b] = [(); 2].map(|()| choices.between(-2, 3));
            let (p, q, r, s) = (1 + a * b, a, b, 1);
            let pair = |[x, y]: [String; 2]| format!("unimodular({one}, {other}, [{x}, {y}])");
            [
                pair([format!("[{p}, {q}]"), format!("[{r}, {s}]")]),
                pair([format!("[{s}, {}]", -q), format!("[{}, {p}]", -r)]),
            ]
        }
        _ => [format!("predicate({one})"), format!("unpredicate({one})")],
    }
}

/// The instances in the order of a schedule, at some small sizes.
fn orders(subject: &Subject, schedule: &polyvet_poly::Schedule) -> Result<Vec<Vec<Moment>>, String> {
    let mut all = Vec::new();
    for params in subject.small_params(&[3, 6]) {
        if let Some(times) = subject.times(schedule, &params, 5000)? {
            let mut instances: Vec<_> = times.of.into_iter().collect();
            instances.sort_by(|one, other| one.1.cmp(&other.1));
            all.push(instances.into_iter().map(|(instance, _)| instance).collect());
        }
    }
    Ok(all)
}

/// What became of one random pair.
fn undone(seed: u64, case: u64) -> Result<Option<String>, String> {
    let numbers = numbers(seed, case);
    let mut choices = Choices::new(&numbers);
    let program = affine::program(&mut choices);
    let subject = Subject::read(&program.text())?;
    let loops: Vec<String> = subject.scop.loops.iter().map(|one| one.name.clone()).collect();
    if loops.is_empty() {
        return Ok(None);
    }
    let [forth, back] = inverse_pair(&mut choices, &loops);
    let isl = |error: polyvet_poly::PolyError| error.to_string();
    let domain = subject.scop.domain().map_err(isl)?;
    let times = |schedule: &polyvet_poly::Schedule| {
        let map = schedule.map().and_then(|map| map.intersect_domain(domain.clone()));
        map.map_err(isl)
    };
    let Some(there) = subject.rewrite(&forth)? else {
        return Ok(None);
    };
    let script = format!("{forth}; {back}");
    let Some(again) = subject.rewrite(&script)? else {
        // Strips of a loop that has bounds of several pieces are not one loop again.
        if forth.starts_with("strip_mine") {
            return Ok(None);
        }
        return Err(format!(
            "`{forth}` has a place, `{script}` has none\n{}",
            program.text()
        ));
    };
    let (before, after) = (times(&subject.scop.schedule)?, times(&again.scop.schedule)?);
    // Strips are numbered from their own first one, and what never runs has no place in a sequence of conditions any more:
    // only the order is the same.
    let is_order = ["strip_mine", "predicate"].iter().any(|name| forth.starts_with(name));
    let is_same = match is_order {
        true => {
            let [one, other] =
                [&subject.scop.schedule, &again.scop.schedule].map(|schedule| orders(&subject, schedule));
            one? == other?
        }
        false => before.is_equal(&after).map_err(isl)?,
    };
    if !is_same {
        return Err(format!("{script}: {after} is not {before}\n{}", program.text()));
    }
    let moves = there.scop.stmts.len() != subject.scop.stmts.len()
        || !before.is_equal(&times(&there.scop.schedule)?).map_err(isl)?;
    let name = forth.split('(').next().unwrap_or_default().to_owned();
    Ok(moves.then_some(name))
}

#[test]
fn random_inverse_pairs_give_back_the_schedule() {
    let all = random::campaign("inverses", [400, 8000], undone);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    all.into_iter()
        .flatten()
        .for_each(|name| *counts.entry(name).or_default() += 1);
    println!("{counts:?}");
    assert!(counts.len() >= 6, "{counts:?}");
}
