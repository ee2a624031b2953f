//! `validate --reduce`: a small program that is refuted in the same way.
//!
//! With `--pass` the program before the pass is made smaller, and the pass is run on every candidate. Two given
//! programs are made smaller together. A candidate counts only if the new verdict is refuted as well, in the
//! same function and by the same kind of witness; that takes a run in which the smaller `before` stays in
//! bounds, reads nothing uninitialised and does nothing else undefined.

use crate::args::ValidateArgs;
use crate::assume::Comments;
use crate::input::write_output;
use crate::pass::Pass;
use crate::session::{Outcomes, Session};
use crate::snippet::Source;
use indicatif::{ProgressBar, ProgressStyle};
use polyvet::validate::{Judged, Pair};
use polyvet_ir::{Form, Module, PrintOptions, print, print_op};
use polyvet_reduce::{Limits, Progress, reduce_pair, reduce_within};
use polyvet_report::text::Detail;
use polyvet_report::{Outcome, ProgramResult};
use polyvet_verify::Verdict;
use std::time::{Duration, Instant};

/// Runs the command, after the programs themselves were judged.
pub fn run(
    session: &mut Session<'_>,
    args: &ValidateArgs,
    pair: &Pair<'_>,
    pass: Option<&Pass>,
    judged: &[Judged],
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
    let question = Question {
        args,
        name: fault.name.clone(),
        kind: witness.kind.name(),
        assumed: &assumed,
    };
    let limits = Limits {
        tries: args.reduce_tries,
        deadline: Some(Instant::now() + Duration::from_secs(args.reduce_seconds)),
    };
    let bar = spinner(session);
    let mut watch = |progress: Progress| {
        bar.set_message(format!("{} operations left", progress.ops));
        bar.set_position(progress.tries as u64);
    };
    let (found, progress) = match pass {
        Some(pass) => {
            let mut still = |module: &Module| question.after(pass, module).is_some();
            let (small, progress) = reduce_within(pair.first, limits, &mut still, &mut watch);
            (Small::of(pass, small), progress)
        }
        None => {
            let mut still = |first: &Module, second: &Module| question.ask(first, second).is_some();
            let modules = (pair.first, pair.second);
            let ((first, second), progress) = reduce_pair(modules, limits, &mut still, &mut watch);
            (
                Some(Small {
                    before: text_of(&first),
                    after: text_of(&second),
                }),
                progress,
            )
        }
    };
    bar.finish_and_clear();
    if progress.tries >= args.reduce_tries || limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        let message = format!("stopped after {} tries; there may be a smaller program", progress.tries);
        session.note("reduction-stopped", message);
    }
    let Some(small) = found else {
        return Err(session.error("pass-failed", "the pass no longer works on the reduced program"));
    };
    tell(session, args, &question, &small, pass)
}

/// Texts of the result.
struct Small {
    before: String,
    after: String,
}

impl Small {
    fn of(pass: &Pass, before: Module) -> Option<Small> {
        let before = text_of(&before);
        let after = pass.output(&before)?;
        Some(Small { before, after })
    }
}

/// Writes the result, and the verdict on it among the messages.
fn tell(
    session: &mut Session<'_>,
    args: &ValidateArgs,
    question: &Question<'_>,
    small: &Small,
    pass: Option<&Pass>,
) -> Outcomes<()> {
    let mut text: String = question
        .assumed
        .iter()
        .map(|one| format!("// polyvet: assume {one}\n"))
        .collect();
    let before = Source::new("<reduced>", text.clone() + &small.before);
    let after = Source::new(
        if pass.is_some() {
            "<after the pass>"
        } else {
            "<reduced after>"
        },
        small.after.clone(),
    );
    text = before.text.clone();
    if pass.is_none() {
        text += "// -----\n";
        text += &small.after;
    }
    let (first, second) = (read(&before.text), read(&after.text));
    let Some((first, second)) = first.zip(second) else {
        return Err(session.error(
            "internal",
            "the reduced program cannot be read back; this is a bug in polyvet",
        ));
    };
    let pair = Pair {
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
    if let Some(path) = &args.output {
        let inputs: Vec<_> = std::iter::once(&args.before).chain(&args.after).cloned().collect();
        write_output(session, path, text.as_bytes(), &inputs, false)?;
    }
    let program = Outcome::Program(ProgramResult {
        file: args.before.display().to_string(),
        functions,
        form: "custom",
        text: output.is_none().then_some(text),
        output,
        instances: None,
    });
    if session.is_json() {
        session.push_pair(result, (&before, &after), &args.accept)?;
    } else {
        session.show_pair(&result, (&before, &after), &args.accept);
    }
    session.push(&program, Detail::Full, None)
}

/// The program, without the module around it where that says nothing.
fn text_of(module: &Module) -> String {
    let form = Form::Custom;
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
struct Question<'a> {
    args: &'a ValidateArgs,
    name: String,
    kind: String,
    /// Constraints on the parameters, from comments.
    assumed: &'a [String],
}

impl Question<'_> {
    /// The verdict, if it is.
    fn ask(&self, first: &Module, second: &Module) -> Option<Judged> {
        let source = Source::new("", String::new());
        let pair = Pair {
            before: &source,
            after: &source,
            first,
            second,
            unread: Vec::new(),
        };
        let func = first
            .funcs()
            .into_iter()
            .find(|op| first.symbol_path(*op).as_ref() == Some(&self.name))?;
        let judged = pair.judge(&self.args.given(), &pair.subject(func), self.assumed).ok()?;
        match &judged.verdict {
            Verdict::Refuted(witness) if witness.replay.confirmed && witness.kind.name() == self.kind => Some(judged),
            _ => None,
        }
    }

    /// [`Question::ask`] of what a pass makes of a program.
    fn after(&self, pass: &Pass, first: &Module) -> Option<Judged> {
        self.ask(first, &read(&pass.output(&text_of(first))?)?)
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
