//! Runs the command line inside the test.

use polyvet_cli::{CacheHome, Exit, Io};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What one run wrote and how it ended.
pub struct Run {
    /// How it ended.
    pub exit: Exit,
    /// Results.
    pub stdout: String,
    /// Messages.
    pub stderr: String,
}

/// Runs `polyvet` with `args`; `input` is what `-` reads.
pub fn polyvet(args: &[&str], input: impl AsRef<[u8]>) -> Run {
    in_root();
    let (mut stdout, mut stderr, mut input) = (Vec::new(), Vec::new(), input.as_ref());
    let io = Io {
        cache: CacheHome {
            program: std::env::current_exe().ok(),
            folder: None,
        },
        ..Io::unwatched(&mut input, &mut stdout, &mut stderr)
    };
    let exit = polyvet_cli::run(
        std::iter::once("polyvet").chain(args.iter().copied()).map(Into::into),
        io,
    );
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Run {
        exit,
        stdout: text(stdout),
        stderr: text(stderr),
    }
}

/// Makes the root of the workspace the current folder. The tests are one process: if only some did this, the paths of the
/// others would depend on who was first.
pub fn in_root() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| std::env::set_current_dir(root()).expect("the workspace"));
}

impl Run {
    /// Everything it wrote and its exit status, for a snapshot.
    pub fn shown(&self) -> String {
        format!("{}{}=> {}", self.stdout, self.stderr, self.exit.code())
    }

    /// The JSON object on `stdout`.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in:\n{}", self.stdout))
    }
}

/// A Python that has a module: `POLYVET_PYTHON`, or what is on the path.
pub fn python_with(module: &str) -> Option<String> {
    let given = std::env::var("POLYVET_PYTHON").ok();
    given.into_iter().chain(["python3".to_owned()]).find(|python| {
        let run = std::process::Command::new(python)
            .args(["-c", &format!("import {module}")])
            .stderr(std::process::Stdio::null())
            .status();
        run.is_ok_and(|status| status.success())
    })
}

/// Words as a shell splits them, with `'` and `"` but nothing else.
pub fn words(command: &str) -> Vec<String> {
    let (mut words, mut quote, mut fresh) = (Vec::new(), None, true);
    for c in command.chars() {
        match (quote, c) {
            (None, ' ') => fresh = true,
            (None, '"' | '\'') => {
                quote = Some(c);
                // `""` is a word without letters.
                if std::mem::take(&mut fresh) {
                    words.push(String::new());
                }
            }
            (Some(open), c) if open == c => quote = None,
            _ => {
                if fresh {
                    words.push(String::new());
                    fresh = false;
                }
                words.last_mut().expect("a word").push(c);
            }
        }
    }
    words
}

/// The subcommands that `--help` lists.
pub fn subcommands() -> Vec<String> {
    let help = polyvet(&["--help"], "").stdout;
    let commands: Vec<String> = help
        .lines()
        .skip_while(|line| *line != "Prove")
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect();
    assert!(commands.len() >= 12, "{help}");
    commands
}

/// The first block of a page in `language`.
pub fn block(page: &str, language: &str) -> String {
    let text = std::fs::read_to_string(root().join(page)).expect("a page");
    let (_, rest) = text.split_once(&format!("```{language}\n")).expect("a block");
    rest.split_once("```").expect("its end").0.to_owned()
}

/// A command that runs in the root of the workspace and finds the program `polyvet`.
pub fn shell(program: &str) -> std::process::Command {
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_polyvet"))
        .parent()
        .expect("a folder");
    let old = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&old));
    let mut command = std::process::Command::new(program);
    command
        .current_dir(root())
        .env("PATH", std::env::join_paths(all).expect("folders"));
    command
}

/// The folder of the workspace.
pub fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
        .to_owned()
}

/// A matmul with sizes known at run time.
pub const MATMUL: &str = include_str!("../../../../examples/matmul.mlir");
/// A stencil swept over one array.
pub const STENCIL: &str = include_str!("../../../../examples/stencil.mlir");
/// A matmul without a program.
pub const MODEL: &str = include_str!("../../../../examples/matmul.scop.json");

/// A compiler that forgets the first iteration of loops that begin at 0.
pub const FORGETFUL: &str = r#"
name = "forgetful"
program = "main"

[tools.sed]
find = ["sed"]
help = "every system has it"

[pass]
run = ["{sed}", "-E", "s/(affine.for %[a-z0-9]+ = )0 to/\\11 to/", "{program}"]

[[steps]]
name = "none"
run = ["{sed}", "p", "{program}"]
"#;

/// A folder with files; gives paths as text.
pub struct Folder(pub tempfile::TempDir);

impl Folder {
    /// A new one.
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).expect("a file");
        self.path(name)
    }

    /// Of a file in it.
    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    /// Output without the path of the folder.
    pub fn shown(&self, run: &Run) -> String {
        run.shown().replace(self.0.path().to_str().expect("UTF-8"), "DIR")
    }
}

/// `mlir-opt` under the name it has here; tells that it is missing.
pub fn mlir_opt() -> Option<&'static str> {
    let found = ["mlir-opt", "mlir-opt-22"].into_iter().find(|name| {
        let run = Command::new(name).arg("--version").stdout(Stdio::null()).status();
        run.is_ok_and(|status| status.success())
    });
    if found.is_none() {
        _ = writeln!(std::io::stderr(), "skipped: no mlir-opt on PATH");
    }
    found
}
