//! What the formats need that are written when all results are there: Markdown of verdicts, SARIF, JUnit.

use crate::{DiagnosticResult, Outcome, Summary, VerdictResult};

/// A part of a file. Lines and columns count from one, columns in characters; the end is not part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The file; `<stdin>` and the like for a text that is none.
    pub file: String,
    /// Where it begins.
    pub line: usize,
    /// Where it begins.
    pub column: usize,
    /// Where it ends.
    pub end_line: usize,
    /// Where it ends.
    pub end_column: usize,
}

impl Region {
    /// Whether others can open the file: `<stdin>` and `<output of mlir-opt>` are none.
    pub fn is_in_a_file(&self) -> bool {
        !self.file.starts_with('<')
    }
}

/// A part of a file with a remark.
#[derive(Clone, Debug)]
pub struct Located {
    /// Where.
    pub region: Region,
    /// The remark; may be empty.
    pub label: String,
    /// Whether it is the main one.
    pub primary: bool,
}

/// A result and what is known of it when it is made.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The result.
    pub outcome: Outcome,
    /// Places in the programs, as the text format marks them.
    pub places: Vec<Located>,
    /// The line of the function, for results without places.
    pub function: Option<Region>,
    /// The text format of it, without colours.
    pub text: String,
    /// Whether it counts as good.
    pub accepted: bool,
}

/// All results of a command.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    /// The command.
    pub command: &'static str,
    /// The results, in their order.
    pub entries: &'a [Entry],
    /// What was looked at and is as it should be, where there is no result for that: programs with their snapshot.
    pub passed: &'a [String],
    /// The messages, in their order.
    pub messages: &'a [DiagnosticResult],
    /// Counts of the verdicts.
    pub summary: &'a Summary,
}

impl VerdictResult {
    /// The code that says most about it, a page of `polyvet explain`.
    pub fn code(&self) -> &str {
        match (&self.witness, &self.reason) {
            (Some(witness), _) => &witness.kind,
            (_, Some(reason)) => reason.code,
            _ => self.vacuous.or(self.strength).unwrap_or(self.verdict),
        }
    }
}

/// The text of a result in one line: its first two lines, which say what and why.
pub(crate) fn gist(text: &str) -> String {
    let mut lines = text.lines().map(str::trim);
    let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    if second.is_empty() || second.starts_with("-->") {
        return first.to_owned();
    }
    format!("{first}: {}", second.trim_end_matches(';'))
}
