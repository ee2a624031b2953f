//! Known-wrong checkers and transforms, each of which must be caught by the property that the real ones
//! pass, on one fixed set of cases.

use polyvet_tests::broken::{CHECKERS, TRANSFORMS, drop_remainder};
use polyvet_tests::judge::{Answer, Judge, Real};
use polyvet_tests::model::Subject;
use polyvet_tests::nests::{Counts, Nest, RealTransforms, Step, Transformer, check, offsets};
use polyvet_verify::legality::Checker;

const TWO_LOOPS: &[&[Step]] = &[
    &[],
    &[Step::Interchange],
    &[Step::Reverse("i")],
    &[Step::Reverse("j"), Step::Parallelize("i")],
    &[Step::Reverse("i"), Step::Skew(1)],
    &[Step::Tile(&[("i", 2), ("j", 2)])],
    &[Step::Parallelize("i")],
    &[Step::Parallelize("j")],
    &[Step::Parallelize("i"), Step::Interchange],
    &[Step::Skew(1), Step::Interchange],
];

const ONE_LOOP: &[&[Step]] = &[&[], &[Step::Shift(0, 1)], &[Step::Shift(1, 1)], &[Step::Reverse("i")]];

fn cases() -> Vec<(Nest, &'static [&'static [Step]])> {
    let mut nests = Vec::new();
    for offsets in offsets(4) {
        nests.push((Nest::single(&[3, 3], &offsets[..2], &offsets[2..], 1, false), TWO_LOOPS));
        nests.push((Nest::pair(3, &offsets), ONE_LOOP));
    }
    for offsets in offsets(2) {
        // Even and odd elements: only halves of iterations meet.
        nests.push((Nest::single(&[3, 3], &[0, 0], &offsets, 2, false), TWO_LOOPS));
        for accumulates in [false, true] {
            let nest = Nest::with(&[3, 3], &[(0, offsets[0])], &[(1, offsets[1])], 1, accumulates);
            nests.push((nest.clone(), TWO_LOOPS));
            nests.push((nest.from_elsewhere(), TWO_LOOPS));
        }
    }
    nests
}

/// What goes wrong in the first case in which something does.
fn caught(judge: &dyn Judge, transformer: &dyn Transformer) -> Option<String> {
    let mut cases = cases().into_iter();
    cases.find_map(|(nest, scripts)| check(&nest, scripts, judge, transformer, &mut Counts::default()).err())
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
    let nest = Nest::single(&[3, 3], &[0, 0], &[0, 0], 1, false);
    let subject = Subject::read(&nest.text()).expect("a model");
    let checker = Checker::new(&subject.scop, 0).expect("dependences");
    let script = "tile(i=2, j=2)";
    let rewrite = drop_remainder(&subject, script).expect("a script").expect("a place");
    let answer = Real
        .judge(&subject, &checker, script, &rewrite)
        .map(|judgement| judgement.answer);
    assert!(
        !matches!(answer, Ok(Answer::Proved | Answer::Reassociated)),
        "{answer:?}"
    );
}
