//! Types of values. Types of dialects we do not know stay text.

use crate::{Attr, FloatKind};

/// Signedness an integer type states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `i32`
    Signless,
    /// `si32`
    Signed,
    /// `ui32`
    Unsigned,
}

/// Extent of one dimension of a shaped type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dim {
    /// A number.
    Static(u64),
    /// `?`
    Dynamic,
    /// `[n]`: `n` times the hardware's vector scale (vectors only).
    Scalable(u64),
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `i1`, `si8`, ...
    Integer {
        /// Bits, 1 to 2^24 - 1.
        width: u32,
        /// Stated signedness.
        sign: Sign,
    },
    /// `index`
    Index,
    /// `f16`, `bf16`, `f32`, `f64`, `f8E5M2`, ..
    Float(FloatKind),
    /// `none`
    None,
    /// `complex<f32>`
    Complex(Box<Type>),
    /// `tuple<..>`
    Tuple(Vec<Type>),
    /// `(A, B) -> C`
    Function {
        /// Argument types.
        inputs: Vec<Type>,
        /// Result types.
        results: Vec<Type>,
    },
    /// `vector<4x[8]xf32>`
    Vector {
        /// Extents.
        shape: Vec<Dim>,
        /// Element type.
        elem: Box<Type>,
    },
    /// `tensor<4x?xf32, #encoding>`
    Tensor {
        /// Extents.
        shape: Vec<Dim>,
        /// Element type.
        elem: Box<Type>,
        /// Encoding attribute.
        encoding: Option<Box<Attr>>,
    },
    /// `tensor<*xf32>`
    UnrankedTensor(Box<Type>),
    /// `memref<4x?xf32, layout, space>`
    MemRef {
        /// Extents.
        shape: Vec<Dim>,
        /// Element type.
        elem: Box<Type>,
        /// `affine_map<..>`, `strided<..>` or an opaque layout; `None` is row-major.
        layout: Option<Box<Attr>>,
        /// Memory space.
        space: Option<Box<Attr>>,
    },
    /// `memref<*xf32, space>`
    UnrankedMemRef {
        /// Element type.
        elem: Box<Type>,
        /// Memory space.
        space: Option<Box<Attr>>,
    },
    /// Anything else, as written: `!dialect.type<..>`, `f8E4M3FN`, `f80`, ...
    Opaque(String),
}

impl Type {
    /// `i1`
    pub const I1: Type = Type::Integer {
        width: 1,
        sign: Sign::Signless,
    };
    /// `i32`
    pub const I32: Type = Type::Integer {
        width: 32,
        sign: Sign::Signless,
    };
    /// `i64`
    pub const I64: Type = Type::Integer {
        width: 64,
        sign: Sign::Signless,
    };
    /// `f32`
    pub const F32: Type = Type::Float(FloatKind::F32);
    /// `f64`
    pub const F64: Type = Type::Float(FloatKind::F64);

    /// A row-major memref in the default memory space.
    pub fn memref(shape: Vec<Dim>, elem: Type) -> Type {
        Type::MemRef {
            shape,
            elem: Box::new(elem),
            layout: None,
            space: None,
        }
    }

    /// A tensor without encoding.
    pub fn tensor(shape: Vec<Dim>, elem: Type) -> Type {
        Type::Tensor {
            shape,
            elem: Box::new(elem),
            encoding: None,
        }
    }

    /// Extents of a ranked vector, tensor or memref.
    pub fn shape(&self) -> Option<&[Dim]> {
        match self {
            Type::Vector { shape, .. } | Type::Tensor { shape, .. } | Type::MemRef { shape, .. } => Some(shape),
            _ => None,
        }
    }

    /// Element type of a shaped type, else the type itself.
    pub fn elem(&self) -> &Type {
        match self {
            Type::Vector { elem, .. }
            | Type::Tensor { elem, .. }
            | Type::UnrankedTensor(elem)
            | Type::MemRef { elem, .. }
            | Type::UnrankedMemRef { elem, .. } => elem,
            other => other,
        }
    }

    /// Ranked or unranked memref.
    pub fn is_memref(&self) -> bool {
        matches!(self, Type::MemRef { .. } | Type::UnrankedMemRef { .. })
    }

    /// Ranked or unranked tensor.
    pub fn is_tensor(&self) -> bool {
        matches!(self, Type::Tensor { .. } | Type::UnrankedTensor(_))
    }

    /// Integer of any width and sign (not `index`).
    pub fn is_integer(&self) -> bool {
        matches!(self, Type::Integer { .. })
    }

    /// A floating-point type with a meaning here.
    pub fn is_float(&self) -> bool {
        matches!(self, Type::Float(_))
    }

    /// `index`, an integer or a floating-point type: one number.
    pub fn is_number(&self) -> bool {
        *self == Type::Index || self.is_integer() || self.is_float()
    }

    /// Size of one element in bytes, `index` counted as 8; `None` for opaque types.
    pub fn elem_bytes(&self) -> Option<u64> {
        match self.elem() {
            Type::Integer { width, .. } => Some(u64::from(width.div_ceil(8)).next_power_of_two()),
            Type::Index => Some(8),
            Type::Float(kind) => Some(u64::from(kind.bits() / 8)),
            Type::Complex(part) => part.elem_bytes().map(|bytes| 2 * bytes),
            _ => None,
        }
    }
}
