//! Known-wrong checkers and transforms, each of which must be caught by the property that the real ones
//! pass, on one fixed set of cases.

use polyvet_tests::broken::{CHECKERS, TRANSFORMS, drop_remainder};
use polyvet_tests::judge::{BareAnswer, Real, RewriteJudge};
use polyvet_tests::model::Subject;
use polyvet_tests::nests::{NestCounts, NestStep, RealTransforms, TestNest, Transformer, check, offsets};
use polyvet_verify::legality::Checker;

const TWO_LOOPS: &[&[NestStep]] = &[
    &[],
    &[NestStep::Interchange],
    &[NestStep::Reverse("i")],
    &[NestStep::Reverse("j"), NestStep::Parallelize("i")],
    &[NestStep::Reverse("i"), NestStep::Skew(1)],
    &[NestStep::Tile(&[("i", 2), ("j", 2)])],
    &[NestStep::Parallelize("i")],
    &[NestStep::Parallelize("j")],
    &[NestStep::Parallelize("i"), NestStep::Interchange],
    &[NestStep::Skew(1), NestStep::Interchange],
];

const ONE_LOOP: &[&[NestStep]] = &[
    &[],
    &[NestStep::Shift(0, 1)],
    &[NestStep::Shift(1, 1)],
    &[NestStep::Reverse("i")],
];

fn cases() -> Vec<(TestNest, &'static [&'static [NestStep]])> {
    let mut nests = Vec::new();
    for offsets in offsets(4) {
        nests.push((
            TestNest::single(&[3, 3], &offsets[..2], &offsets[2..], 1, false),
            TWO_LOOPS,
        ));
        nests.push((TestNest::pair(3, &offsets), ONE_LOOP));
    }
    for offsets in offsets(2) {
        // Even and odd elements: only halves of iterations meet.
        nests.push((TestNest::single(&[3, 3], &[0, 0], &offsets, 2, false), TWO_LOOPS));
        for accumulates in [false, true] {
            let nest = TestNest::with(&[3, 3], &[(0, offsets[0])], &[(1, offsets[1])], 1, accumulates);
            nests.push((nest.clone(), TWO_LOOPS));
            nests.push((nest.from_elsewhere(), TWO_LOOPS));
        }
    }
    nests
}

/// What goes wrong in the first case in which something does.
fn caught(judge: &dyn RewriteJudge, transformer: &dyn Transformer) -> Option<String> {
    let mut cases = cases().into_iter();
    cases.find_map(|(nest, scripts)| check(&nest, scripts, judge, transformer, &mut NestCounts::default()).err())
}

#[test]
fn the_real_ones_pass() {
    assert_eq!(caught(&Real, &RealTransforms), None);
}

#[test]
fn every_broken_checker_is_caught() {
    for broken in CHECKERS {
        let first = caught(broken, &RealTransforms).unwrap_or_else(|| panic!("not caught: {}", broken.name));
        println!("{}: {first}", broken.name);
        assert!(
            first.contains(broken.name),
            "{}: caught for another reason: {first}",
            broken.name
        );
    }
}

#[test]
fn every_broken_transform_is_caught() {
    for broken in TRANSFORMS {
        let first = caught(&Real, broken).unwrap_or_else(|| panic!("not caught: {}", broken.name));
        println!("{}: {first}", broken.name);
    }
}

/// Not only by these tests: `verify` itself must see that instances are lost.
#[test]
fn lost_instances_are_not_proved() {
    let nest = TestNest::single(&[3, 3], &[0, 0], &[0, 0], 1, false);
    let subject = Subject::read(&nest.text()).expect("a model");
    let checker = Checker::new(&subject.scop, 0).expect("dependences");
    let script = "tile(i=2, j=2)";
    let rewrite = drop_remainder(&subject, script).expect("a script").expect("a place");
    let answer = Real
        .judge(&subject, &checker, script, &rewrite)
        .map(|judgement| judgement.answer);
    assert!(
        !matches!(answer, Ok(BareAnswer::Proved | BareAnswer::Reassociated)),
        "{answer:?}"
    );
}
