//! The JSON of every command has the schema in `docs/schema`, which is that of the types; and its sets and
//! maps are read by another library for them.

use crate::common::{MATMUL, STENCIL, block, polyvet, root, shell};
use serde_json::Value;
use std::io::Write as _;
use std::process::{Command, Stdio};

const VIEWS: &str = "
func.func @views(%A: memref<16xf32>) {
  %v = memref.subview %A[2] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 2>>
  %w = memref.subview %A[1] [8] [2] : memref<16xf32> to memref<8xf32, strided<[2], offset: 1>>
  return
}
";
const FILE: &str = "docs/schema/polyvet-1.json";

/// `UPDATE_SCHEMA=1 cargo test -p polyvet-cli --test it schema::` writes the file anew.
#[test]
fn the_file_is_the_schema_of_the_types() {
    let path = root().join(FILE);
    let new = serde_json::to_string_pretty(&polyvet_report::json::schema()).expect("JSON") + "\n";
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, new).expect(FILE);
    } else {
        let old = std::fs::read_to_string(&path).expect(FILE);
        assert_eq!(old, new, "run with UPDATE_SCHEMA=1; fields are added, never renamed");
    }
}

/// One run of every command, and of what can go wrong with them.
fn outputs() -> Vec<(String, Value)> {
    let stencil = root().join("examples/stencil.mlir");
    let tiled = root().join("examples/stencil-tiled.mlir");
    let model = root().join("examples/matmul.scop.json");
    let schedules = root().join("examples/matmul.schedules.jsonl");
    let path = |path: &std::path::Path| path.to_str().expect("UTF-8").to_owned();
    let (stencil, tiled, model, schedules) = (path(&stencil), path(&tiled), path(&model), path(&schedules));
    let folder = tempfile::tempdir().expect("a folder");
    let programs = folder.path().join("kernels");
    std::fs::create_dir(&programs).expect("a folder");
    std::fs::write(programs.join("matmul.mlir"), MATMUL).expect("written");
    let kernels = path(&programs);
    let backend = folder.path().join("forgetful.toml");
    std::fs::write(&backend, crate::common::FORGETFUL).expect("written");
    let (backend, found) = (path(&backend), path(&folder.path().join("found")));
    let (ledger, merged) = (format!("{found}/ledger.jsonl"), format!("{found}/merged.jsonl"));
    let claims = path(&folder.path().join("claims.smt2"));
    // The first answers all questions alike, the second one only the first that it is tried with.
    let sure = "sh -c 'cat > /dev/null; echo unsat'";
    let unsure = "sh -c 'grep -q declare && echo unknown || echo unsat'";
    let folder = path(folder.path());
    let set = "{ [i, j, k] : 0 <= i < 4 }";
    let silent = path(&root().join("cli/tests/data/silent.toml"));
    let runs: &[(&[&str], &str)] = &[
        (&["parse", "-"], MATMUL),
        (&["parse", "-"], "func.func @f("),
        (&["relations", "-"], MATMUL),
        (&["relations", &model], ""),
        (&["relations", "-"], "func.func @f(%x: memref<*xf32>) {\n  return\n}"),
        (&["map", "-", "--iterations", set], MATMUL),
        (&["map", "-", "--data", "{ C[x, y] : x = 0 }"], MATMUL),
        (&["map", "-", "--view", "%v", "--view", "%w"], VIEWS),
        (&["deps", "-"], STENCIL),
        (&["deps", "-", "--value-based"], STENCIL),
        (&["check", "-", "--transform", "tile(i=4, j=4)"], MATMUL),
        (&["check", "-", "--transform", "reverse(k)"], MATMUL),
        (&["check", "-", "--transform", "parallelize(k)"], MATMUL),
        (
            &["check", "-", "--transform", "tile(i=4, j=4)", "--budget", "1"],
            MATMUL,
        ),
        (&["check", "-", "--transform", "tyle(i=4)"], MATMUL),
        (&["check", &model, "--schedules", &schedules], ""),
        (&["transform", "-", "--transform", "interchange(i, j)"], MATMUL),
        (
            &["transform", "-", "--transform", "interchange(i, j)", "--emit", "isl"],
            MATMUL,
        ),
        (&["validate", &stencil, &tiled], ""),
        (&["validate", &stencil, &stencil], ""),
        (
            &["run", "-", "--param", "n=2", "--param", "m=2", "--param", "p=2"],
            MATMUL,
        ),
        (&["run", "-"], MATMUL),
        (
            &[
                "tune",
                "-",
                "--capacity",
                "1KiB",
                "--param",
                "n=8",
                "--param",
                "m=8",
                "--param",
                "p=8",
                "--only",
                "interchange",
                "--count",
                "4",
            ],
            MATMUL,
        ),
        (&["check", "-", "--all", "--only", "tile"], MATMUL),
        (&["footprint", "-", "--tile", "i=4,j=Tj"], MATMUL),
        (&["footprint", "-", "--slice", "C[0:4, 0:m]"], MATMUL),
        (
            &[
                "footprint",
                "-",
                "--param",
                "n=4",
                "--param",
                "m=4",
                "--param",
                "p=4",
                "--simulate",
            ],
            MATMUL,
        ),
        (
            &[
                "tile",
                "-",
                "--capacity",
                "1KiB",
                "--param",
                "n=16",
                "--param",
                "m=16",
                "--param",
                "p=16",
            ],
            MATMUL,
        ),
        (&["report", "-", "--tile", "i=4", "--transform", "tile(i=4)"], MATMUL),
        (&["snapshot", &kernels], ""),
        (&["difftest", "-", "--backend", &silent, "--size", "0,2"], MATMUL),
        (
            &[
                "fuzz",
                "--backend",
                &backend,
                "--mode",
                "validate",
                "--pass",
                "forget",
                "--count",
                "16",
                "--coverage",
                "--out",
                &found,
            ],
            "",
        ),
        (&["merge", &ledger, "-o", &merged], ""),
        (
            &[
                "check",
                "examples/matmul.scop.json",
                "--schedules",
                "examples/matmul.schedules.jsonl",
                "--shard",
                "0/2",
            ],
            "",
        ),
        (&["transforms"], ""),
        (&["explain"], ""),
        (&["explain", "race-raw"], ""),
        (&["completions", "bash"], ""),
        (&["man"], ""),
        (&["man", "-o", &folder], ""),
        (
            &["check", "-", "--transform", "tile(i=4)", "--certificate", &claims],
            MATMUL,
        ),
        (&["certify", &claims, "--solver", sure], ""),
        (&["certify", &claims, "--solver", unsure], ""),
        (
            &["check", "-", "--transform", "tile(i=4)", "--certify", "--solver", sure],
            MATMUL,
        ),
        (
            &[
                "check",
                "-",
                "--transform",
                "tile(i=4)",
                "--certify",
                "--solver",
                unsure,
            ],
            MATMUL,
        ),
        (&["validate", &stencil, &stencil, "--certify", "--solver", sure], ""),
    ];
    runs.iter()
        .map(|(args, input)| {
            let args = [args, &["--format", "json"][..]].concat();
            (args.join(" "), polyvet(&args, input).json())
        })
        .collect()
}

/// That of the types, which is that of the file.
fn validator() -> jsonschema::Validator {
    jsonschema::validator_for(&polyvet_report::json::schema()).expect("a schema")
}

#[test]
fn every_command_writes_what_the_schema_says() {
    let validator = validator();
    let outputs = outputs();
    for (command, value) in &outputs {
        let wrong: Vec<String> = validator
            .iter_errors(value)
            .map(|error| format!("{} at {}", error, error.instance_path()))
            .collect();
        assert!(wrong.is_empty(), "polyvet {command}:\n{}", wrong.join("\n"));
    }
    let tried: std::collections::BTreeSet<&str> = outputs
        .iter()
        .filter_map(|(_, value)| value["command"].as_str())
        .collect();
    // `lsp` speaks a protocol of its own.
    for command in crate::common::subcommands().iter().filter(|name| *name != "lsp") {
        assert!(tried.contains(command.as_str()), "add a run of `{command}`");
    }
}

/// Fields that only some results have.
const OPTIONAL: &[&str] = &[
    "repair",
    "blame",
    "assumes",
    "vacuous",
    "holds_when",
    "aliases",
    "certificate",
    "number",
];

/// A schema that lets everything pass would prove nothing.
#[test]
fn what_lacks_a_field_or_has_another_word_is_refused() {
    let validator = validator();
    for (command, value) in outputs() {
        assert!(validator.is_valid(&value), "{command}");
        let results = value["results"].as_array().expect("results").len();
        let fields: Vec<String> = value["results"][0]
            .as_object()
            .into_iter()
            .flat_map(|one| one.keys().cloned())
            .collect();
        for field in fields.iter().filter(|field| !OPTIONAL.contains(&field.as_str())) {
            let mut less = value.clone();
            less["results"][0].as_object_mut().expect("a result").remove(field);
            assert!(!validator.is_valid(&less), "{command}: nobody misses `{field}`");
        }
        if results > 0 && !value["results"][0]["verdict"].is_null() {
            let mut other = value.clone();
            other["results"][0]["verdict"] = "probably".into();
            assert!(!validator.is_valid(&other), "{command}: `probably` is no verdict");
        }
        let mut other = value.clone();
        other["schema"] = "polyvet/2".into();
        assert!(!validator.is_valid(&other), "{command}: another version");
    }
}

/// Sets and maps in a result; a relation together with its inverse, its domain and what is known of the
/// parameters.
fn isl_texts(value: &Value, found: &mut Vec<String>) {
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    for statement in list(&value["statements"]) {
        let params: Vec<String> = list(&value["params"])
            .iter()
            .map(|param| text(&param["name"]))
            .collect();
        let known = match text(&value["context"]) {
            none if none.is_empty() => String::new(),
            known => format!(" {known}"),
        };
        let context = format!("[{}] -> {{ :{known} }}", params.join(", "));
        let domain = text(&statement["domain"]);
        for operand in list(&statement["operands"]) {
            let (relation, inverse) = (text(&operand["relation"]), text(&operand["inverse"]));
            found.push([relation, inverse, domain.clone(), context.clone()].join("\t"));
        }
    }
    found.extend(list(&value["dependences"]).iter().map(|one| text(&one["map"])));
    found.extend(
        list(&value["operands"])
            .iter()
            .filter_map(|one| Some(one["set"].as_str()?.to_owned())),
    );
    found.extend(value["set"].as_str().map(str::to_owned));
    for one in list(&value["footprint"]) {
        isl_texts(&one, found);
    }
}

const READER: &str = "\
import sys, islpy as isl
for line in sys.stdin:
    texts = line.rstrip('\\n').split('\\t')
    if len(texts) == 4:
        relation, inverse = map(isl.UnionMap, texts[:2])
        domain, known = isl.UnionSet(texts[2]), isl.Set(texts[3])
        image = relation.intersect_domain(domain).reverse()
        assert image.intersect_params(known).is_equal(inverse.intersect_params(known)), line
    else:
        try:
            isl.UnionSet(texts[0])
        except isl.Error:
            isl.UnionMap(texts[0])
    print('ok')
";

/// Whether the tests with islpy can be run; says so if not.
fn has_islpy() -> bool {
    let found = Command::new("python3").args(["-c", "import islpy"]).output();
    let found = found.is_ok_and(|output| output.status.success());
    if !found {
        _ = writeln!(std::io::stderr(), "skipped: python3 with islpy is not here");
    }
    found
}

#[test]
fn the_example_of_the_book_prints_distances() {
    if !has_islpy() {
        return;
    }
    let script = block("docs/json.md", "python");
    let output = shell("python3").args(["-c", &script]).output().expect("python3");
    let (said, wrong) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{wrong}");
    let dependences = polyvet(
        &[
            "deps",
            root().join("examples/stencil.mlir").to_str().expect("UTF-8"),
            "--format",
            "json",
        ],
        "",
    );
    let count = dependences.json()["results"][0]["dependences"]
        .as_array()
        .expect("a list")
        .len();
    assert_eq!(
        said.lines().filter(|line| line.contains("S0[")).count(),
        count,
        "{said}"
    );
}

#[test]
fn islpy_reads_the_sets_and_maps() {
    if !has_islpy() {
        return;
    }
    let mut texts = Vec::new();
    for (_, value) in outputs() {
        for result in value["results"].as_array().expect("results") {
            isl_texts(result, &mut texts);
        }
    }
    // A report has all texts of `relations` and of `deps`.
    for folder in ["corpus/kernels", "corpus/linalg", "examples"] {
        for case in std::fs::read_dir(root().join(folder)).expect("the corpus") {
            let path = case.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "mlir") {
                let args = ["report", path.to_str().expect("UTF-8"), "--format", "json"];
                for result in polyvet(&args, "").json()["results"].as_array().expect("results") {
                    isl_texts(result, &mut texts);
                }
            }
        }
    }
    assert!(texts.len() > 900, "only {} texts", texts.len());
    let mut reader = Command::new("python3")
        .args(["-c", READER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3");
    let mut stdin = reader.stdin.take().expect("a pipe");
    let all = texts.join("\n") + "\n";
    let writer = std::thread::spawn(move || std::io::Write::write_all(&mut stdin, all.as_bytes()));
    let output = reader.wait_with_output().expect("python3");
    let _ = writer.join();
    let said = String::from_utf8_lossy(&output.stderr);
    let read = output.stdout.iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(
        read,
        texts.len(),
        "islpy stops at `{}`:\n{said}",
        texts.get(read).map_or("", |text| text)
    );
}

const MODEL_FILE: &str = "docs/schema/model.json";

/// The schema of models has the fields that are read, and what it refuses is refused.
#[test]
fn the_schema_of_models_is_what_is_read() {
    let text = std::fs::read_to_string(root().join(MODEL_FILE)).expect(MODEL_FILE);
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let shown: Value = serde_json::from_str(&block("docs/models.md", "json")).expect("JSON");
    let fields = schema["properties"].as_object().expect("properties");
    let mut tried = 0;
    for model in [shown, serde_json::from_str(crate::common::MODEL).expect("JSON")] {
        let mut all = vec![(model.clone(), true)];
        for field in fields.keys() {
            let mut without = model.clone();
            let needed = schema["required"]
                .as_array()
                .expect("names")
                .contains(&field.as_str().into());
            let object = without.as_object_mut().expect("an object");
            object.remove(field);
            // What accumulates reads and writes.
            if ["reads", "must_writes"].contains(&field.as_str()) {
                object.remove("reductions");
            }
            all.push((without, !needed));
        }
        let mut with = |field: &str, value: Value, good: bool| {
            let mut changed = model.clone();
            changed[field] = value;
            all.push((changed, good));
        };
        with("$schema", MODEL_FILE.into(), true);
        with("schema", MODEL_FILE.into(), false);
        with("name", 1.into(), false);
        with("reductions", serde_json::json!([]), false);
        for (model, good) in all {
            tried += 1;
            assert_eq!(validator.is_valid(&model), good, "the schema: {model}");
            let run = polyvet(&["deps", "-"], model.to_string());
            assert_eq!(run.exit.code() == 0, good, "{model}: {}", run.stderr);
        }
    }
    assert!(tried > 20);
}

/// As `docs/models.md` says: what accumulates may be reordered once it is declared.
#[test]
fn a_declared_reduction_may_be_reordered() {
    let mut model: Value = serde_json::from_str(crate::common::MODEL).expect("JSON");
    let check = ["check", "-", "--transform", "reverse(L_k)"];
    assert_eq!(polyvet(&check, model.to_string()).exit.code(), 1);
    model["reductions"] = serde_json::json!({ "add": "add" });
    let run = polyvet(&check, model.to_string());
    assert!(
        run.stdout.contains("proved: @matmul: reverse(L_k) (reassociated"),
        "{}",
        run.stdout
    );
}
