//! Attributes. Attributes of dialects we do not know stay text.

use crate::{AffineMap, IntegerSet, Type};

/// A compile-time value on an operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attr {
    /// `unit`, and the value of an entry written without one.
    Unit,
    /// `true`, `false` (of type `i1`).
    Bool(bool),
    /// `3 : i32`, `3 : index`; integers beyond `i128` are [`Attr::Opaque`].
    Int {
        /// The number. The parser wraps signless literals into the signed range, as MLIR does:
        /// `255 : i8` is read as `-1`.
        value: i128,
        /// Integer or `index`.
        ty: Type,
    },
    /// `1.0 : f32`.
    Float {
        /// The bit pattern in the format of `ty`, in the low bits.
        bits: u64,
        /// A [`Type::Float`]; literals of other float types are [`Attr::Opaque`].
        ty: Type,
    },
    /// `"text"`, unescaped; may hold any bytes, hence not `String`. A typed string is [`Attr::Opaque`].
    Str(Vec<u8>),
    /// `[a, b]`
    Array(Vec<Attr>),
    /// `{a = 1, b}`
    Dict(Attrs),
    /// A type used as an attribute.
    Type(Type),
    /// `affine_map<..>`
    AffineMap(AffineMap),
    /// `affine_set<..>`
    IntegerSet(IntegerSet),
    /// `dense<..> : type`, the part between the angle brackets as written.
    Dense {
        /// Text between `<` and `>`.
        text: String,
        /// Shaped type.
        ty: Type,
    },
    /// `array<i64: 1, 2>`
    DenseArray {
        /// Element type.
        elem: Type,
        /// [`Attr::Int`], [`Attr::Bool`] or [`Attr::Float`] each.
        items: Vec<Attr>,
    },
    /// `strided<[?, 1], offset: ?>`; `None` is `?`.
    Strided {
        /// Elements between neighbours, per dimension.
        strides: Vec<Option<i64>>,
        /// First element; 0 when not written.
        offset: Option<i64>,
    },
    /// `@a::@b`, each part without its `@`.
    Symbol(Vec<String>),
    /// Anything else, as written with aliases resolved: `#dialect.attr<..>`, `dense_resource<..>`, ...
    Opaque(String),
}

impl Attr {
    /// `value : i64`
    pub fn i64(value: i64) -> Attr {
        Attr::Int {
            value: value.into(),
            ty: Type::I64,
        }
    }

    /// `value : index`
    pub fn index(value: i64) -> Attr {
        Attr::Int {
            value: value.into(),
            ty: Type::Index,
        }
    }

    /// A string.
    pub fn str(text: &str) -> Attr {
        Attr::Str(text.as_bytes().to_vec())
    }

    /// The text of a string attribute, if it is UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Attr::Str(bytes) => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    /// The value of an integer or `index` attribute, if it fits.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Attr::Int { value, .. } => i64::try_from(*value).ok(),
            _ => None,
        }
    }

    /// The integers of an `array<i..: ..>` (or of an old-style `[1, 2]`).
    pub fn as_i64s(&self) -> Option<Vec<i64>> {
        match self {
            Attr::DenseArray { items, .. } | Attr::Array(items) => items.iter().map(Attr::as_i64).collect(),
            _ => None,
        }
    }

    /// The type of an attribute that has one.
    pub fn ty(&self) -> Option<Type> {
        match self {
            Attr::Bool(_) => Some(Type::I1),
            Attr::Int { ty, .. } | Attr::Float { ty, .. } | Attr::Dense { ty, .. } => Some(ty.clone()),
            Attr::Opaque(text) => {
                let (_, ty) = text.rsplit_once(" : ")?;
                crate::parse::parse_type(ty)
            }
            _ => None,
        }
    }

    /// The affine map of a map attribute.
    pub fn as_map(&self) -> Option<&AffineMap> {
        match self {
            Attr::AffineMap(map) => Some(map),
            _ => None,
        }
    }
}

/// An ordered attribute dictionary with distinct names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attrs(pub Vec<(String, Attr)>);

impl Attrs {
    /// The attribute called `name`.
    pub fn get(&self, name: &str) -> Option<&Attr> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, attr)| attr)
    }

    /// Adds or replaces `name`.
    pub fn set(&mut self, name: &str, attr: Attr) {
        match self.0.iter_mut().find(|(key, _)| key == name) {
            Some(slot) => slot.1 = attr,
            None => self.0.push((name.to_owned(), attr)),
        }
    }

    /// Removes `name` and returns it.
    pub fn remove(&mut self, name: &str) -> Option<Attr> {
        let at = self.0.iter().position(|(key, _)| key == name)?;
        Some(self.0.remove(at).1)
    }

    /// No entries.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Entries in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Attr)> {
        self.0.iter().map(|(name, attr)| (name.as_str(), attr))
    }
}
