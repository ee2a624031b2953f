//! What the formats need that are written when all results are there: Markdown of verdicts, SARIF, JUnit.

use crate::{DiagnosticResult, Outcome, Summary, VerdictResult, text};

/// A part of a file. Lines and columns count from one, columns in characters; the end is not part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRegion {
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

impl FileRegion {
    /// Whether others can open the file: `<stdin>` and `<output of mlir-opt>` are none.
    pub fn is_in_a_file(&self) -> bool {
        !self.file.starts_with('<')
    }
}

/// A part of a file with a remark.
#[derive(Clone, Debug)]
pub struct Located {
    /// Where.
    pub region: FileRegion,
    /// The remark; may be empty.
    pub label: String,
    /// Whether it is the main one.
    pub primary: bool,
}

/// A result and what is known of it when it is made.
#[derive(Clone, Debug)]
pub struct DocumentEntry {
    /// The result.
    pub outcome: Outcome,
    /// Places in the programs, as the text format marks them.
    pub places: Vec<Located>,
    /// The line of the function, for results without places.
    pub function: Option<FileRegion>,
    /// The text format of it, without colours.
    pub text: String,
    /// Why it does not count as good, where only an option is missing.
    pub hint: Option<&'static str>,
    /// Whether it counts as good.
    pub accepted: bool,
}

/// All results of a command.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    /// The command.
    pub command: &'static str,
    /// The results, in their order.
    pub entries: &'a [DocumentEntry],
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

impl FileRegion {
    /// A place whose end is not known.
    pub(crate) fn at(file: &str, line: Option<usize>, column: Option<usize>) -> FileRegion {
        FileRegion {
            file: file.to_owned(),
            line: line.unwrap_or(1),
            column: column.unwrap_or(1),
            end_line: 0,
            end_column: 0,
        }
    }
}

impl DocumentEntry {
    /// The main place that is in a file, the line of the function, or else the beginning of `file`.
    pub(crate) fn place(&self, file: &str) -> FileRegion {
        let files = || self.places.iter().filter(|place| place.region.is_in_a_file());
        let found = files().find(|place| place.primary).or_else(|| files().next());
        found
            .map(|place| place.region.clone())
            .or_else(|| self.function.clone())
            .unwrap_or_else(|| FileRegion::at(file, None, None))
    }
}

impl DocumentEntry {
    /// The verdict in one line, then what to do about it.
    pub(crate) fn advice(&self, verdict: &VerdictResult) -> String {
        let helps = text::helps(verdict).into_iter().map(|help| format!("help: {help}"));
        let lines = std::iter::once(text::gist(verdict, self.hint)).chain(helps);
        lines.collect::<Vec<_>>().join("\n")
    }
}
