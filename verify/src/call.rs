//! The call of a function that values of its model's parameters stand for.

use polyvet_analysis::formula::FormulaAtom;
use polyvet_analysis::{Param, ParamOrigin, Scop};
use polyvet_interp::{ChosenSize, Sizes};

/// The number of a call that a parameter is; `None` if the program computes it.
pub fn size_of(scop: &Scop, param: &Param) -> Option<ChosenSize> {
    let number = |value| scop.args.iter().position(|arg| *arg == value);
    match param.origin {
        ParamOrigin::Value(value) => number(value).map(ChosenSize::Index),
        ParamOrigin::Extent { value, dim } => number(value).map(|arg| ChosenSize::Extent(arg, dim)),
        ParamOrigin::Formula | ParamOrigin::External => None,
    }
}

/// The value that a parameter has in a call, if the arguments decide it.
pub fn follows(param: &Param, sizes: &Sizes) -> Option<i64> {
    let leaf = |leaf: &FormulaAtom| match *leaf {
        FormulaAtom::Argument(at, _) => sizes.get(ChosenSize::Index(at)),
        FormulaAtom::Extent(at, dim) => sizes.get(ChosenSize::Extent(at, dim)),
        FormulaAtom::Made(..) => None,
    };
    param.formula.as_ref()?.value(&leaf)
}

/// Whether there is a call for which parameters have these values: those that the arguments decide have to follow
/// from the others.
pub fn is_possible(scop: &Scop, params: &[i64]) -> bool {
    let sizes = sizes(scop, params);
    let mut all = scop.params.iter().zip(params);
    all.all(|(param, value)| param.formula.is_none() || follows(param, &sizes).is_none_or(|follows| follows == *value))
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
