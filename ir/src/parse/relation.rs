//! Affine relations, `##rel = (d0)[s0] -> (r0) : r0 - d0 >= 0, d0 - r0 + 1 >= 0`, and what functions touch:
//! `reads: {%A ##rel(%i)[%n]}` after the type of a function.
//!
//! # Source
//! MLIR rationale, "Affine Relations" and "Read/Write/May_Read/May_Write sets for External Functions".

use super::affine::{AffineNames, sub};
use super::lexer::TokenKind;
use super::{OpState, PResult, Parser, WrittenUse};
use crate::effects::EffectKind;
use crate::{AffineExpr, Attr, Attrs, Diagnostic, IntegerSet};

/// A relation: a set over its inputs, then its outputs.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub set: IntegerSet,
    pub inputs: usize,
}

/// Reads a relation that is alone: inputs and outputs together are the dimensions of the set, the number is that of
/// the inputs.
///
/// # Errors
/// What is wrong with it, with spans into `text`.
pub fn parse_relation(text: &str) -> Result<(IntegerSet, usize), Vec<Diagnostic>> {
    let mut parser = Parser::new(text);
    match parser.relation_body() {
        Ok(relation) if parser.is(TokenKind::Eof) => Ok((relation.set, relation.inputs)),
        Ok(_) => {
            parser.expected("the end");
            Err(parser.diagnostics)
        }
        Err(_) => Err(parser.diagnostics),
    }
}

impl<'a> Parser<'a> {
    /// `##rel = (d0) -> (r0) : ..`
    pub(super) fn relation_alias(&mut self) -> PResult<()> {
        let token = self.advance();
        let name = self.slice(token.start + 2, token.end);
        self.expect_punct(b'=')?;
        let relation = self.relation_body()?;
        if self.relations.insert(name, relation).is_some() {
            let message = format!("`##{name}` is defined twice");
            return Err(self.error("redefined-value", message, token.span()));
        }
        Ok(())
    }

    fn relation_body(&mut self) -> PResult<Relation> {
        let (inputs, syms, names) = self.affine_header()?;
        let AffineNames::Declared(mut list) = names else {
            return Err(self.expected("names"));
        };
        self.expect_arrow()?;
        self.expect_punct(b'(')?;
        let mut dims = inputs;
        self.list_until(b')', |p| {
            let name = p.spelling();
            if !p.is(TokenKind::Bare) {
                return Err(p.expected("the name of an output"));
            }
            if list.iter().any(|(other, _)| *other == name) {
                let span = p.token().span();
                return Err(p.error("syntax", format!("`{name}` is declared twice"), span));
            }
            p.advance();
            list.push((name, AffineExpr::dim(dims)));
            dims += 1;
            Ok(())
        })?;
        let mut constraints = Vec::new();
        if self.eat_punct(b':') {
            let mut names = AffineNames::Declared(list);
            loop {
                self.chain(&mut names, &mut constraints)?;
                if !self.eat_punct(b',') {
                    break;
                }
            }
        }
        let set = IntegerSet {
            dims,
            syms,
            constraints,
        };
        Ok(Relation { set, inputs })
    }

    /// `0 <= r0 <= s0 - 1`
    fn chain(&mut self, names: &mut AffineNames<'a>, constraints: &mut Vec<(AffineExpr, bool)>) -> PResult<()> {
        let mut left = self.affine_whole(names)?;
        let before = constraints.len();
        while let TokenKind::Punct(op @ (b'>' | b'<' | b'=')) = self.token().kind {
            self.advance();
            let or_equal = self.eat_punct(b'=');
            if op == b'=' && !or_equal {
                return Err(self.expected("`==`"));
            }
            let right = self.affine_whole(names)?;
            let difference = match op {
                b'<' => sub(right.clone(), left),
                _ => sub(left, right.clone()),
            };
            let strict = if or_equal { 0 } else { 1 };
            constraints.push((sub(difference, AffineExpr::Const(strict)), op == b'='));
            left = right;
        }
        match constraints.len() > before {
            true => Ok(()),
            false => Err(self.expected("`>=`, `<=` or `==`")),
        }
    }

    /// `reads: {..} writes: {..}`, perhaps in brackets, after the type of a function with these arguments.
    pub fn effects(&mut self, state: &OpState, args: &[WrittenUse<'a>]) -> PResult<()> {
        let kinds = EffectKind::ALL;
        let clause = |p: &Self| kinds.into_iter().find(|kind| p.is_word(kind.word()));
        let next = self.peek();
        let in_brackets =
            self.is_punct(b'[') && kinds.iter().any(|kind| kind.word() == self.slice(next.start, next.end));
        if in_brackets {
            self.advance();
        }
        while let Some(kind) = clause(self) {
            let span = self.advance().span();
            if self.module.op(state.op).attr(kind.attribute()).is_some() {
                return Err(self.error("syntax", format!("`{}` is given twice", kind.word()), span));
            }
            self.expect_punct(b':')?;
            let mut items = Vec::new();
            if self.effect_list_follows() {
                self.advance();
                self.list_until(b'}', |p| {
                    items.push(p.effect(args)?);
                    Ok(())
                })?;
            }
            let attrs = &mut self.module.op_mut(state.op).attrs;
            attrs.set(kind.attribute(), Attr::Array(items));
            if in_brackets {
                self.eat_punct(b',');
            }
        }
        if in_brackets {
            self.expect_punct(b']')?;
        }
        Ok(())
    }

    /// `{}`, `{%A ##rel`, `{%A, `, `{%A}`; anything else in braces is the body of the function.
    fn effect_list_follows(&self) -> bool {
        let first = self.peek();
        let second = super::lexer::next(self.bytes(), first.end);
        let in_list = matches!(second.kind, TokenKind::Relation | TokenKind::Punct(b',' | b'}'));
        self.is_punct(b'{') && (first.kind == TokenKind::Punct(b'}') || first.kind == TokenKind::Percent && in_list)
    }

    /// `%A ##rel(%i)[%n]`; without a relation all of `%A`.
    fn effect(&mut self, args: &[WrittenUse<'a>]) -> PResult<Attr> {
        let mut entry = Attrs::default();
        entry.set("arg", Attr::i64(self.argument(args)? as i64));
        if self.is_punct(b',') && self.peek().kind == TokenKind::Relation {
            self.advance();
        }
        if !self.is(TokenKind::Relation) {
            return Ok(Attr::Dict(entry));
        }
        let token = self.advance();
        let name = self.slice(token.start + 2, token.end);
        let Some(relation) = self.relations.get(name).cloned() else {
            let error = Diagnostic::error(
                "undefined-name",
                format!("there is no relation `##{name}`"),
                token.span(),
            );
            let help = format!("define it above: `##{name} = (d0) -> (r0) : r0 - d0 == 0`");
            return Err(self.report(error.help(help)));
        };
        let (mut at, mut symbols) = (Vec::new(), Vec::new());
        for (open, close, list) in [(b'(', b')', &mut at), (b'[', b']', &mut symbols)] {
            if self.eat_punct(open) {
                self.list_until(close, |p| {
                    list.push(p.argument(args)? as i64);
                    Ok(())
                })?;
            }
        }
        for (found, wanted, what) in [
            (at.len(), relation.inputs, "inputs"),
            (symbols.len(), relation.set.syms, "symbols"),
        ] {
            if found != wanted {
                let message = format!("`##{name}` has {wanted} {what}, {found} are given");
                return Err(self.error("operand-count", message, token.span()));
            }
        }
        entry.set("relation", Attr::IntegerSet(relation.set));
        entry.set("at", crate::dialect::format::i64_array(&at));
        entry.set("symbols", crate::dialect::format::i64_array(&symbols));
        Ok(Attr::Dict(entry))
    }

    /// The position of an argument of the function.
    fn argument(&mut self, args: &[WrittenUse<'a>]) -> PResult<usize> {
        let used = self.use_()?;
        match args.iter().position(|arg| arg.name == used.name) {
            Some(at) => Ok(at),
            None => {
                let message = format!("the function has no argument `{}`", used.name);
                Err(self.error("undefined-value", message, used.span))
            }
        }
    }
}
