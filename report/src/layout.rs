//! Text that keeps within the width of a terminal: long lines are folded, wide tables get narrower columns.

use textwrap::core::{Fragment, display_width};
use textwrap::{Options, WordSeparator, WrapAlgorithm};

/// Narrower than this is treated as this.
const WIDTH_MIN: usize = 40;
/// Names of facts (`domain`, `read`) are followed by their value at this column or before.
const LABEL_MAX: usize = 14;

fn options<'a>(width: usize) -> Options<'a> {
    Options::new(width)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
}

/// Folds what was written to `out` since `from`, between words; no width means lines of any length.
pub fn fold(out: &mut String, from: usize, width: Option<usize>) {
    let Some(width) = width.map(|width| width.max(WIDTH_MIN)) else {
        return;
    };
    let long = out.split_off(from);
    for line in long.split_inclusive('\n') {
        let text = line.trim_end_matches('\n');
        if display_width(text) <= width {
            out.push_str(line);
            continue;
        }
        let hang = " ".repeat(hang(text));
        let lines = textwrap::wrap(text, options(width).subsequent_indent(&hang));
        out.push_str(&lines.join("\n"));
        out.push_str(&line[text.len()..]);
    }
}

/// Where the lines go on that a line is folded into: under the value of a fact, else a little to the right.
fn hang(line: &str) -> usize {
    let indent = line.len() - line.trim_start().len();
    if indent >= LABEL_MAX - 4 {
        return indent;
    }
    let (label, rest) = line[indent..].split_once("  ").unwrap_or((&line[indent..], ""));
    let value = line.len() - rest.trim_start().len();
    let is_fact = !rest.is_empty() && !label.contains(' ') && label.is_ascii() && value <= LABEL_MAX;
    if is_fact { value } else { indent + 4 }
}

/// Columns as wide as their widest cell, or as `width` allows: then cells are folded, and the last columns for which
/// even that is too narrow are below. Those of `right` columns stand to the right. Each line begins with two spaces.
pub fn table(out: &mut String, rows: &[Vec<String>], right: &[bool], width: Option<usize>) {
    let width = width.map(|width| width.max(WIDTH_MIN));
    let widths = widths(rows, width);
    for row in rows {
        let cells: Vec<Vec<String>> = { row.iter().zip(&widths) }
            .map(|(cell, width)| match display_width(cell) <= *width {
                true => vec![cell.clone()],
                false => textwrap::wrap(cell, options(*width))
                    .into_iter()
                    .map(Into::into)
                    .collect(),
            })
            .collect();
        for at in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let mut line = String::new();
            for (column, cell) in cells.iter().enumerate() {
                let text = cell.get(at).map_or("", String::as_str);
                let pad = " ".repeat(widths[column].saturating_sub(display_width(text)));
                line += "  ";
                line += &match right.get(column) {
                    Some(true) => pad + text,
                    _ => text.to_owned() + &pad,
                };
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        let below = row.iter().skip(widths.len()).filter(|cell| !cell.is_empty());
        for (cell, width) in below.zip(width.iter().cycle()) {
            let options = options(*width).initial_indent(BELOW).subsequent_indent(BELOW);
            for line in textwrap::wrap(cell, options) {
                out.push_str(&line);
                out.push('\n');
            }
        }
    }
}

/// Where cells begin that are below their row.
const BELOW: &str = "        ";

/// Widths of columns; the widest give way until all fit, but no word is broken: those that do not fit are left out.
fn widths(rows: &[Vec<String>], width: Option<usize>) -> Vec<usize> {
    let mut columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let most = |column: usize, of: &dyn Fn(&str) -> usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| of(cell)).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..columns).map(|column| most(column, &display_width)).collect();
    let Some(width) = width else { return widths };
    let word = |cell: &str| {
        let words = WordSeparator::AsciiSpace.find_words(cell);
        words.map(|word| word.width() as usize).max().unwrap_or(0)
    };
    let least: Vec<usize> = (0..columns).map(|column| most(column, &word)).collect();
    let all = |widths: &[usize]| widths.iter().map(|width| width + 2).sum::<usize>();
    while columns > 1 && all(&least[..columns]) > width {
        columns -= 1;
    }
    widths.truncate(columns);
    while all(&widths) > width {
        let can = (0..columns).filter(|column| widths[*column] > least[*column]);
        let Some(widest) = can.max_by_key(|column| widths[*column]) else {
            break;
        };
        widths[widest] -= 1;
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str, width: usize) -> String {
        let mut out = text.to_owned();
        fold(&mut out, 0, Some(width));
        out
    }

    #[test]
    fn a_fact_goes_on_under_its_value() {
        let line = "  domain   { S0[i, j] : 0 <= i < n and 0 <= j < m }\n";
        let want = "  domain   { S0[i, j] : 0 <= i < n and 0\n           <= j < m }\n";
        assert_eq!(folded(line, 41), want);
        assert_eq!(folded(line, 100), line);
    }

    #[test]
    fn escapes_have_no_width_and_words_stay_whole() {
        let red = format!("\u{1b}[1;31m{}\u{1b}[0m", "x".repeat(40));
        assert_eq!(folded(&red, 40), red);
        let word = "y".repeat(60);
        assert_eq!(folded(&word, 40), word);
    }

    #[test]
    fn wide_columns_give_way() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let rows = [
            row(["operand", "elements", "note"]),
            row(["read A", "n*m + n*k + m*k + 12 + 2*n*m + 7*k", "hello world"]),
        ];
        let mut wide = String::new();
        table(&mut wide, &rows, &[false, true, false], None);
        assert_eq!(wide.lines().count(), 2);
        let mut narrow = String::new();
        table(&mut narrow, &rows, &[false, true, false], Some(44));
        assert!(narrow.lines().all(|line| line.chars().count() <= 44), "{narrow}");
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(words(&wide), words(&narrow));
    }
}
