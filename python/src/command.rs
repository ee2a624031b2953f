//! The command line: as a function for questions that only it answers, and as the program.

use crate::deep::ask;
use crate::errors::internal;
use polyvet_cli::{GivenArrays, Raw};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyDict, PyTuple};
use std::ffi::OsString;
use std::io::{BufWriter, IsTerminal, stderr, stdin, stdout};

/// Exit status, standard output and standard error of `polyvet ARGS` with `text` as standard input.
#[pyfunction]
pub fn command(py: Python<'_>, args: Vec<String>, text: String) -> PyResult<(u8, String, String)> {
    ask(py, move || {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut stdin = text.as_bytes();
        let io = polyvet_cli::Io::unwatched(&mut stdin, &mut out, &mut err);
        let words = std::iter::once("polyvet".to_owned()).chain(args);
        let exit = polyvet_cli::run(words.map(OsString::from), io);
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (exit.code(), text(out), text(err))
    })
}

/// The memory of an array that a run made. numpy looks at it where it is.
#[pyclass(module = "polyvet._polyvet")]
pub struct Array(Raw);

#[pymethods]
impl Array {
    /// Where it is and what is in it: numpy's array interface, version 3.
    #[getter]
    fn __array_interface__<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("typestr", &self.0.descr)?;
        interface.set_item("shape", PyTuple::new(py, &self.0.shape)?)?;
        interface.set_item("data", (self.0.data.as_mut_ptr() as usize, false))?;
        Ok(interface)
    }
}

/// Exit status and standard error of `polyvet ARGS` as above, and the arrays that `--out` would write. `given` has the
/// bytes of `.npy` files, by the names that `--arg` has for them.
#[pyfunction]
pub fn run_arrays(
    py: Python<'_>,
    args: Vec<String>,
    text: String,
    given: Vec<(String, PyBackedBytes)>,
) -> PyResult<(u8, String, Vec<(String, Array)>)> {
    ask(py, move || {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut stdin = text.as_bytes();
        let given = given.iter().map(|(name, bytes)| (name.clone(), bytes.to_vec()));
        let mut arrays = GivenArrays {
            given: given.collect(),
            ..GivenArrays::default()
        };
        let mut io = polyvet_cli::Io::unwatched(&mut stdin, &mut out, &mut err);
        io.arrays = Some(&mut arrays);
        let words = std::iter::once("polyvet".to_owned()).chain(args);
        let exit = polyvet_cli::run(words.map(OsString::from), io);
        let made = arrays.made.into_iter().map(|(name, raw)| (name, Array(raw)));
        (exit.code(), String::from_utf8_lossy(&err).into_owned(), made.collect())
    })
}

/// Runs `polyvet ARGS` with the streams of the process; the first of `args` is the program's name.
#[pyfunction]
pub fn main(py: Python<'_>, args: Vec<OsString>, width: Option<usize>) -> PyResult<u8> {
    let run = move || {
        let color = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let io = polyvet_cli::Io {
            stdin: &mut stdin(),
            color_out: color && stdout().is_terminal(),
            stdout: &mut BufWriter::new(stdout()),
            color_err: color && stderr().is_terminal(),
            progress: match stderr().is_terminal() {
                true => polyvet_cli::ShowProgress::Drawn,
                false => polyvet_cli::ShowProgress::Lines,
            },
            width: stdout().is_terminal().then_some(width.unwrap_or(100)),
            arrays: None,
            cache: polyvet_cli::CacheHome::default(),
            stderr: &mut BufWriter::new(stderr().lock()),
        };
        polyvet_cli::run(args, io).code()
    };
    let worker = std::thread::Builder::new().stack_size(polyvet_cli::STACK_BYTES);
    let worker = worker.spawn(run).map_err(|error| internal(py, &error.to_string()))?;
    let ended = py.detach(|| worker.join());
    polyvet_backend::process::end_as_interrupted();
    Ok(ended.unwrap_or_else(|_| {
        eprintln!("this is a bug in polyvet; please report it with the input that shows it");
        101
    }))
}
