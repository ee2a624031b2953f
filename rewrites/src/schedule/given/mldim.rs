//! Schedule trees as the MLIR rationale writes them ("Schedule Tree Representation for Affine Regions"), as text for
//! isl.
//!
//! ```text
//! mldim %t1 : {S0, S1} floordiv (i, 32) {   // a loop over i floordiv 32 of both statements
//!   call S0(%i)                             // a leaf: what is written behind the name is for people
//!   mldim %t2 : {S1} i mod 32 {
//!     S1
//!   }
//! }
//! ```
//!
//! Loops that are side by side run one after the other. An expression is over the dimensions of the statements and
//! the parameters; `floordiv (e, n)` and `e floordiv n` are the same. Which instances there are says the model.

use polyvet_analysis::ids::StmtId;
use std::collections::BTreeSet;
use std::fmt::Write;

use polyvet_analysis::scop::{Scop, Stmt};
use polyvet_ir::Span;

use crate::schedule::Inapplicable;

type Result<T> = std::result::Result<T, Inapplicable>;

/// Loops and leaves inside of each other at the most.
const DEPTH_MAX: usize = 200;

/// Whether a text is of this form.
pub(super) fn is_mldim(text: &str) -> bool {
    let tokens = tokens(text);
    tokens.first().is_some_and(|token| token.text == "mldim")
}

/// The tree in isl's notation. Of a program its loops are `named`, as they are there; in an order for another program they get
/// names of that.
///
/// # Errors
/// [`Inapplicable::BadSchedule`] with the place, where it is not well formed or names what is not there.
pub(super) fn to_isl(scop: &Scop, text: &str, named: bool) -> Result<String> {
    let mut reader = MldimReader {
        scop,
        tokens: tokens(text),
        at: 0,
        depth: 0,
        names: named.then(BTreeSet::new),
        end: Span::new(text.len(), text.len()),
    };
    let mut tree = String::new();
    reader.items(&mut tree, None)?;
    let domain = scop.domain().and_then(|domain| domain.text())?;
    Ok(format!("{{ domain: \"{domain}\"{tree} }}"))
}

#[derive(Clone, Copy, Debug)]
pub(super) struct MldimToken<'t> {
    pub text: &'t str,
    pub span: Span,
}

/// Words, numbers and single signs; comments are left out.
pub(super) fn tokens(text: &str) -> Vec<MldimToken<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '%' | '$');
        let rest = &text[at..];
        let len = match next {
            _ if next.is_whitespace() => {
                at += next.len_utf8();
                continue;
            }
            _ if rest.starts_with("//") => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            _ if word(next) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            _ => next.len_utf8(),
        };
        tokens.push(MldimToken {
            text: &rest[..len],
            span: Span::new(at, at + len),
        });
        at += len;
    }
    tokens
}

struct MldimReader<'t> {
    scop: &'t Scop,
    tokens: Vec<MldimToken<'t>>,
    at: usize,
    depth: usize,
    /// Names of loops so far, where they count.
    names: Option<BTreeSet<String>>,
    end: Span,
}

/// One loop or leaf: its text and the statements below it.
struct Item {
    text: String,
    stmts: BTreeSet<StmtId>,
}

impl<'t> MldimReader<'t> {
    fn peek(&self) -> Option<&'t str> {
        self.tokens.get(self.at).map(|token| token.text)
    }

    fn span(&self) -> Span {
        self.tokens.get(self.at).map_or(self.end, |token| token.span)
    }

    fn bad<T>(&self, message: impl Into<String>, span: Span) -> Result<T> {
        let message = message.into();
        Err(Inapplicable::BadSchedule { message, span })
    }

    fn next(&mut self, wanted: &str) -> Result<MldimToken<'t>> {
        match self.tokens.get(self.at) {
            Some(token) => {
                self.at += 1;
                Ok(*token)
            }
            None => self.bad(format!("expected {wanted}, the text ends"), self.end),
        }
    }

    fn expect(&mut self, sign: &str) -> Result<Span> {
        let token = self.next(&format!("`{sign}`"))?;
        match token.text == sign {
            true => Ok(token.span),
            false => self.bad(format!("expected `{sign}`, found `{}`", token.text), token.span),
        }
    }

    /// Loops and leaves up to `}` or the end, as the child of what is above them; the statements below.
    fn items(&mut self, out: &mut String, opened: Option<Span>) -> Result<BTreeSet<StmtId>> {
        let mut items: Vec<Item> = Vec::new();
        let mut all = BTreeSet::new();
        loop {
            match (self.peek(), opened) {
                (None, None) => break,
                (Some("}"), Some(_)) => {
                    self.at += 1;
                    break;
                }
                (None, Some(open)) => return self.bad("this `{` is not closed", open),
                _ => {
                    let span = self.span();
                    let item = self.item()?;
                    if let Some(twice) = item.stmts.intersection(&all).next() {
                        let name = &self.scop.stmts[*twice].name;
                        return self.bad(format!("statement `{name}` stands here for the second time"), span);
                    }
                    all.extend(&item.stmts);
                    items.push(item);
                }
            }
        }
        if let [only] = &items[..] {
            out.push_str(&only.text);
            return Ok(all);
        }
        let parts: Vec<String> = items
            .iter()
            .map(|item| format!("{{ filter: \"{}\"{} }}", self.filter(&item.stmts), item.text))
            .collect();
        if !parts.is_empty() {
            _ = write!(out, ", child: {{ sequence: [ {} ] }}", parts.join(", "));
        }
        Ok(all)
    }

    fn item(&mut self) -> Result<Item> {
        let span = self.span();
        if self.depth == DEPTH_MAX {
            return self.bad(format!("more than {DEPTH_MAX} loops inside of each other"), span);
        }
        self.depth += 1;
        let item = match self.peek() {
            Some("mldim") => self.dimension(),
            _ => self.leaf(),
        };
        self.depth -= 1;
        item
    }

    /// `S1`, or `call S1(..) with ..`
    fn leaf(&mut self) -> Result<Item> {
        if self.peek() == Some("call") {
            self.at += 1;
        }
        let name = self.next("a statement")?;
        let stmt = self.stmt(name)?;
        while self.peek().is_some_and(|next| !self.begins_item(next)) {
            self.at += 1;
        }
        Ok(Item {
            text: String::new(),
            stmts: BTreeSet::from([stmt]),
        })
    }

    fn begins_item(&self, next: &str) -> bool {
        matches!(next, "mldim" | "call" | "}") || self.scop.stmts.iter().any(|stmt| stmt.name == next)
    }

    /// `mldim %t1 : {S1, S2} floordiv (i, 128) { .. }`
    fn dimension(&mut self) -> Result<Item> {
        self.at += 1;
        let mut name = String::new();
        if let Some(given) = self.peek().and_then(|name| name.strip_prefix('%')) {
            name = self.loop_name(given);
            self.at += 1;
        }
        self.expect(":")?;
        let open = self.expect("{")?;
        let mut named = BTreeSet::new();
        while self.peek() != Some("}") {
            let token = self.next("a statement")?;
            named.insert(self.stmt(token)?);
            if self.peek() != Some("}") {
                self.expect(",")?;
            }
        }
        let close = self.expect("}")?;
        let start = self.at;
        let mut parts = Vec::new();
        for stmt in &named {
            self.at = start;
            let stmt = &self.scop.stmts[*stmt];
            let value = self.sum(stmt)?;
            parts.push(format!("{}[{}] -> [({value})]", stmt.name, stmt.dims.join(", ")));
        }
        if parts.is_empty() {
            return self.bad("a loop over no statement", open);
        }
        let brace = self.expect("{")?;
        let mut text = String::new();
        let below = self.items(&mut text, Some(brace))?;
        if let Some(odd) = below.symmetric_difference(&named).next() {
            let name = &self.scop.stmts[*odd].name;
            let message = match named.contains(odd) {
                true => format!("statement `{name}` is named here, but does not stand below"),
                false => format!("statement `{name}` stands below, but is not named here"),
            };
            return self.bad(message, Span::new(open.start as usize, close.end as usize));
        }
        let params: Vec<&str> = self.scop.params.iter().map(|param| param.name.as_str()).collect();
        // `[] ->` is read as no times at all.
        let params = match params.is_empty() {
            true => String::new(),
            false => format!("[{}] -> ", params.join(", ")),
        };
        let parts = parts.join("; ");
        Ok(Item {
            text: format!(", child: {{ schedule: \"{params}{name}[{{ {parts} }}]\"{text} }}"),
            stmts: named,
        })
    }

    /// The name of a loop, which no other has; none where names do not count.
    fn loop_name(&mut self, given: &str) -> String {
        let Some(names) = &mut self.names else {
            return String::new();
        };
        let numbered = (1..).map(|number| format!("{given}_{number}"));
        let name = [given.to_owned()]
            .into_iter()
            .chain(numbered)
            .find(|name| !names.contains(name));
        let name = name.unwrap_or_default();
        names.insert(name.clone());
        name
    }

    fn stmt(&self, token: MldimToken<'t>) -> Result<StmtId> {
        match self.scop.stmts.position(|stmt| stmt.name == token.text) {
            Some(stmt) => Ok(stmt),
            None => Err(Inapplicable::UnknownStatement {
                name: token.text.to_owned(),
                span: token.span,
                stmts: self.scop.stmts.iter().map(|stmt| stmt.name.clone()).collect(),
            }),
        }
    }

    fn filter(&self, stmts: &BTreeSet<StmtId>) -> String {
        let tuples = stmts.iter().map(|stmt| &self.scop.stmts[*stmt]);
        let tuples: Vec<String> = tuples
            .map(|stmt| format!("{}[{}]", stmt.name, stmt.dims.join(", ")))
            .collect();
        format!("{{ {} }}", tuples.join("; "))
    }

    fn sum(&mut self, stmt: &Stmt) -> Result<String> {
        let mut text = self.product(stmt)?;
        while let Some(sign @ ("+" | "-")) = self.peek() {
            self.at += 1;
            text = format!("{text} {sign} {}", self.product(stmt)?);
        }
        Ok(text)
    }

    fn product(&mut self, stmt: &Stmt) -> Result<String> {
        let mut text = self.operand(stmt)?;
        while let Some(word @ ("*" | "mod" | "floordiv")) = self.peek() {
            self.at += 1;
            text = match word {
                "*" => format!("{text} * {}", self.operand(stmt)?),
                "mod" => format!("({text}) mod {}", self.divisor()?),
                _ => format!("floor(({text})/{})", self.divisor()?),
            };
        }
        Ok(text)
    }

    fn divisor(&mut self) -> Result<i64> {
        let token = self.next("a number")?;
        match token.text.parse() {
            Ok(number @ 1..) => Ok(number),
            _ => self.bad("a divisor is a positive number", token.span),
        }
    }

    /// An expression in parentheses or behind a sign.
    fn inner(&mut self, read: impl FnOnce(&mut Self) -> Result<String>) -> Result<String> {
        self.depth += 1;
        let inner = read(self);
        self.depth -= 1;
        inner
    }

    /// A number, a dimension or parameter, an expression in parentheses, `floordiv (e, n)`.
    fn operand(&mut self, stmt: &Stmt) -> Result<String> {
        let span = self.span();
        if self.depth == DEPTH_MAX {
            return self.bad(format!("an expression more than {DEPTH_MAX} deep"), span);
        }
        let token = self.next("a dimension")?;
        match token.text {
            "-" => Ok(format!("-({})", self.inner(|reader| reader.operand(stmt))?)),
            "(" => {
                let inner = self.inner(|reader| reader.sum(stmt))?;
                self.expect(")")?;
                Ok(format!("({inner})"))
            }
            "floordiv" => {
                self.expect("(")?;
                let inner = self.inner(|reader| reader.sum(stmt))?;
                self.expect(",")?;
                let by = self.divisor()?;
                self.expect(")")?;
                Ok(format!("floor(({inner})/{by})"))
            }
            number if number.bytes().all(|byte| byte.is_ascii_digit()) => Ok(number.to_owned()),
            name => {
                let name = name.trim_start_matches('%');
                let known = stmt.dims.iter().chain(self.scop.params.iter().map(|param| &param.name));
                match known.into_iter().any(|known| known == name) {
                    true => Ok(name.to_owned()),
                    false => self.bad(
                        format!(
                            "statement `{}` has no dimension `{name}`: {}",
                            stmt.name,
                            stmt.dims.join(", ")
                        ),
                        span,
                    ),
                }
            }
        }
    }
}
