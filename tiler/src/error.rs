//! Why no tile sizes are chosen.

use polyvet_count::CountError;
use polyvet_footprint::FootprintError;
use polyvet_poly::PolyError;
use polyvet_rewrites::schedule::Inapplicable;

/// Why no tile sizes are chosen.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TilerError {
    /// Sizes of the program are not known.
    #[error("tile sizes need numbers, and {} may have any value", quoted(.0))]
    Symbolic(Vec<String>),
    /// There is no nest of two or more loops.
    #[error("there is no perfect nest of two or more loops to tile")]
    NoNest,
    /// No order of tiles of two or more loops keeps all dependences.
    #[error("no tiling of the loops {} is legal: {held}", quoted(.loops))]
    NoLegalTiling {
        /// The loops of the nest.
        loops: Vec<String>,
        /// Why.
        held: Box<crate::legal::Held>,
    },
    /// The checker does not prove the best tilings.
    #[error("the checker does not prove `{script}` legal: {reason}")]
    NotProved {
        /// The last script tried.
        script: String,
        /// What the checker says.
        reason: String,
    },
    /// Even the smallest tiles are larger.
    #[error("nothing fits {capacity} bytes: the smallest tile ({tile}) touches {bytes} bytes")]
    NothingFits {
        /// What was given.
        capacity: u64,
        /// The smallest tile.
        tile: String,
        /// What it touches.
        bytes: u64,
    },
    /// A size of elements or lines is not known.
    #[error("{0}")]
    Layout(String),
    /// A number is not known.
    #[error("the footprint of `{array}` is not known: {reason}")]
    Amount {
        /// The array.
        array: String,
        /// Why.
        reason: String,
    },
    /// The solver stopped.
    #[error("the solver stopped: {0}")]
    Solver(String),
    /// A transform that does not apply.
    #[error("{}", .0.diagnostic(polyvet_ir::Span::NONE).message)]
    Inapplicable(Box<Inapplicable>),
    /// Footprints.
    #[error(transparent)]
    Footprint(Box<FootprintError>),
    /// Counting.
    #[error(transparent)]
    Count(#[from] CountError),
    /// isl.
    #[error(transparent)]
    Poly(#[from] PolyError),
}

/// What most functions here give.
pub type Result<T> = std::result::Result<T, TilerError>;

impl From<Inapplicable> for TilerError {
    fn from(why: Inapplicable) -> TilerError {
        TilerError::Inapplicable(Box::new(why))
    }
}

impl From<FootprintError> for TilerError {
    fn from(error: FootprintError) -> TilerError {
        TilerError::Footprint(Box::new(error))
    }
}

fn quoted(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
