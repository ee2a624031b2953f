//! The HTML format of a report: one file that needs no other and no network.
//!
//! What can be read is written here; the pictures are drawn by `assets/report.js` from the points of
//! [`crate::page::Picture`], which stand in the page as JSON.

use crate::footprint::{FootprintOperand, FootprintResult};
use crate::page::{FunctionReport, StatementReport, TreeReport};
use crate::text::{self, Detail, Plain};
use crate::{Edge, Outcome};
use std::fmt::Write;

const STYLE: &str = include_str!("../assets/report.css");
const SCRIPT: &str = include_str!("../assets/report.js");

/// Reports on some functions as one page.
pub fn render(reports: &[FunctionReport]) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = page(&mut out, reports);
    out
}

/// Text as HTML.
fn esc(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", esc(text))
}

/// A number of a line that leads to it.
fn line(function: usize, line: Option<usize>) -> String {
    line.map_or(String::new(), |line| {
        format!("<a class=\"line\" href=\"#f{function}-l{line}\">{line}</a>")
    })
}

fn page(out: &mut String, reports: &[FunctionReport]) -> std::fmt::Result {
    let title = match reports {
        [one] => format!("@{}", one.func),
        _ => format!("{} functions", reports.len()),
    };
    writeln!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"
    )?;
    writeln!(
        out,
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
    )?;
    writeln!(
        out,
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>polyvet: {}</title>",
        esc(&title)
    )?;
    writeln!(out, "<style>\n{STYLE}</style>\n</head>\n<body>")?;
    if reports.len() > 1 {
        writeln!(out, "<nav class=\"functions\" aria-label=\"Functions\">")?;
        for (at, report) in reports.iter().enumerate() {
            writeln!(out, "<a href=\"#f{at}\">@{}</a>", esc(&report.func))?;
        }
        writeln!(out, "</nav>")?;
    }
    writeln!(out, "<main>")?;
    for (at, report) in reports.iter().enumerate() {
        function(out, at, report)?;
    }
    writeln!(out, "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>")
}

fn function(out: &mut String, at: usize, report: &FunctionReport) -> std::fmt::Result {
    writeln!(
        out,
        "<section class=\"function\" id=\"f{at}\">\n<h1>@{}</h1>",
        esc(&report.func)
    )?;
    writeln!(out, "<p class=\"place\">{}{}</p>", esc(&report.file), {
        report.line.map_or(String::new(), |line| format!(", line {line}"))
    })?;
    if let Some(transform) = &report.transform {
        let verdict = &transform.verdict;
        writeln!(
            out,
            "<p class=\"verdict {}\"><strong>{}</strong> {} {}</p>",
            verdict.verdict,
            verdict.verdict,
            verdict.strength.unwrap_or(""),
            code(&transform.script)
        )?;
    }
    if let Some(picture) = &report.picture {
        writeln!(
            out,
            "<figure class=\"picture\" data-picture=\"f{at}-points\" aria-label=\"Iterations and data\">"
        )?;
        writeln!(
            out,
            "<noscript>The pictures need JavaScript; everything else does not.</noscript></figure>"
        )?;
        let json = serde_json::to_string(picture).unwrap_or_default().replace("</", "<\\/");
        writeln!(
            out,
            "<script type=\"application/json\" id=\"f{at}-points\">{json}</script>"
        )?;
    }
    source(out, at, report)?;
    params(out, report)?;
    arrays(out, at, report)?;
    for stmt in &report.statements {
        statement(out, at, stmt)?;
    }
    writeln!(out, "<h2>Bands</h2>\n<ul>")?;
    for band in &report.bands {
        writeln!(out, "<li>{}</li>", esc(&text::band_text(band)))?;
    }
    writeln!(out, "</ul>")?;
    dependences(out, at, report)?;
    writeln!(out, "<h2>Schedule</h2>\n<div class=\"side\">")?;
    schedule(out, &report.schedule)?;
    if let Some(schedule) = report
        .transform
        .as_ref()
        .and_then(|transform| transform.schedule.as_ref())
    {
        writeln!(out, "<div class=\"becomes\" aria-hidden=\"true\">&#8594;</div>")?;
        self::schedule(out, schedule)?;
    }
    writeln!(out, "</div>")?;
    footprint(out, report)?;
    if let Some(transform) = &report.transform {
        writeln!(out, "<h2>Rewrite</h2>")?;
        let verdict = Outcome::Verdict(Box::new(transform.verdict.clone()));
        writeln!(
            out,
            "<pre>{}</pre>",
            esc(text::render(&verdict, Detail::Full, &Plain).trim_end())
        )?;
        if let Some(program) = &transform.program {
            writeln!(
                out,
                "<details><summary>The new program</summary><pre>{}</pre></details>",
                esc(program)
            )?;
        }
    }
    writeln!(out, "</section>")
}

fn source(out: &mut String, at: usize, report: &FunctionReport) -> std::fmt::Result {
    let Some(first) = report.line else { return Ok(()) };
    writeln!(out, "<details open class=\"source\"><summary>Source</summary>\n<pre>")?;
    for (number, line) in report.source.lines().enumerate() {
        let number = first + number;
        write!(
            out,
            "<span id=\"f{at}-l{number}\" class=\"row\"><i>{number}</i>{}</span>",
            esc(line)
        )?;
    }
    writeln!(out, "</pre></details>")
}

fn params(out: &mut String, report: &FunctionReport) -> std::fmt::Result {
    if report.params.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h2>Parameters</h2>\n<dl>")?;
    for param in &report.params {
        writeln!(out, "<dt>{}</dt><dd>{}</dd>", code(&param.name), esc(&param.origin))?;
    }
    writeln!(out, "</dl>")?;
    match report.context.is_empty() {
        true => Ok(()),
        false => writeln!(out, "<p>where {}</p>", code(&report.context)),
    }
}

fn table(out: &mut String, head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> std::fmt::Result {
    write!(out, "<div class=\"wide\"><table>\n<thead><tr>")?;
    for name in head {
        write!(out, "<th scope=\"col\">{name}</th>")?;
    }
    writeln!(out, "</tr></thead>\n<tbody>")?;
    for row in rows {
        writeln!(out, "<tr><td>{}</td></tr>", row.join("</td><td>"))?;
    }
    writeln!(out, "</tbody></table></div>")
}

fn arrays(out: &mut String, at: usize, report: &FunctionReport) -> std::fmt::Result {
    writeln!(out, "<h2>Arrays</h2>")?;
    table(
        out,
        &["array", "type", "kind", "elements", "line"],
        report.arrays.iter().map(|array| {
            let (ty, touched) = (text::array_type(array), text::touched_text(array));
            vec![
                code(&array.array),
                code(&ty),
                array.kind.to_owned(),
                esc(&touched),
                line(at, array.line),
            ]
        }),
    )
}

fn statement(out: &mut String, at: usize, stmt: &StatementReport) -> std::fmt::Result {
    let facts = &stmt.relations;
    let op = facts
        .op
        .as_deref()
        .map_or(String::new(), |op| format!(": {}", code(op)));
    writeln!(
        out,
        "<h2 id=\"f{at}-{0}\">{0}{op} {1}</h2>\n<dl>",
        esc(&facts.stmt),
        line(at, facts.line)
    )?;
    let mut entry = |name: &str, value: String| writeln!(out, "<dt>{name}</dt><dd>{value}</dd>");
    entry("domain", code(&facts.domain))?;
    if !facts.loops.is_empty() {
        entry("loops", esc(&text::loops_text(&facts.loops, &Plain)))?;
    }
    if let Some(combiner) = facts.reduction {
        entry("reduces", format!("by {combiner}"))?;
    }
    entry("runs", esc(&text::runs_text(stmt)))?;
    entry("computes", esc(&text::computes_text(stmt)))?;
    writeln!(out, "</dl>")?;
    table(
        out,
        &["access", "relation", "inverse", "facts", "line"],
        facts.operands.iter().map(|operand| {
            vec![
                operand.access.replace('_', " "),
                code(&operand.relation),
                code(&operand.inverse),
                esc(&text::facts_text(operand)),
                line(at, operand.line),
            ]
        }),
    )
}

fn dependences(out: &mut String, at: usize, report: &FunctionReport) -> std::fmt::Result {
    writeln!(out, "<h2>Dependences</h2>")?;
    if report.dependences.is_empty() {
        return writeln!(out, "<p>None.</p>");
    }
    graph(out, report)?;
    table(
        out,
        &["kind", "from", "to", "array", "distance", "carried by", "map"],
        report.dependences.iter().map(|dep| {
            let distance = match dep.loops.is_empty() {
                true => String::new(),
                false => format!("({}) in ({})", dep.distance.join(", "), dep.loops.join(", ")),
            };
            vec![
                format!(
                    "<span class=\"{0}\">{0}</span>{1}",
                    dep.kind,
                    if dep.reduction { ", reduction" } else { "" }
                ),
                format!("{} {}", esc(&dep.source), line(at, dep.source_line)),
                format!("{} {}", esc(&dep.sink), line(at, dep.sink_line)),
                code(&dep.array),
                esc(&distance),
                esc(&dep.carried_by.join(", ")),
                code(&dep.map),
            ]
        }),
    )
}

fn footprint(out: &mut String, report: &FunctionReport) -> std::fmt::Result {
    if report.footprint.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h2>Footprint</h2>")?;
    for one in &report.footprint {
        bars(out, one)?;
        writeln!(out, "<pre>{}</pre>", esc(text::footprint_text(one).trim_end()))?;
    }
    Ok(())
}

/// Bytes of a full tile by operand, against sizes of caches; nothing where they are symbols.
fn bars(out: &mut String, one: &FootprintResult) -> std::fmt::Result {
    const CACHES: [(&str, u64); 3] = [("32 KiB", 32 << 10), ("1 MiB", 1 << 20), ("32 MiB", 32 << 20)];
    let bytes = |operand: &FootprintOperand| operand.full.as_ref().and_then(|full| full.bytes.value);
    let known: Vec<(String, u64)> = { one.operands.iter() }
        .filter_map(|operand| Some((format!("{} {}", operand.access, operand.array), bytes(operand)?)))
        .collect();
    let all = one.working_set.as_ref().and_then(|set| set.bytes.value);
    let rows: Vec<(String, u64)> = known
        .into_iter()
        .chain(all.map(|all| ("working set".to_owned(), all)))
        .collect();
    let Some(most) = rows.iter().map(|(_, bytes)| *bytes).max().filter(|most| *most > 0) else {
        return Ok(());
    };
    let cache = CACHES.into_iter().find(|(_, size)| *size >= most).unwrap_or(CACHES[2]);
    let scale = cache.1.max(most);
    writeln!(
        out,
        "<div class=\"bars\" role=\"img\" aria-label=\"Bytes of a full tile\">"
    )?;
    for (name, bytes) in &rows {
        let width = (*bytes as f64 / scale as f64 * 100.0).max(0.5);
        writeln!(
            out,
            "<div><span>{}</span><i><b style=\"width: {width:.1}%\"></b></i><span>{bytes} B</span></div>",
            esc(name)
        )?;
    }
    writeln!(
        out,
        "<p>The whole width is {}.</p></div>",
        if scale == cache.1 {
            cache.0.to_owned()
        } else {
            format!("{scale} B")
        }
    )
}

/// The statement graph: statements in a row, an arc for each edge.
fn graph(out: &mut String, report: &FunctionReport) -> std::fmt::Result {
    const STEP: usize = 150;
    let place = |stmt: &str| {
        let at = report
            .statements
            .iter()
            .position(|s| s.relations.stmt == stmt)
            .unwrap_or(0);
        70 + STEP * at
    };
    // Edges between the same two statements stand above each other.
    let mut level: Vec<(usize, usize, usize)> = Vec::new();
    let mut arcs = String::new();
    let mut height = 60;
    for edge in &report.graph {
        let Edge {
            source,
            sink,
            kind,
            arrays,
            ..
        } = edge;
        let (from, to) = (place(source), place(sink));
        let key = (from.min(to), from.max(to));
        let nth = level.iter().filter(|(a, b, _)| (*a, *b) == key).count();
        level.push((key.0, key.1, nth));
        let far = from.abs_diff(to) / STEP;
        let rise = 34 + 26 * nth + 18 * far;
        height = height.max(rise + 30);
        let label = format!("{kind} on {}", arrays.join(", "));
        let (path, at) = if from == to {
            (
                format!(
                    "M{} 0 C{} -{rise} {} -{rise} {} 0",
                    from - 18,
                    from - 40,
                    from + 40,
                    from + 18
                ),
                from,
            )
        } else {
            (
                format!("M{from} 0 C{from} -{rise} {to} -{rise} {to} 0"),
                from.midpoint(to),
            )
        };
        write!(
            arcs,
            "<g class=\"{kind}\"><path d=\"{path}\" marker-end=\"url(#tip-{kind})\"/>"
        )?;
        writeln!(
            arcs,
            "<text x=\"{at}\" y=\"-{}\">{}</text></g>",
            rise * 3 / 4 + 4,
            esc(&label)
        )?;
    }
    let width = 140 + STEP * report.statements.len().saturating_sub(1);
    let top = height;
    writeln!(
        out,
        "<div class=\"wide\"><svg class=\"graph\" role=\"img\" aria-label=\"Statement graph\" width=\"{width}\" height=\"{}\" viewBox=\"0 -{top} {width} {}\">",
        top + 44,
        top + 44
    )?;
    writeln!(out, "<defs>")?;
    for kind in ["raw", "war", "waw"] {
        writeln!(
            out,
            "<marker id=\"tip-{kind}\" class=\"{kind}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\"><path d=\"M0 0L8 4L0 8z\"/></marker>"
        )?;
    }
    writeln!(out, "</defs>\n{arcs}")?;
    for stmt in &report.statements {
        let name = &stmt.relations.stmt;
        let x = place(name);
        writeln!(
            out,
            "<g class=\"node\"><rect x=\"{}\" y=\"0\" width=\"76\" height=\"32\" rx=\"6\"/><text x=\"{x}\" y=\"21\">{}</text></g>",
            x - 38,
            esc(name)
        )?;
    }
    writeln!(out, "</svg></div>")
}

fn schedule(out: &mut String, tree: &TreeReport) -> std::fmt::Result {
    writeln!(out, "<ul class=\"tree\">")?;
    node(out, tree)?;
    writeln!(out, "</ul>")
}

fn node(out: &mut String, tree: &TreeReport) -> std::fmt::Result {
    write!(
        out,
        "<li><span class=\"{0}\"><b>{0}</b> {1}</span>",
        esc(&tree.node),
        code(&tree.label)
    )?;
    if !tree.children.is_empty() {
        writeln!(out, "<ul>")?;
        for child in &tree.children {
            node(out, child)?;
        }
        write!(out, "</ul>")?;
    }
    writeln!(out, "</li>")
}
