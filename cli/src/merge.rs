//! `polyvet merge`: ledgers of several machines as one.

use crate::args::MergeArgs;
use crate::fuzz;
use crate::session::{Outcomes, Session};
use polyvet_fuzz::folder::Tool;
use polyvet_fuzz::ledger::{self, Record};

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &MergeArgs) -> Outcomes<()> {
    let mut all = Vec::new();
    for path in &args.ledgers {
        let shown = path.display();
        if !path.is_file() {
            return Err(session.error("cannot-read", format!("`{shown}` is no file")));
        }
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
    let tool = Tool {
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
