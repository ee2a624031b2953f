//! Why there is no formula.

use polyvet_poly::PolyError;

use crate::arith::CoefficientOverflow;

/// Which way a set has no end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Towards minus infinity.
    Down,
    /// Towards plus infinity.
    Up,
}

impl std::fmt::Display for Direction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Direction::Down => "downwards",
            Direction::Up => "upwards",
        })
    }
}

/// Why a set is not counted. In no case is there a wrong number instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The set has infinitely many points for some parameters of the context.
    #[error("`{dimension}` has no end {direction}: the set is infinite")]
    Unbounded {
        /// The name of the dimension, or `dimension 2`.
        dimension: String,
        /// Which end is missing.
        direction: Direction,
    },
    /// The formula needs more cells than the budget allows.
    #[error(
        "the formula is too large: {cells} cells did not suffice, {pieces_done} of {pieces} disjoint pieces were counted"
    )]
    TooLarge {
        /// Cells that were looked at.
        cells: u64,
        /// Disjoint pieces of the set that were counted in full.
        pieces_done: usize,
        /// Disjoint pieces of the set.
        pieces: usize,
    },
    /// The formula is known, but longer than the limit: nobody would read it.
    #[error(
        "the formula would explode: {size} parts after {pieces_done} of {pieces} disjoint pieces, {size_max} are the limit"
    )]
    TooLong {
        /// Terms, guards and monomials, as [`CountFormula::size`](crate::CountFormula::size) counts them.
        size: usize,
        /// The limit.
        size_max: usize,
        /// Disjoint pieces of the set in it.
        pieces_done: usize,
        /// Disjoint pieces of the set.
        pieces: usize,
    },
    /// A coefficient of an affine form needs more than 16384 bits.
    #[error("a coefficient needs more than 16384 bits")]
    Overflow,
    /// A union of several spaces.
    #[error("{0} spaces, where one is counted at a time")]
    Spaces(usize),
    /// Two parameters, or a parameter and an input of a map, have one name.
    #[error("the name `{0}` stands for two things")]
    Name(String),
    /// A layout of elements on lines that does not fit the elements.
    #[error("the layout does not fit: {0}")]
    Layout(String),
    /// A parameter has no value.
    #[error("the parameter `{0}` has no value")]
    NoValue(String),
    /// isl's answer.
    #[error(transparent)]
    Poly(#[from] PolyError),
}

impl CountError {
    /// Whether there are points to count, but no formula of a reasonable size: [`count_at`](crate::count_at) and
    /// [`bounds`](crate::bounds()) still answer.
    pub fn is_too_large(&self) -> bool {
        matches!(
            self,
            CountError::TooLarge { .. } | CountError::TooLong { .. } | CountError::Overflow
        )
    }
}

/// Why the summation stops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SummationStop {
    Budget,
    Overflow,
    /// A variable has no bound on one side.
    Unbounded,
}

impl From<CoefficientOverflow> for SummationStop {
    fn from(_: CoefficientOverflow) -> SummationStop {
        SummationStop::Overflow
    }
}

impl From<CoefficientOverflow> for CountError {
    fn from(_: CoefficientOverflow) -> CountError {
        CountError::Overflow
    }
}
