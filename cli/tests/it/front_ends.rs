//! Programs that other tools print. What needs a tool says where it is skipped.

use crate::common::polyvet;
use polyvet_cli::Exit;
use std::io::Write;
use std::process::Command;

fn is_installed(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok();
    if !found {
        _ = writeln!(std::io::stderr(), "skipped: front ends: {tool} is not installed");
    }
    found
}

fn file(name: &str, text: impl AsRef<[u8]>) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("a path in UTF-8").to_owned();
    (folder, path)
}

const LOOP: &str = "func.func @f(%A: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %x, %A[%i] : memref<8xf32>
    scf.reduce
  }
  return
}
";

#[test]
fn another_program_reads_the_file() {
    if !is_installed("mlir-opt-22") {
        return;
    }
    let (_folder, path) = file("loop.mlir", LOOP);
    let plain = polyvet(&["parse", "--via", "mlir-opt-22", &path], "");
    assert!(plain.exit == Exit::Success, "{}", plain.stderr);
    assert!(plain.stdout.contains("%arg0: memref<8xf32>"), "{}", plain.stdout);
    let lowered = polyvet(&["parse", "--via", "mlir-opt-22 --convert-scf-to-cf {}", &path], "");
    assert!(lowered.stdout.contains("cf.cond_br"), "{}", lowered.stdout);
    let refused = polyvet(&["parse", "--via", "mlir-opt-22 --no-such-option", &path], "");
    assert!(refused.exit == Exit::BadInput && refused.stderr.contains("pass-failed"));
}

#[test]
fn what_cannot_be_read_is_asked_for_again() {
    if !is_installed("mlir-opt-22") {
        return;
    }
    let (_folder, path) = file("loop.mlir", LOOP);
    let command = "mlir-opt-22 --convert-scf-to-openmp";
    let one = polyvet(&["validate", &path, "--pass", command], "");
    assert!(one.stderr.contains("note[asked-again]"), "{}", one.stderr);
    assert!(one.exit == Exit::Unknown, "{}", one.stdout);
    let each = polyvet(&["validate", "--each", &path, "--pass", command], "");
    assert!(each.stderr.contains("note[asked-again]"), "{}", each.stderr);
}

#[test]
fn what_iree_prints_is_judged() {
    if !is_installed("iree-opt") {
        return;
    }
    let text = std::fs::read_to_string("../corpus/iree/fused.mlir")
        .or_else(|_| std::fs::read_to_string("corpus/iree/fused.mlir"))
        .expect("a case");
    let (_folder, path) = file("fused.mlir", text);
    let command = "iree-opt --linalg-fuse-elementwise-ops";
    for more in [&[][..], &["--each"], &["--via", "iree-opt"]] {
        let run = polyvet(&[&["validate", &path, "--pass", command], more].concat(), "");
        assert!(run.exit == Exit::Success, "{}{}", run.stdout, run.stderr);
    }
}

#[test]
fn bytecode_is_called_so() {
    let (_folder, path) = file("f.mlirbc", b"ML\xefR\x0d");
    let run = polyvet(&["parse", &path], "");
    assert!(run.exit == Exit::BadInput && run.stderr.contains("is MLIR bytecode, not text"));
}

#[test]
fn dumps_before_passes_are_read() {
    let (_folder, before) = file("loop.mlir", LOOP);
    let dump = format!(
        "// -----// IR Dump Before A (a) //----- //\nmodule {{\n{LOOP}}}\n\n// -----// IR Dump Before B (b) //----- //\nmodule \
         {{\n{}}}\n",
        LOOP.replace("8 : index", "7 : index")
    );
    let (_other, dump) = file("dump.txt", dump);
    let run = polyvet(&["validate", "--each", &before, &dump], "");
    assert!(run.exit == Exit::Refuted, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("broken by pass 1, `a`"), "{}", run.stdout);
}
