//! Reading, printing and reading again gives the same module; `mlir-opt` agrees at every step.

use polyvet_ir::{Diagnostic, Module, PrintForm, PrintOptions, Severity, parse, print, same, well_formed};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn data_files() -> Vec<PathBuf> {
    files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data"))
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_below(&path));
        } else if path.extension().is_some_and(|ext| ext == "mlir") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn errors(text: &str, diagnostics: &[Diagnostic]) -> String {
    let line = |d: &Diagnostic| format!("  line {:?}: {}: {}\n", d.primary.line(text), d.code, d.message);
    diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .take(5)
        .map(line)
        .collect()
}

/// Parses text that must be right.
fn module(name: &str, text: &str) -> Module {
    let (module, diagnostics) = parse(text);
    assert!(diagnostics.is_empty(), "{name}:\n{}", errors(text, &diagnostics));
    let diagnostics = well_formed(&module);
    assert!(
        diagnostics.is_empty(),
        "{name} is not well-formed:\n{}",
        errors(text, &diagnostics)
    );
    module
}

fn printed(module: &Module, form: PrintForm) -> String {
    print(module, PrintOptions { form, locations: false })
}

fn mlir_opt() -> Option<&'static str> {
    let runs = Command::new("mlir-opt-22").arg("--version").output().is_ok();
    if !runs {
        _ = writeln!(std::io::stderr(), "skipped: mlir-opt-22 not found");
    }
    runs.then_some("mlir-opt-22")
}

/// The generic form of each text by one run of `mlir-opt`.
fn generic_by_mlir(mlir_opt: &str, texts: &[String]) -> Vec<String> {
    let mut child = Command::new(mlir_opt)
        .args([
            "--allow-unregistered-dialect",
            "--mlir-print-op-generic",
            "--split-input-file",
            "-",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mlir-opt starts");
    let input = texts.join("\n// -----\n");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("mlir-opt ends");
    writer
        .join()
        .expect("the writer does not panic")
        .expect("mlir-opt reads its input");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "mlir-opt: {}",
        complaints.chars().take(2000).collect::<String>()
    );
    let all = String::from_utf8(output.stdout).expect("mlir-opt prints UTF-8");
    let parts: Vec<String> = all.split("// -----\n").map(|part| part.trim().to_owned()).collect();
    assert_eq!(parts.len(), texts.len(), "one output for each input");
    parts
}

#[test]
fn printing_and_reading_again_is_the_identity() {
    for path in data_files() {
        let name = path.display().to_string();
        let first = module(&name, &read(&path));
        for form in [PrintForm::Generic, PrintForm::Custom] {
            let text = printed(&first, form);
            let again = module(&format!("{name}, printed as {form:?}"), &text);
            if let Err(difference) = same(&first, &again) {
                panic!("{name}, {form:?}: {difference}\n{text}");
            }
            assert_eq!(text, printed(&again, form), "{name}: printing is stable");
        }
    }
}

/// For each file: `mlir-opt` gives the same generic text for the file and for what we print, and we
/// read the same module from its generic text as from the file.
fn agree(mlir_opt: &str, named: &[(String, String)]) {
    let texts: Vec<String> = named.iter().map(|(_, text)| text.clone()).collect();
    let reference = generic_by_mlir(mlir_opt, &texts);
    let modules: Vec<Module> = named.iter().map(|(name, text)| module(name, text)).collect();
    for (n, text) in reference.iter().enumerate() {
        let name = format!("{}, generic form by mlir-opt", named[n].0);
        if let Err(difference) = same(&modules[n], &module(&name, text)) {
            panic!("{name}: {difference}");
        }
    }
    for form in [PrintForm::Generic, PrintForm::Custom] {
        let ours: Vec<String> = modules.iter().map(|module| printed(module, form)).collect();
        for (n, text) in generic_by_mlir(mlir_opt, &ours).iter().enumerate() {
            let differ = text
                .lines()
                .zip(reference[n].lines())
                .find(|(ours, theirs)| ours != theirs);
            assert_eq!(differ, None, "{}, printed as {form:?}", named[n].0);
            assert_eq!(text.lines().count(), reference[n].lines().count(), "{}", named[n].0);
        }
    }
}

#[test]
fn mlir_opt_agrees_on_our_data() {
    let Some(mlir_opt) = mlir_opt() else { return };
    let named: Vec<_> = data_files()
        .iter()
        .map(|path| (path.display().to_string(), read(path)))
        .collect();
    assert!(named.len() >= 8, "the data files are there");
    agree(mlir_opt, &named);
}

/// Pairs of programs of all kinds, half of them written by mlir-opt.
#[test]
fn the_pairs_of_the_corpus_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/validate");
    let named: Vec<_> = files_below(&folder)
        .iter()
        .map(|path| (path.display().to_string(), read(path)))
        .collect();
    assert!(named.len() >= 300, "{} files", named.len());
    for (name, text) in &named {
        module(name, text);
    }
    let Some(mlir_opt) = mlir_opt() else { return };
    agree(mlir_opt, &named);
}
