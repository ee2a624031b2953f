//! One run of a command: where results and messages go, and what the exit status will be.

use crate::args::{AcceptArg, AcceptArgs, Allow, CacheArgs, Format, SharedArgs, Sketch, SketchArgs};
use crate::shard::{Shard, ShardTurn};
use crate::snippet::{Source, printable, render_diagnostic, render_marks};
use crate::{Exit, GivenArrays, Io, ShowProgress};
use polyvet::Given;
use polyvet::cache::ProofCache;
use polyvet::read::io_reason;
use polyvet::source::{Noting, line_of_function};
pub use polyvet::{Outcomes, Reported as Told, Reporter};
use polyvet_ir::{Diagnostic, Severity, Span};
use polyvet_report::document::{Document, DocumentEntry, FileRegion};
use polyvet_report::text::Detail;
use polyvet_report::{
    DiagnosticResult, Mark, Outcome, Screen, Summary, TextRole, VerdictResult, annotations, json, junit, markdown,
    sarif, text,
};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// One run of a command.
pub struct Session<'a> {
    io: Io<'a>,
    format: Format,
    color_out: bool,
    color_err: bool,
    /// Say only what was asked.
    pub quiet: bool,
    command: &'static str,
    json: json::Stream,
    /// What `--json` asks for.
    json_file: Option<JsonFile>,
    /// Results that are written at the end, all together.
    kept: Vec<DocumentEntry>,
    /// What is as it should be and has no result.
    passed: Vec<String>,
    diagnostics: Vec<DiagnosticResult>,
    summary: Summary,
    bad_input: bool,
    refuted: bool,
    unknown: bool,
    /// The reader of `stdout` went away.
    closed: bool,
    stdin_is_read: bool,
    /// Messages go to a terminal, where somebody may want to know more.
    interactive: bool,
    /// The first code that was told.
    code: Option<&'static str>,
    /// Pictures with the characters of ASCII alone.
    ascii: bool,
    /// Proofs that are kept.
    pub cache: Option<ProofCache>,
    shard: Shard,
}

impl Reporter for Session<'_> {
    fn tell(&mut self, diagnostic: &Diagnostic, source: Option<&Source>) {
        Session::tell(self, diagnostic, source);
    }

    fn tell_unknown(&mut self, diagnostic: &Diagnostic, source: Option<&Source>) -> Told {
        Session::tell_unknown(self, diagnostic, source)
    }
}

impl<'a> Session<'a> {
    /// A run of `command`.
    pub fn new(io: Io<'a>, shared: &SharedArgs, command: &'static str) -> Session<'a> {
        Session {
            color_out: shared.color.decide(io.color_out),
            color_err: shared.color.decide(io.color_err),
            interactive: io.color_err,
            code: None,
            ascii: false,
            cache: None,
            shard: Shard::new((0, 1)),
            io,
            format: shared.format,
            quiet: shared.quiet,
            command,
            json: json::Stream::new(command),
            json_file: None,
            kept: Vec::new(),
            passed: Vec::new(),
            diagnostics: Vec::new(),
            summary: Summary::default(),
            bad_input: false,
            refuted: false,
            unknown: false,
            closed: false,
            stdin_is_read: false,
        }
    }

    /// Has results written into `path` too, as JSON. Only such a document is overwritten.
    pub fn set_json_file(&mut self, path: &Path) -> Outcomes<()> {
        let file = JsonFile::new(path, self.command);
        if !file.may_be_written() {
            let message = format!("`{}` exists and is no JSON of polyvet", path.display());
            return Err(self.error_help(
                "cannot-write",
                message,
                "`--json` overwrites no other file: name a new one",
            ));
        }
        self.json_file = Some(file);
        Ok(())
    }

    /// Opens the cache that is requested. One that cannot be opened is reported, and is no reason to stop unless it was
    /// requested here.
    pub fn open_cache(&mut self, args: &CacheArgs) -> Outcomes<()> {
        let folder = args
            .folder
            .as_ref()
            .or(self.io.cache.folder.as_ref())
            .filter(|_| !args.off);
        let Some(folder) = folder else { return Ok(()) };
        let Some(program) = &self.io.cache.program else {
            let message = "`--cache` works in the program `polyvet` alone, which knows its own executable";
            return match args.folder {
                Some(_) => Err(self.error("usage", message)),
                None => Ok(()),
            };
        };
        match ProofCache::open(folder, program, args.entries) {
            Ok(cache) => self.cache = Some(cache),
            Err(error) => {
                let message = format!("cannot keep proofs in `{}`: {error}", folder.display());
                self.tell(&Diagnostic::warning("cache-failed", message, Span::NONE), None);
            }
        }
        Ok(())
    }

    /// Answers one part of the questions alone.
    pub fn set_shard(&mut self, shard: (u64, u64)) {
        self.shard = Shard::new(shard);
    }

    /// Says what the questions are about: it distinguishes parts of one whole from others.
    pub fn set_inputs(&mut self, given: &Given, inputs: &[&str]) {
        // What one part takes for granted, the whole does not.
        let given = format!("{given:?}");
        self.json.shard = self.shard.result(&[inputs, &[given.as_str()]].concat());
        if let Some(file) = &mut self.json_file {
            file.stream.shard.clone_from(&self.json.shard);
        }
    }

    /// Whether others answer questions of this command too.
    pub fn is_part(&self) -> bool {
        self.shard.is_part()
    }

    /// Whose the next question is.
    pub fn next_question(&mut self) -> ShardTurn {
        self.shard.next()
    }

    /// Says what went wrong with the cache.
    pub fn close_cache(&mut self) {
        let troubles = self.cache.take().map(|cache| cache.troubles());
        for trouble in troubles.into_iter().flatten() {
            self.tell(&trouble, None);
        }
    }

    /// Does something beside the point: what it cannot answer is reported, but does not count.
    pub fn aside<T>(&mut self, question: impl FnOnce(&mut Session<'a>) -> T) -> T {
        let (unknown, bad_input) = (self.unknown, self.bad_input);
        let answer = question(self);
        (self.unknown, self.bad_input) = (unknown, bad_input);
        answer
    }

    /// A snapshot differs: as bad as a refutation.
    pub fn set_different(&mut self) {
        self.refuted = true;
    }

    /// There is no answer, as a result says.
    pub fn set_unknown(&mut self) {
        self.unknown = true;
    }

    /// Whether results are written for programs, or all together at the end, so that what goes between them is left
    /// out.
    pub fn is_data(&self) -> bool {
        self.format != Format::Text && self.format.annotations().is_none()
    }

    /// Whether all of a result that anybody sees is its text.
    pub fn is_only_text(&self) -> bool {
        self.format == Format::Text && self.json_file.is_none()
    }

    /// Adds to what `--json` asks for a result that is written in another way, or in no other.
    pub fn record(&mut self, outcome: &Outcome) {
        if let Some(file) = &mut self.json_file {
            file.push(outcome);
        }
    }

    /// Whether results are kept until the end.
    fn keeps(&self) -> bool {
        match self.format {
            // `report` writes its documents itself.
            Format::Markdown => self.command != "report",
            Format::Sarif | Format::Junit => true,
            Format::Text | Format::Json | Format::Html | Format::Github | Format::Gnu => false,
        }
    }

    /// Remembers that `path` was looked at and is as it should be.
    pub fn set_passed(&mut self, path: String) {
        if self.keeps() {
            self.passed.push(path);
        }
    }

    /// Whether a result is more than its text.
    fn makes_entries(&self) -> bool {
        self.keeps() || self.format.annotations().is_some()
    }

    /// Keeps a result for the end, or writes it with its annotation.
    fn keep(
        &mut self,
        outcome: Outcome,
        detail: Detail,
        accept: &AcceptArgs,
        sources: (Option<&Source>, Option<&Source>),
    ) -> Outcomes<()> {
        self.record(&outcome);
        let noting = Noting::new(sources);
        let mut text = text::render(&outcome, detail, &noting);
        let (mut accepted, mut hint) = (true, None);
        if let Outcome::Verdict(verdict) = &outcome {
            (accepted, hint) = (is_accepted(verdict, accept), self::hint(verdict, accept));
        }
        if let Some(hint) = hint {
            text += &format!("  {hint}\n");
        }
        let function = match &outcome {
            Outcome::Verdict(verdict) => sources
                .1
                .into_iter()
                .chain(sources.0)
                .filter_map(|source| line_of_function(source, &verdict.func))
                .find(FileRegion::is_in_a_file),
            _ => None,
        };
        let entry = DocumentEntry {
            outcome,
            places: noting.places.into_inner(),
            function,
            text,
            hint,
            accepted,
        };
        if let Some(style) = self.format.annotations() {
            return self.emit(&annotations::render(&entry, style));
        }
        self.kept.push(entry);
        Ok(())
    }

    /// The bytes that stand for the `.npy` file `path`.
    pub fn array(&self, path: &str) -> Option<&[u8]> {
        let arrays = self.io.arrays.as_deref()?;
        arrays.given.get(path).map(Vec::as_slice)
    }

    /// Where arrays go instead of into files.
    pub fn arrays(&mut self) -> Option<&mut GivenArrays> {
        self.io.arrays.as_deref_mut()
    }

    /// Whether progress may be drawn on the process's own `stderr`.
    pub fn shows_progress(&self) -> bool {
        self.progress() == ShowProgress::Drawn
    }

    /// How progress is shown, where work takes minutes.
    pub fn progress(&self) -> ShowProgress {
        if self.quiet { ShowProgress::No } else { self.io.progress }
    }

    /// Says how far the work has come.
    pub fn progress_line(&mut self, line: &str) {
        let _ = writeln!(self.io.stderr, "{line}");
        let _ = self.io.stderr.flush();
    }

    /// Whether to draw pictures in characters, and from now on with which.
    pub fn sketches(&mut self, args: &SketchArgs) -> bool {
        self.ascii = args.ascii;
        let wanted = match args.picture {
            Sketch::Auto => self.io.width.is_some() && !self.quiet,
            Sketch::Always => true,
            Sketch::Never => false,
        };
        wanted && self.format == Format::Text
    }

    /// The look of results.
    fn terminal<'s>(&self, source: Option<&'s Source>) -> Terminal<'s> {
        Terminal {
            color: self.color_out,
            width: self.io.width,
            ascii: self.ascii,
            source,
            before: None,
        }
    }

    /// How results are written.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The messages so far.
    pub fn messages(&self) -> &[DiagnosticResult] {
        &self.diagnostics
    }

    /// Counts of the verdicts so far.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// All results are in a file: nothing more goes to `stdout`, not even that there is nothing.
    pub fn all_is_written(&mut self) {
        self.closed = true;
    }

    /// Writes a whole document.
    pub fn emit(&mut self, text: &str) -> Outcomes<()> {
        self.write(|_, out| out.write_all(text.as_bytes()))
    }

    /// Reads standard input, which can be done once.
    pub fn read_stdin(&mut self) -> Outcomes<io::Result<Vec<u8>>> {
        if std::mem::replace(&mut self.stdin_is_read, true) {
            return Err(self.error(
                "usage",
                "`-` stands for two files, but standard input can be read only once",
            ));
        }
        let mut bytes = Vec::new();
        Ok(self.io.stdin.read_to_end(&mut bytes).map(|_| bytes))
    }

    /// Asks somebody, and reads a line of standard input; [`None`] where that has ended.
    pub fn ask(&mut self, question: &str) -> Outcomes<Option<String>> {
        self.stdin_is_read = true;
        self.write(|_, out| write!(out, "{question} "))?;
        let (mut line, mut byte) = (Vec::new(), [0]);
        // What is behind the line is the answer to the next question.
        while matches!(self.io.stdin.read(&mut byte), Ok(1)) {
            if byte[0] == b'\n' {
                return Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()));
            }
            line.push(byte[0]);
        }
        let rest = String::from_utf8_lossy(&line).trim().to_owned();
        Ok((!rest.is_empty()).then_some(rest))
    }

    /// Tells a message about `source`; an error makes the input bad.
    pub fn tell(&mut self, diagnostic: &Diagnostic, source: Option<&Source>) {
        match diagnostic.severity {
            Severity::Error => self.bad_input = true,
            Severity::Warning => {}
            Severity::Note if self.quiet => return,
            Severity::Note => {}
        }
        self.show(diagnostic, source);
    }

    /// Tells why there is no answer: not an error of the input.
    pub fn tell_unknown(&mut self, diagnostic: &Diagnostic, source: Option<&Source>) -> Told {
        self.unknown = true;
        self.show(diagnostic, source);
        Told
    }

    fn show(&mut self, diagnostic: &Diagnostic, source: Option<&Source>) {
        let text = render_diagnostic(diagnostic, source, self.color_err);
        // Where messages cannot be shown nothing can be done about it.
        let _ = self.io.stderr.write_all(text.as_bytes());
        let _ = self.io.stderr.flush();
        if diagnostic.severity != Severity::Note {
            self.code.get_or_insert(diagnostic.code);
        }
        let span = diagnostic.primary;
        let result = DiagnosticResult {
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            code: diagnostic.code,
            message: printable(&diagnostic.message),
            file: source.map(|source| source.file(span).to_owned()),
            line: source.and_then(|source| source.line(span)),
            column: source.and_then(|source| source.column(span)),
            help: diagnostic.help.clone(),
        };
        if let Some(style) = self.format.annotations() {
            let _ = self
                .io
                .stderr
                .write_all(annotations::message(&result, style).as_bytes());
            let _ = self.io.stderr.flush();
        }
        self.diagnostics.push(result);
    }

    /// Tells all messages about one file; an error among them is an error here.
    pub fn tell_all(&mut self, diagnostics: &[Diagnostic], source: &Source) -> Outcomes<()> {
        (self as &mut dyn Reporter).tell_all(diagnostics, source)
    }

    /// Tells something beside the point.
    pub fn note(&mut self, code: &'static str, message: impl Into<String>) {
        (self as &mut dyn Reporter).note(code, message);
    }

    /// Tells an error that has no place in a text.
    pub fn error(&mut self, code: &'static str, message: impl Into<String>) -> Told {
        self.tell(&Diagnostic::error(code, message, Span::NONE), None);
        Told
    }

    /// Tells an error and what to do about it.
    pub fn error_help(&mut self, code: &'static str, message: impl Into<String>, help: impl Into<String>) -> Told {
        self.tell(&Diagnostic::error(code, message, Span::NONE).help(help), None);
        Told
    }

    /// Writes a result.
    pub fn push(&mut self, result: &Outcome, detail: Detail, source: Option<&Source>) -> Outcomes<()> {
        if self.format == Format::Json {
            return self.write(|json, out| json.push(out, result));
        }
        if self.makes_entries() {
            return self.keep(result.clone(), detail, &AcceptArgs::default(), (None, source));
        }
        self.record(result);
        let text = text::render(result, detail, &self.terminal(source));
        self.write(|_, out| out.write_all(text.as_bytes()))
    }

    /// Writes a result that came from no file.
    pub fn push_plain(&mut self, result: &Outcome) -> Outcomes<()> {
        self.push(result, Detail::Full, None)
    }

    /// Writes a line of text, if results are written as text.
    pub fn line(&mut self, line: &str) -> Outcomes<()> {
        if self.is_data() {
            return Ok(());
        }
        self.write(|_, out| writeln!(out, "{line}"))
    }

    /// Writes a verdict and counts it for the exit status.
    pub fn push_verdict(
        &mut self,
        result: VerdictResult,
        detail: Detail,
        source: Option<&Source>,
        accept: &AcceptArgs,
    ) -> Outcomes<()> {
        self.count(&result, accept);
        if self.makes_entries() {
            return self.keep(Outcome::Verdict(Box::new(result)), detail, accept, (None, source));
        }
        let hint = hint(&result, accept).filter(|_| detail == Detail::Full && !self.quiet);
        self.push(&Outcome::Verdict(Box::new(result)), detail, source)?;
        hint.map_or(Ok(()), |hint| self.line(&format!("  {hint}")))
    }

    /// [`Session::push_verdict`] on two programs.
    pub fn push_pair(
        &mut self,
        result: VerdictResult,
        (before, after): (&Source, &Source),
        accept: &AcceptArgs,
    ) -> Outcomes<()> {
        self.count(&result, accept);
        let hint = hint(&result, accept).filter(|_| !self.quiet);
        let outcome = Outcome::Verdict(Box::new(result));
        if self.makes_entries() {
            return self.keep(outcome, Detail::Full, accept, (Some(before), Some(after)));
        }
        if self.format == Format::Json {
            return self.write(|json, out| json.push(out, &outcome));
        }
        self.record(&outcome);
        let terminal = Terminal {
            before: Some(before),
            ..self.terminal(Some(after))
        };
        let text = text::render(&outcome, Detail::Full, &terminal);
        self.write(|_, out| out.write_all(text.as_bytes()))?;
        hint.map_or(Ok(()), |hint| self.line(&format!("  {hint}")))
    }

    /// Shows a verdict among the messages, where `stdout` is for a program.
    pub fn show_verdict(&mut self, result: &VerdictResult, source: Option<&Source>, accept: &AcceptArgs) {
        self.count(result, accept);
        let outcome = Outcome::Verdict(Box::new(result.clone()));
        self.record(&outcome);
        let terminal = Terminal {
            color: self.color_err,
            ..self.terminal(source)
        };
        let mut text = text::render(&outcome, Detail::Full, &terminal);
        if let Some(hint) = hint(result, accept) {
            text += &format!("  {hint}\n");
        }
        let _ = self.io.stderr.write_all(text.as_bytes());
        let _ = self.io.stderr.flush();
    }

    /// Counts a verdict for the exit status.
    pub fn count(&mut self, result: &VerdictResult, accept: &AcceptArgs) {
        self.summary.count(result);
        if let Some(reason) = &result.reason {
            self.code.get_or_insert(reason.code);
        }
        match (result.verdict, result.strength) {
            ("refuted", _) => self.refuted = true,
            _ if is_accepted(result, accept) => {}
            _ => self.unknown = true,
        }
    }

    /// [`Session::show_verdict`] on two programs.
    pub fn show_pair(&mut self, result: &VerdictResult, (before, after): (&Source, &Source), accept: &AcceptArgs) {
        self.count(result, accept);
        let outcome = Outcome::Verdict(Box::new(result.clone()));
        self.record(&outcome);
        let terminal = Terminal {
            color: self.color_err,
            before: Some(before),
            ..self.terminal(Some(after))
        };
        let text = text::render(&outcome, Detail::Full, &terminal);
        let _ = self.io.stderr.write_all(text.as_bytes());
        let _ = self.io.stderr.flush();
    }

    /// Writes the counts of all verdicts.
    pub fn write_summary(&mut self) -> Outcomes<()> {
        if self.quiet || self.is_data() {
            return Ok(());
        }
        let text = text::render_summary(&self.summary, &self.terminal(None));
        self.write(|_, out| out.write_all(text.as_bytes()))
    }

    /// The counts of verdicts that others found.
    pub fn set_summary(&mut self, summary: Summary) {
        self.summary = summary;
    }

    /// Adds the median time a schedule, in microseconds, to the summary.
    pub fn set_median(&mut self, median_us: f64) {
        self.summary.median_us = Some(median_us);
    }

    /// Adds the pass that broke the program to the summary.
    pub fn set_broken_by(&mut self, pass: &str) {
        self.summary.broken_by = Some(pass.to_owned());
    }

    /// How many verdicts were written.
    pub fn verdict_count(&self) -> usize {
        self.summary.total()
    }

    /// Writes to `stdout` and flushes, so that results appear as they come. A reader that went away
    /// is no error: the rest is computed for the exit status.
    fn write(&mut self, write: impl FnOnce(&mut json::Stream, &mut dyn Write) -> io::Result<()>) -> Outcomes<()> {
        if self.closed {
            return Ok(());
        }
        match write(&mut self.json, self.io.stdout).and_then(|()| self.io.stdout.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            Err(error) => {
                self.closed = true;
                Err(self.error("output", format!("cannot write the results: {error}")))
            }
        }
    }

    /// Writes what was kept.
    fn write_kept(&mut self) {
        let document = Document {
            command: self.command,
            entries: &self.kept,
            passed: &self.passed,
            messages: &self.diagnostics,
            summary: &self.summary,
        };
        let text = match self.format {
            Format::Sarif => sarif::render(&document, &|code| {
                let page = crate::pages().find(|page| page.code == code)?;
                Some((page.summary, page.text))
            }),
            Format::Junit => junit::render(&document),
            _ => markdown::verdicts(&document),
        };
        let _ = self.emit(&text);
    }

    /// Ends the output and gives the exit status.
    pub fn finish(mut self) -> Exit {
        if self.keeps() {
            self.write_kept();
        }
        if let Some(Err(error)) = self
            .json_file
            .take()
            .map(|file| file.write(&self.diagnostics, &self.summary))
        {
            self.error("cannot-write", error);
        }
        if self.format == Format::Json {
            let (diagnostics, summary) = (std::mem::take(&mut self.diagnostics), std::mem::take(&mut self.summary));
            let _ = self.write(|json, out| json.end(out, &diagnostics, &summary));
        }
        if let Some(code) = self.code.filter(|_| self.interactive && !self.quiet) {
            let _ = writeln!(self.io.stderr, "for more: polyvet explain {code}");
            let _ = self.io.stderr.flush();
        }
        match self {
            Session { bad_input: true, .. } => Exit::BadInput,
            Session { refuted: true, .. } => Exit::Refuted,
            Session { unknown: true, .. } => Exit::Unknown,
            _ => Exit::Success,
        }
    }
}

/// The document that `--json` asks for. It is written at the end as a whole, so that a file is never half of one.
struct JsonFile {
    path: PathBuf,
    stream: json::Stream,
    bytes: Vec<u8>,
}

impl JsonFile {
    fn new(path: &Path, command: &'static str) -> JsonFile {
        JsonFile {
            path: path.to_owned(),
            stream: json::Stream::new(command),
            bytes: Vec::new(),
        }
    }

    /// Whether there is nothing yet that would be lost.
    fn may_be_written(&self) -> bool {
        // To open a pipe may wait for ever.
        if !self.path.is_file() {
            return true;
        }
        let Ok(mut file) = File::open(&self.path) else {
            return false;
        };
        let mut first = Vec::new();
        let known = json::opening();
        let is_read = Read::by_ref(&mut file).take(known.len() as u64).read_to_end(&mut first);
        is_read.is_ok() && (first.is_empty() || first == known.as_bytes())
    }

    fn push(&mut self, outcome: &Outcome) {
        // Writing to memory does not fail.
        let _ = self.stream.push(&mut self.bytes, outcome);
    }

    fn write(mut self, messages: &[DiagnosticResult], summary: &Summary) -> Result<(), String> {
        let _ = self.stream.end(&mut self.bytes, messages, summary);
        polyvet_backend::write_whole(&self.path, &self.bytes)
            .map_err(|error| format!("cannot write `{}`: {}", self.path.display(), io_reason(&error)))
    }
}

/// Whether a verdict counts as good.
pub fn is_accepted(result: &VerdictResult, accept: &AcceptArgs) -> bool {
    counts_as_good(result.verdict, result.strength, result.vacuous, accept)
}

/// [`is_accepted`] of the fields that decide it.
pub fn counts_as_good(verdict: &str, strength: Option<&str>, vacuous: Option<&str>, accept: &AcceptArgs) -> bool {
    match (verdict, strength) {
        // A proof about nothing is no reason for a green light.
        _ if vacuous.is_some() => false,
        ("proved", Some("bitwise")) => true,
        ("proved", _) => accept.allow.contains(&Allow::Reassoc),
        ("tested", _) => accept.accept.contains(&AcceptArg::Tested),
        _ => false,
    }
}

/// What to do about a verdict that does not count as good, but could.
fn hint(result: &VerdictResult, accept: &AcceptArgs) -> Option<&'static str> {
    if is_accepted(result, accept) {
        return None;
    }
    match result.verdict {
        _ if result.vacuous.is_some() => None,
        "proved" => Some("equal only up to the order of a reduction; `--allow reassoc` accepts that"),
        "tested" => Some("`--accept tested` accepts that"),
        _ => None,
    }
}

/// Text for a terminal, with or without colours.
struct Terminal<'s> {
    color: bool,
    width: Option<usize>,
    ascii: bool,
    source: Option<&'s Source>,
    /// The other program of a validation.
    before: Option<&'s Source>,
}

impl Screen for Terminal<'_> {
    fn paint(&self, role: TextRole, text: &str) -> String {
        if !self.color {
            return text.to_owned();
        }
        let code = match role {
            TextRole::Good => "1;32",
            TextRole::Bad => "1;31",
            TextRole::Unsure => "1;33",
            TextRole::Strong => "1",
            TextRole::Faint => "2",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }

    fn snippet(&self, marks: &[Mark]) -> String {
        match self.source {
            Some(source) => render_marks(&[(source, marks)], self.color),
            None => String::new(),
        }
    }

    fn snippets(&self, before: &[Mark], after: &[Mark]) -> String {
        let parts = [(self.before, before), (self.source, after)];
        let parts: Vec<_> = parts
            .into_iter()
            .filter_map(|(source, marks)| Some((source?, marks)))
            .collect();
        render_marks(&parts, self.color)
    }

    fn width(&self) -> Option<usize> {
        self.width
    }

    fn ascii(&self) -> bool {
        self.ascii
    }
}
