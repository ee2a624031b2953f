//! The tables of a report, whatever they are written in: Markdown and HTML differ in their marks alone.

use crate::page::{FunctionReport, StatementReport};
use crate::text;

/// How cells are marked.
pub(crate) trait CellMarks {
    /// Words.
    fn text(&self, text: &str) -> String;
    /// Something formal; empty if there is none.
    fn code(&self, text: &str) -> String;
    /// The number of a line of the program.
    fn line(&self, line: Option<usize>) -> String;
    /// A statement and where it is written.
    fn end(&self, stmt: &str, line: Option<usize>) -> String;
    /// `raw`, `war`, `waw`, and whether it is one of a reduction.
    fn kind(&self, kind: &str, reduction: bool) -> String;
}

/// A table.
pub(crate) struct RowTable {
    pub(crate) head: &'static [&'static str],
    pub(crate) rows: Vec<Vec<String>>,
}

pub(crate) fn arrays(report: &FunctionReport, marks: &dyn CellMarks) -> RowTable {
    let counted = report
        .arrays
        .iter()
        .any(|array| !text::touched_text(array, report).is_empty());
    let row = |array| {
        let touched = text::touched_text(array, report);
        let array: &crate::ArrayReport = array;
        let mut row = vec![
            marks.code(&array.array),
            marks.code(&text::array_type(array)),
            marks.text(array.kind),
            marks.line(array.line),
        ];
        if counted {
            row.push(marks.text(&touched));
        }
        row
    };
    RowTable {
        head: match counted {
            true => &["array", "type", "kind", "line", "elements"],
            false => &["array", "type", "kind", "line"],
        },
        rows: report.arrays.iter().map(row).collect(),
    }
}

pub(crate) fn operands(stmt: &StatementReport, marks: &dyn CellMarks) -> RowTable {
    let row = |operand: &crate::OperandResult| {
        vec![
            marks.text(&operand.access.replace('_', " ")),
            marks.code(&operand.relation),
            marks.code(&operand.inverse),
            marks.text(&text::facts_text(operand)),
            marks.line(operand.line),
        ]
    };
    RowTable {
        head: &["access", "relation", "inverse", "facts", "line"],
        rows: stmt.relations.operands.iter().map(row).collect(),
    }
}

pub(crate) fn dependences(report: &FunctionReport, marks: &dyn CellMarks) -> RowTable {
    let row = |dep: &crate::DependenceResult| {
        let distance = match dep.loops.is_empty() {
            true => String::new(),
            false => format!("({}) in ({})", dep.distance.join(", "), dep.loops.join(", ")),
        };
        vec![
            marks.kind(dep.kind, dep.reduction),
            marks.end(&dep.source, dep.source_line),
            marks.end(&dep.sink, dep.sink_line),
            marks.code(&dep.array),
            marks.text(&distance),
            marks.text(&dep.carried_by.join(", ")),
            marks.code(&dep.map),
        ]
    };
    RowTable {
        head: &["kind", "from", "to", "array", "distance", "carried by", "map"],
        rows: report.dependences.iter().map(row).collect(),
    }
}

/// A statement in short: name of the fact and what is so. `code` facts are formal.
pub(crate) fn facts(stmt: &StatementReport, marks: &dyn CellMarks) -> Vec<(&'static str, String)> {
    let facts = &stmt.relations;
    let mut all = vec![("domain", marks.code(&facts.domain))];
    if !facts.loops.is_empty() {
        all.push(("loops", marks.text(&text::loops_text(&facts.loops, &text::Plain))));
    }
    if let Some(combiner) = facts.reduction {
        all.push(("reduces", marks.text(&format!("by {combiner}"))));
    }
    all.push(("runs", marks.text(&text::runs_text(stmt))));
    all.push(("computes", marks.text(&text::computes_text(stmt))));
    all
}
