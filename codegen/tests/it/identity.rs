//! A function generated from its own model computes what it did: every program of the corpus, run in
//! the term domain, and accepted by mlir-opt where that is installed.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{check, corpus, custom, program};
use polyvet_ir::{PrintForm, PrintOptions};

#[test]
fn the_corpus_computes_what_it_did() {
    let files = corpus();
    let part = |half: usize| {
        let mut functions = 0;
        for file in files.iter().skip(half).step_by(2) {
            let text = std::fs::read_to_string(file).unwrap();
            if !polyvet_ir::parse(&text).1.is_empty() {
                continue;
            }
            println!("{}", file.display());
            let program = program(&text);
            for (name, func, scop) in &program.funcs {
                check(&program, name, *func, scop);
                functions += 1;
            }
        }
        functions
    };
    let functions: usize = std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| scope.spawn(move || part(half)));
        halves.map(|half| half.join().unwrap()).iter().sum()
    });
    assert!(functions > 100, "{functions} functions");
}

/// What `mlir-opt` says about a program; `None` if it is not installed.
fn mlir_opt(text: &str) -> Option<Result<(), String>> {
    let mut command = Command::new("mlir-opt-22");
    let command = command
        .arg("--split-input-file")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    Some(if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    })
}

#[test]
fn mlir_opt_accepts_the_corpus() {
    if mlir_opt("module {}").is_none() {
        eprintln!("SKIPPED: mlir-opt-22 is not installed");
        return;
    }
    let mut printed: Vec<(String, String)> = Vec::new();
    for file in corpus() {
        let text = std::fs::read_to_string(&file).unwrap();
        if !polyvet_ir::parse(&text).1.is_empty() {
            continue;
        }
        let program = program(&text);
        for (name, func, scop) in &program.funcs {
            let module = polyvet_codegen::generate(scop, &program.module, *func).unwrap();
            let generic = PrintOptions {
                form: PrintForm::Generic,
                ..PrintOptions::default()
            };
            for text in [custom(&module), polyvet_ir::print(&module, generic)] {
                printed.push((format!("{}, `{name}`", file.display()), text));
            }
        }
    }
    // All in one go, and one by one only to say which one is wrong.
    let all: Vec<&str> = printed.iter().map(|(_, text)| text.as_str()).collect();
    if let Some(Ok(())) = mlir_opt(&all.join("\n// -----\n")) {
        return;
    }
    for (what, text) in &printed {
        if let Some(Err(message)) = mlir_opt(text) {
            panic!("{what}: {message}\n{text}");
        }
    }
    panic!("mlir-opt refuses the programs together, and none alone");
}
