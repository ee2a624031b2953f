//! `polyvet check --steps mlir`: mlir-opt runs the script, and what it made is validated.

use crate::common::{Folder, in_root, mlir_opt, polyvet};
use polyvet_cli::Exit;

const PRODUCT: &str = "\
func.func @product(%A: tensor<8x7xf32>, %B: tensor<7x8xf32>, %C: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.matmul ins(%A, %B : tensor<8x7xf32>, tensor<7x8xf32>) outs(%C : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
";

fn script(body: &str) -> String {
    format!(
        "module attributes {{transform.with_named_sequence}} {{
transform.named_sequence @__transform_main(%m: !transform.any_op {{transform.readonly}}) {{
  %0 = transform.structured.match ops{{[\"linalg.matmul\"]}} in %m : (!transform.any_op) -> !transform.any_op
{body}
  transform.yield
}}
}}
"
    )
}

/// Two steps; the second pads with `value`, and what polyvet does not know comes last.
fn padded(value: &str) -> String {
    script(&format!(
        "  %t, %l:3 = transform.structured.tile_using_for %0 tile_sizes [4, 4, 5]
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %p, %pad, %copy = transform.structured.pad %t {{
    padding_values=[{value}, {value}, 0.0 : f32], padding_dimensions=[0, 1, 2]
  }} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %f = transform.structured.match ops{{[\"func.func\"]}} in %m : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %f {{
    transform.apply_patterns.canonicalization
  }} : !transform.any_op"
    ))
}

#[test]
fn the_step_that_broke_it_is_named() {
    let Some(tool) = mlir_opt() else { return };
    let folder = Folder::new();
    let program = folder.write("product.mlir", PRODUCT);
    let right = folder.write("right.mlir", &padded("0.0 : f32"));
    let run = polyvet(
        &[
            "check", &program, "--script", &right, "--steps", tool, "--allow", "reassoc",
        ],
        "",
    );
    assert_eq!(run.exit, Exit::Success, "{}", run.shown());
    let wrong = folder.write("wrong.mlir", &padded("1.0 : f32"));
    let args = ["check", &program, "--script", &wrong, "--steps", tool];
    insta::assert_snapshot!(folder.shown(&polyvet(&args, "")));
    let run = polyvet(&[&args[..], &["--format", "json"]].concat(), "");
    assert_eq!(run.json()["summary"]["broken_by"], "transform.structured.pad");
}

#[test]
fn a_script_beside_its_program_is_run_too() {
    let Some(tool) = mlir_opt() else { return };
    let folder = Folder::new();
    let tiled = "  %t, %l:2 = transform.structured.tile_using_for %0 tile_sizes [3, 5]
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.foreach %l#0 : !transform.any_op {
  ^bb0(%one: !transform.any_op):
    transform.annotate %one \"outer\" : !transform.any_op
  }";
    let both = script(tiled).replacen("{\n", &format!("{{\n{PRODUCT}"), 1);
    let both = folder.write("both.mlir", &both);
    let run = polyvet(&["check", &both, "--script", &both, "--steps", tool], "");
    assert_eq!(run.exit, Exit::Success, "{}", run.shown());
    assert!(run.stdout.starts_with("proved: @product"), "{}", run.shown());
}

#[test]
fn what_cannot_be_run_is_an_error() {
    let folder = Folder::new();
    let program = folder.write("product.mlir", PRODUCT);
    let known = folder.write("script.mlir", &padded("0.0 : f32"));
    let missing = polyvet(
        &["check", &program, "--script", &known, "--steps", "no-such-mlir-opt"],
        "",
    );
    let loops = polyvet(&["check", &program, "--transform", "tile(d0=4)", "--steps", "mlir"], "");
    insta::assert_snapshot!(format!("{}\n{}", folder.shown(&missing), folder.shown(&loops)));
    let Some(tool) = mlir_opt() else { return };
    let unknown = folder.write(
        "unknown.mlir",
        &script("  transform.no_such_step %0 : !transform.any_op"),
    );
    let run = polyvet(&["check", &program, "--script", &unknown, "--steps", tool], "");
    assert_eq!(run.exit, Exit::BadInput, "{}", run.shown());
    let shown = folder.shown(&run);
    assert!(
        shown.contains("DIR/unknown.mlir:4:"),
        "the place is that of the script: {shown}"
    );
}

/// polyvet's own steps and MLIR's never come to contradicting verdicts on the corpus.
#[test]
fn two_ways_one_answer() {
    let Some(tool) = mlir_opt() else { return };
    in_root();
    let mut both = 0;
    for entry in std::fs::read_dir("corpus/transforms").expect("the corpus") {
        let path = entry.expect("a file").path();
        let name = path.to_str().expect("UTF-8");
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        if !name.ends_with(".mlir") || !text.contains("transform.named_sequence") {
            continue;
        }
        let verdict = |steps: &str| {
            let run = polyvet(
                &["check", name, "--script", name, "--steps", steps, "--format", "json"],
                "",
            );
            let json = run.json();
            let all = json["results"].as_array().cloned().unwrap_or_default();
            // MLIR's unrolling goes wrong where a loop ends below 0, which it then says.
            let status = |one: &serde_json::Value| match one["holds_when"].is_null() {
                true => one["verdict"].as_str().unwrap_or_default().to_owned(),
                false => "refuted for some sizes".to_owned(),
            };
            all.iter()
                .map(|one| (one["func"].to_string(), status(one)))
                .collect::<Vec<_>>()
        };
        for (func, own) in verdict("own") {
            for (_, theirs) in verdict(tool).into_iter().filter(|(other, _)| *other == func) {
                let contradict =
                    [("proved", "refuted"), ("refuted", "proved")].contains(&(own.as_str(), theirs.as_str()));
                assert!(!contradict, "{name} {func}: {own} here, {theirs} of what MLIR made");
                both += 1;
            }
        }
    }
    assert!(both >= 5, "{both} functions answered both ways");
}

/// A command that says itself how scripts are run has them run once, from where it says.
#[test]
fn a_command_may_name_the_sequence() {
    let Some(tool) = mlir_opt() else { return };
    let folder = Folder::new();
    let program = folder.write("product.mlir", PRODUCT);
    let tiled = "  %t, %l = transform.structured.tile_using_for %0 tile_sizes [0, 0, 3]
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op)";
    let both = script(tiled).replace("@__transform_main", "@tiles");
    let both = both.replacen("{\n", &format!("{{\n{PRODUCT}"), 1);
    let both = folder.write("both.mlir", &both);
    let named = format!("{tool} --transform-interpreter=entry-point=tiles");
    let run = polyvet(&["check", &both, "--script", &both, "--steps", &named], "");
    assert_eq!(run.exit, Exit::Success, "{}", run.shown());
    // Without it the sequence is not found, and the step is not made twice with it.
    let run = polyvet(&["check", &both, "--script", &both, "--steps", tool], "");
    assert_eq!(run.exit, Exit::BadInput, "{}", run.shown());
    let script = folder.write("tiles.mlir", &script(tiled));
    let once = polyvet(
        &[
            "check",
            &program,
            "--script",
            &script,
            "--steps",
            &format!("{tool} --transform-interpreter"),
        ],
        "",
    );
    assert_eq!(once.exit, Exit::Success, "{}", once.shown());
}
