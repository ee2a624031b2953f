//! `check --steps mlir`: MLIR makes the steps of a script of its transform dialect, and what it made is validated.
//!
//! One run of mlir-opt prints the program after each statement of the script. The program after all of them is compared
//! with the one before. Where that is not proved, each step is compared with the one before it: proofs of all steps are
//! a proof of the whole, and a step that is refuted is the one that broke it.

use crate::args::CheckArgs;
use crate::assume::Comments;
use crate::input::{Program, Reading, program_of, read_source};
use crate::session::{Outcomes, Session};
use crate::snippet::Source;
use crate::validate::decide;
use polyvet::Given;
use polyvet::read::MLIR_OPT;
use polyvet::validate::{JudgedFunction, ProgramPair, module_of};
use polyvet_backend::process::{self, ProcessOutput, ToolError};
use polyvet_ir::Module;
use polyvet_rewrites::dialect::{Traced, TracedStep, is_dialect, trace};
use polyvet_verify::Verdict;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What marks the programs in what mlir-opt prints.
const LABEL: &str = "polyvet, after step";
/// How long a script may take.
const LIMIT: Duration = Duration::from_secs(60);

/// Who makes the steps of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepMaker {
    /// polyvet.
    Own,
    /// `mlir-opt`, or the command that was given.
    Mlir(Option<String>),
}

impl StepMaker {
    /// The value of `--steps`.
    pub fn read(text: &str) -> Result<StepMaker, String> {
        match text.trim() {
            "own" => Ok(StepMaker::Own),
            "mlir" => Ok(StepMaker::Mlir(None)),
            command if shlex::split(command).is_some_and(|words| !words.is_empty()) => {
                Ok(StepMaker::Mlir(Some(command.to_owned())))
            }
            _ => Err("expected `own`, `mlir` or a command such as `mlir-opt --allow-unregistered-dialect`".to_owned()),
        }
    }
}

/// A program after some of the steps.
struct SteppedProgram {
    /// The last of them.
    step: TracedStep,
    text: String,
}

/// What mlir-opt made.
struct MadeByMlir {
    /// After each step but the last, as far as it printed them.
    between: Vec<SteppedProgram>,
    /// In the end.
    text: String,
}

/// A script, and the command that runs it.
pub struct StepScript {
    source: Source,
    command: String,
    words: Vec<String>,
}

impl StepScript {
    /// The script of `--script`, for the command that `--steps` gives; `None` where polyvet makes the steps.
    pub fn read(session: &mut Session<'_>, args: &CheckArgs) -> Outcomes<Option<StepScript>> {
        let StepMaker::Mlir(command) = &args.steps else {
            return Ok(None);
        };
        let help = "`--steps` is about a file with a `transform.named_sequence`: `--script FILE`";
        let Some(path) = &args.rewrite.script else {
            return Err(session.error_help("not-a-script", "there is no `--script`", help));
        };
        let source = read_source(session, path)?;
        if !is_dialect(&source.text) {
            let message = format!("`{}` is no script of the transform dialect", source.name);
            return Err(session.error_help("not-a-script", message, help));
        }
        let found = || MLIR_OPT.into_iter().find(|name| is_on_path(name)).map(str::to_owned);
        let Some(command) = command.clone().or_else(found) else {
            let message = "`--steps mlir` needs `mlir-opt`, which is not on PATH";
            let help = "install it, give its command with `--steps CMD`, or let polyvet make the steps";
            return Err(session.error_help("cannot-run", message, help));
        };
        let words = shlex::split(&command).unwrap_or_default();
        Ok(Some(StepScript { source, command, words }))
    }

    /// `check` of one file.
    pub fn check(&self, session: &mut Session<'_>, args: &CheckArgs, program: &Program) -> Outcomes<()> {
        let made = self.run(session, program)?;
        let name = format!("<{} by {}>", self.source.name, self.command);
        let after = program_of(session, Source::new(name, made.text), Path::new("-"), &Reading::plain())?;
        let pair = ProgramPair::new(session, program, &after)?;
        let given = args.model.given();
        let subjects = pair.selected(session, &given)?;
        let comments = Comments::read(session, program)?;
        let mut judged = decide(session, &pair, &given, &subjects, &[&comments])?;
        if given.func.is_none() {
            judged.extend(pair.others());
        }
        let is_proved = |one: &JudgedFunction| matches!(one.verdict, Verdict::Proved(_));
        let mut broken = None;
        if !made.between.is_empty() && !judged.iter().all(is_proved) {
            let steps = self.steps(session, program, &after, &made.between)?;
            for one in judged.iter_mut().filter(|one| !is_proved(one)) {
                let of_steps = steps.judge(session, &given, &one.name, &comments)?;
                broken = broken.or(steps.settle(one, of_steps));
            }
        }
        for one in &judged {
            let mut result = pair.result(one);
            result.subject.clone_from(&self.source.name);
            session.push_pair(result, (&program.source, &after.source), &args.accept)?;
        }
        if let Some((step, func)) = broken {
            session.set_broken_by(&step.op);
            let line = self
                .source
                .line(step.span)
                .map_or(String::new(), |line| format!(":{line}"));
            session.line(&format!(
                "broken by `{}`, {}{line}: `@{func}`",
                step.op, self.source.name
            ))?;
        }
        Ok(())
    }

    /// Runs the script on a program.
    fn run(&self, session: &mut Session<'_>, program: &Program) -> Outcomes<MadeByMlir> {
        let traced = trace(&self.source.text, LABEL);
        if let Some(traced) = &traced
            && let Ok((printed, text)) = self.call(session, program, &traced.text)?
        {
            let between = between(&printed.stdout, traced);
            return Ok(MadeByMlir { between, text });
        }
        // A script that cannot print what lies in between is one step.
        match self.call(session, program, &self.source.text)? {
            Ok((_, text)) if text.trim().is_empty() => {
                let message = format!("`{}` printed no program", self.command);
                Err(session.error("pass-silent", message))
            }
            Ok((_, text)) => Ok(MadeByMlir {
                between: Vec::new(),
                text,
            }),
            Err(why) => {
                let message = format!("`{}` cannot run the script: it {why}", self.command);
                Err(session.error("pass-failed", message))
            }
        }
    }

    /// What the command prints, and the program in the end; or why there is none.
    fn call(
        &self,
        session: &mut Session<'_>,
        program: &Program,
        script: &str,
    ) -> Outcomes<Result<(ProcessOutput, String), String>> {
        let is_inside = program.source.text == self.source.text;
        let payload = if is_inside { script } else { &program.source.text };
        let files = Files::write(payload, script)
            .map_err(|error| session.error("cannot-write", format!("cannot write the program to a file: {error}")))?;
        let mut words: Vec<String> = self.words[1..].to_vec();
        if !is_inside {
            let library = files.script.display();
            // Passes run in this order.
            words.insert(
                0,
                format!("--transform-preload-library=transform-library-paths={library}"),
            );
        }
        // A command may say itself how scripts are run, such as from another entry point.
        if !words.iter().any(|word| word.contains("transform-interpreter")) {
            words.push("--transform-interpreter".to_owned());
        }
        words.extend([files.payload.display().to_string(), "-o".to_owned()]);
        words.push(files.output.display().to_string());
        let named = |error: ToolError| {
            let why = error.describe();
            let payload = if is_inside { &self.source } else { &program.source };
            why.replace(&files.payload.display().to_string(), &payload.name)
                .replace(&files.script.display().to_string(), &self.source.name)
        };
        Ok(match process::run(&self.words[0], &words, "", LIMIT) {
            Ok(printed) => Ok((printed, std::fs::read_to_string(&files.output).unwrap_or_default())),
            Err(error) => Err(named(error)),
        })
    }

    /// The programs in between, which end where one cannot be read.
    fn steps<'p>(
        &'p self,
        session: &mut Session<'_>,
        first: &'p Program,
        last: &'p Program,
        between: &'p [SteppedProgram],
    ) -> Outcomes<Stages<'p>> {
        let mut modules = vec![Cow::Borrowed(module_of(session, first)?)];
        for after in between {
            let (mut module, diagnostics) = polyvet_ir::parse(&after.text);
            if let Some(first) = diagnostics.first() {
                let message = format!(
                    "the program after `{}` is not read, so the steps are not looked at",
                    after.step.op
                );
                session.note(first.code, &message);
                return Ok(Stages {
                    script: self,
                    modules: Vec::new(),
                    between,
                });
            }
            polyvet_ir::plain_tensors(&mut module);
            polyvet_ir::plain_operations(&mut module);
            polyvet_ir::plain_deallocations(&mut module);
            modules.push(Cow::Owned(module));
        }
        modules.push(Cow::Borrowed(module_of(session, last)?));
        Ok(Stages {
            script: self,
            modules,
            between,
        })
    }
}

/// The program before the first step, after each step, and in the end.
struct Stages<'p> {
    script: &'p StepScript,
    modules: Vec<Cow<'p, Module>>,
    between: &'p [SteppedProgram],
}

impl Stages<'_> {
    /// The verdicts on one function, step by step, up to the first that refutes it.
    fn judge(
        &self,
        session: &mut Session<'_>,
        given: &Given,
        func: &str,
        comments: &Comments<'_>,
    ) -> Outcomes<Vec<Verdict>> {
        let mut verdicts = Vec::new();
        for pair in self.modules.windows(2) {
            let pair = ProgramPair {
                before: &self.script.source,
                after: &self.script.source,
                first: &pair[0],
                second: &pair[1],
                unread: Vec::new(),
            };
            let all = pair.selected(session, given)?;
            let subject: Vec<_> = all.into_iter().filter(|one| one.name == func).collect();
            verdicts.extend(
                decide(session, &pair, given, &subject, &[comments])?
                    .into_iter()
                    .map(|one| one.verdict),
            );
            if matches!(verdicts.last(), Some(Verdict::Refuted(_))) {
                break;
            }
        }
        Ok(verdicts)
    }

    /// Proofs of all steps are one of the whole. Returns the step that broke a function that is refuted.
    fn settle(&self, whole: &mut JudgedFunction, steps: Vec<Verdict>) -> Option<(TracedStep, String)> {
        let at = |number: usize| self.between.get(number).map(|after| after.step.clone());
        let refuted = steps.iter().position(|one| matches!(one, Verdict::Refuted(_)));
        match (&whole.verdict, refuted) {
            (Verdict::Refuted(_), Some(number)) => Some((at(number)?, whole.name.clone())),
            (Verdict::Refuted(_), None) => None,
            _ if steps.len() + 1 == self.modules.len() => {
                let mut chain = steps.into_iter();
                let first = chain.next()?;
                let all = chain.try_fold(first, Verdict::followed_by);
                if let Some(all @ Verdict::Proved(_)) = all {
                    whole.verdict = all;
                }
                None
            }
            _ => None,
        }
    }
}

/// The programs between the first and the last, from what the traced script printed.
fn between(printed: &str, traced: &Traced) -> Vec<SteppedProgram> {
    let mut all: Vec<SteppedProgram> = Vec::new();
    let mut inside = false;
    for line in printed.split_inclusive('\n') {
        if let Some(head) = line.strip_prefix("[[[ IR printer: ") {
            let number = head.strip_prefix(LABEL).and_then(|rest| {
                let number: usize = rest.split_whitespace().next()?.parse().ok()?;
                traced.steps.get(number.checked_sub(1)?)
            });
            inside = number.is_some();
            all.extend(number.map(|step| SteppedProgram {
                step: step.clone(),
                text: String::new(),
            }));
        } else if let (true, Some(after)) = (inside, all.last_mut()) {
            after.text.push_str(line);
        }
    }
    all
}

/// Files for one run, gone after it.
struct Files {
    payload: PathBuf,
    script: PathBuf,
    output: PathBuf,
    // INVARIANT: lives as long as the files are needed.
    _folder: tempfile::TempDir,
}

impl Files {
    fn write(payload: &str, script: &str) -> std::io::Result<Files> {
        let folder = tempfile::Builder::new().prefix("polyvet-").tempdir()?;
        let at = |name: &str| folder.path().join(name);
        let files = Files {
            payload: at("program.mlir"),
            script: at("script.mlir"),
            output: at("after.mlir"),
            _folder: folder,
        };
        std::fs::write(&files.payload, payload)?;
        std::fs::write(&files.script, script)?;
        Ok(files)
    }
}

fn is_on_path(name: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(name).is_file())
}
