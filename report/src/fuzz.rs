//! Campaigns and what they found.

use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// A fault that a campaign found, shrunk.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct FindingResult {
    /// The backend.
    pub backend: String,
    /// `wrong`, `crash`, `timeout`, `refused`; `polyvet` where the fault is our own.
    #[schemars(extend("enum" = ["wrong", "crash", "timeout", "refused", "polyvet"]))]
    pub outcome: String,
    /// Passes without options.
    pub pass: String,
    /// The pipeline that was run.
    pub pipeline: String,
    /// The kind of wrong code, as in a witness, or the message.
    pub kind: String,
    /// Lines of the reduced program.
    pub lines: usize,
    /// Where everything about it is.
    pub folder: Option<String>,
    /// `known`, `new` (a report was looked for and not found), `unknown` (nobody looked).
    #[schemars(extend("enum" = ["known", "new", "unknown"]))]
    pub status: String,
    /// The report, if it is known.
    pub issue: Option<String>,
}

/// What a campaign did.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct CampaignResult {
    /// The file with all results.
    pub ledger: String,
    /// Batches in it.
    pub batches: u64,
    /// Programs in it.
    pub programs: u64,
    /// Programs that the interpreter found to be undefined; no backend saw those.
    pub invalid: u64,
    /// Programs of this run a second; null where none ran.
    pub programs_per_second: Option<f64>,
    /// How often what was said: `proved`, `unchanged`, `refuted`, ...
    pub words: BTreeMap<String, u64>,
    /// The same, by pipeline.
    pub pipelines: BTreeMap<String, BTreeMap<String, u64>>,
    /// Distinct findings.
    pub findings: usize,
    /// Median of the lines of their programs.
    pub lines_median: Option<usize>,
    /// How many programs had what in them (`--coverage`).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub coverage: BTreeMap<String, u64>,
    /// What can be in a program and was in none (`--coverage`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
}

pub(crate) fn write_finding(out: &mut String, one: &FindingResult) -> fmt::Result {
    let issue = one.issue.as_ref().map_or(String::new(), |issue| format!(": {issue}"));
    writeln!(
        out,
        "{}: {} ({}), {} lines, {}{issue}",
        one.outcome, one.pass, one.kind, one.lines, one.status
    )?;
    if let Some(folder) = &one.folder {
        writeln!(out, "  {folder}")?;
    }
    Ok(())
}

pub(crate) fn write_campaign(out: &mut String, one: &CampaignResult) -> fmt::Result {
    if !one.pipelines.is_empty() {
        let width = one.pipelines.keys().map(|name| name.chars().count()).max().unwrap_or(0);
        writeln!(out, "{:<width$}  programs", "pipeline")?;
        for (name, words) in &one.pipelines {
            writeln!(out, "{name:<width$}  {}", counts(words))?;
        }
    }
    if !one.coverage.is_empty() {
        writeln!(out, "coverage, in programs")?;
        for (feature, count) in one.coverage.iter().filter(|(_, count)| **count > 0) {
            writeln!(out, "{count:>8} {feature}")?;
        }
        for feature in &one.missing {
            writeln!(out, "{:>8} {feature}", 0)?;
        }
    }
    write!(out, "{} programs, {} of them undefined", one.programs, one.invalid)?;
    if let Some(rate) = one.programs_per_second {
        write!(out, ", {rate:.1} a second in this run")?;
    }
    writeln!(out, ": {}", counts(&one.words))?;
    write!(out, "{} distinct findings", one.findings)?;
    if let Some(lines) = one.lines_median {
        write!(out, " of {lines} lines in the median")?;
    }
    let _ = writeln!(out, "; ledger: {}", one.ledger);
    Ok(())
}

fn counts(words: &BTreeMap<String, u64>) -> String {
    let all: Vec<String> = words.iter().map(|(word, count)| format!("{count} {word}")).collect();
    if all.is_empty() {
        return "none".to_owned();
    }
    all.join(", ")
}
