//! `validate` against `check` and against runs, on random programs and the whole catalogue of transforms.
//!
//! For a program and a script, `validate` gets the program and what is generated for the script; it knows
//! nothing of the script. Where `check` proves, or has tested, `validate` must not refute, and should prove;
//! where `check` refutes, it must refute or leave open; what it proves must not differ when run. Transforms come from
//! the registry with arguments made from their own description, so a new one is covered without a word here.
//!
//! `polyvet_tests::random` says how many cases are tried, and which variables choose others;
//! `POLYVET_RANDOM_UNKNOWN` prints what `check` proves and `validate` does not, and what `check` refutes and `validate`
//! has tested.

use polyvet_generate::affine;
use polyvet_generate::case::{InputFamily, program};
use polyvet_generate::choices::Choices;
use polyvet_rewrites::entries;
use polyvet_tests::catalogue;
use polyvet_tests::judge::BareAnswer;
use polyvet_tests::model::Subject;
use polyvet_tests::pairs::FunctionPair;
use polyvet_tests::random;
use polyvet_tests::random::numbers;
use polyvet_verify::legality::Checker;
use polyvet_verify::{Verdict, WitnessKind, check_rewrite};
use std::io::Write;

/// In `make test`, and in `make test-all`.
const CASES: [u64; 2] = [240, 3000];
const SIZES: [i64; 4] = [0, 1, 3, 5];
/// Of what `check` proves so many percent must be proved by `validate` as well.
const PROVED_PERCENT_MIN: usize = 90;
/// Of what `check` refutes so many percent may be tested by `validate`.
const TESTED_PERCENT_MAX: usize = 5;

/// What became of a case.
#[derive(Clone, Debug)]
struct Outcome {
    /// By `check`.
    checked: BareAnswer,
    validated: Verdict,
    transforms: Vec<&'static str>,
    text: String,
}

fn case(seed: u64, number: u64) -> Result<Option<Outcome>, String> {
    let numbers = numbers(seed, number);
    let structured = number % 3 == 2;
    let text = program(
        if structured {
            InputFamily::Structured
        } else {
            InputFamily::Affine
        },
        &numbers,
    );
    let subject = match Subject::read(&text) {
        Ok(subject) if !subject.scop.loops.is_empty() => subject,
        // A program without loops or model is nothing to transform.
        Ok(_) => return Ok(None),
        Err(why) => return Err(format!("{why}\n{text}")),
    };
    let reversed: Vec<u16> = numbers.iter().rev().copied().collect();
    let mut choices = Choices::new(&reversed);
    let (mut script, mut transforms) = catalogue::script(&mut choices, &subject);
    if !structured && number.is_multiple_of(2) {
        // The other generator of scripts aims better, at fewer transforms.
        let mut again = Choices::new(&numbers);
        let program = affine::program(&mut again);
        script = affine::script(&mut again, &program);
        transforms = entries(false)
            .iter()
            .map(|entry| entry.name)
            .filter(|name| script.contains(name))
            .collect();
    }
    let fault = |what: String| format!("{what}\n// {script}\n{text}");
    let Some(rewrite) = subject.rewrite(&script).map_err(&fault)? else {
        return Ok(None);
    };
    let checker = Checker::new(&subject.scop, 0).map_err(|error| fault(error.to_string()))?;
    let checked = check_rewrite(&subject.module, subject.func, &checker, &rewrite);
    let checked = checked.map_err(|error| fault(error.to_string()))?;
    let again = Subject::read(&text).map_err(&fault)?;
    let pair = match FunctionPair::of_script("random", again, &script, &SIZES) {
        Ok(pair) => pair.ok_or_else(|| fault("the script has a place only once".to_owned()))?,
        Err(why) if why.starts_with("no code is generated") => return Ok(None),
        Err(why) => return Err(fault(why)),
    };
    let validated = pair.verdict(&pair.after).map_err(&fault)?;
    let found = pair.differences(&pair.after, &pair.sizes);
    // A vector mark in the text is a wish for later compilers; the loop itself runs in order.
    let is_marked = script.contains("vectorize");
    let is_free = |witness: &polyvet_verify::Witness| matches!(witness.kind, WitnessKind::Unordered(_));
    let is_race = |witness: &polyvet_verify::Witness| matches!(witness.kind, WitnessKind::Race(_));
    let wrong = match (&checked, &validated) {
        (_, Verdict::Proved(proof)) if found.against(proof.strength).is_some() => Some(format!(
            "proved {}, but {:?}",
            proof.strength.name(),
            found.against(proof.strength)
        )),
        (Verdict::Proved(_) | Verdict::Tested(_), Verdict::Refuted(witness)) => {
            Some(format!("{} by check, but refuted: {witness:?}", checked.name()))
        }
        (Verdict::Refuted(witness), Verdict::Proved(_)) if is_race(witness) => {
            (!is_marked).then(|| "a race is proved".to_owned())
        }
        // Two instances at one time have no order by the schedule; the code that is generated gives them one, perhaps the old.
        (Verdict::Refuted(witness), Verdict::Proved(_) | Verdict::Tested(_)) if is_free(witness) => None,
        // Without a model few sizes are tried; more budget brings the same answer.
        (Verdict::Refuted(_), Verdict::Tested(coverage)) if coverage.not_proved.contains("budget") => None,
        (Verdict::Refuted(witness), Verdict::Proved(_) | Verdict::Tested(_)) if !is_race(witness) => {
            Some(format!("refuted by check, but {}: {witness:?}", validated.name()))
        }
        _ => None,
    };
    if let Some(what) = wrong {
        return Err(fault(what));
    }
    let checked = BareAnswer::of(&checked).map_err(&fault)?;
    Ok(Some(Outcome {
        checked,
        validated,
        transforms,
        text: format!("// {script}\n{text}"),
    }))
}

#[test]
fn validate_agrees_with_check_and_with_runs() {
    let all = random::campaign("agreement", CASES, case);
    let cases = all.len();
    let outcomes: Vec<Outcome> = all.into_iter().flatten().collect();
    let count = |checked: &[BareAnswer], verdict: &str| {
        let fits =
            |one: &&Outcome| checked.contains(&one.checked) && (verdict.is_empty() || one.validated.name() == verdict);
        outcomes.iter().filter(fits).count()
    };
    // Some things belong in every log, past the capture of the test harness.
    let mut stderr = std::io::stderr();
    let rows = [
        ("proved", &[BareAnswer::Proved][..]),
        ("reassociated", &[BareAnswer::Reassociated]),
        ("refuted", &[BareAnswer::Refuted]),
        ("tested", &[BareAnswer::Tested]),
        ("unknown", &[BareAnswer::Unknown]),
    ];
    for (name, checked) in rows {
        let cells: Vec<String> = ["proved", "refuted", "tested", "unknown"]
            .iter()
            .map(|verdict| format!("{} {verdict}", count(checked, verdict)))
            .collect();
        _ = writeln!(stderr, "agreement: {name} by check: {} by validate", cells.join(", "));
    }
    let applied = random::applied(
        // What only has a place behind its inverse is seldom drawn there: `catalogue` tries such pairs.
        entries(false)
            .iter()
            .map(|entry| entry.name)
            .filter(|name| *name != "unpredicate"),
        outcomes.iter().flat_map(|one| &one.transforms),
    );
    _ = writeln!(stderr, "agreement: applied {applied:?}");
    if std::env::var_os("POLYVET_RANDOM_UNKNOWN").is_some() {
        let open = |one: &&Outcome| match one.checked {
            BareAnswer::Proved => one.validated.name() != "proved",
            BareAnswer::Refuted => one.validated.name() == "tested",
            _ => false,
        };
        for one in outcomes.iter().filter(open) {
            _ = writeln!(stderr, "// {:?}\n{}", one.validated, one.text);
        }
    }
    // Of 74 cases that are refuted with the fixed seeds, 2 are tested only (2.7 %): no model of them fits the budget,
    // so sizes are tried that nobody knows to fit each other, and `before` is undefined at most of them. One case is
    // 1.4 %.
    assert!(
        count(&[BareAnswer::Refuted], "tested") * 100 <= count(&[BareAnswer::Refuted], "") * TESTED_PERCENT_MAX,
        "more than {TESTED_PERCENT_MAX}% of what check refutes is tested, for lack of budget"
    );
    let proved = [BareAnswer::Proved];
    assert!(
        outcomes.len() * 10 >= cases * 6,
        "only {} cases have a script",
        outcomes.len()
    );
    assert!(
        count(&proved, "proved") * 100 >= count(&proved, "") * PROVED_PERCENT_MIN,
        "validate proves only {} of {} that check proves",
        count(&proved, "proved"),
        count(&proved, "")
    );
    assert!(
        count(&[BareAnswer::Refuted], "refuted") > 0 && count(&proved, "") > 0,
        "the generator is too narrow"
    );
    random::none_idle(&applied);
}

/// What a racing program computes is not said, so another order of it is no fault. (It cannot be in the
/// corpus, where every program as it is must be legal.)
#[test]
fn a_race_of_before_is_no_fault_of_after() {
    let text = "
func.func @before(%A: memref<6xf64>) {
  affine.parallel (%i) = (1) to (6) {
    %a = affine.load %A[%i - 1] : memref<6xf64>
    affine.store %a, %A[%i] : memref<6xf64>
  }
  return
}
func.func @after(%A: memref<6xf64>) {
  affine.for %i = 1 to 6 {
    %a = affine.load %A[-%i + 5] : memref<6xf64>
    affine.store %a, %A[-%i + 6] : memref<6xf64>
  }
  return
}";
    let pair = FunctionPair::of_file("prefix", text, &SIZES).expect("a pair");
    let verdict = pair.verdict(&pair.after).expect("a verdict");
    assert!(matches!(verdict, Verdict::Unknown(_)), "{verdict:?}");
    // The other way round the second program races.
    let turned = text
        .replace("@before", "@x")
        .replace("@after", "@before")
        .replace("@x", "@after");
    let pair = FunctionPair::of_file("prefix", &turned, &SIZES).expect("a pair");
    let verdict = pair.verdict(&pair.after).expect("a verdict");
    assert!(matches!(verdict, Verdict::Refuted(_)), "{verdict:?}");
}
