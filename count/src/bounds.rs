//! Certified bounds, for where the formula is too large.
//!
//! For a union of basic sets `B_1 .. B_n`, with disjoint pieces never made:
//!
//! - lower: `|B_i| <= |set|` for each `i` that can be counted;
//! - upper: `|set| <= sum of u_i`, where `u_i` is `|B_i|` or, where that is too large, the product of the numbers of
//!   values of its dimensions without existentials; and the same product for the hull of the whole set.

use num_bigint::BigInt;
use polyvet_poly::{BasicSet, DimKind, Set};

use crate::count::{CountOptions, Countable, count};
use crate::error::CountError;
use crate::formula::CountFormula;
use crate::read::within;

/// Formulas that are never above, and never below the number of points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountBounds {
    /// Each at most the count.
    pub lower: Vec<CountFormula>,
    /// Each at least the count; not empty.
    pub upper: Vec<CountFormula>,
}

impl CountBounds {
    /// The best lower and the best upper bound at a point.
    ///
    /// # Errors
    /// [`CountError::NoValue`].
    pub fn eval(&self, params: &[(&str, i64)]) -> Result<(BigInt, BigInt), CountError> {
        let values = |formulas: &[CountFormula]| -> Result<Vec<BigInt>, CountError> {
            formulas.iter().map(|formula| formula.eval(params)).collect()
        };
        let lower = values(&self.lower)?.into_iter().max().unwrap_or_default();
        let upper = values(&self.upper)?.into_iter().min().unwrap_or_default();
        Ok((lower, upper))
    }
}

/// Lower and upper bounds of the number of points, each certified by a subset or a superset that was counted exactly.
///
/// # Errors
/// As [`count`]; too large only if not even the dimensions can be counted one by one.
pub fn bounds(points: &impl Countable, options: &CountOptions) -> Result<CountBounds, CountError> {
    let set = points.points_of()?;
    let set = match &options.context {
        Some(context) => set.intersect_params(context.clone())?,
        None => set,
    };
    let set = within(&set.clone(), || Ok(set.coalesce()?.compute_divs()?.coalesce()?))?;
    let mut lower = vec![CountFormula::constant(0)];
    let mut upper = CountFormula::constant(0);
    for basic in set.basic_sets()? {
        upper = match small(count(&basic, options))? {
            Some(formula) => {
                lower.push(formula.clone());
                upper + &formula
            }
            None => upper + &values_product(basic, options)?,
        };
    }
    let mut upper = vec![upper];
    if set.n_basic_set()? > 1
        && let Some(product) = small(values_product(set.simple_hull()?, options))?
    {
        upper.push(product);
    }
    Ok(CountBounds { lower, upper })
}

/// The answer, or `None` if it is too large.
fn small(answer: Result<CountFormula, CountError>) -> Result<Option<CountFormula>, CountError> {
    match answer {
        Ok(formula) => Ok(Some(formula)),
        Err(error) if error.is_too_large() => Ok(None),
        Err(error) => Err(error),
    }
}

/// The product over the dimensions of the number of their values, or of values without existentials where those are in
/// the way.
fn values_product(basic: BasicSet, options: &CountOptions) -> Result<CountFormula, CountError> {
    let set = basic.clone().to_set()?;
    let dims = set.dim(DimKind::Set)?;
    let mut product = CountFormula::constant(1);
    for dim in 0..dims {
        let exact = small(count(&only(set.clone(), dim)?, options))?;
        let values = match exact {
            Some(values) => values,
            None => without_divs(&basic, dim, options)?,
        };
        product = &product * &values;
    }
    Ok(product)
}

/// The values of one dimension.
fn only(set: Set, dim: usize) -> Result<Set, CountError> {
    let dims = set.dim(DimKind::Set)?;
    let before = set.project_out(DimKind::Set, dim + 1, dims - dim - 1)?;
    Ok(before.project_out(DimKind::Set, 0, dim)?)
}

fn without_divs(basic: &BasicSet, dim: usize, options: &CountOptions) -> Result<CountFormula, CountError> {
    let one = only(basic.clone().remove_divs()?.to_set()?, dim)?;
    match count(&one.simple_hull()?.remove_divs()?, options) {
        // The set has ends, but the existentials made them.
        Err(CountError::Unbounded { .. }) => Err(CountError::TooLarge {
            cells: 0,
            pieces_done: 0,
            pieces: 1,
        }),
        answer => answer,
    }
}
