//! The programs of the tables: one for each line. The tests of other crates include this file, so that there is one list
//! of what every operation is good for.
//!
//! Without arguments in the head of its file, a line is `operation | operands | results`: the operands are `%a`, `%b`, `%c`
//! in order. Else it is `operations | values | expected`, with ` ; ` for the end of a line: arguments count up from zero,
//! extents and indices are 2, and the values that are named are looked at in the end. A line of four columns has
//! arguments of its own in the second. Instead of results there may be the code of the error, with its message or
//! without.

use std::path::Path;

/// A line of a table.
pub struct Case {
    /// The table, and the line.
    pub place: String,
    /// A module whose function `@f` runs the operations.
    pub text: String,
    /// The operation alone, and its operands, if these are given: `i8 -1, i8 0`.
    pub operation: Option<(String, String)>,
    /// Results, or the code of an error.
    pub expected: String,
}

/// The head of a file: arguments, operations before each case, and other functions.
#[derive(Default)]
struct Head {
    args: Option<String>,
    setup: String,
    module: String,
}

/// The lines of all tables in `folder`.
pub fn cases(folder: &Path) -> Vec<Case> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the tables") {
        let path = entry.expect("a file").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        table(&name, &std::fs::read_to_string(&path).expect("a table"), &mut found);
    }
    found
}

fn table(file: &str, text: &str, found: &mut Vec<Case>) {
    let mut head = Head::default();
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
        let (text, operation, expected) = match (&parts[..], &head.args) {
            ([op, operands, expected], None) => {
                let (text, group) = scalars(op, operands, expected);
                (
                    text,
                    Some((format!("{group} = {op}"), (*operands).to_owned())),
                    expected,
                )
            }
            ([ops, values, expected], Some(args)) => (arrays(&head, args, &lines(ops), values), None, expected),
            ([ops, args, values, expected], _) => (arrays(&head, args, &lines(ops), values), None, expected),
            _ => panic!("{file}: three or four columns: {line}"),
        };
        found.push(Case {
            place: format!("{file}: {line}"),
            text,
            operation,
            expected: (*expected).to_owned(),
        });
    }
}

/// Gives back the values, as `%r: i32, %A: memref<2x3xi32>` names them, after some operations.
fn arrays(head: &Head, args: &str, ops: &str, values: &str) -> String {
    let named: Vec<(&str, &str)> = values
        .split(", %")
        .filter_map(|value| value.trim_start_matches('%').split_once(": "))
        .collect();
    let join = |parts: Vec<String>| parts.join(", ");
    let names = join(named.iter().map(|(name, _)| format!("%{name}")).collect());
    let types = join(named.iter().map(|(_, ty)| (*ty).to_owned()).collect());
    let Head { setup, module, .. } = head;
    format!("func.func @f({args}) -> ({types}) {{\n{setup}{ops}return {names} : {types}\n}}\n{module}")
}

/// Gives back the results of one operation on numbers; and what the program calls them.
fn scalars(op: &str, operands: &str, expected: &str) -> (String, String) {
    let type_of = |part: &str| part.trim().split(' ').next().unwrap_or_default().to_owned();
    let split = |text: &str| {
        let parts = text.split(", ").filter(|part| !part.is_empty());
        parts.map(type_of).collect::<Vec<_>>()
    };
    // An error has no result; the type of the operation is the last in its text.
    let types = match expected.contains(' ') {
        true => split(expected),
        false => vec![op.rsplit([' ', '>', ':']).next().unwrap_or_default().to_owned()],
    };
    let params: Vec<String> = split(operands)
        .iter()
        .zip(["%a", "%b", "%c"])
        .map(|(ty, name)| format!("{name}: {ty}"))
        .collect();
    let (group, names) = match types.len() {
        1 => ("%r".to_owned(), vec!["%r".to_owned()]),
        count => (format!("%r:{count}"), (0..count).map(|n| format!("%r#{n}")).collect()),
    };
    let (types, names) = (types.join(", "), names.join(", "));
    let text = format!(
        "func.func @f({}) -> ({types}) {{\n  {group} = {op}\n  return {names} : {types}\n}}\n",
        params.join(", "),
    );
    (text, group)
}
