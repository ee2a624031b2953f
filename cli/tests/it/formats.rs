//! Formats that other tools read: SARIF, JUnit XML, Markdown of verdicts. Each says what the JSON of the same question says.

use crate::common::{MATMUL, STENCIL, in_root, polyvet, root};
use quick_junit::{NonSuccessKind, Report, TestCaseStatus};
use serde_json::Value;

const TILED: [&str; 3] = ["validate", "examples/stencil.mlir", "examples/stencil-tiled.mlir"];

fn sarif(args: &[&str], input: &str) -> Value {
    let log = polyvet(&[args, &["--format", "sarif"]].concat(), input).json();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    for result in run["results"].as_array().expect("results") {
        let rule = rules
            .iter()
            .find(|rule| rule["id"] == result["ruleId"])
            .expect("its rule");
        // Every rule has a page of `polyvet explain`.
        assert_ne!(rule["shortDescription"]["text"], result["ruleId"], "{rule}");
        let place = &result["locations"][0]["physicalLocation"];
        assert!(
            place["artifactLocation"]["uri"]
                .as_str()
                .is_some_and(|uri| !uri.contains(['<', ' ']))
        );
        assert!(
            place["region"]["startLine"].as_u64().is_some_and(|line| line > 0),
            "{result}"
        );
        assert!(!result["message"]["text"].as_str().expect("text").is_empty());
    }
    run.clone()
}

fn junit(args: &[&str], input: &str) -> Report {
    let run = polyvet(&[args, &["--format", "junit"]].concat(), input);
    Report::deserialize_from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}:\n{}", run.stdout))
}

fn kinds(report: &Report) -> Vec<(String, Option<NonSuccessKind>)> {
    let cases = report.test_suites.iter().flat_map(|suite| &suite.test_cases);
    let kind = |status: &TestCaseStatus| match status {
        TestCaseStatus::NonSuccess { kind, .. } => Some(*kind),
        _ => None,
    };
    cases.map(|case| (case.name.to_string(), kind(&case.status))).collect()
}

#[test]
fn sarif_has_a_refutation_at_its_line() {
    in_root();
    let run = sarif(&["check", "examples/stencil.mlir", "--transform", "tile(t=4, i=4)"], "");
    let result = &run["results"][0];
    assert_eq!(result["ruleId"], "order-raw");
    assert_eq!(result["level"], "error");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "examples/stencil.mlir");
    // The read of A[i + 1], as text shows it.
    let line = 1 + STENCIL
        .lines()
        .position(|line| line.contains("%right = affine.load"))
        .expect("the read");
    assert_eq!(place["region"]["startLine"], line);
    assert!(
        result["message"]["text"]
            .as_str()
            .expect("text")
            .contains("skew(i, t, 1); tile(t=4, i=4)")
    );
    let related = result["relatedLocations"].as_array().expect("places");
    assert!(related.iter().any(|place| {
        place["message"]["text"]
            .as_str()
            .is_some_and(|text| text.contains("must come first"))
    }));
}

#[test]
fn sarif_of_two_programs_is_about_the_one_that_is_a_file() {
    in_root();
    let run = sarif(&TILED, "");
    let place = &run["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "examples/stencil-tiled.mlir");
    let tiled = root().join("examples/stencil-tiled.mlir");
    let text = std::fs::read_to_string(tiled).expect("a program");
    // What a pass prints is no file, so the place is in BEFORE.
    let run = sarif(&["validate", "examples/stencil.mlir", "-"], &text);
    let place = &run["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "examples/stencil.mlir");
}

#[test]
fn sarif_leaves_out_what_is_good() {
    let reversed = ["check", "-", "--transform", "reverse(k)"];
    let run = sarif(&reversed, MATMUL);
    assert_eq!(run["results"][0]["ruleId"], "reassociated");
    assert_eq!(run["results"][0]["level"], "warning");
    let run = sarif(&[&reversed[..], &["--allow", "reassoc"]].concat(), MATMUL);
    assert_eq!(run["results"], serde_json::json!([]));
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
}

#[test]
fn sarif_has_errors_of_the_input() {
    let run = sarif(
        &["parse", "-"],
        "func.func @f() {\n  affine.for %i = 0 4 {\n  }\n  return\n}\n",
    );
    assert_eq!(run["results"][0]["ruleId"], "syntax");
    assert_eq!(
        run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"],
        2
    );
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    let run = sarif(&["parse", "no such file.mlir"], "");
    assert_eq!(run["results"], serde_json::json!([]));
    assert_eq!(run["invocations"][0]["toolExecutionNotifications"][0]["level"], "error");
}

#[test]
fn junit_has_a_case_for_each_verdict() {
    in_root();
    let schedules = [
        "check",
        "examples/matmul.scop.json",
        "--schedules",
        "examples/matmul.schedules.jsonl",
    ];
    let json = polyvet(&[&schedules[..], &["--format", "json"]].concat(), "").json();
    let found = kinds(&junit(&schedules, ""));
    let verdicts = json["results"].as_array().expect("results");
    assert_eq!(found.len(), verdicts.len());
    for ((name, kind), verdict) in found.iter().zip(verdicts) {
        assert_eq!(
            *name,
            format!("@matmul: {}", verdict["subject"].as_str().expect("a name"))
        );
        let good = verdict["strength"] == "bitwise";
        assert_eq!(*kind, (!good).then_some(NonSuccessKind::Failure), "{name}");
    }
    assert!(found.iter().any(|(_, kind)| kind.is_none()) && found.iter().any(|(_, kind)| kind.is_some()));
}

#[test]
fn junit_of_bad_input_is_an_error() {
    let report = junit(&["validate", "-", "-"], MATMUL);
    assert_eq!(report.test_suites.iter().map(|suite| suite.errors).sum::<usize>(), 1);
    // Neither brackets nor control characters of a program spoil the document.
    let report = junit(&["check", "-", "--transform", "reverse(k)"], "\u{1b}[31m <&]]> \"");
    assert!(report.test_suites.iter().map(|suite| suite.errors).sum::<usize>() > 0);
}

#[test]
fn junit_of_snapshots_has_those_that_are_as_they_were() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    for (name, text) in [("a.mlir", MATMUL), ("b.mlir", STENCIL)] {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    polyvet(&["snapshot", path, "--accept"], "");
    let all = kinds(&junit(&["snapshot", path], ""));
    assert_eq!(all.iter().map(|(_, kind)| *kind).collect::<Vec<_>>(), [None, None]);
    std::fs::write(folder.path().join("b.mlir"), STENCIL.replace("%i + 1", "%i + 2")).expect("written");
    let all = kinds(&junit(&["snapshot", path], ""));
    let failed: Vec<_> = all
        .iter()
        .filter(|(_, kind)| *kind == Some(NonSuccessKind::Failure))
        .collect();
    assert_eq!((all.len(), failed.len()), (2, 1));
    assert!(failed[0].0.ends_with("b.mlir"), "{all:?}");
}

#[test]
fn markdown_of_verdicts_is_a_table_and_what_is_wrong() {
    in_root();
    insta::assert_snapshot!(polyvet(&[&TILED[..], &["--format", "markdown"]].concat(), "").shown());
    let good = polyvet(
        &["check", "-", "--transform", "tile(i=4)", "--format", "markdown"],
        MATMUL,
    );
    assert!(good.stdout.contains("| ✅ proved | `@matmul` | `tile(i=4)` |") && !good.stdout.contains("<details"));
}

#[test]
fn markdown_of_bad_input_has_its_messages() {
    let run = polyvet(
        &["check", "-", "--transform", "tile(i=4)", "--format", "markdown"],
        "func.func @f(",
    );
    assert_eq!(run.exit.code(), 2);
    assert!(
        run.stdout.contains("no answer") && run.stdout.contains("error[syntax]"),
        "{}",
        run.stdout
    );
}

#[test]
fn commands_say_which_formats_they_write() {
    for (command, format) in [
        ("deps", "sarif"),
        ("report", "junit"),
        ("snapshot", "markdown"),
        ("check", "html"),
    ] {
        let input = match command {
            "snapshot" => vec![command, "."],
            "check" => vec![command, "-", "--transform", "tile(i=4)"],
            _ => vec![command, "-"],
        };
        let run = polyvet(&[&input[..], &["--format", format]].concat(), MATMUL);
        assert_eq!((run.exit.code(), run.stdout.as_str()), (2, ""));
        assert!(
            run.stderr
                .contains(&format!("`{command}` does not write `--format {format}`")),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn github_has_text_and_an_annotation_for_what_is_wrong() {
    in_root();
    let check = ["check", "examples/stencil.mlir", "--transform", "tile(t=4, i=4)"];
    let text = polyvet(&check, "");
    let run = polyvet(&[&check[..], &["--format", "github"]].concat(), "");
    assert_eq!(run.exit.code(), 1);
    let annotation = run.stdout.strip_prefix(&text.stdout).expect("the text first");
    let line = 1 + STENCIL
        .lines()
        .position(|line| line.contains("%right = affine.load"))
        .expect("the read");
    let place = format!("::error file=examples/stencil.mlir,line={line},col=7,");
    assert!(
        annotation.starts_with(&place) && annotation.lines().count() == 1,
        "{annotation}"
    );
    assert!(
        annotation.contains("title=polyvet%3A order-raw::refuted: @stencil"),
        "{annotation}"
    );
    let good = polyvet(
        &["check", "-", "--transform", "tile(i=4)", "--format", "github"],
        MATMUL,
    );
    assert!(!good.stdout.contains("::"), "{}", good.stdout);
    let bad = polyvet(&["parse", "-", "--format", "github"], "func.func @f(");
    assert!(
        bad.stderr.contains("\n::error title=polyvet%3A syntax::"),
        "{}",
        bad.stderr
    );
}

/// Compiler Explorer runs a tool with its options, the user's words and the file, in the folder of the file, and links lines that
/// begin with the name of the file, or `<source>`, and numbers (`SOURCE_RE` of its `lib/utils.ts`).
#[test]
fn compiler_explorer_finds_the_lines() {
    let text = std::fs::read_to_string(root().join("docs/compiler-explorer.md")).expect("a page");
    let options: Vec<Vec<String>> = { text.lines() }
        .filter_map(|line| {
            line.split_once(".options=")
                .map(|(_, words)| crate::common::words(words))
        })
        .collect();
    assert_eq!(options.len(), 2);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("example.mlir");
    let program = STENCIL.replace("func.func", "// polyvet: check tile(t=4, i=4)\nfunc.func");
    std::fs::write(&file, &program).expect("written");
    let run = |words: &[String], user: &[&str]| {
        let output = crate::common::shell("polyvet")
            .args(words)
            .args(user)
            .arg(&file)
            .current_dir(folder.path())
            .output();
        String::from_utf8(output.expect("polyvet").stdout).expect("UTF-8")
    };
    let line = 1 + program
        .lines()
        .position(|line| line.contains("%right = affine.load"))
        .expect("the read");
    let start = format!("{}:{line}:7: error: refuted", file.display());
    let asks = run(&options[0], &[]);
    let says = run(&options[0], &["--transform", "tile(t=4, i=4)"]);
    for shown in [asks, says] {
        assert!(shown.lines().any(|line| line.starts_with(&start)), "{shown}");
    }
    // The other one validates what a pass prints.
    let shown = run(&options[1], &["--pass", "cat"]);
    assert!(shown.starts_with("proved: @stencil"), "{shown}");
}

/// A campaign has a case for each pipeline and a failure for each finding.
#[test]
fn junit_of_campaigns_has_pipelines_and_findings() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (backend, out) = (path("forgetful.toml"), path("found"));
    std::fs::write(&backend, crate::common::FORGETFUL).expect("written");
    let fuzz = ["fuzz", "--backend", &backend, "--mode", "validate", "--pass", "forget"];
    let found = kinds(&junit(&[&fuzz[..], &["--count", "16", "--out", &out]].concat(), ""));
    let is_pipeline =
        |(name, kind): &&(String, Option<NonSuccessKind>)| name.starts_with("forget on ") && kind.is_none();
    assert!(found.iter().any(|one| is_pipeline(&one)), "{found:?}");
    let is_failure = |(name, kind): &&(String, Option<NonSuccessKind>)| {
        name.starts_with("forget (") && *kind == Some(NonSuccessKind::Failure)
    };
    assert!(found.iter().any(|one| is_failure(&one)), "{found:?}");
    let merged = kinds(&junit(
        &["merge", &path("found/ledger.jsonl"), "-o", &path("merged.jsonl")],
        "",
    ));
    assert_eq!(merged.len(), found.len());
}

#[test]
fn junit_of_difftest_has_a_case_for_each_function() {
    let silent = root().join("cli/tests/data/silent.toml");
    let silent = silent.to_str().expect("UTF-8");
    let found = kinds(&junit(&["difftest", "-", "--backend", silent, "--size", "2"], MATMUL));
    let [(name, kind)] = &found[..] else {
        panic!("{found:?}");
    };
    assert!(name.starts_with("@matmul on "), "{name}");
    assert_eq!(*kind, Some(NonSuccessKind::Failure));
}

/// `--json FILE` has what `--format json` prints, whatever else is written, and overwrites nothing but such a file.
#[test]
fn json_can_go_into_a_file_beside_the_text() {
    in_root();
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (json, other, foreign) = (path("results.json"), path("after.mlir"), path("foreign.json"));
    let pass = "sh -c 'cat && echo'";
    let tile = ["--transform", "tile(i=4)"];
    for args in [
        &["check", "-", "--transform", "reverse(k)"][..],
        &["check", "-", tile[0], tile[1], "--format", "github"],
        &["check", "-", tile[0], tile[1], "--format", "sarif"],
        &["validate", TILED[1], TILED[2]],
        &["validate", TILED[1], TILED[1], "--format", "junit"],
        &["validate", "-", "--pass", pass],
        &["transform", "-", tile[0], tile[1]],
        &["transform", "-", tile[0], tile[1], "-q", "-o", &other],
        &["parse", "-", "-o", &other],
        &["report", "-", "--format", "markdown"],
        &["deps", "-"],
        &["run", "-", "--param", "n=2", "--param", "m=2", "--param", "p=2"],
        &["explain"],
        &["check", "-", "--transform", "nothing()"],
    ] {
        let both = polyvet(&[args, &["--json", &json]].concat(), MATMUL);
        let plain = args.iter().position(|word| *word == "--format");
        let args = match plain {
            Some(at) => [&args[..at], &args[at + 2..]].concat(),
            None => args.to_vec(),
        };
        let one = polyvet(&[&args[..], &["--format", "json"]].concat(), MATMUL);
        assert_eq!(both.exit, one.exit, "{args:?}: {}", both.stderr);
        let text = std::fs::read_to_string(&json).expect("it is written");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value, one.json(), "{args:?}");
    }
    std::fs::write(&foreign, "{\"schema\": \"other\"}").expect("a file");
    let refused = polyvet(&["deps", "-", "--json", &foreign], MATMUL);
    assert_eq!(refused.exit.code(), 2);
    assert!(
        refused.stderr.contains("error[cannot-write]") && refused.stdout.is_empty(),
        "{}",
        refused.stderr
    );
    assert_eq!(
        std::fs::read_to_string(&foreign).expect("it is left"),
        "{\"schema\": \"other\"}"
    );
}
