//! Sizes of tiles: numbers, or parameters of the program.

use std::fmt;

use polyvet_analysis::Scop;

use crate::schedule::Inapplicable;
use crate::{Name, Spanned};

/// How many times a tile has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// A number from 1.
    Number(i64),
    /// The value of a parameter; 1 where that is less.
    Param(String),
}

impl From<i64> for Size {
    fn from(number: i64) -> Size {
        Size::Number(number)
    }
}

impl From<&str> for Size {
    fn from(name: &str) -> Size {
        Size::Param(name.to_owned())
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Number(number) => number.fmt(f),
            Size::Param(name) => name.fmt(f),
        }
    }
}

impl Spanned<Size> {
    /// Refuses numbers below one, for loop `name`.
    pub(crate) fn positive(&self, name: &Name) -> Result<(), Inapplicable> {
        match self.value {
            Size::Number(size) => positive(name, &Spanned::new(size, self.span)),
            Size::Param(_) => Ok(()),
        }
    }
}

/// Refuses sizes below one, for loop `name`.
pub(crate) fn positive(name: &Name, size: &Spanned<i64>) -> Result<(), Inapplicable> {
    if size.value >= 1 {
        return Ok(());
    }
    Err(Inapplicable::BadSize {
        name: name.value.clone(),
        size: size.value,
        span: size.span,
    })
}

/// The name in isl's sets of the parameter that a script calls `name`.
pub(crate) fn param<'s>(scop: &'s Scop, name: &Name) -> Result<&'s str, Inapplicable> {
    let mut params = scop.params.iter();
    match params.find(|param| param.name == name.value || param.label == name.value) {
        Some(param) => Ok(&param.name),
        None => Err(Inapplicable::UnknownParameter {
            name: name.value.clone(),
            span: name.span,
            params: scop.params.iter().map(|param| param.label.clone()).collect(),
        }),
    }
}
