//! Types: builtin ones are understood, all others kept as text.

use super::lexer::TokenKind;
use super::{PResult, Parser};
use crate::{Attr, Dim, FloatKind, Sign, Type};

impl<'a> Parser<'a> {
    /// A type, not a function type without parentheses around its results.
    pub fn ty(&mut self) -> PResult<Type> {
        self.nested(|p| p.ty_inner())
    }

    fn ty_inner(&mut self) -> PResult<Type> {
        match self.tok.kind {
            TokenKind::Punct(b'(') => {
                let inputs = self.type_list()?;
                self.expect_arrow()?;
                let results = self.result_types()?;
                Ok(Type::Function { inputs, results })
            }
            TokenKind::Bang => self.dialect_type(),
            TokenKind::Bare => self.named_type(),
            _ => Err(self.expected("a type")),
        }
    }

    /// Whether the current token can start a type.
    pub fn at_type(&self) -> bool {
        match self.tok.kind {
            TokenKind::Bang => true,
            TokenKind::Bare => builtin_scalar(self.spelling()).is_some() || is_shaped_word(self.spelling()),
            _ => false,
        }
    }

    /// `(A, B)`
    pub fn type_list(&mut self) -> PResult<Vec<Type>> {
        self.expect_punct(b'(')?;
        let mut types = Vec::new();
        self.list_until(b')', |p| {
            types.push(p.ty()?);
            Ok(())
        })?;
        Ok(types)
    }

    /// `A` or `(A, B)`, after `->`.
    pub fn result_types(&mut self) -> PResult<Vec<Type>> {
        if !self.is_punct(b'(') {
            return Ok(vec![self.ty()?]);
        }
        self.type_list()
    }

    /// `A, B`
    pub fn types(&mut self) -> PResult<Vec<Type>> {
        let mut types = vec![self.ty()?];
        while self.eat_punct(b',') {
            types.push(self.ty()?);
        }
        Ok(types)
    }

    /// `: A`
    pub fn colon_type(&mut self) -> PResult<Type> {
        self.expect_punct(b':')?;
        self.ty()
    }

    fn named_type(&mut self) -> PResult<Type> {
        let word = self.spelling();
        if let Some(ty) = builtin_scalar(word) {
            self.advance();
            return Ok(ty);
        }
        if !is_shaped_word(word) {
            return Err(self.expected("a type"));
        }
        self.advance();
        match word {
            "memref" => self.memref(),
            "tensor" => self.tensor(),
            "vector" => {
                self.expect_punct(b'<')?;
                let shape = self.dimensions()?;
                let elem = Box::new(self.ty()?);
                self.expect_punct(b'>')?;
                Ok(Type::Vector { shape, elem })
            }
            "complex" => {
                self.expect_punct(b'<')?;
                let part = Box::new(self.ty()?);
                self.expect_punct(b'>')?;
                Ok(Type::Complex(part))
            }
            _ => {
                self.expect_punct(b'<')?;
                let mut types = Vec::new();
                self.list_until(b'>', |p| {
                    types.push(p.ty()?);
                    Ok(())
                })?;
                Ok(Type::Tuple(types))
            }
        }
    }

    fn memref(&mut self) -> PResult<Type> {
        self.expect_punct(b'<')?;
        if self.eat_punct(b'*') {
            self.eat_x()?;
            let elem = Box::new(self.ty()?);
            let space = if self.eat_punct(b',') { self.space()? } else { None };
            self.expect_punct(b'>')?;
            return Ok(Type::UnrankedMemRef { elem, space });
        }
        let shape = self.dimensions()?;
        let elem = Box::new(self.ty()?);
        let mut layout = None;
        let mut space = None;
        if self.is_punct(b',') && self.old_layout_follows() {
            layout = Some(Box::new(self.old_layout()?));
        } else if self.eat_punct(b',') {
            let is_layout = self.is_word("strided") || self.is_word("affine_map") || self.is(TokenKind::Hash);
            let start = self.tok.start;
            let first = self.attr()?;
            match first {
                Attr::AffineMap(_) | Attr::Strided { .. } => layout = Some(Box::new(first)),
                other if is_layout && self.is_punct(b',') => layout = Some(Box::new(other)),
                _ => {
                    self.reset(start);
                    space = self.space()?;
                }
            }
            if self.eat_punct(b',') {
                space = self.space()?;
            }
        }
        self.expect_punct(b'>')?;
        let identity = match layout.as_deref() {
            Some(Attr::AffineMap(map)) => map.syms == 0 && *map == crate::AffineMap::identity(map.dims),
            Some(Attr::Strided { strides, offset }) => *offset == Some(0) && strides[..] == [Some(1)],
            _ => false,
        };
        if identity {
            layout = None;
        }
        Ok(Type::MemRef {
            shape,
            elem,
            layout,
            space,
        })
    }

    fn old_layout_follows(&self) -> bool {
        let next = self.peek();
        self.slice(next.start, next.end) == "offset"
    }

    /// `, offset: 1, strides: [2, ?]`, as `strided<..>` was written before 2022.
    fn old_layout(&mut self) -> PResult<Attr> {
        let number = |p: &mut Self| match p.eat_punct(b'?') {
            true => Ok(None),
            false => p.small_int().map(Some),
        };
        self.expect_punct(b',')?;
        self.expect_word("offset")?;
        self.expect_punct(b':')?;
        let offset = number(self)?;
        self.expect_punct(b',')?;
        self.expect_word("strides")?;
        self.expect_punct(b':')?;
        self.expect_punct(b'[')?;
        let mut strides = Vec::new();
        self.list_until(b']', |p| {
            strides.push(number(p)?);
            Ok(())
        })?;
        Ok(Attr::Strided { strides, offset })
    }

    /// A memory space; `0` is the default one.
    fn space(&mut self) -> PResult<Option<Box<Attr>>> {
        let attr = self.attr()?;
        Ok(match attr {
            Attr::Int { value: 0, .. } => None,
            other => Some(Box::new(other)),
        })
    }

    fn tensor(&mut self) -> PResult<Type> {
        self.expect_punct(b'<')?;
        if self.eat_punct(b'*') {
            self.eat_x()?;
            let elem = Box::new(self.ty()?);
            self.expect_punct(b'>')?;
            return Ok(Type::UnrankedTensor(elem));
        }
        let shape = self.dimensions()?;
        let elem = Box::new(self.ty()?);
        let encoding = if self.eat_punct(b',') {
            Some(Box::new(self.attr()?))
        } else {
            None
        };
        self.expect_punct(b'>')?;
        Ok(Type::Tensor { shape, elem, encoding })
    }

    /// The `x` after a dimension; the lexer may have it glued to what follows.
    fn eat_x(&mut self) -> PResult<()> {
        if self.is(TokenKind::Bare) && self.spelling().starts_with('x') {
            self.reset(self.tok.start + 1);
            return Ok(());
        }
        Err(self.expected("`x` between dimensions"))
    }

    /// `4x?x[8]x`, up to the element type.
    fn dimensions(&mut self) -> PResult<Vec<Dim>> {
        let mut shape = Vec::new();
        loop {
            match self.tok.kind {
                TokenKind::Int => shape.push(Dim::Static(self.extent()?)),
                TokenKind::Punct(b'?') => {
                    self.advance();
                    shape.push(Dim::Dynamic);
                }
                TokenKind::Punct(b'[') => {
                    self.advance();
                    let extent = self.extent()?;
                    self.expect_punct(b']')?;
                    shape.push(Dim::Scalable(extent));
                }
                _ => return Ok(shape),
            }
            self.eat_x()?;
        }
    }

    fn extent(&mut self) -> PResult<u64> {
        let start = self.tok.start;
        let digits = self.bytes()[start..].iter().take_while(|b| b.is_ascii_digit()).count();
        // `0x4xf32` is `0 x 4 x f32`, not a hexadecimal number: digits only.
        match self.slice(start, start + digits).parse::<u64>() {
            Ok(extent) if i64::try_from(extent).is_ok() => {
                self.reset(start + digits);
                Ok(extent)
            }
            _ if digits == 0 => Err(self.expected("an extent")),
            _ => Err(self.error("syntax", "this extent does not fit 64 bits", self.tok.span())),
        }
    }

    fn dialect_type(&mut self) -> PResult<Type> {
        let name = &self.spelling()[1..];
        if !name.contains('.') && self.peek().kind != TokenKind::Punct(b'<') {
            let span = self.tok.span();
            let found = self.type_aliases.get(name).map(|alias| (alias.size, alias.depth));
            if let Some((size, depth)) = found {
                self.expand(size, depth, span)?;
            }
            self.advance();
            return match self.type_aliases.get(name) {
                Some(alias) => Ok(alias.value.clone()),
                None => Err(self.error("undefined-alias", format!("there is no type alias `!{name}`"), span)),
            };
        }
        Ok(Type::Opaque(self.dialect_text()?))
    }
}

fn is_shaped_word(word: &str) -> bool {
    matches!(word, "memref" | "tensor" | "vector" | "complex" | "tuple")
}

/// `f32`, `index`, `si8`, `f8E4M3FN`, ...
pub(crate) fn builtin_scalar(word: &str) -> Option<Type> {
    let integer = |digits: &str, sign| {
        let width: u32 = digits.parse().ok()?;
        (digits.bytes().all(|b| b.is_ascii_digit()) && width < 1 << 24).then_some(Type::Integer { width, sign })
    };
    if let Some(kind) = FloatKind::named(word) {
        return Some(Type::Float(kind));
    }
    let ty = match word {
        "index" => Type::Index,
        "none" => Type::None,
        "f80" | "f128" | "tf32" => Type::Opaque(word.to_owned()),
        _ if ["f4E", "f6E", "f8E"].iter().any(|start| word.starts_with(start)) => Type::Opaque(word.to_owned()),
        _ => {
            return match word.as_bytes() {
                [b's', b'i', ..] => integer(&word[2..], Sign::Signed),
                [b'u', b'i', ..] => integer(&word[2..], Sign::Unsigned),
                [b'i', ..] => integer(&word[1..], Sign::Signless),
                _ => None,
            };
        }
    };
    Some(ty)
}
