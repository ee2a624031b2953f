//! Names in scripts, with their places.

use std::fmt;

use polyvet_ir::Span;

/// An argument and where in the script it is; [`Span::NONE`] if it was not read from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The argument.
    pub value: T,
    /// Its place.
    pub span: Span,
}

/// Name of a loop, a statement or a parameter.
pub type ScriptName = Spanned<String>;

impl<T> Spanned<T> {
    /// An argument with its place.
    pub fn new(value: T, span: Span) -> Spanned<T> {
        Spanned { value, span }
    }
}

impl<T> From<T> for Spanned<T> {
    fn from(value: T) -> Spanned<T> {
        Spanned::new(value, Span::NONE)
    }
}

impl From<&str> for ScriptName {
    fn from(name: &str) -> ScriptName {
        ScriptName::from(name.to_owned())
    }
}

impl<T: fmt::Display> fmt::Display for Spanned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}
