//! Programs and questions about their functions.

use crate::answer::Answer;
use crate::deep::ask;
use crate::errors::exception;
use polyvet::function::{Models, functions};
use polyvet::{Error, Given, Messages, ProgramFunction, Reported};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// A program that was read.
#[pyclass(frozen, module = "polyvet._polyvet")]
pub struct Program(pub Arc<polyvet::Program>);

/// What is given with a question: constraints, fixed parameters, pairs of arguments, budget.
pub type GivenTuple = (Vec<String>, Vec<(String, i64)>, Vec<(String, String)>, Option<u64>);

/// As the library has it.
pub fn given((assume, param, may_alias, budget): GivenTuple) -> Given {
    let usual = Given::default();
    Given {
        assume,
        param,
        may_alias,
        budget: budget.map_or(usual.budget, |budget| budget.max(1)),
        ..usual
    }
}

/// Asks about one function of a program.
fn about<T: Send + 'static>(
    py: Python<'_>,
    program: &Program,
    func: String,
    tuple: GivenTuple,
    question: impl FnOnce(ProgramFunction<'_>) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let program = program.0.clone();
    ask(py, move || question(program.function(&func)?.with(given(tuple))))?.map_err(|error| exception(py, &error))
}

#[pymethods]
impl Program {
    /// Reads a program from text.
    #[staticmethod]
    fn read(py: Python<'_>, name: String, text: String) -> PyResult<Program> {
        let read = ask(py, move || polyvet::Program::read_as(&name, text))?;
        read.map(|program| Program(Arc::new(program)))
            .map_err(|error| exception(py, &error))
    }

    /// Reads a program from a file.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Program> {
        let read = ask(py, move || polyvet::Program::open(path))?;
        read.map(|program| Program(Arc::new(program)))
            .map_err(|error| exception(py, &error))
    }

    #[getter]
    fn name(&self) -> &str {
        &self.0.source().name
    }

    #[getter]
    fn text(&self) -> &str {
        &self.0.source().text
    }

    fn functions(&self) -> Vec<String> {
        self.0.function_names()
    }

    /// That there is such a function.
    fn find(&self, py: Python<'_>, func: &str) -> PyResult<()> {
        self.0.function(func).map(|_| ()).map_err(|error| exception(py, &error))
    }

    /// That its functions have models, as far as it can be wrong itself: what is wrong with a model in JSON is seen there.
    fn model(&self, py: Python<'_>) -> PyResult<()> {
        let program = self.0.clone();
        let wrong = ask(py, move || {
            let mut messages = Messages::default();
            functions(&mut messages, &program, &Given::default(), Models::Bounds)
                .map(|_| ())
                .map_err(|Reported| Error::Program(messages))
        })?;
        wrong.map_err(|error| exception(py, &error))
    }
}

/// A script of transforms.
#[pyfunction]
pub fn check(py: Python<'_>, program: &Program, func: String, given: GivenTuple, script: String) -> PyResult<Answer> {
    about(py, program, func, given, move |function| function.check(&script)).map(Answer::verdict)
}

/// Another order.
#[pyfunction]
pub fn check_schedule(
    py: Python<'_>,
    program: &Program,
    func: String,
    given: GivenTuple,
    schedule: String,
) -> PyResult<Answer> {
    let asked = about(py, program, func, given, move |function| {
        function.check_schedule(&schedule)
    });
    asked.map(Answer::verdict)
}

/// The program after a script.
#[pyfunction]
pub fn transform(
    py: Python<'_>,
    program: &Program,
    func: String,
    given: GivenTuple,
    script: String,
) -> PyResult<(Answer, Option<String>)> {
    let made = about(py, program, func, given, move |function| function.transform(&script))?;
    Ok((Answer::verdict(made.verdict), made.text))
}

/// All functions of two programs, or one.
#[pyfunction]
pub fn validate(
    py: Python<'_>,
    before: &Program,
    after: &Program,
    func: Option<String>,
    tuple: GivenTuple,
) -> PyResult<Vec<Answer>> {
    let (before, after) = (before.0.clone(), after.0.clone());
    let asked = move || {
        let mut given = given(tuple);
        given.func = func;
        before.validate(&after, &given)
    };
    let answers = ask(py, asked)?.map_err(|error| exception(py, &error))?;
    Ok(answers.into_iter().map(Answer::verdict).collect())
}

/// What statements read and write.
#[pyfunction]
pub fn relations(py: Python<'_>, program: &Program, func: String, given: GivenTuple) -> PyResult<Answer> {
    let answer = about(py, program, func, given, |function| function.relations())?;
    Ok(Answer::facts(answer.func.clone(), answer))
}

/// What depends on what.
#[pyfunction]
pub fn dependences(
    py: Python<'_>,
    program: &Program,
    func: String,
    given: GivenTuple,
    value_based: bool,
) -> PyResult<Answer> {
    let answer = about(py, program, func, given, move |function| {
        function.dependences(value_based)
    })?;
    Ok(Answer::facts(answer.func.clone(), answer))
}
