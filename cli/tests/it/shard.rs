//! `--shard` of `validate --each` and `check --schedules`, and `merge`: the parts say together what one run says.

use crate::common::{Folder, Run, polyvet};
use polyvet_cli::Exit;
use serde_json::Value;

/// One run, and the same in so many parts, merged.
struct Both {
    folder: Folder,
    parts: Vec<String>,
    whole: Run,
    merged: Run,
}

fn both(folder: Folder, command: &[&str], of: usize) -> Both {
    let json = ["--format", "json"];
    let whole = polyvet(&[command, &json].concat(), "");
    let parts: Vec<String> = (0..of)
        .map(|part| {
            let run = polyvet(&[command, &json, &["--shard", &format!("{part}/{of}")]].concat(), "");
            folder.write(&format!("part_{part}.json"), &run.stdout)
        })
        .collect();
    let merged = merge(&folder, parts.iter().rev());
    Both {
        folder,
        parts,
        whole,
        merged,
    }
}

fn merge<'a>(folder: &Folder, parts: impl Iterator<Item = &'a String>) -> Run {
    let all = folder.path("all.json");
    let parts: Vec<&str> = parts.map(String::as_str).collect();
    polyvet(&[&["merge"], parts.as_slice(), &["-o", &all]].concat(), "")
}

/// What does not depend on when it was found.
fn timeless(text: &str) -> Value {
    let mut answers: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in:\n{text}"));
    for result in answers["results"].as_array_mut().expect("results") {
        result.as_object_mut().expect("an object").remove("time_ms");
    }
    answers["summary"].as_object_mut().expect("counts").remove("median_us");
    answers
}

impl Both {
    fn assert_same(&self) {
        let all = std::fs::read_to_string(self.folder.path("all.json")).expect("what merge wrote");
        let (merged, whole) = (timeless(&all), timeless(&self.whole.stdout));
        assert_eq!(merged, whole, "{}", self.merged.shown());
        assert_eq!(self.merged.exit, self.whole.exit, "{}", self.merged.shown());
        // Each part has something to say, or the test says little.
        let counts = self.parts.iter().map(|path| {
            let part = std::fs::read_to_string(path).expect("a part");
            timeless(&part)["results"].as_array().map_or(0, Vec::len)
        });
        assert!(counts.into_iter().all(|count| count > 0));
    }
}

/// A module with `steps` as the bodies of `@f` after passes, and a function that no pass changes.
fn pipeline(folder: &Folder, steps: &[&str]) -> [String; 2] {
    let module = |value: &str| {
        format!(
            "module {{\n  func.func @f(%A: memref<?xf32>, %n: index) {{\n    affine.for %i = 0 to %n {{\n      \
             %a = affine.load %A[%i] : memref<?xf32>\n      {value}\n      \
             affine.store %s, %A[%i] : memref<?xf32>\n    }}\n    return\n  }}\n  \
             func.func @g(%x: f32) -> f32 {{\n    return %x : f32\n  }}\n}}\n"
        )
    };
    let dump: String = { steps.iter().skip(1).enumerate() }
        .map(|(at, step)| format!("// -----// IR Dump After P{at} (p{at}) //----- //\n{}", module(step)))
        .collect();
    [
        folder.write("before.mlir", &module(steps[0])),
        folder.write("dump.txt", &dump),
    ]
}

const SUM: &str = "%s = arith.addf %a, %a : f32";
const TWICE: &str = "%two = arith.constant 2.0 : f32\n      %s = arith.mulf %a, %two : f32";
const SQUARE: &str = "%s = arith.mulf %a, %a : f32";
const OPAQUE: &str = "%t = \"other.one\"(%a) : (f32) -> f32\n      %s = arith.addf %a, %t : f32";

/// What one run and so many parts say about a pipeline.
fn of_pipeline(steps: &[&str], of: usize) -> Both {
    let folder = Folder::new();
    let [before, dump] = pipeline(&folder, steps);
    let both = both(folder, &["validate", &before, &dump, "--each"], of);
    both.assert_same();
    both
}

#[test]
fn a_pipeline_in_parts() {
    assert_eq!(of_pipeline(&[SUM, TWICE, SUM, SUM], 2).whole.exit, Exit::Success);
}

#[test]
fn a_broken_pipeline_in_parts() {
    let both = of_pipeline(&[SUM, TWICE, SQUARE, SUM], 3);
    assert_eq!(both.whole.exit, Exit::Refuted);
    let told = "broken by pass 2, `p1`: `@f`\n";
    assert!(both.merged.stdout.contains(told), "{}", both.merged.stdout);
}

/// What one part cannot know: whether the steps leave open what all of them do together.
#[test]
fn all_passes_together_in_parts() {
    // The second step and its way back are not proved, but the first program and the last are equal.
    of_pipeline(&[SUM, OPAQUE, TWICE], 3);
}

const SCHEDULES: [&str; 4] = [
    "check",
    "examples/matmul.scop.json",
    "--schedules",
    "examples/matmul.schedules.jsonl",
];

#[test]
fn schedules_in_parts() {
    let both = both(Folder::new(), &SCHEDULES, 3);
    both.assert_same();
    assert_eq!(both.whole.exit, Exit::Refuted);
    let text = polyvet(&[SCHEDULES.as_slice(), &["--shard", "1/3"]].concat(), "");
    assert!(text.stdout.contains("rows-parallel"), "{}", text.stdout);
}

#[test]
fn a_wrong_row_is_told_by_its_part() {
    let folder = Folder::new();
    let rows = std::fs::read_to_string(crate::common::root().join(SCHEDULES[3])).expect("the example");
    let rows = folder.write("rows.jsonl", &format!("{rows}{{\"id\": \"without\"}}\n"));
    let both = both(folder, &["check", SCHEDULES[1], "--schedules", &rows], 2);
    both.assert_same();
    assert_eq!(both.whole.exit, Exit::BadInput);
    assert!(both.merged.stderr.contains("errors-of-parts"), "{}", both.merged.stderr);
}

#[test]
fn what_is_no_whole_is_refused() {
    let both = both(Folder::new(), &SCHEDULES, 3);
    let (folder, parts) = (&both.folder, &both.parts);
    let refused = |parts: &[&String], code: &str| {
        let kept = std::fs::read(folder.path("all.json")).expect("what was merged before");
        let run = merge(folder, parts.iter().copied());
        assert_eq!(run.exit, Exit::BadInput, "{}", run.shown());
        assert!(run.stderr.contains(code), "{}", run.stderr);
        assert_eq!(std::fs::read(folder.path("all.json")).expect("the same"), kept);
    };
    refused(&[&parts[0], &parts[2]], "missing-part");
    let text = std::fs::read_to_string(&parts[1]).expect("a part");
    let cut = folder.write("cut.json", &text[..text.len() / 2]);
    refused(&[&parts[0], &cut, &parts[2]], "cut-off-part");
    let other = polyvet(
        &[SCHEDULES.as_slice(), &["--format", "json", "--shard", "1/4"]].concat(),
        "",
    );
    let other = folder.write("other.json", &other.stdout);
    refused(&[&parts[0], &other, &parts[2]], "other-parts");
    let more = ["--assume", "n >= 1", "--format", "json", "--shard", "1/3"];
    let assuming = polyvet(&[SCHEDULES.as_slice(), &more].concat(), "");
    let assuming = folder.write("assuming.json", &assuming.stdout);
    refused(&[&parts[0], &assuming, &parts[2]], "other-parts");
    let whole = folder.write("whole.json", &both.whole.stdout);
    refused(&[&whole], "not-a-part");
    let ledger = folder.write("ledger.jsonl", "{\"record\": \"batch\"}\n");
    refused(&[&ledger, &parts[0]], "not-a-part");
    let run = polyvet(
        &["merge", &ledger, "-o", &folder.path("x.jsonl"), "--accept", "tested"],
        "",
    );
    assert!(
        run.exit == Exit::BadInput && run.stderr.contains("ledgers"),
        "{}",
        run.stderr
    );
    let part = |of: &str| {
        both.whole
            .stdout
            .replacen("\"results\"", &format!("\"shard\": {of}, \"results\""), 1)
    };
    let none = folder.write("none.json", &part("{\"part\": 0, \"of\": 0, \"inputs\": \"\"}"));
    refused(&[&none], "not-a-part");
    let beyond = folder.write("beyond.json", &part("{\"part\": 1, \"of\": 1, \"inputs\": \"\"}"));
    refused(&[&beyond], "not-a-part");
    // The same part twice is as good as once.
    let all: Vec<&String> = parts.iter().chain([&parts[0]]).collect();
    assert_eq!(merge(folder, all.into_iter()).exit, Exit::Refuted);
}

#[test]
fn parts_are_of_many_questions() {
    for words in [
        &[
            "check",
            "examples/matmul.mlir",
            "--transform",
            "tile(i=8)",
            "--shard",
            "0/2",
        ][..],
        &[
            "validate",
            "examples/stencil.mlir",
            "examples/stencil-tiled.mlir",
            "--shard",
            "0/2",
        ],
    ] {
        let run = polyvet(words, "");
        assert_eq!(run.exit, Exit::BadInput, "{}", run.shown());
    }
}

/// Threads share out rows of schedules; one thread says the same. The last rows are too few for a thread of their own,
/// and two are wrong.
#[test]
fn schedules_on_several_threads() {
    let folder = Folder::new();
    let rows: String = (0..200)
        .map(|number| match number {
            70 => "{\"id\": \"broken\"\n".to_owned(),
            130 => "{\"id\": \"misfit\", \"schedule\": \"{ S9[i] -> [i] }\"}\n".to_owned(),
            _ => {
                let order = [
                    "0, i, j, k",
                    "0, j, k, i",
                    "0, k, -i, j",
                    "i, 0, j, -k",
                    "floor(i/4), j, i, k",
                ][number % 5];
                // Before or after everything is cleared.
                let first = usize::from(number % 4 != 0);
                let both = format!(
                    "clear[i, j] -> [{}, i, j, 0, 0]; add[i, j, k] -> [{first}, {order}]",
                    1 - first
                );
                format!("{{\"id\": \"s{number}\", \"schedule\": \"{{ {both} }}\"}}\n")
            }
        })
        .collect();
    let rows = folder.write("rows.jsonl", &rows);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        let command = [
            "check",
            "examples/matmul.scop.json",
            "--schedules",
            &rows,
            "--format",
            "json",
        ];
        pool.install(|| polyvet(&command, ""))
    };
    let (one, three) = (run(1), run(3));
    let (answers, others) = (timeless(&one.stdout), timeless(&three.stdout));
    assert_eq!(answers, others);
    assert_eq!((one.exit, one.stderr), (three.exit, three.stderr));
    let results = answers["results"].as_array().expect("results");
    let verdict = |word: &str| results.iter().filter(|one| one["verdict"] == word).count();
    assert_eq!(results.len(), 198);
    assert!(verdict("proved") > 100 && verdict("refuted") > 20, "{answers}");
}
