//! What proofs rest on, and what a solver says about it.

use crate::text::{Screen, TextRole};
use polyvet_verify::certificate::Certificate;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{self, Write};

/// The claims of a proof.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct CertificateResult {
    /// How many there are.
    pub claims: usize,
    /// Whether they are all that the proof rests on.
    pub complete: bool,
    /// Steps of the proof without claims, with the reason.
    pub trusted: Vec<String>,
    /// The file they were written to; absent unless asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What a solver says about them; absent unless asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<SolvedResult>,
}

/// What a solver says about many claims.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SolvedResult {
    /// Which, with its version: `z3 4.8.12`.
    pub solver: String,
    /// How many claims hold.
    pub confirmed: usize,
    /// Claims that do not hold, by name.
    pub failed: Vec<String>,
    /// Claims that the solver did not decide, by name, with the reason.
    pub undecided: Vec<String>,
    /// How long it took, in milliseconds.
    pub time_ms: f64,
}

/// `certify`
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct CertifyResult {
    /// The file with the claims.
    pub file: String,
    /// What is proved.
    pub proofs: Vec<String>,
    /// Whether the claims are all that the proofs rest on.
    pub complete: bool,
    /// Steps without claims, with the reason.
    pub trusted: Vec<String>,
    /// Which solver, with its version: `z3 4.8.12`.
    pub solver: String,
    /// In the order of the file.
    pub claims: Vec<ClaimResult>,
}

/// One claim.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ClaimResult {
    /// What it is about: `order`, `mark`, ...
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Its line in the file.
    pub line: usize,
    /// `holds`, `fails`, `undecided`.
    #[schemars(extend("enum" = ["holds", "fails", "undecided"]))]
    pub answer: &'static str,
    /// Why there is no answer; null unless undecided.
    pub reason: Option<String>,
    /// Values for which it fails: `N = 2, source i = 0`; null unless it fails and the solver says.
    pub values: Option<String>,
}

impl CertificateResult {
    /// The claims of a proof that no solver has seen.
    pub fn of(certificate: &Certificate) -> CertificateResult {
        CertificateResult {
            claims: certificate.claims(),
            complete: certificate.is_complete(),
            trusted: certificate
                .trusted()
                .map(|one| format!("{}: {}", one.what, one.why))
                .collect(),
            file: None,
            solved: None,
        }
    }
}

impl SolvedResult {
    /// What became of some claims.
    pub fn of(solver: &str, claims: &[ClaimResult], time_ms: f64) -> SolvedResult {
        let named = |answer: &'static str| claims.iter().filter(move |claim| claim.answer == answer);
        let reason = |claim: &ClaimResult| claim.reason.clone().unwrap_or_default();
        SolvedResult {
            solver: solver.to_owned(),
            confirmed: named("holds").count(),
            failed: named("fails")
                .map(|claim| format!("{} {}", claim.kind, claim.name))
                .collect(),
            undecided: { named("undecided") }
                .map(|claim| format!("{} {}: {}", claim.kind, claim.name, reason(claim)))
                .collect(),
            time_ms,
        }
    }

    /// `certified by z3 4.8.12: 31 of 31 claims`; `in part` unless these are `complete`.
    fn line(&self, claims: usize, complete: bool) -> String {
        let how = if complete { "certified" } else { "certified in part" };
        format!("{how} by {}: {} of {claims} claims", self.solver, self.confirmed)
    }
}

/// How many names a text shows.
const SHOWN: usize = 8;

fn write_list(out: &mut String, head: &str, all: &[String]) -> fmt::Result {
    for one in all.iter().take(SHOWN) {
        writeln!(out, "  {head}: {one}")?;
    }
    match all.len().checked_sub(SHOWN) {
        Some(more) if more > 0 => writeln!(out, "  {head}: {more} more"),
        _ => Ok(()),
    }
}

/// The claims of a proof, below its verdict.
pub(crate) fn write_certificate(out: &mut String, one: &CertificateResult) -> fmt::Result {
    // Of nothing there is nothing to confirm.
    if let Some(solved) = one.solved.as_ref().filter(|_| one.claims > 0 || one.complete) {
        writeln!(out, "  {}", solved.line(one.claims, one.complete))?;
        write_list(out, "fails", &solved.failed)?;
        write_list(out, "undecided", &solved.undecided)?;
    }
    if let Some(file) = &one.file {
        let claims = if one.claims == 1 { "claim" } else { "claims" };
        writeln!(out, "  certificate: {} {claims} in {file}", one.claims)?;
    }
    write_list(out, "not certified, trusted", &one.trusted)
}

pub(crate) fn write_certify(out: &mut String, one: &CertifyResult, screen: &dyn Screen) -> fmt::Result {
    for claim in &one.claims {
        let role = match claim.answer {
            "holds" => TextRole::Good,
            "fails" => TextRole::Bad,
            _ => TextRole::Unsure,
        };
        writeln!(
            out,
            "{}: {} {}  line {}",
            screen.paint(role, claim.answer),
            claim.kind,
            claim.name,
            claim.line
        )?;
        if let Some(more) = claim.reason.as_ref().or(claim.values.as_ref()) {
            writeln!(out, "  {more}")?;
        }
    }
    let solved = SolvedResult::of(&one.solver, &one.claims, 0.0);
    writeln!(out, "{}", solved.line(one.claims.len(), one.complete))?;
    write_list(out, "not certified, trusted", &one.trusted)
}
