//! The miscompilations of `docs/found-bugs.md`: every program in `examples/bugs`.
//!
//! ```text
//! // pass: the pipeline, within builtin.module
//! // args: one word for each argument of the function, as in `mlir_opt::main_for`
//! // before: what mlir-runner prints
//! // after: what it prints after the pass; `anything` where memory is read that nothing wrote, `the same` for a race
//! ```
//!
//! `NAME.after.mlir` is what mlir-opt 22.1.8 makes of `NAME.mlir`. That polyvet refutes the pair is tested
//! everywhere; that mlir-opt still does so, and that the compiled programs print something else, where it is
//! installed.

use polyvet_tests::mlir_opt::{LlvmTools, main_for, printed};
use polyvet_tests::model::parse;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a workspace")
        .to_owned()
}

struct Bug {
    name: String,
    file: PathBuf,
    text: String,
    after: String,
}

impl Bug {
    fn all() -> Vec<Bug> {
        let mut bugs = Vec::new();
        for entry in std::fs::read_dir(root().join("examples/bugs")).expect("the programs are there") {
            let file = entry.expect("an entry").path();
            let name = file.file_name().expect("a name").to_string_lossy().into_owned();
            let Some(stem) = name.strip_suffix(".mlir").filter(|stem| !stem.ends_with(".after")) else {
                continue;
            };
            let read = |file: &Path| std::fs::read_to_string(file).expect("text");
            bugs.push(Bug {
                name: stem.to_owned(),
                text: read(&file),
                after: read(&file.with_file_name(format!("{stem}.after.mlir"))),
                file,
            });
        }
        bugs.sort_by(|one, other| one.name.cmp(&other.name));
        bugs
    }

    fn header(&self, key: &str) -> &str {
        let start = format!("// {key}: ");
        let line = self.text.lines().find_map(|line| line.strip_prefix(&start));
        line.unwrap_or_else(|| panic!("{}: no `{key}:`", self.name))
    }

    fn pipeline(&self) -> String {
        format!("--pass-pipeline=builtin.module({})", self.header("pass"))
    }

    /// The program with a `@main`, compiled and run.
    fn execute(&self, tools: &LlvmTools, text: &str) -> String {
        let module = parse(text).expect("it is read");
        let args: Vec<&str> = self.header("args").split(' ').collect();
        let main = main_for(&module, module.funcs()[0], &args).expect("a main");
        // Into the module, if there is one around the function.
        let text = match text.trim_end().strip_suffix('}').filter(|_| text.contains("module {")) {
            Some(open) => format!("{open}{main}}}\n"),
            None => format!("{text}{main}"),
        };
        match tools.execute(&text, LIMIT) {
            Ok(output) => printed(&output),
            Err(why) => panic!("{}: {why}\n{text}", self.name),
        }
    }
}

fn polyvet(words: &[&str]) -> (u8, String) {
    let args: Vec<OsString> = ["polyvet"].iter().chain(words).map(OsString::from).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut stdin = std::io::empty();
    let io = polyvet_cli::Io::unwatched(&mut stdin, &mut stdout, &mut stderr);
    let exit = polyvet_cli::run(args, io).code();
    (exit, String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

#[test]
fn every_stored_pair_is_refuted() {
    let bugs = Bug::all();
    assert!(bugs.len() >= 5, "only {} programs", bugs.len());
    let mut proved = Vec::new();
    for bug in bugs {
        let file = bug.file.display().to_string();
        let after = file.replace(".mlir", ".after.mlir");
        let (exit, said) = polyvet(&["validate", &file, &after]);
        if exit != 1 {
            proved.push(said);
        }
        let (exit, said) = polyvet(&["validate", &file, &file]);
        assert_eq!(exit, 0, "{} against itself: {said}", bug.name);
    }
    assert!(proved.is_empty(), "{}", proved.join("\n"));
}

#[test]
fn the_page_tells_of_every_program() {
    let page = std::fs::read_to_string(root().join("docs/found-bugs.md")).expect("the page");
    for bug in Bug::all() {
        for what in [
            &format!("examples/bugs/{}.mlir", bug.name),
            bug.header("pass"),
            bug.header("before"),
            bug.header("after"),
        ] {
            assert!(page.contains(what), "{}: the page lacks `{what}`", bug.name);
        }
    }
}

#[test]
fn mlir_opt_still_miscompiles_them() {
    let Some(tools) = LlvmTools::find() else {
        _ = writeln!(std::io::stderr(), "skipped: bugs: there is no mlir-opt 22 on the path");
        return;
    };
    for bug in Bug::all() {
        let file = bug.file.display().to_string();
        let command = format!("{} '{}'", tools.opt, bug.pipeline());
        let (exit, said) = polyvet(&["validate", &file, "--pass", &command]);
        assert_eq!(exit, 1, "{}: {said}", bug.name);
        let after = tools.run(&[bug.pipeline()], &bug.text, LIMIT).expect("the pass runs");
        let (stored, fresh) = (
            parse(&bug.after).expect("it is read"),
            parse(&after).expect("it is read"),
        );
        if let Err(why) = polyvet_ir::same(&stored, &fresh) {
            panic!("{}: mlir-opt makes something else now: {why}\n{after}", bug.name);
        }
    }
}

#[test]
fn the_compiled_programs_print_something_else() {
    let Some(tools) = LlvmTools::find() else {
        _ = writeln!(
            std::io::stderr(),
            "skipped: bugs: there is no mlir-runner 22 on the path"
        );
        return;
    };
    let run = |bug: Bug| (bug.execute(&tools, &bug.text), bug.execute(&tools, &bug.after), bug);
    let all: Vec<_> = Bug::all().into_iter().map(run).collect();
    for (before, after, bug) in &all {
        _ = writeln!(std::io::stderr(), "bugs: {}: {before} | {after}", bug.name);
    }
    for (before, after, bug) in all {
        assert_eq!(before, bug.header("before"), "{}", bug.name);
        match bug.header("after") {
            // Whatever was in the memory, it is not what the program says.
            "anything" => assert_ne!(after, before, "{}", bug.name),
            "the same" => {}
            wanted => {
                assert_eq!(after, wanted, "{}", bug.name);
                assert_ne!(after, before, "{}", bug.name);
            }
        }
    }
}
