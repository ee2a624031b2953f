//! `validate --reduce`: a small program that is refuted in the same way.
//!
//! With `--pass` the program before the pass is made smaller, and the pass is run on every candidate. Two given
//! programs are made smaller together. A candidate counts only if the new verdict is refuted as well, in the
//! same function and by the same kind of witness; that takes a run in which the smaller `before` stays in
//! bounds, reads nothing uninitialised and does nothing else undefined.
//!
//! Candidates are run at the sizes of the witness, which takes a fraction of what a whole judgement takes; that judges
//! the result. Where runs alone do not show the fault, or the result is judged otherwise, every candidate is judged.

use crate::args::ValidateArgs;
use crate::assume::Comments;
use crate::input::{is_one_of, write_output};
use crate::pass::PassCommand;
use crate::session::{Outcomes, Session};
use crate::snippet::Source;
use indicatif::{ProgressBar, ProgressStyle};
use polyvet::validate::{JudgedFunction, ProgramPair};
use polyvet_ir::{Module, OpId, PrintForm, PrintOptions, print, print_op};
use polyvet_reduce::{Progress, ReduceLimits, reduce_pair, reduce_within};
use polyvet_report::text::Detail;
use polyvet_report::{Outcome, ProgramResult};
use polyvet_verify::{Verdict, Witness};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Runs the command, after the programs themselves were judged.
pub fn run(
    session: &mut Session<'_>,
    args: &ValidateArgs,
    pair: &ProgramPair<'_>,
    pass: Option<&PassCommand>,
    judged: &[JudgedFunction],
    comments: &[&Comments<'_>],
) -> Outcomes<()> {
    let fault = judged.iter().find_map(|one| match &one.verdict {
        Verdict::Refuted(witness) => Some((one, witness)),
        _ => None,
    });
    let Some((fault, witness)) = fault else {
        for one in judged {
            session.push_pair(pair.result(one), (pair.before, pair.after), &args.accept)?;
        }
        session.note(
            "nothing-to-reduce",
            "no function is refuted, so there is nothing to reduce",
        );
        return Ok(());
    };
    let assumed: Vec<String> = comments.iter().flat_map(|one| one.of(&fault.name)).collect();
    let mut question = SameFault {
        args,
        name: fault.name.clone(),
        known: witness,
        assumed: &assumed,
        by_runs: true,
        deadline: Instant::now() + Duration::from_secs(args.reduce_seconds),
    };
    let limits = ReduceLimits {
        tries: args.reduce_tries,
        deadline: Some(question.deadline),
    };
    question.by_runs = args.may_alias.is_empty() && question.still(pair.first, pair.second);
    let (mut found, mut progress) = reduced(session, &question, pair, pass, limits);
    let is_fault = |small: &ShrunkTexts| {
        let programs = read(&small.before).zip(read(&small.after));
        programs.is_some_and(|(first, second)| question.ask(&first, &second).is_some())
    };
    if question.by_runs && !found.as_ref().is_some_and(is_fault) {
        question.by_runs = false;
        (found, progress) = reduced(session, &question, pair, pass, limits);
    }
    if progress.tries >= args.reduce_tries || limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        let message = format!("stopped after {} tries; there may be a smaller program", progress.tries);
        session.note("reduction-stopped", message);
    }
    let Some(small) = found else {
        return Err(session.error("pass-failed", "the pass no longer works on the reduced program"));
    };
    tell(session, args, &question, &small, pass)
}

/// Makes the programs smaller; with `-o` the file holds the smallest so far at any time.
fn reduced(
    session: &Session<'_>,
    question: &SameFault<'_>,
    pair: &ProgramPair<'_>,
    pass: Option<&PassCommand>,
    limits: ReduceLimits,
) -> (Option<ShrunkTexts>, Progress) {
    let bar = spinner(session);
    let mut watch = |progress: Progress| {
        bar.set_message(format!("{} operations left", progress.ops));
        bar.set_position(progress.tries as u64);
    };
    let small = |first: &Module, second: &Module| ShrunkTexts {
        before: text_of(first),
        after: text_of(second),
    };
    let found = match pass {
        Some(pass) => {
            let mut still = |first: &Module| {
                let text = text_of(first);
                let Some(after) = pass.output(&text) else { return false };
                let is_still = read(&after).is_some_and(|second| question.still(first, &second));
                if is_still {
                    question.keep(&ShrunkTexts { before: text, after }, true);
                }
                is_still
            };
            let (least, progress) = reduce_within(pair.first, limits, &mut still, &mut watch);
            (ShrunkTexts::of(pass, least), progress)
        }
        None => {
            let mut still = |first: &Module, second: &Module| {
                let is_still = question.still(first, second);
                if is_still {
                    question.keep(&small(first, second), false);
                }
                is_still
            };
            let modules = (pair.first, pair.second);
            let ((first, second), progress) = reduce_pair(modules, limits, &mut still, &mut watch);
            (Some(small(&first, &second)), progress)
        }
    };
    bar.finish_and_clear();
    found
}

/// Texts of the result.
struct ShrunkTexts {
    before: String,
    after: String,
}

impl ShrunkTexts {
    fn of(pass: &PassCommand, before: Module) -> Option<ShrunkTexts> {
        let before = text_of(&before);
        let after = pass.output(&before)?;
        Some(ShrunkTexts { before, after })
    }
}

/// Writes the result, and the verdict on it among the messages.
fn tell(
    session: &mut Session<'_>,
    args: &ValidateArgs,
    question: &SameFault<'_>,
    small: &ShrunkTexts,
    pass: Option<&PassCommand>,
) -> Outcomes<()> {
    let before = Source::new("<reduced>", question.comments() + &small.before);
    let after = Source::new(
        if pass.is_some() {
            "<after the pass>"
        } else {
            "<reduced after>"
        },
        small.after.clone(),
    );
    let text = question.text(small, pass.is_some());
    let (first, second) = (read(&before.text), read(&after.text));
    let Some((first, second)) = first.zip(second) else {
        return Err(session.error(
            "internal",
            "the reduced program cannot be read back; this is a bug in polyvet",
        ));
    };
    let pair = ProgramPair {
        before: &before,
        after: &after,
        first: &first,
        second: &second,
        unread: Vec::new(),
    };
    let Some(judged) = question.ask(&first, &second) else {
        return Err(session.error(
            "internal",
            "the reduced program is not refuted again; this is a bug in polyvet",
        ));
    };
    let result = pair.result(&judged);
    let functions = first.funcs().iter().filter_map(|op| first.symbol_path(*op)).collect();
    let output = args.output.as_ref().map(|path| path.display().to_string());
    question.write(session, &text)?;
    let program = Outcome::Program(ProgramResult {
        file: args.before.display().to_string(),
        functions,
        form: "custom",
        text: output.is_none().then_some(text),
        output,
        instances: None,
    });
    if session.is_data() {
        session.push_pair(result, (&before, &after), &args.accept)?;
    } else {
        session.show_pair(&result, (&before, &after), &args.accept);
    }
    session.push(&program, Detail::Full, None)
}

/// The program, without the module around it where that says nothing.
fn text_of(module: &Module) -> String {
    let form = PrintForm::Custom;
    let options = PrintOptions {
        form,
        ..PrintOptions::default()
    };
    let top = module.op(module.top);
    if !top.attrs.is_empty() || !top.properties.is_empty() || module.resources.is_some() {
        return print(module, options);
    }
    let ops = &module.block(module.body()).ops;
    ops.iter().map(|op| print_op(module, *op, options) + "\n").collect()
}

fn read(text: &str) -> Option<Module> {
    polyvet::Program::read(text).ok()?.into_module()
}

/// Is it still the same fault?
struct SameFault<'a> {
    args: &'a ValidateArgs,
    name: String,
    /// That of the programs as they were given.
    known: &'a Witness,
    /// Constraints on the parameters, from comments.
    assumed: &'a [String],
    /// Runs alone say whether it is.
    by_runs: bool,
    /// From then on nothing is.
    deadline: Instant,
}

impl SameFault<'_> {
    /// Whether a candidate shows the fault.
    fn still(&self, first: &Module, second: &Module) -> bool {
        if Instant::now() >= self.deadline {
            return false;
        }
        if !self.by_runs {
            return self.ask(first, second).is_some();
        }
        let by_runs = |pair: &ProgramPair<'_>, func| {
            let (given, subject) = (self.args.given(), pair.subject(func));
            pair.is_refuted_near(&given, &subject, self.assumed, self.known).ok()
        };
        self.of(first, second, by_runs) == Some(true)
    }

    /// The verdict, if it is the same fault.
    fn ask(&self, first: &Module, second: &Module) -> Option<JudgedFunction> {
        let judge =
            |pair: &ProgramPair<'_>, func| pair.judge(&self.args.given(), &pair.subject(func), self.assumed).ok();
        let judged = self.of(first, second, judge)?;
        match &judged.verdict {
            Verdict::Refuted(witness) if witness.replay.confirmed && witness.kind.name() == self.known.kind.name() => {
                Some(judged)
            }
            _ => None,
        }
    }

    /// An answer on the function that is wrong.
    fn of<T>(
        &self,
        first: &Module,
        second: &Module,
        answer: impl Fn(&ProgramPair<'_>, OpId) -> Option<T>,
    ) -> Option<T> {
        let source = Source::new("", String::new());
        let pair = ProgramPair {
            before: &source,
            after: &source,
            first,
            second,
            unread: Vec::new(),
        };
        let mut functions = first.funcs().into_iter();
        let func = functions.find(|op| first.symbol_path(*op).as_ref() == Some(&self.name))?;
        answer(&pair, func)
    }

    /// What is assumed, as comments.
    fn comments(&self) -> String {
        let line = |one: &String| format!("// polyvet: assume {one}\n");
        self.assumed.iter().map(line).collect()
    }

    /// The text of a result: of both programs, unless a pass makes the second.
    fn text(&self, small: &ShrunkTexts, has_pass: bool) -> String {
        let before = self.comments() + &small.before;
        match has_pass {
            true => before,
            false => before + "// -----\n" + &small.after,
        }
    }

    /// Writes the smallest so far to where the result goes, which may be the last that happens. An error is reported
    /// when the result is written.
    fn keep(&self, small: &ShrunkTexts, has_pass: bool) {
        if let Some(path) = &self.args.output
            && !is_one_of(path, &self.inputs())
        {
            _ = polyvet_backend::write_whole(path, self.text(small, has_pass).as_bytes());
        }
    }

    fn write(&self, session: &mut Session<'_>, text: &str) -> Outcomes<()> {
        match &self.args.output {
            Some(path) => write_output(session, path, text.as_bytes(), &self.inputs(), false),
            None => Ok(()),
        }
    }

    fn inputs(&self) -> Vec<PathBuf> {
        std::iter::once(&self.args.before)
            .chain(&self.args.after)
            .cloned()
            .collect()
    }
}

fn spinner(session: &Session<'_>) -> ProgressBar {
    if !session.shows_progress() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{spinner} reducing: {msg}, {pos} tries, {elapsed}");
    style.map_or(bar.clone(), |style| bar.with_style(style))
}
