//! What can go wrong with a polyhedral question.

/// Result of every call into the fence.
pub type Result<T> = std::result::Result<T, PolyError>;

/// Why a polyhedral question has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolyError {
    /// The budget of operations given to [`Ctx::within`](crate::Ctx::within) is spent.
    #[error("the budget of isl operations is spent")]
    Quota,
    /// The clock of [`Ctx::within`](crate::Ctx::within) came first.
    #[error("the question took longer than it may")]
    TimedOut,
    /// The text is not what isl reads.
    #[error("syntax error in `{text}`: {reason}")]
    Syntax {
        /// The start of the text.
        text: String,
        /// What is wrong with it, as far as can be told.
        reason: String,
    },
    /// The text is longer than [`MAX_TEXT_BYTES`](crate::MAX_TEXT_BYTES).
    #[error("text of {bytes} bytes is longer than the {limit} that are read")]
    TooLong {
        /// Length of the text.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// The text nests deeper than [`MAX_TEXT_DEPTH`](crate::MAX_TEXT_DEPTH).
    #[error("text nests deeper than {limit} levels at byte {at}")]
    TooDeep {
        /// Byte offset of the first level too many.
        at: usize,
        /// The limit.
        limit: usize,
    },
    /// isl refuses the arguments: spaces that do not fit, a position out of range.
    #[error("isl: {message} ({at})")]
    Invalid {
        /// isl's words.
        message: String,
        /// Where in isl's sources.
        at: String,
    },
    /// isl cannot answer this question.
    #[error("isl does not support this: {message} ({at})")]
    Unsupported {
        /// isl's words.
        message: String,
        /// Where in isl's sources.
        at: String,
    },
    /// Something broke inside isl, or memory ran out.
    #[error("isl failed: {message} ({at})")]
    Internal {
        /// isl's words.
        message: String,
        /// Where in isl's sources.
        at: String,
    },
    /// Objects of two contexts met in one call.
    #[error("objects of two isl contexts met in one call")]
    MixedContexts,
    /// A text argument contains a NUL byte.
    #[error("text contains a NUL byte at {at}")]
    NulByte {
        /// Byte offset.
        at: usize,
    },
    /// A number does not fit the type it was asked in, or the one isl takes.
    #[error("the number {0} is out of range")]
    OutOfRange(String),
    /// A callback gave up for a reason of its own.
    #[error("callback: {0}")]
    Callback(String),
}

impl PolyError {
    /// True if more time or more operations might have brought an answer.
    pub fn is_budget(&self) -> bool {
        matches!(self, PolyError::Quota | PolyError::TimedOut)
    }
}
