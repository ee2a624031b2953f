//! Statements of a transform sequence.

use super::lexer::{ScriptToken, tokens};
use super::run::{unknown, unknown_operation};
use crate::script::args::{MOST, is_in_range};
use crate::{ScriptName, Spanned};
use polyvet_ir::{Diagnostic, Span};

/// A sequence.
#[derive(Debug)]
pub struct Sequence {
    /// Its argument: the whole program.
    pub root: String,
    /// What it does, in order.
    pub statements: Vec<SequenceStatement>,
    /// From its name to its end.
    pub span: Span,
}

/// `%t, %l:2 = transform.structured.tile_using_for %0 tile_sizes [4, 4] : ..`
#[derive(Debug)]
pub struct SequenceStatement {
    /// Each result, also those of a group: `%l#0`.
    pub results: Vec<String>,
    /// `transform.structured.tile_using_for`
    pub op: ScriptName,
    /// The values right behind the name.
    pub operands: Vec<ScriptName>,
    /// What else is said.
    pub clauses: Vec<Clause>,
    /// All of it.
    pub span: Span,
}

/// `tile_sizes [4, 4]`, `into %l`, `{factor = 2, peel_front}`: each of the entries.
#[derive(Debug)]
pub struct Clause {
    /// Its key.
    pub key: ScriptName,
    /// Its words, without brackets, commas and types.
    pub values: Vec<ScriptName>,
}

fn error(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error("transform-dialect", message, span)
}

struct SequenceReader<'t> {
    text: &'t str,
    tokens: Vec<ScriptToken>,
    at: usize,
}

/// The sequence `@__transform_main`, or the only one.
pub fn sequence(text: &str) -> Result<Sequence, Vec<Diagnostic>> {
    let tokens = tokens(text).map_err(|error| vec![error])?;
    let start = main_sequence(&tokens, text).map_err(|error| vec![error])?;
    let mut reader = SequenceReader {
        text,
        tokens,
        at: start + 1,
    };
    reader.sequence(start)
}

/// Where the sequence `@__transform_main` begins, or the only one.
pub fn main_sequence(tokens: &[ScriptToken], text: &str) -> Result<usize, Diagnostic> {
    let starts: Vec<usize> = (0..tokens.len())
        .filter(|at| tokens[*at].text(text).trim_matches('"') == "transform.named_sequence")
        .collect();
    let is_main = |at: &&usize| {
        tokens
            .get(**at + 1)
            .is_some_and(|name| name.text(text) == "@__transform_main")
    };
    match (starts.iter().find(is_main), &starts[..]) {
        (Some(main), _) => Ok(*main),
        (None, [only]) => Ok(*only),
        (None, []) => {
            let message = "there is no `transform.named_sequence`";
            Err(error(message, tokens.first().map_or(Span::NONE, |token| token.span)))
        }
        (None, [_, second, ..]) => {
            let message = "which of several sequences is meant? None is `@__transform_main`";
            Err(error(message, tokens[*second].span))
        }
    }
}

impl SequenceReader<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", |token| token.text(self.text))
    }

    fn span(&self) -> Span {
        let last = self.tokens.len().saturating_sub(1);
        self.tokens
            .get(self.at.min(last))
            .map_or(Span::NONE, |token| token.span)
    }

    fn take(&mut self) -> ScriptName {
        let name = ScriptName::new(self.peek().to_owned(), self.span());
        self.at += 1;
        name
    }

    fn expect(&mut self, word: &str) -> Result<(), Diagnostic> {
        match self.peek() == word {
            true => {
                self.at += 1;
                Ok(())
            }
            false => Err(error(
                format!("expected `{word}`, found `{}`", self.peek()),
                self.span(),
            )),
        }
    }

    fn is_over(&self) -> bool {
        self.at >= self.tokens.len()
    }

    fn sequence(&mut self, start: usize) -> Result<Sequence, Vec<Diagnostic>> {
        let first = self.tokens[start].span;
        let root = self.head().map_err(|error| vec![error])?;
        let (mut statements, mut errors) = (Vec::new(), Vec::new());
        while !self.is_over() && self.peek() != "}" {
            match self.statement() {
                Ok(statement) => {
                    errors.extend(unknown(&statement));
                    statements.push(statement);
                }
                Err(error) => {
                    errors.push(error);
                    self.skip();
                }
            }
        }
        if self.is_over() {
            errors.push(error("this sequence is never closed", first));
        }
        let span = first.to(self.span());
        match errors.is_empty() {
            true => Ok(Sequence { root, statements, span }),
            false => Err(errors),
        }
    }

    /// `@name(%root: type {..}) attributes {`: the name of the argument.
    fn head(&mut self) -> Result<String, Diagnostic> {
        self.take();
        self.expect("(")?;
        let root = self.take();
        if !root.value.starts_with('%') {
            return Err(error("a sequence has the program as its argument", root.span));
        }
        self.skip_to(")")?;
        self.expect(")")?;
        if self.peek() == "->" {
            return Err(error("a sequence with results is not known here", self.span()));
        }
        if self.peek() == "attributes" {
            self.at += 1;
            self.expect("{")?;
            self.skip_to("}")?;
            self.expect("}")?;
        }
        self.expect("{")?;
        Ok(root.value)
    }

    /// To `end` at this depth.
    fn skip_to(&mut self, end: &str) -> Result<(), Diagnostic> {
        let (open, mut depth) = (self.span(), 0);
        while !self.is_over() {
            let word = self.peek();
            if depth == 0 && word == end {
                return Ok(());
            }
            match word {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
        Err(error(format!("expected `{end}` before the end"), open))
    }

    /// After an error: to the next line that begins a statement.
    fn skip(&mut self) {
        let mut depth = 0;
        while !self.is_over() {
            match self.peek() {
                "{" => depth += 1,
                "}" if depth == 0 => return,
                "}" => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 && self.begins() {
                return;
            }
        }
    }

    /// Whether a statement begins here.
    fn begins(&self) -> bool {
        let fresh = self.tokens.get(self.at).is_some_and(|token| token.fresh);
        let word = self.peek();
        fresh && (word.starts_with('%') || word.contains("transform.") && !word.starts_with('!'))
    }

    fn statement(&mut self) -> Result<SequenceStatement, Diagnostic> {
        let start = self.span();
        let mut results = Vec::new();
        while self.peek().starts_with('%') {
            let result = self.take();
            match result.value.split_once(':') {
                None => results.push(result.value),
                Some((name, count)) => {
                    let count: usize = count.parse().map_err(|_| error("too many results", result.span))?;
                    if count > 64 {
                        return Err(error("too many results", result.span));
                    }
                    results.extend((0..count).map(|at| format!("{name}#{at}")));
                }
            }
            match self.peek() {
                "," => self.at += 1,
                _ => self.expect("=")?,
            }
        }
        let op = self.take();
        if op.value.starts_with('"') {
            let message = "the generic form of transform operations is not read";
            return Err(error(message, op.span).help("print the script without `--mlir-print-op-generic`"));
        }
        if !op.value.starts_with("transform.") {
            return Err(error(
                format!("expected a transform operation, found `{}`", op.value),
                op.span,
            ));
        }
        // Of what is not known the form is not known either.
        if let Some(unknown) = unknown_operation(&op) {
            return Err(unknown);
        }
        let (mut operands, mut clauses) = (Vec::new(), Vec::new());
        // `merge_handles` has its flag before its operands.
        if self.peek() == "deduplicate" {
            let (key, values) = (self.take(), Vec::new());
            clauses.push(Clause { key, values });
        }
        while self.peek().starts_with('%') && !self.begins() {
            operands.push(self.take());
            if self.peek() == "[" {
                let key = ScriptName::new("position".to_owned(), self.span());
                let values = self.bracketed(&key)?;
                clauses.push(Clause { key, values });
            }
            if self.peek() == "," {
                self.at += 1;
            }
        }
        while !self.is_over() && !self.begins() && !matches!(self.peek(), ":" | "}") {
            match self.peek() {
                "{" => self.dictionary(&mut clauses, "}")?,
                "(" => self.dictionary(&mut clauses, ")")?,
                "by" => self.at += 1,
                _ => clauses.push(self.clause()?),
            }
        }
        // The types.
        while !self.is_over() && !self.begins() && self.peek() != "}" {
            self.at += 1;
        }
        let end = self.tokens[self.at - 1].span;
        Ok(SequenceStatement {
            results,
            op,
            operands,
            clauses,
            span: start.to(end),
        })
    }

    /// `{key = value, ..}`, or the same in parentheses.
    fn dictionary(&mut self, clauses: &mut Vec<Clause>, end: &str) -> Result<(), Diagnostic> {
        self.take();
        while self.peek() != end {
            if self.is_over() {
                return self.expect(end);
            }
            clauses.push(self.clause()?);
            // The type of a number.
            while !self.is_over() && self.peek() != "," && self.peek() != end {
                self.at += 1;
            }
            if self.peek() == "," {
                self.at += 1;
            }
        }
        self.expect(end)
    }

    /// The words in brackets of any kind, without types.
    fn bracketed(&mut self, key: &ScriptName) -> Result<Vec<ScriptName>, Diagnostic> {
        let (mut values, mut depth, mut is_type) = (Vec::new(), 0, false);
        loop {
            if self.is_over() {
                return Err(error("a bracket is never closed", key.span));
            }
            match self.peek() {
                "[" | "{" | "(" => depth += 1,
                "]" | "}" | ")" => depth -= 1,
                "," => is_type = false,
                ":" => is_type = true,
                _ if is_type => {}
                _ => values.push(ScriptName::new(self.peek().trim_matches('"').to_owned(), self.span())),
            }
            self.at += 1;
            if depth == 0 {
                return Ok(values);
            }
        }
    }

    /// `key`, `key value`, `key = [values]`, `ops{[values]}`, `key(values)`
    fn clause(&mut self) -> Result<Clause, Diagnostic> {
        let key = self.take();
        if !key.value.starts_with(|c: char| c.is_alphabetic()) {
            return Err(error(format!("expected a word, found `{}`", key.value), key.span));
        }
        if self.peek() == "=" {
            self.at += 1;
        }
        let mut values = Vec::new();
        match self.peek() {
            "[" | "{" | "(" => values = self.bracketed(&key)?,
            "," | "}" | ":" | "" => {}
            word if word.starts_with("transform.") => {}
            word if word.starts_with(|c: char| c.is_numeric() || matches!(c, '%' | '"' | '-')) && !self.begins() => {
                let value = self.take();
                values.push(ScriptName::new(value.value.trim_matches('"').to_owned(), value.span));
            }
            // A flag, or the next key.
            _ => {}
        }
        Ok(Clause { key, values })
    }
}

impl SequenceStatement {
    /// The clause called `key`.
    pub fn clause(&self, key: &str) -> Option<&Clause> {
        self.clauses.iter().find(|clause| clause.key.value == key)
    }

    /// The numbers of a clause.
    ///
    /// # Errors
    /// A value is no number that is known here.
    pub fn numbers(&self, key: &str) -> Result<Option<Vec<Spanned<i64>>>, Diagnostic> {
        let Some(clause) = self.clause(key) else {
            return Ok(None);
        };
        let number = |value: &ScriptName| match value.value.parse() {
            Ok(number) if is_in_range(number) => Ok(Spanned::new(number, value.span)),
            Ok(_) => {
                let message = format!("`{value}` in `{key}` is out of range: numbers are from -{MOST} to {MOST}");
                Err(error(message, value.span))
            }
            Err(_) => Err(error(format!("`{value}` is no number that is known here"), value.span)),
        };
        clause.values.iter().map(number).collect::<Result<_, _>>().map(Some)
    }

    /// The numbers of a clause that must be there.
    ///
    /// # Errors
    /// It is not, or as [`SequenceStatement::numbers`].
    pub fn needed(&self, key: &str) -> Result<Vec<Spanned<i64>>, Diagnostic> {
        let numbers = self.numbers(key)?.filter(|numbers| !numbers.is_empty());
        numbers.ok_or_else(|| error(format!("`{}` has no `{key}` here", self.op), self.op.span))
    }

    /// The only number of a clause, if it is there.
    ///
    /// # Errors
    /// As [`SequenceStatement::numbers`].
    pub fn number(&self, key: &str) -> Result<Option<i64>, Diagnostic> {
        Ok(self.numbers(key)?.and_then(|numbers| Some(numbers.first()?.value)))
    }
}
