//! Operations in a custom form that is not known here, inside functions: kept as they are written.
//!
//! Where such an operation ends follows from its brackets and from what begins on the next line. All names of values in
//! it are its operands, in the order of the text. The text itself, with a `%` where an operand stands and a `^` where a
//! region does, is a property ([`AS_WRITTEN`]): operations with different texts are different ones, whatever the
//! difference is. Types of results are those that the text seems to tell, until a use states them.

use super::lexer::TokenKind;
use super::{OpState, PResult, Parser};
use crate::dialect;
use crate::{Attr, Type};

/// The property that has the text of an operation as it is written. No attribute that is read has such a name and
/// value both.
pub const AS_WRITTEN: &str = "as written";

/// Dialects that are read as a whole: another name is a mistake.
const WHOLE: [&str; 14] = [
    "affine",
    "arith",
    "bufferization",
    "builtin",
    "cf",
    "complex",
    "func",
    "index",
    "linalg",
    "math",
    "memref",
    "scf",
    "tensor",
    "ub",
];

/// Operations with an entry that says nothing of what they do.
const NAMED: [&str; 2] = ["vector.scalable.extract", "vector.scalable.insert"];

/// Why an operation is not kept as written.
pub(super) enum NotWritten {
    /// What about its text keeps its operands, regions or end from being told.
    Up(&'static str),
    /// An error inside it has been reported.
    Reported,
}

impl From<super::Failed> for NotWritten {
    fn from(_: super::Failed) -> NotWritten {
        NotWritten::Reported
    }
}

/// The text so far, and where in it types may stand.
#[derive(Default)]
struct TextDraft {
    text: String,
    /// The last token was a word, and ended there.
    word: Option<usize>,
    /// What closes the brackets that are open.
    open: Vec<u8>,
    /// After the last `->`, `:`, and `to` or `into` behind it, outside of brackets.
    arrow: Option<usize>,
    colon: Option<usize>,
    into: Option<usize>,
    /// The last token wants another one behind it.
    goes_on: bool,
}

impl TextDraft {
    /// A token that may not grow together with its neighbours: blanks between words are kept.
    fn word(&mut self, text: &str, start: usize, end: usize) {
        match self.word {
            Some(last) if last == start && !text.starts_with(['%', '@', '"', '!']) => {}
            _ if self.text.is_empty() || self.text.ends_with([' ', '(', '[', '<', '{']) => {}
            _ => self.text.push(' '),
        }
        self.text += text;
        self.word = Some(end);
    }

    /// One that is alone; blanks around it mean nothing.
    fn punct(&mut self, text: &str) {
        let glued = match text {
            "(" | "[" | "<" => !self.text.ends_with(':'),
            ")" | "]" | "}" | ">" | "," => true,
            ":" => self.text.ends_with(':'),
            _ => self.text.ends_with(['(', '[', '<', '{']),
        };
        if !glued && !self.text.ends_with(' ') {
            self.text.push(' ');
        }
        self.text += text;
        if matches!(text, "," | "->" | "=") {
            self.text.push(' ');
        }
        self.word = None;
    }
}

/// Whether an operation called `name` may be kept as written: nothing is known of it, and it is no other name misspelt.
pub(super) fn may_be_kept(name: &str) -> bool {
    let Some((dialect, _)) = name.split_once('.') else {
        return false;
    };
    if NAMED.contains(&name) {
        return true;
    }
    // Only functions and branches of these have a form here, so a similar name is no mistake.
    if ["gpu", "llvm", "omp", "spirv"].contains(&dialect) {
        return dialect::entry(name).is_none();
    }
    if WHOLE.contains(&dialect) || dialect::entry(name).is_some() {
        return false;
    }
    let prefix = format!("{dialect}.");
    let siblings = dialect::names().filter(|other| other.starts_with(&prefix));
    super::nearest(name, siblings).is_none()
}

impl<'a> Parser<'a> {
    /// The operation whose name is the current token.
    pub(super) fn as_written(&mut self, named: usize) -> Result<OpState, NotWritten> {
        let token = self.advance();
        let name = self.slice(token.start, token.end);
        let mut state = self.start_op(name, token.span(), named);
        let mut draft = TextDraft::default();
        draft.word(name, token.start, token.end);
        while !self.ends(&draft) {
            self.piece(&state, &mut draft)?;
        }
        if !draft.open.is_empty() {
            return Err(NotWritten::Up("its brackets do not match"));
        }
        let end = (self.tok, self.prev_end);
        state.results = self.told_types(&draft, named);
        (self.tok, self.prev_end) = end;
        state.are_guessed = true;
        let text = Attr::Opaque(draft.text);
        self.module.op_mut(state.op).properties.set(AS_WRITTEN, text);
        Ok(state)
    }

    fn ends(&self, draft: &TextDraft) -> bool {
        let token = self.token();
        let top = draft.open.is_empty();
        match token.kind {
            TokenKind::Eof => true,
            TokenKind::Punct(b'}') => top,
            TokenKind::Bare if top && self.is_word("loc") => self.peek().kind == TokenKind::Punct(b'('),
            _ => top && !draft.goes_on && self.on_fresh_line() && self.starts_op(token),
        }
    }

    fn on_fresh_line(&self) -> bool {
        self.bytes()[self.prev_end()..self.token().start].contains(&b'\n')
    }

    /// One token, operand or region.
    fn piece(&mut self, state: &OpState, draft: &mut TextDraft) -> Result<(), NotWritten> {
        let token = self.token();
        let next = self.peek();
        let top = draft.open.is_empty();
        draft.goes_on = matches!(token.kind, TokenKind::Punct(b',' | b':' | b'=') | TokenKind::Arrow);
        match token.kind {
            TokenKind::Percent if top && next.kind == TokenKind::Punct(b'=') => {
                return Err(NotWritten::Up("it does not end here"));
            }
            TokenKind::Percent => return self.written_operand(state, draft),
            TokenKind::Caret => return Err(NotWritten::Up("it names blocks")),
            TokenKind::Bad | TokenKind::Relation | TokenKind::ResourceOpen => {
                return Err(NotWritten::Up("its text is not MLIR's"));
            }
            TokenKind::Bare if top && self.starts_op(token) => {
                return Err(NotWritten::Up("another operation may begin in it"));
            }
            TokenKind::Punct(b'{') if self.region_follows() => {
                if !top {
                    return Err(NotWritten::Up("it has a region in brackets"));
                }
                draft.word("^", token.start, token.end);
                draft.word = None;
                return Ok(self.region(state, &[])?);
            }
            TokenKind::Hash | TokenKind::Bang => return Ok(self.written_alias(draft)?),
            TokenKind::Punct(b'<' | b'>' | b'=') if next.kind == TokenKind::Punct(b'=') && next.start == token.end => {
                self.advance();
                draft.word(self.slice(token.start, next.end), token.start, next.end);
            }
            TokenKind::Punct(byte) => self.written_punct(byte, draft)?,
            TokenKind::Arrow => {
                if top {
                    draft.arrow = Some(token.end);
                }
                draft.punct("->");
            }
            _ => {
                if top && draft.colon.is_some() && matches!(self.spelling(), "to" | "into") {
                    draft.into = Some(token.end);
                }
                draft.word(self.spelling(), token.start, token.end);
            }
        }
        self.advance();
        Ok(())
    }

    fn written_operand(&mut self, state: &OpState, draft: &mut TextDraft) -> Result<(), NotWritten> {
        let start = self.token().start;
        let written = self.use_()?;
        let Some(value) = self.visible(written)? else {
            return Err(NotWritten::Up("it defines values, or uses later ones"));
        };
        let span = written.span;
        draft.word("%", start, self.prev_end());
        self.module
            .op_mut(state.op)
            .operands
            .push(crate::Operand { value, span });
        Ok(())
    }

    /// An alias is what it stands for.
    fn written_alias(&mut self, draft: &mut TextDraft) -> PResult<()> {
        let token = self.advance();
        let name = self.slice(token.start + 1, token.end);
        let meant = match token.kind {
            TokenKind::Hash => self.attr_aliases.get(name).map(|alias| alias.value.to_string()),
            _ => self.type_aliases.get(name).map(|alias| alias.value.to_string()),
        };
        if let Some(meant) = &meant {
            self.expand(meant.len(), 0, token.span())?;
        }
        let text = meant.as_deref().unwrap_or(self.slice(token.start, token.end));
        draft.word(text, token.start, token.end);
        Ok(())
    }

    fn written_punct(&mut self, byte: u8, draft: &mut TextDraft) -> Result<(), NotWritten> {
        let token = self.token();
        match byte {
            b'(' => draft.open.push(b')'),
            b'[' => draft.open.push(b']'),
            b'{' => draft.open.push(b'}'),
            b'<' => draft.open.push(b'>'),
            b')' | b']' | b'}' | b'>' if draft.open.pop() != Some(byte) => {
                return Err(NotWritten::Up("its brackets do not match"));
            }
            b':' if draft.open.is_empty() => (draft.colon, draft.into) = (Some(token.end), None),
            _ => {}
        }
        match byte {
            b'?' | b'*' | b'+' | b'-' | b'/' | b'|' | b';' => draft.word(self.spelling(), token.start, token.end),
            _ => draft.punct(self.spelling()),
        }
        if byte == b']' {
            // `[4]xf32`
            draft.word = Some(token.end);
        }
        Ok(())
    }

    /// Whether the brace at hand opens a region and no dictionary.
    fn region_follows(&self) -> bool {
        let first = self.peek();
        let second = super::lexer::next(self.bytes(), first.end);
        match first.kind {
            TokenKind::Punct(b'}') => false,
            TokenKind::Bare | TokenKind::Str => match second.kind {
                TokenKind::Punct(b'=' | b',') => false,
                TokenKind::Punct(b'}') => dialect::form(self.slice(first.start, first.end)).is_some(),
                _ => true,
            },
            _ => true,
        }
    }

    /// Types of results that the text seems to tell; `none` where it does not.
    fn told_types(&mut self, draft: &TextDraft, named: usize) -> Vec<Type> {
        type Read<'a> = fn(&mut Parser<'a>) -> PResult<Vec<Type>>;
        let ways: [(Option<usize>, Read<'a>); 2] = match draft.arrow > draft.colon {
            true => [(draft.arrow, Self::result_types), (draft.arrow, Self::types)],
            false => [(draft.into, Self::types), (draft.colon, Self::types)],
        };
        let told = ways.into_iter().find_map(|(pos, read)| {
            let types = self.speculate(pos?, read)?;
            (types.len() == named).then_some(types)
        });
        told.unwrap_or(vec![Type::None; named])
    }

    /// What `read` makes of the text at `pos`; nothing happens if that is wrong.
    fn speculate<T>(&mut self, pos: usize, read: fn(&mut Parser<'a>) -> PResult<T>) -> Option<T> {
        let known = (self.diagnostics.len(), self.uncounted, self.fatal, self.depth);
        self.reset(pos);
        let found = read(self).ok();
        self.diagnostics.truncate(known.0);
        (self.uncounted, self.fatal, self.depth) = (known.1, known.2, known.3);
        found
    }
}
