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

/// What OpenMP makes of it has operations in a form that is not read.
const SUM: &str = "func.func @f(%A: memref<8xf32>, %n: index, %x: f32) -> f32 {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    %a = memref.load %A[%i] : memref<8xf32>
    scf.reduce(%a : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
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
    let (_folder, path) = file("sum.mlir", SUM);
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

/// A folder as `--mlir-print-ir-tree-dir` makes it: the last pass on `@f` breaks it.
#[test]
fn a_folder_of_dumps_is_read_in_the_order_of_the_passes() {
    let (_folder, before) = file("loop.mlir", LOOP);
    let tree = tempfile::tempdir().expect("a folder");
    let dump = |folder: &str, name: &str, pass: &str, text: &str| {
        let folder = tree.path().join(folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let text = format!("// -----// IR Dump After A ({pass}) //----- //\n{text}");
        std::fs::write(folder.join(name), text).expect("a file");
    };
    let module = "builtin_module_no-symbol-name";
    let inner = format!("{module}/func_func_f");
    dump(module, "10_c.mlir", "c", &LOOP.replace("8 : index", "7 : index"));
    dump(module, "2_b.mlir", "b", LOOP);
    dump(&inner, "2_10_e.mlir", "e", LOOP);
    dump(&inner, "2_9_d.mlir", "d", LOOP);
    let path = tree.path().to_str().expect("a path in UTF-8");
    let run = polyvet(&["validate", "--each", &before, path], "");
    assert!(run.exit == Exit::Refuted, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("broken by pass 4, `c`"), "{}", run.stdout);
    let empty = tempfile::tempdir().expect("a folder");
    let path = empty.path().to_str().expect("a path in UTF-8");
    let run = polyvet(&["validate", "--each", &before, path], "");
    assert!(
        run.exit == Exit::BadInput && run.stderr.contains("no-dump"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_folder_of_mlir_opt_is_judged() {
    if !is_installed("mlir-opt-22") {
        return;
    }
    let (_folder, before) = file("loop.mlir", LOOP);
    let tree = tempfile::tempdir().expect("a folder");
    let path = tree.path().to_str().expect("a path in UTF-8");
    let made = Command::new("mlir-opt-22")
        .args(["--mlir-print-ir-after-all", &format!("--mlir-print-ir-tree-dir={path}")])
        .args([
            "--pass-pipeline=builtin.module(canonicalize,func.func(cse),symbol-dce)",
            &before,
        ])
        .output()
        .expect("it runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let run = polyvet(&["validate", "--each", &before, path], "");
    assert!(run.exit == Exit::Success, "{}{}", run.stdout, run.stderr);
}

/// Operations whose spelling changed, as each version that is installed prints them.
#[test]
fn other_versions_of_mlir_are_read() {
    let text = |alignment: &str| {
        format!(
            "{LOOP}
func.func @g(%t: tensor<8xf32>, %i: index) -> f32 {{
  %m = memref.alloc() {alignment} : memref<8xf32>
  bufferization.materialize_in_destination %t in writable %m : (tensor<8xf32>, memref<8xf32>) -> ()
  %x = memref.load %m[%i] : memref<8xf32>
  return %x : f32
}}
"
        )
    };
    let (_old, old) = file("versions.mlir", text("{alignment = 64 : i64}"));
    let (_new, new) = file("versions.mlir", text("alignment = 64"));
    for tool in [
        "mlir-opt-19",
        "mlir-opt-20",
        "mlir-opt-21",
        "mlir-opt-22",
        "mlir-opt-23",
        "iree-opt",
    ] {
        if !is_installed(tool) {
            continue;
        }
        let command = format!("{tool} --canonicalize --cse");
        // LLVM 24 no longer reads what 22 printed.
        let path = if tool == "iree-opt" { &new } else { &old };
        let run = polyvet(&["validate", path, "--pass", &command], "");
        assert!(run.exit == Exit::Success, "{tool}: {}{}", run.stdout, run.stderr);
        assert!(!run.stderr.contains("asked-again"), "{tool}: {}", run.stderr);
    }
}

/// Lowerings of TOSA's operations in the corpus: what polyvet says about them has not changed.
#[test]
fn what_mlir_opt_makes_of_tosa_is_judged() {
    if !is_installed("mlir-opt-22") {
        return;
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/tosa");
    let command = "mlir-opt-22 --pass-pipeline=builtin.module(func.func(tosa-to-scf,tosa-to-linalg-named,tosa-to-linalg,\
                   tosa-to-arith{include-apply-rescale=true},tosa-to-tensor))";
    for (name, exit) in [
        ("conv2d.mlir", Exit::Success),
        ("rescale.mlir", Exit::Success),
        ("concat.mlir", Exit::Success),
        ("reduce-max-infinite.mlir", Exit::Refuted),
    ] {
        let path = folder.join(name);
        let path = path.to_str().expect("a path in UTF-8");
        let run = polyvet(&["validate", path, "--pass", command], "");
        assert!(run.exit == exit, "{name}: {}{}", run.stdout, run.stderr);
    }
}
