//! Bad input gives a clear error with its place and exit status 2, never a panic.

use crate::common::{MATMUL, MODEL, polyvet};
use polyvet_cli::Exit;

/// Checks the exit status; the text is for a snapshot.
fn error(args: &[&str], input: impl AsRef<[u8]>) -> String {
    let run = polyvet(args, input);
    assert_eq!(run.exit, Exit::BadInput, "{}", run.shown());
    run.shown()
}

/// Writes `text` to a file; gives its folder, which must live on, and its path.
fn file(name: &str, text: impl AsRef<[u8]>) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("a UTF-8 path").to_owned();
    (folder, path)
}

/// `text` without the path of the folder, which differs from run to run.
fn without(folder: &tempfile::TempDir, text: &str) -> String {
    text.replace(folder.path().to_str().expect("a UTF-8 path"), "DIR")
}

#[test]
fn unclosed_brace() {
    let text = "func.func @f() {\n  affine.for %i = 0 to 4 {\n  }\n  return\n";
    insta::assert_snapshot!(error(&["parse", "-"], text));
}

#[test]
fn non_affine_subscript() {
    let text = "\
func.func @f(%A: memref<256xf32>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %a = affine.load %A[%i * %j] : memref<256xf32>
      affine.store %a, %B[%i] : memref<16xf32>
    }
  }
  return
}
";
    insta::assert_snapshot!(error(&["relations", "-"], text));
}

#[test]
fn all_errors_of_a_file_come_at_once() {
    let text = "\
func.func @f(%A: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4x4xf32>
    %b = affine.load %A[%i, %k] : memref<4x4xf32>
  }
  return
}
";
    insta::assert_snapshot!(error(&["deps", "-"], text));
}

#[test]
fn loop_that_the_script_does_not_find() {
    let text = MATMUL.replace("%i", "%row");
    insta::assert_snapshot!(error(&["check", "-", "--transform", "interchange(rwo, j)"], text));
}

#[test]
fn tile_size_zero_or_negative() {
    let zero = error(&["check", "-", "--transform", "tile(i=0)"], MATMUL);
    let negative = error(&["check", "-", "--transform", "tile(i=4, j=-8)"], MATMUL);
    insta::assert_snapshot!(format!("{zero}\n{negative}"));
}

#[test]
fn transform_that_does_not_exist() {
    insta::assert_snapshot!(error(&["check", "-", "--transform", "tyle(i=4)"], MATMUL));
}

/// MLIR's verifier refuses it. It was a panic.
#[test]
fn branch_to_the_first_block() {
    let text = "\
\"func.func\"() <{function_type = (i1) -> (), sym_name = \"f\"}> ({
^bb0(%c: i1):
  \"cf.br\"(%c)[^bb0] : (i1) -> ()
^bb1:
  \"func.return\"() : () -> ()
}) : () -> ()
";
    let run = polyvet(&["relations", "-"], text);
    assert_eq!(run.exit, Exit::BadInput, "{}", run.shown());
    assert!(run.shown().contains("a branch to the first block"), "{}", run.shown());
}

#[test]
fn schedule_that_misses_instances() {
    let text = "[n, m, p] -> { clear[i, j] -> [i, j, 0]; add[i, j, k] -> [i, j, k + 1] : k > 0 }";
    let (folder, path) = file("late.isl", text);
    let text = error(&["check", "-", "--schedule", &path], MODEL);
    insta::assert_snapshot!(without(&folder, &text));
}

#[test]
fn two_instances_at_one_time_are_fine_without_a_dependence() {
    let all_at_once = "[n, m, p] -> { clear[i, j] -> [0, 0]; add[i, j, k] -> [1, k] }";
    let (_folder, path) = file("wide.isl", all_at_once);
    let run = polyvet(&["check", "-", "--schedule", &path], MODEL);
    assert_eq!(run.exit, Exit::Success, "{}", run.shown());
}

#[test]
fn rows_of_schedules() {
    let rows = r#"{"id": "good", "schedule": "[n, m, p] -> { clear[i, j] -> [0, 0]; add[i, j, k] -> [1, k] }"}
no json
{"id": "empty"}

{"id": "late", "schedule": "[n, m, p] -> { clear[i, j] -> [0, 0]; add[i, j, k] -> [1, k] : k > 0 }"}
{"id": 7, "schedule": "[n, m, p] -> { clear[i, j] -> [0, 0; add[i, j, k] -> [1, k] }"}
"#;
    let (folder, path) = file("rows.jsonl", rows);
    let text = error(&["check", "-", "--schedules", &path, "-q"], MODEL);
    insta::assert_snapshot!(without(&folder, &text));
}

#[test]
fn rank_mismatch() {
    let text = "\
func.func @f(%A: memref<4x4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i] : memref<4x4xf32>
  }
  return
}
";
    let program = error(&["parse", "-"], text);
    let map = error(
        &["map", "-", "--stmt", "S0", "--iterations", "{ [i, j] : i < 4 }"],
        MATMUL,
    );
    let data = error(&["map", "-", "--data", "{ C[x] : x < 4 }"], MATMUL);
    insta::assert_snapshot!(format!("{program}\n{map}\n{data}"));
}

#[test]
fn map_names_that_do_not_exist() {
    let stmt = error(&["map", "-", "--stmt", "S1", "--iterations", "{ [i, j, k] }"], MATMUL);
    let array = error(&["map", "-", "--data", "{ D[x, y] }"], MATMUL);
    let unnamed = error(&["map", "-", "--data", "{ [x, y] }"], MATMUL);
    let broken = error(&["map", "-", "--iterations", "{ [i, j, k] : 0 <= i < }"], MATMUL);
    insta::assert_snapshot!([stmt, array, unnamed, broken].join("\n"));
}

#[test]
fn functions_and_parameters_that_do_not_exist() {
    let func = error(&["deps", "-", "--func", "mathul"], MATMUL);
    let param = error(&["deps", "-", "--param", "q=4"], MATMUL);
    let value = error(&["deps", "-", "--param", "n=four"], MATMUL);
    let assume = error(&["deps", "-", "--assume", "n >="], MATMUL);
    insta::assert_snapshot!([func, param, value, assume].join("\n"));
}

#[test]
fn empty_files() {
    let empty = error(&["parse", "-"], "");
    let comment = error(&["check", "-", "--transform", "reverse(i)"], "// nothing here\n");
    insta::assert_snapshot!(format!("{empty}\n{comment}"));
}

#[test]
fn ten_megabytes_of_nonsense() {
    let mut seed = 1u64;
    let mut noise = |alphabet: &[u8]| {
        let byte = |_| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            alphabet[(seed >> 33) as usize % alphabet.len()]
        };
        (0..10 << 20).map(byte).collect::<Vec<u8>>()
    };
    let inputs = [
        noise(b"abcdefghijklmnopqrstuvwxyz%@#\"{}()<>[]:=,.->0123456789 \n"),
        noise(b"(){}[]<>"),
        vec![b'{'; 10 << 20],
        vec![b'x'; 10 << 20],
        vec![0; 10 << 20],
        "\"a\"() ({".repeat(10 << 17).into_bytes(),
        "func.func @f(%x: {\n".repeat(5 << 17).into_bytes(),
    ];
    for input in inputs {
        let shown = error(&["parse", "-"], &input);
        assert!(shown.len() < 100_000, "{} bytes of messages", shown.len());
    }
}

#[test]
fn what_cannot_be_read() {
    let missing = error(&["parse", "no-such-file.mlir"], "");
    let folder = error(&["parse", "tests"], "");
    let binary = error(&["parse", "-"], b"module {\n \xff\xfe }");
    insta::assert_snapshot!([missing, folder, binary].join("\n"));
}

#[test]
fn broken_models() {
    let json = error(&["relations", "-"], "{\"domain\": ");
    let field = error(&["relations", "-"], MODEL.replace("0 <= i < n", "0 <= i < "));
    let unknown = error(&["relations", "-"], MODEL.replace("\"reads\"", "\"raeds\""));
    insta::assert_snapshot!([json, field, unknown].join("\n"));
}

#[test]
fn usage() {
    let nothing = error(&["check", "-"], "");
    let both = error(&["check", "-", "--transform", "reverse(i)", "--script", "x"], "");
    let command = error(&["chek"], "");
    insta::assert_snapshot!([nothing, both, command].join("\n"));
}

#[test]
fn a_run_that_leaves_an_array() {
    let sizes = ["A.0=2", "A.1=2", "B.0=1", "B.1=2", "C.0=2", "C.1=2"];
    let mut args = vec!["run", "-"];
    args.extend(sizes.iter().flat_map(|size| ["--param", size]));
    insta::assert_snapshot!(error(&args, MATMUL));
    insta::assert_snapshot!("run_without_sizes", error(&["run", "-"], MATMUL));
}

#[test]
fn assumptions_under_which_nothing_is_left() {
    let contradiction = error(
        &["check", "-", "--transform", "reverse(k)", "--assume", "n > 4 and n < 3"],
        MATMUL,
    );
    let fixed_twice = error(
        &[
            "check",
            "-",
            "--transform",
            "parallelize(k)",
            "--param",
            "n=1",
            "--param",
            "n=2",
        ],
        MATMUL,
    );
    let text = "\
func.func @f(%A: memref<4xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<4xf32>
    affine.store %a, %A[7 - %i] : memref<4xf32>
  }
  return
}
";
    let never = polyvet(&["check", "-", "--transform", "reverse(i)"], text).shown();
    insta::assert_snapshot!([contradiction, fixed_twice, never].join("\n"));
}

#[test]
fn standard_input_is_read_once() {
    let twice = error(&["check", "-", "--script", "-"], "reverse(i)");
    let no_rows = error(&["check", "examples/matmul.scop.json", "--schedules", "-"], "\n");
    insta::assert_snapshot!([twice, no_rows].join("\n"));
}

#[test]
fn programs_of_mldim_loops() {
    const GOOD: &str = "\
func @rows[N] where (N >= 0) {
  mldim %t1 : {add} i {
    call add(i) with (0 <= i < N) reads A[i] writes B[i]
  }
}
";
    let run = polyvet(&["check", "-", "--transform", "reverse(t1)"], GOOD);
    assert_eq!(run.exit, Exit::Success, "{}", run.shown());
    let wrong = [
        ("{\n  mldim", "\n  mldim"),
        ("}\n}\n", "}\n"),
        ("(0 <= i < N)", "(0 <= i < )"),
        ("(0 <= i < N)", "(0 <= i < N"),
        ("B[i]", "B[k"),
        ("A[i]", "A[i * i]"),
        ("{add}", "{add, sub}"),
        ("    call add", "    call add(i)\n    call add"),
        ("writes", "write"),
        ("B[i]", "B[i] reduces quickly"),
        ("[N]", "[N"),
        ("(N >= 0)", "(N >= )"),
        ("} i {", "} j {"),
        ("call add(i) with (0 <= i < N) reads A[i] writes B[i]", ""),
    ];
    let told = wrong.map(|(old, new)| {
        assert!(GOOD.contains(old), "{old}");
        error(&["relations", "-"], GOOD.replacen(old, new, 1))
    });
    insta::assert_snapshot!(told.join("\n"));
}
