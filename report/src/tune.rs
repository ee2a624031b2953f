//! `tune`: the best order that a search found.

use std::collections::BTreeMap;
use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Screen, TextRole, bytes_text};

/// What a search among the legal orders of a function found.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct TuneResult {
    /// The file of the function.
    pub file: String,
    /// The function, without `@`.
    pub func: String,
    /// What a schedule costs: `traffic`, the bytes that move between memories; `seconds`, the time of one call.
    #[schemars(extend("enum" = ["traffic", "seconds"]))]
    pub cost: &'static str,
    /// The memories, the smallest first; empty for seconds.
    pub memories: Vec<MemoryResult>,
    /// Given values of parameters, at which the cost was told; what is proved holds for all values.
    #[serde(serialize_with = "crate::json::pairs")]
    #[schemars(with = "BTreeMap<String, i64>")]
    pub params: Vec<(String, i64)>,
    /// The cost of the program as it is.
    pub before: f64,
    /// The best first; the program as it is has an empty script.
    pub best: Vec<ScheduleResult>,
    /// Schedules tried, those of an earlier search included.
    pub tried: usize,
    /// Of these, not legal.
    pub illegal: usize,
    /// Of these, without a cost.
    pub failed: usize,
    /// Why the first of those has none; null if all have one.
    pub failure: Option<String>,
    /// Why the search ended: `time`, `count`, `interrupted`, `exhausted`.
    #[schemars(extend("enum" = ["time", "count", "interrupted", "exhausted"]))]
    pub stopped: &'static str,
}

/// A memory.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MemoryResult {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub bytes: u64,
}

/// A schedule and its cost.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ScheduleResult {
    /// What `--transform` takes.
    pub script: String,
    /// In bytes or seconds.
    pub cost: f64,
}

impl TuneResult {
    fn cost_text(&self, cost: f64) -> String {
        cost_text(self.cost, cost)
    }

    /// `with L1 of 4 KiB, 16 MiB move`
    fn before_text(&self) -> String {
        let before = self.cost_text(self.before);
        if self.memories.is_empty() {
            return format!("a call takes {before}");
        }
        let memories: Vec<String> = (self.memories.iter())
            .map(|memory| format!("{} of {}", memory.name, bytes_text(memory.bytes)))
            .collect();
        format!("with {}, {before} move", memories.join(" and "))
    }
}

/// What something costs in words; `kind` as in [`TuneResult::cost`].
pub fn cost_text(kind: &str, cost: f64) -> String {
    match kind {
        "traffic" => bytes_text(cost as u64),
        _ => seconds_text(cost),
    }
}

/// `1.25 ms`
fn seconds_text(seconds: f64) -> String {
    match seconds {
        _ if seconds < 1e-3 => format!("{:.1} us", seconds * 1e6),
        _ if seconds < 1.0 => format!("{:.2} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}

pub(crate) fn write_tune(out: &mut String, result: &TuneResult, screen: &dyn Screen) -> std::fmt::Result {
    let head = screen.paint(TextRole::Strong, &format!("@{}", result.func));
    let params: Vec<String> = result
        .params
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let at = if params.is_empty() {
        String::new()
    } else {
        format!("at {} ", params.join(", "))
    };
    write!(out, "{head}: {at}{} as written", result.before_text())?;
    match result.best.first() {
        Some(best) if best.cost < result.before => {
            let ratio = result.before / best.cost;
            writeln!(out, ", {} at best: {ratio:.2} times less", result.cost_text(best.cost))?;
        }
        _ => writeln!(out, "; nothing better was found")?,
    }
    let why = match result.stopped {
        "time" => "the time is over",
        "count" => "as many as were wanted",
        "interrupted" => "interrupted",
        _ => "there are no others",
    };
    write!(
        out,
        "  {} schedules tried, {} of them not legal",
        result.tried, result.illegal
    )?;
    if result.failed > 0 {
        write!(out, ", {} without a cost", result.failed)?;
    }
    writeln!(out, "; {why}")?;
    if let Some(why) = &result.failure {
        writeln!(out, "  no cost: {why}")?;
    }
    let shown = || result.best.iter().filter(|one| !one.script.is_empty());
    let width = shown()
        .map(|one| result.cost_text(one.cost).chars().count())
        .max()
        .unwrap_or(0);
    for one in shown() {
        writeln!(out, "  {:>width$}  {}", result.cost_text(one.cost), one.script)?;
    }
    Ok(())
}
