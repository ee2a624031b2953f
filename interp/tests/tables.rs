//! What single operations compute: one line a case, in the files of `tables`.
//!
//! Without arguments in the head of its file, a line is `operation | operands | results`: the operands are `%a`, `%b`, `%c`
//! in order. Else it is `operations | values | expected`, with ` ; ` for the end of a line: arguments count up from zero,
//! extents and indices are 2, and the values that are named are looked at in the end. A line of four columns has
//! arguments of its own in the second. Instead of results there may be the code of the error, with its message or
//! without.

mod common;

use common::{parse, scalar};
use polyvet_interp::{Concrete, Init, Machine, Options};

/// The head of a file: arguments, operations before each case, and other functions.
#[derive(Default)]
struct Head {
    args: Option<String>,
    setup: String,
    module: String,
}

fn table(file: &str, text: &str) -> Vec<String> {
    let mut head = Head::default();
    let mut wrong = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let lines = |text: &str| text.replace(" ; ", "\n") + "\n";
        if let Some((key, value)) = line.strip_prefix('@').and_then(|line| line.split_once(' ')) {
            match key {
                "args" => head.args = Some(value.to_owned()),
                "setup" => head.setup += &lines(value),
                "module" => head.module += &lines(value),
                _ => panic!("{file}: `@{key}`"),
            }
            continue;
        }
        let parts: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let (found, expected) = match (&parts[..], &head.args) {
            ([op, operands, expected], None) => (scalars(op, operands, expected), *expected),
            ([ops, values, expected], Some(args)) => (arrays(&head, args, &lines(ops), values), *expected),
            ([ops, args, values, expected], _) => (arrays(&head, args, &lines(ops), values), *expected),
            _ => panic!("{file}: three or four columns: {line}"),
        };
        let code_only = || found.split_once(": ").is_some_and(|(code, _)| code == expected);
        if found != expected && !code_only() {
            wrong.push(format!("{file}: {line}\n    found {found}"));
        }
    }
    wrong
}

#[test]
fn every_line_holds() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables");
    let mut files = 0;
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the tables") {
        let path = entry.expect("a file").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        wrong.extend(table(&name, &std::fs::read_to_string(&path).expect("a table")));
        files += 1;
    }
    assert!(files > 9, "{files} tables");
    assert!(wrong.is_empty(), "{} lines differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// The values, as `%r: i32, %A: memref<2x3xi32>` names them, after some operations.
fn arrays(head: &Head, args: &str, ops: &str, values: &str) -> String {
    let named: Vec<(&str, &str)> = values
        .split(", %")
        .filter_map(|value| value.trim_start_matches('%').split_once(": "))
        .collect();
    let join = |parts: Vec<String>| parts.join(", ");
    let names = join(named.iter().map(|(name, _)| format!("%{name}")).collect());
    let types = join(named.iter().map(|(_, ty)| (*ty).to_owned()).collect());
    let Head { setup, module, .. } = head;
    let text = format!("func.func @f({args}) -> ({types}) {{\n{setup}{ops}return {names} : {types}\n}}\n{module}");
    let options = Options {
        races: true,
        claims: true,
        ..Options::default()
    };
    match common::run(&parse(&text), Concrete, options, 2, &|_| Init::Iota) {
        Ok(outcome) => join(outcome.results.iter().map(ToString::to_string).collect()),
        Err(trap) => format!("{}: {}", trap.code(), trap.describe()),
    }
}

/// The results of one operation on numbers, with their types.
fn scalars(op: &str, operands: &str, expected: &str) -> String {
    let split = |text: &str| {
        text.split(", ")
            .filter(|part| !part.is_empty())
            .map(scalar)
            .collect::<Vec<_>>()
    };
    let values = split(operands);
    // An error has no result; the type of the operation is the last in its text.
    let types: Vec<String> = match expected.contains(' ') {
        true => split(expected).iter().map(|value| value.ty.to_string()).collect(),
        false => vec![op.rsplit([' ', '>', ':']).next().unwrap_or_default().to_owned()],
    };
    let params: Vec<String> = values
        .iter()
        .zip(["%a", "%b", "%c"])
        .map(|(value, name)| format!("{name}: {}", value.ty))
        .collect();
    let names: Vec<String> = (0..types.len())
        .map(|n| {
            if types.len() == 1 {
                "%r".to_owned()
            } else {
                format!("%r#{n}")
            }
        })
        .collect();
    let group = if types.len() == 1 {
        "%r".to_owned()
    } else {
        format!("%r:{}", types.len())
    };
    let text = format!(
        "func.func @f({}) -> ({}) {{\n  {group} = {op}\n  return {} : {}\n}}\n",
        params.join(", "),
        types.join(", "),
        names.join(", "),
        types.join(", ")
    );
    let module = parse(&text);
    let mut machine = Machine::new(&module, Concrete, Options::default());
    let args = values.into_iter().map(|value| machine.scalar(value)).collect();
    match machine.call("f", args) {
        Ok(results) => {
            let show = |result| {
                let contents = machine.read(result).expect("a scalar");
                format!("{} {contents}", contents.ty.expect("a type"))
            };
            results.iter().map(show).collect::<Vec<_>>().join(", ")
        }
        Err(trap) => {
            assert_eq!(trap.span.of(&text), format!("{group} = {op}"), "the span of the error");
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
        let mut machine = Machine::new(&module, Concrete, Options::default());
        let args = vec![machine.index(5), machine.index(divisor)];
        let trap = machine.call("f", args).expect_err("a bad divisor");
        assert_eq!(
            (trap.code(), trap.message.as_str()),
            (expected, &*format!("`d0 {op} s0` divides by {divisor}"))
        );
    }
}
