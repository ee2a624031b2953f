//! The part of Python that definitions are written in: imports, names for expressions, decorated functions.

pub(super) use super::lexer::syntax as error;
use super::lexer::{DslToken, DslTokenKind, TextLayout, lex, string_text, syntax};
use crate::{Diagnostic, Span};

/// An expression.
#[derive(Clone, Debug)]
pub(super) struct DslNode {
    pub span: Span,
    pub kind: DslNodeKind,
}

#[derive(Clone, Debug)]
pub(super) enum DslNodeKind {
    Name(String),
    /// `D.m`
    Attribute(Box<DslNode>, String),
    Call(Box<DslNode>, Vec<DslNode>, Vec<Keyword>),
    /// `A[D.m, D.k]`
    Subscript(Box<DslNode>, Vec<DslNode>),
    /// `[a, b]`, `(a, b)`
    List(Vec<DslNode>),
    Int(i64),
    Float(f64),
    Str(String),
    None,
    Bool(bool),
    Negative(Box<DslNode>),
    Binary(&'static str, Box<DslNode>, Box<DslNode>),
}

impl DslNode {
    /// How many expressions it is made of.
    pub fn size(&self) -> usize {
        let all = |list: &[DslNode]| list.iter().map(DslNode::size).sum::<usize>();
        1 + match &self.kind {
            DslNodeKind::Attribute(base, _) | DslNodeKind::Negative(base) => base.size(),
            DslNodeKind::Call(function, args, keywords) => {
                function.size() + all(args) + keywords.iter().map(|keyword| keyword.value.size()).sum::<usize>()
            }
            DslNodeKind::Subscript(base, items) => base.size() + all(items),
            DslNodeKind::List(items) => all(items),
            DslNodeKind::Binary(_, left, right) => left.size() + right.size(),
            _ => 0,
        }
    }
}

/// `name=value`
#[derive(Clone, Debug)]
pub(super) struct Keyword {
    pub name: String,
    pub span: Span,
    pub value: DslNode,
}

#[derive(Clone, Debug)]
pub(super) struct DslStatement {
    pub span: Span,
    pub kind: StatementKind,
}

#[derive(Clone, Debug)]
pub(super) enum StatementKind {
    /// An expression for its own sake: a docstring, `domain(..)`.
    Expr(DslNode),
    /// `target = value`, `target += value`
    Assign { target: DslNode, add: bool, value: DslNode },
    /// `@decorator def name(parameters): body`
    Def(Definition),
    /// A block that defines no operation, by its first word.
    Skipped(String),
}

#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub name: String,
    pub name_span: Span,
    /// Names of the decorators.
    pub decorators: Vec<DslNode>,
    pub params: Vec<SyntaxParam>,
    pub body: Vec<DslStatement>,
}

#[derive(Clone, Debug)]
pub(super) struct SyntaxParam {
    pub name: String,
    pub span: Span,
    pub value: Option<DslNode>,
}

/// Brackets and operators in each other.
const DEPTH_MAX: usize = 100;

/// Terms of one sum, factors of one product.
const TERMS_MAX: usize = 1000;

type SyntaxResult<T> = Result<T, Diagnostic>;

pub(super) struct Parser<'a> {
    pub text: &'a str,
    tokens: Vec<DslToken>,
    at: usize,
    depth: usize,
}

/// The statements of a Python text, with what is wrong in the others.
pub(super) fn parse(text: &str) -> (Vec<DslStatement>, Vec<Diagnostic>) {
    let mut statements = Vec::new();
    let mut parser = match Parser::new(text, TextLayout::Python) {
        Ok(parser) => parser,
        Err(error) => return (statements, vec![error]),
    };
    let mut errors = Vec::new();
    while !parser.is(DslTokenKind::Eof) {
        match parser.statement() {
            Ok(found) => statements.extend(found),
            Err(error) => {
                errors.push(error);
                parser.recover();
            }
        }
    }
    (statements, errors)
}

/// Blocks that define no operation; a decorated or plain `def` is looked at by itself.
const BLOCKS: [&str; 8] = ["class", "if", "for", "while", "with", "try", "async", "match"];

impl<'a> Parser<'a> {
    pub fn new(text: &'a str, layout: TextLayout) -> SyntaxResult<Parser<'a>> {
        Ok(Parser {
            text,
            tokens: lex(text, layout)?,
            at: 0,
            depth: 0,
        })
    }

    pub fn token(&self) -> DslToken {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    pub fn is(&self, kind: DslTokenKind) -> bool {
        self.token().kind == kind
    }

    pub fn spelling(&self) -> &'a str {
        self.token().span.of(self.text)
    }

    pub fn is_punct(&self, text: &str) -> bool {
        self.is(DslTokenKind::Punct) && self.spelling() == text
    }

    pub fn is_word(&self, text: &str) -> bool {
        self.is(DslTokenKind::Name) && self.spelling() == text
    }

    pub fn next(&mut self) -> DslToken {
        let token = self.token();
        self.at += 1;
        token
    }

    pub fn eat(&mut self, text: &str) -> bool {
        let found = self.is_punct(text) || self.is_word(text);
        self.at += usize::from(found);
        found
    }

    /// The error that something else was wanted here.
    pub fn expected(&self, what: &str) -> Diagnostic {
        let found = match self.token().kind {
            DslTokenKind::Eof => "the end of the file".to_owned(),
            DslTokenKind::Newline => "the end of the line".to_owned(),
            DslTokenKind::Indent => "an indented line".to_owned(),
            DslTokenKind::Dedent => "a line that is not indented".to_owned(),
            _ => format!("`{}`", self.spelling()),
        };
        syntax(format!("expected {what}, found {found}"), self.token().span)
    }

    pub fn expect(&mut self, text: &str) -> SyntaxResult<Span> {
        let span = self.token().span;
        match self.eat(text) {
            true => Ok(span),
            false => Err(self.expected(&format!("`{text}`"))),
        }
    }

    pub fn name(&mut self, what: &str) -> SyntaxResult<(String, Span)> {
        if !self.is(DslTokenKind::Name) {
            return Err(self.expected(what));
        }
        let span = self.next().span;
        Ok((span.of(self.text).to_owned(), span))
    }

    fn end_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    /// After an error: to the next line that is not indented.
    fn recover(&mut self) {
        let column = |token: &DslToken| {
            let start = token.span.start as usize;
            start == 0 || self.text.as_bytes()[start - 1] == b'\n'
        };
        loop {
            let before = self.tokens[self.at.min(self.tokens.len() - 1)];
            if before.kind == DslTokenKind::Eof {
                return;
            }
            self.at += 1;
            let ends = matches!(before.kind, DslTokenKind::Newline | DslTokenKind::Dedent);
            let now = self.token();
            if ends
                && !matches!(
                    now.kind,
                    DslTokenKind::Newline | DslTokenKind::Indent | DslTokenKind::Dedent
                )
                && column(&now)
            {
                return;
            }
        }
    }

    /// `a, b` up to `close`, which is taken; a comma may be before it.
    pub fn list<T>(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> SyntaxResult<T>) -> SyntaxResult<Vec<T>> {
        let mut items = Vec::new();
        while !self.eat(close) {
            items.push(item(self)?);
            if !self.eat(",") {
                if !self.is_punct(close) {
                    return Err(self.expected(&format!("`,` or `{close}`")));
                }
                self.expect(close)?;
                break;
            }
        }
        Ok(items)
    }

    fn statement(&mut self) -> SyntaxResult<Option<DslStatement>> {
        if matches!(self.token().kind, DslTokenKind::Newline | DslTokenKind::Dedent) {
            self.at += 1;
            return Ok(None);
        }
        let start = self.token().span;
        let word = self.spelling();
        let kind = match word {
            "import" | "from" => {
                self.skip_line();
                return Ok(None);
            }
            "pass" => {
                self.at += 1;
                return self.line_end().map(|()| None);
            }
            "@" | "def" => self.definition()?,
            _ if self.is(DslTokenKind::Name) && BLOCKS.contains(&word) => self.skip_block(),
            _ => self.simple()?,
        };
        let span = start.to(self.statement_end());
        Ok(Some(DslStatement { span, kind }))
    }

    /// The last token that is not layout.
    fn statement_end(&self) -> Span {
        let before = self.tokens[..self.at.min(self.tokens.len())].iter().rev();
        let mut solid = before.filter(|t| {
            !matches!(
                t.kind,
                DslTokenKind::Newline | DslTokenKind::Indent | DslTokenKind::Dedent | DslTokenKind::Eof
            )
        });
        solid.next().map_or(Span::NONE, |token| token.span)
    }

    fn skip_line(&mut self) {
        while !matches!(self.token().kind, DslTokenKind::Newline | DslTokenKind::Eof) {
            self.at += 1;
        }
        self.at += usize::from(self.is(DslTokenKind::Newline));
    }

    fn skip_block(&mut self) -> StatementKind {
        let word = self.spelling().to_owned();
        self.skip_line();
        if self.is(DslTokenKind::Indent) {
            let mut depth = 0;
            loop {
                match self.next().kind {
                    DslTokenKind::Indent => depth += 1,
                    DslTokenKind::Dedent => depth -= 1,
                    DslTokenKind::Eof => break,
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
            }
        }
        StatementKind::Skipped(word)
    }

    fn line_end(&mut self) -> SyntaxResult<()> {
        if self.eat(";") || self.is(DslTokenKind::Eof) {
            return Ok(());
        }
        if !self.is(DslTokenKind::Newline) {
            return Err(self.expected("the end of the line"));
        }
        self.at += 1;
        Ok(())
    }

    fn simple(&mut self) -> SyntaxResult<StatementKind> {
        let first = self.exprs()?;
        let add = self.is_punct("+=");
        let kind = if add || self.is_punct("=") {
            self.at += 1;
            let value = self.exprs()?;
            let target = first;
            StatementKind::Assign { target, add, value }
        } else if self.is(DslTokenKind::Punct) && self.spelling().ends_with('=') {
            let help = "write `C[..] = ReduceFn.mul[..](..)` for another reduction than a sum";
            return Err(self.expected("`=` or `+=`").help(help));
        } else {
            StatementKind::Expr(first)
        };
        self.line_end()?;
        Ok(kind)
    }

    /// `a`, or `a, b` without brackets.
    fn exprs(&mut self) -> SyntaxResult<DslNode> {
        let first = self.expr()?;
        if !self.is_punct(",") {
            return Ok(first);
        }
        let start = first.span;
        let mut items = vec![first];
        while self.eat(",") {
            items.push(self.expr()?);
        }
        let span = start.to(self.end_span());
        let kind = DslNodeKind::List(items);
        Ok(DslNode { span, kind })
    }

    fn definition(&mut self) -> SyntaxResult<StatementKind> {
        let mut decorators = Vec::new();
        while self.eat("@") {
            decorators.push(self.expr()?);
            self.line_end()?;
            while self.is(DslTokenKind::Newline) {
                self.at += 1;
            }
        }
        if !self.is_word("def") {
            if decorators.is_empty() || !BLOCKS.contains(&self.spelling()) {
                return Err(self.expected("`def`"));
            }
            return Ok(self.skip_block());
        }
        let is_op = decorators.iter().any(is_structured_op);
        if !is_op {
            return Ok(self.skip_block());
        }
        self.expect("def")?;
        let (name, name_span) = self.name("the name of the operation")?;
        self.expect("(")?;
        let params = self.list(")", Self::param)?;
        if self.eat("->") {
            self.expr()?;
        }
        self.expect(":")?;
        let body = self.body()?;
        Ok(StatementKind::Def(Definition {
            name,
            name_span,
            decorators,
            params,
            body,
        }))
    }

    fn param(&mut self) -> SyntaxResult<SyntaxParam> {
        if self.is_punct("*") || self.is_punct("**") {
            return Err(self.expected("a parameter `name=TensorDef(..)`"));
        }
        let (name, span) = self.name("a parameter `name=TensorDef(..)`")?;
        if self.eat(":") {
            self.expr()?;
        }
        let value = match self.eat("=") {
            true => Some(self.expr()?),
            false => None,
        };
        Ok(SyntaxParam { name, span, value })
    }

    fn body(&mut self) -> SyntaxResult<Vec<DslStatement>> {
        let mut body = Vec::new();
        if !self.is(DslTokenKind::Newline) {
            body.extend(self.statement()?);
            return Ok(body);
        }
        while self.is(DslTokenKind::Newline) {
            self.at += 1;
        }
        if !self.is(DslTokenKind::Indent) {
            return Err(self.expected("the indented body of the operation"));
        }
        self.at += 1;
        while !self.is(DslTokenKind::Dedent) && !self.is(DslTokenKind::Eof) {
            body.extend(self.statement()?);
        }
        self.at += usize::from(self.is(DslTokenKind::Dedent));
        Ok(body)
    }

    pub fn expr(&mut self) -> SyntaxResult<DslNode> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            self.depth -= 1;
            return Err(syntax("this is nested too deeply", self.token().span));
        }
        let found = self.sum();
        self.depth -= 1;
        found
    }

    fn sum(&mut self) -> SyntaxResult<DslNode> {
        self.binary(&["+", "-"], Self::product)
    }

    fn product(&mut self) -> SyntaxResult<DslNode> {
        self.binary(&["*", "/", "//", "%"], Self::unary)
    }

    fn binary(
        &mut self,
        operators: &[&'static str],
        operand: fn(&mut Self) -> SyntaxResult<DslNode>,
    ) -> SyntaxResult<DslNode> {
        let mut node = operand(self)?;
        let mut terms = 0;
        while let Some(operator) = operators.iter().find(|operator| self.is_punct(operator)) {
            terms += 1;
            if terms > TERMS_MAX {
                return Err(syntax("this expression has too many terms", self.token().span));
            }
            self.at += 1;
            let right = operand(self)?;
            let span = node.span.to(right.span);
            let kind = DslNodeKind::Binary(operator, Box::new(node), Box::new(right));
            node = DslNode { span, kind };
        }
        Ok(node)
    }

    fn unary(&mut self) -> SyntaxResult<DslNode> {
        let start = self.token().span;
        if self.eat("-") {
            self.depth += 1;
            let inner = match self.depth > DEPTH_MAX {
                true => Err(syntax("this is nested too deeply", start)),
                false => self.unary(),
            };
            self.depth -= 1;
            let inner = inner?;
            let span = start.to(inner.span);
            let kind = match inner.kind {
                DslNodeKind::Int(value) => DslNodeKind::Int(-value),
                DslNodeKind::Float(value) => DslNodeKind::Float(-value),
                kind => DslNodeKind::Negative(Box::new(DslNode { span: inner.span, kind })),
            };
            return Ok(DslNode { span, kind });
        }
        self.postfix()
    }

    fn postfix(&mut self) -> SyntaxResult<DslNode> {
        let mut node = self.atom()?;
        for _ in 0..DEPTH_MAX {
            let start = node.span;
            let kind = if self.eat(".") {
                let (name, _) = self.name("a name after `.`")?;
                DslNodeKind::Attribute(Box::new(node), name)
            } else if self.eat("(") {
                let (args, keywords) = self.arguments()?;
                DslNodeKind::Call(Box::new(node), args, keywords)
            } else if self.eat("[") {
                DslNodeKind::Subscript(Box::new(node), self.list("]", Self::expr)?)
            } else {
                return Ok(node);
            };
            let span = start.to(self.end_span());
            node = DslNode { span, kind };
        }
        Err(syntax("this is nested too deeply", self.token().span))
    }

    fn arguments(&mut self) -> SyntaxResult<(Vec<DslNode>, Vec<Keyword>)> {
        let (mut args, mut keywords) = (Vec::new(), Vec::new());
        self.list(")", |parser| {
            let follows = parser.tokens.get(parser.at + 1);
            let is_keyword = parser.is(DslTokenKind::Name) && follows.is_some_and(|t| t.span.of(parser.text) == "=");
            if is_keyword {
                let (name, span) = parser.name("a name")?;
                parser.expect("=")?;
                let value = parser.expr()?;
                keywords.push(Keyword { name, span, value });
            } else {
                args.push(parser.expr()?);
            }
            Ok(())
        })?;
        Ok((args, keywords))
    }

    fn atom(&mut self) -> SyntaxResult<DslNode> {
        let token = self.token();
        let spelling = self.spelling();
        let kind = match token.kind {
            DslTokenKind::Name => match spelling {
                "None" => DslNodeKind::None,
                "True" => DslNodeKind::Bool(true),
                "False" => DslNodeKind::Bool(false),
                "lambda" | "if" | "for" | "not" | "yield" | "await" => return Err(self.expected("an expression")),
                name => DslNodeKind::Name(name.to_owned()),
            },
            DslTokenKind::Int => {
                let digits = spelling.replace('_', "");
                let value = digits
                    .parse()
                    .map_err(|_| syntax("this number is too large", token.span))?;
                DslNodeKind::Int(value)
            }
            DslTokenKind::Float => {
                let digits = spelling.replace('_', "");
                DslNodeKind::Float(digits.parse().map_err(|_| syntax("this is no number", token.span))?)
            }
            DslTokenKind::Str => DslNodeKind::Str(string_text(spelling)),
            DslTokenKind::Punct if spelling == "(" || spelling == "[" => return self.bracketed(),
            _ => return Err(self.expected("an expression")),
        };
        self.at += 1;
        Ok(DslNode { span: token.span, kind })
    }

    /// `(a)`, `(a, b)`, `[a, b]`
    fn bracketed(&mut self) -> SyntaxResult<DslNode> {
        let open = self.next().span;
        let is_list = open.of(self.text) == "[";
        let close = if is_list { "]" } else { ")" };
        let mut comma = is_list;
        let mut items = Vec::new();
        while !self.eat(close) {
            items.push(self.expr()?);
            if self.eat(",") {
                comma = true;
            } else if !self.is_punct(close) {
                return Err(self.expected(&format!("`,` or `{close}`")));
            }
        }
        let span = open.to(self.end_span());
        if let ([_], false) = (&items[..], comma) {
            let inner = items.remove(0);
            return Ok(DslNode { span, kind: inner.kind });
        }
        let kind = DslNodeKind::List(items);
        Ok(DslNode { span, kind })
    }
}

/// `linalg_structured_op`, with or without arguments.
fn is_structured_op(node: &DslNode) -> bool {
    match &node.kind {
        DslNodeKind::Call(function, ..) => is_structured_op(function),
        DslNodeKind::Name(name) | DslNodeKind::Attribute(_, name) => name == "linalg_structured_op",
        _ => false,
    }
}
