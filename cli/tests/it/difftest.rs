//! `polyvet difftest`: outcomes, exit statuses, and backends that misbehave.

use crate::common::{MATMUL, Run, polyvet, root};
use polyvet_cli::Exit;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const DOUBLE: &str = "func.func @double(%A: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi32>
    %s = arith.addi %a, %a : i32
    affine.store %s, %A[%i] : memref<?xi32>
  }
  return
}
";

/// A backend of one step: a shell script, which gets the path of `jobs.json`.
struct Script(tempfile::TempDir);

impl Script {
    fn new(script: &str, limits: &str) -> Script {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("run.sh"), script).expect("written");
        let toml = format!(
            "name = 'script'\nprogram = 'files'\nfiles = ['run.sh']\n[[steps]]\nname = 'run'\nruns-program = true\n\
             run = ['sh', '{{work}}/run.sh', '{{work}}/jobs.json']\n[limits]\n{limits}\n"
        );
        std::fs::write(folder.path().join("script.toml"), toml).expect("written");
        Script(folder)
    }

    fn toml(&self) -> String {
        self.0.path().join("script.toml").display().to_string()
    }

    fn run(&self) -> Run {
        let toml = self.toml();
        polyvet(
            &[
                "difftest",
                "-",
                "--backend",
                &toml,
                "--size",
                "3",
                "--inputs",
                "small",
                "--format",
                "json",
            ],
            DOUBLE,
        )
    }
}

/// The outcome of the first failure, and its message.
fn failure(run: &Run) -> (String, String) {
    let json = run.json();
    let one = &json["results"][0]["failures"][0];
    let text = |key: &str| one[key].as_str().unwrap_or("").to_owned();
    (text("outcome"), text("message"))
}

#[test]
fn outcomes_are_told_apart() {
    // Nothing is written at all.
    let run = Script::new("true", "").run();
    assert_eq!(failure(&run).0, "not-understood", "{}", run.stdout);
    assert_eq!(run.exit, Exit::Unknown);
    // The inputs as outputs: not doubled.
    let same = "work=$(dirname $1); cp $work/job0-in0.npy $work/job0-out0.npy";
    let run = Script::new(same, "").run();
    assert_eq!(failure(&run).0, "wrong", "{}", run.stdout);
    assert_eq!(run.json()["results"][0]["failures"][0]["wrong"], 3);
    assert_eq!(run.exit, Exit::Refuted);
    // An exit status, a signal, a refusal.
    let run = Script::new("echo 'error: no way' >&2; exit 7", "").run();
    assert_eq!(
        failure(&run),
        (
            "crash".to_owned(),
            "run: ended with exit status 7: error: no way".to_owned()
        )
    );
    assert_eq!(run.exit, Exit::Refuted);
    let run = Script::new("kill -SEGV $$", "").run();
    assert_eq!(run.json()["results"][0]["failures"][0]["signal"], 11, "{}", run.stdout);
    let run = Script::new("echo 'not today' > $(dirname $1)/job0-refused.txt", "").run();
    assert_eq!(failure(&run), ("refused".to_owned(), "run: not today".to_owned()));
    assert_eq!(run.exit, Exit::Unknown);
}

#[test]
fn nobody_takes_more_than_they_may() {
    // Time, with a child in the background that would hold the pipes open.
    let run = Script::new("sleep 600 & sleep 600", "seconds = 0.5").run();
    assert_eq!(failure(&run).0, "timeout", "{}", run.stdout);
    // Memory: the tail of an endless line is kept by `tail`.
    let run = Script::new("tail /dev/zero", "memory-mib = 64").run();
    assert_eq!(
        failure(&run),
        (
            "over-limit".to_owned(),
            "run: used more than 64 MiB of memory".to_owned()
        )
    );
    // One long file, many files, and what is printed.
    let run = Script::new("cat /dev/zero > $(dirname $1)/long", "disk-mib = 4").run();
    assert_eq!(
        failure(&run),
        (
            "over-limit".to_owned(),
            "run: wrote more than 4 MiB of files".to_owned()
        ),
        "{}",
        run.stdout
    );
    let many = "while :; do n=$((n + 1)); head -c 1000000 /dev/zero > $(dirname $1)/$n; done";
    let run = Script::new(many, "disk-mib = 4").run();
    assert_eq!(failure(&run).0, "over-limit", "{}", run.stdout);
    let run = Script::new("yes", "output-mib = 1").run();
    assert_eq!(failure(&run).0, "over-limit", "{}", run.stdout);
    let run = Script::new("yes >&2", "output-mib = 1").run();
    assert_eq!(failure(&run).0, "over-limit", "{}", run.stdout);
    assert_eq!(run.exit, Exit::Unknown);
}

#[test]
fn words_reach_the_program_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let seen = folder.path().join("seen");
    // The command prints its words; the last is the path of jobs.json.
    let command = format!(
        "sh -c 'printf \"%s\\n\" \"$@\" > {}' - '$(touch boo); {{other}}' 'two words'",
        seen.display()
    );
    let run = polyvet(
        &[
            "difftest",
            "-",
            "--backend",
            "command",
            "--command",
            &command,
            "--size",
            "1",
            "--inputs",
            "small",
        ],
        DOUBLE,
    );
    assert_eq!(run.exit, Exit::Unknown, "{}{}", run.stdout, run.stderr);
    let seen = std::fs::read_to_string(seen).expect("it ran");
    let lines: Vec<&str> = seen.lines().collect();
    assert_eq!(lines[..2], ["$(touch boo); {other}", "two words"]);
    assert!(lines[2].ends_with("/jobs.json"), "{seen}");
    assert!(!Path::new("boo").exists());
}

/// How many processes have `word` among their arguments.
fn processes(word: &str) -> usize {
    let entries = std::fs::read_dir("/proc").expect("processes").flatten();
    let has = |entry: &std::fs::DirEntry| {
        std::fs::read(entry.path().join("cmdline")).is_ok_and(|line| String::from_utf8_lossy(&line).contains(word))
    };
    entries.filter(has).count()
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(120), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_interrupt_leaves_nothing_behind() {
    let temporary = tempfile::tempdir().expect("a folder");
    // A number that no other process sleeps for.
    let word = format!("{}.25", 100_000 + std::process::id());
    let script = Script::new(&format!("sleep {word} & sleep {word}"), "");
    let mut child = Command::new(env!("CARGO_BIN_EXE_polyvet"))
        .args([
            "difftest",
            "-",
            "--backend",
            &script.toml(),
            "--size",
            "1",
            "--inputs",
            "small",
        ])
        .env("TMPDIR", temporary.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("polyvet");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(DOUBLE.as_bytes()).expect("written");
    drop(stdin);
    wait_until("both children run", || processes(&word) >= 2);
    assert_eq!(std::fs::read_dir(temporary.path()).expect("a folder").count(), 1);
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill");
    assert!(status.success());
    child.wait().expect("it ends");
    wait_until("no child is left", || processes(&word) == 0);
    let left = std::fs::read_dir(temporary.path()).expect("a folder").count();
    assert_eq!(left, 0, "the temporary folder is removed");
}

#[test]
fn bad_usage_is_told() {
    for (args, said) in [
        (&["--backend", "llvm"][..], "there is no backend `llvm`"),
        (&["--backend", "mlir:O9"], "has no variant `O9`; there are"),
        (&["--backend", "numpy"], "runs a command of yours"),
        (&["--backend", "jax", "--pass", "cse"], "takes no `--pass`"),
        (&["--backend", "mlir", "--command", "x"], "has no words `command`"),
        (&["--backend", "no.toml"], "cannot read `no.toml`"),
        (&["--size", "many"], "neither `sweep` nor a list"),
    ] {
        let run = polyvet(&[&["difftest", "-"], args].concat(), MATMUL);
        assert_eq!(run.exit, Exit::BadInput, "{args:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
    }
}

/// `spec` on `text`; nothing, visibly, where its tools are not installed.
fn installed(spec: &[&str], text: &str) -> Option<Run> {
    let run = polyvet(
        &[&["difftest", "-", "--format", "json", "--backend"], spec].concat(),
        text,
    );
    if run.stderr.contains("backend-missing") {
        _ = writeln!(
            std::io::stderr(),
            "skipped: difftest: {}",
            run.stderr.lines().next().unwrap_or("")
        );
        return None;
    }
    Some(run)
}

/// All runs of the first function, by outcome.
fn counts(run: &Run) -> std::collections::BTreeMap<String, u64> {
    let mut all = std::collections::BTreeMap::new();
    for words in run.json()["results"][0]["runs"].as_object().expect("runs").values() {
        for (word, count) in words.as_object().expect("words") {
            *all.entry(word.clone()).or_default() += count.as_u64().expect("a number");
        }
    }
    all
}

const SCALE: &str = "func.func @scale(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = [\"parallel\", \"parallel\"]
  } ins(%y : tensor<?x4xf32>) outs(%x : tensor<?x4xf32>) {
  ^bb0(%b: f32, %a: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
";

#[test]
fn real_backends_agree() {
    let folder = tempfile::tempdir().expect("a folder");
    let kernels = folder.path().join("kernels.py");
    std::fs::write(&kernels, "def scale(x, y):\n    return x + y\n").expect("written");
    let kernels = kernels.display().to_string();
    for spec in [
        &["mlir"][..],
        &["mlir:fused,O3"],
        &["mlir:parallel,O2"],
        &["mlir:affine"],
        &["iree"],
        &["numpy", "--command", &kernels],
        &["jax", "--command", &kernels],
    ] {
        let Some(run) = installed(spec, SCALE) else { continue };
        let counts = counts(&run);
        assert_eq!(run.exit, Exit::Success, "{spec:?}: {}{}", run.stdout, run.stderr);
        assert!(
            counts.get("equal").is_some_and(|equal| *equal > 10),
            "{spec:?}: {counts:?}"
        );
    }
}

/// xDSL has no `memref.dim`, and no loops of `affine` with symbols; it says so, and runs what it has.
#[test]
fn xdsl_runs_what_it_has() {
    let text = "func.func @sum(%A: memref<4xi32>, %B: memref<4xi32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      scf.for %i = %c0 to %c4 step %c1 {
        %a = memref.load %A[%i] : memref<4xi32>
        %b = memref.load %B[%i] : memref<4xi32>
        %s = arith.addi %a, %b : i32
        memref.store %s, %B[%i] : memref<4xi32>
      }
      return
    }";
    let Some(run) = installed(&["xdsl"], text) else { return };
    assert_eq!(counts(&run).get("equal"), Some(&3), "{}{}", run.stdout, run.stderr);
    let Some(run) = installed(&["xdsl"], DOUBLE) else {
        return;
    };
    assert_eq!(run.exit, Exit::Unknown, "{}", run.stdout);
    assert!(failure(&run).1.contains("memref.dim"), "{}", run.stdout);
}

#[test]
fn the_shipped_descriptions_are_those_of_the_folder() {
    let mut names: Vec<String> = std::fs::read_dir(root().join("backends"))
        .expect("a folder")
        .filter_map(|entry| Some(entry.ok()?.file_name().to_str()?.strip_suffix(".toml")?.to_owned()))
        .collect();
    names.sort();
    let mut shipped: Vec<String> = polyvet_backend::SHIPPED
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .collect();
    shipped.sort();
    assert_eq!(names, shipped);
    let page = std::fs::read_to_string(root().join("docs/backends.md")).expect("the page");
    for name in names {
        polyvet_backend::Backend::load(&name).expect("a description");
        assert!(
            page.contains(&format!("`{name}`")),
            "docs/backends.md tells of `{name}`"
        );
    }
}
