//! A command that transforms a program: `--pass`.

use crate::ShowProgress;
use crate::args::ValidateArgs;
use crate::input::write_output;
use crate::session::{Outcomes, Reporter, Session, Told};
use crate::snippet::Source;
use polyvet_backend::process::{self, ProcessOutput, ToolError};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// A command, split into words as a shell would.
pub struct PassCommand {
    /// As it was given.
    pub command: String,
    words: Vec<String>,
    limit: Duration,
}

/// What a command printed, for which there is no file yet.
#[derive(Default)]
pub struct KeptOutput {
    text: String,
    /// Messages have places in it.
    pub asked: bool,
}

impl KeptOutput {
    /// Writes it to a file that stays, where there are messages about it, and says where that is.
    pub fn tell(&self, session: &mut Session<'_>) {
        if self.text.is_empty() || !self.asked || session.progress() == ShowProgress::No || session.is_data() {
            return;
        }
        let file = write_file(&self.text).ok().and_then(|file| file.keep().ok());
        if let Some((_, path)) = file {
            let message = format!(
                "the program after the pass is in `{}`; `--save-after` keeps it elsewhere",
                path.display()
            );
            session.note("kept-after", message);
        }
    }
}

/// What stands for the file in a command.
const FILE: &str = "{}";

/// What makes mlir-opt and its like print the generic form.
const GENERIC: &str = "--mlir-print-op-generic";
/// After so many seconds `--via` is stopped.
const VIA_SECONDS: u64 = 600;

/// What mlir-opt needs to be told to print the program after each pass that changes it.
const DUMP: [&str; 4] = [
    "--mlir-print-ir-after-all",
    "--mlir-print-ir-after-change",
    "--mlir-print-ir-module-scope",
    "--mlir-disable-threading",
];

impl PassCommand {
    /// Splits `command`; it is stopped after `seconds`.
    pub fn new(session: &mut Session<'_>, command: &str, seconds: u64) -> Outcomes<PassCommand> {
        let message = match shlex::split(command) {
            Some(words) if !words.is_empty() => {
                return Ok(PassCommand {
                    command: command.to_owned(),
                    words,
                    limit: Duration::from_secs(seconds),
                });
            }
            Some(_) => "the command is empty".to_owned(),
            None => format!("`{command}` is no command: a quote is not closed"),
        };
        Err(session.error("bad-pass", message))
    }

    /// The same command, which also prints the program after each pass that changes it.
    pub fn dumping(&self) -> PassCommand {
        let mut words = self.words.clone();
        let missing = |option: &&&str| {
            let short = option.trim_start_matches('-');
            !self.words.iter().any(|word| word.trim_start_matches('-') == short)
        };
        // Behind the program, so that `--` and the file stay where they are.
        let added: Vec<String> = DUMP.iter().filter(missing).map(|option| (*option).to_owned()).collect();
        words.splice(1..1, added);
        PassCommand {
            command: self.command.clone(),
            words,
            limit: self.limit,
        }
    }

    /// The same command, asked for the generic form.
    pub fn generic(&self) -> PassCommand {
        let mut words = self.words.clone();
        if !words
            .iter()
            .any(|word| word.trim_start_matches('-') == GENERIC.trim_start_matches('-'))
        {
            words.insert(1, GENERIC.to_owned());
        }
        PassCommand {
            command: self.command.clone(),
            words,
            limit: self.limit,
        }
    }

    /// The command of `--via`: it prints the generic form, where it does not say itself how it is called.
    pub fn via(session: &mut Session<'_>, command: &str) -> Outcomes<PassCommand> {
        let pass = PassCommand::new(session, command, VIA_SECONDS)?;
        match pass.words.iter().any(|word| word.contains(FILE)) {
            true => Ok(pass),
            false => Ok(pass.generic()),
        }
    }

    /// A program as the command prints it.
    pub fn normalise(&self, reporter: &mut dyn Reporter, source: &Source) -> Outcomes<Source> {
        let file = write_file(&source.text)
            .map_err(|error| reporter.error("cannot-write", format!("cannot write the program to a file: {error}")))?;
        match self.print_of(&source.text, file.path()) {
            Ok(printed) if printed.stdout.trim().is_empty() => {
                let message = format!("`{}` printed no program", self.command);
                Err(reporter.error_help("pass-silent", message, "the program is read from its standard output"))
            }
            Ok(printed) => Ok(Source::new(
                format!("{} (by {})", source.name, self.words[0]),
                printed.stdout,
            )),
            Err(error) => {
                let path = file.path().to_string_lossy().into_owned();
                let message = format!("`{}` {}", self.command, error.describe()).replace(&path, &source.name);
                Err(reporter.error_help("pass-failed", message, "`--via` needs a program that reads this file"))
            }
        }
    }

    /// What the command makes of a program, which is in the file at `path` or else in one made for it.
    pub fn run(&self, session: &mut Session<'_>, text: &str, path: Option<&Path>) -> Outcomes<String> {
        match self.print(session, text, path)? {
            Ok(printed) if printed.stdout.trim().is_empty() => {
                let message = format!("`{}` printed no program", self.command);
                let help = "the program after the pass is read from its standard output";
                Err(session.error_help("pass-silent", message, help))
            }
            Ok(printed) => Ok(printed.stdout),
            Err(error) => Err(self.tell(session, &error)),
        }
    }

    /// What the command prints.
    pub fn print(
        &self,
        session: &mut Session<'_>,
        text: &str,
        path: Option<&Path>,
    ) -> Outcomes<Result<ProcessOutput, ToolError>> {
        let file = match path.filter(|path| *path != Path::new("-")) {
            Some(_) => None,
            None => Some(write_file(text).map_err(|error| {
                session.error("cannot-write", format!("cannot write the program to a file: {error}"))
            })?),
        };
        let path = file.as_ref().map(|file| file.path()).or(path).unwrap_or(Path::new("-"));
        Ok(self.print_of(text, path))
    }

    /// [`PassCommand::print`] of a file that exists.
    fn print_of(&self, text: &str, path: &Path) -> Result<ProcessOutput, ToolError> {
        let path = path.to_string_lossy();
        let mut words: Vec<String> = self.words.iter().map(|word| word.replace(FILE, &path)).collect();
        if !self.words.iter().any(|word| word.contains(FILE) || word == "-") {
            words.push(path.into_owned());
        }
        process::run(&words[0], &words[1..], text, self.limit)
    }

    /// Keeps what the command printed where `--save-after` says, or else for later, if somebody wants to look.
    pub fn keep(&self, session: &mut Session<'_>, args: &ValidateArgs, text: &str) -> Outcomes<KeptOutput> {
        match &args.save_after {
            Some(path) => {
                let inputs = std::slice::from_ref(&args.before);
                write_output(session, path, text.as_bytes(), inputs, false)?;
                Ok(KeptOutput::default())
            }
            None => Ok(KeptOutput {
                text: text.to_owned(),
                asked: false,
            }),
        }
    }

    /// What the command makes of a program, if it does.
    pub fn output(&self, text: &str) -> Option<String> {
        let file = write_file(text).ok()?;
        let printed = self.print_of(text, file.path()).ok()?;
        (!printed.stdout.trim().is_empty()).then_some(printed.stdout)
    }

    /// The command, if it is short, or how it begins.
    fn short(&self) -> String {
        const LENGTH_MAX: usize = 72;
        match self.command.len() > LENGTH_MAX {
            true => format!("{} ..", self.words[0]),
            false => self.command.clone(),
        }
    }

    /// Tells why there is no program.
    pub fn tell(&self, session: &mut Session<'_>, error: &ToolError) -> Told {
        match error {
            ToolError::Start(_) => {
                let message = format!("`{}` {}", self.words[0], error.describe());
                session.error_help("cannot-run", message, "give a program on PATH, or its path")
            }
            ToolError::TimedOut(_) => {
                let message = format!("`{}` {}", self.command, error.describe());
                session.error_help("pass-timeout", message, "raise `--timeout`")
            }
            // What the tool says counts more than a long command that everybody knows.
            _ => {
                let message = format!("`{}` {}", self.short(), error.describe());
                match not_on_modules(&message) {
                    Some(help) => session.error_help("pass-failed", message, help),
                    None => session.error("pass-failed", message),
                }
            }
        }
    }
}

/// The commonest slip with `mlir-opt`: a pass for functions is given to a module.
fn not_on_modules(message: &str) -> Option<&'static str> {
    let is_it = message.contains("unable to schedule pass") && message.contains("'builtin.module'");
    is_it.then_some("the pass runs on functions: `mlir-opt --pass-pipeline='builtin.module(func.func(..))'`")
}

fn write_file(text: &str) -> std::io::Result<tempfile::NamedTempFile> {
    let mut file = tempfile::Builder::new().prefix("polyvet-").suffix(".mlir").tempfile()?;
    file.write_all(text.as_bytes())?;
    file.flush()?;
    Ok(file)
}
