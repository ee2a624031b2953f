//! The elements of `dense<..>`.

use crate::parse::lexer::{self, TokenKind};
use crate::parse::{float_bits, normal_int};
use crate::{Attr, Dim, Span, Type};

/// More elements than this are not expanded.
const ITEMS_MAX: u64 = 1 << 28;

/// The elements of a `dense<..>` in row-major order, each an [`Attr::Int`], [`Attr::Bool`] or
/// [`Attr::Float`], or an [`Attr::Array`] of the two parts of a complex number; a single element for all
/// (`dense<0.0>`) is repeated.
///
/// `None` if the attribute is something else, its text does not fit its type, or the element type
/// has no meaning here.
pub fn dense_items(attr: &Attr) -> Option<Vec<Attr>> {
    let (items, count) = written_items(attr)?;
    if items.len() as u64 == count {
        return Some(items);
    }
    (count <= ITEMS_MAX).then(|| vec![items[0].clone(); count as usize])
}

/// The one value of a `dense<..>` that repeats it.
pub fn splat(attr: &Attr) -> Option<Attr> {
    let Attr::Dense { text, ty } = attr else { return None };
    if text.starts_with(['[', '"']) {
        return None;
    }
    let one = Attr::Dense {
        text: text.clone(),
        ty: Type::tensor(vec![Dim::Static(1)], ty.elem().clone()),
    };
    dense_items(&one)?.into_iter().next()
}

/// Whether the elements fit the type, without repeating a single element for all. A vector whose length is only known to
/// the machine has one element for all lanes; MLIR also takes as many as the least length has, if all are equal.
pub(crate) fn is_dense(attr: &Attr) -> bool {
    let Attr::Dense {
        text,
        ty: Type::Vector { shape, elem },
    } = attr
    else {
        return written_items(attr).is_some();
    };
    let least = shape.iter().map(|dim| match dim {
        Dim::Scalable(n) => Dim::Static(*n),
        other => *other,
    });
    let least = Attr::Dense {
        text: text.clone(),
        ty: Type::Vector {
            shape: least.collect(),
            elem: elem.clone(),
        },
    };
    let is_scalable = shape.iter().any(|dim| matches!(dim, Dim::Scalable(_)));
    written_items(&least).is_some_and(|(items, _)| !is_scalable || items.iter().all(|item| *item == items[0]))
}

/// The elements that are written, and how many there are to be: as many, or any number if only one is written.
fn written_items(attr: &Attr) -> Option<(Vec<Attr>, u64)> {
    let Attr::Dense { text, ty } = attr else { return None };
    let mut count: u64 = 1;
    for dim in ty.shape()? {
        match dim {
            Dim::Static(n) => count = count.checked_mul(*n)?,
            _ => return None,
        }
    }
    let elem = match ty.elem() {
        Type::Complex(part) => part,
        elem => elem,
    };
    let items = match text.starts_with('"') {
        true => from_hex(text, elem)?,
        false => from_literals(text, elem)?,
    };
    let items = match ty.elem() {
        Type::Complex(_) if items.len() % 2 == 1 => return None,
        Type::Complex(_) => items.chunks(2).map(|parts| Attr::Array(parts.to_vec())).collect(),
        _ => items,
    };
    let splat = items.len() == 1 && !text.starts_with('[');
    (items.len() as u64 == count || splat).then_some((items, count))
}

fn from_literals(text: &str, elem: &Type) -> Option<Vec<Attr>> {
    let bytes = text.as_bytes();
    let (mut pos, mut negative, mut items) = (0, false, Vec::new());
    loop {
        let token = lexer::next(bytes, pos);
        let literal = Span::new(token.start, token.end).of(text);
        match token.kind {
            TokenKind::Eof => return Some(items),
            TokenKind::Punct(b'[' | b']' | b',' | b'(' | b')') => {}
            TokenKind::Punct(b'-') => negative = true,
            TokenKind::Bare => items.push(match (literal, elem) {
                ("true" | "false", ty) if *ty == Type::I1 => Attr::Bool(literal == "true"),
                _ => return None,
            }),
            TokenKind::Int | TokenKind::Float => {
                items.push(element(std::mem::take(&mut negative), literal, elem)?);
            }
            _ => return None,
        }
        pos = token.end;
    }
}

fn element(negative: bool, literal: &str, elem: &Type) -> Option<Attr> {
    match elem {
        Type::Float(kind) => Some(Attr::Float {
            bits: float_bits(*kind, negative, literal)?,
            ty: elem.clone(),
        }),
        Type::Integer { .. } | Type::Index => {
            let value = match literal.strip_prefix("0x") {
                Some(hex) => i128::from_str_radix(hex, 16).ok()?,
                None => literal.parse().ok()?,
            };
            normal_int(if negative { -value } else { value }, elem)
        }
        _ => None,
    }
}

/// `"0x00000080"`: little-endian bytes, element after element.
fn from_hex(text: &str, elem: &Type) -> Option<Vec<Attr>> {
    let digits = text.trim_matches('"').strip_prefix("0x")?;
    let bytes: Option<Vec<u8>> = (0..digits.len() / 2)
        .map(|n| u8::from_str_radix(digits.get(2 * n..2 * n + 2)?, 16).ok())
        .collect();
    let size = usize::try_from(elem.elem_bytes()?).ok()?;
    let item = |chunk: &[u8]| {
        let mut bits = 0u128;
        for (n, byte) in chunk.iter().enumerate().take(16) {
            bits |= u128::from(*byte) << (8 * n);
        }
        match elem {
            Type::Float(_) => Some(Attr::Float {
                bits: bits as u64,
                ty: elem.clone(),
            }),
            Type::Integer { .. } | Type::Index => normal_int(i128::try_from(bits).ok()?, elem),
            _ => None,
        }
    };
    bytes?.chunks(size).map(item).collect()
}
