//! What changed between two reports, in words.
//!
//! Both are read from their text, so that a report of last year can be compared: facts are the lines of a
//! statement, the loops, the arrays, the bands and the tiles.

use std::collections::BTreeMap;

/// A fact: what it is about, and what is so.
type Facts = BTreeMap<Subject, String>;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    /// Function.
    Function(String),
    /// Function, where it has no model.
    Model(String),
    /// Function, statement, `read A`, number among those.
    Access(String, String, String, usize),
    /// Function, statement, `domain`, `runs`, ..
    Statement(String, String, &'static str),
    /// Function, statement, loop.
    Loop(String, String, String),
    /// Function, array.
    Array(String, String),
    /// Function, `raw S0 -> S1 on A`, number among those.
    Dependence(String, String, usize),
    /// Function, tile and operand: elements and bytes.
    Tile(String, String, String),
    /// Function and script.
    Verdict(String, String),
}

/// Sentences on what is different in `new`, a text or JSON report; empty if they cannot be compared.
pub fn changes(old: &str, new: &str) -> Vec<String> {
    let (old, new) = (facts(old), facts(new));
    let mut words = Vec::new();
    let functions: Vec<&Subject> = { old.keys().chain(new.keys()) }
        .filter(|subject| matches!(subject, Subject::Function(_)))
        .collect();
    for subject in functions {
        let Subject::Function(name) = subject else { continue };
        let sentence = match (old.get(subject), new.get(subject)) {
            (Some(_), None) => format!("function @{name} is gone"),
            (None, Some(_)) => format!("function @{name} is new"),
            _ => continue,
        };
        if !words.contains(&sentence) {
            words.push(sentence);
        }
    }
    let known =
        |facts: &Facts, subject: &Subject| facts.contains_key(&Subject::Function(subject.function().to_owned()));
    let all: std::collections::BTreeSet<&Subject> = old.keys().chain(new.keys()).collect();
    for subject in all {
        // Of new and vanished functions nothing more is said.
        if known(&old, subject) && known(&new, subject) {
            words.extend(sentence(subject, old.get(subject), new.get(subject)));
        }
    }
    words
}

impl Subject {
    fn function(&self) -> &str {
        match self {
            Subject::Function(f)
            | Subject::Model(f)
            | Subject::Access(f, ..)
            | Subject::Statement(f, ..)
            | Subject::Loop(f, ..)
            | Subject::Array(f, _)
            | Subject::Dependence(f, ..)
            | Subject::Tile(f, ..)
            | Subject::Verdict(f, _) => f,
        }
    }
}

fn sentence(subject: &Subject, old: Option<&String>, new: Option<&String>) -> Option<String> {
    if old == new {
        return None;
    }
    Some(match (subject, old, new) {
        (Subject::Access(_, stmt, access, _), Some(old), Some(new)) => {
            let (verb, array) = access.split_once(' ').unwrap_or((access, ""));
            let done = match verb {
                "read" => "read",
                _ => "written",
            };
            match (way(old), way(new)) {
                (Some(before), Some(after)) if before != after => {
                    format!("operand {array} of {stmt} is now {done} {after}, before {before}: {new}")
                }
                _ => format!("operand {array} of {stmt} is now {done} by {new}, before by {old}"),
            }
        }
        (Subject::Access(_, stmt, access, _), old, _) => {
            let (verb, array) = access.split_once(' ').unwrap_or((access, ""));
            let verb = verb.trim_end_matches('s');
            match old {
                Some(_) => format!("{stmt} does not {verb} {array} any more"),
                None => format!("{stmt} now {verb}s {array}"),
            }
        }
        (Subject::Model(_), None, Some(new)) => format!("there is no model any more: {new}"),
        (Subject::Model(_), Some(_), None) => "there is a model now".to_owned(),
        (Subject::Model(_), _, new) => format!("there is no model, now because of this: {}", new.map_or("", |new| new)),
        (Subject::Statement(_, stmt, "runs"), Some(old), Some(new)) => format!("{stmt} now runs {new}, before {old}"),
        (Subject::Statement(_, stmt, "computes"), Some(old), Some(new)) => {
            format!("{stmt} now computes {new}, before {old}")
        }
        (Subject::Statement(_, stmt, "domain"), None, _) => format!("statement {stmt} is new"),
        (Subject::Statement(_, stmt, "domain"), _, None) => format!("statement {stmt} is gone"),
        (Subject::Statement(_, stmt, "domain"), Some(_), Some(_)) => format!("the domain of {stmt} changed"),
        (Subject::Statement(..), ..) => return None,
        (Subject::Loop(_, stmt, name), Some(old), Some(new)) => {
            format!("loop {name} around {stmt} is now {new}, before {old}")
        }
        (Subject::Loop(_, stmt, name), None, _) => format!("loop {name} around {stmt} is new"),
        (Subject::Loop(_, stmt, name), _, None) => format!("loop {name} around {stmt} is gone"),
        (Subject::Array(_, array), Some(old), Some(new)) => format!("array {array}: {new}; before: {old}"),
        (Subject::Array(_, array), None, _) => format!("array {array} is new"),
        (Subject::Array(_, array), _, None) => format!("array {array} is gone"),
        (Subject::Dependence(_, what, _), Some(old), Some(new)) => {
            format!("dependence {what} now has {new}, before {old}")
        }
        (Subject::Dependence(_, what, _), None, _) => format!("dependence {what} is new"),
        (Subject::Dependence(_, what, _), _, None) => format!("dependence {what} is gone"),
        (Subject::Tile(_, tile, what), Some(old), Some(new)) => match (bytes(old), bytes(new)) {
            (Some(x), Some(y)) if x != y => {
                let verb = if y > x { "grew" } else { "shrank" };
                format!(
                    "footprint of {what} in {tile} {verb} from {} to {}",
                    size_text(x),
                    size_text(y)
                )
            }
            _ => format!("footprint of {what} in {tile} is now {new}, before {old}"),
        },
        (Subject::Verdict(_, script), Some(old), Some(new)) => format!("{script} is now {new}, before {old}"),
        (Subject::Verdict(_, script), None, Some(new)) => format!("{script} is new: {new}"),
        (Subject::Tile(..) | Subject::Verdict(..) | Subject::Function(_), ..) => return None,
    })
}

/// How the innermost loop walks through an array: `{ S[i, j] -> A[i, j] }` goes row-wise.
fn way(relation: &str) -> Option<&'static str> {
    let (from, to) = relation.split_once("->")?;
    let dims = from.rsplit_once('[')?.1.split_once(']')?.0;
    let inner = dims.split(',').next_back()?.trim().split('=').next()?.trim().to_owned();
    let subscripts: Vec<&str> = to
        .split_once('[')?
        .1
        .split_once(']')?
        .0
        .split(',')
        .map(str::trim)
        .collect();
    let uses = |subscript: &str| {
        subscript
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| word == inner)
    };
    let (last, outer) = subscripts.split_last()?;
    Some(match (outer.iter().any(|s| uses(s)), uses(last)) {
        (false, true) => "row-wise",
        (true, false) => "column-wise",
        (true, true) => "along a diagonal",
        (false, false) => "in one place by the innermost loop",
    })
}

/// `8192 B` in a row of a tile.
fn bytes(text: &str) -> Option<u64> {
    text.split_once(" B").and_then(|(number, _)| number.trim().parse().ok())
}

/// `64 KiB`
fn size_text(bytes: u64) -> String {
    const KIB: u64 = 1 << 10;
    const MIB: u64 = 1 << 20;
    match bytes {
        b if b >= MIB && b.is_multiple_of(MIB) => format!("{} MiB", b / MIB),
        b if b >= KIB && b.is_multiple_of(KIB) => format!("{} KiB", b / KIB),
        b => format!("{b} B"),
    }
}

fn facts(text: &str) -> Facts {
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(value) => of_json(&value),
        Err(_) => of_text(text),
    }
}

/// Adds a fact under a number that is free.
fn add(facts: &mut Facts, subject: impl Fn(usize) -> Subject, value: String) {
    let free = (0..).map(subject).find(|subject| !facts.contains_key(subject));
    facts.insert(free.expect("there is always one more number"), value);
}

fn of_json(value: &serde_json::Value) -> Facts {
    let mut facts = Facts::new();
    let text = |value: &serde_json::Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let list = |value: &serde_json::Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    for report in list(value, "results") {
        let func = text(&report, "func");
        facts.insert(Subject::Function(func.clone()), String::new());
        if let Some(verdict) = report["verdict"].as_str() {
            let verdict = match report["strength"].as_str() {
                Some(strength) => format!("{verdict} ({strength})"),
                None => verdict.to_owned(),
            };
            facts.insert(Subject::Verdict(func.clone(), text(&report, "subject")), verdict);
        }
        if let Some(why) = report["no_model"]["message"].as_str() {
            facts.insert(Subject::Model(func.clone()), why.to_owned());
        }
        for one in list(&report, "footprint") {
            let number = |volume: &serde_json::Value, of: &str| match &volume[of]["value"] {
                serde_json::Value::Number(value) => value.to_string(),
                _ => text(&volume[of], "formula"),
            };
            let sizes = one["tile"].as_object().into_iter().flatten();
            let sizes: Vec<String> = sizes
                .map(|(name, size)| format!("{name}={}", size.to_string().trim_matches('"')))
                .collect();
            let tile = match sizes.is_empty() {
                true => "the whole program".to_owned(),
                false => format!("tile {}", sizes.join(", ")),
            };
            let operands = list(&one, "operands");
            let operands = operands.iter().map(|operand| {
                (
                    format!("{} {}", text(operand, "access"), text(operand, "array")),
                    &operand["full"],
                )
            });
            for (what, volume) in operands.chain([("the working set".to_owned(), &one["working_set"])]) {
                let value = format!("{} B ({} elements)", number(volume, "bytes"), number(volume, "elems"));
                facts.insert(Subject::Tile(func.clone(), tile.clone(), what), value);
            }
        }
        for array in list(&report, "arrays") {
            let touched = format!("reads {}, writes {}", text(&array, "read"), text(&array, "written"));
            facts.insert(Subject::Array(func.clone(), text(&array, "array")), touched);
        }
        for stmt in list(&report, "statements") {
            let name = text(&stmt, "stmt");
            let mut fact = |what, value| facts.insert(Subject::Statement(func.clone(), name.clone(), what), value);
            fact("domain", text(&stmt, "domain"));
            fact("runs", format!("{} times", text(&stmt, "instances")));
            for one in list(&stmt, "loops") {
                let subject = Subject::Loop(func.clone(), name.clone(), text(&one, "loop"));
                facts.insert(subject, text(&one, "derived"));
            }
            for operand in list(&stmt, "operands") {
                let access = format!("{} {}", text(&operand, "access"), text(&operand, "array"));
                let subject = |n| Subject::Access(func.clone(), name.clone(), access.clone(), n);
                add(&mut facts, subject, text(&operand, "relation"));
            }
        }
        for dep in list(&report, "dependences") {
            let what = format!(
                "{} {} -> {} on {}",
                text(&dep, "kind"),
                text(&dep, "source"),
                text(&dep, "sink"),
                text(&dep, "array")
            );
            let distance = list(&dep, "distance")
                .iter()
                .map(|d| d.as_str().unwrap_or_default().to_owned())
                .collect::<Vec<_>>();
            add(
                &mut facts,
                |n| Subject::Dependence(func.clone(), what.clone(), n),
                format!("distance ({})", distance.join(", ")),
            );
        }
    }
    facts
}

fn of_text(text: &str) -> Facts {
    let mut facts = Facts::new();
    let (mut func, mut section, mut dependence) = (String::new(), String::new(), String::new());
    let mut tile = String::new();
    for line in text.lines() {
        let line = strip_place(line);
        if let Some(name) = line.strip_prefix('@') {
            func = name.split([' ', ':']).next().unwrap_or_default().to_owned();
            section.clear();
            facts.insert(Subject::Function(func.clone()), String::new());
            match (line.split_once(", tile "), line.ends_with(", whole")) {
                (Some((_, rest)), _) => (tile, section) = (format!("tile {rest}"), "tile".to_owned()),
                (None, true) => (tile, section) = ("the whole program".to_owned(), "tile".to_owned()),
                (None, false) => {}
            }
            continue;
        }
        if let Some((subject, verdict)) = verdict_of(line) {
            section.clear();
            facts.insert(subject, verdict);
            continue;
        }
        let indented = line.starts_with("  ");
        let words: Vec<&str> = line.split_whitespace().collect();
        match (indented, words.as_slice()) {
            (_, []) => {}
            (false, [kind @ ("raw" | "war" | "waw"), source, "->", sink, "on", array]) => {
                section = "dependence".to_owned();
                dependence = format!("{kind} {source} -> {sink} on {array}");
            }
            (false, [name, ..]) => section = name.trim_end_matches(':').to_owned(),
            (true, [name, kind, ..]) if section == "arrays" => {
                let touched = line.split_once("; ").map_or(*kind, |(_, touched)| touched);
                facts.insert(
                    Subject::Array(func.clone(), name.trim_end_matches(':').to_owned()),
                    touched.to_owned(),
                );
            }
            (true, ["no", "model:", ..]) => {
                let why = line.trim_start().trim_start_matches("no model: ");
                let why = why.rsplit_once(" [").map_or(why, |(why, _)| why);
                facts.insert(Subject::Model(func.clone()), why.to_owned());
            }
            (true, ["distance", ..]) if section == "dependence" => {
                let value = line
                    .split_once(" in (")
                    .map_or(line, |(value, _)| value)
                    .trim()
                    .to_owned();
                add(
                    &mut facts,
                    |n| Subject::Dependence(func.clone(), dependence.clone(), n),
                    value,
                );
            }
            (true, ["working", "set", ..] | ["read" | "write" | "both", ..]) if section == "tile" => {
                // Formulas have spaces; between columns there are two.
                let mut cells = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
                let (Some(what), Some(elements), Some(bytes)) = (cells.next(), cells.next(), cells.next()) else {
                    continue;
                };
                let what = what.replace("working set", "the working set");
                // Further down there is another table, of all tiles.
                let subject = Subject::Tile(func.clone(), tile.clone(), what);
                let value = format!("{bytes} B ({elements} elements)");
                facts.entry(subject).or_insert(value);
            }
            (true, [access @ ("read" | "write" | "may"), ..]) if !line.starts_with("   ") => {
                let relation = line.find('{').map_or(line, |at| &line[at..]).to_owned();
                let array = relation
                    .split_once("-> ")
                    .map_or("", |(_, to)| to.split(['[', ' ']).next().unwrap_or(""));
                let what = format!("{access} {array}");
                add(
                    &mut facts,
                    |n| Subject::Access(func.clone(), section.clone(), what.clone(), n),
                    relation,
                );
            }
            (true, ["loops", ..]) => {
                for one in line.trim_start().trim_start_matches("loops").split(", ") {
                    if let Some((name, ty)) = one.trim().split_once(' ') {
                        facts.insert(
                            Subject::Loop(func.clone(), section.clone(), name.to_owned()),
                            ty.to_owned(),
                        );
                    }
                }
            }
            (true, [what, ..]) => {
                let Some(what) = ["domain", "runs", "computes"].into_iter().find(|known| known == what) else {
                    continue;
                };
                let value = line.trim_start().trim_start_matches(what).trim().to_owned();
                facts.insert(Subject::Statement(func.clone(), section.clone(), what), value);
            }
        }
    }
    facts
}

/// `proved: @f: tile(i=4) (bitwise, 1 statement, 3 dependences)`
fn verdict_of(line: &str) -> Option<(Subject, String)> {
    let (verdict, rest) = line.split_once(": @")?;
    if !["proved", "refuted", "tested", "unknown"].contains(&verdict) {
        return None;
    }
    let (func, subject) = rest.split_once(": ")?;
    let (script, verdict) = match subject.rsplit_once(" (") {
        Some((script, more)) if verdict == "proved" => {
            let strength = more.split([',', ')']).next().unwrap_or_default();
            (script, format!("{verdict} ({strength})"))
        }
        _ => (subject, verdict.to_owned()),
    };
    Some((Subject::Verdict(func.to_owned(), script.to_owned()), verdict))
}

/// Without the line number at the end.
fn strip_place(line: &str) -> &str {
    match line.rsplit_once("  line") {
        Some((rest, place))
            if place
                .trim_start_matches('s')
                .chars()
                .all(|c| c.is_ascii_digit() || " ->".contains(c)) =>
        {
            rest
        }
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "@f  line 1\n\narrays\n  A: in-out f32[n, m]; reads n*m  line 1\n\nS0: affine.store  line 9\n  \
        domain   [n, m] -> { S0[i, j] : 0 <= i < n and 0 <= j < m }\n  loops    i parallel, j parallel\n  \
        read     { S0[i, j] -> A[i, j] }  line 7\n  inverse  { }\n           injective\n  runs     n*m times\n";

    #[test]
    fn verdicts_are_told() {
        let old = format!("{OLD}\nproved: @f: tile(i=4, j=4) (bitwise, 1 statement, 3 dependences)\n");
        let new = format!("{OLD}\nrefuted: @f: tile(i=4, j=4)\n  S0 at (i=0) reads A[0]\n");
        assert_eq!(
            changes(&old, &new),
            ["tile(i=4, j=4) is now refuted, before proved (bitwise)"]
        );
        let json = |verdict: &str, strength: Option<&str>| {
            let one =
                serde_json::json!({ "func": "f", "subject": "tile(i=4)", "verdict": verdict, "strength": strength });
            serde_json::json!({ "results": [one] }).to_string()
        };
        assert_eq!(
            changes(&json("proved", Some("bitwise")), &json("proved", Some("reassociated"))),
            ["tile(i=4) is now proved (reassociated), before proved (bitwise)"]
        );
    }

    #[test]
    fn sentences_name_what_changed() {
        let new = OLD
            .replace("{ S0[i, j] -> A[i, j] }  line 7", "{ S0[i, j] -> A[j, i] }  line 17")
            .replace("j parallel", "j reduction")
            .replace("n*m times", "n times");
        assert_eq!(
            changes(OLD, &new),
            [
                "operand A of S0 is now read column-wise, before row-wise: { S0[i, j] -> A[j, i] }",
                "S0 now runs n times, before n*m times",
                "loop j around S0 is now reduction, before parallel",
            ]
        );
        assert!(changes(OLD, OLD).is_empty());
        assert!(
            changes(OLD, &OLD.replace("line 9", "line 10")).is_empty(),
            "only the place"
        );
        assert_eq!(changes(OLD, "@g\n"), ["function @f is gone", "function @g is new"]);
    }

    #[test]
    fn sizes_are_readable() {
        let tile = |bytes| format!("@f: S0, tile i=32\n  working set  32  {bytes}  4\n");
        assert_eq!(
            changes(&tile("4096"), &tile("65536")),
            ["footprint of the working set in tile i=32 grew from 4 KiB to 64 KiB"]
        );
    }
    #[test]
    fn json_says_the_same() {
        let report = |bytes: u64, why: serde_json::Value| {
            let set = serde_json::json!({ "bytes": { "value": bytes }, "elems": { "value": 32 } });
            let one = serde_json::json!({ "tile": { "i": 32 }, "operands": [], "working_set": set });
            serde_json::json!({ "results": [{ "func": "f", "footprint": [one], "no_model": why }] }).to_string()
        };
        let model = serde_json::Value::Null;
        assert_eq!(
            changes(&report(4096, model.clone()), &report(65536, model.clone())),
            ["footprint of the working set in tile i=32 grew from 4 KiB to 64 KiB"]
        );
        let lost = report(4096, serde_json::json!({ "message": "it calls" }));
        assert_eq!(
            changes(&report(4096, model), &lost),
            ["there is no model any more: it calls"]
        );
        assert_eq!(
            changes("@f  line 1\n", "@f  line 1\n  no model: it calls [unknown-call]\n"),
            ["there is no model any more: it calls"]
        );
    }
}
