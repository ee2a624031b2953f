//! `check --all`: what may be done to a function.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Screen, TextRole};

/// Every transform at every place of a function, legal or not.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct CandidatesResult {
    /// The file of the function.
    pub file: String,
    /// The function, without `@`.
    pub func: String,
    /// How many dependences the orders must keep.
    pub dependences: usize,
    /// How many candidates there are of each kind.
    pub counts: CandidateCounts,
    /// The candidates: those on loops, then those on operations, by transform.
    pub candidates: Vec<CandidateResult>,
}

/// How many candidates there are of each kind.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct CandidateCounts {
    /// Legal.
    pub legal: usize,
    /// Of these, legal up to the order of a reduction.
    pub reassociated: usize,
    /// Not legal.
    pub illegal: usize,
    /// Tested, or not decided.
    pub unknown: usize,
    /// The transform has no place there.
    pub no_place: usize,
}

/// A script of one transform.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct CandidateResult {
    /// The transform, as `polyvet transforms` lists it.
    pub transform: &'static str,
    /// The call: what `--transform` takes.
    pub script: String,
    /// `legal`; `illegal`: it breaks a dependence, or, on operations, a value differs; `tested`, `unknown`; `no-place`.
    #[schemars(extend("enum" = ["legal", "illegal", "tested", "unknown", "no-place"]))]
    pub answer: &'static str,
    /// `bitwise`, `reassociated`; null unless legal.
    #[schemars(extend("enum" = ["bitwise", "reassociated", null]))]
    pub strength: Option<&'static str>,
    /// The dependence that is broken; absent unless one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breaks: Option<BrokenResult>,
    /// Why it is neither legal nor breaks a dependence, in words; absent where there is nothing to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A dependence that an order breaks.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct BrokenResult {
    /// `order-raw`, `race-waw`, ..: as the kind of a witness.
    pub kind: String,
    /// The array.
    pub array: String,
    /// The statement that must come first.
    pub source: String,
    /// The statement that must come second.
    pub sink: String,
    /// The loop whose iterations would race; null for orders.
    #[serde(rename = "loop")]
    pub in_loop: Option<String>,
}

impl CandidatesResult {
    /// Adds one.
    pub fn push(&mut self, one: CandidateResult) {
        let counts = &mut self.counts;
        let count = match one.answer {
            "legal" => &mut counts.legal,
            "illegal" => &mut counts.illegal,
            "no-place" => &mut counts.no_place,
            _ => &mut counts.unknown,
        };
        *count += 1;
        counts.reassociated += usize::from(one.strength == Some("reassociated"));
        self.candidates.push(one);
    }
}

impl BrokenResult {
    /// `race of j: S0 then S1 on A (waw)`
    fn text(&self) -> String {
        let (what, kind) = self.kind.split_once('-').unwrap_or(("order", &self.kind));
        let who = match self.source == self.sink {
            true => format!("{} on itself", self.source),
            false => format!("{} before {}", self.source, self.sink),
        };
        let broken = match (&self.in_loop, what) {
            (Some(name), _) => format!("iterations of {name} race"),
            (None, "unordered") => "nothing orders".to_owned(),
            (None, _) => "turns round".to_owned(),
        };
        format!("{broken}: {kind} on {}, {who}", self.array)
    }
}

pub(crate) fn write_candidates(out: &mut String, result: &CandidatesResult, screen: &dyn Screen) -> std::fmt::Result {
    let counts = &result.counts;
    let tried = result.candidates.len() - counts.no_place;
    let head = screen.paint(TextRole::Strong, &format!("@{}", result.func));
    let noun = if tried == 1 { "candidate" } else { "candidates" };
    write!(out, "{head}: {tried} {noun}, {} legal", counts.legal)?;
    if counts.reassociated > 0 {
        write!(out, " ({} up to the order of a reduction)", counts.reassociated)?;
    }
    write!(out, ", {} not", counts.illegal)?;
    if counts.unknown > 0 {
        write!(out, ", {} not decided", counts.unknown)?;
    }
    match counts.no_place {
        0 => writeln!(out)?,
        1 => writeln!(out, "; 1 more has no place")?,
        more => writeln!(out, "; {more} more have no place")?,
    }
    let shown = || result.candidates.iter().filter(|one| one.answer != "no-place");
    let width = shown().map(|one| one.script.chars().count()).max().unwrap_or(0);
    for one in shown() {
        let (word, role) = match (one.answer, one.strength) {
            ("legal", Some("reassociated")) => ("reassociated", TextRole::Unsure),
            ("legal", _) => ("legal", TextRole::Good),
            ("illegal", _) => ("not legal", TextRole::Bad),
            (other, _) => (other, TextRole::Unsure),
        };
        let word = screen.paint(role, &format!("{word:12}"));
        let why = one
            .breaks
            .as_ref()
            .map(BrokenResult::text)
            .or_else(|| one.reason.clone());
        let line = match why {
            Some(why) => format!("  {word}  {:width$}  {why}", one.script),
            None => format!("  {word}  {}", one.script),
        };
        writeln!(out, "{line}")?;
    }
    Ok(())
}
