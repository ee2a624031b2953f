//! The native half of the Python package `polyvet`: programs, questions and answers of the library, and the command
//! line as a function. What Python users see is in `polyvet/__init__.py`.

mod answer;
mod command;
mod deep;
mod errors;
mod many;
mod program;

use pyo3::prelude::*;

#[pymodule]
mod _polyvet {
    #[pymodule_export]
    use super::answer::Answer;
    #[pymodule_export]
    use super::command::{Array, command, main, run_arrays};
    #[pymodule_export]
    use super::many::Many;
    #[pymodule_export]
    use super::program::{Program, check, check_schedule, dependences, relations, transform, validate};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::deep::keep_panics_quiet();
        Ok(())
    }
}
