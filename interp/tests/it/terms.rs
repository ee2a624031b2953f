//! The domain of operation trees: equal exactly when the same operations run on the same operands.

use crate::common::{Outcome, inputs, parse, run, sum_of};
use polyvet_interp::{Contents, RunOptions, TermDomain, first_difference};

fn term(text: &str, size: i64) -> Outcome {
    let module = parse(text);
    match run(&module, TermDomain::with_names(), RunOptions::default(), size, &inputs) {
        Ok(outcome) => outcome,
        Err(trap) => panic!("{trap}\n{text}"),
    }
}

fn matmul(order: [char; 3]) -> Contents {
    let [x, y, z] = order;
    let text = format!(
        r#"
func.func @f(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %n: index) {{
  affine.for %{x} = 0 to %n {{
    affine.for %{y} = 0 to %n {{
      affine.for %{z} = 0 to %n {{
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }}
    }}
  }}
  return
}}"#
    );
    term(&text, 4).args.remove(2)
}

#[test]
fn interchanged_matmul_is_the_same() {
    let reference = matmul(['i', 'j', 'k']);
    for order in [
        ['i', 'k', 'j'],
        ['k', 'i', 'j'],
        ['j', 'i', 'k'],
        ['j', 'k', 'i'],
        ['k', 'j', 'i'],
    ] {
        assert_eq!(first_difference(&reference, &matmul(order)), None, "{order:?}");
    }
}

fn sum(subscript: &str) -> Contents {
    let text = sum_of(subscript);
    term(&text, 3).args.remove(1)
}

#[test]
fn a_reordered_sum_differs_and_shows_how() {
    let (forward, backward) = (sum("%i"), sum("-%i + symbol(%n) - 1"));
    assert_eq!(first_difference(&forward, &sum("%i")), None);
    let difference = first_difference(&forward, &backward).expect("the order is not the same");
    let (before, after) = (
        "addf(addf(addf(B, A[0]), A[1]), A[2])",
        "addf(addf(addf(B, A[2]), A[1]), A[0])",
    );
    assert_eq!(difference, (vec![], Some(before.to_owned()), Some(after.to_owned())));
}

/// The term of one result.
fn one(body: &str) -> Contents {
    let text = format!("func.func @f(%x: f32, %y: f32, %n: index, %m: i32) -> f32 {{\n{body}\n  return %r : f32\n}}\n");
    term(&text, 3).results.remove(0)
}

fn same(x: &str, y: &str) -> bool {
    first_difference(&one(x), &one(y)).is_none()
}

#[test]
fn what_counts_as_the_same() {
    assert!(same(
        "%r = arith.addf %x, %y : f32",
        "%r = arith.addf %x, %y fastmath<fast> : f32"
    ));
    assert!(!same("%r = arith.addf %x, %y : f32", "%r = arith.addf %y, %x : f32"));
    assert!(!same("%r = arith.addf %x, %y : f32", "%r = arith.mulf %x, %y : f32"));
    assert!(!same("%r = arith.constant 0.0 : f32", "%r = arith.constant -0.0 : f32"));
    let flagged = |flag: &str| format!("%s = arith.addi %m, %m {flag} : i32\n%r = arith.sitofp %s : i32 to f32");
    assert!(same(&flagged(""), &flagged("overflow<nsw>")));
    let compared =
        |predicate: &str| format!("%c = arith.cmpf {predicate}, %x, %y : f32\n%r = arith.select %c, %x, %y : f32");
    assert!(same(&compared("olt"), &compared("olt")));
    assert!(!same(&compared("olt"), &compared("ult")));
    let narrow = |ty: &str| format!("%s = arith.truncf %x : f32 to {ty}\n%r = arith.extf %s : {ty} to f32");
    assert!(!same(&narrow("f16"), &narrow("bf16")));
}

#[test]
fn integers_that_are_known_stay_concrete() {
    let folded =
        "%k = arith.index_cast %n : index to i32\n%t = arith.muli %k, %k : i32\n%r = arith.sitofp %t : i32 to f32";
    assert!(same(
        folded,
        "%t = arith.constant 9 : i32\n%r = arith.sitofp %t : i32 to f32"
    ));
    let chosen =
        "%c0 = arith.constant 0 : index\n%c = arith.cmpi sgt, %n, %c0 : index\n%r = arith.select %c, %x, %y : f32";
    assert!(same(chosen, "%r = arith.addf %x, %y : f32") || one(chosen).to_string() == "A");
}

#[test]
fn control_that_depends_on_data_is_an_error() {
    let cases = [
        "%z = arith.constant 0.0 : f32\n%c = arith.cmpf olt, %x, %z : f32\n%r = scf.if %c -> (f32) {\n  scf.yield %x : f32\n} else {\n  scf.yield %z : f32\n}",
        "%i = arith.index_cast %m : i32 to index\n%r = arith.addf %x, %x : f32",
    ];
    for body in cases {
        let text =
            format!("func.func @f(%x: f32, %y: f32, %n: index, %m: i32) -> f32 {{\n{body}\n  return %r : f32\n}}\n");
        let trap = run(&parse(&text), TermDomain::new(), RunOptions::default(), 3, &inputs)
            .err()
            .expect("an error");
        assert_eq!(trap.code(), "data-dependent-control");
    }
}

#[test]
fn deep_trees_are_cut_and_nameless_ones_are_hashes() {
    let text = r#"
func.func @f(%A: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    %s = arith.addf %a, %a : f32
    affine.store %s, %A[%i] : memref<?xf32>
  }
  return
}"#;
    let shown = term(text, 40).args[0].elems[39].as_ref().expect("written").to_string();
    assert!(shown.contains("..") && shown.len() < 1000, "{shown}");
    let outcome = run(&parse(text), TermDomain::new(), RunOptions::default(), 3, &inputs).expect("it runs");
    let hash = outcome.args[0].elems[2].as_ref().expect("written").to_string();
    assert!(hash.starts_with('#') && hash.len() == 13, "{hash}");
}
