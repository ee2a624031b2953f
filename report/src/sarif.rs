//! SARIF 2.1.0, which code scanning reads: what does not count as good, each with its place.
//!
//! The types are the part of the format that is written here. GitHub shows every result as an alert whatever its `kind`
//! says, so that what is proved is no result.

use crate::document::{Document, DocumentEntry, FileRegion, Located};
use crate::{DiagnosticResult, Outcome};
use serde::Serialize;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

#[derive(Serialize)]
struct SarifLog<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [SarifRun<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRun<'a> {
    tool: SarifTool,
    /// Columns are counted in characters, not in UTF-16 units.
    column_kind: &'static str,
    invocations: [Invocation; 1],
    results: Vec<SarifResult<'a>>,
}

#[derive(Serialize)]
struct SarifTool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<SarifRule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRule {
    id: String,
    short_description: SarifText,
    help: Help,
}

#[derive(Serialize)]
struct Help {
    text: String,
    markdown: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    /// False if the input was bad: not everything that was asked has been answered.
    execution_successful: bool,
    /// Messages about no file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: SarifText,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult<'a> {
    rule_id: &'a str,
    level: &'static str,
    message: SarifText,
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
}

#[derive(Serialize)]
struct SarifText {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: Physical,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<SarifText>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<SarifLines>,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifLines {
    start_line: usize,
    start_column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<usize>,
}

/// The document; `explain` gives the page of a code: its summary and all of it, in Markdown.
pub fn render(document: &Document<'_>, explain: &dyn Fn(&str) -> Option<(&'static str, &'static str)>) -> String {
    let verdicts = document.entries.iter().filter_map(verdict);
    let messages = document.messages.iter().filter_map(message);
    let results: Vec<SarifResult<'_>> = verdicts.chain(messages).collect();
    let mut ids: Vec<&str> = results.iter().map(|result| result.rule_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let rule = |id: &&str| {
        let (summary, page) = explain(id).unwrap_or((id, id));
        SarifRule {
            id: (*id).to_owned(),
            short_description: SarifText {
                text: summary.replace('\n', " "),
            },
            help: Help {
                text: page.to_owned(),
                markdown: page.to_owned(),
            },
        }
    };
    let log = SarifLog {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [SarifRun {
            tool: SarifTool {
                driver: Driver {
                    name: "polyvet",
                    version: env!("CARGO_PKG_VERSION"),
                    rules: ids.iter().map(rule).collect(),
                },
            },
            column_kind: "unicodeCodePoints",
            invocations: [Invocation {
                execution_successful: !document.messages.iter().any(|one| one.severity == "error"),
                tool_execution_notifications: document.messages.iter().filter_map(notification).collect(),
            }],
            results,
        }],
    };
    // Neither a map with other keys than strings nor an error of its own is in there.
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn verdict(entry: &DocumentEntry) -> Option<SarifResult<'_>> {
    let Outcome::Verdict(verdict) = &entry.outcome else {
        return None;
    };
    if entry.accepted {
        return None;
    }
    let main = entry.place(&verdict.file);
    let others = entry.places.iter().filter(|place| place.region.is_in_a_file());
    let said = |place: &&Located| !place.label.is_empty();
    let related = others.filter(said).enumerate();
    Some(SarifResult {
        rule_id: verdict.code(),
        level: if verdict.verdict == "refuted" {
            "error"
        } else {
            "warning"
        },
        message: SarifText {
            text: entry.advice(verdict),
        },
        locations: vec![Location::of(&main, None, "")],
        related_locations: related
            .map(|(id, place)| Location::of(&place.region, Some(id), &place.label))
            .collect(),
    })
}

fn message(one: &DiagnosticResult) -> Option<SarifResult<'_>> {
    let file = one.file.clone().filter(|_| one.severity != "note")?;
    let region = FileRegion::at(&file, one.line, one.column);
    Some(SarifResult {
        rule_id: one.code,
        level: one.severity,
        message: text_of(one),
        locations: vec![Location::of(&region, None, "")],
        related_locations: Vec::new(),
    })
}

fn notification(one: &DiagnosticResult) -> Option<Notification> {
    one.file.is_none().then(|| Notification {
        level: one.severity,
        message: text_of(one),
    })
}

fn text_of(message: &DiagnosticResult) -> SarifText {
    let help = message.help.as_deref().map(|help| format!("\nhelp: {help}"));
    SarifText {
        text: message.message.clone() + &help.unwrap_or_default(),
    }
}

impl Location {
    fn of(region: &FileRegion, id: Option<usize>, label: &str) -> Location {
        let ends = region.end_line > 0;
        Location {
            id,
            physical_location: Physical {
                artifact_location: Artifact { uri: uri(&region.file) },
                region: Some(SarifLines {
                    start_line: region.line,
                    start_column: region.column,
                    end_line: ends.then_some(region.end_line),
                    end_column: ends.then_some(region.end_column),
                }),
            },
            message: (!label.is_empty()).then(|| SarifText { text: label.to_owned() }),
        }
    }
}

/// A path as a relative reference: `/` between its parts, and what has a meaning in URIs escaped.
fn uri(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path).replace('\\', "/");
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' | b'~' | b'+' | b'@' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_uri_references() {
        assert_eq!(uri("./a b/ä.mlir"), "a%20b/%C3%A4.mlir");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
        assert_eq!(uri("/x/c:d.mlir"), "/x/c%3Ad.mlir");
    }
}
