//! Loops that may be exchanged.

use crate::model_of;
use polyvet_analysis::bands::{PermutableBand, bands};
use polyvet_analysis::dependence::memory_based;

/// `i* j` for a band of a coincident `i` and another `j`.
fn shown(body: &str) -> Vec<String> {
    let text = format!("func.func @f(%A: memref<?x?xf32>, %n: index) {{\n{body}\nreturn\n}}");
    let scop = model_of(&text);
    let all = bands(&scop, &memory_based(&scop).expect("dependences")).expect("bands");
    let one = |band: &PermutableBand| {
        let loops = band.loops.iter().zip(&band.coincident);
        let names = loops.map(|(l, free)| format!("{}{}", scop.loops[*l].name, if *free { "*" } else { "" }));
        names.collect::<Vec<_>>().join(" ")
    };
    all.iter().map(one).collect()
}

fn nest(body: &str) -> String {
    format!("affine.for %i = 1 to %n {{ affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {{ {body} }} }}")
}

#[test]
fn distances_decide() {
    let copy = |from: &str| {
        nest(&format!(
            "%x = affine.load %A[{from}] : memref<?x?xf32>\naffine.store %x, %A[%i, %j] : memref<?x?xf32>"
        ))
    };
    assert_eq!(shown(&copy("%i, %j")), ["i* j*"]);
    assert_eq!(shown(&copy("%i - 1, %j")), ["i j*"]);
    assert_eq!(shown(&copy("%i - 1, %j - 1")), ["i j"]);
    // (1, -1) keeps them apart: `j` is a band of its own below `i`, and free there.
    assert_eq!(shown(&copy("%i - 1, %j + 1")), ["i", "j*"]);
}

#[test]
fn a_statement_between_ends_a_band() {
    let body = "affine.for %i = 0 to %n { %c0 = arith.constant 0.0 : f32\n\
         affine.store %c0, %A[%i, 0] : memref<?x?xf32>\n\
         affine.for %j = 1 to %n { %x = affine.load %A[%i, 0] : memref<?x?xf32>\n\
         affine.store %x, %A[%i, %j] : memref<?x?xf32> } }";
    assert_eq!(shown(body), ["i*", "j*"]);
}
