//! Where messages go while a question is answered: to whoever implements [`Reporter`].
//!
//! The command line writes them to standard error as they come; [`Messages`] keeps them for the [`Error`](crate::Error)
//! or the [`Answer`](crate::Answer) of the library.

use crate::source::{Source, render_diagnostic};
use polyvet_ir::{Diagnostic, Severity, Span};
use std::fmt;

/// Something was wrong and was reported; there is nothing to add.
#[derive(Clone, Copy, Debug)]
pub struct Reported;

/// What most steps of a question give.
pub type Outcomes<T> = Result<T, Reported>;

/// At most this many messages about one file are shown.
const MESSAGES_MAX: usize = 40;

/// Receives the messages about a question.
pub trait Reporter {
    /// Reports a message about `source`; an error makes the input bad.
    fn tell(&mut self, diagnostic: &Diagnostic, source: Option<&Source>);

    /// Reports why there is no answer, which is not an error of the input.
    fn tell_unknown(&mut self, diagnostic: &Diagnostic, source: Option<&Source>) -> Reported;
}

impl dyn Reporter + '_ {
    /// Reports all messages about one file; an error among them is an error here.
    ///
    /// # Errors
    /// An error was among them.
    pub fn tell_all(&mut self, diagnostics: &[Diagnostic], source: &Source) -> Outcomes<()> {
        for diagnostic in diagnostics.iter().take(MESSAGES_MAX) {
            self.tell(diagnostic, Some(source));
        }
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        let (shown, hidden) = diagnostics.split_at(diagnostics.len().min(MESSAGES_MAX));
        if !hidden.is_empty() {
            let message = format!("{} more messages about this file are not shown", hidden.len());
            // Errors that are not shown count as well.
            match hidden.iter().any(is_error) && !shown.iter().any(is_error) {
                true => _ = self.error("more-messages", message),
                false => self.note("more-messages", message),
            }
        }
        match diagnostics.iter().any(is_error) {
            true => Err(Reported),
            false => Ok(()),
        }
    }

    /// Reports a remark without a place in a text.
    pub fn note(&mut self, code: &'static str, message: impl Into<String>) {
        let note = Diagnostic {
            severity: Severity::Note,
            ..Diagnostic::error(code, message, Span::NONE)
        };
        self.tell(&note, None);
    }

    /// Reports an error that has no place in a text.
    pub fn error(&mut self, code: &'static str, message: impl Into<String>) -> Reported {
        self.tell(&Diagnostic::error(code, message, Span::NONE), None);
        Reported
    }

    /// Reports an error and what to do about it.
    pub fn error_help(&mut self, code: &'static str, message: impl Into<String>, help: impl Into<String>) -> Reported {
        self.tell(&Diagnostic::error(code, message, Span::NONE).help(help), None);
        Reported
    }
}

/// A message with the text that its places refer to.
#[derive(Clone, Debug)]
pub struct Message {
    /// The message.
    pub diagnostic: Diagnostic,
    /// The text, if the message is about one.
    pub source: Option<Source>,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = render_diagnostic(&self.diagnostic, self.source.as_ref(), false);
        f.write_str(text.trim_end_matches('\n'))
    }
}

/// All messages about one question, in their order.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    list: Vec<Message>,
}

impl Messages {
    /// The messages.
    pub fn iter(&self) -> std::slice::Iter<'_, Message> {
        self.list.iter()
    }

    /// Adds those of another question.
    pub fn extend(&mut self, more: Messages) {
        self.list.extend(more.list);
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl Reporter for Messages {
    fn tell(&mut self, diagnostic: &Diagnostic, source: Option<&Source>) {
        self.list.push(Message {
            diagnostic: diagnostic.clone(),
            source: source.cloned(),
        });
    }

    fn tell_unknown(&mut self, diagnostic: &Diagnostic, source: Option<&Source>) -> Reported {
        self.tell(diagnostic, source);
        Reported
    }
}

impl fmt::Display for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, message) in self.list.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{message}")?;
        }
        Ok(())
    }
}
