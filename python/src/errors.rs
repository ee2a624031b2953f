//! Errors of the library as exceptions of `polyvet._errors`.

use polyvet::{Error, Message, Messages};
use polyvet_ir::Severity;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

/// Code, severity, text, file, line, column, help, and how all of it is shown.
type Row = (
    &'static str,
    &'static str,
    String,
    Option<String>,
    Option<usize>,
    Option<usize>,
    Option<String>,
    String,
);

fn row(message: &Message) -> Row {
    let Message { diagnostic, source } = message;
    let span = diagnostic.primary;
    let place = |of: fn(&polyvet::source::Source, polyvet_ir::Span) -> Option<usize>| {
        source.as_ref().and_then(|source| of(source, span))
    };
    (
        diagnostic.code,
        match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        diagnostic.message.clone(),
        source.as_ref().map(|source| source.file(span).to_owned()),
        place(polyvet::source::Source::line),
        place(polyvet::source::Source::column),
        diagnostic.help.clone(),
        message.to_string(),
    )
}

/// Messages as tuples, of which Python makes `Message`.
pub fn rows(messages: &Messages) -> Vec<Row> {
    messages.iter().map(row).collect()
}

fn raised(py: Python<'_>, class: &str, text: &str, rows: Vec<Row>) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let class = py.import("polyvet._errors")?.getattr(class)?;
        let rows = PyList::new(py, rows)?;
        Ok(PyErr::from_value(class.call1((PyString::new(py, text), rows))?))
    };
    make().unwrap_or_else(|error| error)
}

/// The exception for an error.
pub fn exception(py: Python<'_>, error: &Error) -> PyErr {
    let class = match error {
        Error::Program(_) => "ProgramError",
        Error::Function(_) => "FunctionError",
        Error::Given(_) => "GivenError",
        Error::Script(_) => "ScriptError",
        _ => "PolyvetError",
    };
    raised(py, class, &error.to_string(), rows(error.messages()))
}

/// The exception for a fault of ours.
pub fn internal(py: Python<'_>, what: &str) -> PyErr {
    let text = format!("{what}\nthis is a bug in polyvet; please report it with the input that shows it");
    raised(py, "InternalError", &text, Vec::new())
}
