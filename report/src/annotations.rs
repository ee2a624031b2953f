//! The text of each result, and behind it a line that other tools take to its place.

use crate::document::{DocumentEntry, FileRegion};
use crate::{DiagnosticResult, Outcome, SnapshotResult};

/// How a place is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `::error file=x.mlir,line=3::..`: a workflow of GitHub makes an annotation of it.
    Github,
    /// `x.mlir:3:1: error: ..`: editors and Compiler Explorer jump to it.
    Gnu,
}

/// What is written of a result.
pub fn render(entry: &DocumentEntry, style: Style) -> String {
    let annotation = match &entry.outcome {
        Outcome::Verdict(verdict) if !entry.accepted => {
            let level = if verdict.verdict == "refuted" {
                "error"
            } else {
                "warning"
            };
            let title = format!("polyvet: {}", verdict.code());
            style.line(level, &entry.place(&verdict.file), &title, &entry.advice(verdict))
        }
        Outcome::Snapshot(snapshot) if !snapshot.accepted => difference(snapshot, style),
        _ => String::new(),
    };
    entry.text.clone() + &annotation
}

fn difference(snapshot: &SnapshotResult, style: Style) -> String {
    let file = [&snapshot.file, &snapshot.snapshot]
        .into_iter()
        .find(|file| !file.is_empty());
    let file = file.map_or("", String::as_str);
    let said = match snapshot.words.is_empty() {
        true => format!("{} is {}", snapshot.snapshot, snapshot.status),
        false => snapshot.words.join("\n"),
    };
    style.line("error", &FileRegion::at(file, None, None), "polyvet: snapshot", &said)
}

/// A message; the log has its text already.
pub fn message(one: &DiagnosticResult, style: Style) -> String {
    let level = match one.severity {
        "note" => "notice",
        severity => severity,
    };
    let help = one
        .help
        .as_deref()
        .map_or(String::new(), |help| format!("\nhelp: {help}"));
    let region = FileRegion::at(one.file.as_deref().unwrap_or_default(), one.line, one.column);
    let text = one.message.clone() + &help;
    style.line(level, &region, &format!("polyvet: {}", one.code), &text)
}

impl Style {
    fn line(self, level: &str, place: &FileRegion, title: &str, text: &str) -> String {
        match self {
            Style::Github => command(level, place, title, text),
            Style::Gnu => gnu(level, place, text),
        }
    }
}

/// What GNU's coding standards say; one line, whatever the text.
fn gnu(level: &str, place: &FileRegion, text: &str) -> String {
    let level = if level == "notice" { "note" } else { level };
    let text = text.replace('\n', "; ");
    match place.file.is_empty() {
        true => format!("polyvet: {level}: {text}\n"),
        false => format!("{}:{}:{}: {level}: {text}\n", place.file, place.line, place.column),
    }
}

fn command(level: &str, place: &FileRegion, title: &str, text: &str) -> String {
    let mut properties = Vec::new();
    if !place.file.is_empty() && place.is_in_a_file() {
        properties.push(format!("file={}", property(place.file.trim_start_matches("./"))));
        properties.push(format!("line={},col={}", place.line, place.column));
        if place.end_line > 0 {
            properties.push(format!("endLine={},endColumn={}", place.end_line, place.end_column));
        }
    }
    properties.push(format!("title={}", property(title)));
    format!("::{level} {}::{}\n", properties.join(","), data(text))
}

/// The workflow would end the command at the end of a line.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gnu_is_one_line() {
        let region = FileRegion::at("a.mlir", Some(3), Some(7));
        assert_eq!(gnu("notice", &region, "one\ntwo"), "a.mlir:3:7: note: one; two\n");
        assert_eq!(
            gnu("error", &FileRegion::at("", None, None), "one"),
            "polyvet: error: one\n"
        );
    }

    #[test]
    fn what_ends_a_command_is_escaped() {
        let region = FileRegion::at("a,b:c.mlir", Some(3), None);
        let shown = command("error", &region, "50%", "one\n::warning::two");
        assert_eq!(
            shown,
            "::error file=a%2Cb%3Ac.mlir,line=3,col=1,title=50%25::one%0A::warning::two\n"
        );
    }
}
