//! Attributes: builtin ones are understood, all others kept as text.

use super::lexer::{self, TokenKind};
use super::{PResult, Parser};
use crate::{Attr, Attrs, FloatKind, Sign, Span, Type};

/// Properties that are written before the dictionary since LLVM 23.
const STRICT: [&str; 2] = ["alignment", "nontemporal"];

impl<'a> Parser<'a> {
    pub fn attr(&mut self) -> PResult<Attr> {
        self.nested(|p| p.attr_inner(None))
    }

    /// An attribute whose number, if it is one without a type, has type `ty`.
    pub fn attr_of(&mut self, ty: &Type) -> PResult<Attr> {
        self.nested(|p| p.attr_inner(Some(ty)))
    }

    fn attr_inner(&mut self, ty: Option<&Type>) -> PResult<Attr> {
        match self.tok.kind {
            TokenKind::Punct(b'-') | TokenKind::Int | TokenKind::Float => self.number_attr(ty),
            TokenKind::Str => self.string_attr(),
            TokenKind::At => Ok(Attr::Symbol(self.symbol_ref()?)),
            TokenKind::Punct(b'[') => {
                self.advance();
                let mut items = Vec::new();
                self.list_until(b']', |p| {
                    items.push(p.attr()?);
                    Ok(())
                })?;
                Ok(Attr::Array(items))
            }
            TokenKind::Punct(b'{') => Ok(Attr::Dict(self.dict()?)),
            TokenKind::Hash => self.hash_attr(),
            TokenKind::Bang | TokenKind::Punct(b'(') => Ok(Attr::Type(self.ty()?)),
            TokenKind::Bare => self.word_attr(),
            _ => Err(self.expected("an attribute")),
        }
    }

    fn word_attr(&mut self) -> PResult<Attr> {
        let start = self.tok.start;
        match self.spelling() {
            "true" | "false" => {
                let value = self.is_word("true");
                self.advance();
                if self.is_punct(b':') && self.peek().kind == TokenKind::Bare && self.colon_then("i1") {
                    self.advance();
                    self.advance();
                }
                Ok(Attr::Bool(value))
            }
            "unit" => {
                self.advance();
                Ok(Attr::Unit)
            }
            "affine_map" => {
                self.advance();
                self.expect_punct(b'<')?;
                let map = self.affine_map_body()?;
                self.expect_punct(b'>')?;
                Ok(Attr::AffineMap(map))
            }
            "affine_set" => {
                self.advance();
                self.expect_punct(b'<')?;
                let set = self.affine_set_body()?;
                self.expect_punct(b'>')?;
                Ok(Attr::IntegerSet(set))
            }
            "dense" => {
                self.advance();
                let (from, to) = self.bracketed()?;
                let text = self.slice(from, to).trim().to_owned();
                let ty = self.colon_type()?;
                Ok(Attr::Dense { text, ty })
            }
            "array" => self.dense_array(),
            "strided" => self.strided(),
            "sparse" | "dense_resource" => {
                self.advance();
                self.bracketed()?;
                let ty = self.colon_type()?;
                let body = self.slice(start, self.prev_end);
                let body = &body[..body.rfind(" :").or(body.rfind(':')).unwrap_or(body.len())];
                Ok(Attr::Opaque(format!("{} : {ty}", body.trim_end())))
            }
            "loc" => {
                self.advance();
                let text = self.parenthesised()?;
                Ok(Attr::Opaque(format!("loc({text})")))
            }
            "distinct" => {
                self.advance();
                self.expect_punct(b'[')?;
                let id = self.small_int()?;
                self.expect_punct(b']')?;
                self.expect_punct(b'<')?;
                let inner = if self.is_punct(b'>') { None } else { Some(self.attr()?) };
                self.expect_punct(b'>')?;
                let inner = inner.map(|attr| attr.to_string()).unwrap_or_default();
                Ok(Attr::Opaque(format!("distinct[{id}]<{inner}>")))
            }
            _ => Ok(Attr::Type(self.ty()?)),
        }
    }

    fn colon_then(&self, word: &str) -> bool {
        let next = self.peek();
        self.slice(next.start, next.end) == word
    }

    /// A number between `i64::MIN` and `i64::MAX`, without a type.
    pub fn small_int(&mut self) -> PResult<i64> {
        let start = self.tok.start;
        let negative = self.eat_punct(b'-');
        if !self.is(TokenKind::Int) {
            return Err(self.expected("an integer"));
        }
        let magnitude = parse_u128(self.spelling()).and_then(|m| i128::try_from(m).ok());
        self.advance();
        let value = magnitude.and_then(|m| i64::try_from(if negative { -m } else { m }).ok());
        let span = Span::new(start, self.prev_end);
        value.ok_or_else(|| self.error("syntax", "this integer does not fit 64 bits", span))
    }

    fn number_attr(&mut self, implied: Option<&Type>) -> PResult<Attr> {
        let start = self.tok.start;
        let negative = self.eat_punct(b'-');
        let token = self.tok;
        if !matches!(token.kind, TokenKind::Int | TokenKind::Float) {
            return Err(self.expected("a number"));
        }
        let literal = self.spelling();
        self.advance();
        let stated = if self.eat_punct(b':') {
            Some(self.ty()?)
        } else {
            implied.cloned()
        };
        let span = Span::new(start, token.end);
        let default = if token.kind == TokenKind::Int {
            Type::I64
        } else {
            Type::F64
        };
        let ty = stated.unwrap_or(default);
        self.number(negative, literal, token.kind == TokenKind::Float, ty, span)
    }

    /// The attribute for a number literal of a type.
    pub fn number(&mut self, negative: bool, literal: &str, float: bool, ty: Type, span: Span) -> PResult<Attr> {
        let sign = if negative { "-" } else { "" };
        let wrong = |p: &mut Self| {
            let message = format!("`{sign}{literal}` is no literal of type `{ty}`");
            Err(p.error("bad-literal", message, span))
        };
        match &ty {
            Type::Float(kind) => match float_bits(*kind, negative, literal) {
                Some(bits) => Ok(Attr::Float { bits, ty }),
                None => wrong(self),
            },
            Type::Integer { .. } | Type::Index if !float => {
                let value = parse_u128(literal).and_then(|m| i128::try_from(m).ok());
                match value {
                    Some(value) => match normal_int(if negative { -value } else { value }, &ty) {
                        Some(attr) => Ok(attr),
                        None => {
                            let message = format!("`{sign}{literal}` does not fit `{ty}`");
                            Err(self.error("bad-literal", message, span))
                        }
                    },
                    None => Ok(Attr::Opaque(format!("{sign}{literal} : {ty}"))),
                }
            }
            Type::Opaque(_) => Ok(Attr::Opaque(format!("{sign}{literal} : {ty}"))),
            _ => wrong(self),
        }
    }

    fn string_attr(&mut self) -> PResult<Attr> {
        let literal = self.spelling();
        self.advance();
        if self.eat_punct(b':') {
            let ty = self.ty()?;
            return Ok(Attr::Opaque(format!("{literal} : {ty}")));
        }
        Ok(Attr::Str(lexer::unescape(literal)))
    }

    /// `"text"` as text, lossy where it is not UTF-8.
    pub fn string(&mut self) -> PResult<String> {
        if !self.is(TokenKind::Str) {
            return Err(self.expected("a string"));
        }
        let bytes = lexer::unescape(self.spelling());
        self.advance();
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// `@a`
    pub fn symbol_name(&mut self) -> PResult<String> {
        if !self.is(TokenKind::At) {
            return Err(self.expected("a symbol name such as `@name`"));
        }
        let name = &self.spelling()[1..];
        self.advance();
        Ok(if name.starts_with('"') {
            String::from_utf8_lossy(&lexer::unescape(name)).into_owned()
        } else {
            name.to_owned()
        })
    }

    /// `@a::@b`
    pub fn symbol_ref(&mut self) -> PResult<Vec<String>> {
        let mut path = vec![self.symbol_name()?];
        while self.is_punct(b':') && self.slice(self.tok.start, self.tok.end + 2) == "::@" {
            self.advance();
            self.advance();
            path.push(self.symbol_name()?);
        }
        Ok(path)
    }

    /// `{a = 1, b}`, sorted by name as MLIR keeps it.
    pub fn dict(&mut self) -> PResult<Attrs> {
        let open = self.expect_punct(b'{')?.span();
        let mut attrs = Attrs::default();
        if self.is(TokenKind::Eof) {
            self.close_brace(open)?;
        }
        self.list_until(b'}', |p| {
            let span = p.token().span();
            let name = match p.token().kind {
                TokenKind::Bare => {
                    let name = p.spelling().to_owned();
                    p.advance();
                    name
                }
                TokenKind::Str => p.string()?,
                TokenKind::Eof => return p.close_brace(open).map(|_| ()),
                _ => return Err(p.expected("an attribute name")),
            };
            let attr = if p.eat_punct(b'=') { p.attr()? } else { Attr::Unit };
            if attrs.get(&name).is_some() {
                return Err(p.error("syntax", format!("attribute `{name}` is given twice"), span));
            }
            attrs.0.push((name, attr));
            Ok(())
        })?;
        attrs.0.sort_by(|x, y| x.0.cmp(&y.0));
        Ok(attrs)
    }

    /// Properties as LLVM 23 and later write them, where they were in the dictionary before: `alignment = 64`,
    /// `alignment(64)`, `<{memory_space = 1}>`, `<no_inline>`.
    fn strict_properties(&mut self, state: &super::OpState) -> PResult<()> {
        loop {
            let next = self.peek().kind;
            let name = self.spelling();
            if self.is(TokenKind::Bare) && STRICT.contains(&name) && matches!(next, TokenKind::Punct(b'=' | b'(')) {
                self.advance();
                let closes = self.is_punct(b'(');
                self.advance();
                // A colon behind the number is not for its type.
                let attr = match self.is(TokenKind::Int) {
                    true => Attr::i64(self.small_int()?),
                    false => self.attr()?,
                };
                if closes {
                    self.expect_punct(b')')?;
                }
                self.module.op_mut(state.op).properties.set(name, attr);
            } else if self.is_punct(b'<') && next == TokenKind::Punct(b'{') {
                self.advance();
                let properties = self.dict()?;
                self.expect_punct(b'>')?;
                for (name, attr) in properties.0 {
                    self.module.op_mut(state.op).properties.set(&name, attr);
                }
            } else if self.is_punct(b'<') && self.slice(self.tok.end, self.peek().end) == "no_inline" {
                self.advance();
                self.advance();
                self.expect_punct(b'>')?;
                self.module.op_mut(state.op).properties.set("no_inline", Attr::Unit);
            } else {
                return Ok(());
            }
        }
    }

    /// An optional dictionary, added to the attributes of the operation.
    pub fn attr_dict(&mut self, state: &super::OpState) -> PResult<()> {
        self.strict_properties(state)?;
        if self.is_punct(b'{') {
            let span = self.tok.span();
            for (name, attr) in self.dict()?.0 {
                let attrs = &mut self.module.op_mut(state.op).attrs;
                if attrs.get(&name).is_some() {
                    return Err(self.error("syntax", format!("attribute `{name}` is given twice"), span));
                }
                attrs.set(&name, attr);
            }
        }
        Ok(())
    }

    /// An elements attribute whose type the operation knows.
    pub fn attr_of_shape(&mut self, ty: &Type) -> PResult<Attr> {
        if !matches!(self.spelling(), "dense" | "sparse" | "dense_resource") {
            return self.attr();
        }
        let word = self.spelling();
        self.advance();
        let (from, to) = self.bracketed()?;
        let text = self.slice(from, to).trim().to_owned();
        let ty = if self.eat_punct(b':') { self.ty()? } else { ty.clone() };
        Ok(match word {
            "dense" => Attr::Dense { text, ty },
            _ => Attr::Opaque(format!("{word}<{text}> : {ty}")),
        })
    }

    fn dense_array(&mut self) -> PResult<Attr> {
        self.advance();
        self.expect_punct(b'<')?;
        let elem = self.ty()?;
        let mut items = Vec::new();
        if self.eat_punct(b'>') {
            return Ok(Attr::DenseArray { elem, items });
        }
        self.expect_punct(b':')?;
        self.list_until(b'>', |p| {
            items.push(p.attr_of(&elem)?);
            Ok(())
        })?;
        Ok(Attr::DenseArray { elem, items })
    }

    fn strided(&mut self) -> PResult<Attr> {
        self.advance();
        self.expect_punct(b'<')?;
        self.expect_punct(b'[')?;
        let mut strides = Vec::new();
        let number = |p: &mut Self| {
            if p.eat_punct(b'?') {
                Ok(None)
            } else {
                p.small_int().map(Some)
            }
        };
        self.list_until(b']', |p| {
            strides.push(number(p)?);
            Ok(())
        })?;
        let mut offset = Some(0);
        if self.eat_punct(b',') {
            self.expect_word("offset")?;
            self.expect_punct(b':')?;
            offset = number(self)?;
        }
        self.expect_punct(b'>')?;
        Ok(Attr::Strided { strides, offset })
    }

    fn hash_attr(&mut self) -> PResult<Attr> {
        let name = &self.spelling()[1..];
        let span = self.tok.span();
        if !name.contains('.') && self.bytes().get(self.tok.end) != Some(&b'<') {
            let found = self.attr_aliases.get(name).map(|alias| (alias.size, alias.depth));
            if let Some((size, depth)) = found {
                self.expand(size, depth, span)?;
            }
            self.advance();
            if let Some(names) = self.alias_map_names.get(name) {
                self.map_names.extend(names.iter().cloned());
            }
            return match self.attr_aliases.get(name) {
                Some(alias) => Ok(alias.value.clone()),
                // Locations are defined at the end of a file.
                None if name.starts_with("loc") => Ok(Attr::Opaque(format!("#{name}"))),
                None => {
                    let near = match self.shows_more() {
                        true => super::nearest(name, self.attr_aliases.keys().copied()),
                        false => None,
                    };
                    let mut error =
                        crate::Diagnostic::error("undefined-alias", format!("there is no alias `#{name}`"), span);
                    error.help = near.map(|near| format!("did you mean `#{near}`?"));
                    Err(self.report(error))
                }
            };
        }
        let mut text = self.dialect_text()?;
        if self.is_punct(b':') && self.peek().kind != TokenKind::Punct(b':') && text.ends_with('>') {
            // A trailing type belongs to the attribute where one can follow.
            let at = self.tok.start;
            self.advance();
            if self.at_type() {
                let ty = self.ty()?;
                text = format!("{text} : {ty}");
            } else {
                self.reset(at);
            }
        }
        Ok(Attr::Opaque(text))
    }

    /// `#dialect.name<..>` or `!dialect<..>` as written, aliases inside replaced by what they stand for.
    pub fn dialect_text(&mut self) -> PResult<String> {
        let mut text = self.spelling().to_owned();
        let end = self.tok.end;
        if self.bytes().get(end) != Some(&b'<') {
            self.advance();
            return Ok(text);
        }
        self.advance();
        let (from, to) = self.bracketed()?;
        text.push('<');
        text.push_str(&self.resolve_aliases(from, to)?);
        text.push('>');
        Ok(text)
    }

    fn resolve_aliases(&mut self, from: usize, to: usize) -> PResult<String> {
        let mut out = String::new();
        let mut copied = from;
        let mut pos = from;
        while pos < to {
            let token = lexer::next(self.bytes(), pos);
            if token.end > to || token.kind == TokenKind::Eof {
                break;
            }
            pos = token.end.max(pos + 1);
            let name = self.slice(token.start + 1, token.end);
            if name.contains('.') || self.bytes().get(token.end) == Some(&b'<') {
                continue;
            }
            let found = match token.kind {
                TokenKind::Hash => self
                    .attr_aliases
                    .get(name)
                    .map(|alias| (alias.value.to_string(), alias.depth)),
                TokenKind::Bang => self
                    .type_aliases
                    .get(name)
                    .map(|alias| (alias.value.to_string(), alias.depth)),
                _ => None,
            };
            if let Some((replacement, depth)) = found {
                self.expand(replacement.len(), depth, token.span())?;
                out.push_str(self.slice(copied, token.start));
                out.push_str(&replacement);
                copied = token.end;
            }
        }
        out.push_str(self.slice(copied, to));
        Ok(out)
    }

    /// Takes `<..>` with everything inside balanced; the range of the inside.
    pub fn bracketed(&mut self) -> PResult<(usize, usize)> {
        if !self.is_punct(b'<') {
            return Err(self.expected("`<`"));
        }
        self.balanced()
    }

    /// Takes `(..)` and gives the text inside.
    pub fn parenthesised(&mut self) -> PResult<&'a str> {
        if !self.is_punct(b'(') {
            return Err(self.expected("`(`"));
        }
        let (from, to) = self.balanced()?;
        Ok(self.slice(from, to))
    }

    /// From an opening bracket to its partner, by bytes: `->` and strings hide theirs.
    fn balanced(&mut self) -> PResult<(usize, usize)> {
        let bytes = self.bytes();
        let open = self.tok.start;
        let mut stack: Vec<u8> = Vec::new();
        let mut pos = open;
        while let Some(b) = bytes.get(pos).copied() {
            match b {
                b'<' => stack.push(b'>'),
                b'(' => stack.push(b')'),
                b'[' => stack.push(b']'),
                b'{' => stack.push(b'}'),
                b'-' if bytes.get(pos + 1) == Some(&b'>') => pos += 1,
                // Comparisons inside affine sets.
                b'>' if bytes.get(pos + 1) == Some(&b'=') && stack.last() != Some(&b) => pos += 1,
                b'>' | b')' | b']' | b'}' => {
                    if stack.pop() != Some(b) {
                        let span = Span::new(pos, pos + 1);
                        let error = crate::Diagnostic::error("syntax", format!("`{}` closes nothing", b as char), span)
                            .label(Span::new(open, open + 1), "inside this bracket");
                        self.reset(pos);
                        return Err(self.report(error));
                    }
                    if stack.is_empty() {
                        self.reset(pos + 1);
                        return Ok((open + 1, pos));
                    }
                }
                b'"' => {
                    let token = lexer::next(bytes, pos);
                    if token.kind == TokenKind::Bad {
                        break;
                    }
                    pos = token.end - 1;
                }
                b'/' if bytes.get(pos + 1) == Some(&b'/') => {
                    pos = lexer::skip_space(bytes, pos) - 1;
                }
                _ => {}
            }
            pos += 1;
        }
        let bracket = bytes[open] as char;
        self.reset(pos.min(bytes.len()));
        self.fatal = self.fatal || pos >= bytes.len();
        let message = format!("this `{bracket}` is never closed");
        Err(self.error("unclosed-bracket", message, Span::new(open, open + 1)))
    }
}

fn parse_u128(literal: &str) -> Option<u128> {
    match literal.strip_prefix("0x") {
        Some(hex) => u128::from_str_radix(hex, 16).ok(),
        None => literal.parse().ok(),
    }
}

/// The integer attribute as MLIR prints it: signless ones wrapped into the signed range.
pub(crate) fn normal_int(value: i128, ty: &Type) -> Option<Attr> {
    let (width, sign) = match ty {
        Type::Integer { width, sign } => (*width, *sign),
        _ => (64, Sign::Signless),
    };
    let mut value = value;
    if width < 127 {
        let modulus = 1i128 << width;
        let low = if sign == Sign::Unsigned { 0 } else { -(modulus / 2) };
        let high = if sign == Sign::Signed { modulus / 2 } else { modulus };
        if value < low || value >= high {
            return None;
        }
        if sign == Sign::Signless && value >= modulus / 2 {
            value -= modulus;
        }
    }
    if *ty == Type::I1 {
        return Some(Attr::Bool(value != 0));
    }
    Some(Attr::Int { value, ty: ty.clone() })
}

/// Bits of a float literal: decimal through `f64` as MLIR reads it, hexadecimal as they stand.
pub(crate) fn float_bits(kind: FloatKind, negative: bool, literal: &str) -> Option<u64> {
    if let Some(hex) = literal.strip_prefix("0x") {
        let bits = u64::from_str_radix(hex, 16).ok()?;
        let fits = kind.bits() == 64 || bits >> kind.bits() == 0;
        return (fits && !negative).then_some(bits);
    }
    if !literal.contains('.') {
        return None;
    }
    let value: f64 = literal.parse().ok()?;
    let value = if negative { -value } else { value };
    Some(kind.from_f64(value))
}

/// The number one as a constant of a type.
pub(crate) fn one(ty: &Type) -> Attr {
    match ty {
        Type::Float(kind) => Attr::Float {
            bits: float_bits(*kind, false, "1.0").unwrap_or(0),
            ty: ty.clone(),
        },
        _ => normal_int(1, ty).unwrap_or(Attr::Unit),
    }
}
