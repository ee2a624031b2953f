//! What is checked before isl reads a text, and what is made of its refusal.
//!
//! isl's reader recurses over brackets, `exists`, unary operators and `?:`, so deep text overflows the stack; it
//! ignores what follows a complete set; and it says where an error is on stderr only. So length and nesting are capped,
//! brackets must match, and at most one group in braces may stand in the text.

use std::ffi::CString;

use crate::Ctx;
use crate::error::{PolyError, Result};
use crate::sys;

/// Longest text that is read.
pub const MAX_TEXT_BYTES: usize = 4 << 20;
/// Deepest nesting that is read. isl needs about 120 bytes of stack a level and overflows 2 MiB at 18,000 levels.
pub const MAX_TEXT_DEPTH: usize = 1000;

/// How the rest of a text is judged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
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
pub fn check(text: &str, shape: Shape) -> Result<CString> {
    if text.len() > MAX_TEXT_BYTES {
        return Err(PolyError::TooLong {
            bytes: text.len(),
            limit: MAX_TEXT_BYTES,
        });
    }
    let c_text = CString::new(text).map_err(|e| PolyError::NulByte { at: e.nul_position() })?;
    Scan {
        text,
        shape,
        open: Vec::new(),
        chains: vec![0],
        depth: 0,
        unary: 0,
        groups: 0,
    }
    .run()?;
    Ok(c_text)
}

struct Scan<'a> {
    text: &'a str,
    shape: Shape,
    /// Open brackets: byte offset and what closes them.
    open: Vec<(usize, u8)>,
    /// `exists` and `?` pending at each level of brackets: what follows them is read one level deeper.
    chains: Vec<usize>,
    /// Brackets and chains together.
    depth: usize,
    /// Unary operators in a row.
    unary: usize,
    /// Groups in braces seen at the outermost level.
    groups: usize,
}

impl Scan<'_> {
    fn run(mut self) -> Result<()> {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let start = at;
            at += 1;
            let unary = std::mem::take(&mut self.unary);
            match byte {
                b'#' => at = self.end_of(at, b'\n'),
                b'"' if self.shape == Shape::Braces => at = self.end_of(at, b'"'),
                b' ' | b'\t' | b'\r' | b'\n' => self.unary = unary,
                _ if self.shape == Shape::Braces && self.groups > 0 && self.open.is_empty() => {
                    return Err(syntax(
                        self.text,
                        format!("unexpected text after the closing brace, at byte {start}"),
                    ));
                }
                b'(' => self.push(start, b')')?,
                b'[' => self.push(start, b']')?,
                b'{' => self.push(start, b'}')?,
                b')' | b']' | b'}' => self.pop(start, byte)?,
                b';' => self.end_chain(),
                b'-' | b'!' => self.operator(start, unary)?,
                b'?' => self.deeper(start)?,
                b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => {
                    while bytes
                        .get(at)
                        .is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'\'' | 0x80..))
                    {
                        at += 1;
                    }
                    match self.text[start..at].to_ascii_lowercase().as_str() {
                        "exists" => self.deeper(start)?,
                        "not" => self.operator(start, unary)?,
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

    fn deeper(&mut self, at: usize) -> Result<()> {
        self.depth += 1;
        *self.chains.last_mut().expect("a level is open") += 1;
        if self.depth > MAX_TEXT_DEPTH {
            return Err(PolyError::TooDeep {
                at,
                limit: MAX_TEXT_DEPTH,
            });
        }
        Ok(())
    }

    fn operator(&mut self, at: usize, before: usize) -> Result<()> {
        self.unary = before + 1;
        if self.depth + self.unary > MAX_TEXT_DEPTH {
            Err(PolyError::TooDeep {
                at,
                limit: MAX_TEXT_DEPTH,
            })
        } else {
            Ok(())
        }
    }

    fn end_chain(&mut self) {
        let chain = self.chains.last_mut().expect("a level is open");
        self.depth -= std::mem::take(chain);
    }

    fn push(&mut self, at: usize, close: u8) -> Result<()> {
        self.open.push((at, close));
        self.deeper(at)?;
        self.chains.push(0);
        Ok(())
    }

    fn pop(&mut self, at: usize, close: u8) -> Result<()> {
        match self.open.pop() {
            Some((_, wanted)) if wanted == close => {}
            Some((opened, wanted)) => {
                let reason = format!(
                    "`{}` at byte {at} where `{}` should close the bracket at byte {opened}",
                    char::from(close),
                    char::from(wanted)
                );
                return Err(syntax(self.text, reason));
            }
            None => {
                return Err(syntax(
                    self.text,
                    format!("`{}` at byte {at} closes nothing", char::from(close)),
                ));
            }
        }
        self.end_chain();
        self.chains.pop();
        self.depth -= 1;
        *self.chains.last_mut().expect("a level is open") -= 1;
        self.groups += usize::from(close == b'}' && self.open.is_empty());
        Ok(())
    }
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
        if unsafe { sys::isl_stream_is_empty(sys::Keep(self.raw)) } != 0 {
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
            /// [`PolyError::Syntax`](crate::PolyError::Syntax), also for text after the closing brace; `TooLong`, `TooDeep`.
            pub fn parse(ctx: &$crate::Ctx, text: &str) -> $crate::Result<Self> {
                let c_text = $crate::text::check(text, $crate::text::Shape::Braces)?;
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
                let stream = $crate::text::Stream::new(ctx, $crate::text::check(text, $crate::text::Shape::Free)?)?;
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
