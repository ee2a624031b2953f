//! An answer, as Python sees it: a few fields, and text and JSON when they are wanted.

use crate::errors::rows;
use polyvet::Messages;
use polyvet::answer::{Answer as Answered, Reportable};
use polyvet_report::VerdictResult;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// What all answers can do.
trait Shown: Send + Sync {
    fn json(&self) -> Result<String, String>;
    fn text(&self) -> String;
    fn messages(&self) -> &Messages;
}

impl<T: Reportable + Send + Sync> Shown for Answered<T> {
    fn json(&self) -> Result<String, String> {
        serde_json::to_string(self).map_err(|error| error.to_string())
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn messages(&self) -> &Messages {
        &self.messages
    }
}

/// The answer to one question.
#[pyclass(frozen, module = "polyvet._polyvet")]
pub struct Answer {
    #[pyo3(get)]
    func: String,
    /// Of a verdict.
    #[pyo3(get)]
    status: Option<&'static str>,
    #[pyo3(get)]
    strength: Option<&'static str>,
    #[pyo3(get)]
    vacuous: Option<&'static str>,
    shown: Box<dyn Shown>,
}

impl Answer {
    /// Of a verdict.
    pub fn verdict(answer: Answered<VerdictResult>) -> Answer {
        Answer {
            func: answer.func.clone(),
            status: Some(answer.verdict),
            strength: answer.strength,
            vacuous: answer.vacuous,
            shown: Box::new(answer),
        }
    }

    /// Of another question.
    pub fn facts<T: Reportable + Send + Sync + 'static>(func: String, answer: Answered<T>) -> Answer {
        Answer {
            func,
            status: None,
            strength: None,
            vacuous: None,
            shown: Box::new(answer),
        }
    }
}

#[pymethods]
impl Answer {
    /// The entry of `results` in the schema `polyvet/1`.
    fn json(&self) -> PyResult<String> {
        self.shown.json().map_err(pyo3::exceptions::PyValueError::new_err)
    }

    /// As the command line shows it.
    fn text(&self) -> String {
        self.shown.text()
    }

    /// Warnings and remarks as tuples.
    fn messages<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, rows(self.shown.messages()))
    }
}
