//! What a backend is: a small TOML file.

use polyvet_runs::compare::Tolerance;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A backend as its file says it. `docs/backends.md` explains every entry.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Description {
    /// What it is called.
    pub name: String,
    /// One line for people.
    #[serde(default)]
    pub about: String,
    /// What is made of the jobs before the first step.
    pub program: JobForm,
    /// Programs and files that must be there.
    #[serde(default)]
    pub tools: BTreeMap<String, RequiredTool>,
    /// The step for what `--pass` says: its standard output replaces the program.
    pub pass: Option<PrePass>,
    /// Commands, run one after another.
    pub steps: Vec<CommandStep>,
    /// Lists of words that steps refer to as `{name}`; variants replace them.
    #[serde(default)]
    pub words: BTreeMap<String, Vec<String>>,
    /// What `name:variant` changes.
    #[serde(default)]
    pub variants: BTreeMap<String, Variant>,
    /// Lists of words for programs that lack something; a list that a variant or a user replaces stays that.
    #[serde(default)]
    pub without: Vec<Without>,
    /// Files that are put into the working folder: names beside the description.
    #[serde(default)]
    pub files: Vec<String>,
    /// What a step may use up.
    #[serde(default)]
    pub limits: StepLimits,
    /// Which programs it accepts.
    #[serde(default)]
    pub supports: Supports,
    /// How exact it promises to be.
    #[serde(default)]
    pub exact: Exact,
}

/// What is made of the jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JobForm {
    /// `{work}/program.mlir` with a `@main` whose inputs are constants and that prints all outputs as bits.
    Main,
    /// `{work}/program.c`: our own translation to C, with a `main` of the same kind.
    C,
    /// `{work}/program.mlir` as it is, `{work}/jobs.json`, and inputs and outputs as `.npy` files.
    Files,
}

/// A program or file that must be there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RequiredTool {
    /// An environment variable whose value, where it is set, is used instead of what `find` says.
    pub env: Option<String>,
    /// Names on `PATH` or paths, of which the first that fits is used; a `*` at the end stands for anything.
    pub find: Vec<String>,
    /// The tool in whose folder `find` looks.
    pub beside: Option<String>,
    /// What `--version` must print, somewhere.
    pub version: Option<String>,
    /// Arguments with which it must end well: `["-c", "import xdsl"]`.
    pub check: Option<Vec<String>>,
    /// How to get it.
    #[serde(default)]
    pub help: String,
}

/// The step before all others.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrePass {
    /// The command.
    pub run: Vec<String>,
    /// Environment variables.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
}

/// A command.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CommandStep {
    /// For messages.
    pub name: String,
    /// Program and arguments. `{name}` as a whole word stands for a list of words, within a word for the path of
    /// a tool, of the working folder (`{work}`) or of the program (`{program}`). No shell sees it.
    pub run: Vec<String>,
    /// The program under test runs in this step: an exit status other than 0 is a crash and no refusal.
    #[serde(default)]
    pub runs_program: bool,
    /// Environment variables.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
}

/// What a variant changes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// One line for people.
    #[serde(default)]
    pub about: String,
    /// Replaces lists of words.
    #[serde(default)]
    pub words: BTreeMap<String, Vec<String>>,
}

/// What is left out, or done otherwise, where nothing in a program asks for it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Without {
    /// The text of the program has none of these.
    pub texts: Vec<String>,
    /// Replaces lists of words.
    pub words: BTreeMap<String, Vec<String>>,
}

/// What a step may use up.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct StepLimits {
    /// Time.
    pub seconds: f64,
    /// Memory of all its processes.
    pub memory_mib: u64,
    /// Size of all files it writes.
    pub disk_mib: u64,
    /// What it prints.
    pub output_mib: u64,
}

impl Default for StepLimits {
    fn default() -> StepLimits {
        StepLimits {
            seconds: 60.0,
            memory_mib: 4096,
            disk_mib: 1024,
            output_mib: 64,
        }
    }
}

/// Which programs a backend accepts. `x.*` stands for everything that begins with `x.`; empty lists say nothing.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Supports {
    /// Element types.
    pub types: Vec<String>,
    /// Operations.
    pub ops: Vec<String>,
    /// Operations that are not accepted although `ops` has them.
    pub not_ops: Vec<String>,
}

/// How exact results are.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Exact {
    /// What is promised of all programs: `bitwise` if nothing is said.
    pub promise: Promise,
    /// What is promised of some instead; the last that fits counts.
    pub except: Vec<Exception>,
}

/// Rules of which one holds for every element: `bitwise`, `bound`, `ulp:4`, `abs:1e-6,rel:1e-4`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Promise(pub Tolerance);

impl<'de> Deserialize<'de> for Promise {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Promise, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Promise).map_err(serde::de::Error::custom)
    }
}

/// What is promised of programs with some operations or element types.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// Operations.
    #[serde(default)]
    pub ops: Vec<String>,
    /// Element types.
    #[serde(default)]
    pub types: Vec<String>,
    /// What is promised.
    pub promise: Promise,
}

/// Whether a name is one of `patterns`.
pub(crate) fn matches(patterns: &[String], name: &str) -> bool {
    patterns.iter().any(|pattern| match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    })
}
