//! The Markdown format of a report, for code reviews and wikis.

use crate::page::FunctionReport;
use crate::text::{self, Detail, Plain};
use crate::{Outcome, StatementReport};
use std::fmt::Write;

/// Reports on some functions as one document.
pub fn render(reports: &[FunctionReport]) -> String {
    let mut out = String::new();
    for report in reports {
        // Writing to a string does not fail.
        let _ = function(&mut out, report);
    }
    out
}

/// What stands in a cell: no line breaks, no bars that would end it.
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

fn table(out: &mut String, head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> std::fmt::Result {
    writeln!(out, "\n| {} |\n|{}", head.join(" | "), " --- |".repeat(head.len()))?;
    for row in rows {
        writeln!(out, "| {} |", row.join(" | "))?;
    }
    Ok(())
}

fn line(line: Option<usize>) -> String {
    line.map_or(String::new(), |line| line.to_string())
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
    if !report.params.is_empty() {
        writeln!(out, "\n## Parameters")?;
        let row = |param: &crate::ParamResult| vec![code(&param.name), cell(&param.origin)];
        table(out, &["name", "value"], report.params.iter().map(row))?;
        if !report.context.is_empty() {
            writeln!(out, "\nwhere {}", code(&report.context))?;
        }
    }
    writeln!(out, "\n## Arrays")?;
    table(
        out,
        &["array", "type", "kind", "elements", "line"],
        report.arrays.iter().map(|array| {
            let (ty, touched) = (text::array_type(array), text::touched_text(array));
            vec![
                code(&array.array),
                code(&ty),
                array.kind.to_owned(),
                cell(&touched),
                line(array.line),
            ]
        }),
    )?;
    for stmt in &report.statements {
        statement(out, stmt)?;
    }
    writeln!(out, "\n## Bands\n")?;
    for band in &report.bands {
        writeln!(out, "- {}", text::band_text(band))?;
    }
    writeln!(out, "\n## Dependences")?;
    table(
        out,
        &["kind", "from", "to", "array", "distance", "carried by", "map"],
        report.dependences.iter().map(|dep| {
            let kind = format!("{}{}", dep.kind, if dep.reduction { " (reduction)" } else { "" });
            let distance = match dep.loops.is_empty() {
                true => String::new(),
                false => format!("({}) in ({})", dep.distance.join(", "), dep.loops.join(", ")),
            };
            let end = |stmt: &str, at: Option<usize>| match at {
                Some(at) => format!("{stmt}, line {at}"),
                None => stmt.to_owned(),
            };
            vec![
                kind,
                end(&dep.source, dep.source_line),
                end(&dep.sink, dep.sink_line),
                code(&dep.array),
                cell(&distance),
                dep.carried_by.join(", "),
                code(&dep.map),
            ]
        }),
    )?;
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
        if let Some(schedule) = &transform.schedule {
            writeln!(out, "\n```text\n{}\n```", text::tree_lines(schedule).join("\n"))?;
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
    if let Some(line) = facts.line {
        writeln!(out, "- line {line}")?;
    }
    writeln!(out, "- domain {}", code(&facts.domain))?;
    if !facts.loops.is_empty() {
        writeln!(out, "- loops {}", text::loops_text(&facts.loops, &Plain))?;
    }
    if let Some(combiner) = facts.reduction {
        writeln!(out, "- reduces by {combiner}")?;
    }
    writeln!(out, "- runs {}", text::runs_text(stmt))?;
    writeln!(out, "- computes {}", text::computes_text(stmt))?;
    table(
        out,
        &["access", "relation", "inverse", "facts", "line"],
        facts.operands.iter().map(|operand| {
            vec![
                operand.access.replace('_', " "),
                code(&operand.relation),
                code(&operand.inverse),
                cell(&text::facts_text(operand)),
                line(operand.line),
            ]
        }),
    )
}
