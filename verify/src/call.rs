//! The call of a function that values of its model's parameters stand for.

use polyvet_analysis::{Param, ParamOrigin, Scop};
use polyvet_interp::{Size, Sizes};

/// The number of a call that a parameter is; `None` if the program computes it.
pub fn size_of(scop: &Scop, param: &Param) -> Option<Size> {
    let number = |value| scop.args.iter().position(|arg| *arg == value);
    match param.origin {
        ParamOrigin::Value(value) => number(value).map(Size::Index),
        ParamOrigin::Extent { value, dim } => number(value).map(|arg| Size::Extent(arg, dim)),
        ParamOrigin::External => None,
    }
}

/// The sizes that values of the parameters, in the order of [`Scop::params`], stand for.
pub fn sizes(scop: &Scop, params: &[i64]) -> Sizes {
    let mut sizes = Sizes::default();
    for (param, value) in scop.params.iter().zip(params) {
        if let Some(size) = size_of(scop, param) {
            sizes.set(size, *value);
        }
    }
    sizes
}

/// A parameter that the program computes, so that no call can choose it.
pub fn computed(scop: &Scop) -> Option<&str> {
    let is_computed = |param: &&Param| !matches!(param.origin, ParamOrigin::External) && size_of(scop, param).is_none();
    scop.params.iter().find(is_computed).map(|param| param.label.as_str())
}
