//! Many schedules of one function: threads decide them, each with a model of its own, and the verdicts come in the
//! order of the schedules.

use crate::answer::Answer;
use crate::deep::caught;
use crate::errors::{exception, internal};
use crate::program::{GivenTuple, Program, given};
use polyvet::Error;
use polyvet::answer::Answer as Answered;
use polyvet::schedules::Schedules;
use polyvet_report::VerdictResult;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Between two looks for signals.
const PATIENCE: Duration = Duration::from_millis(50);
/// Schedules that are taken from Python ahead, for each thread.
const AHEAD: usize = 32;

struct Task {
    number: usize,
    id: String,
    schedule: String,
}

/// What came of a task: an answer, an error of the input, or a panic.
type Done = Result<Result<Answered<VerdictResult>, Error>, String>;

struct State {
    schedules: Py<PyAny>,
    exhausted: bool,
    tasks: Option<Sender<Task>>,
    results: Receiver<(usize, Done)>,
    ready: BTreeMap<usize, Done>,
    sent: usize,
    next: usize,
    ahead: usize,
}

/// Iterates over the verdicts on schedules, which are pairs of an id and a text.
#[pyclass(frozen, module = "polyvet._polyvet")]
pub struct Many(Mutex<State>);

fn work(schedules: &mut Schedules<'_>, tasks: &Mutex<Receiver<Task>>, results: &Sender<(usize, Done)>) {
    loop {
        let task = match tasks.lock() {
            Ok(tasks) => tasks.recv(),
            Err(_) => return,
        };
        let Ok(task) = task else { return };
        let done = caught(|| schedules.answer(&task.id, &task.schedule));
        if results.send((task.number, done)).is_err() {
            return;
        }
    }
}

impl State {
    /// Takes schedules from Python until enough are under way.
    fn fill(&mut self, py: Python<'_>) -> PyResult<()> {
        while !self.exhausted && self.sent - self.next < self.ahead {
            let next = match self.schedules.bind(py).call_method0("__next__") {
                Ok(next) => next,
                Err(error) if error.is_instance_of::<pyo3::exceptions::PyStopIteration>(py) => {
                    (self.exhausted, self.tasks) = (true, None);
                    break;
                }
                Err(error) => return Err(error),
            };
            let (id, schedule) = next.extract()?;
            let number = self.sent;
            let task = Task { number, id, schedule };
            let sent = self.tasks.as_ref().is_some_and(|tasks| tasks.send(task).is_ok());
            if !sent {
                return Err(internal(py, "the threads ended"));
            }
            self.sent += 1;
        }
        Ok(())
    }

    fn take(&mut self, py: Python<'_>) -> PyResult<Done> {
        loop {
            if let Some(done) = self.ready.remove(&self.next) {
                self.next += 1;
                return Ok(done);
            }
            let results = &mut self.results;
            let received = py.detach(move || results.recv_timeout(PATIENCE));
            match received {
                Ok((number, done)) => _ = self.ready.insert(number, done),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Err(internal(py, "the threads ended")),
            }
        }
    }
}

#[pymethods]
impl Many {
    #[new]
    fn new(
        py: Python<'_>,
        program: &Program,
        func: String,
        tuple: GivenTuple,
        schedules: Py<PyAny>,
        threads: Option<usize>,
    ) -> PyResult<Many> {
        program.0.function(&func).map_err(|error| exception(py, &error))?;
        let count = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        let count = count.clamp(1, 256);
        let (sender, receiver) = channel();
        let (answers, results) = channel();
        let (receiver, given) = (Arc::new(Mutex::new(receiver)), given(tuple));
        for _ in 0..count {
            let (program, func, given) = (program.0.clone(), func.clone(), given.clone());
            let (receiver, answers) = (receiver.clone(), answers.clone());
            let run = move || {
                let asked = || {
                    let function = program.function(&func)?.with(given);
                    function.schedules(|schedules| work(schedules, &receiver, &answers))
                };
                // What is wrong with the question is the answer to the first schedule.
                let wrong = match caught(asked) {
                    Ok(Ok(())) => return,
                    Ok(Err(error)) => Ok(Err(error)),
                    Err(panic) => Err(panic),
                };
                let task = receiver.lock().ok().and_then(|tasks| tasks.recv().ok());
                if let Some(task) = task {
                    let _ = answers.send((task.number, wrong));
                }
            };
            let thread = thread::Builder::new().stack_size(polyvet_cli::STACK_BYTES);
            thread
                .spawn(run)
                .map_err(|error| internal(py, &format!("cannot start a thread: {error}")))?;
        }
        Ok(Many(Mutex::new(State {
            schedules,
            exhausted: false,
            tasks: Some(sender),
            results,
            ready: BTreeMap::new(),
            sent: 0,
            next: 0,
            ahead: count * AHEAD,
        })))
    }

    fn __iter__(this: Py<Many>) -> Py<Many> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Answer>> {
        let Ok(mut state) = self.0.try_lock() else {
            let message = "another thread takes verdicts from this iterator";
            return Err(pyo3::exceptions::PyRuntimeError::new_err(message));
        };
        state.fill(py)?;
        if state.sent == state.next {
            return Ok(None);
        }
        match state.take(py)? {
            Ok(Ok(answer)) => Ok(Some(Answer::verdict(answer))),
            Ok(Err(error)) => Err(exception(py, &error)),
            Err(panic) => Err(internal(py, &panic)),
        }
    }
}
