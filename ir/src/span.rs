//! Byte ranges of the source text.

/// A half-open byte range `start..end` of the text a module was parsed from.
///
/// [`Span::NONE`] marks things that were built, not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of something that has no source text.
    pub const NONE: Span = Span {
        start: u32::MAX,
        end: u32::MAX,
    };

    /// `start..end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// The same place where the text stands `by` bytes further on.
    pub fn shifted(self, by: u32) -> Span {
        if self.is_none() {
            return self;
        }
        Span {
            start: self.start.saturating_add(by),
            end: self.end.saturating_add(by),
        }
    }

    /// True for [`Span::NONE`].
    pub fn is_none(self) -> bool {
        self == Span::NONE
    }

    /// The smallest span that covers both; a span that is none adds nothing.
    pub fn to(self, other: Span) -> Span {
        if self.is_none() {
            return other;
        }
        if other.is_none() {
            return self;
        }
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The text of the span, empty for [`Span::NONE`] or a span outside `text`.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// One-based line of the first byte; `None` for [`Span::NONE`].
    pub fn line(self, text: &str) -> Option<usize> {
        let before = text.as_bytes().get(..self.start as usize)?;
        Some(1 + before.iter().filter(|b| **b == b'\n').count())
    }
}
