//! What `run` says beyond values: comparisons with another backend's arrays, and who touched what.

use crate::text::element_text;
use crate::{Screen, TextRole};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;

/// `run --check-against`: one array beside that of another backend.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RunCheck {
    /// The array: `A`; `#0` for a result.
    pub name: String,
    /// The file it is compared with.
    pub file: String,
    /// How far apart elements may be: `ulp:4`.
    pub tolerance: String,
    /// `agrees`, `differs`, or `unknown` where elements differ and have no bound.
    #[schemars(extend("enum" = ["agrees", "differs", "unknown"]))]
    pub verdict: &'static str,
    /// How many elements there are.
    pub elements: usize,
    /// How many were judged so; those that are none are left out: `equal`, `within`, `zero-sign`, `unwritten`,
    /// `unbounded`; wrong ones are `beyond`, `nan`, `infinity`, `wrong-zero-sign`.
    pub counts: Vec<RunCount>,
    /// The first wrong element.
    pub first: Option<RunMismatch>,
    /// The differing finite elements that are farthest apart, by the tolerance.
    pub worst: Option<RunMismatch>,
}

/// How many elements were judged so.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RunCount {
    /// The verdict.
    pub verdict: &'static str,
    /// How many.
    pub elements: usize,
}

/// An element that differs.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RunMismatch {
    /// Its subscript.
    pub element: Vec<i64>,
    /// What the interpreter computes.
    pub expected: String,
    /// What the file has.
    pub found: String,
    /// What is wrong, or how it passes: as in `counts`.
    pub verdict: &'static str,
    /// How far apart; null where one is no finite number.
    pub difference: Option<f64>,
    /// The same in units in the last place; null for integers and beside a NaN.
    pub ulps: Option<u64>,
    /// How far apart two orders of the sums can be; null unless that was asked, or if there is no bound.
    pub bound: Option<f64>,
}

/// `run --trace`: the accesses to some elements in program order.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct TraceResult {
    /// The file.
    pub file: String,
    /// The function that was called.
    pub func: String,
    /// What was followed: `A`, `A[3, 4]`.
    pub watched: Vec<String>,
    /// The accesses.
    pub events: Vec<TraceEvent>,
    /// How many more there were that are not listed.
    pub dropped: u64,
}

/// One element read or written.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct TraceEvent {
    /// The array.
    pub array: String,
    /// The element of the array, whatever view the operation sees it through.
    pub element: Vec<i64>,
    /// `read`, `write`
    #[schemars(extend("enum" = ["read", "write"]))]
    pub access: &'static str,
    /// What was read or written; null if that is not initialised.
    pub value: Option<String>,
    /// The operation: `affine.load`.
    pub op: String,
    /// Its line.
    pub line: Option<usize>,
    /// The loops around it, outermost first.
    pub loops: Vec<TraceLoop>,
    /// The functions called to come here, outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<String>,
}

/// Where a loop stands.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct TraceLoop {
    /// Its induction variable; `d0` in a structured operation.
    pub name: String,
    /// The value of that.
    pub value: i64,
}

impl RunCheck {
    fn count(&self, verdict: &str) -> usize {
        let of = self.counts.iter().find(|count| count.verdict == verdict);
        of.map_or(0, |count| count.elements)
    }
}

pub(crate) fn write_check(out: &mut String, check: &RunCheck, screen: &dyn Screen) -> std::fmt::Result {
    let (role, verb) = match check.verdict {
        "agrees" => (TextRole::Good, "agrees with"),
        "differs" => (TextRole::Bad, "differs from"),
        _ => (TextRole::Unsure, "may differ from"),
    };
    let name = screen.paint(TextRole::Strong, &check.name);
    let parts = [
        ("equal", "equal"),
        ("within", "within"),
        ("zero-sign", "zeros of different sign"),
        ("unwritten", "never written, so any value will do"),
        ("unbounded", "different, but without a bound"),
        ("beyond", "too far apart"),
        ("nan", "NaN in one only"),
        ("infinity", "infinite in one only"),
        ("wrong-zero-sign", "zeros of different sign"),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter_map(|(verdict, words)| match (check.count(verdict), *verdict) {
            (0, _) => None,
            (count, "within") => Some(format!("{count} within {}", check.tolerance)),
            (count, _) => Some(format!("{count} {words}")),
        })
        .collect();
    let verb = screen.paint(role, verb);
    let all = match check.elements {
        1 => "1 element".to_owned(),
        count => format!("{count} elements"),
    };
    let detail = match parts.is_empty() {
        true => all,
        false => format!("{all}: {}", parts.join(", ")),
    };
    writeln!(out, "{name} {verb} {} ({detail})", check.file)?;
    if let Some(first) = &check.first {
        write_mismatch(out, "first wrong", check, first)?;
    }
    match &check.worst {
        Some(worst) if check.first.as_ref().is_none_or(|first| first.element != worst.element) => {
            write_mismatch(out, "farthest apart", check, worst)
        }
        _ => Ok(()),
    }
}

fn write_mismatch(out: &mut String, what: &str, check: &RunCheck, mismatch: &RunMismatch) -> std::fmt::Result {
    let element = element_text(&check.name, &mismatch.element);
    write!(
        out,
        "  {what}: {element} = {}, the file has {}",
        mismatch.expected, mismatch.found
    )?;
    if let Some(difference) = mismatch.difference {
        write!(out, "; {difference:.3e} apart")?;
        if let Some(ulps) = mismatch.ulps {
            write!(out, ", {ulps} ulp")?;
        }
        if let Some(bound) = mismatch.bound {
            write!(out, ", allowed {bound:.3e}")?;
        }
    }
    writeln!(out)
}

pub(crate) fn write_trace(out: &mut String, trace: &TraceResult, screen: &dyn Screen) -> std::fmt::Result {
    for watched in &trace.watched {
        writeln!(out, "trace of {}", screen.paint(TextRole::Strong, watched))?;
    }
    if trace.events.is_empty() {
        return writeln!(out, "  nothing reads or writes it");
    }
    let places: Vec<String> = trace
        .events
        .iter()
        .map(|event| element_text(&event.array, &event.element))
        .collect();
    let values: Vec<&str> = trace
        .events
        .iter()
        .map(|event| event.value.as_deref().unwrap_or("?"))
        .collect();
    let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let place_width = width(&mut places.iter().map(|text| text.chars().count()));
    let value_width = width(&mut values.iter().map(|text| text.chars().count())).min(40);
    let op_width = width(&mut trace.events.iter().map(|event| event.op.len()));
    for ((event, place), value) in trace.events.iter().zip(places).zip(values) {
        let line = event.line.map_or(String::new(), |line| format!("line {line}"));
        let mut after: Vec<String> = event.calls.iter().map(|callee| format!("in @{callee}")).collect();
        let at: Vec<String> = event
            .loops
            .iter()
            .map(|one| format!("{} = {}", one.name, one.value))
            .collect();
        if !at.is_empty() {
            after.push(format!("at {}", at.join(", ")));
        }
        let text = format!(
            "  {place:place_width$}  {:5}  {value:value_width$}  {:op_width$}  {line:8}  {}",
            event.access,
            event.op,
            after.join(" ")
        );
        writeln!(out, "{}", text.trim_end())?;
    }
    match trace.dropped {
        0 => Ok(()),
        dropped => writeln!(out, "  .. and {dropped} more"),
    }
}
