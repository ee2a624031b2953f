//! What changed between two reports, in sentences.
//!
//! Both are read as data: the report that was kept from its JSON, the new one as it is. So the wording of the text
//! format may change without anybody losing what changed, and a report of last year can be compared. Lines are no
//! facts: a comment above a function changes nothing.

use crate::Outcome;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// What is read of a document of kept reports: the parts that sentences are about.
#[derive(Deserialize)]
struct KeptDocument {
    schema: String,
    command: String,
    results: Vec<KeptResult>,
}

/// A result that is kept: what a script is worth, or all of a function.
#[derive(Deserialize)]
#[serde(untagged)]
enum KeptResult {
    Verdict(KeptVerdict),
    Function(Box<KeptFunction>),
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
struct KeptVerdict {
    func: String,
    subject: String,
    verdict: String,
    strength: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct KeptFunction {
    func: String,
    no_model: Option<KeptReason>,
    arrays: Vec<KeptArray>,
    statements: Vec<KeptStatement>,
    dependences: Vec<KeptDependence>,
    footprint: Vec<KeptTile>,
}

#[derive(Clone, Debug, Deserialize)]
struct KeptReason {
    message: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
struct KeptArray {
    array: String,
    read: Option<String>,
    written: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct KeptStatement {
    stmt: String,
    domain: String,
    instances: Option<String>,
    #[serde(default)]
    operations: BTreeMap<String, usize>,
    loops: Vec<KeptLoop>,
    operands: Vec<KeptOperand>,
}

#[derive(Clone, Debug, Deserialize)]
struct KeptLoop {
    #[serde(rename = "loop")]
    name: String,
    derived: String,
}

#[derive(Clone, Debug, Deserialize)]
struct KeptOperand {
    array: String,
    access: String,
    relation: String,
}

#[derive(Clone, Debug, Deserialize)]
struct KeptDependence {
    kind: String,
    source: String,
    sink: String,
    array: String,
    distance: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct KeptTile {
    tile: BTreeMap<String, serde_json::Value>,
    operands: Vec<TileOperand>,
    working_set: Option<KeptVolume>,
    working_set_any: Option<KeptVolume>,
}

#[derive(Clone, Debug, Deserialize)]
struct TileOperand {
    array: String,
    access: String,
    full: Option<KeptVolume>,
    any: Option<KeptVolume>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
struct KeptVolume {
    elems: Number,
    bytes: Number,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Number {
    value: Option<u64>,
    formula: Option<String>,
}

/// Sentences on what is different in `new`; `None` if `old` is not the JSON of a report.
pub fn changes(old: &str, new: &[Outcome]) -> Option<Vec<String>> {
    let old: KeptDocument = serde_json::from_str(old).ok()?;
    if old.schema != crate::json::SCHEMA || old.command != "report" {
        return None;
    }
    let read = |one| serde_json::from_value::<KeptResult>(serde_json::to_value(one).ok()?).ok();
    let new: Vec<KeptResult> = new.iter().map(read).collect::<Option<_>>()?;
    let ((old, old_verdicts), (new, new_verdicts)) = (sorted(&old.results), sorted(&new));
    let (old, new) = (by(old, |one| one.func.clone()), by(new, |one| one.func.clone()));
    let mut said = Vec::new();
    // First what is not there any more: nothing else is said about it.
    for (name, before, after) in pairs(&old, &new) {
        match (before, after) {
            (Some(_), None) => said.push(format!("function @{name} is gone")),
            (None, Some(_)) => said.push(format!("function @{name} is new")),
            _ => {}
        }
    }
    for (_, before, after) in pairs(&old, &new) {
        if let (Some(before), Some(after)) = (before, after) {
            said.extend(of_function(before, after));
        }
    }
    let key = |one: &KeptVerdict| (one.func.clone(), one.subject.clone());
    let (before, after) = (by(old_verdicts, key), by(new_verdicts, key));
    for ((func, script), before, after) in pairs(&before, &after) {
        if old.contains_key(func) && new.contains_key(func) {
            said.extend(of_verdicts(script, before, after));
        }
    }
    Some(said)
}

/// Functions and verdicts apart.
fn sorted(results: &[KeptResult]) -> (Vec<&KeptFunction>, Vec<&KeptVerdict>) {
    let (mut functions, mut verdicts) = (Vec::new(), Vec::new());
    for one in results {
        match one {
            KeptResult::Function(one) => functions.push(&**one),
            KeptResult::Verdict(one) => verdicts.push(one),
        }
    }
    (functions, verdicts)
}

fn of_verdicts(script: &str, old: Option<&KeptVerdict>, new: Option<&KeptVerdict>) -> Option<String> {
    let text = |one: &KeptVerdict| match &one.strength {
        Some(strength) => format!("{} ({strength})", one.verdict),
        None => one.verdict.clone(),
    };
    match (old, new) {
        (Some(old), Some(new)) if old == new => None,
        (Some(old), Some(new)) => Some(format!("{script} is now {}, before {}", text(new), text(old))),
        (None, Some(new)) => Some(format!("{script} is new: {}", text(new))),
        // Nobody asks any more.
        _ => None,
    }
}

/// Items by a key; the first of those with the same.
fn by<'m, T: 'm, K: Ord>(items: impl IntoIterator<Item = &'m T>, key: impl Fn(&T) -> K) -> BTreeMap<K, &'m T> {
    let mut found = BTreeMap::new();
    for item in items {
        found.entry(key(item)).or_insert(item);
    }
    found
}

/// What either has, by key.
fn pairs<'m, K: Ord, T: Copy>(
    old: &'m BTreeMap<K, T>,
    new: &'m BTreeMap<K, T>,
) -> impl Iterator<Item = (&'m K, Option<T>, Option<T>)> {
    let keys: BTreeSet<&K> = old.keys().chain(new.keys()).collect();
    keys.into_iter()
        .map(|key| (key, old.get(key).copied(), new.get(key).copied()))
}

fn of_function(old: &KeptFunction, new: &KeptFunction) -> Vec<String> {
    let mut said = Vec::new();
    said.extend(of_models(old.no_model.as_ref(), new.no_model.as_ref()));
    let name = |stmt: &KeptStatement| stmt.stmt.clone();
    let (before, after) = (by(&old.statements, name), by(&new.statements, name));
    for (stmt, before, after) in pairs(&before, &after) {
        said.extend(of_accesses(stmt, before, after));
    }
    for (stmt, before, after) in pairs(&before, &after) {
        said.extend(of_statement(stmt, before, after));
    }
    for (stmt, before, after) in pairs(&before, &after) {
        said.extend(of_loops(stmt, before, after));
    }
    let name = |array: &KeptArray| array.array.clone();
    for (array, before, after) in pairs(&by(&old.arrays, name), &by(&new.arrays, name)) {
        // What the whole program touches says the same, with bytes.
        let is_counted = |of: &KeptFunction| {
            of.footprint
                .iter()
                .flat_map(|one| &one.operands)
                .any(|one| one.array == *array)
        };
        match (before, after) {
            (Some(_), Some(_)) if is_counted(old) && is_counted(new) => {}
            _ => said.extend(of_array(array, before, after)),
        }
    }
    let (before, after) = (distances(&old.dependences), distances(&new.dependences));
    for (what, before, after) in pairs(&borrowed(&before), &borrowed(&after)) {
        said.extend(of_dependences(what, before, after));
    }
    let (before, after) = (volumes(&old.footprint), volumes(&new.footprint));
    for ((tile, what), before, after) in pairs(&borrowed(&before), &borrowed(&after)) {
        if let (Some(before), Some(after)) = (before, after) {
            said.extend(of_volumes(tile, what, before, after));
        }
    }
    said
}

fn borrowed<K: Ord + Clone, V>(map: &BTreeMap<K, V>) -> BTreeMap<K, &V> {
    map.iter().map(|(key, value)| (key.clone(), value)).collect()
}

fn of_models(old: Option<&KeptReason>, new: Option<&KeptReason>) -> Option<String> {
    match (old, new) {
        (None, Some(new)) => Some(format!("there is no model any more: {}", new.message)),
        (Some(_), None) => Some("there is a model now".to_owned()),
        (Some(old), Some(new)) if old.message != new.message => {
            Some(format!("there is no model, now because of this: {}", new.message))
        }
        _ => None,
    }
}

/// The relations of a statement by what they do, in order.
fn relations(stmt: Option<&KeptStatement>) -> BTreeMap<(&str, &str, usize), &str> {
    let mut all = BTreeMap::new();
    for operand in stmt.iter().flat_map(|stmt| &stmt.operands) {
        let (access, array) = (operand.access.as_str(), operand.array.as_str());
        let number = all.range((access, array, 0)..=(access, array, usize::MAX)).count();
        all.insert((access, array, number), operand.relation.as_str());
    }
    all
}

fn of_accesses(stmt: &str, old: Option<&KeptStatement>, new: Option<&KeptStatement>) -> Vec<String> {
    let (before, after) = (relations(old), relations(new));
    let sentence = |((access, array, _), old, new): (&(&str, &str, usize), Option<&str>, Option<&str>)| {
        let (done, does) = match *access {
            "read" => ("read", "read"),
            "may_write" => ("written", "may write"),
            _ => ("written", "write"),
        };
        match (old, new) {
            (Some(old), Some(new)) if old == new => None,
            (Some(old), Some(new)) => Some(match (way(old), way(new)) {
                (Some(before), Some(after)) if before != after => {
                    format!("operand {array} of {stmt} is now {done} {after}, before {before}: {new}")
                }
                _ => format!("operand {array} of {stmt} is now {done} by {new}, before by {old}"),
            }),
            (Some(_), None) => Some(format!("{stmt} does not {does} {array} any more")),
            (None, _) if *access == "may_write" => Some(format!("{stmt} may now write {array}")),
            (None, _) => Some(format!("{stmt} now {does}s {array}")),
        }
    };
    pairs(&before, &after).filter_map(sentence).collect()
}

fn of_statement(stmt: &str, old: Option<&KeptStatement>, new: Option<&KeptStatement>) -> Vec<String> {
    let (old, new) = match (old, new) {
        (Some(old), Some(new)) => (old, new),
        (None, _) => return vec![format!("statement {stmt} is new")],
        (_, None) => return vec![format!("statement {stmt} is gone")],
    };
    let mut said = Vec::new();
    if old.operations != new.operations {
        let (new, old) = (operations(&new.operations), operations(&old.operations));
        said.push(format!("{stmt} now computes {new}, before {old}"));
    }
    if old.domain != new.domain {
        said.push(format!("the domain of {stmt} changed"));
    }
    if old.instances != new.instances {
        let times = |count: &Option<String>| match count {
            Some(count) => format!("{count} times"),
            None => "an unknown number of times".to_owned(),
        };
        let (new, old) = (times(&new.instances), times(&old.instances));
        said.push(format!("{stmt} now runs {new}, before {old}"));
    }
    said
}

/// `arith.addf, 2 arith.mulf`
fn operations(all: &BTreeMap<String, usize>) -> String {
    let each = all.iter().map(|(name, count)| match count {
        1 => name.clone(),
        _ => format!("{count} {name}"),
    });
    match all.is_empty() {
        true => "nothing".to_owned(),
        false => each.collect::<Vec<_>>().join(", "),
    }
}

fn of_loops(stmt: &str, old: Option<&KeptStatement>, new: Option<&KeptStatement>) -> Vec<String> {
    let (Some(old), Some(new)) = (old, new) else {
        return Vec::new();
    };
    let name = |one: &KeptLoop| one.name.clone();
    let (old, new) = (by(&old.loops, name), by(&new.loops, name));
    let sentence = |(name, old, new): (&String, Option<&KeptLoop>, Option<&KeptLoop>)| match (old, new) {
        (Some(old), Some(new)) if old.derived == new.derived => None,
        (Some(old), Some(new)) => {
            let (old, new) = (&old.derived, &new.derived);
            Some(format!("loop {name} around {stmt} is now {new}, before {old}"))
        }
        (None, _) => Some(format!("loop {name} around {stmt} is new")),
        (_, None) => Some(format!("loop {name} around {stmt} is gone")),
    };
    pairs(&old, &new).filter_map(sentence).collect()
}

fn of_array(array: &str, old: Option<&KeptArray>, new: Option<&KeptArray>) -> Option<String> {
    let touched = |array: &KeptArray| {
        let count = |count: &Option<String>| count.clone().unwrap_or_else(|| "an unknown number".to_owned());
        format!("{} read, {} written", count(&array.read), count(&array.written))
    };
    match (old, new) {
        (Some(old), Some(new)) if old == new => None,
        (Some(old), Some(new)) => Some(format!(
            "elements of array {array}: {}; before {}",
            touched(new),
            touched(old)
        )),
        (None, _) => Some(format!("array {array} is new")),
        (_, None) => Some(format!("array {array} is gone")),
    }
}

/// Distances by `raw S0 -> S1 on A` and their number among those.
fn distances(all: &[KeptDependence]) -> BTreeMap<(String, usize), String> {
    let mut found = BTreeMap::new();
    for one in all {
        let what = format!("{} {} -> {} on {}", one.kind, one.source, one.sink, one.array);
        let number = (0..).find(|number| !found.contains_key(&(what.clone(), *number)));
        found.insert((what, number.unwrap_or_default()), one.distance.join(", "));
    }
    found
}

fn of_dependences((what, _): &(String, usize), old: Option<&String>, new: Option<&String>) -> Option<String> {
    match (old, new) {
        (Some(old), Some(new)) if old == new => None,
        (Some(old), Some(new)) => Some(format!("dependence {what} now has distance ({new}), before ({old})")),
        (None, _) => Some(format!("dependence {what} is new")),
        (_, None) => Some(format!("dependence {what} is gone")),
    }
}

/// Volumes by the tile and what touches it.
fn volumes(all: &[KeptTile]) -> BTreeMap<(String, String), KeptVolume> {
    let mut found = BTreeMap::new();
    for one in all {
        let sizes = one.tile.iter().map(|(name, size)| match size {
            serde_json::Value::String(symbol) => format!("{name}={symbol}"),
            size => format!("{name}={size}"),
        });
        let tile = match one.tile.is_empty() {
            true => "the whole program".to_owned(),
            false => format!("tile {}", sizes.collect::<Vec<_>>().join(", ")),
        };
        let mut add = |what: String, full: &Option<KeptVolume>, any: &Option<KeptVolume>| {
            if let Some(volume) = full.as_ref().or(any.as_ref()) {
                found.insert((tile.clone(), what), volume.clone());
            }
        };
        for operand in &one.operands {
            let what = format!("{} {}", operand.access, operand.array);
            add(what, &operand.full, &operand.any);
        }
        add("the working set".to_owned(), &one.working_set, &one.working_set_any);
    }
    found
}

fn of_volumes(tile: &str, what: &str, old: &KeptVolume, new: &KeptVolume) -> Option<String> {
    if old == new {
        return None;
    }
    Some(match (old.bytes.value, new.bytes.value) {
        (Some(before), Some(after)) if before != after => {
            let verb = if after > before { "grew" } else { "shrank" };
            let (before, after) = (size_text(before), size_text(after));
            format!("footprint of {what} in {tile} {verb} from {before} to {after}")
        }
        _ => format!(
            "footprint of {what} in {tile} is now {}, before {}",
            volume_text(new),
            volume_text(old)
        ),
    })
}

/// `4*n B (n elements)`
fn volume_text(volume: &KeptVolume) -> String {
    let number = |number: &Number| match (number.value, &number.formula) {
        (Some(value), _) => value.to_string(),
        (None, Some(formula)) => formula.clone(),
        (None, None) => "unknown".to_owned(),
    };
    format!("{} B ({} elements)", number(&volume.bytes), number(&volume.elems))
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

/// How the innermost loop walks through an array, from a relation in isl's notation: `{ S[i, j] -> A[i, j] }` goes
/// row-wise.
fn way(relation: &str) -> Option<&'static str> {
    let (from, to) = relation.split_once("->")?;
    // The parameters of a map come first: `[n] -> { S[i] -> A[i] }`.
    let (from, to) = match from.contains('{') {
        true => (from, to),
        false => to.split_once("->")?,
    };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Stream;
    use crate::page::{ArrayReport, StatementReport};
    use crate::result::{HoldsAnswer, LoopResult, OperandResult, ReasonResult, StatementResult};
    use crate::{DependenceResult, FunctionReport, Summary};

    /// The JSON of some reports, as the command keeps it.
    fn kept(reports: &[FunctionReport]) -> String {
        let mut bytes = Vec::new();
        let mut stream = Stream::new("report");
        for outcome in outcomes(reports) {
            stream.push(&mut bytes, &outcome).expect("memory");
        }
        stream.end(&mut bytes, &[(); 0], &Summary::default()).expect("memory");
        String::from_utf8(bytes).expect("JSON")
    }

    fn outcomes(reports: &[FunctionReport]) -> Vec<Outcome> {
        let outcome = |report: &FunctionReport| Outcome::Report(Box::new(report.clone()));
        reports.iter().map(outcome).collect()
    }

    fn report() -> FunctionReport {
        let yes = || HoldsAnswer {
            holds: "always",
            condition: None,
        };
        let operand = OperandResult {
            array: "A".to_owned(),
            access: "read",
            line: Some(7),
            relation: "[n] -> { S0[i, j] -> A[i, j] }".to_owned(),
            inverse: String::new(),
            injective: true,
            covers: yes(),
            in_bounds: yes(),
            missed: None,
            outside: None,
        };
        let one = |name: &str| LoopResult {
            name: name.to_owned(),
            line: Some(3),
            claimed: None,
            derived: "parallel",
            claim_holds: None,
            carries: Vec::new(),
        };
        let relations = StatementResult {
            func: "f".to_owned(),
            stmt: "S0".to_owned(),
            op: None,
            line: Some(9),
            domain: "{ S0[i, j] }".to_owned(),
            loops: vec![one("i"), one("j")],
            reduction: None,
            permutable: Vec::new(),
            init_read: None,
            operands: vec![operand],
        };
        let array = ArrayReport {
            array: "A".to_owned(),
            kind: "input",
            elem: "f32".to_owned(),
            extents: Vec::new(),
            read: Some("n*m".to_owned()),
            written: None,
            line: Some(1),
        };
        let dependence = DependenceResult {
            kind: "raw",
            source: "S0".to_owned(),
            source_line: Some(9),
            sink: "S0".to_owned(),
            sink_line: Some(9),
            array: "A".to_owned(),
            map: String::new(),
            loops: Vec::new(),
            distance: vec!["0".to_owned(), "1".to_owned()],
            distance_bounds: Vec::new(),
            carried_by: Vec::new(),
            reduction: false,
        };
        FunctionReport {
            func: "f".to_owned(),
            line: Some(1),
            arrays: vec![array],
            statements: vec![StatementReport {
                relations,
                source: String::new(),
                instances: Some("n*m".to_owned()),
                operations: BTreeMap::from([("arith.addf".to_owned(), 1)]),
            }],
            dependences: vec![dependence],
            ..FunctionReport::default()
        }
    }

    #[test]
    fn sentences_name_what_changed() {
        let old = report();
        let mut new = report();
        let stmt = &mut new.statements[0];
        stmt.relations.operands[0].relation = "[n] -> { S0[i, j] -> A[j, i] }".to_owned();
        stmt.relations.loops[1].derived = "reduction";
        stmt.instances = Some("n".to_owned());
        stmt.operations.insert("arith.mulf".to_owned(), 2);
        new.arrays[0].read = Some("n".to_owned());
        new.dependences[0].distance[1] = "2".to_owned();
        assert_eq!(
            changes(&kept(&[old]), &outcomes(&[new])).expect("both are reports"),
            [
                "operand A of S0 is now read column-wise, before row-wise: [n] -> { S0[i, j] -> A[j, i] }",
                "S0 now computes arith.addf, 2 arith.mulf, before arith.addf",
                "S0 now runs n times, before n*m times",
                "loop j around S0 is now reduction, before parallel",
                "elements of array A: n read, an unknown number written; before n*m read, an unknown number written",
                "dependence raw S0 -> S0 on A now has distance (0, 2), before (0, 1)",
            ]
        );
    }

    #[test]
    fn places_are_no_facts() {
        let mut moved = report();
        moved.line = Some(5);
        moved.statements[0].relations.line = Some(13);
        moved.statements[0].relations.operands[0].line = Some(11);
        moved.dependences[0].sink_line = None;
        assert_eq!(changes(&kept(&[report()]), &outcomes(&[moved])), Some(Vec::new()));
    }

    #[test]
    fn functions_come_and_go() {
        let mut other = report();
        other.func = "g".to_owned();
        let said = changes(&kept(&[report()]), &outcomes(&[other])).expect("both are reports");
        assert_eq!(said, ["function @f is gone", "function @g is new"]);
        let mut lost = report();
        lost.no_model = Some(ReasonResult {
            code: "unknown-call",
            message: "it calls".to_owned(),
            line: None,
            help: None,
            span: polyvet_ir::Span::NONE,
        });
        let said = changes(&kept(&[report()]), &outcomes(&[lost])).expect("both are reports");
        assert_eq!(said, ["there is no model any more: it calls"]);
        assert_eq!(
            changes("@f  line 1\n", &outcomes(&[report()])),
            None,
            "a text is no data"
        );
        assert_eq!(changes(r#"{"schema": "polyvet/1"}"#, &outcomes(&[report()])), None);
    }

    #[test]
    fn sizes_are_readable() {
        let number = |value| Number {
            value: Some(value),
            formula: None,
        };
        let volume = |bytes| KeptVolume {
            elems: number(32),
            bytes: number(bytes),
        };
        let said = |before, after| of_volumes("tile i=32", "the working set", &volume(before), &volume(after));
        assert_eq!(
            said(4096, 65536).as_deref(),
            Some("footprint of the working set in tile i=32 grew from 4 KiB to 64 KiB")
        );
        assert_eq!(said(4096, 4096), None);
    }

    #[test]
    fn verdicts_are_told() {
        let judged = |verdict: &str, strength: Option<&str>| KeptVerdict {
            func: "f".to_owned(),
            subject: "tile(i=4)".to_owned(),
            verdict: verdict.to_owned(),
            strength: strength.map(str::to_owned),
        };
        let (proved, refuted) = (judged("proved", Some("bitwise")), judged("refuted", None));
        let weaker = judged("proved", Some("reassociated"));
        let said = |old, new| of_verdicts("tile(i=4)", old, new);
        assert_eq!(
            said(Some(&proved), Some(&refuted)).as_deref(),
            Some("tile(i=4) is now refuted, before proved (bitwise)")
        );
        assert_eq!(
            said(Some(&proved), Some(&weaker)).as_deref(),
            Some("tile(i=4) is now proved (reassociated), before proved (bitwise)")
        );
        assert_eq!(said(None, Some(&refuted)).as_deref(), Some("tile(i=4) is new: refuted"));
        assert_eq!(said(Some(&proved), Some(&proved)), None);
    }
}
