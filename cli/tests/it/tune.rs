//! `polyvet tune`: the search repeats itself, goes on where it ended, and what it finds is better and proved.

use crate::common::{Run, in_root, polyvet};
use polyvet_cli::Exit;
use std::collections::HashSet;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The product of matrices: `k`, which carries the sum, is in the middle.
const PRODUCT: &str = "func.func @product(%A: memref<12x12xf32>, %B: memref<12x12xf32>, %C: memref<12x12xf32>) {
  affine.for %j = 0 to 12 {
    affine.for %k = 0 to 12 {
      affine.for %i = 0 to 12 {
        %a = affine.load %A[%i, %k] : memref<12x12xf32>
        %b = affine.load %B[%k, %j] : memref<12x12xf32>
        %c = affine.load %C[%i, %j] : memref<12x12xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<12x12xf32>
      }
    }
  }
  return
}
";

/// Nothing may be turned round.
const CHAIN: &str = "func.func @chain(%A: memref<64xf32>) {
  affine.for %i = 1 to 64 {
    %a = affine.load %A[%i - 1] : memref<64xf32>
    %b = affine.load %A[%i] : memref<64xf32>
    %s = arith.addf %a, %b : f32
    affine.store %s, %A[%i] : memref<64xf32>
  }
  return
}
";

fn tune(program: &str, args: &[&str]) -> Run {
    polyvet(&[&["tune", "-"], args].concat(), program)
}

#[test]
fn what_is_found_moves_less_is_proved_and_is_found_again() {
    let args = ["--capacity", "512", "--sizes", "4", "--count", "25", "--format", "json"];
    let run = tune(PRODUCT, &args);
    assert_eq!(run.exit, Exit::Success, "{}", run.stderr);
    let json = run.json();
    let (found, verdict) = (&json["results"][0], &json["results"][1]);
    let best = &found["best"][0];
    assert!(best["cost"].as_f64() < found["before"].as_f64(), "{found}");
    assert_eq!(
        (found["tried"].as_u64(), found["stopped"].as_str()),
        (Some(25), Some("count"))
    );
    assert_eq!(verdict["verdict"], "proved");
    assert_eq!(verdict["subject"], best["script"]);
    assert_eq!(tune(PRODUCT, &args).stdout, run.stdout);
    let other = tune(PRODUCT, &[&args[..], &["--seed", "1"]].concat());
    assert_ne!(other.stdout, run.stdout);
}

#[test]
fn orders_that_break_dependences_are_never_kept() {
    let args = [
        "--capacity",
        "64",
        "--line",
        "8",
        "--only",
        "reverse",
        "--count",
        "5",
        "--format",
        "json",
    ];
    let run = tune(CHAIN, &args);
    assert_eq!(run.exit, Exit::Success, "{}", run.stderr);
    let json = run.json();
    let found = &json["results"][0];
    assert_eq!(found["illegal"], found["tried"]);
    assert_eq!(found["stopped"], "exhausted");
    assert_eq!(found["best"][0]["script"], "");
    assert_eq!(json["results"].as_array().map(Vec::len), Some(1), "nothing to prove");
}

/// What is in a log but for its first line.
fn scripts(log: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(log).expect("a log");
    let script = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).expect("a line");
        line["script"].as_str().expect("a script").to_owned()
    };
    text.lines().skip(1).map(script).collect()
}

#[test]
fn a_search_goes_on_where_it_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log.jsonl");
    let name = log.to_str().expect("a name");
    let search = |capacity: &str| {
        tune(
            PRODUCT,
            &["--capacity", capacity, "--sizes", "4", "--count", "12", "--log", name],
        )
    };
    assert_eq!(search("512").exit, Exit::Success);
    let first = scripts(&log);
    assert_eq!(first.len(), 12);
    // Cut off while a line was written.
    let text = std::fs::read(&log).expect("a log");
    std::fs::write(&log, &text[..text.len() - 5]).expect("cut off");
    let again = search("512");
    assert_eq!(again.exit, Exit::Success, "{}", again.stderr);
    assert!(again.stdout.contains("23 schedules tried"), "{}", again.stdout);
    let both = scripts(&log);
    assert_eq!(both[..11], first[..11]);
    let once: HashSet<&String> = both.iter().collect();
    assert_eq!((both.len(), once.len()), (23, 23), "none is tried twice");
    let other = search("1KiB");
    assert_eq!(other.exit, Exit::BadInput);
    assert!(
        other.stderr.contains("is the log of another search"),
        "{}",
        other.stderr
    );
    std::fs::write(&log, "nonsense\n").expect("a file");
    assert!(search("512").stderr.contains("is no log of `tune`"));
}

#[test]
fn a_signal_ends_the_search_with_its_result() {
    in_root();
    let folder = tempfile::tempdir().expect("a folder");
    let (input, log) = (folder.path().join("product.mlir"), folder.path().join("log.jsonl"));
    std::fs::write(&input, PRODUCT).expect("a file");
    let child = Command::new(env!("CARGO_BIN_EXE_polyvet"))
        .args(["tune", "--capacity", "512", "--time", "1h", "--log"])
        .args([&log, &input])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("polyvet");
    let start = Instant::now();
    while std::fs::read_to_string(&log).map_or(0, |text| text.lines().count()) < 4 {
        assert!(start.elapsed() < Duration::from_secs(120), "nothing was tried");
        std::thread::sleep(Duration::from_millis(20));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
    let ended = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stdout);
    assert_eq!(ended.status.signal(), Some(2), "{said}");
    assert!(said.contains("interrupted") && said.contains("@product"), "{said}");
}

/// A row and a kernel: the sums overlap.
const WINDOWS: &str = "func.func @windows(%X: memref<40xf32>, %W: memref<8xf32>, %Y: memref<33xf32>) {
  affine.for %i = 0 to 33 {
    affine.for %j = 0 to 8 {
      %x = affine.load %X[%i + %j] : memref<40xf32>
      %w = affine.load %W[%j] : memref<8xf32>
      %y = affine.load %Y[%i] : memref<33xf32>
      %p = arith.mulf %x, %w : f32
      %s = arith.addf %y, %p : f32
      affine.store %s, %Y[%i] : memref<33xf32>
    }
  }
  return
}
";

/// What `tile` says that any order moves, against all orders that the search tries, in a run.
#[test]
fn no_order_moves_less_than_tile_says() {
    let folder = tempfile::tempdir().expect("a folder");
    for (at, program) in [PRODUCT, WINDOWS].iter().enumerate() {
        for capacity in ["48", "128", "256"] {
            let tiled = polyvet(
                &["tile", "-", "--capacity", capacity, "--elements", "--format", "json"],
                program,
            );
            let least = tiled.json()["results"][0]["levels"][0]["least_bytes"]
                .as_f64()
                .expect("a bound");
            assert!(least > 0.0);
            let log = folder.path().join(format!("{at}-{capacity}.jsonl"));
            let name = log.to_str().expect("a name");
            let args = [
                "--capacity",
                capacity,
                "--line",
                "4",
                "--sizes",
                "2,4",
                "--count",
                "20",
                "--log",
                name,
            ];
            let run = tune(program, &args);
            assert_eq!(run.exit, Exit::Success, "{}", run.stderr);
            let text = std::fs::read_to_string(&log).expect("a log");
            let lines = text
                .lines()
                .skip(1)
                .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a line"));
            let costs: Vec<f64> = lines.filter_map(|line| line["cost"].as_f64()).collect();
            let best = costs.iter().copied().fold(f64::INFINITY, f64::min);
            assert!(
                costs.len() > 10 && best >= least,
                "{best} where {least} is the least, at {capacity}"
            );
            // A bound three times as high would be found out.
            assert!(best < 3.0 * least || capacity != "256", "{best} is far from {least}");
        }
    }
}

#[test]
fn time_is_measured_in_c() {
    let run = tune(
        PRODUCT,
        &[
            "--measure",
            "cc",
            "--only",
            "interchange",
            "--count",
            "2",
            "--format",
            "json",
        ],
    );
    assert_eq!(run.exit, Exit::Success, "{}", run.stderr);
    let found = &run.json()["results"][0];
    assert_eq!(
        (found["cost"].as_str(), found["failed"].as_u64()),
        (Some("seconds"), Some(0))
    );
    assert!(found["before"].as_f64().is_some_and(|seconds| seconds > 0.0));
    let none = tune(PRODUCT, &["--measure", "cc", "--cc", "no-such-compiler"]);
    assert_eq!(none.exit, Exit::BadInput);
    assert!(
        none.stderr.contains("`no-such-compiler` is not an installed program"),
        "{}",
        none.stderr
    );
}

#[test]
fn what_is_missing_is_said() {
    let no_memory = tune(PRODUCT, &[]);
    assert!(no_memory.stderr.contains("--capacity 32KiB"), "{}", no_memory.stderr);
    let symbolic = PRODUCT
        .replace("12x12", "?x?")
        .replacen(
            "affine.for",
            "%c0 = arith.constant 0 : index\n  %n = memref.dim %A, %c0 : memref<?x?xf32>\n  affine.for",
            1,
        )
        .replace("0 to 12", "0 to %n");
    let no_size = tune(&symbolic, &["--capacity", "512"]);
    assert_eq!(no_size.exit, Exit::BadInput);
    assert!(no_size.stderr.contains("--param"), "{}", no_size.stderr);
}
