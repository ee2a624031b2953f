//! Named operations mean what `mlir-opt --linalg-generalize-named-ops` says they mean.

use polyvet_ir::linalg::{Structured, structured};
use polyvet_ir::{Module, OpId, parse};
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

fn read(name: &str, text: &str) -> Module {
    let (module, diagnostics) = parse(text);
    assert!(diagnostics.is_empty(), "{name}: {:?}", diagnostics.first());
    module
}

/// The structured operations of a module in order, with their names.
fn views(module: &Module) -> Vec<(String, Structured)> {
    let mut found = Vec::new();
    module.walk(module.top, &mut |id: OpId, op| {
        found.extend(structured(module, id).map(|view| (op.name.to_string(), view)));
    });
    found
}

/// Names and result types of the payload; constants are left out because the pass moves them out of it.
fn payload(module: &Module, view: &Structured) -> Vec<String> {
    let shown = |op: &OpId| {
        let op = module.op(*op);
        let types: Vec<_> = op.results.iter().map(|value| module.ty(*value).to_string()).collect();
        let operands: Vec<_> = op
            .operand_values()
            .map(|value| module.block(view.body).args.iter().position(|arg| *arg == value))
            .collect();
        format!("{} {operands:?} {types:?}", op.name)
    };
    let ops = module.block(view.body).ops.iter().map(shown);
    let folds = |name: &String| name.starts_with("arith.constant");
    ops.filter(|name| !folds(name)).collect()
}

#[test]
fn generalizing_gives_the_same_maps_loops_and_payload() {
    if Command::new("mlir-opt-22").arg("--version").output().is_err() {
        _ = writeln!(std::io::stderr(), "skipped: mlir-opt-22 not found");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/named");
    let mut ops = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let name = entry.path().display().to_string();
        let text = std::fs::read_to_string(entry.path()).expect("data is UTF-8");
        let named = read(&name, &text);
        let output = Command::new("mlir-opt-22")
            .args(["--linalg-generalize-named-ops", &name])
            .output()
            .expect("mlir-opt runs");
        assert!(output.status.success(), "{name}: mlir-opt refuses it");
        let generic = read(&name, &String::from_utf8_lossy(&output.stdout));
        let (ours, theirs) = (views(&named), views(&generic));
        assert_eq!(ours.len(), theirs.len(), "{name}");
        for ((op, ours), (_, theirs)) in ours.iter().zip(&theirs) {
            ops += 1;
            assert_eq!(ours.maps, theirs.maps, "{name}: maps of {op}");
            assert_eq!(ours.iterators, theirs.iterators, "{name}: loops of {op}");
            if op != "linalg.fill_rng_2d" {
                // There the pass also folds conversions of constants.
                assert_eq!(
                    payload(&named, ours),
                    payload(&generic, theirs),
                    "{name}: payload of {op}"
                );
            }
        }
    }
    assert!(ops > 400, "only {ops} operations compared");
}
