//! `def name(A: f32(M, K), ..) -> (C: f32(..)) { C(m, n) = std_addf<k>(std_mulf(A(m, k), B(k, n))); }`
//!
//! Symbols are new where they first are in a shape. Loops of the left side come first, then those that reductions
//! name, both in the order of the text.

use super::draft::{DslDraft, assignment, definition, subscript};
use super::lexer::{DslTokenKind, TextLayout, syntax};
use super::names::function_kind;
use super::read::twice;
use super::syntax::Parser;
use super::{Assignment, Definitions, DslExpr, DslParam, ExprKind, FunctionRef, ParamKind, StructuredOp, TypeRef};
use crate::{AffineExpr, Diagnostic, Span, Type, parse_type};

type EinsumResult<T> = Result<T, Diagnostic>;

/// Reads all definitions of a text.
pub fn read_einstein(text: &str) -> Definitions {
    let mut ops = Vec::new();
    let mut diagnostics = Vec::new();
    let mut parser = match Parser::new(text, TextLayout::Free) {
        Ok(parser) => parser,
        Err(error) => return (ops, vec![error]),
    };
    while !parser.is(DslTokenKind::Eof) {
        match EinsumReader::definition(&mut parser) {
            Ok((op, told)) => {
                ops.extend(op);
                diagnostics.extend(told);
            }
            Err(error) => {
                diagnostics.push(error);
                // To the next definition.
                while !parser.is(DslTokenKind::Eof) && !parser.is_word("def") {
                    parser.next();
                }
            }
        }
    }
    twice(&ops, &mut diagnostics);
    (ops, diagnostics)
}

struct EinsumReader<'p, 'a> {
    parser: &'p mut Parser<'a>,
    draft: DslDraft,
    depth: usize,
}

/// Functions in each other.
const DEPTH_MAX: usize = 100;

impl EinsumReader<'_, '_> {
    fn definition(parser: &mut Parser<'_>) -> EinsumResult<(Option<StructuredOp>, Vec<Diagnostic>)> {
        if !parser.eat("def") {
            return Err(parser.expected("`def`"));
        }
        let (name, span) = parser.name("the name of the operation")?;
        let draft = DslDraft::new(&name, span);
        let mut reader = EinsumReader {
            parser,
            draft,
            depth: 0,
        };
        reader.parser.expect("(")?;
        reader.tensors(false)?;
        reader.parser.expect("->")?;
        reader.parser.expect("(")?;
        reader.tensors(true)?;
        reader.parser.expect("{")?;
        if reader.parser.is_punct("}") {
            return Err(reader.parser.expected("a comprehension `C(m, n) = ..;`"));
        }
        reader.comprehension()?;
        if !reader.parser.is_punct("}") {
            let error = reader.parser.expected("`}`");
            return Err(error.help("a definition has one comprehension; several outputs: `C(m), D(m) = .., ..;`"));
        }
        reader.parser.expect("}")?;
        Ok(match reader.draft.finish() {
            Ok((op, warnings)) => (Some(op), warnings),
            Err(errors) => (None, errors),
        })
    }

    /// `A: f32(M, K), ..)`
    fn tensors(&mut self, output: bool) -> EinsumResult<()> {
        while !self.parser.eat(")") {
            let (name, span) = self.parser.name("a tensor `A: f32(M, K)`")?;
            self.parser.expect(":")?;
            let (word, type_span) = self.parser.name("the type of the elements")?;
            let ty = parse_type(&word).filter(Type::is_number);
            let Some(ty) = ty else {
                let error = definition(format!("`{word}` is no type of elements"), type_span);
                return Err(error.help("write `f32`, `f64`, `i32`, .."));
            };
            let mut shape = Vec::new();
            if self.parser.eat("(") {
                while !self.parser.eat(")") {
                    shape.push(self.affine(false)?);
                    self.separator(")")?;
                }
            }
            let kind = ParamKind::Tensor {
                ty: TypeRef::Fixed(ty),
                shape,
                output,
                subscripts: None,
            };
            let span = span.to(type_span);
            self.draft.param(DslParam { name, span, kind })?;
            self.separator(")")?;
        }
        Ok(())
    }

    fn separator(&mut self, close: &str) -> EinsumResult<()> {
        if self.parser.eat(",") || self.parser.is_punct(close) {
            return Ok(());
        }
        Err(self.parser.expected(&format!("`,` or `{close}`")))
    }

    /// A sum of products of names and numbers: symbols of a shape, or loops of a subscript.
    fn affine(&mut self, dims: bool) -> EinsumResult<AffineExpr> {
        let mut sum = self.term(dims)?;
        loop {
            if self.parser.eat("+") {
                sum = sum + self.term(dims)?;
            } else if self.parser.eat("-") {
                sum = sum - self.term(dims)?;
            } else {
                return Ok(sum);
            }
            self.step()?;
        }
    }

    fn term(&mut self, dims: bool) -> EinsumResult<AffineExpr> {
        let start = self.parser.token().span;
        let mut product = self.leaf(dims)?;
        while self.parser.eat("*") {
            let factor = self.leaf(dims)?;
            if !product.is_symbolic_or_constant() && !factor.is_symbolic_or_constant() {
                let span = start.to(self.parser.token().span);
                return Err(subscript(
                    "a product of two loops is not affine",
                    Span::new(start.start as usize, span.start as usize),
                ));
            }
            product = product * factor;
            self.step()?;
        }
        Ok(product)
    }

    /// Long expressions are nested expressions.
    fn step(&mut self) -> EinsumResult<()> {
        self.depth += 1;
        match self.depth > DEPTH_MAX * 10 {
            true => Err(syntax("this definition is too large", self.parser.token().span)),
            false => Ok(()),
        }
    }

    fn leaf(&mut self, dims: bool) -> EinsumResult<AffineExpr> {
        let token = self.parser.token();
        match token.kind {
            DslTokenKind::Int => {
                self.parser.next();
                let number = token.span.of(self.parser.text).parse();
                number
                    .map(AffineExpr::Const)
                    .map_err(|_| syntax("this number is too large", token.span))
            }
            DslTokenKind::Name => {
                let (name, span) = self.parser.name("")?;
                Ok(match dims {
                    true => AffineExpr::dim(self.draft.dim(&name, span)),
                    false => AffineExpr::sym(self.draft.symbol(&name)),
                })
            }
            _ if dims => Err(self.parser.expected("a loop or a number")),
            _ => Err(self.parser.expected("a symbol or a number")),
        }
    }

    /// `C(m, n), D(m) = e, f;`
    fn comprehension(&mut self) -> EinsumResult<()> {
        let mut outputs = Vec::new();
        loop {
            let (name, span) = self.parser.name("an output `C(m, n)`")?;
            let Some(param) = self.draft.position(&name) else {
                return Err(self.no_tensor(&name, span));
            };
            if !self.draft.op.params[param].is_output() {
                let error = assignment(format!("`{name}` is no output"), span);
                return Err(error.label(self.draft.op.params[param].span, "an input"));
            }
            self.use_of(param, span)?;
            outputs.push((param, span));
            if !self.parser.eat(",") {
                break;
            }
        }
        let left = self.draft.op.dims.clone();
        self.parser.expect("=")?;
        for (at, (output, span)) in outputs.iter().enumerate() {
            if at > 0 && !self.parser.eat(",") {
                let message = format!("{} outputs, but {at} values", outputs.len());
                return Err(assignment(message, self.parser.token().span));
            }
            let value = self.outermost(*output, *span, &left)?;
            let span = span.to(value.span);
            self.draft.op.assignments.push(Assignment {
                output: *output,
                value,
                span,
            });
        }
        self.parser.expect(";").map(|_| ())
    }

    /// `(i, j)` after the name of a tensor, whose use this is.
    fn use_of(&mut self, param: usize, name: Span) -> EinsumResult<()> {
        let mut list = Vec::new();
        let mut end = name;
        if self.parser.eat("(") {
            loop {
                end = self.parser.token().span;
                if self.parser.eat(")") {
                    break;
                }
                list.push(self.affine(true)?);
                self.separator(")")?;
            }
        }
        self.draft.access(param, list, name.to(end))
    }

    fn no_tensor(&self, name: &str, span: Span) -> Diagnostic {
        let message = format!("`{}` has no tensor `{name}`", self.draft.op.name);
        Diagnostic::error("opdsl-unknown-name", message, span)
    }

    /// `std_addf<k>(e)`, or a value without a reduction.
    fn outermost(&mut self, output: usize, target: Span, left: &[String]) -> EinsumResult<DslExpr> {
        let value = self.value(Some((output, target, left)))?;
        for (n, name) in self.draft.op.dims.iter().enumerate().skip(left.len()) {
            if !self.draft.is_reduced(n) {
                let message = format!("`{name}` is neither on the left nor reduced");
                let error = subscript(message, self.draft.dim_span(n));
                return Err(error.help(format!("name it on the reduction: `std_addf<{name}>(..)`")));
            }
        }
        Ok(value)
    }

    fn value(&mut self, outer: Option<(usize, Span, &[String])>) -> EinsumResult<DslExpr> {
        self.depth += 1;
        if self.depth > DEPTH_MAX * 10 {
            return Err(syntax("this definition is too large", self.parser.token().span));
        }
        let (name, span) = self.parser.name("a tensor or a function")?;
        if let Some(param) = self.draft.position(&name) {
            self.use_of(param, span)?;
            let kind = ExprKind::Operand(param);
            return Ok(DslExpr { span, kind });
        }
        let Some(function) = function_of(&name) else {
            let error = Diagnostic::error(
                "opdsl-unknown-name",
                format!("`{name}` is neither a tensor nor a function"),
                span,
            );
            return Err(error
                .help("functions are `std_addf`, `std_mulf`, `std_subf`, `std_divf`, `std_addi`, .., `std_exp`, .."));
        };
        let reduces = self.parser.is_punct("<");
        if reduces {
            self.reduced(outer, span)?;
        }
        self.parser.expect("(")?;
        let mut values = Vec::new();
        let end = loop {
            let end = self.parser.token().span;
            if self.parser.eat(")") {
                break end;
            }
            values.push(self.nested()?);
            self.separator(")")?;
        };
        let whole = span.to(end);
        let arity = function_kind(function).map_or(1, |kind| kind.arity());
        let wanted = if reduces { arity - 1 } else { arity };
        if values.len() != wanted {
            let message = format!("`{name}` takes {wanted} values here, not {}", values.len());
            return Err(assignment(message, whole));
        }
        self.suits(&name, &values, span)?;
        if let (true, Some((output, target, _))) = (reduces, outer) {
            let kind = ExprKind::Operand(output);
            values.insert(0, DslExpr { span: target, kind });
        }
        let kind = ExprKind::Apply(FunctionRef::Known(function), values);
        Ok(DslExpr { span: whole, kind })
    }

    fn nested(&mut self) -> EinsumResult<DslExpr> {
        if self.depth > DEPTH_MAX * 5 {
            return Err(syntax("this is nested too deeply", self.parser.token().span));
        }
        self.value(None)
    }

    /// `<k, l>`
    fn reduced(&mut self, outer: Option<(usize, Span, &[String])>, span: Span) -> EinsumResult<()> {
        let Some((_, _, left)) = outer else {
            let error = assignment("a reduction is the outermost function of a value", span);
            return Err(error.help("move it to the outside"));
        };
        self.parser.expect("<")?;
        loop {
            let (name, span) = self.parser.name("a loop to reduce over")?;
            if left.contains(&name) {
                let message = format!("`{name}` is reduced, but the output is indexed by it");
                return Err(assignment(message, span));
            }
            let dim = self.draft.dim(&name, span);
            self.draft.reduce(dim);
            if self.parser.eat(">") {
                return Ok(());
            }
            if !self.parser.eat(",") {
                return Err(self.parser.expected("`,` or `>`"));
            }
        }
    }

    /// `..f` is for floats, `..i` for integers.
    fn suits(&self, name: &str, values: &[DslExpr], span: Span) -> EinsumResult<()> {
        let of = |expr: &DslExpr| match expr.kind {
            ExprKind::Operand(param) => self.draft.op.type_of(param).cloned(),
            _ => None,
        };
        for value in values {
            let Some(TypeRef::Fixed(ty)) = of(value) else { continue };
            let wrong = match name.as_bytes().last() {
                Some(b'f') if is_typed(name) => !ty.is_float(),
                Some(b'i') if is_typed(name) => ty.is_float(),
                _ => false,
            };
            if wrong {
                let error = assignment(format!("`{name}` does not work on `{ty}`"), span);
                return Err(error.label(value.span, format!("elements of `{ty}`")));
            }
        }
        Ok(())
    }
}

/// The functions of the EDSC intrinsics, by the ends of their names.
const TYPED: [(&str, &str); 10] = [
    ("addf", "add"),
    ("addi", "add"),
    ("mulf", "mul"),
    ("muli", "mul"),
    ("subf", "sub"),
    ("subi", "sub"),
    ("divf", "div"),
    ("maxf", "max_signed"),
    ("minf", "min_signed"),
    ("negf", "negf"),
];

fn is_typed(name: &str) -> bool {
    let stem = name.strip_prefix("std_").unwrap_or(name);
    TYPED.iter().any(|(typed, _)| *typed == stem)
}

/// `std_addf` is `add`.
fn function_of(name: &str) -> Option<&'static str> {
    let stem = name.strip_prefix("std_")?;
    let typed = TYPED
        .iter()
        .find(|(typed, _)| *typed == stem)
        .map(|(_, function)| *function);
    let plain = || {
        function_kind(stem)
            .filter(|kind| *kind != super::FunctionKind::Type)?
            .function(stem)
    };
    typed.or_else(plain)
}
