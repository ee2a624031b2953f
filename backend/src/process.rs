//! Running another program: without a shell, in a process group of its own, within limits.
//!
//! The group is killed as a whole when a limit is reached, when the program has ended, and when polyvet
//! itself is interrupted or terminated: a compiler in its own group does not get the terminal's Ctrl-C.
//! Folders made by [`Folder::new`] are removed then, too.

use crate::guard::{self, ProcessGroup};
use rustix::process::{Pid, Resource, Rlimit};
use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

pub use crate::guard::{Folder, Winding, end_as_interrupted, interrupted};

/// What a program printed before it ended well.
#[derive(Clone, Debug)]
pub struct ProcessOutput {
    /// Its standard output.
    pub stdout: String,
    /// Its messages.
    pub stderr: String,
}

/// Why there is no output.
#[derive(Debug)]
pub enum ToolError {
    /// It could not be started.
    Start(io::Error),
    /// It ended with a status other than 0, or by a signal.
    Failed(ExitStatus, ProcessOutput),
    /// It was killed after this time.
    TimedOut(Duration),
    /// It printed more than this many bytes to one stream.
    TooLong(u64),
    /// It was killed because it and its children used more than this many bytes of memory.
    Memory(u64),
    /// It was killed because its folder had more than this many bytes.
    Disk(u64),
    /// What it printed is not UTF-8 text.
    NotText,
}

/// What a program and its children may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessLimits {
    /// Time from start to end.
    pub wall: Duration,
    /// Bytes of memory that all processes of the group have in use together.
    pub memory: u64,
    /// Bytes of one file that it writes, and of all files in its folder.
    pub disk: u64,
    /// Bytes of each stream.
    pub output: u64,
}

impl ProcessLimits {
    /// Those of a compiler that is trusted, apart from how long it takes.
    pub fn within(wall: Duration) -> ProcessLimits {
        ProcessLimits {
            wall,
            memory: u64::MAX,
            disk: u64::MAX,
            output: 1 << 28,
        }
    }
}

/// A program to run: a name or path, and words that no shell sees.
#[derive(Clone, Copy, Debug)]
pub struct ProcessCall<'a, A> {
    /// The program.
    pub program: &'a str,
    /// Its arguments.
    pub args: &'a [A],
    /// What is on its standard input.
    pub input: &'a [u8],
    /// Where it starts, if not where polyvet did.
    pub start_in: Option<&'a Path>,
    /// Where it may write: the limit for disks is that of this folder, and `TMPDIR` is it.
    pub folder: Option<&'a Path>,
    /// Environment variables beside those of polyvet.
    pub env: &'a [(String, String)],
}

impl<'a, A> ProcessCall<'a, A> {
    /// In the folder and the environment of polyvet.
    pub fn plain(program: &'a str, args: &'a [A], input: &'a str) -> ProcessCall<'a, A> {
        ProcessCall {
            program,
            args,
            input: input.as_bytes(),
            start_in: None,
            folder: None,
            env: &[],
        }
    }
}

impl ToolError {
    /// What it printed before it failed.
    pub fn printed(&self) -> Option<&ProcessOutput> {
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
            ToolError::Start(error) if error.kind() == io::ErrorKind::Interrupted => {
                "is not started: polyvet was interrupted".to_owned()
            }
            ToolError::Start(error) => format!("cannot be started: {error}"),
            ToolError::Failed(status, printed) => {
                let how = match (status.code(), status.signal()) {
                    (Some(code), _) => format!("ended with exit status {code}"),
                    (None, Some(signal)) => format!("was killed by signal {signal}"),
                    (None, None) => "did not end well".to_owned(),
                };
                match telling_line(&printed.stderr) {
                    Some(line) => format!("{how}: {line}"),
                    None => format!("{how} and said nothing"),
                }
            }
            ToolError::TimedOut(limit) => format!("did not end within {} s", limit.as_secs_f64()),
            ToolError::TooLong(limit) => format!("printed more than {limit} bytes"),
            ToolError::Memory(limit) => format!("used more than {} MiB of memory", limit >> 20),
            ToolError::Disk(limit) => format!("wrote more than {} MiB of files", limit >> 20),
            ToolError::NotText => "printed something that is not UTF-8 text".to_owned(),
        }
    }
}

/// The line of some messages that says what is wrong.
pub(crate) fn telling_line(stderr: &str) -> Option<&str> {
    let mut lines = stderr.lines().filter(|line| !line.trim().is_empty());
    let first = match lines.clone().next() {
        // Python says what is wrong last.
        Some(line) if line.starts_with("Traceback") => return lines.next_back(),
        first => first,
    };
    if let Some(name) = crashed_in(stderr) {
        return Some(name);
    }
    lines
        .find(|line| line.contains("error:") || line.contains("ERROR:") || line.contains("Assertion"))
        .or(first)
}

/// The function in which a program that uses LLVM crashed: the first with a name below what handles signals. An
/// assertion that failed says more.
fn crashed_in(stderr: &str) -> Option<&str> {
    if stderr.contains("Assertion") {
        return None;
    }
    let mut frames = stderr
        .lines()
        .skip_while(|line| !line.contains("llvm::sys::RunSignalHandlers"))
        .skip(1);
    frames.find_map(|frame| {
        let (library, at) = frame.split_once(" 0x")?;
        let (_, name) = at.split_once(' ')?;
        let name = name.split('(').next()?;
        (!library.contains("libc.so") && name.contains("::")).then_some(name)
    })
}

/// Runs `program` with `input` on its standard input.
///
/// # Errors
/// See [`ToolError`]; the program and its children are gone then.
pub fn run(
    program: &str,
    args: &[impl AsRef<OsStr>],
    input: &str,
    limit: Duration,
) -> Result<ProcessOutput, ToolError> {
    run_within(&ProcessCall::plain(program, args, input), &ProcessLimits::within(limit))
}

/// Runs a program within limits.
///
/// # Errors
/// See [`ToolError`]; the program and its children are gone then.
pub fn run_within<A: AsRef<OsStr>>(
    call: &ProcessCall<'_, A>,
    limits: &ProcessLimits,
) -> Result<ProcessOutput, ToolError> {
    guard::watch_signals();
    let mut command = Command::new(call.program);
    command
        .args(call.args)
        .envs(call.env.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(folder) = call.start_in {
        command.current_dir(folder);
    }
    if let Some(folder) = call.folder {
        command.env("TMPDIR", folder);
    }
    let (mut child, group) = ProcessGroup::spawn(&mut command).map_err(ToolError::Start)?;
    if let Some(pid) = group.pid() {
        limit_resources(pid, limits);
    }
    let ended = converse(&mut child, call, limits, &group);
    // Children that outlive the program must not keep its pipes open, nor the machine busy.
    group.kill();
    let (status, stdout, stderr) = ended?;
    if stdout.len() as u64 > limits.output || stderr.len() as u64 > limits.output {
        return Err(ToolError::TooLong(limits.output));
    }
    // What the system sends to those who write longer files than they may; a shell in between makes it a status.
    let too_long = signal_hook::consts::SIGXFSZ;
    if status.signal() == Some(too_long) || limits.disk < u64::MAX && status.code() == Some(128 + too_long) {
        return Err(ToolError::Disk(limits.disk));
    }
    let stderr = String::from_utf8_lossy(&stderr).into_owned();
    if !status.success() {
        let stdout = String::from_utf8_lossy(&stdout).into_owned();
        return Err(ToolError::Failed(status, ProcessOutput { stdout, stderr }));
    }
    let stdout = String::from_utf8(stdout).map_err(|_| ToolError::NotText)?;
    Ok(ProcessOutput { stdout, stderr })
}

/// Limits that the system itself keeps, inherited by all children: no core files, no longer files. (Memory is
/// not among them: sanitizers reserve more address space than there is.)
fn limit_resources(pid: Pid, limits: &ProcessLimits) {
    let only = |bytes: u64| Rlimit {
        current: Some(bytes),
        maximum: Some(bytes),
    };
    // Who has ended already needs no limits.
    let _ = rustix::process::prlimit(Some(pid), Resource::Core, only(0));
    if limits.disk < u64::MAX {
        let _ = rustix::process::prlimit(Some(pid), Resource::Fsize, only(limits.disk));
    }
}

type Ended = (ExitStatus, Vec<u8>, Vec<u8>);

/// How often memory and disk are looked at.
const LOOK: Duration = Duration::from_millis(50);

/// What the threads around a child report.
enum News {
    Ended,
    TooLong,
}

/// Feeds a child and reads what it prints, until it ends or a limit is reached.
fn converse<A: AsRef<OsStr>>(
    child: &mut Child,
    call: &ProcessCall<'_, A>,
    limits: &ProcessLimits,
    group: &ProcessGroup,
) -> Result<Ended, ToolError> {
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let input = call.input;
    std::thread::scope(|scope| {
        // A child that stops reading is judged by how it ends.
        scope.spawn(move || stdin.map(|mut pipe| pipe.write_all(input)));
        let (done, news) = mpsc::channel();
        let (out_done, err_done) = (done.clone(), done.clone());
        let out = scope.spawn(move || all_of(stdout, limits.output, &out_done));
        let err = scope.spawn(move || all_of(stderr, limits.output, &err_done));
        let waiter = scope.spawn(move || {
            let status = child.wait();
            let _ = done.send(News::Ended);
            status
        });
        let stopped = watch(&news, call.folder, limits, group);
        group.kill();
        let joined = (waiter.join(), out.join(), err.join());
        let (Ok(status), Ok(stdout), Ok(stderr)) = joined else {
            return Err(ToolError::Start(io::Error::other(
                "a thread that reads its output failed",
            )));
        };
        match stopped {
            Some(error) => Err(error),
            None => Ok((status.map_err(ToolError::Start)?, stdout, stderr)),
        }
    })
}

/// Waits until the child ends (`None`) or a limit is reached.
fn watch(
    news: &mpsc::Receiver<News>,
    folder: Option<&Path>,
    limits: &ProcessLimits,
    group: &ProcessGroup,
) -> Option<ToolError> {
    let start = Instant::now();
    loop {
        let Some(left) = limits.wall.checked_sub(start.elapsed()) else {
            return Some(ToolError::TimedOut(limits.wall));
        };
        match news.recv_timeout(left.min(LOOK)) {
            Ok(News::Ended) | Err(RecvTimeoutError::Disconnected) => break,
            Ok(News::TooLong) => return Some(ToolError::TooLong(limits.output)),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if limits.memory < u64::MAX && group.memory_bytes() > limits.memory {
            return Some(ToolError::Memory(limits.memory));
        }
        if folder.is_some_and(|folder| limits.disk < u64::MAX && folder_bytes(folder) > limits.disk) {
            return Some(ToolError::Disk(limits.disk));
        }
    }
    None
}

/// The bytes of all files below a folder. Links are not followed.
pub(crate) fn folder_bytes(folder: &Path) -> u64 {
    // What is gone by now takes no place.
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let bytes = |entry: std::fs::DirEntry| match entry.metadata() {
        Ok(data) if data.is_dir() => folder_bytes(&entry.path()),
        Ok(data) => data.len(),
        Err(_) => 0,
    };
    entries.map(bytes).fold(0, u64::saturating_add)
}

/// What a pipe says; one that says more than `limit` bytes is closed.
fn all_of(pipe: Option<impl Read>, limit: u64, news: &mpsc::Sender<News>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        // What was read before an error is what there is.
        let _ = pipe.take(limit + 1).read_to_end(&mut bytes);
    }
    if bytes.len() as u64 > limit {
        let _ = news.send(News::TooLong);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_says_where_it_crashed() {
        let stack = "PLEASE submit a bug report\nStack dump:\n0.\tProgram arguments: mlir-opt\n\
            0  libLLVM.so.22.1 0x00007fa17c2b8786 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) + 54\n\
            1  libLLVM.so.22.1 0x00007fa17c2b5fd3 llvm::sys::RunSignalHandlers() + 131\n\
            2  libLLVM.so.22.1 0x00007fa17c2b94f4\n\
            3  libc.so.6       0x00007fa17725a050\n\
            4  libc.so.6       0x00007fa1773162ad read + 13\n\
            5  libMLIR.so.22.1 0x00007fa1867c74de mlir::affine::tile(mlir::Operation*) + 334\n";
        assert_eq!(telling_line(stack), Some("mlir::affine::tile"));
        let assertion = format!("mlir-opt: Tile.cpp:7: Assertion `x' failed.\n{stack}");
        assert_eq!(telling_line(&assertion), assertion.lines().next());
        assert_eq!(telling_line("note\nx: error: no\n"), Some("x: error: no"));
    }
}
