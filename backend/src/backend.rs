//! Running jobs: the steps of a description, once for many jobs.

use crate::batch::{self, CalledProgram, JobBatch};
use crate::c::Lowering;
use crate::description::{CommandStep, Description, JobForm, Without, matches};
use crate::process::{self, Folder, ProcessCall, ProcessLimits, ToolError};
use crate::reference::promise;
use crate::settle::{Settled, Stopped, settle};
use crate::tools::FoundTools;
use crate::{BackendJob, JobOutcome, c, files, mlir, printed};
use polyvet_interp::ScalarType;
use polyvet_ir::{Module, OpId};
use polyvet_runs::compare::Tolerance;
use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The descriptions that come with polyvet: name and text.
pub const SHIPPED: &[(&str, &str)] = &[
    ("mlir", include_str!("../backends/mlir.toml")),
    ("c", include_str!("../backends/c.toml")),
    ("xdsl", include_str!("../backends/xdsl.toml")),
    ("iree", include_str!("../backends/iree.toml")),
    ("numpy", include_str!("../backends/numpy.toml")),
    ("jax", include_str!("../backends/jax.toml")),
    ("command", include_str!("../backends/command.toml")),
];

/// Files that shipped descriptions name.
const SHIPPED_FILES: &[(&str, &str)] = &[
    ("polyvet_jobs.py", include_str!("../backends/polyvet_jobs.py")),
    ("run_xdsl.py", include_str!("../backends/run_xdsl.py")),
    ("run_iree.py", include_str!("../backends/run_iree.py")),
    ("run_numpy.py", include_str!("../backends/run_numpy.py")),
];

/// Why a backend cannot be used at all.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Neither a name that is known nor a file.
    #[error("there is no backend `{name}`; there are {known}, or a path to a .toml file")]
    Unknown {
        /// What was requested.
        name: String,
        /// What there is.
        known: String,
    },
    /// The file cannot be read.
    #[error("cannot read `{}`: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is no description.
    #[error("`{file}` does not describe a backend: {problem}")]
    Format {
        /// The file.
        file: String,
        /// What is wrong, with its place.
        problem: String,
    },
    /// `name:variant` with a variant that it does not have.
    #[error("backend `{backend}` has no variant `{variant}`; there are {known}")]
    Variant {
        /// The backend.
        backend: String,
        /// What was requested.
        variant: String,
        /// What there is.
        known: String,
    },
    /// A pass for a backend without one, or words it does not have.
    #[error("backend `{backend}` {problem}")]
    Option {
        /// The backend.
        backend: String,
        /// What is wrong.
        problem: String,
    },
}

/// A backend, ready to run jobs.
#[derive(Clone, Debug)]
pub struct Backend {
    description: Description,
    /// As it was requested: `mlir:O3`.
    name: String,
    /// Where `files` are; `None` for shipped ones.
    folder: Option<PathBuf>,
    words: BTreeMap<String, Vec<String>>,
    /// Lists of variants.
    chosen: BTreeSet<String>,
    /// Lists that a user gave.
    given: BTreeSet<String>,
    pass: Vec<String>,
    limits: ProcessLimits,
    lowering: Option<Lowering>,
    tools: Arc<FoundTools>,
}

impl Backend {
    /// A shipped backend or one described by a file: `mlir`, `mlir:affine,O3`, `path/to/own.toml:variant`.
    ///
    /// # Errors
    /// See [`LoadError`].
    pub fn load(spec: &str) -> Result<Backend, LoadError> {
        let (name, variants) = match spec.rsplit_once(':') {
            Some((name, variants)) if !Path::new(spec).is_file() => (name, variants),
            _ => (spec, ""),
        };
        let shipped = SHIPPED.iter().find(|(known, _)| *known == name);
        let path = Path::new(name);
        let (file, text, folder) = match shipped {
            Some((known, text)) => (format!("{known}.toml"), (*text).to_owned(), None),
            None if name.ends_with(".toml") || path.is_file() => {
                let read = |source| LoadError::Read {
                    path: path.to_owned(),
                    source,
                };
                let text = std::fs::read_to_string(path).map_err(read)?;
                (name.to_owned(), text, Some(path.parent().unwrap_or(path).to_owned()))
            }
            None => {
                let known: Vec<String> = SHIPPED.iter().map(|(known, _)| format!("`{known}`")).collect();
                return Err(LoadError::Unknown {
                    name: name.to_owned(),
                    known: known.join(", "),
                });
            }
        };
        let format = |problem: String| LoadError::Format {
            file: file.clone(),
            problem,
        };
        let description: Description = toml::from_str(&text).map_err(|error| format(error.to_string()))?;
        check(&description).map_err(format)?;
        let mut words = description.words.clone();
        let mut chosen = BTreeSet::new();
        for variant in variants.split(',').filter(|variant| !variant.is_empty()) {
            let Some(found) = description.variants.get(variant) else {
                let known: Vec<String> = description.variants.keys().map(|known| format!("`{known}`")).collect();
                return Err(LoadError::Variant {
                    backend: description.name,
                    variant: variant.to_owned(),
                    known: known.join(", "),
                });
            };
            chosen.extend(found.words.keys().cloned());
            words.extend(found.words.clone());
        }
        let limits = description.limits;
        Ok(Backend {
            name: spec.to_owned(),
            folder,
            words,
            chosen,
            given: BTreeSet::new(),
            pass: Vec::new(),
            limits: ProcessLimits {
                wall: Duration::try_from_secs_f64(limits.seconds).unwrap_or(Duration::MAX),
                memory: limits.memory_mib.saturating_mul(1 << 20),
                disk: limits.disk_mib.saturating_mul(1 << 20),
                output: limits.output_mib.saturating_mul(1 << 20),
            },
            lowering: None,
            description,
            tools: Arc::default(),
        })
    }

    /// As it was requested.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What its file says.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// What each step may use up.
    pub fn set_limits(&mut self, limits: ProcessLimits) {
        self.limits = limits;
    }

    /// How structured operations become loops for backends that read only loops; without it they have none.
    pub fn set_lowering(&mut self, lowering: Lowering) {
        self.lowering = Some(lowering);
    }

    /// What each step may use up.
    pub fn limits(&self) -> ProcessLimits {
        self.limits
    }

    /// Programs go through these passes first: a pipeline (`affine-loop-tile{tile-size=4}`), or words that begin
    /// with `-`.
    ///
    /// # Errors
    /// The backend has no step for it; quotes that do not match.
    pub fn set_pass(&mut self, text: &str) -> Result<(), LoadError> {
        let wrong = |problem: &str| LoadError::Option {
            backend: self.description.name.clone(),
            problem: problem.to_owned(),
        };
        if self.description.pass.is_none() {
            return Err(wrong("takes no `--pass`: its description has no [pass]"));
        }
        let text = text.trim();
        self.pass = if text.starts_with('-') {
            shlex::split(text).ok_or_else(|| wrong("cannot take a `--pass` with quotes that do not match"))?
        } else if text.starts_with("builtin.module(") {
            vec![format!("--pass-pipeline={text}")]
        } else {
            vec![format!("--pass-pipeline=builtin.module({text})")]
        };
        Ok(())
    }

    /// Replaces a list of words, `command` for one.
    ///
    /// # Errors
    /// The description has no such list.
    pub fn set_words(&mut self, name: &str, words: Vec<String>) -> Result<(), LoadError> {
        if !self.description.words.contains_key(name) {
            let known: Vec<String> = self.words.keys().map(|known| format!("`{known}`")).collect();
            return Err(LoadError::Option {
                backend: self.description.name.clone(),
                problem: format!("has no words `{name}`; there are {}", known.join(", ")),
            });
        }
        self.words.insert(name.to_owned(), words);
        self.given.insert(name.to_owned());
        Ok(())
    }

    /// The words of a list.
    pub fn words(&self, name: &str) -> Option<&[String]> {
        self.words.get(name).map(Vec::as_slice)
    }

    /// Whether everything is installed that it needs.
    ///
    /// # Errors
    /// [`JobOutcome::Missing`]
    pub fn find_tools(&self) -> Result<(), JobOutcome> {
        let here = Path::new("");
        for words in self.commands() {
            self.expand(words, here, here)?;
        }
        Ok(())
    }

    /// How exact it promises to be on a function.
    pub fn promise(&self, module: &Module, func: OpId) -> Tolerance {
        promise(&self.description, module, func)
    }

    /// What the first step gets for one job, after the passes, and the commands of all steps for people who have it in
    /// a file called `program`.
    ///
    /// # Errors
    /// What came instead of a program; [`JobOutcome::Unsupported`] where a program alone does not say what its inputs
    /// are.
    pub fn standalone(&self, job: &BackendJob, program: &str) -> Result<(String, Vec<String>), JobOutcome> {
        if self.description.program != JobForm::Main {
            return Err(JobOutcome::Unsupported("its programs need other files".to_owned()));
        }
        let read = batch::read(std::slice::from_ref(job)).remove(0)?;
        let batch = JobBatch::new(&[(job, &read)]);
        let text = with_main(&self.transformed(&batch.text())?, &batch).map_err(|stopped| stopped.outcome)?;
        let suited = self.suited(&text);
        let command = |step: &CommandStep| {
            let words = suited.expand(&step.run, Path::new("."), Path::new(program))?;
            let joined = shlex::try_join(words.iter().map(String::as_str));
            joined.map_err(|error| JobOutcome::Unsupported(error.to_string()))
        };
        let commands = self.description.steps.iter().map(command).collect::<Result<_, _>>()?;
        Ok((text, commands))
    }

    fn commands(&self) -> impl Iterator<Item = &Vec<String>> {
        let pass = self.description.pass.iter().filter(|_| !self.pass.is_empty());
        pass.map(|pass| &pass.run)
            .chain(self.description.steps.iter().map(|step| &step.run))
    }

    /// Runs all jobs; one outcome for each, in their order.
    ///
    /// Where the backend does not end well for some of them together, it is asked again for halves, so that
    /// what goes wrong is blamed on one job.
    pub fn run(&self, jobs: &[BackendJob]) -> Vec<JobOutcome> {
        let mut outcomes: Vec<Option<JobOutcome>> = vec![None; jobs.len()];
        let programs = batch::read(jobs);
        let mut ready = Vec::new();
        for (at, program) in programs.iter().enumerate() {
            match program {
                Err(outcome) => outcomes[at] = Some(outcome.clone()),
                Ok(program) => match self.unsupported(&program.module) {
                    Some(what) => outcomes[at] = Some(JobOutcome::Unsupported(what)),
                    None => ready.push((at, &jobs[at], program)),
                },
            }
        }
        let settled = settle(ready.len(), |some| {
            let some: Vec<(&BackendJob, &CalledProgram)> = some.iter().map(|n| (ready[*n].1, ready[*n].2)).collect();
            self.together(&some)
        });
        for ((at, ..), outcome) in ready.iter().zip(settled) {
            outcomes[*at] = outcome;
        }
        let unasked = || JobOutcome::NotUnderstood("the backend was not asked".to_owned());
        outcomes
            .into_iter()
            .map(|outcome| outcome.unwrap_or_else(unasked))
            .collect()
    }

    /// What the passes of [`Backend::set_pass`] make of a module.
    ///
    /// # Errors
    /// What came instead of a program.
    pub fn transformed(&self, text: &str) -> Result<String, JobOutcome> {
        let system = |error: std::io::Error| JobOutcome::System(format!("cannot write temporary files: {error}"));
        let Some(pass) = self.description.pass.as_ref().filter(|_| !self.pass.is_empty()) else {
            return Ok(text.to_owned());
        };
        let folder = Folder::new().map_err(system)?;
        let program = folder.path().join("program.mlir");
        std::fs::write(&program, text).map_err(system)?;
        self.command("pass", &pass.run, &pass.env, false, folder.path(), &program)
    }

    /// The command of [`Backend::transformed`], for people: a list of words.
    pub fn pass_command(&self) -> Option<Vec<String>> {
        let pass = self.description.pass.as_ref()?;
        self.expand(&pass.run, Path::new(""), Path::new("program.mlir")).ok()
    }

    /// What the description does not accept in a program.
    fn unsupported(&self, module: &Module) -> Option<String> {
        let supports = &self.description.supports;
        let mut found = None;
        module.walk(module.top, &mut |_, op| {
            let known = supports.ops.is_empty() || matches(&supports.ops, &op.name);
            if !known || matches(&supports.not_ops, &op.name) {
                found.get_or_insert_with(|| {
                    format!("backend `{}` does not support `{}`", self.description.name, op.name)
                });
            }
            for value in op.results.iter().copied().chain(op.operand_values()) {
                let Some(ty) = ScalarType::of(module.ty(value).elem()) else {
                    continue;
                };
                if !supports.types.is_empty() && !matches(&supports.types, &ty.to_string()) {
                    found.get_or_insert_with(|| {
                        format!("backend `{}` does not support the type `{ty}`", self.description.name)
                    });
                }
            }
        });
        found
    }

    /// Runs the steps once for some jobs.
    fn together(&self, jobs: &[(&BackendJob, &CalledProgram)]) -> Settled {
        let system = |error: std::io::Error| JobOutcome::System(format!("cannot write temporary files: {error}"));
        let folder = Folder::new().map_err(system)?;
        let work = folder.path();
        for name in &self.description.files {
            let text = self.file(name).map_err(system)?;
            std::fs::write(work.join(name), text).map_err(system)?;
        }
        let batch = JobBatch::new(jobs);
        let program = work.join("program.mlir");
        let mut text = batch.text();
        if let (Some(pass), false) = (&self.description.pass, self.pass.is_empty()) {
            std::fs::write(&program, &text).map_err(system)?;
            let passed = self.command("pass", &pass.run, &pass.env, false, work, &program);
            text = passed.map_err(|outcome| batch.stopped(&text, outcome))?;
        }
        match self.description.program {
            JobForm::Main => {
                let text = with_main(&text, &batch)?;
                std::fs::write(&program, &text).map_err(system)?;
                let said = self.suited(&text).steps(work, &program);
                let said = said.map_err(|outcome| batch.stopped(&text, outcome))?;
                let all = printed::read(&said, &batch.module, &batch.calls)?;
                Ok(all.into_iter().map(JobOutcome::Outputs).collect())
            }
            JobForm::Files => {
                std::fs::write(&program, text).map_err(system)?;
                files::write(&batch, work, &program)?;
                self.steps(work, &program)?;
                Ok(files::read(&batch, work)?)
            }
            JobForm::C => {
                let passed = match self.pass.is_empty() {
                    true => None,
                    false => Some(batch::parse(&text)?),
                };
                let text = c::program(passed.as_ref().unwrap_or(&batch.module), &batch, self.lowering)?;
                std::fs::write(work.join("program.c"), text).map_err(system)?;
                let said = self.steps(work, &program)?;
                let all = printed::read(&said, &batch.module, &batch.calls)?;
                Ok(all.into_iter().map(JobOutcome::Outputs).collect())
            }
        }
    }

    /// The backend without what a program does not need.
    fn suited(&self, text: &str) -> Backend {
        let mut suited = self.clone();
        for Without { texts, words } in &self.description.without {
            if texts.iter().any(|part| text.contains(part)) {
                continue;
            }
            let free = |(name, _): &(&String, _)| !self.chosen.contains(*name) && !self.given.contains(*name);
            let words = words.iter().filter(free);
            suited
                .words
                .extend(words.map(|(name, words)| (name.clone(), words.clone())));
        }
        suited
    }

    /// Runs all steps; gives what the last one prints.
    fn steps(&self, work: &Path, program: &Path) -> Result<String, JobOutcome> {
        let mut said = String::new();
        for CommandStep {
            name,
            run,
            runs_program,
            env,
        } in &self.description.steps
        {
            said = self.command(name, run, env, *runs_program, work, program)?;
        }
        Ok(said)
    }

    fn command(
        &self,
        step: &str,
        words: &[String],
        env: &BTreeMap<String, String>,
        runs_program: bool,
        work: &Path,
        program: &Path,
    ) -> Result<String, JobOutcome> {
        let words = self.expand(words, work, program)?;
        let Some((program, args)) = words.split_first() else {
            return Err(JobOutcome::Unsupported(format!("step `{step}` has no command")));
        };
        let env: Vec<(String, String)> = env.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let call = ProcessCall {
            program,
            args,
            input: b"",
            // What the user names is named from where the user is.
            start_in: None,
            folder: Some(work),
            env: &env,
        };
        match process::run_within(&call, &self.limits) {
            Ok(printed) => Ok(printed.stdout),
            Err(mut error) => {
                // Where the folder was says nothing, and is another place each time.
                if let ToolError::Failed(_, printed) = &mut error {
                    printed.stderr = printed.stderr.replace(&format!("{}/", work.display()), "");
                }
                Err(outcome_of(&error, step, program, runs_program))
            }
        }
    }

    /// A command with everything in place.
    fn expand(&self, words: &[String], work: &Path, program: &Path) -> Result<Vec<String>, JobOutcome> {
        let mut all = Vec::new();
        for word in words {
            let list = word.strip_prefix('{').and_then(|word| word.strip_suffix('}'));
            match list.and_then(|name| self.list(name)) {
                // The words of a user are what they are; those of the description may name tools.
                Some((list, true)) => all.extend(list.iter().cloned()),
                Some((list, false)) => {
                    for word in list {
                        all.push(self.fill(word, work, program)?);
                    }
                }
                None => all.push(self.fill(word, work, program)?),
            }
        }
        Ok(all)
    }

    /// The words of a list, and whether a user gave them.
    fn list(&self, name: &str) -> Option<(&[String], bool)> {
        match name {
            "pass" => Some((&self.pass, true)),
            name => Some((self.words(name)?, self.given.contains(name))),
        }
    }

    /// A word with the paths in place. What was put in is not looked at again.
    fn fill(&self, word: &str, work: &Path, program: &Path) -> Result<String, JobOutcome> {
        let mut filled = String::new();
        let mut rest = word;
        while let Some((before, after)) = rest.split_once('{') {
            filled += before;
            let Some((name, after)) = after.split_once('}') else {
                filled.push('{');
                rest = after;
                continue;
            };
            filled += &match name {
                "work" => work.display().to_string(),
                "program" => program.display().to_string(),
                tool => self.tools.path(&self.description, tool)?,
            };
            rest = after;
        }
        Ok(filled + rest)
    }

    fn file(&self, name: &str) -> std::io::Result<Vec<u8>> {
        match &self.folder {
            Some(folder) => std::fs::read(folder.join(name)),
            None => {
                let shipped = SHIPPED_FILES.iter().find(|(known, _)| *known == name);
                let unknown = || std::io::Error::other(format!("there is no file `{name}`"));
                shipped.map(|(_, text)| text.as_bytes().to_vec()).ok_or_else(unknown)
            }
        }
    }
}

/// A module with what calls its functions.
fn with_main(text: &str, batch: &JobBatch<'_>) -> Result<String, Stopped> {
    let main = mlir::main_for(batch)?;
    let garbled = || JobOutcome::NotUnderstood("the passes printed something that is no module".to_owned());
    Ok(mlir::append(text, &main).ok_or_else(garbled)?)
}

/// What a description says wrongly although its entries have the right types.
fn check(description: &Description) -> Result<(), String> {
    if description.steps.is_empty() {
        return Err("it has no steps".to_owned());
    }
    for file in &description.files {
        if Path::new(file).components().count() != 1 || file.starts_with('.') || file.starts_with('/') {
            return Err(format!("`files` are names beside the description; `{file}` is none"));
        }
    }
    let lists = description
        .words
        .values()
        .chain(description.variants.values().flat_map(|variant| variant.words.values()))
        .chain(description.without.iter().flat_map(|without| without.words.values()));
    for word in lists.flatten() {
        for name in names_in(word) {
            if !matches!(name, "work" | "program") && !description.tools.contains_key(name) {
                return Err(format!(
                    "`{word}` in a list of words names `{{{name}}}`, which is no tool, `{{work}}` or `{{program}}`"
                ));
            }
        }
    }
    let variants = description.variants.iter();
    let variants = variants.map(|(name, variant)| (format!("variant `{name}`"), &variant.words));
    let without = description
        .without
        .iter()
        .map(|one| ("[[without]]".to_owned(), &one.words));
    for (who, words) in variants.chain(without) {
        if let Some(name) = words.keys().find(|name| !description.words.contains_key(*name)) {
            return Err(format!("{who} replaces `words.{name}`, which there are not"));
        }
    }
    for (name, tool) in &description.tools {
        let mut beside = tool.beside.as_ref();
        for _ in 0..=description.tools.len() {
            let Some(other) = beside else {
                break;
            };
            let found = description.tools.get(other);
            beside = found
                .ok_or_else(|| format!("tool `{name}` is beside `{other}`, which there is not"))?
                .beside
                .as_ref();
        }
        if beside.is_some() {
            return Err(format!("tool `{name}` is beside itself"));
        }
    }
    let commands = description.steps.iter().map(|step| (step.name.as_str(), &step.run));
    for (step, words) in commands.chain(description.pass.iter().map(|pass| ("pass", &pass.run))) {
        if words.is_empty() {
            return Err(format!("step `{step}` runs nothing"));
        }
        for word in words {
            for name in names_in(word) {
                let whole = word.len() == name.len() + 2;
                let is_list = name == "pass" || description.words.contains_key(name);
                let is_path = matches!(name, "work" | "program") || description.tools.contains_key(name);
                if is_list && !whole {
                    return Err(format!(
                        "step `{step}`: `{{{name}}}` is a list of words and must be a word of its own"
                    ));
                }
                if !is_list && !is_path {
                    return Err(format!(
                        "step `{step}`: `{{{name}}}` is no tool, no list of words, `{{work}}` or `{{program}}`"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// What is between braces in a word.
fn names_in(word: &str) -> impl Iterator<Item = &str> {
    let ends = word.split('{').skip(1).filter_map(|after| after.split_once('}'));
    ends.map(|(name, _)| name)
}

/// The end of some messages that is kept.
const STDERR_MAX: usize = 8192;

fn outcome_of(error: &ToolError, step: &str, program: &str, runs_program: bool) -> JobOutcome {
    let step = step.to_owned();
    match error {
        ToolError::Failed(status, printed) => {
            let stderr = tail(&printed.stderr);
            let said = process::telling_line(&printed.stderr).map(str::trim);
            match (status.signal(), runs_program) {
                (None, false) => JobOutcome::Refused {
                    step,
                    message: said.map_or_else(|| error.describe(), str::to_owned),
                    stderr,
                },
                (signal, _) => JobOutcome::Crashed {
                    step,
                    signal,
                    message: error.describe(),
                    stderr,
                },
            }
        }
        ToolError::TimedOut(limit) => JobOutcome::TimedOut { step, limit: *limit },
        ToolError::TooLong(_) | ToolError::Memory(_) | ToolError::Disk(_) => JobOutcome::OverLimit {
            step,
            message: error.describe(),
        },
        ToolError::Start(_) => JobOutcome::Missing {
            tool: program.to_owned(),
            help: error.describe(),
        },
        ToolError::NotText => JobOutcome::NotUnderstood(format!("{step}: {}", error.describe())),
    }
}

fn tail(text: &str) -> String {
    let from = text.len().saturating_sub(STDERR_MAX);
    let from = (from..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text[from..].to_owned()
}
