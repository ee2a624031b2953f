//! Affine maps, sets and inline expressions over values (`%i + symbol(%n)`).
//!
//! Expressions are simplified as MLIR does while it builds them (`simplifyAdd`, `simplifyMul`, .. in
//! `AffineExpr.cpp`), so that both print the same text.

use super::lexer::TokenKind;
use super::{PResult, Parser, WrittenUse};
use crate::{AffineExpr, AffineMap, AffineOp, Attr, IntegerSet, OpId};

/// Longer expressions are refused: they are trees as deep as they are long.
const TERMS_MAX: usize = 1000;

/// What identifiers in an expression mean.
pub(crate) enum AffineNames<'a> {
    /// `(i, j)[n]`
    Declared(Vec<(&'a str, AffineExpr)>),
    /// Values.
    Values(InlineMap<'a>),
}

/// Operands of an inline map, in order of appearance.
#[derive(Default)]
pub(crate) struct InlineMap<'a> {
    pub dims: Vec<WrittenUse<'a>>,
    pub syms: Vec<WrittenUse<'a>>,
    seen: Vec<(&'a str, usize, AffineExpr)>,
}

impl<'a> Parser<'a> {
    /// `(d0)[s0] -> (..)`
    pub fn affine_map_body(&mut self) -> PResult<AffineMap> {
        let (dims, syms, mut names) = self.affine_header()?;
        self.note_map_names(&names);
        self.expect_arrow()?;
        self.expect_punct(b'(')?;
        let mut results = Vec::new();
        self.list_until(b')', |p| {
            results.push(p.affine_whole(&mut names)?);
            Ok(())
        })?;
        Ok(AffineMap::new(dims, syms, results))
    }

    fn note_map_names(&mut self, names: &AffineNames<'a>) {
        let AffineNames::Declared(list) = names else { return };
        let dims = list.iter().filter(|(_, leaf)| matches!(leaf, AffineExpr::Dim(_)));
        let names: Vec<_> = dims.map(|(name, _)| *name).collect();
        let default = |(n, name): (usize, &&str)| name.strip_prefix('d') == Some(n.to_string().as_str());
        if !names.iter().enumerate().all(default) {
            self.map_names.push(names);
        }
    }

    /// Keeps the names that the maps of `op`, just read, give to its loops, unless they contradict each other.
    pub fn note_loop_names(&mut self, op: OpId) {
        let Some(Attr::Array(maps)) = self.module.op(op).attr("indexing_maps") else {
            return;
        };
        let loops = maps.first().and_then(Attr::as_map).map_or(0, |map| map.dims);
        let mut fitting = self.map_names.iter().filter(|names| names.len() == loops);
        if let Some(first) = fitting.next()
            && fitting.all(|other| other == first)
        {
            let names = first.iter().map(|name| (*name).to_owned()).collect();
            self.module.set_loop_names(op, names);
        }
    }

    /// `(d0)[s0] : (..)`
    pub fn affine_set_body(&mut self) -> PResult<IntegerSet> {
        let (dims, syms, mut names) = self.affine_header()?;
        self.expect_punct(b':')?;
        self.expect_punct(b'(')?;
        let mut constraints = Vec::new();
        self.list_until(b')', |p| {
            let lhs = p.affine_whole(&mut names)?;
            let less = match p.token().kind {
                TokenKind::Punct(b @ (b'>' | b'<' | b'=')) => {
                    p.advance();
                    p.expect_punct(b'=')?;
                    b
                }
                _ => return Err(p.expected("`>=`, `<=` or `==`")),
            };
            let rhs = p.affine_whole(&mut names)?;
            let difference = if less == b'<' { sub(rhs, lhs) } else { sub(lhs, rhs) };
            constraints.push((difference, less == b'='));
            Ok(())
        })?;
        Ok(IntegerSet {
            dims,
            syms,
            constraints,
        })
    }

    pub(super) fn affine_header(&mut self) -> PResult<(usize, usize, AffineNames<'a>)> {
        let mut names = Vec::new();
        let mut declare = |p: &mut Self, make: fn(usize) -> AffineExpr, n: usize| {
            if !p.is(TokenKind::Bare) {
                return Err(p.expected("a dimension or symbol name"));
            }
            let name = p.spelling();
            if names.iter().any(|(other, _)| *other == name) {
                let span = p.token().span();
                return Err(p.error("syntax", format!("`{name}` is declared twice"), span));
            }
            p.advance();
            names.push((name, make(n)));
            Ok(())
        };
        let (mut dims, mut syms) = (0, 0);
        self.expect_punct(b'(')?;
        self.list_until(b')', |p| {
            declare(p, AffineExpr::dim, dims)?;
            dims += 1;
            Ok(())
        })?;
        if self.eat_punct(b'[') {
            self.list_until(b']', |p| {
                declare(p, AffineExpr::sym, syms)?;
                syms += 1;
                Ok(())
            })?;
        }
        Ok((dims, syms, AffineNames::Declared(names)))
    }

    /// Expressions over values between commas, up to `close`; the opening bracket has been taken.
    pub fn inline_map(&mut self, close: u8) -> PResult<(AffineMap, InlineMap<'a>)> {
        let mut names = AffineNames::Values(InlineMap::default());
        let mut results = Vec::new();
        self.list_until(close, |p| {
            results.push(p.affine_whole(&mut names)?);
            Ok(())
        })?;
        Ok(finish_inline(names, results))
    }

    /// One expression over values.
    pub fn inline_expr(&mut self) -> PResult<(AffineMap, InlineMap<'a>)> {
        let mut names = AffineNames::Values(InlineMap::default());
        let result = self.affine_whole(&mut names)?;
        Ok(finish_inline(names, vec![result]))
    }

    pub(super) fn affine_whole(&mut self, names: &mut AffineNames<'a>) -> PResult<AffineExpr> {
        self.terms = 0;
        self.affine_expr(names)
    }

    fn affine_expr(&mut self, names: &mut AffineNames<'a>) -> PResult<AffineExpr> {
        self.nested(|p| p.affine_sum(names))
    }

    fn affine_sum(&mut self, names: &mut AffineNames<'a>) -> PResult<AffineExpr> {
        let mut sum = self.affine_product(names)?;
        while let TokenKind::Punct(op @ (b'+' | b'-')) = self.tok.kind {
            self.count_term()?;
            self.advance();
            let rhs = self.affine_product(names)?;
            sum = if op == b'+' { add(sum, rhs) } else { sub(sum, rhs) };
        }
        Ok(sum)
    }

    fn affine_product(&mut self, names: &mut AffineNames<'a>) -> PResult<AffineExpr> {
        let mut product = self.affine_leaf(names)?;
        loop {
            let op = match self.tok.kind {
                TokenKind::Punct(b'*') => AffineOp::Mul,
                TokenKind::Bare => match self.spelling() {
                    "mod" => AffineOp::Mod,
                    "floordiv" => AffineOp::FloorDiv,
                    "ceildiv" => AffineOp::CeilDiv,
                    _ => return Ok(product),
                },
                // `d0 % 2`, as sets were written before they had `mod`.
                TokenKind::Bad if self.spelling() == "%" => AffineOp::Mod,
                _ => return Ok(product),
            };
            self.count_term()?;
            let span = self.advance().span();
            let rhs = self.affine_leaf(names)?;
            let affine = match op {
                AffineOp::Mul => rhs.is_symbolic_or_constant() || product.is_symbolic_or_constant(),
                _ => rhs.is_symbolic_or_constant(),
            };
            if !affine {
                let (what, help) = match op {
                    AffineOp::Mul => (
                        "a product of two dimensions",
                        "one factor must be a constant or a symbol",
                    ),
                    _ => ("division by a dimension", "the divisor must be a constant or a symbol"),
                };
                let error = crate::Diagnostic::error("non-affine-subscript", format!("{what} is not affine"), span);
                let help = match names {
                    AffineNames::Values(_) => {
                        "compute the index with `arith` and use `memref.load` or `memref.store` there; ".to_owned()
                            + help
                    }
                    AffineNames::Declared(_) => help.to_owned(),
                };
                return Err(self.report(error.help(help)));
            }
            product = binary(op, product, rhs);
        }
    }

    fn count_term(&mut self) -> PResult<()> {
        self.terms += 1;
        if self.terms > TERMS_MAX {
            let message = format!("an affine expression of more than {TERMS_MAX} terms");
            return Err(self.error("nesting-too-deep", message, self.tok.span()));
        }
        Ok(())
    }

    fn affine_leaf(&mut self, names: &mut AffineNames<'a>) -> PResult<AffineExpr> {
        match self.tok.kind {
            TokenKind::Punct(b'(') => {
                self.advance();
                let inner = self.affine_expr(names)?;
                self.expect_punct(b')')?;
                Ok(inner)
            }
            TokenKind::Punct(b'-') => {
                self.advance();
                let inner = self.nested(|p| p.affine_leaf(names))?;
                Ok(mul(inner, AffineExpr::Const(-1)))
            }
            TokenKind::Int => {
                let value = self.small_int()?;
                Ok(AffineExpr::Const(value))
            }
            TokenKind::Percent => self.affine_value(names, false),
            TokenKind::Bare if self.is_word("symbol") && matches!(names, AffineNames::Values(_)) => {
                self.advance();
                self.expect_punct(b'(')?;
                let leaf = self.affine_value(names, true)?;
                self.expect_punct(b')')?;
                Ok(leaf)
            }
            TokenKind::Bare => {
                let name = self.spelling();
                let found = match names {
                    AffineNames::Declared(list) => {
                        list.iter().find(|(other, _)| *other == name).map(|(_, e)| e.clone())
                    }
                    AffineNames::Values(_) => None,
                };
                let Some(leaf) = found else {
                    let span = self.tok.span();
                    return Err(self.error(
                        "undefined-name",
                        format!("`{name}` is no dimension or symbol here"),
                        span,
                    ));
                };
                self.advance();
                Ok(leaf)
            }
            _ => Err(self.expected("an affine expression")),
        }
    }

    fn affine_value(&mut self, names: &mut AffineNames<'a>, symbol: bool) -> PResult<AffineExpr> {
        let AffineNames::Values(inline) = names else {
            return Err(self.expected("a dimension or symbol name"));
        };
        let operand = self.use_()?;
        let known = inline
            .seen
            .iter()
            .find(|(n, i, _)| (*n, *i) == (operand.name, operand.index));
        if let Some((_, _, leaf)) = known {
            return Ok(leaf.clone());
        }
        let leaf = if symbol {
            AffineExpr::sym(inline.syms.len())
        } else {
            AffineExpr::dim(inline.dims.len())
        };
        inline.seen.push((operand.name, operand.index, leaf.clone()));
        if symbol { &mut inline.syms } else { &mut inline.dims }.push(operand);
        Ok(leaf)
    }

    /// `#map`, `affine_map<..>`
    pub fn map_attr(&mut self) -> PResult<AffineMap> {
        let start = self.tok.start;
        match self.attr()? {
            Attr::AffineMap(map) => Ok(map),
            _ => {
                let span = crate::Span::new(start, self.prev_end);
                Err(self.error("syntax", "expected an affine map", span))
            }
        }
    }

    /// `(%i, %j)[%n]`
    pub fn dims_and_syms(&mut self) -> PResult<(Vec<WrittenUse<'a>>, Vec<WrittenUse<'a>>)> {
        let (mut dims, mut syms) = (Vec::new(), Vec::new());
        self.expect_punct(b'(')?;
        self.list_until(b')', |p| {
            dims.push(p.use_()?);
            Ok(())
        })?;
        if self.eat_punct(b'[') {
            self.list_until(b']', |p| {
                syms.push(p.use_()?);
                Ok(())
            })?;
        }
        Ok((dims, syms))
    }
}

fn finish_inline<'a>(names: AffineNames<'a>, results: Vec<AffineExpr>) -> (AffineMap, InlineMap<'a>) {
    let inline = match names {
        AffineNames::Values(inline) => inline,
        AffineNames::Declared(_) => InlineMap::default(),
    };
    (AffineMap::new(inline.dims.len(), inline.syms.len(), results), inline)
}

pub(super) fn sub(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    add(lhs, mul(rhs, AffineExpr::Const(-1)))
}

pub(crate) fn binary(op: AffineOp, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    match op {
        AffineOp::Add => add(lhs, rhs),
        AffineOp::Mul => mul(lhs, rhs),
        _ => quotient(op, lhs, rhs),
    }
}

fn split_factor(expr: &AffineExpr) -> (&AffineExpr, i64) {
    match expr {
        AffineExpr::Bin(AffineOp::Mul, inner, factor) => match **factor {
            AffineExpr::Const(c) => (inner, c),
            _ => (expr, 1),
        },
        _ => (expr, 1),
    }
}

fn raw(op: AffineOp, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    AffineExpr::Bin(op, Box::new(lhs), Box::new(rhs))
}

fn add(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    use AffineExpr::{Bin, Const};
    if let (Const(x), Const(y)) = (&lhs, &rhs) {
        return match x.checked_add(*y) {
            Some(sum) => Const(sum),
            None => raw(AffineOp::Add, lhs, rhs),
        };
    }
    if matches!(lhs, Const(_)) || (lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant()) {
        return add(rhs, lhs);
    }
    if rhs == Const(0) {
        return lhs;
    }
    // MLIR keeps `x + (y + z)` in memory, but prints it like `x + y + z`.
    if let Bin(AffineOp::Add, y, z) = rhs {
        return add(add(lhs, *y), *z);
    }
    if let (Bin(AffineOp::Add, inner, k), Const(c)) = (&lhs, &rhs)
        && let Const(k) = **k
        && let Some(sum) = k.checked_add(*c)
    {
        return add((**inner).clone(), Const(sum));
    }
    let ((first, c1), (second, c2)) = (split_factor(&lhs), split_factor(&rhs));
    if first == second
        && let Some(sum) = c1.checked_add(c2)
    {
        return mul(first.clone(), Const(sum));
    }
    if let Bin(AffineOp::Add, inner, k) = &lhs
        && matches!(**k, Const(_))
        && !matches!(rhs, Const(_))
    {
        return add(add((**inner).clone(), rhs), (**k).clone());
    }
    raw(AffineOp::Add, lhs, rhs)
}

fn mul(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    use AffineExpr::{Bin, Const};
    if let (Const(x), Const(y)) = (&lhs, &rhs) {
        return match x.checked_mul(*y) {
            Some(product) => Const(product),
            None => raw(AffineOp::Mul, lhs, rhs),
        };
    }
    if matches!(lhs, Const(_)) || (lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant()) {
        return mul(rhs, lhs);
    }
    match rhs {
        Const(1) => return lhs,
        Const(0) => return rhs,
        _ => {}
    }
    if let Bin(AffineOp::Mul, inner, k) = &lhs
        && let Const(k) = **k
    {
        match &rhs {
            Const(c) => {
                if let Some(product) = k.checked_mul(*c) {
                    return mul((**inner).clone(), Const(product));
                }
            }
            _ => return mul(mul((**inner).clone(), rhs), Const(k)),
        }
    }
    raw(AffineOp::Mul, lhs, rhs)
}

/// The largest number known to divide every value of `expr`.
fn known_divisor(expr: &AffineExpr) -> i64 {
    match expr {
        AffineExpr::Const(c) => c.saturating_abs(),
        AffineExpr::Bin(AffineOp::Mul, lhs, rhs) => known_divisor(lhs).saturating_mul(known_divisor(rhs)),
        AffineExpr::Bin(AffineOp::Add, lhs, rhs) => gcd(known_divisor(lhs), known_divisor(rhs)),
        _ => 1,
    }
}

fn gcd(x: i64, y: i64) -> i64 {
    if y == 0 { x } else { gcd(y, x % y) }
}

fn quotient(op: AffineOp, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    use AffineExpr::{Bin, Const};
    // Without a meaning where the divisor is not positive, but mlir-opt reads it.
    let Const(divisor @ 1..) = rhs else {
        return raw(op, lhs, rhs);
    };
    if let Const(_) = lhs {
        return AffineExpr::bin(op, lhs, rhs);
    }
    if op == AffineOp::Mod {
        if known_divisor(&lhs) % divisor == 0 {
            return Const(0);
        }
        if let Bin(AffineOp::Add, x, y) = &lhs {
            if known_divisor(x) % divisor == 0 {
                return quotient(op, (**y).clone(), rhs);
            }
            if known_divisor(y) % divisor == 0 {
                return quotient(op, (**x).clone(), rhs);
            }
        }
        if let Bin(AffineOp::Mod, x, y) = &lhs
            && let Const(inner) = **y
            && inner >= 1
            && inner % divisor == 0
        {
            return quotient(op, (**x).clone(), rhs);
        }
        return raw(op, lhs, rhs);
    }
    if divisor == 1 {
        return lhs;
    }
    if let Bin(AffineOp::Mul, x, y) = &lhs
        && let Const(factor) = **y
        && factor % divisor == 0
    {
        return mul((**x).clone(), Const(factor / divisor));
    }
    if let (AffineOp::FloorDiv, Bin(AffineOp::Add, x, y)) = (op, &lhs)
        && (known_divisor(x) % divisor == 0 || known_divisor(y) % divisor == 0)
    {
        return add(
            quotient(op, (**x).clone(), rhs.clone()),
            quotient(op, (**y).clone(), rhs),
        );
    }
    raw(op, lhs, rhs)
}
