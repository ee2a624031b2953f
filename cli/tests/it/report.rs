//! `report` and `snapshot`: their formats, that they are the same everywhere, and the page in a real browser.

use crate::common::{in_root, polyvet, root};
use std::process::Command;

/// All programs of the repository's corpus, those that cannot be read too.
fn programs() -> Vec<String> {
    let folders = { std::fs::read_dir(root().join("corpus")).expect("the corpus") }
        .map(|entry| entry.expect("an entry").path())
        .chain([root().join("examples")]);
    let mut all = Vec::new();
    for folder in folders {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "mlir") {
                all.push(path.strip_prefix(root()).expect("below the root").display().to_string());
            }
        }
    }
    all.sort();
    assert!(all.len() > 300, "{} programs", all.len());
    all
}

/// A process of its own, as on another machine.
fn elsewhere(args: &[&str], locale: &str, zone: &str, threads: &str) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_polyvet"))
        .args(args)
        .env("LC_ALL", locale)
        .env("LANG", locale)
        .env("TZ", zone)
        .env("RAYON_NUM_THREADS", threads)
        .env("COLUMNS", "50")
        .current_dir(root())
        .output()
        .expect("the program");
    String::from_utf8(run.stdout).expect("output is UTF-8")
}

/// Every program of the corpus: once in this process, on threads that take turns, and once in a process with another
/// locale, time zone and number of threads. Text and pages take turns too.
#[test]
fn reports_are_the_same_everywhere() {
    in_root();
    // What is expected of a pair is much like what is given.
    let mut programs = programs();
    programs.retain(|path| !path.contains(".after."));
    // So many that the time does not grow with the corpus, or all of them in `make test-all`.
    const SAMPLE: usize = 64;
    if std::env::var_os("POLYVET_TEST_ALL").is_none() {
        let step = programs.len().div_ceil(SAMPLE);
        programs = programs.into_iter().step_by(step).collect();
    }
    const FORMATS: [&str; 4] = ["text", "json", "html", "markdown"];
    let worlds = [
        ("C", "UTC", "1"),
        ("de_DE.UTF-8", "Asia/Tokyo", "2"),
        ("tr_TR.UTF-8", "America/St_Johns", "7"),
    ];
    std::thread::scope(|scope| {
        for half in [0, 1] {
            let programs = &programs;
            scope.spawn(move || {
                for (at, program) in programs.iter().enumerate().skip(half).step_by(2) {
                    let format = FORMATS[at / 2 % FORMATS.len()];
                    let args = ["report", program, "--format", format];
                    let run = polyvet(&args, "");
                    let here = run.stdout;
                    let (locale, zone, threads) = worlds[at % worlds.len()];
                    assert_eq!(here, elsewhere(&args, locale, zone, threads), "{program} as {format}");
                    assert!(!here.is_empty() || run.exit.code() == 2, "{program}");
                }
            });
        }
    });
}

/// A report of several files has one summary, on the terminal and in a file.
#[test]
fn json_in_a_file_has_a_summary() {
    in_root();
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("report.json");
    let args = [
        "report",
        "examples/matmul.mlir",
        "examples/stencil.mlir",
        "--transform",
        "tile(i=4)",
        "--format",
        "json",
    ];
    let streamed = polyvet(&args, "").json();
    let run = polyvet(&[&args[..], &["-o", place.to_str().expect("UTF-8")]].concat(), "");
    assert_eq!(run.stdout, "", "all is in the file");
    let text = std::fs::read_to_string(&place).unwrap_or_else(|error| panic!("{error}: {}", run.stderr));
    let kept: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(kept, streamed);
    assert_eq!(kept["results"].as_array().map(Vec::len), Some(2));
    assert_eq!(kept["summary"]["proved"], 2, "{}", kept["summary"]);
}

/// A function without a model is on a page that says why, in every format, and the others are not lost.
#[test]
fn functions_without_a_model_have_a_page() {
    let text = "func.func @good(%A: memref<4xf32>) {\n  affine.for %i = 0 to 4 {\n    \
        %x = affine.load %A[%i] : memref<4xf32>\n    affine.store %x, %A[%i] : memref<4xf32>\n  }\n  return\n}\n\
        func.func @bad(%A: memref<4xf32>, %v: f32) {\n  %c = arith.cmpf olt, %v, %v : f32\n  scf.if %c {\n    \
        %x = arith.constant 0.0 : f32\n    %i = arith.constant 0 : index\n    \
        memref.store %x, %A[%i] : memref<4xf32>\n  }\n  return\n}\n";
    for format in ["text", "json", "markdown", "html"] {
        let run = polyvet(&["report", "-", "--format", format], text);
        assert_eq!(run.exit.code(), 3, "{format}");
        for part in ["good", "bad", "data-dependent-condition"] {
            assert!(run.stdout.contains(part), "{format} lacks `{part}`:\n{}", run.stdout);
        }
        if format != "json" {
            assert!(
                run.stdout.to_lowercase().contains("no model"),
                "{format}:\n{}",
                run.stdout
            );
        }
    }
    let json = polyvet(&["report", "-", "--format", "json"], text).json();
    assert_eq!(json["results"][1]["no_model"]["code"], "data-dependent-condition");
    assert_eq!(json["results"][1]["no_model"]["line"], 9);
    assert!(json["results"][0]["no_model"].is_null());
}

#[test]
fn markdown_has_everything() {
    in_root();
    let args = [
        "report",
        "examples/matmul.mlir",
        "--format",
        "markdown",
        "--tile",
        "i=32,j=32",
    ];
    let run = polyvet(&[&args[..], &["--transform", "tile(i=32, j=32)"]].concat(), "");
    insta::assert_snapshot!(run.stdout + &run.stderr);
}

#[test]
fn other_commands_refuse_pages() {
    let run = polyvet(&["deps", "-", "--format", "html"], "");
    assert_eq!(run.exit.code(), 2);
    assert!(
        run.stderr
            .contains("`deps` does not write `--format html`; `report` can"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_refuted_rewrite_counts() {
    in_root();
    let run = polyvet(
        &["report", "examples/stencil.mlir", "--transform", "tile(t=4, i=4)"],
        "",
    );
    assert_eq!(run.exit.code(), 1);
    assert!(run.stdout.contains("refuted: @stencil"));
}

#[test]
fn snapshots_are_kept_and_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    let dir = folder.path().to_str().expect("a path");
    let text = std::fs::read_to_string(root().join("corpus/kernels/gemm.mlir")).expect("a kernel");
    std::fs::write(place("gemm.mlir"), &text).expect("written");
    let run = |more: &[&str]| polyvet(&[&["snapshot", dir], more].concat(), "");

    assert_eq!(run(&[]).exit.code(), 1, "there is none yet");
    assert!(!place("gemm.polyvet.txt").exists(), "nothing is written unasked");
    assert_eq!(run(&["--accept"]).exit.code(), 0);
    assert_eq!(run(&["--check"]).exit.code(), 0);
    // The same folder under another name and from another place has the same report.
    let kept = std::fs::read_to_string(place("gemm.polyvet.txt")).expect("a report");
    assert!(!kept.contains(dir));

    std::fs::write(place("gemm.mlir"), text.replace("%B[%k, %j]", "%B[%j, %k]")).expect("written");
    let changed = run(&["--check"]);
    assert_eq!(changed.exit.code(), 1);
    let words = "operand B of S1 is now read column-wise, before row-wise";
    assert!(changed.stdout.contains(words), "{}", changed.stdout);
    // The sentences are found on the data beside the text: another wording of the text loses none of them.
    let reworded = kept.replace("  read     {", "  loads    {");
    assert_ne!(reworded, kept);
    std::fs::write(place("gemm.polyvet.txt"), reworded).expect("written");
    assert!(run(&[]).stdout.contains(words));
    std::fs::write(place("gemm.polyvet.txt"), &kept).expect("written");
    let data = std::fs::read_to_string(place("gemm.polyvet.json")).expect("the data");
    std::fs::remove_file(place("gemm.polyvet.json")).expect("removed");
    let only_text = run(&["--check"]);
    assert!(
        !only_text.stdout.contains(words) && only_text.stdout.contains("-  read     { S1[i, k, j_1] -> B[k, j_1] }")
    );
    std::fs::write(place("gemm.polyvet.json"), data).expect("written");
    assert!(changed.stdout.contains("-  read     { S1[i, k, j_1] -> B[k, j_1] }"));
    assert_eq!(
        std::fs::read_to_string(place("gemm.polyvet.txt")).expect("a report"),
        kept,
        "nothing is lost"
    );

    std::fs::rename(place("gemm.mlir"), place("other.mlir")).expect("renamed");
    let orphan = run(&["--check"]);
    assert!(orphan.stdout.contains("orphaned"), "{}", orphan.stdout);
    assert_eq!(run(&["--accept"]).exit.code(), 1, "what has no program is a difference");
    assert!(place("gemm.polyvet.txt").exists(), "but nothing is deleted");
    assert_eq!(run(&["--check"]).exit.code(), 1);
    assert_eq!(run(&["--as", "json", "--accept"]).exit.code(), 1);
    assert!(place("other.polyvet.json").exists());

    // Reports of the other kind, and those of a program that cannot be read now, are no orphans.
    std::fs::remove_file(place("gemm.polyvet.txt")).expect("removed");
    assert_eq!(run(&["--check"]).exit.code(), 1, "its data is one as well");
    std::fs::remove_file(place("gemm.polyvet.json")).expect("removed");
    assert_eq!(run(&["--check"]).exit.code(), 0);
    std::fs::write(place("other.mlir"), "func.func @f(").expect("written");
    let broken = run(&["--check"]);
    assert_eq!(broken.exit.code(), 2);
    assert!(!broken.stdout.contains("orphaned"), "{}", broken.stdout);
}

/// A folder with one program in it.
fn folder_with(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("matmul.mlir"), text).expect("written");
    let dir = folder.path().to_str().expect("a path").to_owned();
    (folder, dir)
}

fn matmul() -> String {
    std::fs::read_to_string(root().join("examples/matmul.mlir")).expect("a program")
}

#[test]
fn snapshots_do_not_know_what_stands_above_a_function() {
    let (folder, dir) = folder_with(&matmul());
    let run = |more: &[&str]| polyvet(&[&["snapshot", &dir, "--as", "both"], more].concat(), "");
    assert_eq!(run(&["--accept"]).exit.code(), 0);
    let path = folder.path().join("matmul.mlir");
    std::fs::write(&path, format!("// One line more.\n\n{}", matmul())).expect("written");
    let same = run(&[]);
    assert_eq!(same.exit.code(), 0, "{}", same.stdout);
    // What stands in it, they know.
    let moved = matmul().replacen("  %c0", "  // Here.\n  %c0", 1);
    std::fs::write(&path, moved).expect("written");
    assert_eq!(run(&[]).exit.code(), 1);
}

#[test]
fn comments_say_what_a_snapshot_keeps() {
    let asks = |tile: &str, script: &str| {
        format!(
            "// polyvet: tile {tile}\n// polyvet: transform {script}\n// polyvet: param n=64\n{}",
            matmul()
        )
    };
    let (folder, dir) = folder_with(&asks("i=32,j=32,k=8", "tile(i=32)"));
    let run = |more: &[&str]| polyvet(&[&["snapshot", &dir], more].concat(), "");
    assert_eq!(run(&["--accept"]).exit.code(), 0);
    let path = folder.path().join("matmul.mlir");
    let kept = std::fs::read_to_string(folder.path().join("matmul.polyvet.txt")).expect("a report");
    for part in [
        "@matmul: S0, tile i=32, j=32, k=8",
        "proved: @matmul: tile(i=32) (bitwise",
        "where n = 64",
    ] {
        assert!(kept.contains(part), "{part}\n{kept}");
    }
    // The same tile touches more.
    let wider = asks("i=32,j=32,k=8", "tile(i=32)").replace("%A[%i, %k]", "%A[%i, %k + %j]");
    std::fs::write(&path, wider).expect("written");
    let grown = run(&[]);
    let words = "footprint of read A in tile i=32, j=32, k=8 grew from 1 KiB to 4992 B";
    assert!(grown.stdout.contains(words), "{}", grown.stdout);
    std::fs::write(&path, asks("i=32,j=32,k=8", "parallelize(k)")).expect("written");
    let other = run(&[]);
    assert!(
        other.stdout.contains("parallelize(k) is new: refuted"),
        "{}",
        other.stdout
    );
    // Comments that make no sense are reported.
    for (tile, script) in [("z=32", "tile(i=32)"), ("i=32", "tile(z=32)"), ("i=32", "tile(i=")] {
        std::fs::write(&path, asks(tile, script)).expect("written");
        let wrong = run(&[]);
        assert_eq!(
            wrong.exit.code(),
            2,
            "{tile} {script}: {}",
            wrong.stdout + &wrong.stderr
        );
    }
}

#[test]
fn settings_beside_programs_say_what_their_snapshots_keep() {
    let (folder, dir) = folder_with(&matmul());
    let settings = |text: &str| std::fs::write(folder.path().join("polyvet.toml"), text).expect("written");
    let run = |more: &[&str]| polyvet(&[&["snapshot", &dir], more].concat(), "");
    settings(
        "[function.matmul]\nparam = [\"p=16\"]\ntile = [\"i=32,j=32\"]\ntransform = [\"reverse(k)\"]\n\
         operands = [\"A\"]\n",
    );
    assert_eq!(run(&["--accept"]).exit.code(), 0);
    let kept = std::fs::read_to_string(folder.path().join("matmul.polyvet.txt")).expect("a report");
    for part in [
        "tile i=32, j=32",
        "proved: @matmul: reverse(k) (reassociated",
        "where p = 16",
        "S0[i, j, k] -> A[i, k]",
    ] {
        assert!(kept.contains(part), "{part}\n{kept}");
    }
    assert!(!kept.contains("S0[i, j, k] -> B[k, j]"), "{kept}");
    settings("[function.other]\ntile = [\"i=4\"]\n");
    let unused = run(&[]);
    assert_eq!(unused.exit.code(), 2);
    assert!(unused.stderr.contains("is about @other"), "{}", unused.stderr);
    settings("[function.matmul]\ntiles = [\"i=4\"]\n");
    let wrong = run(&[]);
    assert_eq!(wrong.exit.code(), 2);
    assert!(wrong.stderr.contains("polyvet.toml:2:1"), "{}", wrong.stderr);
}

#[test]
fn changes_are_reviewed_one_by_one() {
    let (folder, dir) = folder_with(&matmul());
    let second = matmul().replace("@matmul", "@second");
    std::fs::write(folder.path().join("second.mlir"), second).expect("written");
    let place = |name: &str| folder.path().join(name).exists();
    let review = |answers: &str| polyvet(&["snapshot", &dir, "--review"], answers);
    let run = review("what?\nn\nyes\n");
    assert_eq!(run.exit.code(), 1, "{}", run.stdout);
    assert!(!place("matmul.polyvet.txt") && place("second.polyvet.txt"));
    assert_eq!(review("q\n").exit.code(), 1);
    assert_eq!(review("").exit.code(), 1, "nobody answers");
    assert!(!place("matmul.polyvet.txt"));
    std::fs::remove_file(folder.path().join("second.polyvet.txt")).expect("removed");
    assert_eq!(review("all\n").exit.code(), 0);
    assert!(place("matmul.polyvet.txt") && place("second.polyvet.txt"));
    // One program is a place too.
    std::fs::remove_file(folder.path().join("second.polyvet.txt")).expect("removed");
    let one = format!("{dir}/matmul.mlir");
    assert_eq!(polyvet(&["snapshot", &one], "").exit.code(), 0);
}

/// A function without a model is in both kinds of report, with the reason.
#[test]
fn snapshots_name_what_has_no_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().to_str().expect("a path");
    let text = "func.func @f(%A: memref<4xf32>, %v: f32) {\n  %c = arith.cmpf olt, %v, %v : f32\n  scf.if %c {\n    \
        %x = arith.constant 0.0 : f32\n    %i = arith.constant 0 : index\n    \
        memref.store %x, %A[%i] : memref<4xf32>\n  }\n  return\n}\n";
    std::fs::write(folder.path().join("f.mlir"), text).expect("written");
    for (kind, ending) in [("txt", "txt"), ("json", "json")] {
        assert_eq!(polyvet(&["snapshot", dir, "--as", kind, "--accept"], "").exit.code(), 0);
        let kept = std::fs::read_to_string(folder.path().join(format!("f.polyvet.{ending}"))).expect("a report");
        assert!(kept.contains("data-dependent-condition"), "{kept}");
    }
}

#[test]
fn insta_takes_the_text() {
    let text = std::fs::read_to_string(root().join("examples/matmul.mlir")).expect("a program");
    let report = polyvet_cli::report_text(&text).expect("a report");
    assert!(report.starts_with("@matmul"), "{report}");
    assert!(polyvet_cli::report_text("func.func @f(").is_err());
}
