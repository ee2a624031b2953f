//! Programs in the form of the MLIR rationale: a schedule tree whose leaves say which instances they have and what those
//! touch.
//!
//! ```text
//! func @rows[N, M] where (N >= 0 and M >= 0) {
//!   mldim %t1 : {clear, add} i {
//!     call clear(i) with (0 <= i < N) writes B[i]
//!     mldim %t2 : {add} j {
//!       call add(i, j) with (0 <= i < N and 0 <= j < M) reads A[i, j], B[i] writes B[i] reduces add
//!     }
//!   }
//! }
//! ```
//!
//! What is in brackets after the name are parameters. An access may name variables of its own, with a condition on them:
//! `reads A[i, x] where (0 <= x < M)`. `may_writes` are those that may not happen. The tree is read as one of a given program
//! ([`super::mldim`]).

use super::mldim::{MldimToken, to_isl, tokens};
use crate::schedule::Inapplicable;
use polyvet_analysis::model::{JsonModel, ModelError};
use polyvet_ir::Span;
use polyvet_poly::{Ctx, Map, PolyError, Set};
use std::ops::Range;

type Result<T> = std::result::Result<T, Inapplicable>;

/// Whether a text is such a program.
pub fn is_program(text: &str) -> bool {
    let found = tokens(text);
    let starts = found.first().is_some_and(|token| token.text == "func");
    // Old MLIR has `func @f` and `call` too.
    starts && found.iter().any(|token| token.text == "mldim")
}

/// The program as a model.
///
/// # Errors
/// [`Inapplicable::BadSchedule`] with the place, where it is not well formed; those of trees.
pub fn program_from(text: &str) -> Result<JsonModel> {
    let mut reader = ProgramReader {
        text,
        tokens: tokens(text),
        at: 0,
        params: Vec::new(),
        ctx: Ctx::new(),
    };
    let mut model = reader.head()?;
    let open = reader.expect("{")?;
    let mut leaves = Vec::new();
    while reader.at < reader.tokens.len() {
        match reader.peek() {
            Some("call") => leaves.push(reader.leaf(&leaves)?),
            _ => reader.at += 1,
        }
    }
    let Some(close) = reader.tokens.last().filter(|token| token.text == "}") else {
        return bad("this `{` is not closed", open);
    };
    if leaves.is_empty() {
        return bad("no statement is called here", open);
    }
    let union = |parts: Vec<String>| format!("{}{{ {} }}", reader.prefix(), parts.join("; "));
    let all = |kind: AccessWord| {
        let of_kind = leaves
            .iter()
            .flat_map(|leaf| &leaf.accesses)
            .filter(|one| one.0 == kind);
        let parts: Vec<String> = of_kind.map(|one| one.1.clone()).collect();
        (!parts.is_empty()).then(|| union(parts))
    };
    model.domain = union(leaves.iter().map(|leaf| leaf.domain.clone()).collect());
    model.reads = all(AccessWord::Reads);
    model.must_writes = all(AccessWord::Writes);
    model.may_writes = all(AccessWord::MayWrites);
    model.reductions = leaves
        .iter()
        .filter_map(|leaf| Some((leaf.name.clone(), leaf.combiner.clone()?)))
        .collect();
    // In any order: the tree is read for the statements that there are.
    let depth = leaves.iter().map(|leaf| leaf.dims.len()).max().unwrap_or(0);
    let times = leaves.iter().enumerate().map(|(number, leaf)| {
        let zeros = vec!["0".to_owned(); depth - leaf.dims.len()];
        let time: Vec<String> = [number.to_string()]
            .into_iter()
            .chain(leaf.dims.clone())
            .chain(zeros)
            .collect();
        format!("{}[{}] -> [{}]", leaf.name, leaf.dims.join(", "), time.join(", "))
    });
    model.schedule = union(times.collect());
    let scop = model.to_scop(&reader.ctx).map_err(|error| match error {
        ModelError::Poly(error) => Inapplicable::Poly(error),
        other => Inapplicable::BadSchedule {
            message: other.to_string(),
            span: open,
        },
    })?;
    // What is no part of the tree is left out, and the tree stays where it is.
    let inside = open.end as usize..close.span.start as usize;
    let blank = |part: &str| -> String { part.chars().map(|c| if c == '\n' { c } else { ' ' }).collect() };
    let (mut tree, mut at) = (blank(&text[..inside.start]), inside.start);
    for leaf in &leaves {
        tree += &text[at..leaf.clauses.start];
        tree += &blank(&text[leaf.clauses.clone()]);
        at = leaf.clauses.end;
    }
    tree += &text[at..inside.end];
    model.schedule = to_isl(&scop, &tree, true)?;
    Ok(model)
}

fn bad<T>(message: impl Into<String>, span: Span) -> Result<T> {
    let message = message.into();
    Err(Inapplicable::BadSchedule { message, span })
}

/// How a leaf touches an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AccessWord {
    Reads,
    Writes,
    MayWrites,
}

impl AccessWord {
    fn of(word: &str) -> Option<AccessWord> {
        match word {
            "reads" => Some(AccessWord::Reads),
            "writes" => Some(AccessWord::Writes),
            "may_writes" => Some(AccessWord::MayWrites),
            _ => None,
        }
    }
}

struct Leaf {
    name: String,
    dims: Vec<String>,
    /// `S[i] : ..`
    domain: String,
    /// `S[i] -> A[x] : ..`
    accesses: Vec<(AccessWord, String)>,
    combiner: Option<String>,
    /// What stands behind its dimensions.
    clauses: Range<usize>,
}

struct ProgramReader<'t> {
    text: &'t str,
    tokens: Vec<MldimToken<'t>>,
    at: usize,
    params: Vec<String>,
    ctx: Ctx,
}

impl<'t> ProgramReader<'t> {
    fn peek(&self) -> Option<&'t str> {
        self.tokens.get(self.at).map(|token| token.text)
    }

    fn next(&mut self, wanted: &str) -> Result<MldimToken<'t>> {
        let end = Span::new(self.text.len(), self.text.len());
        let Some(token) = self.tokens.get(self.at) else {
            return bad(format!("expected {wanted}, the text ends"), end);
        };
        self.at += 1;
        Ok(*token)
    }

    fn expect(&mut self, sign: &str) -> Result<Span> {
        let token = self.next(&format!("`{sign}`"))?;
        match token.text == sign {
            true => Ok(token.span),
            false => bad(format!("expected `{sign}`, found `{}`", token.text), token.span),
        }
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.peek() == Some(sign);
        self.at += usize::from(found);
        found
    }

    fn name(&mut self, wanted: &str) -> Result<MldimToken<'t>> {
        let token = self.next(wanted)?;
        let name = token.text.trim_start_matches('%');
        match name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            true => Ok(MldimToken { text: name, ..token }),
            false => bad(format!("expected {wanted}, found `{}`", token.text), token.span),
        }
    }

    /// Names up to a closing sign.
    fn names(&mut self, close: &str) -> Result<Vec<String>> {
        let mut names = Vec::new();
        while !self.eat(close) {
            names.push(self.name("a name")?.text.to_owned());
            if self.peek() != Some(close) {
                self.expect(",")?;
            }
        }
        Ok(names)
    }

    /// `[N] -> `
    fn prefix(&self) -> String {
        match self.params.is_empty() {
            true => String::new(),
            false => format!("[{}] -> ", self.params.join(", ")),
        }
    }

    /// What stands between brackets that are open already, as it is written, without `%`.
    fn inside(&mut self, open: Span, close: &str) -> Result<String> {
        let (mut depth, start) = (0, open.end as usize);
        loop {
            let token = self.next(&format!("`{close}`"))?;
            match token.text {
                one if one == close && depth == 0 => {
                    return Ok(self.text[start..token.span.start as usize].replace('%', ""));
                }
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                _ => {}
            }
            if depth < 0 {
                return bad(format!("expected `{close}`, found `{}`", token.text), token.span);
            }
        }
    }

    /// `func @f[N] where (..)`
    fn head(&mut self) -> Result<JsonModel> {
        self.expect("func")?;
        self.eat("@");
        let name = self.name("the name of the program")?.text.to_owned();
        if self.eat("[") {
            self.params = self.names("]")?;
        }
        let mut context = None;
        if self.eat("where") {
            let open = self.expect("(")?;
            let condition = self.inside(open, ")")?;
            let text = format!("{}{{ : {condition} }}", self.prefix());
            self.readable(Set::parse(&self.ctx, &text).err(), open)?;
            context = Some(text);
        }
        Ok(JsonModel {
            name,
            context,
            ..JsonModel::default()
        })
    }

    fn readable(&self, error: Option<PolyError>, at: Span) -> Result<()> {
        match error {
            None => Ok(()),
            Some(PolyError::Syntax { reason, .. }) => bad(reason, at),
            Some(other) => Err(other.into()),
        }
    }

    /// `call S(i, j) with (..) reads A[i], B[x] where (..) writes C[i] reduces add`
    fn leaf(&mut self, known: &[Leaf]) -> Result<Leaf> {
        self.expect("call")?;
        let token = self.name("a statement")?;
        let name = token.text.to_owned();
        if known.iter().any(|leaf| leaf.name == name) {
            return bad(
                format!("statement `{name}` stands here for the second time"),
                token.span,
            );
        }
        self.expect("(")?;
        let dims = self.names(")")?;
        let start = self.tokens[self.at - 1].span.end as usize;
        let tuple = format!("{name}[{}]", dims.join(", "));
        let mut domain = tuple.clone();
        if self.eat("with") {
            let open = self.expect("(")?;
            domain = format!("{tuple} : {}", self.inside(open, ")")?);
            let text = format!("{}{{ {domain} }}", self.prefix());
            self.readable(Set::parse(&self.ctx, &text).err(), open)?;
        }
        let mut accesses = Vec::new();
        while let Some(word) = self.peek().and_then(AccessWord::of) {
            self.at += 1;
            loop {
                let array = self.name("an array")?;
                let open = self.expect("[")?;
                let mut relation = format!("{tuple} -> {}[{}]", array.text, self.inside(open, "]")?);
                if self.eat("where") {
                    let open = self.expect("(")?;
                    relation = format!("{relation} : {}", self.inside(open, ")")?);
                }
                let text = format!("{}{{ {relation} }}", self.prefix());
                self.readable(Map::parse(&self.ctx, &text).err(), array.span)?;
                accesses.push((word, relation));
                if !self.eat(",") {
                    break;
                }
            }
        }
        let combiner = match self.eat("reduces") {
            true => Some(
                self.name("what it accumulates with: `add`, `mul`, `max`, ..")?
                    .text
                    .to_owned(),
            ),
            false => None,
        };
        // What is not understood may be an access.
        if !matches!(self.peek(), Some("call" | "mldim" | "}") | None) {
            let token = self.next("`}`")?;
            let message = format!(
                "expected `reads`, `writes`, `may_writes`, `reduces`, `call`, `mldim` or `}}`, found `{}`",
                token.text
            );
            return bad(message, token.span);
        }
        Ok(Leaf {
            name,
            dims,
            domain,
            accesses,
            combiner,
            clauses: start..self.tokens[self.at - 1].span.end as usize,
        })
    }
}
