//! The files of `corpus/`: what their headers ask for.
//!
//! ```text
//! // why:    one sentence: what the case is about
//! // run:    check --transform "interchange(i, j)"
//! // expect: refuted
//! ```
//!
//! A header has one `why` and any number of pairs of `run` and `expect`; nothing else. In `may/` stand
//! programs without an exact model, whose relations are upper bounds of what happens.

use std::path::{Path, PathBuf};

/// A file of the corpus.
#[derive(Clone, Debug)]
pub struct CorpusCase {
    /// Path from the root of the repository, with `/`.
    pub path: String,
    /// The whole file.
    pub text: String,
    /// What is run.
    pub runs: Vec<CaseCommand>,
    /// It is in a folder `may/`.
    pub may: bool,
}

/// One command line and what should come of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseCommand {
    /// As written.
    pub line: String,
    /// The subcommand and its options.
    pub words: Vec<String>,
    /// What should come of it.
    pub expect: Expect,
}

/// What a run should end with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// A result, exit 0.
    Ok,
    /// Proved bitwise, exit 0.
    Proved,
    /// Proved up to the order of accumulations, exit 3.
    Reassociated,
    /// Proved, but about nothing, exit 3.
    Vacuous,
    /// Refuted by a witness that replays, exit 1.
    Refuted,
    /// Not decided, exit 3.
    Unknown,
    /// A message, exit 2.
    Error,
}

impl Expect {
    /// The words of headers.
    pub const ALL: [(&'static str, Expect); 7] = [
        ("ok", Expect::Ok),
        ("proved", Expect::Proved),
        ("proved-reassociated", Expect::Reassociated),
        ("vacuous", Expect::Vacuous),
        ("refuted", Expect::Refuted),
        ("unknown", Expect::Unknown),
        ("error", Expect::Error),
    ];

    /// The exit status.
    pub fn status(self) -> u8 {
        match self {
            Expect::Ok | Expect::Proved => 0,
            Expect::Refuted => 1,
            Expect::Error => 2,
            Expect::Reassociated | Expect::Vacuous | Expect::Unknown => 3,
        }
    }
}

impl CaseCommand {
    /// The script of a check, if it is one on loops.
    pub fn script(&self) -> Option<&str> {
        let checks = self.words.first().is_some_and(|word| word == "check");
        let on_loops = |text: &&str| {
            let script = polyvet_rewrites::parse_script(text);
            script.is_ok_and(|script| !script.is_on_operations())
        };
        self.option("--transform").filter(|_| checks).filter(on_loops)
    }

    /// The value of an option.
    pub fn option(&self, name: &str) -> Option<&str> {
        let at = self.words.iter().position(|word| word == name)?;
        self.words.get(at + 1).map(String::as_str)
    }
}

impl CorpusCase {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with its header.
    pub fn read(root: &Path, file: &Path) -> Result<CorpusCase, String> {
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        let path = file.strip_prefix(root).map_err(|error| error.to_string())?;
        let path = path
            .iter()
            .map(|part| part.to_string_lossy())
            .collect::<Vec<_>>()
            .join("/");
        let runs = header(&text)?;
        Ok(CorpusCase {
            may: path.contains("/may/"),
            path,
            text,
            runs,
        })
    }
}

/// The runs a header asks for.
///
/// # Errors
/// What is wrong with it.
pub fn header(text: &str) -> Result<Vec<CaseCommand>, String> {
    let (mut why, mut runs, mut open) = (false, Vec::new(), None);
    let mark = if text.starts_with('#') { "#" } else { "//" };
    for line in text.lines().take_while(|line| line.starts_with(mark)) {
        let entry = line[mark.len()..]
            .split_once(':')
            .map(|(key, value)| (key.trim(), value.trim()));
        match entry {
            Some((_, "")) => return Err(format!("nothing after the colon: `{line}`")),
            Some(("why", _)) if why => return Err("a second `why:`".to_owned()),
            Some(("why", _)) => why = true,
            Some(("run", line)) if open.is_none() => open = Some(line),
            Some(("run", _)) => return Err("a `run:` without `expect:`".to_owned()),
            Some(("expect", word)) => {
                let line = open.take().ok_or("an `expect:` without `run:`")?;
                let expect = Expect::ALL.iter().find(|(name, _)| *name == word);
                let expect = expect.ok_or_else(|| format!("unknown expectation `{word}`"))?.1;
                runs.push(CaseCommand {
                    line: line.to_owned(),
                    words: words(line)?,
                    expect,
                });
            }
            Some((key, _)) => return Err(format!("unknown header key `{key}`")),
            None => return Err(format!("no key in the header line `{line}`")),
        }
    }
    match (why, open, runs.is_empty()) {
        (false, ..) => Err("no `why:`".to_owned()),
        (_, Some(_), _) => Err("a `run:` without `expect:`".to_owned()),
        (.., true) => Err("no `run:`".to_owned()),
        _ => Ok(runs),
    }
}

/// Words as a shell splits them: blanks separate, quotes of either kind hold together.
///
/// # Errors
/// A quote that is not closed.
pub fn words(line: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ' | '\t') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if quote.is_some() {
        Err(format!("a quote is not closed: `{line}`"))
    } else {
        Ok(words)
    }
}

/// How files are called that hold the second program of the case beside them; `%after` in its runs.
pub const AFTER: &str = ".after.mlir";

/// How files are called that hold schedules for the case beside them; `%schedules` in its runs.
pub const SCHEDULES: &str = ".schedules.jsonl";

/// What cases are: MLIR text, and definitions of operations as OpDSL, its export, and in the Einstein notation. A
/// header in Python or YAML begins with `#`.
pub const KINDS: [&str; 4] = [".mlir", ".py", ".yaml", ".tc"];

/// Whether a case is one of the sample that takes one case in `step`: by its path alone, so that a new case changes nothing
/// about the others.
pub fn in_sample(path: &str, step: u64) -> bool {
    // FNV-1a: the hash of the standard library may change with its version.
    let hash = path.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    // The low bits of this hash depend on the last few bytes alone.
    (hash >> 32).is_multiple_of(step)
}

/// How files are called that hold what a run of the case beside them touched; `%trace` in its runs.
pub const TRACE: &str = ".trace.json";

/// All cases below a folder, in order, and everything that should not be there.
///
/// # Errors
/// A folder that cannot be read.
pub fn walk(folder: &Path) -> Result<(Vec<PathBuf>, Vec<String>), String> {
    let (mut files, mut problems, mut count) = (Vec::new(), Vec::new(), 0);
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        if path.is_dir() {
            let (inner, more) = walk(&path)?;
            files.extend(inner);
            problems.extend(more);
            count += 1;
        } else if let Some(stem) = name.strip_suffix(AFTER) {
            if !path.with_file_name(format!("{stem}.mlir")).exists() {
                problems.push(format!("{}: a second program without a first", path.display()));
            }
        } else if let Some(stem) = name.strip_suffix(SCHEDULES) {
            if !path.with_file_name(format!("{stem}.mlir")).exists() {
                problems.push(format!("{}: schedules without a program", path.display()));
            }
        } else if let Some(stem) = name.strip_suffix(TRACE) {
            if !path.with_file_name(format!("{stem}.mlir")).exists() {
                problems.push(format!("{}: a trace without a program", path.display()));
            }
        } else if KINDS.iter().any(|kind| name.ends_with(kind)) {
            files.push(path);
            count += 1;
        } else if let Some(stem) = name.strip_suffix(".snap") {
            if !KINDS
                .iter()
                .any(|kind| path.with_file_name(format!("{stem}{kind}")).exists())
            {
                problems.push(format!("{}: a snapshot without its case", path.display()));
            }
        } else if !name.ends_with(".snap.new") && name != "README.md" {
            problems.push(format!("{}: not a case", path.display()));
        }
    }
    if count == 0 {
        problems.push(format!("{}: an empty folder", folder.display()));
    }
    files.sort();
    Ok((files, problems))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_strict() {
        let good = "// why:    x\n// run:    check --transform \"tile(i=4, j=4)\"\n// expect: proved\nfunc.func\n";
        let runs = header(good).unwrap();
        assert_eq!(runs[0].words, ["check", "--transform", "tile(i=4, j=4)"]);
        assert_eq!(
            (runs[0].expect, runs[0].script()),
            (Expect::Proved, Some("tile(i=4, j=4)"))
        );
        for (bad, says) in [
            ("// run: parse\n// expect: ok\n", "no `why:`"),
            ("// why: x\n", "no `run:`"),
            ("// why: x\n// run: parse\n", "a `run:` without `expect:`"),
            (
                "// why: x\n// run: parse\n// run: parse\n",
                "a `run:` without `expect:`",
            ),
            ("// why: x\n// expect: ok\n", "an `expect:` without `run:`"),
            (
                "// why: x\n// run: parse\n// expect: fine\n",
                "unknown expectation `fine`",
            ),
            ("// why: x\n// runs: parse\n", "unknown header key `runs`"),
            ("// why: x\n// hello\n", "no key in the header line `// hello`"),
            ("// why:\n", "nothing after the colon: `// why:`"),
            (
                "// why: x\n// run: map '{ : }\n// expect: ok\n",
                "a quote is not closed: `map '{ : }`",
            ),
        ] {
            assert_eq!(header(bad), Err(says.to_owned()), "{bad}");
        }
    }
}
