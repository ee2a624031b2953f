//! `polyvet run`: inputs, archives, comparisons with another backend, traces, domains.

use crate::common::{polyvet, root};
use polyvet_cli::{Exit, GivenArrays, Io};
use std::io::Write as _;

const SUM: &str = "func.func @sum(%A: memref<64xf32>, %C: memref<f32>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xf32>
    %c = affine.load %C[] : memref<f32>
    %s = arith.addf %c, %a : f32
    affine.store %s, %C[] : memref<f32>
  }
  return
}
";

/// The same sum from the other end.
fn reversed() -> String {
    SUM.replace("%A[%i]", "%A[63 - %i]")
}

/// The same sum without its last term.
fn short() -> String {
    SUM.replace("0 to 64", "0 to 63")
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }
}

const COPY: &str = "func.func @copy(%A: memref<?x?xi32>) -> memref<?x?xi32> {
  return %A : memref<?x?xi32>
}
";

/// As numpy shows arrays, unless all is requested; JSON has all.
#[test]
fn large_arrays_are_shown_by_their_ends() {
    let run = |rows: &str, more: &[&str]| {
        let rows = format!("A.0={rows}");
        let args = [&["run", "-", "--param", &rows, "--param", "A.1=100"], more].concat();
        polyvet(&args, COPY).stdout
    };
    let long = run("20", &[]);
    let first = "A: 20x100xi32 = [[0, 1, 2, .., 97, 98, 99], [100, 101, 102, .., 197, 198, 199], ";
    assert!(long.starts_with(first), "{long}");
    let last = "[1900, 1901, 1902, .., 1997, 1998, 1999]] (2000 elements; `--full` shows all)\n";
    assert!(long.ends_with(last), "{long}");
    assert!(!run("10", &[]).contains(".."), "1000 are not many");
    assert!(run("20", &["--full"]).contains(", 1234, "));
    assert!(run("20", &["--format", "json"]).contains("\"1234\""));
}

/// Writes what a program computes, and compares with it what [`SUM`] does.
fn against(program: &str, init: &str, tolerance: &str) -> crate::common::Run {
    let folder = Folder::new();
    let file = folder.path("c.npy");
    let made = polyvet(&["run", "-", "--init", init, "--out", &format!("C={file}")], program);
    assert_eq!(made.exit, Exit::Success, "{}", made.shown());
    let check = format!("C={file}");
    let args = [
        "run",
        "-",
        "--init",
        init,
        "--check-against",
        &check,
        "--tolerance",
        tolerance,
    ];
    polyvet(&args, SUM)
}

/// A program that calls gives arrays and gets arrays; no file is read or written.
#[test]
fn arrays_stay_in_memory() {
    let folder = Folder::new();
    let file = folder.path("a.npy");
    let copy = ["run", "-", "--param", "A.0=1", "--param", "A.1=3", "--out"];
    let made = polyvet(&[&copy[..], &[&format!("A={file}")]].concat(), COPY);
    assert_eq!(made.exit, Exit::Success, "{}", made.shown());
    let bytes = std::fs::read(&file).expect("an array");
    std::fs::remove_file(&file).expect("removed");
    let run = |given: &str| {
        let mut arrays = GivenArrays::default();
        arrays.given.insert("<A>".to_owned(), bytes.clone());
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let mut stdin = COPY.as_bytes();
        let mut io = Io::unwatched(&mut stdin, &mut stdout, &mut stderr);
        io.arrays = Some(&mut arrays);
        let args = ["polyvet", "run", "-", "--arg", given, "--out", &file];
        (polyvet_cli::run(args.map(Into::into), io), arrays.made)
    };
    let (exit, made) = run("A=<A>");
    assert_eq!(exit, Exit::Success);
    let named: Vec<(&str, &[i64])> = made.iter().map(|(name, raw)| (&name[..], &raw.shape[..])).collect();
    assert_eq!(named, [("A", &[1, 3][..]), ("#0", &[1, 3])]);
    assert_eq!(made[0].1.descr, "<i4");
    assert!(bytes.ends_with(&made[1].1.data));
    assert!(!std::path::Path::new(&file).exists());
    // Another name is a file, which is not there.
    let (exit, made) = run("A=<B>");
    assert_eq!((exit, made.len()), (Exit::BadInput, 0));
}

#[test]
fn a_bound_tells_rounding_from_mistakes() {
    let init = "uniform:3";
    assert_eq!(against(SUM, init, "bitwise").exit, Exit::Success);
    assert_eq!(against(&reversed(), init, "bitwise").exit, Exit::Refuted);
    assert_eq!(against(&reversed(), init, "bound").exit, Exit::Success);
    let run = against(&short(), init, "bound");
    assert_eq!(run.exit, Exit::Refuted);
    assert!(run.stdout.starts_with("C differs from "), "{}", run.shown());
    assert!(
        run.stdout.contains("1 element: 1 too far apart") && run.stdout.contains(", allowed "),
        "{}",
        run.shown()
    );
    // A guess accepts the mistake.
    assert_eq!(against(&short(), init, "abs:1").exit, Exit::Success);
    // Exact in every order.
    assert_eq!(against(&reversed(), "integers:3", "bitwise").exit, Exit::Success);
}

#[test]
fn no_bound_is_no_verdict() {
    // The largest numbers overflow in some order, and NaN stays NaN in all.
    let folder = Folder::new();
    let file = folder.path("c.npy");
    let huge = "func.func @sum(%A: memref<64xf32>, %C: memref<f32>) {
  %big = arith.constant 3.0e38 : f32
  affine.for %i = 0 to 64 {
    affine.store %big, %A[%i] : memref<64xf32>
  }
  affine.store %big, %C[] : memref<f32>
  return
}
";
    assert_eq!(
        polyvet(&["run", "-", "--out", &folder.path("in.npz")], huge).exit,
        Exit::Success
    );
    let one = huge.replace("3.0e38", "1.0");
    assert_eq!(
        polyvet(&["run", "-", "--out", &format!("C={file}")], one).exit,
        Exit::Success
    );
    let check = format!("C={file}");
    let archive = folder.path("in.npz");
    let args = [
        "run",
        "-",
        "--arg",
        &archive,
        "--check-against",
        &check,
        "--tolerance",
        "bound",
    ];
    let run = polyvet(&args, SUM);
    assert_eq!(run.exit, Exit::Unknown, "{}", run.shown());
    assert!(run.stderr.contains("[no-error-bound]"), "{}", run.shown());
    assert!(run.stdout.contains("may differ from"), "{}", run.shown());
}

#[test]
fn archives_go_out_and_in() {
    let folder = Folder::new();
    let archive = folder.path("all.npz");
    let made = polyvet(&["run", "-", "--init", "special:9", "--out", &archive], SUM);
    assert_eq!(
        (made.exit, made.stdout.as_str()),
        (Exit::Success, ""),
        "{}",
        made.shown()
    );
    let same = polyvet(&["run", "-", "--init", "special:9", "--check-against", &archive], SUM);
    assert_eq!(same.exit, Exit::Success, "{}", same.shown());
    assert_eq!(
        same.stdout
            .lines()
            .filter(|line| line.contains(" agrees with "))
            .count(),
        2
    );
    let given = polyvet(&["run", "-", "--arg", &archive, "--format", "json"], SUM);
    assert_eq!(given.exit, Exit::Success, "{}", given.shown());
    let other = SUM.replace("%C", "%D");
    let run = polyvet(&["run", "-", "--arg", &archive], &other);
    assert!(run.stderr.contains("no argument `C`, which "), "{}", run.shown());
    assert_eq!(
        std::fs::read_dir(folder.0.path()).expect("the folder").count(),
        1,
        "nothing is left beside"
    );
}

const SCALE: &str = "func.func @scale(%A: memref<2x3xf16>, %B: memref<3xi8>, %C: memref<2x3xf64>, %D: memref<2xi1>, %E: memref<3xi64>, %F: memref<f32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      %a = affine.load %A[%i, %j] : memref<2x3xf16>
      %b = affine.load %B[%j] : memref<3xi8>
      %x = arith.extf %a : f16 to f64
      %y = arith.sitofp %b : i8 to f64
      %p = arith.mulf %x, %y : f64
      affine.store %p, %C[%i, %j] : memref<2x3xf64>
      %e = affine.load %E[%j] : memref<3xi64>
      %w = arith.extsi %b : i8 to i64
      %s = arith.addi %e, %w : i64
      affine.store %s, %E[%j] : memref<3xi64>
    }
    %d = affine.load %D[%i] : memref<2xi1>
    %yes = arith.constant true
    %n = arith.xori %d, %yes : i1
    affine.store %n, %D[%i] : memref<2xi1>
  }
  %f = affine.load %F[] : memref<f32>
  %g = arith.negf %f : f32
  affine.store %g, %F[] : memref<f32>
  return
}
";

/// Makes the inputs, or looks at what came out: the same in numpy.
const IN_NUMPY: &str = r#"
import numpy as np, sys
A = np.asfortranarray(np.array([[1.5, -2, 0.1], [65504, -0.0, np.inf]], np.float16))
B = np.array([-128, 127, 3], np.int8)
D, E, F = np.array([True, False]), np.array([-2**63, 5, 2**53 + 1], '>i8'), np.float32(np.nan)
if sys.argv[1] == 'make':
    np.savez_compressed(sys.argv[2], A=A, B=B, C=np.zeros((2, 3)), D=D, E=E, F=F)
else:
    got = np.load(sys.argv[2])
    def same(name, expected):
        found = got[name]
        assert found.dtype == expected.dtype and found.shape == expected.shape, (name, found)
        assert found.tobytes() == expected.tobytes(), (name, found, expected)
    same('A', np.ascontiguousarray(A))
    same('B', B)
    same('C', A.astype(np.float64, order='C') * B.astype(np.float64))
    same('D', ~D)
    with np.errstate(over='ignore'):
        same('E', E.astype(np.int64) + 2 * B.astype(np.int64))
    same('F', -np.array(F))
"#;

#[test]
fn archives_of_numpy_go_in_and_out() {
    let Some(python) = crate::common::python_with("numpy") else {
        _ = writeln!(std::io::stderr(), "skipped: no Python with numpy (POLYVET_PYTHON=...)");
        return;
    };
    let folder = Folder::new();
    let (given, made) = (folder.path("in.npz"), folder.path("out.npz"));
    let numpy = |what: &str, file: &str| {
        let run = std::process::Command::new(&python)
            .args(["-c", IN_NUMPY, what, file])
            .output();
        let run = run.expect("a Python");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    };
    numpy("make", &given);
    let run = polyvet(&["run", "-", "--arg", &given, "--out", &made], SCALE);
    assert_eq!(run.exit, Exit::Success, "{}", run.shown());
    numpy("look", &made);
}

/// A signal at any time leaves the file of before or the whole new one, and nothing beside it.
#[test]
fn an_interrupt_leaves_whole_files() {
    let text = "func.func @f(%A: memref<600000xf64>) {\n  return\n}\n";
    let folder = Folder::new();
    let (program, out) = (folder.path("f.mlir"), folder.path("a.npy"));
    std::fs::write(&program, text).expect("written");
    let arguments = ["run", &*program, "-q", "--out", &*format!("A={out}")];
    let whole = {
        assert_eq!(polyvet(&arguments, "").exit, Exit::Success);
        std::fs::read(&out).expect("a file").len()
    };
    let mut interrupted = 0;
    for wait in 0..24 {
        std::fs::write(&out, "before").expect("written");
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_polyvet"))
            .args(arguments)
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("polyvet");
        // Half of the tries wait until the file is being written, the others for a while.
        let started = std::time::Instant::now();
        let beside = || std::fs::read_dir(folder.0.path()).expect("a folder").count() > 2;
        let patience = std::time::Duration::from_millis(if wait % 2 == 0 { 20_000 } else { 10 * wait });
        while started.elapsed() < patience && !beside() && child.try_wait().expect("a child").is_none() {
            std::thread::yield_now();
        }
        let killed = std::process::Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .output();
        assert!(killed.is_ok());
        interrupted += usize::from(child.wait().expect("it ends").code().is_none());
        let left = std::fs::read(&out).expect("a file");
        assert!(left == b"before" || left.len() == whole, "{} bytes", left.len());
        let names: Vec<_> = std::fs::read_dir(folder.0.path())
            .expect("a folder")
            .flatten()
            .collect();
        assert_eq!(names.len(), 2, "{names:?}");
    }
    assert!(interrupted > 0, "every run ended by itself");
}

#[test]
fn seeds_decide_inputs() {
    let shown = |init: &str| polyvet(&["run", "-", "--init", init], SUM).stdout;
    assert_eq!(shown("uniform:1"), shown("uniform:1"));
    assert_ne!(shown("uniform:1"), shown("uniform:2"));
    assert_eq!(shown("seeded:4"), shown("integers:4"));
    assert!(shown("special:1").contains("inf") && shown("special:1").contains("nan"));
    let one = polyvet(&["run", "-", "--arg", "A=uniform:5"], SUM).stdout;
    assert!(
        one.starts_with("A: 64xf32 = [") && !one.contains("[0.0, 1.0, 2.0"),
        "{one}"
    );
    let wrong = polyvet(&["run", "-", "--init", "gauss:1"], SUM);
    assert!(wrong.stderr.contains("`uniform:SEED`"), "{}", wrong.shown());
}

#[test]
fn a_trace_is_in_program_order() {
    let run = polyvet(
        &["run", "-", "--trace", "C", "--trace", "A[1]", "--format", "json"],
        SUM,
    );
    let json = run.json();
    let events = json["results"][0]["events"].as_array().expect("events").clone();
    assert_eq!(events.len(), 64 * 2 + 1, "{}", run.stdout);
    let accesses: Vec<&str> = events[..6]
        .iter()
        .map(|event| event["access"].as_str().expect("a word"))
        .collect();
    assert_eq!(accesses, ["read", "write", "read", "read", "write", "read"]);
    assert_eq!(events[2]["element"], serde_json::json!([1]));
    assert_eq!(events[2]["loops"], serde_json::json!([{ "name": "%i", "value": 1 }]));
    assert_eq!(
        (&events[2]["op"], &events[2]["line"]),
        (&"affine.load".into(), &3.into())
    );

    let text = polyvet(&["run", "-", "--trace", "A[2]"], SUM).stdout;
    assert!(
        text.contains("A[2]  read   2.0  affine.load  line 3    at %i = 2"),
        "{text}"
    );
    let unknown = polyvet(&["run", "-", "--trace", "B"], SUM);
    assert!(unknown.stderr.contains("no array is called `B`"), "{}", unknown.shown());
}

#[test]
fn a_trace_goes_up_to_the_error() {
    let text = SUM.replace("%A[%i]", "%A[%i * 40]");
    let run = polyvet(&["run", "-", "--trace", "A"], &text);
    assert_eq!(run.exit, Exit::BadInput);
    assert!(run.stdout.contains("A[40]  read"), "{}", run.shown());
    assert!(run.stderr.contains("[out-of-bounds]"), "{}", run.shown());
}

/// Through a window, an element is named as in its buffer; in a tensor, as the value.
#[test]
fn traces_see_through_windows() {
    let text = "func.func @f(%A: memref<4x4xf32>, %T: tensor<4xf32>) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %V = memref.subview %A[1, 1] [2, 2] [2, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[8, 1], offset: 5>>
  %v = memref.load %V[%c1, %c1] : memref<2x2xf32, strided<[8, 1], offset: 5>>
  %r = tensor.insert %v into %T[%c1] : tensor<4xf32>
  return %r : tensor<4xf32>
}
";
    let run = polyvet(&["run", "-", "--trace", "A[3, 2]", "--trace", "r"], text);
    assert!(
        run.stdout.contains("A[3, 2]  read   14.0  memref.load"),
        "{}",
        run.shown()
    );
    assert!(
        run.stdout.contains("r[1]     write  14.0  tensor.insert"),
        "{}",
        run.shown()
    );
}

/// Whoever runs it, a program prints the same; what was asked to be fast and was not is said.
#[test]
fn executors_differ_in_their_notes_only() {
    let with = |executor: &str, more: &[&str]| {
        let args = [&["run", "-", "--executor", executor, "--init", "uniform:3"], more].concat();
        polyvet(&args, SUM)
    };
    for more in [
        &[][..],
        &["--domain", "term"],
        &["--domain", "reassociated"],
        &["--format", "json"],
    ] {
        let reference = with("reference", more);
        assert_eq!(reference.exit, Exit::Success, "{}", reference.shown());
        for executor in ["auto", "fast"] {
            let run = with(executor, more);
            assert_eq!(
                (&run.stdout, &*run.stderr),
                (&reference.stdout, ""),
                "{executor} {more:?}"
            );
        }
    }
    let traced = with("fast", &["--trace", "C"]);
    assert_eq!(traced.stdout, with("reference", &["--trace", "C"]).stdout);
    assert!(
        traced
            .stderr
            .contains("note[declined]: `affine.for` ran in the reference 1 time: every operation is watched"),
        "{}",
        traced.shown()
    );
}

#[test]
fn domains_differ_in_what_is_equal() {
    let last = |domain: &str, text: &str| {
        let run = polyvet(&["run", "-", "--domain", domain, "--format", "json"], text);
        assert_eq!(run.exit, Exit::Success, "{}", run.shown());
        run.json()["results"][0]["values"][1]["elements"][0].clone()
    };
    assert_ne!(last("term", SUM), last("term", &reversed()));
    assert_eq!(last("field", SUM), last("field", &reversed()));
    assert_ne!(last("field", SUM), last("field", &short()));
}

#[test]
fn memory_is_limited() {
    let text = "func.func @f() {\n  %A = memref.alloc() : memref<65536xf64>\n  memref.dealloc %A : memref<65536xf64>\n  return\n}\n";
    assert_eq!(polyvet(&["run", "-"], text).exit, Exit::Success);
    let run = polyvet(&["run", "-", "--memory", "512KiB"], text);
    assert_eq!(run.exit, Exit::Unknown);
    assert!(
        run.stderr
            .contains("arrays may take up 512 KiB here; `--memory` allows more"),
        "{}",
        run.shown()
    );
}

#[test]
fn the_example_of_the_manual_is_what_it_says() {
    let at = |name: &str| root().join("docs/examples").join(name).display().to_string();
    for name in ["matmul-reversed.npy", "matmul-wrong.npy"] {
        assert!(std::path::Path::new(&at(name)).is_file(), "{name}");
    }
}
