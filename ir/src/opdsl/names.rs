//! The functions that payloads call.

use super::StructuredOp;
use std::sync::LazyLock;

/// What a function attribute may be set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FunctionKind {
    /// `UnaryFn`
    Unary,
    /// `BinaryFn`
    Binary,
    /// `TernaryFn`
    Ternary,
    /// `TypeFn`
    Type,
}

impl FunctionKind {
    /// `BinaryFn`
    pub fn class(self) -> &'static str {
        match self {
            FunctionKind::Unary => "UnaryFn",
            FunctionKind::Binary => "BinaryFn",
            FunctionKind::Ternary => "TernaryFn",
            FunctionKind::Type => "TypeFn",
        }
    }

    /// The kind called `BinaryFn`.
    pub fn of_class(class: &str) -> Option<FunctionKind> {
        let all = [
            FunctionKind::Unary,
            FunctionKind::Binary,
            FunctionKind::Ternary,
            FunctionKind::Type,
        ];
        all.into_iter().find(|kind| kind.class() == class)
    }

    /// How many values it takes.
    pub fn arity(self) -> usize {
        match self {
            FunctionKind::Unary | FunctionKind::Type => 1,
            FunctionKind::Binary => 2,
            FunctionKind::Ternary => 3,
        }
    }

    /// Its functions.
    pub fn functions(self) -> &'static [&'static str] {
        match self {
            FunctionKind::Unary => &[
                "exp",
                "log",
                "abs",
                "ceil",
                "floor",
                "negf",
                "reciprocal",
                "round",
                "sqrt",
                "rsqrt",
                "square",
                "tanh",
                "erf",
            ],
            FunctionKind::Binary => &[
                "add",
                "sub",
                "mul",
                "div",
                "div_unsigned",
                "max_signed",
                "min_signed",
                "max_unsigned",
                "min_unsigned",
                "powf",
            ],
            FunctionKind::Ternary => &["select"],
            FunctionKind::Type => &["cast_signed", "cast_unsigned"],
        }
    }

    /// The function called `name`.
    pub fn function(self, name: &str) -> Option<&'static str> {
        self.functions().iter().copied().find(|known| *known == name)
    }
}

/// Functions that `ReduceFn` has.
pub(super) const REDUCTIONS: [&str; 6] = ["add", "mul", "max_signed", "min_signed", "max_unsigned", "min_unsigned"];

/// The kind of the function called `name`.
pub(crate) fn function_kind(name: &str) -> Option<FunctionKind> {
    use FunctionKind::{Binary, Ternary, Type, Unary};
    [Unary, Binary, Ternary, Type]
        .into_iter()
        .find(|kind| kind.function(name).is_some())
}

static LIBRARY: LazyLock<Vec<StructuredOp>> = LazyLock::new(|| {
    let (ops, diagnostics) = super::read_python(include_str!("named.py"));
    assert!(diagnostics.is_empty(), "named.py: {diagnostics:?}");
    ops
});

/// The definitions of linalg's named operations, `named.py`.
pub(crate) fn library() -> &'static [StructuredOp] {
    &LIBRARY
}
