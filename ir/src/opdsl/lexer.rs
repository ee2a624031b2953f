//! Tokens of Python text, as far as OpDSL needs them, and of the Einstein notation.

use crate::{Diagnostic, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DslTokenKind {
    Name,
    Int,
    Float,
    Str,
    /// `(`, `+=`, ...
    Punct,
    /// End of a line outside brackets.
    Newline,
    Indent,
    Dedent,
    Eof,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct DslToken {
    pub kind: DslTokenKind,
    pub span: Span,
}

/// What a text is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextLayout {
    /// Lines and indentation count; `#` begins a comment.
    Python,
    /// White space does not count; `//` begins a comment.
    Free,
}

/// The longest first.
const PUNCTUATION: [&str; 17] = [
    "**=", "//=", "->", "+=", "-=", "*=", "/=", "%=", "==", "!=", "<=", ">=", "**", "//", ":=", "<<", ">>",
];

struct Lexer<'a> {
    text: &'a str,
    pos: usize,
    layout: TextLayout,
    tokens: Vec<DslToken>,
    /// Open brackets.
    open: Vec<(u8, usize)>,
    /// Widths of the open blocks.
    indents: Vec<usize>,
}

/// All tokens of `text`; the last is [`DslTokenKind::Eof`].
pub(super) fn lex(text: &str, layout: TextLayout) -> Result<Vec<DslToken>, Diagnostic> {
    let mut lexer = Lexer {
        text,
        pos: 0,
        layout,
        tokens: Vec::new(),
        open: Vec::new(),
        indents: vec![0],
    };
    lexer.all()?;
    Ok(lexer.tokens)
}

pub(super) fn syntax(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error("opdsl-syntax", message, span)
}

impl Lexer<'_> {
    fn bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    fn at(&self, offset: usize) -> u8 {
        self.bytes().get(self.pos + offset).copied().unwrap_or(0)
    }

    fn push(&mut self, kind: DslTokenKind, start: usize) {
        let span = Span::new(start, self.pos);
        self.tokens.push(DslToken { kind, span });
    }

    fn all(&mut self) -> Result<(), Diagnostic> {
        let mut line_start = true;
        while self.pos < self.text.len() {
            if line_start && self.open.is_empty() && self.layout == TextLayout::Python {
                line_start = false;
                if !self.indentation()? {
                    line_start = true;
                    continue;
                }
            }
            match self.at(0) {
                b'\n' => {
                    let start = self.pos;
                    self.pos += 1;
                    line_start = self.open.is_empty();
                    if self.open.is_empty() && self.layout == TextLayout::Python {
                        self.push(DslTokenKind::Newline, start);
                    }
                }
                b' ' | b'\t' | b'\r' | 0x0c => self.pos += 1,
                b'\\' if self.layout == TextLayout::Python && matches!(self.at(1), b'\n' | b'\r') => {
                    self.pos += 2;
                }
                b'#' if self.layout == TextLayout::Python => self.skip_line(),
                b'/' if self.layout == TextLayout::Free && self.at(1) == b'/' => self.skip_line(),
                _ => self.token()?,
            }
        }
        if let Some((bracket, at)) = self.open.pop() {
            let message = format!("`{}` is never closed", char::from(bracket));
            return Err(syntax(message, Span::new(at, at + 1)));
        }
        if self.layout == TextLayout::Python {
            self.push(DslTokenKind::Newline, self.pos);
            for _ in 1..self.indents.len() {
                self.push(DslTokenKind::Dedent, self.pos);
            }
        }
        self.push(DslTokenKind::Eof, self.pos);
        Ok(())
    }

    fn skip_line(&mut self) {
        while self.pos < self.text.len() && self.at(0) != b'\n' {
            self.pos += 1;
        }
    }

    /// White space at the start of a line; `false` if nothing else is there.
    fn indentation(&mut self) -> Result<bool, Diagnostic> {
        let start = self.pos;
        let mut width = 0;
        while matches!(self.at(0), b' ' | b'\t' | 0x0c) {
            width += if self.at(0) == b'\t' { 8 - width % 8 } else { 1 };
            self.pos += 1;
        }
        if matches!(self.at(0), b'\n' | b'\r' | b'#' | 0) {
            if self.at(0) != b'\n' {
                self.skip_line();
            }
            self.pos += usize::from(self.pos < self.text.len());
            return Ok(false);
        }
        if width > *self.indents.last().unwrap_or(&0) {
            self.indents.push(width);
            self.push(DslTokenKind::Indent, start);
            return Ok(true);
        }
        while width < *self.indents.last().unwrap_or(&0) {
            self.indents.pop();
            self.push(DslTokenKind::Dedent, start);
        }
        if width != *self.indents.last().unwrap_or(&0) {
            let message = "this line is indented like no line above it";
            return Err(syntax(message, Span::new(start, self.pos)));
        }
        Ok(true)
    }

    fn token(&mut self) -> Result<(), Diagnostic> {
        let start = self.pos;
        let first = self.at(0);
        if matches!(first, b'"' | b'\'') {
            return self.string(start);
        }
        if first.is_ascii_digit() || (first == b'.' && self.at(1).is_ascii_digit()) {
            self.number(start);
            return Ok(());
        }
        if first.is_ascii_alphabetic() || first == b'_' {
            while self.at(0).is_ascii_alphanumeric() || self.at(0) == b'_' {
                self.pos += 1;
            }
            let is_prefix = self.pos - start <= 2 && matches!(self.at(0), b'"' | b'\'');
            if is_prefix && self.text[start..self.pos].bytes().all(|b| b"rRbBuUfF".contains(&b)) {
                return self.string(start);
            }
            self.push(DslTokenKind::Name, start);
            return Ok(());
        }
        self.punctuation(start)
    }

    fn punctuation(&mut self, start: usize) -> Result<(), Diagnostic> {
        let rest = &self.text[start..];
        if let Some(found) = PUNCTUATION.iter().find(|p| rest.starts_with(**p)) {
            self.pos += found.len();
            self.push(DslTokenKind::Punct, start);
            return Ok(());
        }
        let first = self.at(0);
        if !b"()[]{}:,.;@=+-*/%<>&|^~".contains(&first) {
            let c = rest.chars().next().unwrap_or(' ');
            let message = format!("`{}` means nothing here", c.escape_debug());
            return Err(syntax(message, Span::new(start, start + c.len_utf8())));
        }
        self.pos += 1;
        match first {
            b'(' | b'[' | b'{' => self.open.push((first, start)),
            b')' | b']' | b'}' => {
                let open = self.open.pop();
                let fits = matches!(
                    (open, first),
                    (Some((b'(', _)), b')') | (Some((b'[', _)), b']') | (Some((b'{', _)), b'}')
                );
                if !fits {
                    let message = format!("`{}` closes nothing", char::from(first));
                    let error = syntax(message, Span::new(start, self.pos));
                    return Err(match open {
                        Some((other, at)) => {
                            error.label(Span::new(at, at + 1), format!("`{}` is open", char::from(other)))
                        }
                        None => error,
                    });
                }
            }
            _ => {}
        }
        self.push(DslTokenKind::Punct, start);
        Ok(())
    }

    fn number(&mut self, start: usize) {
        let digits = |lexer: &mut Self| {
            while lexer.at(0).is_ascii_digit() || lexer.at(0) == b'_' {
                lexer.pos += 1;
            }
        };
        digits(self);
        let mut kind = DslTokenKind::Int;
        if self.at(0) == b'.' {
            kind = DslTokenKind::Float;
            self.pos += 1;
            digits(self);
        }
        let sign = usize::from(matches!(self.at(1), b'+' | b'-'));
        if matches!(self.at(0), b'e' | b'E') && self.at(1 + sign).is_ascii_digit() {
            kind = DslTokenKind::Float;
            self.pos += 1 + sign;
            digits(self);
        }
        self.push(kind, start);
    }

    /// From the quote on; a prefix is already behind.
    fn string(&mut self, start: usize) -> Result<(), Diagnostic> {
        let quote = self.at(0);
        let long = self.at(1) == quote && self.at(2) == quote;
        let open = self.pos;
        self.pos += if long { 3 } else { 1 };
        loop {
            match self.at(0) {
                0 if self.pos >= self.text.len() => break,
                b'\n' if !long => break,
                b'\\' => self.pos += 2,
                b if b == quote && !long => {
                    self.pos += 1;
                    self.push(DslTokenKind::Str, start);
                    return Ok(());
                }
                b if b == quote && self.at(1) == quote && self.at(2) == quote => {
                    self.pos += 3;
                    self.push(DslTokenKind::Str, start);
                    return Ok(());
                }
                _ => self.pos += 1,
            }
        }
        let width = if long { 3 } else { 1 };
        Err(syntax("this string has no end", Span::new(open, open + width)))
    }
}

/// The text of a string token: without prefix, quotes and the indentation of its lines.
pub(super) fn string_text(literal: &str) -> String {
    let quotes = literal.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let width = if quotes.len() >= 6 && (quotes.starts_with("\"\"\"") || quotes.starts_with("'''")) {
        3
    } else {
        1
    };
    let inner = quotes.get(width..quotes.len().saturating_sub(width)).unwrap_or("");
    let lines: Vec<&str> = inner.lines().map(str::trim).collect();
    lines.join("\n").trim().to_owned()
}
