//! Questions through the door: answers, how they print, what is wrong with a question.

use polyvet::{Answer, Decided, Error, Program};
use polyvet_report::VerdictResult;

const SCAN: &str = "func.func @scan(%A: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
";

fn read(text: &str) -> Program {
    Program::read(text).unwrap_or_else(|error| panic!("{error}"))
}

fn check(program: &Program, script: &str) -> Answer<VerdictResult> {
    let scan = program.function("scan").expect("a function");
    scan.check(script).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn legal_and_illegal_scripts_are_told_apart() {
    let program = read(SCAN);
    assert!(matches!(check(&program, "strip_mine(i, 4)").decided(), Decided::Proved));
    let answer = check(&program, "reverse(i)");
    let Decided::Refuted(witness) = answer.decided() else {
        panic!("{answer}")
    };
    assert!(witness.replay.confirmed);
    assert_eq!(witness.source.line, Some(5), "the line of the store");
}

#[test]
fn an_answer_prints_as_the_command_line_and_serialises_as_its_json() {
    let answer = check(&read(SCAN), "reverse(i)");
    let text = answer.to_string();
    assert!(text.starts_with("refuted: @scan: reverse(i)"), "{text}");
    assert!(
        text.contains("<text>:") && text.contains('^'),
        "lines of the program: {text}"
    );
    let json = serde_json::to_value(&answer).expect("JSON");
    assert_eq!(json["func"], "scan");
    assert_eq!(json["verdict"], "refuted");
    assert_eq!(json["witness"]["replay"]["confirmed"], true);
}

#[test]
fn what_is_given_counts() {
    let program = read(SCAN);
    let scan = program.function("@scan").expect("a function");
    let reverse = |given: polyvet::ProgramFunction<'_>| given.check("reverse(i)").expect("an answer");
    assert!(matches!(reverse(scan.clone()).decided(), Decided::Refuted(_)));
    assert!(matches!(
        reverse(scan.clone().assume("n = 2")).decided(),
        Decided::Proved
    ));
    assert!(matches!(reverse(scan.clone().param("n", 2)).decided(), Decided::Proved));
    let error = scan.param("m", 2).check("reverse(i)").expect_err("there is no `m`");
    assert!(matches!(error, Error::Given(_)), "{error}");
}

#[test]
fn a_program_is_compared_with_what_a_script_makes_of_it() {
    let program = read(SCAN);
    let scan = program.function("scan").expect("a function");
    let tiled = scan.transform("strip_mine(i, 4)").expect("an answer");
    let after = read(&tiled.text.expect("it is proved"));
    assert!(matches!(
        scan.validate(&after).expect("an answer").decided(),
        Decided::Proved
    ));
    assert!(scan.transform("reverse(i)").expect("an answer").text.is_none());
    let other = read(&SCAN.replace("arith.addf", "arith.mulf"));
    let answer = scan.validate(&other).expect("an answer");
    assert!(matches!(answer.decided(), Decided::Refuted(_)), "{answer}");
}

#[test]
fn scripts_on_operations_have_the_same_door() {
    let program = read(
        "func.func @f(%A: tensor<8x8xf32>, %B: tensor<8x8xf32>, %C: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.matmul ins(%A, %B : tensor<8x8xf32>, tensor<8x8xf32>) outs(%C : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
",
    );
    let f = program.function("f").expect("a function");
    let answer = f.transform("generalize(S0)").expect("an answer");
    assert!(
        matches!(answer.verdict.decided(), Decided::Proved),
        "{}",
        answer.verdict
    );
    assert!(answer.text.expect("a program").contains("linalg.generic"));
}

#[test]
fn errors_have_places() {
    let bad = SCAN.replace("%A[%i]", "%B[%i]");
    let Err(error) = Program::read(bad) else {
        panic!("`%B` is not defined")
    };
    let text = error.to_string();
    assert!(matches!(error, Error::Program(_)));
    assert!(
        text.contains("undefined-value") && text.contains("<text>:5") && text.contains('^'),
        "{text}"
    );
    let program = read(SCAN);
    let error = program.function("skan").expect_err("there is no such function");
    assert!(
        matches!(error, Error::Function(_)) && error.to_string().contains("did you mean `@scan`"),
        "{error}"
    );
    let scan = program.function("scan").expect("a function");
    for script in ["revers(i)", "reverse(k)", "reverse(i"] {
        let error = scan.check(script).expect_err("the script is wrong");
        assert!(
            matches!(error, Error::Script(_)) && error.to_string().contains('^'),
            "{error}"
        );
    }
}

#[test]
fn a_program_is_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Program>();
    shared::<Error>();
    shared::<Answer<VerdictResult>>();
    let program = read(SCAN);
    std::thread::scope(|scope| {
        for script in ["reverse(i)", "strip_mine(i, 4)", "parallelize(i)"] {
            let program = &program;
            scope.spawn(move || check(program, script).verdict);
        }
    });
}

#[test]
fn relations_and_dependences_are_answers_too() {
    let program = read(SCAN);
    let scan = program.function("scan").expect("a function");
    let relations = scan.relations().expect("a model");
    assert_eq!(relations.statements.len(), 1);
    let dependences = scan.dependences(false).expect("a model");
    assert_eq!(dependences.loops[0].carries, ["raw"]);
    assert!(dependences.to_string().contains("raw"), "{dependences}");
}
