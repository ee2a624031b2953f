//! The programs and files that a backend needs, found where they are installed.

use crate::JobOutcome;
use crate::description::{Description, RequiredTool};
use crate::process;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long a tool may take to say its version.
const ASK: Duration = Duration::from_secs(60);

/// A tool that was not found: its name, and what to do about it.
type Missing = (String, String);

/// Tools that were looked for, by name. Threads share it, which outputs cannot be.
#[derive(Debug, Default)]
pub(crate) struct FoundTools(Mutex<BTreeMap<String, Result<String, Missing>>>);

impl FoundTools {
    /// The path of a tool.
    ///
    /// # Errors
    /// [`JobOutcome::Missing`].
    pub fn path(&self, description: &Description, name: &str) -> Result<String, JobOutcome> {
        self.found(description, name)
            .map_err(|(tool, help)| JobOutcome::Missing { tool, help })
    }

    fn found(&self, description: &Description, name: &str) -> Result<String, Missing> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        if let Some(known) = known {
            return known;
        }
        let found = self.find(description, name);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(name.to_owned()).or_insert(found).clone()
    }

    fn find(&self, description: &Description, name: &str) -> Result<String, Missing> {
        let tool = &description.tools[name];
        let missing = |why: &str| {
            let help = match (why, tool.help.as_str()) {
                ("", help) => help.to_owned(),
                (why, "") => why.to_owned(),
                (why, help) => format!("{why}; {help}"),
            };
            (name.to_owned(), help)
        };
        let folder = match &tool.beside {
            Some(other) => {
                let path = self.found(description, other)?;
                let path = Path::new(&path).canonicalize().unwrap_or_else(|_| PathBuf::from(&path));
                path.parent().map(Path::to_owned)
            }
            None => None,
        };
        if let Some(path) = tool.env.as_ref().and_then(std::env::var_os) {
            let path = path.to_string_lossy().into_owned();
            return fits(tool, &path).map(|()| path).map_err(|why| missing(&why));
        }
        let mut why = String::new();
        for path in tool.find.iter().flat_map(|name| candidates(name, folder.as_deref())) {
            let path = path.display().to_string();
            match fits(tool, &path) {
                Ok(()) => return Ok(path),
                Err(reason) => why = reason,
            }
        }
        Err(missing(&why))
    }
}

/// The files that `name` may mean, best first.
fn candidates(name: &str, folder: Option<&Path>) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = match folder {
        Some(folder) => vec![folder.to_owned()],
        None if name.contains('/') => vec![PathBuf::new()],
        None => std::env::split_paths(&path).collect(),
    };
    let wanted = folders.into_iter().map(|folder| folder.join(name));
    let mut found = Vec::new();
    for path in wanted {
        let start = path
            .file_name()
            .and_then(|name| name.to_str()?.strip_suffix('*').map(str::to_owned));
        let (Some(start), Some(parent)) = (start, path.parent()) else {
            found.extend(path.is_file().then_some(path));
            continue;
        };
        let entries = std::fs::read_dir(parent).into_iter().flatten().flatten();
        let mut named: Vec<PathBuf> = entries
            .filter(|entry| entry.file_name().to_string_lossy().starts_with(&start))
            .filter_map(|entry| entry.path().canonicalize().ok())
            .collect();
        // The newest last.
        named.sort();
        found.extend(named.into_iter().rev());
    }
    found
}

/// Whether a tool is what is wanted; `Err` says what is wrong.
fn fits(tool: &RequiredTool, path: &str) -> Result<(), String> {
    let ask = |args: &[String]| process::run(path, args, "", ASK);
    if let Some(version) = &tool.version {
        let said =
            ask(&["--version".to_owned()]).map_err(|error| format!("`{path} --version` {}", error.describe()))?;
        if !said.stdout.contains(version) {
            return Err(format!("`{path}` is another version than `{version}`"));
        }
    }
    if let Some(args) = &tool.check {
        ask(args).map_err(|error| format!("`{path} {}` {}", args.join(" "), error.describe()))?;
    }
    Ok(())
}
