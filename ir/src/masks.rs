//! Transfers under a mask of their own instead of `vector.mask` around them, which means the same
//! (MLIR, `VectorOps.td`, "vector.mask").

use crate::edit::segment_sizes;
use crate::{Attr, Module, OpId, Operand, ValueId};
use std::collections::HashMap;

/// A copy of `module` in which `func` has no `vector.mask` around a `vector.transfer_read` or `vector.transfer_write`;
/// `None` if it had none. What was there before keeps its number.
pub fn plain_masks(module: &Module, func: OpId) -> Option<Module> {
    let mut found = Vec::new();
    module.walk(func, &mut |id, op| {
        if op.name == "vector.mask" {
            found.extend(masked_transfer(module, id).map(|transfer| (id, transfer)));
        }
    });
    let mut copy = (!found.is_empty()).then(|| module.clone())?;
    let mut values: HashMap<ValueId, ValueId> = HashMap::new();
    for (mask, transfer) in found {
        let data = copy.op(mask).clone();
        let inner = copy.op(transfer).clone();
        // Source, or vector and destination; subscripts; padding; a mask.
        let segments = inner.attr("operandSegmentSizes").and_then(Attr::as_i64s)?;
        let segments = segments[..3].iter().map(|count| usize::try_from(*count).unwrap_or(0));
        let segments: Vec<usize> = segments.chain([1]).collect();
        copy.detach(transfer);
        copy.op_mut(transfer).operands.push(Operand {
            value: data.operand(0),
            span: data.operands[0].span,
        });
        copy.op_mut(transfer)
            .properties
            .set("operandSegmentSizes", segment_sizes(&segments));
        copy.insert_before(mask, transfer);
        values.extend(data.results.iter().copied().zip(inner.results.iter().copied()));
        copy.detach(mask);
    }
    copy.replace_uses(func, &values);
    Some(copy)
}

/// The transfer that is all there is in a `vector.mask`, if it has no mask yet, and other lanes are not passed through.
fn masked_transfer(module: &Module, mask: OpId) -> Option<OpId> {
    let data = module.op(mask);
    let block = module.only_block(mask, 0)?;
    let [transfer, yields] = module.block(block).ops[..] else {
        return None;
    };
    let (inner, last) = (module.op(transfer), module.op(yields));
    let is_transfer = matches!(inner.name.as_str(), "vector.transfer_read" | "vector.transfer_write");
    let segments = inner.attr("operandSegmentSizes").and_then(Attr::as_i64s)?;
    let fits = is_transfer
        && data.operands.len() == 1
        && segments.len() == 4
        && segments[3] == 0
        && last.operand_values().eq(inner.results.iter().copied())
        && data.results.len() == inner.results.len();
    fits.then_some(transfer)
}
