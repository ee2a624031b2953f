//! Source lines with carets under them, as rustc shows them.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use polyvet_ir::{Diagnostic, Severity, Span};
use polyvet_report::document::{FileRegion, Located};
use polyvet_report::{Mark, Screen, TextRole};
use std::cell::RefCell;
use std::ops::Range;

/// A text and what to call it.
#[derive(Clone, Debug)]
pub struct Source {
    /// Path, `<stdin>` or `--transform`.
    pub name: String,
    /// The text that spans refer to.
    pub text: String,
    /// Byte at which each line starts.
    lines: Vec<usize>,
    /// Where the text of other files begins, and what they are called.
    parts: Vec<(usize, String)>,
    /// Lines before the first that counts.
    skipped: usize,
}

/// Longest piece of a line that is shown.
const LINE_MAX: usize = 160;

impl Source {
    /// Finds the lines of `text`.
    pub fn new(name: impl Into<String>, text: String) -> Source {
        let ends = text
            .bytes()
            .enumerate()
            .filter(|(_, byte)| *byte == b'\n')
            .map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Source {
            name: name.into(),
            text,
            lines,
            parts: Vec::new(),
            skipped: 0,
        }
    }

    /// The same text, with lines counted from the one in which `span` begins: what is before it has none.
    pub fn counted_from(&self, span: Span) -> Source {
        let whole = Source {
            skipped: 0,
            ..self.clone()
        };
        let skipped = whole.line(span).map_or(0, |line| line - 1);
        Source { skipped, ..whole }
    }

    /// This text with that of another file behind it, and where that begins.
    pub fn then(self, other: &Source) -> (Source, usize) {
        let mut parts = self.parts;
        let mut text = self.text;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let base = text.len();
        parts.push((base, other.name.clone()));
        parts.extend(other.parts.iter().map(|(start, name)| (base + start, name.clone())));
        text.push_str(&other.text);
        let joined = Source::new(self.name, text);
        (Source { parts, ..joined }, base)
    }

    /// The file of a byte, and the line before its first.
    fn part(&self, byte: usize) -> (&str, usize) {
        match self.parts.iter().rev().find(|(start, _)| *start <= byte) {
            Some((start, name)) => (name, self.line_at(*start) - 1),
            None => (&self.name, 0),
        }
    }

    /// The file of a span.
    pub fn file(&self, span: Span) -> &str {
        if span.is_none() {
            &self.name
        } else {
            self.part(span.start as usize).0
        }
    }

    /// One-based line of a span in its file.
    pub fn line(&self, span: Span) -> Option<usize> {
        let start = span.start as usize;
        let line = (!span.is_none()).then(|| self.line_at(start) - self.part(start).1)?;
        line.checked_sub(self.skipped).filter(|line| *line > 0)
    }

    /// One-based column of a span, in characters.
    pub fn column(&self, span: Span) -> Option<usize> {
        let range = self.range(span)?;
        let start = self.lines[self.line_at(range.start) - 1];
        Some(1 + self.text[start..range.start].chars().count())
    }

    /// The part of its file that a span is; `None` if it is none.
    pub fn region(&self, span: Span) -> Option<FileRegion> {
        let range = self.range(span)?;
        let (file, skipped) = self.part(range.start);
        let place = |at: usize| {
            let line = self.line_at(at);
            let column = 1 + self.text[self.lines[line - 1]..at].chars().count();
            (line - skipped, column)
        };
        let ((line, column), (end_line, end_column)) = (place(range.start), place(range.end));
        Some(FileRegion {
            file: file.to_owned(),
            line,
            column,
            end_line,
            end_column,
        })
    }

    /// Byte of a one-based line and column.
    pub fn offset(&self, line: usize, column: usize) -> usize {
        let start = self
            .lines
            .get(line.saturating_sub(1))
            .copied()
            .unwrap_or(self.text.len());
        self.floor((start + column.saturating_sub(1)).min(self.text.len()))
    }

    fn line_at(&self, byte: usize) -> usize {
        self.lines.partition_point(|start| *start <= byte)
    }

    /// The span as a range of whole characters; `None` if it is none.
    fn range(&self, span: Span) -> Option<Range<usize>> {
        if span.is_none() {
            return None;
        }
        let boundary = |mut at: usize| {
            at = at.min(self.text.len());
            while !self.text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = boundary(span.start as usize);
        Some(start..boundary(span.end as usize).max(start))
    }
}

/// The lines that `ranges` touch, cut to [`LINE_MAX`] around them, and the ranges in that text.
struct SourceWindow {
    text: String,
    first_line: usize,
    ranges: Vec<Range<usize>>,
}

impl SourceWindow {
    fn of(source: &Source, ranges: &[Range<usize>]) -> SourceWindow {
        let first = ranges
            .iter()
            .map(|range| source.line_at(range.start))
            .min()
            .unwrap_or(1);
        let last = ranges.iter().map(|range| source.line_at(range.end)).max().unwrap_or(1);
        let mut window = SourceWindow {
            text: String::new(),
            first_line: first,
            ranges: ranges.to_vec(),
        };
        for line in first..=last {
            let start = source.lines[line - 1];
            let end = source.lines.get(line).copied().unwrap_or(source.text.len());
            window.add_line(source, start..end, ranges);
        }
        window
    }

    fn add_line(&mut self, source: &Source, line: Range<usize>, ranges: &[Range<usize>]) {
        let on_line = |at: usize| line.start <= at && at <= line.end;
        let mut keep = line.clone();
        if line.len() > 2 * LINE_MAX {
            let marked = ranges.iter().filter(|range| on_line(range.start));
            let from = marked.map(|range| range.start).min().unwrap_or(line.start);
            keep.start = source.floor(from.saturating_sub(LINE_MAX / 2).max(line.start));
            keep.end = source.floor((keep.start + LINE_MAX).min(line.end));
        }
        let at = self.text.len();
        let place = |byte: usize| at + byte.clamp(keep.start, keep.end) - keep.start;
        for (moved, range) in self.ranges.iter_mut().zip(ranges) {
            if on_line(range.start) {
                moved.start = place(range.start);
            }
            if on_line(range.end) {
                moved.end = place(range.end);
            }
        }
        self.text.push_str(&source.text[keep.clone()]);
        if keep.end < line.end && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }
}

impl Source {
    fn floor(&self, mut at: usize) -> usize {
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

fn renderer(color: bool) -> Renderer {
    if color { Renderer::styled() } else { Renderer::plain() }
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

/// Longest line of a message that is shown.
const MESSAGE_MAX: usize = 400;

/// The text without control characters of the input, which must not reach the terminal, and with long
/// lines cut in the middle.
pub fn printable(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let clean = |part: &str| -> String {
            let shown = part.chars().flat_map(|c| {
                let escape = c.is_control().then(|| c.escape_default());
                let plain = (!c.is_control()).then_some(c);
                escape.into_iter().flatten().chain(plain)
            });
            shown.collect()
        };
        if line.len() <= MESSAGE_MAX {
            return clean(line);
        }
        let tail = line.char_indices().rev().nth(20).map_or(line.len(), |(at, _)| at);
        let head = line
            .char_indices()
            .nth(MESSAGE_MAX - 40)
            .map_or(line.len(), |(at, _)| at);
        if tail <= head {
            clean(line)
        } else {
            format!("{} .. {}", clean(&line[..head]), clean(&line[tail..]))
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A message with its source lines, ending in a newline.
pub fn render_diagnostic(diagnostic: &Diagnostic, source: Option<&Source>, color: bool) -> String {
    let title = level(diagnostic.severity)
        .primary_title(printable(&diagnostic.message))
        .id(diagnostic.code);
    let mut group = Group::with_title(title);
    if let Some(source) = source {
        let mut marks = vec![Mark {
            span: diagnostic.primary,
            label: String::new(),
            primary: true,
        }];
        marks.extend(diagnostic.labels.iter().map(|(span, label)| Mark {
            span: *span,
            label: label.clone(),
            primary: false,
        }));
        group = match snippet(source, &marks) {
            Some(snippet) => group.element(snippet),
            None => group.element(Origin::path(source.name.clone())),
        };
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(printable(help)));
    }
    renderer(color).render(&[group]) + "\n"
}

fn snippet(source: &Source, marks: &[Mark]) -> Option<Snippet<'static, annotate_snippets::Annotation<'static>>> {
    let found: Vec<(&Mark, Range<usize>)> = marks
        .iter()
        .filter_map(|mark| Some((mark, source.range(mark.span)?)))
        .collect();
    if found.is_empty() {
        return None;
    }
    let ranges: Vec<Range<usize>> = found.iter().map(|(_, range)| range.clone()).collect();
    let window = SourceWindow::of(source, &ranges);
    let (file, skipped) = source.part(ranges[0].start);
    let annotations = found.iter().zip(&window.ranges).map(|((mark, _), range)| {
        let kind = if mark.primary {
            AnnotationKind::Primary
        } else {
            AnnotationKind::Context
        };
        let annotation = kind.span(range.clone());
        if mark.label.is_empty() {
            annotation
        } else {
            annotation.label(printable(&mark.label))
        }
    });
    let annotations: Vec<_> = annotations.collect();
    Some(
        Snippet::source(window.text)
            .line_start(window.first_line - skipped)
            .path(file.to_owned())
            .annotations(annotations),
    )
}

/// The marked lines of each source alone, ending in a newline; empty if nothing has a place.
pub fn render_marks(parts: &[(&Source, &[Mark])], color: bool) -> String {
    let snippets: Vec<_> = parts
        .iter()
        .filter_map(|(source, marks)| snippet(source, marks))
        .collect();
    if snippets.is_empty() {
        return String::new();
    }
    let group = Group::with_level(Level::NOTE).elements(snippets);
    renderer(color).render(&[group]) + "\n"
}

/// Text without colours; the places that it marks are remembered.
#[derive(Debug)]
pub struct Noting<'s> {
    before: Option<&'s Source>,
    source: Option<&'s Source>,
    /// What was marked.
    pub places: RefCell<Vec<Located>>,
}

impl<'s> Noting<'s> {
    /// Marks the lines of `source`, or of the two programs of a validation.
    pub fn new((before, source): (Option<&'s Source>, Option<&'s Source>)) -> Noting<'s> {
        let places = RefCell::default();
        Noting { before, source, places }
    }

    fn note(&self, parts: &[(Option<&Source>, &[Mark])]) -> String {
        let mut shown = Vec::new();
        for (source, marks) in parts {
            let Some(source) = source else { continue };
            let located = marks.iter().filter_map(|mark| {
                Some(Located {
                    region: source.region(mark.span)?,
                    label: mark.label.clone(),
                    primary: mark.primary,
                })
            });
            self.places.borrow_mut().extend(located);
            shown.push((*source, *marks));
        }
        render_marks(&shown, false)
    }
}

impl Screen for Noting<'_> {
    fn paint(&self, _: TextRole, text: &str) -> String {
        text.to_owned()
    }

    fn snippet(&self, marks: &[Mark]) -> String {
        self.note(&[(self.source, marks)])
    }

    fn snippets(&self, before: &[Mark], after: &[Mark]) -> String {
        self.note(&[(self.before, before), (self.source, after)])
    }
}

/// The line that a function begins on: the first that has its name, for messages only.
pub fn line_of_function(source: &Source, name: &str) -> Option<FileRegion> {
    let name = format!("@{name}");
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || "_.$-".contains(c));
    let at = source
        .text
        .match_indices(&name)
        .find(|(at, _)| ends(&source.text[at + name.len()..]))?
        .0;
    source.region(Span::new(at, at + name.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, start: usize, end: usize) -> String {
        let source = Source::new("x.mlir", text.to_owned());
        render_diagnostic(
            &Diagnostic::error("code", "message", Span::new(start, end)),
            Some(&source),
            false,
        )
    }

    #[test]
    fn lines_and_columns_count_from_one() {
        let source = Source::new("x", "ab\ncäd\n".to_owned());
        assert_eq!(source.line(Span::new(0, 1)), Some(1));
        assert_eq!(source.line(Span::new(3, 4)), Some(2));
        assert_eq!(source.column(Span::new(6, 7)), Some(3));
        assert_eq!(source.line(Span::NONE), None);
    }

    #[test]
    fn any_span_of_any_text_can_be_shown() {
        for text in ["", "\n", "a", "ä", "one\ntwo\r\nthree", "\t\u{1b}[31m\n"] {
            for start in 0..text.len() + 2 {
                for end in start..text.len() + 3 {
                    assert!(shown(text, start, end).contains("message"), "{text:?} {start}..{end}");
                }
            }
        }
    }

    #[test]
    fn a_long_line_is_cut_around_the_span() {
        let text = format!("{}here{}", "x".repeat(1 << 20), "y".repeat(1 << 20));
        let shown = shown(&text, 1 << 20, (1 << 20) + 4);
        assert!(
            shown.len() < 2000 && shown.contains("here") && shown.contains("^^^^"),
            "{shown}"
        );
    }

    #[test]
    fn escapes_of_the_input_do_not_reach_the_terminal() {
        assert!(!shown("\u{1b}[31m x", 5, 7).contains('\u{1b}'));
    }
}
