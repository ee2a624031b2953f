//! Lanes as loads and stores of elements (`polyvet_ir::plain_lanes`) do what the vectors did.

use super::common::{parse, run};
use polyvet_interp::{Concrete, ElementSource, Init, RunOptions, Scalar, ScalarType};
use std::rc::Rc;

const PROGRAMS: [(&str, &str); 10] = [
    (
        "%A: memref<?x6xf32>, %m: vector<2x4xi1>",
        "vector<2x4xf32>|%p = arith.constant 7.0 : f32\n\
         %r = vector.transfer_read %A[%c1, %c1], %p, %m : memref<?x6xf32>, vector<2x4xf32>",
    ),
    (
        "%A: memref<?x6xf32>, %m: vector<3x2xi1>",
        "vector<2x4x3xf32>|%p = arith.constant 7.0 : f32\n\
         %r = vector.transfer_read %A[%c1, %c3], %p, %m {permutation_map = affine_map<(i, j) -> (j, 0, i)>} : \
         memref<?x6xf32>, vector<2x4x3xf32>",
    ),
    (
        "%A: tensor<?x6xf32>, %m: vector<3x2xi1>, %v: vector<2x3xf32>",
        "tensor<?x6xf32>|%r = vector.transfer_write %v, %A[%c1, %c3], %m {permutation_map = affine_map<(i, j) -> (j, i)>} : \
         vector<2x3xf32>, tensor<?x6xf32>",
    ),
    (
        "%A: memref<?x6xf32>, %m: vector<4xi1>, %v: vector<4xf32>",
        "vector<4xf32>|vector.transfer_write %v, %A[%c1, %c3], %m : vector<4xf32>, memref<?x6xf32>\n\
         %r = vector.load %A[%c1, %c1] : memref<?x6xf32>, vector<4xf32>",
    ),
    (
        "%A: memref<?x6xf32>, %m: vector<4xi1>, %v: vector<4xf32>",
        "vector<4xf32>|%r = vector.maskedload %A[%c1, %c1], %m, %v : memref<?x6xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>",
    ),
    (
        "%A: memref<?x6xf32>, %m: vector<4xi1>, %v: vector<4xf32>",
        "vector<4xf32>|vector.maskedstore %A[%c1, %c1], %m, %v : memref<?x6xf32>, vector<4xi1>, vector<4xf32>\n\
         %r = arith.addf %v, %v : vector<4xf32>",
    ),
    (
        "%A: memref<?x6xf32>, %m: vector<2x2xi1>, %v: vector<2x2xf32>, %x: vector<2x2xi32>",
        "vector<2x2xf32>|%r = vector.gather %A[%c1, %c1] [%x], %m, %v : memref<?x6xf32>, vector<2x2xi32>, vector<2x2xi1>, \
         vector<2x2xf32> into vector<2x2xf32>",
    ),
    (
        "%A: tensor<?x6xf32>, %m: vector<4xi1>, %v: vector<4xf32>, %x: vector<4xindex>",
        "vector<4xf32>|%r = vector.gather %A[%c1, %c1] [%x], %m, %v : tensor<?x6xf32>, vector<4xindex>, vector<4xi1>, \
         vector<4xf32> into vector<4xf32>",
    ),
    (
        "%A: memref<?x6xf32>, %m: vector<4xi1>, %v: vector<4xf32>, %x: vector<4xindex>",
        "vector<4xf32>|vector.scatter %A[%c1, %c1] [%x], %m, %v : memref<?x6xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>\n\
         %r = arith.addf %v, %v : vector<4xf32>",
    ),
    (
        "%A: memref<?x6xf32>, %v: vector<2x3xf32>",
        "vector<2x3xf32>|vector.store %v, %A[%c1, %c3] : memref<?x6xf32>, vector<2x3xf32>\n\
         %r = arith.addf %v, %v : vector<2x3xf32>",
    ),
];

/// Floats that are all different, masks of all kinds, subscripts within the row, some of them twice.
#[derive(Debug)]
struct Drawn(u64);

impl ElementSource for Drawn {
    fn all(&self, ty: ScalarType, count: usize) -> Vec<Scalar> {
        let mixed = |n: u64| (n + 1).wrapping_mul(self.0 | 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        { 0..count as u64 }
            .map(|n| match ty {
                ScalarType::Float(kind) => Scalar::from_f64(kind, (n + 100 * self.0) as f64),
                ScalarType::Int(1) => Scalar::bool(mixed(n) % 3 > 0),
                _ => Scalar::new(ty, mixed(n) % 5),
            })
            .collect()
    }
}

#[test]
fn lanes_do_what_the_vector_does() {
    for (arguments, body) in PROGRAMS {
        let (ty, body) = body.split_once('|').expect("a type and a body");
        let text = format!(
            "func.func @f({arguments}) -> {ty} {{\n%c1 = arith.constant 1 : index\n%c3 = arith.constant 3 : index\n\
             {body}\nreturn %r : {ty}\n}}\n"
        );
        let module = parse(&text);
        let plain = polyvet_ir::plain_lanes(&module, module.funcs()[0]).expect("there are lanes");
        let printed = polyvet_ir::print(&plain, polyvet_ir::PrintOptions::default());
        assert!(
            !printed.contains("vector.transfer") && !printed.contains("vector.gather"),
            "{printed}"
        );
        parse(&printed);
        // Of two rows, the second vector row is outside where that is allowed.
        for (size, seed) in (0..24).flat_map(|seed| [(3, seed), (4, seed), (2, seed)]) {
            let init = |arg: usize| Init::Drawn(Rc::new(Drawn(seed * 7 + arg as u64)));
            let outcome = |module| run(module, Concrete, RunOptions::default(), size, &init);
            match (outcome(&module), outcome(&plain)) {
                (Ok(vectors), Ok(lanes)) => {
                    assert_eq!(vectors.results, lanes.results, "{text}");
                    assert_eq!(vectors.args, lanes.args, "{text}");
                }
                (Err(vectors), Err(lanes)) => assert_eq!(vectors.code, lanes.code, "{text}"),
                (vectors, lanes) => panic!("{:?} against {:?}\n{text}", vectors.err(), lanes.err()),
            }
        }
    }
}

/// The reader takes operations in generic form whose vectors do not fit each other; they stay what they are.
#[test]
fn vectors_that_do_not_fit_stay() {
    for (arguments, operands, types) in [
        (
            "%m: vector<2xi1>, %p: vector<4xf32>",
            "%m, %p",
            "vector<2xi1>, vector<4xf32>",
        ),
        (
            "%m: vector<4xi1>, %p: vector<2xf32>",
            "%m, %p",
            "vector<4xi1>, vector<2xf32>",
        ),
    ] {
        for rank in ["?", "?x?"] {
            let module = parse(&format!(
                "func.func @f(%A: memref<{rank}xf32>, %i: index, {arguments}) -> vector<4xf32> {{\n\
                 %r = \"vector.maskedload\"(%A, %i, {operands}) : (memref<{rank}xf32>, index, {types}) -> vector<4xf32>\n\
                 return %r : vector<4xf32>\n}}\n"
            ));
            assert!(polyvet_ir::plain_lanes(&module, module.funcs()[0]).is_none());
        }
    }
}
