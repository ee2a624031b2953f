//! What single operations compute: one line a case, in the files of `tables`.

use crate::cases::{Case, cases};
use crate::common::{parse, scalar};
use polyvet_interp::{Concrete, Init, Machine, RunOptions};

fn tables() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables")
}

#[test]
fn every_line_holds() {
    let cases = cases(&tables());
    assert!(cases.len() > 600, "{} lines", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let found = match &case.operation {
            Some((operation, operands)) => scalars(case, operation, operands),
            None => arrays(case),
        };
        let code_only = || found.split_once(": ").is_some_and(|(code, _)| code == case.expected);
        if found != case.expected && !code_only() {
            wrong.push(format!("{}\n    found {found}", case.place));
        }
    }
    assert!(wrong.is_empty(), "{} lines differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// The values after some operations.
fn arrays(case: &Case) -> String {
    let options = RunOptions {
        races: true,
        claims: true,
        ..RunOptions::default()
    };
    match crate::common::run(&parse(&case.text), Concrete, options, 2, &|_| Init::Iota) {
        Ok(outcome) => {
            let results: Vec<String> = outcome.results.iter().map(ToString::to_string).collect();
            results.join(", ")
        }
        Err(trap) => format!("{}: {}", trap.code(), trap.describe()),
    }
}

/// The results of one operation on numbers, with their types.
fn scalars(case: &Case, operation: &str, operands: &str) -> String {
    let module = parse(&case.text);
    let mut machine = Machine::new(&module, Concrete, RunOptions::default());
    let operands = operands.split(", ").filter(|part| !part.is_empty());
    let args = operands.map(|operand| machine.scalar(scalar(operand))).collect();
    match machine.call("f", args) {
        Ok(results) => {
            let show = |result| {
                let contents = machine.read(result).expect("a scalar");
                format!("{} {contents}", contents.ty.expect("a type"))
            };
            results.iter().map(show).collect::<Vec<_>>().join(", ")
        }
        Err(trap) => {
            assert_eq!(trap.span.of(&case.text), operation, "the span of the error");
            trap.code().to_owned()
        }
    }
}

#[test]
fn broken_subscripts() {
    let cases = [
        ("mod", 0, "division-by-zero"),
        ("floordiv", -1, "non-positive-divisor"),
        ("ceildiv", 0, "division-by-zero"),
    ];
    for (op, divisor, expected) in cases {
        let text = format!(
            "func.func @f(%a: index, %b: index) -> index {{\n  %r = affine.apply affine_map<(d0)[s0] -> (d0 {op} s0)>(%a)[%b]\n  return %r : index\n}}\n"
        );
        let module = parse(&text);
        let mut machine = Machine::new(&module, Concrete, RunOptions::default());
        let args = vec![machine.index(5), machine.index(divisor)];
        let trap = machine.call("f", args).expect_err("a bad divisor");
        assert_eq!(
            (trap.code(), trap.message.as_str()),
            (expected, &*format!("`d0 {op} s0` divides by {divisor}"))
        );
    }
}
