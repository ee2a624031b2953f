//! Types and attributes as text.

use crate::{Attr, Attrs, Dim, Sign, Type};
use std::fmt::{self, Display, Write as _};

/// A word that needs no quotes: `[A-Za-z_][A-Za-z0-9_$.]*`.
pub(super) fn bare_word(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.'))
}

/// A string literal with quotes and escapes.
pub(super) fn quote(out: &mut String, bytes: &[u8]) {
    out.push('"');
    for b in bytes {
        match b {
            b'\\' => out.push_str("\\\\"),
            b'"' => out.push_str("\\22"),
            0x20..=0x7e => out.push(*b as char),
            other => {
                let _ = write!(out, "\\{other:02X}");
            }
        }
    }
    out.push('"');
}

pub(super) fn dict(attrs: &Attrs) -> String {
    let mut out = String::from("{");
    for (n, (name, attr)) in attrs.iter().enumerate() {
        if n > 0 {
            out.push_str(", ");
        }
        if bare_word(name) {
            out.push_str(name);
        } else {
            quote(&mut out, name.as_bytes());
        }
        if *attr != Attr::Unit {
            let _ = write!(out, " = {attr}");
        }
    }
    out.push('}');
    out
}

fn list<T: Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
    for (n, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if n > 0 { ", " } else { "" })?;
    }
    Ok(())
}

fn shape(f: &mut fmt::Formatter<'_>, dims: &[Dim]) -> fmt::Result {
    for dim in dims {
        match dim {
            Dim::Static(n) => write!(f, "{n}x")?,
            Dim::Dynamic => f.write_str("?x")?,
            Dim::Scalable(n) => write!(f, "[{n}]x")?,
        }
    }
    Ok(())
}

impl Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Integer { width, sign } => {
                let prefix = match sign {
                    Sign::Signless => "i",
                    Sign::Signed => "si",
                    Sign::Unsigned => "ui",
                };
                write!(f, "{prefix}{width}")
            }
            Type::Index => f.write_str("index"),
            Type::Float(kind) => f.write_str(kind.name()),
            Type::None => f.write_str("none"),
            Type::Complex(part) => write!(f, "complex<{part}>"),
            Type::Tuple(parts) => {
                f.write_str("tuple<")?;
                list(f, parts)?;
                f.write_str(">")
            }
            Type::Function { inputs, results } => {
                f.write_str("(")?;
                list(f, inputs)?;
                f.write_str(") -> ")?;
                match &results[..] {
                    [one] if !matches!(one, Type::Function { .. }) => write!(f, "{one}"),
                    _ => {
                        f.write_str("(")?;
                        list(f, results)?;
                        f.write_str(")")
                    }
                }
            }
            Type::Vector { shape: dims, elem } => {
                f.write_str("vector<")?;
                shape(f, dims)?;
                write!(f, "{elem}>")
            }
            Type::Tensor {
                shape: dims,
                elem,
                encoding,
            } => {
                f.write_str("tensor<")?;
                shape(f, dims)?;
                write!(f, "{elem}")?;
                if let Some(encoding) = encoding {
                    write!(f, ", {encoding}")?;
                }
                f.write_str(">")
            }
            Type::UnrankedTensor(elem) => write!(f, "tensor<*x{elem}>"),
            Type::MemRef {
                shape: dims,
                elem,
                layout,
                space,
            } => {
                f.write_str("memref<")?;
                shape(f, dims)?;
                write!(f, "{elem}")?;
                for attr in [layout, space].into_iter().flatten() {
                    write!(f, ", {attr}")?;
                }
                f.write_str(">")
            }
            Type::UnrankedMemRef { elem, space } => {
                write!(f, "memref<*x{elem}")?;
                if let Some(space) = space {
                    write!(f, ", {space}")?;
                }
                f.write_str(">")
            }
            Type::Opaque(text) => f.write_str(text),
        }
    }
}

/// The number of a float attribute, as MLIR prints it where six digits are enough.
fn float(bits: u64, ty: &Type) -> String {
    let Type::Float(kind) = ty else {
        return format!("0x{bits:X}");
    };
    let value = kind.to_f64(bits);
    if !value.is_finite() {
        return kind.literal(bits);
    }
    for digits in [6, 9, 16, 17] {
        let text = scientific(value, digits);
        let (negative, magnitude) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.as_str()),
        };
        if crate::parse::float_bits(*kind, negative, magnitude) == Some(bits) {
            return text;
        }
    }
    kind.literal(bits)
}

/// `1.000000e+00`
fn scientific(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(rest) => ('-', rest),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{exponent:0>2}")
}

impl Display for Attr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Attr::Unit => f.write_str("unit"),
            Attr::Bool(value) => write!(f, "{value}"),
            Attr::Int { value, ty } => write!(f, "{value} : {ty}"),
            Attr::Float { bits, ty } => write!(f, "{} : {ty}", float(*bits, ty)),
            Attr::Str(bytes) => {
                let mut out = String::new();
                quote(&mut out, bytes);
                f.write_str(&out)
            }
            Attr::Array(items) => {
                f.write_str("[")?;
                for (n, item) in items.iter().enumerate() {
                    f.write_str(if n > 0 { ", " } else { "" })?;
                    match item {
                        Attr::Int { value, ty } if *ty == Type::I64 => write!(f, "{value}")?,
                        other => write!(f, "{other}")?,
                    }
                }
                f.write_str("]")
            }
            Attr::Dict(attrs) => f.write_str(&dict(attrs)),
            Attr::Type(ty) => write!(f, "{ty}"),
            Attr::AffineMap(map) => write!(f, "affine_map<{map}>"),
            Attr::IntegerSet(set) => write!(f, "affine_set<{set}>"),
            Attr::Dense { text, ty } => write!(f, "dense<{text}> : {ty}"),
            Attr::DenseArray { elem, items } => {
                write!(f, "array<{elem}")?;
                for (n, item) in items.iter().enumerate() {
                    f.write_str(if n > 0 { ", " } else { ": " })?;
                    match item {
                        Attr::Int { value, .. } => write!(f, "{value}")?,
                        Attr::Float { bits, ty } => f.write_str(&float(*bits, ty))?,
                        other => write!(f, "{other}")?,
                    }
                }
                f.write_str(">")
            }
            Attr::Strided { strides, offset } => {
                let number = |n: &Option<i64>| n.map_or("?".to_owned(), |n| n.to_string());
                let strides: Vec<_> = strides.iter().map(number).collect();
                write!(f, "strided<[{}]", strides.join(", "))?;
                if *offset != Some(0) {
                    write!(f, ", offset: {}", number(offset))?;
                }
                f.write_str(">")
            }
            Attr::Symbol(path) => {
                for (n, part) in path.iter().enumerate() {
                    f.write_str(if n > 0 { "::@" } else { "@" })?;
                    if bare_word(part) {
                        f.write_str(part)?;
                    } else {
                        let mut out = String::new();
                        quote(&mut out, part.as_bytes());
                        f.write_str(&out)?;
                    }
                }
                Ok(())
            }
            Attr::Opaque(text) => f.write_str(text),
        }
    }
}
