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

/// What one mode of a campaign did.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ModeResult {
    /// `interpret`, `validate`, `execute`.
    #[schemars(extend("enum" = ["interpret", "validate", "execute"]))]
    pub mode: String,
    /// Its time in this run; null where ledgers were only read.
    pub seconds: Option<f64>,
    /// Its programs.
    pub programs: u64,
    /// Its distinct findings.
    pub findings: usize,
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
    /// Who judged how much.
    pub modes: Vec<ModeResult>,
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

impl FindingResult {
    /// What was found, in one line.
    pub(crate) fn headline(&self) -> String {
        let issue = self.issue.as_ref().map_or(String::new(), |issue| format!(": {issue}"));
        format!(
            "{}: {} ({}), {} lines, {}{issue}",
            self.outcome, self.pass, self.kind, self.lines, self.status
        )
    }
}

pub(crate) fn write_finding(out: &mut String, one: &FindingResult) -> fmt::Result {
    writeln!(out, "{}", one.headline())?;
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
    if one.modes.len() > 1 {
        write_modes(out, &one.modes)?;
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

fn write_modes(out: &mut String, modes: &[ModeResult]) -> fmt::Result {
    let whole: f64 = modes.iter().filter_map(|mode| mode.seconds).sum();
    writeln!(out, "mode       programs  findings")?;
    for ModeResult {
        mode,
        seconds,
        programs,
        findings,
    } in modes
    {
        let share = seconds.map_or(String::new(), |seconds| {
            format!("  {:.0}% of the time", 100.0 * seconds / whole.max(0.1))
        });
        writeln!(out, "{mode:<9}  {programs:>8}  {findings:>8}{share}")?;
    }
    Ok(())
}

fn counts(words: &BTreeMap<String, u64>) -> String {
    let all: Vec<String> = words.iter().map(|(word, count)| format!("{count} {word}")).collect();
    if all.is_empty() {
        return "none".to_owned();
    }
    all.join(", ")
}
