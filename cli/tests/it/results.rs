//! What the commands answer: as text, as JSON, and by their exit status.

use crate::common::{MATMUL, MODEL, STENCIL, polyvet};
use polyvet_cli::{Exit, Io};
use serde_json::{Value, json};

const TILED: &str = "tile(i=32, j=32, k=8); interchange(j, k)";

fn check(text: &str, script: &str, more: &[&str]) -> crate::common::Run {
    let mut args = vec!["check", "-", "--transform", script];
    args.extend(more);
    polyvet(&args, text)
}

#[test]
fn exit_status_of_each_verdict() {
    assert_eq!(check(MATMUL, TILED, &[]).exit, Exit::Success);
    assert_eq!(check(STENCIL, "tile(t=4, i=4)", &[]).exit, Exit::Refuted);
    assert_eq!(check(MATMUL, "reverse(k)", &[]).exit, Exit::Unknown);
    assert_eq!(check(MATMUL, "reverse(k)", &["--allow", "reassoc"]).exit, Exit::Success);
    assert_eq!(check(MATMUL, "reverse(k)", &["--budget", "10"]).exit, Exit::Unknown);
    assert_eq!(check(MATMUL, "reverse(l)", &[]).exit, Exit::BadInput);
}

#[test]
fn proved_and_refuted_as_text() {
    let proved = check(MATMUL, TILED, &[]).shown();
    let reassociated = check(MATMUL, "reverse(k)", &[]).shown();
    let refuted = check(STENCIL, "tile(t=4, i=4)", &[]).shown();
    let race = check(MATMUL, "parallelize(k)", &[]).shown();
    let budget = check(MATMUL, "reverse(k)", &["--budget", "10"]).shown();
    insta::assert_snapshot!([proved, reassociated, refuted, race, budget].join("\n\n"));
}

#[test]
fn a_refuted_verdict_as_json() {
    let run = check(STENCIL, "tile(t=4, i=4)", &["--format", "json"]);
    let object = run.json();
    assert_eq!(object["schema"], "polyvet/1");
    assert_eq!(object["command"], "check");
    let [result] = object["results"].as_array().expect("results").as_slice() else {
        panic!("one result")
    };
    for (key, value) in [
        ("func", json!("stencil")),
        ("subject", json!("tile(t=4, i=4)")),
        ("verdict", json!("refuted")),
        ("strength", Value::Null),
        ("reason", Value::Null),
    ] {
        assert_eq!(result[key], value, "{key}");
    }
    let witness = &result["witness"];
    assert_eq!(witness["kind"], "order-raw");
    assert!(
        witness["params"]["n"].is_i64() && witness["params"]["steps"].is_i64(),
        "{witness}"
    );
    assert_eq!(
        (&witness["array"], witness["element"].as_array().map(Vec::len)),
        (&json!("A"), Some(1))
    );
    for (end, line) in [("source", 18), ("sink", 14)] {
        let end = &witness[end];
        assert_eq!((&end["stmt"], &end["line"]), (&json!("S0"), &json!(line)), "{end}");
        assert_eq!(end["at"].as_array().map(Vec::len), Some(2), "{end}");
    }
    let replay = &witness["replay"];
    assert_eq!(replay["confirmed"], true);
    assert!(replay["before"].is_string() && replay["after"].is_string(), "{replay}");
}

#[test]
fn other_verdicts_as_json() {
    let result = |run: crate::common::Run| run.json()["results"][0].clone();
    let proved = result(check(MATMUL, TILED, &["--format", "json"]));
    assert_eq!(
        (&proved["verdict"], &proved["strength"]),
        (&json!("proved"), &json!("bitwise"))
    );
    assert!(proved["witness"].is_null() && proved["reason"].is_null());
    let reassociated = result(check(MATMUL, "reverse(k)", &["--format", "json"]));
    assert_eq!(reassociated["strength"], "reassociated");
    let unknown = result(check(MATMUL, "reverse(k)", &["--format", "json", "--budget", "10"]));
    assert_eq!(
        (&unknown["verdict"], &unknown["reason"]["code"]),
        (&json!("unknown"), &json!("budget"))
    );
    assert!(unknown["reason"]["message"].is_string());
}

#[test]
fn errors_are_in_the_json_too() {
    let run = check(MATMUL, "tile(ii=4)", &["--format", "json"]);
    let object = run.json();
    assert_eq!(object["results"], json!([]));
    let diagnostic = &object["diagnostics"][0];
    assert_eq!(diagnostic["code"], "unknown-loop");
    assert_eq!((&diagnostic["line"], &diagnostic["column"]), (&json!(1), &json!(6)));
    assert_eq!(run.exit, Exit::BadInput);
}

#[test]
fn many_schedules_give_one_verdict_each_in_order() {
    let run = polyvet(
        &[
            "check",
            "-",
            "--schedules",
            "examples/matmul.schedules.jsonl",
            "--format",
            "json",
        ],
        MODEL,
    );
    let object = run.json();
    let results = object["results"].as_array().expect("results");
    let found: Vec<_> = results.iter().map(|one| (&one["subject"], &one["verdict"])).collect();
    let expected = [
        ("tiled", "proved"),
        ("rows-parallel", "proved"),
        ("clear-too-late", "refuted"),
    ];
    let expected: Vec<_> = expected
        .iter()
        .map(|(id, verdict)| (json!(id), json!(verdict)))
        .collect();
    assert_eq!(
        found,
        expected.iter().map(|(id, verdict)| (id, verdict)).collect::<Vec<_>>()
    );
    assert!(object["summary"]["median_us"].is_f64());
    assert_eq!(run.exit, Exit::Refuted);
}

#[test]
fn several_functions() {
    let both = format!("{MATMUL}{STENCIL}");
    // Only the matmul has a `k`.
    let one = check(&both, "reverse(k)", &["--allow", "reassoc"]);
    assert_eq!(one.exit, Exit::Success, "{}", one.shown());
    assert!(one.stderr.contains("`@stencil`"), "{}", one.stderr);
    // Both have an `i`.
    let two = check(&both, "parallelize(i)", &[]);
    assert_eq!(two.exit, Exit::Refuted);
    assert!(two.stdout.ends_with("1 proved, 1 refuted\n"), "{}", two.stdout);
    let chosen = check(&both, "parallelize(i)", &["--func", "matmul"]);
    assert_eq!(chosen.exit, Exit::Success);
    let none = check(&both, "parallelize(q)", &[]);
    assert_eq!(none.exit, Exit::BadInput);
    assert!(none.stderr.contains("--func"), "{}", none.stderr);
}

#[test]
fn relations_and_deps_as_text() {
    let relations = polyvet(&["relations", "-"], MATMUL).shown();
    let deps = polyvet(&["deps", "-"], STENCIL).shown();
    insta::assert_snapshot!(format!("{relations}\n\n{deps}"));
}

#[test]
fn relations_and_deps_as_json() {
    let relations = polyvet(&["relations", "-", "--format", "json"], MATMUL).json();
    let stmt = &relations["results"][0]["statements"][0];
    assert_eq!(
        (&stmt["func"], &stmt["stmt"], &stmt["reduction"]),
        (&json!("matmul"), &json!("S0"), &json!("add"))
    );
    let write = stmt["operands"]
        .as_array()
        .expect("operands")
        .last()
        .expect("a write")
        .clone();
    assert_eq!((&write["array"], &write["access"]), (&json!("C"), &json!("write")));
    assert_eq!(write["relation"], "{ S0[i, j, k] -> C[i, j] }");
    assert_eq!(
        (&write["injective"], &write["in_bounds"]["holds"]),
        (&json!(false), &json!("when"))
    );

    let deps = polyvet(&["deps", "-", "--format", "json", "--value-based"], STENCIL).json();
    let result = &deps["results"][0];
    assert_eq!(
        (&result["func"], &result["based_on"]),
        (&json!("stencil"), &json!("value"))
    );
    let kinds = ["raw", "war", "waw"];
    for dep in result["dependences"].as_array().expect("dependences") {
        assert!(kinds.contains(&dep["kind"].as_str().unwrap_or_default()), "{dep}");
        assert_eq!(dep["distance"].as_array().map(Vec::len), Some(2), "{dep}");
    }
}

#[test]
fn map_goes_both_ways() {
    let sizes = ["--param", "n=16", "--param", "m=8", "--param", "p=4"];
    let map = |args: &[&str]| {
        let mut all = vec!["map", "-"];
        all.extend(args);
        all.extend(sizes);
        polyvet(&all, MATMUL).shown()
    };
    let data = map(&["--stmt", "S0", "--iterations", "{ [i, j, k] : 0 <= i < 4 and j = 1 }"]);
    let iterations = map(&["--data", "{ C[x, y] : x = 0 and y = n - 14 }"]);
    let nothing = map(&["--iterations", "{ S0[i, j, k] : i < 0 }"]);
    insta::assert_snapshot!([data, iterations, nothing].join("\n\n"));
}

#[test]
fn transform_writes_only_what_is_legal() {
    let transform = |text: &str, script: &str, more: &[&str]| {
        let mut args = vec!["transform", "-", "--transform", script];
        args.extend(more);
        polyvet(&args, text)
    };
    let legal = transform(STENCIL, "skew(i, t, 1); tile(t=4, i=4)", &["-q"]);
    assert_eq!(legal.exit, Exit::Success, "{}", legal.shown());
    let again = polyvet(&["parse", "-"], &legal.stdout);
    assert_eq!((again.exit, &again.stdout), (Exit::Success, &legal.stdout));

    let illegal = transform(STENCIL, "tile(t=4, i=4)", &[]);
    assert_eq!((illegal.exit, illegal.stdout.as_str()), (Exit::Refuted, ""));
    assert!(illegal.stderr.contains("refuted: @stencil"), "{}", illegal.stderr);
    let unchecked = transform(STENCIL, "tile(t=4, i=4)", &["--unchecked"]);
    assert_eq!(unchecked.exit, Exit::Success);
    assert!(unchecked.stdout.contains("affine.for"), "{}", unchecked.stdout);

    let c = transform(STENCIL, "skew(i, t, 1); tile(t=4, i=4)", &["-q", "--emit", "c"]);
    assert!(c.stdout.contains("for (") && c.exit == Exit::Success, "{}", c.shown());
    let isl = transform(STENCIL, "skew(i, t, 1); tile(t=4, i=4)", &["-q", "--emit", "isl"]);
    let back = polyvet(&["check", "-", "--transform", "tile(t=2)"], &isl.stdout);
    assert!(matches!(back.exit, Exit::Success | Exit::Refuted), "{}", back.shown());
}

#[test]
fn output_files_are_whole_and_never_the_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("in.mlir");
    let output = folder.path().join("out.mlir");
    std::fs::write(&input, STENCIL).expect("a file");
    let (input, output) = (input.to_str().expect("UTF-8"), output.to_str().expect("UTF-8"));

    let over_itself = polyvet(&["parse", input, "-o", input], "");
    assert_eq!(over_itself.exit, Exit::BadInput, "{}", over_itself.shown());
    assert_eq!(std::fs::read_to_string(input).expect("the input"), STENCIL);
    let written = polyvet(&["parse", input, "-o", output, "--emit", "generic"], "");
    assert_eq!((written.exit, written.shown().as_str()), (Exit::Success, "=> 0"));
    let forced = polyvet(&["parse", output, "-o", output, "--force", "--emit", "generic"], "");
    assert_eq!(forced.exit, Exit::Success, "{}", forced.shown());
    assert!(
        std::fs::read_to_string(output)
            .expect("the output")
            .contains("\"affine.for\"")
    );
}

#[test]
fn run_prints_what_the_program_makes() {
    let sizes = ["A.0=2", "A.1=3", "B.0=3", "B.1=2", "C.0=2", "C.1=2"];
    let mut args = vec!["run", "-"];
    args.extend(sizes.iter().flat_map(|size| ["--param", size]));
    insta::assert_snapshot!(polyvet(&args, MATMUL).shown());

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("c.npy");
    let path = path.to_str().expect("UTF-8");
    let out = format!("C={path}");
    args.extend(["--out", &out]);
    assert_eq!(polyvet(&args, MATMUL).exit, Exit::Success);
    let given = format!("C={path}");
    let accumulated = [
        "run", "-", "--param", "A.0=2", "--param", "A.1=3", "--param", "B.0=3", "--param", "B.1=2",
    ];
    let run = polyvet(
        &[accumulated.as_slice(), &["--arg", &given, "--format", "json"]].concat(),
        MATMUL,
    );
    let values = run.json()["results"][0]["values"].clone();
    let c = values
        .as_array()
        .expect("values")
        .iter()
        .find(|value| value["name"] == "C")
        .expect("C")
        .clone();
    assert_eq!(
        (&c["shape"], &c["elements"][0]),
        (&json!([2, 2]), &json!("20.0")),
        "{c}"
    );
}

#[test]
fn colours_only_where_asked() {
    for (when, colours) in [("always", true), ("never", false), ("auto", false)] {
        for script in ["reverse(i)", "tile(i=0)"] {
            let run = check(MATMUL, script, &["--color", when]);
            assert_eq!(run.shown().contains('\u{1b}'), colours, "{when} {script}");
        }
    }
}

#[test]
fn a_reader_that_went_away_changes_no_exit_status() {
    struct Closed;
    impl std::io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let args = ["polyvet", "check", "-", "--transform", "tile(t=4, i=4)"];
    let mut stderr = Vec::new();
    let (mut stdin, mut stdout) = (STENCIL.as_bytes(), Closed);
    let io = Io::unwatched(&mut stdin, &mut stdout, &mut stderr);
    let exit = polyvet_cli::run(args.map(Into::into), io);
    assert_eq!((exit, stderr.as_slice()), (Exit::Refuted, &b""[..]));
}

#[test]
fn transforms_are_listed() {
    let run = polyvet(&["transforms", "--format", "json"], "");
    let names: Vec<String> = run.json()["results"]
        .as_array()
        .expect("results")
        .iter()
        .map(|one| one["name"].as_str().unwrap_or_default().to_owned())
        .collect();
    for name in ["interchange", "tile", "skew", "shift", "reverse", "parallelize"] {
        assert!(names.iter().any(|known| known == name), "{name}");
    }
}

/// Schedules that name no parameter, or name them in another order than the program does: the witness still
/// speaks of the program's own.
#[test]
fn schedules_with_parameters_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, params) in [
        ("{ S0[t, i] -> [i, t] }", ("n", 4, "steps", 2)),
        (
            "[steps, n] -> { S0[t, i] -> [i, t] : i < n and t < steps }",
            ("n", 4, "steps", 2),
        ),
        ("[n] -> { S0[t, i] -> [t, n - i] }", ("n", 4, "steps", 1)),
    ] {
        let path = folder.path().join("schedule");
        std::fs::write(&path, text).expect("a file");
        let path = path.to_str().expect("UTF-8");
        let run = polyvet(&["check", "-", "--schedule", path, "--format", "json"], STENCIL);
        let result = &run.json()["results"][0];
        assert_eq!(result["verdict"], "refuted", "{text}: {}", run.stderr);
        assert_eq!(result["witness"]["replay"]["confirmed"], true, "{text}");
        assert_eq!(result["witness"]["params"][params.0], params.1, "{text}");
        assert_eq!(result["witness"]["params"][params.2], params.3, "{text}");
    }
}

/// `validate` on a right and a wrong translation, and on a command that makes the second program.
#[test]
fn validate_compares_two_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    let before = write("before.mlir", STENCIL);
    let skewed = polyvet(
        &["transform", "-", "--transform", "skew(i, t, 1); tile(t=4, i=4)"],
        STENCIL,
    );
    let right = write("right.mlir", &skewed.stdout);
    let tiled = polyvet(
        &["transform", "-", "--unchecked", "--transform", "tile(t=4, i=4)"],
        STENCIL,
    );
    let wrong = write("wrong.mlir", &tiled.stdout);

    let run = polyvet(&["validate", &before, &right, "--format", "json"], "");
    let result = &run.json()["results"][0];
    assert_eq!(
        (&result["verdict"], &result["strength"]),
        (&"proved".into(), &"bitwise".into()),
        "{}",
        run.stderr
    );
    assert_eq!(run.exit, Exit::Success);

    let run = polyvet(&["validate", &before, &wrong, "--format", "json"], "");
    let result = &run.json()["results"][0];
    assert_eq!(result["verdict"], "refuted", "{}", run.stderr);
    assert_eq!(result["witness"]["replay"]["confirmed"], true);
    assert_eq!(run.exit, Exit::Refuted);

    let run = polyvet(&["validate", &before, "--pass", "cat"], "");
    assert_eq!(run.exit, Exit::Success, "{}", run.stderr);
    for pass in ["no-such-program-here", "false", "cat 'open"] {
        assert_eq!(
            polyvet(&["validate", &before, "--pass", pass], "").exit,
            Exit::BadInput,
            "{pass}"
        );
    }
}
