//! Programs that are equal up to the order of reductions, and programs that only look so.

use polyvet_ir::{Module, OpId};
use polyvet_verify::validate::{ProgramSide, validate};
use polyvet_verify::{Strength, Verdict};

fn module(text: &str) -> (Module, OpId) {
    let (module, diagnostics) = polyvet_ir::parse(text);
    assert!(diagnostics.is_empty(), "{}: {text}", diagnostics[0].message);
    let func = module.funcs()[0];
    (module, func)
}

fn verdict(before: &str, after: &str) -> Verdict {
    let (before, after) = (module(before), module(after));
    let side = |(module, func)| ProgramSide { module, func };
    let (before, after) = (side((&before.0, before.1)), side((&after.0, after.1)));
    validate(before, after, &Default::default(), 0).expect("an answer")
}

fn reassociated(before: &str, after: &str) {
    let verdict = verdict(before, after);
    assert!(
        matches!(&verdict, Verdict::Proved(proof) if proof.strength == Strength::Reassociated),
        "{verdict:?}\n{after}"
    );
}

fn not_proved(before: &str, after: &str) {
    let verdict = verdict(before, after);
    assert!(!matches!(verdict, Verdict::Proved(_)), "{verdict:?}\n{after}");
}

/// A function of `%A: memref<?xf32>` and `%S: memref<1xf32>` with `%N` elements and some constants.
fn vector(body: &str) -> String {
    format!(
        "func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %S: memref<1xf32>) {{
           %c0 = arith.constant 0 : index
           %N = memref.dim %A, %c0 : memref<?xf32>
           %zero = arith.constant 0.0 : f32
           %one = arith.constant 1.0 : f32
           %two = arith.constant 2.0 : f32
           %low = arith.constant -3.40282347E+38 : f32
           %ninf = arith.constant 0xFF800000 : f32
           {body}
           return
         }}"
    )
}

/// `S[0] = S[0] op A[at]` for all `range`.
fn accumulate(range: &str, op: &str, at: &str) -> String {
    format!(
        "affine.for %i = {range} {{
           %s = affine.load %S[0] : memref<1xf32>
           %a = affine.load %A[{at}] : memref<?xf32>
           %r = {op} %s, %a : f32
           affine.store %r, %S[0] : memref<1xf32>
         }}"
    )
}

/// `S[0]` and all of `A` combined in order.
fn in_order(op: &str) -> String {
    vector(&accumulate("0 to %N", op, "%i"))
}

/// Four lanes that start from `start`, a tail from `tail`, and the sum of both: `lane` is where a lane
/// finds its element of block `%b`.
fn lanes(op: &str, start: &str, lane: &str, tail: &str) -> String {
    let tail = accumulate(tail, op, "%i");
    vector(&format!(
        "%P = memref.alloc() : memref<4xf32>
         affine.for %l = 0 to 4 {{
           affine.store {start}, %P[%l] : memref<4xf32>
         }}
         affine.for %b = 0 to affine_map<()[s0] -> (s0 floordiv 4)>()[%N] {{
           affine.for %l = 0 to 4 {{
             %p = affine.load %P[%l] : memref<4xf32>
             %a = affine.load %A[{lane}] : memref<?xf32>
             %r = {op} %p, %a : f32
             affine.store %r, %P[%l] : memref<4xf32>
           }}
         }}
         {tail}
         affine.for %l = 0 to 4 {{
           %s = affine.load %S[0] : memref<1xf32>
           %p = affine.load %P[%l] : memref<4xf32>
           %r = {op} %s, %p : f32
           affine.store %r, %S[0] : memref<1xf32>
         }}"
    ))
}

const TAIL: &str = "affine_map<()[s0] -> (s0 floordiv 4 * 4)>()[%N] to %N";

#[test]
fn lanes_with_remainder() {
    for (op, start) in [
        ("arith.addf", "%zero"),
        ("arith.mulf", "%one"),
        ("arith.maximumf", "%ninf"),
    ] {
        reassociated(&in_order(op), &lanes(op, start, "%b * 4 + %l", TAIL));
    }
}

#[test]
fn wrong_lanes() {
    let sum = in_order("arith.addf");
    let wrong = |start, lane, tail| not_proved(&sum, &lanes("arith.addf", start, lane, tail));
    // The tail is dropped, or begins too early or too late.
    wrong("%zero", "%b * 4 + %l", "0 to 0");
    wrong(
        "%zero",
        "%b * 4 + %l",
        "affine_map<()[s0] -> ((s0 floordiv 4) * 4 + 1)>()[%N] to %N",
    );
    wrong(
        "%zero",
        "%b * 4 + %l",
        "affine_map<()[s0] -> (s0 floordiv 4)>()[%N] to %N",
    );
    // Lanes overlap, or all read one element.
    wrong("%zero", "%b * 3 + %l", TAIL);
    wrong("%zero", "%b * 4", TAIL);
    // Each lane adds something of its own.
    wrong("%one", "%b * 4 + %l", TAIL);
    let start = in_order("arith.maximumf");
    not_proved(&start, &lanes("arith.maximumf", "%zero", "%b * 4 + %l", TAIL));
    // The lowest number is above minus infinity.
    not_proved(&start, &lanes("arith.maximumf", "%low", "%b * 4 + %l", TAIL));
    not_proved(
        &in_order("arith.mulf"),
        &lanes("arith.mulf", "%zero", "%b * 4 + %l", TAIL),
    );
    // Minus infinity is not neutral where nothing is a number.
    not_proved(
        &in_order("arith.maxnumf"),
        &lanes("arith.maxnumf", "%ninf", "%b * 4 + %l", TAIL),
    );
    not_proved(&sum, &lanes("arith.mulf", "%one", "%b * 4 + %l", TAIL));
    not_proved(&sum, &lanes("arith.subf", "%zero", "%b * 4 + %l", TAIL));
    not_proved(&in_order("arith.subf"), &sum);
}

#[test]
fn order_and_repetition() {
    let reversed = |op| vector(&accumulate("0 to %N", op, "symbol(%N) - 1 - %i"));
    for op in [
        "arith.addf",
        "arith.subf",
        "arith.mulf",
        "arith.maxnumf",
        "arith.minimumf",
    ] {
        reassociated(&in_order(op), &reversed(op));
    }
    // What is there twice counts twice for sums, not for maxima.
    let twice = |op| vector(&format!("{0} {0}", accumulate("0 to %N", op, "%i")));
    for op in ["arith.addf", "arith.mulf"] {
        not_proved(&in_order(op), &twice(op));
        not_proved(&twice(op), &in_order(op));
    }
    reassociated(&in_order("arith.maximumf"), &twice("arith.maximumf"));
    // As many, but one element twice and one not at all.
    let skewed = vector(&format!(
        "{} {}",
        accumulate("1 to %N", "arith.addf", "%i"),
        accumulate("1 to min affine_map<()[s0] -> (s0, 2)>()[%N]", "arith.addf", "%i")
    ));
    not_proved(&in_order("arith.addf"), &skewed);
    // One element N times, and once more.
    let same = |range| vector(&accumulate(range, "arith.addf", "0"));
    not_proved(&same("0 to %N"), &same("0 to affine_map<()[s0] -> (s0 + 1)>()[%N]"));
    // The start is not there, or from elsewhere.
    let first = format!(
        "affine.store %zero, %S[0] : memref<1xf32> {}",
        accumulate("0 to %N", "arith.addf", "symbol(%N) - 1 - %i")
    );
    not_proved(&in_order("arith.addf"), &vector(&first));
    not_proved(&vector(&first), &in_order("arith.addf"));
}

#[test]
fn order_dependent_bodies() {
    let horner = |at: &str| {
        vector(&format!(
            "affine.for %i = 0 to %N {{
               %s = affine.load %S[0] : memref<1xf32>
               %a = affine.load %A[{at}] : memref<?xf32>
               %d = arith.mulf %s, %two : f32
               %r = arith.addf %d, %a : f32
               affine.store %r, %S[0] : memref<1xf32>
             }}"
        ))
    };
    not_proved(&horner("%i"), &horner("symbol(%N) - 1 - %i"));
    let alternating = |at: &str| {
        vector(&format!(
            "affine.for %i = 0 to %N {{
               %s = affine.load %S[0] : memref<1xf32>
               %a = affine.load %A[{at}] : memref<?xf32>
               %r = arith.subf %a, %s : f32
               affine.store %r, %S[0] : memref<1xf32>
             }}"
        ))
    };
    not_proved(&alternating("%i"), &alternating("symbol(%N) - 1 - %i"));
    // The sum so far is also added to itself.
    let doubling = |at: &str| {
        vector(&format!(
            "affine.for %i = 0 to %N {{
               %s = affine.load %S[0] : memref<1xf32>
               %a = affine.load %A[{at}] : memref<?xf32>
               %t = affine.load %S[0] : memref<1xf32>
               %d = arith.addf %t, %a : f32
               %r = arith.addf %s, %d : f32
               affine.store %r, %S[0] : memref<1xf32>
             }}"
        ))
    };
    not_proved(&doubling("%i"), &doubling("symbol(%N) - 1 - %i"));
    // All partial sums are seen.
    let prefix = |at: &str| {
        vector(&format!(
            "affine.for %i = 0 to %N {{
               %s = affine.load %S[0] : memref<1xf32>
               %a = affine.load %A[{at}] : memref<?xf32>
               %r = arith.addf %s, %a : f32
               affine.store %r, %S[0] : memref<1xf32>
               affine.store %r, %B[%i] : memref<?xf32>
             }}"
        ))
    };
    not_proved(&prefix("%i"), &prefix("symbol(%N) - 1 - %i"));
}

#[test]
fn two_statements_into_one() {
    let both = |first: &str, second: &str| {
        vector(&format!(
            "affine.for %i = 0 to %N {{
               %s = affine.load %S[0] : memref<1xf32>
               %a = affine.load %A[%i] : memref<?xf32>
               %b = affine.load %B[%i] : memref<?xf32>
               {first}
               {second}
               affine.store %r, %S[0] : memref<1xf32>
             }}"
        ))
    };
    let apart = vector(&format!(
        "%M = memref.dim %B, %c0 : memref<?xf32> {} {}",
        accumulate("0 to %N", "arith.addf", "%i"),
        accumulate("0 to %N", "arith.addf", "%i").replace("%A", "%B")
    ));
    let together = both("%t = arith.addf %a, %b : f32", "%r = arith.addf %s, %t : f32");
    reassociated(&apart, &together);
    reassociated(
        &apart,
        &both("%t = arith.addf %s, %a : f32", "%r = arith.addf %b, %t : f32"),
    );
    not_proved(
        &apart,
        &both("%t = arith.subf %a, %b : f32", "%r = arith.addf %s, %t : f32"),
    );
    not_proved(
        &apart,
        &both("%t = arith.mulf %a, %b : f32", "%r = arith.addf %s, %t : f32"),
    );
    not_proved(
        &apart,
        &both("%t = arith.addf %a, %a : f32", "%r = arith.addf %s, %t : f32"),
    );
    // Minus times minus.
    reassociated(
        &both("%t = arith.subf %a, %b : f32", "%r = arith.subf %s, %t : f32"),
        &both("%t = arith.subf %s, %a : f32", "%r = arith.addf %b, %t : f32"),
    );
}

/// Lanes that are copied into a buffer for each block, accumulated there, and copied back.
fn copied(from: &str, to: &str, back: &str) -> String {
    vector(&format!(
        "%P = memref.alloc() : memref<4xf32>
         %T = memref.alloc() : memref<4xf32>
         affine.for %l = 0 to 4 {{
           affine.store %zero, %P[%l] : memref<4xf32>
         }}
         affine.for %b = 0 to affine_map<()[s0] -> (s0 ceildiv 4)>()[%N] {{
           affine.for %l = 0 to min affine_map<(d0)[s0] -> (4, s0 - d0 * 4)>(%b)[%N] {{
             %p = affine.load %P[{from}] : memref<4xf32>
             affine.store %p, %T[%l] : memref<4xf32>
           }}
           affine.for %l = 0 to min affine_map<(d0)[s0] -> (4, s0 - d0 * 4)>(%b)[%N] {{
             %p = affine.load %T[%l] : memref<4xf32>
             %a = affine.load %A[%b * 4 + %l] : memref<?xf32>
             %r = arith.addf %p, %a : f32
             affine.store %r, %T[%l] : memref<4xf32>
           }}
           affine.for %l = {back} {{
             %p = affine.load %T[%l] : memref<4xf32>
             affine.store %p, %P[{to}] : memref<4xf32>
           }}
         }}
         affine.for %l = 0 to 4 {{
           %s = affine.load %S[0] : memref<1xf32>
           %p = affine.load %P[%l] : memref<4xf32>
           %r = arith.addf %s, %p : f32
           affine.store %r, %S[0] : memref<1xf32>
         }}"
    ))
}

#[test]
fn accumulation_through_copies() {
    let sum = in_order("arith.addf");
    let back = "0 to min affine_map<(d0)[s0] -> (4, s0 - d0 * 4)>(%b)[%N]";
    reassociated(&sum, &copied("%l", "%l", back));
    not_proved(&sum, &copied("0", "%l", back));
    not_proved(&sum, &copied("%l", "0", back));
    not_proved(&sum, &copied("%l", "3 - %l", back));
    // Lanes that are not written back, or are when nothing of the last block is theirs.
    not_proved(&sum, &copied("%l", "%l", "0 to 0"));
    let full = "0 to min affine_map<(d0)[s0] -> (3, s0 - d0 * 4)>(%b)[%N]";
    not_proved(&sum, &copied("%l", "%l", full));
    // The buffer holds nothing yet where there are fewer than four elements.
    not_proved(&sum, &copied("%l", "%l", "0 to 4"));
}

/// Row sums of `%A` by tiles of five columns, each in a register; `part` follows the tile.
fn tiled(start: &str, upper: &str, part: &str) -> String {
    rows(&format!(
        "affine.for %i = 0 to %N {{
           affine.for %b = 0 to %M step 5 {{
             %p = affine.for %j = affine_map<(d0) -> (d0)>(%b) to {upper} iter_args(%q = {start}) -> (f32) {{
               %a = affine.load %A[%i, %j] : memref<?x?xf32>
               %r = arith.addf %q, %a : f32
               affine.yield %r : f32
             }}
             %s = affine.load %S[%i] : memref<?xf32>
             %r = {part} : f32
             affine.store %r, %S[%i] : memref<?xf32>
           }}
         }}"
    ))
}

fn rows(body: &str) -> String {
    format!(
        "func.func @f(%A: memref<?x?xf32>, %S: memref<?xf32>) {{
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %N = memref.dim %A, %c0 : memref<?x?xf32>
           %M = memref.dim %A, %c1 : memref<?x?xf32>
           %zero = arith.constant 0.0 : f32
           %one = arith.constant 1.0 : f32
           {body}
           return
         }}"
    )
}

#[test]
fn tiles() {
    let sums = rows(
        // The tiles read S where rows are empty too, so the sums must be defined only where S is long enough.
        "affine.for %i = 0 to %N {
           %long_enough = affine.load %S[%i] : memref<?xf32>
           affine.for %j = 0 to %M {
             %s = affine.load %S[%i] : memref<?xf32>
             %a = affine.load %A[%i, %j] : memref<?x?xf32>
             %r = arith.addf %s, %a : f32
             affine.store %r, %S[%i] : memref<?xf32>
           }
         }",
    );
    let clipped = "min affine_map<(d0)[s0] -> (s0, d0 + 5)>(%b)[%M]";
    reassociated(&sums, &tiled("%zero", clipped, "arith.addf %s, %p"));
    reassociated(&sums, &tiled("%zero", clipped, "arith.addf %p, %s"));
    not_proved(&sums, &tiled("%one", clipped, "arith.addf %s, %p"));
    not_proved(&sums, &tiled("%zero", clipped, "arith.subf %s, %p"));
    not_proved(&sums, &tiled("%zero", clipped, "arith.mulf %s, %p"));
    not_proved(&sums, &tiled("%zero", clipped, "arith.addf %s, %s"));
    let short = "min affine_map<(d0)[s0] -> (s0, d0 + 4)>(%b)[%M]";
    not_proved(&sums, &tiled("%zero", short, "arith.addf %s, %p"));
    let long = "min affine_map<(d0)[s0] -> (s0, d0 + 6)>(%b)[%M]";
    not_proved(&sums, &tiled("%zero", long, "arith.addf %s, %p"));
    // The partial sum of a row leaks into the next.
    let leaking = |reset: &str| {
        rows(&format!(
            "%P = memref.alloc() : memref<f32>
             affine.store %zero, %P[] : memref<f32>
             affine.for %i = 0 to %N {{
               {reset}
               affine.for %j = 0 to %M {{
                 %p = affine.load %P[] : memref<f32>
                 %a = affine.load %A[%i, %j] : memref<?x?xf32>
                 %r = arith.addf %p, %a : f32
                 affine.store %r, %P[] : memref<f32>
               }}
               %s = affine.load %S[%i] : memref<?xf32>
               %p = affine.load %P[] : memref<f32>
               %r = arith.addf %s, %p : f32
               affine.store %r, %S[%i] : memref<?xf32>
             }}"
        ))
    };
    reassociated(&sums, &leaking("affine.store %zero, %P[] : memref<f32>"));
    not_proved(&sums, &leaking(""));
}

/// `C += A B` with the steps of `k` in blocks of four, collected in a buffer.
fn product(reset: &str, clip: &str, store: &str) -> String {
    format!(
        "func.func @f(%A: memref<8x10xf32>, %B: memref<10x8xf32>, %C: memref<8x8xf32>) {{
           %zero = arith.constant 0.0 : f32
           %T = memref.alloc() : memref<8x8xf32>
           affine.for %b = 0 to 10 step 4 {{
             affine.for %i = 0 to 8 {{
               affine.for %j = 0 to 8 {{
                 {reset}
               }}
             }}
             affine.for %k = affine_map<(d0) -> (d0)>(%b) to {clip} {{
               affine.for %i = 0 to 8 {{
                 affine.for %j = 0 to 8 {{
                   %t = affine.load %T[%i, %j] : memref<8x8xf32>
                   %x = affine.load %A[%i, %k] : memref<8x10xf32>
                   %y = affine.load %B[%k, %j] : memref<10x8xf32>
                   %m = arith.mulf %x, %y : f32
                   %r = arith.addf %t, %m : f32
                   affine.store %r, %T[%i, %j] : memref<8x8xf32>
                 }}
               }}
             }}
             affine.for %i = 0 to 8 {{
               affine.for %j = 0 to 8 {{
                 %c = affine.load %C[%i, %j] : memref<8x8xf32>
                 %t = affine.load %T[{store}] : memref<8x8xf32>
                 %r = arith.addf %t, %c : f32
                 affine.store %r, %C[%i, %j] : memref<8x8xf32>
               }}
             }}
           }}
           return
         }}"
    )
}

#[test]
fn products() {
    let plain = "func.func @f(%A: memref<8x10xf32>, %B: memref<10x8xf32>, %C: memref<8x8xf32>) {
        linalg.matmul ins(%A, %B : memref<8x10xf32>, memref<10x8xf32>) outs(%C : memref<8x8xf32>)
        return
      }";
    let reset = "affine.store %zero, %T[%i, %j] : memref<8x8xf32>";
    let clip = "min affine_map<(d0) -> (d0 + 4, 10)>(%b)";
    reassociated(plain, &product(reset, clip, "%i, %j"));
    not_proved(plain, &product(reset, clip, "%j, %i"));
    not_proved(
        plain,
        &product(reset, "min affine_map<(d0) -> (d0 + 4, 9)>(%b)", "%i, %j"),
    );
    // Not cleared between the blocks, so that early steps count again; never cleared at all.
    let once = "affine.if affine_set<(d0) : (-d0 >= 0)>(%b) {
        affine.store %zero, %T[%i, %j] : memref<8x8xf32>
      }";
    not_proved(plain, &product(once, clip, "%i, %j"));
    not_proved(plain, &product("", clip, "%i, %j"));
}

#[test]
fn integers() {
    let sum = |at: &str, flags: &str| {
        format!(
            "func.func @f(%A: memref<?xi32>, %S: memref<1xi32>) {{
               %c0 = arith.constant 0 : index
               %N = memref.dim %A, %c0 : memref<?xi32>
               affine.for %i = 0 to %N {{
                 %s = affine.load %S[0] : memref<1xi32>
                 %a = affine.load %A[{at}] : memref<?xi32>
                 %r = arith.addi %s, %a {flags} : i32
                 affine.store %r, %S[0] : memref<1xi32>
               }}
               return
             }}"
        )
    };
    let backwards = "symbol(%N) - 1 - %i";
    reassociated(&sum("%i", ""), &sum(backwards, ""));
    // One order may overflow where another does not.
    not_proved(&sum("%i", "overflow<nsw>"), &sum(backwards, "overflow<nsw>"));
    not_proved(&sum("%i", ""), &sum(backwards, "overflow<nsw>"));
}

#[test]
fn lowest_start() {
    // The same start in each lane is the same maximum.
    let row_max = |start: &str| {
        vector(&format!(
            "affine.store {start}, %S[0] : memref<1xf32> {}",
            accumulate("0 to %N", "arith.maximumf", "%i")
        ))
    };
    let lanes = |start: &str| {
        let lanes = lanes("arith.maximumf", start, "%b * 4 + %l", TAIL);
        let at = lanes.find("%P = ").expect("the lanes");
        format!(
            "{}affine.store {start}, %S[0] : memref<1xf32> {}",
            &lanes[..at],
            &lanes[at..]
        )
    };
    reassociated(&row_max("%low"), &lanes("%low"));
    reassociated(&row_max("%ninf"), &lanes("%ninf"));
    not_proved(&row_max("%ninf"), &lanes("%low"));
    not_proved(&row_max("%low"), &lanes("%zero"));
}

#[test]
fn values_of_sums_are_compared_too() {
    // A function of a sum of sums: the order inside changes, or what is summed.
    let nested = |at: &str, op: &str| {
        rows(&format!(
            "%P = memref.alloc() : memref<f32>
             affine.for %i = 0 to %N {{
               affine.store %zero, %P[] : memref<f32>
               affine.for %j = 0 to %M {{
                 %p = affine.load %P[] : memref<f32>
                 %a = affine.load %A[%i, {at}] : memref<?x?xf32>
                 %e = math.exp %a : f32
                 %r = arith.addf %p, %e : f32
                 affine.store %r, %P[] : memref<f32>
               }}
               %p = affine.load %P[] : memref<f32>
               %l = {op} %p : f32
               %s = affine.load %S[%i] : memref<?xf32>
               %r = arith.divf %s, %l : f32
               affine.store %r, %S[%i] : memref<?xf32>
             }}"
        ))
    };
    let backwards = "symbol(%M) - 1 - %j";
    reassociated(&nested("%j", "math.sqrt"), &nested(backwards, "math.sqrt"));
    not_proved(&nested("%j", "math.sqrt"), &nested(backwards, "math.exp"));
    not_proved(&nested("%j", "math.sqrt"), &nested("0", "math.sqrt"));
}
