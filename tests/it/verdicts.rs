//! Random programs get every verdict there is, under polyvet's own transforms in the place of another compiler.

use polyvet_fuzz::coverage::VERDICTS;
use polyvet_fuzz::oracle::{Oracle, SizedProgram};
use polyvet_fuzz::pipeline::Pipeline;
use polyvet_fuzz::validate::{Failure, Validator};
use polyvet_generate::case::{InputFamily, RandomCase, numbers};
use polyvet_generate::weights::Weights;
use polyvet_ir::PrintOptions;
use polyvet_tests::model::Subject;
use polyvet_tests::pairs::FunctionPair;
use std::collections::BTreeMap;
use std::io::Write;

const PROGRAMS: u64 = 30;
/// Each is tried on every program.
const SCRIPTS: [&str; 8] = [
    "reverse(i)",
    // The sums of structured operations.
    "reverse(d1)",
    "reverse(d2)",
    "interchange(i, j)",
    "tile(i=2)",
    "skew(j, i, 1)",
    "shift(S0, i, 1)",
    "parallelize(i)",
];

/// The program after a script, or as it is where the script has no place in it.
fn transformed(script: &str, text: &str) -> Result<String, Failure> {
    let fault = |message| Failure {
        outcome: "refused",
        message,
    };
    let subject = Subject::read(text).map_err(fault)?;
    match FunctionPair::of_script("random", subject, script, &[]) {
        Ok(Some(pair)) => Ok(polyvet_ir::print(&pair.after, PrintOptions::default())),
        Ok(None) => Ok(text.to_owned()),
        Err(why) => Err(fault(why)),
    }
}

#[test]
fn every_verdict_and_every_transform_occurs() {
    let oracle = Validator {
        apply: &transformed,
        proves: true,
    };
    let weights = Weights::default();
    let (mut verdicts, mut applied): (BTreeMap<&str, u64>, BTreeMap<&str, u64>) = Default::default();
    for number in 0..PROGRAMS {
        let input = if number % 3 == 2 {
            InputFamily::Structured
        } else {
            InputFamily::Affine
        };
        let case = RandomCase::new(input, &numbers(2, number), &weights);
        let program = SizedProgram {
            text: case.text,
            sizes: polyvet_fuzz::defined::of_generated(&case.sizes),
        };
        for script in SCRIPTS {
            let pipeline = Pipeline {
                name: script.to_owned(),
                input,
                prepare: String::new(),
                passes: script.to_owned(),
            };
            let [judged] = &oracle.judge(&pipeline, std::slice::from_ref(&program))[..] else {
                panic!("one program, one judgement");
            };
            *verdicts.entry(judged.word).or_default() += 1;
            *applied.entry(script).or_default() += u64::from(!["unchanged", "refused"].contains(&judged.word));
            assert_ne!(judged.word, "polyvet", "{script}: {:?}", judged.fault);
        }
    }
    _ = writeln!(std::io::stderr(), "verdicts: {verdicts:?}; applied: {applied:?}");
    let missing: Vec<_> = VERDICTS.iter().filter(|word| !verdicts.contains_key(**word)).collect();
    assert!(missing.is_empty(), "no random program is {missing:?}");
    assert!(applied.values().all(|count| *count > 0), "{applied:?}");
}
