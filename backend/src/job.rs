//! What a backend is asked, and what came of it.

use polyvet_interp::Contents;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// One call of one function.
#[derive(Clone, Debug)]
pub struct BackendJob {
    /// The text of a whole MLIR module. Jobs with the same text are compiled once.
    pub module: Arc<str>,
    /// The function, without `@`.
    pub function: String,
    /// Its arguments: arrays and, without extents, scalars. All elements are numbers.
    pub inputs: Vec<Contents>,
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq)]
pub enum JobOutcome {
    /// What the memref arguments hold in the end, in their order, then the results.
    Outputs(Vec<Contents>),
    /// The backend says that it does not take the program.
    Refused {
        /// The step that said so.
        step: String,
        /// The line that says why.
        message: String,
        /// The end of all messages.
        stderr: String,
    },
    /// The backend, or the program it made, ended by a signal, or the program with an exit status other than 0.
    Crashed {
        /// The step that did.
        step: String,
        /// The signal; `None` for an exit status.
        signal: Option<i32>,
        /// The line that says most.
        message: String,
        /// The end of all messages.
        stderr: String,
    },
    /// It did not end in time.
    TimedOut {
        /// The step that did not.
        step: String,
        /// The time it had.
        limit: Duration,
    },
    /// It used more memory or disk, or printed more, than it may.
    OverLimit {
        /// The step that did.
        step: String,
        /// `used more than 4096 MiB of memory`
        message: String,
    },
    /// A program that the backend needs is not installed.
    Missing {
        /// What it is called.
        tool: String,
        /// What to do about it.
        help: String,
    },
    /// The description of the backend, or polyvet, does not support the program or its arguments.
    Unsupported(String),
    /// It ended well, but what it printed or wrote is not what it should.
    NotUnderstood(String),
    /// This machine failed, for example since its disk is full: nothing is known of the backend.
    System(String),
}

impl JobOutcome {
    /// One word: `outputs`, `refused`, `crash`, `timeout`, `over-limit`, `missing`, `unsupported`, `not-understood`, `system`.
    pub fn word(&self) -> &'static str {
        match self {
            JobOutcome::Outputs(_) => "outputs",
            JobOutcome::Refused { .. } => "refused",
            JobOutcome::Crashed { .. } => "crash",
            JobOutcome::TimedOut { .. } => "timeout",
            JobOutcome::OverLimit { .. } => "over-limit",
            JobOutcome::Missing { .. } => "missing",
            JobOutcome::Unsupported(_) => "unsupported",
            JobOutcome::NotUnderstood(_) => "not-understood",
            JobOutcome::System(_) => "system",
        }
    }
}

/// In words, for everything but outputs: `lower: error: ...`.
impl fmt::Display for JobOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JobOutcome::Outputs(outputs) => write!(f, "{} outputs", outputs.len()),
            JobOutcome::Refused { step, message, .. } | JobOutcome::Crashed { step, message, .. } => {
                write!(f, "{step}: {message}")
            }
            JobOutcome::TimedOut { step, limit } => write!(f, "{step}: did not end within {} s", limit.as_secs_f64()),
            JobOutcome::OverLimit { step, message } => write!(f, "{step}: {message}"),
            JobOutcome::Missing { tool, help } => write!(f, "`{tool}` is not installed: {help}"),
            JobOutcome::Unsupported(what) | JobOutcome::NotUnderstood(what) | JobOutcome::System(what) => {
                f.write_str(what)
            }
        }
    }
}
