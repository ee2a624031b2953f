//! What can be wrong with a question.

use crate::reporter::Messages;
use std::fmt;

/// Why there is no answer: something about the question itself is wrong. That nothing could be decided is no error but
/// an answer, `unknown`.
///
/// Displayed as a compiler shows it, with file, line and a caret under the place.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file or text is no program.
    Program(Messages),
    /// The program has no such function, or only declares it.
    Function(Messages),
    /// What is given with the question makes no sense for the function: its assumptions, parameters, pairs of
    /// arguments.
    Given(Messages),
    /// The script or schedule cannot be read, or has no place in the function.
    Script(Messages),
}

impl Error {
    /// What is wrong, message by message.
    pub fn messages(&self) -> &Messages {
        match self {
            Error::Program(all) | Error::Function(all) | Error::Given(all) | Error::Script(all) => all,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.messages().fmt(f)
    }
}

impl std::error::Error for Error {}
