//! The anchor cases against barvinok, in Python: the same values, the times and the lengths side by side.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use super::{Case, KINDS, OPS, cases, holds};
use polyvet_count::{CountOptions, count_at};
use polyvet_poly::Ctx;

/// The value after `"name": `, up to where it ends.
fn field<'a>(json: &'a str, name: &str) -> Option<&'a str> {
    let from = json.find(&format!("\"{name}\": "))? + name.len() + 4;
    let rest = &json[from..];
    Some(match rest.strip_prefix('[') {
        Some(list) => list.split(']').next()?,
        None => rest.split([',', '}']).next()?,
    })
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn request(case: &Case, at: &[&Vec<(String, i64)>]) -> String {
    let point = |point: &&Vec<(String, i64)>| {
        let values: Vec<String> = point
            .iter()
            .map(|(name, value)| format!("[{}, {value}]", quoted(name)))
            .collect();
        format!("[{}]", values.join(", "))
    };
    let at: Vec<String> = at.iter().map(point).collect();
    format!(
        "{{\"set\": {}, \"context\": {}, \"at\": [{}]}}",
        quoted(&case.set.text().unwrap()),
        quoted(&case.context.text().unwrap()),
        at.join(", ")
    )
}

fn values(list: &str) -> Vec<String> {
    list.split(", ")
        .map(|value| value.trim_matches('"').to_owned())
        .collect()
}

/// The number of points there, exact.
fn at_point(case: &Case, at: &[(String, i64)], options: &CountOptions) -> String {
    let at: Vec<(&str, i64)> = at.iter().map(|param| (param.0.as_str(), param.1)).collect();
    count_at(&case.set, &at, options).expect("a number").to_string()
}

/// Asks both the same, prints times (the least in some time) and lengths, checks the values. All cases, or the first
/// operand of each op; `POLYVET_BARVINOK_ONLY` is a part of the names of the only ops.
pub fn compare(all: bool) {
    let python = std::env::var("POLYVET_BARVINOK_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let probe = Command::new(&python)
        .args(["-c", "import islpy; islpy.Set.card"])
        .stderr(Stdio::null())
        .status();
    if !probe.is_ok_and(|status| status.success()) {
        _ = writeln!(
            std::io::stderr(),
            "skipped: `{python}` has no islpy with barvinok; see POLYVET_BARVINOK_PYTHON"
        );
        return;
    }
    let repeat = if all { 0.2 } else { 0.02 };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/common/peer.py");
    let mut peer = Command::new(&python)
        .arg(script)
        .env("POLYVET_BARVINOK_REPEAT", repeat.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python starts");
    let mut to_peer = peer.stdin.take().expect("a pipe");
    let mut from_peer = BufReader::new(peer.stdout.take().expect("a pipe")).lines();
    let ctx = Ctx::new();
    let mut ratios: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
    let (mut explodes, mut theirs_without, mut worse) = (Vec::new(), Vec::new(), Vec::new());
    let only = std::env::var("POLYVET_BARVINOK_ONLY").unwrap_or_default();
    for op in OPS.iter().filter(|op| op.name.contains(&only)) {
        let cases = cases(&ctx, op);
        let shown = if all { cases.len() } else { KINDS.len() };
        for case in &cases[..shown] {
            let at: Vec<_> = case.at.iter().filter(|at| holds(&case.context, at)).collect();
            writeln!(to_peer, "{}", request(case, &at)).expect("Python listens");
            let answer = from_peer.next().expect("Python answers").expect("in text");
            let options = CountOptions::default().context(case.context.clone());
            let begin = Instant::now();
            let mut best = f64::INFINITY;
            let mut formula = None;
            while formula.is_none() || begin.elapsed().as_secs_f64() < repeat {
                let begin = Instant::now();
                formula = Some(case.count(&options));
                best = best.min(begin.elapsed().as_secs_f64());
            }
            let label = format!("{} {}", case.name, case.kind);
            let theirs = field(&answer, "values").map(values);
            let Some(Ok(formula)) = formula else {
                let begin = Instant::now();
                let exact: Vec<String> = at.iter().map(|at| at_point(case, at, &options)).collect();
                let each = begin.elapsed().as_secs_f64() / at.len() as f64;
                eprintln!(
                    "{label:36} ours {:9.3} ms: would explode; {:.3} ms a point; barvinok: {answer:.80}",
                    best * 1e3,
                    each * 1e3
                );
                if let Some(theirs) = theirs {
                    assert_eq!(exact, theirs, "{label}");
                }
                explodes.push(label);
                continue;
            };
            let length = formula.to_string().len();
            let (Some(seconds), Some(theirs)) = (field(&answer, "seconds"), theirs) else {
                eprintln!(
                    "{label:36} ours {:9.3} ms {length:6} chars; barvinok: {answer:.80}",
                    best * 1e3
                );
                theirs_without.push(label);
                continue;
            };
            for (at, theirs) in at.iter().zip(theirs) {
                let point: Vec<(&str, i64)> = at.iter().map(|param| (param.0.as_str(), param.1)).collect();
                assert_eq!(formula.eval(&point).unwrap().to_string(), theirs, "{label} at {at:?}");
            }
            let seconds: f64 = seconds.parse().unwrap();
            let their_length: f64 = field(&answer, "length").unwrap().parse().unwrap();
            let (faster, shorter) = (seconds / best, their_length / length as f64);
            eprintln!(
                "{label:36} ours {:9.3} ms {length:6} chars, barvinok {:9.3} ms {their_length:6} chars: {faster:7.1}x faster",
                best * 1e3,
                seconds * 1e3,
            );
            if faster < 1.0 || shorter < 1.0 {
                worse.push(format!("{label} ({faster:.1}x, {shorter:.1}x)"));
            }
            ratios.entry(case.kind).or_default().push((faster, shorter));
        }
    }
    drop(to_peer);
    peer.wait().expect("Python ends");
    for (kind, ratios) in ratios {
        let mean = |of: fn(&(f64, f64)) -> f64| {
            (ratios.iter().map(|ratio| of(ratio).ln()).sum::<f64>() / ratios.len() as f64).exp()
        };
        let worst = ratios.iter().map(|ratio| ratio.0).fold(f64::INFINITY, f64::min);
        eprintln!(
            "{kind:12} {:3} cases: {:6.1}x faster (least {worst:.1}x), formulas {:.1}x shorter",
            ratios.len(),
            mean(|ratio| ratio.0),
            mean(|ratio| ratio.1),
        );
    }
    for (what, labels) in [
        ("where our formula would explode, counted point by point", explodes),
        ("without an answer of barvinok", theirs_without),
        ("where ours is slower or longer (times faster, times shorter)", worse),
    ] {
        eprintln!("{what}: {}: {}", labels.len(), labels.join(", "));
    }
}
