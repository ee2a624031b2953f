//! `polyvet lsp`: the server that editors talk to.

use crate::{Exit, Io};
use std::io::BufReader;

/// Serves one editor on the streams of the program.
pub fn run(io: Io<'_>) -> Exit {
    match polyvet_lsp::serve(&mut BufReader::new(io.stdin), io.stdout) {
        Ok(()) => Exit::Success,
        Err(error) => {
            let _ = writeln!(io.stderr, "polyvet lsp: {error}");
            let _ = io.stderr.flush();
            Exit::BadInput
        }
    }
}
