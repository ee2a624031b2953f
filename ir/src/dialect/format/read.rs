//! Reading an operation as its format says.

use super::*;
use crate::parse::lexer::TokenKind;
use crate::parse::{OpState, PResult, Parser, WrittenUse};

/// What has been read or is to be written for each slot.
struct Filled<'a> {
    uses: Vec<Vec<WrittenUse<'a>>>,
    types: Vec<Option<Vec<Type>>>,
}

impl OpFormat {
    pub fn parse(&self, p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let mut filled = Filled {
            uses: self.slots.iter().map(|_| Vec::new()).collect(),
            types: self.slots.iter().map(|_| None).collect(),
        };
        let start = p.token().span();
        self.parse_all(&self.elements, p, state, &mut filled)?;
        self.infer(&mut filled);
        let mut sizes = Vec::new();
        for (n, slot) in self.slots.iter().enumerate() {
            let types = filled.types[n].take();
            if slot.result {
                match types {
                    Some(types) => state.results.extend(types),
                    // A variadic result that is not written is not there.
                    None if slot.variadic => {}
                    None => return Err(p.error("syntax", "the result type is missing", start)),
                }
                continue;
            }
            let uses = std::mem::take(&mut filled.uses[n]);
            let types = types.unwrap_or_default();
            if types.len() != uses.len() {
                let message = format!("{} operands, but {} types", uses.len(), types.len());
                return Err(p.error("operand-count", message, start));
            }
            sizes.push(uses.len());
            p.operands(state, &uses, &types)?;
        }
        if self.segments {
            let attr = segment_sizes(&sizes);
            p.module.op_mut(state.op).properties.set("operandSegmentSizes", attr);
        }
        Ok(())
    }

    fn infer(&self, filled: &mut Filled<'_>) {
        for rule in &self.rules {
            let count = filled.uses[rule.target].len();
            let count = if self.slots[rule.target].result { 1 } else { count };
            if let TypeOf::Each(slot, ty) = &rule.value {
                let others = filled.types[*slot].iter().flatten();
                filled.types[rule.target] = Some(others.map(|other| ty.as_ref().unwrap_or(other).clone()).collect());
                continue;
            }
            let of = |slot: usize| filled.types[slot].as_ref().and_then(|types| types.first());
            let ty = match &rule.value {
                TypeOf::Fixed(ty) => Some(ty.clone()),
                TypeOf::Each(..) => None,
                TypeOf::Same(slot) => of(*slot).cloned(),
                TypeOf::Elem(slot) => of(*slot).map(|ty| ty.elem().clone()),
                TypeOf::Part(slot) => of(*slot).map(part_of),
                TypeOf::Bool(slot) => of(*slot).map(bool_like),
            };
            if let (None, Some(ty)) = (&filled.types[rule.target], ty) {
                filled.types[rule.target] = Some(vec![ty; count]);
            }
        }
    }

    fn parse_all<'a>(
        &self,
        elements: &[FormatElement],
        p: &mut Parser<'a>,
        state: &mut OpState,
        filled: &mut Filled<'a>,
    ) -> PResult<()> {
        elements
            .iter()
            .try_for_each(|element| self.parse_one(element, p, state, filled))
    }

    fn parse_one<'a>(
        &self,
        element: &FormatElement,
        p: &mut Parser<'a>,
        state: &mut OpState,
        filled: &mut Filled<'a>,
    ) -> PResult<()> {
        match element {
            FormatElement::Space => {}
            FormatElement::Word(word) => {
                p.expect_word(word)?;
            }
            FormatElement::Punct(byte) => {
                p.expect_punct(*byte)?;
            }
            FormatElement::Arrow => p.expect_arrow()?,
            FormatElement::Operands(slot) if self.slots[*slot].variadic => filled.uses[*slot] = p.uses()?,
            FormatElement::Operands(slot) => filled.uses[*slot] = vec![p.use_()?],
            FormatElement::Types(slot) if self.slots[*slot].variadic => {
                let types = if filled.uses[*slot].is_empty() && !self.slots[*slot].result && !p.at_type() {
                    Vec::new()
                } else {
                    p.types()?
                };
                filled.types[*slot] = Some(types);
            }
            FormatElement::Types(slot) => filled.types[*slot] = Some(vec![p.ty()?]),
            FormatElement::FuncType(inputs, results) => {
                let mut types = p.type_list()?;
                for (n, slot) in inputs.iter().enumerate() {
                    let count = if n + 1 == inputs.len() {
                        types.len()
                    } else {
                        filled.uses[*slot].len()
                    };
                    let rest = types.split_off(count.min(types.len()));
                    filled.types[*slot] = Some(std::mem::replace(&mut types, rest));
                }
                p.expect_arrow()?;
                filled.types[*results] = Some(p.result_types()?);
            }
            FormatElement::AttrDict => p.attr_dict(state)?,
            FormatElement::Attr(name) => {
                let attr = p.attr()?;
                p.module.op_mut(state.op).properties.set(name, attr);
            }
            FormatElement::Int(name, ty) => {
                let attr = Attr::Int {
                    value: p.small_int()?.into(),
                    ty: ty.clone(),
                };
                p.module.op_mut(state.op).properties.set(name, attr);
            }
            FormatElement::Typed(name) => {
                let attr = p.attr()?;
                let span = p.token().span();
                let ty = attr.ty();
                let ty = ty.ok_or_else(|| p.error("syntax", "expected an attribute with a type", span))?;
                state.results.push(ty);
                p.module.op_mut(state.op).properties.set(name, attr);
            }
            FormatElement::Symbol(name) => {
                let path = p.symbol_ref()?;
                p.module.op_mut(state.op).properties.set(name, Attr::Symbol(path));
            }
            FormatElement::Rounding => {
                if let Some(n) = ROUNDING.iter().position(|word| p.eat_word(word)) {
                    let mode = Attr::Int {
                        value: n as i128,
                        ty: Type::I32,
                    };
                    p.module.op_mut(state.op).properties.set("roundingmode", mode);
                }
            }
            FormatElement::Unit(name, word) => {
                if p.eat_word(word) {
                    p.module.op_mut(state.op).properties.set(name, Attr::Unit);
                }
            }
            FormatElement::Enum(name, words, ty) => parse_enum(p, state, name, words, ty)?,
            FormatElement::Overflow => parse_flags(p, state, "overflow", "overflowFlags", &OVERFLOW)?,
            FormatElement::Fastmath { .. } => parse_flags(p, state, "fastmath", "fastmath", &FASTMATH)?,
            FormatElement::I64s(name) => {
                let mut numbers = Vec::new();
                p.expect_punct(b'[')?;
                p.list_until(b']', |p| {
                    numbers.push(p.small_int()?);
                    Ok(())
                })?;
                p.module.op_mut(state.op).properties.set(name, i64_array(&numbers));
            }
            FormatElement::Flag(name, no, yes) => {
                let value = p.is_word(yes);
                if !value && !p.is_word(no) {
                    return Err(p.expected(&format!("`{no}` or `{yes}`")));
                }
                p.advance();
                p.module.op_mut(state.op).properties.set(name, Attr::Bool(value));
            }
            FormatElement::Switch(name) => {
                if p.eat_word(name) {
                    p.module.op_mut(state.op).properties.set(name, Attr::Unit);
                }
            }
            FormatElement::Map(name) => {
                let map = p.affine_map_body()?;
                p.module.op_mut(state.op).properties.set(name, Attr::AffineMap(map));
            }
            FormatElement::Kind(name) => {
                if p.is(TokenKind::Hash) && p.spelling() == "#vector.kind" {
                    p.advance();
                }
                p.expect_punct(b'<')?;
                let word = p.spelling();
                p.advance();
                p.expect_punct(b'>')?;
                let kind = Attr::Opaque(format!("#vector.kind<{word}>"));
                p.module.op_mut(state.op).properties.set(name, kind);
            }
            FormatElement::Region => p.region(state, &[])?,
            FormatElement::Index(slot, name, brackets) => {
                let (uses, numbers) = p.index_list(*brackets)?;
                filled.types[*slot] = Some(vec![Type::Index; uses.len()]);
                filled.uses[*slot] = uses;
                p.module.op_mut(state.op).properties.set(name, i64_array(&numbers));
            }
            FormatElement::Optional(inner) => {
                if starts(p, inner) {
                    self.parse_all(inner, p, state, filled)?;
                }
            }
        }
        Ok(())
    }
}

fn starts(p: &Parser<'_>, group: &[FormatElement]) -> bool {
    let first = group.iter().find(|element| !matches!(element, FormatElement::Space));
    match first {
        Some(FormatElement::Word(word) | FormatElement::Unit(_, word)) => p.is_word(word),
        Some(FormatElement::Punct(byte)) => p.is_punct(*byte),
        Some(FormatElement::Arrow) => p.is(TokenKind::Arrow),
        Some(FormatElement::Operands(_)) => p.is(TokenKind::Percent),
        _ => false,
    }
}

fn parse_enum(p: &mut Parser<'_>, state: &OpState, name: &str, words: &[&str], ty: &Type) -> PResult<()> {
    let written = p.spelling().trim_matches('"');
    let Some(n) = words.iter().position(|word| *word == written) else {
        return Err(p.expected(&format!("one of {}", words.join(", "))));
    };
    p.advance();
    let (value, ty) = (n as i128, ty.clone());
    p.module.op_mut(state.op).properties.set(name, Attr::Int { value, ty });
    Ok(())
}

/// `fastmath<nnan,ninf>`, in the order MLIR prints them.
fn parse_flags(p: &mut Parser<'_>, state: &OpState, word: &str, property: &str, known: &[&str]) -> PResult<()> {
    let mut set = vec![false; known.len()];
    if !p.eat_word(word) {
        return Ok(());
    }
    p.expect_punct(b'<')?;
    p.list_until(b'>', |p| {
        match known.iter().position(|flag| p.is_word(flag)) {
            Some(n) => set[n] = true,
            None if p.is_word("fast") && word == "fastmath" => set.fill(true),
            None if p.is_word("none") => {}
            None => return Err(p.expected(&format!("one of {}", known.join(", ")))),
        }
        p.advance();
        Ok(())
    })?;
    let chosen: Vec<&str> = known
        .iter()
        .zip(&set)
        .filter(|(_, on)| **on)
        .map(|(flag, _)| *flag)
        .collect();
    let list = match chosen.len() {
        0 => "none".to_owned(),
        7 => "fast".to_owned(),
        _ => chosen.join(if word == "overflow" { ", " } else { "," }),
    };
    let attr = Attr::Opaque(format!("#arith.{word}<{list}>"));
    p.module.op_mut(state.op).properties.set(property, attr);
    Ok(())
}

impl<'a> Parser<'a> {
    /// `[%a, 3, %b]` -> the values, and the numbers with [`DYNAMIC`] for a value.
    fn index_list(&mut self, brackets: Brackets) -> PResult<(Vec<WrittenUse<'a>>, Vec<i64>)> {
        let (open, close) = match brackets {
            Brackets::Square => (b'[', b']'),
            Brackets::Round => (b'(', b')'),
        };
        self.expect_punct(open)?;
        self.indices(close)
    }

    /// The same after the opening bracket.
    pub fn indices(&mut self, close: u8) -> PResult<(Vec<WrittenUse<'a>>, Vec<i64>)> {
        let (mut uses, mut numbers) = (Vec::new(), Vec::new());
        self.list_until(close, |p| {
            if p.is(TokenKind::Percent) {
                uses.push(p.use_()?);
                numbers.push(DYNAMIC);
            } else {
                numbers.push(p.small_int()?);
            }
            Ok(())
        })?;
        Ok((uses, numbers))
    }
}
