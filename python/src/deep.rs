//! Work on a thread of its own, with a stack as deep as the program's and without the lock of the interpreter.
//!
//! Python's threads may have small stacks, and deeply nested input is refused only long before a large one ends. The
//! thread that asked looks for signals meanwhile: Ctrl-C raises `KeyboardInterrupt`, and the work ends by its budget.

use crate::errors::internal;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// Between two looks for signals.
const PATIENCE: Duration = Duration::from_millis(50);

type Work = Box<dyn FnOnce() + Send>;

/// Threads that wait for work: one is there for each question that is asked at the same time.
static IDLE: Mutex<Vec<SyncSender<Work>>> = Mutex::new(Vec::new());

thread_local! {
    static PANIC: std::cell::RefCell<Option<String>> = const { std::cell::RefCell::new(None) };
    static QUIET: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Panics of work become exceptions that say where they were, so nothing is printed of them.
pub fn keep_panics_quiet() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| match QUIET.get() {
        true => PANIC.set(Some(info.to_string())),
        false => usual(info),
    }));
}

/// What `work` gives, or what its panic said.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    QUIET.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(false);
    done.map_err(|_| PANIC.take().unwrap_or_else(|| "a panic without a message".to_owned()))
}

fn start() -> std::io::Result<SyncSender<Work>> {
    let (sender, receiver) = sync_channel::<Work>(1);
    let again = sender.clone();
    thread::Builder::new()
        .name("polyvet".to_owned())
        .stack_size(polyvet_cli::STACK_BYTES)
        .spawn(move || {
            while let Ok(work) = receiver.recv() {
                work();
                if let Ok(mut idle) = IDLE.lock() {
                    idle.push(again.clone());
                }
            }
        })?;
    Ok(sender)
}

fn submit(work: Work) -> Result<(), String> {
    let idle = IDLE.lock().ok().and_then(|mut idle| idle.pop());
    let worker = match idle {
        Some(worker) => worker,
        None => start().map_err(|error| format!("cannot start a thread: {error}"))?,
    };
    worker.send(work).map_err(|_| "a thread ended".to_owned())
}

/// Asks `work` and waits for it.
pub fn ask<T: Send + 'static>(py: Python<'_>, work: impl FnOnce() -> T + Send + 'static) -> PyResult<T> {
    let (sender, mut receiver) = sync_channel(1);
    // Whoever was interrupted no longer listens.
    let work = move || drop(sender.send(caught(work)));
    submit(Box::new(work)).map_err(|why| internal(py, &why))?;
    loop {
        let waiting = &mut receiver;
        match py.detach(move || waiting.recv_timeout(PATIENCE)) {
            Ok(Ok(done)) => return Ok(done),
            Ok(Err(panic)) => return Err(internal(py, &panic)),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => return Err(internal(py, "a thread ended without an answer")),
        }
    }
}
