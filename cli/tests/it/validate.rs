//! `polyvet validate`: passes, dumps, comments, aliases, reduction.

use crate::common::{Folder, mlir_opt, polyvet};
use polyvet_cli::Exit;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const BEFORE: &str = "\
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %a : f32
    affine.store %s, %B[%i] : memref<?xf32>
  }
  return
}
";

#[test]
fn a_witness_names_the_first_operation_that_differs_in_both_files() {
    let folder = Folder::new();
    let before = folder.write("before.mlir", BEFORE);
    // The second line is only there to move the lines.
    let after = BEFORE
        .replace("mulf %a, %b", "mulf %a, %a")
        .replacen("  affine.for", "\n  affine.for", 1);
    let after = folder.write("after.mlir", &after);
    let run = polyvet(&["validate", &before, &after], "");
    insta::assert_snapshot!(folder.shown(&run));
    let run = polyvet(&["validate", &before, &after, "--format", "json"], "");
    let witness = &run.json()["results"][0]["witness"];
    assert_eq!(
        (&witness["source"]["line"], &witness["sink"]["line"]),
        (&5.into(), &6.into())
    );
    assert_eq!(
        (&witness["source"]["stmt"], &witness["sink"]["computes"]),
        (&"arith.mulf".into(), &"mulf(A[0], A[0])".into())
    );
}

#[test]
fn an_undefined_after_a_missing_store_and_a_race() {
    let folder = Folder::new();
    let before = folder.write("before.mlir", BEFORE);
    let mut shown = Vec::new();
    for (from, to) in [
        ("0 to %n", "0 to affine_map<()[s0] -> (s0 + 1)>()[%n]"),
        ("affine.store %s, %B[%i]", "affine.store %p, %B[%i]"),
        ("0 to %n", "0 to affine_map<()[s0] -> (s0 - 1)>()[%n]"),
    ] {
        assert!(BEFORE.contains(from));
        let after = folder.write("after.mlir", &BEFORE.replace(from, to));
        let run = polyvet(&["validate", &before, &after], "");
        assert_eq!(run.exit, Exit::Refuted, "{}", run.shown());
        shown.push(folder.shown(&run));
    }
    let sum = "\
func.func @sum(%A: memref<4xi32>, %S: memref<i32>) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xi32>
    %s = affine.load %S[] : memref<i32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %S[] : memref<i32>
  }
  return
}
";
    let before = folder.write("before.mlir", sum);
    let after = folder.write(
        "after.mlir",
        &sum.replace("affine.for %i = 0 to 4", "affine.parallel (%i) = (0) to (4)"),
    );
    let run = polyvet(&["validate", &before, &after], "");
    assert_eq!(run.exit, Exit::Refuted, "{}", run.shown());
    shown.push(folder.shown(&run));
    // Nothing is asked of a program that is as undefined as the one it was made from.
    let text = std::fs::read_to_string(&after).expect("a file");
    let other = folder.write("other.mlir", &text.replace("arith.addi %s, %a", "arith.addi %a, %s"));
    let run = polyvet(&["validate", &after, &other], "");
    assert_eq!(run.exit, Exit::Unknown, "{}", run.shown());
    shown.push(folder.shown(&run));
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn tested_says_what_was_tried() {
    let folder = Folder::new();
    // A subscript that depends on data has no exact model.
    let text = "\
func.func @gather(%I: memref<?xindex>, %A: memref<8xi32>, %R: memref<?xi32>, %n: index) {
  affine.parallel (%i) = (0) to (%n) {
    %a = affine.load %I[%i] : memref<?xindex>
    %v = memref.load %A[%a] : memref<8xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %R[%i] : memref<?xi32>
  }
  return
}
";
    let before = folder.write("before.mlir", text);
    let after = folder.write(
        "after.mlir",
        &text.replace(
            "%w = arith.addi %v, %v : i32",
            "%c = arith.constant 1 : i32\n    %w = arith.shli %v, %c : i32",
        ),
    );
    let run = polyvet(&["validate", &before, &after], "");
    assert_eq!(run.exit, Exit::Unknown, "{}", run.shown());
    let accepted = polyvet(&["validate", &before, &after, "--accept", "tested"], "");
    assert_eq!(accepted.exit, Exit::Success, "{}", accepted.shown());
    let run = polyvet(&["validate", &before, &after, "--format", "json"], "");
    let result = &run.json()["results"][0];
    assert_eq!(result["verdict"], "tested", "{result}");
    assert_eq!(
        (&result["coverage"]["orders"], &result["coverage"]["equal"]),
        (&3.into(), &"numbers".into()),
        "{result}"
    );
    insta::assert_snapshot!(folder.shown(&accepted));
}

#[test]
fn passes_that_give_no_program() {
    let folder = Folder::new();
    let before = folder.write("before.mlir", BEFORE);
    let mut shown = Vec::new();
    for pass in [
        "no-such-program-here --x",
        "sh -c 'echo file.mlir:1:1: error: bad luck >&2; exit 3'",
        "sh -c 'kill -SEGV $$'",
        "true",
        "echo 'func.func @f( {'",
        "cat 'open",
        "",
    ] {
        let run = polyvet(&["validate", &before, "--pass", pass], "");
        assert_eq!(run.exit, Exit::BadInput, "{pass}: {}", run.shown());
        shown.push(folder.shown(&run));
    }
    let start = Instant::now();
    let run = polyvet(
        &[
            "validate",
            &before,
            "--pass",
            "sh -c 'sleep 100 & sleep 100'",
            "--timeout",
            "1",
        ],
        "",
    );
    assert_eq!(run.exit, Exit::BadInput, "{}", run.shown());
    assert!(start.elapsed() < Duration::from_secs(30), "the children are killed too");
    shown.push(folder.shown(&run));
    insta::assert_snapshot!(shown.join("\n"));
}

/// The file is at the end, where `{}` says, or comes on standard input.
#[test]
fn a_pass_gets_the_program_in_any_way() {
    let folder = Folder::new();
    let before = folder.write("before.mlir", BEFORE);
    for pass in ["cat", "sh -c 'cat'", "sh -c 'cat \"$1\"' x {}", "cat -"] {
        for (file, input) in [(before.as_str(), ""), ("-", BEFORE)] {
            let run = polyvet(&["validate", file, "--pass", pass], input);
            assert_eq!(run.exit, Exit::Success, "{pass} {file}: {}", run.shown());
        }
    }
}

#[test]
fn an_interrupt_ends_the_pass_too() {
    let folder = Folder::new();
    let before = folder.write("before.mlir", BEFORE);
    let note = folder.path("pid");
    let pass = format!("sh -c 'echo $$ > {note}; sleep 60; true'");
    let mut polyvet = Command::new(env!("CARGO_BIN_EXE_polyvet"))
        .args(["validate", &before, "--pass", &pass])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("polyvet");
    let wait = |what: &str, done: &mut dyn FnMut() -> bool| {
        let start = Instant::now();
        while !done() {
            assert!(start.elapsed() < Duration::from_secs(30), "{what}");
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    let pid = || std::fs::read_to_string(&note).unwrap_or_default().trim().to_owned();
    wait("the pass starts", &mut || !pid().is_empty());
    let kill = Command::new("kill").args(["-INT", &polyvet.id().to_string()]).status();
    assert!(kill.expect("kill").success());
    wait("polyvet ends", &mut || polyvet.try_wait().expect("a status").is_some());
    let pass = format!("/proc/{}/status", pid());
    let gone = || !std::fs::read_to_string(&pass).is_ok_and(|status| !status.contains("State:\tZ"));
    wait("the pass ends", &mut || gone());
}

const HELPER: &str = "\
func.func private @half(%x: f32) -> f32 {
  %c = arith.constant 0.5 : f32
  %y = arith.mulf %x, %c : f32
  return %y : f32
}
func.func @g(%A: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %b = func.call @half(%a) : (f32) -> f32
    affine.store %b, %A[%i] : memref<4xf32>
  }
  return
}
";

fn dump(parts: &[(&str, &str)]) -> String {
    let part = |(pass, text): &(&str, &str)| format!("// -----// IR Dump After {pass} //----- //\n{text}\n\n");
    parts.iter().map(part).collect()
}

#[test]
fn each_pass_of_a_dump_and_who_broke_it() {
    let folder = Folder::new();
    let both = format!("{BEFORE}{HELPER}");
    let before = folder.write("before.mlir", &both);
    // One function at a time, as mlir-opt prints without module scope; `#map` lines come first.
    let same = BEFORE.replace("0 to %n", "0 to #map()[%n]");
    let same = format!("#map = affine_map<()[s0] -> (s0)>\n{same}");
    let wrong = BEFORE.replace("arith.addf %p, %a", "arith.addf %p, %b");
    let g = HELPER.split_once("}\n").expect("two functions").1;
    let text = dump(&[
        ("Canonicalizer (canonicalize)", &same),
        ("CSE (cse) ('func.func' operation: @g)", g),
        ("Breaker (test-break)", &wrong),
        ("Inliner (inline)", &format!("module {{\n{wrong}{HELPER}}}")),
    ]);
    let noise = "before.mlir:3:4: warning: something\n  %a = affine.load\n       ^\n";
    let path = folder.write(
        "dump.txt",
        &format!("{noise}// -----// IR Dump Before CSE (cse) //----- //\nmodule {{\n{text}"),
    );
    let run = polyvet(&["validate", &before, &path, "--each", "--accept", "tested"], "");
    assert_eq!(run.exit, Exit::Refuted, "{}", run.shown());
    insta::assert_snapshot!(without_times(&folder.shown(&run)));
    let run = polyvet(&["validate", &before, &path, "--each", "--format", "json"], "");
    let object = run.json();
    assert_eq!(object["summary"]["broken_by"], "test-break");
    let results = object["results"].as_array().expect("results");
    let refuted: Vec<_> = results.iter().filter(|one| one["verdict"] == "refuted").collect();
    let [refuted] = refuted[..] else { panic!("{results:?}") };
    assert_eq!(
        (&refuted["step"], &refuted["pass"], &refuted["func"]),
        (&3.into(), &"test-break".into(), &"f".into())
    );
    assert!(refuted["time_ms"].is_f64());
    // Lines are those of the dump.
    let line = refuted["witness"]["sink"]["line"].as_u64().expect("a line") as usize;
    let whole = std::fs::read_to_string(&path).expect("the dump");
    assert!(
        whole
            .lines()
            .nth(line - 1)
            .expect("the line")
            .contains("arith.addf %p, %b"),
        "line {line}"
    );

    let nothing = folder.write("nothing.txt", "no dump\n");
    assert_eq!(
        polyvet(&["validate", &before, &nothing, "--each"], "").exit,
        Exit::BadInput
    );
    let stranger = folder.write(
        "stranger.txt",
        &dump(&[("CSE (cse)", &BEFORE.replace("@f", "@stranger"))]),
    );
    let run = polyvet(&["validate", &before, &stranger, "--each"], "");
    assert_eq!(run.exit, Exit::BadInput, "{}", run.shown());
    assert!(run.stderr.contains("@stranger"), "{}", run.shown());
}

/// Times differ from run to run.
fn without_times(text: &str) -> String {
    let line = |line: &str| match line.strip_suffix(" ms").and_then(|rest| rest.rsplit_once(' ')) {
        Some((rest, _)) => format!("{rest} TIME\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[test]
fn each_pass_of_a_real_pipeline() {
    let Some(tool) = mlir_opt() else { return };
    let folder = Folder::new();
    let before = folder.write("before.mlir", &format!("{BEFORE}{HELPER}"));
    let pass = format!("{tool} --affine-loop-tile=tile-size=8 --inline --canonicalize");
    let args = ["validate", &before, "--each", "--accept", "tested", "--pass", &pass];
    let run = polyvet(&args, "");
    assert_eq!(run.exit, Exit::Success, "{}", run.shown());
    for pass in ["affine-loop-tile", "inline"] {
        assert!(run.stdout.contains(pass), "{}", run.shown());
    }
    // The same from a file, one function at a time.
    let output = Command::new(tool)
        .args(pass.split(' ').skip(1))
        .args(["--mlir-print-ir-after-all", "--mlir-print-ir-after-change", &before])
        .output()
        .expect("mlir-opt runs");
    let path = folder.write("dump.txt", &String::from_utf8(output.stderr).expect("UTF-8"));
    let run = polyvet(&["validate", &before, &path, "--each", "--accept", "tested"], "");
    assert_eq!(run.exit, Exit::Success, "{}", run.shown());
}

#[test]
fn assumptions_in_comments() {
    let folder = Folder::new();
    // The last iteration is done twice: the same unless there is none.
    let last = BEFORE.replace("affine.store %s, %B[%i]", "affine.store %a, %B[%i]");
    let after = last.replace(
        "  return",
        "  affine.for %k = affine_map<()[s0] -> (s0 - 1)>()[%n] to %n {\n    %x = affine.load %A[%k] : memref<?xf32>\n    affine.store %x, %B[%k] : memref<?xf32>\n  }\n  return",
    );
    let after = folder.write("after.mlir", &after);
    let verdict = |before: &str| {
        let path = folder.write("before.mlir", before);
        polyvet(&["validate", &path, &after], "")
    };
    assert_eq!(verdict(&last).exit, Exit::Refuted);
    let inside = last.replacen("\n", "\n  // polyvet: assume n >= 1\n", 1);
    let above = format!("// polyvet: assume n >= 1\n{last}");
    let file = format!("// polyvet: assume n >= 1\n\n{HELPER}{last}");
    for (text, exit) in [(&inside, Exit::Success), (&above, Exit::Success)] {
        let run = verdict(text);
        assert_eq!(run.exit, exit, "{}", run.shown());
    }
    let path = folder.write("file.mlir", &file);
    let other = folder.write(
        "other.mlir",
        &format!("{HELPER}{}", std::fs::read_to_string(&after).expect("a file")),
    );
    let run = polyvet(&["validate", &path, &other, "--accept", "tested"], "");
    assert_eq!(run.exit, Exit::Success, "{}", run.shown());
    // Other commands read them too.
    let relations = polyvet(&["relations", "-"], &inside);
    assert!(relations.stdout.contains("n > 0"), "{}", relations.shown());
    // What cannot be understood is reported with its place.
    let mut shown = Vec::new();
    for bad in [
        "asume n >= 1",
        "assume",
        "",
        "assume q >= 1",
        "assume n >=",
        "assume n < 0 and n > 0",
    ] {
        let run = polyvet(
            &["relations", "-"],
            last.replacen("\n", &format!("\n  // polyvet: {bad}\n"), 1),
        );
        assert_eq!(run.exit, Exit::BadInput, "{bad}: {}", run.shown());
        shown.push(run.shown());
    }
    let run = polyvet(&["deps", "-"], format!("// polyvet: assume q = 2\n\n{last}"));
    assert_eq!(run.exit, Exit::BadInput, "{}", run.shown());
    shown.push(run.shown());
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn arguments_that_may_be_one_buffer() {
    let folder = Folder::new();
    // B is A shifted: the order of the copies matters as soon as both are one buffer.
    let text = "\
func.func @shift(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}
";
    let before = folder.write("before.mlir", text);
    let after = folder.write(
        "after.mlir",
        &text
            .replace("%A[%i - 1]", "%A[-%i + symbol(%n) - 1]")
            .replace("%B[%i]", "%B[-%i + symbol(%n)]"),
    );
    let run = polyvet(&["validate", &before, &after], "");
    assert_eq!(run.exit, Exit::Success, "{}", run.shown());
    let refuted = polyvet(&["validate", &before, &after, "--may-alias", "A,B"], "");
    assert_eq!(refuted.exit, Exit::Refuted, "{}", refuted.shown());
    let doubled = text.replace("affine.store %a", "%d = arith.addf %a, %a : f32\n    affine.store %d");
    let strided = folder.write("strided.mlir", &doubled.replace("%A[%i - 1]", "%A[%i]"));
    let tiled = "affine.for %t = 0 to affine_map<()[s0] -> (s0 ceildiv 4)>()[%n] {\n  affine.for %i = max affine_map<(d0) -> (d0 * 4, 1)>(%t) to min affine_map<(d0)[s0] -> (d0 * 4 + 4, s0)>(%t)[%n] {";
    let tiled = doubled
        .replace("%A[%i - 1]", "%A[%i]")
        .replace("affine.for %i = 1 to %n {", tiled)
        .replacen("  }\n", "  }\n  }\n", 1);
    let tiled = folder.write("tiled.mlir", &tiled);
    let same = polyvet(&["validate", &strided, &tiled, "--may-alias", "%A,%B"], "");
    assert_eq!(same.exit, Exit::Success, "{}", same.shown());
    let mut shown = vec![folder.shown(&refuted), folder.shown(&same)];
    for bad in ["A,Q", "A", "A,n", "A,A"] {
        let run = polyvet(&["validate", &before, &before, "--may-alias", bad], "");
        assert!(
            matches!(run.exit, Exit::BadInput | Exit::Unknown),
            "{bad}: {}",
            run.shown()
        );
        shown.push(folder.shown(&run));
    }
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn functions_that_cannot_be_compared_say_why() {
    let folder = Folder::new();
    let before = folder.write("before.mlir", BEFORE);
    let mut codes = Vec::new();
    for after in [
        BEFORE.replace("@f", "@g"),
        "func.func private @f(memref<?xf32>, memref<?xf32>, index)\n".to_owned(),
        BEFORE.replace("%A: memref<?xf32>", "%A: memref<?xf64>").replace(
            "%a = affine.load %A[%i] : memref<?xf32>",
            "%z = affine.load %A[%i] : memref<?xf64>\n    %a = arith.truncf %z : f64 to f32",
        ),
        BEFORE.replace("%n: index)", "%n: index, %x: f32)"),
        BEFORE
            .replace("%A: memref<?xf32>", "%A: memref<8xf32>")
            .replace("%A[%i] : memref<?xf32>", "%A[%i] : memref<8xf32>"),
    ] {
        let after = folder.write("after.mlir", &after);
        let run = polyvet(&["validate", &before, &after, "--format", "json"], "");
        assert_eq!(run.exit, Exit::Unknown, "{}", run.shown());
        let reason = run.json()["results"][0]["reason"].clone();
        codes.push(format!(
            "{}: {}",
            reason["code"].as_str().expect("a code"),
            reason["message"].as_str().expect("a message")
        ));
    }
    insta::assert_snapshot!(
        codes
            .join("\n")
            .replace(folder.0.path().to_str().expect("UTF-8"), "DIR")
    );
    // A private function may become what it likes, as long as its callers do not notice.
    let before = folder.write("before.mlir", HELPER);
    let inlined = HELPER.split_once("}\n").expect("two functions").1.replace(
        "%b = func.call @half(%a) : (f32) -> f32",
        "%c = arith.constant 0.5 : f32\n    %b = arith.mulf %a, %c : f32",
    );
    let after = folder.write("after.mlir", &inlined);
    let run = polyvet(&["validate", &before, &after, "--accept", "tested"], "");
    assert_eq!(run.exit, Exit::Success, "{}", run.shown());
}

#[test]
fn a_hundred_functions_in_the_order_of_the_file() {
    let folder = Folder::new();
    let (mut before, mut after) = (String::new(), String::new());
    for n in 0..100 {
        let text = BEFORE
            .replace("@f", &format!("@f{n}"))
            .replace("0 to %n", &format!("{} to %n", n % 7));
        before += &text;
        after += &if n % 10 == 3 {
            text.replace("addf %p, %a", "addf %p, %b")
        } else {
            text
        };
    }
    let (before, after) = (folder.write("before.mlir", &before), folder.write("after.mlir", &after));
    let run = polyvet(&["validate", &before, &after, "--format", "json"], "");
    assert_eq!(run.exit, Exit::Refuted);
    let object = run.json();
    let results = object["results"].as_array().expect("results");
    assert_eq!(results.len(), 100);
    for (n, one) in results.iter().enumerate() {
        let expected = if n % 10 == 3 { "refuted" } else { "proved" };
        assert_eq!(
            (&one["func"], &one["verdict"]),
            (&format!("f{n}").into(), &expected.into())
        );
    }
    let again = polyvet(&["validate", &before, &after, "--format", "json"], "");
    assert_eq!(run.stdout, again.stdout);
}

const LONG: &str = "\
func.func @other(%A: memref<8xf32>) {
  return
}
func.func @long(%alpha: f32, %A: memref<32x48xf32>, %x: memref<48xf32>, %y: memref<32xf32>, %D: memref<32xf32>) {
  %zero = arith.constant 0.0 : f32
  %T = memref.alloc() : memref<32xf32>
  affine.for %i = 0 to 32 {
    affine.store %zero, %T[%i] : memref<32xf32>
    affine.for %k = 0 to 48 {
      %a = affine.load %A[%i, %k] : memref<32x48xf32>
      %b = affine.load %x[%k] : memref<48xf32>
      %c = affine.load %T[%i] : memref<32xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %T[%i] : memref<32xf32>
    }
  }
  affine.for %i = 0 to 32 {
    %d = affine.load %D[%i] : memref<32xf32>
    %e = arith.subf %d, %alpha : f32
    affine.store %e, %D[%i] : memref<32xf32>
    %t = affine.load %T[%i] : memref<32xf32>
    %u = arith.mulf %t, %alpha : f32
    affine.store %u, %y[%i] : memref<32xf32>
  }
  memref.dealloc %T : memref<32xf32>
  return
}
";

/// A pass that breaks subtractions, and one that breaks the buffer's first values.
#[test]
fn a_refuted_program_is_made_small() {
    let folder = Folder::new();
    let before = folder.write("long.mlir", LONG);
    let mut shown = Vec::new();
    let passes = ["sed s/arith.subf/arith.addf/", "sed '/affine.store %zero/d'"];
    for pass in passes {
        let args = [
            "validate",
            &before,
            "--pass",
            pass,
            "--reduce",
            "--reduce-tries",
            "1500",
        ];
        let run = polyvet(&args, "");
        assert_eq!(run.exit, Exit::Refuted, "{}", run.shown());
        assert_eq!(run.stdout, polyvet(&args, "").stdout, "the result repeats");
        assert!(run.stdout.lines().count() <= 16, "{}", run.shown());
        // It is a program that the pass breaks.
        let again = polyvet(&["validate", "-", "--pass", pass], &run.stdout);
        assert_eq!(again.exit, Exit::Refuted, "{}", again.shown());
        shown.push(folder.shown(&run));
    }
    let wrong = folder.write("wrong.mlir", &LONG.replace("arith.subf", "arith.addf"));
    let out = folder.path("small.mlir");
    let run = polyvet(&["validate", &before, &wrong, "--reduce", "-o", &out], "");
    assert_eq!(run.exit, Exit::Refuted, "{}", run.shown());
    shown.push(format!(
        "{}{}",
        folder.shown(&run),
        std::fs::read_to_string(&out).expect("a pair")
    ));
    insta::assert_snapshot!(shown.join("\n"));
    for output in [&before, &wrong] {
        let run = polyvet(&["validate", &before, &wrong, "--reduce", "-o", output], "");
        assert_eq!(run.exit, Exit::BadInput, "{}", run.shown());
    }
    assert_eq!(std::fs::read_to_string(&before).expect("the input"), LONG);
    // There is nothing to reduce where nothing is wrong.
    let run = polyvet(&["validate", &before, &before, "--reduce"], "");
    assert_eq!(run.exit, Exit::Success, "{}", run.shown());
}

/// What docs/validate.md and docs/lit show, run as it is there.
#[test]
fn the_lit_examples_are_real() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
        .join("docs");
    let page = std::fs::read_to_string(docs.join("validate.md")).expect("the page");
    let tile = docs.join("lit/tile.mlir");
    let text = std::fs::read_to_string(&tile).expect("the example");
    for line in text.lines().take(2) {
        assert!(page.contains(line), "docs/validate.md shows `{line}`");
    }
    let wrong = polyvet(
        &[
            "validate",
            docs.join("lit/wrong.mlir").to_str().expect("UTF-8"),
            docs.join("lit/Inputs/wrong.after.mlir").to_str().expect("UTF-8"),
        ],
        "",
    );
    assert_eq!(wrong.exit, Exit::Refuted, "{}", wrong.shown());
    let wanted = std::fs::read_to_string(docs.join("lit/wrong.mlir")).expect("the example");
    for expected in wanted.lines().filter_map(|line| line.strip_prefix("// CHECK: ")) {
        assert!(wrong.stdout.contains(expected), "{expected}: {}", wrong.shown());
    }
    let Some(tool) = mlir_opt() else { return };
    let (_, command) = text.split_once("--pass '").expect("a pass");
    let pass = command
        .split_once('\'')
        .expect("its end")
        .0
        .replacen("mlir-opt", tool, 1);
    let run = polyvet(&["validate", tile.to_str().expect("UTF-8"), "--pass", &pass], "");
    assert_eq!(run.exit, Exit::Success, "{}", run.shown());
    assert!(run.stdout.contains("proved: @scale"), "{}", run.shown());
}

/// The examples under lit itself, where that is installed.
#[test]
fn the_lit_examples_run_under_lit() {
    let found = |name: &str| {
        let run = Command::new(name)
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        run.is_ok_and(|status| status.success())
    };
    let lit = ["lit", "llvm-lit"].into_iter().find(|name| found(name));
    let (Some(lit), true, true, true) = (lit, found("FileCheck"), found("not"), found("mlir-opt")) else {
        _ = writeln!(
            std::io::stderr(),
            "skipped: lit, FileCheck, not and mlir-opt are not all on PATH"
        );
        return;
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
        .join("docs/lit");
    let bin = Path::new(env!("CARGO_BIN_EXE_polyvet")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let run = Command::new(lit)
        .args(["-v", folder.to_str().expect("UTF-8")])
        .env("PATH", format!("{}:{path}", bin.display()))
        .output()
        .expect("lit runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
}
