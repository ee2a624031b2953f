//! The Markdown format of reports and of verdicts, for code reviews and wikis.

use crate::document::{Document, DocumentEntry};
use crate::names::ReadableNames;
use crate::page::FunctionReport;
use crate::rows::{self, CellMarks, RowTable};
use crate::text::{self, Detail, Plain};
use crate::{DiagnosticResult, Outcome, StatementReport, VerdictResult};
use std::fmt::Write;

/// Reports on some functions as one document.
pub fn render(reports: &[FunctionReport]) -> String {
    let mut out = String::new();
    for report in reports {
        let mut one = String::new();
        // Writing to a string does not fail.
        let _ = function(&mut one, report);
        out += &ReadableNames::of_params(&report.params).spell(one);
    }
    out
}

/// Verdicts as a comment on a change: a table of all, then each that does not count as good.
pub fn verdicts(document: &Document<'_>) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_verdicts(&mut out, document);
    out
}

fn write_verdicts(out: &mut String, document: &Document<'_>) -> std::fmt::Result {
    let verdicts: Vec<(&DocumentEntry, &VerdictResult)> = { document.entries.iter() }
        .filter_map(|entry| match &entry.outcome {
            Outcome::Verdict(verdict) => Some((entry, &**verdict)),
            _ => None,
        })
        .collect();
    let counts = match verdicts.is_empty() {
        true => "no answer".to_owned(),
        false => text::render_summary(document.summary, &Plain).trim_end().to_owned(),
    };
    writeln!(out, "### polyvet {}: {counts}", document.command)?;
    if !verdicts.is_empty() {
        let row = |(entry, verdict): &(&DocumentEntry, &VerdictResult)| {
            vec![
                mark(entry, verdict),
                code(&format!("@{}", verdict.func)),
                code(&verdict.subject),
            ]
        };
        let head = &["verdict", "function", "of"];
        let rows = verdicts.iter().map(row).collect();
        table(out, &RowTable { head, rows })?;
    }
    for (entry, verdict) in verdicts.iter().filter(|(entry, _)| !entry.accepted) {
        let open = if verdict.verdict == "refuted" { " open" } else { "" };
        let summary = format!("{}: @{}: {}", verdict.verdict, verdict.func, verdict.subject);
        writeln!(out, "\n<details{open}><summary>{}</summary>\n", html(&summary))?;
        writeln!(out, "{}\n\n</details>", block("text", &entry.text))?;
    }
    for message in document.messages.iter().filter(|one| one.severity != "note") {
        writeln!(out, "\n{}", message_line(message))?;
    }
    Ok(())
}

/// The verdict in a cell.
fn mark(entry: &DocumentEntry, verdict: &VerdictResult) -> String {
    let sign = match (verdict.verdict, entry.accepted) {
        ("refuted", _) => "❌",
        (_, true) => "✅",
        (_, false) => "❔",
    };
    let more = match (verdict.vacuous, verdict.strength) {
        (Some(_), _) => " (vacuous)",
        (_, Some("reassociated")) => " (reassociated)",
        _ => "",
    };
    format!("{sign} {}{more}", verdict.verdict)
}

fn message_line(message: &DiagnosticResult) -> String {
    let place = match (&message.file, message.line) {
        (Some(file), Some(line)) => format!("{file}:{line}: "),
        (Some(file), None) => format!("{file}: "),
        _ => String::new(),
    };
    let help = message
        .help
        .as_deref()
        .map_or(String::new(), |help| format!("\nhelp: {help}"));
    let text = format!(
        "{place}{}[{}]: {}{help}",
        message.severity, message.code, message.message
    );
    block("text", &text)
}

/// A block of code whose fence is longer than any in it.
fn block(language: &str, text: &str) -> String {
    let runs = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(3.max(runs + 1));
    format!("{fence}{language}\n{}\n{fence}", text.trim_end())
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// What is in a cell: no line breaks, no bars that would end it.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn code(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("`{}`", cell(text))
    }
}

/// The marks of Markdown.
struct Markdown;

impl CellMarks for Markdown {
    fn text(&self, text: &str) -> String {
        cell(text)
    }

    fn code(&self, text: &str) -> String {
        code(text)
    }

    fn line(&self, line: Option<usize>) -> String {
        line.map_or(String::new(), |line| line.to_string())
    }

    fn end(&self, stmt: &str, line: Option<usize>) -> String {
        match line {
            Some(line) => format!("{stmt}, line {line}"),
            None => stmt.to_owned(),
        }
    }

    fn kind(&self, kind: &str, reduction: bool) -> String {
        format!("{kind}{}", if reduction { " (reduction)" } else { "" })
    }
}

fn table(out: &mut String, table: &RowTable) -> std::fmt::Result {
    let head = table.head;
    writeln!(out, "\n| {} |\n|{}", head.join(" | "), " --- |".repeat(head.len()))?;
    for row in &table.rows {
        writeln!(out, "| {} |", row.join(" | "))?;
    }
    Ok(())
}

fn function(out: &mut String, report: &FunctionReport) -> std::fmt::Result {
    writeln!(out, "# `@{}`\n", report.func)?;
    writeln!(
        out,
        "{}{}",
        report.file,
        report.line.map_or(String::new(), |line| format!(", line {line}"))
    )?;
    if !report.source.is_empty() {
        writeln!(out, "\n```mlir\n{}\n```", report.source.trim_end())?;
    }
    if let Some(reason) = &report.no_model {
        writeln!(out, "\n**No model**: {} ({})", reason.message, code(reason.code))?;
        return writeln!(
            out,
            "{}",
            reason
                .help
                .as_deref()
                .map_or(String::new(), |help| format!("\n{help}\n"))
        );
    }
    if !report.params.is_empty() {
        writeln!(out, "\n## Parameters")?;
        let row = |param: &crate::ParamResult| vec![code(&param.name), cell(&param.origin)];
        let rows = report.params.iter().map(row).collect();
        let head = &["name", "value"];
        table(out, &RowTable { head, rows })?;
        if !report.context.is_empty() {
            writeln!(out, "\nwhere {}", code(&report.context))?;
        }
    }
    writeln!(out, "\n## Arrays")?;
    table(out, &rows::arrays(report, &Markdown))?;
    for stmt in &report.statements {
        statement(out, stmt)?;
    }
    writeln!(out, "\n## Bands\n")?;
    for band in &report.bands {
        writeln!(out, "- {}", text::band_text(band))?;
    }
    writeln!(out, "\n## Dependences")?;
    match report.dependences.is_empty() {
        true => writeln!(out, "\nNone.")?,
        false => table(out, &rows::dependences(report, &Markdown))?,
    }
    writeln!(
        out,
        "\n## Schedule\n\n```text\n{}\n```",
        text::tree_lines(&report.schedule).join("\n")
    )?;
    if !report.footprint.is_empty() {
        writeln!(out, "\n## Footprint")?;
    }
    for one in &report.footprint {
        writeln!(out, "\n```text\n{}\n```", text::footprint_text(one).trim_end())?;
    }
    if let Some(transform) = &report.transform {
        writeln!(out, "\n## Rewrite\n\n{}\n", code(&transform.script))?;
        let verdict = Outcome::Verdict(Box::new(transform.verdict.clone()));
        writeln!(
            out,
            "```text\n{}\n```",
            text::render(&verdict, Detail::Full, &Plain).trim_end()
        )?;
        let compared = text::comparison(report, transform);
        if !compared.is_empty() {
            writeln!(out, "\n```text\n{}```", compared)?;
        }
        if let Some(program) = &transform.program {
            writeln!(out, "\n```mlir\n{}\n```", program.trim_end())?;
        }
    }
    writeln!(out)
}

fn statement(out: &mut String, stmt: &StatementReport) -> std::fmt::Result {
    let facts = &stmt.relations;
    write!(out, "\n## {}", facts.stmt)?;
    if let Some(op) = &facts.op {
        write!(out, ": `{op}`")?;
    }
    writeln!(out, "\n")?;
    if !stmt.source.is_empty() {
        writeln!(out, "```mlir\n{}\n```\n", stmt.source)?;
    }
    if let Some(line) = facts.line {
        writeln!(out, "- line {line}")?;
    }
    for (name, value) in rows::facts(stmt, &Markdown) {
        writeln!(out, "- {name} {value}")?;
    }
    table(out, &rows::operands(stmt, &Markdown))
}
