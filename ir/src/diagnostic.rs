//! Messages to the user. Built anywhere, rendered only by `cli`.

use crate::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The input cannot be used.
    Error,
    /// The input can be used, but probably not as meant.
    Warning,
    /// Only information.
    Note,
}

/// One message to the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Stable and documented, e.g. `non-affine-subscript`.
    pub code: &'static str,
    /// Lower case, no full stop, user text in backticks.
    pub message: String,
    /// What the message is about.
    pub primary: Span,
    /// Further places with a remark each.
    pub labels: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at `primary`.
    pub fn error(code: &'static str, message: impl Into<String>, primary: Span) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            primary,
            labels: Vec::new(),
            help: None,
        }
    }

    /// A warning at `primary`.
    pub fn warning(code: &'static str, message: impl Into<String>, primary: Span) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(code, message, primary)
        }
    }

    /// Adds a second place with a remark.
    pub fn label(mut self, span: Span, remark: impl Into<String>) -> Diagnostic {
        self.labels.push((span, remark.into()));
        self
    }

    /// Adds what to do about it.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}
