//! Why there is no footprint.

use polyvet_count::CountError;
use polyvet_poly::PolyError;

/// What is wrong with a tiling, or why its footprint is not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FootprintError {
    /// A tiling names a loop that the program does not have.
    #[error("there is no loop `{name}`{}", above.as_ref().map_or(String::new(), |stmt| format!(" above `{stmt}`")))]
    UnknownLoop {
        /// What was written.
        name: String,
        /// The statement that was requested.
        above: Option<String>,
        /// The loops there are.
        known: Vec<String>,
    },
    /// A tiling names a statement that the program does not have.
    #[error("there is no statement `{name}`")]
    UnknownStatement {
        /// What was written.
        name: String,
        /// The statements there are.
        known: Vec<String>,
    },
    /// A tile without iterations.
    #[error("tiles of {size} iterations of `{name}`: a size is at least 1")]
    BadSize {
        /// The loop.
        name: String,
        /// What was written.
        size: i64,
    },
    /// One level gives two sizes for one loop.
    #[error("the size of loop `{0}` is given twice")]
    Twice(String),
    /// A tile that is given but has no loops.
    #[error("a tile of no loops")]
    Empty,
    /// Nothing runs in the tiled loops.
    #[error("no statement is in these loops")]
    NoStatements,
    /// isl's answer.
    #[error(transparent)]
    Poly(#[from] PolyError),
    /// The counter's answer.
    #[error(transparent)]
    Count(CountError),
}

/// isl's answers stay isl's: who waits for a spent budget finds it in one place.
impl From<CountError> for FootprintError {
    fn from(error: CountError) -> FootprintError {
        match error {
            CountError::Poly(error) => FootprintError::Poly(error),
            error => FootprintError::Count(error),
        }
    }
}

/// What most functions here give.
pub type Result<T> = std::result::Result<T, FootprintError>;
