//! The command line of polyvet, as a function: [`run`].
//!
//! Nothing here exits the process or keeps global state, so that tests call it like the program does.
//! One file per subcommand; [`session`] is what they share: where results and messages go.

mod against;
mod all;
mod answers;
mod args;
mod arrays;
mod certify;
mod check;
mod deps;
mod difftest;
mod each;
mod explain;
mod footprint;
mod fuzz;
mod input;
mod lsp;
mod manual;
mod map;
mod merge;
mod parse;
mod pass;
mod relations;
mod report;
mod run;
mod session;
mod shard;
mod shrink;
mod sizes;
mod snapshot;
mod solver;
mod steps;
mod tile;
mod traced;
mod transform;
mod transforms;
mod tune;
mod validate;
mod views;

use args::{Cli, Command, SharedArgs};
use clap::Parser;
pub use explain::{CodePage, pages};
use polyvet::{assume, facts, function, picture, rewrite, simulate, source as snippet, structured};
pub use polyvet_runs::npy::Raw;
use session::Session;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::PathBuf;

/// Stack of the threads that do the work: deeply nested input is refused long before it ends.
pub const STACK_BYTES: usize = 64 << 20;

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowProgress {
    /// Drawn: the process's own `stderr` is a terminal.
    Drawn,
    /// As lines on `stderr`, where work takes minutes.
    Lines,
    /// Not at all.
    No,
}

/// The streams of one run.
pub struct Io<'a> {
    /// What `-` reads.
    pub stdin: &'a mut (dyn Read + Send),
    /// Results.
    pub stdout: &'a mut (dyn Write + Send),
    /// Messages.
    pub stderr: &'a mut dyn Write,
    /// Whether `--color auto` means colours on `stdout`.
    pub color_out: bool,
    /// Whether `--color auto` means colours on `stderr`.
    pub color_err: bool,
    /// How progress is shown.
    pub progress: ShowProgress,
    /// Columns of the terminal that `stdout` is; none if it is no terminal, and lines may be of any length.
    pub width: Option<usize>,
    /// Arrays in the memory of who calls, in the place of files.
    pub arrays: Option<&'a mut GivenArrays>,
    /// Where proofs may be kept.
    pub cache: CacheHome,
}

/// What a cache of proofs needs to know of the process.
#[derive(Debug, Default)]
pub struct CacheHome {
    /// The executable that answers: what another one proved is not taken. Without it nothing is kept.
    pub program: Option<PathBuf>,
    /// The folder, where the arguments say nothing.
    pub folder: Option<PathBuf>,
}

/// Arrays that `run` takes from a program that calls it, and leaves to it.
#[derive(Default)]
pub struct GivenArrays {
    /// What `.npy` files would have, by the names that `--arg` has for the files.
    pub given: BTreeMap<String, Vec<u8>>,
    /// What `--out` would write: memref arguments and results by their names.
    pub made: Vec<(String, Raw)>,
}

impl<'a> Io<'a> {
    /// Streams that nobody watches: no colours, no progress, lines of any length.
    pub fn unwatched(
        stdin: &'a mut (dyn Read + Send),
        stdout: &'a mut (dyn Write + Send),
        stderr: &'a mut dyn Write,
    ) -> Io<'a> {
        Io {
            stdin,
            stdout,
            stderr,
            color_out: false,
            color_err: false,
            progress: ShowProgress::No,
            width: None,
            arrays: None,
            cache: CacheHome::default(),
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All proved, or nothing was asked.
    Success,
    /// Some refuted, or some snapshot differs.
    Refuted,
    /// Bad input or usage.
    BadInput,
    /// Some unknown, and none refuted.
    Unknown,
}

impl Exit {
    /// The exit status of the process: 0, 1, 2, 3.
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Refuted => 1,
            Exit::BadInput => 2,
            Exit::Unknown => 3,
        }
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> std::process::ExitCode {
        exit.code().into()
    }
}

/// Runs `polyvet` with `args`, of which the first is the name of the program.
pub fn run(args: impl IntoIterator<Item = OsString>, io: Io<'_>) -> Exit {
    let args: Vec<OsString> = args.into_iter().collect();
    match Cli::try_parse_from(&args) {
        Ok(cli) => dispatch(cli, io),
        Err(error) => usage(&error, &args, io),
    }
}

/// The text report on all functions of a program, for snapshot tests: the same on every machine.
///
/// # Errors
/// The messages about a program that cannot be read.
pub fn report_text(program: &str) -> Result<String, String> {
    let (mut stdin, mut stdout, mut stderr) = (program.as_bytes(), Vec::new(), Vec::new());
    let io = Io::unwatched(&mut stdin, &mut stdout, &mut stderr);
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    match run(["polyvet", "report", "-"].map(OsString::from), io) {
        Exit::BadInput => Err(text(stderr)),
        _ => Ok(text(stdout)),
    }
}

/// Whether a command writes what is requested.
fn writes(command: &Command, shared: &SharedArgs) -> Result<(), String> {
    if matches!(command, Command::Lsp) && shared.json.is_some() {
        return Err("`lsp` has no results for `--json`".to_owned());
    }
    let (name, commands) = shared.format.commands();
    let (asked, Some(commands)) = (command.name(), commands) else {
        return Ok(());
    };
    if commands.contains(&asked) {
        return Ok(());
    }
    let which = commands.join("`, `");
    Err(format!(
        "`{asked}` does not write `--format {name}`; `{which}` can, and all write `text` and `json`"
    ))
}

fn dispatch(cli: Cli, io: Io<'_>) -> Exit {
    if let Err(message) = writes(&cli.command, &cli.shared) {
        // The message is the answer, whatever was requested.
        let mut session = Session::new(io, &cli.shared.as_text(), cli.command.name());
        session.error("usage", message);
        return session.finish();
    }
    // The streams are the protocol's.
    if let Command::Lsp = cli.command {
        return lsp::run(io);
    }
    let _free = cli.shared.deterministic.then(polyvet_poly::WithoutClock::new);
    let mut session = Session::new(io, &cli.shared, cli.command.name());
    if let Some(path) = &cli.shared.json
        && session.set_json_file(path).is_err()
    {
        return session.finish();
    }
    // An error was told when it happened; the session remembers it.
    let _ = match &cli.command {
        Command::Parse(args) => parse::run(&mut session, args),
        Command::Relations(args) => relations::run(&mut session, args),
        Command::Map(args) => map::run(&mut session, args),
        Command::Deps(args) => deps::run(&mut session, args),
        Command::Check(args) => check::run(&mut session, args),
        Command::Validate(args) => validate::run(&mut session, args),
        Command::Transform(args) => transform::run(&mut session, args),
        Command::Certify(args) => certify::run(&mut session, args),
        Command::Footprint(args) => footprint::run(&mut session, args),
        Command::Tile(args) => tile::run(&mut session, args),
        Command::Tune(args) => tune::run(&mut session, args),
        Command::Report(args) => report::run(&mut session, args),
        Command::Snapshot(args) => snapshot::run(&mut session, args),
        Command::Run(args) => run::run(&mut session, args),
        Command::Difftest(args) => difftest::run(&mut session, args),
        Command::Fuzz(args) => fuzz::run(&mut session, args),
        Command::Merge(args) => merge::run(&mut session, args),
        // It was run above.
        Command::Lsp => Ok(()),
        Command::Transforms => transforms::run(&mut session),
        Command::Explain(args) => explain::run(&mut session, args),
        Command::Completions(args) => manual::completions(&mut session, args),
        Command::Man(args) => manual::man(&mut session, args),
    };
    session.finish()
}

/// What clap has to say: help on `stdout`, errors on `stderr`.
fn usage(error: &clap::Error, args: &[OsString], io: Io<'_>) -> Exit {
    let (out, auto): (&mut dyn Write, bool) = if error.use_stderr() {
        (io.stderr, io.color_err)
    } else {
        (io.stdout, io.color_out)
    };
    let text = error.render();
    let _ = if args::wants_color(args, auto) {
        write!(out, "{}", text.ansi())
    } else {
        write!(out, "{text}")
    };
    let _ = out.flush();
    if error.use_stderr() {
        Exit::BadInput
    } else {
        Exit::Success
    }
}
