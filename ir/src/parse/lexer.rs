//! Tokens of MLIR text. One token at a time from a position, so the parser can go back.

use crate::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Eof,
    /// `affine.for`, `to`, `f32`
    Bare,
    /// `@name`, `@"any name"`
    At,
    /// `%name`
    Percent,
    /// `^label`
    Caret,
    /// `#name`
    Hash,
    /// `##name`
    Relation,
    /// `!name`
    Bang,
    /// `12`, `0xFF`
    Int,
    /// `1.5e3`
    Float,
    /// `"text"`
    Str,
    /// One of `()[]{}<>,:=?*+-/|;`
    Punct(u8),
    /// `->`
    Arrow,
    /// `...`
    Ellipsis,
    /// `{-#`
    ResourceOpen,
    /// A byte that starts no token, or a string without end.
    Bad,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
}

impl Token {
    pub fn span(self) -> Span {
        Span::new(self.start, self.end)
    }
}

fn letter(b: u8) -> bool {
    b.is_ascii_alphabetic() || b == b'_'
}

fn id_punct(b: u8) -> bool {
    matches!(b, b'$' | b'.' | b'_' | b'-')
}

/// First position at or after `pos` that is neither white space nor comment.
pub(crate) fn skip_space(text: &[u8], mut pos: usize) -> usize {
    while let Some(b) = text.get(pos) {
        match b {
            b' ' | b'\t' | b'\n' | b'\r' => pos += 1,
            b'/' if text.get(pos + 1) == Some(&b'/') => {
                while text.get(pos).is_some_and(|b| !matches!(b, b'\n' | b'\r')) {
                    pos += 1;
                }
            }
            // MLIR has no such comments; its documents do (Rationale, "Affine Relations").
            b'/' if text.get(pos + 1) == Some(&b'*') => {
                let end = text[pos + 2..].windows(2).position(|pair| pair == b"*/");
                match end {
                    Some(end) => pos += end + 4,
                    None => break,
                }
            }
            _ => break,
        }
    }
    pos
}

/// The token at or after `pos`.
pub(crate) fn next(text: &[u8], pos: usize) -> Token {
    let start = skip_space(text, pos);
    let Some(first) = text.get(start).copied() else {
        return Token {
            kind: TokenKind::Eof,
            start: text.len(),
            end: text.len(),
        };
    };
    let at = |n: usize| text.get(start + n).copied().unwrap_or(0);
    let (kind, end) = match first {
        b'-' if at(1) == b'>' => (TokenKind::Arrow, start + 2),
        b'{' if at(1) == b'-' && at(2) == b'#' => (TokenKind::ResourceOpen, start + 3),
        b'.' if at(1) == b'.' && at(2) == b'.' => (TokenKind::Ellipsis, start + 3),
        b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b',' | b':' | b'=' | b'?' | b'*' | b'+' | b'-'
        | b'/' | b'|' | b';' => (TokenKind::Punct(first), start + 1),
        b'"' => string(text, start),
        b'0'..=b'9' => number(text, start),
        b'%' => prefixed(text, start, TokenKind::Percent),
        b'^' => prefixed(text, start, TokenKind::Caret),
        b'#' if at(1) == b'#' => prefixed(text, start + 1, TokenKind::Relation),
        b'#' => prefixed(text, start, TokenKind::Hash),
        b'!' => prefixed(text, start, TokenKind::Bang),
        b'@' if at(1) == b'"' => match string(text, start + 1) {
            (TokenKind::Str, end) => (TokenKind::At, end),
            bad => bad,
        },
        b'@' if letter(at(1)) => (TokenKind::At, bare_end(text, start + 2)),
        b if letter(b) => (TokenKind::Bare, bare_end(text, start + 1)),
        b => (TokenKind::Bad, start + utf8_len(b)),
    };
    Token {
        kind,
        start,
        end: end.min(text.len()),
    }
}

fn utf8_len(first: u8) -> usize {
    match first {
        0xF0.. => 4,
        0xE0.. => 3,
        0xC0.. => 2,
        _ => 1,
    }
}

fn bare_end(text: &[u8], mut pos: usize) -> usize {
    while text
        .get(pos)
        .is_some_and(|b| letter(*b) || b.is_ascii_digit() || matches!(b, b'$' | b'.'))
    {
        pos += 1;
    }
    pos
}

fn prefixed(text: &[u8], start: usize, kind: TokenKind) -> (TokenKind, usize) {
    let mut pos = start + 1;
    match text.get(pos) {
        Some(b) if b.is_ascii_digit() => {
            while text.get(pos).is_some_and(u8::is_ascii_digit) {
                pos += 1;
            }
        }
        Some(b) if letter(*b) || id_punct(*b) => {
            while text
                .get(pos)
                .is_some_and(|b| letter(*b) || b.is_ascii_digit() || id_punct(*b))
            {
                // `#map->` never ends in the dash of an arrow.
                if text[pos] == b'-' && text.get(pos + 1) == Some(&b'>') {
                    break;
                }
                pos += 1;
            }
        }
        _ => return (TokenKind::Bad, pos),
    }
    (kind, pos)
}

fn string(text: &[u8], start: usize) -> (TokenKind, usize) {
    let mut pos = start + 1;
    while let Some(b) = text.get(pos) {
        match b {
            b'"' => return (TokenKind::Str, pos + 1),
            b'\\' => pos += 2,
            b'\n' => break,
            _ => pos += 1,
        }
    }
    (TokenKind::Bad, floor_char(text, pos.min(text.len())))
}

/// The largest character boundary that is not after `pos`.
fn floor_char(text: &[u8], mut pos: usize) -> usize {
    while pos < text.len() && text[pos] & 0xC0 == 0x80 {
        pos -= 1;
    }
    pos
}

fn number(text: &[u8], start: usize) -> (TokenKind, usize) {
    let digits = |mut pos: usize| {
        while text.get(pos).is_some_and(u8::is_ascii_digit) {
            pos += 1;
        }
        pos
    };
    let at = |pos: usize| text.get(pos).copied().unwrap_or(0);
    if at(start) == b'0' && at(start + 1) == b'x' && at(start + 2).is_ascii_hexdigit() {
        let mut pos = start + 2;
        while at(pos).is_ascii_hexdigit() {
            pos += 1;
        }
        return (TokenKind::Int, pos);
    }
    let mut pos = digits(start);
    if at(pos) != b'.' {
        return (TokenKind::Int, pos);
    }
    pos = digits(pos + 1);
    if matches!(at(pos), b'e' | b'E') {
        let sign = usize::from(matches!(at(pos + 1), b'+' | b'-'));
        if at(pos + 1 + sign).is_ascii_digit() {
            pos = digits(pos + 1 + sign);
        }
    }
    (TokenKind::Float, pos)
}

/// The bytes a string literal stands for; `literal` includes the quotes.
pub(crate) fn unescape(literal: &str) -> Vec<u8> {
    let inner = literal.get(1..literal.len().saturating_sub(1)).unwrap_or("").as_bytes();
    let mut out = Vec::with_capacity(inner.len());
    let mut pos = 0;
    while pos < inner.len() {
        if inner[pos] != b'\\' {
            out.push(inner[pos]);
            pos += 1;
            continue;
        }
        let hex = |n: usize| inner.get(pos + n).and_then(|b| (*b as char).to_digit(16));
        match (inner.get(pos + 1), hex(1), hex(2)) {
            (Some(b'n'), ..) => out.push(b'\n'),
            (Some(b't'), ..) => out.push(b'\t'),
            (_, Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                pos += 1;
            }
            (Some(other), ..) => out.push(*other),
            (None, ..) => {}
        }
        pos += 2;
    }
    out
}
