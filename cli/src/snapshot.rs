//! `polyvet snapshot`: reports beside their programs, kept under version control.
//!
//! For each program `P.mlir` below a folder the report is `P.polyvet.txt` (or `.json`). A run compares; it writes
//! nothing unless it is asked to accept what changed.

use crate::args::{Format, ModelArgs, SnapshotArgs, SnapshotKind};
use crate::function::{Models, functions};
use crate::input::{Reading, read_program, write_output};
use crate::report::{document, facts_of_function, touched, without_model};
use crate::session::{Outcomes, Session};
use polyvet::read::io_reason;
use polyvet_report::text::Detail;
use polyvet_report::{Outcome, SnapshotResult, Summary, words};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What the name of a report ends in.
const ENDINGS: [&str; 2] = [".polyvet.txt", ".polyvet.json"];
/// Lines around a change that are shown.
const CONTEXT: usize = 2;

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &SnapshotArgs) -> Outcomes<()> {
    let (programs, mut reports) = files(session, &args.dir)?;
    if programs.is_empty() {
        let message = format!("there is no `.mlir` file below `{}`", args.dir.display());
        return Err(session.error("empty-input", message));
    }
    let (mut changed, mut all) = (0, 0);
    for path in programs {
        let place = beside(&path, args.kind);
        // What a program has, of either kind and even if it cannot be read now, is no orphan.
        for kind in [SnapshotKind::Txt, SnapshotKind::Json] {
            reports.remove(&beside(&path, kind));
        }
        let Ok(text) = report_of(session, args, &path) else {
            continue;
        };
        all += 1;
        let old = match std::fs::read_to_string(&place) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => {
                session.error("cannot-read", format!("cannot read `{}`: {error}", place.display()));
                continue;
            }
        };
        let status = match &old {
            Some(old) if *old == text => {
                session.set_passed(path.display().to_string());
                continue;
            }
            Some(_) => "changed",
            None => "new",
        };
        changed += 1;
        if args.accept {
            write_output(session, &place, text.as_bytes(), &[], false)?;
        }
        let result = SnapshotResult {
            file: path.display().to_string(),
            snapshot: place.display().to_string(),
            status,
            accepted: args.accept,
            words: old.as_deref().map_or(Vec::new(), |old| words::changes(old, &text)),
            diff: old.as_deref().map_or(String::new(), |old| diff(old, &text)),
        };
        session.push(&Outcome::Snapshot(result), Detail::Full, None)?;
    }
    for orphan in &reports {
        let result = SnapshotResult {
            file: String::new(),
            snapshot: orphan.display().to_string(),
            status: "orphaned",
            accepted: false,
            words: Vec::new(),
            diff: String::new(),
        };
        session.push(&Outcome::Snapshot(result), Detail::Full, None)?;
    }
    let orphans = reports.len();
    if !session.quiet {
        session.line(&summary(all, changed, orphans, args.accept))?;
    }
    if changed > 0 && !args.accept || orphans > 0 && args.check {
        session.set_different();
    }
    Ok(())
}

fn summary(all: usize, changed: usize, orphans: usize, accepted: bool) -> String {
    let same = all - changed;
    let mut parts = vec![format!("{same} unchanged")];
    match (changed, accepted) {
        (0, _) => {}
        (_, true) => parts.push(format!("{changed} accepted")),
        (_, false) => parts.push(format!("{changed} new or changed; `--accept` keeps them")),
    }
    if orphans > 0 {
        parts.insert(1, format!("{orphans} without a program"));
    }
    parts.join(", ")
}

/// Programs, and reports that exist, below a folder.
fn files(session: &mut Session<'_>, dir: &Path) -> Outcomes<(Vec<PathBuf>, BTreeSet<PathBuf>)> {
    let (mut programs, mut reports) = (Vec::new(), BTreeSet::new());
    let hidden = |entry: &walkdir::DirEntry| entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.');
    let walk = walkdir::WalkDir::new(dir).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(|entry| !hidden(entry)) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let path = error.path().unwrap_or(dir).display();
                let why = error.io_error().map_or_else(|| error.to_string(), io_reason);
                return Err(session.error("cannot-read", format!("cannot read `{path}`: {why}")));
            }
        };
        let name = entry.file_name().to_string_lossy();
        if !entry.file_type().is_file() {
            continue;
        }
        if ENDINGS.iter().any(|ending| name.ends_with(ending)) {
            reports.insert(entry.path().to_owned());
        } else if name.ends_with(".mlir") {
            programs.push(entry.path().to_owned());
        }
    }
    Ok((programs, reports))
}

fn beside(program: &Path, kind: SnapshotKind) -> PathBuf {
    program.with_extension(match kind {
        SnapshotKind::Txt => "polyvet.txt",
        SnapshotKind::Json => "polyvet.json",
    })
}

/// The report of all functions of a file; a function without a model says why.
fn report_of(session: &mut Session<'_>, args: &SnapshotArgs, path: &Path) -> Outcomes<String> {
    let program = read_program(session, path, &Reading::plain())?;
    let model = ModelArgs {
        func: None,
        param: Vec::new(),
        assume: Vec::new(),
        budget: args.budget,
    };
    let mut reports = Vec::new();
    for function in functions(session, &program, &model.given(), Models::Exact)? {
        let mut report = match facts_of_function(&program, &function, args.budget) {
            Ok((_, mut report)) => {
                report.footprint = session
                    .aside(|session| touched(session, &program, &function, &[], &model))
                    .unwrap_or_default();
                report
            }
            Err(why) => without_model(&program, &function, &why),
        };
        // The same wherever the folder lies.
        let inside = path.strip_prefix(&args.dir).unwrap_or(path);
        report.file = inside.display().to_string();
        reports.push(report);
    }
    let format = match args.kind {
        SnapshotKind::Txt => Format::Text,
        SnapshotKind::Json => Format::Json,
    };
    Ok(document(format, reports, &[], &Summary::default()))
}

fn diff(old: &str, new: &str) -> String {
    let diff = similar::TextDiff::from_lines(old, new);
    diff.unified_diff().context_radius(CONTEXT).to_string()
}
