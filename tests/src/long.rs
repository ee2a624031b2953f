//! Long programs: sequences of statements that share buffers, tensors and numbers, each in one of two ways that compute the
//! same. They are longer than what is compared as one model, so they are cut (`polyvet_verify`).

use crate::redteam::ProvedPair;
use polyvet_generate::case::numbers;
use polyvet_generate::choices::Choices;

/// How many statements a program has: enough that it is cut.
const LENGTH: [usize; 2] = [14, 20];
const BUFFERS: [&str; 4] = ["%A", "%B", "%L", "%M"];
const SUB: &str = "memref<2xf32, strided<[1], offset: 1>>";

/// A statement with the number of its place, in both ways. `X` and `Y` are buffers, `T` is the last tensor, `N` the place.
const STATEMENTS: [[&str; 2]; 12] = [
    [
        "affine.for %i = 0 to 4 {\n%u = affine.load X[%i] : memref<4xf32>\naffine.store %u, Y[%i] : memref<4xf32>\n}",
        "affine.for %i = 0 to 4 step 2 {\naffine.for %j = 0 to 2 {\n%u = affine.load X[%i + %j] : memref<4xf32>\n\
         affine.store %u, Y[%i + %j] : memref<4xf32>\n}\n}",
    ],
    [
        "affine.for %i = 0 to 4 {\n%u = affine.load X[%i] : memref<4xf32>\n%v = arith.mulf %u, %k : f32\n\
         affine.store %v, X[%i] : memref<4xf32>\n}",
        "affine.for %i = 0 to 4 {\n%u = affine.load X[-%i + 3] : memref<4xf32>\n%v = arith.mulf %k, %u : f32\n\
         affine.store %v, X[-%i + 3] : memref<4xf32>\n}",
    ],
    [
        "%sN = memref.load X[%c1] : memref<4xf32>\naffine.for %i = 0 to 3 {\naffine.store %sN, Y[%i] : memref<4xf32>\n}",
        "%sN = memref.load X[%c1] : memref<4xf32>\nmemref.store %sN, Y[%c0] : memref<4xf32>\n\
         affine.for %i = 1 to 3 {\naffine.store %sN, Y[%i] : memref<4xf32>\n}",
    ],
    [
        "linalg.fill ins(%k : f32) outs(X : memref<4xf32>)",
        "affine.for %i = 0 to 4 {\naffine.store %k, X[%i] : memref<4xf32>\n}",
    ],
    [
        "%tN = linalg.map { math.absf } ins(T : tensor<4xf32>) outs(%e : tensor<4xf32>)",
        "%tN = linalg.map ins(T : tensor<4xf32>) outs(%e : tensor<4xf32>) (%x: f32, %o: f32) {\n\
         %y = math.absf %x : f32\nlinalg.yield %y : f32\n}",
    ],
    [
        "func.call @ext(X) : (memref<4xf32>) -> ()",
        "func.call @ext(X) : (memref<4xf32>) -> ()",
    ],
    [
        "%wN = memref.subview X[1] [2] [1] : memref<4xf32> to SUB\naffine.for %i = 0 to 2 {\n\
         %u = affine.load %wN[%i] : SUB\n%v = arith.addf %u, %k : f32\naffine.store %v, %wN[%i] : SUB\n}",
        "%wN = memref.subview X[1] [2] [1] : memref<4xf32> to SUB\naffine.for %i = 1 to 3 {\n\
         %u = affine.load X[%i] : memref<4xf32>\n%v = arith.addf %u, %k : f32\naffine.store %v, X[%i] : memref<4xf32>\n}",
    ],
    [
        "%gN = memref.get_global @g : memref<4xf32>\nmemref.copy X, %gN : memref<4xf32> to memref<4xf32>",
        "%gN = memref.get_global @g : memref<4xf32>\naffine.for %i = 0 to 4 {\n\
         %u = affine.load X[%i] : memref<4xf32>\naffine.store %u, %gN[%i] : memref<4xf32>\n}",
    ],
    [
        "%bN = memref.alloc() : memref<4xf32>\nmemref.copy X, %bN : memref<4xf32> to memref<4xf32>\n\
         memref.copy %bN, Y : memref<4xf32> to memref<4xf32>\nmemref.dealloc %bN : memref<4xf32>",
        "%bN = memref.alloc() : memref<4xf32>\nmemref.copy X, %bN : memref<4xf32> to memref<4xf32>\n\
         affine.for %i = 0 to 4 {\n%u = affine.load %bN[%i] : memref<4xf32>\naffine.store %u, Y[%i] : memref<4xf32>\n}\n\
         memref.dealloc %bN : memref<4xf32>",
    ],
    [
        "%dN = arith.divsi %n, %m : index\nmemref.store %k, X[%c0] : memref<4xf32>",
        "memref.store %k, X[%c0] : memref<4xf32>\n%dN = arith.divsi %n, %m : index",
    ],
    [
        "%pN = arith.cmpi sgt, %n, %c1 : index\nscf.if %pN {\nmemref.store %k, X[%c1] : memref<4xf32>\n}",
        "%pN = arith.cmpi sle, %n, %c1 : index\nscf.if %pN {\n} else {\nmemref.store %k, X[%c1] : memref<4xf32>\n}",
    ],
    [
        "%qN = tensor.extract T[%c1] : tensor<4xf32>\nmemref.store %qN, X[%c0] : memref<4xf32>",
        "%qN = tensor.extract T[%c1] : tensor<4xf32>\nmemref.store %qN, X[%c0] : memref<4xf32>",
    ],
];

/// Pairs of long programs that compute the same.
pub fn targets(seed: u64, count: u64) -> Vec<ProvedPair> {
    { 0..count }
        .map(|number| {
            let numbers = numbers(seed, number);
            let mut choices = Choices::new(&numbers);
            let (before, after) = pair(&mut choices);
            ProvedPair {
                name: format!("long program {number} of seed {seed}"),
                before,
                after,
            }
        })
        .collect()
}

fn pair(choices: &mut Choices<'_>) -> (String, String) {
    let (mut bodies, mut tensor) = ([String::new(), String::new()], "%T".to_owned());
    let length = choices.between(LENGTH[0] as i64, LENGTH[1] as i64);
    for place in 0..length {
        let forms = STATEMENTS[choices.below(STATEMENTS.len())];
        let first = choices.below(BUFFERS.len());
        let second = (first + 1 + choices.below(BUFFERS.len() - 1)) % BUFFERS.len();
        let other = choices.below(2);
        for (body, form) in bodies.iter_mut().zip([forms[0], forms[other]]) {
            let form = { form.replace("SUB", SUB) }
                .replace("X[", &format!("{}[", BUFFERS[first]))
                .replace("Y[", &format!("{}[", BUFFERS[second]))
                .replace("X,", &format!("{},", BUFFERS[first]))
                .replace(" X ", &format!(" {} ", BUFFERS[first]))
                .replace(" Y ", &format!(" {} ", BUFFERS[second]))
                .replace("(X", &format!("({}", BUFFERS[first]))
                .replace("(T ", &format!("({tensor} "))
                .replace(" T[", &format!(" {tensor}["));
            *body += &format!("{}\n", numbered(&form, place));
        }
        if forms[0].starts_with("%tN") {
            tensor = format!("%t{place}");
        }
    }
    let whole = |body: &str| {
        format!(
            "memref.global \"private\" @g : memref<4xf32> = dense<1.0>\nfunc.func private @ext(memref<4xf32>)\n\
             func.func @f(%A: memref<4xf32>, %B: memref<4xf32>, %n: index, %m: index, %T: tensor<4xf32>) -> \
             (memref<4xf32>, tensor<4xf32>) {{\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n\
             %k = arith.constant 2.0 : f32\n%e = tensor.empty() : tensor<4xf32>\n\
             %L = memref.alloc() : memref<4xf32>\n%M = memref.alloc() : memref<4xf32>\n\
             linalg.fill ins(%k : f32) outs(%L : memref<4xf32>)\nlinalg.fill ins(%k : f32) outs(%M : memref<4xf32>)\n\
             {body}return %L, {tensor} : memref<4xf32>, tensor<4xf32>\n}}\n"
        )
    };
    (whole(&bodies[0]), whole(&bodies[1]))
}

/// The same with `N` behind the names of values as the number of a place.
fn numbered(form: &str, place: i64) -> String {
    let mut text = form.to_owned();
    for letter in ["s", "t", "w", "g", "b", "d", "p", "q"] {
        text = text.replace(&format!("%{letter}N"), &format!("%{letter}{place}"));
    }
    text
}
