//! Words of MLIR text, as far as transform scripts need them.

use polyvet_ir::{Diagnostic, Span};

/// A word: `%l:3`, `@main`, `transform.yield`, `-4`, `"text"`, or one sign.
#[derive(Clone, Copy, Debug)]
pub struct ScriptToken {
    /// Where it stands.
    pub span: Span,
    /// It is the first one of its line.
    pub fresh: bool,
}

impl ScriptToken {
    /// What it says.
    pub fn text<'t>(&self, text: &'t str) -> &'t str {
        self.span.of(text)
    }
}

/// All words of a text; comments are left out.
pub fn tokens(text: &str) -> Result<Vec<ScriptToken>, Diagnostic> {
    let bytes = text.as_bytes();
    let (mut tokens, mut at, mut fresh) = (Vec::new(), 0, true);
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b'\n' => (fresh, at) = (true, at + 1),
            b if b.is_ascii_whitespace() => at += 1,
            b'/' if bytes.get(at + 1) == Some(&b'/') => at += text[at..].find('\n').unwrap_or(text.len() - at),
            first => {
                at = match first {
                    b'"' => string_end(bytes, at),
                    b'%' | b'@' | b'!' | b'#' | b'^' => at + 1 + name_length(&text[at + 1..], first == b'%'),
                    b'-' if bytes.get(at + 1) == Some(&b'>') => at + 2,
                    b'-' if bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => {
                        at + 1 + name_length(&text[at + 1..], false)
                    }
                    _ => at + name_length(&text[at..], false),
                };
                if at == start {
                    at += text[start..].chars().next().map_or(1, char::len_utf8);
                }
                if first == b'"' && (at > bytes.len() || bytes[at - 1] != b'"') {
                    let span = Span::new(start, start + 1);
                    return Err(Diagnostic::error(
                        "transform-dialect",
                        "this string is never closed",
                        span,
                    ));
                }
                let span = Span::new(start, at);
                tokens.push(ScriptToken { span, fresh });
                fresh = false;
            }
        }
    }
    Ok(tokens)
}

fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// Bytes of a name or number; of a value with what `:3` or `#1` says about it.
fn name_length(text: &str, value: bool) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '-');
    let length = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let rest = &text[length..];
    if value && rest.starts_with([':', '#']) {
        let digits = rest[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - 1);
        if digits > 0 {
            return length + 1 + digits;
        }
    }
    length
}
