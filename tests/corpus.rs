//! Every file in `corpus/`, one test each: nothing is registered.
//!
//! Each run of a header goes through the command line, which writes text and, beside it, JSON; its exit status and
//! verdict must be those expected, its text that of the snapshot beside the file (accept new ones by
//! `INSTA_UPDATE=always cargo test -p polyvet-tests --test corpus`). Without being asked, of each
//! program that can be read: printed and read again it is the same, in both forms; every load is a read in
//! its model; leaving it as it is is proved; what is proved agrees with the interpreter at small sizes.

use libtest_mimic::{Arguments, Failed, Trial};
use polyvet_analysis::extract::{ExtractOptions, extract};
use polyvet_interp::{ParallelOrder, Trap};
use polyvet_ir::{Module, OpId, PrintForm, PrintOptions, Severity};
use polyvet_poly::Ctx;
use polyvet_tests::cases::{AFTER, CaseCommand, CorpusCase, Expect, SCHEDULES, TRACE, walk};
use polyvet_tests::model::{Subject, parse};
use polyvet_tests::runs::{ObservedRun, on_numbers, on_terms};
use polyvet_verify::legality::Checker;
use polyvet_verify::{Strength, Verdict, check_rewrite};
use serde_json::Value;
use std::collections::HashSet;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Sizes near which a proved rewrite is run.
const SIZES: [i64; 5] = [0, 1, 2, 3, 5];
/// Which folders have at least so many runs of `validate` that are proved (bitwise or reassociated), refuted and
/// unknown: what was reached. The first two numbers only go up.
const REACHED: [(&str, [usize; 3]); 3] = [
    ("validate/by-hand", [25, 23, 0]),
    ("validate/mlir-opt", [74, 37, 0]),
    ("front-ends", [3, 3, 4]),
];
/// As that of the program's own thread.
const STACK_BYTES: usize = 64 << 20;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a workspace")
        .to_owned();
    // Messages name files as they are given: from the root, the same on every machine.
    std::env::set_current_dir(&root).expect("the workspace is there");
    let (files, problems) = walk(&root.join("corpus")).expect("the corpus is there");
    let cases = files.clone();
    let mut trials: Vec<Trial> = files.into_iter().map(|file| trial(root.clone(), file)).collect();
    trials.push(Trial::test("reached", move || reached(&root, &cases)));
    trials.push(Trial::test("folders", move || match problems.is_empty() {
        true => Ok(()),
        false => Err(problems.join("\n").into()),
    }));
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    slowest();
    conclusion.exit_code()
}

/// How long each case took.
static TIMES: Mutex<Vec<(Duration, String)>> = Mutex::new(Vec::new());

/// The slowest cases, as `scripts/test.sh` reads them.
fn slowest() {
    let mut times = TIMES.lock().expect("no panic");
    times.sort_by(|one, other| other.cmp(one));
    for (time, name) in times.iter().take(10) {
        eprintln!("slow: corpus {name} <{:.3}s>", time.as_secs_f64());
    }
}

/// As many pairs of programs are proved and refuted as ever were.
fn reached(root: &Path, files: &[PathBuf]) -> Result<(), Failed> {
    for (folder, wanted) in REACHED {
        let mut found = [0; 3];
        for file in files
            .iter()
            .filter(|file| file.starts_with(root.join("corpus").join(folder)))
        {
            for run in CorpusCase::read(root, file)?
                .runs
                .iter()
                .filter(|run| run.words[0] == "validate")
            {
                match run.expect {
                    Expect::Proved | Expect::Reassociated => found[0] += 1,
                    Expect::Refuted => found[1] += 1,
                    _ => found[2] += 1,
                }
            }
        }
        if found[0] < wanted[0] || found[1] < wanted[1] || found[2] > wanted[2] {
            return Err(format!("{folder}: {found:?} proved, refuted, unknown; {wanted:?} were reached before").into());
        }
    }
    Ok(())
}

fn trial(root: PathBuf, file: PathBuf) -> Trial {
    let name = file
        .strip_prefix(root.join("corpus"))
        .expect("it was found there")
        .display()
        .to_string();
    Trial::test(name.clone(), move || {
        let start = Instant::now();
        let worker = std::thread::Builder::new().stack_size(STACK_BYTES);
        let test = move || catch_unwind(AssertUnwindSafe(|| check_case(&root, &file)));
        let result = worker.spawn(test).expect("a thread").join();
        TIMES.lock().expect("no panic").push((start.elapsed(), name));
        match result {
            Ok(Ok(result)) => result.map_err(Failed::from),
            _ => Err("a panic, shown above".into()),
        }
    })
}

fn check_case(root: &Path, file: &Path) -> Result<(), String> {
    let case = CorpusCase::read(root, file)?;
    let mut problems = Vec::new();
    let mut snapshot = String::new();
    for run in &case.runs {
        let text = invoke(&case, run)?;
        let title = run.line.replacen(' ', &format!(" {} ", short(&case.path)), 1);
        let title = if title.contains(' ') {
            title
        } else {
            format!("{title} {}", short(&case.path))
        };
        snapshot += &format!(
            "$ polyvet {title}\n{}{}exit {}\n\n",
            text.stdout, text.stderr, text.status
        );
        if let Err(problem) = judge(&case, run, &text) {
            problems.push(format!("`{}`: {problem}\n{}{}", run.line, text.stdout, text.stderr));
        }
    }
    if snapshot.contains(&root.display().to_string()) {
        problems.push("the output names a folder of this machine".to_owned());
    }
    if let Ok(module) = program(&case) {
        problems.extend(same_after_printing(&module).err());
        problems.extend(forgotten_loads(&case, &module));
        if case.may {
            problems.extend(has_no_exact_model(&module).err());
        } else {
            problems.extend(unchanged_is_proved(&case, &module).err());
        }
        // What functions of libraries touch is not in the text.
        let judged = |run: &&CaseCommand| run.script().is_some() && !case.may && run.option("--effects").is_none();
        for run in case.runs.iter().filter(judged) {
            problems.extend(
                proved_agrees(run, &module)
                    .err()
                    .map(|problem| format!("`{}`: {problem}", run.line)),
            );
        }
    }
    if !problems.is_empty() {
        return Err(problems.join("\n"));
    }
    let folder = file.parent().expect("a folder");
    let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, snapshot.trim_end()));
    Ok(())
}

/// What a case says; definitions without sizes.
fn program(case: &CorpusCase) -> Result<Module, String> {
    use polyvet_ir::opdsl::{Request, instantiate, read_einstein, read_python, read_yaml};
    let (ops, _) = match Path::new(&case.path)
        .extension()
        .and_then(|extension| extension.to_str())
    {
        Some("py") => read_python(&case.text),
        Some("yaml") => read_yaml(&case.text),
        Some("tc") => read_einstein(&case.text),
        _ => return parse(&case.text),
    };
    let (module, errors) = instantiate(&ops, &Request::default());
    match errors.first() {
        Some(error) => Err(error.message.clone()),
        None if ops.is_empty() => Err("no operations".to_owned()),
        None => Ok(module),
    }
}

fn short(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What a run wrote and how it ended.
struct Output {
    stdout: String,
    stderr: String,
    /// What `--json` wrote: nothing where the command line could not be read.
    json: String,
    status: u8,
}

fn invoke(case: &CorpusCase, run: &CaseCommand) -> Result<Output, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let json = folder.path().join("results.json");
    let (subcommand, options) = run.words.split_first().ok_or("an empty `run:`")?;
    let words = ["polyvet", subcommand, &case.path].into_iter();
    let after = case.path.replace(".mlir", AFTER);
    let schedules = case.path.replace(".mlir", SCHEDULES);
    let trace = case.path.replace(".mlir", TRACE);
    let named = |word: &'_ String| match word.as_str() {
        "%trace" => trace.clone(),
        "%after" => after.clone(),
        "%schedules" => schedules.clone(),
        _ => word.clone(),
    };
    let options: Vec<String> = options.iter().map(named).collect();
    let words = words
        .chain(options.iter().map(String::as_str))
        .chain(["--color", "never", "--json"]);
    let args: Vec<OsString> = words.map(OsString::from).chain([json.clone().into()]).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let exit = polyvet_cli::run(
        args,
        polyvet_cli::Io::unwatched(&mut std::io::empty(), &mut stdout, &mut stderr),
    );
    let text = |bytes| String::from_utf8(bytes).map_err(|_| "output that is not text".to_owned());
    Ok(Output {
        stdout: text(stdout)?,
        stderr: text(stderr)?,
        json: std::fs::read_to_string(json).unwrap_or_default(),
        status: exit.code(),
    })
}

/// The text output and the JSON output are as expected.
fn judge(case: &CorpusCase, run: &CaseCommand, text: &Output) -> Result<(), String> {
    if text.status != run.expect.status() {
        return Err(format!(
            "exit {}, expected {:?} with exit {}",
            text.status,
            run.expect,
            run.expect.status()
        ));
    }
    if run.expect == Expect::Error && !text.stderr.contains("error") {
        return Err("no message".to_owned());
    }
    if run.words[0] == "parse" && run.expect == Expect::Ok {
        return Ok(());
    }
    if run.expect == Expect::Error && text.json.is_empty() && text.stderr.contains("Usage:") {
        return Ok(()); // a command line that cannot be read asks for no file
    }
    let json: Value = serde_json::from_str(&text.json).map_err(|error| format!("not JSON: {error}\n{}", text.json))?;
    if json["schema"] != "polyvet/1" || json["command"] != *run.words[0] {
        return Err("the JSON has another schema or command".to_owned());
    }
    let results = json["results"].as_array().ok_or("no results in the JSON")?;
    let diagnosed = json["diagnostics"]
        .as_array()
        .is_some_and(|all| all.iter().any(|d| d["severity"] == "error"));
    match run.expect {
        Expect::Ok => {
            let empty = results.is_empty();
            if empty { Err("no result".to_owned()) } else { Ok(()) }
        }
        Expect::Error if diagnosed => Ok(()),
        Expect::Error => Err("no error in the JSON".to_owned()),
        Expect::Proved => all_are(results, "proved", Some("bitwise")),
        Expect::Reassociated => all_are(results, "proved", Some("reassociated")),
        Expect::Vacuous => match some_is(results, "proved")? {
            result if result["vacuous"].is_string() => Ok(()),
            _ => Err("the proof is not vacuous".to_owned()),
        },
        // Runs that agree prove nothing.
        Expect::Unknown => some_is(results, "unknown")
            .or_else(|_| some_is(results, "tested"))
            .map(|_| ()),
        Expect::Refuted => match some_is(results, "refuted")? {
            result if result["witness"]["replay"]["confirmed"] == true => proposal_is_proved(case, run, result),
            result => Err(format!("a witness that does not replay: {}", result["witness"])),
        },
    }
}

/// The script that is proposed instead, if one is, is proved when it is checked.
fn proposal_is_proved(case: &CorpusCase, run: &CaseCommand, result: &Value) -> Result<(), String> {
    let Some(script) = result["repair"]["script"].as_str() else {
        return Ok(());
    };
    let mut proposed = run.clone();
    match run.words.iter().position(|word| word == "--transform") {
        Some(at) => proposed.words[at + 1] = script.to_owned(),
        // A comment of the program asked.
        None => proposed.words.extend(["--transform".to_owned(), script.to_owned()]),
    }
    let answer = invoke(case, &proposed)?;
    match answer.stdout.starts_with("proved: ") {
        true => Ok(()),
        false => Err(format!(
            "the proposal `{script}` is not proved\n{}{}",
            answer.stdout, answer.stderr
        )),
    }
}

fn all_are(results: &[Value], verdict: &str, strength: Option<&str>) -> Result<(), String> {
    let fits = |result: &Value| result["verdict"] == verdict && result["strength"].as_str() == strength;
    if !results.is_empty() && results.iter().all(fits) {
        Ok(())
    } else {
        Err(format!("not all {verdict} {strength:?}"))
    }
}

fn some_is<'r>(results: &'r [Value], verdict: &str) -> Result<&'r Value, String> {
    results
        .iter()
        .find(|result| result["verdict"] == verdict)
        .ok_or_else(|| format!("none {verdict} in the JSON"))
}

/// Loads that are neither read by a statement of the model nor known to be idle. What reaches a statement unread orders
/// nothing, and too much is proved.
fn forgotten_loads(case: &CorpusCase, module: &Module) -> Vec<String> {
    let options = ExtractOptions {
        may: true,
        ..ExtractOptions::default()
    };
    let mut lost = Vec::new();
    for func in module.funcs() {
        // Why there is no model is what others are about.
        let Ok(scop) = extract(module, func, &Ctx::new(), &options) else {
            continue;
        };
        let accesses = scop.stmts.iter().flat_map(|stmt| &stmt.accesses);
        let known: HashSet<_> = accesses
            .filter(|access| !access.kind.is_write())
            .map(|access| access.span)
            .chain(scop.idle_loads.iter().copied())
            .collect();
        module.walk(func, &mut |_, op| {
            if matches!(op.name.as_str(), "affine.load" | "memref.load") && !known.contains(&op.span) {
                let text = &case.text[op.span.start as usize..op.span.end as usize];
                lost.push(format!("`{text}` is no read of the model"));
            }
        });
    }
    lost
}

/// Whether a statement updates an element as a whole.
fn is_atomic(scop: &polyvet_analysis::Scop) -> bool {
    { scop.stmts.iter() }.any(|stmt| stmt.reduction.is_some_and(|one| one.atomic))
}

/// Every function with a body is refused, unless asked for what may happen.
fn has_no_exact_model(module: &Module) -> Result<(), String> {
    for func in module.funcs() {
        if module.only_block(func, 0).is_some() && Subject::of(module.clone(), func).is_ok() {
            return Err("it has an exact model: move it out of `may/`".to_owned());
        }
    }
    Ok(())
}

fn same_after_printing(module: &Module) -> Result<(), String> {
    for form in [PrintForm::Custom, PrintForm::Generic] {
        let text = polyvet_ir::print(
            module,
            PrintOptions {
                form,
                ..PrintOptions::default()
            },
        );
        let (again, diagnostics) = polyvet_ir::parse(&text);
        if let Some(error) = diagnostics
            .iter()
            .find(|diagnostic| diagnostic.severity == Severity::Error)
        {
            return Err(format!(
                "what is printed cannot be read: {} at `{}`\n{text}",
                error.message,
                error.primary.of(&text)
            ));
        }
        polyvet_ir::same(module, &again)
            .map_err(|why| format!("what is printed reads as another program: {why}\n{text}"))?;
    }
    Ok(())
}

/// The empty script is legal, for every function that has a model.
fn unchanged_is_proved(case: &CorpusCase, module: &Module) -> Result<(), String> {
    let checks = case
        .runs
        .iter()
        .any(|run| run.script().is_some() && run.expect != Expect::Error);
    for func in module
        .funcs()
        .into_iter()
        .filter(|func| module.only_block(*func, 0).is_some())
    {
        let subject = match Subject::of(module.clone(), func) {
            Ok(subject) => subject,
            Err(_) if !checks => continue,
            Err(why) => return Err(why),
        };
        let checker = Checker::new(&subject.scop, 0).map_err(|error| error.to_string())?;
        let rewrite = subject.rewrite("")?.ok_or("the empty script has no place")?;
        let verdict = check_rewrite(module, func, &checker, &rewrite).map_err(|error| error.to_string())?;
        // Parallel iterations that update elements as a whole have no one order.
        let any = is_atomic(&subject.scop);
        if !matches!(&verdict, Verdict::Proved(proof) if any || proof.strength == Strength::Bitwise) {
            return Err(format!("the program as it is: {verdict:?}"));
        }
    }
    Ok(())
}

/// A function with a body that calls none without: those cannot be run.
fn runs(module: &Module, func: OpId) -> bool {
    let mut calls = false;
    module.walk(func, &mut |_, op| calls |= op.name == "func.call");
    module.only_block(func, 0).is_some()
        && !(calls && module.funcs().iter().any(|op| module.only_block(*op, 0).is_none()))
}

/// Where a run is proved, the new program leaves the same at small sizes, in every parallel order.
fn proved_agrees(run: &CaseCommand, module: &Module) -> Result<(), String> {
    let on: fn(&Module, &str, &polyvet_tests::model::CallSizes, ParallelOrder) -> Result<ObservedRun, Trap> =
        match run.expect {
            Expect::Proved => on_terms,
            // Small integers: sums and products are exact, quotients are not.
            Expect::Reassociated => on_numbers,
            _ => return Ok(()),
        };
    let mut divides = false;
    module.walk(module.top, &mut |_, op| {
        divides |= matches!(&*op.name, "arith.divf" | "math.sqrt")
    });
    let tolerance = if divides { 1e-9 } else { 0.0 };
    let options = ExtractOptions {
        assume: run.option("--assume").map(str::to_owned).into_iter().collect(),
        ..ExtractOptions::default()
    };
    for func in module.funcs().into_iter().filter(|func| runs(module, *func)) {
        let scop = extract(module, func, &Ctx::new(), &options).map_err(|error| error.to_string())?;
        // Of buffers whose elements share memory and of atomic updates no code is generated (docs/reading.md, "Layouts"
        // and "What has no exact model").
        if scop.arrays.iter().any(|array| array.layout.is_some()) || is_atomic(&scop) {
            continue;
        }
        let subject = Subject {
            module: module.clone(),
            func,
            scop,
        };
        let Some(rewrite) = subject.rewrite(run.script().unwrap_or_default())? else {
            continue;
        };
        let generated = polyvet_codegen::generate(&rewrite.scop, module, func)
            .map_err(|error| format!("not generated: {error}"))?;
        for params in subject.small_params(&SIZES) {
            let Some(sizes) = subject.sizes(&params) else { continue };
            let before = match on(module, &subject.scop.name, &sizes, ParallelOrder::Forward) {
                Ok(before) => before,
                Err(trap) => return Err(format!("it does not run at {params:?}: {}", trap.describe())),
            };
            for order in [
                ParallelOrder::Forward,
                ParallelOrder::Backward,
                ParallelOrder::Shuffled(3),
            ] {
                let after = on(&generated, &subject.scop.name, &sizes, order);
                let after =
                    after.map_err(|trap| format!("the new program does not run at {params:?}: {}", trap.describe()))?;
                if let Some(difference) = before.difference_beyond(&after, tolerance) {
                    return Err(format!("proved, but at {params:?} {difference}"));
                }
            }
        }
    }
    Ok(())
}
