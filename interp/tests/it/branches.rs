//! Functions of several blocks.

use crate::common::{Outcome, inputs, parse, run};
use polyvet_interp::{Concrete, Field, Init, RunLimits, RunOptions, TermDomain, Trap, first_difference};

fn attempt(text: &str, size: i64) -> Result<Outcome, Trap> {
    run(&parse(text), Concrete, RunOptions::default(), size, &|_| Init::Iota)
}

fn result(text: &str, size: i64) -> String {
    match attempt(text, size) {
        Ok(outcome) => outcome.results[0].to_string(),
        Err(trap) => panic!("{trap}"),
    }
}

/// Sums `%A`, with the loop written as blocks.
const SUM: &str = r#"
func.func @f(%A: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  cf.br ^head(%c0, %zero : index, f32)
^head(%i: index, %sum: f32):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^done(%sum : f32)
^body:
  %v = memref.load %A[%i] : memref<?xf32>
  %next = arith.addf %sum, %v : f32
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %next : index, f32)
^done(%r: f32):
  return %r : f32
}"#;

#[test]
fn a_loop_of_blocks() {
    assert_eq!(result(SUM, 5), "10.0");
    assert_eq!(result(SUM, 0), "0.0");
    let structured = r#"
func.func @f(%A: memref<?xf32>, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to %n iter_args(%sum = %zero) -> (f32) {
    %v = affine.load %A[%i] : memref<?xf32>
    %next = arith.addf %sum, %v : f32
    affine.yield %next : f32
  }
  return %r : f32
}"#;
    let term = |text: &str| {
        run(&parse(text), TermDomain::new(), RunOptions::default(), 5, &inputs)
            .expect("it runs")
            .results
            .remove(0)
    };
    assert_eq!(first_difference(&term(SUM), &term(structured)), None);
}

/// A value of an outer block is used again after the loop has gone round; arguments swap.
#[test]
fn values_live_on_and_arguments_swap() {
    let text = r#"
func.func @f(%n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %kept = arith.addi %c7, %c7 : index
  cf.br ^head(%c0, %c1, %kept : index, index, index)
^head(%i: index, %x: index, %y: index):
  %j = arith.addi %i, %c1 : index
  %more = arith.cmpi slt, %j, %n : index
  cf.cond_br %more, ^head(%j, %y, %x : index, index, index), ^done
^done:
  %s = arith.addi %x, %kept : index
  return %s, %y : index, index
}"#;
    let shown = |size| {
        let outcome = attempt(text, size).expect("it runs");
        format!("{} {}", outcome.results[0], outcome.results[1])
    };
    assert_eq!(shown(1), "15 14");
    assert_eq!(shown(2), "28 1");
    assert_eq!(shown(3), "15 14");
}

#[test]
fn a_switch_chooses() {
    let text = |flag: i64| {
        format!(
            r#"
func.func @f() -> i32 {{
  %flag = arith.constant {flag} : i32
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  "cf.switch"(%flag, %a, %b)[^one, ^two, ^one] <{{case_operand_segments = array<i32: 0, 1>, case_values = dense<[7, -8]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}}> : (i32, i32, i32) -> ()
^one(%r: i32):
  return %r : i32
^two:
  %c = arith.constant 3 : i32
  return %c : i32
}}"#
        )
    };
    assert_eq!([7, -8, 0].map(|flag| result(&text(flag), 0)), ["3", "2", "1"]);
}

#[test]
fn a_region_of_blocks() {
    let text = r#"
func.func @f(%n: index) -> index {
  %c2 = arith.constant 2 : index
  %r = scf.execute_region -> index {
    %small = arith.cmpi slt, %n, %c2 : index
    cf.cond_br %small, ^small, ^large(%n : index)
  ^small:
    scf.yield %c2 : index
  ^large(%m: index):
    %s = arith.muli %m, %m : index
    scf.yield %s : index
  }
  return %r : index
}"#;
    assert_eq!([1, 5].map(|size| result(text, size)), ["2", "25"]);
}

#[test]
fn errors() {
    let endless = "func.func @f() {\n  cf.br ^again\n^again:\n  cf.br ^again\n}\n";
    let options = RunOptions {
        limits: RunLimits {
            steps: 1000,
            ..RunLimits::default()
        },
        ..RunOptions::default()
    };
    let trap = run(&parse(endless), Concrete, options, 1, &|_| Init::Iota)
        .err()
        .expect("an error");
    assert_eq!((trap.code(), trap.span.of(endless)), ("step-limit", "cf.br ^again"));

    let failing = "func.func @f(%n: index) {\n  %c3 = arith.constant 3 : index\n  %ok = arith.cmpi slt, %n, %c3 : index\n  cf.assert %ok, \"small\"\n  return\n}\n";
    assert!(attempt(failing, 2).is_ok());
    let trap = attempt(failing, 3).err().expect("an error");
    assert_eq!(trap.span.of(failing), "cf.assert %ok, \"small\"");
    assert_eq!(
        trap.to_string(),
        "assertion-failed: the assertion `small` does not hold"
    );

    let unreachable = "func.func @f() {\n  \"ub.unreachable\"() : () -> ()\n}\n";
    assert_eq!(
        attempt(unreachable, 0).err().expect("an error").code(),
        "assertion-failed"
    );

    let data = "func.func @f(%x: i1) {\n  cf.cond_br %x, ^one, ^two\n^one:\n  return\n^two:\n  return\n}\n";
    let trap = run(&parse(data), Field::new(), RunOptions::default(), 1, &inputs)
        .err()
        .expect("an error");
    assert_eq!(
        (trap.code(), trap.span.of(data)),
        ("data-dependent-control", "cf.cond_br %x, ^one, ^two")
    );
}
