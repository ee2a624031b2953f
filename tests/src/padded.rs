//! Programs made long: operations that touch nothing of a program are put between its own, the same ones in both programs
//! of a pair, so that a pair that is compared as a whole is cut into parts (`polyvet_verify`).
//!
//! What is true of a pair is true of the padded one. Where both programs have the same operations in a row, at places that
//! have nothing to do with each other, cuts are wrong as often as they are right.

use polyvet_generate::choices::Choices;
use polyvet_ir::{BlockId, Module, OpId, PrintOptions};
use std::collections::HashMap;

/// What is put in: twice the same, for one operation alone is no place to cut at.
const PAD: &str = "func.func @pad() {
  %k = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %s = linalg.fill ins(%k : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %t = linalg.fill ins(%k : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  return
}";
/// How often it is put in at the start: enough for a function to be long.
const AT_START: usize = 6;
/// How often it is put in elsewhere, at most.
const ELSEWHERE_MAX: i64 = 5;

/// Both programs of a pair with operations put in, as text; `None` if one of them cannot be read or has no function of one
/// block.
pub fn padded(before: &str, after: &str, choices: &mut Choices<'_>) -> Option<(String, String)> {
    let count = choices.between(1, ELSEWHERE_MAX);
    // Thousandths of a function; the second program has others now and then.
    let places: Vec<usize> = (0..count).map(|_| choices.below(1_001)).collect();
    let others: Vec<usize> = { places.iter() }
        .map(|place| {
            if choices.below(2) == 0 {
                *place
            } else {
                choices.below(1_001)
            }
        })
        .collect();
    Some((with_pads(before, &places)?, with_pads(after, &others)?))
}

fn with_pads(text: &str, places: &[usize]) -> Option<String> {
    let mut module = crate::model::parse(text).ok()?;
    let (pad, _) = polyvet_ir::parse(PAD);
    let bodies: Vec<BlockId> = { module.funcs().into_iter() }
        .filter_map(|func| module.only_block(func, 0))
        .filter(|block| !module.block(*block).ops.is_empty())
        .collect();
    for block in &bodies {
        // The operation that ends a block stays there.
        let last = module.block(*block).ops.len() - 1;
        let mut places: Vec<usize> = places.iter().map(|place| place * last / 1_000).collect();
        places.extend([0; AT_START]);
        // From the end, so that what is put in moves no other place.
        places.sort_unstable_by(|x, y| y.cmp(x));
        for place in places {
            put(&mut module, &pad, *block, place);
        }
    }
    (!bodies.is_empty()).then(|| polyvet_ir::print(&module, PrintOptions::default()))
}

/// Puts the body of the only function of `pad`, but for its end, in front of the operation at a place.
fn put(module: &mut Module, pad: &Module, block: BlockId, place: usize) {
    let body = pad.funcs().into_iter().find_map(|func| pad.only_block(func, 0));
    let ops: &[OpId] = body.map_or(&[], |body| &pad.block(body).ops);
    let mut values = HashMap::new();
    for (at, op) in ops.iter().take(ops.len().saturating_sub(1)).enumerate() {
        let copy = module.import_given(pad, *op, &mut values);
        module.append(block, copy);
        let all = &mut module.block_mut(block).ops;
        let last = all.pop().expect("it was just put there");
        all.insert(place + at, last);
    }
}
