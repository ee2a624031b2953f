//! The parser: text -> [`Module`] and everything that is wrong with the text.
//!
//! One pass by recursive descent. An operation that cannot be read is skipped up to the next thing
//! that looks like the start of one, so that all errors of a file are reported at once. Recursion is
//! bounded by [`DEPTH_MAX`]; what the parser builds is never nested deeper, so walking and dropping
//! it is safe too.

mod affine;
mod attrs;
pub(crate) mod lexer;
mod ops;
mod regions;
mod relation;
mod types;
mod values;
mod written;

pub(crate) use affine::binary as affine_binary;
pub(crate) use attrs::{float_bits, normal_int, one};
pub(crate) use ops::OpState;
pub use relation::parse_relation;
pub(crate) use values::{WrittenUse, nearest};
pub use written::AS_WRITTEN;

use crate::{Attr, BlockId, Diagnostic, Module, Span, Type, ValueId};
use foldhash::{HashMap, HashSet};
use lexer::{Token, TokenKind};

/// Regions, types, attributes and expressions nested deeper than this are refused.
pub const DEPTH_MAX: u32 = 128;
/// Texts longer than this are refused; the section of resources at their end does not count.
pub const TEXT_BYTES_MAX: usize = 64 << 20;
/// Texts longer than this with all resources are refused: places are 32 bits.
pub const FILE_BYTES_MAX: usize = 2 << 30;
/// Errors after the first so many are only counted.
pub const ERRORS_MAX: usize = 100;
/// Aliases may stand for at most so much text in all, and eight times the length of the file.
const EXPANDED_BYTES_MAX: usize = 4 << 20;

/// An error has been reported; the construct being read is given up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failed;

pub(crate) type PResult<T> = Result<T, Failed>;

/// Names visible inside one operation that is isolated from above.
#[derive(Default)]
struct Isolated<'a> {
    values: HashMap<&'a str, Vec<Option<ParseEntry>>>,
    /// Names to forget at the end of each open region.
    opened: Vec<Vec<&'a str>>,
}

#[derive(Clone, Copy)]
struct ParseEntry {
    value: ValueId,
    /// Where it is defined, or first used.
    span: Span,
    forward: bool,
}

/// Block labels of one region.
#[derive(Default)]
struct Labels<'a> {
    blocks: HashMap<&'a str, (BlockId, Span, bool)>,
}

/// What an alias stands for.
struct Alias<T> {
    value: T,
    /// Bytes of its text, about.
    size: usize,
    depth: u32,
}

pub(crate) struct Parser<'a> {
    text: &'a str,
    tok: Token,
    prev_end: usize,
    pub module: Module,
    diagnostics: Vec<Diagnostic>,
    uncounted: usize,
    attr_aliases: HashMap<&'a str, Alias<Attr>>,
    /// `##name`
    relations: HashMap<&'a str, relation::Relation>,
    ranges: Vec<crate::OpId>,
    type_aliases: HashMap<&'a str, Alias<Type>>,
    /// Names of the dimensions of each affine map read since the operation began, and of those that aliases
    /// stand for.
    map_names: Vec<Vec<&'a str>>,
    alias_map_names: HashMap<&'a str, Vec<Vec<&'a str>>>,
    /// Sizes of all aliases put in so far: aliases of aliases can grow exponentially.
    expanded: usize,
    /// Operators in the affine expression being read.
    terms: usize,
    scopes: Vec<Isolated<'a>>,
    labels: Vec<Labels<'a>>,
    /// Uses before the definition: placeholder -> where first used, and its value once known.
    forward: HashMap<ValueId, (Span, Option<ValueId>, bool)>,
    dialects: Vec<&'static str>,
    /// Regions around that are no modules.
    bodies: usize,
    /// Results whose types are only guessed: the first use that states one is right.
    guessed: HashSet<ValueId>,
    depth: u32,
    fatal: bool,
}

/// Reads a file. The module holds whatever could be read; it is complete if no diagnostic is an error.
///
/// Never panics: wrong input is a diagnostic.
pub fn parse(text: &str) -> (Module, Vec<Diagnostic>) {
    if let Some((bytes, most)) = too_long(text) {
        let message = format!("the text has {bytes} bytes; at most {most} are read");
        let error = Diagnostic::error("text-too-long", message, Span::new(0, 0)).help("split the file");
        return (Module::new(), vec![error]);
    }
    let mut parser = Parser::new(text);
    parser.file();
    parser.finish()
}

/// How long a text is, and how long it may be, if that is less.
fn too_long(text: &str) -> Option<(usize, usize)> {
    if text.len() > FILE_BYTES_MAX {
        return Some((text.len(), FILE_BYTES_MAX));
    }
    if text.len() <= TEXT_BYTES_MAX {
        return None;
    }
    let own = text.rfind("{-#").unwrap_or(text.len());
    (own > TEXT_BYTES_MAX).then_some((own, TEXT_BYTES_MAX))
}

/// A type on its own; `None` if the text is anything else.
pub fn parse_type(text: &str) -> Option<Type> {
    let mut parser = Parser::new(text);
    let ty = parser.ty().ok()?;
    (parser.is(TokenKind::Eof) && parser.diagnostics.is_empty()).then_some(ty)
}

/// Reads an attribute that is alone.
pub fn parse_attr(text: &str) -> Option<crate::Attr> {
    let mut parser = Parser::new(text);
    let attr = parser.attr().ok()?;
    (parser.is(TokenKind::Eof) && parser.diagnostics.is_empty()).then_some(attr)
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parser<'a> {
        Parser {
            text,
            tok: lexer::next(text.as_bytes(), 0),
            prev_end: 0,
            module: Module::new(),
            diagnostics: Vec::new(),
            uncounted: 0,
            attr_aliases: HashMap::default(),
            relations: HashMap::default(),
            ranges: Vec::new(),
            type_aliases: HashMap::default(),
            map_names: Vec::new(),
            alias_map_names: HashMap::default(),
            expanded: 0,
            terms: 0,
            scopes: vec![Isolated::default()],
            labels: Vec::new(),
            forward: HashMap::default(),
            dialects: vec!["builtin"],
            bodies: 0,
            guessed: HashSet::default(),
            depth: 0,
            fatal: false,
        }
    }

    // ---- tokens ----

    pub fn token(&self) -> Token {
        self.tok
    }

    pub fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    pub fn spelling(&self) -> &'a str {
        &self.text[self.tok.start..self.tok.end]
    }

    pub fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or("")
    }

    /// End of the last token that was taken.
    pub fn prev_end(&self) -> usize {
        self.prev_end
    }

    pub fn advance(&mut self) -> Token {
        let taken = self.tok;
        self.prev_end = taken.end;
        self.tok = lexer::next(self.text.as_bytes(), taken.end);
        taken
    }

    /// Goes on reading at `pos`.
    pub fn reset(&mut self, pos: usize) {
        self.prev_end = pos;
        self.tok = lexer::next(self.text.as_bytes(), pos);
    }

    /// The token after the current one.
    pub fn peek(&self) -> Token {
        lexer::next(self.text.as_bytes(), self.tok.end)
    }

    pub fn is(&self, kind: TokenKind) -> bool {
        self.tok.kind == kind
    }

    pub fn is_punct(&self, byte: u8) -> bool {
        self.tok.kind == TokenKind::Punct(byte)
    }

    pub fn is_word(&self, word: &str) -> bool {
        self.tok.kind == TokenKind::Bare && self.spelling() == word
    }

    pub fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.is(kind);
        if found {
            self.advance();
        }
        found
    }

    pub fn eat_punct(&mut self, byte: u8) -> bool {
        self.eat(TokenKind::Punct(byte))
    }

    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub fn expect_punct(&mut self, byte: u8) -> PResult<Token> {
        if self.is_punct(byte) {
            Ok(self.advance())
        } else {
            Err(self.expected(&format!("`{}`", byte as char)))
        }
    }

    pub fn expect_word(&mut self, word: &str) -> PResult<Token> {
        if self.is_word(word) {
            Ok(self.advance())
        } else {
            Err(self.expected(&format!("`{word}`")))
        }
    }

    pub fn expect_arrow(&mut self) -> PResult<()> {
        if self.eat(TokenKind::Arrow) {
            Ok(())
        } else {
            Err(self.expected("`->`"))
        }
    }

    /// `item` between commas up to `close`, which is taken; the opening bracket has been.
    pub fn list_until(&mut self, close: u8, mut item: impl FnMut(&mut Self) -> PResult<()>) -> PResult<()> {
        if self.eat_punct(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.eat_punct(close) {
                return Ok(());
            }
            if !self.eat_punct(b',') {
                return Err(self.expected(&format!("`,` or `{}`", close as char)));
            }
        }
    }

    // ---- errors ----

    pub fn report(&mut self, diagnostic: Diagnostic) -> Failed {
        if self.diagnostics.len() < ERRORS_MAX {
            self.diagnostics.push(diagnostic);
        } else {
            self.uncounted += 1;
        }
        Failed
    }

    /// Whether the next error will be shown; if not, help for it need not be looked for.
    pub fn shows_more(&self) -> bool {
        self.diagnostics.len() < ERRORS_MAX
    }

    pub fn error(&mut self, code: &'static str, message: impl Into<String>, span: Span) -> Failed {
        self.report(Diagnostic::error(code, message, span))
    }

    /// `expected X, found Y` at the current token.
    pub fn expected(&mut self, what: &str) -> Failed {
        let found = match self.tok.kind {
            TokenKind::Eof => "the end of the file".to_owned(),
            TokenKind::Bad if self.spelling().starts_with(['"', '@']) => "a string without end".to_owned(),
            _ => {
                let mut shown: String = self.spelling().chars().take(40).collect();
                if shown.len() < self.spelling().len() {
                    shown.push_str("..");
                }
                format!("`{}`", shown.escape_debug())
            }
        };
        self.error("syntax", format!("expected {what}, found {found}"), self.tok.span())
    }

    /// Counts one level of nesting; pair with [`Parser::leave`].
    pub fn enter(&mut self) -> PResult<()> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            self.fatal = true;
            let message = format!("nested deeper than {DEPTH_MAX} levels");
            return Err(self.error("nesting-too-deep", message, self.tok.span()));
        }
        Ok(())
    }

    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Runs `inner` one level deeper.
    pub fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> PResult<T>) -> PResult<T> {
        let entered = self.enter();
        let result = entered.and_then(|()| inner(self));
        self.leave();
        result
    }

    /// The closing brace of the one at `open`.
    pub fn close_brace(&mut self, open: Span) -> PResult<Token> {
        if self.is(TokenKind::Eof) {
            self.fatal = true;
            let error = Diagnostic::error("unclosed-brace", "this file ends inside a `{`", self.tok.span())
                .label(open, "never closed")
                .help("add the missing `}`");
            return Err(self.report(error));
        }
        self.expect_punct(b'}')
    }

    fn finish(mut self) -> (Module, Vec<Diagnostic>) {
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.primary);
        if self.uncounted > 0 {
            let message = format!("{} more errors are not shown", self.uncounted);
            let end = Span::new(self.text.len(), self.text.len());
            self.diagnostics.push(Diagnostic {
                severity: crate::Severity::Note,
                ..Diagnostic::error("more-errors", message, end)
            });
        }
        (self.module, self.diagnostics)
    }
}
