//! Running another program: without a shell, in a process group of its own, within a time limit.
//!
//! The group is killed as a whole when the time is up, and when polyvet itself is interrupted or
//! terminated: a compiler in its own group does not get the terminal's Ctrl-C.

use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, Once, PoisonError, mpsc};
use std::time::Duration;

/// What a program printed before it ended well.
pub struct Printed {
    /// Its standard output.
    pub stdout: String,
    /// Its messages.
    pub stderr: String,
}

/// Why there is no output.
pub enum ToolError {
    /// It could not be started.
    Start(io::Error),
    /// It ended with a status other than 0, or by a signal.
    Failed(ExitStatus, Printed),
    /// It was killed after this time.
    TimedOut(Duration),
    /// It printed more than [`OUTPUT_MAX`] bytes.
    TooLong,
    /// What it printed is not UTF-8 text.
    NotText,
}

/// Most bytes of each stream that are kept.
pub const OUTPUT_MAX: u64 = 1 << 28;

impl ToolError {
    /// What it printed before it failed.
    pub fn printed(&self) -> Option<&Printed> {
        match self {
            ToolError::Failed(_, printed) => Some(printed),
            _ => None,
        }
    }

    /// In words: `ended with exit status 1: error: ...`.
    pub fn describe(&self) -> String {
        match self {
            ToolError::Start(error) if error.kind() == io::ErrorKind::NotFound => {
                "is not an installed program".to_owned()
            }
            ToolError::Start(error) => format!("cannot be started: {error}"),
            ToolError::Failed(status, printed) => {
                let how = match (status.code(), status.signal()) {
                    (Some(code), _) => format!("ended with exit status {code}"),
                    (None, Some(signal)) => format!("was killed by signal {signal}"),
                    (None, None) => "did not end well".to_owned(),
                };
                let lines = printed.stderr.lines().filter(|line| !line.trim().is_empty());
                let error = lines
                    .clone()
                    .find(|line| line.contains("error:") || line.contains("Assertion"));
                match error.or(lines.clone().next()) {
                    Some(line) => format!("{how}: {line}"),
                    None => format!("{how} and said nothing"),
                }
            }
            ToolError::TimedOut(limit) => format!("did not end within {} s", limit.as_secs_f64()),
            ToolError::TooLong => format!("printed more than {OUTPUT_MAX} bytes"),
            ToolError::NotText => "printed something that is not UTF-8 text".to_owned(),
        }
    }
}

/// Runs `program` with `input` on its standard input.
///
/// # Errors
/// See [`ToolError`]; the program and its children are gone then.
pub fn run(program: &str, args: &[impl AsRef<OsStr>], input: &str, limit: Duration) -> Result<Printed, ToolError> {
    watch_signals();
    let mut child = Command::new(program)
        .args(args)
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(ToolError::Start)?;
    let group = Group::of(&child);
    let ended = converse(&mut child, input, limit, &group);
    // Children that outlive the program must not keep its pipes open, nor the machine busy.
    group.kill();
    let (status, stdout, stderr) = ended?;
    if stdout.len() as u64 > OUTPUT_MAX || stderr.len() as u64 > OUTPUT_MAX {
        return Err(ToolError::TooLong);
    }
    let stderr = String::from_utf8_lossy(&stderr).into_owned();
    if !status.success() {
        let stdout = String::from_utf8_lossy(&stdout).into_owned();
        return Err(ToolError::Failed(status, Printed { stdout, stderr }));
    }
    let stdout = String::from_utf8(stdout).map_err(|_| ToolError::NotText)?;
    Ok(Printed { stdout, stderr })
}

type Ended = (ExitStatus, Vec<u8>, Vec<u8>);

/// Feeds a child and reads what it prints, until it ends or the time is up.
fn converse(child: &mut Child, input: &str, limit: Duration, group: &Group) -> Result<Ended, ToolError> {
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        // A child that stops reading is judged by how it ends.
        scope.spawn(move || stdin.map(|mut pipe| pipe.write_all(input.as_bytes())));
        let (done, finished) = mpsc::channel();
        let out = scope.spawn(move || all_of(stdout));
        let err = scope.spawn(move || all_of(stderr));
        let waiter = scope.spawn(move || {
            let status = child.wait();
            let _ = done.send(());
            status
        });
        let in_time = finished.recv_timeout(limit).is_ok();
        group.kill();
        let joined = (waiter.join(), out.join(), err.join());
        let (Ok(status), Ok(stdout), Ok(stderr)) = joined else {
            return Err(ToolError::Start(io::Error::other(
                "a thread that reads its output failed",
            )));
        };
        if !in_time {
            return Err(ToolError::TimedOut(limit));
        }
        Ok((status.map_err(ToolError::Start)?, stdout, stderr))
    })
}

/// What a pipe says; one that says too much is closed.
fn all_of(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        // What was read before an error is what there is.
        let _ = pipe.take(OUTPUT_MAX + 1).read_to_end(&mut bytes);
    }
    bytes
}

/// A child's process group, known to the signal handler for as long as this lives.
struct Group(Option<Pid>);

/// The groups of all children that run.
static RUNNING: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

impl Group {
    fn of(child: &Child) -> Group {
        let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        if let Some(pid) = pid {
            running().insert(pid.as_raw_nonzero().get());
        }
        Group(pid)
    }

    fn kill(&self) {
        if let Some(pid) = self.0 {
            // It may be gone already.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(pid) = self.0 {
            running().remove(&pid.as_raw_nonzero().get());
        }
    }
}

fn running() -> std::sync::MutexGuard<'static, BTreeSet<i32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From the first child on, a signal that ends polyvet ends its children first.
fn watch_signals() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]) else {
            return;
        };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                for pid in running().iter().filter_map(|pid| Pid::from_raw(*pid)) {
                    let _ = kill_process_group(pid, Signal::KILL);
                }
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}
