//! `check --all` against runs: what each candidate on loops makes of a kernel is generated and run beside the kernel.

use polyvet::Program;
use polyvet::candidates::WantedCandidates;
use polyvet_report::CandidateResult;
use polyvet_rewrites::entries;
use polyvet_tests::catalogue::sizes_around;
use polyvet_tests::model::Subject;
use polyvet_tests::pairs::FunctionPair;
use polyvet_verify::Strength;

/// Kernels in which some orders are legal and some are not.
const KERNELS: [&str; 3] = ["jacobi-1d", "trmm", "atax"];

/// Whether runs see a difference that a candidate of this strength must not make; [`None`] if there is no code for it.
fn differs(text: &str, one: &CandidateResult, strength: Strength) -> Option<bool> {
    let subject = Subject::read(text).expect("a model");
    let made = FunctionPair::of_script("kernel", subject, &one.script, &sizes_around(&one.script));
    let made = match made {
        Ok(made) => made.expect("a place"),
        Err(why) => {
            assert!(why.starts_with("no code is generated"), "{}: {why}", one.script);
            return None;
        }
    };
    let found = made.differences(&made.after, &made.sizes);
    assert!(found.inputs > 0, "{} was not run", one.script);
    Some(found.against(strength).is_some())
}

fn strength(one: &CandidateResult) -> Strength {
    match one.strength {
        Some("reassociated") => Strength::Reassociated,
        _ => Strength::Bitwise,
    }
}

/// What is legal runs the same. The orders that are not legal are the canaries: taken for legal, runs tell on them.
#[test]
fn legal_candidates_run_the_same_and_others_do_not() {
    let wanted = WantedCandidates {
        sizes: vec![3],
        only: entries(false).iter().map(|entry| entry.name.to_owned()).collect(),
    };
    for kernel in KERNELS {
        let path = format!("{}/../corpus/kernels/{kernel}.mlir", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a kernel");
        let program = Program::read(text.clone()).expect("a program");
        let func = program.function_names().remove(0);
        let answer = program
            .function(&func)
            .expect("a function")
            .candidates(&wanted)
            .expect("a model");
        let (mut legal, mut orders, mut caught) = (0, 0, 0);
        for one in &answer.result.candidates {
            let is_order = one
                .breaks
                .as_ref()
                .is_some_and(|broken| broken.kind.starts_with("order"));
            match one.answer {
                "legal" => {
                    assert_ne!(
                        differs(&text, one, strength(one)),
                        Some(true),
                        "{kernel}: {}",
                        one.script
                    );
                    legal += 1;
                }
                "illegal" if is_order => {
                    orders += 1;
                    caught += usize::from(differs(&text, one, Strength::Bitwise) == Some(true));
                }
                "illegal" => assert!(one.breaks.is_some(), "{kernel}: {}", one.script),
                "no-place" => assert!(one.reason.is_some(), "{kernel}: {}", one.script),
                other => panic!("{kernel}: {} is {other}", one.script),
            }
        }
        println!("{kernel}: {legal} legal, {caught} of {orders} broken orders seen in runs");
        assert!(legal > 20, "{kernel}: {legal} legal");
        // An order may be broken without any effect on a value.
        assert!(caught * 2 > orders, "{kernel}: {caught} of {orders}");
    }
}
