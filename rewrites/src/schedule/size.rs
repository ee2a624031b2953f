//! Sizes of tiles: numbers, or parameters of the program.

use std::fmt;

use polyvet_analysis::Scop;

use crate::schedule::Inapplicable;
use crate::{ScriptName, Spanned};

/// How many times a tile has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimesSize {
    /// A number from 1.
    Number(i64),
    /// The value of a parameter; 1 where that is less.
    Param(String),
}

impl From<i64> for TimesSize {
    fn from(number: i64) -> TimesSize {
        TimesSize::Number(number)
    }
}

impl From<&str> for TimesSize {
    fn from(name: &str) -> TimesSize {
        TimesSize::Param(name.to_owned())
    }
}

impl fmt::Display for TimesSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimesSize::Number(number) => number.fmt(f),
            TimesSize::Param(name) => name.fmt(f),
        }
    }
}

impl Spanned<TimesSize> {
    /// Refuses numbers below one, for loop `name`.
    pub(crate) fn positive(&self, name: &ScriptName) -> Result<(), Inapplicable> {
        match self.value {
            TimesSize::Number(size) => positive(name, &Spanned::new(size, self.span)),
            TimesSize::Param(_) => Ok(()),
        }
    }
}

/// Refuses sizes below one, for loop `name`.
pub(crate) fn positive(name: &ScriptName, size: &Spanned<i64>) -> Result<(), Inapplicable> {
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
pub(crate) fn param<'s>(scop: &'s Scop, name: &ScriptName) -> Result<&'s str, Inapplicable> {
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
