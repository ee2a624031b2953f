//! `polyvet fuzz` and `polyvet merge`, on a compiler that is wrong on purpose: `sed` forgets the first iteration of
//! loops. So nothing here needs LLVM, but where a test says that it is skipped.

use crate::common::{FORGETFUL, Run, polyvet, root};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

struct Place {
    folder: tempfile::TempDir,
    backend: String,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("forgetful.toml");
        std::fs::write(&path, FORGETFUL).expect("written");
        Place {
            backend: path.display().to_string(),
            folder,
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn words(&self, out: &str, more: &[&str]) -> Vec<String> {
        let out = self.path(out).display().to_string();
        let fixed = [
            "fuzz",
            "--backend",
            &self.backend,
            "--mode",
            "validate",
            "--pass",
            "forget",
            "--out",
            &out,
        ];
        fixed.iter().chain(more).map(|word| (*word).to_owned()).collect()
    }

    fn fuzz(&self, out: &str, more: &[&str]) -> Run {
        let words = self.words(out, more);
        polyvet(&words.iter().map(String::as_str).collect::<Vec<_>>(), "")
    }

    fn merge(&self, ledgers: &[&str], output: &str) -> Run {
        let paths: Vec<String> = ledgers.iter().map(|one| self.path(one).display().to_string()).collect();
        let output = self.path(output).display().to_string();
        let words: Vec<&str> = ["merge"]
            .into_iter()
            .chain(paths.iter().map(String::as_str))
            .chain(["-o", &output])
            .collect();
        polyvet(&words, "")
    }

    fn lines(&self, ledger: &str) -> Vec<Value> {
        let text = std::fs::read_to_string(self.path(ledger)).expect("a ledger");
        text.lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    }

    /// Batches by number.
    fn batches(&self, ledger: &str) -> BTreeMap<u64, Value> {
        let lines = self.lines(ledger).into_iter().filter(|line| line["record"] == "batch");
        lines
            .map(|line| (line["number"].as_u64().expect("a number"), line))
            .collect()
    }

    /// Signatures of findings.
    fn kinds(&self, ledger: &str) -> BTreeSet<String> {
        let lines = self
            .lines(ledger)
            .into_iter()
            .filter(|line| line["record"] == "finding");
        lines
            .map(|line| format!("{} {}", line["outcome"], line["kind"]))
            .collect()
    }
}

#[test]
fn a_wrong_compiler_is_caught_and_its_fault_made_small() {
    let place = Place::new();
    let run = place.fuzz("out", &["--count", "32", "--format", "json"]);
    assert_eq!(run.exit.code(), 1, "{}", run.stderr);
    let results = run.json()["results"].as_array().expect("results").clone();
    let (campaign, findings) = results.split_last().expect("a campaign");
    assert_eq!(campaign["programs"], 32);
    assert!(campaign["invalid"].as_u64().expect("a number") <= 1, "{campaign}");
    assert!(campaign["lines_median"].as_u64().expect("lines") <= 12, "{campaign}");
    assert!(!findings.is_empty());
    for finding in findings {
        assert_eq!(finding["outcome"], "wrong", "{finding}");
        assert_eq!(finding["status"], "unknown", "{finding}");
        let folder = Path::new(finding["folder"].as_str().expect("a folder"));
        for name in [
            "after.mlir",
            "inputs.txt",
            "command.txt",
            "expected.txt",
            "got.txt",
            "README.md",
        ] {
            assert!(folder.join(name).is_file(), "{name} of {}", folder.display());
        }
        let report = std::fs::read_to_string(folder.join("README.md")).expect("a report");
        let program = std::fs::read_to_string(folder.join("program.mlir")).expect("a program");
        assert!(
            report.contains(program.trim()) && report.contains("wrong code"),
            "{report}"
        );
        let (before, after) = (folder.join("program.mlir"), folder.join("after.mlir"));
        let again = polyvet(
            &[
                "validate",
                before.to_str().expect("UTF-8"),
                after.to_str().expect("UTF-8"),
            ],
            "",
        );
        assert_eq!(again.exit.code(), 1, "{program}{}{}", again.stdout, again.stderr);
    }
}

/// The folder of a finding has what mlir-runner needs, and the commands in it show the fault.
#[test]
fn a_finding_is_run_again_as_its_folder_says() {
    if !has("mlir-opt-22") {
        _ = writeln!(
            std::io::stderr(),
            "skipped: findings run again: mlir-opt-22 is not installed"
        );
        return;
    }
    let place = tempfile::tempdir().expect("a folder");
    let out = place.path().display().to_string();
    let words =
        "fuzz --backend mlir --mode interpret --pass affine-loop-unroll-2 --count 24 --seed 5 --format json --out";
    let run = polyvet(&words.split(' ').chain([out.as_str()]).collect::<Vec<_>>(), "");
    assert_eq!(run.exit.code(), 1, "{}", run.stderr);
    let ledger = std::fs::read_to_string(place.path().join("ledger.jsonl")).expect("a ledger");
    let lines = ledger.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let wrong: Vec<Value> = lines.filter(|line: &Value| line["replay"]["word"] == "wrong").collect();
    assert!(!wrong.is_empty(), "no finding was seen in numbers");
    for finding in wrong {
        assert_eq!(finding["replay"]["without"], "equal", "{finding}");
        let key = &finding["key"].as_str().expect("a key")[..8];
        let folder = place.path().join(format!("findings/affine-loop-unroll-wrong-{key}"));
        let readme = std::fs::read_to_string(folder.join("README.md")).expect("a report");
        let (_, rest) = readme.split_once("Compiled and run").expect("how it is run");
        let commands = rest.split("```").nth(1).expect("commands").trim_start_matches("sh\n");
        let printed = |commands: &str| {
            let shell = Command::new("sh").args(["-ec", commands]).current_dir(&folder).output();
            let output = shell.expect("a shell");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).expect("numbers")
        };
        let after = printed(commands);
        let before = printed(&commands.replace("run-after.mlir", "run-before.mlir"));
        assert_eq!(after.lines().count(), before.lines().count());
        assert_ne!(after, before, "{readme}");
    }
}

/// What a newcomer types: all modes take turns, and how much each did is said.
#[test]
fn modes_take_turns_where_none_is_asked_for() {
    let place = Place::new();
    let out = place.path("all").display().to_string();
    let words = [
        "fuzz",
        "--backend",
        &place.backend,
        "--pass",
        "forget",
        "--count",
        "32",
        "--format",
        "json",
        "--out",
        &out,
    ];
    let run = polyvet(&words, "");
    assert_eq!(run.exit.code(), 1, "{}", run.stderr);
    let results = run.json()["results"].as_array().expect("results").clone();
    let modes = results.last().expect("a campaign")["modes"].clone();
    let programs = |mode: &str| {
        let all = modes.as_array().expect("modes").iter();
        all.filter(|one| one["mode"] == mode)
            .map(|one| one["programs"].as_u64())
            .next()
            .flatten()
    };
    let counts = ["interpret", "validate", "execute"].map(programs);
    assert_eq!(counts, [Some(16), Some(8), Some(8)], "{modes}");
    // Another seed in the same ledger is said.
    let again = polyvet(&[&words[..], &["--seed", "5"]].concat(), "");
    assert!(
        again.stderr.contains("seed 1 with `--mode interpret`"),
        "{}",
        again.stderr
    );
}

#[test]
fn threads_and_shards_change_nothing() {
    let place = Place::new();
    for (out, more) in [
        ("one", &["-j", "1"][..]),
        ("two", &["-j", "3"]),
        ("parts", &["--shard", "0/3"]),
        ("parts", &["--shard", "1/3", "-j", "2"]),
        ("parts", &["--shard", "2/3"]),
    ] {
        let run = place.fuzz(out, &[&["--count", "24"], more].concat());
        assert!([0, 1].contains(&run.exit.code()), "{}", run.stderr);
    }
    let bytes = |name: &str| std::fs::read(place.path(name)).expect("a ledger");
    assert_eq!(bytes("one/ledger.jsonl"), bytes("two/ledger.jsonl"));
    let parts = [
        "parts/shard_0_of_3.jsonl",
        "parts/shard_1_of_3.jsonl",
        "parts/shard_2_of_3.jsonl",
    ];
    assert!(parts.iter().all(|part| !place.batches(part).is_empty()));
    place.merge(&parts, "all.jsonl");
    assert_eq!(place.batches("all.jsonl"), place.batches("one/ledger.jsonl"));
    assert_eq!(place.kinds("all.jsonl"), place.kinds("one/ledger.jsonl"));
    // Again, in another order, with the result among the inputs.
    let first = bytes("all.jsonl");
    place.merge(&[parts[2], "all.jsonl", parts[0]], "all.jsonl");
    assert_eq!(first, bytes("all.jsonl"));
}

/// A campaign that gets a signal when a wave is written and the next one is under way; how it ended, and what is left
/// in its temporary folder.
fn signalled(place: &Place, out: &str, signal: &str) -> (Output, usize) {
    let temporary = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_polyvet"))
        .args(place.words(out, &["--count", "24", "--seed", "4"]))
        .env("TMPDIR", temporary.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("polyvet");
    let ledger = place.path(&format!("{out}/ledger.jsonl"));
    let start = Instant::now();
    // A wave is written; the next one is under way.
    while std::fs::read_to_string(&ledger).map_or(0, |text| text.lines().count()) < 3 {
        assert!(start.elapsed() < Duration::from_secs(600), "no wave was written");
        assert!(
            child.try_wait().expect("a child").is_none(),
            "it ended before it was killed"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    let sent = Command::new("kill").args([signal, &pid]).status().expect("kill");
    assert!(sent.success());
    let ended = child.wait_with_output().expect("it ends");
    (ended, std::fs::read_dir(temporary.path()).expect("a folder").count())
}

#[test]
fn an_interrupted_campaign_says_what_it_found_and_goes_on_where_it_was() {
    let place = Place::new();
    let (ended, left) = signalled(&place, "stopped", "-INT");
    let said = String::from_utf8_lossy(&ended.stdout);
    // Whoever waits for it knows that it was interrupted.
    assert_eq!(ended.status.signal(), Some(2), "{said}");
    assert!(said.contains("programs, ") && said.contains("ledger: "), "{said}");
    assert_eq!(left, 0, "folders are left");
    let before = place.batches("stopped/ledger.jsonl");
    assert!((1..6).contains(&before.len()), "{}", before.len());
    place.fuzz("stopped", &["--count", "24", "--seed", "4"]);
    let after = place.batches("stopped/ledger.jsonl");
    assert!(before.iter().all(|(number, batch)| after[number] == *batch));
    assert_eq!(after.len(), 6);
    let batches = place
        .lines("stopped/ledger.jsonl")
        .into_iter()
        .filter(|line| line["record"] == "batch");
    assert_eq!(batches.count(), 6, "none ran twice");
}

#[test]
fn a_campaign_that_was_killed_goes_on_where_it_was() {
    let place = Place::new();
    place.fuzz("whole", &["--count", "24", "--seed", "4"]);
    signalled(&place, "killed", "-KILL");
    let ledger = place.path("killed/ledger.jsonl");
    let text = std::fs::read(&ledger).expect("a ledger");
    std::fs::write(&ledger, &text[..text.len() - 9]).expect("cut off");
    let run = place.fuzz("killed", &["--count", "24", "--seed", "4"]);
    assert_eq!(run.exit.code(), 1, "{}", run.stderr);
    let merged = place.merge(&["killed/ledger.jsonl"], "mended.jsonl");
    assert!(merged.stderr.contains("cut-off-line"), "{}", merged.stderr);
    assert_eq!(place.batches("mended.jsonl"), place.batches("whole/ledger.jsonl"));
    assert_eq!(place.kinds("mended.jsonl"), place.kinds("whole/ledger.jsonl"));
}

#[test]
fn what_is_asked_for_wrongly_is_told() {
    let place = Place::new();
    for (more, word) in [
        (&["--shard", "3/3"][..], "say 0/8 to 7/8"),
        (&["--time", "ten"], "say 90s, 10m or 2h"),
        (&["--count", "0"], "0"),
        (&["--weights", "no-such-file"], "no-such-file"),
    ] {
        let run = place.fuzz("out", more);
        assert_eq!(run.exit.code(), 2, "{more:?}");
        assert!(run.stderr.contains(word), "{}", run.stderr);
    }
    let run = polyvet(&["fuzz", "--backend", "no-such-backend"], "");
    assert!(
        run.exit.code() == 2 && run.stderr.contains("bad-backend"),
        "{}",
        run.stderr
    );
    let run = place.merge(&["no-such-ledger"], "x.jsonl");
    assert!(
        run.exit.code() == 2 && run.stderr.contains("cannot-read"),
        "{}",
        run.stderr
    );
    std::fs::write(place.path("w.toml"), "[steps]\nfour = 1\n").expect("written");
    let weights = place.path("w.toml").display().to_string();
    let run = place.fuzz("out", &["--weights", &weights]);
    assert!(run.exit.code() == 2 && run.stderr.contains("four"), "{}", run.stderr);
}

/// The language of a block, its variables and its text.
type Block = (String, Vec<(String, String)>, String);

/// The command blocks of docs/fuzz.md that begin with `# run: NAME`, with the variables they are run with.
fn blocks() -> Vec<Block> {
    let text = std::fs::read_to_string(root().join("docs/fuzz.md")).expect("docs/fuzz.md");
    let blocks = text.split("```sh\n# run: ").skip(1).map(|block| {
        let (head, body) = block.split_once('\n').expect("a line");
        let (name, with) = head.split_once(", with ").unwrap_or((head, ""));
        let variables = with.split(' ').filter_map(|pair| pair.split_once('='));
        let variables = variables
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let body = body.split("```").next().expect("an end").to_owned();
        (name.to_owned(), variables, body)
    });
    blocks.collect()
}

fn has(program: &str) -> bool {
    let run = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    run.is_ok_and(|status| status.success())
}

#[test]
fn the_documented_commands_for_job_engines_run() {
    let blocks = blocks();
    let names: Vec<&str> = blocks.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["gnu-parallel", "slurm", "kubernetes", "parts"]);
    // What the page asks for takes longer.
    const PROGRAMS: u64 = 16;
    let place = Place::new();
    let bin = Path::new(env!("CARGO_BIN_EXE_polyvet")).parent().expect("a folder");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    for (name, variables, body) in blocks {
        if name == "gnu-parallel" && !has("parallel") {
            _ = writeln!(std::io::stderr(), "skipped: GNU parallel is not installed");
            continue;
        }
        // The engines are what is tested here; the compiler may be any.
        let body = body.replace("--backend mlir", &format!("--backend {}", place.backend));
        let body = body.replace("--count 64", &format!("--count {PROGRAMS}"));
        // Examples are named as they are found from the root.
        let body = body.replace("examples/", &root().join("examples/").display().to_string());
        let folder = place.path(&name);
        std::fs::create_dir(&folder).expect("a folder");
        let run = Command::new("sh")
            .args(["-e", "-c", &body])
            .current_dir(&folder)
            .env("PATH", &path)
            .envs(variables)
            .output()
            .expect("sh");
        assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
        if name == "parts" {
            let text = String::from_utf8_lossy(&run.stdout);
            assert!(text.ends_with("2 proved, 1 refuted\n"), "{text}");
            continue;
        }
        let ledgers = std::fs::read_dir(folder.join("found")).expect("ledgers");
        let mut ledgers: Vec<String> = ledgers
            .map(|one| one.expect("an entry").file_name().into_string().expect("UTF-8"))
            .filter(|name| name.ends_with(".jsonl"))
            .collect();
        ledgers.sort();
        match name.as_str() {
            "gnu-parallel" => {
                assert_eq!(ledgers.len(), 5, "{ledgers:?}");
                let all = place.batches("gnu-parallel/found/all.jsonl");
                assert_eq!(
                    all.values()
                        .map(|one| one["programs"].as_u64().unwrap_or(0))
                        .sum::<u64>(),
                    PROGRAMS
                );
            }
            "slurm" => assert_eq!(ledgers, ["shard_1_of_3.jsonl"]),
            _ => assert_eq!(ledgers, ["shard_2_of_3.jsonl"]),
        }
    }
}

#[test]
fn a_dask_worker_that_is_killed_loses_nothing() {
    let Some(python) = crate::common::python_with("dask.distributed") else {
        _ = writeln!(
            std::io::stderr(),
            "skipped: no Python with Dask (pip install dask distributed; POLYVET_PYTHON=...)"
        );
        return;
    };
    let place = Place::new();
    let count = ["--count", "288", "--seed", "9"];
    place.fuzz("whole", &count);
    let out = place.path("dask").display().to_string();
    let mut driver = Command::new(python)
        .arg(root().join("drivers/dask_shards.py"))
        .args([
            "--shards",
            "6",
            "--workers",
            "2",
            "--polyvet",
            env!("CARGO_BIN_EXE_polyvet"),
            "--out",
            &out,
            "--",
            "fuzz",
        ])
        .args([
            "--backend",
            &place.backend,
            "--mode",
            "validate",
            "--pass",
            "forget",
            "-j",
            "1",
        ])
        .args(count)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the driver");
    let mut killed = false;
    let mut victim = None;
    for line in BufReader::new(driver.stdout.take().expect("a pipe")).lines() {
        let line = line.expect("a line");
        if let Some(pids) = line.strip_prefix("workers: ") {
            victim = pids.split(' ').next().map(str::to_owned);
        }
        if line.ends_with("is done") && !killed {
            let pid = victim.as_ref().expect("workers come first");
            let status = Command::new("kill").args(["-KILL", pid]).status().expect("kill");
            killed = status.success();
        }
    }
    let status = driver.wait().expect("a status");
    assert!(killed, "no worker was killed");
    // 1: there are findings.
    assert_eq!(status.code(), Some(1));
    assert_eq!(place.batches("dask/ledger.jsonl"), place.batches("whole/ledger.jsonl"));
    assert_eq!(place.kinds("dask/ledger.jsonl"), place.kinds("whole/ledger.jsonl"));
}
