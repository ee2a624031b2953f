//! `polyvet merge`: what several machines found as one.

use crate::answers;
use crate::args::MergeArgs;
use crate::fuzz;
use crate::input::read_source;
use crate::session::{Outcomes, Session};
use polyvet_fuzz::folder::FolderTool;
use polyvet_fuzz::ledger::{self, Record};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &MergeArgs) -> Outcomes<()> {
    for path in &args.files {
        if !path.is_file() {
            let message = format!("`{}` is no file", path.display());
            return Err(session.error("cannot-read", message));
        }
    }
    let (of_answers, of_campaigns): (Vec<&PathBuf>, Vec<&PathBuf>) =
        args.files.iter().partition(|path| is_answers(path));
    match (of_answers.first(), of_campaigns.first()) {
        (Some(_), None) => {
            let mut parts = Vec::new();
            for path in of_answers {
                parts.push(read_source(session, path)?);
            }
            answers::merge(session, args, &parts)
        }
        (Some(answers), Some(ledger)) => {
            let (answers, ledger) = (answers.display(), ledger.display());
            let message = format!("`{answers}` has answers of a command, and `{ledger}` is a ledger");
            Err(session.error("not-a-part", message))
        }
        (None, _) if !args.accept.allow.is_empty() || !args.accept.accept.is_empty() => {
            let message = "`--allow` and `--accept` are for answers of `validate` and `check`, not for ledgers";
            Err(session.error("usage", message))
        }
        (None, _) => ledgers(session, args),
    }
}

/// Whether a file begins as what commands write with `--format json`, and not as a ledger.
fn is_answers(path: &Path) -> bool {
    let mut head = [0; HEAD.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok() && head == *HEAD
}

const HEAD: &[u8; 10] = b"{\"schema\":";

fn ledgers(session: &mut Session<'_>, args: &MergeArgs) -> Outcomes<()> {
    let mut all = Vec::new();
    for path in &args.files {
        let shown = path.display();
        let lines = match ledger::read(path) {
            Ok(lines) => lines,
            Err(error) => return Err(session.error("cannot-read", format!("cannot read `{shown}`: {error}"))),
        };
        for line in lines.broken {
            let message = format!("line {line} of `{shown}` was cut off and is left out");
            session.note("cut-off-line", message);
        }
        all.extend(lines.records);
    }
    let merged = ledger::merge(all);
    ledger::write(&args.output, &merged).map_err(|error| {
        let message = format!("cannot write `{}`: {error}", args.output.display());
        session.error("cannot-write", message)
    })?;
    let tool = FolderTool {
        program: "mlir-opt".to_owned(),
        version: String::new(),
    };
    let merged: Vec<&Record> = merged.iter().collect();
    fuzz::tell(
        session,
        &merged,
        &args.output,
        args.findings.as_ref(),
        &tool,
        &fuzz::Timing::default(),
        args.coverage,
    )
}
