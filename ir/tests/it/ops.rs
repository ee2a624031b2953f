//! The table of operations: effects, what is undefined, what can go.

use polyvet_ir::ops::*;
use polyvet_ir::*;

const TEXT: &str = r#"
func.func @f(%A: memref<?xf32>, %T: tensor<?xf32>, %n: index, %i: i32) {
  %a = memref.load %A[%n] : memref<?xf32>
  %t = tensor.extract %T[%n] : tensor<?xf32>
  %s = arith.addi %i, %i overflow<nsw> : i32
  %d = arith.divsi %i, %i : i32
  scf.for %k = %n to %n step %n {
    memref.store %a, %A[%k] : memref<?xf32>
  }
  "foreign.thing"(%A) : (memref<?xf32>) -> ()
  return
}"#;

/// The first operation called `name` of a small program.
fn first(name: &str) -> (Module, OpId) {
    let (module, diagnostics) = polyvet_ir::parse(TEXT);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let mut found = None;
    module.walk(module.top, &mut |id, op| {
        if op.name == name && found.is_none() {
            found = Some(id);
        }
    });
    let op = found.expect("the operation");
    (module, op)
}

fn effects(name: &str) -> Effects {
    let (module, op) = first(name);
    module.effects(op)
}

#[test]
fn effects_depend_on_operands_and_regions() {
    assert_eq!(effects("memref.load"), Effects::READS);
    assert_eq!(effects("tensor.extract"), Effects::NONE);
    assert_eq!(effects("scf.for"), Effects::WRITES);
    assert_eq!(effects("foreign.thing"), Effects::UNKNOWN);
    assert_eq!(effects("func.return"), Effects::NONE);
}

#[test]
fn promises_count_where_they_are_made() {
    let undefined = |name: &str| {
        let (module, op) = first(name);
        module.undefined(op).collect::<Vec<_>>()
    };
    assert_eq!(undefined("arith.addi"), [Undefined::Broken(FlagPromise::NoSignedWrap)]);
    assert_eq!(
        undefined("arith.divsi"),
        [Undefined::DivisorZero, Undefined::DivisionOverflow]
    );
    assert!(
        info("arith.divsi")
            .undefined()
            .contains(&Undefined::Broken(FlagPromise::Exact))
    );
}

#[test]
fn what_can_go() {
    let removable = |name: &str| {
        let (module, op) = first(name);
        module.is_removable(op)
    };
    assert!(removable("memref.load") && removable("arith.divsi"));
    assert!(!removable("scf.for") && !removable("func.return") && !removable("foreign.thing"));
}

#[test]
fn names_are_equal_as_text() {
    let (known, other) = (OpName::from("arith.addi"), OpName::from("foreign.thing"));
    assert!(known.info().is_pure() && !other.info().is_known());
    assert_eq!((known.as_str(), other.as_str()), ("arith.addi", "foreign.thing"));
    assert_eq!(other, OpName::from("foreign.thing".to_owned()));
    assert!(known != other && known == "arith.addi");
}
