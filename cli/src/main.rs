//! The program `polyvet`: the real streams around [`polyvet_cli::run`].

use std::io::{BufWriter, IsTerminal, stderr, stdin, stdout};
use std::process::ExitCode;

use polyvet_cli::ShowProgress;

/// Programs are many small values: a third of the time of a small check is that of the allocator.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Columns of a terminal: what `COLUMNS` says, else what it says itself.
fn width() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let asked = || terminal_size::terminal_size_of(stdout()).map(|(width, _)| usize::from(width.0));
    said.or_else(asked).filter(|columns| *columns > 0).unwrap_or(100)
}

fn main() -> ExitCode {
    let worker = std::thread::Builder::new()
        .stack_size(polyvet_cli::STACK_BYTES)
        .spawn(|| {
            let color = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
            polyvet_cli::run(
                std::env::args_os(),
                polyvet_cli::Io {
                    stdin: &mut stdin(),
                    color_out: color && stdout().is_terminal(),
                    stdout: &mut BufWriter::new(stdout()),
                    color_err: color && stderr().is_terminal(),
                    progress: match stderr().is_terminal() {
                        true => ShowProgress::Drawn,
                        false => ShowProgress::Lines,
                    },
                    width: stdout().is_terminal().then(width),
                    arrays: None,
                    cache: polyvet_cli::CacheHome {
                        program: std::env::current_exe().ok(),
                        folder: std::env::var_os("POLYVET_CACHE")
                            .filter(|folder| !folder.is_empty())
                            .map(std::path::PathBuf::from),
                    },
                    stderr: &mut BufWriter::new(stderr().lock()),
                },
            )
        });
    let ended = worker.map(std::thread::JoinHandle::join);
    // Everything is reported by now.
    polyvet_backend::process::end_as_interrupted();
    match ended {
        Ok(Ok(exit)) => exit.into(),
        _ => {
            eprintln!("this is a bug in polyvet; please report it with the input that shows it");
            ExitCode::from(101)
        }
    }
}
