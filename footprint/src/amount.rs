//! Numbers of points: formulas where they are short enough, else bounds, else the reason.

use std::cell::Cell;
use std::num::NonZeroU64;
use std::rc::Rc;

use num_bigint::BigInt;
use polyvet_count::{CountBounds, CountError, CountFormula, CountOptions, Countable, Meter, bounds, count};
use polyvet_poly::Set;

use crate::error::Result;

/// Cells that one count may look at: some tenths of a second.
const CELLS_MAX: u64 = 600;
/// Cells that all counts of one question may look at.
const ALL_CELLS_MAX: u64 = 5_000;
/// The same of isl operations.
const OPERATIONS_MAX: u64 = 400_000;
const ALL_OPERATIONS_MAX: u64 = 4_000_000;
/// A count gets one part of so many of what is left, but no less than one of as many of its own limit: what is easy is
/// counted even after much that was not.
const SHARE: u64 = 8;

/// What counting may spend: each count, and all together. Clones share what is left.
#[derive(Clone, Debug)]
pub struct Budget {
    cells_max: u64,
    all_cells_max: u64,
    meter: Meter,
    operations_left: Rc<Cell<u64>>,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::of(CELLS_MAX, ALL_CELLS_MAX)
    }
}

impl Budget {
    /// As many cells for one count, and for all of them.
    pub fn of(cells_max: u64, all_cells_max: u64) -> Budget {
        Budget {
            cells_max,
            all_cells_max,
            meter: Meter::default(),
            operations_left: Rc::new(Cell::new(ALL_OPERATIONS_MAX)),
        }
    }
}

/// What is said about a number that took too many isl operations.
const TOO_LARGE: &str = "too large; give sizes values";
/// A number that depends on parameters and on the coordinates of the tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Exact.
    Exact(CountFormula),
    /// The formula would be too long: certified bounds.
    Between(CountBounds),
    /// Not known, and why.
    Unknown(String),
}

impl Amount {
    /// The number of points of a set, or of images of a map as a function of its input.
    ///
    /// # Errors
    /// isl's own, budgets of the caller among them. What cannot be counted is [`Amount::Between`] or
    /// [`Amount::Unknown`].
    pub fn of(points: &impl Countable, context: &Set, budget: &Budget) -> Result<Amount> {
        let ctx = context.ctx();
        let part = |left: u64, most: u64| (left / SHARE).clamp(most / SHARE, most).max(1);
        let cells_left = budget.all_cells_max.saturating_sub(budget.meter.cells());
        let operations_left = budget.operations_left.get();
        let operations = NonZeroU64::MIN.saturating_add(part(operations_left, OPERATIONS_MAX));
        let options = CountOptions {
            meter: budget.meter.clone(),
            ..CountOptions::default()
                .context(context.clone())
                .cells_max(part(cells_left, budget.cells_max))
        };
        let before = ctx.operations();
        let answer = ctx.within(operations, None, || Ok(Amount::counted(points, &options)));
        let after = ctx.operations();
        // The count starts again where this is the only limit.
        let spent = after.checked_sub(before).unwrap_or(after);
        budget.operations_left.set(operations_left.saturating_sub(spent));
        match answer {
            // A limit of the caller's stops what comes next, too.
            Ok(Err(crate::FootprintError::Poly(error))) | Err(error) if error.is_budget() => {
                Ok(Amount::Unknown(TOO_LARGE.to_owned()))
            }
            Ok(amount) => amount,
            Err(error) => Err(error.into()),
        }
    }

    fn counted(points: &impl Countable, options: &CountOptions) -> Result<Amount> {
        Ok(match count(points, options) {
            Ok(formula) => Amount::Exact(formula),
            Err(error) if error.is_too_large() => match bounds(points, options) {
                Ok(bounds) => Amount::Between(bounds),
                Err(CountError::Poly(error)) => return Err(error.into()),
                Err(error) => Amount::Unknown(error.to_string()),
            },
            Err(CountError::Poly(error)) => return Err(error.into()),
            Err(error) => Amount::Unknown(error.to_string()),
        })
    }

    /// The same number everywhere.
    pub fn constant(number: i64) -> Amount {
        Amount::Exact(CountFormula::constant(number))
    }

    /// The exact formula.
    pub fn formula(&self) -> Option<&CountFormula> {
        match self {
            Amount::Exact(formula) => Some(formula),
            _ => None,
        }
    }

    /// The number, if it is exact and the same everywhere.
    pub fn as_constant(&self) -> Option<BigInt> {
        self.formula().and_then(CountFormula::as_constant)
    }

    /// The value, if it is exact and all it depends on is given.
    pub fn eval(&self, params: &[(&str, i64)]) -> Option<BigInt> {
        self.formula().and_then(|formula| formula.eval(params).ok())
    }

    /// Lower and upper bound of the value; equal where it is exact.
    pub fn eval_bounds(&self, params: &[(&str, i64)]) -> Option<(BigInt, BigInt)> {
        match self {
            Amount::Exact(formula) => formula.eval(params).ok().map(|value| (value.clone(), value)),
            Amount::Between(bounds) => bounds.eval(params).ok(),
            Amount::Unknown(_) => None,
        }
    }

    /// The sum of two numbers.
    pub fn plus(&self, other: &Amount) -> Amount {
        match (self, other) {
            (Amount::Exact(a), Amount::Exact(b)) => Amount::Exact(added(a, b)),
            (Amount::Unknown(why), _) | (_, Amount::Unknown(why)) => Amount::Unknown(why.clone()),
            (a, b) => {
                let (a, b) = (a.ends(), b.ends());
                let sums = |a: &[CountFormula], b: &[CountFormula]| -> Vec<CountFormula> {
                    a.iter().flat_map(|a| b.iter().map(|b| added(a, b))).collect()
                };
                Amount::Between(CountBounds {
                    lower: sums(&a.0, &b.0),
                    upper: sums(&a.1, &b.1),
                })
            }
        }
    }

    /// The difference of two numbers.
    pub fn minus(&self, other: &Amount) -> Amount {
        match (self, other) {
            (Amount::Exact(a), Amount::Exact(b)) => Amount::Exact(added(a, &b.scaled(-1))),
            (Amount::Unknown(why), _) | (_, Amount::Unknown(why)) => Amount::Unknown(why.clone()),
            (a, b) => {
                let (a, b) = (a.ends(), b.ends());
                let differences = |a: &[CountFormula], b: &[CountFormula]| -> Vec<CountFormula> {
                    a.iter()
                        .flat_map(|a| b.iter().map(|b| added(a, &b.scaled(-1))))
                        .collect()
                };
                Amount::Between(CountBounds {
                    lower: differences(&a.0, &b.1),
                    upper: differences(&a.1, &b.0),
                })
            }
        }
    }

    /// The product of two numbers, neither of them negative.
    pub fn by(&self, other: &Amount) -> Amount {
        match (self, other) {
            (Amount::Exact(a), Amount::Exact(b)) => Amount::Exact(multiplied(a, b)),
            (Amount::Unknown(why), _) | (_, Amount::Unknown(why)) => Amount::Unknown(why.clone()),
            (a, b) => {
                let (a, b) = (a.ends(), b.ends());
                let products = |a: &[CountFormula], b: &[CountFormula]| -> Vec<CountFormula> {
                    a.iter().flat_map(|a| b.iter().map(|b| multiplied(a, b))).collect()
                };
                Amount::Between(CountBounds {
                    lower: products(&a.0, &b.0),
                    upper: products(&a.1, &b.1),
                })
            }
        }
    }

    /// The number times `factor`, which is not negative.
    pub fn times(&self, factor: i64) -> Amount {
        self.by(&Amount::constant(factor))
    }

    fn ends(&self) -> (Vec<CountFormula>, Vec<CountFormula>) {
        match self {
            Amount::Exact(formula) => (vec![formula.clone()], vec![formula.clone()]),
            Amount::Between(bounds) => (bounds.lower.clone(), bounds.upper.clone()),
            Amount::Unknown(_) => (Vec::new(), Vec::new()),
        }
    }
}

/// `M*K`, `at most N*N`, `unknown: ..`
impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Amount::Exact(formula) => write!(f, "{formula}"),
            Amount::Between(bounds) => {
                let least = |all: &[CountFormula]| all.iter().map(CountFormula::to_string).min_by_key(String::len);
                let lower = bounds.lower.last().map(CountFormula::to_string).unwrap_or_default();
                write!(f, "between {lower} and {}", least(&bounds.upper).unwrap_or_default())
            }
            Amount::Unknown(why) => write!(f, "unknown: {why}"),
        }
    }
}

fn added(a: &CountFormula, b: &CountFormula) -> CountFormula {
    match (a.as_constant(), b.as_constant()) {
        (Some(x), Some(y)) => constant(&(x + y)).unwrap_or_else(|| a.clone() + b),
        _ if a == b => multiplied(&CountFormula::constant(2), a),
        _ => a.clone() + b,
    }
}

fn multiplied(a: &CountFormula, b: &CountFormula) -> CountFormula {
    let scaled = |of: &CountFormula, by: Option<BigInt>| Some(of.scaled(i64::try_from(by?).ok()?));
    let (left, right) = (a.as_constant(), b.as_constant());
    scaled(b, left).or_else(|| scaled(a, right)).unwrap_or_else(|| a * b)
}

fn constant(number: &BigInt) -> Option<CountFormula> {
    i64::try_from(number).ok().map(CountFormula::constant)
}
