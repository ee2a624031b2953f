//! The HTML format of a report: one file that needs no other and no network.
//!
//! What can be read is written here; the pictures are drawn by `assets/report.js` from the points of
//! [`crate::page::Picture`], which are in the page as JSON.

use crate::footprint::{FootprintOperand, FootprintResult};
use crate::names::ReadableNames;
use crate::page::{FunctionReport, StatementReport, TransformReport, TreeReport};
use crate::rows::{self, CellMarks, RowTable};
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

/// The marks of HTML, for the function of this number.
struct Html(usize);

impl CellMarks for Html {
    fn text(&self, text: &str) -> String {
        esc(text)
    }

    fn code(&self, text: &str) -> String {
        code(text)
    }

    /// A number of a line that leads to it.
    fn line(&self, line: Option<usize>) -> String {
        line.map_or(String::new(), |line| {
            format!("<a class=\"line\" href=\"#f{}-l{line}\">{line}</a>", self.0)
        })
    }

    fn end(&self, stmt: &str, line: Option<usize>) -> String {
        format!("{} {}", esc(stmt), self.line(line))
    }

    fn kind(&self, kind: &str, reduction: bool) -> String {
        let more = if reduction { ", reduction" } else { "" };
        format!("<span class=\"{kind}\">{kind}</span>{more}")
    }
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
        let mut one = String::new();
        function(&mut one, at, report)?;
        out.push_str(&ReadableNames::of_params(&report.params).spell(one));
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
    if let Some(reason) = &report.no_model {
        writeln!(
            out,
            "<p class=\"verdict unknown\"><strong>no model</strong> {} {}</p>",
            esc(&reason.message),
            code(reason.code)
        )?;
        if let Some(help) = &reason.help {
            writeln!(out, "<p>{}</p>", esc(help))?;
        }
        if reason.line.is_some() {
            writeln!(out, "<p>See {}.</p>", Html(at).line(reason.line))?;
        }
        source(out, at, report)?;
        return writeln!(out, "</section>");
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
    writeln!(out, "<h2>Arrays</h2>")?;
    table(out, &rows::arrays(report, &Html(at)))?;
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
        loops(out, report, transform)?;
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

/// What the loops carry before and after a rewrite.
fn loops(out: &mut String, report: &FunctionReport, transform: &TransformReport) -> std::fmt::Result {
    let all = [("before", &report.loops), ("after", &transform.loops)];
    let rows = { all.iter() }
        .filter(|_| !transform.loops.is_empty())
        .flat_map(|(when, loops)| {
            loops.iter().map(|one| {
                let carries = if one.carries.is_empty() {
                    "nothing".to_owned()
                } else {
                    one.carries.join(", ")
                };
                vec![(*when).to_owned(), code(&one.name), esc(one.derived), esc(&carries)]
            })
        });
    let rows: Vec<Vec<String>> = rows.collect();
    let head = &["", "loop", "is", "carries"];
    match rows.is_empty() {
        true => Ok(()),
        false => table(out, &RowTable { head, rows }),
    }
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

fn table(out: &mut String, table: &RowTable) -> std::fmt::Result {
    write!(out, "<div class=\"wide\"><table>\n<thead><tr>")?;
    for name in table.head {
        write!(out, "<th scope=\"col\">{name}</th>")?;
    }
    writeln!(out, "</tr></thead>\n<tbody>")?;
    for row in &table.rows {
        writeln!(out, "<tr><td>{}</td></tr>", row.join("</td><td>"))?;
    }
    writeln!(out, "</tbody></table></div>")
}

fn statement(out: &mut String, at: usize, stmt: &StatementReport) -> std::fmt::Result {
    let facts = &stmt.relations;
    let marks = Html(at);
    let op = facts
        .op
        .as_deref()
        .map_or(String::new(), |op| format!(": {}", code(op)));
    writeln!(
        out,
        "<h2 id=\"f{at}-{0}\">{0}{op} {1}</h2>",
        esc(&facts.stmt),
        marks.line(facts.line)
    )?;
    if !stmt.source.is_empty() {
        writeln!(out, "<pre>{}</pre>", esc(&stmt.source))?;
    }
    writeln!(out, "<dl>")?;
    for (name, value) in rows::facts(stmt, &marks) {
        writeln!(out, "<dt>{name}</dt><dd>{value}</dd>")?;
    }
    writeln!(out, "</dl>")?;
    table(out, &rows::operands(stmt, &marks))
}

fn dependences(out: &mut String, at: usize, report: &FunctionReport) -> std::fmt::Result {
    writeln!(out, "<h2>Dependences</h2>")?;
    if report.dependences.is_empty() {
        return writeln!(out, "<p>None.</p>");
    }
    graph(out, at, report)?;
    table(out, &rows::dependences(report, &Html(at)))
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

/// Usual sizes of caches.
const CACHES: [(&str, u64); 3] = [("32 KiB", 32 << 10), ("1 MiB", 1 << 20), ("32 MiB", 32 << 20)];

/// Bytes of a full tile by operand, on a scale of powers of two with the sizes of caches; nothing where they are
/// symbols.
fn bars(out: &mut String, one: &FootprintResult) -> std::fmt::Result {
    let bytes = |operand: &FootprintOperand| operand.full.as_ref().and_then(|full| full.bytes.value);
    let operands = one.operands.iter();
    let mut rows: Vec<(String, u64)> = operands
        .filter_map(|operand| Some((format!("{} {}", operand.access, operand.array), bytes(operand)?)))
        .collect();
    let all = one.working_set.as_ref().and_then(|set| set.bytes.value);
    rows.extend(all.map(|all| ("working set".to_owned(), all)));
    let Some(most) = rows.iter().map(|(_, bytes)| *bytes).max().filter(|most| *most > 0) else {
        return Ok(());
    };
    let end = (most.max(CACHES[2].1) as f64 * 1.5).log2();
    let place = |bytes: u64| (bytes.max(1) as f64).log2() / end * 100.0;
    let ticks = |names: bool| -> String {
        let tick = |(name, size): &(&str, u64)| {
            let text = if names { *name } else { "" };
            format!("<u style=\"left: {:.1}%\">{text}</u>", place(*size))
        };
        CACHES.iter().map(tick).collect()
    };
    writeln!(
        out,
        "<div class=\"bars\" role=\"img\" aria-label=\"Bytes of a full tile against sizes of caches\">"
    )?;
    writeln!(
        out,
        "<div class=\"caches\"><span>caches of</span><i>{}</i><span></span></div>",
        ticks(true)
    )?;
    for (name, bytes) in &rows {
        let (width, size) = (place(*bytes), crate::bytes_text(*bytes));
        writeln!(
            out,
            "<div><span>{}</span><i><b style=\"width: {width:.1}%\"></b>{}</i><span>{size}</span></div>",
            esc(name),
            ticks(false)
        )?;
    }
    let fits = { CACHES.iter() }.find(|(_, size)| all.unwrap_or(most) <= *size);
    let says = match fits {
        Some((name, _)) => format!("The working set fits in {name}."),
        None => "The working set fits in none of these caches.".to_owned(),
    };
    writeln!(
        out,
        "<p>Each step of the same width doubles the bytes. {says}</p></div>"
    )
}

/// The statement graph: statements in a row, an arc for each edge.
fn graph(out: &mut String, function: usize, report: &FunctionReport) -> std::fmt::Result {
    const STEP: usize = 150;
    let place = |stmt: &str| {
        let at = report
            .statements
            .iter()
            .position(|s| s.relations.stmt == stmt)
            .unwrap_or(0);
        90 + STEP * at
    };
    // Edges between the same two statements are above each other.
    let mut level: Vec<(usize, usize, usize)> = Vec::new();
    let (mut arcs, mut labels) = (String::new(), String::new());
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
        let rise = 34 + 28 * nth + 18 * far;
        height = height.max(rise + 30);
        let label = format!("{kind} on {}", arrays.join(", "));
        let (path, at) = if from == to {
            (
                {
                    // Each around the last.
                    let (foot, side) = (10 + 8 * nth.min(3), 34 + 14 * nth);
                    let (left, right) = (from.saturating_sub(side), from + side);
                    format!("M{} 0 C{left} -{rise} {right} -{rise} {} 0", from - foot, from + foot)
                },
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
            "<g class=\"{kind}\"><path d=\"{path}\" marker-end=\"url(#f{function}-tip-{kind})\"/>"
        )?;
        writeln!(arcs, "</g>")?;
        // Above all lines.
        writeln!(
            labels,
            "<text x=\"{at}\" y=\"-{}\">{}</text>",
            rise * 3 / 4 + 4,
            esc(&label)
        )?;
    }
    let width = 180 + STEP * report.statements.len().saturating_sub(1);
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
            "<marker id=\"f{function}-tip-{kind}\" class=\"{kind}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\"><path d=\"M0 0L8 4L0 8z\"/></marker>"
        )?;
    }
    writeln!(out, "</defs>\n{arcs}{labels}")?;
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
