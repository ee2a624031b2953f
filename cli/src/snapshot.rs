//! `polyvet snapshot`: reports beside their programs, kept under version control.
//!
//! For each program `P.mlir` below a folder the report is `P.polyvet.txt`, with the same as data in `P.polyvet.json`
//! beside it (or that alone). A run compares; it writes nothing unless it is asked to accept what changed. What changed
//! is found on the data: the text is for people. Comments in the program and `polyvet.toml` say what is kept.

use crate::args::{ModelArgs, SnapshotArgs, SnapshotKind};
use crate::assume::{Comments, Keep};
use crate::function::{Function, Models, functions};
use crate::input::{InputKind, Program, Reading, read_program, write_output};
use crate::report::{as_json, as_text, facts_of_function, touched, without_model};
use crate::session::{Outcomes, Session, Told};
use crate::snippet::Source;
use polyvet::asked;
use polyvet::assume::AskedRewrite;
use polyvet::read::{io_reason, read_source};
use polyvet::reporter::Messages;
use polyvet::settings::{self, FolderSettings};
use polyvet_analysis::Scop;
use polyvet_ir::{Diagnostic, Span};
use polyvet_report::changes::changes;
use polyvet_report::text::Detail;
use polyvet_report::{FunctionReport, Outcome, SnapshotResult, Summary, VerdictResult};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What the name of a report ends in.
const TEXT: &str = ".polyvet.txt";
const JSON: &str = ".polyvet.json";
const ENDINGS: [&str; 2] = [TEXT, JSON];
/// Lines around a change that are shown.
const CONTEXT: usize = 2;

/// What is new or changed, and what becomes of it.
#[derive(Default)]
struct SnapshotCounts {
    all: usize,
    changed: usize,
    accepted: usize,
    orphans: usize,
}

/// Whether changes are accepted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Accept {
    None,
    All,
    /// Those that somebody accepts.
    Asked,
}

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &SnapshotArgs) -> Outcomes<()> {
    let (programs, mut reports) = files(session, &args.dir)?;
    if programs.is_empty() {
        let message = format!("there is no `.mlir` file below `{}`", args.dir.display());
        return Err(session.error("empty-input", message));
    }
    if args.review && session.is_data() {
        let message = "`--review` asks about changes one by one, which only text can";
        return Err(session.error("usage", message));
    }
    let mut accept = match (args.accept, args.review) {
        (true, _) => Accept::All,
        (_, true) => Accept::Asked,
        _ => Accept::None,
    };
    let mut counts = SnapshotCounts::default();
    let mut settings = AllSettings::new(&args.dir);
    for path in programs {
        // What a program has, of either kind and even if it cannot be read now, is no orphan.
        for ending in ENDINGS {
            reports.remove(&beside(&path, ending));
        }
        let Ok(results) = results_of(session, args, &mut settings, &path) else {
            continue;
        };
        let Ok(data) = old_text(session, &beside(&path, JSON)) else {
            continue;
        };
        let words = data.as_deref().and_then(|data| changes(data, &results));
        let new_data = as_json(&results, &[], &Summary::default());
        for ending in args.kind.endings() {
            let text = match *ending {
                TEXT => as_text(&results),
                _ => new_data.clone(),
            };
            compare(
                session,
                (&path, ending),
                &text,
                words.as_deref(),
                &mut accept,
                &mut counts,
            )?;
        }
        // Beside a text that is as it should be now, written by hand or by a version that kept the text alone, too.
        if args.kind == SnapshotKind::Txt && accept != Accept::None && data.as_ref() != Some(&new_data) {
            let is_kept = old_text(session, &beside(&path, TEXT))?.is_some_and(|text| text == as_text(&results));
            if is_kept {
                write_output(session, &beside(&path, JSON), new_data.as_bytes(), &[], false)?;
            }
        }
    }
    settings.tell_unused(session);
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
    counts.orphans = orphans.len();
    if !session.quiet {
        session.line(&summary(&counts))?;
    }
    if counts.changed > counts.accepted || counts.orphans > 0 {
        session.set_different();
    }
    Ok(())
}

/// Compares a report with the one that is kept.
fn compare(
    session: &mut Session<'_>,
    (path, ending): (&Path, &str),
    text: &str,
    words: Option<&[String]>,
    accept: &mut Accept,
    counts: &mut SnapshotCounts,
) -> Outcomes<()> {
    let place = beside(path, ending);
    counts.all += 1;
    let Ok(old) = old_text(session, &place) else {
        return Ok(());
    };
    let status = match &old {
        Some(old) if *old == text => {
            session.set_passed(path.display().to_string());
            return Ok(());
        }
        Some(_) => "changed",
        None => "new",
    };
    counts.changed += 1;
    let result = |accepted| SnapshotResult {
        file: path.display().to_string(),
        snapshot: place.display().to_string(),
        status,
        accepted,
        words: old.as_ref().and(words).unwrap_or_default().to_vec(),
        diff: old.as_deref().map_or(String::new(), |old| diff(old, text)),
    };
    if *accept != Accept::Asked {
        let accepted = *accept == Accept::All;
        if accepted {
            write_output(session, &place, text.as_bytes(), &[], false)?;
            counts.accepted += 1;
        }
        return session.push(&Outcome::Snapshot(result(accepted)), Detail::Full, None);
    }
    session.push(&Outcome::Snapshot(result(false)), Detail::Full, None)?;
    if old.is_none() {
        session.line(text)?;
    }
    if asked(session, accept)? {
        write_output(session, &place, text.as_bytes(), &[], false)?;
        counts.accepted += 1;
    }
    Ok(())
}

/// What was kept, if anything was.
fn old_text(session: &mut Session<'_>, place: &Path) -> Outcomes<Option<String>> {
    match std::fs::read_to_string(place) {
        Ok(old) => Ok(Some(old)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(session.error("cannot-read", format!("cannot read `{}`: {error}", place.display()))),
    }
}

/// Whether somebody accepts what was just shown.
fn asked(session: &mut Session<'_>, accept: &mut Accept) -> Outcomes<bool> {
    loop {
        let answer = session.ask("accept? [y]es, [n]o, [a]ll that follow, [q]uit:")?;
        match answer.as_deref().map(|answer| answer.chars().next()) {
            Some(Some('y')) => return Ok(true),
            Some(Some('n')) => return Ok(false),
            Some(Some('a')) => {
                *accept = Accept::All;
                return Ok(true);
            }
            Some(Some('q')) | None => {
                *accept = Accept::None;
                return Ok(false);
            }
            Some(_) => {}
        }
    }
}

fn summary(counts: &SnapshotCounts) -> String {
    let (same, left) = (counts.all - counts.changed, counts.changed - counts.accepted);
    let mut parts = vec![format!("{same} unchanged")];
    if counts.orphans > 0 {
        parts.push(format!("{} without a program: delete them", counts.orphans));
    }
    if counts.accepted > 0 {
        parts.push(format!("{} accepted", counts.accepted));
    }
    if left > 0 {
        parts.push(format!("{left} new or changed; `--accept` keeps them, `--review` asks"));
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

fn beside(program: &Path, ending: &str) -> PathBuf {
    program.with_extension(ending.trim_start_matches('.'))
}

impl SnapshotKind {
    /// What the reports of this kind end in.
    fn endings(self) -> &'static [&'static str] {
        match self {
            SnapshotKind::Txt => &[TEXT],
            SnapshotKind::Json => &[JSON],
            SnapshotKind::Both => &ENDINGS,
        }
    }
}

/// The results that are kept of all functions of a file; a function without a model says why.
fn results_of(
    session: &mut Session<'_>,
    args: &SnapshotArgs,
    settings: &mut AllSettings,
    path: &Path,
) -> Outcomes<Vec<Outcome>> {
    let mut program = read_program(session, path, &Reading::plain())?;
    let mut model = ModelArgs {
        func: None,
        param: Vec::new(),
        assume: Vec::new(),
        budget: args.budget,
    };
    let mut settings = settings.of(session, path)?;
    let mut wishes = SnapshotWishes::read(session, &program)?;
    let whole = program.source.clone();
    let mut results = Vec::new();
    for mut function in functions(session, &program, &model.given(), Models::Exact)? {
        let mine = settings.as_mut().and_then(|file| file.of(&function.name));
        let mine = mine.unwrap_or_default();
        model.func = Some(function.name.clone());
        model.assume = mine.assume.iter().chain(&mine.param).cloned().collect();
        if !model.assume.is_empty() {
            let again = functions(session, &program, &model.given(), Models::Exact)?;
            function = again.into_iter().next().unwrap_or(function);
        }
        let span = match (&program.kind, function.op) {
            (InputKind::Mlir(module), Some(op)) => module.op(op).span,
            _ => Span::NONE,
        };
        // A line more above the function changes nothing.
        program.source = whole.counted_from(span);
        results.extend(kept(session, (&program, &function), (&mut wishes, &mine), &model)?);
        program.source = whole.clone();
    }
    wishes.tell_misfits(session, &whole)?;
    Ok(results)
}

/// What is kept of a function.
fn kept(
    session: &mut Session<'_>,
    (program, function): (&Program, &Function),
    (wishes, mine): (&mut SnapshotWishes, &settings::KeepWishes),
    model: &ModelArgs,
) -> Outcomes<Vec<Outcome>> {
    let mut report = match facts_of_function(program, function, model.budget) {
        Ok((_, mut report)) => {
            report.footprint = session
                .aside(|session| touched(session, program, function, &[], model))
                .unwrap_or_default();
            for tile in wishes.tiles(function).iter().chain(&mine.tile) {
                let found = touched(session, program, function, std::slice::from_ref(tile), model)?;
                report.footprint.extend(found);
            }
            report
        }
        Err(why) => without_model(program, function, &why),
    };
    let operands = wishes.operands(&function.name);
    only(
        &mut report,
        &operands.iter().chain(&mine.operands).map(String::as_str).collect(),
    );
    // The same wherever the folder lies.
    let file = Path::new(&program.source.name).file_name();
    let file = file.map_or(String::new(), |name| name.to_string_lossy().into_owned());
    report.file.clone_from(&file);
    let mut results = vec![Outcome::Report(Box::new(report))];
    let mut verdicts = wishes.verdicts(session, program, (function, model))?;
    for script in &mine.transform {
        let asked = AskedRewrite {
            script: script.clone(),
            span: Span::NONE,
            func: Some(function.name.clone()),
        };
        verdicts.extend(asked::verdicts(session, program, &model.given(), &asked)?);
    }
    for mut verdict in verdicts {
        verdict.file.clone_from(&file);
        results.push(Outcome::Verdict(Box::new(verdict)));
    }
    Ok(results)
}

/// Takes all other operands out of a report, if there are some that are wanted.
fn only(report: &mut FunctionReport, operands: &BTreeSet<&str>) {
    if operands.is_empty() {
        return;
    }
    let wanted = |array: &str| operands.contains(array);
    report.arrays.retain(|one| wanted(&one.array));
    report.dependences.retain(|one| wanted(&one.array));
    report
        .graph
        .retain(|edge| edge.arrays.iter().any(|array| wanted(array)));
    for stmt in &mut report.statements {
        stmt.relations.operands.retain(|one| wanted(&one.array));
    }
}

/// What the comments of a program ask for.
struct SnapshotWishes {
    kept: Vec<(Keep, AskedRewrite)>,
    asked: Vec<AskedRewrite>,
    /// Where those stand that made sense for some function.
    fit: BTreeSet<u32>,
}

impl SnapshotWishes {
    fn read(session: &mut Session<'_>, program: &Program) -> Outcomes<SnapshotWishes> {
        let comments = Comments::read(session, program)?;
        Ok(SnapshotWishes {
            kept: comments.kept().to_vec(),
            asked: comments.asked().to_vec(),
            fit: BTreeSet::new(),
        })
    }

    /// The sizes of tiles of a function. A comment that is about no function in particular is about those with its loops.
    fn tiles(&mut self, function: &Function) -> Vec<String> {
        let mut found = Vec::new();
        for (_, asked) in self.kept.iter().filter(|(keep, _)| *keep == Keep::Tile) {
            let fits = match (&asked.func, &function.model) {
                (Some(func), _) => *func == function.name,
                (None, Ok(scop)) => has_loops(scop, &asked.script),
                (None, Err(_)) => false,
            };
            if fits {
                self.fit.insert(asked.span.start);
                found.push(asked.script.clone());
            }
        }
        found
    }

    fn operands(&mut self, name: &str) -> Vec<String> {
        let mut found = Vec::new();
        for (_, asked) in self.kept.iter().filter(|(keep, _)| *keep == Keep::Operands) {
            if asked.func.as_deref().is_none_or(|func| func == name) {
                self.fit.insert(asked.span.start);
                found.extend(
                    asked
                        .script
                        .split(',')
                        .map(|name| name.trim().trim_start_matches('%').to_owned()),
                );
            }
        }
        found
    }

    /// The verdicts on the scripts. One that is about no function in particular is about those in which it has a place.
    fn verdicts(
        &mut self,
        session: &mut Session<'_>,
        program: &Program,
        (function, model): (&Function, &ModelArgs),
    ) -> Outcomes<Vec<VerdictResult>> {
        let mut found = Vec::new();
        for asked in &self.asked {
            match &asked.func {
                Some(func) if *func != function.name => continue,
                Some(_) => found.extend(asked::verdicts(session, program, &model.given(), asked)?),
                None => match asked::verdicts(&mut Messages::default(), program, &model.given(), asked) {
                    Ok(verdicts) => found.extend(verdicts),
                    Err(_) => continue,
                },
            }
            self.fit.insert(asked.span.start);
        }
        Ok(found)
    }

    /// Tells of comments that made sense for no function.
    fn tell_misfits(&self, session: &mut Session<'_>, source: &Source) -> Outcomes<()> {
        let all = self.kept.iter().map(|(_, asked)| asked).chain(&self.asked);
        let misfits: Vec<&AskedRewrite> = all.filter(|asked| !self.fit.contains(&asked.span.start)).collect();
        for asked in &misfits {
            let message = "this comment makes sense for no function of the file".to_owned();
            session.tell(
                &Diagnostic::error("unknown-directive", message, asked.span),
                Some(source),
            );
        }
        if misfits.is_empty() { Ok(()) } else { Err(Told) }
    }
}

/// Whether a function has all loops of `i=32, j=32`.
fn has_loops(scop: &Scop, sizes: &str) -> bool {
    let mut names = sizes
        .split(',')
        .filter_map(|size| size.split_once('='))
        .map(|(name, _)| name.trim());
    names.all(|name| scop.loops.iter().any(|one| one.name == name))
}

/// The files `polyvet.toml` that were met.
struct AllSettings {
    top: PathBuf,
    /// Nothing where one makes no sense.
    files: BTreeMap<PathBuf, Option<FileSettings>>,
}

struct FileSettings {
    settings: FolderSettings,
    used: BTreeSet<String>,
}

impl FileSettings {
    fn of(&mut self, function: &str) -> Option<settings::KeepWishes> {
        let wishes = self.settings.function.get(function)?;
        self.used.insert(function.to_owned());
        Some(wishes.clone())
    }
}

impl AllSettings {
    fn new(top: &Path) -> AllSettings {
        let top = if top.is_file() {
            top.parent().unwrap_or(top)
        } else {
            top
        };
        AllSettings {
            top: top.to_owned(),
            files: BTreeMap::new(),
        }
    }

    /// The settings for a program; [`None`] if there are none.
    fn of(&mut self, session: &mut Session<'_>, program: &Path) -> Outcomes<Option<&mut FileSettings>> {
        let folder = program.parent().unwrap_or(program);
        let Some(path) = settings::beside(folder, &self.top) else {
            return Ok(None);
        };
        if !self.files.contains_key(&path) {
            let read = read_source(session, &path).and_then(|source| {
                settings::read(&source).map_err(|why| {
                    session.tell(&why, Some(&source));
                    Told
                })
            });
            let file = read.ok().map(|settings| FileSettings {
                settings,
                used: BTreeSet::new(),
            });
            self.files.insert(path.clone(), file);
        }
        match self.files.get_mut(&path) {
            Some(Some(file)) => Ok(Some(file)),
            _ => Err(Told),
        }
    }

    /// Tells of functions that no program beside a file has.
    fn tell_unused(&self, session: &mut Session<'_>) {
        for (path, file) in &self.files {
            let names = file
                .iter()
                .flat_map(|file| file.settings.function.keys().map(move |name| (file, name)));
            for (_, name) in names.filter(|(file, name)| !file.used.contains(*name)) {
                let message = format!("`{}` is about @{name}, which no program beside it has", path.display());
                session.error("settings", message);
            }
        }
    }
}

fn diff(old: &str, new: &str) -> String {
    let diff = similar::TextDiff::from_lines(old, new);
    diff.unified_diff().context_radius(CONTEXT).to_string()
}
