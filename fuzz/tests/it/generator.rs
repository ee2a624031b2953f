//! The programs of a campaign: defined, and with everything in them that the grammar can make.

use polyvet_fuzz::{coverage, defined};
use polyvet_generate::case::{InputFamily, RandomCase, numbers};
use polyvet_generate::weights::Weights;
use std::collections::BTreeMap;

const PROGRAMS: u64 = 3000;
/// Of so many the dependences are computed as well.
const MODELLED: u64 = 400;

fn cases() -> impl Iterator<Item = (u64, RandomCase)> {
    let weights = Weights::default();
    (0..PROGRAMS).map(move |id| {
        let input = if id % 2 == 0 {
            InputFamily::Affine
        } else {
            InputFamily::Structured
        };
        (id, RandomCase::new(input, &numbers(11, id), &weights))
    })
}

#[test]
fn nearly_all_programs_are_defined_at_all_their_sizes() {
    let mut wrong = Vec::new();
    for (id, case) in cases() {
        let (module, diagnostics) = polyvet_ir::parse(&case.text);
        assert!(diagnostics.is_empty(), "program {id}:\n{}\n{diagnostics:?}", case.text);
        let trap = defined::of_generated(&case.sizes)
            .iter()
            .find_map(|sizes| defined::run(&module, "random", sizes).err());
        if let Some(trap) = trap {
            wrong.push(format!("program {id}: {}\n{}", trap.describe(), case.text));
        } else if case.sizes.is_empty() {
            wrong.push(format!("program {id}: no sizes\n{}", case.text));
        }
    }
    println!("{} of {PROGRAMS} programs are not defined", wrong.len());
    assert!(
        (wrong.len() as u64) * 100 <= PROGRAMS,
        "{} are not:\n{}",
        wrong.len(),
        wrong[..3].join("\n")
    );
}

#[test]
fn everything_that_can_be_in_a_program_is_in_some() {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for (id, case) in cases() {
        let (module, _) = polyvet_ir::parse(&case.text);
        let mut features = coverage::features(&module);
        if id < MODELLED {
            features.extend(coverage::dependences(&module, module.funcs()[0]));
        }
        for feature in features {
            *counts.entry(feature).or_default() += 1;
        }
    }
    for (feature, count) in &counts {
        println!("{count:>6} {feature}");
    }
    let missing: Vec<&&str> = coverage::EXPECTED
        .iter()
        .filter(|one| !counts.contains_key(**one))
        .collect();
    assert!(missing.is_empty(), "in no program: {missing:?}");
    let unlisted: Vec<&String> = counts
        .keys()
        .filter(|one| !coverage::EXPECTED.contains(&one.as_str()))
        .collect();
    assert!(unlisted.is_empty(), "add to coverage::EXPECTED: {unlisted:#?}");
}

#[test]
fn the_same_numbers_are_the_same_program() {
    for (id, case) in cases().take(200) {
        let input = if id % 2 == 0 {
            InputFamily::Affine
        } else {
            InputFamily::Structured
        };
        assert_eq!(
            case.text,
            RandomCase::new(input, &numbers(11, id), &Weights::default()).text
        );
    }
}
