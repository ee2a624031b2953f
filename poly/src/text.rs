//! What is checked before isl reads a text, and what is made of its refusal.
//!
//! isl's reader recurses over brackets, `exists`, unary operators and `?:`, so deep text overflows the stack; it
//! ignores what follows a complete set; and it says where an error is on stderr only. So length and nesting are capped,
//! brackets must match, and at most one group in braces may be in the text.

use std::ffi::CString;

use crate::error::{PolyError, Result};
use crate::{Ctx, sys};

/// Longest text that is read.
pub const MAX_TEXT_BYTES: usize = 4 << 20;
/// Deepest nesting that is read. isl needs about 120 bytes of stack a level and overflows 2 MiB at 18,000 levels.
pub const MAX_TEXT_DEPTH: usize = 1000;

/// How the rest of a text is judged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TextShape {
    /// `[n] -> { .. }`: one group in braces, then nothing.
    Braces,
    /// A number, or a schedule in YAML: the reader checks that all is consumed.
    Free,
}

/// The start of a text, for messages.
fn quote(text: &str) -> String {
    const SHOWN: usize = 60;
    let line = text.trim_start();
    match line.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None => line.to_owned(),
    }
}

fn syntax(text: &str, reason: impl Into<String>) -> PolyError {
    PolyError::Syntax {
        text: quote(text),
        reason: reason.into(),
    }
}

/// Checks a text and makes it C's.
pub fn check(text: &str, shape: TextShape) -> Result<CString> {
    if text.len() > MAX_TEXT_BYTES {
        return Err(PolyError::TooLong {
            bytes: text.len(),
            limit: MAX_TEXT_BYTES,
        });
    }
    let c_text = CString::new(text).map_err(|e| PolyError::NulByte { at: e.nul_position() })?;
    Scan::new(text, shape).run()?;
    Ok(c_text)
}

/// What isl is still reading when it comes to a bracket, at one level of brackets.
#[derive(Default)]
struct PendingBracket {
    /// `exists` and `?`: what follows is read one level deeper, up to the end of the bracket or a `;`.
    clauses: usize,
    /// `*` and unary operators: what follows is read one level deeper, up to the end of the term.
    factors: usize,
}

struct Scan<'a> {
    text: &'a str,
    shape: TextShape,
    /// Open brackets: byte offset and what closes them.
    open: Vec<(usize, u8)>,
    /// One more than brackets are open.
    pending: Vec<PendingBracket>,
    /// Brackets and all that is pending, together.
    depth: usize,
    /// Whether the last token was a unary operator, or a minus.
    after_operator: bool,
    /// Groups in braces seen at the outermost level.
    groups: usize,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str, shape: TextShape) -> Self {
        let pending = vec![PendingBracket::default()];
        Scan {
            text,
            shape,
            open: Vec::new(),
            pending,
            depth: 0,
            after_operator: false,
            groups: 0,
        }
    }

    fn run(mut self) -> Result<()> {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let start = at;
            at += 1;
            if byte.is_ascii_whitespace() {
                continue;
            }
            if byte == b'#' {
                at = self.end_of(at, b'\n');
                continue;
            }
            if self.shape == TextShape::Braces && self.groups > 0 && self.open.is_empty() {
                return Err(syntax(
                    self.text,
                    format!("unexpected text after the closing brace, at byte {start}"),
                ));
            }
            let after_operator = std::mem::take(&mut self.after_operator);
            match byte {
                b'"' if self.shape == TextShape::Braces => at = self.end_of(at, b'"'),
                b'(' => self.push(start, b')')?,
                b'[' => self.push(start, b']')?,
                b'{' => self.push(start, b'}')?,
                b')' | b']' | b'}' => self.pop(start, byte)?,
                b';' => self.end_clauses(),
                b'-' | b'!' => self.operator(start, after_operator)?,
                b'*' => self.factor(start)?,
                b'?' => self.clause(start)?,
                b'+' | b',' | b':' | b'<' | b'>' | b'=' | b'&' | b'|' => self.end_factors(),
                b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => {
                    let rest = &bytes[at..];
                    at += rest.iter().position(|&b| !is_name(b)).unwrap_or(rest.len());
                    match self.text[start..at].to_ascii_lowercase().as_str() {
                        "exists" => self.clause(start)?,
                        "not" => self.operator(start, after_operator)?,
                        "and" | "or" | "implies" => self.end_factors(),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        match self.open.pop() {
            Some((opened, _)) => Err(syntax(
                self.text,
                format!("the `{}` at byte {opened} is not closed", char::from(bytes[opened])),
            )),
            None => Ok(()),
        }
    }

    fn end_of(&self, from: usize, end: u8) -> usize {
        self.text.as_bytes()[from..]
            .iter()
            .position(|&b| b == end)
            .map_or(self.text.len(), |n| from + n + 1)
    }

    fn here(&mut self) -> &mut PendingBracket {
        self.pending.last_mut().expect("the outermost level is never closed")
    }

    fn deeper(&mut self, at: usize) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_TEXT_DEPTH {
            Err(PolyError::TooDeep {
                at,
                limit: MAX_TEXT_DEPTH,
            })
        } else {
            Ok(())
        }
    }

    fn clause(&mut self, at: usize) -> Result<()> {
        self.here().clauses += 1;
        self.deeper(at)
    }

    fn factor(&mut self, at: usize) -> Result<()> {
        self.here().factors += 1;
        self.deeper(at)
    }

    /// A minus may be binary, and then ends a term; after another operator it is not.
    fn operator(&mut self, at: usize, after_operator: bool) -> Result<()> {
        self.after_operator = true;
        if after_operator {
            return self.factor(at);
        }
        self.end_factors();
        Ok(())
    }

    fn end_factors(&mut self) {
        self.depth -= std::mem::take(&mut self.here().factors);
    }

    fn end_clauses(&mut self) {
        self.end_factors();
        self.depth -= std::mem::take(&mut self.here().clauses);
    }

    fn push(&mut self, at: usize, close: u8) -> Result<()> {
        self.open.push((at, close));
        self.pending.push(PendingBracket::default());
        self.deeper(at)
    }

    fn pop(&mut self, at: usize, close: u8) -> Result<()> {
        let closing = char::from(close);
        match self.open.pop() {
            Some((_, wanted)) if wanted == close => {}
            Some((opened, wanted)) => {
                let wanted = char::from(wanted);
                let reason =
                    format!("`{closing}` at byte {at} where `{wanted}` should close the bracket at byte {opened}");
                return Err(syntax(self.text, reason));
            }
            None => return Err(syntax(self.text, format!("`{closing}` at byte {at} closes nothing"))),
        }
        self.end_clauses();
        self.pending.pop();
        self.depth -= 1;
        self.groups += usize::from(close == b'}' && self.open.is_empty());
        Ok(())
    }
}

/// Goes on a name: letters, digits, primes.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\'' | 0x80..)
}

/// isl's refusal of a text, in words that name the text.
pub fn refused(ctx: &Ctx, text: &str) -> PolyError {
    let error = ctx.take_error();
    match error {
        PolyError::Quota | PolyError::TimedOut => error,
        _ if ctx.spent() => PolyError::Quota,
        PolyError::Invalid { message, .. }
        | PolyError::Unsupported { message, .. }
        | PolyError::Internal { message, .. } => {
            let reason = match message.as_str() {
                "syntax error" | "no reason given" => "isl does not read it".to_owned(),
                _ => message,
            };
            syntax(text, reason)
        }
        error => error,
    }
}

/// A reader over a text, freed on drop.
pub struct Stream<'a> {
    ctx: &'a Ctx,
    // INVARIANT: live until dropped.
    raw: *mut sys::isl_stream,
    _text: CString,
}

impl<'a> Stream<'a> {
    pub fn new(ctx: &'a Ctx, text: CString) -> Result<Self> {
        // SAFETY: the context is live, and the text lives as long as the reader.
        let raw = unsafe { sys::isl_stream_new_str(ctx.as_ptr(), text.as_ptr()) }.0;
        if raw.is_null() {
            Err(ctx.take_error())
        } else {
            Ok(Stream { ctx, raw, _text: text })
        }
    }

    pub fn keep(&self) -> *mut sys::isl_stream {
        self.raw
    }

    /// Fails unless all text was consumed.
    pub fn finish(&self, text: &str) -> Result<()> {
        self.ctx.forget_error();
        // SAFETY: the reader is live.
        if unsafe { sys::isl_stream_is_empty(sys::Keep(self.raw)) }.0 != 0 {
            return Ok(());
        }
        self.ctx.forget_error();
        Err(syntax(text, "unexpected text at its end"))
    }
}

impl Drop for Stream<'_> {
    fn drop(&mut self) {
        // SAFETY: INVARIANT of `raw`.
        unsafe { sys::isl_stream_free(sys::Take(self.raw)) }
    }
}

/// Gives types a reader: `Set = isl_set_read_from_str;`.
macro_rules! parses {
    ($($name:ident = $read:ident;)*) => { $(
        impl $name {
            #[doc = concat!("Reads isl's text (`", stringify!($read), "`).")]
            ///
            /// # Errors
            /// [`PolyError::Syntax`](crate::PolyError::Syntax), also for text after the closing brace; `TooLong`,
            /// `TooDeep`.
            pub fn parse(ctx: &$crate::Ctx, text: &str) -> $crate::Result<Self> {
                let c_text = $crate::text::check(text, $crate::text::TextShape::Braces)?;
                ctx.forget_error();
                // SAFETY: the context is live; the text outlives the call.
                let given = unsafe { $crate::sys::$read(ctx.as_ptr(), c_text.as_ptr()) };
                if given.0.is_null() {
                    return Err($crate::text::refused(ctx, text));
                }
                $crate::obj::Out::out(given, ctx)
            }
        }
    )* };
}

/// Gives types a reader that checks its own end: `Schedule = isl_stream_read_schedule;`.
macro_rules! parses_free {
    ($($name:ident = $read:ident $wrap:tt;)*) => { $(
        impl $name {
            #[doc = concat!("Reads isl's text (`", stringify!($read), "`).")]
            ///
            /// # Errors
            /// [`PolyError::Syntax`](crate::PolyError::Syntax), also for text at its end; `TooLong`, `TooDeep`.
            pub fn parse(ctx: &$crate::Ctx, text: &str) -> $crate::Result<Self> {
                let stream = $crate::text::Stream::new(ctx, $crate::text::check(text, $crate::text::TextShape::Free)?)?;
                ctx.forget_error();
                // SAFETY: the reader is live.
                let given = unsafe { $crate::sys::$read($crate::text::parses_free!(@arg $wrap stream)) };
                if given.0.is_null() {
                    return Err($crate::text::refused(ctx, text));
                }
                let read = $crate::obj::Out::out(given, ctx)?;
                stream.finish(text)?;
                Ok(read)
            }
        }
    )* };
    (@arg keep $stream:ident) => { $crate::sys::Keep($stream.keep()) };
    (@arg raw $stream:ident) => { $stream.keep() };
}

pub(crate) use {parses, parses_free};
