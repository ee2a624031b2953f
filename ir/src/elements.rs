//! The elements of constants that are written elsewhere or in part: `dense_resource<..>` and `sparse<..>`.

use crate::parse::lexer::{self, TokenKind};
use crate::{Attr, Dim, Module, Span, Type, dense_items, parse_type};
use std::borrow::Cow;

/// A `sparse<..>` of more elements than this is not written out.
const ITEMS_MAX: u64 = 1 << 22;
/// A blob of more elements than this is known by its digits alone, where its elements need not be computed with.
const LISTED_MAX: u64 = 1 << 20;

impl Module {
    /// A constant of many elements as an [`Attr::Dense`]: blobs of the resource section and `sparse<..>` are written
    /// out.
    ///
    /// `None` for anything else, and for a blob that is elided or missing: nobody knows its elements.
    pub fn elements<'a>(&self, attr: &'a Attr) -> Option<Cow<'a, Attr>> {
        match attr {
            Attr::Dense { .. } => Some(Cow::Borrowed(attr)),
            Attr::Opaque(text) => self.written_out(text).map(Cow::Owned),
            _ => None,
        }
    }

    fn written_out(&self, text: &str) -> Option<Attr> {
        let (body, ty) = text.rsplit_once("> : ")?;
        let ty = parse_type(ty)?;
        if let Some(body) = body.strip_prefix("sparse<") {
            return sparse(body, ty);
        }
        let text = format!("\"0x{}\"", self.digits(body, &ty)?);
        Some(Attr::Dense { text, ty })
    }

    /// The digits of `dense_resource<..` if they are as many as the type needs.
    fn digits(&self, body: &str, ty: &Type) -> Option<&str> {
        let name = body.strip_prefix("dense_resource<")?.trim().trim_matches('"');
        let blob = blob(self.resources.as_deref()?, name)?;
        // The first four bytes say how the others are aligned.
        let data = blob.strip_prefix("0x")?.get(8..)?;
        let wanted = bytes_of(ty)?.checked_mul(2)?;
        (data.len() as u64 == wanted && data.bytes().all(|digit| digit.is_ascii_hexdigit())).then_some(data)
    }

    /// The digits and the type of a blob of so many elements that they are better not written out: the same digits are
    /// the same elements, and nothing is said about others.
    pub fn long_blob(&self, attr: &Attr) -> Option<(&str, Type)> {
        let Attr::Opaque(text) = attr else { return None };
        let (body, ty) = text.rsplit_once("> : ")?;
        let ty = parse_type(ty).filter(|ty| count(ty).is_some_and(|count| count > LISTED_MAX))?;
        Some((self.digits(body, &ty)?, ty))
    }
}

/// Whether an attribute is a blob of the resource section.
pub(crate) fn is_blob(attr: &Attr) -> bool {
    matches!(attr, Attr::Opaque(text) if text.starts_with("dense_resource"))
}

/// How many elements a type of static shape has.
fn count(ty: &Type) -> Option<u64> {
    ty.shape()?.iter().try_fold(1_u64, |count, dim| match dim {
        Dim::Static(extent) => count.checked_mul(*extent),
        _ => None,
    })
}

/// How many bytes the elements of a type take up in a blob.
fn bytes_of(ty: &Type) -> Option<u64> {
    count(ty)?.checked_mul(ty.elem().elem_bytes()?)
}

/// The text of a blob of the builtin dialect.
fn blob<'t>(section: &'t str, name: &str) -> Option<&'t str> {
    let bytes = section.as_bytes();
    // Keys of the dictionaries around, outermost first.
    let (mut path, mut key): (Vec<&str>, &str) = (Vec::new(), "");
    let mut pos = if section.starts_with("{-#") { 3 } else { 0 };
    let mut is_value = false;
    loop {
        let token = lexer::next(bytes, pos);
        let text = Span::new(token.start, token.end).of(section);
        pos = token.end.max(pos + 1);
        match token.kind {
            TokenKind::Eof => return None,
            TokenKind::Punct(b'{') => {
                path.push(std::mem::take(&mut key));
                is_value = false;
            }
            TokenKind::Punct(b'}') => {
                path.pop();
                is_value = false;
            }
            TokenKind::Punct(b':') => is_value = true,
            TokenKind::Punct(b',') => is_value = false,
            TokenKind::Str if is_value => {
                if path == ["dialect_resources", "builtin"] && key == name {
                    return Some(text.trim_matches('"'));
                }
                is_value = false;
            }
            _ if !is_value => key = text.trim_matches('"'),
            _ => {}
        }
    }
}

/// `[[0, 0], [1, 2]], [1.0, 5.0]`: where the elements are that are not zero, and what they are.
fn sparse(body: &str, ty: Type) -> Option<Attr> {
    let total = count(&ty).filter(|total| *total <= ITEMS_MAX)?;
    let elem = ty.elem().clone();
    let extents: Vec<u64> = { ty.shape()?.iter() }
        .map(|dim| match dim {
            Dim::Static(extent) => *extent,
            _ => 0,
        })
        .collect();
    let zero = match &elem {
        Type::Integer { width: 1, .. } => "false",
        Type::Integer { .. } | Type::Index => "0",
        Type::Float(_) => "0.0",
        _ => return None,
    };
    let mut items = vec![zero.to_owned(); usize::try_from(total).ok()?];
    if !body.trim().is_empty() {
        let (places, values) = halves(body)?;
        let places = places_of(places, &extents)?;
        let listed = Attr::Dense {
            text: values.to_owned(),
            ty: Type::tensor(vec![Dim::Static(places.len() as u64)], elem),
        };
        let mut known = vec![false; items.len()];
        for (place, value) in places.into_iter().zip(dense_items(&listed)?) {
            // Of two elements in one place MLIR does not say which it is.
            if std::mem::replace(known.get_mut(place)?, true) {
                return None;
            }
            items[place] = literal(&value)?;
        }
    }
    let text = format!("[{}]", items.join(", "));
    Some(Attr::Dense { text, ty })
}

/// An element as it is written in a list.
fn literal(value: &Attr) -> Option<String> {
    match value {
        Attr::Int { value, .. } => Some(value.to_string()),
        Attr::Bool(value) => Some(value.to_string()),
        Attr::Float { bits, ty } => {
            let digits = usize::try_from(ty.elem_bytes()?).ok()? * 2;
            Some(format!("0x{bits:0digits$X}"))
        }
        _ => None,
    }
}

/// The parts before and after the comma that is in no brackets.
fn halves(body: &str) -> Option<(&str, &str)> {
    let mut depth = 0;
    for (at, byte) in body.bytes().enumerate() {
        match byte {
            b'[' | b'(' => depth += 1,
            b']' | b')' => depth -= 1,
            b',' if depth == 0 => return Some((body[..at].trim(), body[at + 1..].trim())),
            _ => {}
        }
    }
    None
}

/// Row-major places; a single number stands for all subscripts of one element.
fn places_of(text: &str, extents: &[u64]) -> Option<Vec<usize>> {
    let numbers = text
        .split(['[', ']', ',', ' ', '\n', '\t'])
        .filter(|word| !word.is_empty());
    let mut numbers: Vec<u64> = numbers.map(str::parse).collect::<Result<_, _>>().ok()?;
    if !text.starts_with('[') {
        numbers = vec![*numbers.first()?; extents.len()];
    }
    if extents.is_empty() || !numbers.len().is_multiple_of(extents.len()) {
        return None;
    }
    let place = |row: &[u64]| {
        let mut place = 0_u64;
        for (at, extent) in row.iter().zip(extents) {
            place = place.checked_mul(*extent)?.checked_add(*at).filter(|_| at < extent)?;
        }
        usize::try_from(place).ok()
    };
    numbers.chunks(extents.len()).map(place).collect()
}
