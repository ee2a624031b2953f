//! The text of each result, and behind it what a workflow of GitHub makes an annotation of the line.

use crate::document::{Entry, Region, advice};
use crate::{DiagnosticResult, Outcome, SnapshotResult};

/// What is written of a result.
pub fn render(entry: &Entry) -> String {
    let annotation = match &entry.outcome {
        Outcome::Verdict(verdict) if !entry.accepted => {
            let level = if verdict.verdict == "refuted" {
                "error"
            } else {
                "warning"
            };
            let title = format!("polyvet: {}", verdict.code());
            command(level, &entry.place(&verdict.file), &title, &advice(&entry.text))
        }
        Outcome::Snapshot(snapshot) if !snapshot.accepted => difference(snapshot),
        _ => String::new(),
    };
    entry.text.clone() + &annotation
}

fn difference(snapshot: &SnapshotResult) -> String {
    let file = [&snapshot.file, &snapshot.snapshot]
        .into_iter()
        .find(|file| !file.is_empty());
    let file = file.map_or("", String::as_str);
    let said = match snapshot.words.is_empty() {
        true => format!("{} is {}", snapshot.snapshot, snapshot.status),
        false => snapshot.words.join("\n"),
    };
    command("error", &Region::at(file, None, None), "polyvet: snapshot", &said)
}

/// A message; the log has its text already.
pub fn message(one: &DiagnosticResult) -> String {
    let level = match one.severity {
        "note" => "notice",
        severity => severity,
    };
    let help = one
        .help
        .as_deref()
        .map_or(String::new(), |help| format!("\nhelp: {help}"));
    let region = Region::at(one.file.as_deref().unwrap_or_default(), one.line, one.column);
    command(
        level,
        &region,
        &format!("polyvet: {}", one.code),
        &(one.message.clone() + &help),
    )
}

fn command(level: &str, place: &Region, title: &str, text: &str) -> String {
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
    fn what_ends_a_command_is_escaped() {
        let region = Region::at("a,b:c.mlir", Some(3), None);
        let shown = command("error", &region, "50%", "one\n::warning::two");
        assert_eq!(
            shown,
            "::error file=a%2Cb%3Ac.mlir,line=3,col=1,title=50%25::one%0A::warning::two\n"
        );
    }
}
