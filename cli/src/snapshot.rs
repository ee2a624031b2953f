//! `polyvet snapshot`: reports beside their programs, kept under version control.
//!
//! For each program `P.mlir` below a folder the report is `P.polyvet.txt`, with the same as data in `P.polyvet.json`
//! beside it (or that alone). A run compares; it writes nothing unless it is asked to accept what changed. What changed
//! is found on the data: the text is for people.

use crate::args::{Format, ModelArgs, SnapshotArgs, SnapshotKind};
use crate::function::{Models, functions};
use crate::input::{Reading, read_program, write_output};
use crate::report::{document, facts_of_function, touched, without_model};
use crate::session::{Outcomes, Session};
use polyvet::read::io_reason;
use polyvet_report::changes::changes;
use polyvet_report::text::Detail;
use polyvet_report::{FunctionReport, Outcome, SnapshotResult, Summary};
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
        let Ok(reports) = reports_of(session, args, &path) else {
            continue;
        };
        all += 1;
        let data = beside(&path, SnapshotKind::Json);
        let (Ok(old), Ok(old_data)) = (kept(session, &place), kept(session, &data)) else {
            continue;
        };
        let text = written(args.kind, &reports);
        let status = match &old {
            Some(old) if *old == text => {
                // Snapshots of a version that kept the text alone get their data.
                if args.accept && old_data.is_none() {
                    write_output(
                        session,
                        &data,
                        written(SnapshotKind::Json, &reports).as_bytes(),
                        &[],
                        false,
                    )?;
                }
                session.set_passed(path.display().to_string());
                continue;
            }
            Some(_) => "changed",
            None => "new",
        };
        changed += 1;
        if args.accept {
            write_output(session, &place, text.as_bytes(), &[], false)?;
            if args.kind == SnapshotKind::Txt {
                write_output(
                    session,
                    &data,
                    written(SnapshotKind::Json, &reports).as_bytes(),
                    &[],
                    false,
                )?;
            }
        }
        let words = match (&old, &old_data) {
            (Some(_), Some(data)) => changes(data, &reports),
            _ => None,
        };
        let result = SnapshotResult {
            file: path.display().to_string(),
            snapshot: place.display().to_string(),
            status,
            accepted: args.accept,
            words: words.unwrap_or_default(),
            diff: old.as_deref().map_or(String::new(), |old| diff(old, &text)),
        };
        session.push(&Outcome::Snapshot(result), Detail::Full, None)?;
    }
    // The data beside a text goes with it.
    let is_beside = |one: &&PathBuf| {
        let text = one.with_extension("txt");
        **one != text && reports.contains(&text)
    };
    let orphans: Vec<&PathBuf> = reports.iter().filter(|one| !is_beside(one)).collect();
    for orphan in &orphans {
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
    let orphans = orphans.len();
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

/// What was kept, if anything was.
fn kept(session: &mut Session<'_>, place: &Path) -> Outcomes<Option<String>> {
    match std::fs::read_to_string(place) {
        Ok(old) => Ok(Some(old)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(session.error("cannot-read", format!("cannot read `{}`: {error}", place.display()))),
    }
}

/// The reports of all functions of a file; a function without a model says why.
fn reports_of(session: &mut Session<'_>, args: &SnapshotArgs, path: &Path) -> Outcomes<Vec<FunctionReport>> {
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
    Ok(reports)
}

/// Reports as they are kept.
fn written(kind: SnapshotKind, reports: &[FunctionReport]) -> String {
    let format = match kind {
        SnapshotKind::Txt => Format::Text,
        SnapshotKind::Json => Format::Json,
    };
    document(format, reports.to_vec(), &[], &Summary::default())
}

fn diff(old: &str, new: &str) -> String {
    let diff = similar::TextDiff::from_lines(old, new);
    diff.unified_diff().context_radius(CONTEXT).to_string()
}
