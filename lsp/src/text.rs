//! Positions as an editor counts them.

use lsp_types::{Position, PositionEncodingKind, Range};
use polyvet_ir::Span;
use polyvet_report::document::FileRegion;

/// What a character of a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// A byte.
    Utf8,
    /// A unit of UTF-16: what every editor knows.
    Utf16,
}

impl Encoding {
    /// The better one of those that an editor offers.
    pub fn of(offered: &[PositionEncodingKind]) -> Encoding {
        match offered.contains(&PositionEncodingKind::UTF8) {
            true => Encoding::Utf8,
            false => Encoding::Utf16,
        }
    }

    /// Its name.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn len(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.encode_utf16().count(),
        }
    }
}

/// A text and where its lines begin.
#[derive(Clone, Debug)]
pub struct LineText {
    /// The text.
    pub text: String,
    lines: Vec<usize>,
    encoding: Encoding,
}

impl LineText {
    /// Finds the lines.
    pub fn new(text: String, encoding: Encoding) -> LineText {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        LineText { text, lines, encoding }
    }

    /// A line without its end; empty beyond the last.
    fn line(&self, number: usize) -> &str {
        let Some(start) = self.lines.get(number).copied() else {
            return "";
        };
        let end = self.lines.get(number + 1).copied().unwrap_or(self.text.len());
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }

    fn units(&self, text: &str) -> u32 {
        u32::try_from(self.encoding.len(text)).unwrap_or(u32::MAX)
    }

    /// The position of a byte; within a character, that of the character.
    pub fn position(&self, byte: usize) -> Position {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.lines.partition_point(|start| *start <= byte) - 1;
        Position {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            character: self.units(&self.text[self.lines[line]..byte]),
        }
    }

    /// The byte of a position; of one beyond a line, the end of the line.
    pub fn byte(&self, position: Position) -> usize {
        let number = position.line as usize;
        let Some(start) = self.lines.get(number).copied() else {
            return self.text.len();
        };
        let (mut left, mut at) = (position.character as usize, start);
        for c in self.line(number).chars() {
            let len = match self.encoding {
                Encoding::Utf8 => c.len_utf8(),
                Encoding::Utf16 => c.len_utf16(),
            };
            if left < len {
                break;
            }
            left -= len;
            at += c.len_utf8();
        }
        at
    }

    /// The range of a span; the beginning of the text if it is none.
    pub fn range(&self, span: Span) -> Range {
        if span.is_none() {
            return Range::default();
        }
        Range {
            start: self.position(span.start as usize),
            end: self.position(span.end as usize),
        }
    }

    /// The range of a part whose columns are characters.
    pub fn range_of(&self, region: &FileRegion) -> Range {
        let place = |line: usize, column: usize| {
            let number = line.saturating_sub(1);
            let before: String = self.line(number).chars().take(column.saturating_sub(1)).collect();
            Position {
                line: u32::try_from(number).unwrap_or(u32::MAX),
                character: self.units(&before),
            }
        };
        Range {
            start: place(region.line, region.column),
            end: place(region.end_line, region.end_column),
        }
    }

    /// The whole line of a byte, for what is put above it: its beginning, and what it is indented by.
    pub fn indent(&self, byte: usize) -> (Position, &str) {
        let position = self.position(byte);
        let line = self.line(position.line as usize);
        let start = Position {
            line: position.line,
            character: 0,
        };
        (start, &line[..line.len() - line.trim_start().len()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_bytes_agree_in_both_encodings() {
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            let text = LineText::new("ab\näö𝄞x\r\n\nlast".to_owned(), encoding);
            for (byte, _) in text.text.char_indices() {
                let position = text.position(byte);
                let inside_line_end = text.text[byte..].starts_with('\n') && byte > 0;
                if !inside_line_end {
                    assert_eq!(text.byte(position), byte, "{encoding:?} {byte}");
                }
            }
        }
        let text = LineText::new("ä𝄞x".to_owned(), Encoding::Utf16);
        assert_eq!(text.position(text.text.len()), Position::new(0, 4));
    }

    #[test]
    fn positions_beyond_the_text_are_its_end() {
        let text = LineText::new("ab\nc".to_owned(), Encoding::Utf16);
        assert_eq!(text.byte(Position::new(0, 99)), 2);
        assert_eq!(text.byte(Position::new(99, 0)), 4);
        assert_eq!(text.position(99), Position::new(1, 1));
    }
}
