//! What a question is answered with.

use crate::reporter::Messages;
use crate::source::{Source, render_marks};
use polyvet_report::text::{Detail, render};
use polyvet_report::{
    CoverageResult, DepsResult, Mark, Outcome, ReasonResult, RelationsResult, Screen, TextRole, VerdictResult,
    WitnessResult,
};
use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::Deref;

/// The answer to one question: a result of the schema `polyvet/1` with what else there is to say.
///
/// - it [`Deref`]s to the result, whose fields are those of the schema;
/// - it is displayed as the command line shows it, with the lines of the program;
/// - it is serialised as an entry of `results` of `--format json`.
#[derive(Clone, Debug)]
pub struct Answer<T> {
    /// The result.
    pub result: T,
    /// Warnings and remarks, in their order.
    pub messages: Messages,
    /// The text that places refer to; of two programs the second.
    pub(crate) source: Source,
    /// The first of two programs.
    pub(crate) before: Option<Source>,
}

/// What was decided.
#[derive(Clone, Copy, Debug)]
pub enum Decided<'a> {
    /// The same for all sizes and inputs, bit for bit.
    Proved,
    /// The same for all sizes and inputs once reductions may be reordered.
    Reassociated,
    /// Proved, but any other program would have been proved too: [`VerdictResult::vacuous`] says why.
    Vacuous,
    /// Not the same, as a replay of this witness shows.
    Refuted(&'a WitnessResult),
    /// Not proved; the runs that were tried agree.
    Tested(&'a CoverageResult),
    /// Not decided.
    Unknown(&'a ReasonResult),
}

impl Answer<VerdictResult> {
    /// What was decided.
    pub fn decided(&self) -> Decided<'_> {
        let result = &self.result;
        match (&result.witness, &result.coverage, &result.reason) {
            (Some(witness), ..) => Decided::Refuted(witness),
            (_, Some(coverage), _) => Decided::Tested(coverage),
            (.., Some(reason)) => Decided::Unknown(reason),
            _ if result.vacuous.is_some() => Decided::Vacuous,
            _ if result.strength == Some("bitwise") => Decided::Proved,
            _ => Decided::Reassociated,
        }
    }
}

/// A result that has a place in `results`.
pub trait Reportable: Clone + Serialize {
    /// As an entry of `results`.
    fn outcome(self) -> Outcome;
}

impl Reportable for VerdictResult {
    fn outcome(self) -> Outcome {
        Outcome::Verdict(Box::new(self))
    }
}

impl Reportable for RelationsResult {
    fn outcome(self) -> Outcome {
        Outcome::Relations(self)
    }
}

impl Reportable for DepsResult {
    fn outcome(self) -> Outcome {
        Outcome::Deps(self)
    }
}

impl<T> Deref for Answer<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.result
    }
}

impl<T: Serialize> Serialize for Answer<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.result.serialize(serializer)
    }
}

impl<T: Reportable> fmt::Display for Answer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let page = PlainPage {
            source: &self.source,
            before: self.before.as_ref(),
        };
        let text = render(&self.result.clone().outcome(), Detail::Full, &page);
        f.write_str(text.trim_end_matches('\n'))
    }
}

/// Plain text with the lines of the programs.
struct PlainPage<'a> {
    source: &'a Source,
    before: Option<&'a Source>,
}

impl Screen for PlainPage<'_> {
    fn paint(&self, _: TextRole, text: &str) -> String {
        text.to_owned()
    }

    fn snippet(&self, marks: &[Mark]) -> String {
        render_marks(&[(self.source, marks)], false)
    }

    fn snippets(&self, before: &[Mark], after: &[Mark]) -> String {
        let first = self.before.map(|source| (source, before));
        let parts: Vec<_> = first.into_iter().chain([(self.source, after)]).collect();
        render_marks(&parts, false)
    }
}
